"""Placements on large boards by annealing of lines: good ones, right ones, the same again, within limits."""

from __future__ import annotations

import random
from itertools import product

import pytest

from satdnd.kinds.unattacked.anneal import anneal, effort
from satdnd.kinds.unattacked.optimum import outer_bound
from satdnd.sat.budget import Budget


def left(height: int, width: int, queens: list[int]) -> int:
    """How many squares no queen stands on or attacks, square by square."""
    places = [divmod(square, width) for square in queens]
    return sum(
        all(r != y and c != x and abs(r - y) != abs(c - x) for y, x in places)
        for r, c in product(range(height), range(width))
    )


@pytest.mark.parametrize(
    ("side", "least"),
    [
        (8, 10),
        (12, 36),
        (14, 56),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in ((16, 81), (18, 111), (20, 145), (30, 420))),
    ],
)
def test_large_boards(side: int, least: int) -> None:
    """As many as were ever found here, where a bound is far away."""
    value, squares = anneal(side, side, side, effort(side, side), Budget(), least)
    assert value >= least
    assert len(set(squares)) == side
    assert left(side, side, squares) == value
    assert value <= outer_bound(side, side, side)


def test_any_board_and_number() -> None:
    """The placement is one, of so many queens, and leaves what is said; even where nothing good is found."""
    rng = random.Random(3)
    for _ in range(60):
        height, width = rng.randint(1, 9), rng.randint(1, 9)
        queens = rng.choice((1, 2, height * width, rng.randint(1, height * width)))
        value, squares = anneal(height, width, queens, rng.choice((1, 500, 3000)), Budget(), height * width)
        assert len(set(squares)) == queens
        assert all(0 <= square < height * width for square in squares)
        assert value == left(height, width, squares)


def test_the_same_again_and_limits() -> None:
    """The same arguments give the same placement; enough is enough; without time there is some placement."""
    first, again = (anneal(13, 15, 12, 50_000, Budget(), 195) for _ in range(2))
    assert first == again
    assert anneal(4, 4, 1, float("inf"), Budget(), 6)[0] >= 6
    value, squares = anneal(40, 40, 40, float("inf"), Budget.of(0), 1600)
    assert value == left(40, 40, squares)
