"""Other values of clues, after which there is a solution, or only one; clues left out, and further ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from satdnd.errors import UsageError
from satdnd.grid.bitboard import Cell, scan
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku.encode import Narrow
from satdnd.kinds.sudoku.model import SYMBOLS, Sudoku, SudokuSolution, geometry, symbol
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.kinds.sudoku.rules import contradiction
from satdnd.kinds.sudoku.statements import given
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.clue_changes import ClueChanges
from satdnd.setter.parts import Change


def repairs(puzzle: Sudoku, options: SudokuOptions, edits: int, budget: Budget) -> Iterator[Change[Sudoku]]:
    """Every solvable puzzle with exactly *edits* other clues, in the same cells. Raises Undecided."""
    numbers = ClueChanges[Sudoku, SudokuSolution, Cell, int](
        replace(puzzle, name=f"{puzzle.name} (repaired)" if puzzle.name else "", extra={}),
        {divmod(i, puzzle.size): value for i, value in puzzle.given},
        with_clues=with_clues,
        values=_values,
        encoding=Narrow,
        contradiction=contradiction,
        named=lambda cell: f"the clue at {cell_name(cell)}",
        shown=lambda _, value: symbol(value),
    )
    return numbers.changes(edits, budget)


def with_clues(puzzle: Sudoku, clues: Mapping[Cell, int | None]) -> Sudoku:
    """*puzzle* with other digits given in some cells; None: no digit."""
    values = list(puzzle.clues)
    for (r, c), value in clues.items():
        values[r * puzzle.size + c] = value or 0
    return replace(puzzle, clues=tuple(values))


def _values(puzzle: Sudoku, cell: Cell) -> Iterable[int]:
    """What no other clue in its houses has."""
    size = puzzle.size
    taken = {puzzle.clues[i] for i in scan(geometry(size).peers[cell[0] * size + cell[1]])}
    return [value for value in range(1, size + 1) if value not in taken]


def removable(puzzle: Sudoku) -> dict[Statement, Cell]:
    """The given digits."""
    return {clue: clue.place for clue in given(puzzle)}


def with_given(puzzle: Sudoku, marks: Iterable[Mark]) -> Sudoku:
    """Further clues. UsageError: a value cannot be given as impossible."""
    clues = dict[Cell, int | None]()
    for r, c, what in marks:
        if str(what) not in SYMBOLS:
            raise UsageError(f"only values can be given, found {what!r}")
        clues[int(r), int(c)] = SYMBOLS.index(str(what)) + 1
    return with_clues(puzzle, clues)
