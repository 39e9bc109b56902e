"""Digits in the white cells of a board of runs: the unknowns and the view."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from satdnd.declaration.clues.cross_sums import DIGITS, WHITE, CrossRows, white_runs
from satdnd.declaration.views.values import Valued
from satdnd.grid.bitboard import Bitboard
from satdnd.rules.unknowns import Values


@lru_cache(maxsize=2)  # used by boards, marks and rules of one puzzle
def digit_unknowns(rows: CrossRows) -> Values:
    """One variable for each digit of each white cell."""
    width = len(rows[0])
    seen = [0] * (len(rows) * width)
    for run in white_runs(rows):
        together = sum(1 << r * width + c for r, c in run.cells)
        for r, c in run.cells:
            seen[r * width + c] |= together & ~(1 << r * width + c)
    left = [(1 << DIGITS + 1) - 2 if x == WHITE else 0 for row in rows for x in row]
    return Values(DIGITS, seen, left=left, size=(len(rows), width))


class CrossValued(Valued):
    """A digit in each white cell."""

    def unknowns(self, puzzle: Any, left: Any = None) -> Values:
        """The unknowns of the white cells."""
        return digit_unknowns(puzzle.rows)

    def solution(self, puzzle: Any, board: Bitboard) -> Any:
        """The solution with the digits of *board*, 0 for none."""
        return self.made(tuple(map(tuple, digit_unknowns(puzzle.rows).placed_on(board))))

    def board(self, puzzle: Any, solution: Any) -> Bitboard:
        """The inverse of `solution`; black cells have no variables."""
        pairs = (pair for rows in zip(puzzle.rows, solution.grid, strict=True) for pair in zip(*rows, strict=True))
        values = (value for x, value in pairs if x == WHITE)
        return sum(1 << i * DIGITS + value - 1 for i, value in enumerate(values) if value)

    def rows_of(self, puzzle: Any, text: str) -> Any:
        """Rows of digits; black cells are ignored."""
        rows = zip(super().rows_of(puzzle, text), puzzle.rows, strict=True)
        return [[x if y == WHITE else "." for x, y in zip(*row, strict=True)] for row in rows]
