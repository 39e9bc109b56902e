"""The shape of the boxes of a square whose rows, columns and boxes have as many cells each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satdnd.declaration.attributes import Attribute
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Grid
from satdnd.grid.boxes import SHAPES, USUAL, Shape, shapes


class Boxes(Attribute[Shape]):
    """The shape of the boxes, written only if it is not the usual one."""

    noun = "shape of a box"

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

    def drawn(self, value: Shape, picture: Picture) -> Picture:
        """*picture* with heavy lines between the boxes."""
        (height, width), side = value, value[0] * value[1]
        return replace(
            picture,
            lines_right=frozenset((r, c) for r in range(side) for c in range(width - 1, side - 1, width)),
            lines_below=frozenset((r, c) for r in range(height - 1, side - 1, height) for c in range(side)),
        )
