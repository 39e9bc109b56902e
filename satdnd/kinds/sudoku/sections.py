"""Sudokus with areas, cages or diagonals as text: sections for areas and cages, then the clues."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from typing import Any, cast

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.cages import CageTuple
from satdnd.declaration.clues.family import families_of
from satdnd.errors import InputError
from satdnd.formats.texts import Line
from satdnd.grid.notation import counted
from satdnd.kinds.sudoku.model import GIVENS, SIZES, Sudoku

AREAS, CAGES, CLUES = TITLES = ("areas", "cages", "clues")
"""The titles of sections; the clues, which may be left out if there are none, come last."""
_LISTED = re.compile(r"\s*r[0-9]+c[0-9]", re.IGNORECASE)
_FRAME = {*"|-+= \t"}


def title(line: str) -> str:
    """The title that a line is; empty for any other line."""
    word = line.strip().removesuffix(":").casefold()
    return word if word in TITLES else ""


def to_lines(puzzle: Sudoku) -> list[str]:
    """The sections of a puzzle that has areas, cages or diagonals."""
    families, found = families_of(Sudoku), list[str]()
    for name in (AREAS, CAGES):
        if rows := families[name].to_lines(getattr(puzzle, name)):
            found += [name, *rows]
    reached = max((max(cell) for cage in puzzle.cages for cell in cage.cells), default=-1)
    if any(puzzle.clues) or not (puzzle.areas or reached + 1 == puzzle.size):
        found += [CLUES, *GIVENS.rows(puzzle.clues)]
    return found


def from_lines(sections: dict[str, list[Line]]) -> tuple[tuple[int, ...], dict[str, Any]]:
    """The values of the cells, areas and cages. Raises InputError."""
    families = families_of(Sudoku)
    found = {name: families[name].from_lines(rows) for name, rows in sections.items() if name != CLUES and rows}
    areas = cast(AreaTuple, found.get(AREAS, ()))
    side = 1 + max((r for area in areas for r, _ in area.cells), default=-1)
    if rows := sections.get(CLUES):
        return _values(rows), found
    if not side:
        reached = max((max(cell) for cage in cast(CageTuple, found.get(CAGES, ())) for cell in cage.cells), default=0)
        drawn = sum("=" not in line and not _LISTED.match(line) for _, line in sections.get(CAGES, ()))
        side = drawn if drawn > reached else next((n for n in SIZES if n > reached), reached + 1)
    return (0,) * side**2, found


def _values(rows: Sequence[Line]) -> tuple[int, ...]:
    """The cells of a grid: one line for each row, with or without blanks and frames, or all in one line."""
    marks = list[tuple[int, str]]()
    for number, line in rows:
        if {*line} <= _FRAME and {*line} & {*"-="} and "." not in line and len(rows) > 1 and "+" in line:
            continue
        words = line.replace("|", " ").split()
        marks += [(number, mark) for word in words for mark in ([word] if len(word) < 3 and words[1:] else word)]
    side = isqrt(len(marks))
    if side * side != len(marks):
        raise InputError(f"found {counted(len(marks), 'cell')}, expected as many rows as columns", line=rows[0][0])
    values = GIVENS.read([mark for _, mark in marks], side)
    if None in values:
        number, mark = marks[values.index(None)]
        raise InputError(f"found {mark!r}, expected {GIVENS.expected(side)}", line=number)
    return cast(tuple[int, ...], values)
