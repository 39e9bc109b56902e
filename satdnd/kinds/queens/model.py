"""What a board for queens is, and a placement on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from satdnd.declaration.clues import clues
from satdnd.declaration.placed import PlacedCells, PlacedSolution
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.things import Things, WholeNumber
from satdnd.grid.bitboard import Cell


@dataclass(frozen=True)
class QueensSolution(PlacedSolution):
    """Where the queens stand."""

    queens: tuple[Cell, ...]
    """In reading order."""

    key: ClassVar = "queens"
    sign: ClassVar = "Q"


VIEW = PlacedCells(QueensSolution, "queen", "empty", many="queens", icon="queen", ruled_out="x", attacks=True)
"""What is placed."""
GIVEN = Things("queen", "Q", icon="queen", given=True)
"""What stands there already."""


@dataclass(frozen=True)
class Queens(GridPuzzle):
    """A board on which queens shall stand that do not attack each other.

    Args:
        height: rows.
        width: columns.
        given: squares of queens that stand there already; kept sorted.
        queens: how many there shall be in all; None: as many as the shorter side, the most that can be.
    """

    height: int
    width: int
    given: tuple[Cell, ...] = clues(GIVEN, ())
    queens: int | None = clues(WholeNumber("queens", 0, open=False), None)

    kind: ClassVar = "queens"
    solution_class: ClassVar = QueensSolution

    @property
    def count(self) -> int:
        """How many queens there shall be in all."""
        return min(self.height, self.width) if self.queens is None else self.queens
