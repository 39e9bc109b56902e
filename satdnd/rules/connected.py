"""All cells of one sort are connected: a lazy rule, added as cuts of pockets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from satdnd.encodings.connectivity import cut, planar_trees
from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Clause, Literal


def graph_of(geometry: Grid, board: Bitboard, sign: int) -> Any:
    """The networkx graph of the open cells, made cell by cell; *sign* is as in `Connected`."""
    import networkx as nx

    cells = f"{board:0{geometry.size}b}"[::-1]
    there = {
        i + i // geometry.width for i, cell in enumerate(cells) if (cell == "1") == (sign > 0)
    }  # a gap after a row
    graph: Any = nx.Graph()
    graph.add_edges_from((i, i + step) for i in there for step in (1, geometry.width + 1) if i + step in there)
    graph.add_nodes_from(there)  # those without a neighbour
    return graph


MOST_CUTS = 60
"""The most cuts at once: a model of a large board may be in thousands of pieces, and nothing here checks the time."""


class Connected(Cuts):
    """All open cells of a grid are connected.

    A cut of a set of cells, the pocket, says: if one of its cells and one beyond its border are open, so is a cell of
    the border.

    Args:
        geometry: the grid; variable ``r*W + c + 1`` is that of the cell (r, c).
        sign: 1 if a true variable is an open cell, -1 if a false one is.
        pattern: the sentence of a cut, with ``{}`` for the name of a cell.
        noun: the open cells in one word, for faults: ``sea``.
        several: whether the other statements leave at least two open cells, so that each has an open neighbour.
        rule: the id of the rule; two rules of one kind have different ones.
    """

    def __init__(
        self,
        geometry: Grid,
        sign: int,
        pattern: str,
        noun: str = "region",
        *,
        several: bool = False,
        rule: str = "connected",
    ) -> None:
        self.grid, self.sign, self.pattern, self.noun, self.several = geometry, sign, pattern, noun, several
        self.rule = rule

    def _split(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard]:
        """The cells known to be open, and those that may be."""
        there, shut = (true, false) if self.sign > 0 else (false, true)
        return there, self.grid.all & ~shut

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether some open cells can no longer reach each other."""
        there, maybe = self._split(true, false)
        return bool(there & ~self.grid.flood(there & -there, maybe))

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """One cut for each piece of the cells that may be open."""
        there, maybe = self._split(true, false)
        pieces = self.grid.components(maybe)
        if len(pieces) < 2:
            return []
        ordered = sorted(pieces, key=int.bit_count)
        return [self.cut(piece, self.grid.cells(piece & there or piece)[0]) for piece in ordered]

    def cut(self, pocket: Bitboard, at: Cell) -> Cut:
        """The cut that says that the open cells around *at*, in a pocket, need an exit."""
        border = self.grid.border(pocket)
        ways = tuple(self.sign * (i + 1) for i in scan(border))
        sides = pocket, self.grid.all & ~pocket & ~border
        cells = tuple(self.grid.cells(pocket))
        return Cut(self.rule, cells, self.pattern, at, ways, sides, self.sign, geometry=self.grid)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """A clause for each piece of the open cells, of the smallest if there are many: it has an exit."""
        there, _ = self._split(board, self.grid.all & ~board)
        pieces = sorted(self.grid.components(there), key=int.bit_count)
        return [self._parting(piece, pieces[-1]) for piece in pieces[:-1][:MOST_CUTS]]

    def _parting(self, piece: Bitboard, main: Bitboard) -> Clause:
        """A clause for a path between two pieces, over a minimal set of cells that separates them."""
        border = self.grid.border(piece)
        border &= self.grid.neighbours(self.grid.flood(main, self.grid.all & ~border))
        border &= self.grid.neighbours(self.grid.flood(piece, self.grid.all & ~border))
        one, other = (self.sign * (side & -side).bit_length() for side in (piece, main))
        return cut([self.sign * (i + 1) for i in scan(border)], one, other)

    def implied(self) -> list[Clause]:
        """No open cell is isolated."""
        return _not_alone(self.grid, self.sign) if self.several else []

    def encode(self, encoder: Encoder) -> None:
        """Encode connectivity in full with `planar_trees`, with its auxiliary variables and clauses."""
        formula, grid = encoder.formula, self.grid
        mark, opens = formula.pool.top, [self.sign * (i + 1) for i in range(grid.size)]
        formula.family(self.rule)
        trees = planar_trees(grid.height, grid.width, opens, formula.pool)
        formula.extend(trees.structure)
        formula.begin_sentence(f"the {self.noun} is connected")
        formula.extend(trees.single)
        formula.name_since(mark, "planar connectivity", trees.meanings)

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """A fault if there are several pieces, with the cells of all but the largest."""
        there, _ = self._split(board, self.grid.all & ~board)
        pieces = self.grid.components(there)
        if len(pieces) < 2:
            return []
        apart = self.grid.cells(there & ~max(pieces, key=int.bit_count))
        return [(tuple(apart), f"the {self.noun} falls into {len(pieces)} pieces")]

    def graph_fault(self, board: Bitboard) -> str | None:
        """A sentence with the number of pieces of the graph of the open cells, if it is not one."""
        import networkx as nx

        pieces = nx.number_connected_components(graph_of(self.grid, board, self.sign))
        return f"the graph of the {self.noun} has {pieces} pieces" if pieces > 1 else None

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of any pocket that its border cuts off from something."""
        check_rule(rule, self.rule)
        made = self.cut(self.grid.mask(cells), at)
        if at not in cells:
            raise InputError(f"{cell_name(at)} is not among the cells that it is about")
        if not made.sides[1]:
            raise InputError("the border of the cells that it is about separates them from nothing")
        return made

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """A cell is open if two open cells need it to reach each other, and not open if none can reach it."""
        there, maybe = self._split(true, false)
        if there:
            region = self.grid.flood(there & -there, maybe)
            needed = self._separating(there, region) if not there & ~region else region
            for i in scan(maybe & ~there):
                if not region >> i & 1:
                    yield -self.sign * (i + 1)
                elif needed >> i & 1:
                    yield self.sign * (i + 1)

    def _separating(self, there: Bitboard, region: Bitboard, gates: Bitboard = 0) -> Bitboard:
        """The cells of a connected *region* that are on each path between some two of *there*.

        With *gates*, the region is connected by these cells, which lead to one more place, and that is among *there*.
        They are articulation points (Hopcroft and Tarjan 1973): nothing below one is joined to what is above it.
        """
        root, found = -1 if gates else (there & -there).bit_length() - 1, 0
        order, low, ends = {root: 0}, {root: 0}, {root: True}
        path = [(root, scan((gates or self.grid.neighbours(1 << root)) & region))]
        while path:
            i, ways = path[-1]
            for j in ways:
                if j in order:
                    low[i] = min(low[i], order[j])
                else:
                    order[j] = len(order)
                    low[j] = 0 if gates >> j & 1 else order[j]
                    ends[j] = bool(there >> j & 1)
                    path.append((j, scan(self.grid.neighbours(1 << j) & region)))
                    break
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[i])
                    ends[above] |= ends[i]
                    if above >= 0 and ends[i] and low[i] >= order[above]:
                        found |= 1 << above
        return found


@lru_cache(maxsize=8)
def _not_alone(geometry: Grid, sign: int) -> list[Clause]:
    """A clause for each cell: if it is open, so is one beside it."""
    near = (scan(geometry.neighbours(1 << i)) for i in range(geometry.size))
    return [[-sign * (i + 1), *[sign * (j + 1) for j in beside]] for i, beside in enumerate(near)]
