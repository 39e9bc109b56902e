"""What a sudoku is, what a solution is, and the geometry of rows, columns and boxes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import isqrt
from typing import Any, NamedTuple

from satdnd.engine.kind import Drawable
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.sudoku.options import SudokuOptions

SIZES = (4, 9, 16, 25)
"""Side lengths N = b*b with b = 2..5."""
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The values 1..25, as texts write them."""
EMPTY = "."
"""An empty cell, as texts write it."""


class House(NamedTuple):
    """A row, a column or a box: cells that hold each value once."""

    rule: str
    """``row``, ``column`` or ``box``."""
    number: int
    """From 0; boxes in reading order."""
    indices: tuple[int, ...]
    """Its N cells, ``r*N + c`` each, ascending."""
    mask: int
    """The same as a bitboard."""

    @property
    def name(self) -> str:
        """``row 3`` is the third; boxes in reading order."""
        return f"{self.rule} {self.number + 1}"


class Geometry(NamedTuple):
    """The houses of a size."""

    size: int
    box: int
    """Side of a box."""
    rows: tuple[House, ...]
    columns: tuple[House, ...]
    boxes: tuple[House, ...]
    peers: tuple[int, ...]
    """Of each cell: bitboard of the cells that share a house with it, without itself."""

    @property
    def houses(self) -> tuple[House, ...]:
        """Rows, columns, boxes."""
        return self.rows + self.columns + self.boxes

    def cell(self, index: int) -> Cell:
        """(row, column) of a cell number."""
        return divmod(index, self.size)


@cache
def geometry(size: int) -> Geometry:
    """The houses of a grid with side *size*, one of `SIZES`; shared."""
    box = isqrt(size)
    cells = [divmod(i, size) for i in range(size * size)]
    kinds: list[tuple[House, ...]] = []
    for rule, number_of in (
        ("row", [r for r, _ in cells]),
        ("column", [c for _, c in cells]),
        ("box", [r // box * box + c // box for r, c in cells]),
    ):
        members = [tuple(i for i, number in enumerate(number_of) if number == k) for k in range(size)]
        kinds.append(tuple(House(rule, k, m, sum(1 << i for i in m)) for k, m in enumerate(members)))
    peers = [0] * len(cells)
    for house in (*kinds[0], *kinds[1], *kinds[2]):
        for i in house.indices:
            peers[i] |= house.mask & ~(1 << i)
    return Geometry(size, box, kinds[0], kinds[1], kinds[2], tuple(peers))


def symbol(value: int) -> str:
    """1..25 as `SYMBOLS` write it, 0 (empty) as a dot."""
    return SYMBOLS[value - 1] if value else EMPTY


@dataclass(frozen=True)
class SudokuSolution:
    """A grid of values.

    Args:
        values: N*N values in reading order; 0 where a grid that came from outside has none.
    """

    values: tuple[int, ...]

    @property
    def lines(self) -> list[str]:
        """One string a row."""
        size = isqrt(len(self.values))
        text = "".join(map(symbol, self.values))
        return [text[r * size : (r + 1) * size] for r in range(size)]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def to_json(self) -> dict[str, Any]:
        """``grid``: rows of digits, letters above 9."""
        return {"grid": self.lines}


@dataclass(frozen=True)
class Sudoku(Drawable):
    """A puzzle of N x N cells in boxes of b x b, N = b*b.

    Args:
        clues: N*N values in reading order, 1..N or 0 for an empty cell; N is 4, 9, 16 or 25.
        name: what people call it.
        extra: further JSON fields, kept and ignored.

    Raises:
        InputError: another number of cells, or a value that cannot be (clues that clash are an unsolvable
            puzzle, not an error).
    """

    clues: tuple[int, ...]
    name: str = field(default="", compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False)

    kind = "sudoku"
    options = SudokuOptions
    solution_class = SudokuSolution

    def __post_init__(self) -> None:
        clues = fields.several(self.clues, "clues", "a list of numbers, 0 for an empty cell")
        object.__setattr__(self, "clues", clues)
        size = isqrt(len(self.clues))
        if size not in SIZES or size * size != len(self.clues):
            counts = ", ".join(f"{n * n} ({n}x{n})" for n in SIZES)
            raise InputError(f"found {counted(len(self.clues), 'cell')}, expected {counts}")
        for i, value in enumerate(self.clues):
            if type(value) is not int or not 0 <= value <= size:
                raise InputError(
                    f"cell {cell_name(divmod(i, size))} holds {value!r}, expected 1 to {size}, or 0 for an empty cell"
                )

    @cached_property
    def size(self) -> int:
        """N: rows, columns, values."""
        return isqrt(len(self.clues))

    @property
    def height(self) -> int:
        """Number of rows."""
        return self.size

    @property
    def width(self) -> int:
        """Number of columns."""
        return self.size

    @cached_property
    def given(self) -> tuple[tuple[int, int], ...]:
        """(cell number, value) of each clue, in reading order."""
        return tuple((i, value) for i, value in enumerate(self.clues) if value)
