"""The rules of sudoku, one instance at a time, as constraints over candidates: for judging explanations.

There is a variable for each candidate: that a cell holds one digit at all is a rule like the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isqrt
from typing import Any

from satdnd.errors import InputError
from satdnd.explanation.judge.constraints import Domains, Sum
from satdnd.explanation.judge.instances import Instance, Instances, Restriction, placed
from satdnd.formats import fields
from satdnd.grid.bitboard import Cell, grid
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku.model import SYMBOLS, Sudoku, SudokuSolution
from satdnd.kinds.sudoku.options import SudokuOptions

NO, YES = 1, 2
"""Sets of values: 0 says that the candidate is gone, 1 that it stands in its cell."""


class SudokuInstances(Instances[SudokuSolution]):
    """Of one puzzle; variable ``(r*N + c)*N + v - 1`` says that the digit v stands in the cell (r, c)."""

    def __init__(self, puzzle: Sudoku, options: SudokuOptions) -> None:
        self.puzzle = puzzle
        self.side = puzzle.size
        self.size = self.side, self.side
        self.domains = (NO | YES,) * self.side**3
        self.splits = (YES,)
        self._cells = [divmod(i, self.side) for i in range(self.side**2)]
        box = isqrt(self.side)
        self._houses: dict[tuple[str, int], list[Cell]] = {}
        for r, c in self._cells:
            for house in (("row", r), ("column", c), ("box", r // box * box + c // box)):
                self._houses.setdefault(house, []).append((r, c))
        self._peers: dict[Cell, set[Cell]] = {cell: set() for cell in self._cells}
        for cells in self._houses.values():
            for cell in cells:
                self._peers[cell].update(cells)

    def at(self, cell: Cell, value: int) -> int:
        """The variable of a candidate."""
        return (cell[0] * self.side + cell[1]) * self.side + value - 1

    def listed(self) -> Iterator[tuple[str, Instance]]:
        """Clues, cells, houses."""
        values = range(1, self.side + 1)
        for i, value in self.puzzle.given:
            cell = divmod(i, self.side)
            text = f"{cell_name(cell)} is given as {SYMBOLS[value - 1]}"
            yield text, self._once("given", [cell], [[self.at(cell, value)]])
        for cell in self._cells:
            candidates = [[self.at(cell, v) for v in values]]
            yield f"{cell_name(cell)} holds one value", self._once("filled", [cell], candidates)
        for (what, k), house in self._houses.items():
            candidates = [[self.at(cell, v) for cell in house] for v in values]
            yield f"{what} {k + 1} holds each digit once", self._once(what, house, candidates)

    @staticmethod
    def _once(rule: str, cells: Iterable[Cell], groups: Sequence[Sequence[int]]) -> Instance:
        """Of each group one candidate stands."""
        return Instance((rule,), frozenset(cells), lambda: [Sum.of(group, YES, 1, 1) for group in groups])

    def mark(self, entry: Sequence[Any]) -> Restriction:
        """``[row, column, "5"]`` placed, ``[row, column, "not 5"]`` gone."""
        symbols = SYMBOLS[: self.side]
        wanted = f"[row, column, '{symbols[0]}' to '{symbols[-1]}', or 'not ...'] in the grid"
        cell, word = placed(entry, 2, grid(self.side, self.side), wanted)
        value = symbols.find(word.removeprefix("not ")) + 1
        if not value or word[-1:] != symbols[value - 1]:
            raise InputError(f"found {fields.shown(entry)}, expected {wanted}")
        return Restriction(self.at(cell, value), NO if word.startswith("not ") else YES, (cell,))

    def shown(self) -> Iterable[Restriction]:
        """The clues."""
        for i, value in self.puzzle.given:
            cell = divmod(i, self.side)
            yield Restriction(self.at(cell, value), YES, (cell,))

    def place(self, variable: int) -> tuple[Cell, ...]:
        """Its cell."""
        return (divmod(variable // self.side, self.side),)

    def noted(self, mark: Restriction) -> Iterable[Restriction]:
        """Of a placed digit: its cell holds no other, and no cell that shares a house with it holds it."""
        if mark.values == YES:
            (cell,), value = mark.cells, mark.variable % self.side + 1
            others = [(cell, v) for v in range(1, self.side + 1) if v != value]
            others += [(peer, value) for peer in self._peers[cell] if peer != cell]
            for where, digit in others:
                yield Restriction(self.at(where, digit), NO, (where,))

    def values(self, solution: SudokuSolution) -> Sequence[int]:
        """The candidates that stand."""
        return [int(digit == v) for digit in solution.values for v in range(1, self.side + 1)]

    def solution(self, known: Domains) -> SudokuSolution | list[Cell]:
        """The grid."""
        n = range(self.side)
        placed_in = [next((v + 1 for v in n if known[i * self.side + v] == YES), 0) for i in range(self.side**2)]
        left = [cell for cell, value in zip(self._cells, placed_in, strict=True) if not value]
        return left or SudokuSolution(tuple(placed_in))
