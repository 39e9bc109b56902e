"""The shape of the boxes of a square whose rows, columns and boxes have as many cells each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satdnd.declaration.clues.attributes import Attribute
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Grid
from satdnd.grid.boxes import SHAPES, USUAL, Shape, shapes


def _name(shape: Shape) -> str:
    return "{}x{}".format(*shape)


_BY_NAME = {_name(shape): shape for shape in SHAPES}


class Boxes(Attribute[Shape]):
    """The shape of the boxes, written only if it is not the usual one: a note in a text, ``# boxes: 3x2``."""

    noun = "shape of a box"
    noted = True

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: the usual shapes by side."""
        return {"family": "boxes", "usual": {str(side): list(shape) for side, shape in USUAL.items()}}

    def checked(self, value: Any, name: str) -> Shape | None:  # type: ignore[override]  # None: the usual one, until fitted
        """Two numbers, or as a note has them; None for the usual shape."""
        if value is None or (type(value) is tuple and (value in SHAPES or value[:1] == (1,))):
            return value
        if isinstance(value, str):
            if value not in _BY_NAME:
                raise InputError(f"{name} is {fields.shown(value)}, expected rows and columns of a box, such as 2x3")
            return _BY_NAME[value]
        found = fields.sequence(value, name, "[rows, columns] of a box")
        if len(found) != 2 or any(type(x) is not int for x in found) or found not in shapes(found[0] * found[1]):
            raise InputError(f'field "{name}" is {fields.shown(value)}, expected [rows, columns] of a box, from 2 each')
        return found

    def fitted(self, value: Shape | None, name: str, geometry: Grid) -> Shape:
        """The stated or usual shape. Raises InputError."""
        possible = shapes(geometry.height)
        if not possible and value in (None, (1, geometry.width)):
            return (1, geometry.width)  # a side that is prime: areas are needed in their place
        if value and value not in possible:
            found, expected = _name(value), " or ".join(map(_name, possible))
            raise InputError(f"{name} is {found}, expected {expected} (rows and columns of a box)")
        return value or possible[0]

    def blank(self, height: int, width: int) -> None:  # type: ignore[override]
        """The usual shape."""
        return

    def to_note(self, value: Shape) -> str | None:
        """``3x2``; None for the usual shape."""
        return None if value == USUAL.get(value[0] * value[1], value) else _name(value)

    def to_json(self, value: Shape) -> list[int]:
        """``[rows, columns]``."""
        return list(value)

    def to_record(self, value: Shape, name: str) -> dict[str, Any]:
        """Nothing for the usual shape."""
        return {} if value == USUAL.get(value[0] * value[1], value) else {name: self.to_json(value)}

    def drawn(self, value: Shape, picture: Picture) -> Picture:
        """*picture* with heavy lines between the boxes."""
        (height, width), side = value, value[0] * value[1]
        return replace(
            picture,
            lines_right=frozenset((r, c) for r in range(side) for c in range(width - 1, side - 1, width)),
            lines_below=frozenset((r, c) for r in range(height - 1, side - 1, height) for c in range(side)),
        )
