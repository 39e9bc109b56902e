"""Other numbers of islands, and numbers on other cells of them, after which there is a solution, or only one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from satdnd.engine.settings import Settings
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.nurikabe.encode import NurikabeEncoding
from satdnd.kinds.nurikabe.model import UNTOLD, Nurikabe, NurikabeSolution
from satdnd.kinds.nurikabe.rules import contradiction
from satdnd.kinds.nurikabe.statements import islands
from satdnd.sat.budget import Budget
from satdnd.setter.clue_changes import ClueChanges
from satdnd.setter.parts import AdditionalClue, Change


def repairs(puzzle: Nurikabe, options: Settings, edits: int, budget: Budget) -> Iterator[Change[Nurikabe]]:
    """Every solvable puzzle with exactly *edits* other numbers. Raises Undecided."""
    told = {cell: n for cell, n in puzzle.numbers.items() if n is not None}

    def values(other: Nurikabe, cell: Cell) -> Iterable[int]:
        """Every size that the other numbers leave room for."""
        most = islands(other).most(cell[0] * puzzle.grid.width + cell[1], alone=False)
        return sorted(range(1, most + 1), key=lambda n: abs(n - told[cell]))

    numbers = ClueChanges[Nurikabe, NurikabeSolution, Cell, int](
        replace(puzzle, name=f"{puzzle.name} (repaired)" if puzzle.name else "", extra={}),
        told,
        with_clues=_with_numbers,
        values=values,
        encoding=lambda other, part: NurikabeEncoding(other, Settings(), budget=part),
        contradiction=contradiction,
        named=lambda cell: f"the island at {cell_name(cell)}",
    )
    return numbers.changes(edits, budget)


def _with_numbers(puzzle: Nurikabe, numbers: Mapping[Cell, int | None]) -> Nurikabe:
    return puzzle.with_numbers({cell: number or UNTOLD for cell, number in numbers.items()})


def additional_clues(puzzle: Nurikabe, solution: NurikabeSolution) -> list[AdditionalClue[NurikabeSolution]]:
    """The sizes that are not told."""
    found = []
    for cell, number in puzzle.numbers.items():
        if number is None:
            size = _island(puzzle, cell, solution)
            has = f"the island at {cell_name(cell)} has {counted(size, 'cell')}"
            found.append(AdditionalClue(has, (cell, size), partial(_size_is, puzzle, cell, size)))
    return found


def _island(puzzle: Nurikabe, cell: Cell, solution: NurikabeSolution) -> int:
    grid = puzzle.grid
    return grid.flood(grid.bit(cell), grid.all & ~solution.board).bit_count()


def _size_is(puzzle: Nurikabe, cell: Cell, size: int, solution: NurikabeSolution) -> bool:
    return _island(puzzle, cell, solution) == size


def uniqueness_repairs(puzzle: Nurikabe, solutions: Sequence[NurikabeSolution]) -> Iterator[Change[Nurikabe]]:
    """Each number on each other cell of its island, so that one of *solutions* stays; the nearest cells first."""
    grid, nameless = puzzle.grid, replace(puzzle, name="", extra={})
    moves = dict.fromkeys(
        (home, cell)
        for solution in solutions
        for home in puzzle.numbers
        for cell in grid.cells(grid.flood(grid.bit(home), grid.all & ~solution.board))
        if cell != home
    )
    for home, cell in sorted(moves, key=lambda move: abs(move[0][0] - move[1][0]) + abs(move[0][1] - move[1][1])):
        entry = puzzle.rows[home[0]][home[1]]
        text = f"the {entry} at {cell_name(home)} moves to {cell_name(cell)}"
        yield Change((text,), nameless.with_numbers({home: None, cell: entry}), frozenset([(home, cell)]))
