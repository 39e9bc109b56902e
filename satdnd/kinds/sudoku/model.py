"""Sudokus, their solutions, and the geometry of rows, columns and boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from math import isqrt
from typing import Any, ClassVar, NamedTuple, TypeAlias

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.boxes import Boxes
from satdnd.declaration.clues.cages import Cages, CageTuple
from satdnd.declaration.clues.choices import Flag
from satdnd.declaration.clues.family import clues as clues_of
from satdnd.declaration.clues.givens import EMPTY, Givens
from satdnd.declaration.clues.partition import Partition
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.values import Valued, numbers
from satdnd.errors import InputError
from satdnd.grid.bitboard import Cell, lines_of
from satdnd.grid.boxes import USUAL, Houses, Shape, houses_of, numbered_houses, shapes
from satdnd.grid.notation import counted
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.rules.unknowns import Values

SIZES = tuple(USUAL)
"""Sides from 4 to 25 that are not prime: rows, columns and boxes of as many cells."""
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
"""The values 1..25 as written in texts."""
GIVENS = Givens(SYMBOLS, SIZES, most=25)
"""The family of clues."""


def symbol(value: int) -> str:
    """1..25 as in `SYMBOLS`, 0 (empty) as a dot."""
    return SYMBOLS[value - 1] if value else EMPTY


class Irregular(NamedTuple):
    """The houses of a puzzle that has areas in place of boxes, or diagonals."""

    boxes: Shape
    areas: tuple[tuple[Cell, ...], ...]
    """In place of boxes; empty: the boxes."""
    diagonals: bool


Layout: TypeAlias = Shape | Irregular
"""What the houses of a puzzle are: mostly the shape of its boxes alone."""
KEPT = 64
"""How many layouts are kept, with what follows from them."""


def side_of(layout: Layout) -> int:
    """The number of rows."""
    height, width = layout.boxes if isinstance(layout, Irregular) else layout
    return height * width


@lru_cache(maxsize=KEPT)
def layout_houses(layout: Layout) -> Houses:
    """The cells of each house, by rule."""
    if not isinstance(layout, Irregular):
        return houses_of(layout)
    n = side_of(layout)
    main = [tuple((i, i) for i in range(n)), tuple((i, n - 1 - i) for i in range(n))]
    inner = {"area": layout.areas} if layout.areas else {"box": houses_of(layout.boxes)["box"]}
    return {**lines_of(n, n), **inner, **({"diagonal": main} if layout.diagonals else {})}


class House(NamedTuple):
    """A row, a column or a box: cells that hold each value once."""

    rule: str
    """``row``, ``column``, ``box``, ``area`` or ``diagonal``."""
    number: int
    """Its number, from 1; boxes and areas in reading order."""
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
    layout: Layout
    houses: tuple[House, ...]
    """Rows, columns, boxes or areas, diagonals."""
    peers: tuple[int, ...]
    """For each cell: bitboard of the other cells that share a house with it."""
    houses_at: tuple[tuple[House, ...], ...]
    """For each cell: its row, its column, its box or area, its diagonals."""

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
        """In reading order; areas in their place."""
        return self.houses[2 * self.size : 3 * self.size]

    def cell(self, index: int) -> Cell:
        """(row, column) of a cell number."""
        return divmod(index, self.size)


@lru_cache(maxsize=KEPT)
def geometry(layout: Layout) -> Geometry:
    """The houses of a grid with that layout; shared."""
    size = side_of(layout)
    houses, peers = list[House](), [0] * size**2
    for rule, number, cells in numbered_houses(layout_houses(layout)):
        indices = tuple(r * size + c for r, c in cells)
        houses.append(House(rule, number, indices, sum(1 << i for i in indices)))
        for i in indices:
            peers[i] |= houses[-1].mask & ~(1 << i)
    at = tuple(tuple(house for house in houses if house.mask >> i & 1) for i in range(size**2))
    return Geometry(size, layout, tuple(houses), tuple(peers), at)


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


@lru_cache(maxsize=KEPT)
def digits(layout: Layout) -> Values:
    """Variable ``i*N + v`` is true if the cell with number i holds the value v."""
    houses = list(chain.from_iterable(layout_houses(layout).values()))
    return numbers(side_of(layout), None, lambda _: houses, SYMBOLS)


class Digits(Valued):
    """A value in each cell."""

    def unknowns(self, puzzle: Any, left: Mapping[Cell, int] | None = None) -> Values:
        """One variable for each value of each cell; a value is seen in boxes as well."""
        return digits(puzzle.layout)

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
        clues: N*N values in reading order, 1..N or 0 for an empty cell; N is 4 to 25, and not prime unless there are
            areas.
        boxes: rows and columns of a box; None: as square as possible, rather wide than high (2x3 for N = 6).
        areas: N areas of N cells in place of boxes (jigsaw); empty: boxes.
        cages: groups of cells with different values, most with a sum (killer).
        diagonals: whether both diagonals hold each value once (X).

    Raises:
        InputError: a wrong number of cells, an invalid value, or boxes of the wrong number of cells (clashing clues are
            an unsolvable puzzle, not an error).
    """

    clues: tuple[int, ...] = clues_of(GIVENS)
    boxes: Shape = clues_of(Boxes(), default=None)
    areas: AreaTuple = clues_of(Partition(rare=True), default=())
    cages: CageTuple = clues_of(Cages(), default=())
    diagonals: bool = clues_of(Flag("diagonals", "both diagonals hold each digit once"), default=False)

    kind: ClassVar = "sudoku"
    options: ClassVar = SudokuOptions
    solution_class: ClassVar = SudokuSolution

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.areas:
            self._check_areas()
        elif self.boxes[0] == 1:
            raise InputError(f"found {counted(len(self.clues), 'cell')}, expected {GIVENS.counts}")

    def _check_areas(self) -> None:
        """Areas as many as rows, of as many cells. Raises InputError. Those that are boxes are kept as boxes."""
        for area in self.areas:
            if len(area.cells) != self.height:
                found = f"{area} has {counted(len(area.cells), 'cell')}"
                raise InputError(f"{found}, expected {self.height} as in a row")
        cells = {area.cells for area in self.areas}
        box = next((box for box in shapes(self.height) if {*houses_of(box)["box"]} == cells), None)
        if box:
            self.__dict__.update(areas=(), boxes=box)
        else:
            usual = USUAL.get(self.height, (1, self.height))
            self.__dict__.update(boxes=usual)

    @property
    def plain(self) -> bool:
        """Whether it has rows, columns and boxes alone."""
        return not (self.areas or self.cages or self.diagonals)

    @cached_property
    def layout(self) -> Layout:
        """What its houses are."""
        if not self.areas and not self.diagonals:
            return self.boxes
        return Irregular(self.boxes, tuple(area.cells for area in self.areas), self.diagonals)

    @property
    def size(self) -> int:
        """N: the number of rows, columns and values."""
        return self.height

    @cached_property
    def given(self) -> tuple[tuple[int, int], ...]:
        """(cell number, value) of each clue, in reading order."""
        return tuple([(i, value) for i, value in enumerate(self.clues) if value])
