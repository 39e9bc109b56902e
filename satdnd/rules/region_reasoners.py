"""What a statement about regions (the islands of nurikabe) implies on a partly known board, by search over the cells.

Whether a region can reach a cell depends on all cells between. As clauses this takes auxiliary variables for distances,
in which nobody thinks: their unit propagation finds less than a person sees. Sets of cells, a bit for each, find all.
"""

from __future__ import annotations

from functools import reduce
from itertools import islice
from operator import or_

from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.rules.homes import Homes
from satdnd.rules.statement import SearchLimit


class Reaching:
    """What `Reached` implies: nothing of a cell in no region; of another the cells that are on each way to a home."""

    def __init__(self, homes: Homes, cell: int) -> None:
        self._homes, self._bit = homes, 1 << cell
        self.scope = reduce(or_, map(self._around, homes.sizes), self._bit)

    def _around(self, home: int) -> Bitboard:
        """The cells in reach of a region that can have the cell.

        Its farthest cells are on no way to one an odd number of steps nearer: they differ in colour on a chessboard.
        """
        rings = self._homes.rings(home, alone=True)
        cells = sum(map(int.bit_count, rings))
        last = min(self._homes.sizes[home] or cells, cells) - 1
        away = next((t for t, ring in enumerate(rings) if ring & self._bit), None)
        if away is None:
            return 0
        return sum(ring for t, ring in enumerate(rings) if t < last or (last - away) % 2 == 0)

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether it is in no region, or there is a way."""
        inside, outside = (true, false) if self._homes.sign > 0 else (false, true)
        return not inside & self._bit or bool(self._way(~outside))

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """A cell that all ways need is on each of them, so only the cells of one shortest way are blocked in turn."""
        inside, outside = (true, false) if self._homes.sign > 0 else (false, true)
        if outside & self._bit:
            return 0, 0
        way, needed, apart = self._way(~outside), 0, 0
        if inside & self._bit:
            if not way:
                return None
            needed = sum(1 << i for i in scan(way & ~inside) if not self._way(~outside & ~(1 << i)))
        elif not way:
            apart = self._bit
        return (needed, apart) if self._homes.sign > 0 else (apart, needed)

    def _way(self, may: Bitboard) -> Bitboard:
        """The cells of a shortest way from the cell to a home whose region is large enough; 0: there is none."""
        grid, layers, free = self._homes.grid, [self._bit], may & ~self._bit
        for large in self._homes.larger:
            if homes := layers[-1] & large:
                way = last = homes & -homes
                for layer in layers[-2::-1]:
                    last = grid.neighbours(last) & layer & ~self._homes.mask
                    last &= -last
                    way |= last
                return way
            layer = grid.neighbours(layers[-1] & ~self._homes.mask) & free
            if not layer:
                return 0
            free &= ~layer
            layers.append(layer)
        return 0


_MOST = 2000
"""Parts of a region tried in one search; beyond them nothing is said of the region, for no person looks so far."""


class Growing:
    """What `Region` implies: the cells of all regions that the known cells allow, and those beside all of them.

    A cell is implied if no region lacks it. The first region leaves few candidates, and each region that is found to
    refute one of them mostly refutes others, so that few searches are needed.
    """

    def __init__(self, homes: Homes, home: int) -> None:
        self._homes, self._home, self._size = homes, 1 << home, homes.sizes[home]
        self._tried = 0
        self._reach = reduce(or_, homes.rings(home, alone=True))
        self.scope = self._reach | homes.grid.neighbours(self._reach)

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether there is a region."""
        return bool(self._region(*((true, false) if self._homes.sign > 0 else (false, true))))

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """Finds a region, then looks for one without each of its cells, and for one with each neighbour."""
        border = self._homes.grid.border
        inside, outside = (true, false) if self._homes.sign > 0 else (false, true)
        region = self._region(inside, outside)
        if not region:
            return None
        needed, apart = region & ~inside, border(region) & ~outside
        for i in scan(needed):
            if needed >> i & 1 and (other := self._region(inside, outside | 1 << i)):
                needed, apart = needed & other, apart & border(other)
        for i in scan(apart):
            if apart >> i & 1 and (other := self._region(inside | 1 << i, outside)):
                needed, apart = needed & other, apart & border(other)
        return (needed, apart) if self._homes.sign > 0 else (apart, needed)

    def _region(self, inside: Bitboard, outside: Bitboard) -> Bitboard:
        """A region with all adjacent cells of *inside* and no cell of *outside*, as a bitboard; 0 if there is none."""
        self._tried = 0
        return self._grown(self._home, self._reach & ~outside, inside & self.scope)

    def _grown(self, part: Bitboard, may: Bitboard, inside: Bitboard) -> Bitboard:
        """A region with all cells of *part* and otherwise only cells of *may*; 0 if there is none."""
        self._tried += 1
        if self._tried > _MOST:
            raise SearchLimit
        grid, size = self._homes.grid, self._size
        part = grid.flood(part, inside | part)
        if part & ~may or size is None:
            return 0 if part & ~may else part
        room, rest = size - part.bit_count(), inside & ~part
        if room < 0:
            return 0
        near = self._near(part, may, rest, room)
        if (part | near).bit_count() < size:
            return 0
        merging = grid.neighbours(rest) & ~part
        # cells beside no other known cell bring no further ones along: if these are enough, nothing has to be tried
        clean = _first(grid, part, near & ~rest & ~merging, room)
        if clean.bit_count() == size:
            return clean
        step = self._step(part, near, rest)
        # known cells must join in the end: first the regions that go their way, then those that never enter that cell
        return self._grown(part | step, part | near, inside) or self._grown(part, (part | near) & ~step, inside)

    def _near(self, part: Bitboard, may: Bitboard, rest: Bitboard, room: int) -> Bitboard:
        """The cells beside *part* and further on that *room* suffices for, none beside a cell that cannot join."""
        grid = self._homes.grid
        while True:
            layer, near = part, 0
            for _ in range(room):
                layer = grid.neighbours(layer) & may & ~part & ~near
                if not layer:
                    break
                near |= layer
            shut = grid.neighbours(rest & ~near) & near  # with these, a known cell out of reach would belong to it
            if not shut:
                return near
            may = (part | near) & ~shut

    def _step(self, part: Bitboard, near: Bitboard, rest: Bitboard) -> Bitboard:
        """The first cell of a shortest way from *part* to another known cell."""
        grid = self._homes.grid
        beside, seen = grid.border(part) & near, rest & near
        while not seen & beside:
            seen |= grid.neighbours(seen) & near
        return (seen & beside) & -(seen & beside)


def _first(grid: Grid, part: Bitboard, free: Bitboard, count: int) -> Bitboard:
    """*part* and *count* cells more, the nearest over *free* ones; fewer where there are not so many."""
    while count and (ring := grid.neighbours(part) & free & ~part):
        if ring.bit_count() > count:
            ring = sum(1 << i for i in islice(scan(ring), count))
        part |= ring
        count -= ring.bit_count()
    return part
