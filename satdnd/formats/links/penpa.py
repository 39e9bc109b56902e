"""Links of penpa-edit: a deflated text whose lines are JSON, abbreviated by a table of short names.

Source: swaroopg92/penpa-edit, docs/js/class_p.js.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from satdnd.errors import InputError
from satdnd.formats.links.piece import Piece
from satdnd.grid.bitboard import Cell
from satdnd.grid.fields import shown, sides
from satdnd.grid.notation import cell_name, counted

CIRCLED = "circled numbers"
LONGEST = 1 << 22
"""The most characters that a link may unpack to."""
_TIMES = 16
"""The most characters that one character of a link drawn by people unpacks to."""
SHORT_NAMES = {
    "z9": '"qa"',
    "zQ": '"pu_q"',
    "zA": '"pu_a"',
    "zG": '"grid"',
    "zM": '"edit_mode"',
    "zS": '"surface"',
    "zL": '"line"',
    "zE": '"lineE"',
    "zW": '"wall"',
    "zC": '"cage"',
    "zN": '"number"',
    "zY": '"symbol"',
    "zP": '"special"',
    "zB": '"board"',
    "zR": '"command_redo"',
    "zU": '"command_undo"',
    "z8": '"command_replay"',
    "z1": '"numberS"',
    "zF": '"freeline"',
    "z2": '"freelineE"',
    "zT": '"thermo"',
    "z3": '"arrows"',
    "zD": '"direction"',
    "z0": '"squareframe"',
    "z5": '"polygon"',
    "z4": '"deletelineE"',
    "z6": '"killercages"',
    "z7": '"nobulbthermo"',
    "z_": '"__a"',
    "zO": "null",
    "zZ": "z",
}
"""Abbreviations and their meanings, replaced in this order; `zZ` is last, since it gives their first letter."""
_RECTANGULAR = re.compile("square|sudoku")
"""The grid types that are read; others are refused by name."""
_NAMES = {
    "killercages": "killer cages",
    "cage": "cage outlines",
    "numberS": "small numbers",
    "lineE": "edges",
    "surface": "shaded cells",
}
CLASSIC = "classic"
_DRAWN = {CLASSIC, "irregular", "killer"}
"""Tags that say no more than what is drawn (docs/js/genre_tags.js)."""
_PLAIN = ("1", "5", "6", "10")
"""Ways of writing one number into a cell: normal, small, medium, large."""
_CIRCLED = (6, 7, 11)
"""Styles of a number in a circle."""


@dataclass
class Room:
    """The limit on the total unpacked size of all links of one text, however many there are.

    Each link adds as much as a link drawn by people needs, so that no such link is refused because of earlier ones.
    """

    left: int = 2 * LONGEST
    """Bytes left."""


class PenpaClue(NamedTuple):
    """What is written in a cell."""

    text: str
    circled: bool


@dataclass(frozen=True)
class PenpaGrid:
    """The problem of a link; the player's work is dropped."""

    type: str
    """``square``, ``sudoku``, ``hex``, ..."""
    height: int
    width: int
    title: str
    author: str
    genre: str
    """The author's words for the puzzle, or the type of the grid, or `CIRCLED`; empty if unknown."""
    clues: dict[Cell, PenpaClue]
    layers: tuple[str, ...]
    """Names of the other drawn things, besides numbers."""
    edges: tuple[tuple[Cell, Cell], ...]
    """Drawn edges, each from one corner to the next; corners are counted from (0, 0) at the top left of the grid."""
    cages: tuple[tuple[Cell, ...], ...] = ()
    """The cells of each killer cage."""
    small: Mapping[Cell, str] = field(default_factory=dict)
    """What is written in the upper left corner of a cell."""

    def about(self) -> dict[str, str]:
        """The fields that a puzzle keeps."""
        return {"author": self.author} if self.author else {}

    def only(self, *layers: str) -> None:
        """Raise InputError if anything but numbers and *layers* is drawn."""
        more = [layer for layer in self.layers if layer not in layers]
        if more:
            raise InputError(f"this penpa grid has {' and '.join(more)}, expected numbers alone")


