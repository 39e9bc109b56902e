"""Sets of cells as integers: shifts that respect the edges, neighbours, degrees, flood fill.

Cell ``(r, c)`` of a grid of H rows and W columns, both counted from 0 at the top left, is bit ``r*W + c``.
Python's integers have no fixed length, so one code serves 8x8 (a 64-bit word) and 100x100.
Hot code takes and returns plain integers (`Bitboard`); `CellSet` wraps one for people to look at.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

Bitboard: TypeAlias = int
"""A set of cells, bit ``r*W + c`` for cell ``(r, c)``; 0 is the empty set."""

Cell: TypeAlias = tuple[int, int]
"""(row, column), both from 0, from the top left."""


class Degrees(NamedTuple):
    """The cells of a set, split by how many of their neighbours are in the set too."""

    none: Bitboard
    """No neighbour in the set."""
    one: Bitboard
    """Exactly one: the dead ends, when the set is the open cells."""
    more: Bitboard
    """Two, three or four."""


TABLED = 1024
"""The most cells for which `Grid.marked` uses a lookup table; `scan` reads larger sets in parts of this size."""
_PART = (1 << TABLED) - 1


def scan(board: Bitboard) -> Iterator[int]:
    """Bit numbers of *board*, lowest first.

    >>> list(scan(0b10110))
    [1, 2, 4]
    """
    at = -1
    while board:  # in parts, or each step would touch all of it
        part = board & _PART
        while part:
            low = part & -part
            yield at + low.bit_length()
            part ^= low
        board >>= TABLED
        at += TABLED


def spread(rows: Bitboard, height: int, width: int) -> Bitboard:
    """A board with *width* places per row as one with one more, the last of them empty."""
    row = (1 << width) - 1
    return sum((rows >> r * width & row) << r * (width + 1) for r in range(height))


def narrowed(rows: Bitboard, height: int, width: int) -> Bitboard:
    """The inverse of `spread`."""
    row = (1 << width) - 1
    return sum((rows >> r * (width + 1) & row) << r * width for r in range(height))


def joined(part: Bitboard, right: Bitboard, down: Bitboard, width: int) -> Bitboard:
    """The places that lines join to *part*; those to the *right* and *down* are named by their first places."""
    before = 0
    while part != before:
        before = part
        part |= (part & right) << 1 | part >> 1 & right
        part |= (part & down) << width | part >> width & down
    return part


def lines_of(height: int, width: int) -> dict[str, list[tuple[Cell, ...]]]:
    """The cells of each ``row``, from the top, and of each ``column``, from the left."""
    rows = [tuple((r, c) for c in range(width)) for r in range(height)]
    return {"row": rows, "column": [*zip(*rows, strict=True)]}


class Grid:
    """Geometry of H rows and W columns; call `grid` to get a shared instance.

    Raises:
        ValueError: a side is less than 1.
    """

    __slots__ = ("_bits", "_columns", "_last", "_rows", "all", "first_column", "height", "last_column", "size", "width")

    def __init__(self, height: int, width: int) -> None:
        if height < 1 or width < 1:
            raise ValueError(f"a grid needs at least one row and one column, not {height}x{width}")
        self.height = height
        self.width = width
        self.size = height * width
        self.all: Bitboard = (1 << self.size) - 1
        self.first_column: Bitboard = sum(1 << r * width for r in range(height))
        self.last_column: Bitboard = self.first_column << width - 1
        self._rows: tuple[Bitboard, ...] = ()
        self._columns: tuple[Bitboard, ...] = ()
        self._last: tuple[Bitboard, bool] = (0, True)
        cells = range(self.size if self.size <= TABLED else 0)
        self._bits: dict[Any, Bitboard] = {divmod(i, width): 1 << i for i in cells}

    def __repr__(self) -> str:
        return f"Grid({self.height}, {self.width})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and (self.height, self.width) == (other.height, other.width)

    def __hash__(self) -> int:
        return hash((self.height, self.width))

    @property
    def rows(self) -> tuple[Bitboard, ...]:
        """The cells of each row; computed on first use, since those of a million cells take 60 MB."""
        if not self._rows:
            row = (1 << self.width) - 1
            self._rows = tuple(row << r * self.width for r in range(self.height))
        return self._rows

    @property
    def columns(self) -> tuple[Bitboard, ...]:
        """The cells of each column; computed on first use (120 MB)."""
        if not self._columns:
            self._columns = tuple(self.first_column << c for c in range(self.width))
        return self._columns

    def __reduce__(self) -> tuple[Any, ...]:
        return grid, (self.height, self.width)  # the shared one, wherever it is unpickled

    # cells and numbers

    def bit(self, cell: Cell) -> Bitboard:
        """The set of one cell, which must lie in the grid."""
        return 1 << cell[0] * self.width + cell[1]

    def mask(self, cells: Iterable[Cell]) -> Bitboard:
        """The set of *cells*, which must lie in the grid."""
        if self.size <= TABLED:
            board = 0
            for r, c in cells:
                board |= 1 << r * self.width + c
            return board
        signs = bytearray(self.size // 8 + 1)
        for r, c in cells:
            i = r * self.width + c
            signs[i >> 3] |= 1 << (i & 7)
        return int.from_bytes(signs, "little")

    def marked(self, cells: Collection[Any]) -> Bitboard | None:
        """The set of *cells*, computed without a loop; None unless they are different cells of the grid.

        *cells* may hold anything. To find out what is wrong the caller needs a loop; on large grids only the empty set
        is accepted.
        """
        try:
            board = sum(map(self._bits.__getitem__, cells))
        except (KeyError, TypeError):
            return None
        if board.bit_count() != len(cells):  # that many different powers of two were added
            return None
        right = {*map(type, cells)} <= {tuple} and {*map(type, chain.from_iterable(cells))} <= {int}
        return board if right else None

    def cells(self, board: Bitboard) -> list[Cell]:
        """The cells of *board* in reading order."""
        return [divmod(i, self.width) for i in scan(board)]

    def contains(self, cell: Cell) -> bool:
        """Whether *cell* lies in the grid."""
        return 0 <= cell[0] < self.height and 0 <= cell[1] < self.width

    def around(self, cell: Cell) -> list[Cell]:
        """The cells of the 3x3 block around *cell* that lie in the grid, without itself, in reading order."""
        r, c = cell
        rows, columns = (range(max(i - 1, 0), min(i + 2, n)) for i, n in ((r, self.height), (c, self.width)))
        return [near for near in product(rows, columns) if near != cell]

    def arms(self, cell: Cell) -> list[list[Cell]]:
        """The cells above, left of, right of and below *cell*, each the nearest first."""
        r, c = cell
        up, left = ([*range(i - 1, -1, -1)] for i in cell)
        right, down = range(c + 1, self.width), range(r + 1, self.height)
        return [[(i, c) for i in up], [(r, i) for i in left], [(r, i) for i in right], [(i, c) for i in down]]

    def pairs(self, board: Bitboard) -> Iterator[tuple[Cell, Cell]]:
        """Each two cells of *board* that are side by side, in reading order."""
        cells = self.cells(board)
        there = {*cells}
        for r, c in cells:
            for other in ((r, c + 1), (r + 1, c)):
                if other in there:
                    yield (r, c), other

    def hex(self, board: Bitboard) -> str:
        """*board* as ``0x...``, a digit for every four cells: 16 digits at 8x8."""
        return f"0x{board:0{(self.size + 3) // 4}x}"

    def lines(self, board: Bitboard, on: str = "#", off: str = ".") -> list[str]:
        """One string per row, *on* for the cells of *board*, *off* for the others."""
        width = self.width
        text = f"{board & self.all:0{self.size}b}"[::-1]
        if len(on) == len(off) == 1:
            text = text.translate({48: off, 49: on})
            return [text[begin : begin + width] for begin in range(0, self.size, width)]
        return ["".join(on if x == "1" else off for x in text[i : i + width]) for i in range(0, self.size, width)]

    # shifts; each masks the edge that it must not cross

    def north(self, board: Bitboard) -> Bitboard:
        """Move every cell one row up; the first row falls off."""
        return board >> self.width

    def south(self, board: Bitboard) -> Bitboard:
        """Move every cell one row down; the last row falls off."""
        return board << self.width & self.all

    def west(self, board: Bitboard) -> Bitboard:
        """Move every cell one column to the left; the first column falls off."""
        return (board & ~self.first_column) >> 1

    def east(self, board: Bitboard) -> Bitboard:
        """Move every cell one column to the right; the last column falls off."""
        return (board & ~self.last_column) << 1

    def neighbours(self, board: Bitboard) -> Bitboard:
        """Cells that share an edge with a cell of *board* (some may be in *board* too)."""
        return (
            board >> self.width
            | board << self.width & self.all
            | (board & ~self.first_column) >> 1
            | (board & ~self.last_column) << 1
        )

    def border(self, board: Bitboard) -> Bitboard:
        """Cells outside *board* that share an edge with one of its cells."""
        return self.neighbours(board) & ~board

    def degrees(self, board: Bitboard) -> Degrees:
        """Split *board* by the number of neighbours in *board*, all cells at once.

        A bitwise adder: `one` collects the first neighbour found, `more` the second.
        """
        width = self.width
        more = 0
        one = board >> width
        step = board << width  # what sticks out below the grid is cut off at the end
        more |= one & step
        one |= step
        step = (board & ~self.first_column) >> 1
        more |= one & step
        one |= step
        step = (board & ~self.last_column) << 1
        more |= one & step
        one |= step
        return Degrees(board & ~one, board & one & ~more, board & more)

    def squares(self, board: Bitboard) -> Bitboard:
        """The top left cells of the 2x2 blocks that lie in *board* entirely."""
        pairs = board & self.west(board)
        return pairs & self.north(pairs)

    def blocks(self, board: Bitboard) -> list[tuple[Cell, Cell, Cell, Cell]]:
        """The cells of each 2x2 block that lies in *board*, in reading order."""
        return [((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)) for r, c in self.cells(self.squares(board))]

    # regions

    def flood(self, seed: Bitboard, inside: Bitboard) -> Bitboard:
        """Cells of *inside* that can be reached from *seed* by edges.

        *seed* may extend beyond *inside*; the result lies in *inside*.
        Cost: at most as many rounds of four shifts as the longest path has cells.
        """
        width, not_first, not_last = self.width, inside & ~self.first_column, inside & ~self.last_column
        region = seed & inside
        while True:
            before = region
            region |= (region >> width | region << width) & inside
            region |= (region << 1 & not_first) | (region >> 1 & not_last)
            if region == before:
                return region

    def components(self, board: Bitboard) -> list[Bitboard]:
        """The connected regions of *board*, ordered by their first cell in reading order."""
        regions = []
        while board:
            region = self.flood(board & -board, board)
            regions.append(region)
            board &= ~region
        return regions

    def connected(self, board: Bitboard) -> bool:
        """Whether *board* is one region; the empty set is. The answer for the last board is cached."""
        last, answer = self._last
        if board != last:
            answer = self.flood(board & -board, board) == board
            self._last = board, answer
        return answer

    def windows(self, side: int) -> list[Bitboard]:
        """Squares of *side* x *side* cells that overlap by half and cover the grid, in reading order."""
        tops, lefts = (
            sorted({max(0, min(i, length - side)) for i in range(0, length, side // 2)})
            for length in (self.height, self.width)
        )
        return [self.block(top, left, side, side) for top in tops for left in lefts]

    def block(self, top: int, left: int, height: int, width: int) -> Bitboard:
        """The cells of a rectangle that lie in the grid; it may extend beyond it on any side."""
        first, last = max(left, 0), min(left + width, self.width)
        if first >= last:
            return 0
        begin, end = max(top, 0), min(top + height, self.height)
        row = (1 << last - first) - 1 << first
        # times a number with a one for each row
        return row * (((1 << max(0, end - begin) * self.width) - 1) // ((1 << self.width) - 1)) << begin * self.width


def beside(cell: Cell) -> tuple[Cell, ...]:
    """The four cells at the edges of *cell*, some of which may lie outside the grid."""
    r, c = cell
    return (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)


def pieces(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The connected groups of *cells*, ordered by their first cells in reading order.

    Cost: proportional to the number of cells; `Grid.components` is faster for small grids and slower for long paths.
    """
    left, found = dict.fromkeys(cells), list[list[Cell]]()
    while left:
        piece = [left.popitem()[0]]
        for cell in piece:
            near = [x for x in beside(cell) if x in left]
            for x in near:
                del left[x]
            piece += near
        found.append(piece)
    return sorted(found, key=min)


@lru_cache(maxsize=256)
def grid(height: int, width: int) -> Grid:
    """The shared geometry of *height* rows and *width* columns (ValueError below 1)."""
    return Grid(height, width)


@dataclass(frozen=True)
class CellSet:
    """A bitboard that people can read: prints as a grid, counts, iterates over cells.

    >>> print(CellSet(grid(2, 3), 0b100_001))
    #..
    ..#
    """

    geometry: Grid
    board: Bitboard

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.geometry.cells(self.board))

    def __contains__(self, cell: object) -> bool:
        return (
            isinstance(cell, tuple)
            and len(cell) == 2
            and all(isinstance(x, int) for x in cell)
            and self.geometry.contains(cell)
            and bool(self.board & self.geometry.bit(cell))
        )

    def __len__(self) -> int:
        return self.board.bit_count()

    def __int__(self) -> int:
        return self.board

    def __str__(self) -> str:
        return "\n".join(self.geometry.lines(self.board))

    def __repr__(self) -> str:
        return f"CellSet({self.geometry!r}, {self.geometry.hex(self.board)})"
