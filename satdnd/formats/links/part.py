"""Pieces of a line, and the errors that say where in it something is wrong."""

from __future__ import annotations

from typing import NamedTuple

from satdnd.errors import InputError

LONGEST_SIDE = 1000
"""Rows and columns that a link may announce."""


class Part(NamedTuple):
    """A piece of a line."""

    text: str
    column: int
    """From 1: where it begins in the line."""

    def wrong(self, at: int, found: str, expected: str) -> InputError:
        """What was found at the offset *at*, and what was expected there."""
        return InputError(f"{found}, expected {expected}", column=self.column + at)


def size(part: Part, what: str) -> int:
    """A side of the grid, from 1 to `LONGEST_SIDE`; *what* it counts: ``columns``."""
    if len(part.text) > 9 or not 1 <= int(part.text) <= LONGEST_SIDE:
        raise part.wrong(0, f"found {part.text[:12]} {what}", f"1 to {LONGEST_SIDE}")
    return int(part.text)


def square(one: Part, other: Part) -> int:
    """The side of a square grid of *one* columns and *other* rows."""
    width, height = size(one, "columns"), size(other, "rows")
    if width != height:
        raise other.wrong(0, f"found a grid of {height} rows and {width} columns", "as many rows as columns")
    return width
