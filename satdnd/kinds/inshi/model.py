"""Puzzles and solutions of Inshi no heya (rooms of factors)."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from satdnd.declaration.areas import Areas, all_cells
from satdnd.declaration.clues import clues
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.values import Valued, ValuedSolution
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name

LARGEST = 64
"""The largest size of a grid."""
LONGEST_PRODUCT = 1000
"""The most digits of a product; that of all values up to 64 has 90."""


def straight(cells: Sequence[Cell]) -> bool:
    """Whether cells in reading order are side by side in one row or one column."""
    r, c = cells[0]
    return [*cells] in ([(r, c + i) for i in range(len(cells))], [(r + i, c) for i in range(len(cells))])


@dataclass(frozen=True)
class Room:
    """Cells in one row or one column whose values have a known product.

    Args:
        product: 1 or more, of any length.
        cells: side by side in one row or one column, in order; at least one.

    Raises:
        InputError: a product below 1, or cells that do not form a straight line.
    """

    product: int
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        if type(self.product) is not int or self.product < 1:
            raise InputError(f"a room has the product {reprlib.repr(self.product)}, expected a whole number from 1")
        if self.product >= 10**LONGEST_PRODUCT:
            raise InputError(f"a room has a product of more than {LONGEST_PRODUCT} digits")
        object.__setattr__(self, "cells", tuple(sorted(fields.cell_sequence(self.cells, "cells of a room"))))
        if not self.cells:
            raise InputError(f"the room of product {self.product} has no cells, expected at least one")
        if not straight(self.cells):
            found = ", ".join(str(list(cell)) for cell in self.cells[:4]) + (", ..." if len(self) > 4 else "")
            raise InputError(
                f"the cells {found} of a room do not form a line, expected cells side by side in a row or column"
            )

    def __len__(self) -> int:
        return len(self.cells)

    @property
    def downward(self) -> bool:
        """Whether it lies in a column; a single cell does not."""
        return len(self.cells) > 1 and self.cells[0][1] == self.cells[1][1]

    def __str__(self) -> str:
        """Its name in messages: ``the room of product 6 at r1c1``."""
        return f"the room of product {reprlib.repr(self.product)} at {cell_name(self.cells[0])}"


class Rooms(Areas):
    """Rooms with products."""

    @property
    def page(self) -> dict[str, Any]:
        """Nothing further."""
        return {"family": "rooms"}


ROOMS = Rooms(Room, number="product", noun="room", single=True)
"""The family of clues."""


class InshiSolution(ValuedSolution):
    """Numbers in the cells."""


VIEW = Valued(InshiSolution, label="rooms of factors")
"""The marks of players."""


@dataclass(frozen=True)
class Inshi(GridPuzzle):
    """A puzzle of N rows and N columns, divided into rooms.

    Args:
        size: N, 1 to `LARGEST`.
        rooms: cover every cell exactly once; kept in reading order of their first cells.

    Raises:
        InputError: a size out of range; a room that leaves the grid or overlaps another; a cell in no room. (An
            impossible product is an unsolvable puzzle, not an error.)
    """

    size: int
    rooms: tuple[Room, ...] = clues(ROOMS)

    kind: ClassVar = "inshi"
    solution_class: ClassVar = InshiSolution

    def stated_sides(self) -> list[tuple[int, int]]:
        """A square of the given size."""
        fields.sides(self.size, self.size, LARGEST)
        return [(self.size, self.size)]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, in reading order."""
        return tuple(all_cells(self.size, self.size))
