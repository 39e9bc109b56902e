"""N queens: counts of OEIS, brute force against clauses and masks, the order of placements, the command line."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice, product
from typing import Any

import pytest

import satdnd
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import CannotFulfil, Undecided
from satdnd.kinds.queens import backtrack
from satdnd.kinds.queens.kind import KIND
from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session

A000170 = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596)
"""OEIS A000170: ways to place n queens on n x n, n = 0, 1, 2, ..."""
SIZES = [(h, w) for h in range(1, 5) for w in range(1, 5)]


def brute(puzzle: Queens) -> list[tuple[tuple[int, int], ...]]:
    """Every placement, by looking at every set of squares."""
    squares = list(product(range(puzzle.height), range(puzzle.width)))
    return [
        chosen
        for chosen in combinations(squares, puzzle.count)
        if set(puzzle.given) <= set(chosen)
        and all(r != s and c != d and r - c != s - d and r + c != s + d for (r, c), (s, d) in combinations(chosen, 2))
    ]


def by_sat(puzzle: Queens, **settings: Any) -> list[tuple[tuple[int, int], ...]]:
    """Every placement, by the clauses; sorted."""
    answer = Solver(Settings(**settings)).solve(puzzle, None)
    assert answer.complete or answer.status == "unsolvable"
    return sorted(solution.queens for solution in answer.solutions)


# counting and order


@pytest.mark.parametrize("n", range(1, 11))
def test_counts_of_a000170(n: int) -> None:
    """The count of the bitwise search is that of OEIS."""
    answer = Solver().count(Queens(n, n))

    assert answer.details == {"count": A000170[n]}
    assert (answer.status, answer.complete) == ("solved" if A000170[n] else "unsolvable", True)
    assert answer.stats["method"] == "backtrack"


@pytest.mark.slow
@pytest.mark.parametrize("n", [13, 14])
def test_counts_for_13_and_14(n: int) -> None:
    """73,712 and 365,596."""
    assert backtrack.count(Queens(n, n)) == A000170[n]


@pytest.mark.no_cover
@pytest.mark.parametrize(("height", "width"), SIZES)
def test_brute_force_counts_and_order_agree(height: int, width: int) -> None:
    """For every number of queens, without and with each single queen given: clauses, count and order say the same."""
    for queens in (None, *range(min(height, width) + 2)):
        for given in ((), *(((r, c),) for r, c in product(range(height), range(width)))):
            puzzle = Queens(height, width, given, queens)
            expected = brute(puzzle)
            ordered = [solution.queens for solution in backtrack.in_order(puzzle)]

            assert sorted(ordered) == sorted(expected)
            assert backtrack.count(puzzle) == len(expected)
            if len(given) <= puzzle.count <= min(height, width):
                assert by_sat(puzzle) == sorted(expected)


def test_the_first_placement_in_order_is_the_published_board() -> None:
    """The lexicographically first of 92 is 577094088726155265 ("Masquerade ball with eight queens", 2011)."""
    ordered = list(backtrack.in_order(Queens(8, 8)))

    assert ordered[0].board == 577094088726155265
    assert [s.queens for s in ordered] == sorted(s.queens for s in ordered)
    assert len(ordered) == 92


def test_in_order_with_fewer_queens_puts_a_queen_before_an_empty_row() -> None:
    """The first of two queens on four rows stands in the first row; the last placements leave it empty."""
    ordered = [s.queens for s in backtrack.in_order(Queens(4, 4, (), 2))]

    assert ordered[0] == ((0, 0), (1, 2))
    assert ordered[-1] == ((2, 3), (3, 1))


@pytest.mark.parametrize("puzzle", [Queens(900, 1), Queens(1000, 3, ((700, 1),), 2), Queens(401, 401, queens=1)])
def test_deep_boards(puzzle: Queens) -> None:
    """Rows cost no calls."""
    first, second = islice(backtrack.in_order(puzzle), 2)
    assert first.queens < second.queens
    assert not KIND.faults(puzzle, first)


def test_too_many_queens_for_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is a call: above a limit clauses find the same placements."""
    expected = {solution.queens for solution in backtrack.in_order(Queens(6, 6))}
    monkeypatch.setattr(backtrack, "DEEPEST", 5)
    answer = Solver(Settings(way="backtrack")).solve(Queens(6, 6), None)
    assert {solution.queens for solution in answer.solutions} == expected
    assert "clauses" in answer.stats


