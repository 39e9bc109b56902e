"""Explanations: a solution as steps that a person can follow, and the next step from where a player is."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, NamedTuple, get_args

from satdnd.engine.answer import INVALID, MULTIPLE, SOLVED, UNDECIDED, UNIQUE
from satdnd.engine.kind import Encoding, Kind, kind_of
from satdnd.engine.search import Search
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.explanation.answers import Explanation, Hint, Level
from satdnd.explanation.arguments import Refutation
from satdnd.explanation.implication_tables import literals_of
from satdnd.explanation.rating import rating_of
from satdnd.explanation.stepper import Found, Stepper
from satdnd.explanation.steps import Argument, Explanations, Move, Step, Tactics, Turn
from satdnd.formats.fields import shown
from satdnd.grid.notation import listed
from satdnd.sat import cores
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session


def explain(solver: Solver, puzzle: Any) -> Explanation[Any]:
    """The solution of *puzzle* in steps, always one of those with the fewest reasons next.

    Args:
        solver: with the options of the puzzle's kind, and the limits of one question.
        puzzle: of any kind whose answers are models of a formula.

    Returns:
        ``unique``, with the solution and steps up to it; ``multiple``, with two solutions and steps up to what is the
        same in all; ``unsolvable``; ``undecided`` where the budget ran out, with the steps up to there.

    Raises:
        UsageError: a kind without explanations; options that the kind does not have.
    """
    begun = time.perf_counter()
    task = _PuzzleTask.of(solver, puzzle)
    answer: Explanation[Any] = Explanation.of(solver.unique(puzzle))
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            with closing(task.walk(answer.solutions)) as walk:
                _follow(walk, answer)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    if answer.status == UNIQUE:
        try:
            rating = rating_of(task.kind, puzzle, answer.solutions[0], task.options, task.budget)
            answer.grade, answer.score = rating.grade, rating.score
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, f"{error} before it was rated"
    answer.seconds = time.perf_counter() - begun
    return answer


def _follow(walk: Walk, answer: Explanation[Any]) -> None:
    """Take step after step, into *answer*."""
    walk.try_tactics(answer.solutions)
    steps = list[Step]()
    try:
        while (step := walk.next()) is not None:
            steps.append(step)
            walk.task.budget.check()
    except Undecided as error:
        answer.status, answer.reason = UNDECIDED, str(error)
    if answer.status == UNIQUE and walk.stepper.unknown:
        answer.status, answer.reason = UNDECIDED, "the techniques that are allowed do not suffice"
    answer.steps = tuple(steps)
    technique, _, answer.summary = walk.task.explanations.assess(walk.task.puzzle, steps)
    answer.technique = technique or None


class _PuzzleTask(NamedTuple):
    """A question about one puzzle."""

    kind: Kind[Any, Any, Any]
    explanations: Explanations[Any]
    """What the kind brings for them."""
    puzzle: Any
    options: Any
    budget: Budget
    """What it may take."""

    @classmethod
    def of(cls, solver: Solver, puzzle: Any) -> _PuzzleTask:
        """With the options and limits of *solver*, from now on. UsageError as `explain`."""
        kind = kind_of(puzzle)
        own = solver.options_of(kind)
        if own.outside:
            raise UsageError("explanations ask a solver of PySAT, not a program outside")
        return cls(kind, kind.require(Explanations), puzzle, own, solver.budget_of(kind))

    def walk(self, solutions: Sequence[Any]) -> Walk:
        """Where there are two solutions, the goal is what all have in common."""
        self.budget.check()
        self.budget.afford(self.kind.clauses(self.puzzle, self.kind.options()))
        encoding = stated(self.kind, self.puzzle, self.options, self.budget)
        if len(solutions) == 1:
            return Walk(self, encoding, solutions[0])
        return self.common(encoding)

    def common(self, encoding: Encoding[Any, Any], marked: Iterable[int] = ()) -> Walk:
        """The goal is what all solutions that are *marked* so have in common."""
        with closing(Search(encoding, "auto", self.budget)) as search:
            for x in marked:
                search.session.add([x])
            found = search.backbone(self.puzzle, self.budget)
        assert found is not None
        return Walk(self, encoding, *found)


class Walk:
    """A puzzle on the way to its solution: what is known of it, at first what is seen at once, and the next steps.

    Args:
        task: the question.
        encoding: the statements of the puzzle.
        solution: one.
        goal: what is to be found; None: all of the solution.
    """

    def __init__(
        self, task: _PuzzleTask, encoding: Encoding[Any, Any], solution: Any, goal: list[int] | None = None
    ) -> None:
        self.task, self.encoding = task, encoding
        self._tactics: Tactics | None = None
        true = set(encoding.literals(task.puzzle, solution))
        literals = [v if v in true else -v for v in encoding.projection]
        self.stepper = Stepper(
            encoding.formula,
            encoding.projection,
            literals,
            literals if goal is None else goal,
            encoding.connectivity(task.puzzle),
            lambda x: encoding.mark(x)[:2],  # type: ignore[arg-type,return-value]  # a mark begins with its cell
            encoding.unknowns.rank,
            task.budget,
        )
        self.learn(encoding.shown(task.puzzle))

    def close(self) -> None:
        """Give back what the steps were found with."""
        self.stepper.close()

    def use_budget(self, task: _PuzzleTask) -> None:
        """Take of the budget of another question about the puzzle from now on."""
        self.task = task
        self.stepper.use_budget(task.budget)

    def try_tactics(self, solutions: Sequence[Any]) -> None:
        """Try techniques of the kind first; *solutions*: the only one, or two."""
        only = solutions[0] if len(solutions) == 1 else None
        self._tactics = self.task.explanations.tactics(self.task.puzzle, only, self.task.options)

    def learn(self, literals: Iterable[int]) -> None:
        """Mark *literals*, and what comes along with them."""
        known = list(literals)
        self.stepper.learn([*known, *(y for x in known for y in self.encoding.along(x))])
        if self._tactics is not None:
            self._tactics.learn(known)

    def next(self) -> Step | None:
        """The easiest step, which is taken; None where nothing is left to find. Raises Undecided."""
        stepper, tactics = self.stepper, self._tactics
        if not stepper.unknown:
            return None
        move = tactics.next() if tactics else None
        found = None
        if tactics is None:
            found = stepper.next()
        elif move is not None:
            found = stepper.by(move.reasons, move.literals)
            few = len(found.reasons) <= tactics.least
            found = found._replace(easiest=found.easiest or (few and tactics.least > 2))
        else:
            found = stepper.next(tactics.deepest, tactics.least)
            if found is None and tactics.deepest:
                found = stepper.beyond()
            if found is None and (move := tactics.guess()):
                found = Found(list(move.literals), [], [], False, False, 0)
        if found is None:
            return None
        step = self.step_of(found, move)
        self.learn(map(self.encoding.literal, step.cells))
        return step

    def step_of(self, found: Found, move: Move | None = None) -> Step:
        """A step in the words of its kind."""
        encoding = self.encoding
        along = {y for x in found.literals for y in encoding.along(x)}
        found = found._replace(literals=[x for x in found.literals if x not in along])
        found, told = (found, []) if move else self.stepper.argued(found)
        step = Step(
            tuple(map(encoding.mark, sorted(found.literals, key=abs))),
            move.technique if move else "",
            move.text if move else "",
            tuple(found.reasons),
            tuple(map(encoding.mark, found.known)),
            minimal=found.minimal,
            easiest=found.easiest,
            openings=found.openings,
            arguments=tuple(map(self._argument, told)),
        )
        if move:
            return step
        known = literals_of(self.stepper.statements.true, self.stepper.statements.false)
        technique, text = self.task.explanations.words.describe(self.task.puzzle, step, known, encoding.unknowns)
        return replace(step, technique=technique, text=text)

    def _argument(self, refutation: Refutation) -> Argument:
        """With marks."""
        mark = self.encoding.mark
        return Argument(
            tuple(map(mark, refutation.assumed)),
            tuple(Turn(i, tuple(map(mark, implied))) for i, implied in refutation.links),
            tuple(map(self._argument, refutation.cases)),
        )

    def from_board(self, answer: Hint[Any], rows: Sequence[Any]) -> tuple[Walk, list[int]] | None:
        """A player's marks, and the way from there; None for a board with mistakes, which *answer* tells then."""
        encoding, marked = self.encoding, _marked(self.encoding, rows)
        wrong = [x for x in marked if -x in self.stepper.goal][:1]
        smallest, walk = True, self
        if not wrong and answer.status == MULTIPLE and marked:
            wrong, smallest = self._conflict(marked)
            if not wrong:
                walk = self.task.common(encoding, marked)
        answer.solutions, answer.complete = [], False
        answer.given = tuple(map(encoding.mark, marked))
        if wrong:
            answer.status, answer.smallest = INVALID, smallest
            answer.wrong = tuple(map(encoding.mark, wrong))
            told = listed([encoding.sentence(x) for x in wrong])
            answer.reason = encoding.denial(wrong[0]) if len(wrong) == 1 else f"these marks cannot all be right: {told}"
            return None
        answer.status = SOLVED
        return walk, marked

    def _conflict(self, marked: list[int]) -> tuple[list[int], bool]:
        """A smallest set of marks that no solution has; none where one has them all."""
        kind, _, puzzle, _, budget = self.task
        whole = kind.compiled(puzzle, kind.options(), budget, eager=True)
        with Session(whole.formula, budget=budget) as session:
            own = {whole.literal(self.encoding.mark(x)): x for x in marked}
            core = cores.find(session, dict.fromkeys(own, 1), budget, base=whole.assumptions(puzzle))
        return ([own[x] for x in core.literals], core.smallest) if core else ([], True)


