"""The topology `tree` on partly known dungeons: a closed corridor is a contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import cell_name
from satdnd.kinds.dungeon.board_shape import core
from satdnd.rules.connected import Connected
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Clause, Literal

WAY_OUT = "the open cells around {} need a way out"
NO_LOOP = "the corridor through {} is no loop"


def cuts(geometry: Grid, topology: str) -> Cuts | None:
    """The rule of a topology that is stated by cuts."""
    if topology == "local":
        return None
    return (TreeCuts if topology == "tree" else Connected)(geometry, -1, WAY_OUT)


class TreeCuts(Connected):
    """Cuts of pockets and of loops: on a loop that is not inside one 3x3 block, some cell is a wall.

    A 3x3 block may be a treasure room: squares and rings in it have their own statements. No other loop passes through
    a room, since it would have to leave by a second entrance.
    """

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether open cells can no longer reach each other, or close a loop."""
        return super().broken(true, false) or loop(self.grid, false) is not None

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """A loop if there is one, then the pieces of what may be open."""
        found = super().near(true, false)
        if (corridor := loop(self.grid, false)) is not None:
            cells = sorted(divmod(i, self.grid.width) for i in corridor)
            found.insert(0, self.loop_cut(cells, cells[0]))
        return found

    def loop_cut(self, cells: Sequence[Cell], at: Cell) -> Cut:
        """*cells*, in reading order, are not all open."""
        walls = tuple(r * self.grid.width + c + 1 for r, c in cells)
        return Cut("tree", tuple(cells), NO_LOOP, at, walls, sign=self.sign)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """An exit for each piece; a wall on a loop."""
        cells = loop(self.grid, self.grid.all & ~board)
        return [*super().clauses(board), *([[i + 1 for i in sorted(cells)]] if cells else [])]

    def encode(self, encoder: Encoder) -> None:
        """Not supported here: the dungeon's encoding, which knows the rooms, encodes it."""
        Cuts.encode(self, encoder)

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """Several pieces; a loop."""
        cells = sorted(divmod(i, self.grid.width) for i in loop(self.grid, self.grid.all & ~board) or ())
        there = [(tuple(cells), f"the corridor through {cell_name(cells[0])} is a loop")] if cells else []
        return [*super().faults(board), *there]

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of a pocket, or of a chordless loop that is not inside one 3x3 block."""
        check_rule(rule, self.rule, "tree")
        if rule == self.rule:
            return super().read(rule, cells, at)
        corridor, around = self.grid.mask(cells), self.grid.neighbours
        two = all((around(1 << i) & corridor).bit_count() == 2 for i in scan(corridor))
        small = all(max(numbers) - min(numbers) < 3 for numbers in zip(*cells, strict=True))
        if at not in cells or not two or small or not self.grid.connected(corridor):
            raise InputError("its cells do not form a loop through that cell")
        return self.loop_cut(self.grid.cells(corridor), at)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """As for pockets; also, a cell that would close a loop is a wall."""
        yield from super().follows(true, false)
        for i in scan(self.grid.all & ~true & ~false):
            ends = (self.grid.neighbours(1 << i) & false).bit_count()
            if ends > 1 and loop(self.grid, false | 1 << i) is not None:
                yield i + 1


def loop(geometry: Grid, cells: Bitboard) -> list[int] | None:
    """The cells, in order, of a loop among *cells* that is not inside one 3x3 block; None if there is none.

    2x2 squares and rings of eight count as one node each.
    """
    return _first_loop(geometry, cells, _nodes(geometry, cells))


def cycles(geometry: Grid, cells: Bitboard) -> list[list[int]]:
    """A loop, as cell numbers, in each part of *cells* that has one, including squares and rings."""
    pieces = geometry.components(core(geometry, cells))
    return [_first_loop(geometry, piece, [1 << i for i in scan(piece)]) or [] for piece in pieces]


def _first_loop(geometry: Grid, cells: Bitboard, nodes: Sequence[Bitboard]) -> list[int] | None:
    """The first loop found through several of the *nodes*, which have all *cells*."""
    node = {i: k for k, inside in enumerate(nodes) for i in scan(inside)}
    parent: dict[int, int] = {}
    for start in range(len(nodes)):
        if start in parent:
            continue
        parent[start] = start
        queue = [start]
        used: set[tuple[int, int]] = set()
        for here in queue:
            for i in scan(nodes[here]):
                for j in scan(geometry.neighbours(1 << i) & cells & ~nodes[here]):
                    if (i, j) in used:
                        continue
                    used |= {(i, j), (j, i)}
                    if node[j] in parent:
                        on_the_way = {*_to_root(parent, here), *_to_root(parent, node[j])}
                        return _way(geometry, sum(nodes[k] for k in on_the_way), i, j)
                    parent[node[j]] = here
                    queue.append(node[j])
    return None


def _to_root(parent: dict[int, int], node: int) -> list[int]:
    way = [node]
    while parent[way[-1]] != way[-1]:
        way.append(parent[way[-1]])
    return way


def _nodes(geometry: Grid, cells: Bitboard) -> list[Bitboard]:
    """The cells in groups, those of squares and rings that share a cell together, in reading order."""
    square = 3 | 3 << geometry.width
    groups = [square << i for i in scan(geometry.squares(cells))]
    for r in range(geometry.height - 2):
        for c in range(geometry.width - 2):
            ring = geometry.block(r, c, 3, 3) & ~(1 << (r + 1) * geometry.width + c + 1)
            if not ring & ~cells:
                groups.append(ring)
    nodes: list[Bitboard] = []
    for group in groups:
        for other in [other for other in nodes if other & group]:
            nodes.remove(other)
            group |= other
        nodes.append(group)
    nodes += [1 << i for i in scan(cells & ~sum(nodes))]
    return sorted(nodes, key=lambda inside: inside & -inside)


def _way(geometry: Grid, inside: Bitboard, start: int, end: int) -> list[int]:
    """A shortest path in *inside* between two neighbours, without the direct step."""
    before = {start: start}
    queue = [start]
    for i in queue:
        for j in scan(geometry.neighbours(1 << i) & inside):
            if j not in before and (i, j) != (start, end):
                before[j] = i
                queue.append(j)
    return _to_root(before, end)
