"""Islands in a grid: which ones see each other, how many bridges end at each, and that bridges connect them all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import product
from typing import TypeAlias

from satdnd.encodings.cardinality import AUTO, exactly
from satdnd.encodings.connectivity import ordered_tree
from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.bridges import Bridges
from satdnd.rules.constraint import Constraint, Sum
from satdnd.rules.count import Count, true_among
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Clause, Literal

TABLE = "table"
"""The default encoding of the number of bridges at an island: `degree_table`."""

MOST_ISLANDS = 8
"""The most islands that a sentence names."""

Edge: TypeAlias = tuple[int, int]
"""Two islands in line with none between them, by their indices, the smaller first."""


class Islands:
    """Islands, and the straight lines between those that see each other, where bridges can be built.

    Args:
        size: rows and columns of the grid.
        cells: those of the islands, in reading order.
    """

    def __init__(self, size: tuple[int, int], cells: Sequence[Cell]) -> None:
        self.size, self.cells = size, cells

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The pairs of islands that see each other, sorted; fewer than two per island."""
        found: list[Edge] = []
        above: dict[int, int] = {}
        for i, (r, c) in enumerate(self.cells):
            if i and self.cells[i - 1][0] == r:
                found.append((i - 1, i))
            if c in above:
                found.append((above[c], i))
            above[c] = i
        return tuple(sorted(found))

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """The cells of the two islands of each edge."""
        return tuple((self.cells[a], self.cells[b]) for a, b in self.edges)

    @cached_property
    def bridges(self) -> Bridges:
        """Variables 2e+1 and 2e+2 say "at least one bridge" and "two bridges" on edge e."""
        return Bridges(self.size, self.pairs)

    @cached_property
    def incident(self) -> tuple[tuple[int, ...], ...]:
        """The indices of the edges of each island, at most four."""
        found: list[list[int]] = [[] for _ in self.cells]
        for e, (a, b) in enumerate(self.edges):
            found[a].append(e)
            found[b].append(e)
        return tuple(map(tuple, found))

    def groups(self, built: Sequence[object]) -> list[int]:
        """The number of each island's group, from 0, when the edges that are true in *built* connect islands."""
        group = [-1] * len(self.cells)
        count = 0
        for start in range(len(group)):
            if group[start] < 0:
                group[start], todo = count, [start]
                for island in todo:
                    for e in self.incident[island]:
                        if built[e]:
                            a, b = self.edges[e]
                            other = b if a == island else a
                            if group[other] < 0:
                                group[other] = count
                                todo.append(other)
                count += 1
        return group

    @cached_property
    def crossings(self) -> tuple[tuple[int, int], ...]:
        """The pairs of edges (indices) that cross, the horizontal one first, each in one cell.

        One sweep over the rows, tracking the vertical edge in each column: O(H*W), at most one pair per cell.
        """
        cells = self.cells
        across = {b: e for e, (a, b) in enumerate(self.edges) if cells[a][0] == cells[b][0]}
        down = {a: e for e, (a, b) in enumerate(self.edges) if cells[a][1] == cells[b][1]}
        passing: dict[int, int] = {}
        found: list[tuple[int, int]] = []
        for i, (_, c) in enumerate(cells):
            if i in across:
                start = cells[i - 1][1] + 1
                found += [(across[i], passing[column]) for column in range(start, c) if column in passing]
            if i in down:
                passing[c] = down[i]
            else:
                passing.pop(c, None)
        return tuple(found)


def no_crossings(islands: Islands, rule: str) -> Iterator[Count]:
    """At most one of two crossing edges has a bridge."""
    pairs = islands.pairs
    for e, f in islands.crossings:
        one, other = ("-".join(map(cell_name, pairs[edge])) for edge in (e, f))
        text = f"the bridges {one} and {other} do not cross"
        yield Count(rule, pairs[e] + pairs[f], text, (2 * e + 1, 2 * f + 1), 0, 1)


