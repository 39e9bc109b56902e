"""One of two signs in each cell, such as 0 and 1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views import Shaded, ShadedSolution
from satdnd.draw.picture import Picture, Tile
from satdnd.explanation.wording import BE, Phrase
from satdnd.grid.bitboard import Cell
from satdnd.rules.unknowns import Shading


@dataclass(frozen=True)
class BinarySolution(ShadedSolution):
    """Digits of cells: bit ``r*W + c`` of *board*. Each kind derives its own class."""

    sign: ClassVar = "1"
    blank: ClassVar = "0"


@dataclass(frozen=True)
class Binary(Shaded):
    """Cells that hold 1 or 0."""

    solution_class: type[BinarySolution]
    yes: str = "1"
    no: str = "0"

    off: ClassVar = "0"
    gesture: ClassVar = "sign"
    silent: ClassVar = "[._?·-]"
    typed: ClassVar = "[01]"
    expected: ClassVar = "0 or 1"
    help = "A solution is the grid with 0 or 1 in each cell, or an answer in JSON."

    @property
    def phrases(self) -> Mapping[str, Phrase]:  # type: ignore[override]  # both
        """``is 1``."""
        return {sign: Phrase.of(BE, sign) for sign in "10"}

    def unknowns(self, puzzle: GridPuzzle) -> Shading:
        """A variable for each cell."""
        return Shading(puzzle.grid, "one", "1", yes="is 1", no="is 0", not_yes="is not 1", not_no="is not 0", off="0")

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of the known digits."""
        marks = set(marked)
        tiles = [
            [Tile.of(*(("filled", x) if x in "01" else ("unknown", "")), (r, c) in marks) for c, x in enumerate(row)]
            for r, row in enumerate(rows or puzzle.grid.lines(0, "1", "."))
        ]
        return Picture(tiles, label=puzzle.kind)
