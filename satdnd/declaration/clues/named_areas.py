"""Areas of shading and placing puzzles: a name for each cell, and numbers in a separate list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from satdnd.declaration.clues.areas import HOLE, Areas, AreaTuple
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name

NUMBERS = "numbers"
"""The JSON field of the numbers."""
_NAMES = ascii_lowercase + ascii_uppercase


@dataclass(frozen=True)
class NumberedArea:
    """Cells that belong together, with or without a number.

    Args:
        number: 0 or more; None if there is none.
        cells: at least one, in any order; they are kept in reading order.

    Raises:
        InputError: another number, or no cells.
    """

    number: int | None
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        if self.number is not None:
            fields.whole(self.number, "number", 0)
        cells = tuple(sorted(fields.cell_sequence(self.cells, "cells of an area")))
        if not cells:
            raise InputError("an area has no cells, expected at least one")
        object.__setattr__(self, "cells", cells)

    def __str__(self) -> str:
        suffix = "" if self.number is None else f" of number {self.number}"
        return f"the area at {cell_name(self.cells[0])}{suffix}"


@dataclass(frozen=True)
class NamedAreas(Areas):
    """Areas written in JSON as rows of names; numbers are ``[row, column, number]``, on any cell of their area."""

    @property
    def further_fields(self) -> tuple[str, ...]:
        """The field of the numbers."""
        return (NUMBERS,)

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the smallest number."""
        return {"family": "numbered", "least": self.least}

    def to_record(self, value: AreaTuple, name: str) -> dict[str, Any]:
        """Strings with one letter per cell, or lists of numbers if there are more areas than letters."""
        height, width = self.size(value)
        index = {cell: i for i, area in enumerate(value) for cell in area.cells}
        few = len(value) <= len(_NAMES)
        names: dict[int | None, str | int | None] = {i: _NAMES[i] if few else i + 1 for i in range(len(value))}
        rows = [[names.get(index.get((r, c))) for c in range(width)] for r in range(height)]
        few &= len(index) == height * width
        numbers = [[*place, number] for place, number in self.given_clues(value).items()]
        return {name: ["".join(map(str, row)) for row in rows] if few else rows, NUMBERS: numbers}

    def from_record(self, record: Mapping[str, Any], name: str) -> AreaTuple:
        """The inverse of `to_record`. Raises InputError."""
        cells = dict[str, list[Cell]]()
        rows = names_of(record[name], name, holes=self.holes)
        holes = self.hole_names(rows)
        for r, row in enumerate(rows):
            for c, word in enumerate(row):
                cells.setdefault(word, []).append((r, c))
        numbers = dict[str, int]()
        entries = fields.listed(record.get(NUMBERS, []), NUMBERS, "[row, column, number]")
        for i, entry in enumerate(entries):
            if not isinstance(entry, list) or len(entry) != 3:
                raise InputError(f'field "{NUMBERS}[{i}]" is {fields.shown(entry)}, expected [row, column, number]')
        places = fields.cells([entry[:2] for entry in entries], NUMBERS, len(rows), len(rows[0]))
        for i, (entry, (r, c)) in enumerate(zip(entries, places, strict=True)):
            field = f"{NUMBERS}[{i}]"
            if rows[r][c] in holes:
                raise InputError(f'field "{field}" is the number of {cell_name((r, c))}, which is in no {self.noun}')
            if rows[r][c] in numbers:
                raise InputError(f'field "{field}" is a second number of the {self.noun} at {cell_name((r, c))}')
            numbers[rows[r][c]] = fields.whole(entry[2], field, self.least, self.most)
        return tuple(self.area(numbers.get(word), tuple(own)) for word, own in cells.items() if word not in holes)


def names_of(value: Any, name: str, *, holes: bool = False) -> list[Sequence[str]]:
    """The names in the rows of a JSON field, all of one length; with *holes*, null is `HOLE`. Raises InputError."""
    rows = [_names(row, f"{name}[{r}]", holes=holes) for r, row in enumerate(fields.listed(value, name, "rows"))]
    fields.rectangle(rows)
    return rows


def _names(row: Any, name: str, *, holes: bool) -> Sequence[str]:
    """The names in a row: characters, words separated by blanks, or a list of names. Raises InputError."""
    if isinstance(row, str):
        return row.split() if " " in row.strip() else tuple(row.strip())
    words = [HOLE if word is None and holes else word for word in fields.listed(row, name, "names")]
    for word in words:
        if not isinstance(word, str | int) or isinstance(word, bool):
            raise InputError(f'field "{name}" has {fields.shown(word)}, expected names of {len(words)} areas')
    return [str(word) for word in words]