def unpack(part: Piece, room: Room) -> PenpaGrid:
    """Unpack what follows ``p=``. Raises InputError if it cannot be read, or is larger than *room* allows."""
    lines = _text(part, room).split("\n")
    header = lines[0].split(",")
    if len(header) < 3 or not all(re.fullmatch("[0-9]{1,4}", side) for side in header[1:3]):
        raise InputError(f"found {shown(lines[0])} at the front of a penpa link, expected a type of grid and its sides")
    kind, columns, rows = header[0], int(header[1]), int(header[2])
    sides(rows, columns)
    tags = _json(lines, 17, [])
    named = [tag.casefold() for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []
    if not _RECTANGULAR.fullmatch(kind):
        return PenpaGrid(kind, rows, columns, "", "", f"{kind} grid", {}, (), ())
    space = _json(lines, 1, [0, 0, 0, 0])
    if not isinstance(space, list) or len(space) != 4 or any(type(x) is not int or x < 0 for x in space):
        raise InputError(f"found the margins {shown(space)} in a penpa link, expected four numbers")
    top, bottom, left, right = space
    height, width = rows - top - bottom, columns - left - right
    if min(height, width) < 1:
        raise InputError("this penpa grid has no cells inside its margins")
    problem = _json(lines, 3, {})
    if not isinstance(problem, dict):
        raise InputError("found no problem in a penpa link, expected an object in its fourth line")
    stride, area = columns + 4, (columns + 4) * (rows + 4)

    def place(index: int) -> Cell:
        """Our cell for an index of penpa's grid, which has two more cells on each side."""
        return index // stride - 2 - top, index % stride - 2 - left

    clues = _clues(problem.get("number"), place, area, height, width)
    edges, layers = list[tuple[Cell, Cell]](), list[str]()
    for name, drawn in problem.items():
        if name == "number" or name.startswith("command") or not (drawn and any(_values(drawn))):
            continue
        circles = name == "symbol" and all(str(_first(x, 1)).startswith("circle") for x in _values(drawn))
        layers.append("circles" if circles else _NAMES.get(name, shown(name)[1:-1]))
        if name == "lineE":
            for ends in drawn if isinstance(drawn, dict) else ():
                corners = [place(int(end) - area) for end in re.findall("[0-9]{1,7}", ends)]
                if len(corners) == 2:
                    (r1, c1), (r2, c2) = corners
                    edges.append(((r1 + 1, c1 + 1), (r2 + 1, c2 + 1)))
    _whole(_json(lines, 5, None), place, height, width)
    cages = tuple(_cage(cells, place, height, width) for cells in _values(problem.get("killercages") or []))
    small = _small(problem.get("numberS"), place, area)
    genre = _genre(kind, named, clues, layers)
    title, author = (_about(header, i, word) for i, word in ((15, "Title:"), (16, "Author:")))
    return PenpaGrid(kind, height, width, title, author, genre, clues, tuple(layers), tuple(edges), cages, small)


def _text(part: Piece, room: Room) -> str:
    packed = part.text.rstrip("=").replace("-", "+").replace("_", "/")
    if bad := re.search(r"[^A-Za-z0-9+/]", packed):
        raise part.wrong(bad.start(), f"found {shown(bad[0])}", "a letter, a digit, '+' or '/' (base64)")
    try:
        stream = zlib.decompressobj(-15)
        room.left += _TIMES * len(packed)
        most = max(1, min(LONGEST, room.left))
        data = stream.decompress(b64decode(packed + "=" * (-len(packed) % 4)), most)
        room.left -= len(data)
        if len(data) == LONGEST and not stream.eof:
            raise InputError(f"this penpa link decodes to more than {LONGEST} characters", column=part.column)
        if len(data) == most and not stream.eof:
            found = "this penpa link and those above it decode to too much together"
            raise part.wrong(0, found, "it in a separate text")
        if not stream.eof:
            raise part.wrong(len(part.text), "this penpa link is cut off", "all of it")
        text = data.decode()
    except (Base64Error, zlib.error, UnicodeDecodeError):
        raise part.wrong(0, "what follows 'p=' cannot be decoded", "a link as penpa-edit writes it") from None
    for short, name in SHORT_NAMES.items():
        text = text.replace(short, name)
    return text


def _json(lines: list[str], number: int, otherwise: Any) -> Any:
    if number >= len(lines) or not lines[number]:
        return otherwise
    try:
        return json.loads(lines[number])
    except (ValueError, RecursionError):
        found = f"found {shown(lines[number])} in line {number + 1} of what this penpa link decodes to"
        raise InputError(f"{found}, expected JSON") from None


def _values(drawn: Any) -> list[Any]:
    return list(drawn.values()) if isinstance(drawn, dict) else drawn if isinstance(drawn, list) else [drawn]


def _first(entry: Any, at: int) -> Any:
    return entry[at] if isinstance(entry, list) and len(entry) > at else ""


def _clues(numbers: Any, place: Any, area: int, height: int, width: int) -> dict[Cell, PenpaClue]:
    found: dict[Cell, PenpaClue] = {}
    for key, entry in (numbers if isinstance(numbers, dict) else {}).items():
        if not re.fullmatch("[0-9]{1,7}", key) or not isinstance(entry, list) or len(entry) < 3:
            raise InputError(f"found the number {shown(entry)} at {shown(key)} in a penpa link, expected one in a cell")
        r, c = place(int(key))
        if int(key) >= area or not (0 <= r < height and 0 <= c < width):
            raise InputError(f"this penpa grid has {shown(entry[0])} on a line or outside, expected numbers in cells")
        if str(entry[2]) not in _PLAIN:
            raise InputError(f"{cell_name((r, c))} of this penpa grid holds more than one number: {shown(entry[0])}")
        found[r, c] = PenpaClue(str(entry[0]).strip() if isinstance(entry[0], str | int) else "?", entry[1] in _CIRCLED)
    return dict(sorted(found.items()))


def _cage(cells: Any, place: Callable[[int], Cell], height: int, width: int) -> tuple[Cell, ...]:
    """The cells of a killer cage. Raises InputError."""
    if not isinstance(cells, list) or not all(type(index) is int for index in cells):
        raise InputError(f"found the killer cage {shown(cells)} in a penpa link, expected a list of numbers")
    found = tuple(map(place, cells))
    if any(not (0 <= r < height and 0 <= c < width) for r, c in found):
        raise InputError("this penpa grid has a killer cage that leaves the grid")
    return found


def _small(numbers: Any, place: Callable[[int], Cell], area: int) -> dict[Cell, str]:
    """The small numbers in the upper left corners: of points of the fifth sort a cell has four. Raises InputError."""
    found = dict[Cell, str]()
    for key, entry in (numbers if isinstance(numbers, dict) else {}).items():
        at = int(key) - 4 * area if re.fullmatch("[0-9]{1,7}", key) else -1
        text = str(_first(entry, 0)).strip()
        if text and (at < 0 or at >= 4 * area or at % 4):
            raise InputError(f"this penpa grid has the small number {shown(text)} in no upper left corner of a cell")
        if text:
            found[place(at // 4)] = text
    return found


def _whole(centres: Any, place: Any, height: int, width: int) -> None:
    """Raise InputError if cells were cut out of the grid (or the list of its cells cannot be read)."""
    if centres is None:
        return
    if not isinstance(centres, list) or any(type(step) is not int for step in centres):
        raise InputError("found no list of cells in a penpa link, expected numbers in its sixth line")
    cells, index = set[Cell](), 0
    for step in centres:
        index += step
        cells.add(place(index))
    inside = sum(0 <= r < height and 0 <= c < width for r, c in cells)
    if inside != height * width:
        missing = counted(height * width - inside, "cell")
        raise InputError(f"this penpa grid of {height}x{width} lacks {missing}, expected a whole rectangle")


def _genre(kind: str, tags: list[str], clues: dict[Cell, PenpaClue], layers: list[str]) -> str:
    """The puzzle, determined by its tags, its type, or its circles."""
    if tags and {*tags} <= _DRAWN:
        return CLASSIC
    if tags or kind != "square":
        return ", ".join(tags) or kind
    circled = clues and ("circles" in layers or all(clue.circled for clue in clues.values()))
    return CIRCLED if circled else ""


def _about(header: list[str], at: int, word: str) -> str:
    text = header[at].removeprefix(word).replace("%2C", ",") if len(header) > at else ""
    return " ".join(text.split())
