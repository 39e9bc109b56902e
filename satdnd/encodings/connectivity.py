"""One connected region: lazily by cuts, or eagerly by a self-contained encoding.

Lazily, each model of the solver is inspected, and a *cut* forbids the way in which it falls apart; the cuts here hold
for every puzzle on the grid, so a warm session may keep them.

Eagerly, two encodings are complete by themselves:

- `planar_trees`: linear in the number of cells, for grids. A spanning tree and, in the gaps between its edges, a
  spanning tree of the dual graph (J. C. Williams, "A linear-size zero-one programming model for the minimum
  spanning tree problem in planar graphs", Networks 39, 2002): no numbers, no distances.
- `ordered_tree`: n log n, for any graph. Every node but one root has a parent with a smaller binary label.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from satdnd.encodings.cardinality import at_most_one, rungs
from satdnd.sat.formula import Clause, Literal, Meanings, Pool


def cut(border: Sequence[Literal], inside: Literal, outside: Literal) -> Clause:
    """Some cell on the border of a region is open, or one of the two given cells is closed.

    Args:
        border: "open" literals of all cells around a region.
        inside: "open" literal of a cell of the region.
        outside: "open" literal of a cell neither in the region nor on its border.
    """
    return [*border, -inside, -outside]


Arcs: TypeAlias = dict[tuple[int, int], tuple[Literal, Literal]]
"""For each edge (two node numbers), the literals "the second node is the parent of the first" and the reverse."""


class Trees(NamedTuple):
    """An encoding by spanning trees, in two parts that a diagnosis tells apart."""

    structure: list[Clause]
    """Clauses that make auxiliary variables form trees; satisfiable whatever is open."""
    single: list[Clause]
    """Clauses that make the region connected: at most one entry, or one root."""
    arcs: Arcs
    meanings: Meanings
    """The meanings of the auxiliary variables."""

    @property
    def clauses(self) -> list[Clause]:
        """All clauses."""
        return self.structure + self.single


def planar_trees(height: int, width: int, opens: Sequence[Literal], pool: Pool, *, corner: int = 0) -> Trees:
    """The open cells of a grid form one region (none at all is fine), with O(H*W) variables and clauses.

    A spanning tree of the whole grid is rooted in the first cell. Every edge between two cells is used in exactly one
    of four ways: one of its ends has the other as parent, or one of the two gaps beside it has the other as parent
    (a gap is a corner shared by four cells; the outside is the root of the gaps). Counting edges (Euler) shows that
    the parents then form two trees. An open cell whose parent is a wall (or that is the root) is an entry, and there is
    at most one entry. If the open cells are connected such trees exist: enter at the first open cell in reading
    order, which only walls separate from the first cell.

    Args:
        opens: H*W literals "this cell is open", row by row.
        corner: the index of the first row and column in the names of variables.

    Auxiliary variables: 4 for each of the H(W-1) + W(H-1) edges, one for each cell but the first, and those of the
    at-most-one over H*W entries.
    """
    clauses: list[Clause] = []
    used: Arcs = {}
    parents: list[list[tuple[Literal, int]]] = [[] for _ in opens]  # of each cell: (arc, cell it points to)
    gaps: dict[tuple[int, int], list[Literal]] = {(r, c): [] for r in range(height - 1) for c in range(width - 1)}
    between: list[tuple[Literal, int, int, Sequence[tuple[int, int]]]] = []  # first of four variables, cells, gaps
    for r in range(height):
        for c in range(width):
            for down, right in ((0, 1), (1, 0)):
                if r + down >= height or c + right >= width:
                    continue
                a, b = r * width + c, (r + down) * width + c + right
                forth, back, one_way, other_way = pool.block(4)
                used[a, b] = forth, back
                parents[a].append((forth, b))
                parents[b].append((back, a))
                sides = ((r - 1, c), (r, c)) if right else ((r, c - 1), (r, c))
                between.append((forth, a, b, sides))
                ways = [forth, back]
                for side, arc in zip(sides, (one_way, other_way), strict=True):
                    if side in gaps:
                        gaps[side].append(arc)
                        ways.append(arc)
                    else:
                        clauses.append([-arc])  # the outside is the root: it has no parent
                clauses.append(ways)
                clauses += at_most_one(ways, pool)
    entries = []
    for cell, (is_open, arcs) in enumerate(zip(opens, parents, strict=True)):
        if cell == 0:
            clauses += [[-arc] for arc, _ in arcs]
            entries.append(is_open)
            continue
        out = [arc for arc, _ in arcs]
        clauses.append(out)
        clauses += at_most_one(out, pool)
        entry = pool.new()
        entries.append(entry)
        clauses += [[-is_open, -arc, opens[target], entry] for arc, target in arcs]
    for arcs_of_gap in gaps.values():
        clauses.append(arcs_of_gap)
        clauses += at_most_one(arcs_of_gap, pool)
    last = pool.top
    single = at_most_one(entries, pool)

    def meaning() -> dict[Literal, str]:
        """The meanings of the four variables of each edge, of the entries, and of the at-most-one over them."""

        def cell(i: int) -> str:
            """``[row,column]``."""
            return f"[{i // width + corner},{i % width + corner}]"

        def gap(place: tuple[int, int], a: int, b: int) -> str:
            """A gap is named by the cell at its upper left, the outside by the edge's two cells."""
            inner = f"gap below right of {cell(place[0] * width + place[1])}"
            return inner if place in gaps else f"outside at {cell(a)}-{cell(b)}"

        named = {entry: f"{cell(i)} is an entry" for i, entry in enumerate(entries) if i}
        for first, a, b, (one, other) in between:
            ends, sides = (cell(a), cell(b)), (gap(one, a, b), gap(other, a, b))
            pairs = (ends, ends[::-1], sides, sides[::-1])
            named |= {first + k: f"{child} has the parent {parent}" for k, (child, parent) in enumerate(pairs)}
        return named | {x: f"entries: {text}" for x, text in rungs(len(entries), last)().items()}

    return Trees(clauses, single, used, meaning)


