"""Sudokus in links of f-puzzles: JSON packed by lz-string. Regions, killer cages and both diagonals are read, other
rules are refused by name.

Sources: SudokuPad/sudokutools, fpuzzlesdecoder.js; dclamage/SudokuSolver and yusitnikov/puzzletv, which read the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from satdnd.errors import InputError
from satdnd.formats import sudoku_marks
from satdnd.formats.documents import Record
from satdnd.formats.links import lzstring
from satdnd.formats.links.piece import Piece
from satdnd.formats.links.sudoku_sites import variant
from satdnd.grid.bitboard import Cell
from satdnd.grid.boxes import USUAL
from satdnd.grid.fields import LONGEST_SIDE, decoded, listed, shown
from satdnd.grid.notation import cell_name

LONGEST = 1 << 20
"""The most characters that a link may unpack to."""
_CAGES, _DIAGONALS = "killercage", ("diagonal+", "diagonal-")
_READ = {
    *("size", "grid", "solution", "highlightConflicts", _CAGES, *_DIAGONALS),
    *("disabledlogic", "truecandidatesoptions", "activeConstraints"),
}
"""Fields of f-puzzles that are read or hold no rule, besides those that are strings."""
CONSTRAINTS = {
    "cage": "cages",
    "thermometer": "thermometers",
    "arrow": "arrows",
    "palindrome": "palindromes",
    "renban": "renban lines",
    "whispers": "whisper lines",
    "betweenline": "between lines",
    "regionsumline": "region sum lines",
    "lines": "lines",
    "arrows": "arrows",
    "cages": "cages",
    "overlays": "drawings over the cells",
    "underlays": "coloured cells or shapes",
    "difference": "differences (white dots)",
    "ratio": "ratios (black dots)",
    "xv": "XV signs",
    "littlekillersum": "little killer sums",
    "sandwichsum": "sandwich sums",
    "quadruple": "quadruples",
    "extraregion": "extra regions",
    "clone": "clones",
    "odd": "odd cells",
    "even": "even cells",
    "minimum": "minimum cells",
    "maximum": "maximum cells",
    "antiknight": "the anti-knight rule",
    "antiking": "the anti-king rule",
    "nonconsecutive": "the rule of no consecutive neighbours",
    "disjointgroups": "disjoint groups",
    "text": "texts",
    "line": "drawn lines",
    "rectangle": "drawn rectangles",
    "circle": "drawn circles",
    "foglight": "fog",
}
"""Words for fields that hold rules or drawings; others are shown as they are."""


def f_puzzles(part: Piece) -> Record:
    """The sudoku of what follows ``?load=``."""
    return sudoku_of(contents(unpacked(part)))


def unpacked(part: Piece) -> str:
    """What lz-string packed, possibly with percent signs. Raises InputError."""
    try:
        return lzstring.unpack(unquote(part.text).replace(" ", "+"), LONGEST)
    except ValueError as error:
        raise part.wrong(0, f"this link cannot be unpacked: {error}", "all of it, as the program gives it") from None


def contents(text: str) -> Mapping[str, Any]:
    """The JSON object of a link. Raises InputError."""
    try:
        found = decoded(text)
    except InputError as error:
        raise InputError(f"what this link holds is not JSON: {error.message}") from None
    if not isinstance(found, dict):
        raise InputError(f"this link holds {shown(found)}, expected a puzzle")
    return found


def sudoku_of(puzzle: Mapping[str, Any]) -> Record:
    """The sudoku of f-puzzles' JSON. Raises InputError, also for a rule that is not read."""
    for name, value in puzzle.items():
        if name not in _READ and not isinstance(value, str) and value:
            raise variant(CONSTRAINTS.get(name, shown(name)))
    diagonals = [bool(puzzle.get(name)) for name in _DIAGONALS]
    if any(diagonals) and not all(diagonals):
        raise variant("one diagonal alone")
    grid = grid_of(puzzle.get("grid"))
    size = len(grid)
    height, width = USUAL.get(size, (1, size))
    regions = dict[Any, list[Cell]]()
    for r, row in enumerate(grid):
        for c, cell in enumerate(row):
            region = cell.get("region", r // height * height + c // width)
            regions.setdefault(str(region), []).append((r, c))
            if cell.get("givenPencilMarks"):
                raise variant("given candidates")
    about = {"name": puzzle.get("title"), "author": puzzle.get("author"), "rules": puzzle.get("ruleset")}
    more: Record = {"diagonals": True} if any(diagonals) else {}
    if cages := [_cage(entry) for entry in listed(puzzle.get(_CAGES, []), _CAGES, "cages")]:
        more["cages"] = cages
    return (
        record(grid, lambda cell: bool(cell.get("given"))) | areas_of([*regions.values()], size) | more | texts(about)
    )


def _cage(entry: Any) -> Record:
    """A cage as our JSON has it."""
    names = entry.get("cells") if isinstance(entry, dict) else None
    found = [re.fullmatch("R([0-9]{1,3})C([0-9]{1,3})", str(name)) for name in names] if isinstance(names, list) else []
    if not found or not all(found):
        raise InputError(f"found the cage {shown(entry)}, expected cells such as R1C1")
    return {"cells": [[int(cell[1]) - 1, int(cell[2]) - 1] for cell in found if cell], "sum": total(entry.get("value"))}


def total(value: Any) -> int | None:
    """What a cage adds up to, if that is given. Raises InputError."""
    if value in (None, ""):
        return None
    if not re.fullmatch("[0-9]{1,4}", text := str(value).strip()):
        raise InputError(f"found a cage with {shown(value)}, expected a sum")
    return int(text)


def grid_of(rows: Any) -> list[list[Mapping[str, Any]]]:
    """Rows of cells, as many as each has. Raises InputError."""
    if not isinstance(rows, list) or not 0 < len(rows) <= LONGEST_SIDE:
        raise InputError(f"found the grid {shown(rows)}, expected rows of cells")
    for row in rows:
        if not isinstance(row, list) or len(row) != len(rows):
            raise InputError(f"found {len(rows)} rows and the row {shown(row)}, expected as many cells as rows")
        if bad := [cell for cell in row if not isinstance(cell, dict)]:
            raise InputError(f"found the cell {shown(bad[0])}, expected an object")
    return rows


def areas_of(regions: Sequence[Collection[Cell]], size: int) -> Record:
    """The regions of a grid of that size, as ``areas``. Raises InputError unless each cell is in one."""
    index = {cell: i for i, region in enumerate(regions) for cell in region}
    if not len(index) == sum(map(len, regions)) == size * size:
        raise InputError(f"found regions with {sum(map(len, regions))} cells, expected each of {size * size} in one")
    return {"areas": [[index[r, c] for c in range(size)] for r in range(size)]}


def record(grid: Sequence[Sequence[Mapping[str, Any]]], is_given: Callable[[Mapping[str, Any]], bool]) -> Record:
    """The sudoku of cells with ``value``; of 9x9 also the player's values and candidates, as marks."""
    size = len(grid)
    given, placed, left = dict[int, int](), dict[int, int](), dict[int, list[int]]()
    for i, cell in enumerate(cell for row in grid for cell in row):
        value = cell.get("value")
        if value not in (None, "", 0):
            if not re.fullmatch("[0-9]{1,3}", str(value)) or not 1 <= int(value) <= size:
                raise InputError(f"found {shown(value)} at {cell_name(divmod(i, size))}, expected 1 to {size}")
            (given if is_given(cell) else placed)[i] = int(value)
        marks = cell.get("centerPencilMarks") or cell.get("centremarks")
        if isinstance(marks, list) and marks and all(type(digit) is int for digit in marks):
            left[i] = marks
    if size == sudoku_marks.SIDE:
        return sudoku_marks.record(given, placed, left)
    rows = [[given.get(r * size + c, 0) for c in range(size)] for r in range(size)]
    return {"clues": rows}


def texts(about: Mapping[str, Any]) -> Record:
    """The fields that are texts."""
    return {name: value for name, value in about.items() if isinstance(value, str) and value.strip()}
