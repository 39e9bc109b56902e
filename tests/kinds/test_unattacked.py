"""Most unattacked squares: brute force, OEIS, two engines, bounds under a time limit, formats, the command line."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from enumeration import models_of
from hypothesis import given, strategies as st

import satdnd
from satdnd.engine import jit
from satdnd.engine.optima import Optima
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, InputError, Undecided, UsageError
from satdnd.kinds.unattacked import optimum as optimum_module
from satdnd.kinds.unattacked.encode import Placement
from satdnd.kinds.unattacked.kind import KIND
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution
from satdnd.kinds.unattacked.optimum import Optimum, images, way_for
from satdnd.kinds.unattacked.options import UnattackedOptions
from satdnd.kinds.unattacked.rules import unattacked_squares
from satdnd.kinds.unattacked.search import Progress, prove
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session

A001366 = (0, 0, 0, 0, 1, 3, 5, 7, 11, 18, 22, 30, 36, 47, 56, 72, 82, 97, 111)
"""OEIS A001366: most unattacked squares with n queens on n x n; index 0 is no board."""
SMALL = [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (4, 4)]
INSTANCES = Path(__file__).parents[2] / "instances" / "unattacked"


def free_squares(height: int, width: int, queens: Any) -> int:
    """The number of squares neither occupied nor attacked, by looking at every pair."""
    return sum(
        all(r != s and c != d and abs(r - s) != abs(c - d) for s, d in queens)
        for r in range(height)
        for c in range(width)
    )


def brute(height: int, width: int, queens: int) -> tuple[int, list[Any]]:
    """The optimum and every placement that reaches it, by looking at every set of squares."""
    squares = [(r, c) for r in range(height) for c in range(width)]
    values = {chosen: free_squares(height, width, chosen) for chosen in combinations(squares, queens)}
    best = max(values.values())
    return best, sorted(chosen for chosen, value in values.items() if value == best)


def optimum(puzzle: Unattacked, way: str = "", budget: Budget | None = None) -> Optimum:
    """By the named way, else the first that fits."""
    return optimum_module.optimum(puzzle, UnattackedOptions(), way or way_for(puzzle), budget or Budget())


# the optimum


@pytest.mark.parametrize(("height", "width"), SMALL)
def test_both_engines_and_brute_force_agree(height: int, width: int) -> None:
    """Every number of queens on small boards: the search, the clauses and the definition have one optimum."""
    for queens in range(1, min(height * width, 6) + 1):
        expected, _ = brute(height, width, queens)
        for engine in ("search", "sat"):
            found = optimum(Unattacked(height, width, queens), engine)
            assert (found.solution.unattacked, found.bound) == (expected, expected), (queens, engine)
            assert free_squares(height, width, found.solution.queens) == expected


@pytest.mark.parametrize(("height", "width"), SMALL)
def test_the_search_alone_finds_the_optimum(height: int, width: int) -> None:
    """Without annealing before it, from nothing, for every number of queens."""
    for queens in range(1, min(height * width, 6) + 1):
        progress = Progress(-1, height * width)
        prove(height, width, queens, progress, Budget())

        assert progress.best == progress.bound == brute(height, width, queens)[0]
        assert progress.queens is not None
        assert progress.queens.bit_count() >= queens


@pytest.mark.no_cover
@pytest.mark.parametrize("n", [*range(1, 10), pytest.param(10, marks=pytest.mark.slow)])
def test_a001366(n: int) -> None:
    """The published numbers, proved."""
    answer = Solver().solve(Unattacked(n, n, n))

    assert answer.status == "solved"
    assert answer.details == {"bound": A001366[n]}
    assert answer.solutions[0].unattacked == A001366[n]
    assert free_squares(n, n, answer.solutions[0].queens) == A001366[n]


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("n", [12, *(pytest.param(n, marks=pytest.mark.slow) for n in (11, 13, 14, 15, 16, 17))])
def test_a001366_further(n: int) -> None:
    """Proved in machine code (1 to 20 s)."""
    pytest.importorskip("numba")
    found = optimum(Unattacked(n, n, n), budget=Budget.of(600))

    assert (found.solution.unattacked, found.bound) == (A001366[n], A001366[n])


@pytest.mark.slow
@pytest.mark.parametrize("n", [11, 12])
def test_a001366_without_machine_code(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same where Numba is not installed (4 s and 20 s)."""
    monkeypatch.setattr(jit, "available", lambda: False)
    found = optimum(Unattacked(n, n, n), budget=Budget.of(600))

    assert (found.solution.unattacked, found.bound) == (A001366[n], A001366[n])


