"""Areas as clues: cells that belong together, such as rooms, each with or without a number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Any, Protocol, TypeAlias

from satdnd.declaration.clues.family import WALL, Clues, NumberGrid
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.formats.grids import cells_of
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.areas import all_cells
from satdnd.grid.bitboard import Cell, Grid, pieces
from satdnd.grid.notation import cell_name, listed

HOLE = "@"
"""A cell of no area in a text."""
WIDTH = 80
"""Columns of a drawing above which letters replace long numbers."""
_NAME = re.compile(r"\[?\w+\]?|[^\s\w,;|=.\[\]]")
_NUMBER_OF = re.compile(r"\s*([^\s=]+)\s*=\s*([0-9]{1,1000})\s*")


class Area(Protocol):
    """Protocol: cells that belong together; ``str`` is its name in messages. A kind has a frozen dataclass for it."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Its cells in reading order; at least one."""
        ...


AreaTuple: TypeAlias = tuple[Any, ...]
"""All areas of a puzzle, each an `Area`, in reading order of their first cells."""


@dataclass(frozen=True)
class Areas(Clues[AreaTuple]):
    """Areas that fill the grid, each cell in exactly one. The place of a clue is the first cell of its area.

    Args:
        area: (number, cells) -> an area: their class, which checks number and cells.
        number: the attribute that holds the number, and its field in JSON.
        noun: the word for an area.
        least, most: the smallest and largest number; None: the number of cells of the area.
        optional: whether an area may have no number (None).
        single: whether the number of a single-cell area is what the cell holds.
        holes: whether cells may be in no area.
    """

    area: Callable[[Any, tuple[Cell, ...]], Any]
    number: str = "number"
    noun: str = "area"
    least: int = 1
    most: int | None = None
    optional: bool = False
    single: bool = False
    holes: bool = False

    @property
    def plural(self) -> str:
        """``areas``."""
        return f"{self.noun}s"

    @property
    def keyword(self) -> str:  # type: ignore[override]  # it follows from the noun
        """``areas``."""
        return self.plural

    @property
    def help(self) -> str:
        """A grid of names, then numbers."""
        names = f"One line per row with a name for each cell, the same name throughout each {self.noun}"
        holes = f", {HOLE} for a cell of no {self.noun};" if self.holes else ";"
        return f"{names}{holes}\nthen a line such as 'a = 6' for its {self.number}."

    # checks

    def checked(self, value: Any, name: str) -> AreaTuple:
        """The areas in order; `fitted` checks that they fill the grid, once its size is known."""
        areas = fields.sequence(value, name, f"a list of {self.plural}")
        for area in areas:
            if isinstance(self.area, type) and not isinstance(area, self.area):
                expected = f"expected a {self.area.__name__}"
                raise InputError(f"found {fields.shown(area)} among the {self.plural}, {expected}")
        return tuple(sorted(areas, key=lambda area: area.cells))

    def fitted(self, value: AreaTuple, name: str, geometry: Grid) -> AreaTuple:
        """Check that every cell is in one area."""
        taken, height, width = set[Cell](), geometry.height, geometry.width
        for area in value:
            for cell in area.cells:
                if not (0 <= cell[0] < height and 0 <= cell[1] < width):
                    raise InputError(f"{area} leaves the grid: {list(cell)} is outside {height}x{width}")
                if cell in taken:
                    raise InputError(f"{area} overlaps another one at {list(cell)}")
                taken.add(cell)
        if len(taken) < height * width and not self.holes:
            free = next(cell for cell in all_cells(height, width) if cell not in taken)
            expected = f"expected {self.plural} for all {height * width} cells"
            raise InputError(f"the cell {list(free)} is in no {self.noun}, {expected}")
        return value

    def size(self, value: AreaTuple) -> tuple[int, int]:
        """The rows and columns that the areas reach."""
        rows, columns = zip(*(cell for area in value for cell in area.cells), strict=True) if value else ((-1,), (-1,))
        return max(rows) + 1, max(columns) + 1

    def blank(self, height: int, width: int) -> AreaTuple:
        """One area without a number for each row."""
        return tuple(self.area(None, tuple((r, c) for c in range(width))) for r in range(height))

    def notices(self, value: AreaTuple) -> list[str]:
        """Areas in several pieces: published puzzles have them, but most are slips."""
        several = ((area, found) for area in value if len(found := pieces(area.cells)) > 1)
        return [
            f"{area} is in {len(found)} pieces, at {listed([cell_name(min(x)) for x in found])}"
            for area, found in several
        ]

    # JSON and texts

    def to_json(self, value: AreaTuple) -> Any:
        """A list of objects with number and cells."""
        return [{self.number: self.of(area), "cells": [list(cell) for cell in area.cells]} for area in value]

    def from_json(self, value: Any, name: str, height: int = 0, width: int = 0) -> AreaTuple:
        """The inverse of `to_json`; *height* and *width* are those of the grid, if known."""
        areas = list[Any]()
        for i, entry in enumerate(fields.listed(value, name, self.plural)):
            field = f"{name}[{i}]"
            if not isinstance(entry, dict):
                expected = f'expected an object with "{self.number}" and "cells"'
                raise InputError(f'field "{field}" is {fields.shown(entry)}, {expected}')
            number = entry.get(self.number) if self.optional else fields.require(entry, self.number)
            if number is not None or not self.optional:
                fields.whole(number, f"{field}.{self.number}", self.least, self.most)
            longest = fields.LONGEST_SIDE
            cells = fields.cells(fields.require(entry, "cells"), f"{field}.cells", height or longest, width or longest)
            areas.append(self.area(number, tuple(cells)))
        return tuple(areas)

    def to_lines(self, value: AreaTuple) -> list[str]:
        """A grid of names, letters or numbers; then the number of each area that has one."""
        height, width = self.size(value)
        index = {cell: i for i, area in enumerate(value) for cell in area.cells}
        names = ascii_lowercase if len(value) <= len(ascii_lowercase) else [str(i + 1) for i in range(len(value))]
        if names is ascii_lowercase:
            rows = [
                "".join(names[index[r, c]] if (r, c) in index else HOLE for c in range(width)) for r in range(height)
            ]
        else:
            places = [[index.get((r, c), -1) + 1 or None for c in range(width)] for r in range(height)]
            rows = [row.replace(".", HOLE) for row in NumberGrid().to_lines(places)]
        numbered = ((names[i], self.of(area)) for i, area in enumerate(value))
        return [*rows, *(f"{name} = {number}" for name, number in numbered if number is not None)]

    def is_cell(self, word: str) -> bool:
        """A name of one character."""
        return len(word) == 1 and word.isalnum()

    def from_lines(self, rows: list[Line]) -> AreaTuple:
        """The inverse of `to_lines`, with any names."""
        matches = [_NUMBER_OF.fullmatch(line) for _, line in rows]
        grid = cells_of([row for row, found in zip(rows, matches, strict=True) if not found], is_name, "a name")
        fields.sides(len(grid), len(grid[0]) if grid else 0)
        cells = dict[str, list[Cell]]()
        for r, row in enumerate(grid):
            for c, name in enumerate(row):
                cells.setdefault(name.strip("[]"), []).append((r, c))
        for hole in self.hole_names(grid) & cells.keys():
            del cells[hole]
        numbers = dict[str, int]()
        for (line, _), found in zip(rows, matches, strict=True):
            if not found:
                continue
            if found[1] not in cells or found[1] in numbers:
                what = "twice" if found[1] in numbers else f"which is no {self.noun} of the grid"
                raise InputError(f"found a number of {fields.shown(found[1])} {what}", line=line)
            numbers[found[1]] = self._checked_number(int(found[2]), line)
        if not self.optional and (missing := next((name for name in cells if name not in numbers), None)):
            expected = f"expected a line such as '{missing} = {self.least}'"
            raise InputError(f"the {self.noun} {missing!r} has no {self.number}, {expected}", line=rows[-1][0])
        return tuple(self.area(numbers.get(name), tuple(own)) for name, own in cells.items())

    def hole_names(self, rows: Sequence[Sequence[str]]) -> set[str]:
        """The names of cells of no area: ``@``, and ``#`` where names are letters or numbers.

        Raises InputError for a row or a column of such cells alone: a border around the grid, or a slip.
        """
        if not self.holes:
            return set()
        names = {name.strip("[]") for row in rows for name in row} - {HOLE, WALL}
        holes = {HOLE, WALL} if all(name.isalnum() for name in names) else {HOLE}
        for what, lines in (("row", rows), ("column", list(zip(*rows, strict=True)))):
            if empty := next((i for i, line in enumerate(lines, 1) if holes.issuperset(line)), 0):
                raise InputError(f"{what} {empty} has no cell of an {self.noun}, expected at least one: leave it out")
        return holes

    def _checked_number(self, number: int, line: int) -> int:
        if number < self.least or (self.most is not None and number > self.most):
            limits = f"from {self.least}" + (f" to {self.most}" if self.most is not None else "")
            raise InputError(f"found {fields.shown(number)}, expected a whole number {limits}", line=line)
        return number

    # clues

    def of(self, area: Any) -> int | None:
        """The number of an area."""
        number: int | None = getattr(area, self.number)
        return number

    def given_clues(self, value: AreaTuple) -> dict[Any, int]:
        """The numbers by the first cells of their areas."""
        return {area.cells[0]: number for area in value if (number := self.of(area)) is not None}

    def changed(self, value: AreaTuple, clues: Mapping[Any, Any]) -> AreaTuple:
        """The areas with other numbers for some of them."""
        return tuple(self.area(clues.get(area.cells[0], self.of(area)), area.cells) for area in value)

    def alternatives(self, value: AreaTuple, place: Any, size: tuple[int, int]) -> list[int]:
        """All other possible numbers, the nearest first."""
        area = next(area for area in value if area.cells[0] == place)
        most = len(area.cells) if self.most is None else self.most
        return sorted(range(self.least, most + 1), key=lambda x: abs(x - (self.of(area) or self.least)))

    def name_of(self, place: Any) -> str:
        """``the room at r1c1``."""
        return f"the {self.noun} at {cell_name(place)}"

    # pictures

    def drawn(self, value: AreaTuple, picture: Picture) -> Picture:
        """Heavy lines between areas, and the number as a note in the first cell of each.

        If numbers are too long for 80 columns, letters replace them, explained in the legend.
        """
        width = len(picture.tiles[0])
        notes, legend = self._notes(value, max(3, (WIDTH - 1) // width - 3))
        alone = {area.cells[0] for area in value if self.single and len(area.cells) == 1}
        right, below = borders(value)
        inside = {cell for area in value for cell in area.cells}

        def tile(cell: Cell, plain: Tile) -> Tile:
            """A cell with its mark and, in the first cell of an area, the number; cells of no area are dark."""
            if cell not in inside:
                return Tile.of("wall", plain.text, plain.marked)
            style = "clue" if cell in alone else plain.style
            return Tile.of(style, plain.text, plain.marked, plain.shade, notes.get(cell, ""))

        tiles = [[tile((r, c), plain) for c, plain in enumerate(row)] for r, row in enumerate(picture.tiles)]
        return replace(picture, tiles=tiles, lines_right=right, lines_below=below, ruled=True, legend=legend)

    def _notes(self, value: AreaTuple, longest: int) -> tuple[dict[Cell, str], list[tuple[str, str]]]:
        """The texts in the first cells of the areas, and the meaning of letters among them."""
        numbers, names = self.given_clues(value), dict[int, str]()
        for i, number in enumerate(sorted({x for x in numbers.values() if len(str(x)) > longest})):
            names[number] = _letters(i)
        notes = {cell: names.get(number, str(number)) for cell, number in numbers.items()}
        return notes, [(name, str(number)) for number, name in names.items()]


def is_name(word: str) -> bool:
    """Whether a word can be the name of an area: letters, digits, or one sign that is no separator."""
    return bool(_NAME.fullmatch(word))


def _letters(i: int) -> str:
    """``a`` to ``z``, ``aa`` to ``zz``, ``aaa`` ..."""
    return (_letters(i // 26 - 1) if i >= 26 else "") + ascii_lowercase[i % 26]


def borders(areas: Iterable[Area]) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The cells with another area, or none, to their right, and those with another below."""
    index = {cell: i for i, area in enumerate(areas) for cell in area.cells}
    height, width = (max((cell[k] for cell in index), default=-1) for k in (0, 1))  # the last ones
    right = ((r, c) for r in range(height + 1) for c in range(width) if index.get((r, c)) != index.get((r, c + 1)))
    below = ((r, c) for r in range(height) for c in range(width + 1) if index.get((r, c)) != index.get((r + 1, c)))
    return frozenset(right), frozenset(below)
