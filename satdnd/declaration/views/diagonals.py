"""A diagonal in each cell, and numbers at the corners where diagonals meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from satdnd.declaration.binary import Binary, BinarySolution
from satdnd.declaration.clues.family import NumberGrid
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.formats import drawn_boards
from satdnd.formats.links import puzzlink
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import corner_name

_DRAWN = {"\\": ("╲", "falling"), "/": ("╱", "rising")}
"""How the two diagonals are drawn in a terminal, and the icon of each."""


@dataclass(frozen=True)
class CornerNumbers(NumberGrid):
    """Numbers at some corners of cells: rows of them, one more than there are rows of cells, and columns likewise."""

    def checked(self, value: Any, name: str) -> tuple[tuple[int | str | None, ...], ...]:
        """The rows, all of the same length, with cells between them."""
        rows = super().checked(value, name)
        if len(rows) < 2 or len(rows[0]) < 2:
            found = f"{len(rows)}x{len(rows[0])} corners"
            raise InputError(f"{name} has {found}, expected at least 2x2, those of one cell")
        return rows

    def size(self, value: Sequence[Sequence[Any]]) -> tuple[int, int]:
        """Rows and columns of the cells."""
        return len(value) - 1, len(value[0]) - 1

    def blank(self, height: int, width: int) -> tuple[tuple[None, ...], ...]:
        """Corners without numbers."""
        return super().blank(height + 1, width + 1)

    def slot_count(self, height: int, width: int) -> int:
        """One for each corner."""
        return (height + 1) * (width + 1)

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> tuple[tuple[Any, ...], ...]:
        """The inverse of `slots`. Raises InputError."""
        return super().from_slots(slots, height + 1, width + 1)

    def name_of(self, place: Any) -> str:
        """``the number at the bottom right corner of r1c1``."""
        return f"the {self.noun} at {corner_name(place)}"

    @property
    def help(self) -> str:
        """How the corners are written."""
        return f"One line per row of corners, one more than rows of cells: a {self.noun}, or . for a corner without."

    @property
    def page(self) -> dict[str, Any]:
        """The range of numbers, at corners."""
        return {"family": "corners", "least": self.least, "most": self.most}

    def drawn(self, value: Sequence[Sequence[Any]], picture: Picture) -> Picture:
        """The picture with numbers at its corners."""
        return replace(picture, corners=[["" if x is None else str(x) for x in row] for row in value])


@dataclass(frozen=True)
class DiagonalSolution(BinarySolution):
    """A diagonal for each cell: bit ``r*W + c`` of *board* says that it falls. Each kind derives its own class."""

    sign: ClassVar = "\\"
    blank: ClassVar = "/"


@dataclass(frozen=True)
class Diagonals(Binary):
    """Cells with one of two diagonals, between corners that are dots."""

    yes: str = "\\"
    no: str = "/"
    noun: str = "falling"

    def read_solutions(self, text: str, puzzle: GridPuzzle) -> Iterator[Any]:
        """As for all signs, or drawings with corners."""
        drawings = [*drawn_boards.diagonals(text, puzzle.height, puzzle.width)]
        if not drawings:
            return super().read_solutions(text, puzzle)
        return iter(
            InputError("this drawing lacks diagonals")
            if "." in cells
            else self.solution(puzzle, sum(1 << i for i, sign in enumerate(cells) if sign == self.on))
            for cells in drawings
        )

    def rows_of(self, puzzle: GridPuzzle, text: str) -> Sequence[str]:
        """The first drawing of that size, or rows of signs."""
        drawing = next(drawn_boards.diagonals(text, puzzle.height, puzzle.width), None)
        if drawing is None:
            return super().rows_of(puzzle, text)
        return [drawing[r * puzzle.width : (r + 1) * puzzle.width] for r in range(puzzle.height)]

    def picture(self, puzzle: GridPuzzle, rows: Sequence[str] | None, marked: Iterable[Cell]) -> Picture:
        """A drawing of dots, with the known diagonals between."""
        marks: set[Cell] = set(marked)
        looks: Mapping[str, tuple[str, str, str]] = {x: ("filled", *look) for x, look in _DRAWN.items()}
        tiles = []
        for r, row in enumerate(rows or puzzle.grid.lines(0)):
            styles = [looks.get(x, ("unknown", "", "")) for x in row]
            tiles.append(
                [Tile.of(style, text, (r, c) in marks, icon=icon) for c, (style, text, icon) in enumerate(styles)]
            )
        return Picture(tiles, dotted=True, label=puzzle.kind)
