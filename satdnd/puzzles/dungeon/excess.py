"""Pair-line excess: what two neighbouring lines have more than the walls that their blocks need anyway.

A strip of two neighbouring rows (or columns), whose counts a and b are known, is cut into windows, one to three cells
long. Each has a least number of walls that the rules force in it: 1 in a 2x2 block that no room can cover, 2 in a
2x3 block around a monster, 0 where nothing is known. With the cut that makes the sum M of these numbers largest
(dynamic programming along the strip) at most E = a + b - M walls are left over, the *excess*; a window with more walls
than it needs uses some of it up.

A window of n free cells that needs m walls gets n - m variables, "at least m + 1 walls", "at least m + 2", ..., which
the walls force by C(n, m+1) + C(n, m+2) + ... clauses: 3 variables and 11 clauses for a 2x2 block. Where m is 0 the
walls themselves are counted. One native constraint a strip says that at most E of all these are true. A block that
is a window of a strip of rows and of one of columns has its variables once. At 24x24 these are some 1,000 variables,
3,400 clauses and 46 native constraints; the formula without them takes three times as many conflicts. All levels of a
window count: with the first two alone it takes a third more, with the first alone three times as many.

Nothing here depends on connectivity, and no model is lost: the variables can be read off the walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from satdnd.bitboard import Bitboard, Grid, scan
from satdnd.encodings.cardinality import Cardinality, at_most
from satdnd.formula import Clause, Literal, Pool

LONGEST = 3
"""Cells that a window is long at most; windows of four raise the least numbers by next to nothing."""

_MONSTER, _OPEN, _WALL = 1, 4, 16
"""What is known of a column of a strip, as bits: of its first cell these, of its second cell each shifted by one."""
_COVERED = 64
"""Set in a column: a room may cover the 2x2 block that it begins."""


class Known(NamedTuple):
    """What is known of the cells before any search, as bitboards."""

    monsters: Bitboard
    opens: Bitboard
    """Every cell that is open whatever else holds, monsters among them."""
    walls: Bitboard
    covered: Bitboard
    """The top left cells of the 2x2 blocks that some room may cover."""


def pair_excess(
    geometry: Grid, rows: Sequence[int | None], columns: Sequence[int | None], known: Known, pool: Pool
) -> Cardinality:
    """The excess of every two neighbouring lines with known counts is not exceeded.

    Args:
        geometry: variable ``r*W + c + 1`` is true where the cell (r, c) is a wall.
        rows: counts of walls; None: not known.
        columns: as *rows*.
        known: of the cells.
        pool: where auxiliary variables come from.

    Returns:
        the clauses, the empty one where a strip needs more walls than its counts allow, and the native constraints.
    """
    made = Cardinality([], [])
    windows: dict[tuple[int, int, int], list[Literal]] = {}
    size, width = geometry.size, geometry.width
    lines = [range(r * width, (r + 1) * width) for r in range(geometry.height)]
    _pairs(lines, rows, known, windows, made, pool)
    lines = [range(c, size, width) for c in range(width)]
    _pairs(lines, columns, known, windows, made, pool)
    return made


def _pairs(
    lines: list[range],
    counts: Sequence[int | None],
    known: Known,
    windows: dict[tuple[int, int, int], list[Literal]],
    made: Cardinality,
    pool: Pool,
) -> None:
    """The strips of one direction."""
    facts = [0] * (max(lines[-1]) + 1)
    for mask, bit in zip(known, (_MONSTER, _OPEN, _WALL, _COVERED), strict=True):
        for i in scan(mask):
            facts[i] |= bit
    cells_of = [[facts[i] for i in line] for line in lines]
    for k in range(len(lines) - 1):
        one, other = counts[k], counts[k + 1]
        if one is None or other is None:
            continue
        strip = [a | (b & ~_COVERED) << 1 for a, b in zip(cells_of[k], cells_of[k + 1], strict=True)]
        edges = (k == 0) + 2 * (k + 2 == len(lines))
        cut = best_cut(strip, edges)
        if cut is None:
            made.clauses.append([])
            return
        first, second = lines[k], lines[k + 1]
        excess = one + other
        over: list[Literal] = []
        for begin, end, least in cut:
            excess -= least
            name = least, first[begin], end - begin
            if name in windows:
                over += windows[name]
                continue
            needed, free = least, list[Literal]()
            for j in range(begin, end):
                column = strip[j]
                if not column & 5 * _OPEN:  # neither open nor a wall
                    free.append(first[j] + 1)
                if not column & 10 * _OPEN:
                    free.append(second[j] + 1)
                if column & 3 * _WALL:
                    needed -= (column & 3 * _WALL).bit_count()
            if not needed:
                over += free
                continue
            levels = _levels(free, needed, made.clauses, pool)
            over += levels
            if end - begin == 2:  # the other direction may have it too
                windows[name] = levels
        bound = at_most(over, excess, pool, "native")
        made.clauses.extend(bound.clauses)
        made.at_mosts.extend(bound.at_mosts)


def best_cut(strip: list[int], edges: int) -> list[tuple[int, int, int]] | None:
    """Windows (begin, end, least number of walls) of a strip, so that the sum of these is largest.

    Args:
        strip: what is known of each column of two cells.
        edges: bit 0: beyond the first line is the edge of the grid; bit 1: beyond the second.

    Returns:
        the windows, from the end of the strip to its beginning; None where no walls at all fit in one of them.
    """
    last = len(strip)
    best = [0] * (last + 1)
    how = [(0, 0)] * (last + 1)
    for end in range(1, last + 1):
        most = -1
        for length in range(1, min(LONGEST, end) + 1):
            begin = end - length
            inner = strip[begin:end]
            inner[-1] &= ~_COVERED
            if not any(inner):
                if length == 3:
                    break  # no more than its 2x2 block needs
                least: int | None = length - 1
            elif inner[0] == _COVERED and not any(inner[1:]):
                least = 0
            else:
                least = least_walls(tuple(inner), edges + 4 * (begin == 0) + 8 * (end == last))
            if least is None:
                return None
            if best[begin] + least > most:
                most = best[begin] + least
                how[end] = length, least
        best[end] = most
    cut = []
    end = last
    while end:
        length, least = how[end]
        cut.append((end - length, end, least))
        end -= length
    return cut


def _levels(free: Sequence[Literal], needed: int, clauses: list[Clause], pool: Pool) -> list[Literal]:
    """Variables that are true where more than *needed* of *free* are: more by one, by two, ..."""
    levels = list(pool.block(len(free) - needed))
    opens = [-x for x in free]
    if needed == 1 and len(free) == 4:  # nearly all are so
        a, b, c, d = opens
        x, y, z = levels
        clauses += ([x, a, b], [x, a, c], [x, a, d], [x, b, c], [x, b, d], [x, c, d])
        clauses += ([y, a, b, c], [y, a, b, d], [y, a, c, d], [y, b, c, d], [z, a, b, c, d])
        return levels
    for more, level in enumerate(levels, needed + 1):
        clauses += [[level, *some] for some in combinations(opens, more)]
    return levels


@lru_cache(maxsize=1 << 16)
def least_walls(columns: tuple[int, ...], edges: int) -> int | None:
    """The least number of walls in a window of two lines, by trying all; None where no way of placing them is legal.

    What lies beyond the window is unknown, but for the edges of the grid: of both lines as in `best_cut`, and where the
    window begins (bit 2) and ends (bit 3).

    The rules that are looked at: what is known of each cell, one neighbour for a monster and two for other open
    cells, no open 2x2 block unless a room may cover it.
    """
    count = 2 * len(columns)
    cells = [columns[k // 2] >> k % 2 for k in range(count)]  # first line: even numbers
    inside = [[j for j in (k ^ 1, k - 2, k + 2) if 0 <= j < count] for k in range(count)]
    beyond = []
    for k in range(count):
        ways = (edges >> k % 2 & 1 == 0) + (k < 2 and not edges & 4) + (k >= count - 2 and not edges & 8)
        beyond.append(ways)
    squares = [15 << 2 * j for j in range(len(columns) - 1) if not columns[j] & _COVERED]
    always = sum(1 << k for k in range(count) if cells[k] & _WALL)
    never = sum(1 << k for k in range(count) if cells[k] & _OPEN)

    def legal(walls: int) -> bool:
        """Whether nothing speaks against these walls."""
        if walls & never or always & ~walls or not all(walls & square for square in squares):
            return False
        for k in range(count):
            if not walls >> k & 1:
                opens = sum(not walls >> j & 1 for j in inside[k])
                if opens + beyond[k] < 1 or (opens > 1 if cells[k] & _MONSTER else opens + beyond[k] < 2):
                    return False
        return True

    return min((walls.bit_count() for walls in range(1 << count) if legal(walls)), default=None)
