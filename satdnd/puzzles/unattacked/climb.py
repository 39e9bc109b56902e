"""A good placement quickly: hill climbing from random starts, one queen at a time.

Finds the optimum of A001366 up to 12 within a second, on larger boards often less than it, and proves nothing.
"""

from __future__ import annotations

import random

from satdnd.budget import Budget
from satdnd.encodings.attacks import attacked_from

WORK = 50_000_000
"""Most squares looked at, about fifteen seconds; a small board needs less (see `effort`)."""


def effort(height: int, width: int) -> int:
    """Squares to look at on a board: the cube of its own, at most `WORK`; a second at 12 x 12."""
    return min(WORK, (height * width) ** 3)


def climb(
    height: int, width: int, queens: int, work: int, budget: Budget | None = None, seed: int = 0
) -> tuple[int, list[int]]:
    """The best placement of *queens* queens (1 to H*W) that was found: (unattacked squares, square numbers).

    Each queen in turn goes to the square where she attacks least that is not attacked anyway, until no move gains;
    then begins another random start. The same arguments give the same placement unless the budget runs out.

    Args:
        work: squares to look at, after which no new start is made.
        budget: when to stop with what there is.
    """
    chance = random.Random(seed)
    attacked = attacked_from(height, width)
    everything = (1 << height * width) - 1
    numbers = range(height * width)
    best, best_squares = -1, list[int]()
    while work > 0 or not best_squares:
        squares = chance.sample(numbers, queens)
        value = -1
        while True:
            before = value
            chance.shuffle(squares)
            for mover in range(queens):
                others = 0
                for i, square in enumerate(squares):
                    if i != mover:
                        others |= attacked[square]
                free = everything & ~others
                taken = {*squares[:mover], *squares[mover + 1 :]}
                loss, _, squares[mover] = min(
                    ((free & attacked[square]).bit_count(), chance.random(), square)
                    for square in numbers
                    if square not in taken
                )
                value = free.bit_count() - loss
                if budget is not None and budget.spent:
                    return (value, squares) if value > best else (best, best_squares)
            work -= queens * (queens + len(numbers))
            if value == before:
                break
        if value > best:
            best, best_squares = value, list(squares)
    return best, best_squares
