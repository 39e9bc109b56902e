"""The inner loops of `satdnd.kinds.unattacked.search`, over arrays of integers, for Python or Numba.

A set of rows or columns is one integer. The squares that a set of columns shares with the rows are counted for each
diagonal; the counts of several diagonals are packed into one integer. The counts of a set are the sum of those of its
left and right halves, which are tabulated for each set of rows. All state is in arrays (lists in Python), so a search
can stop after any number of steps and continue later.
"""

from __future__ import annotations

from math import lcm
from typing import NamedTuple, TypeAlias

LONGEST = 20
"""The most rows and columns."""
LINES = 2 * LONGEST - 1
"""The most diagonals of one direction."""
UNIT = lcm(*range(1, LONGEST + 1))
"""The number of parts into which a square's value is divided between its two diagonals."""

HEIGHT, WIDTH, QUEENS, BEST, SPACE, LEFT, PARTNER, LEVEL, PAIRS, SURVIVORS, NODES, NUMBERS = range(12)
"""Indices of a search's numbers: the board, the number to exceed, the numbers of room and free squares, the next set of
columns, the next level (-1 between two pairs), statistics; finally their count."""
ROOM, FREE = 0, 1
FALLING, RISING = 0, 1

DEPTH = 2 * LINES + 2
"""The most nested decisions: one for each diagonal."""
PACKED = LINES
"""Diagonals per integer, a byte each."""
WORDS = 1
"""Integers for all diagonals of one direction."""
TOPS, EVENS = int.from_bytes(b"\x80" * LINES), int.from_bytes(b"\xff\x00" * LINES, "little")
"""The highest bit of each byte of an integer; every second byte."""
MACHINE = {"PACKED": 7, "WORDS": -(-LINES // 7), "TOPS": 0x80808080808080, "EVENS": 0xFF00FF00FF00FF}
"""The same for 64-bit integers: with an eighth byte they could be negative."""

DONE, FOUND, PAUSED = 0, 1, 2
"""Results of `sweep`: no more; a better room; its steps are used up."""
CLOSED, DECIDED = -2, -1
"""Results of `settle` other than a pivot: nothing better is left; no diagonal is open."""

Row: TypeAlias = list[int]


class State(NamedTuple):
    """A search through the pairs of one set of rows with each set of columns; for Numba, with arrays for lists."""

    numbers: Row
    """As named above."""
    columns: Row
    """Sets of attacked columns."""
    left: Row
    """For each set of columns of the left half, the packed counts of room and free squares on falling diagonals, then
    on rising ones."""
    right: Row
    """The same for the right half."""
    sums: Row
    """Those of the current pair."""
    ps: Row
    """Multipliers: the value of a square of the room."""
    qs: Row
    """Multipliers: the value of a free square."""
    order: Row
    """The order in which they are tried for one direction of diagonals."""
    both: Row
    """The same for both directions together."""
    shares: Row
    """The unit divided by each number of squares."""
    places: list[Row]
    """The columns of the room, and those of the free squares."""
    charges: list[Row]
    """For each falling diagonal, the remaining value of a square in the room, and of a free one; for each rising one,
    the sums of these."""
    boards: list[Row]
    """For each level, the rows of the room, then those of the free squares; what was found is above ``LEVEL``."""
    counts: list[Row]
    """For each level, direction, room and free squares: their number on each diagonal."""


def tabulate(state: State, rows: int) -> None:
    """The packed counts of each set of columns of the left half and of the right half of a board, for these *rows*."""
    numbers, column = state.numbers, state.sums
    height, width = numbers[HEIGHT], numbers[WIDTH]
    for half in range(2):
        table = state.right if half else state.left
        first = width // 2 if half else 0
        size = width - width // 2 if half else width // 2
        for i in range(4 * WORDS):
            table[i] = 0
        for place in range(size):
            for i in range(4 * WORDS):
                column[i] = 0
            for r in range(height):
                what = ROOM if rows >> r & 1 else FREE
                falling, rising = r - first - place + width - 1, r + first + place
                column[what * WORDS + falling // PACKED] += 1 << 8 * (falling % PACKED)
                column[(2 + what) * WORDS + rising // PACKED] += 1 << 8 * (rising % PACKED)
            beyond = (1 << place) * 4 * WORDS
            for at in range(beyond):  # sets without this column, and the same sets with it
                table[beyond + at] = table[at]
                i = at % (4 * WORDS)
                table[at if i // WORDS % 2 else beyond + at] += column[i]


def promote(order: Row, place: int) -> None:
    """Move a multiplier up: what just discarded a pair is likely to discard the next."""
    if place:
        order[place - 1], order[place] = order[place], order[place - 1]


def advance(state: State, steps: int) -> int:
    """Advance to a pair that neither direction of diagonals rules out by any multiplier; ``LEVEL`` is 0 if found.

    The diagonals must leave ``p*queens + q*(best + 1)``, and each leaves at most the larger of p times its room and q
    times its free squares: the excess of the first is computed in all bytes of an integer at once, none above 127
    (Warren, "Hacker's Delight", 2nd edition, section 2-18).

    Returns:
        The pairs examined, at most *steps*.
    """
    numbers, columns, sums, order = state.numbers, state.columns, state.sums, state.order
    left, right, ps, qs = state.left, state.right, state.ps, state.qs
    half = numbers[WIDTH] // 2
    queens, least = numbers[QUEENS], numbers[BEST] + 1 - numbers[LEFT]
    first = numbers[PARTNER]
    last = min(len(columns), first + steps)
    for partner in range(first, last):
        one, other = (columns[partner] & (1 << half) - 1) * 4 * WORDS, (columns[partner] >> half) * 4 * WORDS
        for i in range(4 * WORDS):
            sums[i] = left[one + i] + right[other + i]
        bounded = False
        for place in range(len(order)):
            p, q = ps[order[place]], qs[order[place]]
            for direction in range(2):
                total = 0
                for word in range(WORDS):
                    at = 2 * direction * WORDS + word
                    more = (p * sums[at] | TOPS) - q * sums[at + WORDS]
                    positive = more & TOPS
                    more &= positive - (positive >> 7)
                    total += (more & EVENS) + (more >> 8 & EVENS)
                if total % 0xFFFF < p * queens + q * least:
                    bounded = True
                    break
            if bounded:
                promote(order, place)
                break
        if not bounded:
            numbers[LEVEL], last = 0, partner + 1
            break
    numbers[PARTNER] = last
    return last - first


def unpack(state: State, direction: int) -> None:
    """The counts of level 0, from the packed ones."""
    sums, counts = state.sums, state.counts[0]
    length = state.numbers[HEIGHT] + state.numbers[WIDTH] - 1
    for what in range(2 * direction, 2 * direction + 2):
        for word in range(WORDS):
            packed = sums[what * WORDS + word]
            for d in range(word * PACKED, min(word * PACKED + PACKED, length)):
                counts[what * LINES + d] = packed & 0xFF
                packed >>= 8


def hopeless(state: State, rows: int, columns: int) -> bool:
    """Whether both directions together lose more than can be spared, for some multiplier.

    With p the value of a square of the room and q that of a free one, each falling diagonal is charged the smaller of
    its two possible losses. A square's value beyond its part of that charge is left for the rising diagonals, so no
    square is charged more than its value (Guignard and Kim, "Lagrangean decomposition", Mathematical Programming 39,
    1987; here with one step of dual ascent).
    """
    numbers, counts, shares, charges = state.numbers, state.counts[0], state.shares, state.charges
    height, width = numbers[HEIGHT], numbers[WIDTH]
    length = height + width - 1
    room, free = numbers[SPACE] - numbers[QUEENS], numbers[LEFT] - numbers[BEST] - 1
    unpack(state, FALLING)
    attacked = 0
    for c in range(width):
        if columns >> c & 1:
            state.places[ROOM][attacked] = c
            attacked += 1
        else:
            state.places[FREE][c - attacked] = c
    for place in range(len(state.both)):
        p, q = state.ps[state.both[place]], state.qs[state.both[place]]
        room_left, free_left, room_sums, free_sums = charges[0], charges[1], charges[2], charges[3]
        total = 0
        for d in range(length):
            from_room, from_free = counts[d], counts[LINES + d]
            more = p * from_room - q * from_free
            room_left[d] = free_left[d] = room_sums[d] = free_sums[d] = 0
            if more > 0:
                total += q * from_free
                room_left[d] = more * shares[from_room]
            else:
                total += p * from_room
                free_left[d] = -more * shares[from_free]
        total *= UNIT
        for r in range(height):
            what = ROOM if rows >> r & 1 else FREE
            places, left, sums = state.places[what], charges[what], charges[2 + what]
            start = r + width - 1
            for i in range(width - attacked if what else attacked):
                sums[r + places[i]] += left[start - places[i]]
        for d in range(length):
            total += min(room_sums[d], free_sums[d])
        if total > UNIT * (p * room + q * free):
            promote(state.both, place)
            return True
    return False


def begin(state: State, rows: int, columns: int) -> None:
    """The board of level 0: what these rows and columns leave for queens, and what they leave unattacked."""
    unpack(state, RISING)
    board = state.boards[0]
    for r in range(state.numbers[HEIGHT]):
        attacked = rows >> r & 1
        board[r] = columns if attacked else 0
        board[LONGEST + r] = 0 if attacked else ((1 << state.numbers[WIDTH]) - 1) & ~columns


def give_up(state: State, level: int, what: int, diagonal: int) -> int:
    """Remove the squares of *what* on a diagonal (falling ones first, rising from `LINES` on); return how many."""
    height, width = state.numbers[HEIGHT], state.numbers[WIDTH]
    board, counts = state.boards[level], state.counts[level]
    direction, d = diagonal // LINES, diagonal % LINES
    removed = 0
    for r in range(height):
        c = r - d + width - 1 if direction == FALLING else d - r
        if 0 <= c < width and board[what * LONGEST + r] >> c & 1:
            board[what * LONGEST + r] ^= 1 << c
            removed += 1
            crossing = 2 * LINES + r + c if direction == FALLING else r - c + width - 1
            counts[what * LINES + crossing] -= 1
    counts[(2 * direction + what) * LINES + d] = 0
    return removed


def settle(state: State) -> int:
    """Decide every diagonal with one choice left; return the diagonal to branch on, or `CLOSED` or `DECIDED`."""
    numbers = state.numbers
    level = numbers[LEVEL]
    counts = state.counts[level]
    length = numbers[HEIGHT] + numbers[WIDTH] - 1
    room, free = -numbers[QUEENS], -numbers[BEST] - 1  # what can be spared while still beating the best so far
    for d in range(length):
        room += counts[d]
        free += counts[LINES + d]
    again, pivot = True, DECIDED
    while again:
        again, heaviest, pivot = False, 0, DECIDED
        for direction in range(2):
            if room < 0 or free < 0:
                return CLOSED
            # Affordable losses, relative to what can be spared, add up to less than two.
            p, q, first = free + 1, room + 1, 2 * direction * LINES
            spare = p * room + q * free
            for d in range(length):
                weight = min(p * counts[first + d], q * counts[first + LINES + d])
                spare -= weight
                if weight > heaviest:
                    heaviest, pivot = weight, direction * LINES + d
            if spare < 0:
                return CLOSED
            for d in range(length):
                from_room, from_free = counts[first + d], counts[first + LINES + d]
                if from_room and from_free:
                    more = p * from_room - q * from_free
                    attacked = from_room > room or more > spare
                    unattacked = from_free > free or -more > spare
                    if attacked and unattacked:
                        return CLOSED
                    if attacked:
                        free -= give_up(state, level, FREE, direction * LINES + d)
                    elif unattacked:
                        room -= give_up(state, level, ROOM, direction * LINES + d)
                    again |= attacked or unattacked
    return pivot


def sweep(state: State, rows: int, steps: int) -> int:
    """Continue with the pairs of these *rows* until one is better or *steps* (pairs and nodes) are used up."""
    numbers = state.numbers
    while steps > 0:
        level = numbers[LEVEL]
        if level < 0:
            if numbers[PARTNER] == len(state.columns):
                return DONE
            looked = advance(state, steps)
            numbers[PAIRS] += looked
            steps -= looked
            if numbers[LEVEL] == 0:
                numbers[SURVIVORS] += 1
                columns = state.columns[numbers[PARTNER] - 1]
                if hopeless(state, rows, columns):
                    numbers[LEVEL] = -1
                else:
                    begin(state, rows, columns)
            continue
        steps -= 1
        numbers[NODES] += 1
        pivot = settle(state)
        if pivot < 0:
            numbers[LEVEL] -= 1
            if pivot == DECIDED:
                return FOUND
            continue
        state.boards[level + 1][:] = state.boards[level]
        state.counts[level + 1][:] = state.counts[level]
        give_up(state, level, ROOM, pivot)
        give_up(state, level + 1, FREE, pivot)
        numbers[LEVEL] += 1
    return PAUSED


FUNCTIONS = (tabulate, promote, advance, unpack, hopeless, begin, give_up, settle, sweep)
"""The functions to compile; each calls only those before it."""
