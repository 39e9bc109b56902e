"""Read drawings made by `satdnd.draw.terminal`: with boxes or in ASCII, marked, labelled, several side by side.

Everything around the frames (status, captions, counts, coordinates, legends) is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.grid.signs import Sign

_TOP = re.compile(r"[┌┏+][─━┯┳+-]+[┐┓+](?!\S)")
_SIDE = "│┃┠┣|+"
_BOTTOM = "└┗"
_SIGNS = str.maketrans("█▓%╳X░∙:o·", "#####    .")
_DOUBLE = {"─": 1, "-": 1, "│": 1, "|": 1, "═": 2, "=": 2, "║": 2, '"': 2}
_CROSSED = re.compile(r"[!┼+\[\]]")


def framed(text: str, height: int, width: int) -> Iterator[list[Sign]]:
    """The cells of drawings whose tiles touch: dungeons, boards of queens.

    Yields:
        H * W strings in reading order for each drawing of that size: ``#`` for a wall, a blank for an open cell, ``.``
        for an unknown one, otherwise the text in it. Drawings of another size are ignored.
    """
    for body in _frames(text):
        cell, rest = divmod(len(body[0]), width)
        if len(body) == height and cell and not rest:
            yield [_part(line, i, cell, _tile) for line in body for i in range(0, len(line), cell)]


def _part(line: Sign, start: int, length: int, read: Callable[[str], str]) -> Sign:
    """Part of a line, decoded, with its place."""
    return Sign.at(read(line[start : start + length]), line.line, line.column + start)


def _tile(part: str) -> str:
    """The meaning of a tile's characters. A number on a shaded cell is followed by the shade; ``2)`` has no meaning."""
    if part.rstrip().endswith(")"):
        return "."
    if not part[0].isalnum() or part[0] in "oX":
        return part[0].translate(_SIGNS)
    return "#" if part[-1] in "█#" else part.rstrip("!' ")


def ruled(text: str, height: int, width: int, *, headed: bool = False) -> Iterator[list[Sign]]:
    """The cells of drawings with lines between: sudoku, rooms of factors, sliding blocks.

    Args:
        text: drawings, and any other lines.
        height: rows of the board.
        width: columns of the board.
        headed: whether cells have a number above their text; in a cell with space for only one, it is the number.

    Yields:
        H * W strings in reading order for each drawing of that size: the text in the cell, without the product above
        it; empty if there is none.
    """
    empty = (lambda part: "") if headed else _written
    for body in _frames(text):
        lines, more = divmod(len(body) + 1, height)
        cell, rest = divmod(len(body[0]) + 1, width)
        if lines in (2, 3) and cell > 1 and not more and not rest:
            rows = body[lines - 2 :: lines]
            if any(row[i] not in "│┃|: <>=×x" for row in rows for i in range(cell - 1, len(row), cell)):
                continue
            read = empty if lines == 2 else _written
            yield [_part(row, i, cell - 1, read) for row in rows for i in range(0, len(row), cell)]


def _written(part: str) -> str:
    """The text written into a cell; ``2)`` is not text."""
    sign = part.strip(" []'")
    return "" if sign.endswith(")") else sign


def shaded(text: str, height: int, width: int) -> Iterator[list[Sign]]:
    """The cells of drawings of shaded cells, with or without lines between the tiles; yields as `framed` does."""
    yield from framed(text, height, width)
    for cells in ruled(text, height, width):
        yield [Sign.at(_shade(cell), cell.line, cell.column) for cell in cells]


def _shade(cell: str) -> str:
    return "#" if {*cell} & {*"█▓╳#%X"} else cell.translate(_SIGNS) or " "


