"""The search over lines in machine code (Numba): `satdnd.puzzles.unattacked.search` again, on small integers.

A set of rows or columns is one integer. The squares of a diagonal that are in R x C are counted as the bits that R and
a shifted C share. A board is one integer for each row, with the counts of all diagonals beside it, so that a diagonal
that gives up its squares changes only what these squares lie on. All state is in arrays: a search can stop after any
number of steps and go on later.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from satdnd.jit import compiled

Array = np.ndarray[Any, Any]

LONGEST = 20
"""Rows and columns, at most."""
LINES = 2 * LONGEST - 1
"""Diagonals of one direction, at most."""
DEPTH = 2 * LINES + 2
"""Decisions on top of each other, at most: one for each diagonal."""

HEIGHT, WIDTH, QUEENS, BEST, PARTNER, LEVEL, PAIRS, SURVIVORS, NODES = range(9)
"""Where the numbers of a search are: the board, what is to be surpassed, where it is, what it has done."""
ROOM, FREE = 0, 1
FALLING, RISING = 0, 1
FRESH, FIRST, BOTH = 0, 1, 2
"""What was done at a level: nothing, the branch in which the pivot is attacked, the other one too."""
DONE, FOUND, PAUSED = 0, 1, 2
"""What `sweep` says: no more, a room that is better, or that its steps are used up."""


@compiled
def shifted(lines: int, by: int) -> int:
    """*lines* moved up by so many bits, or down."""
    return lines << by if by >= 0 else lines >> -by


@compiled
def population(lines: int) -> int:
    """How many, of at most twenty (Warren, "Hacker's Delight", 2nd edition, section 5-1)."""
    lines -= lines >> 1 & 0x55555
    lines = (lines & 0x33333) + (lines >> 2 & 0x33333)
    lines = lines + (lines >> 4) & 0x0F0F0F
    return lines + (lines >> 8) + (lines >> 16) & 0x1F


@compiled
def count(numbers: Array, rows: int, columns: int, counts: Array) -> None:
    """Of each falling diagonal the squares of rows x columns, and of rest x rest; rising ones with columns mirrored."""
    height, width = numbers[HEIGHT], numbers[WIDTH]
    rest_rows, rest_columns = ((1 << height) - 1) & ~rows, ((1 << width) - 1) & ~columns
    for d in range(height + width - 1):
        by = d - (width - 1)
        counts[ROOM, d] = population(rows & shifted(columns, by))
        counts[FREE, d] = population(rest_rows & shifted(rest_columns, by))


@compiled
def bounded(numbers: Array, counts: Array, multipliers: Array) -> bool:
    """Whether the counts of one direction cannot hold the queens and leave more than the best, by some multiplier."""
    length = numbers[HEIGHT] + numbers[WIDTH] - 1
    for i in range(len(multipliers)):
        p, q = multipliers[i, 0], multipliers[i, 1]
        total = 0
        for d in range(length):
            total += max(p * counts[ROOM, d], q * counts[FREE, d])
        if total < p * numbers[QUEENS] + q * (numbers[BEST] + 1):
            if i:  # what just discarded a pair is likely to discard the next
                multipliers[i, 0], multipliers[i, 1] = multipliers[i - 1, 0], multipliers[i - 1, 1]
                multipliers[i - 1, 0], multipliers[i - 1, 1] = p, q
            return True
    return False


@compiled
def give_up(numbers: Array, board: Array, counts: Array, what: int, direction: int, d: int) -> int:
    """Take the squares of *what* on a diagonal away; how many they were."""
    height, width = numbers[HEIGHT], numbers[WIDTH]
    other = 1 - direction
    gone = 0
    for r in range(height):
        c = r - d + width - 1 if direction == FALLING else d - r
        if 0 <= c < width and board[what, r] >> c & 1:
            board[what, r] ^= 1 << c
            gone += 1
            counts[other, what, r + c if other == RISING else r - c + width - 1] -= 1
    counts[direction, what, d] = 0
    return gone


@compiled
def settle(numbers: Array, board: Array, counts: Array, pivot: Array) -> bool:
    """Decide every diagonal that has one choice left, then choose a *pivot* (-1: none is open); False: no way out."""
    length = numbers[HEIGHT] + numbers[WIDTH] - 1
    room = free = 0
    for r in range(numbers[HEIGHT]):
        room += population(board[ROOM, r])
        free += population(board[FREE, r])
    room -= numbers[QUEENS]
    free -= numbers[BEST] + 1
    again = True
    while again:
        again = False
        for direction in range(2):
            if room < 0 or free < 0:
                return False
            for d in range(length):
                from_room, from_free = counts[direction, ROOM, d], counts[direction, FREE, d]
                if from_room and from_free and (from_room > room or from_free > free):
                    if from_room > room:  # must be attacked
                        if from_free > free:
                            return False
                        free -= give_up(numbers, board, counts, FREE, direction, d)
                    else:
                        room -= give_up(numbers, board, counts, ROOM, direction, d)
                    again = True
    heaviest = 0
    pivot[0] = -1
    for direction in range(2):
        lost = 0  # weighed by what can be spared, bearable losses add up to less than two
        for d in range(length):
            from_room, from_free = counts[direction, ROOM, d], counts[direction, FREE, d]
            if from_room and from_free:
                weight = min(from_room * (free + 1), from_free * (room + 1))
                lost += weight
                if weight > heaviest:
                    heaviest, pivot[0], pivot[1] = weight, direction, d
        if lost > room * (free + 1) + free * (room + 1):
            return False
    return True


@compiled
def sweep(
    numbers: Array,
    rows: int,
    columns: Array,
    multipliers: Array,
    boards: Array,
    counts: Array,
    pivots: Array,
    steps: int,
) -> int:
    """Go on with the pairs of a set of rows and each set of columns, until one is better or *steps* are used up.

    Args:
        numbers: as named above; ``PARTNER`` is the set of columns that is next, ``LEVEL`` -1 between two pairs.
        rows: the attacked ones.
        columns: sets of attacked ones, each as it is and mirrored.
        multipliers: (p, q) each; their order changes.
        boards: of each level the room and the free squares, row by row; what was found is at ``LEVEL``.
        counts: of each level, direction, room and free squares: how many on each diagonal.
        pivots: of each level the direction and number of the diagonal that is decided, and what was done.
        steps: pairs, and nodes of the search below them.
    """
    height, width = numbers[HEIGHT], numbers[WIDTH]
    across = (1 << width) - 1
    while True:
        if numbers[LEVEL] < 0:
            if numbers[PARTNER] == len(columns):
                return DONE
            if steps <= 0:
                return PAUSED
            steps -= 1
            partner = numbers[PARTNER]
            chosen = columns[partner, FALLING]
            numbers[PARTNER] += 1
            numbers[PAIRS] += 1
            count(numbers, rows, chosen, counts[0, FALLING])
            if bounded(numbers, counts[0, FALLING], multipliers):
                continue
            count(numbers, rows, columns[partner, RISING], counts[0, RISING])
            if bounded(numbers, counts[0, RISING], multipliers):
                continue
            numbers[SURVIVORS] += 1
            for r in range(height):
                attacked = rows >> r & 1
                boards[0, ROOM, r] = chosen if attacked else 0
                boards[0, FREE, r] = 0 if attacked else across & ~chosen
            pivots[0, 2] = FRESH
            numbers[LEVEL] = 0
        level = numbers[LEVEL]
        if pivots[level, 2] == FRESH:
            if steps <= 0:
                return PAUSED
            steps -= 1
            numbers[NODES] += 1
            if not settle(numbers, boards[level], counts[level], pivots[level]):
                numbers[LEVEL] -= 1
                continue
            if pivots[level, 0] < 0:
                pivots[level, 2] = BOTH
                return FOUND
        if pivots[level, 2] == BOTH:
            numbers[LEVEL] -= 1
            continue
        direction, d = pivots[level, 0], pivots[level, 1]
        boards[level + 1] = boards[level]
        counts[level + 1] = counts[level]
        give_up(
            numbers, boards[level + 1], counts[level + 1], FREE if pivots[level, 2] == FRESH else ROOM, direction, d
        )
        pivots[level, 2] += 1
        pivots[level + 1, 2] = FRESH
        numbers[LEVEL] += 1
