"""Boards on which Q queens should leave as many squares as possible unattacked, and placements on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.things import WholeNumber
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.placed import PlacedCells, PlacedSolution
from satdnd.encodings.attacks import attacked_from, checked_squares
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, grid
from satdnd.kinds.unattacked.options import UnattackedOptions

LONGEST_SIDE = 100
"""Larger boards would need more than 10^8 bits for what each square attacks."""


@dataclass(frozen=True)
class UnattackedSolution(PlacedSolution):
    """The queens' squares, and the stated number of unattacked squares.

    Raises:
        InputError: a square outside the board, or given twice.
    """

    queens: tuple[Cell, ...]
    """Kept in reading order."""
    unattacked: int

    key: ClassVar = "queens"
    sign: ClassVar = "Q"

    def __post_init__(self) -> None:
        object.__setattr__(self, "queens", checked_squares(self.queens, grid(self.height, self.width)))

    def to_json(self) -> dict[str, Any]:
        """``queens`` and ``unattacked``."""
        return {"queens": [list(square) for square in self.queens], "unattacked": self.unattacked}


VIEW = PlacedCells(UnattackedSolution, "queen", "empty", many="queens", icon="queen", ruled_out="x")
"""The placed queens."""


@dataclass(frozen=True)
class Unattacked(GridPuzzle):
    """A board of H rows and W columns for Q queens, which may attack each other.

    Args:
        height: rows, 1 to `LONGEST_SIDE`.
        width: columns, likewise.
        queens: their number, from 0.

    Raises:
        InputError: an invalid size or number (more queens than squares are an unsolvable puzzle, not an error).
    """

    height: int
    width: int
    queens: int = clues(WholeNumber("queens", 0, open=False))

    kind: ClassVar = "unattacked"
    options: ClassVar = UnattackedOptions
    solution_class: ClassVar = UnattackedSolution

    def stated_sides(self) -> list[tuple[int, int]]:
        """The size, which has limits of its own."""
        fields.sides(self.height, self.width, LONGEST_SIDE)
        return super().stated_sides()

    def __post_init__(self) -> None:
        super().__post_init__()
        fields.whole(self.queens, "queens", 0)


def most_queens(height: int, width: int) -> int:
    """The most queens that leave a square unattacked: the squares that a queen on the best square does not attack."""
    return max(height * width - attacked.bit_count() for attacked in attacked_from(height, width))
