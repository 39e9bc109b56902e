"""The contract of all kinds: every question by every way through the one code path, against brute force; limits;
referees that are sabotaged; answers that come back from JSON."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from contract_boards import BOARDS, Board, boards, common, forced, keys

from satdnd.answer import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE
from satdnd.errors import Undecided, UsageError
from satdnd.formula import Formula
from satdnd.kind import Encoding, Kind, kind_named
from satdnd.kinds import NAMES
from satdnd.puzzles.klotski.model import Goal, Klotski, KlotskiOptions
from satdnd.puzzles.unattacked.model import Unattacked, UnattackedOptions
from satdnd.settings import Settings
from satdnd.solving import Solver

WAYS = [(name, way.name) for name in NAMES for way in kind_named(name).ways]
CHOICES = [
    (name, setting, value)
    for name in NAMES
    for setting, values in kind_named(name).choices.items()
    for value in values
    if (name, value) not in {("sudoku", "ladder")}  # PySAT's ladder is not for every number of literals
]
NO_FORMULA = ("klotski", "move")
"""Of this metric there is no formula."""


def asked_with(board: Board, **changes: Any) -> Settings:
    """How *board* is asked, with other values; the way ``sat`` of klotski has to be told when to stop."""
    if board.puzzle.kind == "klotski" and changes.get("way") == "sat":
        changes = {"steps": 12, **changes}
    return replace(board.options, **changes)


def can_ask(board: Board, way: str) -> bool:
    """Whether the way is one for this board and its options."""
    return (board.puzzle.kind, getattr(board.options, "metric", None), way) != (*NO_FORMULA, "sat")


def status_of(board: Board, way: str = "auto") -> str:
    """What `solve` has to say."""
    if board.keys:
        return SOLVED
    blind = board.puzzle.kind == "klotski" and way == "sat"  # it never sees that there is none
    return UNDECIDED if blind and not seen_at_once(board) else UNSOLVABLE


def seen_at_once(board: Board) -> bool:
    """Whether the kind needs no search to see that there is no solution."""
    return bool(kind_named(board.puzzle.kind).contradiction(board.puzzle, board.options))


def all_of(solver: Solver, board: Board) -> list[str]:
    """The solutions of an iteration."""
    return keys(board.puzzle, solver.solutions(board.puzzle))


# one code path


def test_every_kind_is_here() -> None:
    """A new kind gets its boards, or this fails."""
    assert set(BOARDS) == set(NAMES)
    for name in NAMES:
        assert any(seen_at_once(board) for board in boards(name)), name
        assert any(not board.keys and not seen_at_once(board) for board in boards(name)), name


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_all_questions_agree(name: str, way: str) -> None:
    """Every question about every board, twice, by one warm solver for each way to ask: as brute force says."""
    solvers: dict[Settings, Solver] = {}
    for board in [board for board in boards(name) if can_ask(board, way)] * 2:
        options = asked_with(board, way=way)
        solver = solvers.setdefault(options, Solver(options))
        puzzle, count, status = board.puzzle, len(board.keys), status_of(board, way)
        everything = solver.solve(puzzle, limit=None)
        assert (everything.status, everything.complete) == (status, status != UNDECIDED), board
        assert sorted(keys(puzzle, everything.solutions)) == sorted(board.keys), board
        first = solver.solve(puzzle)
        assert (first.status, len(first.solutions)) == (status, min(1, count))
        assert first.complete == (status == UNSOLVABLE)
        some = solver.solve(puzzle, limit=count + 1)
        assert (some.complete, len(some.solutions)) == (status != UNDECIDED, count)
        unique = solver.unique(puzzle)
        assert unique.status == (UNIQUE if count == 1 else MULTIPLE if count else status), board
        assert len(set(keys(puzzle, unique.solutions))) == min(2, count)
        counted = solver.count(puzzle)
        assert (counted.status, counted.details["count"], counted.solutions) == (status, count, []), board
        if status == UNDECIDED:
            with pytest.raises(Undecided):
                all_of(solver, board)
        else:
            assert sorted(all_of(solver, board)) == sorted(board.keys)
        for answer in (everything, first, unique, counted):
            assert set(keys(puzzle, answer.solutions)) <= board.keys
            assert bool(answer.reason) == (status == UNDECIDED or seen_at_once(board) or "states" in answer.reason)
            assert answer.stats["method"] in (way, "backtrack")
            assert answer.seconds > 0
    for solver in solvers.values():
        solver.close()


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_what_is_forced(name: str, way: str) -> None:
    """What is the same in all solutions, by whatever way; klotski has no such thing, and says so at once."""
    for board in boards(name):
        solver = Solver(asked_with(board, way=way))
        if name == "klotski":
            if not seen_at_once(board):
                with pytest.raises(UsageError, match="klotski has no forced cells: a solution is a list of moves"):
                    solver.forced(board.puzzle)
            continue
        answer = solver.forced(board.puzzle)
        assert (answer.status, answer.complete) == (status_of(board), not board.keys)
        if board.keys:
            assert forced(board.puzzle, answer.details["forced"]) == common(board), board
        else:
            assert "forced" not in answer.details


@pytest.mark.parametrize(("name", "setting", "value"), CHOICES)
def test_every_choice_gives_the_same_answers(name: str, setting: str, value: str) -> None:
    """Encodings, compilations and ways to connectivity differ in speed alone."""
    for board in boards(name):
        solver = Solver(replace(board.options, **{setting: value}))
        everything = solver.solve(board.puzzle, limit=None)
        assert (everything.status, everything.complete) == (status_of(board), True), board
        assert sorted(keys(board.puzzle, everything.solutions)) == sorted(board.keys)
        if board.keys:
            assert forced(board.puzzle, solver.forced(board.puzzle).details["forced"]) == common(board)


def test_questions_may_be_mixed() -> None:
    """Iterations that are under way do not disturb each other, nor the questions between their steps."""
    for name in NAMES:
        solver = Solver(timeout_less(name))
        mine = [board for board in boards(name) if board.options == boards(name)[0].options]
        runs = [(board, solver.solutions(board.puzzle), list[Any]()) for board in mine]
        while runs:
            for run in list(runs):
                board, steps, found = run
                solution = next(steps, None)
                if solution is None:
                    assert sorted(keys(board.puzzle, found)) == sorted(board.keys)
                    runs.remove(run)
                else:
                    found.append(solution)
                    assert solver.solve(board.puzzle).status == SOLVED
                    assert solver.count(board.puzzle).details["count"] == len(board.keys)
        solver.close()


def timeout_less(name: str) -> Settings:
    """The options of the first board of a kind."""
    return boards(name)[0].options


# wrong answers of earlier versions


@pytest.mark.parametrize(
    ("side", "queens", "expected"), [(7, 13, 648), pytest.param(8, 11, 48, marks=pytest.mark.slow)]
)
def test_optima_are_counted_and_nothing_below(side: int, queens: int, expected: int) -> None:
    """Counting, listing and iterating are about the optimum, not about the first good placement."""
    puzzle, solver = Unattacked(side, side, queens), Solver()
    best = solver.solve(puzzle).details["bound"]
    assert solver.count(puzzle).details["count"] == expected
    assert {solution.unattacked for solution in islice(solver.solutions(puzzle), 60)} == {best}


def test_the_least_number_is_kept() -> None:
    """Asked for at least so many, every placement has so many, and none is left out."""
    squares = [(r, c) for r in range(3) for c in range(3)]
    for least in range(5):
        expected = {((r, c),) for r, c in squares if 9 - seen_from(r, c) >= least}
        answer = Solver(UnattackedOptions(least=least)).solve(Unattacked(3, 3, 1), limit=None)
        assert {solution.queens for solution in answer.solutions} == expected
        assert answer.status == (SOLVED if expected else UNSOLVABLE)


def seen_from(row: int, column: int) -> int:
    """The squares of a 3x3 board that a queen occupies or attacks."""
    cells = [(r, c) for r in range(3) for c in range(3)]
    return sum(r == row or c == column or abs(r - row) == abs(c - column) for r, c in cells)


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_boxes_without_solution_and_steps(metric: Any) -> None:
    """An iteration over nothing ends; a bound on the moves is kept; both ways agree about it."""
    locked = Klotski(("ab", "cd"), Goal((1, 1), "a"))
    assert list(Solver(KlotskiOptions(metric=metric)).solutions(locked)) == []
    open_box = Klotski(("a.b", "..."), Goal((1, 2), "a"))
    length = len(Solver(KlotskiOptions(metric=metric)).solve(open_box).solutions[0].moves)
    for way in ("search", "sat"):
        if (way, metric) == ("sat", "move"):
            with pytest.raises(UsageError, match="no formula for the metric 'move', only for step and slide"):
                Solver(KlotskiOptions(metric=metric, way=way, steps=3)).solve(open_box)
            continue
        for steps in range(length + 2):
            answer = Solver(KlotskiOptions(metric=metric, way=way, steps=steps)).solve(open_box, limit=None)
            if steps < length:
                assert (answer.status, answer.reason) == (UNDECIDED, f"no solution within {steps} {metric}s")
            else:
                assert (answer.status, answer.complete, answer.details["length"]) == (SOLVED, True, length)


# limits


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_no_time_at_all(name: str, way: str) -> None:
    """Nothing is decided but what is seen at once, and nothing wrong is said."""
    for board in [board for board in boards(name) if can_ask(board, way)]:
        solver = Solver(asked_with(board, way=way, timeout=0))
        questions = [solver.solve, solver.unique, solver.count, *([] if name == "klotski" else [solver.forced])]
        for ask in questions:
            answer = ask(board.puzzle)
            if seen_at_once(board):
                assert answer.status == UNSOLVABLE
                continue
            assert answer.status in (UNDECIDED, status_of(board)), board
            assert answer.status != UNDECIDED or (not answer.complete and answer.reason), board
        if not seen_at_once(board):
            with pytest.raises(Undecided):
                list(solver.solutions(board.puzzle))


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_stopped_from_outside(name: str, way: str) -> None:
    """Whenever a question is stopped, what was found by then is right, and the same solver goes on afterwards."""
    for board in [board for board in boards(name) if can_ask(board, way)][::3]:
        for patience in (0, 1, 2, 3, 5, 8, 13, 21):
            left = [patience]

            def stop(left: list[int] = left) -> bool:
                left[0] -= 1
                return left[0] < 0

            with warnings.catch_warnings():
                solver = Solver(asked_with(board, way=way), stop=stop)
                answer = solver.solve(board.puzzle, limit=None)
                if answer.status == UNDECIDED:
                    assert (answer.reason.startswith("stopped"), answer.complete) == (True, False)
                    if name != "unattacked":  # whose best so far is no solution yet
                        assert set(keys(board.puzzle, answer.solutions)) <= board.keys
                else:
                    assert sorted(keys(board.puzzle, answer.solutions)) == sorted(board.keys)
                left[0] = patience
                assert solver.count(board.puzzle).details["count"] <= len(board.keys)
                left[0] = 10**9
                again = solver.solve(board.puzzle, limit=None)
                assert (again.status, len(again.solutions)) == (status_of(board, way), len(board.keys))


def test_too_large_is_said_before_it_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the estimate does not fit, nothing is compiled."""
    for name in NAMES:
        kind = kind_named(name)
        monkeypatch.setattr(type(kind), "clauses", lambda *_: 10**9, raising=False)
        for board in boards(name):
            if seen_at_once(board) or name == "klotski":
                continue
            answer = Solver(replace(board.options, memory=10**9, way="sat")).solve(board.puzzle, limit=None)
            assert answer.status == UNDECIDED
            assert "would make some 1000 million clauses, about 250.0 GB: more than the memory limit" in answer.reason


# the referee


class Sabotage:
    """An encoding with some of its clauses left out, or with another decoder."""

    def __init__(self, encoding: Encoding[Any, Any], family: str) -> None:
        old = encoding.formula
        encoding.formula = Formula(old.pool, [c for i, c in enumerate(old.clauses) if old.family_of(i) != family])
        if family == "connected":
            encoding.cuts = lambda *_: []  # type: ignore[method-assign]


def families(kind: Kind[Any, Any, Any], board: Board) -> set[str]:
    """The families of clauses of a board's formulas."""
    found = {"connected"} if type(kind.encoding(board.puzzle, board.options)).cuts is not Encoding.cuts else set()
    for encoding in encodings(kind, board):
        found |= {encoding.formula.family_of(i) for i in range(len(encoding.formula.clauses))}
    return found


def encodings(kind: Kind[Any, Any, Any], board: Board) -> Iterator[Encoding[Any, Any]]:
    """The formulas by which a board is asked."""
    yield kind.encoding(board.puzzle, board.options)
    if kind.family(board.puzzle, board.options) is not None:
        yield kind.template(board.puzzle, board.options)
