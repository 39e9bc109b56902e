"""Givens: values that stand in cells of a square already, a character each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any

from satdnd.declaration.clues import Clues, cells_of
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError, UsageError
from satdnd.formats import fields
from satdnd.formats.links import puzzlink
from satdnd.formats.texts import Line
from satdnd.grid.notation import cell_name, counted

EMPTY = "."
"""A cell without a value, as texts write it."""


@dataclass(frozen=True)
class Givens(Clues[tuple[int, ...]]):
    """Values of the cells of N rows of N, in reading order: 1 to N, or 0 for a cell without.

    Args:
        symbols: a character for each value.
        sides: the N that there are.
        noun: what one is called.
    """

    symbols: str
    sides: tuple[int, ...]
    noun: str = "clue"

    given = True

    @property
    def page(self) -> dict[str, Any]:
        """Which values and sides there are."""
        return {"family": "givens", "symbols": self.symbols, "sides": list(self.sides)}

    @property
    def help(self) -> str:
        """A character a cell."""
        return f"A line a row: {self.symbols[0]} to {self.symbols[-1]}, or . for a cell without."

    def checked(self, value: Any, name: str) -> tuple[int, ...]:
        """As many as a square has cells."""
        values = fields.several(value, name, "a list of numbers, 0 for an empty cell")
        side = isqrt(len(values))
        if side not in self.sides or side * side != len(values):
            counts = ", ".join(f"{n * n} ({n}x{n})" for n in self.sides)
            raise InputError(f"found {counted(len(values), 'cell')}, expected {counts}")
        if {*map(type, values)} == {int} and min(values) >= 0 and max(values) <= side:
            return values
        for i, found in enumerate(values):
            if type(found) is not int or not 0 <= found <= side:
                at = cell_name(divmod(i, side))
                raise InputError(f"cell {at} holds {found!r}, expected 1 to {side}, or 0 for an empty cell")
        return values

    def size(self, value: Sequence[int]) -> tuple[int, int]:
        """A square."""
        return (isqrt(len(value)),) * 2

    def blank(self, height: int, width: int) -> tuple[int, ...]:
        """No value; InputError where there is no such board."""
        if height != width or height not in self.sides:
            expected = ", ".join(f"{n}x{n}" for n in self.sides)
            raise InputError(f"found {height}x{width}, expected {expected}")
        return (0,) * height**2

    def to_json(self, value: Sequence[int]) -> str:
        """All cells as one string."""
        return "".join(map(self.shown, value))

    def from_json(self, value: Any, name: str) -> tuple[int, ...]:
        """The other way round."""
        text = fields.text(value, name)
        side = isqrt(len(text))
        try:
            return self.from_lines([(0, text[r * side : (r + 1) * side]) for r in range(side)])
        except InputError as error:
            raise InputError(f'field "{name}": {error.message}') from None

    def to_lines(self, value: Sequence[int]) -> list[str]:
        """A line a row."""
        text, side = self.to_json(value), isqrt(len(value))
        return [text[r * side : (r + 1) * side] for r in range(side)]

    def from_lines(self, rows: list[Line]) -> tuple[int, ...]:
        """The other way round."""
        values = {symbol: i for i, symbol in enumerate(EMPTY + self.symbols[: len(rows)])}
        expected = f"{self.symbols[0]} to {self.symbols[len(rows) - 1]} or {EMPTY!r}"
        return tuple(values[word] for row in cells_of(rows, values.__contains__, expected) for word in row)

    def slots(self, value: Sequence[int], height: int, width: int) -> list[int | None]:
        """A slot a cell."""
        return [number or None for number in value]

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> tuple[int, ...]:
        """A number that is not told is an empty cell."""
        values = [0] * len(slots)
        for i, slot in enumerate(slots):
            if slot and slot[0] != puzzlink.UNKNOWN:
                if not 1 <= slot[0] <= width:
                    at = cell_name(divmod(i, width))
                    raise InputError(f"found {slot[0]} at {at}, expected 1 to {width}", column=slot[1])
                values[i] = slot[0]
        return tuple(values)

    def told(self, value: Sequence[int]) -> dict[Any, int]:
        """The cells with a value."""
        side = isqrt(len(value))
        return {divmod(i, side): number for i, number in enumerate(value) if number}

    def changed(self, value: Sequence[int], clues: Mapping[Any, Any]) -> tuple[int, ...]:
        """Other values, or none."""
        values, side = list(value), isqrt(len(value))
        for (r, c), number in clues.items():
            values[r * side + c] = number or 0
        return tuple(values)

    def alternatives(self, value: Sequence[int], place: Any, size: tuple[int, int]) -> Iterable[int]:
        """All values."""
        return range(1, size[0] + 1)

    def of_mark(self, place: Any, what: str) -> int:
        """Its value."""
        if what not in self.symbols:
            raise UsageError(f"only values can be given, found {what!r}")
        return self.symbols.index(what) + 1

    def name_of(self, place: Any) -> str:
        """``the clue at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    def shown(self, clue: int) -> str:
        """Its character."""
        return self.symbols[clue - 1] if clue else EMPTY

    def drawn(self, value: Sequence[int], picture: Picture) -> Picture:
        """In their cells, told apart from what is found; what stands there already stays."""
        values = iter(value)
        tiles = [
            [Tile.of("clue", tile.text or self.shown(x), tile.marked) if (x := next(values)) else tile for tile in row]
            for row in picture.tiles
        ]
        return replace(picture, tiles=tiles)
