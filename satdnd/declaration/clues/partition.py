"""Areas without numbers: a name in each cell says which cells belong together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Any, ClassVar

from satdnd.declaration.clues.areas import HOLE, Areas, AreaTuple, is_name
from satdnd.declaration.clues.family import WALL
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats.grids import cells_of
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid
from satdnd.grid.notation import cell_name

_NAMES = ascii_letters + digits


@dataclass(frozen=True)
class NamedArea:
    """Cells that belong together."""

    cells: tuple[Cell, ...]

    number: ClassVar[None] = None

    def __str__(self) -> str:
        return f"the area at {cell_name(self.cells[0])}"


@dataclass(frozen=True)
class Partition(Areas):
    """Areas that fill the grid, or leave holes. Only the grouping counts, not the names.

    Rows of names are accepted as a value as well: ``("aab", "abb")``.

    Args:
        rare: whether a puzzle may have none at all, as most do. A field of such a family has the default ``()``.
    """

    area: Callable[[Any, tuple[Cell, ...]], Any] = lambda number, cells: NamedArea(cells)
    optional: bool = True
    removable: bool = False
    rare: bool = False

    @property
    def help(self) -> str:
        """A grid of names."""
        names = f"One line per row with a name for each cell, the same name throughout each {self.noun}"
        return f"{names}; {HOLE} for a cell of no {self.noun}." if self.holes else f"{names}."

    def checked(self, value: Any, name: str) -> AreaTuple:
        """The areas in order."""
        found = fields.sequence(value, name, f"a list of {self.keyword}, or rows of names")
        if found and all(isinstance(row, str) for row in found):
            return self.from_lines([*enumerate(found, 1)])
        if bad := [area for area in found if not isinstance(area, NamedArea)]:
            raise InputError(f"found {fields.shown(bad[0])} among the {self.keyword}, expected a NamedArea")
        return super().checked(found, name)

    def fitted(self, value: AreaTuple, name: str, geometry: Grid) -> AreaTuple:
        """Check that every cell is in one area, if there are any."""
        return value if self.rare and not value else super().fitted(value, name, geometry)

    def blank(self, height: int, width: int) -> AreaTuple:
        """An area for each row, or none."""
        return () if self.rare else super().blank(height, width)

    def to_record(self, value: AreaTuple, name: str) -> dict[str, Any]:
        """Nothing if there are none."""
        return {name: self.to_json(value)} if value or not self.rare else {}

    def to_lines(self, value: AreaTuple) -> list[str]:
        """A grid of names; no lines if there are none."""
        return super().to_lines(value) if value else []

    def drawn(self, value: AreaTuple, picture: Picture) -> Picture:
        """Heavy lines between areas, if there are any."""
        return super().drawn(value, picture) if value else picture

    def to_json(self, value: AreaTuple) -> list[Any]:
        """One string per row, or a list of numbers if there are more areas than signs."""
        index = {cell: i for i, area in enumerate(value) for cell in area.cells}
        height, width = self.size(value)
        rows = [[index.get((r, c)) for c in range(width)] for r in range(height)]
        if len(value) > len(_NAMES):
            return [[None if i is None else i + 1 for i in row] for row in rows]
        names = [[None if i is None else _NAMES[i] for i in row] for row in rows]
        return (
            names
            if len(index) < height * width
            else ["".join(_NAMES[index[r, c]] for c in range(width)) for r in range(height)]
        )

    def is_cell(self, word: str) -> bool:
        """A name of one character, or a hole."""
        return super().is_cell(word) or (self.holes and word in (HOLE, WALL))

    def from_json(self, value: Any, name: str, height: int = 0, width: int = 0) -> AreaTuple:
        """The inverse of `to_json`: a string or a list of names for each row."""
        rows = list[Sequence[Any]]()
        for i, row in enumerate(fields.listed(value, name, "rows of names")):
            names = row if isinstance(row, str) else fields.listed(row, f"{name}[{i}]", "names")
            split = names.split() if isinstance(names, str) and len(names.split()) > 1 else names
            if bad := [x for x in split if type(x) not in (str, int) and not (x is None and self.holes)]:
                raise InputError(f'field "{name}[{i}]" holds {fields.shown(bad[0])}, expected a name')
            rows.append([HOLE if x is None else str(x) for x in split])
        if not rows:
            raise InputError(f'field "{name}" is empty, expected a row of names for each row')
        try:
            fields.rectangle(rows)
        except InputError as error:
            raise InputError(f'field "{name}": {error.message}') from None
        return self._named(rows)

    def from_lines(self, rows: list[Line]) -> AreaTuple:
        """The inverse of `to_lines`, with any names."""
        return self._named(cells_of(rows, is_name, "a name"))

    def _named(self, rows: Sequence[Sequence[str]]) -> AreaTuple:
        fields.sides(len(rows), len(rows[0]))
        cells, holes = dict[str, list[Cell]](), self.hole_names(rows)
        for r, row in enumerate(rows):
            for c, name in enumerate(row):
                cells.setdefault(name.strip("[]"), []).append((r, c))
        return tuple(NamedArea(tuple(own)) for name, own in cells.items() if name not in holes)

    def given_clues(self, value: AreaTuple) -> dict[Any, int]:
        """Nothing: areas without numbers cannot be changed."""
        return {}

    def changed(self, value: AreaTuple, clues: Mapping[Any, Any]) -> AreaTuple:
        """The value as it is."""
        return value

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs."""
        return {"family": "jigsaw" if self.rare else "areas"}
