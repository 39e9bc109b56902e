"""Boards carved at random, compiled by Numba: `satdnd.kinds.dungeon.carve` again, on sets of cells in one word each.

Randomness comes in as words of 32 bits, and each choice takes as many of them as `random.Random` takes for it: so the
same words lead to the same board here and there. A machine word is unsigned, and meets none that is not: Numba would
make floats of the two.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from satdnd.engine.jit import compiled
from satdnd.kinds.dungeon.sieving import Array

Word: TypeAlias = Any
"""A set of cells, as a numpy.uint64."""

MOST_ROOMS = 7
"""Rooms of nine cells each on 64 cells, at most."""
RESULT = 3 + MOST_ROOMS
"""Words of a result: how many words of randomness were taken, the open cells, the number of rooms, and the rooms."""

NONE, ONE, TWO, FOUR = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(4)
_PAIRS, _FOURS, _BYTES = (np.uint64(x) for x in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
_ONES, _TOP = np.uint64(0x0101010101010101), np.uint64(56)

# the geometry of a board, in one array: all cells; those not in the first column; not in the last; the width
ALL, NOT_FIRST, NOT_LAST, WIDTH = range(4)


@compiled
def population(board: Word) -> int:
    """How many cells; in each step, twice as wide fields hold the sum of two."""
    board = board - (board >> ONE & _PAIRS)
    board = (board & _FOURS) + (board >> TWO & _FOURS)
    return int(np.int64((board + (board >> FOUR) & _BYTES) * _ONES >> _TOP))


@compiled
def bit(i: int) -> Word:
    """The set of the cell of that number."""
    return ONE << np.uint64(i)


@compiled
def lowest(board: Word) -> int:
    """The number of the first cell of a set that is not empty."""
    return population((board & ~board + ONE) - ONE)


@compiled
def cells(board: Word, numbers: Array) -> int:
    """Fill *numbers* with those of the cells, lowest first; how many."""
    count = 0
    while board != NONE:
        numbers[count] = lowest(board)
        count += 1
        board &= board - ONE
    return count


@compiled
def neighbours(grid: Array, board: Word) -> Word:
    """Cells that share an edge with one of *board*."""
    width = grid[WIDTH]
    sides = (board & grid[NOT_FIRST]) >> ONE | (board & grid[NOT_LAST]) << ONE
    return board >> width | board << width & grid[ALL] | sides


@compiled
def border(grid: Array, board: Word) -> Word:
    """Cells outside *board* that share an edge with one of its cells."""
    return neighbours(grid, board) & ~board


@compiled
def alone(grid: Array, board: Word) -> Word:
    """Cells of *board* with no neighbour in it."""
    return board & ~neighbours(grid, board)


@compiled
def ends(grid: Array, board: Word) -> Word:
    """Cells of *board* with exactly one neighbour in it."""
    width = grid[WIDTH]
    one = more = NONE
    for step in (board >> width, board << width, (board & grid[NOT_FIRST]) >> ONE, (board & grid[NOT_LAST]) << ONE):
        more |= one & step
        one |= step
    return board & one & ~more


@compiled
def squares(grid: Array, board: Word) -> Word:
    """The top left cells of the 2x2 blocks that lie in *board*."""
    pairs = board & (board & grid[NOT_FIRST]) >> ONE
    return pairs & pairs >> grid[WIDTH]


@compiled
def connected(grid: Array, board: Word) -> bool:
    """Whether *board* is one region; the empty set is."""
    region = board & ~board + ONE
    while True:
        wider = (region | neighbours(grid, region)) & board
        if wider == region:
            return bool(region == board)
        region = wider


# Randomness. Where the words run out all choices are the first ones: the caller sees that, and comes back with more.


@compiled
def word(words: Array, result: Array) -> int:
    """The next one."""
    at = np.int64(result[0])
    result[0] += ONE
    return int(np.int64(words[at])) if at < len(words) else 0


@compiled
def below(words: Array, result: Array, n: int) -> int:
    """As ``randrange(n)`` and ``choice``: the first number below *n* among those of its length in bits."""
    shift = 32
    while n >> 32 - shift:
        shift -= 1
    while True:
        found = word(words, result) >> shift
        if found < n:
            return int(found)


@compiled
def share(words: Array, result: Array) -> float:
    """As ``random()``."""
    high, low = word(words, result) >> 5, word(words, result) >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0


@compiled
def shuffle(words: Array, result: Array, numbers: Array, first: int, last: int) -> None:
    """The part from *first* to before *last*, as ``shuffle``."""
    for i in range(last - first - 1, 0, -1):
        j = below(words, result, i + 1)
        numbers[first + i], numbers[first + j] = numbers[first + j], numbers[first + i]


@compiled
def place_rooms(grid: Array, height: int, wanted: int, cramped: bool, words: Array, result: Array) -> Word:
    """Rooms, in *result*, and the cells beside them, which are returned."""
    width = int(np.int64(grid[WIDTH]))
    half = (height - 2) * (width - 2) if height > 2 and width > 2 else 0
    corners = np.empty(2 * half, dtype=np.int64)
    tried = 0
    for _ in range(1 + cramped):
        for r in range(height - 2):
            for c in range(width - 2):
                corners[tried] = r * width + c
                tried += 1
    if wanted:
        shuffle(words, result, corners, 0, half)
        shuffle(words, result, corners, half, tried)
    row = np.uint64(7)
    shape = row | row << grid[WIDTH] | row << grid[WIDTH] + grid[WIDTH]
    count = 0
    taken = kept = NONE
    for k in range(tried):
        if count == wanted:
            break
        room = shape << np.uint64(corners[k])
        beside = border(grid, room)
        if room & (taken | kept) or beside & taken:
            continue
        free = grid[ALL] & ~(taken | kept | room | beside)
        if k < half and (free == NONE or not connected(grid, free)):
            continue
        result[3 + count] = room
        count += 1
        taken |= room
        kept |= beside
    result[2] = count
    return kept


@compiled
def grow(grid: Array, free: Word, loops: float, words: Array, result: Array) -> Word:
    """Open cells of *free*, one after another from one of them on; none where there would be only one."""
    frontier = np.empty(5 * 64, dtype=np.int64)
    waiting = cells(free, frontier)
    if waiting == 0:
        return NONE
    start = frontier[below(words, result, waiting)]
    opens = bit(start)
    frontier[0], waiting = start, 1
    while waiting and opens != free:
        i = below(words, result, waiting)
        waiting -= 1
        number = frontier[i]
        frontier[i] = frontier[waiting]
        cell = bit(number)
        around = neighbours(grid, cell)
        if number != start:
            if cell & opens:
                continue
            if population(around & opens) > 1 and share(words, result) >= loops:
                continue
            if squares(grid, opens | cell):
                continue
            opens |= cell
        around &= free & ~opens
        waiting += cells(around, frontier[waiting:])
    return NONE if opens & opens - ONE == NONE else opens


@compiled
def enter(grid: Array, opens: Word, loops: float, words: Array, result: Array) -> Word:
    """Open each room with an entrance; those that can have none are taken out of *result*."""
    doors, found = np.empty(12, dtype=np.int64), np.empty(12, dtype=np.int64)
    inside = within = NONE
    rooms = np.int64(result[2])
    for e in range(rooms):
        inside |= result[3 + e]
    entered = 0
    for e in range(rooms):
        room = result[3 + e]
        others = border(grid, inside & ~room)
        number = 0
        for k in range(cells(border(grid, room) & neighbours(grid, opens) & ~others, doors)):
            door = bit(doors[k])
            if squares(grid, opens | door) & ~within:
                continue
            if loops or population(neighbours(grid, door) & opens) == 1:
                found[number] = doors[k]
                number += 1
        if number:
            opens |= bit(found[below(words, result, number)]) | room
            within |= squares(grid, room)
            result[3 + entered] = room
            entered += 1
    result[2] = entered
    return opens


@compiled
def legal(grid: Array, opens: Word, within: Word, result: Array) -> bool:
    """As `satdnd.kinds.dungeon.layout.Frame.legal`; *within*: the 2x2 blocks that may be open."""
    if opens == NONE or squares(grid, opens) & ~within:
        return False
    for e in range(np.int64(result[2])):
        door = border(grid, result[3 + e]) & opens
        if door == NONE or door & door - ONE:
            return False
    return bool(alone(grid, opens) == NONE) and connected(grid, opens)


@compiled
def prune(grid: Array, opens: Word, most: float, longest: int, words: Array, result: Array) -> Word:
    """As `satdnd.kinds.dungeon.generate`: without up to the share *most* of the dead ends of *longest* cells."""
    doors = inside = within = NONE
    for e in range(np.int64(result[2])):
        doors |= border(grid, result[3 + e])
        inside |= result[3 + e]
        within |= squares(grid, result[3 + e])
    numbers = np.empty(64, dtype=np.int64)
    count = cells(ends(grid, opens) & ~doors, numbers)
    shuffle(words, result, numbers, 0, count)
    for k in range(int(count * (most * share(words, result)))):
        stub = before = bit(numbers[k])
        while True:
            after = neighbours(grid, before) & opens & ~stub
            if after & ~(doors | inside) == NONE or population(neighbours(grid, after) & opens) != 2:
                break
            stub, before = stub | after, after
        if population(stub) <= longest and legal(grid, opens & ~stub, within, result):
            opens &= ~stub
    return opens


@compiled
def carve(
    height: int,
    width: int,
    rooms: int,
    loops: float,
    cramped: bool,
    pruned: float,
    longest: int,
    words: Array,
    result: Array,
) -> None:
    """A random legal board of at most 64 cells.

    Args:
        height, width, rooms, loops, cramped: as of `satdnd.kinds.dungeon.carve.Carving`.
        pruned: dead ends that are closed again, at most, as a share; below 0: none, without a choice. A cramped board
            with fewer rooms than were tried for is left as it is.
        longest: cells of such a dead end.
        words: of 32 bits, random.
        result: `RESULT` words. Where the first is more than the number of *words*, the others mean nothing.
    """
    grid = np.empty(4, dtype=np.uint64)
    first = NONE
    for r in range(height):
        first |= bit(r * width)
    everything = ~NONE >> np.uint64(64 - height * width)
    grid[ALL], grid[WIDTH] = everything, width
    grid[NOT_FIRST], grid[NOT_LAST] = everything & ~first, everything & ~(first << np.uint64(width - 1))
    result[0] = 0
    kept = place_rooms(grid, height, rooms, cramped, words, result)
    inside = NONE
    for e in range(np.int64(result[2])):
        inside |= result[3 + e]
    opens = grow(grid, everything & ~inside & ~kept, loops, words, result)
    opens = enter(grid, opens, loops, words, result)
    if pruned >= 0 and opens != NONE and (not cramped or np.int64(result[2]) == rooms):
        opens = prune(grid, opens, pruned, longest, words, result)
    result[1] = opens