def test_both_engines_improve_on_a_poor_placement(monkeypatch: pytest.MonkeyPatch) -> None:
    """When annealing finds nothing good, both engines still reach the optimum, and a right placement."""
    monkeypatch.setattr(optimum_module, "anneal", lambda h, w, q, *_: (0, list(range(q))))
    for engine in ("search", "sat"):
        found = optimum(Unattacked(6, 6, 6), engine)

        assert found.proved
        assert free_squares(6, 6, found.solution.queens) == 5 == found.bound


LARGER = (((15, 15), 15), ((21, 19), 21))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "queens"),
    [((18, 18), 18), *(pytest.param(*case, marks=pytest.mark.slow) for case in LARGER), ((40, 40), 40)],
)
def test_under_a_time_limit_best_and_bound_are_told(size: tuple[int, int], queens: int) -> None:
    """Undecided within the limit: a placement, a bound above it, and both in the reason."""
    answer = Solver(UnattackedOptions(timeout=1)).solve(Unattacked(*size, queens))

    assert answer.status == "undecided"
    best, bound = answer.solutions[0].unattacked, answer.details["bound"]
    assert 0 < best < bound <= size[0] * size[1]
    assert (
        answer.reason
        == f"the time limit was reached: the best found leaves {best} unattacked, and none more than {bound}"
    )


def test_no_queens_and_too_many() -> None:
    """No queen leaves the whole board; more queens than squares are unsolvable with the reason."""
    answer = Solver().solve(Unattacked(3, 4, 0))
    assert (answer.status, answer.details, answer.solutions[0].unattacked) == ("solved", {"bound": 12}, 12)

    answer = Solver().solve(Unattacked(3, 4, 13))
    assert (answer.status, answer.reason) == ("unsolvable", "13 queens do not fit on 12 squares")
    assert Solver().unique(Unattacked(3, 4, 12)).status == "unique"


@pytest.mark.parametrize("way", ["search", "sat", "anneal"])
def test_more_than_the_optimum_is_what_has_no_placement(way: str) -> None:
    """Not the puzzle, which has placements: the answer says what was asked for."""
    puzzle, reason = Unattacked(4, 4, 3), "no placement leaves 3 squares unattacked"
    for ask in (satdnd.solve, satdnd.unique, satdnd.count):
        answer = ask(puzzle, least=3, way=way)
        assert (answer.status, answer.reason) == ("unsolvable", reason)
        assert not ask(puzzle, least=2, way=way).reason


def test_engines_are_named() -> None:
    """Boards too large for the search are a UsageError; ``auto`` takes the clauses for them."""
    with pytest.raises(UsageError, match="boards up to 20x20"):
        Solver(UnattackedOptions(way="search")).solve(Unattacked(21, 4, 4))
    with pytest.raises(UsageError, match="boards of up to 400 squares"):
        Solver(UnattackedOptions(way="sat")).solve(Unattacked(21, 20, 4))
    assert Solver().solve(Unattacked(21, 2, 2)).stats["method"] == "sat"
    with pytest.raises(UsageError, match="unattacked has no search method 'backtrack'; it has: search, sat, anneal"):
        Solver(UnattackedOptions(way="backtrack")).solve(Unattacked(4, 4, 4))


# all optimal placements


def test_undecided_after_the_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time runs out when the optimum is known and the other placements are not."""

    def never(*_: Any, **__: Any) -> Any:
        raise Undecided("the time limit was reached")

    monkeypatch.setattr(Session, "next_model", never)
    answer = Solver(UnattackedOptions(way="sat")).unique(Unattacked(2, 2, 4))
    assert (answer.status, answer.details, len(answer.solutions)) == ("undecided", {"bound": 0}, 1)


def test_images_are_as_good() -> None:
    """Eight on a square board, four on another, all with the same number."""
    for puzzle, number in ((Unattacked(4, 4, 3), 8), (Unattacked(3, 4, 3), 4)):
        found = list(images(optimum(puzzle).solution))
        assert len(found) == number
        assert not [fault for solution in found for fault in KIND.faults(puzzle, solution, UnattackedOptions())]


# clauses


def test_a_model_that_breaks_its_promise_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clauses that let attacked squares count as free end in an EncodingBug, not in an endless search."""
    monkeypatch.setattr(Placement, "decode", lambda *_: UnattackedSolution(6, 6, ((0, 0),), 1))
    monkeypatch.setattr(optimum_module, "anneal", lambda h, w, q, *_: (0, list(range(q))))
    with pytest.raises(EncodingBug, match="the clauses promise"):
        optimum(Unattacked(6, 6, 6), "sat")


