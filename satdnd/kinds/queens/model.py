"""Boards for queens, and placements on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.things import Things, WholeNumber
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.placed import PlacedCells, PlacedSolution
from satdnd.grid.bitboard import Cell


@dataclass(frozen=True)
class QueensSolution(PlacedSolution):
    """The queens' squares."""

    queens: tuple[Cell, ...]
    """In reading order."""

    key: ClassVar = "queens"
    sign: ClassVar = "Q"


VIEW = PlacedCells(QueensSolution, "queen", "empty", many="queens", icon="queen", ruled_out="x", attacks=True)
"""The placed queens."""
GIVEN = Things("queen", "Q", icon="queen", given=True)
"""The given queens."""


@dataclass(frozen=True)
class Queens(GridPuzzle):
    """A board on which to place queens that do not attack each other.

    Args:
        height: rows.
        width: columns.
        given: squares of the given queens; kept sorted.
        queens: the total number of queens; None: as many as the shorter side, the maximum.
    """

    height: int
    width: int
    given: tuple[Cell, ...] = clues(GIVEN, ())
    queens: int | None = clues(WholeNumber("queens", 0, open=False), None)

    kind: ClassVar = "queens"
    solution_class: ClassVar = QueensSolution

    @property
    def count(self) -> int:
        """The total number of queens."""
        return min(self.height, self.width) if self.queens is None else self.queens
