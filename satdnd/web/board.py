"""The board of the page: its size, and a player's marks in all forms that the page sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satdnd.engine.kind import Kind, Rules
from satdnd.errors import InputError, UsageError
from satdnd.grid.fields import shown
from satdnd.rules.unknowns import Mark
from satdnd.web.limits import LARGEST

MOST_MARKS = 4 * LARGEST * LARGEST
"""The most marks on a player's board."""
LONGEST_MARK = 5
"""The most numbers and words in one mark."""


def sides(puzzle: Any) -> tuple[int, int]:
    """The rows and columns of a puzzle."""
    grid = puzzle if hasattr(puzzle, "height") else getattr(puzzle, "grid", None)
    return (puzzle.size, puzzle.size) if grid is None else (grid.height, grid.width)


def check_size(height: int, width: int) -> None:
    """Raise UsageError for a board that is too large for the page."""
    if max(height, width) > LARGEST:
        raise UsageError(f"the board has {height}x{width} cells; the editor takes boards up to {LARGEST}x{LARGEST}")


def check_given(given: Any) -> None:
    """Raise InputError unless *given* is a player's board of acceptable size, or None."""
    if given is not None and not isinstance(given, str | list | dict):
        raise InputError(f"found {shown(given)}, expected a player's board: rows, or marks")
    if given is not None and len(given) > MOST_MARKS:
        raise InputError(f"a player's board of {len(given)} entries, expected at most {MOST_MARKS}")


def marks_of(kind: Kind[Any, Any, Any], puzzle: Any, given: Any) -> list[Mark]:
    """A player's board as marks, without an encoding; it may be rows as in ``forced``, or marks.

    Raises:
        InputError: another number of rows or cells; a mark outside the board.
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
    rules = kind.part(Rules)
    if rules and all(map(_is_row, given)):
        unknowns = rules.book(puzzle, kind.options()).unknowns
        return [unknowns.mark(x) for x in unknowns.read(given)]
    height, width = sides(puzzle)
    for mark in given:
        check_mark(mark, height, width)
    return [tuple(mark) for mark in given]


def _is_row(row: Any) -> bool:
    """Whether it is a row of numbers and None, rather than a mark, which ends with a word."""
    return isinstance(row, list) and all(x is None or type(x) is int for x in row)


def check_mark(mark: Any, height: int, width: int) -> None:
    """Raise InputError unless *mark* begins with a cell of a board of that size; the kind's unknowns read the rest."""
    if not _begins_with_cell(mark) or len(mark) < 3:
        raise InputError(f"found {shown(mark)}, expected a mark [row, column, what]")
    if not (0 <= mark[0] < height and 0 <= mark[1] < width):
        raise InputError(f"the mark {shown(mark)} is outside the board of {height}x{width}")


def place_of(cell: Any) -> Sequence[int | str]:
    """The argument *cell* as a place: row, column, and for a link the other cell, for an edge the side.

    Raises InputError.
    """
    if not _begins_with_cell(cell):
        raise InputError(f"the cell is {shown(cell)}, expected [row, column]")
    place: Sequence[int | str] = cell
    return place


def _begins_with_cell(value: Any) -> bool:
    if not isinstance(value, list) or not 2 <= len(value) <= LONGEST_MARK:
        return False
    return all(type(x) is int for x in value[:2]) and all(type(x) in (int, str) for x in value)