class BridgesAt(Count):
    """The number of bridges that end at an island, or at least one.

    Its literals are, for each edge in turn, "at least one" and "two". Clauses: `degree_table` for the encoder's
    `TABLE`, at most 32; otherwise those of its cardinality encoding. "Two bridges are at least one" is a definition
    among the clauses; for boards and the judge it is part of this statement.
    """

    def encode(self, encoder: Encoder) -> None:
        """Add the clauses of the table, or of the encoding that was chosen."""
        formula, literals, mark = encoder.formula, self.literals, encoder.formula.pool.top
        if self.least != self.most:
            formula.add(*literals[::2])
        elif encoder.cardinality in (AUTO, TABLE):
            table = degree_table(len(literals) // 2, self.most)
            formula.extend([literals[k] if k >= 0 else -literals[~k] for k in clause] for clause in table)
        else:
            formula.include(exactly(literals, self.most, formula.pool, encoder.cardinality), mark, self.rule)

    def broken(self, board: Bitboard) -> bool:
        """Too few or too many bridges, or two bridges without one."""
        return super().broken(board) or any(true_among(pair, board) == 0 for pair in self._pairs())

    def constraints(self) -> Sequence[Constraint]:
        """A sum, and for each edge that two bridges imply at least one."""
        return [*super().constraints(), *(Sum.of_literals(pair, 1) for pair in self._pairs())]

    def _pairs(self) -> list[tuple[Literal, Literal]]:
        """For each edge, the clause "two bridges imply at least one": one of these literals holds."""
        return [(one, -two) for one, two in zip(self.literals[::2], self.literals[1::2], strict=True)]


@cache
def degree_table(edges: int, number: int) -> tuple[tuple[int, ...], ...]:
    """The clauses of "these edges have *number* bridges in total", over the unary literals of the edges in turn.

    They are the prime implicates (besides "two are at least one"), so unit propagation sees all that follows: for each
    way to have one bridge too many, not that much everywhere; for each way to have one too few, more somewhere.

    Args:
        edges: 0 to 4.
        number: 1 to 8.

    Returns:
        clauses; k >= 0 is literal k of ``at least one, two`` of the first edge, then of the second..., and ~k its
        negation. At most 32 of them; the empty clause alone if there are too few edges.
    """
    if number > 2 * edges:
        return ((),)
    clauses = []
    for counts in product(range(3), repeat=edges):
        if sum(counts) == number + 1:
            clauses.append(tuple(~(2 * e + count - 1) for e, count in enumerate(counts) if count))
        if sum(counts) == number - 1:
            clauses.append(tuple(2 * e + count for e, count in enumerate(counts) if count < 2))
    return tuple(clauses)


class IslandsConnected(Cuts):
    """All islands are connected: a bridge leaves each proper set of islands.

    Args:
        islands: the puzzle's.
        closed: literals that each close in the islands of their edge: excluding these saves cuts (`implied`).
    """

    rule = "connected"

    def __init__(self, islands: Islands, closed: Sequence[Literal] = ()) -> None:
        self._islands, self._closed = islands, closed

    def _groups(self, joined: Bitboard) -> list[int]:
        """The number of each island's group; *joined* has the bits of the edges that may have a bridge."""
        width = 2 * len(self._islands.edges)
        signs = f"{joined & (1 << width) - 1:0{width}b}"[::-2]  # every other bit, the lowest first
        return self._islands.groups([sign == "1" for sign in signs])

    def _cells(self, joined: Bitboard) -> list[list[Cell]]:
        """The cells of each group, the smallest group first."""
        groups: dict[int, list[Cell]] = {}
        for cell, number in zip(self._islands.cells, self._groups(joined), strict=True):
            groups.setdefault(number, []).append(cell)
        return sorted(groups.values(), key=len)

    def implied(self) -> Sequence[Clause]:
        """No group of islands is closed in."""
        return [[-x] for x in self._closed]

    judges = True

    def is_cut(self, clause: Clause) -> bool:
        """Whether the islands are disconnected without the edges of *clause*, one of which must have a bridge."""
        named = sum(1 << x - 1 for x in {*clause} if x > 0)
        fits = all(x % 2 and 0 < x <= 2 * len(self._islands.edges) for x in clause)
        return fits and self.broken(0, named)

    def encode(self, encoder: Encoder) -> None:
        """A spanning tree of bridges whose root is the first island: `ordered_tree`, with its variables and clauses."""
        formula, islands = encoder.formula, self._islands
        formula.family(self.rule)
        if len(islands.cells) < 2:
            return
        mark, there = formula.pool.top, formula.new("true")
        formula.add(there)
        edges = [(a, b, 2 * e + 1) for e, (a, b) in enumerate(islands.edges)]
        trees = ordered_tree([there] * len(islands.cells), edges, formula.pool)
        formula.extend(trees.structure)
        formula.extend([-trees.arcs[islands.edges[e]][0]] for e in islands.incident[0])
        formula.begin_sentence("all islands are connected")
        formula.extend(trees.single)
        formula.name_since(mark, "ordered connectivity", trees.meanings)

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether some islands can no longer reach each other."""
        return any(self._groups(~false))

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """One cut for each group of islands that may be joined, the smallest first."""
        groups = self._cells(~false)
        return [self.cut(cells, cells[0]) for cells in groups] if len(groups) > 1 else []

    def cut(self, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut that says that the islands *cells*, around *at*, need a way out."""
        inside = set(cells)
        ways = tuple(2 * e + 1 for e, (a, b) in enumerate(self._islands.pairs) if (a in inside) != (b in inside))
        where = f"{{}} and {len(cells) - 1} others near it"
        if len(cells) <= MOST_ISLANDS:
            where = listed([cell_name(cell) for cell in cells])
        text = f"the islands at {where} need a way out" if cells[1:] else "the island at {} needs a way out"
        return Cut(self.rule, tuple(cells), text, at, ways)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """A way out for each group; two groups share one."""
        group = self._groups(board)
        count = max(group, default=0) + 1
        leaving: list[Clause] = [[] for _ in range(count)]
        for e, (a, b) in enumerate(self._islands.edges):
            if group[a] != group[b]:
                leaving[group[a]].append(2 * e + 1)
                leaving[group[b]].append(2 * e + 1)
        return leaving if count > 2 else leaving[1:]

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """A fault if there are several groups, with the islands of all but the largest."""
        groups = self._cells(board)
        cells = tuple(sorted(island for group in groups[:-1] for island in group))
        return [(cells, f"the islands fall into {len(groups)} groups instead of one")] if cells else []

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of any proper set of islands."""
        check_rule(rule, self.rule)
        if at not in cells or not set(cells) < set(self._islands.cells):
            raise InputError("it does not name a group of islands, but not all, as the cells it is about")
        return self.cut(cells, at)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """Each bridge without which the islands would be disconnected."""
        for one in (1 << 2 * e for e in range(len(self._islands.edges))):
            if not one & (true | false) and self.broken(true, false | one):
                yield one.bit_length()
