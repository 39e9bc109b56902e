"""Boards on which Q queens should leave as many squares as possible unattacked, and placements on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from satdnd.declaration.placed import PlacedSolution
from satdnd.encodings.attacks import attacked_from, checked_squares
from satdnd.engine.kind import Drawable
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid, grid
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


@dataclass(frozen=True)
class Unattacked(Drawable):
    """A board of H rows and W columns for Q queens, which may attack each other.

    Args:
        height: rows, 1 to `LONGEST_SIDE`.
        width: columns, likewise.
        queens: their number, from 0.
        name: its name for people.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: an invalid size or number (more queens than squares are an unsolvable puzzle, not an error).
    """

    height: int
    width: int
    queens: int
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "unattacked"
    options = UnattackedOptions
    solution_class = UnattackedSolution

    def __post_init__(self) -> None:
        fields.sides(self.height, self.width, LONGEST_SIDE)
        if type(self.queens) is not int or self.queens < 0:
            raise InputError(f"found {self.queens!r} queens, expected a whole number from 0")

    @cached_property
    def grid(self) -> Grid:
        """The geometry."""
        return grid(self.height, self.width)


def most_queens(height: int, width: int) -> int:
    """The most queens that leave a square unattacked: the squares that a queen on the best square does not attack."""
    return max(height * width - attacked.bit_count() for attacked in attacked_from(height, width))
