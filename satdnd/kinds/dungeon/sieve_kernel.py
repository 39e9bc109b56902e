"""The sieve's inner loop, compiled by Numba: every solution of a small dungeon, row by row on machine words.

Treasure rooms are placed first, each choice of places in turn. Then rows are filled from one side. A row's patterns
come from a table: the sets with the right number of walls among the undecided cells. Cells are decided by the rows
above (a corridor must continue, a monster has its neighbour, two open cells above would complete a block), by columns
and by entrances. Columns are counted in bit slices: one integer holds bit *i* of all columns' counters, so a row is
subtracted from all of them at once. Connectivity and loops are checked on full boards: few get there.

All state is an array of signed 64-bit integers (a full board is negative), so a search can stop after any number of
patterns and continue later.
"""

from __future__ import annotations

from math import comb, log2
from typing import Any

import numpy as np

from satdnd.engine.jit import compiled

LONGEST = 12
"""The most cells in a row or column; the table of patterns has 3 to that power entries."""
UNKNOWN = 255
"""Stands for a count that is not given."""
WORDS = 7 + 2 * LONGEST
"""Numbers that describe a puzzle (`satdnd.kinds.dungeon.sieve.packed`)."""

Array = np.ndarray[Any, Any]
POPULATION = np.array([i.bit_count() for i in range(1 << LONGEST)], dtype=np.int64)
CHOICE = np.array([[log2(comb(n, k) or 1) for k in range(LONGEST + 1)] for n in range(LONGEST + 1)])
"""[n, k] -> the binary logarithm of the number of ways to choose k of n cells; 0 if there is no way."""

# Rows of the state: one number per row of the board, per column, or per room. Single numbers are in the row GLOBAL.
GLOBAL, FREE, FIXED_WALL, FIXED_OPEN, WALLS, EXEMPT, MONSTERS, PATTERN, AT, END, FORCED, USED = range(12)
LEFT, SPARE = 12, 16  # four rows each: bit slices of the walls and of the open cells that each column still needs
PLACES, CHOSEN, TOP, COLUMNS, REACHED, KEPT_WALL, KEPT_OPEN, TREASURE, NEEDED = range(20, 29)
PLACE, BORDER = 29, 38  # nine and twelve rows: places of each room; the border of each
STATE = 50
"""Rows of a state; each has `LONGEST` + 1 numbers."""
ROW, DEPTH, ROOMS, TRIED, LAST, TURN, HEIGHT, WIDTH = range(8)  # columns of GLOBAL

EXHAUSTED, PAUSED, FULL = 0, 1, 2
"""Results of `search`: no more solutions; the allowed patterns are used up; *found* is full."""


@compiled
def subsets(width: int, starts: Array, patterns: Array) -> None:
    """Fill the table of patterns of rows of *width* cells.

    Args:
        width: 1..12.
        starts: [set, k] -> start of the subsets of k cells; they end where those of k + 1 start.
        patterns: all subsets of all sets, 3 ** width of them.
    """
    at = 0
    for cells in range(1 << width):
        for k in range(width + 2):
            starts[cells, k] = at
            if k <= POPULATION[cells]:
                chosen = cells
                while True:
                    if POPULATION[chosen] == k:
                        patterns[at] = chosen
                        at += 1
                    if chosen == 0:
                        break
                    chosen = (chosen - 1) & cells


@compiled
def best_turn(puzzle: Array) -> int:
    """The side whose first rows have the fewest patterns: 0 the top, 1 the bottom, 2 the left, 3 the right."""
    height, width = puzzle[0], puzzle[1]
    opened = puzzle[3] | puzzle[4] | puzzle[6]
    best, turn = 1e9, 0
    for t in range(4):
        lines, across, first = (height, width, 7) if t < 2 else (width, height, 7 + LONGEST)
        bits = 0.0
        weight = 1.0
        for i in range(lines):
            line = lines - 1 - i if t & 1 else i
            opens = walls = 0
            for j in range(across):
                cell = line * width + j if t < 2 else j * width + line
                opens += opened >> cell & 1
                walls += puzzle[5] >> cell & 1
            count = puzzle[first + line]
            free = across - opens - walls
            if count == UNKNOWN:
                bits += weight * free
            elif 0 <= count - walls <= free:
                bits += weight * CHOICE[free, count - walls]
            weight *= 0.7
        if bits < best:
            best, turn = bits, t
    return turn


