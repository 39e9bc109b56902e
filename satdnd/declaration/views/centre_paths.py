"""The view of puzzles in which a player links equal numbers by paths through the centres of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.centre_loops import WAYS, CentreLoop, CentreLoopSolution
from satdnd.errors import InputError
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted


class CentrePathsSolution(CentreLoopSolution):
    """The lines of paths: bit v-1 of *board* is variable v of `CentreLines`. Each kind derives its own class."""


class EndsPuzzle(GridPuzzle):
    """A puzzle whose ``rows`` have each number twice, as the ends of a path."""

    def __post_init__(self) -> None:
        super().__post_init__()
        often = Counter(self.by_cell.values())
        if wrong := next((x for x, times in sorted(often.items()) if times != 2), None):
            where = ", ".join(cell_name(cell) for cell, number in self.by_cell.items() if number == wrong)
            raise InputError(f"found {counted(often[wrong], 'cell')} with the number {wrong} ({where}), expected two")


@dataclass(frozen=True)
class CentrePaths(CentreLoop):
    """Lines between the centres of adjacent cells, part of a path or not.

    Args:
        solution_class: derived from `CentrePathsSolution`.
    """

    solution_class: type[CentrePathsSolution]

    help = (
        "A solution is one line per row with the directions in which a path leaves each cell (n, e, s or w at an end, "
        "ns, ew, se ... elsewhere; . for none), a drawing of the paths, or an answer in JSON."
    )
    noun: ClassVar = "a path"
    ways: ClassVar[Mapping[str, str]] = {**WAYS, **{way: way for way in "nesw"}}
    expected: ClassVar = "one or two of n, e, s and w, or nothing"

    def fits(self, puzzle: Any, cell: Cell, number: int) -> bool:
        """One line at an end, otherwise none or two."""
        return number == 1 if cell in puzzle.by_cell else number in (0, 2)
