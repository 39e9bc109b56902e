"""All cells of one sort are connected to the border of the grid: a lazy rule, added as cuts of pockets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satdnd.encodings.connectivity import planar_trees
from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.connected import MOST_CUTS, Connected, graph_of
from satdnd.rules.cut import Cut, check_rule
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Clause, Literal


class ToBorder(Connected):
    """All open cells of a grid are connected to its border by open cells.

    A cut of a set of cells without one at the border, the pocket, says: if one of its cells is open, so is one of the
    cells around it.

    Args:
        geometry, sign, pattern, noun, rule: as in `Connected`.
    """

    def __init__(
        self, geometry: Grid, sign: int, pattern: str, noun: str = "region", *, rule: str = "to-border"
    ) -> None:
        super().__init__(geometry, sign, pattern, noun, rule=rule)
        first, last = geometry.block(0, 0, 1, geometry.width), geometry.block(geometry.height - 1, 0, 1, geometry.width)
        self._border = first | last | geometry.first_column | geometry.last_column

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether some open cell can no longer reach the border."""
        there, maybe = self._split(true, false)
        return bool(there & ~self.grid.flood(self._border, maybe))

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """One cut for each piece, without a cell at the border, of the cells that may be open."""
        there, maybe = self._split(true, false)
        pieces = self.grid.components(maybe & ~self.grid.flood(self._border, maybe))
        return [
            self.cut(piece, self.grid.cells(piece & there or piece)[0]) for piece in sorted(pieces, key=int.bit_count)
        ]

    def cut(self, pocket: Bitboard, at: Cell) -> Cut:
        """The cut that says that the open cells around *at*, in a pocket, need an exit."""
        ways = tuple(self.sign * (i + 1) for i in scan(self.grid.border(pocket)))
        cells = tuple(self.grid.cells(pocket))
        return Cut(self.rule, cells, self.pattern, at, ways, (pocket,), self.sign, geometry=self.grid)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """A clause for each piece of the open cells that does not reach the border: it has an exit."""
        there, _ = self._split(board, self.grid.all & ~board)
        pieces = self.grid.components(there & ~self.grid.flood(self._border, there))
        return [self._enclosing(piece) for piece in sorted(pieces, key=int.bit_count)[:MOST_CUTS]]

    def _enclosing(self, piece: Bitboard) -> Clause:
        """A clause for a path from a piece to the border, over a minimal set of cells that encloses it."""
        border = self.grid.border(piece)
        outside = self.grid.flood(self._border, self.grid.all & ~border)
        border &= self.grid.neighbours(outside) | self._border
        border &= self.grid.neighbours(self.grid.flood(piece, self.grid.all & ~border))
        return [*(self.sign * (i + 1) for i in scan(border)), -self.sign * (piece & -piece).bit_length()]

    def implied(self) -> list[Clause]:
        """No open cell is isolated, but for those at the border."""
        sign, inner = self.sign, scan(self.grid.all & ~self._border)
        return [[-sign * (i + 1), *(sign * (j + 1) for j in scan(self.grid.neighbours(1 << i)))] for i in inner]

    def encode(self, encoder: Encoder) -> None:
        """With a ring of open cells around the grid, all are connected (`planar_trees`)."""
        formula, grid = encoder.formula, self.grid
        formula.family(self.rule)
        mark, around = formula.pool.top, formula.pool.new()
        formula.add(around)
        ring = [around] * (grid.width + 2)
        opens = [self.sign * (i + 1) for i in range(grid.size)]
        rows = ([around, *opens[i : i + grid.width], around] for i in range(0, grid.size, grid.width))
        padded = [*ring, *(x for row in rows for x in row), *ring]
        trees = planar_trees(grid.height + 2, grid.width + 2, padded, formula.pool, corner=-1)
        formula.extend(trees.structure)
        formula.begin_sentence(f"the {self.noun} reaches the border")
        formula.extend(trees.single)
        formula.name_since(mark, "planar connectivity", lambda: {around: "around the grid", **trees.meanings()})

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """A fault if there are enclosed cells, with these."""
        there, _ = self._split(board, self.grid.all & ~board)
        enclosed = self.grid.cells(there & ~self.grid.flood(self._border, there))
        message = f"the {self.noun} at {cell_name(enclosed[0])} does not reach the border" if enclosed else ""
        return [(tuple(enclosed), message)] if enclosed else []

    def graph_fault(self, board: Bitboard) -> str | None:
        """A sentence with the number of pieces of the graph of the open cells that have none at the border."""
        import networkx as nx

        height, gap = self.grid.height, self.grid.width + 1  # a gap after a row
        inside = [
            piece
            for piece in nx.connected_components(graph_of(self.grid, board, self.sign))
            if not any(i // gap in (0, height - 1) or i % gap in (0, gap - 2) for i in piece)
        ]
        return f"{len(inside)} pieces of the graph of the {self.noun} do not reach the border" if inside else None

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of any pocket without a cell at the border."""
        check_rule(rule, self.rule)
        pocket = self.grid.mask(cells)
        if at not in cells:
            raise InputError(f"{cell_name(at)} is not among the cells that it is about")
        if pocket & self._border:
            raise InputError("some of the cells that it is about are at the border")
        return self.cut(pocket, at)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """A cell is open if an open cell needs it to reach the border, and not open if it cannot reach it."""
        there, maybe = self._split(true, false)
        region = self.grid.flood(self._border, maybe)
        needed = self._separating(there, region, self._border) if not there & ~region else region
        for i in scan(maybe & ~there):
            if not region >> i & 1:
                yield -self.sign * (i + 1)
            elif needed >> i & 1:
                yield self.sign * (i + 1)
