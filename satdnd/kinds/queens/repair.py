"""One placement on a large board by local search: one queen per row and column, swapped while that helps.

Sosic and Gu, "Efficient local search with conflict minimization: a case study of the n-queens problem", IEEE
Transactions on Knowledge and Data Engineering 6(5), 1994: on empty boards a few swaps per queen suffice. With given
queens it may fail even if there is a placement.
"""

from __future__ import annotations

from random import Random

from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.sat.budget import Budget

PROBES = 40
"""Columns tried for each queen at the start."""
BEGINNINGS = 12
"""Random placements tried."""
_SEED = 1
"""The default seed: the same board gives the same placement."""


def place(puzzle: Queens, budget: Budget, rng: Random | None = None) -> QueensSolution | None:
    """A placement; None if none was found, or if fewer queens are wanted than the shorter side has rows.

    Args:
        budget: the limits.
        rng: for a different placement each time.

    Raises:
        Undecided: the budget ran out.
    """
    turned, rng = puzzle.height > puzzle.width, rng or Random(_SEED)
    rows, across = sorted((puzzle.height, puzzle.width))
    given = {(c, r) if turned else (r, c) for r, c in puzzle.given}
    placed = dict(given)
    if not len(placed) == len({c for _, c in given}) == len(given) or puzzle.count != rows:
        return None
    for _ in range(BEGINNINGS):
        search = _Placement(rows, across, placed, rng)
        if search.settle(budget):
            queens = ((c, r) if turned else (r, c) for r, c in enumerate(search.column[:rows]))
            return QueensSolution(puzzle.height, puzzle.width, tuple(sorted(queens)))
    return None


class _Placement:
    """One queen per row of the shorter side; columns without a queen belong to rows beyond the board."""

    def __init__(self, rows: int, across: int, placed: dict[int, int], rng: Random) -> None:
        self._rows, self._across, self._rng = rows, across, rng
        self.column = [placed.get(r, -1) for r in range(across)]
        self._movable = [r for r in range(across) if r not in placed]
        self._falling, self._rising = [0] * (rows + across), [0] * (rows + across)
        self._excess = 0  # queens beyond the first on their diagonal, over all diagonals
        for r in placed:
            self._count(r, 1)
        free = sorted({*range(across)}.difference(placed.values()))
        rng.shuffle(free)
        for r in self._movable:
            chosen = last = len(free) - 1
            for _ in range(PROBES):
                self.column[r] = free[chosen]
                if not self._shares(r, 0):
                    break
                chosen = rng.randrange(last + 1)
            free[chosen], free[last] = free[last], free[chosen]
            self.column[r] = free.pop()
            self._count(r, 1)

    def settle(self, budget: Budget) -> bool:
        """Swap columns while that reduces the pairs on diagonals; return whether none is left."""
        better = True
        while better:
            better = False
            for r in self._movable:
                if not self._shares(r, 1):
                    continue
                budget.check()
                start = self._rng.randrange(len(self._movable))
                for other in self._movable[start:] + self._movable[:start]:
                    before = self._excess
                    self._swap(r, other)
                    if self._excess < before:
                        better = True
                        if not self._shares(r, 1):
                            break
                    else:
                        self._swap(r, other)
        return self._excess == 0

    def _shares(self, r: int, most: int) -> bool:
        """Whether a diagonal through row *r*'s queen, on the board, has more queens than *most*."""
        c = self.column[r]
        return r < self._rows and max(self._falling[r - c + self._across - 1], self._rising[r + c]) > most

    def _count(self, r: int, step: int) -> None:
        """Add (*step* 1) or remove (-1) the queen of row *r*."""
        if r < self._rows:
            c = self.column[r]
            for counts, i in ((self._falling, r - c + self._across - 1), (self._rising, r + c)):
                before = counts[i]
                counts[i] = before + step
                self._excess += max(0, before + step - 1) - max(0, before - 1)

    def _swap(self, r: int, other: int) -> None:
        """Swap the columns of two rows."""
        if r == other:
            return
        self._count(r, -1)
        self._count(other, -1)
        self.column[r], self.column[other] = self.column[other], self.column[r]
        self._count(r, 1)
        self._count(other, 1)
