"""New boards: a size and a number of queens, and how rare their best placements are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb, log2
from random import Random

from satdnd.engine.options import option
from satdnd.grid.bitboard import scan
from satdnd.kinds.unattacked.commentary import require_searched
from satdnd.kinds.unattacked.encode import placement
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution, most_queens
from satdnd.kinds.unattacked.optimum import images
from satdnd.kinds.unattacked.search import Progress, rooms
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Recipe

_FEWEST = 2
"""Queens on a new board."""


@dataclass(frozen=True, kw_only=True)
class UnattackedRecipe(Recipe):
    """The options of the generator of unattacked squares."""

    height: int = option(8, "Rows.", low=4, high=10)
    width: int = option(8, "Columns.", low=4, high=10)


def generate(rng: Random, recipe: UnattackedRecipe, budget: Budget) -> Unattacked:
    """A random number of queens, at most two for each row or column and few enough to leave a square unattacked.

    Raises Undecided.
    """
    budget.check()
    height, width = recipe.height, recipe.width
    return Unattacked(height, width, rng.randint(_FEWEST, min(height + width, most_queens(height, width))))


def easier(puzzle: Unattacked, solution: UnattackedSolution, rng: Random) -> Sequence[Unattacked]:
    """The board with fewer and fewer queens."""
    return [replace(puzzle, queens=queens) for queens in range(puzzle.queens, _FEWEST - 1, -1)]


def rarity(puzzle: Unattacked, solution: UnattackedSolution, budget: Budget) -> int:
    """The effort: how often all placements must be halved until only the best are left, rounded.

    A best placement counts once for each of the rooms (`satdnd.kinds.unattacked.search.rooms`) that it fits into.

    Raises:
        UsageError: a side is longer than `LARGEST`.
        Undecided: the budget ran out.
    """
    require_searched(puzzle)
    height, width, queens, best = puzzle.height, puzzle.width, puzzle.queens, solution.unattacked
    if not 0 < queens <= most_queens(height, width):
        return 0
    found = rooms(height, width, queens, Progress(best - 1, best), budget)
    boards = {image.board for _, room in found for image in images(placement(puzzle, [*scan(room)]))}
    return round(log2(comb(height * width, queens) / sum(comb(board.bit_count(), queens) for board in boards)))
