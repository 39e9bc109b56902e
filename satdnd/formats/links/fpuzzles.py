"""Sudokus in links of f-puzzles: JSON packed by lz-string. Only those with the usual rules are read.

Sources: SudokuPad/sudokutools, fpuzzlesdecoder.js; dclamage/SudokuSolver and yusitnikov/puzzletv, which read the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any
from urllib.parse import unquote

from satdnd.errors import InputError
from satdnd.formats import sudoku_marks
from satdnd.formats.documents import Record
from satdnd.formats.links import lzstring
from satdnd.formats.links.piece import Piece
from satdnd.formats.links.sudoku_sites import variant
from satdnd.grid.bitboard import Cell
from satdnd.grid.boxes import USUAL, shapes
from satdnd.grid.fields import LONGEST_SIDE, decoded, shown
from satdnd.grid.notation import cell_name

LONGEST = 1 << 20
"""The most characters that a link may unpack to."""
_NO_RULES = {
    *("size", "grid", "solution", "highlightConflicts"),
    *("disabledlogic", "truecandidatesoptions", "activeConstraints"),
}
"""Fields of f-puzzles that hold no rule, besides those that are strings."""
CONSTRAINTS = {
    "killercage": "killer cages",
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
    "diagonal+": "a diagonal",
    "diagonal-": "a diagonal",
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
    """The sudoku of f-puzzles' JSON. Raises InputError, also for a rule beyond the usual ones."""
    for name, value in puzzle.items():
        if name not in _NO_RULES and not isinstance(value, str) and value:
            raise variant(CONSTRAINTS.get(name, shown(name)))
    grid = grid_of(puzzle.get("grid"))
    size = len(grid)
    height, width = USUAL.get(size, (1, size))
    regions = dict[Any, set[Cell]]()
    for r, row in enumerate(grid):
        for c, cell in enumerate(row):
            region = cell.get("region", r // height * height + c // width)
            regions.setdefault(str(region), set()).add((r, c))
            if cell.get("givenPencilMarks"):
                raise variant("given candidates")
    boxes = boxes_of(regions.values(), size)
    about = {"name": puzzle.get("title"), "author": puzzle.get("author"), "rules": puzzle.get("ruleset")}
    return record(grid, lambda cell: bool(cell.get("given"))) | boxes | texts(about)


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


def boxes_of(regions: Iterable[Iterable[Cell]], size: int) -> Record:
    """The shape of the boxes in a grid of that size, as ``boxes``. Raises InputError for regions of another form."""
    found = sorted(map(sorted, regions))
    for height, width in shapes(size) or [(1, size)]:
        starts = product(range(0, size, height), range(0, size, width))
        if found == [[*product(range(r, r + height), range(c, c + width))] for r, c in starts]:
            return {"boxes": [height, width]}
    raise variant("irregular boxes (jigsaw)")


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
