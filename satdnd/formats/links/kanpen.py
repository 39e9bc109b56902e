"""Addresses of Kanpen (kanpen.net) and of the heyawake applet: the board row by row, translated to a puzz.link.

Source: robx/pzprjs, src/pzpr/parser.js, src/variety-common/FileData.js, src/variety/heyawake.js and kakuro.js.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TypeAlias

from satdnd.formats.links import puzzlink
from satdnd.formats.links.address import PUZZ_LINK, Address
from satdnd.formats.links.piece import Piece, size
from satdnd.grid.fields import shown
from satdnd.grid.notation import counted

_SIDE = re.compile("[0-9]{1,6}")
_ROOM = re.compile(r"(?:([0-9]{1,6})in)?([0-9]{1,4})x([0-9]{1,4})")
_ARROWS = (1, 3, 2, 4)
"""Directions as Kanpen numbers them (up, left, down, right), by the numbers of links."""


class _Room(NamedTuple):
    """A rectangle of cells: its first and its last row and column, and its number."""

    top: int
    left: int
    bottom: int
    right: int
    number: int | None


Body: TypeAlias = Callable[[Piece, int, int, Sequence[str]], str]
"""(problem, rows, columns, lines behind the sides) -> the body of a puzz.link. Raises InputError."""


@dataclass(frozen=True)
class KanpenPage:
    """How Kanpen has puzzles of one kind.

    Args:
        name: of the page.
        body: translates the board.
        border: rows and columns by which its boards are larger than those of a puzz.link.
    """

    name: str
    body: Body
    border: int = 0

    def translated(self, address: Address) -> Address:
        """The puzz.link for the same puzzle, without the name of a kind. Raises InputError with the column."""
        how, problem = next(iter(address.parts.items()))
        if how == "pzpr":
            found = re.fullmatch(r"([^0-9/][^/]*)?/?([0-9]+)/([0-9]+)(?:/(.*))?", problem.text)
            if not found:
                raise problem.wrong(0, f"found {shown(problem.text[:40])}", "columns, rows and the puzzle")
            words = found.groups(default="")
        else:
            height, width, body = _applet(problem) if how == "heyawake" else self._problem(problem)
            words = "", str(width), str(height), body
        parts = zip(("options", "columns", "rows", "body"), words, strict=True)
        return Address(PUZZ_LINK, "", {part: Piece(word, problem.column) for part, word in parts})

    def _problem(self, problem: Piece) -> tuple[int, int, str]:
        """Rows, columns and body of a puzz.link; squares may have one side."""
        lines = [line.replace("_", " ").strip() for line in problem.text.split("/")]
        sides = lines[: 2 if _SIDE.fullmatch("".join(lines[1:2])) else 1]
        if not _SIDE.fullmatch(sides[0]):
            raise problem.wrong(0, f"found {shown(problem.text[:40])}", "the numbers of rows and columns")
        height, width = (size(Piece(sides[i], problem.column), what) for i, what in ((0, "rows"), (-1, "columns")))
        body = self.body(problem, height, width, lines[len(sides) :])
        return height - self.border, width - self.border, body


def cells(encode: Callable[[Sequence[int | None]], str], most: int = 9999, unknown: int | None = None) -> Body:
    """Boards with a number up to *most* in some cells; *unknown* stands for one that is not given."""

    def body(problem: Piece, height: int, width: int, lines: Sequence[str]) -> str:
        """The numbers as a puzz.link has them."""
        numbers = [puzzlink.UNKNOWN if x == unknown and x else x for x in _cells(problem, height, width, lines)]
        if bad := next((x for x in numbers if x is not None and x > most), None):
            raise problem.wrong(0, f"found the number {bad}", f"numbers up to {most}")
        return encode(numbers)

    return body


def arrows(problem: Piece, height: int, width: int, lines: Sequence[str]) -> str:
    """Boards with numbers and directions."""
    return puzzlink.encoded_arrows(map(_arrow, _cells(problem, height, width, lines)))


def rooms(problem: Piece, height: int, width: int, lines: Sequence[str]) -> str:
    """Boards of rectangles, each of a line; the first line is their number."""
    return _rooms(problem, height, width, [_listed_room(problem, line) for line in lines[1:] if line])


def _cells(problem: Piece, height: int, width: int, lines: Sequence[str]) -> Iterator[int | None]:
    """The numbers of the cells, row by row."""
    rows = [line.split() for line in lines if line]
    if len(rows) < height:
        raise problem.wrong(0, f"found {counted(len(rows), 'row')} of cells", f"{height}; is the end missing?")
    for row in rows[:height]:
        if len(row) != width:
            raise problem.wrong(0, f"found a row of {counted(len(row), 'cell')}", f"{width} in each row")
        for word in row:
            if word != "." and not re.fullmatch("[?-]|-4|[0-9]{1,6}", word):
                raise problem.wrong(0, f"found {shown(word)} in a cell", "a number, '?' or '.'")
            yield None if word == "." else puzzlink.UNKNOWN if word in ("?", "-", "-4") else int(word)


def _arrow(code: int | None) -> tuple[int, int | None] | None:
    """Direction and number of a clue of yajilin: four bits for the number, and two for the direction above them."""
    if code is None or code == puzzlink.UNKNOWN:
        return None if code is None else (0, None)
    return _ARROWS[code >> 4 & 3], code & 15


def _listed_room(problem: Piece, line: str) -> _Room:
    """An area from its first and last row and column, and its number."""
    words = line.split()
    if len(words) not in (4, 5) or not all(re.fullmatch("[0-9]{1,6}", word) for word in words):
        raise problem.wrong(0, f"found the area {shown(line)}", "its rows and columns, and perhaps its number")
    top, left, bottom, right, *number = map(int, words)
    return _Room(top, left, bottom, right, number[0] if number else None)


def _applet(problem: Piece) -> tuple[int, int, str]:
    """Rows, columns and body of a puzz.link: ``6x6/2in2x3/...``, each area at the first free cell."""
    side, *items = problem.text.split("/")
    found = [_ROOM.fullmatch(item) for item in (side, *filter(None, items))]
    if None in found:
        raise problem.wrong(0, "found no list of areas", "columns, rows and areas, such as 4x4/2in2x4/2x4")
    (_, width, height), *areas = [tuple(match.groups()) for match in found if match]
    high, wide = size(Piece(height, problem.column), "rows"), size(Piece(width, problem.column), "columns")
    rooms, taken = list[_Room](), set[tuple[int, int]]()
    free = iter((r, c) for r in range(high) for c in range(wide))
    for number, across, down in areas:
        r, c = next((cell for cell in free if cell not in taken), (high, 0))
        room = _Room(r, c, r + int(down) - 1, c + int(across) - 1, None if number is None else int(number))
        if room.bottom >= high or room.right >= wide:
            raise problem.wrong(0, f"found an area of {across}x{down}", "areas that fit into the grid")
        taken.update((i, j) for i in range(r, room.bottom + 1) for j in range(c, room.right + 1))
        rooms.append(room)
    return high, wide, _rooms(problem, high, wide, rooms)


def _rooms(problem: Piece, height: int, width: int, rooms: Sequence[_Room]) -> str:
    """The borders between rectangles, and their numbers, as a puzz.link has them."""
    owner = dict[tuple[int, int], int]()
    for i, room in enumerate(rooms):
        if room.bottom >= height or room.right >= width:
            raise problem.wrong(0, f"found an area that ends at {room.bottom},{room.right}", "one inside the grid")
        owner |= {(r, c): i for r in range(room.top, room.bottom + 1) for c in range(room.left, room.right + 1)}
    if len(owner) < height * width:
        raise problem.wrong(0, f"found areas for {counted(len(owner), 'cell')}", f"all {height * width}")
    across = (owner[r, c] != owner[r, c + 1] for r in range(height) for c in range(width - 1))
    down = (owner[r, c] != owner[r + 1, c] for r in range(height - 1) for c in range(width))
    order = dict.fromkeys(owner[r, c] for r in range(height) for c in range(width))
    return puzzlink.encoded_borders(across, down) + puzzlink.encoded(rooms[i].number for i in order)


def sums(problem: Piece, height: int, width: int, lines: Sequence[str]) -> str:
    """Boards of black cells with sums: each line has row and column of one, the sum to its right and the one below."""
    black = dict[tuple[int, int], tuple[int, int]]()
    for line in filter(None, lines):
        words = line.split()
        if len(words) != 4 or not all(re.fullmatch("[0-9]{1,6}", word) for word in words):
            raise problem.wrong(0, f"found {shown(line)}", "row, column and two sums of a black cell")
        r, c, right, below = map(int, words)
        if r >= height or c >= width or max(right, below) > 45:
            raise problem.wrong(0, f"found {shown(line)}", f"a cell of {height}x{width} and sums up to 45")
        black[r, c] = right, below

    def sign(number: int) -> str:
        """The sign of a sum."""
        return chr(ord("A") + number - 20) if number > 19 else "0123456789abcdefghij"[number] if number else "-"

    parts = []
    for r in range(1, height):
        for c in range(1, width):
            right, below = black.get((r, c), (-1, -1))
            parts.append("k" if right < 0 else "." if not right and not below else sign(below) + sign(right))
    top = (sign(black.get((0, c), (0, 0))[1]) for c in range(1, width) if (1, c) not in black)
    left = (sign(black.get((r, 0), (0, 0))[0]) for r in range(1, height) if (r, 1) not in black)
    return "".join(chain(parts, top, left))
