"""What a board for queens is, and a placement on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from satdnd.encodings.attacks import checked_squares
from satdnd.engine.kind import Drawable
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.grid.bitboard import Bitboard, Cell, Grid, grid


@dataclass(frozen=True)
class QueensSolution:
    """Where the queens stand."""

    height: int
    width: int
    queens: tuple[Cell, ...]
    """In reading order."""

    @property
    def board(self) -> Bitboard:
        """The queens as an integer, bit ``r*W + c``."""
        return grid(self.height, self.width).mask(self.queens)

    @property
    def lines(self) -> list[str]:
        """One string a row, ``Q`` for a queen and ``.`` for an empty square."""
        return grid(self.height, self.width).lines(self.board, "Q", ".")

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def to_json(self) -> dict[str, Any]:
        """``queens`` and ``board``."""
        return {
            "queens": [list(square) for square in self.queens],
            "board": grid(self.height, self.width).hex(self.board),
        }


@dataclass(frozen=True)
class Queens(Drawable):
    """A board of H rows and W columns on which queens shall stand that do not attack each other.

    Args:
        height: rows, 1 to `fields.LONGEST_SIDE`.
        width: columns, likewise.
        given: squares of queens that stand there already; kept sorted.
        queens: how many there shall be in all; None: as many as the shorter side, the most that can be.
        name: what people call it.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: a size, number or square that cannot be (given queens that attack each other are an unsolvable
            puzzle, not an error; so are more queens than the shorter side).
    """

    height: int
    width: int
    given: tuple[Cell, ...] = ()
    queens: int | None = None
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "queens"
    options = Settings
    solution_class = QueensSolution

    def __post_init__(self) -> None:
        fields.sides(self.height, self.width)
        object.__setattr__(self, "given", checked_squares(self.given, self.grid))
        if self.queens is not None and (type(self.queens) is not int or self.queens < 0):
            raise InputError(f"found {self.queens!r} queens, expected a whole number from 0")

    @property
    def count(self) -> int:
        """How many queens there shall be in all."""
        return min(self.height, self.width) if self.queens is None else self.queens

    @cached_property
    def grid(self) -> Grid:
        """The geometry."""
        return grid(self.height, self.width)
