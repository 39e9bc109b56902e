"""Sudokus with the candidates of each cell, as HoDoKu, Simple Sudoku (.ss), SudoCue (.sdx) and forums write them.

Nine rows of nine words: the digits that are left for a cell, in frames or without; one digit is a value. Which values
are givens is shown by ``u`` or ``+`` before a digit that the player placed, or by a grid of the puzzle above; without
these all are. Simple Sudoku writes the puzzle, then the values, then the candidates; where there is no grid of the
values, and a cell that sees a single digit still lists it, nobody has placed that digit yet.

Sources: the manual of HoDoKu and its reader (`Sudoku2.setSudoku`); sudocue.net/fileformats.php; Sudopedia, "Sudoku
Clipboard and File Formats".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from satdnd.errors import InputError
from satdnd.formats.documents import Document, Record
from satdnd.formats.sudoku_marks import CELLS, SEEN, SIDE, record
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name, counted

_CELL = r"[*#@(-]?([u+]?)([1-9]{1,9})[*#@)-]?"
_WORD = re.compile(_CELL)
_ROW = re.compile(rf"[\s|:]*{_CELL}(?:[\s|:]+{_CELL}){{8}}[\s|:]*")
_PLAIN_ROW = re.compile(r"[\s|:]*(?:[0-9.][\s|:]*){9}")
_PLAIN_LINE = re.compile(r"\s*[0-9.]{81}\s*")
_FRAME = re.compile(r"\s*[.:'|+*]?-[-+.:'|*\s]*")
_HEADING = re.compile(r"\s*(?:#|\w*[A-Za-z]{3})")


class CandidateGrid(NamedTuple):
    """81 cells in reading order, as they stand in a text."""

    line: int
    """The first line, from 1."""
    left: tuple[frozenset[int], ...]
    """The digits of each cell: one for a value, none for an empty cell, otherwise candidates."""
    placed: frozenset[int]
    """The cells that are said to be the player's."""

    @property
    def has_candidates(self) -> bool:
        """Whether it tells more than values."""
        return any(len(digits) > 1 for digits in self.left)

    def values(self) -> dict[int, int]:
        """The cells that hold one digit, and no empty ones."""
        return {i: min(digits) for i, digits in enumerate(self.left) if len(digits) == 1}

    def within(self, other: CandidateGrid) -> bool:
        """Whether each of its values is possible in *other*."""
        return all(value in other.left[i] for i, value in self.values().items())


def records(text: str) -> Iterator[Record | InputError]:
    """The puzzles of a text, each with the marks that its candidates say."""
    found = False
    for item in _sudokus(text):
        found = True
        yield item if isinstance(item, InputError) else {"kind": "sudoku", **item}
    if not found:
        yield InputError(f"found no grid, expected {SIDE} rows of {SIDE} cells with their candidates", line=1)


def _sudokus(text: str) -> Iterator[Record | InputError]:
    pending = list[CandidateGrid]()
    for grid in _grids(text):
        if isinstance(grid, InputError):
            yield from map(_of_values, pending)
            pending = []
            yield grid
        elif grid.has_candidates:
            above = pending[-2:]  # the puzzle, and its values
            while above and not (above[0].within(above[-1]) and all(values.within(grid) for values in above)):
                del above[0]
            yield from map(_of_values, pending[: len(pending) - len(above)])
            yield _of_candidates(grid, above)
            pending = []
        else:
            pending.append(grid)
    yield from map(_of_values, pending)


def _grids(text: str) -> Iterator[CandidateGrid | InputError]:
    """Each grid of nine rows; an error for a line that is neither a row nor a frame nor words."""
    rows = list[tuple[int, Sequence[tuple[str, str]]]]()
    for number, line in enumerate(text.split("\n"), 1):
        if _PLAIN_LINE.fullmatch(line) and not rows:
            yield _grid([(number, [("", sign) for sign in line.strip()])])
        elif cells := _row(line):
            rows.append((number, cells))
            if len(rows) == SIDE:
                yield _grid(rows)
                rows = []
        elif line.strip() and not _FRAME.fullmatch(line) and (rows or not _HEADING.match(line)):
            yield InputError(f"found {shown(line.strip())}, expected {SIDE} cells, blanks between them", line=number)
            rows = []
    if rows:
        yield InputError(f"found {counted(len(rows), 'row')}, expected {SIDE} of {SIDE} cells", line=rows[-1][0])


def _row(line: str) -> list[tuple[str, str]]:
    """Nine cells: the sign before the digits, and the digits; empty if a line is no row."""
    if _ROW.fullmatch(line):
        cells = [(found[1], found[2]) for found in _WORD.finditer(line)]
        return cells if all(digits == "".join(sorted({*digits})) for _, digits in cells) else []
    if _PLAIN_ROW.fullmatch(line):
        return [("", sign) for sign in re.findall("[0-9.]", line)]
    return []


def _grid(rows: Sequence[tuple[int, Sequence[tuple[str, str]]]]) -> CandidateGrid:
    cells = [cell for _, row in rows for cell in row]
    left = tuple(frozenset(map(int, digits.replace(".", "").replace("0", ""))) for _, digits in cells)
    return CandidateGrid(rows[0][0], left, frozenset(i for i, (sign, _) in enumerate(cells) if sign))


def _of_values(grid: CandidateGrid) -> Record:
    values = grid.values()
    given = {i: value for i, value in values.items() if i not in grid.placed}
    return record(given, {i: values[i] for i in grid.placed})


def _of_candidates(grid: CandidateGrid, above: Sequence[CandidateGrid]) -> Record | InputError:
    """A grid of candidates; the first grid *above* is the puzzle, the last its values, if there are several."""
    if empty := [i for i in CELLS if not grid.left[i]]:
        found = f"found no candidate at {cell_name(divmod(empty[0], SIDE))}"
        return InputError(f"{found}, expected the digits that are left", line=grid.line)
    given = above[0].values() if above else {i: v for i, v in grid.values().items() if i not in grid.placed}
    placed = {i: v for i, v in (above[-1] if len(above) > 1 else grid).values().items() if i not in given}
    if len(above) == 1:
        placed = {i: v for i, v in placed.items() if i in grid.placed or not any(v in grid.left[j] for j in SEEN[i])}
    return record(given, placed, dict(enumerate(grid.left)))


def _recognises(head: str) -> bool:
    for grid in _grids(head):
        if isinstance(grid, InputError):
            return False
        if grid.has_candidates:
            return True
    return False


EXAMPLE = """\
 *--------------------------------------------------------------------*
 | 1567   3      1567   | 4      12579  179    | 689    5678   579    |
 | 9      45     2      | 8      57     6      | 3      457    1      |
 | 1567   1458   14567  | 1357   13579  1379   | 4689   2      4579   |
 |----------------------+----------------------+----------------------|
 | 8      12459  1459   | 13     6      139    | 7      145    2345   |
 | 17     6      147    | 2      1378   5      | 14     9      34     |
 | 1257   1259   3      | 17     4      179    | 126    156    8      |
 |----------------------+----------------------+----------------------|
 | 12356  7      1569   | 1356   135    134    | 12489  148    249    |
 | 4      1      8      | 9      137    2      | 5      17     6      |
 | 1256   1259   1569   | 1567   157    8      | 1249   3      2479   |
 *--------------------------------------------------------------------*
"""
"""Sudopedia, "Sudoku Clipboard and File Formats"."""

DOCUMENTS: tuple[Document, ...] = (
    Document("sudoku with candidates", ("sudoku",), _recognises, records, EXAMPLE, (".sdx",)),
)
