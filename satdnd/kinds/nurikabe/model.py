"""What a nurikabe and its solution are: numbers in a grid, and the cells that are sea."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from satdnd.engine.kind import Drawable
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.grid.bitboard import Bitboard, Cell, Grid, grid
from satdnd.grid.notation import cell_name

UNTOLD = "?"
"""The entry of an island whose size is not told."""
Entry: TypeAlias = int | str | None
"""A number from 1, `UNTOLD`, or None for a cell without."""


@dataclass(frozen=True)
class NurikabeSolution:
    """Which cells are sea: bit ``r*W + c`` of *board*."""

    height: int
    width: int
    board: Bitboard

    def to_json(self) -> dict[str, Any]:
        """``grid``: rows of ``#`` sea and ``.`` island."""
        return {"grid": grid(self.height, self.width).lines(self.board)}


@dataclass(frozen=True)
class Nurikabe(Drawable):
    """A puzzle; a number that fits nowhere makes it unsolvable, not wrong.

    Args:
        rows: H rows of W entries: a number from 1, ``"?"`` for one that is not told, or None for a cell without.
        name: what people call it.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: no row or no column, or too many, rows of different lengths, an entry that is none of these.
    """

    rows: tuple[tuple[Entry, ...], ...]
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "nurikabe"
    options = Settings
    solution_class = NurikabeSolution

    def __post_init__(self) -> None:
        rows = fields.several(self.rows, "rows", "a list of rows")
        rows = tuple(
            fields.several(row, f"row {r}", "a list of numbers, None for a cell without")
            for r, row in enumerate(rows, 1)
        )
        object.__setattr__(self, "rows", rows)
        fields.rectangle(rows)
        for r, row in enumerate(rows):
            for c, number in enumerate(row):
                if number not in (None, UNTOLD) and (type(number) is not int or number < 1):
                    expected = "a whole number from 1, '?' or none"
                    raise InputError(f"{cell_name((r, c))}: found {number!r:.60}, expected {expected}")

    @property
    def grid(self) -> Grid:
        """The geometry of its cells."""
        return grid(len(self.rows), len(self.rows[0]))

    @cached_property
    def numbers(self) -> dict[Cell, int | None]:
        """The cells that hold a number, in reading order; None: it is not told."""
        entries = (((r, c), entry) for r, row in enumerate(self.rows) for c, entry in enumerate(row))
        return {cell: entry if isinstance(entry, int) else None for cell, entry in entries if entry is not None}

    def with_numbers(self, numbers: Mapping[Cell, Entry]) -> Nurikabe:
        """The same with other entries on these cells."""
        rows = [list(row) for row in self.rows]
        for (r, c), entry in numbers.items():
            rows[r][c] = entry
        return replace(self, rows=tuple(map(tuple, rows)))
