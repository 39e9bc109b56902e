"""A quick good placement: hill climbing from random starts, one queen at a time.

It finds the optimum of A001366 up to 12 within a second, often misses it on larger boards, and proves nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import cycle
from math import inf
from typing import TypeAlias

from satdnd.encodings.attacks import attacked_from
from satdnd.errors import Undecided
from satdnd.sat.budget import Budget

WORK = 50_000_000
"""The most squares examined, about fifteen seconds; a small board needs fewer (see `effort`)."""


Start: TypeAlias = tuple[int, list[int], float]
"""The result of a start: unattacked squares, square numbers, and the work used (infinite: out of time)."""


def best_start(start: Callable[[float], Start], work: float, enough: int) -> tuple[int, list[int]]:
    """The best of several starts: at least one, and no more after *work* is used up or *enough* is found.

    Args:
        start: makes one, given the remaining work.
        work: may be infinite.
        enough: unattacked squares.
    """
    best, squares, spent = start(work)
    while (work := work - spent) > 0 and best < enough:
        value, others, spent = start(work)
        if value > best:
            best, squares = value, others
    return best, squares


def effort(height: int, width: int) -> int:
    """Squares to examine on a board: the cube of its number of squares, at most `WORK`; a second at 12 x 12."""
    return min(WORK, (height * width) ** 3)


def climb(height: int, width: int, queens: int, work: float, budget: Budget, enough: int) -> tuple[int, list[int]]:
    """The best placement found of *queens* queens (1 to H*W): (unattacked squares, square numbers).

    Each queen in turn moves to the square where she attacks the fewest otherwise unattacked squares, until no move
    helps. Starts are alternately random over the board and crowded into a rectangle. The same arguments give the same
    placement unless the budget runs out.

    Args:
        work: squares to examine, after which no new start is made; infinite: until the budget ends.
        budget: the limits; the best placement so far is returned.
        enough: stop at a placement this good.
    """
    rng = random.Random(0)
    attacked = attacked_from(height, width)
    everything = (1 << height * width) - 1
    numbers = range(height * width)
    crowded = cycle((False, True))

    def start(work: float) -> Start:
        """One start, ended early only by the budget."""
        squares = rng.sample(_rectangle(height, width, queens, rng) if next(crowded) else numbers, queens)
        value, spent = -1, 0
        try:
            while True:
                before = value
                rng.shuffle(squares)
                behind, ahead, taken = [0], 0, set(squares)  # what the queens after each one, and before it, attack
                for square in reversed(squares):
                    behind.append(behind[-1] | attacked[square])
                for mover in range(queens):
                    budget.check()
                    free = everything & ~(ahead | behind[queens - 1 - mover])
                    taken.discard(squares[mover])
                    loss, _, squares[mover] = min(
                        ((free & attacked[square]).bit_count(), rng.random(), square)
                        for square in numbers
                        if square not in taken
                    )
                    value = free.bit_count() - loss
                    taken.add(squares[mover])
                    ahead |= attacked[squares[mover]]
                spent += queens * (queens + len(numbers))
                if value == before:
                    return value, squares, spent
        except Undecided:
            if value < 0:  # before the first move
                value = (everything & ~behind[-1]).bit_count()
            return value, squares, inf

    return best_start(start, work, enough)


def _rectangle(height: int, width: int, queens: int, rng: random.Random) -> list[int]:
    """The squares of a random rectangle with just enough columns for the queens."""
    rows = rng.choice([k for k in range(1, height + 1) if -(-queens // k) <= width])
    columns = -(-queens // rows)
    top, left = rng.randrange(height - rows + 1), rng.randrange(width - columns + 1)
    return [(top + r) * width + left + c for r in range(rows) for c in range(columns)]
