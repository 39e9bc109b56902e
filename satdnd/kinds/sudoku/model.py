"""Sudokus, their solutions, and the geometry of rows, columns and boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from math import isqrt
from typing import Any, ClassVar, NamedTuple

from satdnd.declaration.boxes import Boxes
from satdnd.declaration.clues import clues as clues_of
from satdnd.declaration.givens import EMPTY, Givens
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.values import Valued, numbers
from satdnd.grid.bitboard import Cell
from satdnd.grid.boxes import USUAL, Shape, houses_of, numbered_houses
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.rules.unknowns import Values

SIZES = tuple(USUAL)
"""Sides from 4 to 25 that are not prime: rows, columns and boxes of as many cells."""
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The values 1..25 as written in texts."""
GIVENS = Givens(SYMBOLS, SIZES)
"""The family of clues."""


def symbol(value: int) -> str:
    """1..25 as in `SYMBOLS`, 0 (empty) as a dot."""
    return SYMBOLS[value - 1] if value else EMPTY


class House(NamedTuple):
    """A row, a column or a box: cells that hold each value once."""

    rule: str
    """``row``, ``column`` or ``box``."""
    number: int
    """Its number, from 1; boxes in reading order."""
    indices: tuple[int, ...]
    """Its N cells, ``r*N + c`` each, ascending."""
    mask: int
    """The same cells as a bitboard."""

    @property
    def name(self) -> str:
        """``row 3``."""
        return f"{self.rule} {self.number}"


class Geometry(NamedTuple):
    """The houses of a size and a shape of boxes, for the techniques and the sieve."""

    size: int
    box: Shape
    """Rows and columns of a box."""
    houses: tuple[House, ...]
    """Rows, columns, boxes."""
    peers: tuple[int, ...]
    """For each cell: bitboard of the other cells that share a house with it."""
    houses_at: tuple[tuple[House, ...], ...]
    """For each cell: its row, its column, its box."""

    @property
    def rows(self) -> tuple[House, ...]:
        """From the top."""
        return self.houses[: self.size]

    @property
    def columns(self) -> tuple[House, ...]:
        """From the left."""
        return self.houses[self.size : 2 * self.size]

    @property
    def boxes(self) -> tuple[House, ...]:
        """In reading order."""
        return self.houses[2 * self.size :]

    def cell(self, index: int) -> Cell:
        """(row, column) of a cell number."""
        return divmod(index, self.size)


@cache
def geometry(box: Shape) -> Geometry:
    """The houses of a grid with boxes of that shape; shared."""
    size = box[0] * box[1]
    houses, peers = list[House](), [0] * size**2
    for rule, number, cells in numbered_houses(houses_of(box)):
        indices = tuple(r * size + c for r, c in cells)
        houses.append(House(rule, number, indices, sum(1 << i for i in indices)))
        for i in indices:
            peers[i] |= houses[-1].mask & ~(1 << i)
    at = tuple(tuple(house for house in houses if house.mask >> i & 1) for i in range(size**2))
    return Geometry(size, box, tuple(houses), tuple(peers), at)


@dataclass(frozen=True)
class SudokuSolution:
    """A grid of values.

    Args:
        values: N*N values in reading order; 0 for a missing value in a grid from outside.
    """

    values: tuple[int, ...]

    @property
    def grid(self) -> tuple[tuple[int, ...], ...]:
        """The rows of values."""
        size = isqrt(len(self.values))
        return tuple(self.values[i : i + size] for i in range(0, len(self.values), size))

    @property
    def lines(self) -> list[str]:
        """One string per row."""
        return GIVENS.rows(self.values)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def to_json(self) -> dict[str, Any]:
        """``grid``: rows of digits, letters above 9."""
        return {"grid": self.lines}


@cache
def digits(box: Shape) -> Values:
    """Variable ``i*N + v`` is true if the cell with number i holds the value v."""
    houses = list(chain.from_iterable(houses_of(box).values()))
    return numbers(box[0] * box[1], None, lambda _: houses, SYMBOLS)


class Digits(Valued):
    """A value in each cell."""

    def unknowns(self, puzzle: Any, left: Mapping[Cell, int] | None = None) -> Values:
        """One variable for each value of each cell; a value is seen in boxes as well."""
        return digits(puzzle.boxes)

    def made(self, rows: tuple[tuple[int, ...], ...]) -> SudokuSolution:
        """The values of all rows."""
        return SudokuSolution(tuple(chain.from_iterable(rows)))

    def rows(self, puzzle: GridPuzzle, solution: SudokuSolution) -> Sequence[str]:
        """The rows of values, with dots for missing ones."""
        return solution.lines


VIEW = Digits(SudokuSolution)
"""The marks of players."""


@dataclass(frozen=True)
class Sudoku(GridPuzzle):
    """A puzzle of N x N cells in boxes of N cells.

    Args:
        clues: N*N values in reading order, 1..N or 0 for an empty cell; N is 4 to 25, and not prime.
        boxes: rows and columns of a box; None: as square as possible, rather wide than high (2x3 for N = 6).

    Raises:
        InputError: a wrong number of cells, an invalid value, or boxes of the wrong number of cells (clashing clues are
            an unsolvable puzzle, not an error).
    """

    clues: tuple[int, ...] = clues_of(GIVENS)
    boxes: Shape = clues_of(Boxes(), default=None)

    kind: ClassVar = "sudoku"
    options: ClassVar = SudokuOptions
    solution_class: ClassVar = SudokuSolution

    @property
    def size(self) -> int:
        """N: the number of rows, columns and values."""
        return self.height

    @cached_property
    def given(self) -> tuple[tuple[int, int], ...]:
        """(cell number, value) of each clue, in reading order."""
        return tuple([(i, value) for i, value in enumerate(self.clues) if value])