def ordered_tree(nodes: Sequence[Literal], edges: Sequence[tuple[int, int, Literal]], pool: Pool) -> Trees:
    """The nodes that are present form one region, connected by the edges that are present (none at all is fine).

    At most one node is the root; every other has a parent, with a smaller label, across an edge that is present.
    Labels are binary numbers, compared bit by bit from the top.

    Args:
        nodes: for each node the literal "it is present".
        edges: (node, node, literal "the edge is present"), indices into *nodes*. The caller must ensure that the
            ends of every edge that is present are present too.

    Auxiliary variables: n for the root, b = max(1, ceil(log2 n)) bits a node, 2b an edge (an arc each way, and b-1
    for its comparison), and those of the at-most-one over the roots and over each node's parents.
    """
    bits = max(1, (len(nodes) - 1).bit_length())
    labels = [list(pool.block(bits)) for _ in nodes]
    roots = list(pool.block(len(nodes)))
    arcs: list[list[Literal]] = [[] for _ in nodes]
    before = pool.top
    single = at_most_one(roots, pool)
    clauses: list[Clause] = []
    used: Arcs = {}
    compared: list[tuple[int, int, Literal, int]] = []  # child, parent, arc, last variable before the comparison's
    for a, b, there in edges:
        used[a, b] = pool.new(), pool.new()
        for (child, parent), arc in zip(((a, b), (b, a)), used[a, b], strict=True):
            arcs[child].append(arc)
            clauses.append([-arc, there])
            compared.append((child, parent, arc, pool.top))
            clauses += _smaller_if(arc, labels[parent], labels[child], pool)
    for node, is_there in enumerate(nodes):
        clauses.append([-is_there, roots[node], *arcs[node]])
        clauses += at_most_one([roots[node], *arcs[node]], pool)  # a root has no parent, every other node one

    def meaning() -> dict[Literal, str]:
        """The meanings of labels, roots, arcs, comparisons of labels, and the at-most-one over the roots."""
        named = {
            x: f"label of {i}, bit {1 << bits - 1 - k}" for i, label in enumerate(labels) for k, x in enumerate(label)
        }
        named |= {root: f"{i} is the root" for i, root in enumerate(roots)}
        for child, parent, arc, above in compared:
            named[arc] = f"{child} has the parent {parent}"
            for k in range(bits - 1):
                named[above + 1 + k] = f"{named[arc]}, labels equal down to bit {1 << bits - 1 - k}"
        return named | {x: f"roots: {text}" for x, text in rungs(len(roots), before)().items()}

    return Trees(clauses, single, used, meaning)


def _smaller_if(condition: Literal, low: Sequence[Literal], high: Sequence[Literal], pool: Pool) -> list[Clause]:
    """If *condition*, the binary number *low* is less than *high* (both with the top bit first)."""
    clauses: list[Clause] = []
    equal = condition  # "equal so far, and not yet decided"
    for i, (x, y) in enumerate(zip(low, high, strict=True)):
        clauses.append([-equal, -x, y])  # while equal, low may not have the greater bit
        if i == len(low) - 1:
            clauses += [[-equal, -x], [-equal, y]]  # the last bit must decide
            break
        still = pool.new()
        clauses += [[-equal, still, y], [-equal, still, -x]]  # not strictly smaller here: still equal
        equal = still
    return clauses