@pytest.mark.parametrize(("height", "width", "queens"), [(3, 3, 2), (3, 4, 2), (4, 4, 3)])
def test_the_formula_asks_for_so_many(height: int, width: int, queens: int) -> None:
    """With K unattacked squares asked for, the models are exactly the placements with K or more."""
    puzzle = Unattacked(height, width, queens)
    squares = [(r, c) for r in range(height) for c in range(width)]
    for least in range(brute(height, width, queens)[0] + 2):
        for cardinality in ("auto", "seqcounter", "native"):
            encoding = KIND.encoding(puzzle, UnattackedOptions(least=least, cardinality=cardinality), eager=True)
            with Session(encoding.formula, encoding.best_solver) as session:
                models = list(models_of(session, encoding.projection))
            found = sorted(encoding.decode(puzzle, model).queens for model in models)
            assert found == [q for q in combinations(squares, queens) if free_squares(height, width, q) >= least]


@pytest.mark.parametrize(("height", "width", "queens"), [(4, 4, 1), (4, 4, 2), (3, 4, 2), (5, 3, 1)])
def test_an_image_of_every_placement_survives_the_symmetry(height: int, width: int, queens: int) -> None:
    """Breaking the symmetry loses no placement without keeping a mirror image or rotation of it, and does lose some."""
    puzzle = Unattacked(height, width, queens)
    squares = [(r, c) for r in range(height) for c in range(width)]
    kept = 0
    for chosen in combinations(squares, queens):
        number = free_squares(height, width, chosen)
        encoding = Placement(puzzle, UnattackedOptions(), number, symmetric=False)
        placement = UnattackedSolution(height, width, chosen, number)
        with Session(encoding.formula) as session:
            assert any(session.solve(encoding.literals(puzzle, image)) for image in images(placement))
            kept += session.solve(encoding.literals(puzzle, placement)) is True
    assert kept < len(list(combinations(squares, queens)))


# every answer is about the optimum


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "queens", "best", "ways"),
    [(7, 13, 4, 648), (8, 11, 8, 48)],
)
def test_placements_below_the_optimum_are_never_told(size: int, queens: int, best: int, ways: int) -> None:
    """Counted, listed or iterated, all placements reach the optimum, not what annealing found."""
    puzzle = Unattacked(size, size, queens)
    counted = Solver().count(puzzle)
    assert (counted.status, counted.details["count"], counted.details["bound"]) == ("solved", ways, best)
    found = list(Solver().solutions(puzzle))
    assert len({solution.queens for solution in found}) == len(found) == ways
    assert {free_squares(size, size, solution.queens) for solution in found} == {best}


@pytest.mark.parametrize("way", ["search", "sat"])
@pytest.mark.parametrize(("height", "width", "queens"), [(3, 4, 2), (4, 4, 4), (5, 4, 3), (4, 3, 10), (3, 3, 9)])
def test_every_question_stands_on_the_optimum(height: int, width: int, queens: int, way: str) -> None:
    """By each way, though annealing finds nothing good: the count, the list, the iteration of brute force."""
    best, placements = brute(height, width, queens)
    puzzle, solver = Unattacked(height, width, queens), Solver(UnattackedOptions(way=way))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(optimum_module, "anneal", lambda h, w, q, *_: (0, list(range(q))))
        answer = solver.solve(puzzle, None)
        assert sorted(s.queens for s in answer.solutions) == placements
        assert (answer.details["bound"], answer.complete) == (best, True)
        assert solver.count(puzzle).details == {"count": len(placements), "bound": best}
        assert sorted(s.queens for s in solver.solutions(puzzle)) == placements
        boards = [{r * width + c for r, c in queens} for queens in placements]
        always, never = set.intersection(*boards), set(range(height * width)) - set.union(*boards)
        marks = "".join("Q" if i in always else "x" if i in never else "." for i in range(height * width))
        rows = [marks[i : i + width] for i in range(0, height * width, width)]
        assert solver.forced(puzzle).details == {"bound": best, "forced": rows}


