"""Connectivity of the sea by the touches of islands at corners: touches, and the edge of the grid, form no cycle.

Where two islands meet at a corner, the other two cells of the 2x2 block are sea, one on each side. So a cycle of
islands that touch each other, or the edge of the grid, has sea inside and outside. This is implied by the rules, and
replaces most cuts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from satdnd.encodings.cardinality import at_most_one, exactly
from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.rules.connected import Connected
from satdnd.rules.encoder import Encoder
from satdnd.rules.homes import Homes
from satdnd.rules.separation import DIAGONALS
from satdnd.sat.formula import Clause, Literal

OUTSIDE = -1
"""The node for the edge of the grid, among homes."""
FEW = 6
"""The most homes for which the cells of all regions are also counted together.

This count decides uniqueness on boards with few giant islands; with more islands it slows the search down, by a
factor of up to two if there are two solutions."""
MOST_MEETINGS = 3_000_000
"""The number of corner meetings above which only cuts are used; more take a minute to write and a gigabyte."""
MOST_CYCLES = 50_000
"""The most cycles of length three and four forbidden from the start."""


class TouchForest(Connected):
    """All sea cells are connected, around the regions of *homes*."""

    def __init__(self, homes: Homes, pattern: str, *, several: bool) -> None:
        super().__init__(homes.grid, -homes.sign, pattern, "sea", several=several)
        self._homes = homes
        self._touches = dict[tuple[int, int], Literal]()
        """By pair of homes that may touch, the smaller first: the literal for touching, once encoded."""

    def imply(self, encoder: Encoder) -> None:
        """Encode the touches, and forbid short cycles of them."""
        super().imply(encoder)
        if min(self.grid.height, self.grid.width) < 2 or self.meetings() == MOST_MEETINGS:
            return
        formula, mark = encoder.formula, encoder.formula.pool.top
        if len(self._homes.sizes) <= FEW and None not in self._homes.sizes.values():
            land = [self._homes.literal(i) for i in range(self.grid.size)]
            formula.include(exactly(land, self._homes.least, formula.pool, "mtotalizer"))
        own = {home: self._homes.members(encoder, home) for home in self._homes.sizes}
        self._touches = touches = self._define(encoder, own)
        formula.extend(self._closed_alone(own))
        cycles = islice(_short_cycles([*touches]), MOST_CYCLES)
        formula.extend([-touches[pair] for pair in cycle] for cycle in cycles)
        formula.name_since(mark, "touching islands")

    def meetings(self) -> int:
        """An estimate of the number of pairs of cells, of two islands, that may touch at a corner."""
        found, seen = 0, [0] * self.grid.size
        for home in self._homes.sizes:
            for i in scan(sum(self._homes.rings(home, alone=False)) if found < MOST_MEETINGS else 0):
                found += 4 * seen[i]
                seen[i] += 1
        return min(found, MOST_MEETINGS)

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """An exit for each piece; for each shortest cycle of touches, one is absent."""
        clauses = self.clauses(board)
        if clauses and self._touches:
            clauses += [[-self._touches[pair] for pair in cycle] for cycle in dict.fromkeys(self._cycles(board))]
        return clauses

    def _define(self, encoder: Encoder, own: Mapping[int, Mapping[int, Literal]]) -> dict[tuple[int, int], Literal]:
        """Define the literal of each pair that may touch; two islands touch in at most one place."""
        formula, grid, touches = encoder.formula, self.grid, dict[tuple[int, int], Literal]()
        edge = _around(grid.height, grid.width)
        for home, cells in own.items():
            at_edge = [cells.get(i, 0) for i in edge]
            if any(at_edge):
                touch = touches[OUTSIDE, home] = formula.pool.new()
                formula.extend([-x, touch] for x in at_edge if x)
                begins = list[Literal]()
                for before, x in zip((at_edge[-1], *at_edge), at_edge, strict=False):
                    if x and before:
                        begins.append(formula.pool.new())
                        formula.add(-x, before, begins[-1])
                    elif x:
                        begins.append(x)
                formula.extend(at_most_one(begins, formula.pool))
        reach = {home: sum(1 << i for i in cells) for home, cells in own.items()}
        corners = {home: [_shifted(grid, board, *way) for way in DIAGONALS] for home, board in reach.items()}
        for one, other in combinations(own, 2):
            meetings = dict[int, Literal]()
            for (down, right), board in zip(DIAGONALS, corners[one], strict=True):
                for j in scan(board & reach[other]):
                    i = j - down * grid.width - right
                    square = min(i, j) - (down != right)
                    if square not in meetings:
                        meetings[square] = formula.pool.new()
                    formula.add(-own[one][i], -own[other][j], meetings[square])
            if meetings:
                touch = touches[one, other] = formula.pool.new()
                formula.extend([-x, touch] for x in meetings.values())
                formula.extend(at_most_one([*meetings.values()], formula.pool))
        return touches

    def _closed_alone(self, own: Mapping[int, Mapping[int, Literal]]) -> Iterator[Clause]:
        """If two cells of an island touch at a corner of a 2x2 block, the island has a third cell of the block."""
        grid, homes = self.grid, self._homes
        for cells in own.values():
            reach = sum(1 << i for i in cells)
            for right in (-1, 1):
                for i in scan(reach & _shifted(grid, reach, -1, -right)):
                    below = i + grid.width
                    yield [-cells[i], -cells[below + right], homes.literal(i + right), homes.literal(below)]

    def _cycles(self, board: Bitboard) -> Iterator[tuple[tuple[int, int], ...]]:
        """For each touch on a board, a shortest cycle through it, as pairs."""
        near = self._graph(board)
        for one, around in near.items():
            for other in around:
                if one < other and (way := _way(near, one, other)):
                    yield tuple(sorted((min(pair), max(pair)) for pair in zip(way, (*way[1:], way[0]), strict=True)))

    def _graph(self, board: Bitboard) -> dict[int, set[int]]:
        """The touching islands of each island, including `OUTSIDE`."""
        grid, land = self.grid, self._homes.inside(board)
        islands = {home: grid.flood(1 << home, land) for home in self._homes.sizes}
        near = defaultdict[int, set[int]](set)
        edge = grid.rows[0] | grid.rows[-1] | grid.columns[0] | grid.columns[-1]
        for home, island in islands.items():
            adjacent = grid.north(island) | grid.south(island)
            corners = grid.west(adjacent) | grid.east(adjacent)
            for other, cells in (*islands.items(), (OUTSIDE, edge & island)):
                if (other, home) in self._touches and cells & (corners if other != OUTSIDE else island):
                    near[home].add(other)
                    near[other].add(home)
        return near


def _shifted(grid: Grid, board: Bitboard, down: int, right: int) -> Bitboard:
    board = grid.south(board) if down > 0 else grid.north(board)
    return grid.east(board) if right > 0 else grid.west(board)


def _around(height: int, width: int) -> list[int]:
    """The cells along the edge of a grid with at least two rows and columns, each once, as a cycle."""
    top, right = [*range(width)], [r * width + width - 1 for r in range(1, height)]
    bottom, left = range(height * width - 2, (height - 1) * width - 1, -1), range((height - 2) * width, 0, -width)
    return [*top, *right, *bottom, *left]


def _short_cycles(pairs: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The cycles of length three, then those of length four."""
    near = defaultdict[int, set[int]](set)
    for one, other in pairs:
        near[one].add(other)
        near[other].add(one)
    for one, other in pairs:
        for third in near[one] & near[other]:
            if third > other:
                yield [(one, other), (one, third), (other, third)]
    yield from _fours(near)


def _fours(near: Mapping[int, set[int]]) -> Iterator[list[tuple[int, int]]]:
    """The cycles of length four, each from its smallest node and towards its smaller neighbour."""
    for first in near:
        for second, fourth in combinations(sorted(x for x in near[first] if x > first), 2):
            for third in near[second] & near[fourth]:
                if third > first:
                    cycle = first, second, third, fourth
                    yield [(min(pair), max(pair)) for pair in zip(cycle, (*cycle[1:], first), strict=True)]


def _way(near: Mapping[int, set[int]], one: int, other: int) -> list[int]:
    """A shortest path between two touching nodes without their direct edge; empty if there is none."""
    before, queue = {one: one}, [one]
    for here in queue:
        for there in near[here]:
            if there not in before and (here, there) != (one, other):
                before[there] = here
                if there == other:
                    way = [there]
                    while way[-1] != one:
                        way.append(before[way[-1]])
                    return way
                queue.append(there)
    return []
