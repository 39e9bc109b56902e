"""Rooms of factors as text, JSON and links; `TEXTS.help` shows the forms.

Blank lines and comments are skipped anywhere in a text. It may hold several puzzles: a line ``NxN`` always starts one;
a lone ``N`` starts one if the rooms before it fill their grid, otherwise it is a room.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from satdnd.declaration.area_links import area_links
from satdnd.declaration.areas import all_cells
from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.links.piece import square
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.inshi.model import LARGEST, LONGEST_PRODUCT, ROOMS, VIEW, Inshi, Room, straight

FIELDS = ("size", "rooms", "text")
"""JSON fields with a meaning; all others are kept in `Inshi.extra`."""
_SIZE = re.compile(r"([0-9]+)x([0-9]+)|([0-9]+)")
_OURS = re.compile(r"\s*-?[0-9]+[rb][0-9]+\s*")
_ROOM = re.compile(r"(-?[0-9]+)(?:([rb])([0-9]+))?")
_ROOM_BEGUN = re.compile(r"(?:-?[0-9]*(?:(?<=[0-9])[rb][0-9]*)?)?")


def from_json(record: Mapping[str, Any]) -> Inshi:
    """The puzzle of a JSON object: ``size`` and ``rooms`` (``product``, ``cells``), or ``text``."""
    name, extra = fields.about(record, FIELDS)
    if "text" not in record:
        size = fields.require(record, "size")
        fields.sides(size, size, LARGEST)
        rooms = ROOMS.from_json(fields.require(record, "rooms"), "rooms", size, size)
        return Inshi(size, rooms, name=name, extra=extra)
    if "rooms" in record:
        raise InputError('found the fields "rooms" and "text", expected one of them')
    puzzle, *more = read_text(fields.text(record["text"], "text"))
    if isinstance(puzzle, InputError):
        raise InputError(f'field "text", {puzzle}')
    if more:
        raise InputError(f'field "text" holds {1 + len(more)} puzzles, expected one')
    if "size" in record:
        fields.whole(record["size"], "size", puzzle.size, puzzle.size)
    return replace(puzzle, name=name or puzzle.name, extra={**puzzle.extra, **extra})


def to_json(puzzle: Inshi) -> dict[str, Any]:
    """The JSON object of *puzzle*, with ``size`` and ``rooms``."""
    return fields.record(puzzle, FIELDS, size=puzzle.size, rooms=ROOMS.to_json(puzzle.rooms))


def to_text(puzzle: Inshi) -> str:
    """The text of *puzzle*; notes hold its name and the extra fields that are single-line strings."""
    rooms = (f"{room.product}{'b' if room.downward else 'r'}{len(room)}" for room in puzzle.rooms)
    return texts.puzzle_text(puzzle, [f"{puzzle.size}x{puzzle.size}", *rooms])


def recognises(text: str) -> bool:
    """Whether the first significant line is a size, some line is a room with a length, and most others fit too.

    Or, if no room has a length, all puzzles are complete.
    """
    lines = [line for raw in text.splitlines() if (line := raw.strip()) and not line.startswith("#")]
    if not lines or not _SIZE.fullmatch(lines[0]):
        return False
    fitting = sum(bool(_SIZE.fullmatch(line) or _ROOM.fullmatch(line)) for line in lines)
    if not any(map(_OURS.fullmatch, lines)):
        return all(isinstance(puzzle, Inshi) for puzzle in read_text(text))
    return 2 * fitting > len(lines)


class _Draft:
    """A puzzle while its rooms are being read."""

    def __init__(self, size: int, notes: dict[str, str]) -> None:
        self.size, self.notes = size, notes
        self.rooms, self._taken = list[Room](), dict[Cell, Room]()
        self._cells = all_cells(size, size)
        self.next: Cell | None = next(self._cells)
        """The first cell in no room: where the next room starts."""

    def add(self, line: str) -> None:
        """Put the room of *line* at the next cell. Raises InputError (columns within *line*)."""
        found, what = _ROOM.fullmatch(line), fields.shown(line)
        if not found:
            expected = "expected a room such as 6b2 (product, r or b, length) or 6"
            raise InputError(f"found {what}, {expected}", column=1 + _ROOM_BEGUN.match(line).end())  # type: ignore[union-attr]
        if self.next is None:
            message = f"the grid is full: found the room {what}, expected the size of another puzzle or the end"
            raise InputError(message, column=1)
        digits, length = found[1].lstrip("0"), found[3] or "1"
        if not digits or digits[0] == "-":
            raise InputError(f"found the product {found[1][:20]}, expected a whole number from 1", column=1)
        if len(digits) > LONGEST_PRODUCT:
            raise InputError(f"found a product of {len(digits)} digits, expected at most {LONGEST_PRODUCT}", column=1)
        column = max(found.start(3), 0) + 1
        if len(length) > 9 or int(length) == 0:
            raise InputError(f"found the length {length[:9]}, expected 1 to {self.size}", column=column)
        (r, c), down = self.next, found[2] == "b"
        most = self.size - (r if down else c)
        if int(length) > most:
            room = f"a room of {counted(int(length), 'cell')} {'down' if down else 'to the right'}"
            message = f"{room} from {cell_name(self.next)} leaves the grid, expected at most {most}"
            raise InputError(message, column=column)
        self._place(Room(int(digits), tuple((r + i, c) if down else (r, c + i) for i in range(int(length)))), column)

    def _place(self, room: Room, column: int) -> None:
        for cell in room.cells:
            if cell in self._taken:
                most = cell[1] - room.cells[0][1]
                message = f"{room} overlaps {self._taken[cell]}, expected at most {most} to the right"
                raise InputError(message, column=column)
        self.rooms.append(room)
        self._taken |= dict.fromkeys(room.cells, room)
        self.next = next((cell for cell in self._cells if cell not in self._taken), None)

    def puzzle(self) -> Inshi:
        """The complete puzzle. Raises InputError if cells are left over."""
        if self.next:
            free = self.size**2 - len(self._taken)
            many = f"{free} cells are" if free > 1 else "one cell is"
            raise InputError(f"{many} in no room, expected a room at {cell_name(self.next)}")
        notes = dict(self.notes)
        return Inshi(self.size, tuple(self.rooms), name=notes.pop("name", ""), extra=notes)


def read_text(text: texts.Source) -> Iterator[Inshi | InputError]:
    """Every puzzle of a text; after a bad one, yielded as an error, reading resumes at the next line ``NxN``."""
    draft: _Draft | None = None
    notes: dict[str, str] = {}
    started = broken = False
    number = 0
    for number, raw in texts.numbered(text):
        line = raw.strip()
        if not line:
            if draft and not draft.next:  # complete: no need to wait for the next one
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
                started, broken, draft = True, False, None
                draft = _Draft(_size(size), notes)
            elif not broken:
                started = True
                if draft is None:
                    raise InputError(f"found {fields.shown(line)}, expected the size of the grid, N or NxN")
                draft.add(line)
            notes = {}
        except InputError as error:
            draft, broken = None, True
            yield InputError(error.message, line=number, column=column - 1 + (error.column or 1))
    if draft:
        yield texts.try_read(draft.puzzle, line=number)
    if not started:
        yield InputError("found no puzzle, expected a size, N or NxN", line=1)


def _size(found: re.Match[str]) -> int:
    height, width = found[1] or found[3], found[2] or found[3]
    if height != width:
        raise InputError(f"found a grid of {height[:9]}x{width[:9]}, expected as many rows as columns", column=1)
    size = int(height[:9])  # more digits are always too many
    fields.sides(size, size, LARGEST)
    return size


_HELP = """\
The size, then one line per room in reading order of the first cells: the product, r (to the right) or b (to the
bottom), the number of cells; a product alone is a room of one cell:

    3x3
    6b3
    3r2
    3
    2
    2
    1

Also read: links of puzz.link (factors), where all rooms are straight:

    https://puzz.link/p?factors/5/5/rvvcm9jf54653-28ca2833-14
"""
_STRAIGHT = "expected rooms one cell wide, as this kind has them"
FORMS = area_links(
    ROOMS,
    lambda height, width, rooms: Inshi(height, rooms),
    lambda puzzle: puzzle.rooms,
    "factors",
    sides=lambda address: (square(address.parts["columns"], address.parts["rows"], LARGEST),) * 2,
    wrong=lambda cells: "" if straight(cells) else f"that do not form a straight line; {_STRAIGHT}",
)
TEXTS = texts.Texts(
    *(from_json, to_json, read_text, {"text": to_text}, recognises),
    VIEW.read_solutions,
    f"{_HELP}\n{VIEW.help}\n",
    _OURS.fullmatch,
    foreign=FORMS,
    fields=FIELDS,
)
