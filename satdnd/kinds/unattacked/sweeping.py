"""The search over lines in machine code (Numba): `satdnd.kinds.unattacked.search` again, on small integers.

A set of rows or columns is one integer. The squares that a set of columns shares with the rows are counted for each
diagonal, of which seven are packed into one word; the counts of a set are those of its left half and of its right half
added up, and these are in a table for each set of rows. All state is in arrays: a search can stop after any number of
steps and go on later.
"""

from __future__ import annotations

from math import lcm
from typing import Any

import numpy as np

from satdnd.engine.jit import compiled

Array = np.ndarray[Any, Any]

LONGEST = 20
"""Rows and columns, at most."""
LINES = 2 * LONGEST - 1
"""Diagonals of one direction, at most."""
UNIT = lcm(*range(1, LONGEST + 1))
"""In how many parts the worth of a square is divided among the two diagonals that it lies on."""
SHARES = np.array([0, *(UNIT // size for size in range(1, LONGEST + 1))])
"""The unit divided among so many squares."""

HEIGHT, WIDTH, QUEENS, BEST, PARTNER, LEVEL, PAIRS, SURVIVORS, NODES = range(9)
"""Where the numbers of a search are: the board, what is to be surpassed, where it is, what it has done."""
ROOM, FREE = 0, 1
FALLING, RISING = 0, 1

DEPTH = 2 * LINES + 2
"""Decisions on top of each other, at most: one for each diagonal."""
PACKED = 7
"""Diagonals in a word, a byte each: with an eighth the word could be negative."""
WORDS = -(-LINES // PACKED)
"""For all diagonals of one direction."""
TOPS, EVENS = 0x80808080808080, 0xFF00FF00FF00FF
"""The highest bit of each byte of a word; each second byte."""

FRESH, FIRST, BOTH = 0, 1, 2
"""What was done at a level: nothing, the branch in which the pivot is attacked, the other one too."""
DONE, FOUND, PAUSED = 0, 1, 2
"""What `sweep` says: no more, a room that is better, or that its steps are used up."""


@compiled
def tabulate(numbers: Array, rows: int, tables: Array, column: Array) -> None:
    """The packed counts of each set of columns of the left half and of the right half of a board.

    Args:
        numbers: as named above.
        rows: the attacked ones.
        tables: of each half, set, direction, room and free squares: the words.
        column: the same of one column: of the room if it is attacked, of the free squares if it is not.
    """
    height, width = numbers[HEIGHT], numbers[WIDTH]
    for half in range(2):
        first = width // 2 if half else 0
        size = width - width // 2 if half else width // 2
        tables[half, 0] = 0
        for place in range(size):
            c = first + place
            column[:] = 0
            for r in range(height):
                what = ROOM if rows >> r & 1 else FREE
                for direction in range(2):
                    d = r - c + width - 1 if direction == FALLING else r + c
                    column[direction, d // PACKED, what] += 1 << 8 * (d % PACKED)
            bit = 1 << place
            for pattern in range(bit):
                for direction in range(2):
                    for word in range(WORDS):
                        tables[half, pattern | bit, direction, word, ROOM] = (
                            tables[half, pattern, direction, word, ROOM] + column[direction, word, ROOM]
                        )
                        tables[half, pattern | bit, direction, word, FREE] = tables[
                            half, pattern, direction, word, FREE
                        ]
                        tables[half, pattern, direction, word, FREE] += column[direction, word, FREE]


@compiled
def advance(numbers: Array, columns: Array, tables: Array, multipliers: Array, steps: int) -> int:
    """Go on until a pair is found of which either direction can hold the queens and leave more, by all multipliers.

    The larger of two bytes that are less than 128 is chosen in all bytes of a word at once (Warren, "Hacker's Delight",
    2nd edition, section 2-18).

    Returns:
        The pairs looked at, at most *steps*; ``LEVEL`` is 0 if one was found.
    """
    half = numbers[WIDTH] // 2
    queens, least = numbers[QUEENS], numbers[BEST] + 1
    first = numbers[PARTNER]
    last = min(len(columns), first + steps)
    for partner in range(first, last):
        left, right = columns[partner] & (1 << half) - 1, columns[partner] >> half
        bounded = False
        for i in range(len(multipliers)):
            p, q = multipliers[i, 0], multipliers[i, 1]
            for direction in range(2):
                total = 0
                for word in range(WORDS):
                    room = p * (tables[0, left, direction, word, ROOM] + tables[1, right, direction, word, ROOM])
                    free = q * (tables[0, left, direction, word, FREE] + tables[1, right, direction, word, FREE])
                    chosen = (room | TOPS) - free & TOPS
                    chosen -= chosen >> 7
                    larger = room & chosen | free & ~chosen
                    total += (larger & EVENS) + (larger >> 8 & EVENS)
                total += total >> 32
                total = (total + (total >> 16)) & 0xFFFF
                if total < p * queens + q * least:
                    bounded = True
                    break
            if bounded:
                if i:  # what just discarded a pair is likely to discard the next
                    multipliers[i, 0], multipliers[i, 1] = multipliers[i - 1, 0], multipliers[i - 1, 1]
                    multipliers[i - 1, 0], multipliers[i - 1, 1] = p, q
                break
        if not bounded:
            numbers[PARTNER], numbers[LEVEL] = partner + 1, 0
            return int(partner + 1 - first)
    numbers[PARTNER] = last
    return int(last - first)


@compiled
def begin(numbers: Array, rows: int, columns: int, tables: Array, boards: Array, counts: Array) -> None:
    """The board of level 0: what these rows and columns leave for queens, and what unattacked."""
    height, width = numbers[HEIGHT], numbers[WIDTH]
    half = width // 2
    left, right = columns & (1 << half) - 1, columns >> half
    for direction in range(2):
        for what in range(2):
            for word in range(WORDS):
                packed = tables[0, left, direction, word, what] + tables[1, right, direction, word, what]
                for d in range(word * PACKED, min(word * PACKED + PACKED, LINES)):
                    counts[0, direction, what, d] = packed & 0xFF
                    packed >>= 8
    for r in range(height):
        attacked = rows >> r & 1
        boards[0, ROOM, r] = columns if attacked else 0
        boards[0, FREE, r] = 0 if attacked else ((1 << width) - 1) & ~columns


@compiled
def population(lines: int) -> int:
    """How many, of at most twenty (Warren, "Hacker's Delight", 2nd edition, section 5-1)."""
    lines -= lines >> 1 & 0x55555
    lines = (lines & 0x33333) + (lines >> 2 & 0x33333)
    lines = lines + (lines >> 4) & 0x0F0F0F
    return lines + (lines >> 8) + (lines >> 16) & 0x1F


@compiled
def give_up(numbers: Array, boards: Array, counts: Array, level: int, what: int, direction: int, d: int) -> int:
    """Take the squares of *what* on a diagonal away; how many they were."""
    height, width = numbers[HEIGHT], numbers[WIDTH]
    other = 1 - direction
    gone = 0
    for r in range(height):
        c = r - d + width - 1 if direction == FALLING else d - r
        if 0 <= c < width and boards[level, what, r] >> c & 1:
            boards[level, what, r] ^= 1 << c
            gone += 1
            counts[level, other, what, r + c if other == RISING else r - c + width - 1] -= 1
    counts[level, direction, what, d] = 0
    return gone


@compiled
def spared(numbers: Array, boards: Array) -> tuple[int, int]:
    """How many squares of the room, and how many free ones, are not needed to be better than the best so far."""
    level = numbers[LEVEL]
    room, free = -numbers[QUEENS], -numbers[BEST] - 1
    for r in range(numbers[HEIGHT]):
        room += population(boards[level, ROOM, r])
        free += population(boards[level, FREE, r])
    return room, free


@compiled
def hopeless(numbers: Array, boards: Array, counts: Array, charges: Array, worths: Array) -> bool:
    """Whether both directions together lose more than can be spared, by some of the *worths*.

    With a square of the room worth p and a free one worth q, falling diagonals are charged the less of what they would
    lose in the one and in the other. What a square is worth beyond its part of that charge is left for the rising
    ones, so no square is charged more than it is worth (Guignard and Kim, "Lagrangean decomposition", Mathematical
    Programming 39, 1987; here with one step of dual ascent).
    """
    height, width, level = numbers[HEIGHT], numbers[WIDTH], numbers[LEVEL]
    length = height + width - 1
    room, free = spared(numbers, boards)
    for i in range(len(worths)):
        p, q = worths[i, 0], worths[i, 1]
        total = 0
        for d in range(length):
            from_room, from_free = counts[level, FALLING, ROOM, d], counts[level, FALLING, FREE, d]
            least = min(p * from_room, q * from_free)
            total += UNIT * least
            back = length - 1 - d  # so that both kinds of diagonals go up along a row
            charges[0, ROOM, back] = (p * from_room - least) * SHARES[from_room]
            charges[0, FREE, back] = (q * from_free - least) * SHARES[from_free]
            charges[1, ROOM, d] = charges[1, FREE, d] = 0
        for r in range(height):
            for what in range(2):
                line = boards[level, what, r]
                if line:
                    for c in range(width):
                        charges[1, what, r + c] += charges[0, what, height - 1 - r + c] if line & 1 << c else 0
        for d in range(length):
            total += min(charges[1, ROOM, d], charges[1, FREE, d])
        if total > UNIT * (p * room + q * free):
            if i:
                worths[i, 0], worths[i, 1] = worths[i - 1, 0], worths[i - 1, 1]
                worths[i - 1, 0], worths[i - 1, 1] = p, q
            return True
    return False


@compiled
def settle(numbers: Array, boards: Array, counts: Array, pivots: Array) -> bool:
    """Decide every diagonal that has one choice left, then choose a pivot (-1: none is open); False: no way out."""
    level = numbers[LEVEL]
    length = numbers[HEIGHT] + numbers[WIDTH] - 1
    room, free = spared(numbers, boards)
    again = True
    while again:
        again = False
        for direction in range(2):
            if room < 0 or free < 0:
                return False
            # Losses weighed by what can be spared add up to less than two when they are bearable.
            p, q = free + 1, room + 1
            spare = p * room + q * free
            for d in range(length):
                spare -= min(p * counts[level, direction, ROOM, d], q * counts[level, direction, FREE, d])
            if spare < 0:
                return False
            for d in range(length):
                from_room, from_free = counts[level, direction, ROOM, d], counts[level, direction, FREE, d]
                if not from_room or not from_free:
                    continue
                more = p * from_room - q * from_free
                attacked = from_room > room or more > spare
                unattacked = from_free > free or -more > spare
                if attacked and unattacked:
                    return False
                if attacked:
                    free -= give_up(numbers, boards, counts, level, FREE, direction, d)
                elif unattacked:
                    room -= give_up(numbers, boards, counts, level, ROOM, direction, d)
                again |= attacked or unattacked
    heaviest = 0
    pivots[level, 0] = -1
    for direction in range(2):
        for d in range(length):
            from_room, from_free = counts[level, direction, ROOM, d], counts[level, direction, FREE, d]
            weight = min((free + 1) * from_room, (room + 1) * from_free)
            if weight > heaviest:
                heaviest, pivots[level, 0], pivots[level, 1] = weight, direction, d
    return True


@compiled
def sweep(
    numbers: Array,
    rows: int,
    columns: Array,
    tables: Array,
    multipliers: Array,
    worths: Array,
    boards: Array,
    counts: Array,
    charges: Array,
    pivots: Array,
    steps: int,
) -> int:
    """Go on with the pairs of a set of rows and each set of columns, until one is better or *steps* are used up.

    Args:
        numbers: as named above; ``PARTNER`` is the set of columns that is next, ``LEVEL`` -1 between two pairs.
        rows: the attacked ones.
        columns: sets of attacked ones.
        tables: of these rows, by `tabulate`.
        multipliers: (p, q) each, for one direction of diagonals; their order changes.
        worths: the same for both directions together.
        boards: of each level the room and the free squares, row by row; what was found is at ``LEVEL``.
        counts: of each level, direction, room and free squares: how many on each diagonal.
        charges: scratch, twice the counts of one direction.
        pivots: of each level the direction and number of the diagonal that is decided, and what was done.
        steps: pairs, and nodes of the search below them.
    """
    while True:
        if numbers[LEVEL] < 0:
            if numbers[PARTNER] == len(columns):
                return DONE
            if steps <= 0:
                return PAUSED
            looked = advance(numbers, columns, tables, multipliers, steps)
            numbers[PAIRS] += looked
            steps -= looked
            if numbers[LEVEL] < 0:
                continue
            numbers[SURVIVORS] += 1
            begin(numbers, rows, columns[numbers[PARTNER] - 1], tables, boards, counts)
            pivots[0, 2] = FRESH
            if hopeless(numbers, boards, counts, charges, worths):
                numbers[LEVEL] = -1
                continue
        level = numbers[LEVEL]
        if pivots[level, 2] == FRESH:
            if steps <= 0:
                return PAUSED
            steps -= 1
            numbers[NODES] += 1
            if not settle(numbers, boards, counts, pivots):
                numbers[LEVEL] -= 1
                continue
            if pivots[level, 0] < 0:
                pivots[level, 2] = BOTH
                return FOUND
        if pivots[level, 2] == BOTH:
            numbers[LEVEL] -= 1
            continue
        what = FREE if pivots[level, 2] == FRESH else ROOM
        boards[level + 1] = boards[level]
        counts[level + 1] = counts[level]
        give_up(numbers, boards, counts, level + 1, what, pivots[level, 0], pivots[level, 1])
        pivots[level, 2] += 1
        pivots[level + 1, 2] = FRESH
        numbers[LEVEL] += 1
