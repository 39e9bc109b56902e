"""Hints: the next step from a player's board, the reasons for one place, and the mistakes on a board.

The steps are those of `satdnd.explanation.explainer`, the answers those of `satdnd.explanation.answers`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, get_args

from satdnd.engine.answer import MULTIPLE, SOLVED, UNDECIDED, UNIQUE
from satdnd.engine.solver import Solver
from satdnd.errors import Undecided, UsageError
from satdnd.explanation.answers import Hint, Level
from satdnd.explanation.boards import player_marks
from satdnd.explanation.explainer import PuzzleTask, Walk
from satdnd.explanation.mistakes import Mistakes, blame
from satdnd.explanation.places import Location, where_to_look
from satdnd.explanation.steps import Step
from satdnd.explanation.wording import place
from satdnd.grid.fields import shown
from satdnd.rules.unknowns import Mark
from satdnd.sat import cores
from satdnd.sat.formula import Literal
from satdnd.sat.pysat_interrupts import interruptible
from satdnd.sat.session import Session


def hint(solver: Solver, puzzle: Any, given: Any = None, level: Level = "full") -> Hint[Any]:
    """The next step from a player's board.

    Args:
        solver: as for `explain`.
        puzzle: of any kind that `explain` supports.
        given: the player's marks, as for `player_marks`.
        level: ``where`` for a place to look at; ``which`` for the reasons as well; ``full`` for the step.

    Returns:
        ``solved`` with the fields of the level, which are None if nothing is left to find; ``invalid`` for a board with
        mistakes: ``where`` gives an area and the number of wrong marks, ``which`` a wrong mark (or marks that
        contradict each other) and the clues it contradicts, ``full`` also why; ``unsolvable`` or ``undecided``.

    Raises:
        InputError: *given* is not a board of the puzzle.
        UsageError: as `explain`; or an unknown level.
    """
    started = time.perf_counter()
    task = PuzzleTask.of(solver, puzzle)
    if level not in get_args(Level):
        raise UsageError(f"the level is {shown(level)}, expected one of {', '.join(get_args(Level))}")
    marks = player_marks(puzzle, given, task.options)
    answer: Hint[Any] = Hint.of(solver.unique(puzzle))
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            _advise(task, answer, marks, level)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    answer.seconds = time.perf_counter() - started
    return answer


def _advise(task: PuzzleTask, answer: Hint[Any], marks: Sequence[Mark], level: Level) -> None:
    solutions, several = answer.solutions, answer.status == MULTIPLE
    with interruptible(), closing(task.walk(solutions)) as walk:
        answer.level = level
        if (board := _from_board(walk, answer, marks)) is None:
            return
        with closing(board[0]) as there:
            there.try_tactics(solutions)
            there.learn(board[1])
            step = there.next(together=True)
            area = step and _area(there, step)
            common = there.stepper.goal.difference(walk.encoding.shown(task.puzzle))
    if step and area:
        answer.fill(step, level, area)
    elif several:
        known = "everything they have in common is already marked" if common else "they have nothing in common"
        answer.reason = f"the puzzle has several solutions, and {known}"
    else:
        answer.reason = "everything that follows is already marked"


def _area(walk: Walk, step: Step) -> Location:
    """Where to look for a step."""
    unknowns, found = walk.encoding.unknowns, {place(mark) for mark in step.cells}
    left = {cell for x in walk.stepper.unknown for cell in unknowns.cells(abs(x))}
    return where_to_look(step, found | left, unknowns.size)


def _from_board(walk: Walk, answer: Hint[Any], marks: Sequence[Mark]) -> tuple[Walk, list[Literal]] | None:
    """The walk from a player's marks, and their literals; None for a board with mistakes, which go into *answer*."""
    encoding, several = walk.encoding, answer.status == MULTIPLE
    marked = [*map(encoding.unknowns.literal, marks)]
    answer.solutions, answer.complete, answer.given = [], False, tuple(marks)
    mistakes = Mistakes([x for x in marked if -x in walk.stepper.goal])
    there = walk
    if several and marked and not mistakes.marks:
        mistakes = _conflict(walk, marked)
        if not mistakes.marks:
            there = walk.task.common(encoding, marked)
    if mistakes.marks:
        blame(answer, walk, mistakes, marked)
        return None
    answer.status = SOLVED
    return there, marked


