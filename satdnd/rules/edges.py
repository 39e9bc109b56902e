"""Unknowns that are edges of cells; for loops along them, as in slitherlink, each is part of the loop or not."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, grid, narrowed, spread
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.formula import Literal, VariableNames

SIDES = {"n": "above", "w": "left of", "s": "below", "e": "right of"}
"""The sides of a cell: mark and name."""
LINE, NONE = "-", "x"


class CellEdges(Unknowns):
    """Unknowns that are edges of cells, each with a line or without.

    A mark names the cell below an edge or right of it, with the side ``n`` or ``w``; ``s`` and ``e`` are used only in
    the last row and column. Boards are drawings with the corners as ``+``.

    Args:
        height, width: H and W of the grid of cells.
        count: how many edges are unknown.
    """

    def __init__(self, height: int, width: int, count: int) -> None:
        self.height, self.width, self.size, self.count = height, width, (height, width), count
        self.expected = (
            f"expected [row, column, {' or '.join(map(repr, SIDES))}, {LINE!r} or {NONE!r}] of a cell in the grid"
        )

    @property
    def names(self) -> Sequence[str]:  # type: ignore[override]  # made when they are read
        """``edge[0,2,n]``."""
        return VariableNames(self.count, lambda v: f"edge[{','.join(map(str, self.mark(v)[:3]))}]")

    # geometry

    @abstractmethod
    def edge(self, cell: Cell, side: str) -> Literal:
        """The variable of the edge on one side of a cell: ``n``, ``w``, ``s`` or ``e``; 0 if it is not unknown."""

    @abstractmethod
    def ends(self, variable: int) -> tuple[Cell, Cell]:
        """The two corners that an edge joins, in reading order."""

    def neighbours(self, variable: int) -> tuple[Cell, ...]:
        """The one or two cells next to an edge. The cell of its mark comes first: the lower or right one of two."""
        (r, c), (below, _) = self.ends(variable)
        neighbours = ((r, c), (r, c - 1)) if below > r else ((r, c), (r - 1, c))
        return tuple((a, b) for a, b in neighbours if 0 <= a < self.height and 0 <= b < self.width)

    def cells(self, variable: int) -> tuple[Cell, ...]:
        """The cells next to the edge."""
        return self.neighbours(variable)

    @property
    def grid(self) -> Grid:
        """The geometry of the cells."""
        return grid(self.height, self.width)

    # marks

    def mark(self, literal: Literal) -> Mark:
        """A cell, one of its sides, and ``-`` or ``x``; ``s`` and ``e`` only in the last row and column."""
        (r, c), (below, _) = self.ends(abs(literal))
        what = LINE if literal > 0 else NONE
        if below > r:
            return (r, c, "w", what) if c < self.width else (r, c - 1, "e", what)
        return (r, c, "n", what) if r < self.height else (r - 1, c, "s", what)

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal that a mark stands for, on any of the four sides of any cell."""
        match mark:
            case [int(r), int(c), str(side), str(what)] if side in SIDES and what in (LINE, NONE):
                inside = type(r) is int and type(c) is int and 0 <= r < self.height and 0 <= c < self.width
                if inside and (variable := self.edge((r, c), side)):
                    return variable if what == LINE else -variable
        return super().literal(mark)

    # boards

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """Literals from rows in the form of `describe`; corners, cells and unknown edges may hold anything."""
        if len(rows) != 2 * self.height + 1:
            expected = f"{2 * self.height + 1} for the {counted(self.height, 'row')} of cells and the edges between"
            raise InputError(f"the board has {counted(len(rows), 'line')}, expected {expected}")
        found = []
        for i, row in enumerate(rows):
            if not isinstance(row, str) or len(row) != 2 * self.width + 1:
                expected = f"{2 * self.width + 1} characters for {counted(self.width, 'cell')} and the edges between"
                raise InputError(f"line {i + 1} of the board is {shown(row)}, expected {expected}")
            for j in range(1 - i % 2, 2 * self.width + 1, 2):
                variable = self._variable(i, j)
                if row[j] == "-|"[i % 2]:
                    found.append(variable)
                elif row[j] == NONE:
                    found.append(-variable)
        return sorted(filter(None, found), key=abs)

    def describe(self, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: 2H+1 strings of 2W+1 characters with the corners as ``+``.

        Lines are ``-`` and ``|``, ``x`` is an edge without a line, and a blank is unknown.
        """
        known = set(literals)
        lines = []
        for i in range(2 * self.height + 1):
            line = [" " if i % 2 else "+"] * (2 * self.width + 1)
            for j in range(1 - i % 2, 2 * self.width + 1, 2):
                variable = self._variable(i, j)
                line[j] = "-|"[i % 2] if variable in known else NONE if -variable in known else " "
            lines.append("".join(line))
        return {"forced": lines}

    def _variable(self, i: int, j: int) -> Literal:
        """The variable of the edge drawn in column j of line i."""
        if i % 2:
            return self.edge((i // 2, j // 2), "w")
        return self.edge((i // 2, j // 2), "n")

    # sentences

    def name(self, variable: int) -> str:
        """``the edge between r1c1 and r2c1``, at the border of the grid ``the edge above r1c1``."""
        neighbours = sorted(self.cells(variable))
        if len(neighbours) == 2:
            return f"the edge between {cell_name(neighbours[0])} and {cell_name(neighbours[1])}"
        side = str(self.mark(variable)[2])
        return f"the edge {SIDES[side]} {cell_name(neighbours[0])}"


class Edges(CellEdges):
    """Variables say that an edge is part of the loop: first those above cells, row by row, then those left of cells.

    That above (r, c) is ``r*W + c + 1``, with r = H for those below the last row; that left of (r, c) is
    ``(H+1)*W + r*(W+1) + c + 1``, with c = W for those right of the last column. Corner (r, c), with r from 0 to H and
    c from 0 to W, is the top left one of the cell (r, c), if there is such a cell.

    Args:
        height, width: H and W of the grid of cells.
    """

    def __init__(self, height: int, width: int) -> None:
        self.across = (height + 1) * width
        """The number of horizontal edges; the vertical ones come after them."""
        super().__init__(height, width, self.across + height * (width + 1))

    # geometry

    def edge(self, cell: Cell, side: str) -> Literal:
        """The variable of the edge on one side of a cell: ``n``, ``w``, ``s`` or ``e``."""
        r, c = cell
        if side in "ns":
            return (r + (side == "s")) * self.width + c + 1
        return self.across + r * (self.width + 1) + c + (side == "e") + 1

    def around(self, cell: Cell) -> tuple[Literal, ...]:
        """The variables of the four edges of a cell: above, left, below, right."""
        return tuple([self.edge(cell, side) for side in SIDES])

    def corner(self, row: int, column: int) -> tuple[Literal, ...]:
        """The variables of the two to four edges that meet at a corner: left, right, up, down."""
        down = self.across + row * (self.width + 1) + column + 1
        right = row * self.width + column + 1
        found = []
        if column:
            found.append(right - 1)
        if column < self.width:
            found.append(right)
        if row:
            found.append(down - self.width - 1)
        if row < self.height:
            found.append(down)
        return tuple(found)

    def corners(self) -> Iterator[Cell]:
        """All corners, row by row."""
        return ((r, c) for r in range(self.height + 1) for c in range(self.width + 1))

    def corner_cells(self, row: int, column: int) -> tuple[Cell, ...]:
        """The one to four cells that a corner belongs to, in reading order."""
        return tuple(
            (r, c) for r in (row - 1, row) for c in (column - 1, column) if 0 <= r < self.height and 0 <= c < self.width
        )

    def corner_name(self, row: int, column: int) -> str:
        """``the top left corner of r2c3``; in the last row or column, another corner of the last cell."""
        r, c = min(row, self.height - 1), min(column, self.width - 1)
        sides = f"{'bottom' if row > r else 'top'} {'right' if column > c else 'left'}"
        return f"the {sides} corner of {cell_name((r, c))}"

    def ends(self, variable: int) -> tuple[Cell, Cell]:
        """The two corners that an edge joins, in reading order."""
        place = variable - 1
        if place < self.across:
            r, c = divmod(place, self.width)
            return (r, c), (r, c + 1)
        r, c = divmod(place - self.across, self.width + 1)
        return (r, c), (r + 1, c)

    # cells and lines as bits

    def border(self, inside: Bitboard) -> Bitboard:
        """The edges between the cells *inside* and all others."""
        across = inside ^ inside << self.width
        wide = self.spread(inside)
        return across | (wide ^ wide << 1) << self.across

    def inside(self, lines: Bitboard) -> Bitboard:
        """The cells that closed lines enclose: those with an odd number of lines to their left."""
        odd = lines >> self.across
        step = 1
        while step < self.height * (self.width + 1):  # over all rows at once, each of which has an even number of them
            odd ^= odd << step
            step *= 2
        return self.narrowed(odd) & self.grid.all

    def spread(self, rows: Bitboard) -> Bitboard:
        """A board with W places per row as one with W+1, the last of them empty."""
        return spread(rows, self.height + 1, self.width)

    def narrowed(self, rows: Bitboard) -> Bitboard:
        """The inverse of `spread`."""
        return narrowed(rows, self.height + 1, self.width)

    # sentences

    def sentence(self, literal: Literal) -> str:
        """``the edge between r1c1 and r2c1 is part of the loop``; at the border ``the edge above r1c1 ...``."""
        return f"{self.name(abs(literal))} is {'' if literal > 0 else 'not '}part of the loop"

    def denial(self, literal: Literal) -> str:
        """The sentence for the opposite."""
        return self.sentence(-literal)


@lru_cache(maxsize=16)
def edges_of(height: int, width: int) -> Edges:
    """The edges of a grid of that size; one shared object per size."""
    return Edges(height, width)
