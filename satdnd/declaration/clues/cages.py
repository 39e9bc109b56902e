"""Cages as clues: groups of cells whose values differ, most with a sum."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from satdnd.declaration.clues.family import Clues
from satdnd.draw.picture import Picture
from satdnd.errors import InputError
from satdnd.formats.grids import cells_of
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell, Grid
from satdnd.grid.notation import cell_name

_NONE = "."
_CELL = r"r[1-9][0-9]{0,2}c[1-9][0-9]{0,2}"
_LISTED = re.compile(rf"\s*({_CELL}(?:[\s,]+{_CELL})*)\s*(?:=\s*([0-9]{{1,9}}|[?]))?\s*", re.IGNORECASE)
_SUM_OF = re.compile(r"\s*([^\s=]+)\s*=\s*([0-9]{1,9})\s*")
_NAMES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Cage:
    """Cells whose values differ.

    Args:
        cells: at least one, in any order; they are kept in reading order.
        sum: of their values, 1 or more; None if it is not given.

    Raises:
        InputError: no cells, or another sum.
    """

    cells: tuple[Cell, ...]
    sum: int | None = None

    def __post_init__(self) -> None:
        cells = tuple(sorted(fields.cell_sequence(self.cells, "cells of a cage")))
        if not cells:
            raise InputError("a cage has no cells, expected at least one")
        object.__setattr__(self, "cells", cells)
        if self.sum is not None:
            fields.whole(self.sum, "sum", 1)

    def __str__(self) -> str:
        return f"the cage at {cell_name(self.cells[0])}"


CageTuple: TypeAlias = tuple[Cage, ...]
"""All cages of a puzzle, in order."""


@dataclass(frozen=True)
class Cages(Clues[CageTuple]):
    """Cages, which may leave cells out. A field of this family has the default ``()``. The place of a clue is the
    tuple of the cells of its cage, and the clue its sum.
    """

    noun: str = "cage"
    keyword: str = "cages"
    rare: bool = True
    removable: bool = False

    @property
    def help(self) -> str:
        """A grid of names, then sums."""
        return (
            "Cages follow below 'cages': one line per row with a name for each cell, . for none, then a line such as\n"
            "'a = 10' for each sum; or each cage by its cells: r1c1 r1c2 = 10."
        )

    def checked(self, value: Any, name: str) -> CageTuple:
        """The cages in order."""
        found = fields.sequence(value, name, "a list of cages")
        if bad := [cage for cage in found if not isinstance(cage, Cage)]:
            raise InputError(f"found {fields.shown(bad[0])} among the cages, expected a Cage")
        return tuple(sorted({*found}, key=lambda cage: (cage.cells, cage.sum or 0)))

    def fitted(self, value: CageTuple, name: str, geometry: Grid) -> CageTuple:
        """Check that all cells are in the grid."""
        for cage in value:
            for cell in cage.cells:
                if not geometry.contains(cell):
                    size = f"{geometry.height}x{geometry.width}"
                    raise InputError(f"{cage} leaves the grid: {list(cell)} is outside {size}")
        return value

    def size(self, value: CageTuple) -> tuple[int, int]:
        """Neither side is determined."""
        return 0, 0

    def blank(self, height: int, width: int) -> CageTuple:
        """No cages."""
        return ()

    def to_json(self, value: CageTuple) -> list[Any]:
        """Objects with cells and sum."""
        return [{"cells": [list(cell) for cell in cage.cells], "sum": cage.sum} for cage in value]

    def to_record(self, value: CageTuple, name: str) -> dict[str, Any]:
        """Nothing if there are none."""
        return {name: self.to_json(value)} if value else {}

    def from_json(self, value: Any, name: str) -> CageTuple:
        """The inverse of `to_json`. Raises InputError."""
        cages = list[Cage]()
        for i, entry in enumerate(fields.listed(value, name, "cages")):
            field = f"{name}[{i}]"
            if not isinstance(entry, dict):
                raise InputError(f'field "{field}" is {fields.shown(entry)}, expected an object with "cells" and "sum"')
            number, longest = entry.get("sum"), fields.LONGEST_SIDE
            if number is not None:
                fields.whole(number, f"{field}.sum", 1)
            cells = fields.cells(fields.require(entry, "cells"), f"{field}.cells", longest, longest)
            cages.append(Cage(tuple(cells), number))
        return self.checked(cages, name)

    def to_lines(self, value: CageTuple) -> list[str]:
        """A grid of names and the sums; or each cage by its cells, if cages overlap or there are too many."""
        if not value:
            return []
        name = {cell: i for i, cage in enumerate(value) for cell in cage.cells}
        if len(name) < sum(len(cage.cells) for cage in value) or len(value) > len(_NAMES):
            sums = (f" = {cage.sum}" if cage.sum else "" for cage in value)
            return [" ".join(map(cell_name, cage.cells)) + named for cage, named in zip(value, sums, strict=True)]
        side = 1 + max(max(cell) for cell in name)
        rows = ["".join(_NAMES[name[r, c]] if (r, c) in name else _NONE for c in range(side)) for r in range(side)]
        return [*rows, *(f"{_NAMES[i]} = {cage.sum}" for i, cage in enumerate(value) if cage.sum)]

    def from_lines(self, rows: list[Line]) -> CageTuple:
        """The inverse of `to_lines`, with any names. Raises InputError."""
        listed = [(number, _LISTED.fullmatch(line)) for number, line in rows]
        cages = [
            Cage(tuple(map(_cell, re.findall(_CELL, found[1], re.IGNORECASE))), int(found[2]) if found[2] else None)
            for _, found in listed
            if found
        ]
        others = [row for row, (_, found) in zip(rows, listed, strict=True) if not found]
        grid = [row for row in others if not _SUM_OF.fullmatch(row[1])]
        cells, sums = dict[str, list[Cell]](), dict[str, int]()
        named = cells_of(grid, lambda word: word.isalnum() or word == _NONE, "a name or '.'") if grid else []
        for r, row in enumerate(named):
            for c, name in enumerate(row):
                cells.setdefault(name, []).append((r, c))
        for line, text in others:
            if (found := _SUM_OF.fullmatch(text)) is None:
                continue
            if found[1] not in cells or found[1] in sums:
                what = "twice" if found[1] in sums else "which is no cage of the grid"
                raise InputError(f"found a sum of {fields.shown(found[1])} {what}", line=line)
            sums[found[1]] = int(found[2])
        cages += [Cage(tuple(own), sums.get(name)) for name, own in cells.items() if name != _NONE]
        return self.checked(cages, self.keyword)

    def given_clues(self, value: CageTuple) -> dict[Any, int]:
        """The sums."""
        return {cage.cells: cage.sum for cage in value if cage.sum is not None}

    def changed(self, value: CageTuple, clues: Mapping[Any, Any]) -> CageTuple:
        """The cages with other sums for some."""
        return tuple(replace(cage, sum=clues.get(cage.cells, cage.sum)) for cage in value)

    def alternatives(self, value: CageTuple, place: Any, size: tuple[int, int]) -> Iterable[int]:
        """All other sums that so many different values can have, the nearest first."""
        n, k = size[0], len(place)
        old = next((cage.sum for cage in value if cage.cells == place), None) or 1
        return sorted(range(k * (k + 1) // 2, k * (2 * n - k + 1) // 2 + 1), key=lambda number: abs(number - old))

    def name_of(self, place: Any) -> str:
        """``the sum of the cage at r1c1``."""
        return f"the sum of the cage at {cell_name(place[0])}"

    def drawn(self, value: CageTuple, picture: Picture) -> Picture:
        """The picture with a dashed line inside each cage, and the sum in the corner of its first cell."""
        if not value:
            return picture
        notes = {cage.cells[0]: str(cage.sum) for cage in value if cage.sum}
        tiles = [
            [replace(tile, note=notes.get((r, c), tile.note)) for c, tile in enumerate(row)]
            for r, row in enumerate(picture.tiles)
        ]
        return replace(picture, tiles=tiles, cages=[frozenset(cage.cells) for cage in value])

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs."""
        return {"family": "cages"}


def _cell(name: str) -> Cell:
    r, c = re.findall("[0-9]+", name)
    return int(r) - 1, int(c) - 1
