"""What a puzzle has beside its clues: it is written with them, but is nothing to leave out, to change or to repair."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, TypeVar

from satdnd.declaration.clues.family import Clues
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Grid

V = TypeVar("V")


class Attribute(Clues[V]):
    """The base class: a field without lines, without places."""

    removable = False

    def size(self, value: V) -> tuple[int, int]:
        """Neither side is determined."""
        return 0, 0

    def to_lines(self, value: V) -> list[str]:
        """None."""
        return []

    def from_lines(self, rows: list[Line]) -> V:
        """Not used, as there are no lines."""
        raise NotImplementedError

    def given_clues(self, value: V) -> Mapping[Hashable, Any]:
        """None."""
        return {}

    def changed(self, value: V, clues: Mapping[Hashable, Any]) -> V:
        """The same."""
        return value

    def alternatives(self, value: V, place: Hashable, size: tuple[int, int]) -> Iterable[Any]:
        """None."""
        return ()

    def name_of(self, place: Hashable) -> str:
        """``the shape of a box``."""
        return f"the {self.noun}"

    def drawn(self, value: V, picture: Picture) -> Picture:
        """Nothing is drawn."""
        return picture


class Side(Attribute[int]):
    """The number of rows, which is that of columns, in a field of JSON that other clues do not need: 0 is as they say.

    Args:
        largest: the largest side.
    """

    noun = "side"
    unsaid = 0

    def __init__(self, largest: int) -> None:
        self.largest = largest

    @property
    def page(self) -> dict[str, Any]:
        """Nothing."""
        return {}

    def checked(self, value: Any, name: str) -> int:
        """The side, if it is known. Raises InputError."""
        if value != 0 or type(value) is not int:
            fields.sides(value, value, self.largest)
        side: int = value
        return side

    def from_json(self, value: Any, name: str) -> int:
        """A side from 1 on. Raises InputError."""
        fields.sides(value, value, self.largest)
        return self.checked(value, name)

    def fitted(self, value: int, name: str, geometry: Grid) -> int:
        """The side, once the other clues are known. Raises InputError."""
        if geometry.height != geometry.width:
            found = f"{geometry.height} rows and {geometry.width} columns"
            raise InputError(f"found {found}, expected as many rows as columns")
        return geometry.height

    def size(self, value: int) -> tuple[int, int]:
        """The side twice."""
        return value, value

    def blank(self, height: int, width: int) -> int:
        """As the other clues say."""
        return 0

    def to_json(self, value: int) -> int:
        """The side."""
        return value
