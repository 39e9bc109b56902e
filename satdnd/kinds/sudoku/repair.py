"""Other values of clues, after which there is a solution, or only one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from satdnd.grid.bitboard import Cell, scan
from satdnd.kinds.sudoku.encode import Narrow
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, geometry, symbol
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.kinds.sudoku.rules import contradiction
from satdnd.sat.budget import Budget
from satdnd.setter.number_repairs import Numbers
from satdnd.setter.repair import Change


def repairs(puzzle: Sudoku, options: SudokuOptions, edits: int, budget: Budget) -> Iterator[Change[Sudoku]]:
    """Every solvable puzzle with exactly *edits* other clues, in the same cells. Raises Undecided."""
    numbers = Numbers[Sudoku, SudokuSolution](
        replace(puzzle, name=f"{puzzle.name} (repaired)" if puzzle.name else "", extra={}),
        {divmod(i, puzzle.size): value for i, value in puzzle.given},
        having=_having,
        values=_values,
        encoding=Narrow,
        contradiction=contradiction,
        what="the clue at",
        shown=symbol,
    )
    return numbers.changes(edits, budget)


def _having(puzzle: Sudoku, clues: Mapping[Cell, int | None]) -> Sudoku:
    values = list(puzzle.clues)
    for (r, c), value in clues.items():
        values[r * puzzle.size + c] = value or 0
    return replace(puzzle, clues=tuple(values))


def _values(puzzle: Sudoku, cell: Cell) -> Iterable[int]:
    """What no other clue in its houses has."""
    size = puzzle.size
    taken = {puzzle.clues[i] for i in scan(geometry(size).peers[cell[0] * size + cell[1]])}
    return [value for value in range(1, size + 1) if value not in taken]
