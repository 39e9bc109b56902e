"""One-digit numbers in cells as clues, kept as one string per row: ``("2_?", "___")``."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from satdnd.declaration.clues import UNKNOWN, Clues
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.formats.grids import EMPTY, cells_of
from satdnd.formats.links import puzzlink
from satdnd.formats.texts import Line
from satdnd.grid.notation import cell_name


@dataclass(frozen=True)
class DigitGrid(Clues[tuple[str, ...]]):
    """One sign per cell: a digit, ``?`` for an unknown number, or the sign of a cell without one.

    Args:
        noun: the word for a cell with a number, with its article: ``an island``.
        ground: the word for other cells.
        without: their sign; ``.`` is read as well.
        least, most: the smallest and largest number.
        hint: a remark about a digit that is not a valid number.
        style: the style of tiles with numbers.
    """

    one: str
    ground: str
    without: str
    least: int
    most: int
    hint: str
    style: str

    @property
    def noun(self) -> str:  # type: ignore[override]  # derived
        """The noun without its article."""
        return self.one.split()[-1]

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the range of numbers, and the sign of a cell without one."""
        limits = {"least": self.least, "most": self.most, "unknown": True, "fixed": True}
        return {"family": "numbers", **limits, "without": self.without, "ground": self.ground, "style": self.style}

    @property
    def help(self) -> str:
        """How the signs are written."""
        text = f"{self.least} to {self.most} {self.one}, ? one with an unknown number"
        return f"One line per row: {text}, {self.without} or . {self.ground}."

    @property
    def _signs(self) -> str:
        return f"{self.least}-{self.most}{UNKNOWN}"

    def checked(self, value: Any, name: str) -> tuple[str, ...]:
        """The strings, all of the same length."""
        rows = fields.sequence(value, name, "a list of strings")
        for row in rows:
            fields.text(row, name)
        fields.rectangle(rows)
        for r, row in enumerate(rows):
            if wrong := self._wrong(row):
                raise InputError(f"cell {cell_name((r, wrong[0]))}: {wrong[1]}")
        return tuple(row.replace(".", self.without) for row in rows)

    def _wrong(self, row: str) -> tuple[int, str] | None:
        """The first wrong character of *row*: its index and a message; None if there is none."""
        bad = re.search(f"[^{self._signs}{self.without}.]", row)
        if bad is None:
            return None
        hint = f" ({self.hint})" if bad[0] in "0123456789" else ""
        return bad.start(), f"found {bad[0]!r}{hint}, expected {self._expected}"

    @property
    def _expected(self) -> str:
        return f"{self.one} '{self.least}' to '{self.most}' or '?', or {self.ground} '{self.without}' or '.'"

    def size(self, value: Sequence[str]) -> tuple[int, int]:
        """Rows and columns of the grid."""
        return len(value), len(value[0])

    def blank(self, height: int, width: int) -> tuple[str, ...]:
        """A grid without numbers."""
        return (self.without * width,) * height

    def to_json(self, value: Sequence[str]) -> list[str]:
        """The strings."""
        return list(value)

    def from_json(self, value: Any, name: str) -> tuple[str, ...]:
        """The inverse: from JSON, lines or slots. Raises InputError."""
        rows = fields.lines(value, name)
        try:
            return self.checked(rows, name)
        except InputError as error:
            raise InputError(f'field "{name}": {error.message}') from None

    def to_lines(self, value: Sequence[str]) -> list[str]:
        """The strings."""
        return list(value)

    def is_cell(self, word: str) -> bool:
        """One sign."""
        return len(word) == 1 and word != self.without and not self._wrong(word)

    def from_lines(self, rows: list[Line]) -> tuple[str, ...]:
        """The inverse: from JSON, lines or slots. Raises InputError."""
        rows_of_cells = cells_of(rows, self.is_cell, self._expected)
        return tuple("".join(row).replace(EMPTY, self.without) for row in rows_of_cells)

    def slots(self, value: Sequence[str], height: int, width: int) -> list[int | None]:
        """One slot per cell."""
        signs: dict[str, int | None] = {self.without: None, UNKNOWN: puzzlink.UNKNOWN}
        return [signs[x] if x in signs else int(x) for row in value for x in row]

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> tuple[str, ...]:
        """The inverse: from JSON, lines or slots. Raises InputError."""
        signs = ""
        for index, slot in enumerate(slots):
            if slot and not self.least <= slot[0] <= self.most and slot[0] != puzzlink.UNKNOWN:
                found = f"found {self.one} of {slot[0]} at {cell_name(divmod(index, width))}"
                raise InputError(f"{found}, expected {self.least} to {self.most}, or an unknown number", column=slot[1])
            signs += self.without if slot is None else UNKNOWN if slot[0] == puzzlink.UNKNOWN else str(slot[0])
        return tuple(signs[r * width : (r + 1) * width] for r in range(height))

    def given_clues(self, value: Sequence[str]) -> dict[Hashable, int]:
        """The cells with a known number."""
        return {(r, found.start()): int(found[0]) for r, row in enumerate(value) for found in re.finditer("[0-9]", row)}

    def changed(self, value: Sequence[str], clues: Mapping[Any, Any]) -> tuple[str, ...]:
        """The grid with other numbers; None becomes ``?``."""
        rows = [list(row) for row in value]
        for (r, c), number in clues.items():
            rows[r][c] = UNKNOWN if number is None else str(number)
        return tuple(map("".join, rows))

    def alternatives(self, value: Sequence[str], place: Any, size: tuple[int, int]) -> list[int]:
        """All possible numbers."""
        old = self.given_clues(value).get(place, self.least)
        return sorted(range(self.least, self.most + 1), key=lambda x: abs(x - old))

    def name_of(self, place: Any) -> str:
        """``the island at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    def drawn(self, value: Sequence[str], picture: Picture) -> Picture:
        """The picture with numbers in their cells."""
        tiles = [
            [
                tile if x == self.without else Tile.of(self.style, x, tile.marked)
                for x, tile in zip(row, line, strict=True)
            ]
            for row, line in zip(value, picture.tiles, strict=True)
        ]
        return replace(picture, tiles=tiles)
