"""Signs between neighbouring cells as clues: how they are written and read, and what all of them have in common."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, Generic, TypeAlias, TypeVar

from satdnd.declaration.clues.family import Clues
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid
from satdnd.grid.notation import cell_name

E = TypeVar("E")
Pair: TypeAlias = tuple[Cell, Cell]
"""Two neighbouring cells."""
Signed: TypeAlias = tuple[Cell, Cell, str]
"""A cell, one to its right or below it, and the sign between them."""
_CELL = "r([1-9][0-9]{0,8})c([1-9][0-9]{0,8})"


class PairSigns(Clues[tuple[E, ...]], Generic[E]):
    """Signs, each between two neighbouring cells; *E* is how a puzzle has one. A field of this family has the default
    ``()``.
    """

    noun: str = "sign"
    signs: str
    """The signs as they are written, and others that are read."""
    glyphs: str
    """How `signs` are drawn between cells of a row."""
    upright_glyphs: str
    """How they are drawn between cells of a column."""

    @abstractmethod
    def entry(self, one: Cell, other: Cell, sign: str) -> E:
        """The sign between two cells, as a puzzle has it."""

    @abstractmethod
    def between(self, value: tuple[E, ...]) -> Iterator[Signed]:
        """Yield all signs as they stand in the grid."""

    def pair(self, cells: Any, name: str) -> Pair:
        """Two cells of an entry. Raises InputError unless they are side by side."""
        found = fields.cell_sequence(cells, name)
        if len(found) != 2 or sum(abs(x - y) for x, y in zip(*found, strict=True)) != 1:
            raise InputError(f"found {fields.shown(cells)} among the signs, expected two cells side by side")
        return found[0], found[1]

    def fitted(self, value: tuple[E, ...], name: str, geometry: Grid) -> tuple[E, ...]:
        """Check that all cells are in the grid."""
        for cell in (cell for one, other, _ in self.between(value) for cell in (one, other)):
            if not geometry.contains(cell):
                size = f"{geometry.height}x{geometry.width}"
                raise InputError(f"a sign is at {list(cell)}, outside the grid of {size}")
        return value

    def size(self, value: tuple[E, ...]) -> tuple[int, int]:
        """Neither side is determined."""
        return 0, 0

    def blank(self, height: int, width: int) -> tuple[E, ...]:
        """No signs."""
        return ()

    def to_lines(self, value: tuple[E, ...]) -> list[str]:
        """``r1c1<r1c2``: as in the grid, those of a row of cells on one line."""
        rows = groupby(sorted(self.between(value)), lambda found: found[0][0])
        return [" ".join(f"{cell_name(one)}{sign}{cell_name(other)}" for one, other, sign in row) for _, row in rows]

    def from_lines(self, rows: list[Line]) -> tuple[E, ...]:
        """The inverse of `to_lines`; there may be commas between two signs. Raises InputError."""
        found = list[E]()
        pattern = re.compile(rf"{_CELL}\s*([{self.signs}])\s*{_CELL}", re.IGNORECASE)
        for number, line in rows:
            at = 0
            for match in pattern.finditer(line):
                self._check_between(line, at, match.start(), number)
                a, b, sign, c, d = match.groups()
                found.append(self.entry((int(a) - 1, int(b) - 1), (int(c) - 1, int(d) - 1), sign))
                at = match.end()
            self._check_between(line, at, len(line), number)
        return self.checked(found, self.keyword)

    def _check_between(self, line: str, start: int, end: int, number: int) -> None:
        """Raise InputError if there is something else between two signs."""
        for word, column in texts.words(line[start:end], ","):
            expected = f"expected two cells with a sign between, such as r1c1{self.signs[0]}r1c2"
            raise InputError(f"found {fields.shown(word)}, {expected}", line=number, column=start + column)

    def name_of(self, place: Any) -> str:
        """``the sign between r1c1 and r1c2``."""
        return f"the sign between {cell_name(place[0])} and {cell_name(place[1])}"

    def sentence(self, place: Any, clue: str) -> str:
        """``r1c1 < r1c2``."""
        return f" {clue} ".join(map(cell_name, place))

    def change(self, place: Any, old: str, new: str) -> str:
        """``r1c1 > r1c2 instead of r1c1 < r1c2``."""
        return f"{self.sentence(place, new)} instead of {self.sentence(place, old)}"

    def drawn(self, value: tuple[E, ...], picture: Picture) -> Picture:
        """The picture with the signs on the lines between cells."""
        if not value:
            return picture
        signs = list(picture.signs)
        for (r, c), other, sign in self.between(value):
            level = other[0] == r
            glyphs = self.glyphs if level else self.upright_glyphs
            signs.append((r, c, "e" if level else "s", glyphs[self.signs.index(sign)]))
        return replace(picture, signs=sorted(signs), ruled=True)
