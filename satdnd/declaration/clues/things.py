"""Things on cells, and one number for the whole puzzle, as clues."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from satdnd.declaration.clues.family import UNKNOWN, Clues
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError, UsageError
from satdnd.formats import texts
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid
from satdnd.grid.notation import cell_name

_SQUARE = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
"""Row and column, counted from 0."""
_NAMED = re.compile(r"[rR]([0-9]{1,9})[cC]([0-9]{1,9})")
"""Row and column, counted from 1."""


@dataclass(frozen=True)
class Things(Clues[tuple[Cell, ...]]):
    """Things on some cells: trees, given queens. The value of a clue is its cell.

    A field of this family has the default ``()``, since a text without things does not mention them.

    Args:
        noun: the word for a thing.
        sign: its character.
        keyword: the heading above it in a text.
        icon: the icon that a picture may draw instead of the sign.
        style: the style of its cell.
        removable: whether single things may be left out.
        given: whether these are given ones among things that players place.
    """

    noun: str
    sign: str
    keyword: str = ""
    icon: str = ""
    style: str = "clue"
    removable: bool = True
    given: bool = False

    def checked(self, value: Any, name: str) -> tuple[Cell, ...]:
        """The cells; `fitted` checks them."""
        return value if type(value) is tuple else fields.sequence(value, name, "cells [row, column]")

    def fitted(self, value: tuple[Cell, ...], name: str, geometry: Grid) -> tuple[Cell, ...]:
        """The cells in reading order. Raises InputError for a cell outside the grid, or one that comes twice."""
        if geometry.marked(value) is not None:
            return tuple(sorted(value))
        listed = [[*cell] if isinstance(cell, tuple) else cell for cell in value]
        return tuple(sorted(fields.cells(listed, name, geometry.height, geometry.width)))

    def size(self, value: tuple[Cell, ...]) -> tuple[int, int]:
        """Neither side is determined."""
        return 0, 0

    def blank(self, height: int, width: int) -> tuple[Cell, ...]:
        """No things."""
        return ()

    def to_json(self, value: tuple[Cell, ...]) -> list[list[int]]:
        """Lists ``[row, column]``."""
        return [list(cell) for cell in value]

    def from_json(self, value: Any, name: str) -> tuple[Cell, ...]:
        """The inverse of `to_json` or `to_lines`. Raises InputError."""
        return tuple([tuple(x) if type(x) is list else x for x in fields.listed(value, name, "cells [row, column]")])

    def to_lines(self, value: tuple[Cell, ...]) -> list[str]:
        """One line of ``row,column``, counted from 0; no line without things. Drawn rows are read as well: ``..T.``."""
        return [" ".join(f"{r},{c}" for r, c in value)] * bool(value)

    def from_lines(self, rows: list[Line]) -> tuple[Cell, ...]:
        """The inverse of `to_json` or `to_lines`. Raises InputError."""
        found = list[Cell]()
        drawn = re.compile(rf"[.{re.escape(self.sign)}]+")
        for r, (number, line) in enumerate(rows):
            words = texts.words(line)
            if len(words) == 1 and drawn.fullmatch(words[0][0]):
                found += [(r, c) for c, x in enumerate(words[0][0]) if x == self.sign]
                continue
            for word, column in words:
                cell = self.square(word)
                if cell is None:
                    message = f"found {fields.shown(word)}, expected a {self.noun} such as 0,3"
                    raise InputError(message, line=number, column=column)
                found.append(cell)
        return tuple(found)

    def square(self, word: str) -> Cell | None:
        """The cell that a word of a text names; None if it is not a cell."""
        found, named = _SQUARE.fullmatch(word), _NAMED.fullmatch(word)
        if named:
            return int(named[1]) - 1, int(named[2]) - 1
        return (int(found[1]), int(found[2])) if found else None

    def given_clues(self, value: tuple[Cell, ...]) -> dict[Hashable, Cell]:
        """Each thing by its cell."""
        return {cell: cell for cell in value}

    def changed(self, value: tuple[Cell, ...], clues: Mapping[Any, Any]) -> tuple[Cell, ...]:
        """The things with some moved or added; None removes one."""
        kept = set(value).difference(clues)
        return tuple(sorted(kept.union(cell for cell in clues.values() if cell is not None)))

    def alternatives(self, value: tuple[Cell, ...], place: Any, size: tuple[int, int]) -> list[Cell]:
        """All cells without a thing, the nearest first."""
        free = {(r, c) for r in range(size[0]) for c in range(size[1])}.difference(value)
        return sorted(free, key=lambda cell: (apart(place, cell), cell))

    def of_mark(self, place: Any, what: str) -> Cell:
        """The cell of a mark."""
        if what != self.sign:
            raise UsageError(f"only a {self.noun} can be given, found {what!r}")
        cell: Cell = place
        return cell

    def name_of(self, place: Any) -> str:
        """``the queen at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    def shown(self, clue: Any) -> str:
        """``r1c1``."""
        return cell_name(clue)

    def change(self, place: Any, old: Any, new: Any) -> str:
        """``the queen at r1c1 moves to r1c4``."""
        return f"{self.name_of(place)} moves to {cell_name(new)}"

    def sentence(self, place: Any, clue: Any) -> str:
        """``a queen stands on r1c1``."""
        return f"a {self.noun} stands on {cell_name(clue)}"

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: their name and how they are drawn."""
        return {"family": "things", "noun": self.noun, "sign": self.sign, "icon": self.icon}

    def drawn(self, value: tuple[Cell, ...], picture: Picture) -> Picture:
        """The picture with the things drawn on their cells."""
        tiles = [list(row) for row in picture.tiles]
        for r, c in value:
            tiles[r][c] = Tile.of(self.style, self.sign, tiles[r][c].marked, icon=self.icon)
        return replace(picture, tiles=tiles)


def apart(one: Cell, other: Cell) -> int:
    """The distance between two cells, in rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@dataclass(frozen=True)