def bridges(
    text: str, islands: Mapping[Cell, str], height: int, width: int
) -> Iterator[list[tuple[int, int, int, int, int]] | InputError]:
    """The bridges of drawings with space between their cells.

    Args:
        text: drawings, and any other lines.
        islands: the number of each island, or ``?``.
        height: rows of the board.
        width: columns of the board.

    Yields:
        for each drawing of that size, (row, column, row, column, count) of every bridge between *islands*, or an error
        if its islands differ. Drawings whose cells touch are ignored: they do not show all bridges.
    """
    for body in _frames(text):
        step = (len(body[0]) - 3) // max(1, width - 1) if width > 1 else 2
        if len(body) != 2 * height - 1 or step not in (2, 4) or len(body[0]) != step * (width - 1) + 3:
            continue
        shown = {(r, c): body[2 * r][1 + c * step] for r in range(height) for c in range(width)}
        if {cell: sign for cell, sign in shown.items() if sign.isdigit() or sign == "?"} != islands:
            yield InputError("the islands in this drawing are not those of the puzzle")
            continue
        found = []
        columns = ["".join(line[1 + c * step] for line in body) for c in range(width)]
        for r, c in islands:
            right = min((c2 for r2, c2 in islands if r2 == r and c2 > c), default=c)
            below = min((r2 for r2, c2 in islands if c2 == c and r2 > r), default=r)
            if count := _count(body[2 * r][2 + c * step : 1 + right * step]):
                found.append((r, c, r, right, count))
            if count := _count(columns[c][2 * r + 1 : 2 * below]):
                found.append((r, c, below, c, count))
        yield found


def lines(text: str, height: int, width: int) -> Iterator[list[str]]:
    """Drawings with space between their cells, in which lines join adjacent cells.

    Yields:
        for each drawing of that size, its rows as `satdnd.rules.centre_lines.CentreLines` reads them. Cells only show
        whether they are shaded.
    """
    for body in _frames(text):
        step = (len(body[0]) - 3) // max(1, width - 1) if width > 1 else 2
        if len(body) != 2 * height - 1 or step not in (2, 4) or len(body[0]) != step * (width - 1) + 3:
            continue
        rows = []
        for i, line in enumerate(body):
            signs = []
            for j in range(2 * width - 1):
                at = 1 + j // 2 * step
                if j % 2:
                    seen = line[at + 1 : at + step] if not i % 2 else " "
                    signs.append("-" if set(seen) & {*"─-╂"} else "x" if set(seen) & {*"×x"} else " ")
                elif i % 2:
                    signs.append({"│": "|", "|": "|", "×": "x", "x": "x"}.get(line[at], " "))
                else:
                    signs.append("#" if line[at] in "█#" else ".")
            rows.append("".join(signs))
        yield rows


def _count(signs: str) -> int:
    """The number of lines of a bridge; 0 if there is none."""
    seen = {_DOUBLE.get(sign, 0) for sign in _CROSSED.sub("", signs)}
    return seen.pop() if len(seen) == 1 else 0


def edges(text: str, height: int, width: int) -> Iterator[list[tuple[int, int, str, str]] | InputError]:
    """The edges of drawings whose corners are dots, with a step of two to five characters from dot to dot.

    Yields:
        for each drawing of that size, (row, column, side, sign) of every known edge: ``-`` a line, ``x`` none. The side
        is ``n`` or ``w``; at the lower border ``s``, at the right one ``e``. The contents of cells and drawings of
        another size are ignored. If there is no drawing, an error for the first sign that is not an edge, if any.
    """
    lines = text.split("\n")
    longest = max(map(len, lines))
    lines = [line.ljust(longest + 1) for line in lines]
    taken: list[tuple[int, int, int]] = []  # first line, first and last column of each drawing found
    wrong: InputError | None = None
    for y in range(len(lines) - 2 * height):
        for start in _CORNER.finditer(lines[y]):
            a = start.start()
            if any(first <= y <= first + 2 * height and left <= a <= right for first, left, right in taken):
                continue
            for step in (*_USUAL, 3, 5):
                found = _edges_at(lines, y, a, step, height, width)
                if isinstance(found, InputError):
                    wrong = wrong or (found if step in _USUAL else None)
                elif found is not None:
                    taken.append((y, a, a + step * width))
                    yield found
                    break
    if wrong and not taken:
        yield wrong


