"""Rooms of factors as text and JSON, and grids of numbers as text and JSON; `TEXTS.help` shows the forms.

Blank lines and comments are skipped anywhere in a text. It may hold several puzzles: a line ``NxN`` always begins one;
a lone ``N`` begins one when the rooms before it fill their grid, else it is a room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from satdnd.errors import InputError
from satdnd.formats import drawn_boards, fields, texts
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.inshi import links
from satdnd.kinds.inshi.model import LARGEST, LONGEST_PRODUCT, Inshi, InshiSolution, Room

FIELDS = ("size", "rooms", "text")
"""JSON fields with a meaning; all others are kept in `Inshi.extra`."""
_SIZE = re.compile(r"([0-9]+)x([0-9]+)|([0-9]+)")
_OURS = re.compile(r"\s*-?[0-9]+[rb][0-9]+\s*")
_ROOM = re.compile(r"(-?[0-9]+)(?:([rb])([0-9]+))?")


def from_json(record: Mapping[str, Any]) -> Inshi:
    """The puzzle of a JSON object: ``size`` and ``rooms`` (``product``, ``cells``), or ``text``."""
    name, extra = fields.about(record, FIELDS)
    if "text" in record:
        if "rooms" in record:
            raise InputError('found the fields "rooms" and "text", expected one of them')
        return _from_text_field(record, name, extra)
    size = fields.require(record, "size")
    fields.sides(size, size, LARGEST)
    rooms = []
    for i, entry in enumerate(fields.listed(fields.require(record, "rooms"), "rooms", "rooms")):
        field = f"rooms[{i}]"
        if not isinstance(entry, dict):
            raise InputError(f'field "{field}" is {fields.shown(entry)}, expected an object with "product" and "cells"')
        product = fields.whole(fields.require(entry, "product"), f"{field}.product", 1)
        cells = fields.cells(fields.require(entry, "cells"), f"{field}.cells", size, size)
        rooms.append(Room(product, tuple(cells)))
    return Inshi(size, tuple(rooms), name, extra)


def _from_text_field(record: Mapping[str, Any], name: str, extra: dict[str, Any]) -> Inshi:
    puzzle, *more = read_text(fields.text(record["text"], "text"))
    if isinstance(puzzle, InputError):
        raise InputError(f'field "text", {puzzle}')
    if more:
        raise InputError(f'field "text" holds {1 + len(more)} puzzles, expected one')
    if "size" in record:
        fields.whole(record["size"], "size", puzzle.size, puzzle.size)
    return Inshi(puzzle.size, puzzle.rooms, name or puzzle.name, {**puzzle.extra, **extra})


def to_json(puzzle: Inshi) -> dict[str, Any]:
    """The JSON object of *puzzle*, with ``size`` and ``rooms``."""
    rooms = [{"product": room.product, "cells": [list(cell) for cell in room.cells]} for room in puzzle.rooms]
    return fields.record(puzzle, FIELDS, size=puzzle.size, rooms=rooms)


def to_text(puzzle: Inshi) -> str:
    """The text of *puzzle*; notes hold its name and those further fields that are a line of text."""
    rooms = (f"{room.product}{'b' if room.downward else 'r'}{len(room)}" for room in puzzle.rooms)
    return texts.puzzle_text(puzzle, [f"{puzzle.size}x{puzzle.size}", *rooms])


def recognises(text: str) -> bool:
    """Whether the first line that counts is a size, some line is a room with a length, and most others fit as well.

    Or, where no room has a length, all puzzles are whole.
    """
    lines = [line for raw in text.splitlines() if (line := raw.strip()) and not line.startswith("#")]
    if not lines or not _SIZE.fullmatch(lines[0]):
        return False
    fitting = sum(bool(_SIZE.fullmatch(line) or _ROOM.fullmatch(line)) for line in lines)
    if not any(map(_OURS.fullmatch, lines)):
        return all(isinstance(puzzle, Inshi) for puzzle in read_text(text))
    return 2 * fitting > len(lines)


class _Draft:
    """A puzzle while its rooms are read."""

    def __init__(self, size: int, notes: dict[str, str]) -> None:
        self.size = size
        self.notes = notes
        self.rooms: list[Room] = []
        self._taken: dict[Cell, Room] = {}
        self._cells = iter([(r, c) for r in range(size) for c in range(size)])
        self.next: Cell | None = next(self._cells)
        """The first cell in no room: where the next room begins."""

    def add(self, product: int, downward: bool, length: int) -> str:
        """Put a room at the next cell; what does not fit, if it does not."""
        assert self.next is not None
        r, c = self.next
        most = self.size - (r if downward else c)
        if length > most:
            way = "down" if downward else "to the right"
            start = cell_name(self.next)
            return f"a room of {counted(length, 'cell')} {way} from {start} leaves the grid, expected at most {most}"
        room = Room(product, tuple((r + i, c) if downward else (r, c + i) for i in range(length)))
        for cell in room.cells:
            if cell in self._taken:
                return f"{room} overlaps {self._taken[cell]}, expected at most {cell[1] - c} to the right"
        self.rooms.append(room)
        self._taken |= dict.fromkeys(room.cells, room)
        self.next = next((cell for cell in self._cells if cell not in self._taken), None)
        return ""

    def puzzle(self) -> Inshi:
        """The whole puzzle; InputError where cells are left."""
        if self.next:
            free = self.size**2 - len(self._taken)
            many = f"{free} cells are" if free > 1 else "one cell is"
            raise InputError(f"{many} in no room, expected a room at {cell_name(self.next)}")
        notes = dict(self.notes)
        return Inshi(self.size, tuple(self.rooms), notes.pop("name", ""), notes)


def read_text(text: texts.Source) -> Iterator[Inshi | InputError]:
    """Every puzzle of a text; after a bad one, yielded as an error, reading goes on at the next line ``NxN``."""
    draft: _Draft | None = None
    notes: dict[str, str] = {}
    begun = broken = False
    number = 0
    for number, raw in texts.numbered(text):
        line = raw.strip()
        if not line:
            if draft and not draft.next:  # whole: no need to wait for the next one
                yield draft.puzzle()
                draft = None
            continue
        if line.startswith("#"):
            texts.add_note(line, notes)
            continue
        column = raw.index(line) + 1
        size = _SIZE.fullmatch(line)
        try:
            if size and (size[1] or (not broken and (draft is None or draft.next is None))):
                if draft:
                    yield texts.try_read(draft.puzzle, line=number)
                begun, broken, draft = True, False, None
                draft = _Draft(_size(size), notes)
            elif not broken:
                begun = True
                _add(draft, line)
            notes = {}
        except InputError as error:
            draft, broken = None, True
            yield InputError(error.message, line=number, column=column - 1 + (error.column or 1))
    if draft:
        yield texts.try_read(draft.puzzle, line=number)
    if not begun:
        yield InputError("found no puzzle, expected a size, N or NxN", line=1)


def _size(found: re.Match[str]) -> int:
    height, width = found[1] or found[3], found[2] or found[3]
    if height != width:
        raise InputError(f"found a grid of {height[:9]}x{width[:9]}, expected as many rows as columns", column=1)
    size = int(height[:9])  # more digits are too many, whatever they are
    fields.sides(size, size, LARGEST)
    return size


def _add(draft: _Draft | None, line: str) -> None:
    """The room of *line* into *draft*; the column of an InputError counts from the beginning of *line*."""
    found, column, what = _ROOM.fullmatch(line), 1, fields.shown(line)
    digits, length = (found[1].lstrip("0"), found[3] or "1") if found else ("", "")
    trouble = ""
    if draft is None:
        trouble = f"found {what}, expected the size of the grid, N or NxN"
    elif not found:
        trouble = f"found {what}, expected a room such as 6b2 (product, r or b, length) or 6"
        column += len(re.match(r"(?:-?[0-9]*(?:(?<=[0-9])[rb][0-9]*)?)?", line)[0])  # type: ignore[index]
    elif draft.next is None:
        trouble = f"the grid is full: found the room {what}, expected the size of another puzzle or the end"
    elif not digits or digits[0] == "-":
        trouble = f"found the product {found[1][:20]}, expected a whole number from 1"
    elif len(digits) > LONGEST_PRODUCT:
        trouble = f"found a product of {len(digits)} digits, expected at most {LONGEST_PRODUCT}"
    else:
        column = max(found.start(3), 0) + 1
        if len(length) > 9 or int(length) == 0:
            trouble = f"found the length {length[:9]}, expected 1 to {draft.size}"
        else:
            trouble = draft.add(int(digits), found[2] == "b", int(length))
    if trouble:
        raise InputError(trouble, column=column)


def read_solutions(text: str, puzzle: Inshi) -> Iterator[InshiSolution | InputError]:
    """Every grid of a text: rows of digits (up to size 9) or of numbers with blanks or commas between them.

    Every N rows are a grid; blank lines and comments are skipped. Or JSON values: an answer (``solutions``), an object
    with ``grid``, or a list of rows. Numbers out of range are read, and are faults.
    """
    size = puzzle.size

    def typed(text: str) -> Iterator[InshiSolution | InputError]:
        """Solutions of as many rows as the board has, one after another; an error ends them."""
        rows: list[tuple[int, ...]] = []
        number = 0
        for number, line in texts.numbered(text):
            if line.strip() and not texts.is_comment(line):
                row = texts.try_read(_row, line, size, line=number)
                if isinstance(row, InputError):
                    yield row
                    return
                rows.append(row)
            if len(rows) == size:
                yield InshiSolution(tuple(rows))
                rows = []
        if rows:
            yield InputError(f"found {counted(len(rows), 'row')}, expected {size}", line=number)

    def drawn(cells: list[str]) -> InshiSolution:
        """The solution in the cells of a drawing, row by row."""
        rows = (" ".join(cell or "." for cell in cells[i : i + size]) for i in range(0, len(cells), size))
        return InshiSolution(tuple(_row(row, size) for row in rows))

    drawings = (texts.try_read(drawn, cells) for cells in drawn_boards.ruled(text, size, size))
    return texts.solutions(text, lambda entry: _json_grid(entry, size), drawings, typed)


def _row(line: str, size: int) -> tuple[int, ...]:
    words = texts.words(line, ",")
    if len(words) == 1 and 1 < size <= 9:
        words = texts.letters(*words[0])
    for word, column in words:
        if not re.fullmatch("[0-9]{1,9}", word):
            raise InputError(f"found {fields.shown(word)}, expected a number from 1 to {size}", column=column)
    if len(words) != size:
        raise InputError(f"found {counted(len(words), 'number')}, expected {size}")
    return tuple(int(word) for word, _ in words)


def _json_grid(entry: Any, size: int) -> InshiSolution:
    rows = fields.listed(fields.require(entry, "grid") if isinstance(entry, dict) else entry, "grid", "rows")
    if len(rows) != size:
        raise InputError(f'field "grid" has {counted(len(rows), "row")}, expected {size}')
    grid = []
    for r, row in enumerate(rows):
        if isinstance(row, str):
            grid.append(_row(row, size))
            continue
        numbers = fields.listed(row, f"grid[{r}]", f"{size} numbers")
        if len(numbers) != size:
            raise InputError(f'field "grid[{r}]" has {counted(len(numbers), "number")}, expected {size}')
        grid.append(tuple(fields.whole(value, f"grid[{r}]", 0) for value in numbers))
    return InshiSolution(tuple(grid))


_HELP = """\
The size, then a line a room in reading order of the first cells: the product, r (to the right) or b (to the bottom),
the number of cells; a product alone is a room of one cell:

    3x3
    6b3
    3r2
    3
    2
    2
    1

Also read: links of puzz.link (factors), where all rooms are straight:

    https://puzz.link/p?factors/5/5/rvvcm9jf54653-28ca2833-14

A solution is a line a row of numbers, with blanks between them above 9, or an answer in JSON.
"""
_OWN = {"text": to_text}
TEXTS = texts.Texts(
    from_json, to_json, read_text, _OWN, recognises, read_solutions, _HELP, _OURS.fullmatch, others=links.FORMS
)