def _conflict(walk: Walk, marked: list[Literal]) -> Mistakes:
    """A smallest set of marks that no solution contains; empty if a solution contains them all."""
    kind, puzzle, _, budget = walk.task
    whole = kind.compiled(puzzle, kind.options(), budget, eager=True)
    with Session(whole.formula, budget=budget) as session:
        own = {whole.unknowns.literal(walk.encoding.unknowns.mark(x)): x for x in marked}
        core = cores.find(session, dict.fromkeys(own, 1), budget, base=whole.assumptions(puzzle))
    return Mistakes([own[x] for x in core.literals], core.smallest, together=True) if core else Mistakes([])


class Reasons:
    """The reasons for each place of one puzzle. Solvers are kept from one question to the next.

    Args:
        solver: as for `explain`; its limits apply to each question.
        puzzle: of any kind that `explain` supports.

    Raises:
        UsageError: the kind has no explanations, or does not have these options.
    """

    def __init__(self, solver: Solver, puzzle: Any) -> None:
        self._solver, self._puzzle = solver, puzzle
        self._answer: Hint[Any] | None = None
        self._warm: tuple[Walk, set[Literal]] | None = None
        """The walk, and the marks it has learned."""
        PuzzleTask.of(solver, puzzle)  # may raise UsageError

    def why(self, place: Sequence[int | str], given: Any = None) -> Hint[Any]:
        """The fewest reasons for the value at *place*; if that takes long, an irreducible set of reasons.

        Args:
            place: row and column, 0-based; both cells for a pair of islands; the side as well for an edge.
            given: the player's marks, as for `player_marks`; a mark at *place* is ignored.

        Returns:
            a hint of the level ``full``; without ``step``, and with a reason, if nothing follows at *place*.

        Raises:
            UsageError: the board has no such place.
            InputError: *given* is not a board.
        """
        started = time.perf_counter()
        task = PuzzleTask.of(self._solver, self._puzzle)
        marks = player_marks(self._puzzle, given, task.options)
        if self._answer is None or self._answer.status == UNDECIDED:
            self._answer = Hint.of(self._solver.unique(self._puzzle))
        answer = replace(self._answer, details={}, stats={})
        if answer.status in (UNIQUE, MULTIPLE):
            try:
                self._account(task, answer, marks, tuple(place))
            except Undecided as error:
                answer.status, answer.reason = UNDECIDED, str(error)
                self.close()
        answer.seconds = time.perf_counter() - started
        return answer

    def close(self) -> None:
        """Delete the solvers; the next question makes new ones."""
        if self._warm is not None:
            self._warm[0].close()
            self._warm = None

    def _account(
        self, task: PuzzleTask, answer: Hint[Any], marks: Sequence[Mark], place: tuple[int | str, ...]
    ) -> None:
        solutions = answer.solutions
        walk, marked = self._warm = self._warm or (task.walk(solutions), set())
        encoding = walk.encoding
        there = {x for v in encoding.projection for x in (v, -v) if encoding.unknowns.mark(x)[:-1] == place}
        if not there:
            raise UsageError(f"the place is {shown(list(place))}, expected one of this board")
        walk.use_budget(task)
        if (board := _from_board(walk, answer, [mark for mark in marks if mark[:-1] != place])) is None:
            return
        if given := sorted(there.intersection(encoding.shown(self._puzzle)), key=abs):
            answer.reason = f"the puzzle gives it: {encoding.unknowns.sentence(given[0])}"
            return
        if board[0] is not walk:
            with closing(board[0]):
                self._reason(answer, *board, there)
            return
        if not marked <= set(board[1]):  # the player removed marks
            self.close()
            walk, marked = self._warm = task.walk(solutions), set()
        marked.update(board[1])
        self._reason(answer, walk, board[1], there)

    @staticmethod
    def _reason(answer: Hint[Any], walk: Walk, marked: list[Literal], there: set[Literal]) -> None:
        """Fill *answer* with the reasons for one of the literals *there*."""
        walk.learn(marked)
        wanted = sorted((x for x in walk.stepper.unknown if x in there), key=lambda x: (x < 0, abs(x)))
        if wanted:
            step = walk.step_of(walk.stepper.fewest(wanted[:1]))
            answer.fill(step, "full", _area(walk, step))
        elif there & walk.stepper.goal:
            answer.reason = "it follows at once from what is marked"
        else:
            answer.reason = "nothing follows there: it is not the same in all solutions"
