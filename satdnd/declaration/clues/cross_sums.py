"""Sums in black cells as clues: of the white cells below, and of those to the right."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from satdnd.declaration.clues.family import Clues
from satdnd.declaration.links.puzzlink import named_links, options_of, with_options
from satdnd.draw.picture import Picture, Tile
from satdnd.errors import InputError
from satdnd.formats.grids import UNMARKED, cells_of
from satdnd.formats.links import kanpen, puzzlink
from satdnd.formats.links.address import Address, Forms
from satdnd.formats.texts import Line
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted

WHITE, BLACK = ".", "#"
DIGITS = 9
LARGEST_SUM = 999
"""The largest number that a cell may show, although digits add up to 45 at most."""
CrossRows: TypeAlias = tuple[tuple[Any, ...], ...]
"""For each cell `WHITE`, `BLACK`, or the sums down and across; None for an unknown sum."""
Place: TypeAlias = tuple[int, int, str]
"""A black cell, and the direction ``down`` or ``across``."""
_SUM = re.compile(r"([0-9]{0,3})[\\/]([0-9]{0,3})")
_LINK = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_WHITE = 16
MOST_NAMED = 4
"""The most combinations that a sentence lists."""


class WhiteRun(NamedTuple):
    """A maximal run of adjacent white cells."""

    place: Place | None
    """The place of its sum; None if the run starts at the border."""
    cells: tuple[Cell, ...]
    way: str
    """``down`` or ``across``."""

    @property
    def name(self) -> str:
        """``2 cells across from {}``; for the first cell."""
        return f"{counted(len(self.cells), 'cell')} {self.way} from {{}}"


@lru_cache(maxsize=8)  # used by statements, marks and faults
def white_runs(rows: CrossRows) -> tuple[WhiteRun, ...]:
    """The runs across, row by row, then the runs down."""
    height, width = len(rows), len(rows[0])
    lines: list[tuple[str, list[Cell]]] = [("across", [(r, c) for c in range(width)]) for r in range(height)]
    lines += [("down", [(r, c) for r in range(height)]) for c in range(width)]
    found = []
    for way, line in lines:
        run, place = list[Cell](), None
        for r, c in line:
            if rows[r][c] == WHITE:
                run.append((r, c))
                continue
            if run:
                found.append(WhiteRun(place, tuple(run), way))
            run, place = [], (r, c, way)
        if run:
            found.append(WhiteRun(place, tuple(run), way))
    return tuple(found)


@lru_cache(maxsize=512)
def digit_sets(total: int, length: int) -> tuple[tuple[int, ...], ...]:
    """The sets of *length* different digits with the sum *total*, in order."""
    return tuple(some for some in combinations(range(1, DIGITS + 1), length) if sum(some) == total)


def described_sets(sets: Sequence[Sequence[int]]) -> str:
    """``is 7+9``, or ``has 8 combinations``."""
    names = ["+".join(map(str, some)) for some in sets]
    if not 0 < len(names) <= MOST_NAMED:
        return f"has {counted(len(names), 'combination')}"
    return f"is {' or '.join(filter(None, (', '.join(names[:-1]), names[-1])))}"


@dataclass(frozen=True)
class CrossSums(Clues[CrossRows]):
    """White cells, and black cells with the sums of the runs that start next to them."""

    noun: str = "sum"

    help = (
        r"One line per row, with blanks between the cells: . white, \ black, 16\ black with the sum of the cells below,"
        "\n" + r"\7 with the sum of those to the right, 16\7 with both."
    )

    @property
    def page(self) -> dict[str, Any]:
        """The facts that the editor's page needs: white cells, black cells and sums."""
        return {"family": "sums"}

    def checked(self, value: Any, name: str) -> CrossRows:
        """The rows, all of the same length."""
        expected = f"expected '.', '#' or two sums [down, across] from 1 to {LARGEST_SUM} or None"
        rows = tuple(
            fields.sequence(list(row) if isinstance(row, str) else row, f"row {r}", "a list of cells")
            for r, row in enumerate(fields.sequence(value, name, "a list of rows"), 1)
        )
        fields.rectangle(rows)

        def entry(r: int, c: int, x: Any) -> Any:
            """One cell in its normal form."""
            if isinstance(x, str) and x in (WHITE, BLACK):
                return x
            if not isinstance(x, list | tuple) or len(x) != 2 or not all(map(_fits, x)):
                raise InputError(f"{cell_name((r, c))}: found {fields.shown(x)}, {expected}")
            return tuple(x) if any(x) else BLACK

        return tuple(tuple(entry(r, c, x) for c, x in enumerate(row)) for r, row in enumerate(rows))

    def size(self, value: CrossRows) -> tuple[int, int]:
        """Rows and columns of the grid."""
        return len(value), len(value[0])

    def blank(self, height: int, width: int) -> CrossRows:
        """A grid that is white except for the first row and column."""
        fields.sides(height, width)
        return ((BLACK,) * width, *[(BLACK, *(WHITE,) * (width - 1))] * (height - 1))

    def to_json(self, value: CrossRows) -> list[Any]:
        """Lists of cells."""
        return [[list(x) if isinstance(x, tuple) else x for x in row] for row in value]

    def from_json(self, value: Any, name: str) -> CrossRows:
        """The inverse of `to_json`. Raises InputError."""
        try:
            return self.checked(fields.listed(value, name, "rows"), name)
        except InputError as error:
            raise error if name in error.message else InputError(f'field "{name}": {error.message}') from None

    def to_lines(self, value: CrossRows) -> list[str]:
        """One line per row."""
        words = [[_word(x) for x in row] for row in value]
        longest = max(len(word) for row in words for word in row) if len(words) > 1 else 1
        return [" ".join(word.rjust(longest) for word in row) for row in words]

    def is_cell(self, word: str) -> bool:
        r"""A dot, ``#``, or sums such as ``16\7``."""
        return word in (WHITE, BLACK) or bool(_sums(word))

    def from_lines(self, rows: list[Line]) -> CrossRows:
        """The inverse of `to_lines`; a line without blanks has cells without sums, unless it is one cell."""
        column = all(self.is_cell(line.strip()) for _, line in rows)
        expected = r". or \ or sums such as 16\7"
        grid = cells_of(rows, self.is_cell, expected, words=column, empty=f"{UNMARKED}0")
        return self.checked([[x if x in (WHITE, BLACK) else _sums(x) for x in row] for row in grid], "rows")

    def given_clues(self, value: CrossRows) -> dict[Hashable, int]:
        """The known sums by place."""
        return {
            (r, c, way): x
            for r, row in enumerate(value)
            for c, entry in enumerate(row)
            if isinstance(entry, tuple)
            for way, x in zip(("down", "across"), entry, strict=True)
            if x
        }

    def changed(self, value: CrossRows, clues: Mapping[Any, Any]) -> CrossRows:
        """The grid with other sums; None removes one."""
        rows = [list(row) for row in value]
        for (r, c, way), x in clues.items():
            down, across = rows[r][c] if isinstance(rows[r][c], tuple) else (None, None)
            new = (x, across) if way == "down" else (down, x)
            rows[r][c] = new if any(new) else BLACK
        return tuple(map(tuple, rows))

    def alternatives(self, value: CrossRows, place: Any, size: tuple[int, int]) -> Iterable[int]:
        """The possible sums of the run's digits, the nearest first."""
        length = next((len(run.cells) for run in white_runs(value) if run.place == place), 0)
        old = self.given_clues(value).get(place, 0)
        return sorted((x for x in range(1, 46) if digit_sets(x, length)), key=lambda x: abs(x - old))

    def name_of(self, place: Any) -> str:
        """``the sum across from r2c1``."""
        return f"the {self.noun} {place[2]} from {cell_name(place[:2])}"

    def drawn(self, value: CrossRows, picture: Picture) -> Picture:
        r"""The picture with black cells as ``16\``, and the sum across as a note."""
        tiles = [
            [
                tile
                if x == WHITE
                else Tile.of("wall", f"{x[0] or ''}\\", tile.marked, note=f"\\{x[1]}" if x[1] else "")
                if isinstance(x, tuple)
                else Tile.of("wall", "\\", tile.marked)
                for x, tile in zip(*rows, strict=True)
            ]
            for rows in zip(value, picture.tiles, strict=True)
        ]
        return replace(picture, tiles=tiles)


