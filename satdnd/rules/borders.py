"""Unknowns for divisions of a grid into areas: each edge between two cells is a border, or they belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from satdnd.grid.bitboard import Bitboard, Cell, joined, scan, spread
from satdnd.grid.notation import cell_name
from satdnd.rules.edges import CellEdges
from satdnd.sat.formula import Literal


class EdgedArea(NamedTuple):
    """An area, with its edges as bits: bit v-1 is variable v of `InnerEdges`."""

    cells: Bitboard
    """The area."""
    border: Bitboard
    """Those between its cells and others."""
    inside: Bitboard
    """Those between two of its cells."""


class InnerEdges(CellEdges):
    """Variables say that an edge between two cells is a border: first those above cells, row by row, then those left.

    That above (r, c) is ``(r-1)*W + c + 1``, r from 1; that left of (r, c) is ``(H-1)*W + r*(W-1) + c``, c from 1. The
    border of the grid has no variables.

    Args:
        height, width: H and W of the grid of cells.
    """

    def __init__(self, height: int, width: int) -> None:
        self.across = (height - 1) * width
        """The number of horizontal edges; the vertical ones come after them."""
        super().__init__(height, width, self.across + height * (width - 1))

    def edge(self, cell: Cell, side: str) -> Literal:
        """The variable of the edge on one side of a cell; 0 at the border of the grid."""
        r, c = cell
        if side in "ns":
            r += side == "s"
            return (r - 1) * self.width + c + 1 if 0 < r < self.height else 0
        c += side == "e"
        return self.across + r * (self.width - 1) + c if 0 < c < self.width else 0

    def ends(self, variable: int) -> tuple[Cell, Cell]:
        """The two corners that an edge joins, in reading order."""
        place = variable - 1
        if place < self.across:
            r, c = divmod(place, self.width)
            return (r + 1, c), (r + 1, c + 1)
        r, c = divmod(place - self.across, self.width - 1)
        return (r, c + 1), (r + 1, c + 1)

    # areas

    def edged(self, area: Bitboard) -> EdgedArea:
        """An area with its edges."""
        width, row = self.width, (1 << self.width) - 1
        below, beyond = area >> width, (1 << self.across) - 1
        border, inside = (area ^ below) & beyond, area & below
        first, last = (area & -area).bit_length() - 1, area.bit_length() - 1
        for r in range(first // width, last // width + 1):
            line, at = area >> r * width & row, self.across + r * (width - 1)
            border |= ((line ^ line >> 1) & row >> 1) << at
            inside |= (line & line >> 1) << at
        return EdgedArea(area, border, inside)

    def areas(self, board: Bitboard) -> list[Bitboard]:
        """The cells that borders enclose, area by area in reading order; a border that encloses nothing is ignored."""
        right, down = self.unparted(board)
        areas, left = list[Bitboard](), self.grid.all
        while left:
            areas.append(joined(left & -left, right, down, self.width))
            left ^= areas[-1]
        return areas

    def unparted(self, board: Bitboard) -> tuple[Bitboard, Bitboard]:
        """The cells that no border parts from the one on their right, and from the one below."""
        edges = ~board & (1 << self.count) - 1
        return spread(edges >> self.across, self.height, self.width - 1), edges & (1 << self.across) - 1

    def division(self, board: Bitboard) -> Sequence[tuple[Bitboard, bool]]:
        """For each cell its area, and whether no border is inside; the last boards are kept."""
        return _division(self, board)

    def numbered(self, board: Bitboard) -> list[list[int]]:
        """For each cell the number of its area, from 1 in reading order."""
        rows = [[0] * self.width for _ in range(self.height)]
        for number, area in enumerate(self.areas(board), 1):
            for i in scan(area):
                rows[i // self.width][i % self.width] = number
        return rows

    def separating(self, same: Callable[[Cell, Cell], bool]) -> Bitboard:
        """The board whose borders are between neighbours that are not the *same*."""
        return sum(1 << v - 1 for v in range(1, self.count + 1) if not same(*self.cells(v)))

    # boards and sentences

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """As `CellEdges.describe`; the border of the grid, which has the variable 0, is drawn as well."""
        return super().describe([0, *literals])

    def sentence(self, literal: Literal) -> str:
        """``there is a border between r1c1 and r1c2``, or ``r1c1 and r1c2 belong together``."""
        one, other = map(cell_name, sorted(self.cells(abs(literal))))
        return f"there is a border between {one} and {other}" if literal > 0 else f"{one} and {other} belong together"

    def denial(self, literal: Literal) -> str:
        """The sentence for the opposite."""
        return self.sentence(-literal)


@lru_cache(maxsize=8)
def _division(edges: InnerEdges, board: Bitboard) -> Sequence[tuple[Bitboard, bool]]:
    (right, down), grid = edges.unparted(board), edges.grid
    found: list[tuple[Bitboard, bool]] = [(0, True)] * grid.size
    for area in edges.areas(board):
        whole = not (area & area >> edges.width & ~down or area & grid.west(area) & ~right)
        for i in scan(area):
            found[i] = area, whole
    return found


@lru_cache(maxsize=16)
def inner_edges(height: int, width: int) -> InnerEdges:
    """The edges within a grid of that size; one shared object per size."""
    return InnerEdges(height, width)