@compiled
def begin(puzzle: Array, state: Array) -> bool:
    """Turn the puzzle so that its first rows have few patterns, and find the places of its rooms.

    Args:
        puzzle: `WORDS` numbers.
        state: all zeros.

    Returns:
        Whether there can be a solution.
    """
    height, width = puzzle[0], puzzle[1]
    turn = best_turn(puzzle)
    transposed, flipped = turn >= 2, turn & 1
    rows, columns = (width, height) if transposed else (height, width)
    first, second = (7 + LONGEST, 7) if transposed else (7, 7 + LONGEST)
    state[GLOBAL, ROW] = -1
    state[GLOBAL, TURN] = turn
    state[GLOBAL, HEIGHT] = rows
    state[GLOBAL, WIDTH] = columns
    for r in range(rows):
        line = rows - 1 - r if flipped else r
        count = puzzle[first + line]
        state[WALLS, r] = -1 if count == UNKNOWN else count
        for c in range(columns):
            cell = c * width + line if transposed else line * width + c
            state[MONSTERS, r] |= (puzzle[3] >> cell & 1) << c
            state[TREASURE, r] |= (puzzle[4] >> cell & 1) << c
            state[KEPT_WALL, r] |= (puzzle[5] >> cell & 1) << c
            state[KEPT_OPEN, r] |= ((puzzle[3] | puzzle[4] | puzzle[6]) >> cell & 1) << c
        if state[KEPT_WALL, r] & state[KEPT_OPEN, r]:
            return False
    for c in range(columns):
        count = puzzle[second + c]
        state[COLUMNS, c] = -1 if count == UNKNOWN else count
    for r in range(rows):
        for c in range(columns):
            if state[TREASURE, r] >> c & 1:
                if state[GLOBAL, ROOMS] == LONGEST:
                    return False  # rooms do not overlap: seven of them fill 64 cells
                if not find_places(state, r, c):
                    return False
    return True


@compiled
def find_places(state: Array, r: int, c: int) -> bool:
    """Add a room around the treasure in that row and column; return whether there is a place for it."""
    rows, columns, room = state[GLOBAL, HEIGHT], state[GLOBAL, WIDTH], state[GLOBAL, ROOMS]
    places = 0
    for top in range(max(0, r - 2), min(rows - 3, r) + 1):
        for left in range(max(0, c - 2), min(columns - 3, c) + 1):
            block = 7 << left
            treasures = 0
            fits = True
            for i in range(top, top + 3):
                treasures += POPULATION[state[TREASURE, i] & block]
                if (state[MONSTERS, i] | state[KEPT_WALL, i]) & block or state[WALLS, i] > columns - 3:
                    fits = False
            if fits and treasures == 1:
                state[PLACE + places, room] = top * 16 + left
                places += 1
    state[PLACES, room] = places
    state[CHOSEN, room] = -1
    state[GLOBAL, ROOMS] = room + 1
    return places > 0


