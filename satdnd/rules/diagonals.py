"""A diagonal in each cell: those that meet at a corner, and that none of them form a closed loop, a lazy rule.

The variable of a cell is true for a diagonal that falls, from its top left to its bottom right corner (a backslash),
and false for one that rises. Corners have a row and a column as well, from (0, 0) at the top left of the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from satdnd.errors import InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.cut import Cut, Cuts, check_rule
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Clause, Literal

Loop: TypeAlias = tuple[Bitboard, Bitboard]
"""The cells of a loop whose diagonals fall, and of those that rise."""


def corners(geometry: Grid) -> Iterator[Cell]:
    """All corners of a grid, row by row."""
    return product(range(geometry.height + 1), range(geometry.width + 1))


def diagonals_at(geometry: Grid, corner: Cell) -> list[tuple[Cell, Literal]]:
    """The one to four cells at a corner, each with the literal for "its diagonal meets the corner"."""
    r, c = corner
    cells = (((r - 1, c - 1), 1), ((r - 1, c), -1), ((r, c - 1), -1), ((r, c), 1))
    return [((y, x), sign * (y * geometry.width + x + 1)) for (y, x), sign in cells if geometry.contains((y, x))]


class NoCycles(Cuts):
    """No diagonals form a closed loop. A cut is about the cells of one loop, whose diagonals they settle.

    Args:
        geometry: the grid.
    """

    rule = "loop"
    judges = True
    in_full = 7

    def __init__(self, geometry: Grid) -> None:
        self.grid = geometry

    def _ends(self, i: int, *, falls: bool) -> tuple[int, int]:
        """The numbers of the corners that the diagonal of a cell joins."""
        r, c = divmod(i, self.grid.width)
        first, wide = r * (self.grid.width + 1) + c, self.grid.width + 1
        return (first, first + wide + 1) if falls else (first + 1, first + wide)

    def _known(self, true: Bitboard, false: Bitboard) -> list[tuple[int, int, int]]:
        """The known diagonals: the cell, and both corners."""
        falls = ((i, *self._ends(i, falls=True)) for i in scan(true & self.grid.all))
        return [*falls, *((i, *self._ends(i, falls=False)) for i in scan(false & self.grid.all))]

    def _loops(self, true: Bitboard, false: Bitboard) -> Iterator[Loop]:
        """A loop for each known diagonal beyond a spanning forest, found breadth-first; the last ones are the longest
        of each piece.
        """
        at = dict[int, list[tuple[int, int]]]()
        for i, one, other in self._known(true, false):
            at.setdefault(one, []).append((i, other))
            at.setdefault(other, []).append((i, one))
        above = dict[int, tuple[int, int, int]]()  # of a corner: the cell of the way to it, whence, and how far it is
        for start in at:
            if start in above:
                continue
            above[start] = -1, start, 0
            queue = [start]
            for here in queue:
                for i, there in at[here]:
                    if there not in above:
                        above[there] = i, here, above[here][2] + 1
                        queue.append(there)
                    elif i != above[here][0] and i != above[there][0] and here < there:
                        cells = sum(1 << k for k in (i, *self._way(above, here, there)))
                        yield cells & true, cells & ~true

    @staticmethod
    def _way(above: dict[int, tuple[int, int, int]], one: int, other: int) -> Iterator[int]:
        """The cells between two corners of a tree."""
        while one != other:
            if above[one][2] < above[other][2]:
                one, other = other, one
            yield above[one][0]
            one = above[one][1]

    def closes(self, i: int, true: Bitboard, false: Bitboard, *, falls: bool) -> bool:
        """Whether a diagonal in a further cell closes a loop."""
        one, goal = self._ends(i, falls=falls)
        at = dict[int, list[int]]()
        for _, a, b in self._known(true, false):
            at.setdefault(a, []).append(b)
            at.setdefault(b, []).append(a)
        reached = {one: None}
        for here in (queue := [one]):
            queue += (there for there in at.get(here, ()) if there not in reached)
            reached |= dict.fromkeys(at.get(here, ()))
        return goal in reached

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether the known diagonals close a loop."""
        return next(self._loops(true, false), None) is not None

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """One cut for each loop, the shortest first."""
        return sorted((self.cut(*loop) for loop in self._loops(true, false)), key=lambda cut: len(cut.cells))

    def cut(self, falling: Bitboard, rising: Bitboard) -> Cut:
        """The cut that the diagonals of a loop are not all there."""
        cells = tuple(self.grid.cells(falling | rising))
        ways = (*(-i - 1 for i in scan(falling)), *(i + 1 for i in scan(rising)))
        return Cut(self.rule, cells, "no loop closes through {}", cells[0], ways)

    def clauses(self, board: Bitboard) -> list[Clause]:
        """For each loop: one of its diagonals is another."""
        return [list(cut.ways) for cut in self.near(board, self.grid.all & ~board)]

    def imply(self, encoder: Encoder) -> None:
        """Within the grid at least one diagonal meets each corner: otherwise four would close a loop around it."""
        for corner in corners(self.grid):
            here = diagonals_at(self.grid, corner)
            if len(here) == 4:
                encoder.formula.add(*(x for _, x in here))

    def is_cut(self, clause: Clause) -> bool:
        """Whether the diagonals that it denies form a loop."""
        true, false = (sum(1 << abs(x) - 1 for x in {*clause} if x * sign < 0) for sign in (1, -1))
        return self.broken(true, false)

    def encode(self, encoder: Encoder) -> None:
        """From each corner within the grid a diagonal leads on, and each leads on from one of its ends at most.

        Then there is no loop: one with n corners in it has n-1 cells within, too few to lead on from each of these; and
        without loops, diagonals lead from each corner to the border. Auxiliary variables: four a cell; six clauses
        each, and one for each corner.
        """
        formula, width = encoder.formula, self.grid.width + 1
        formula.family(self.rule)
        leading = dict[int, list[Literal]]()
        for i in range(self.grid.size):
            for sign in (1, -1):
                ends = self._ends(i, falls=sign > 0)
                names = [f"{cell_name(divmod(i, self.grid.width))} leads on from corner {end}" for end in ends]
                ways = [formula.new(name) for name in names]
                formula.extend([-way, sign * (i + 1)] for way in ways)
                formula.add(*(-way for way in ways))
                for end, way in zip(ends, ways, strict=True):
                    leading.setdefault(end, []).append(way)
        for end, ways in leading.items():
            r, c = divmod(end, width)
            if 0 < r < self.grid.height and 0 < c < self.grid.width:
                formula.add(*ways)

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """The first loop."""
        loops = self.near(board, self.grid.all & ~board)
        return [(tuple(loops[0].cells), "the diagonals form a closed loop")] if loops else []

    def graph_fault(self, board: Bitboard) -> str | None:
        """How many loops the graph of the diagonals has, if any."""
        import networkx as nx

        width, graph = self.grid.width, nx.Graph()
        for r, c in product(range(self.grid.height), range(width)):
            falls = board >> r * width + c & 1
            graph.add_edge((r, c), (r + 1, c + 1)) if falls else graph.add_edge((r, c + 1), (r + 1, c))
        loops = graph.number_of_edges() - graph.number_of_nodes() + nx.number_connected_components(graph)
        return f"the graph of the diagonals has {loops} loops too many" if loops else None

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of the cells of one loop: corner by corner, an even number of its diagonals meet."""
        check_rule(rule, self.rule)
        odd, falling = set[Cell](), 0
        for r, c in sorted({*cells}):
            falls = (r, c) in odd
            falling |= self.grid.bit((r, c)) if falls else 0
            odd ^= {(r, c), (r + 1, c + 1)} if falls else {(r, c + 1), (r + 1, c)}
        rising = self.grid.mask(cells) & ~falling
        if odd or next(self._loops(falling, rising), None) != (falling, rising):
            raise InputError("the cells that it is about do not form one loop")
        if at != min(cells):
            raise InputError(f"{cell_name(at)} is not the first of the cells that it is about")
        return self.cut(falling, rising)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """The other diagonal, where one would close a loop."""
        root = [*range((self.grid.height + 1) * (self.grid.width + 1))]

        def top(x: int) -> int:
            """The first corner of the piece of one."""
            while root[x] != x:
                root[x] = x = root[root[x]]
            return x

        for _, one, other in self._known(true, false):
            root[top(one)] = top(other)
        for i in scan(self.grid.all & ~true & ~false):
            for falls in (True, False):
                one, other = self._ends(i, falls=falls)
                if top(one) == top(other):
                    yield -i - 1 if falls else i + 1
                    break
