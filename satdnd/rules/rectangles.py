"""The rectangles around a cell that hold no other clue, of a given area or of any."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name
from satdnd.rules.area_among import AreaChoice
from satdnd.rules.borders import EdgedArea, InnerEdges
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Literal


class Span(NamedTuple):
    """The rows and columns that a rectangle may have, each with the literal that it has it."""

    rows: Mapping[int, Literal]
    columns: Mapping[int, Literal]


class Rectangles(AreaChoice):
    """The rectangles with a cell and none of some others.

    Args:
        edges: the unknowns.
        cell: that of the clue.
        others: the cells of the other clues.
        size: how many cells they have; None: any number.
    """

    def __init__(self, edges: InnerEdges, cell: Cell, others: Bitboard, size: int | None = None) -> None:
        self.edges, self.cell, self.others, self.size = edges, cell, others, size
        self._at = cell[0] * edges.width + cell[1]

    @cached_property
    def _limits(self) -> dict[int, tuple[int, int]]:
        """For each row that they may have, the first and last column that are free up to there."""
        (row, column), width, found = self.cell, self.edges.width, dict[int, tuple[int, int]]()
        for step in (-1, 1):
            left, right, r = 0, width - 1, row
            while 0 <= r < self.edges.height:
                there = self.others >> r * width & (1 << width) - 1
                if there >> column & 1:
                    break
                left = max(left, (there & (1 << column) - 1).bit_length())
                beyond = there >> column + 1
                right = min(right, column + (beyond & -beyond).bit_length() - (1 if beyond else -width))
                right = min(right, width - 1)
                found[r] = left, right
                r += step
        return found

    @cached_property
    def reach(self) -> Bitboard:
        """The cells that some of the rectangles have."""
        if self.size is not None:
            return reduce(or_, (area.cells for area in self.areas), 0)
        block = self.edges.grid.block
        return reduce(or_, (block(r, left, 1, right - left + 1) for r, (left, right) in self._limits.items()), 0)

    @cached_property
    def areas(self) -> list[EdgedArea]:
        """All of them."""
        block = self.edges.grid.block
        return [self.edges.edged(block(*place)) for place in self._places()]

    def _places(self) -> Iterator[tuple[int, int, int, int]]:
        """The first row and column of each, its height and its width."""
        row, column = self.cell
        for top in (r for r in self._limits if r <= row):
            for bottom in (r for r in self._limits if r >= row):
                (left, right), (left_below, right_below) = self._limits[top], self._limits[bottom]
                left, right, height = max(left, left_below), min(right, right_below), bottom - top + 1
                for first in range(left, column + 1):
                    widths = range(column - first + 1, right - first + 2)
                    if self.size is not None:
                        wide, rest = divmod(self.size, height)
                        widths = range(wide, wide + (not rest and wide in widths))
                    for width in widths:
                        yield top, first, height, width

    def allows(self, area: Bitboard) -> bool:
        """Whether it is a rectangle of that size, with the cell and no other clue."""
        if not area >> self._at & 1 or area & self.others:
            return False
        count, grid = area.bit_count(), self.edges.grid
        if self.size not in (None, count):
            return False
        top, left = divmod((area & -area).bit_length() - 1, grid.width)
        height = (area.bit_length() - 1) // grid.width - top + 1
        width, rest = divmod(count, height)
        return not rest and left + width <= grid.width and area == grid.block(top, left, height, width)

    @property
    def clauses(self) -> int:
        """About how many define the literals of `covering`."""
        return super().clauses if self.size is not None else 5 * self.reach.bit_count()

    def covering(self, encoder: Encoder, cell: int) -> list[Literal]:
        """With a size, a literal for each rectangle; without, the one that it has both the row and the column.

        Auxiliary variables of one clue without a size: that it has a rectangle, one for each other row and column that
        it may have, and one for each cell asked for in none of its own. Clauses: up to five for each cell in reach.
        """
        if self.size is not None:
            return super().covering(encoder, cell)
        span = encoder.definition(("span", self.cell), lambda: self._span(encoder))
        r, c = divmod(cell, self.edges.width)
        if r == self.cell[0] or c == self.cell[1]:
            return [span.columns[c] if r == self.cell[0] else span.rows[r]]
        name = f"rectangle of {cell_name(self.cell)} has {cell_name((r, c))}"
        both = span.rows[r], span.columns[c]
        return [encoder.define(("spanned", self.cell, cell), name, lambda variable: [[-variable, x] for x in both])]

    def _span(self, encoder: Encoder) -> Span:
        """New variables for rows and columns, and what they say of edges. All of them may be false."""
        (row, column), formula, name = self.cell, encoder.formula, f"rectangle of {cell_name(self.cell)}"
        there, (left, right) = formula.new(name), self._limits[row]
        rows = {r: there if r == row else formula.new(f"{name} has row {r + 1}") for r in self._limits}
        columns = {
            c: there if c == column else formula.new(f"{name} has column {c + 1}") for c in range(left, right + 1)
        }
        for lines, middle in ((rows, row), (columns, column)):
            formula.extend([-x, lines[i + 1 if i < middle else i - 1]] for i, x in lines.items() if i != middle)
        for r, c in self.edges.grid.cells(self.others):
            if r in rows and c in columns:
                formula.add(-rows[r], -columns[c])
        for r, (first, last) in self._limits.items():
            for c in range(first, last + 1):
                edge = {side: self.edges.edge((r, c), side) for side in "nwse"}
                self._bounded(encoder, rows[r], columns, c, column, {c - 1: edge["w"], c + 1: edge["e"]})
                self._bounded(encoder, columns[c], rows, r, row, {r - 1: edge["n"], r + 1: edge["s"]})
        return Span(rows, columns)

    def _bounded(
        self,
        encoder: Encoder,
        line: Literal,
        across: Mapping[int, Literal],
        here: int,
        middle: int,
        sides: Mapping[int, Literal],
    ) -> None:
        """Of a cell in a line, the edges to its neighbours in that line that are farther from the middle."""
        for far, edge in sides.items():
            if edge and abs(far - middle) > abs(here - middle):
                beyond = [across[far]] if far in across else []
                encoder.formula.add(-line, -across[here], *beyond, edge)
                encoder.formula.extend([-line, -x, -edge] for x in beyond)
