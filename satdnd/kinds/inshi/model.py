"""Puzzles and solutions of Inshi no heya (rooms of factors), and how rooms are written."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Any, ClassVar

from satdnd.declaration.clues.areas import Areas
from satdnd.declaration.clues.attributes import Side
from satdnd.declaration.clues.family import clues
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.values import Valued, ValuedSolution
from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.grid import fields
from satdnd.grid.areas import all_cells
from satdnd.grid.bitboard import Cell
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name, counted

LARGEST = 64
"""The largest size of a grid."""
LONGEST_PRODUCT = 1000
"""The most digits of a product; that of all values up to 64 has 90."""
_SIZE = re.compile(r"([0-9]{1,9})(x?)([0-9]{0,9})")
ROOM = re.compile(r"\s*(-?[0-9]{1,4000})(?:([rb])([0-9]{1,9}))?\s*")
"""A room as it is written: its product; if it has several cells, the direction, right or to the bottom, and length."""


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
    """Rooms with products, written in the order of their first cells, each of which is the first that is still free."""

    keyword = ""

    @property
    def page(self) -> dict[str, Any]:
        """Nothing further."""
        return {"family": "rooms"}

    @property
    def wanted(self) -> str:
        """Its first line."""
        return "a size, N or NxN"

    @property
    def help(self) -> str:
        """The lines of a puzzle."""
        return (
            "The size, then one line per room in reading order of the first cells: the product, r (to the right) or b\n"
            "(to the bottom), the number of cells; a product alone is a room of one cell."
        )

    def is_cell(self, word: str) -> bool:
        """None: rooms are not written cell by cell."""
        return False

    def blank(self, height: int, width: int) -> tuple[Room, ...]:
        """Each row is a room, which adds no constraint."""
        return tuple(Room(factorial(width), tuple((r, c) for c in range(width))) for r in range(height))

    def to_lines(self, value: tuple[Room, ...]) -> list[str]:
        """The size, then the product, the direction and the length of each room."""
        height, width = self.size(value)
        return [f"{height}x{width}", *(f"{x.product}{'b' if x.downward else 'r'}{len(x)}" for x in value)]

    def pieces(self, lines: Iterator[texts.Line]) -> Iterator[list[texts.Line]]:  # type: ignore[override]
        """From a line NxN to the next; where there are rooms for all cells, also to a blank line or a line N."""
        piece, notes, left = list[texts.Line](), list[texts.Line](), 0
        for number, line in lines:
            word = line.strip()
            if not word and piece and not left:
                yield piece
                piece = []
            if texts.is_comment(word):
                notes.append((number, line))
            elif word:
                size, room = _SIZE.fullmatch(word), ROOM.fullmatch(word)
                begins = size and (size[2] or not left)
                if begins and piece:
                    yield piece
                    piece = []
                if not piece:
                    left = int(size[1]) ** 2 if size else -1
                else:
                    left -= int(room[3] or 1) if room else 0
                piece += [*notes, (number, line)]
                notes = []
        if piece or notes:
            yield piece + notes

    def from_lines(self, rows: list[texts.Line]) -> tuple[Room, ...]:
        """The inverse of `to_lines`. Raises InputError."""
        (first, line), *others = rows
        size = _SIZE.fullmatch(line.strip())
        if not size:
            found = f"found {shown(line.strip())}, expected the size of the grid, N or NxN"
            raise InputError(found, line=first)
        height, width = int(size[1]), int(size[3] or size[1])
        if height != width:
            raise InputError(f"found a grid of {height}x{width}, expected as many rows as columns", line=first)
        fields.sides(height, width, LARGEST)
        free, rooms = dict.fromkeys(all_cells(height, width)), list[Room]()
        for number, line in others:
            try:
                rooms.append(_room(line.strip(), free))
            except InputError as error:
                column = len(line) - len(line.lstrip()) + 1
                raise InputError(error.message, line=number, column=column) from None
        if free:
            many = f"{len(free)} cells are" if len(free) > 1 else "one cell is"
            expected = f"expected a room at {cell_name(next(iter(free)))}"
            raise InputError(f"{many} in no room, {expected}", line=rows[-1][0])
        return tuple(rooms)


def _room(word: str, free: dict[Cell, None]) -> Room:
    """The room of a line at the first free cell; its cells are no longer free. Raises InputError."""
    found = ROOM.fullmatch(word)
    if not found:
        raise InputError(f"found {shown(word)}, expected a room such as 6b2 (product, r or b, length) or 6")
    if not free:
        raise InputError(f"the grid is full: found the room {shown(word)}, expected the size of another puzzle or none")
    (r, c), down, length = next(iter(free)), found[2] == "b", int(found[3] or 1)
    cells = tuple((r + i, c) if down else (r, c + i) for i in range(min(length, LARGEST + 1)))
    if bad := next((cell for cell in cells if cell not in free), None):
        what = f"a room of {counted(length, 'cell')} {'down' if down else 'to the right'} from {cell_name((r, c))}"
        raise InputError(f"{what} leaves the grid or overlaps another one, expected at most {cells.index(bad)}")
    for cell in cells:
        del free[cell]
    return Room(int(found[1]), cells)


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
        size: N, 1 to `LARGEST`; 0: as the rooms say.
        rooms: cover every cell exactly once; kept in reading order of their first cells.

    Raises:
        InputError: a size out of range; a room that leaves the grid or overlaps another; a cell in no room. (An
            impossible product is an unsolvable puzzle, not an error.)
    """

    size: int = clues(Side(LARGEST))
    rooms: tuple[Room, ...] = clues(ROOMS)

    kind: ClassVar = "inshi"
    solution_class: ClassVar = InshiSolution

    def stated_sides(self) -> list[tuple[int, int]]:
        """The size alone, if it is stated: rooms may leave the grid, and are named then."""
        return [(self.size, self.size)] if self.size else super().stated_sides()
