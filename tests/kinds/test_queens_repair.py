"""Placements by local search: right wherever one is found, found on every empty board, and exact behind the first."""

from __future__ import annotations

from random import Random

import pytest

import satdnd
from satdnd.engine.answer import MULTIPLE, SOLVED, UNIQUE, UNSOLVABLE
from satdnd.engine.settings import Settings
from satdnd.errors import Undecided
from satdnd.kinds.queens import repair
from satdnd.kinds.queens.kind import KIND, LARGE
from satdnd.kinds.queens.model import Queens
from satdnd.sat.budget import Budget


def is_placement(puzzle: Queens) -> bool:
    """Whether local search finds a placement; one that is found is right."""
    found = repair.place(puzzle, Budget())
    assert found is None or KIND.accepts(puzzle, found, Settings()), puzzle
    return found is not None


@pytest.mark.parametrize("size", [*range(1, 41), 100, 257])
def test_empty_boards(size: int) -> None:
    """There is one on every square but 2x2 and 3x3, and on rectangles beside them."""
    assert is_placement(Queens(size, size)) == (size not in (2, 3))
    for other in (size + 1, size + 7):
        assert is_placement(Queens(size, other))
        assert is_placement(Queens(other, size))


def test_given_queens() -> None:
    """They stay; a board that is nearly full is completed too."""
    full = repair.place(Queens(120, 120), Budget())
    assert full is not None
    rng, found = Random(3), 0
    for number in (1, 5, 20, 60, 100, 118, 120):
        puzzle = Queens(120, 120, given=tuple(rng.sample(full.queens, number)))
        placed = repair.place(puzzle, Budget())
        if placed:
            found += 1
            assert set(puzzle.given) <= set(placed.queens)
            assert KIND.accepts(puzzle, placed, Settings())
    assert found >= 5


@pytest.mark.parametrize(
    "puzzle",
    [
        Queens(6, 6, given=((0, 0),)),
        Queens(8, 8, given=((0, 0), (0, 5))),
        Queens(8, 8, given=((0, 0), (5, 0))),
        Queens(8, 8, given=((0, 0), (5, 5))),
        Queens(6, 6, queens=4),
        Queens(3, 3),
        Queens(5, 9, given=((2, 2),)),
        Queens(9, 5, given=((8, 4),)),
    ],
)
def test_as_sat(puzzle: Queens) -> None:
    """All placements, each once; unsolvable where there is none."""
    for question in (satdnd.solve, satdnd.unique):
        plain, local = question(puzzle, way="sat"), question(puzzle, way="repair")
        assert plain.status == local.status
        assert local.stats["method"] == "repair"
    everything = [satdnd.solve(puzzle, limit=None, way=way) for way in ("sat", "repair")]
    assert {s.queens for s in everything[0].solutions} == {s.queens for s in everything[1].solutions}
    assert len(everything[0].solutions) == len(everything[1].solutions)


def test_the_best_way_for_large_boards() -> None:
    """Where nothing else was asked for: no clause for one placement, a second one and proofs by clauses."""
    large = Queens(LARGE, LARGE)
    answer = satdnd.solve(large)
    assert (answer.status, answer.stats) == (SOLVED, {"method": "repair"})
    assert satdnd.solve(large).solutions == answer.solutions
    assert satdnd.solve(Queens(LARGE - 1, LARGE)).stats["method"] == "sat"
    assert satdnd.solve(large, solver="minisat22").stats["method"] == "sat"
    assert satdnd.unique(large).status == MULTIPLE
    assert satdnd.unique(Queens(LARGE, LARGE, given=answer.solutions[0].queens)).status == UNIQUE
    (r, c), *rest = answer.solutions[0].queens
    wrong = next(k for k in range(LARGE) if k != c)
    assert satdnd.unique(Queens(LARGE, LARGE, given=((r, wrong), *rest))).status == UNSOLVABLE


def test_chance() -> None:
    """Without it the same placement, with it others."""
    puzzle = Queens(9, 12)
    same = {repair.place(puzzle, Budget()) for _ in range(3)}
    found = {repair.place(puzzle, Budget(), Random(seed)) for seed in range(20)}
    assert len(same) == 1
    assert len(found) > 10
    assert all(placed and KIND.accepts(puzzle, placed, Settings()) for placed in found)


def test_limits() -> None:
    """A budget that is spent ends it."""
    with pytest.raises(Undecided):
        repair.place(Queens(400, 400, given=((0, 0),)), Budget.of(0))
