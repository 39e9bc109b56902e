"""Givens as clues: values already in cells of a square, one character each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import isqrt
from string import ascii_uppercase
from typing import Any, cast

from satdnd.declaration.clues.family import Clues
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError, UsageError
from satdnd.formats.links import puzzlink
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.notation import cell_name, counted

EMPTY = "."
"""The sign of a cell without a value, as written."""
NO_VALUE = ".0-?_*"
"""The other signs for a cell without a value that are read."""
NUMBER = re.compile(r"0?([1-9]|[1-9][0-9])")
"""A value written as a number, with or without a leading 0."""
_INVALID = 255
"""The code of a character that is not one mark by itself."""
_MANY = 50
"""That many values above 9 and none below suggest an alphabet in which A means 1."""


@dataclass(frozen=True)
class Givens(Clues[tuple[int, ...]]):
    """The values of N x N cells in reading order: 1 to N, or 0 for a cell without a value.

    Args:
        symbols: a character for each value.
        sides: the possible N, where nothing else is said.
        most: the largest N that is possible where more is said; 0: those alone.
        noun: the word for one.
    """

    symbols: str
    sides: tuple[int, ...]
    noun: str = "clue"
    most: int = 0

    given = True

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: values and sides."""
        return {"family": "givens", "symbols": self.symbols, "sides": list(self.sides)}

    @property
    def help(self) -> str:
        """How the cells are written."""
        return f"One line per row: {self.symbols[0]} to {self.symbols[-1]}, or . for a cell without."

    def checked(self, value: Any, name: str) -> tuple[int, ...]:
        """The values, as many as the square has cells."""
        values = fields.sequence(value, name, "a list of numbers, 0 for an empty cell")
        side = isqrt(len(values))
        if not self._has(side) or side * side != len(values):
            raise InputError(f"found {counted(len(values), 'cell')}, expected {self.counts}")
        if {*map(type, values)} == {int} and min(values) >= 0 and max(values) <= side:
            return values
        for i, found in enumerate(values):
            if type(found) is not int or not 0 <= found <= side:
                at = cell_name(divmod(i, side))
                raise InputError(f"cell {at} holds {found!r}, expected 1 to {side}, or 0 for an empty cell")
        return values

    @property
    def counts(self) -> str:
        """The possible numbers of cells, for error messages."""
        return ", ".join(f"{n * n} ({n}x{n})" for n in self.sides)

    def _has(self, side: int) -> bool:
        """Whether a side is possible."""
        return side in self.sides or 1 < side <= self.most

    def size(self, value: Sequence[int]) -> tuple[int, int]:
        """Rows and columns of the square."""
        return (isqrt(len(value)),) * 2

    def blank(self, height: int, width: int) -> tuple[int, ...]:
        """A square without values. Raises InputError for a size that is not allowed."""
        if height != width or height not in self.sides:
            expected = ", ".join(f"{n}x{n}" for n in self.sides)
            raise InputError(f"found {height}x{width}, expected {expected}")
        return (0,) * height**2

    def to_json(self, value: Sequence[int]) -> str:
        """All cells as one string."""
        return bytes(value).translate(_characters(self.symbols)).decode("ascii")

    def from_json(self, value: Any, name: str) -> tuple[int, ...]:
        """The inverse of `to_json`: a string of all cells, or a list of rows (strings, or numbers with 0 or null for
        none).
        """
        if isinstance(value, str):
            if plain := self.plain(value):
                return plain
            marks = [*re.sub(r"[\r\n]", "", value)]
            side = isqrt(len(marks))
            if not self._has(side) or side**2 != len(marks):
                raise InputError(f'field "{name}" has {counted(len(marks), "cell")}, expected {self.lengths}')
        else:
            rows = fields.listed(value, name, "rows, or a string of all cells")
            marks, side = [], len(rows)
            if not self._has(side):
                raise InputError(f'field "{name}" has {counted(side, "row")}, expected {either(self.sides)}')
            for r, row in enumerate(rows):
                if not isinstance(row, str | list) or len(row) != side:
                    found = f'row {r} of "{name}" is {fields.shown(row)}'
                    raise InputError(f"{found}, expected {side} cells as there are rows")
                numbers = enumerate(row if isinstance(row, list) else ())
                whole_numbers = [0 if x is None else fields.whole(x, f"{name}[{r}][{c}]", 0, side) for c, x in numbers]
                marks += [str(number or EMPTY) for number in whole_numbers] or row
        values = self.read(marks, side)
        if None in values:
            i = values.index(None)
            at = list(divmod(i, side))
            raise InputError(f'field "{name}" has {marks[i]!r} at {at}, expected {self.expected(side)}')
        return cast(tuple[int, ...], values)

    def rows(self, value: Sequence[int]) -> list[str]:
        """One string per row."""
        text, side = self.to_json(value), isqrt(len(value))
        return [text[r * side : (r + 1) * side] for r in range(side)]

    def to_lines(self, value: Sequence[int]) -> list[str]:
        """All cells in one line."""
        return [self.to_json(value)]

    def from_lines(self, rows: list[Line]) -> tuple[int, ...]:
        """Not used: the kind reads its lines, which have more forms than one."""
        raise NotImplementedError

    # a mark is a symbol, or a number of one or two digits

    def plain(self, text: str) -> tuple[int, ...] | None:
        """The values of a text of 81 characters, all digits or ``.``, ``-``, ``?`` or ``_``; None for any other text.

        One pass over the bytes takes 1 microsecond, where reading mark by mark takes 20.
        """
        if len(text) != 81 or not text.isascii() or 9 not in self.sides:
            return None
        values = text.encode("ascii").translate(_digits())
        return None if _INVALID in values else tuple(values)

    def read(self, marks: Sequence[str], side: int) -> tuple[int | None, ...]:
        """The value of each mark, 0 for an empty cell, None for anything else. InputError for mixed alphabets."""
        table = self._alphabet(marks, side)
        values = tuple(
            map(table.get, marks)
        )  # marks as they are written, except numbers of two digits, small letters and blanks
        return tuple(self._value(mark, side, table) for mark in marks) if None in values else values

    def value(self, mark: str) -> int | None:
        """Like `read` for one mark, for any side."""
        return self._value(mark, len(self.symbols), self._table(len(self.symbols)))

    def _value(self, mark: str, side: int, table: Mapping[str, int]) -> int | None:
        number = NUMBER.fullmatch(mark)
        if number and len(mark) > 1:
            return int(number[1]) if int(number[1]) <= side else None
        return 0 if mark.isspace() else table.get(mark.upper())

    def _alphabet(self, marks: Sequence[str], side: int) -> Mapping[str, int]:
        """The value of each symbol of a grid: 1 to 9 and A to P as written here, letters from A on, or 0 to F (16x16).

        Raises:
            InputError: the grid mixes two alphabets, or leaves open which it uses.

        Up to 9x9, any other sign may stand for an empty cell if it is the only one.
        """
        if side <= 9 and len(others := {*marks} - {*self.symbols[:9], ""}) == 1 and len({*marks}) > 1:
            return {**self._table(side), others.pop(): 0}
        used = Counter(mark.upper() for mark in marks) if side > 9 else Counter[str]()
        letters = sorted(mark for mark in used if len(mark) == 1 and "A" <= mark <= "Z")
        numbers = [mark for mark in used if len(mark) > 1]
        if letters and numbers:
            raise InputError(f"found the number {numbers[0]!r} and the letter {letters[0]!r}, expected one alphabet")
        if letters and not used.keys() & set(self.symbols[:9]):
            last = self.symbols[side - 1]
            if letters[-1] > last:
                return _table(ascii_uppercase[:side])
            if "0" not in used and sum(used[letter] for letter in letters) >= _MANY:
                expected = "expected numbers with blanks between"
                raise InputError(f"found letters to {last} and no digit: A may be 1 or 10; {expected}")
        if side == 16 and "0" in used and "G" not in used and not numbers:
            gaps = used.keys() - {"0", *self.symbols}
            if letters and (gaps or set(used.values()) == {16}):
                return _table("0123456789ABCDEF")
            if gaps or used["0"] <= 16:
                expected = "expected 1 to G, and '.' for an empty cell"
                raise InputError(f"'0' may be a value (0 to F) or an empty cell; {expected}")
        return self._table(side)

    def _table(self, side: int) -> Mapping[str, int]:
        return _table(self.symbols[:side])

    def expected(self, side: int) -> str:
        """The possible marks, for error messages."""
        values = f"1 to {min(side, 9)}" + (f" or A to {self.symbols[:side][-1]}" if side > 9 else "")
        return f"{values}, or '.', '0', '-', '?', '_', '*' or a blank for an empty cell"

    @property
    def lengths(self) -> str:
        """The possible lengths of a line with all cells, for error messages."""
        return f"{either([side**2 for side in self.sides])} cells in one line"

    def slots(self, value: Sequence[int], height: int, width: int) -> list[int | None]:
        """One slot per cell."""
        return [number or None for number in value]

    def from_slots(self, slots: Sequence[puzzlink.Slot], height: int, width: int) -> tuple[int, ...]:
        """The inverse of `slots`; an unknown number becomes an empty cell."""
        values = [0] * len(slots)
        for i, slot in enumerate(slots):
            if slot and slot[0] != puzzlink.UNKNOWN:
                if not 1 <= slot[0] <= width:
                    at = cell_name(divmod(i, width))
                    raise InputError(f"found {slot[0]} at {at}, expected 1 to {width}", column=slot[1])
                values[i] = slot[0]
        return tuple(values)

    def given_clues(self, value: Sequence[int]) -> dict[Any, int]:
        """The cells with a value."""
        side = isqrt(len(value))
        return {divmod(i, side): number for i, number in enumerate(value) if number}

    def changed(self, value: Sequence[int], clues: Mapping[Any, Any]) -> tuple[int, ...]:
        """The square with other values; None removes one."""
        values, side = list(value), isqrt(len(value))
        for (r, c), number in clues.items():
            values[r * side + c] = number or 0
        return tuple(values)

    def alternatives(self, value: Sequence[int], place: Any, size: tuple[int, int]) -> Iterable[int]:
        """All possible values."""
        return range(1, size[0] + 1)

    def of_mark(self, place: Any, what: str) -> int:
        """The value of a mark."""
        if what not in self.symbols:
            raise UsageError(f"only values can be given, found {what!r}")
        return self.symbols.index(what) + 1

    def name_of(self, place: Any) -> str:
        """``the clue at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    def shown(self, clue: int) -> str:
        """The character of a value."""
        return self.symbols[clue - 1] if clue else EMPTY

    def drawn(self, value: Sequence[int], picture: Picture) -> Picture:
        """The picture with the givens in their cells, drawn differently from values that were found."""
        values = iter(value)
        tiles = [
            [Tile.of("clue", tile.text or self.shown(x), tile.marked) if (x := next(values)) else tile for tile in row]
            for row in picture.tiles
        ]
        return replace(picture, tiles=tiles)


@cache
def _table(symbols: str) -> dict[str, int]:
    """Maps symbols to values, and the signs of an empty cell to 0."""
    return dict.fromkeys(NO_VALUE, 0) | {mark: value for value, mark in enumerate(symbols, 1)}


@cache
def _characters(symbols: str) -> bytes:
    """A translation table from values to characters."""
    return (EMPTY + symbols).encode("ascii").ljust(256, b" ")


@cache
def _digits() -> bytes:
    """A translation table from digits and the signs of an empty cell to values."""
    return bytes("123456789".find(chr(i)) + 1 if chr(i) in "123456789.0-?_" else _INVALID for i in range(256))


def either(numbers: Sequence[int]) -> str:
    """``4, 9, 16 or 25``."""
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"
