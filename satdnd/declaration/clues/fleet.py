"""A fleet: the lengths of all ships of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from satdnd.declaration.clues.attributes import Attribute
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.texts import Line
from satdnd.grid import fields

Lengths: TypeAlias = tuple[int, ...]
"""The cells of each ship, the longest first."""
_SHARE = 0.28
"""The most cells of a usual fleet, as a share of all."""


@dataclass(frozen=True)
class Fleet(Attribute[Lengths]):
    """The lengths of the ships."""

    keyword: str = "fleet"
    noun: str = "fleet"

    @property
    def help(self) -> str:
        """How it is written."""
        return "Below 'fleet' the length of each ship."

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the share of a usual fleet."""
        return {"family": "fleet", "share": _SHARE}

    def checked(self, value: Any, name: str) -> Lengths:
        """The lengths, in order. Raises InputError."""
        lengths = fields.sequence(value, name, "the lengths of ships")
        if bad := [length for length in lengths if not fields.writable(length, 1)]:
            raise InputError(f"{name} has a ship of length {fields.shown(bad[0])}, expected a whole number from 1")
        return tuple(sorted(lengths, reverse=True))

    def blank(self, height: int, width: int) -> Lengths:
        """A usual fleet: one ship of the greatest length, two of the next, and so on."""
        longest = 0
        while (longest + 1) * (longest + 2) * (longest + 3) <= 6 * _SHARE * height * width:
            longest += 1
        longest = min(longest, max(height, width))
        return tuple(length for i, length in enumerate(range(longest, 0, -1), 1) for _ in range(i))

    def to_json(self, value: Lengths) -> list[int]:
        """A list."""
        return list(value)

    def from_json(self, value: Any, name: str) -> Lengths:
        """The inverse of `to_json`. Raises InputError."""
        return self.checked(tuple(fields.listed(value, name, "the lengths of ships")), name)

    def to_lines(self, value: Lengths) -> list[str]:
        """All lengths on one line."""
        return [" ".join(map(str, value)) or "0"]

    def from_lines(self, rows: list[Line]) -> Lengths:
        """The inverse of `to_lines`; 0 stands for no ship. Raises InputError."""
        found = list[int]()
        for number, word, column in ((row[0], *word) for row in rows for word in texts.words(row[1], ",")):
            if not (word.isascii() and word.isdigit() and len(word) < 10):
                raise InputError(f"found {fields.shown(word)}, expected a ship's length", line=number, column=column)
            found.append(int(word))
        return tuple(sorted(filter(None, found), reverse=True))

    def drawn(self, value: Lengths, picture: Picture) -> Picture:
        """The picture with the lengths above it."""
        return picture if picture.title else replace(picture, title=f"fleet: {self.to_lines(value)[0]}")
