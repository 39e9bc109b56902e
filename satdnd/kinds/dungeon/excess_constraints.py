"""Excess constraints: the walls of two neighbouring lines beyond those that their blocks need.

A strip of two neighbouring rows (or columns), whose counts a and b are known, is divided into windows, one to three
cells long. For each, the rules force a least number of walls: 1 in a 2x2 block that no room can cover, 2 in a 2x3 block
around a monster, 0 if nothing is known. With the division that maximises the sum M of these numbers (dynamic
programming along the strip), at most E = a + b - M walls remain, the *excess*; a window with more walls than it needs
uses some of it.

A window of n free cells that needs m walls gets n - m variables, "at least m + 1 walls", "at least m + 2", ..., which
the walls force by C(n, m+1) + C(n, m+2) + ... clauses: 3 variables and 11 clauses for a 2x2 block. If m is 0, the
walls themselves are counted. One native constraint per strip says that at most E of all these are true. A block that
is a window in both directions has its variables once. At 24x24 there are about 1,000 variables,
3,400 clauses and 46 native constraints; the formula without them takes three times as many conflicts. All levels of a
window count: with only the first two it takes a third more, with only the first three times as many.

Nothing here depends on connectivity, and no model is lost: the variables can be read off the walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from operator import or_
from typing import NamedTuple

from satdnd.encodings.cardinality import at_most
from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.sat.formula import Clause, Compiled, Literal, Pool

LONGEST = 3
"""The longest window, in cells; windows of four hardly raise the least numbers."""

_MONSTER, _OPEN, _WALL = 1, 4, 16
"""The state of a column of a strip: bits for its first cell, and the same bits shifted by one for its second."""
_WALLS = _WALL | _WALL << 1
_COVERED = 64
"""Set in a column: a room may cover the 2x2 block that starts there."""
_OUTSIDE = -1
"""Stands for a column before the first."""


class Known(NamedTuple):
    """The cells known before the search, as bitboards."""

    monsters: Bitboard
    opens: Bitboard
    """Every cell known to be open, including monsters."""
    walls: Bitboard
    covered: Bitboard
    """The top left cells of the 2x2 blocks that some room may cover."""


def pair_excess(
    geometry: Grid, rows: Sequence[int | None], columns: Sequence[int | None], known: Known, pool: Pool
) -> Compiled:
    """For every two neighbouring lines with known counts, the excess is not exceeded.

    Args:
        geometry: variable ``r*W + c + 1`` is true if the cell (r, c) is a wall.
        rows: counts of walls; None: unknown.
        columns: as *rows*.
        known: the known cells.
        pool: the source of auxiliary variables.

    Returns:
        the clauses (the empty one if a strip needs more walls than its counts allow), and the native constraints.
    """
    compiled = Compiled([], [])
    blocks: dict[tuple[int, int], list[Literal]] = {}
    size, width = geometry.size, geometry.width
    cells = _Cells(list(range(1, size + 1)), [0] * size, [0] * size)
    for mask, bit in zip(known, (_MONSTER, _OPEN, _WALL, _COVERED), strict=True):
        for i in scan(mask):
            cells.first[i] |= bit
            cells.second[i] |= bit << 1 & ~(_COVERED << 1)
    for i in scan(known.opens | known.walls):
        cells.free[i] = 0
    _pairs([slice(r * width, (r + 1) * width) for r in range(geometry.height)], rows, cells, blocks, compiled, pool)
    _pairs([slice(c, size, width) for c in range(width)], columns, cells, blocks, compiled, pool)
    return compiled


class _Cells(NamedTuple):
    """The known state of each cell of the grid."""

    free: list[Literal]
    """Its variable; 0 if it is known."""
    first: list[int]
    """As part of a strip's column, if it is the first cell."""
    second: list[int]
    """The same, if it is the second."""


