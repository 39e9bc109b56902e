"""Walls between neighbouring cells as clues: borders that close no area, but count as borders."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from satdnd.declaration.clues.family import Clues
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid
from satdnd.grid.notation import cell_name

WallTuple: TypeAlias = tuple[tuple[Cell, Cell], ...]
"""Pairs of neighbouring cells in reading order."""
_WALL = re.compile(r"r([1-9][0-9]{0,8})c([1-9][0-9]{0,8})-r([1-9][0-9]{0,8})c([1-9][0-9]{0,8})", re.IGNORECASE)


@dataclass(frozen=True)
class Walls(Clues[WallTuple]):
    """Walls, each between two neighbouring cells. A field of this family has the default ``()``."""

    noun: str = "wall"
    keyword: str = "walls"
    removable: bool = False
    rare: bool = True

    @property
    def help(self) -> str:
        """Their names."""
        return "Borders that close no area follow below 'walls', each by its two cells: r1c1-r1c2."

    def checked(self, value: Any, name: str) -> WallTuple:
        """The pairs in reading order, each once."""
        found = set[tuple[Cell, Cell]]()
        for wall in fields.sequence(value, name, "pairs of cells"):
            one, *more = sorted(fields.cell_sequence(wall, name))
            if len(more) != 1 or abs(one[0] - more[0][0]) + abs(one[1] - more[0][1]) != 1:
                raise InputError(f"found {fields.shown(wall)} among the {name}, expected two cells side by side")
            found.add((one, more[0]))
        return tuple(sorted(found))

    def fitted(self, value: WallTuple, name: str, geometry: Grid) -> WallTuple:
        """Check that all cells are in the grid."""
        for cell in (cell for wall in value for cell in wall):
            if not geometry.contains(cell):
                size = f"{geometry.height}x{geometry.width}"
                raise InputError(f"a wall is at {list(cell)}, outside the grid of {size}")
        return value

    def size(self, value: WallTuple) -> tuple[int, int]:
        """Neither side is determined."""
        return 0, 0

    def blank(self, height: int, width: int) -> WallTuple:
        """No walls."""
        return ()

    def to_json(self, value: WallTuple) -> list[list[list[int]]] | None:
        """Lists of two cells; None if there are no walls."""
        return [[list(cell) for cell in wall] for wall in value] or None

    def from_json(self, value: Any, name: str) -> WallTuple:
        """The inverse of `to_json`. Raises InputError."""
        return self.checked(
            [fields.listed(wall, name, "two cells") for wall in fields.listed(value, name, "walls")], name
        )

    def to_lines(self, value: WallTuple) -> list[str]:
        """``r1c1-r1c2``, a line for each."""
        return ["-".join(map(cell_name, wall)) for wall in value]

    def from_lines(self, rows: list[Line]) -> WallTuple:
        """The inverse of `to_lines`, or several in a line. Raises InputError."""
        found = list[tuple[Cell, Cell]]()
        for number, line in rows:
            for word, column in texts.words(line):
                match = _WALL.fullmatch(word)
                if match is None:
                    expected = "expected two cells side by side, such as r1c1-r1c2"
                    raise InputError(f"found {fields.shown(word)}, {expected}", line=number, column=column)
                a, b, c, d = (int(x) - 1 for x in match.groups())
                found.append(((a, b), (c, d)))
        return self.checked(found, self.keyword)

    def given_clues(self, value: WallTuple) -> dict[Hashable, Any]:
        """None: walls cannot be left out."""
        return {}

    def changed(self, value: WallTuple, clues: Mapping[Hashable, Any]) -> WallTuple:
        """The value as it is."""
        return value

    def alternatives(self, value: WallTuple, place: Hashable, size: tuple[int, int]) -> Iterable[Any]:
        """None."""
        return []

    def name_of(self, place: Any) -> str:
        """``the wall at r1c1``."""
        return f"the wall at {cell_name(place[0])}"

    def drawn(self, value: WallTuple, picture: Picture) -> Picture:
        """The picture with a heavy line for each."""
        right = picture.lines_right.union(one for one, other in value if one[0] == other[0])
        below = picture.lines_below.union(one for one, other in value if one[1] == other[1])
        return replace(picture, lines_right=right, lines_below=below)

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs."""
        return {"family": "walls"}