def test_attacking_given_queens_have_no_placement() -> None:
    """Two given queens on one line leave nothing to count or to list, on every kind of line."""
    for given in (((0, 0), (0, 2)), ((0, 1), (3, 1)), ((0, 3), (2, 1)), ((1, 1), (2, 2))):
        puzzle = Queens(4, 4, given)
        assert backtrack.count(puzzle) == 0
        assert not list(backtrack.in_order(puzzle))


def test_deadlines() -> None:
    """Count and order give up at the deadline; a board too deep for the count has none."""
    with pytest.raises(Undecided):
        backtrack.count(Queens(20, 20), Budget.of(0))
    with pytest.raises(Undecided):
        list(backtrack.in_order(Queens(30, 30), Budget.of(0)))
    assert backtrack.count(Queens(401, 401)) is None


# clauses


# the referee


@pytest.mark.parametrize(
    ("queens", "rule", "message"),
    [
        (((0, 1), (1, 3), (2, 0), (3, 2)), None, ""),
        (((0, 2), (1, 0), (2, 3), (3, 1)), "given", "the queen given at r1c2 is not there"),
        (((0, 1), (1, 3), (2, 0)), "count", "found 3 queens, expected 4"),
        (((0, 1),), "count", "found 1 queen, expected 4"),
        (((0, 1), (0, 3), (2, 0), (3, 2)), "row", "2 queens share a row: r1c2 and r1c4"),
        (((0, 1), (1, 3), (2, 0), (3, 0)), "column", "2 queens share a column: r3c1 and r4c1"),
        (((0, 1), (1, 0), (2, 3), (3, 2)), "diagonal", "2 queens share a diagonal: r1c2 and r2c1"),
    ],
)
def test_a_failing_placement_for_every_rule(queens: Any, rule: str | None, message: str) -> None:
    """Each rule is broken by some placement, whose first fault says so."""
    faults = KIND.faults(Queens(4, 4, ((0, 1),)), QueensSolution(4, 4, queens), Settings())

    assert [fault.rule for fault in faults][:1] == ([rule] if rule else [])
    assert message in [fault.message for fault in faults] or not rule


def test_pictures_show_what_a_placement_has() -> None:
    """Of given queens those that are there; without a placement the number of queens, where it is not the usual."""
    puzzle = Queens(2, 3, ((0, 0), (1, 1)), 1)
    drawn = KIND.picture(puzzle, QueensSolution(2, 3, ((0, 0), (1, 2))))
    assert [[(tile.style, tile.text) for tile in row] for row in drawn.tiles] == [
        [("clue", "Q"), ("unknown", ""), ("unknown", "")],
        [("unknown", ""), ("unknown", ""), ("filled", "Q")],
    ]
    assert [KIND.picture(x).title for x in (puzzle, replace(puzzle, queens=2))] == ["1 queen", ""]
    assert drawn.title == ""


def test_every_fault_at_once() -> None:
    """All faults are told, in the order of the rules."""
    faults = KIND.faults(Queens(3, 3, ((2, 2),)), QueensSolution(3, 3, ((0, 0), (0, 1), (1, 0), (1, 2))), Settings())

    assert [fault.rule for fault in faults] == ["given", "count", "row", "row", "column", "diagonal", "diagonal"]


