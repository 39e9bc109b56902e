"""Names for the parts of a board where a hint tells the player to look."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from satdnd.explanation.steps import Step
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.cut import Cut

_COMPACT = 4
"""Cells this many rows or columns apart, or more, do not form one area."""
_NAMED = 3
"""The most areas named in one sentence."""


class Location(NamedTuple):
    """Cells and their name: ``row 3``, ``the cells around r3c5``."""

    name: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        """The name with a preposition: ``in row 3``."""
        before = "among" if self.name.startswith("the") else "in" if self.cells[1:] else "at"
        return f"{before} {self.name}"


def area_of(cells: Sequence[Cell]) -> Location | None:
    """The area of *cells*: a cell, a row, a column, or the cells around one; None if they are too far apart."""
    rows, columns = sorted({cell[0] for cell in cells}), sorted({cell[1] for cell in cells})
    if not cells:
        return None
    if len(rows) == len(columns) == 1:
        return Location(cell_name(cells[0]), tuple(cells[:1]))
    if len(rows) == 1:
        return Location(f"row {rows[0] + 1}", tuple(cells))
    if len(columns) == 1:
        return Location(f"column {columns[0] + 1}", tuple(cells))
    if max(rows[-1] - rows[0], columns[-1] - columns[0]) >= _COMPACT:
        return None
    r, c = sum(cell[0] for cell in cells) / len(cells), sum(cell[1] for cell in cells) / len(cells)
    middle = min(cells, key=lambda cell: abs(cell[0] - r) + abs(cell[1] - c))
    return Location(f"the cells around {cell_name(middle)}", tuple(cells))


def line_of(cells: Sequence[Cell], size: tuple[int, int]) -> Location:
    """The row or column that contains *cells*, on a board of *size* (rows, columns)."""
    return _column(cells[0], size) if any(cell[0] != cells[0][0] for cell in cells) else _row(cells[0], size)


def _row(cell: Cell, size: tuple[int, int]) -> Location:
    return Location(f"row {cell[0] + 1}", tuple((cell[0], i) for i in range(size[1])))


def _column(cell: Cell, size: tuple[int, int]) -> Location:
    return Location(f"column {cell[1] + 1}", tuple((i, cell[1]) for i in range(size[0])))


def where_to_look(step: Step, unknown: Collection[Cell], size: tuple[int, int]) -> Location:
    """The area of a step; its row or column instead, where that area would leave one *unknown* cell to look at."""
    area = _area_of_rules(step)
    left = [cell for cell in area.cells if cell in unknown]
    if len(left) != 1:
        return area
    lines = [line(left[0], size) for line in (_row, _column)]
    open_lines = [line for line in lines if sum(cell in unknown for cell in line.cells) > 1]
    return min(open_lines, key=lambda line: len(line.cells), default=area)


def _area_of_rules(step: Step) -> Location:
    """The areas of a step's rules, in the order of its arguments; the area of its marks if these are too many."""
    turns = (turn.reason for argument in step.arguments for turn in argument.turns)
    reasons = [step.reasons[i] for i in dict.fromkeys([*turns, *range(len(step.reasons))])]
    areas = [
        area_of(reason.cells) or (area_of(reason.border) if isinstance(reason, Cut) else None) for reason in reasons
    ]
    named = {area.name: area for area in areas if area}
    if named and all(areas) and len(named) <= _NAMED:
        return Location(
            listed(list(named)), tuple(dict.fromkeys(cell for area in named.values() for cell in area.cells))
        )
    found = list(dict.fromkeys((int(mark[0]), int(mark[1])) for mark in step.cells))
    return area_of(found) or Location(f"the cells around {cell_name(found[0])}", tuple(found))