def _pairs(
    lines: list[slice],
    counts: Sequence[int | None],
    cells: _Cells,
    blocks: dict[tuple[int, int], list[Literal]],
    made: Compiled,
    pool: Pool,
) -> None:
    """The strips of one direction.

    Args:
        blocks: the variables of each 2x2 block (top left cell, least number) that is a window, shared by both
            directions.
    """
    everywhere = range(len(cells.free))
    free_of = [cells.free[line] for line in lines]
    for k in range(len(lines) - 1):
        one, other = counts[k], counts[k + 1]
        if one is None or other is None:
            continue
        strip = list(map(or_, cells.first[lines[k]], cells.second[lines[k + 1]]))
        cut = best_cut(strip, (k == 0) + 2 * (k + 2 == len(lines)))
        if cut is None:
            made.clauses.append([])
            return
        excess = one + other
        free_here = [x for both in zip(free_of[k], free_of[k + 1], strict=True) for x in both]  # column by column
        tops = everywhere[lines[k]]
        over: list[Literal] = []
        for begin, end, least in cut:
            some = free_here[2 * begin : 2 * end]
            if not least:
                over += some
                continue
            excess -= least
            block = tops[begin], least
            if end - begin == 2 and block in blocks:
                over += blocks[block]
                continue
            needed = least
            for column in strip[begin:end]:
                if column & _WALLS:
                    needed -= (column & _WALLS).bit_count()
            if not needed:
                over += some
                continue
            levels = _levels([x for x in some if x], needed, made.clauses, pool)
            over += levels
            if end - begin == 2:
                blocks[block] = levels
        bound = at_most([x for x in over if x], excess, pool, "native")
        made.clauses.extend(bound.clauses)
        made.at_mosts.extend(bound.at_mosts)


def best_cut(strip: list[int], edges: int) -> list[tuple[int, int, int]] | None:
    """Windows (start, end, least number of walls) of a strip that maximise the sum of the least numbers.

    Args:
        strip: what is known of each column of two cells.
        edges: bit 0: beyond the first line is the edge of the grid; bit 1: beyond the second.

    Returns:
        the windows, from the end of the strip to its start; None if one of them cannot be filled at all.
    """
    found = list[tuple[int, int, int]]()
    far = near = _OUTSIDE
    most = [0, 0, 0]  # walls that the columns need without the last three, two, one
    final = len(strip)
    for end, last in enumerate(strip, 1):
        leasts = _leasts(far, near, last, edges + 4 * (end <= LONGEST) + 8 * (end == final))
        if leasts is None:
            return None
        walls = -1
        for length, least in enumerate(leasts, 1):
            if most[-length] + least > walls:
                walls, window = most[-length] + least, (end - length, end, least)
        most.append(walls)
        found.append(window)
        far, near = near, last
    cut = []
    while final:
        cut.append(found[final - 1])
        final = found[final - 1][0]
    return cut


@lru_cache(maxsize=1 << 16)
def _leasts(far: int, near: int, last: int, edges: int) -> list[int] | None:
    """The least numbers of the windows that end with a column, the shortest first; cached, as there are few cases.

    Args:
        far: what is known of the third-last column; `_OUTSIDE` if there is none.
        near: of the second-last.
        last: of the last.
        edges: as in `least_walls`, for the longest of them.

    Returns:
        None if a window cannot be filled at all.
    """
    before = [column for column in (far, near) if column != _OUTSIDE]
    found = list[int]()
    for more in range(len(before) + 1):
        window = (*before[len(before) - more :], last & ~_COVERED)
        if any(window[1:]) or window[0] & ~_COVERED:
            least = least_walls(window, edges if more == len(before) else edges & ~4)
            if least is None:
                return None
            found.append(least)
        else:  # no more than its 2x2 block needs
            found.append(int(more == 1 and not window[0]))
    return found


def _levels(free: Sequence[Literal], needed: int, clauses: list[Clause], pool: Pool) -> list[Literal]:
    """Variables that are true if more than *needed* of *free* are: by one, by two, ..."""
    levels = list(pool.block(len(free) - needed))
    opens = [-x for x in free]
    for more, level in enumerate(levels, needed + 1):
        clauses += [[level, *some] for some in combinations(opens, more)]
    return levels


@lru_cache(maxsize=1 << 16)
def least_walls(columns: tuple[int, ...], edges: int) -> int | None:
    """The least number of walls in a window of two lines, by trying all; None if no placement is legal.

    What lies beyond the window is unknown, except for the edges of the grid: beside both lines as in `best_cut`, before
    the window (bit 2) and after it (bit 3).

    The rules considered: what is known of each cell, one neighbour for a monster and two for other open cells, no open
    2x2 block unless a room may cover it.
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
        """Whether these walls break no rule."""
        if walls & never or always & ~walls or not all(walls & square for square in squares):
            return False
        for k in range(count):
            if not walls >> k & 1:
                opens = sum(not walls >> j & 1 for j in inside[k])
                if opens + beyond[k] < 1 or (opens > 1 if cells[k] & _MONSTER else opens + beyond[k] < 2):
                    return False
        return True

    return min((walls.bit_count() for walls in range(1 << count) if legal(walls)), default=None)