def test_a_full_board_has_one_fault_a_line() -> None:
    """60x60 queens: a fault for each line of two squares or more, with all its squares, and no message is long."""
    found = KIND.faults(Queens(60, 60), QueensSolution(60, 60, tuple(divmod(i, 60) for i in range(3600))), Settings())
    assert [fault.rule for fault in found] == ["count", *["row"] * 60, *["column"] * 60, *["diagonal"] * 234]
    assert {len(fault.cells) for fault in found} == {0, *range(2, 61)}
    assert max(len(fault.message) for fault in found) < 80
    assert found[1].message == "60 queens share a row: r1c1, r1c2, r1c3, r1c4, ..."


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (Queens(8, 8, ((0, 0), (0, 5))), "the given queens at r1c1 and r1c6 share a row"),
        (Queens(8, 8, ((0, 0), (5, 0))), "the given queens at r1c1 and r6c1 share a column"),
        (Queens(8, 8, ((0, 5), (5, 0))), "the given queens at r1c6 and r6c1 share a diagonal"),
        (Queens(4, 6, (), 5), "5 queens, but only 4 rows"),
        (Queens(6, 4, (), 5), "5 queens, but only 4 columns"),
        (Queens(6, 4, ((0, 0), (1, 2)), 1), "2 queens are given, but there are to be 1 in all"),
    ],
)
def test_contradictions_have_reasons(puzzle: Queens, reason: str) -> None:
    """What cannot have a placement is unsolvable with a reason, and so say the clauses alone."""
    answer = Solver().solve(puzzle)

    assert (answer.status, answer.reason) == ("unsolvable", reason)
    assert Solver().forced(puzzle).status == "unsolvable"
    assert backtrack.count(puzzle) == 0
    with Session(KIND.encoding(puzzle, Settings(), eager=True).formula) as session:
        assert session.solve() is False


# setting


@pytest.mark.parametrize("size", [(1, 1), (4, 4), (5, 9), (9, 5), (8, 8)])
def test_generated_boards(size: tuple[int, int]) -> None:
    """One placement, and another one without any of the given queens; a seed gives the same board again."""
    height, width = size
    for seed in range(4):
        (made,) = satdnd.generate("queens", {"height": height, "width": width}, seed=seed)
        assert isinstance(made, Queens)
        assert (made.height, made.width, made.queens) == (height, width, None)
        assert backtrack.count(made) == 1
        for queen in made.given:
            assert backtrack.count(replace(made, given=tuple({*made.given} - {queen}))) != 1
        assert list(satdnd.generate("queens", {"height": height, "width": width}, seed=seed)) == [made]


def test_generators_without_a_placement() -> None:
    """None on 3x3; with any number of solutions all queens are given."""
    with pytest.raises(CannotFulfil, match="a board of 3x3 has no solution"):
        next(satdnd.generate("queens", {"height": 3, "width": 3}, seed=1))
    (made,) = satdnd.generate("queens", {"height": 6, "width": 7, "unique": False}, seed=1)
    assert len(made.given) == 6


def test_where_random_starts_find_nothing() -> None:
    """No twelve random starts of seed 1 lead to a placement; the solver finds one."""
    (made,) = satdnd.generate("queens", {"height": 10, "width": 10}, seed=1, difficulty="hard")
    assert backtrack.count(made) == 1


def test_given_queens_that_are_not_needed() -> None:
    """Two of three can be left out."""
    found = satdnd.diagnose(Queens(4, 4, ((0, 1), (1, 3), (2, 0))), redundant=True)
    assert found.redundant == ("a queen stands on r2c4", "a queen stands on r3c1")


# the command line


def test_arguments_name_the_attacking_queen() -> None:
    """``attacked from r6c5`` instead of the diagonal between them."""
    (puzzle,) = satdnd.loads("8x8 r2c3 r8c8", "queens")
    texts = [step.text for step in satdnd.explain(puzzle).steps]
    assert (
        "r6c5 is empty: if r6c5 held a queen, then r6c4 would be empty (attacked from r6c5), then r5c4 would be empty "
        "(attacked from r6c5), then r7c4 would be empty (attacked from r6c5), and column 4 could not have one queen."
    ) in texts
