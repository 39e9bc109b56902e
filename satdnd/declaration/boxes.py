"""The shape of the boxes of a square whose rows, columns and boxes have as many cells each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from satdnd.declaration.clues import Clues
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Grid
from satdnd.grid.boxes import SHAPES, USUAL, Shape, shapes


class Boxes(Clues[Shape]):
    """The shape of the boxes, written only if it is not the usual one. It is no clue that could be left out."""

    noun = "shape of a box"
    removable = False

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the usual shapes by side."""
        return {"family": "boxes", "usual": {str(side): list(shape) for side, shape in USUAL.items()}}

    def checked(self, value: Any, name: str) -> Shape | None:  # type: ignore[override]  # None: the usual one, until fitted
        """Two numbers; None for the usual shape."""
        if value is None or (type(value) is tuple and value in SHAPES):
            return value
        found = fields.sequence(value, name, "[rows, columns] of a box")
        if len(found) != 2 or any(type(x) is not int for x in found) or found not in shapes(found[0] * found[1]):
            raise InputError(f'field "{name}" is {fields.shown(value)}, expected [rows, columns] of a box, from 2 each')
        return found

    def size(self, value: Shape | None) -> tuple[int, int]:
        """The side of the square, if the shape is stated."""
        return (value[0] * value[1],) * 2 if value else (0, 0)

    def fitted(self, value: Shape | None, name: str, geometry: Grid) -> Shape:
        """The stated or usual shape."""
        return value or USUAL[geometry.height]

    def blank(self, height: int, width: int) -> None:  # type: ignore[override]
        """The usual shape."""
        return

    def to_json(self, value: Shape) -> list[int]:
        """``[rows, columns]``."""
        return list(value)

    def to_record(self, value: Shape, name: str) -> dict[str, Any]:
        """Nothing for the usual shape."""
        return {} if value == USUAL[value[0] * value[1]] else {name: self.to_json(value)}

    def to_lines(self, value: Shape) -> list[str]:
        """None: a note has the shape."""
        return []

    def from_lines(self, rows: list[Line]) -> Shape:
        """Not used, as there are no lines."""
        raise NotImplementedError

    def given_clues(self, value: Shape) -> Mapping[Any, Any]:
        """None."""
        return {}

    def changed(self, value: Shape, clues: Mapping[Any, Any]) -> Shape:
        """The same."""
        return value

    def alternatives(self, value: Shape, place: Any, size: tuple[int, int]) -> Iterable[Any]:
        """None."""
        return ()

    def name_of(self, place: Any) -> str:
        """``the shape of a box``."""
        return f"the {self.noun}"

    def drawn(self, value: Shape, picture: Picture) -> Picture:
        """*picture* with heavy lines between the boxes."""
        (height, width), side = value, value[0] * value[1]
        return replace(
            picture,
            lines_right=frozenset((r, c) for r in range(side) for c in range(width - 1, side - 1, width)),
            lines_below=frozenset((r, c) for r in range(height - 1, side - 1, height) for c in range(side)),
        )
