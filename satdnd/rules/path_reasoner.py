"""What a path between two ends implies on a partly known board, by search over the cells.

As clauses this takes a variable for each cell, and a solver looks at each line in turn. Here boards are sets of cells,
a bit for each: those with a line to the right, and those with a line down.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.rules.centre_lines import CentreLines
from satdnd.rules.statement import SearchLimit

_MOST = 2_000
"""Steps of one search; beyond them nothing is said of the path, for no person looks so far."""
_KEPT = 60
"""The paths found last, which answer most questions."""


class Linking:
    """What `Linked` implies: the lines of all paths that the known lines allow, and the absence of those beside all.

    Args:
        lines: those of the grid.
        ends: the two ends of the path.
        others: the ends of other paths.
    """

    def __init__(self, lines: CentreLines, ends: tuple[Cell, Cell], others: Collection[Cell]) -> None:
        self._lines, self._width = lines, lines.size[1]
        self._one, self._other = map(self._bit, ends)
        self._free = (1 << lines.size[0] * self._width) - 1 & ~sum(map(self._bit, others))
        apart = {*others}
        self.scope = sum(1 << x - 1 for x in range(1, lines.count + 1) if not apart.issuperset(lines.ends(x)))
        self._all = self._steps(self.scope)
        self._paths: list[tuple[Bitboard, Bitboard]] = []
        """Paths, each with all lines at its cells."""

    def _bit(self, cell: Cell) -> Bitboard:
        return 1 << cell[0] * self._width + cell[1]

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether there is a path."""
        return self._path(true, false) is not None

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """Finds a path, then looks for one without each of its lines, and for one that allows each line beside it."""
        true &= self.scope
        first = self._path(true, false)
        if first is None:
            return None
        needed, apart = first[0] & ~true, first[1] & ~first[0] & ~false
        for path, near in self._paths:
            if not path & false and not near & true & ~path:
                needed, apart = needed & path, apart & near & ~path
        for i in scan(needed):
            if needed >> i & 1 and (other := self._path(true, false | 1 << i)):
                needed, apart = needed & other[0], apart & other[1] & ~other[0]
        for i in scan(apart):
            if apart >> i & 1 and (other := self._path(true | 1 << i, false)):
                needed, apart = needed & other[0], apart & other[1] & ~other[0]
        return needed, apart

    def _path(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """A path with all true lines at its cells and no false one, and all lines at its cells; None if there is none."""
        for k, (path, near) in enumerate(self._paths):
            if not path & false and not near & true & ~path:
                if k:
                    self._paths.insert(0, self._paths.pop(k))
                return path, near
        found = self._search(true & self.scope, false)
        if found:
            self._paths[_KEPT:] = []
            self._paths.insert(0, found)
        return found

    def _steps(self, board: Bitboard) -> tuple[Bitboard, Bitboard]:
        """The cells with a line to the right, and those with a line down."""
        across = self._lines.across
        return self._lines.spread(board & (1 << across) - 1), board >> across

    def _board(self, right: Bitboard, down: Bitboard) -> Bitboard:
        """The inverse of `_steps`."""
        return self._lines.narrowed(right) | down << self._lines.across

    def _search(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """As `_path`, anew. Raises SearchLimit."""
        there = self._steps(true)
        left = self._reduced(*there, *self._steps(self.scope & ~false))
        found = left and self._walk(*there, *left)
        if not found:
            return None
        right, down = found
        cells = right | right << 1 | down | down << self._width
        near = self._all[0] & (cells | cells >> 1), self._all[1] & (cells | cells >> self._width)
        return self._board(right, down), self._board(*near)

    def _reduced(self, has_right: int, has_down: int, right: int, down: int) -> tuple[int, int] | None:
        """The lines *right* and *down* that the path may have, given those that are there; None if there is none."""
        width, ends, live = self._width, self._one | self._other, self._free
        one, two, three = _counts(has_right, has_right << 1, has_down, has_down << width)
        live &= ~(three | two & ends)
        full = two | one & ends
        keep_right, keep_down = ~(full | full >> 1) | has_right, ~(full | full >> width) | has_down
        right, down = right & keep_right, down & keep_down
        while True:
            right, down = right & live & live >> 1, down & live & live >> width
            lost_right, lost_down = has_right & ~right, has_down & ~down
            one, two, _ = _counts(right, right << 1, down, down << width)
            left = live & (two | one & ends) & ~(lost_right | lost_right << 1 | lost_down | lost_down << width)
            if left == live:
                break
            live = left
        return (right, down) if live & ends == ends else None

    def _walk(self, has_right: int, has_down: int, right: int, down: int) -> tuple[int, int] | None:
        """The lines of a path, depth first and nearest cells first; None if there is none. Raises SearchLimit."""
        width, goal, steps = self._width, self._other, 0
        todo = [(self._one, 0, 0, self._free & ~self._one)]
        while todo:
            here, own_right, own_down, live = todo.pop()
            if here == goal:
                return own_right, own_down
            steps += 1
            if steps > _MOST:
                raise SearchLimit
            back, up = here >> 1, here >> width
            known_right, known_down = has_right & ~own_right, has_down & ~own_down
            if (here | back) & known_right or (here | up) & known_down:
                ways_right, ways_down = (here | back) & known_right, (here | up) & known_down
            else:
                ways_right, ways_down = (here | back) & right & ~own_right, (here | up) & down & ~own_down
            ways = [
                *((here << 1, here, 0),) * bool(ways_right & here),
                *((back, back, 0),) * bool(ways_right & back),
                *((here << width, 0, here),) * bool(ways_down & here),
                *((up, 0, up),) * bool(ways_down & up),
            ]
            ways = [way for way in ways if way[0] & live]
            if len(ways) > 1:
                ways = [*self._nearest(ways, right, down, live)]
            todo += [(there, own_right | x, own_down | y, live & ~there) for there, x, y in reversed(ways)]
        return None

    def _nearest(
        self, ways: list[tuple[int, int, int]], right: int, down: int, live: int
    ) -> Iterator[tuple[int, int, int]]:
        """Those of some first steps that lead on to the other end, the nearest first."""
        width, cells, before = self._width, self._other, 0
        while cells != before and ways:
            if reached := [way for way in ways if way[0] & cells]:
                yield from reached
                ways = [way for way in ways if not way[0] & cells]
            before = cells
            cells |= (
                (cells & right) << 1 | cells >> 1 & right | (cells & down) << width | cells >> width & down
            ) & live
        yield from (way for way in ways if way[0] & cells)


def _counts(a: int, b: int, c: int, d: int) -> tuple[int, int, int]:
    """The places in at least one, in at least two and in at least three of four sets."""
    ab, cd = a & b, c & d
    either, other = a | b, c | d
    return either | other, ab | cd | either & other, ab & other | cd & either
