"""What an Inshi no heya puzzle (rooms of factors) is, and what a solution of one is."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from satdnd.engine.kind import Drawable
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name

LARGEST = 64
"""The largest size of a grid."""
LONGEST_PRODUCT = 1000
"""Digits that a product may have; that of all values up to 64 has 90."""


@dataclass(frozen=True)
class Room:
    """Cells in one row or one column whose values have a known product.

    Args:
        product: 1 or more, of any length.
        cells: side by side in one row or one column, in order; at least one.

    Raises:
        InputError: a product below 1, or cells that are no straight line.
    """

    product: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        if type(self.product) is not int or self.product < 1:
            raise InputError(f"a room has the product {reprlib.repr(self.product)}, expected a whole number from 1")
        if self.product >= 10**LONGEST_PRODUCT:
            raise InputError(f"a room has a product of more than {LONGEST_PRODUCT} digits")
        object.__setattr__(self, "cells", tuple(sorted(fields.several_cells(self.cells, "cells of a room"))))
        if not self.cells:
            raise InputError(f"the room of product {self.product} has no cells, expected at least one")
        r, c = self.cells[0]
        lines = (tuple((r, c + i) for i in range(len(self))), tuple((r + i, c) for i in range(len(self))))
        if self.cells not in lines:
            found = ", ".join(str(list(cell)) for cell in self.cells[:4]) + (", ..." if len(self) > 4 else "")
            raise InputError(f"the cells {found} of a room are no line, expected cells side by side in a row or column")

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def downward(self) -> bool:
        """Whether it lies in a column; one cell alone does not."""
        return len(self.cells) > 1 and self.cells[0][1] == self.cells[1][1]

    def __str__(self) -> str:
        """As messages call it: ``the room of product 6 at r1c1``."""
        return f"the room of product {reprlib.repr(self.product)} at {cell_name(self.cells[0])}"


@dataclass(frozen=True)
class InshiSolution:
    """Numbers in the cells, one tuple a row; right or wrong."""

    grid: tuple[tuple[int, ...], ...]

    def __str__(self) -> str:
        return "\n".join(" ".join(map(str, row)) for row in self.grid)

    def to_json(self) -> dict[str, Any]:
        """``grid``: a list of rows."""
        return {"grid": [list(row) for row in self.grid]}


@dataclass(frozen=True)
class Inshi(Drawable):
    """A puzzle of N rows and N columns, cut into rooms.

    Args:
        size: N, 1 to `LARGEST`.
        rooms: every cell in exactly one; kept in reading order of their first cells.
        name: what people call it.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: a size out of range; a room that leaves the grid, or overlaps another; a cell in no room. (A
            product that no values have is an unsolvable puzzle, not an error.)
    """

    size: int
    rooms: tuple[Room, ...]
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "inshi"
    options = Settings
    solution_class = InshiSolution

    def __post_init__(self) -> None:
        fields.sides(self.size, self.size, LARGEST)
        rooms = fields.several(self.rooms, "rooms", "a list of rooms")
        for room in rooms:
            if not isinstance(room, Room):
                raise InputError(f"found {fields.shown(room)} among the rooms, expected a Room")
        object.__setattr__(self, "rooms", tuple(sorted(rooms, key=lambda room: room.cells)))
        taken: set[Cell] = set()
        for room in self.rooms:
            for cell in room.cells:
                if not (0 <= cell[0] < self.size and 0 <= cell[1] < self.size):
                    raise InputError(f"{room} leaves the grid: {list(cell)} is outside {self.size}x{self.size}")
                if cell in taken:
                    raise InputError(f"{room} overlaps another one at {list(cell)}")
                taken.add(cell)
        free = next((cell for cell in self.cells if cell not in taken), None)
        if free:
            raise InputError(f"the cell {list(free)} is in no room, expected rooms for all {self.size**2} cells")

    @cached_property
    def lines(self) -> dict[str, list[list[Cell]]]:
        """The cells of each ``row``, from the top, and of each ``column``, from the left."""
        n = range(self.size)
        return {"row": [[(r, c) for c in n] for r in n], "column": [[(r, c) for r in n] for c in n]}

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, in reading order."""
        return tuple((r, c) for r in range(self.size) for c in range(self.size))