def diagonals(text: str, height: int, width: int) -> Iterator[str]:
    """The diagonals of drawings whose corners are dots or numbers, with a step of two to five characters.

    Yields:
        for each drawing of that size, a sign for each cell: a slash, a backslash, or ``.`` for an unknown one.
    """
    lines = text.split("\n")
    longest = max(map(len, lines))
    lines = [line.ljust(longest + 6) for line in lines]
    taken = set[tuple[int, int]]()
    for y in range(len(lines) - 2 * height):
        for start in _AT_CORNER.finditer(lines[y]):
            for step in (*_USUAL, 3, 5):
                columns = range(start.start(), start.start() + step * width + 1, step)
                if (y, columns[0]) not in taken and (cells := _diagonals_at(lines, y, columns, height)):
                    taken |= {(y + z, x) for z in range(2 * height + 1) for x in range(columns[0], columns[-1] + 1)}
                    yield cells
                    break


_AT_CORNER = re.compile("[·.0-9+]")
_DIAGONAL = {"╲": "\\", "\\": "\\", "╱": "/", "/": "/", "": "."}


def _diagonals_at(lines: list[str], y: int, columns: range, height: int) -> str:
    """The cells of the drawing whose first corner is there; empty if there is none, or one of another size."""

    def cornered(z: int, x: int) -> bool:
        """Whether there is a corner."""
        return 0 <= z < len(lines) and 0 <= x < len(lines[z]) and bool(_AT_CORNER.match(lines[z][x]))

    corners = range(y, y + 2 * height + 1, 2)
    if columns[-1] >= len(lines[y]) or not all(cornered(z, x) for z in corners for x in columns):
        return ""
    if any(all(cornered(z, x) for z in corners) for x in (columns[0] - columns.step, columns[-1] + columns.step)):
        return ""  # part of a larger drawing
    parts = (lines[z + 1][x + 1 : x + columns.step].strip("[]!' ") for z in corners[:-1] for x in columns[:-1])
    signs = [_DIAGONAL.get("" if part.endswith(")") else part) for part in parts]
    return "".join(map(str, signs)) if None not in signs else ""


_USUAL = (4, 2)
"""The steps from dot to dot; others are for long numbers."""
_CORNER = re.compile(r"[·+┌┐└┘─│├┤┬┴┼|●*-]")
_DOTS = "·+┌┐└┘─│├┤┬┴┼●"
"""Corners that rarely occur in text without drawings."""
_THROUGH = {"─": "level", "-": "level", "│": "upright", "|": "upright"}
"""Corners that can only be part of a line through them."""
_CROSSES = {" ": "", "x": "x", "X": "x", "×": "x", "●": "", "*": ""}
_UPRIGHT = _CROSSES | {"│": "-", "|": "-"}
"""The meaning of a vertical edge's sign."""


