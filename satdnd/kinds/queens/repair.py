"""One placement on a large board by local search: queens in rows and columns of their own, swapped while that helps.

Sosic and Gu, "Efficient local search with conflict minimization: a case study of the n-queens problem", IEEE
Transactions on Knowledge and Data Engineering 6(5), 1994: on empty boards a few swaps for each queen do. With given
queens it may find nothing though there is a placement.
"""

from __future__ import annotations

from random import Random

from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.sat.budget import Budget

PROBES = 40
"""Columns that are tried for a queen at the beginning."""
BEGINNINGS = 12
"""Random placements that are tried."""
_SEED = 1
"""The same board gives the same placement."""


def place(puzzle: Queens, budget: Budget) -> QueensSolution | None:
    """A placement, or None where none was found, or fewer queens are wanted than the shorter side has rows.

    Raises:
        Undecided: the budget ran out.
    """
    chance = Random(_SEED)
    if puzzle.count != min(puzzle.height, puzzle.width):
        return None
    for _ in range(BEGINNINGS):
        search = _Placement(puzzle, chance)
        if not search.fits:
            return None
        if search.settle(budget):
            return search.solution()
    return None


class _Placement:
    """Queens in rows of their own, the shorter side's; columns without a queen belong to rows beyond the board."""

    def __init__(self, puzzle: Queens, chance: Random) -> None:
        self._puzzle, self._chance = puzzle, chance
        self._turned = puzzle.height > puzzle.width
        self.rows, across = sorted((puzzle.height, puzzle.width))
        given = {(c, r) if self._turned else (r, c) for r, c in puzzle.given}
        taken = {c for _, c in given}
        held = dict(given)
        self.fits = len(held) == len(given) == len(taken)
        if not self.fits:
            return
        self._movable = [r for r in range(across) if r not in held]
        free = [c for c in range(across) if c not in taken]
        chance.shuffle(free)
        self.column = [held.get(r, -1) for r in range(across)]
        self._falling = [0] * (self.rows + across)
        self._rising = [0] * (self.rows + across)
        self._across = across
        self._excess = 0  # queens beyond the first, of all diagonals
        for r, c in given:
            self._count(r, c, 1)
        for r in self._movable:
            last = len(free) - 1
            best = last
            for _ in range(PROBES):
                if r >= self.rows or not self._attacked(r, free[best]):
                    break
                best = chance.randrange(last + 1)
            free[best], free[last] = free[last], free[best]
            self.column[r] = free.pop()
            self._count(r, self.column[r], 1)

    def settle(self, budget: Budget) -> bool:
        """Swap columns as long as that leaves fewer pairs on diagonals; whether none is left."""
        better = True
        while better:
            better = False
            for r in self._movable:
                if r >= self.rows or self._alone(r):
                    continue
                budget.check()
                start = self._chance.randrange(len(self._movable))
                for k in range(len(self._movable)):
                    other = self._movable[start + k - len(self._movable)]
                    if other == r:
                        continue
                    before = self._excess
                    self._swap(r, other)
                    if self._excess < before:
                        better = True
                        if self._alone(r):
                            break
                    else:
                        self._swap(r, other)
        return self._excess == 0

    def solution(self) -> QueensSolution:
        """As it stands."""
        queens = ((c, r) if self._turned else (r, c) for r, c in enumerate(self.column[: self.rows]))
        return QueensSolution(self._puzzle.height, self._puzzle.width, tuple(sorted(queens)))

    def _count(self, r: int, c: int, step: int) -> None:
        """A queen comes (*step* 1) or goes (-1)."""
        if r >= self.rows:
            return
        for counts, i in ((self._falling, r - c + self._across - 1), (self._rising, r + c)):
            before = counts[i]
            counts[i] = before + step
            self._excess += max(0, before + step - 1) - max(0, before - 1)

    def _attacked(self, r: int, c: int) -> bool:
        """Whether a queen that comes to that square would have another on a diagonal."""
        return bool(self._falling[r - c + self._across - 1] or self._rising[r + c])

    def _alone(self, r: int) -> bool:
        """Whether the queen of row *r* has both its diagonals for itself."""
        c = self.column[r]
        return self._falling[r - c + self._across - 1] == 1 and self._rising[r + c] == 1

    def _swap(self, r: int, other: int) -> None:
        """Two rows exchange their columns."""
        column = self.column
        for row in (r, other):
            self._count(row, column[row], -1)
        column[r], column[other] = column[other], column[r]
        for row in (r, other):
            self._count(row, column[row], 1)
