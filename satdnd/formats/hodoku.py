"""HoDoKu's library lines: ``:technique:candidates:cells:deleted:eliminated:comment:``.

The cells are 81 digits and dots, with ``+`` before a digit that the player placed. Deleted candidates are three
digits each: the candidate, its row and its column, from 1.

Source: the manual of HoDoKu, "The library format", and its reader (`Sudoku2.setSudoku`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from satdnd.errors import InputError
from satdnd.formats.documents import Document, Record
from satdnd.formats.sudoku_marks import CELLS, record
from satdnd.grid.fields import shown
from satdnd.grid.notation import counted

_LINE = re.compile(r"\s*:([0-9x]{4}(?:-[0-9]+)?):([^:]*):([^:]*):([^:]*):([^:]*):([^:]*)(?::[^:]*)?\s*")
_CELLS = re.compile(r"(?:\+?[1-9]|[.0])*")
_DELETED = re.compile(r"\s*(?:[1-9]{3}(?:\s+|$))*")
_NOTES = ("technique", "candidates", "eliminations", "comment")


def records(text: str) -> Iterator[Record | InputError]:
    """The puzzle of each line; blank lines and comments are left out."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and line.lstrip()[0] != "#":
            try:
                yield _record(line)
            except InputError as error:
                yield error.located(line=number)


def _record(line: str) -> Record:
    """The puzzle of a line, with what the player placed and removed as marks."""
    found = _LINE.fullmatch(line)
    if not found:
        raise InputError(f"found {shown(line.strip())}, expected ':technique:candidates:81 cells:deleted:eliminated:'")
    cells = found[3].strip()
    if not _CELLS.fullmatch(cells):
        at = _CELLS.match(cells).end()  # type: ignore[union-attr]  # it matches the empty text
        column = line.index(cells) + at + 1
        raise InputError(f"found {shown(cells[at])}, expected a digit, '+' before one, or '.'", column=column)
    if (count := len(cells) - cells.count("+")) != 81:
        raise InputError(f"found {counted(count, 'cell')}, expected 81", column=line.index(cells) + 1)
    if not _DELETED.fullmatch(found[4]):
        raise InputError(f"found {shown(found[4])}, expected candidates such as 434: 4 in row 3, column 4")
    signs = re.findall(r"\+?.", cells)
    given = {i: int(sign) for i, sign in enumerate(signs) if sign in "123456789"}
    placed = {i: int(sign[1]) for i, sign in enumerate(signs) if len(sign) == 2}
    deleted = re.findall("([1-9])([1-9])([1-9])", found[4])
    left = {i: {*range(1, 10)} for i in CELLS} if deleted else {}
    for digit, row, column in deleted:
        left[9 * int(row) + int(column) - 10].discard(int(digit))
    about = dict(zip(_NOTES, (found[1], found[2], found[5], found[6]), strict=True))
    notes = {name: text.strip() for name, text in about.items() if text.strip()}
    return {"kind": "sudoku", **record(given, placed, left), **notes}


def _recognises(head: str) -> bool:
    """Whether the first line is one of a library."""
    first = next((line for line in head.split("\n") if line.strip() and line.lstrip()[0] != "#"), "")
    return bool(re.match(r"\s*:[0-9x]{4}(?:-[0-9]+)?:", first))


EXAMPLE = (
    ":0300:4:135792..4.9.8315278725461...8.917.5....3.4.783.72.89.1...673.1....1297..7..485..6:"
    "653 472 473 277 483 683 388:481:c28 r68\n"
)
DOCUMENTS: tuple[Document, ...] = (Document("HoDoKu library", ("sudoku",), _recognises, records, EXAMPLE),)
