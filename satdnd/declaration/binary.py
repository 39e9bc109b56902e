"""One of two signs in each cell, such as 0 and 1, or a black and a white circle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.view import Shaded, ShadedSolution
from satdnd.draw.drawing import ASCII
from satdnd.draw.picture import Picture, Tile
from satdnd.explanation.phrases import BE, Phrase
from satdnd.grid.bitboard import Cell
from satdnd.rules.unknowns import Shading


@dataclass(frozen=True)
class BinarySolution(ShadedSolution):
    """Signs of cells: bit ``r*W + c`` of *board* says that a cell has the first. Each kind derives its own class."""

    sign: ClassVar = "1"
    blank: ClassVar = "0"


@dataclass(frozen=True)
class Binary(Shaded):
    """Cells that hold one of two signs.

    Args:
        solution_class: derived from `BinarySolution`; it has the signs.
        yes, no: the words for these.
        noun: the first sign in the names of variables.
        drawn: how signs are drawn, where that is not as they are written.
    """

    solution_class: type[BinarySolution]
    yes: str = "1"
    no: str = "0"
    noun: str = "one"
    drawn: tuple[tuple[str, str], ...] = ()

    gesture: ClassVar = "sign"
    silent: ClassVar = "[._?· -]?"
    also_off: ClassVar[tuple[str, ...]] = ("x",)

    @property
    def off(self) -> str:  # type: ignore[override]  # of this kind's signs
        """The other sign."""
        return self.solution_class.blank

    @property
    def typed(self) -> str:
        """A pattern for the cells of a solution."""
        return f"[{re.escape(self.off + self.on)}]"

    @property
    def expected(self) -> str:
        """The possible signs, for error messages."""
        return f"{self.off} or {self.on}"

    @property
    def help(self) -> str:  # type: ignore[override]  # of this kind's signs
        """How a solution is written."""
        return f"A solution is the grid with {self.expected} in each cell, or an answer in JSON."

    @property
    def phrases(self) -> Mapping[str, Phrase]:  # type: ignore[override]  # both
        """``is 1``."""
        return {self.on: Phrase.of(BE, self.yes), self.off: Phrase.of(BE, self.no)}

    def unknowns(self, puzzle: GridPuzzle) -> Shading:
        """A variable for each cell."""
        yes, no = self.yes, self.no
        says = {"yes": f"is {yes}", "no": f"is {no}", "not_yes": f"cannot be {yes}", "not_no": f"cannot be {no}"}
        return Shading(puzzle.grid, self.noun, self.on, off=self.off, **says)

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """As for all shaded cells; signs may be drawn."""
        return super().read_solutions(self._written(text), puzzle)

    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[str]:
        """As for all shaded cells; signs may be drawn."""
        return super().rows_of(puzzle, self._written(text))

    def _written(self, text: str) -> str:
        """*text* with signs instead of their drawn forms, also those in ASCII."""
        drawn = {ord(form): sign for sign, form in self.drawn}
        drawn |= {ord(ASCII[code]): sign for code, sign in drawn.items() if code in ASCII}
        return text.translate(drawn)

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of the known signs."""
        marks, signs = set(marked), {self.on: self.on, self.off: self.off} | dict(self.drawn)
        tiles = [
            [
                Tile.of("filled" if x in signs else "unknown", signs.get(x, ""), (r, c) in marks)
                for c, x in enumerate(row)
            ]
            for r, row in enumerate(rows or puzzle.grid.lines(0, self.on, "."))
        ]
        return Picture(tiles, label=puzzle.kind)
