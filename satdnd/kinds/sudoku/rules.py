"""The referee: every rule of sudoku, all faults at once, from the puzzle and the grid alone; never a clause."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import itemgetter

from satdnd.engine.kind import Fault
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.sudoku.model import House, Sudoku, SudokuSolution, geometry, symbol

PLAY = (
    "Write a digit into each empty cell so that every row, every column and every box between heavy lines has "
    "each digit once; of larger grids each number or letter."
)
"""How it is played, for people who have a pencil."""

RULES = {
    "given": "The given digits stay as they are.",
    "filled": "Every cell holds one digit, from 1 to the side of the grid; above 9 they are letters.",
    "row": "Each row holds each digit once.",
    "column": "Each column holds each digit once.",
    "box": "Each box holds each digit once.",
}
"""What each rule says, in the order in which faults are told."""


def accepts(puzzle: Sudoku, solution: SudokuSolution) -> bool:
    """Whether *solution* solves *puzzle*: the fast form of ``not faults(...)``, some 10 microseconds at 9x9."""
    values, size = solution.values, puzzle.size
    if len(values) != len(puzzle.clues):
        return False
    for i, value in puzzle.given:
        if values[i] != value:
            return False
    wanted, pickers = _house_pickers(size)
    return all(set(pick(values)) == wanted for pick in pickers)


@cache
def _house_pickers(size: int) -> tuple[set[int], list[itemgetter[tuple[int, ...]]]]:
    """The values of a full house, and functions that pick the values of each house out of a grid."""
    return set(range(1, size + 1)), [itemgetter(*house.indices) for house in geometry(size).houses]


def faults(puzzle: Sudoku, solution: SudokuSolution) -> list[Fault]:
    """Everything that is wrong with *solution*, in the order of `RULES`; a value twice is told once a house."""
    return list(_faults(puzzle, solution))


def _faults(puzzle: Sudoku, solution: SudokuSolution) -> Iterator[Fault]:
    values, shape = solution.values, geometry(puzzle.size)
    if len(values) != len(puzzle.clues):
        yield Fault("filled", (), f"the grid has {counted(len(values), 'cell')} instead of {len(puzzle.clues)}")
        return
    for i, value in puzzle.given:
        if values[i] not in (0, value):
            cell = shape.cell(i)
            told = f"the clue at {cell_name(cell)} is {symbol(value)}, the grid has {symbol(values[i])}"
            yield Fault("given", (cell,), told)
    for i, value in enumerate(values):
        if not 1 <= value <= shape.size:
            cell = shape.cell(i)
            yield Fault("filled", (cell,), f"cell {cell_name(cell)} is empty")
    for house in shape.houses:
        for value, indices in repeats(house, values):
            cells = tuple(map(shape.cell, indices))
            yield Fault(
                house.rule, cells, f"{house.name} has {symbol(value)} at {listed([cell_name(cell) for cell in cells])}"
            )


def repeats(house: House, values: tuple[int, ...]) -> Iterator[tuple[int, list[int]]]:
    """Each value that stands more than once in *house*, with the numbers of its cells; 0 is no value."""
    places: dict[int, list[int]] = {}
    for i in house.indices:
        if values[i]:
            places.setdefault(values[i], []).append(i)
    return ((value, indices) for value, indices in sorted(places.items()) if len(indices) > 1)


def contradiction(puzzle: Sudoku) -> str | None:
    """Two equal clues in one house, as a sentence; None where there are none."""
    shape = geometry(puzzle.size)
    seen = [0] * (puzzle.size + 1)  # of each value: the cells that its clues so far forbid
    for i, value in puzzle.given:
        if seen[value] >> i & 1:
            break
        seen[value] |= shape.peers[i]
    else:
        return None
    house, value, indices = next(
        (house, value, indices) for house in shape.houses for value, indices in repeats(house, puzzle.clues)
    )
    first, second = (cell_name(shape.cell(i)) for i in indices[:2])
    return f"{house.name} has the clue {symbol(value)} twice, at {first} and {second}"
