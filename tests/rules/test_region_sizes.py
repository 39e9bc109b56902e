"""Numbers that say how large their regions are: on every board of small grids, each face says what counting says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from satdnd.grid.bitboard import Bitboard, Grid, grid
from satdnd.rules.encoder import Encoder
from satdnd.rules.region_sizes import RegionSizes, SizeCut
from satdnd.rules.unknowns import Values
from satdnd.sat.formula import Formula, Pool
from satdnd.sat.session import Session

BOARDS = [(1, 1, 2), (1, 4, 3), (2, 2, 4), (2, 3, 3), (1, 5, 3)]
"""Rows, columns and the largest number, which every cell may hold."""


def fits(geometry: Grid, numbers: tuple[int, ...]) -> bool:
    """Whether each connected set of equal numbers has as many cells."""
    masks = {n: sum(1 << i for i, x in enumerate(numbers) if x == n) for n in {*numbers}}
    return all(part.bit_count() == n for n, mask in masks.items() for part in geometry.components(mask))


class Case:
    """A rule on a grid, and all its boards."""

    def __init__(self, height: int, width: int, most: int) -> None:
        self.grid = grid(height, width)
        self.values = Values(most, (), left=[(2 << most) - 2] * self.grid.size, size=(height, width))
        self.rule = RegionSizes(self.values, self.grid, "size")
        self.every = (1 << len(self.values.names)) - 1
        cells = [self.values.candidates(cell) for cell in self.grid.cells(self.grid.all)]
        self.boards = {
            sum(1 << cell[n] - 1 for cell, n in zip(cells, numbers, strict=True)): fits(self.grid, numbers)
            for numbers in product(range(1, most + 1), repeat=self.grid.size)
        }

    def session(self, *parts: str) -> Session:
        """The clauses of some faces, by name."""
        formula = Formula(Pool())
        formula.new_variables(self.values.names)
        for part in parts:
            getattr(self.rule, part)(Encoder(formula))
        return Session(formula)

    def literals(self, board: Bitboard) -> list[int]:
        """A whole board as literals."""
        return [x if board >> x - 1 & 1 else -x for x in range(1, len(self.values.names) + 1)]

    def known_in_part(self) -> Iterator[tuple[Bitboard, Bitboard]]:
        """Parts of boards: what is true, and what is false."""
        rng = Random(1)
        for board in self.boards:
            shown = rng.getrandbits(self.every.bit_length())
            yield board & shown, self.every & ~board & shown


@pytest.fixture(params=BOARDS, ids=lambda sizes: "x".join(map(str, sizes)), name="case", scope="module")
def make_case(request: pytest.FixtureRequest) -> Case:
    """Each grid in turn."""
    return Case(*request.param)


def test_whole_boards(case: Case) -> None:
    """What is broken, the clauses in full, and those of cuts, which all boards that fit keep."""
    assert {*case.boards.values()} == {True, False}
    right = [board for board, fit in case.boards.items() if fit]
    with case.session("encode") as full:
        for board, fit in case.boards.items():
            assert case.rule.broken(board, case.every & ~board) != fit
            assert full.solve(case.literals(board)) == fit
            clauses = case.rule.clauses(board)
            assert bool(clauses) != fit
            for clause in clauses:
                assert not any((board >> abs(x) - 1 & 1) == (x > 0) for x in clause)
                assert all(any((other >> abs(x) - 1 & 1) == (x > 0) for x in clause) for other in right)


def test_clauses_for_the_search(case: Case) -> None:
    """With the variables for neighbours, those of wrong boards leave just the boards that fit."""
    with case.session("imply") as session:
        for board, fit in case.boards.items():
            literals = case.literals(board)
            if session.solve(literals):
                clauses = case.rule.solving_clauses(board)
                assert bool(clauses) != fit
                for clause in clauses:
                    session.add(clause)
            assert session.solve(literals) == fit
        for board, fit in case.boards.items():
            assert session.solve(case.literals(board)) == fit


def test_boards_known_in_part(case: Case) -> None:
    """Cuts that are violated leave no board, each is true of all that fit, and each is wrong on what is known."""
    for true, false in case.known_in_part():
        cuts = case.rule.near(true, false)
        assert bool(cuts) == case.rule.broken(true, false)
        left = [b for b, fit in case.boards.items() if fit and not true & ~b and not false & b]
        assert not (cuts and left)
        for cut in cuts:
            assert isinstance(cut, SizeCut)
            assert cut.broken(true)
            assert not any(cut.broken(board) for board, fit in case.boards.items() if fit)
