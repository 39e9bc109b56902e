"""Small numbers in cells as clues, kept as one string per row: ``("2_?", "___")``."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from satdnd.declaration.clues.family import UNKNOWN, Clues
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.formats.grids import EMPTY, cells_of, lines_of
from satdnd.formats.links import puzzlink
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.notation import cell_name

SignRow: TypeAlias = str | tuple[str, ...]
"""A sign for each cell of a row; a string unless a number has several digits."""


@dataclass(frozen=True)
class DigitGrid(Clues[tuple[SignRow, ...]]):
    """One sign per cell: a number, ``?`` for an unknown one, or the sign of a cell without one.

    Args:
        noun: the word for a cell with a number, with its article: ``an island``.
        ground: the word for other cells.
        without: their sign; ``.`` is read as well.
        least, most: the smallest and largest number; a larger one is valid too, and leaves no solution.
        hint: a remark about a number that is not valid.
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

    def checked(self, value: Any, name: str) -> tuple[SignRow, ...]:
        """The rows, all of the same length; each a string, or a list of signs or numbers with None for none."""
        rows = [
            row if isinstance(row, str) else [self._sign(x) for x in fields.sequence(row, name, "strings or lists")]
            for row in fields.sequence(value, name, "a list of strings")
        ]
        fields.rectangle(rows)
        for r, row in enumerate(rows):
            for sign in dict.fromkeys(row):
                if not self._fits(sign):
                    hint = f" ({self.hint})" if sign.isdigit() else ""
                    found = f"cell {cell_name((r, row.index(sign)))}: found {fields.shown(sign)}{hint}"
                    raise InputError(f"{found}, expected {self._expected}")
        return tuple(map(self._packed, rows))

    def _sign(self, entry: Any) -> str:
        return self.without if entry is None else entry if isinstance(entry, str) else fields.shown(entry)

    def _fits(self, sign: str) -> bool:
        if sign in (self.without, EMPTY, UNKNOWN):
            return True
        return bool(re.fullmatch("0|[1-9][0-9]{0,8}", sign)) and int(sign) >= self.least

    def _packed(self, signs: Sequence[str]) -> SignRow:
        if max(map(len, signs)) > 1:
            signs = [self.without if sign == EMPTY else _bare(sign) for sign in signs]
        return tuple(signs) if max(map(len, signs)) > 1 else "".join(signs).replace(EMPTY, self.without)

    @property
    def _expected(self) -> str:
        return f"{self.one} '{self.least}' to '{self.most}' or '?', or {self.ground} '{self.without}' or '.'"

    def size(self, value: Sequence[SignRow]) -> tuple[int, int]:
        """Rows and columns of the grid."""
        return len(value), len(value[0])

    def blank(self, height: int, width: int) -> tuple[SignRow, ...]:
        """A grid without numbers."""
        return (self.without * width,) * height

    def to_json(self, value: Sequence[SignRow]) -> list[str | list[int | str | None]]:
        """The strings; a list for a row with a number above 9."""
        return [row if isinstance(row, str) else [*map(self._entry, row)] for row in value]

    def _entry(self, sign: str) -> int | str | None:
        return None if sign == self.without else sign if sign == UNKNOWN else int(sign)

    def from_json(self, value: Any, name: str) -> tuple[SignRow, ...]:
        """The inverse: from JSON, lines or slots. Raises InputError."""
        listed = enumerate(fields.listed(value, name, "strings"))
        rows = [row if isinstance(row, list) else fields.text(row, f"{name}[{i}]") for i, row in listed]
        try:
            return self.checked(rows, name)
        except InputError as error:
            raise InputError(f'field "{name}": {error.message}') from None

    def to_lines(self, value: Sequence[SignRow]) -> list[str]:
        """One line per row, with blanks between the signs if a number is above 9."""
        return lines_of(value)

    def is_cell(self, word: str) -> bool:
        """One sign; a number may be in brackets."""
        return word != self.without and self._fits(_bare(word))

    def from_lines(self, rows: list[Line]) -> tuple[SignRow, ...]:
        """The inverse: from JSON, lines or slots. Raises InputError."""
        return tuple(map(self._packed, cells_of(rows, self.is_cell, self._expected)))

    def slots(self, value: Sequence[SignRow], height: int, width: int) -> list[int | None]:
        """One slot per cell."""
        signs: dict[str, int | None] = {self.without: None, UNKNOWN: puzzlink.UNKNOWN}
        return [signs[x] if x in signs else int(x) for row in value for x in row]

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> tuple[SignRow, ...]:
        """The inverse: from JSON, lines or slots. Raises InputError."""
        signs = list[str]()
        for index, slot in enumerate(slots):
            if slot and slot[0] < self.least and slot[0] != puzzlink.UNKNOWN:
                found = f"found {self.one} of {slot[0]} at {cell_name(divmod(index, width))}"
                raise InputError(f"{found}, expected {self.least} to {self.most}, or an unknown number", column=slot[1])
            signs.append(self.without if slot is None else UNKNOWN if slot[0] == puzzlink.UNKNOWN else str(slot[0]))
        return tuple(self._packed(signs[r * width : (r + 1) * width]) for r in range(height))

    def given_clues(self, value: Sequence[SignRow]) -> dict[Hashable, int]:
        """The cells with a known number."""
        return {(r, c): int(sign) for r, row in enumerate(value) for c, sign in enumerate(row) if sign.isdigit()}

    def changed(self, value: Sequence[SignRow], clues: Mapping[Any, Any]) -> tuple[SignRow, ...]:
        """The grid with other numbers; None becomes ``?``."""
        rows = [list(row) for row in value]
        for (r, c), number in clues.items():
            rows[r][c] = UNKNOWN if number is None else str(number)
        return tuple(map(self._packed, rows))

    def alternatives(self, value: Sequence[SignRow], place: Any, size: tuple[int, int]) -> list[int]:
        """All possible numbers."""
        old = self.given_clues(value).get(place, self.least)
        return sorted(range(self.least, self.most + 1), key=lambda x: abs(x - old))

    def name_of(self, place: Any) -> str:
        """``the island at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    def drawn(self, value: Sequence[SignRow], picture: Picture) -> Picture:
        """The picture with numbers in their cells."""
        tiles = [
            [
                tile if x == self.without else Tile.of(self.style, x, tile.marked)
                for x, tile in zip(row, line, strict=True)
            ]
            for row, line in zip(value, picture.tiles, strict=True)
        ]
        return replace(picture, tiles=tiles)


def _bare(word: str) -> str:
    return word[1:-1] if re.fullmatch(r"\[[0-9]+\]", word) else word
