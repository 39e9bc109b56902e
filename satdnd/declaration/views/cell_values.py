"""The view of puzzles in which a player writes numbers into cells, each of which has its own choice of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from satdnd.declaration.views.values import Valued
from satdnd.grid.bitboard import Bitboard
from satdnd.rules.unknowns import Values


@dataclass(frozen=True)
class CellValued(Valued):
    """A number in each cell that can hold one.

    The puzzle has the attributes ``unknowns``, and ``choices``: how many numbers its cells can hold, added up.
    """

    most: int = 9

    def unknowns(self, puzzle: Any, left: Any = None) -> Values:
        """The unknowns of a puzzle."""
        found: Values = puzzle.unknowns
        return found

    def variables(self, puzzle: Any) -> int:
        """One for each number of each cell."""
        found: int = puzzle.choices
        return found

    def solution(self, puzzle: Any, board: Bitboard) -> Any:
        """The solution with the numbers of *board*, 0 for none."""
        return self.made(tuple(map(tuple, puzzle.unknowns.placed_on(board))))

    def board(self, puzzle: Any, solution: Any) -> Bitboard:
        """The inverse of `solution`; numbers that a cell cannot hold are left out."""
        cells = ((r, c, number) for r, row in enumerate(solution.grid) for c, number in enumerate(row))
        found = (puzzle.unknowns.candidates((r, c)).get(number) for r, c, number in cells)
        return sum(1 << x - 1 for x in found if x)

    def rows(self, puzzle: Any, solution: Any) -> Sequence[Any]:
        """The numbers, None for none."""
        return [[number or None for number in row] for row in solution.grid]
