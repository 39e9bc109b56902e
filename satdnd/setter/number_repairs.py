"""Changes of numbers on cells: every puzzle that differs from a given one in so many of them, and has a solution.

The numbers that may change are first left untold, all at once: without a solution then, no values can help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Generic

from satdnd.engine.kind import Encoding, P, S
from satdnd.engine.search import Search
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Change


class Numbers(Generic[P, S]):
    """The numbers of one puzzle, and how others stand in their place.

    Args:
        puzzle: whose numbers change.
        numbers: those that are told.
        with_numbers: *puzzle* with other numbers on some of its cells, None: not told; its name and notes may be lost.
        values: what can stand on a cell of a puzzle, best first.
        encoding: compiles a puzzle.
        contradiction: why a puzzle has no solution, where that is seen at once.
        what: stands before the cells in sentences: ``the island at``.
        shown: a number as people read it.
    """

    def __init__(
        self,
        puzzle: P,
        numbers: Mapping[Cell, int],
        *,
        with_numbers: Callable[[P, Mapping[Cell, int | None]], P],
        values: Callable[[P, Cell], Iterable[int]],
        encoding: Callable[[P, Budget], Encoding[P, S]],
        contradiction: Callable[[P], str | None],
        what: str,
        shown: Callable[[int], str] = str,
    ) -> None:
        self._puzzle, self._numbers = puzzle, numbers
        self._with_numbers, self._values = with_numbers, values
        self._encoding, self._contradiction = encoding, contradiction
        self._what, self._shown = what, shown

    def changes(self, edits: int, budget: Budget) -> Iterator[Change[P]]:
        """Every solvable puzzle with exactly *edits* other numbers. Raises Undecided."""
        for cells in combinations(self._numbers, edits):
            untold = self._with_numbers(self._puzzle, dict.fromkeys(cells))
            if self._solvable(untold, budget):
                yield from self._changed_puzzles(untold, cells, {}, budget)

    def _changed_puzzles(
        self, puzzle: P, cells: tuple[Cell, ...], chosen: Mapping[Cell, int], budget: Budget
    ) -> Iterator[Change[P]]:
        """Those of a solvable puzzle that does not tell the numbers on *cells*."""
        if not cells:
            edits = tuple(
                f"{self._what} {cell_name(cell)}: {self._shown(number)} instead of {self._shown(self._numbers[cell])}"
                for cell, number in chosen.items()
            )
            yield Change(edits, puzzle, frozenset(chosen.items()))
            return
        for number in self._values(puzzle, cells[0]):
            if number != self._numbers[cells[0]]:
                further = self._with_numbers(puzzle, {cells[0]: number})
                if self._solvable(further, budget):
                    yield from self._changed_puzzles(further, cells[1:], {**chosen, cells[0]: number}, budget)

    def _solvable(self, puzzle: P, budget: Budget) -> bool:
        budget.check()
        if self._contradiction(puzzle):
            return False
        search = Search(self._encoding(puzzle, budget), budget=budget)
        try:
            return search.first(puzzle, (), budget) is not None
        finally:
            search.close()
