"""Explanations: a solution as steps that a person can follow, and the next step from where a player is."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Literal, get_args

from satdnd.engine.answer import INVALID, MULTIPLE, SOLVED, UNDECIDED, UNIQUE, Answer
from satdnd.engine.kind import Encoding, Kind, kind_of, options_for
from satdnd.engine.search import Search
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.explanation.rating import rated
from satdnd.explanation.stepper import Found, Stepper
from satdnd.explanation.steps import Explanation, Explanations, Move, Step, Tactics, Turn
from satdnd.formats.fields import shown
from satdnd.grid.bitboard import cell_name, listed
from satdnd.sat import cores
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session

Level = Literal["where", "which", "full"]
"""How much a hint tells: where to look, the reasons as well, everything."""


def explain(puzzle: Any, options: Settings | None = None, budget: Budget | None = None) -> Answer[Any]:
    """The solution of *puzzle* in steps, always one of those with the fewest reasons next.

    Args:
        puzzle: of any kind whose answers are models of a formula.
        options: of its kind.
        budget: in place of what *options* say.

    Returns:
        ``unique``, with the solution and steps up to it; ``multiple``, with two solutions and steps up to what is the
        same in all; ``unsolvable``; ``undecided`` where the budget ran out, with the steps up to there. In `details`:
        ``steps`` (`satdnd.engine.kind.Step.to_json`), ``grade``, ``score``, ``summary`` (how often each technique was
        used).

    Raises:
        UsageError: a kind without explanations; options that the kind does not have.
    """
    begun = time.perf_counter()
    kind, own, budget = _own(puzzle, options, budget)
    answer = Solver(own, budget=budget.part).unique(puzzle)
    found = Explanation(answer.status, (), "", {})
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            stepper, encoding = _stepper(kind, puzzle, own, answer.solutions, budget)
            with closing(stepper):
                found = _steps(kind, puzzle, own, answer.solutions, encoding, stepper, budget)
        except Undecided as error:
            found = Explanation(UNDECIDED, (), "", {}, str(error))
    answer.status, answer.reason = found.status, found.reason or answer.reason
    answer.details |= {**found.to_json(), "grade": "", "score": 0}
    if found.grade:
        answer.details["technique"] = found.grade
    if answer.status == UNIQUE:
        try:
            rating = rated(kind, puzzle, answer.solutions[0], own, budget)
            answer.details |= {"grade": rating.grade, "score": rating.score}
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, f"{error} before it was rated"
    answer.seconds = time.perf_counter() - begun
    return answer


def _own(puzzle: Any, options: Settings | None, budget: Budget | None) -> tuple[Kind[Any, Any, Any], Any, Budget]:
    kind = kind_of(puzzle)
    own = options_for(kind, options or Settings(), {})
    if own.outside:
        raise UsageError("explanations ask a solver of PySAT, not a program outside")
    kind.require(Explanations)
    return kind, own, budget or own.budget()


def stepper_of(puzzle: Any, options: Any, budget: Budget) -> tuple[Stepper, Encoding[Any, Any]]:
    """What can be asked about the cells of *puzzle* one by one: `Stepper.why`. UsageError where it has no solution."""
    kind, own, budget = _own(puzzle, options, budget)
    answer = Solver(own, budget=budget.part).unique(puzzle)
    if not answer.solutions:
        raise UsageError(f"there is nothing to explain: the puzzle is {answer.status}")
    return _stepper(kind, puzzle, own, answer.solutions, budget)


def _stepper(
    kind: Kind[Any, Any, Any], puzzle: Any, options: Any, solutions: list[Any], budget: Budget
) -> tuple[Stepper, Encoding[Any, Any]]:
    """What is seen at once is known; where there are two solutions, the goal is what all have in common."""
    budget.check()
    budget.afford(kind.clauses(puzzle, kind.options()))
    encoding = kind.require(Explanations).statements(puzzle, options, budget)
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


def _steps(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    options: Any,
    solutions: Sequence[Any],
    encoding: Encoding[Any, Any],
    stepper: Stepper,
    budget: Budget,
) -> Explanation:
    status, reason = MULTIPLE if len(solutions) > 1 else UNIQUE, ""
    tactics = kind.require(Explanations).tactics(puzzle, solutions[0] if status == UNIQUE else None, options)
    steps = list[Step]()
    try:
        while (step := next_step(kind, puzzle, encoding, stepper, tactics)) is not None:
            steps.append(step)
            budget.check()
    except Undecided as error:
        status, reason = UNDECIDED, str(error)
    if status == UNIQUE and stepper.unknown:
        status, reason = UNDECIDED, "the techniques that are allowed do not suffice"
    grade, score, summary = kind.require(Explanations).assess(puzzle, steps)
    return Explanation(status, tuple(steps), grade, summary, reason, score)


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
        technique, text = kind.require(Explanations).words.tell(puzzle, step, turns)
    return replace(step, technique=technique, text=text)


def hint(
    puzzle: Any,
    given: Any = None,
    level: Level = "full",
    options: Settings | None = None,
    budget: Budget | None = None,
) -> Answer[Any]:
    """The next step from a player's board.

    Args:
        puzzle: of any kind that `explain` explains.
        given: what the player has marked: a text as ``forced`` and solutions write it, with ``.`` for unknown, its
            rows as a list, or marks (`satdnd.engine.kind.Mark`); None: nothing.
        level: ``where``: a place to look at; ``which``: the reasons too; ``full``: the step.
        options: of its kind.
        budget: in place of what *options* say.

    Returns:
        ``solved`` with, in `details`, ``level``, ``where`` (a sentence), ``about`` (cells), and by level ``reasons``,
        ``rules`` and ``step``; without these where nothing is left to find.
        ``invalid`` for a board with mistakes: ``wrong`` is a smallest set of marks that cannot all be right,
        ``smallest`` whether that is proved. ``unsolvable`` and ``undecided`` as always.
    """
    begun = time.perf_counter()
    kind, own, budget = _own(puzzle, options, budget)
    if level not in get_args(Level):
        raise UsageError(f"the level is {shown(level)}, expected one of {', '.join(get_args(Level))}")
    marks = _rows(kind, puzzle, given)
    answer = Solver(own, budget=budget.part).unique(puzzle)
    if answer.status in (UNIQUE, MULTIPLE):
        try:
            _advise(kind, puzzle, own, answer, marks, level, budget)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
    answer.seconds = time.perf_counter() - begun
    return answer


def _advise(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    options: Any,
    answer: Answer[Any],
    rows: Sequence[Any],
    level: Level,
    budget: Budget,
) -> None:
    only = answer.solutions[0] if answer.status == UNIQUE else None
    stepper, encoding = _stepper(kind, puzzle, options, answer.solutions, budget)
    answer.details["level"] = level
    with closing(stepper):
        board = _player(kind, puzzle, stepper, encoding, answer, rows, budget)
        if board is None:
            return
        with closing(board[0]):
            tactics = kind.require(Explanations).tactics(puzzle, only, options)
            learn(board[0], encoding, board[1], tactics)
            step = next_step(kind, puzzle, encoding, board[0], tactics)
    if step is None:
        answer.reason = "all that follows is marked already"
    else:
        answer.details |= _hinted(step, level)


def _player(
    kind: Kind[Any, Any, Any],
    puzzle: Any,
    stepper: Stepper,
    encoding: Encoding[Any, Any],
    answer: Answer[Any],
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
    answer.details["given"] = [list(encoding.mark(x)) for x in marked]
    if wrong:
        answer.status, answer.details["smallest"] = INVALID, smallest
        answer.details["wrong"] = [list(encoding.mark(x)) for x in wrong]
        told = listed([encoding.sentence(x) for x in wrong])
        answer.reason = encoding.denial(wrong[0]) if len(wrong) == 1 else f"these marks cannot all be right: {told}"
        return None
    answer.status = SOLVED
    return stepper, marked


def _hinted(step: Step, level: Level) -> dict[str, Any]:
    """What a hint of that level tells of a step."""
    about: Sequence[Any] = (step.reasons and step.reasons[0].cells) or [mark[:2] for mark in step.cells[:1]]
    told: dict[str, Any] = {"where": f"look at {_place(about)}", "about": [list(cell) for cell in about]}
    if level != "where":
        told["reasons"] = [reason.text for reason in step.reasons]
        told["rules"] = [reason.rule for reason in step.reasons]
    if level == "full":
        told["step"] = step.to_json()
    return told


class Reasons:
    """Why each place of one puzzle must be as it is; what was prepared for one question serves the next.

    Args:
        puzzle: of any kind that `explain` explains.
        options: of its kind.
        solver: a warm one with these options, to see how many solutions there are; None: one of its own.

    Raises:
        UsageError: a kind without explanations; options that the kind does not have.
    """

    def __init__(self, puzzle: Any, options: Settings | None = None, solver: Solver | None = None) -> None:
        self._puzzle = puzzle
        self._kind, self._options, _ = _own(puzzle, options, Budget())
        self._solver = solver
        self._answer: Answer[Any] | None = None
        self._warm: tuple[Stepper, Encoding[Any, Any], set[int]] | None = None
        """With the marks that it was told."""

    def why(self, place: Sequence[int], given: Any = None, budget: Budget | None = None) -> Answer[Any]:
        """The fewest reasons for what is so at *place*; where that takes long, a set of which none can be dropped.

        Args:
            place: row and column from 0, of a pair of islands twice.
            given: what the player has marked, as for `hint`; what is marked at the place itself is left out.
            budget: how long it may take; None: as the options say.

        Returns:
            as `hint` of the level ``full``; without ``step``, and with a reason, where nothing follows there.

        Raises:
            UsageError: there is no such place.
            InputError: *given* is no board.
        """
        begun = time.perf_counter()
        budget = budget or self._options.budget()
        rows = _rows(self._kind, self._puzzle, given)
        if self._answer is None or self._answer.status == UNDECIDED:
            solver = self._solver or Solver(self._options, budget=budget.part)
            self._answer = solver.unique(self._puzzle)
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

    def _account(self, answer: Answer[Any], rows: Sequence[Any], place: tuple[int, ...], budget: Budget) -> None:
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
        self, answer: Answer[Any], stepper: Stepper, marked: list[int], encoding: Encoding[Any, Any], there: set[int]
    ) -> None:
        """Why one of the literals *there* follows."""
        learn(stepper, encoding, marked)
        wanted = sorted((x for x in stepper.unknown if x in there), key=lambda x: (x < 0, abs(x)))
        if wanted:
            step = _told(self._kind, self._puzzle, encoding, stepper, stepper.fewest(wanted[0]), None)
            answer.details |= _hinted(step, "full")
        elif there & stepper.goal:
            answer.reason = "it follows at once from what is marked"
        else:
            answer.reason = "nothing follows there: it is not the same in all solutions"


def _place(cells: Sequence[Any]) -> str:
    """``row 3``, ``column 2``, ``r3c5``, or ``the cells around r3c5``."""
    rows, columns = {cell[0] for cell in cells}, {cell[1] for cell in cells}
    if len(cells) == 1:
        return cell_name(cells[0])
    if len(rows) == 1:
        return f"row {min(rows) + 1}"
    if len(columns) == 1:
        return f"column {min(columns) + 1}"
    r, c = sum(rows) / len(rows), sum(columns) / len(columns)
    return f"the cells around {cell_name(min(cells, key=lambda cell: abs(cell[0] - r) + abs(cell[1] - c)))}"


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