@compiled
def next_rooms(state: Array) -> bool:
    """Choose the next places of all rooms; False after the last choice."""
    rooms = state[GLOBAL, ROOMS]
    if rooms == 0:
        state[GLOBAL, DEPTH] += 1
        return bool(state[GLOBAL, DEPTH] == 1)
    e = state[GLOBAL, DEPTH]
    if e == rooms:
        e -= 1
    while True:
        state[CHOSEN, e] += 1
        if state[CHOSEN, e] == state[PLACES, e]:
            e -= 1
            if e < 0:
                return False
            continue
        place = state[PLACE + state[CHOSEN, e], e]
        fits = True
        for other in range(e):
            down = abs((state[TOP, other] >> 4) - (place >> 4))
            right = abs((state[TOP, other] & 15) - (place & 15))
            if (down < 4 and right < 2) or (right < 4 and down < 2) or (down < 3 and right < 3):
                fits = False  # they overlap, or two cells of one are beside the other: each has only one entrance
        if fits:
            state[TOP, e] = place
            e += 1
            if e == rooms:
                state[GLOBAL, DEPTH] = e
                return True
            state[CHOSEN, e] = -1


@compiled
def fix_rooms(state: Array) -> bool:
    """Apply the chosen places, and what each row and column still needs; False if they are impossible."""
    rows, columns, rooms = state[GLOBAL, HEIGHT], state[GLOBAL, WIDTH], state[GLOBAL, ROOMS]
    for r in range(rows):
        state[FIXED_WALL, r] = state[KEPT_WALL, r]
        state[FIXED_OPEN, r] = state[KEPT_OPEN, r]
        state[EXEMPT, r] = 0
    for e in range(rooms):
        top, left = state[TOP, e] >> 4, state[TOP, e] & 15
        for r in range(top, top + 3):
            state[FIXED_OPEN, r] |= 7 << left
        state[EXEMPT, top] |= 3 << left
        state[EXEMPT, top + 1] |= 3 << left
    everything = (1 << columns) - 1
    for e in range(rooms):
        top, left = state[TOP, e] >> 4, state[TOP, e] & 15
        entrances = 0
        for r in range(rows):
            border = 0
            if top <= r < top + 3:
                border = (1 << left >> 1 | 1 << left + 3) & everything
            elif r in (top - 1, top + 3):
                border = 7 << left
            state[BORDER + e, r] = border
            entrances += POPULATION[border & state[FIXED_OPEN, r]]
        if entrances > 1:
            return False
        if entrances == 1:
            for r in range(rows):
                state[FIXED_WALL, r] |= state[BORDER + e, r] & ~state[FIXED_OPEN, r]
    for r in range(rows):
        if state[FIXED_WALL, r] & state[FIXED_OPEN, r]:
            return False
        state[FREE, r] = everything & ~(state[FIXED_WALL, r] | state[FIXED_OPEN, r])
        if state[WALLS, r] >= 0:
            state[NEEDED, r] = state[WALLS, r] - POPULATION[state[FIXED_WALL, r]]
            if not 0 <= state[NEEDED, r] <= POPULATION[state[FREE, r]]:
                return False
    for i in range(4):
        state[LEFT + i, 0] = state[SPARE + i, 0] = 0
    for c in range(columns):
        left = spare = 15  # for an unknown count: more than there are rows
        if state[COLUMNS, c] >= 0:
            left = state[COLUMNS, c]
            spare = -left
            for r in range(rows):
                left -= state[FIXED_WALL, r] >> c & 1
                spare += (state[FIXED_WALL, r] | state[FREE, r]) >> c & 1
            if left < 0 or spare < 0:
                return False
        for i in range(4):
            state[LEFT + i, 0] |= (left >> i & 1) << c
            state[SPARE + i, 0] |= (spare >> i & 1) << c
    return True


@compiled
def enter(state: Array, starts: Array, row: int, walls: int, opens: int) -> bool:
    """Begin *row*, with its known *walls* and *opens*; False if no pattern is left.

    *starts* is the table of `subsets`; afterwards, AT and END of the row bound its patterns.
    """
    if walls & opens:
        return False
    rest = state[FREE, row] & ~(walls | opens)
    if state[WALLS, row] >= 0:
        k = state[NEEDED, row] - POPULATION[walls]
        if not 0 <= k <= POPULATION[rest]:
            return False
        state[AT, row], state[END, row] = starts[rest, k], starts[rest, k + 1]
    else:
        state[AT, row], state[END, row] = starts[rest, 0], starts[rest, POPULATION[rest] + 1]
    state[FORCED, row] = state[FIXED_WALL, row] | walls
    return True