def hint(solver: Solver, puzzle: Any, given: Any = None, level: Level = "full") -> Hint[Any]:
    """The next step from a player's board.

    Args:
        solver: as for `explain`.
        puzzle: of any kind that `explain` explains.
        given: what the player has marked: a text as ``forced`` and solutions write it, with ``.`` for unknown, its
            rows as a list, or marks (`satdnd.explanation.steps.Mark`); None: nothing.
        level: ``where``: a place to look at; ``which``: the reasons too; ``full``: the step.

    Returns:
        ``solved`` with what the level tells, or with nothing where nothing is left to find; ``invalid`` for a board
        with mistakes, with a smallest set of `wrong` marks. ``unsolvable`` and ``undecided`` as always.
    """
    begun = time.perf_counter()
    task = _PuzzleTask.of(solver, puzzle)
    if level not in get_args(Level):
        raise UsageError(f"the level is {shown(level)}, expected one of {', '.join(get_args(Level))}")
    rows = _rows(task.kind, puzzle, given)
    answer: Hint[Any] = Hint.of(solver.unique(puzzle))
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            _advise(task, answer, rows, level)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    answer.seconds = time.perf_counter() - begun
    return answer


def _advise(task: _PuzzleTask, answer: Hint[Any], rows: Sequence[Any], level: Level) -> None:
    solutions = answer.solutions
    with closing(task.walk(solutions)) as walk:
        answer.level = level
        if (board := walk.from_board(answer, rows)) is None:
            return
        with closing(board[0]) as there:
            there.try_tactics(solutions)
            there.learn(board[1])
            step = there.next()
    if step is None:
        answer.reason = "all that follows is marked already"
    else:
        answer.fill(step, level)