def test_the_exported_formula_holds_the_optimum() -> None:
    """Twenty queens on 7x7 that leave fewer squares than the optimum are no model."""
    puzzle = Unattacked(7, 7, 20)
    options = KIND.require(Optima).pinned(puzzle, UnattackedOptions(), Budget())
    best = optimum(puzzle)
    assert best.proved
    assert options.least == best.bound == 2
    encoding = KIND.encoding(puzzle, UnattackedOptions(), eager=True)
    worse = UnattackedSolution(7, 7, tuple(divmod(i, 7) for i in range(20)), 0)
    with Session(encoding.formula) as session:
        assert session.solve(encoding.literals(puzzle, best.solution))
        assert session.solve(encoding.literals(puzzle, worse)) is False
        assert session.solve()
        model = session.model
    assert free_squares(7, 7, encoding.decode(puzzle, model).queens) == 2


# the referee


def test_faults() -> None:
    """Another number of queens, another number of squares; the optimum is no rule."""
    puzzle = Unattacked(3, 3, 2)
    faults = KIND.faults(puzzle, UnattackedSolution(3, 3, ((0, 0),), 1), UnattackedOptions())

    assert [(f.rule, f.message) for f in faults] == [
        ("count", "found 1 queen, expected 2"),
        ("unattacked", "2 squares are unattacked, not 1"),
    ]
    assert faults[1].cells == ((1, 2), (2, 1))
    assert not KIND.faults(puzzle, UnattackedSolution(3, 3, ((0, 0), (1, 1)), 0), UnattackedOptions())


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_unattacked_squares(height: int, width: int, data: st.DataObject) -> None:
    """The referee's lines and the definition by pairs say the same."""
    squares = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    queens = tuple(data.draw(st.lists(squares, unique=True, max_size=6)))

    assert len(unattacked_squares(height, width, queens)) == free_squares(height, width, queens)


# formats


def test_a_table_in_a_text() -> None:
    """``*`` stands for every number of queens that leaves a square unattacked."""
    found = list(KIND.texts.read("3x3 *\n# name: t\n1X4 *\n"))
    assert "any queen attacks every square of 1x4" in str(found.pop())

    assert found == [Unattacked(3, 3, 1), Unattacked(3, 3, 2)]
    assert [p.name for p in found if isinstance(p, Unattacked)] == ["3x3 1", "3x3 2"]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("8x8\n", 1, 4, "found only the size, expected the number of queens, or * for a table"),
        ("# x\n\n8x8 x\n", 3, 5, "found 'x', expected the number of queens, or * for a table"),
        ("8x8 8 9\n", 1, 7, "found '9' after the number of queens, expected the end of the line"),
        ("101x8 8\n", 1, 1, "found 101 rows, expected 1 to 100"),
        ("abc 8\n", 1, 1, "found 'abc', expected a size"),
        ("# x\n", 1, None, "found no puzzle, expected a line such as '8x8 8'"),
    ],
)
def test_bad_texts(text: str, line: int, column: int | None, message: str) -> None:
    """One error with line and column, what was found and what was expected."""
    (error,) = KIND.texts.read(text)

    assert isinstance(error, InputError)
    assert (error.line, error.column) == (line, column)
    assert message in error.message


def test_placements_in_a_text() -> None:
    """A number that the text says is kept for the referee; without one it is counted."""
    puzzle = Unattacked(3, 3, 1)

    assert [
        s.unattacked for s in KIND.texts.read_solutions("1\n\nQ..\n...\n...\n", puzzle) if not isinstance(s, InputError)
    ] == [2, 2]
    (told,) = KIND.texts.read_solutions('{"queens": [[0, 0]], "unattacked": 7}', puzzle)
    assert isinstance(told, UnattackedSolution)
    assert told.unattacked == 7
    for bad in ('{"queens": [[0, 0]], "unattacked": "x"}', "abc"):
        assert [type(found) for found in KIND.texts.read_solutions(bad, puzzle)] == [InputError]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("8x8 8\n", True), ("# x\n8x8 *\n", True), ("8x8\n", False), ("#\n", False), ("8 8\n", False)],
)
def test_recognises(text: str, expected: bool) -> None:
    """Only lines of a size and a number."""
    assert KIND.texts.recognises(text) is expected


# the command line


def test_instances() -> None:
    """Every instance is read; the table on 5x5 is solved."""
    lines = run("solve", "--format", "json", INSTANCES / "table-5x5.unattacked").out.splitlines()

    assert [json.loads(line)["bound"] for line in lines][4] == A001366[5]
    assert len(lines) == 12
    assert run("convert", INSTANCES).out.count('"unattacked"') == 15
