"""The sieve's inner loop, compiled by Numba: every solution of a sudoku, by singles and guesses on sets of values.

A cell is the set of its possible values, one bit each. A cell with one value removes it from its peers; a value with
one cell in a house goes there; if neither changes anything, the cell with the fewest values is guessed. All state is in
arrays, so a search can stop after any number of guesses and continue later.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from satdnd.engine.jit import compiled

Array = np.ndarray[Any, Any]
DEPTH, TRIED = 0, 1
"""Where `search` keeps its current guess (-1: all tried) and the number of guesses made."""


@compiled
def settle(left: Array, peers: Array, houses: Array, queue: Array, waiting: int, full: int) -> bool:
    """Follow singles until there is none; False at a contradiction.

    Args:
        left: the values of each cell.
        peers: for each cell, the numbers of the cells that share a house with it.
        houses: for each house, the numbers of its cells.
        queue: one entry per cell; starts with *waiting* cells of one value that their peers may still have.
        full: all values.
    """
    while True:
        while waiting:
            waiting -= 1
            cell = queue[waiting]
            value = left[cell]
            for k in range(peers.shape[1]):
                other = peers[cell, k]
                if left[other] & value:
                    rest = left[other] ^ value
                    if rest == 0:
                        return False
                    left[other] = rest
                    if rest & (rest - 1) == 0:
                        queue[waiting] = other
                        waiting += 1
        for h in range(houses.shape[0]):
            once, twice, known = 0, 0, 0
            for k in range(houses.shape[1]):
                values = left[houses[h, k]]
                twice |= once & values
                once |= values
                if values & (values - 1) == 0:
                    known |= values
            if once != full:
                return False
            hidden = once & ~twice & ~known
            if hidden:
                for k in range(houses.shape[1]):
                    cell = houses[h, k]
                    value = left[cell] & hidden
                    if value:
                        if value & (value - 1):
                            return False  # two values have only this cell
                        left[cell] = value
                        queue[waiting] = cell
                        waiting += 1
        if not waiting:
            return True


@compiled
def fewest(left: Array) -> int:
    """The first cell with the fewest values, at least two; -1 if every cell has one."""
    best, least = -1, 100
    for i in range(left.shape[0]):
        values = left[i] & (left[i] - 1)
        if values:
            count = 1
            while values:
                count += 1
                values &= values - 1
            if count < least:
                best, least = i, count
                if count == 2:
                    break
    return best


@compiled
def write(left: Array, found: Array) -> None:
    """Write the value of each cell, which has exactly one."""
    for i in range(left.shape[0]):
        value, bits = 1, left[i] >> 1
        while bits:
            value += 1
            bits >>= 1
        found[i] = value


@compiled
def begin(
    clues: Array,
    left: Array,
    guessed: Array,
    untried: Array,
    state: Array,
    peers: Array,
    houses: Array,
    queue: Array,
    found: Array,
) -> int:
    """Propagate the clues, and set the start of `search`.

    Args:
        clues: a value for each cell; 0: none.
        left: a row of cells for the start, and for each guess: as many as there are cells, plus two.
        guessed: the cell of each guess; as long as *left*.
        untried: the values left to try for each guess.
        state: `DEPTH` and `TRIED`.
        peers: as for `settle`, like *houses* and *queue*.
        found: a row of cells for each solution.

    Returns:
        the number of solutions found, 0 or 1.
    """
    full = (1 << houses.shape[1]) - 1
    waiting = 0
    for i in range(clues.shape[0]):
        if clues[i]:
            left[0, i] = 1 << int(clues[i]) - 1
            queue[waiting] = i
            waiting += 1
        else:
            left[0, i] = full
    state[DEPTH], state[TRIED] = -1, 0
    if not settle(left[0], peers, houses, queue, waiting, full):
        return 0
    cell = fewest(left[0])
    if cell < 0:
        write(left[0], found[0])
        return 1
    state[DEPTH], guessed[0], untried[0] = 0, cell, left[0, cell]
    return 0


@compiled
def search(
    left: Array,
    guessed: Array,
    untried: Array,
    state: Array,
    peers: Array,
    houses: Array,
    queue: Array,
    found: Array,
    already: int,
    patience: int,
) -> int:
    """Continue until *found*, which has *already* some, is full, *patience* guesses are made, or all is tried.

    The other arguments are those of `begin`. Returns the number of solutions in *found*.
    """
    full = (1 << houses.shape[1]) - 1
    depth, number = state[DEPTH], already
    while depth >= 0 and number < found.shape[0] and patience:
        values = untried[depth]
        if values == 0:
            depth -= 1
            continue
        value = values & -values
        untried[depth] = values ^ value
        patience -= 1
        state[TRIED] += 1
        below = left[depth + 1]
        below[:] = left[depth]
        below[guessed[depth]] = value
        queue[0] = guessed[depth]
        if not settle(below, peers, houses, queue, 1, full):
            continue
        cell = fewest(below)
        if cell < 0:
            write(below, found[number])
            number += 1
        else:
            depth += 1
            guessed[depth], untried[depth] = cell, below[cell]
    state[DEPTH] = depth
    return number