class Reasons:
    """Why each place of one puzzle must be as it is; what was prepared for one question serves the next.

    Args:
        solver: as for `explain`; its limits hold for each question.
        puzzle: of any kind that `explain` explains.

    Raises:
        UsageError: a kind without explanations; options that the kind does not have.
    """

    def __init__(self, solver: Solver, puzzle: Any) -> None:
        self._solver, self._puzzle = solver, puzzle
        self._answer: Hint[Any] | None = None
        self._warm: tuple[Walk, set[int]] | None = None
        """With the marks that it was told."""
        _PuzzleTask.of(solver, puzzle)  # may be refused

    def why(self, place: Sequence[int | str], given: Any = None) -> Hint[Any]:
        """The fewest reasons for what is so at *place*; where that takes long, a set of which none can be dropped.

        Args:
            place: row and column from 0, of a pair of islands twice, of an edge with its side.
            given: what the player has marked, as for `hint`; what is marked at the place itself is left out.

        Returns:
            as `hint` of the level ``full``; without ``step``, and with a reason, where nothing follows there.

        Raises:
            UsageError: there is no such place.
            InputError: *given* is no board.
        """
        begun = time.perf_counter()
        task = _PuzzleTask.of(self._solver, self._puzzle)
        rows = _rows(task.kind, self._puzzle, given)
        if self._answer is None or self._answer.status == UNDECIDED:
            self._answer = Hint.of(self._solver.unique(self._puzzle))
        answer = replace(self._answer, details={}, stats={})
        if answer.status in (UNIQUE, MULTIPLE):
            try:
                self._account(task, answer, rows, tuple(place))
            except Undecided as error:
                answer.status, answer.reason = UNDECIDED, str(error)
                self.close()
        answer.seconds = time.perf_counter() - begun
        return answer

    def close(self) -> None:
        """Forget what was prepared; the next question prepares it anew."""
        if self._warm is not None:
            self._warm[0].close()
            self._warm = None

    def _account(self, task: _PuzzleTask, answer: Hint[Any], rows: Sequence[Any], place: tuple[int | str, ...]) -> None:
        solutions = answer.solutions
        walk, told = self._warm = self._warm or (task.walk(solutions), set())
        encoding = walk.encoding
        there = {x for v in encoding.projection for x in (v, -v) if encoding.mark(x)[:-1] == place}
        if not there:
            raise UsageError(f"the place is {shown(list(place))}, expected one of this board")
        marks = [encoding.mark(x) for x in _marked(encoding, rows) if x not in there]
        walk.use_budget(task)
        if (board := walk.from_board(answer, marks)) is None:
            return
        if given := sorted(there.intersection(encoding.shown(self._puzzle)), key=abs):
            answer.reason = f"the puzzle says it: {encoding.sentence(given[0])}"
            return
        if board[0] is not walk:
            with closing(board[0]):
                self._reason(answer, *board, there)
            return
        if not told <= set(board[1]):  # marks were taken back
            self.close()
            walk, told = self._warm = task.walk(solutions), set()
        told.update(board[1])
        self._reason(answer, walk, board[1], there)

    @staticmethod
    def _reason(answer: Hint[Any], walk: Walk, marked: list[int], there: set[int]) -> None:
        """Why one of the literals *there* follows."""
        walk.learn(marked)
        wanted = sorted((x for x in walk.stepper.unknown if x in there), key=lambda x: (x < 0, abs(x)))
        if wanted:
            answer.fill(walk.step_of(walk.stepper.fewest(wanted[0])), "full")
        elif there & walk.stepper.goal:
            answer.reason = "it follows at once from what is marked"
        else:
            answer.reason = "nothing follows there: it is not the same in all solutions"


def _rows(kind: Kind[Any, Any, Any], puzzle: Any, given: Any) -> list[Any]:
    """A player's board as a list of rows or marks. InputError for what is none."""
    if isinstance(given, str):
        text = given.strip()
        if not text.startswith(("[", "{")):
            return list(kind.marks(puzzle, given))
        try:
            given = json.loads(text)
        except ValueError as error:
            raise InputError(f"a player's board that is no JSON: {error}") from error
    if isinstance(given, Mapping):
        given = next((given[name] for name in ("marks", "given", "forced", "grid") if name in given), None)
        if given is None:
            raise InputError('a player\'s board has none of the fields "marks", "given", "forced", "grid"')
    if given is None:
        return []
    if not isinstance(given, list | tuple):
        raise InputError(f"found {shown(given)}, expected a player's board: rows, or marks")
    return list(given)


def _marked(encoding: Encoding[Any, Any], rows: Sequence[Any]) -> list[int]:
    """Its literals."""
    if rows and all(isinstance(row, list | tuple) and row and isinstance(row[0], int) for row in rows):  # noqa: SIM102
        if all(isinstance(row[-1], str) for row in rows):
            return [encoding.literal(row) for row in rows]
    return encoding.read(rows) if rows else []
