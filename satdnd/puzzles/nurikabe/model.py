"""What a nurikabe and its solution are: numbers in a grid, and the cells that are sea."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from satdnd.bitboard import Bitboard, Cell, Grid, grid
from satdnd.errors import InputError
from satdnd.kind import Drawn
from satdnd.settings import Settings


@dataclass(frozen=True)
class Nurikabe(Drawn):
    """A puzzle of H rows and W columns; a number that fits nowhere makes it unsolvable, not wrong.

    Args:
        rows: H rows of W entries: a number from 1, or None for a cell without.
        name: what people call it.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: no row or no column, rows of different lengths, an entry that is no number from 1.
    """

    rows: tuple[tuple[int | None, ...], ...]
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "nurikabe"
    options = Settings

    @property
    def solution_class(self) -> type[NurikabeSolution]:
        """`NurikabeSolution`."""
        return NurikabeSolution

    def __post_init__(self) -> None:
        rows = tuple(map(tuple, self.rows))
        if not rows or not rows[0]:
            raise InputError("a nurikabe needs at least one row and one column")
        for r, row in enumerate(rows):
            if len(row) != len(rows[0]):
                raise InputError(f"row {r + 1} has {len(row)} cells, expected {len(rows[0])} as in row 1")
            for c, number in enumerate(row):
                if number is not None and (type(number) is not int or number < 1):
                    raise InputError(f"r{r + 1}c{c + 1}: found {number!r}, expected a whole number from 1, or none")
        object.__setattr__(self, "rows", rows)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.rows[0])

    @property
    def grid(self) -> Grid:
        """The geometry of its cells."""
        return grid(self.height, self.width)

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The cells that hold a number, in reading order."""
        return {(r, c): n for r, row in enumerate(self.rows) for c, n in enumerate(row) if n is not None}


@dataclass(frozen=True)
class NurikabeSolution:
    """Which cells are sea: bit ``r*W + c`` of *board*."""

    height: int
    width: int
    board: Bitboard

    def to_json(self) -> dict[str, Any]:
        """``grid``: rows of ``#`` sea and ``.`` island."""
        return {"grid": grid(self.height, self.width).lines(self.board)}