@compiled
def joined(state: Array, topology: int) -> bool:
    """Whether the full board is as connected as *topology* (0 connected, 1 tree, 2 local) requires."""
    rows, rooms = state[GLOBAL, HEIGHT], state[GLOBAL, ROOMS]
    everything = (1 << state[GLOBAL, WIDTH]) - 1
    if topology == 2:
        return True
    if topology == 1:  # with each room as one node: as many edges as a tree of these nodes
        nodes, edges = -8 * rooms, -12 * rooms
        above = 0
        for r in range(rows):
            opens = everything & ~state[PATTERN, r]
            nodes += POPULATION[opens]
            edges += POPULATION[opens & opens >> 1] + POPULATION[opens & above]
            above = opens
        if nodes and edges != nodes - 1:
            return False
    first = 0
    while first < rows and state[PATTERN, first] == everything:
        first += 1
    if first == rows:
        return True
    for r in range(rows):
        state[REACHED, r] = 0
    opens = everything & ~state[PATTERN, first]
    state[REACHED, first] = opens & -opens
    changed = True
    while changed:
        changed = False
        for i in range(2 * rows):  # down and up again
            r = i if i < rows else 2 * rows - 1 - i
            opens = everything & ~state[PATTERN, r]
            reached = state[REACHED, r]
            if r > 0:
                reached |= state[REACHED, r - 1] & opens
            if r < rows - 1:
                reached |= state[REACHED, r + 1] & opens
            while True:
                wider = (reached | reached << 1 | reached >> 1) & opens
                if wider == reached:
                    break
                reached = wider
            if reached != state[REACHED, r]:
                state[REACHED, r] = reached
                changed = True
    missed = 0
    for r in range(rows):
        missed |= everything & ~(state[REACHED, r] | state[PATTERN, r])
    return missed == 0


@compiled
def board(state: Array) -> int:
    """The walls of the full board, turned back."""
    rows, columns, turn = state[GLOBAL, HEIGHT], state[GLOBAL, WIDTH], state[GLOBAL, TURN]
    walls = 0
    for r in range(rows):
        line = rows - 1 - r if turn & 1 else r
        for c in range(columns):
            if state[PATTERN, r] >> c & 1:
                walls |= 1 << (c * rows + line if turn >= 2 else line * columns + c)
    return walls


@compiled
def entrances(state: Array, row: int, opens: int) -> int:
    """The rooms that have their entrance by the end of *row*, as bits; -1 if one has two, or cannot have any."""
    used = state[USED, row]
    for e in range(state[GLOBAL, ROOMS]):
        entrance = state[BORDER + e, row] & opens
        if entrance:
            if entrance & entrance - 1 or used >> e & 1:
                return -1
            used |= 1 << e
        if not used >> e & 1 and (row == state[GLOBAL, HEIGHT] - 1 or row == (state[TOP, e] >> 4) + 3):
            return -1
    return int(used)


@compiled
def subtract(state: Array, counters: int, row: int, cells: int) -> int:
    """Subtract *cells* of *row* from the columns' counters, for the row below; return the columns that need more.

    The counters' bits are in four rows from *counters* on, so one borrow serves all columns.
    """
    some = 0
    for i in range(counters, counters + 4):
        digit = state[i, row]
        state[i, row + 1] = digit ^ cells
        cells &= ~digit
        some |= state[i, row + 1]
    return int(some)


@compiled
def enough(state: Array, row: int, left: int, spare: int) -> bool:
    """Whether the rows from *row* on can get their walls; *left* and *spare*: columns that need walls, open cells."""
    for r in range(row, state[GLOBAL, HEIGHT]):
        free = state[FREE, r]
        least, most = POPULATION[free & ~spare], POPULATION[free & left]
        if state[WALLS, r] >= 0 and not least <= state[NEEDED, r] <= most:
            return False
    return True


