"""Mosaic, also known as Fill-a-Pix (Conceptis): numbers count the black cells of the 3x3 blocks around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satdnd.declare import (
    Cell,
    Clue,
    Count,
    DeclaredKind,
    Grading,
    GridPuzzle,
    NumberGrid,
    Rule,
    Shaded,
    ShadedSolution,
    Shading,
    Technique,
    blotches,
    clues,
    count_techniques,
    counted_there,
    exactly,
    needs,
    overfull_number,
)


class MosaicSolution(ShadedSolution):
    """Which cells are black."""


@dataclass(frozen=True)
class Mosaic(GridPuzzle):
    """Numbers, None for a cell without; one above 9 leaves no solution."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(0, 9, counts=True))

    kind: ClassVar = "mosaic"

    def block(self, cell: Cell) -> list[Cell]:
        """The cells of the 3x3 block around a cell, its own first."""
        return [cell, *self.grid.around(cell)]


def statements(puzzle: Mosaic, black: Shading) -> Iterator[Count]:
    """A count for each number."""
    for cell, number in puzzle.by_cell.items():
        cells, clue = puzzle.block(cell), Clue("rows", cell)
        text = f"the {number} at {{}} {needs(number, 'black cell')} in its block"
        yield exactly("number", cells, text, black.literals(cells), number, clue)


def contradiction(puzzle: Mosaic) -> str | None:
    """A number above that of the cells in its block."""
    return overfull_number(puzzle, puzzle.block, "cell", "in its block")


def plausible(puzzle: Mosaic) -> bool:
    """Many numbers, but not everywhere, some of them above 6, and each possible; otherwise it may be of many kinds.

    Side by side, two blocks share six cells, so that their numbers differ by at most 3.
    """
    numbers = puzzle.by_cell
    many = puzzle.grid.size <= 5 * len(numbers) < 5 * puzzle.grid.size and max(numbers.values()) > 6
    beside = ((cell, near) for cell in numbers for near in ((cell[0], cell[1] + 1), (cell[0] + 1, cell[1])))
    alike = all(abs(numbers[cell] - numbers[near]) <= 3 for cell, near in beside if near in numbers)
    return many and alike and min(puzzle.height, puzzle.width) > 2 and not contradiction(puzzle)


TECHNIQUES = (
    *count_techniques("number", "number", "black cells", "#", "o"),
    Technique("number* number*", "overlapping blocks", "Numbers share cells: what one needs is not left for another."),
)

KIND = DeclaredKind(
    Mosaic,
    Shaded(MosaicSolution, yes="black", no="white"),
    title="Mosaic",
    play="Blacken some of the cells. A number says how many cells are black in the 3x3 block around it, its own "
    "included.",
    rules={
        "number": Rule(
            "A number counts the black cells of the 3x3 block around it.", "number", because=counted_there("#")
        )
    },
    statements=statements,
    counted=lambda puzzle: (Clue("rows", cell) for cell in puzzle.grid.cells(puzzle.grid.all)),
    sample=blotches,
    techniques=TECHNIQUES,
    plausible=plausible,
    contradiction=contradiction,
    parts=(Grading(3.0),),
)
