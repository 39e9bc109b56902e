"""Explanations: a solution as steps that a person can follow, and the next step from where a player is."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, get_args

from satdnd.engine.answer import INVALID, MULTIPLE, SOLVED, UNDECIDED, UNIQUE
from satdnd.engine.kind import Encoding, Kind, kind_of
from satdnd.engine.search import Search
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.explanation.answers import Explanation, Hint, Level
from satdnd.explanation.rating import rated
from satdnd.explanation.stepper import Found, Stepper
from satdnd.explanation.steps import Move, Step, Tactics, Turn
from satdnd.formats.fields import shown
from satdnd.grid.bitboard import listed
from satdnd.registry import kinds_that
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
    kind, options, budget = _asked(solver, puzzle)
    answer: Explanation[Any] = Explanation.of(solver.unique(puzzle))
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            stepper, encoding = _stepper(kind, puzzle, options, answer.solutions, budget)
            with closing(stepper):
                _walk(kind, puzzle, options, answer, encoding, stepper, budget)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    if answer.status == UNIQUE:
        try:
            rating = rated(kind, puzzle, answer.solutions[0], options, budget)
            answer.grade, answer.score = rating.grade, rating.score
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, f"{error} before it was rated"
    answer.seconds = time.perf_counter() - begun
    return answer


def _asked(solver: Solver, puzzle: Any) -> tuple[Kind[Any, Any, Any], Any, Budget]:
    """The kind of *puzzle*, its options, and what the question may take from now on; UsageError as `explain`."""
    kind = kind_of(puzzle)
    own = solver.options_of(kind)
    if own.outside:
        raise UsageError("explanations ask a solver of PySAT, not a program outside")
    if type(kind).statements is Kind.statements:
        able = ", ".join(kinds_that(lambda other: type(other).statements is not Kind.statements))
        raise UsageError(f"{kind.name} has no explanations; these have: {able}")
    return kind, own, solver.budget_of(kind)


def stepper_of(solver: Solver, puzzle: Any) -> tuple[Stepper, Encoding[Any, Any]]:
    """What can be asked about the cells of *puzzle* one by one: `Stepper.why`. UsageError where it has no solution."""
    kind, options, budget = _asked(solver, puzzle)
    answer = solver.unique(puzzle)
    if not answer.solutions:
        raise UsageError(f"there is nothing to explain: the puzzle is {answer.status}")
    return _stepper(kind, puzzle, options, answer.solutions, budget)


def _stepper(
    kind: Kind[Any, Any, Any], puzzle: Any, options: Any, solutions: list[Any], budget: Budget
) -> tuple[Stepper, Encoding[Any, Any]]:
    """What is seen at once is known; where there are two solutions, the goal is what all have in common."""
    budget.check()
    budget.afford(kind.clauses(puzzle, kind.options()))
    encoding = kind.statements(puzzle, options, budget)
    if len(solutions) == 1:
        return _from(encoding, puzzle, solutions[0], None, budget), encoding
    with closing(Search(encoding, "auto", budget)) as search:
        found = search.backbone(puzzle, budget)
    assert found is not None
    return _from(encoding, puzzle, found[0], found[1], budget), encoding


def _from(encoding: Encoding[Any, Any], puzzle: Any, solution: Any, goal: list[int] | None, budget: Budget) -> Stepper:
    """What is seen at once is known."""
    true = set(encoding.literals(puzzle, solution))
    literals = [v if v in true else -v for v in encoding.projection]
    stepper = Stepper(
        encoding.formula,
        encoding.projection,
        literals,
        literals if goal is None else goal,
        encoding.connectivity(puzzle),
        lambda x: encoding.mark(x)[:2],  # type: ignore[arg-type,return-value]  # a mark begins with its cell
        budget,
    )
    learn(stepper, encoding, encoding.shown(puzzle))
    return stepper


def learn(
    stepper: Stepper, encoding: Encoding[Any, Any], literals: Iterable[int], tactics: Tactics | None = None
) -> None:
    """Mark *literals*, and what comes along with them."""
    known = list(literals)
    stepper.learn([*known, *(y for x in known for y in encoding.along(x))])
    if tactics is not None:
        tactics.learn(known)


def _walk(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    options: Any,
    answer: Explanation[Any],
    encoding: Encoding[Any, Any],
    stepper: Stepper,
    budget: Budget,
) -> None:
    """Take step after step, into *answer*."""
    tactics = kind.tactics(puzzle, answer.solutions[0] if answer.status == UNIQUE else None, options)
    steps = list[Step]()
    try:
        while (step := next_step(kind, puzzle, encoding, stepper, tactics)) is not None:
            steps.append(step)
            budget.check()
    except Undecided as error:
        answer.status, answer.reason = UNDECIDED, str(error)
    if answer.status == UNIQUE and stepper.unknown:
        answer.status, answer.reason = UNDECIDED, "the techniques that are allowed do not suffice"
    answer.steps = tuple(steps)
    technique, _, answer.summary = kind.assess(puzzle, steps)
    answer.technique = technique or None


def next_step(
    kind: Kind[Any, Any, Any], puzzle: Any, encoding: Encoding[Any, Any], stepper: Stepper, tactics: Tactics | None
) -> Step | None:
    """The easiest step, which is taken; None where nothing is left to find. Raises Undecided."""
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
    step = _told(kind, puzzle, encoding, stepper, found, move)
    learn(stepper, encoding, found.literals, tactics)
    return step


def _told(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    encoding: Encoding[Any, Any],
    stepper: Stepper,
    found: Found,
    move: Move | None,
) -> Step:
    """A step in the words of its kind."""
    along = {y for x in found.literals for y in encoding.along(x)}
    literals = [x for x in found.literals if x not in along]
    step = Step(
        tuple(map(encoding.mark, literals)),
        "",
        "",
        tuple(found.reasons),
        tuple(map(encoding.mark, found.known)),
        minimal=found.minimal,
        easiest=found.easiest,
        openings=found.openings,
    )
    if move:
        technique, text = move.technique, move.text
    else:
        turns = [Turn(i, tuple(map(encoding.mark, said))) for i, said in stepper.argument(found, literals[0])]
        technique, text = kind.technique(puzzle, step, turns)
    return replace(step, technique=technique, text=text)


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
    kind, options, budget = _asked(solver, puzzle)
    if level not in get_args(Level):
        raise UsageError(f"the level is {shown(level)}, expected one of {', '.join(get_args(Level))}")
    marks = _rows(kind, puzzle, given)
    answer: Hint[Any] = Hint.of(solver.unique(puzzle))
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            _advise(kind, puzzle, options, answer, marks, level, budget)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    answer.seconds = time.perf_counter() - begun
    return answer


def _advise(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    options: Any,
    answer: Hint[Any],
    rows: Sequence[Any],
    level: Level,
    budget: Budget,
) -> None:
    only = answer.solutions[0] if answer.status == UNIQUE else None
    stepper, encoding = _stepper(kind, puzzle, options, answer.solutions, budget)
    answer.level = level
    with closing(stepper):
        board = _player(kind, puzzle, stepper, encoding, answer, rows, budget)
        if board is None:
            return
        with closing(board[0]):
            tactics = kind.tactics(puzzle, only, options)
            learn(board[0], encoding, board[1], tactics)
            step = next_step(kind, puzzle, encoding, board[0], tactics)
    if step is None:
        answer.reason = "all that follows is marked already"
    else:
        answer.tell(step, level)


def _player(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    stepper: Stepper,
    encoding: Encoding[Any, Any],
    answer: Hint[Any],
    rows: Sequence[Any],
    budget: Budget,
) -> tuple[Stepper, list[int]] | None:
    """The player's marks, and what is asked from there; None for a board with mistakes, which *answer* tells then."""
    marked = _marked(encoding, rows)
    wrong = [x for x in marked if -x in stepper.goal][:1]
    smallest = True
    if not wrong and answer.status == MULTIPLE and marked:
        wrong, smallest = _conflict(kind, puzzle, encoding, marked, budget)
        if not wrong:
            stepper = _with_marks(encoding, puzzle, marked, budget)
    answer.solutions, answer.complete = [], False
    answer.given = tuple(map(encoding.mark, marked))
    if wrong:
        answer.status, answer.smallest = INVALID, smallest
        answer.wrong = tuple(map(encoding.mark, wrong))
        told = listed([encoding.sentence(x) for x in wrong])
        answer.reason = encoding.denial(wrong[0]) if len(wrong) == 1 else f"these marks cannot all be right: {told}"
        return None
    answer.status = SOLVED
    return stepper, marked


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
        self._kind, self._options, _ = _asked(solver, puzzle)
        self._answer: Hint[Any] | None = None
        self._warm: tuple[Stepper, Encoding[Any, Any], set[int]] | None = None
        """With the marks that it was told."""

    def why(self, place: Sequence[int], given: Any = None) -> Hint[Any]:
        """The fewest reasons for what is so at *place*; where that takes long, a set of which none can be dropped.

        Args:
            place: row and column from 0, of a pair of islands twice.
            given: what the player has marked, as for `hint`; what is marked at the place itself is left out.

        Returns:
            as `hint` of the level ``full``; without ``step``, and with a reason, where nothing follows there.

        Raises:
            UsageError: there is no such place.
            InputError: *given* is no board.
        """
        begun = time.perf_counter()
        budget = self._solver.budget_of(self._kind)
        rows = _rows(self._kind, self._puzzle, given)
        if self._answer is None or self._answer.status == UNDECIDED:
            self._answer = Hint.of(self._solver.unique(self._puzzle))
        answer = replace(self._answer, details={}, stats={})
        if answer.status in (UNIQUE, MULTIPLE):
            try:
                self._account(answer, rows, tuple(place), budget)
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

    def _account(self, answer: Hint[Any], rows: Sequence[Any], place: tuple[int, ...], budget: Budget) -> None:
        kind, puzzle, solutions = self._kind, self._puzzle, answer.solutions
        if self._warm is None:
            self._warm = *_stepper(kind, puzzle, self._options, solutions, budget), set()
        stepper, encoding, told = self._warm
        there = {x for v in encoding.projection for x in (v, -v) if encoding.mark(x)[:-1] == place}
        if not there:
            raise UsageError(f"the place is {shown(list(place))}, expected one of this board")
        marks = [encoding.mark(x) for x in _marked(encoding, rows) if x not in there]
        stepper.within(budget)
        if (board := _player(kind, puzzle, stepper, encoding, answer, marks, budget)) is None:
            return
        if given := sorted(there.intersection(encoding.shown(puzzle)), key=abs):
            answer.reason = f"the puzzle says it: {encoding.sentence(given[0])}"
            return
        if board[0] is not stepper:
            with closing(board[0]):
                self._reason(answer, *board, encoding, there)
            return
        if not told <= set(board[1]):  # marks were taken back
            self.close()
            self._warm = *_stepper(kind, puzzle, self._options, solutions, budget), set()
            stepper, encoding, told = self._warm
        told.update(board[1])
        self._reason(answer, stepper, board[1], encoding, there)

    def _reason(
        self, answer: Hint[Any], stepper: Stepper, marked: list[int], encoding: Encoding[Any, Any], there: set[int]
    ) -> None:
        """Why one of the literals *there* follows."""
        learn(stepper, encoding, marked)
        wanted = sorted((x for x in stepper.unknown if x in there), key=lambda x: (x < 0, abs(x)))
        if wanted:
            step = _told(self._kind, self._puzzle, encoding, stepper, stepper.fewest(wanted[0]), None)
            answer.tell(step, "full")
        elif there & stepper.goal:
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


def _conflict(
    kind: Kind[Any, Any, Any], puzzle: Any, encoding: Encoding[Any, Any], marked: list[int], budget: Budget
) -> tuple[list[int], bool]:
    """A smallest set of marks that no solution has; none where one has them all."""
    whole = kind.compiled(puzzle, kind.options(), budget, eager=True)
    with Session(whole.formula, budget=budget) as session:
        own = {whole.literal(encoding.mark(x)): x for x in marked}
        core = cores.find(session, dict.fromkeys(own, 1), budget, base=whole.assumptions(puzzle))
    return ([own[x] for x in core.literals], core.smallest) if core else ([], True)


def _with_marks(encoding: Encoding[Any, Any], puzzle: Any, marked: list[int], budget: Budget) -> Stepper:
    """Where there are several solutions: the goal is what those with these marks have in common."""
    with closing(Search(encoding, "auto", budget)) as search:
        for x in marked:
            search.session.add([x])
        found = search.backbone(puzzle, budget)
    assert found is not None
    return _from(encoding, puzzle, found[0], found[1], budget)