def _fits(number: Any) -> bool:
    return number is None or (type(number) is int and 1 <= number <= LARGEST_SUM)


def _word(entry: Any) -> str:
    down, across = entry if isinstance(entry, tuple) else (None, None)
    return WHITE if entry == WHITE else f"{down or ''}\\{across or ''}"


def _sums(word: str) -> tuple[int | None, int | None] | None:
    found = _SUM.fullmatch(word)
    if not found:
        return None
    return int(found[1]) if found[1] else None, int(found[2]) if found[2] else None


# links


def cross_links(made: Any, *names: str, page: str) -> Forms[Any, Any]:
    """The puzz.link forms: the cells below and right of the first row and column, then the sums in these two.

    Args:
        made: (rows) -> the puzzle.
        names: the kind's names in puzz.link; the first is written.
        page: the name of its page at Kanpen.
    """

    def read(address: Address) -> Any:
        """The puzzle in a link. Raises InputError."""
        height, width = (side + 1 for side in puzzlink.sides(address))
        fields.sides(height, width)
        return with_options(made(_rows(address.parts["body"], height, width)), address)

    def written(puzzle: Any) -> str:
        """The link of a puzzle. Raises InputError for anything it cannot hold."""
        rows = puzzle.rows
        if WHITE in (*rows[0], *(row[0] for row in rows)) or min(puzzle.height, puzzle.width) < 2:
            raise InputError("puzz.link needs black cells in the first row and in the first column; text does not")
        body, options = "".join(_body(rows)), options_of(puzzle)
        return puzzlink.link_to(names[0], puzzle.width - 1, puzzle.height - 1, body, options)

    return named_links(read, written, *names, page=kanpen.KanpenPage(page, kanpen.sums, border=1))


