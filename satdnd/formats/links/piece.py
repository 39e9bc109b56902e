"""Pieces of a line, and errors that locate a fault in it."""

from __future__ import annotations

from typing import NamedTuple

from satdnd.errors import InputError
from satdnd.grid.fields import LONGEST_SIDE


class Piece(NamedTuple):
    """A piece of a line."""

    text: str
    column: int
    """The column, from 1, at which it begins in the line."""

    def wrong(self, at: int, found: str, expected: str) -> InputError:
        """The error that *found* is at the offset *at*, where *expected* should be."""
        return InputError(f"{found}, expected {expected}", column=self.column + at)


def size(part: Piece, what: str, longest: int = LONGEST_SIDE) -> int:
    """A side of the grid, from 1 to *longest*; *what* names its unit: ``columns``. Raises InputError."""
    if len(part.text) > 9 or not 1 <= int(part.text) <= longest:
        raise part.wrong(0, f"found {part.text[:12]} {what}", f"1 to {longest}")
    return int(part.text)


def square(one: Piece, other: Piece, longest: int = LONGEST_SIDE) -> int:
    """The side of a square grid of *one* columns and *other* rows, up to *longest*. Raises InputError."""
    width, height = size(one, "columns", longest), size(other, "rows", longest)
    if width != height:
        raise other.wrong(0, f"found a grid of {height} rows and {width} columns", "as many rows as columns")
    return width
