"""Numbers at the four margins of a grid, one for each row or column as seen from there."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from satdnd.declaration.clues.family import Clues
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.links import puzzlink
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid

NumbersOfLines: TypeAlias = tuple[int | None, ...]
"""The number of each line; None if there is none."""
SIDES = {"top": "column", "bottom": "column", "left": "row", "right": "row"}
"""For each margin, the lines that have a number there."""


@dataclass(frozen=True)
class NumberMargin(Clues[NumbersOfLines]):
    """Numbers at one margin, from 1. A text without any may leave the section out.

    Args:
        side: ``top``, ``bottom``, ``left`` or ``right``.
    """

    side: str
    noun: str = "number"

    @property
    def keyword(self) -> str:  # type: ignore[override]  # it follows from the side
        """The side of the grid."""
        return self.side

    @property
    def line(self) -> str:
        """``row`` or ``column``."""
        return SIDES[self.side]

    def checked(self, value: Any, name: str) -> NumbersOfLines:
        """The numbers as a tuple, empty for a margin that is left out; `fitted` checks them."""
        found = () if value is None else fields.sequence(value, name, "a list of numbers, None for an unknown one")
        fields.sides(max(len(found), 1), 1)
        return found

    def fitted(self, value: NumbersOfLines, name: str, geometry: Grid) -> NumbersOfLines:
        """One for each line."""
        for i, number in enumerate(value):
            if number is not None and not fields.writable(number, 1):
                found = f"found {fields.shown(number)}, expected a whole number from 1, or None"
                raise InputError(f"{self.name_of(i)}: {found}")
        return value or self.blank(geometry.height, geometry.width)

    def size(self, value: NumbersOfLines) -> tuple[int, int]:
        """The length of the side that the margin determines."""
        return (len(value), 0) if self.line == "row" else (0, len(value))

    def blank(self, height: int, width: int) -> NumbersOfLines:
        """A margin without numbers."""
        return (None,) * (height if self.line == "row" else width)

    def cells(self, place: Any, geometry: Grid) -> list[Cell]:
        """The cells of a line, starting at this margin."""
        n = range(geometry.width if self.line == "row" else geometry.height)
        line = [(place, c) for c in n] if self.line == "row" else [(r, place) for r in n]
        return line if self.side in ("top", "left") else line[::-1]

    def to_json(self, value: NumbersOfLines) -> list[int | None]:
        """A list, with null for lines without a number."""
        return list(value)

    def from_json(self, value: Any, name: str) -> NumbersOfLines:
        """The inverse of `to_json`. Raises InputError."""
        return () if value is None else self.checked(fields.listed(value, name, "numbers"), name)

    def to_lines(self, value: NumbersOfLines) -> list[str]:
        """All numbers on one line; no line if there are none, except for the first margin, which fixes the size."""
        written = self.side == "top" or any(value)
        return [" ".join("." if x is None else str(x) for x in value)] if written else []

    def from_lines(self, rows: list[Line]) -> NumbersOfLines:
        """The inverse of `to_lines`: numbers with blanks or commas; a line without blanks has one per digit."""
        words = [(word, number, column) for number, line in rows for word, column in texts.words(line, ",")]
        if len(words) == 1:
            ((text, number, start),) = words
            words = [(word, number, column) for word, column in texts.letters(text, start)]
        for word, number, column in words:
            if word not in (".", "?", "_", "-") and not (word.isascii() and word.isdigit() and len(word) < 10):
                found = f"found {fields.shown(word)}, expected a number, or . for none"
                raise InputError(found, line=number, column=column)
        return tuple(int(word) if word.isdigit() else None for word, _, _ in words)

    def slot_count(self, height: int, width: int) -> int:
        """One for each line."""
        return height if self.line == "row" else width

    def slots(self, value: NumbersOfLines, height: int, width: int) -> list[int | None]:
        """The numbers."""
        return list(value)

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> NumbersOfLines:
        """The inverse of `slots`; an unknown number becomes None."""
        for i, slot in enumerate(slots):
            if slot and slot[0] != puzzlink.UNKNOWN and slot[0] < 1:
                found = f"{self.name_of(i)}: found {slot[0]}, expected a number from 1"
                raise InputError(found, column=slot[1])
        return tuple(slot[0] if slot and slot[0] != puzzlink.UNKNOWN else None for slot in slots)

    def given_clues(self, value: NumbersOfLines) -> dict[Hashable, int]:
        """The numbers by line."""
        return {i: number for i, number in enumerate(value) if number is not None}

    def changed(self, value: NumbersOfLines, clues: Mapping[Any, Any]) -> NumbersOfLines:
        """The margin with other numbers for some lines."""
        return tuple(clues.get(i, number) for i, number in enumerate(value))

    def alternatives(self, value: NumbersOfLines, place: Any, size: tuple[int, int]) -> list[int]:
        """Other numbers up to the number of cells, the nearest first."""
        old = value[place] or 0
        return sorted(range(1, size[self.line == "row"] + 1), key=lambda number: abs(number - old))

    def name_of(self, place: Any) -> str:
        """``the number at the top of column 2``."""
        return f"the {self.noun} {self.at(place)}"

    def at(self, place: Any) -> str:
        """``at the top of column 2``."""
        return f"at the {self.side} of {self.line} {place + 1}"

    def drawn(self, value: NumbersOfLines, picture: Picture) -> Picture:
        """The picture with the numbers beside the grid."""
        labels = ["" if x is None else str(x) for x in value]
        return replace(picture, **{self.side: labels if any(labels) else ()})  # type: ignore[arg-type]  # a side of it

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the side."""
        return {"family": "margin", "side": self.side}