def _rows(body: Any, height: int, width: int) -> list[list[Any]]:
    """The rows in the body of a link. Raises InputError with the column."""
    text, at = body.text, 0

    def number() -> int | None:
        """The next sum."""
        nonlocal at
        if at >= len(text):
            raise body.wrong(at, "the link ends too early", "the sums of all cells; is its end missing?")
        sign, at = text[at], at + 1
        if sign not in _LINK + "-":
            raise body.wrong(at - 1, f"found {fields.shown(sign)}, no sum", "0 to 9, a to j, A to Z or -")
        return (_LINK.index(sign) if sign != "-" else 0) or None

    cells: list[Any] = []
    count = (height - 1) * (width - 1)
    while len(cells) < count:
        if at < len(text) and "k" <= text[at] <= "z":
            whites = ord(text[at]) - ord("j")
            if whites > count - len(cells):
                found = f"found {fields.shown(text[at])}, {counted(whites, 'white cell')}"
                raise body.wrong(at, found, f"at most {count - len(cells)}, as many as are left")
            cells += [WHITE] * whites
            at += 1
        elif text[at : at + 1] == ".":
            cells.append(BLACK)
            at += 1
        else:
            cells.append((number(), number()))
    inner = [cells[i : i + width - 1] for i in range(0, count, width - 1)]
    top = [(number(), None) if x == WHITE else BLACK for x in inner[0]]
    rows = [[(None, number()) if row[0] == WHITE else BLACK, *row] for row in inner]
    if at < len(text):
        raise body.wrong(at, f"found {fields.shown(text[at:])}", "the end, since all sums are there")
    return [[BLACK, *top], *rows]


def _body(rows: CrossRows) -> Iterator[str]:
    """The inverse of `_rows`. Raises InputError for a sum without a sign."""

    def sign(number: int | None, r: int, c: int) -> str:
        """The sign of a sum."""
        if number is not None and number >= len(_LINK):
            raise InputError(f"{cell_name((r, c))} has a sum above 45: puzz.link cannot hold it, text can")
        return _LINK[number] if number else "-"

    whites = 0
    inner: Sequence[tuple[int, int, Any]] = [
        (r, c, x) for r, row in enumerate(rows) for c, x in enumerate(row) if r and c
    ]
    for r, c, x in inner:
        if x == WHITE:
            whites += 1
        if whites and (x != WHITE or whites == _MOST_WHITE):
            yield chr(ord("j") + whites)
            whites = 0
        if x != WHITE:
            yield "." if x == BLACK else sign(x[0], r, c) + sign(x[1], r, c)
    if whites:
        yield chr(ord("j") + whites)
    for c, x in enumerate(rows[0][1:], 1):
        if rows[1][c] == WHITE:
            yield sign(x[0] if isinstance(x, tuple) else None, 0, c)
    for r, row in enumerate(rows[1:], 1):
        if row[1] == WHITE:
            yield sign(row[0][1] if isinstance(row[0], tuple) else None, r, 0)