class WholeNumber(Clues[int | None]):
    """One number for the whole puzzle: how many stars a row has, how many queens there are.

    Args:
        noun: what it counts, in the plural.
        least: the smallest possible number.
        keyword: the heading above it in a text.
        usual: the number in a new puzzle, if one is required; None: it may be left open.
        open: whether it may then be anything.
    """

    noun: str
    least: int = 1
    keyword: str = ""
    usual: int | None = None
    removable: bool = False
    open: bool = True

    @property
    def unsaid(self) -> int | None:
        """The usual number."""
        return self.usual

    def checked(self, value: Any, name: str) -> int | None:
        """The number, or None if it is not given."""
        return None if value is None else fields.whole(value, name, self.least)

    def from_json(self, value: Any, name: str) -> int | None:
        """The number itself."""
        return self.checked(value, name) if self.usual is None else fields.whole(value, name, self.least)

    def size(self, value: int | None) -> tuple[int, int]:
        """Neither side is determined."""
        return 0, 0

    def blank(self, height: int, width: int) -> int | None:
        """The usual number."""
        return self.usual

    def to_json(self, value: int | None) -> int | None:
        """The number itself."""
        return value

    def to_lines(self, value: int | None) -> list[str]:
        """The number itself."""
        return [UNKNOWN if value is None else str(value)]

    def from_lines(self, rows: list[Line]) -> int | None:
        """The inverse of `to_json` or `to_lines`. Raises InputError."""
        (number, line), *more = rows
        word = line.strip()
        if more or not re.fullmatch(r"[?]|[0-9]{1,9}" if self.usual is None else "[0-9]{1,9}", word):
            found = fields.shown(word) if not more else "several lines"
            raise InputError(f"found {found}, expected a number of {self.noun}", line=number)
        return None if word == UNKNOWN else int(word)

    def given_clues(self, value: int | None) -> dict[Hashable, int]:
        """One clue, or none."""
        return {} if value is None else {self.noun: value}

    def changed(self, value: int | None, clues: Mapping[Any, Any]) -> int | None:
        """The new number."""
        number: int | None = clues.get(self.noun, value)
        return number

    def alternatives(self, value: int | None, place: Any, size: tuple[int, int]) -> list[int]:
        """Other numbers up to the number of cells, the nearest first."""
        old = self.least if value is None else value
        return sorted(range(self.least, size[0] * size[1] + 1), key=lambda number: abs(number - old))

    def name_of(self, place: Any) -> str:
        """``the number of queens``."""
        return f"the number of {self.noun}"

    def drawn(self, value: int | None, picture: Picture) -> Picture:
        """The picture with the number above the grid, if every puzzle has one."""
        return picture if self.usual is None or picture.title else replace(picture, title=f"{self.noun}: {value}")

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: what it counts."""
        return {"family": "whole", "noun": self.noun, "least": self.least, "usual": self.usual}