def _edges_at(
    lines: list[str], y: int, a: int, step: int, height: int, width: int
) -> list[tuple[int, int, str, str]] | InputError | None:
    """The edges of the drawing whose first corner is there; None if there is none, or one of another size.

    If all its corners are `_DOTS`, an error for a sign between them that is not an edge.
    """
    columns = range(a, a + step * width + 1, step)
    if columns[-1] >= len(lines[y]):
        return None
    rows = lines[y : y + 2 * height + 1]

    def corners(z: int, places: Iterable[int]) -> bool:
        """Whether there is a corner at each of these places."""
        return 0 <= z < len(lines) and all(0 <= x < len(lines[z]) and _CORNER.match(lines[z][x]) for x in places)

    if not all(corners(y + 2 * r, columns) for r in range(height + 1)):
        return None
    beyond = any(
        all(corners(y + 2 * r, [x]) for r in range(height + 1)) for x in (columns[0] - step, columns[-1] + step)
    )
    for between, corner in ((y - 1, y - 2), (y + 2 * height + 1, y + 2 * height + 2)):
        # a line of blanks or coordinates separates two drawings, and is not an unknown row of a larger one
        beyond |= (
            corners(corner, columns)
            and lines[between][a : columns[-1] + 1].split() not in ([], [str(c + 1) for c in range(width)])
            and all(lines[between][x] in _UPRIGHT for x in columns)
        )
    if beyond:
        return None  # part of a larger drawing
    level = [[_level_edge(row[x + 1 : x + step]) for x in columns[:-1]] for row in rows[::2]]
    upright = [[_UPRIGHT.get(row[x]) for x in columns] for row in rows[1::2]]
    if any(what is None for row in (*level, *upright) for what in row):
        if not all(rows[z][x] in _DOTS for z in range(0, len(rows), 2) for x in columns):
            return None
        across = (
            (2 * r, columns[c] + 1, step - 1) for r, row in enumerate(level) for c, x in enumerate(row) if x is None
        )
        down = ((2 * r + 1, columns[c], 1) for r, row in enumerate(upright) for c, x in enumerate(row) if x is None)
        z, x, length = min((*across, *down))
        found, expected = rows[z][x : x + length].strip(), "expected a line, an x or a blank between two dots"
        return InputError(f"found {found!r}, {expected}", line=y + z + 1, column=x + 1)
    for r, row in enumerate(rows[::2]):
        for c, x in enumerate(columns):
            way = _THROUGH.get(row[x])
            if way == "level" and not (0 < c < width and level[r][c - 1] == level[r][c] == "-"):
                return None
            if way == "upright" and not (0 < r < height and upright[r - 1][c] == upright[r][c] == "-"):
                return None
    return [
        (min(r, height - 1), c, "s" if r == height else "n", what)
        for r, row in enumerate(level)
        for c, what in enumerate(row)
        if what
    ] + [
        (r, min(c, width - 1), "e" if c == width else "w", what)
        for r, row in enumerate(upright)
        for c, what in enumerate(row)
        if what
    ]


def _level_edge(signs: str) -> str | None:
    """``-``, ``x``, or empty if unknown; None if it is not an edge. Marked edges contain an exclamation mark."""
    if "─" in signs or "-" in signs:
        return "-" if not signs.strip("─-!") and signs[0] in "─-" else None
    return _CROSSES.get(signs.strip(" !") or " ")


def _frames(text: str) -> Iterator[list[Sign]]:
    """The contents of each frame, line by line; frames side by side come from left to right."""
    lines = text.split("\n")
    taken: set[tuple[int, int]] = set()
    for y, line in enumerate(lines):
        for top in _TOP.finditer(line):
            a, b = top.start(), top.end() - 1
            body: list[Sign] = []
            for z in range(y + 1, len(lines) if (y, a) not in taken else 0):
                row = lines[z].ljust(b + 1)
                closed = row[a] in _BOTTOM or (row[a] == "+" and _closes(lines, z, a, b))
                taken.add((z, a))
                if closed or row[a] not in _SIDE:
                    break
                body.append(Sign.at(row[a + 1 : b], z + 1, a + 2))
            else:
                closed = False
            if closed and body:
                yield body


def _closes(lines: list[str], z: int, a: int, b: int) -> bool:
    """Whether a rule of ``+---+`` ends a frame: the next line is not one of its rows, or is the first rule of the next
    frame.
    """
    after = lines[z + 1].ljust(b + 1) if z + 1 < len(lines) else ""
    return after[a : a + 1] != "|" or after[b] not in "|+"


def typed(text: str, height: int, width: int) -> list[list[Sign]]:
    """The cells of a board as people type it: with or without blanks between them, or all in one line.

    Comments may precede it, as in a puzzle's file.

    Raises:
        InputError: another number of rows or cells.
    """
    rows = list[list[Sign]]()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not texts.note(line):
            signs = re.finditer(r"\S+" if " " in line.strip() else r"\S", line)
            rows.append([Sign.at(found[0], number, found.start() + 1) for found in signs])
    if len(rows) == 1 and len(rows[0]) == height * width:
        rows = [rows[0][r * width : (r + 1) * width] for r in range(height)]
    if len(rows) != height:
        last = rows[-1][0].line if rows else None
        raise InputError(f"the board has {counted(len(rows), 'row')}, expected {height}", line=last)
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            message = f"row {number} of the board has {counted(len(row), 'cell')}, expected {width}"
            raise InputError(message, line=row[0].line)
    return rows
