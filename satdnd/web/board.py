"""What the page has on its board: the size, and a player's marks in all forms that the page writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satdnd.engine.kind import Kind
from satdnd.errors import InputError, UsageError
from satdnd.formats.fields import shown
from satdnd.rules.unknowns import Mark
from satdnd.web.limits import LARGEST

MOST_MARKS = 4 * LARGEST * LARGEST
"""Marks that a player's board may have."""
SIDES = ("n", "w", "s", "e")
"""Of a cell: what the mark of an edge has behind row and column."""


def sides(puzzle: Any) -> tuple[int, int]:
    """Rows and columns of a puzzle."""
    grid = puzzle if hasattr(puzzle, "height") else getattr(puzzle, "grid", None)
    return (puzzle.size, puzzle.size) if grid is None else (grid.height, grid.width)


def check_size(height: int, width: int) -> None:
    """UsageError for a board that the page does not draw."""
    if max(height, width) > LARGEST:
        raise UsageError(f"the board has {height}x{width} cells; the editor takes boards up to {LARGEST}x{LARGEST}")


def check_given(given: Any) -> None:
    """InputError for what is no player's board, or too much for one."""
    if given is not None and not isinstance(given, str | list | dict):
        raise InputError(f"found {shown(given)}, expected a player's board: rows, or marks")
    if given is not None and len(given) > MOST_MARKS:
        raise InputError(f"a player's board of {len(given)} entries, expected at most {MOST_MARKS}")


def marks_of(kind: Kind[Any, Any, Any], puzzle: Any, given: Any) -> list[Mark]:
    """A player's board as marks, without any encoding: rows as ``forced`` writes them, or marks.

    Raises:
        InputError: another number of rows or cells; a mark of no place.
    """
    check_given(given)
    if not given:
        return []
    if isinstance(given, str):
        return list(kind.marks(puzzle, given))
    if not isinstance(given, list):
        raise InputError(f"found {shown(given)}, expected rows, or marks")
    if all(isinstance(row, str) for row in given):
        return list(kind.marks(puzzle, "\n".join(given)))
    if all(isinstance(row, list) and row and all(isinstance(x, str) for x in row) for row in given):
        return list(kind.marks(puzzle, "\n".join(" ".join(row) for row in given)))
    height, width = sides(puzzle)
    if len(given) == height and not kind.picture(puzzle).spaced and all(_is_row(row, width) for row in given):
        words = [["." if x is None else str(x) for x in row] for row in given]
        return list(kind.marks(puzzle, "\n".join(" ".join(row) for row in words)))
    for mark in given:
        check_mark(mark, height, width)
    return [tuple(mark) for mark in given]


def _is_row(row: Any, width: int) -> bool:
    """Whether it is a row of numbers, None for a cell without."""
    return isinstance(row, list) and len(row) == width and all(x is None or type(x) is int for x in row)


def check_mark(mark: Any, height: int, width: int) -> None:
    """InputError unless it is a place of a board of that size, and a word."""
    if not isinstance(mark, list) or not (
        (len(mark) in (3, 5) and isinstance(mark[-1], str))
        or (len(mark) == 4 and mark[2] in SIDES and isinstance(mark[-1], str))
        or (len(mark) == 6 and [*map(type, mark)] == [int] * 6)
    ):
        raise InputError(f"found {shown(mark)}, expected a mark [row, column, what]")
    for k, x in enumerate(mark[: 2 if len(mark) < 5 else 4]):
        if type(x) is not int or not 0 <= x < (height, width)[k % 2]:
            raise InputError(f"the mark {shown(mark)} is outside the board of {height}x{width}")


def place_of(cell: Any) -> Sequence[int | str]:
    """Row and column of an argument, of a pair of islands twice, of an edge with its side. InputError."""
    if isinstance(cell, list) and len(cell) == 3 and cell[2] in SIDES and all(type(x) is int for x in cell[:2]):
        return cell
    if not isinstance(cell, list) or len(cell) not in (2, 4) or any(type(x) is not int for x in cell):
        raise InputError(f"the cell is {shown(cell)}, expected [row, column]")
    return cell
