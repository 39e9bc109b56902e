"""Encodings whose first variables are the cells of a grid, one each in reading order: a model begins with the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from satdnd.engine.kind import Encoding, P, Solution
from satdnd.grid.bitboard import Bitboard
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Literal


class Board(Solution, Protocol):
    """Protocol: a solution that is a set of cells."""

    @property
    def board(self) -> Bitboard:
        """The cells, bit ``r*W + c``."""
        ...


B = TypeVar("B", bound=Board)


class CellEncoding(Encoding[P, B]):
    """Variable ``r*W + c + 1`` says that the cell (r, c) is in the set that a solution is."""

    unknowns: Shading

    _read: tuple[Sequence[Literal], Bitboard] = (), 0

    def board(self, model: Sequence[Literal]) -> Bitboard:
        """The cells of *model* as an integer; cuts and decoder ask one after the other."""
        if model is not self._read[0]:
            size = self.unknowns.grid.size
            self._read = model, int("".join(["1" if x > 0 else "0" for x in model[size - 1 :: -1]]), 2)
        return self._read[1]

    def literals(self, puzzle: P, solution: B) -> list[Literal]:
        """One literal a cell."""
        board = solution.board
        return [v if board >> v - 1 & 1 else -v for v in self.projection]
