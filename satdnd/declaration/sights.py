"""Numbers in unshaded cells that count the unshaded cells seen from there, along rows and columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from satdnd.declaration.clues.family import NumberGrid, clues
from satdnd.declaration.puzzle import Clue, GridPuzzle, overfull_number
from satdnd.declaration.views.view import ShadedSolution
from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.explanation.wording import Inference, names, place, signs
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted, listed
from satdnd.rules.count import exactly
from satdnd.rules.seen import Seen
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Statement


@dataclass(frozen=True)
class SightPuzzle(GridPuzzle):
    """Numbers, ``?`` for an unknown one, None for a cell without; one that is too large leaves no solution."""

    rows: tuple[tuple[int | str | None, ...], ...] = clues(
        NumberGrid(1, unknown=True, fixed=True, counts=True, stays=False)
    )

    @property
    def clue_cells(self) -> list[Cell]:
        """The cells with a number or ``?``."""
        return [(r, c) for r, row in enumerate(self.rows) for c, entry in enumerate(row) if entry is not None]

    def lines(self, cell: Cell) -> list[Cell]:
        """The cells of the row and column of a cell."""
        return [cell, *(x for arm in self.grid.arms(cell) for x in arm)]


def sights(puzzle: SightPuzzle, shaded: Shading) -> Iterator[RuleStatement]:
    """Cells with numbers are unshaded, and what each number sees."""
    for cell in puzzle.clue_cells:
        clue = Clue("rows", cell) if cell in puzzle.by_cell else None
        yield exactly("unshaded", [cell], "the number at {} is unshaded", shaded.literals([cell]), 0, clue)
    for cell, number in puzzle.by_cell.items():
        arms = tuple(shaded.literals(arm, -1) for arm in puzzle.grid.arms(cell))
        text = f"the {number} at {{}} sees {counted(number, 'unshaded cell')}, its own included"
        yield Seen("number", tuple(puzzle.lines(cell)), text, number, arms, clue=Clue("rows", cell))


def too_far(puzzle: SightPuzzle) -> str | None:
    """A number above that of the cells in its row and column."""
    return overfull_number(puzzle, puzzle.lines, "cell", "in its row and column, its own included")


def all_sights(puzzle: SightPuzzle, solution: ShadedSolution) -> Any:
    """The puzzle of a solution with a number in every unshaded cell."""
    grid, found = puzzle.grid, {}
    for cell in grid.cells(grid.all & ~solution.board):
        found[Clue("rows", cell)] = 1
        for arm in grid.arms(cell):
            for near in arm:
                if solution.board & grid.bit(near):
                    break
                found[Clue("rows", cell)] += 1
    return type(puzzle).blank(grid.height, grid.width).changed(found)


def many_sights(puzzle: SightPuzzle) -> bool:
    """At least 5x5, with possible numbers from 2 whose sum is above half the number of cells, and is not that number:
    if it is, they are the sizes of rectangles.
    """
    numbers = [*puzzle.by_cell.values()]
    large = min(puzzle.height, puzzle.width) > 4 and 2 * sum(numbers) > puzzle.grid.size
    return large and sum(numbers) != puzzle.grid.size and min(numbers, default=0) > 1 and not too_far(puzzle)


def _seen(inference: Inference[Any], reason: Statement) -> str:
    """What the number sees already, or as far as it can see."""
    known, middle = signs(inference.known), reason.cells[0]
    if inference.supposed or not inference.cells:
        return reason.text
    found = {str(mark[-1]) for mark in inference.cells}
    if len(found) > 1:
        needed, beyond = (listed(names(place(mark) for mark in inference.cells if mark[2] == sign)) for sign in "o#")
        return f"{reason.text}: it needs {needed} for that, and with {beyond} it would see more"
    if found == {"#"}:
        return f"{reason.text}, and it would see more"
    there = [cell for cell in reason.cells if cell != middle and known.get(cell) == "#"]
    return f"{reason.text}, and {'what is shaded' if there else 'the border'} leaves too few in other directions"


SIGHT_RULES = {
    "unshaded": Rule("A cell with a number is unshaded.", "number"),
    "number": Rule("A number counts the unshaded cells that it sees, its own included.", "number", because=_seen),
}
SIGHT_TECHNIQUES = (
    Technique("number", "number sees enough", "The number sees all its cells: the next one is shaded.", "#"),
    Technique("number", "number has to see further", "The number sees too few cells elsewhere.", "o"),
)