@compiled
def search(puzzle: Array, state: Array, starts: Array, patterns: Array, found: Array, patience: int) -> int:
    """Continue the search until *found* is full.

    Args:
        puzzle: `WORDS` numbers.
        state: all zeros, or as the last call left it.
        starts: the tables of `subsets` for the rows of the puzzle as turned by `begin`.
        patterns: the second table.
        found: receives the boards of this call.
        patience: the number of patterns to try.

    Returns:
        The number of boards found; ``state[GLOBAL, LAST]`` says why it stopped.
    """
    number = 0
    state[GLOBAL, LAST] = EXHAUSTED
    rows, rooms, topology = state[GLOBAL, HEIGHT], state[GLOBAL, ROOMS], puzzle[2]
    everything = (1 << state[GLOBAL, WIDTH]) - 1
    row = state[GLOBAL, ROW]
    while True:
        if row < 0:
            if not next_rooms(state):
                return number
            if not fix_rooms(state):
                continue
            left = state[LEFT, 0] | state[LEFT + 1, 0] | state[LEFT + 2, 0] | state[LEFT + 3, 0]
            spare = state[SPARE, 0] | state[SPARE + 1, 0] | state[SPARE + 2, 0] | state[SPARE + 3, 0]
            state[USED, 0] = 0
            if enter(state, starts, 0, state[FREE, 0] & ~spare, state[FREE, 0] & ~left):
                row = 0
            continue
        if patience == 0:
            state[GLOBAL, ROW], state[GLOBAL, LAST] = row, PAUSED
            return number
        at = state[AT, row]
        if at == state[END, row]:
            row -= 1
            continue
        patience -= 1
        state[GLOBAL, TRIED] += 1
        state[AT, row] = at + 1
        walls = state[FORCED, row] | patterns[at]
        opens = everything & ~walls
        above = 0
        if row > 0:
            above = everything & ~state[PATTERN, row - 1]
            if above & above >> 1 & opens & opens >> 1 & ~state[EXEMPT, row - 1]:
                continue
        used = entrances(state, row, opens)
        if used < 0:
            continue
        # the open neighbours of each open cell, except the one below
        before, after = opens << 1 & everything, opens >> 1
        one = above | before | after
        two = above & (before | after) | before & after
        monsters = state[MONSTERS, row]
        corridor = opens & ~monsters
        if monsters & two or corridor & ~one:
            continue
        down = corridor & ~two | monsters & ~one
        blocked = monsters & one
        if row == rows - 1:
            state[PATTERN, row] = walls
            if not down and joined(state, topology):
                # columns need no check: in the last row each cell was forced, or its count is unknown
                found[number] = board(state)
                number += 1
                if number == len(found):
                    state[GLOBAL, ROW], state[GLOBAL, LAST] = row, FULL
                    return number
            continue
        left = subtract(state, LEFT, row, walls & state[FREE, row])
        spare = subtract(state, SPARE, row, opens & state[FREE, row])
        # the row below
        below = row + 1
        if down & state[FIXED_WALL, below]:
            continue
        pairs = opens & opens >> 1 & ~state[EXEMPT, row]
        open_below = down | state[FIXED_OPEN, below]
        blocked |= (open_below & pairs) << 1 | open_below >> 1 & pairs
        if blocked & state[FIXED_OPEN, below]:
            continue
        for e in range(rooms):
            if used >> e & 1:
                blocked |= state[BORDER + e, below] & ~state[FIXED_OPEN, below]
        free = state[FREE, below]
        if not enter(state, starts, below, (blocked | ~spare) & free, (down | ~left) & free):
            continue
        if not enough(state, below + 1, left, spare):
            continue
        state[USED, below] = used
        state[PATTERN, row] = walls
        row = below
