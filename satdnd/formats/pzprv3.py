"""The files that puzz.link saves: ``pzprv3``, a kind, its rows and columns, the board, then the player's marks.

Source of the grammar: robx/pzprjs, src/pzpr/parser.js (header, information), src/puzzle/FileData.js and
src/variety-common/FileData.js (the parts of a board), FileIO in src/variety/*.js (which parts a kind has).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.documents import Document, Record
from satdnd.formats.words import Word
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted

UNKNOWN = "?"
_BEGINS = re.compile(r"pzprv3(?:\.[0-9]+)?\s*$")
_ENDS = re.compile(r"info:|history:|__HISTORY__|TrialData|https?:")
_ABOUT = {"author": "author", "source": "source", "hard": "difficulty", "comment": "comment"}


class Board:
    """The lines of a file, which are taken one by one."""

    def __init__(self, lines: Sequence[Word]) -> None:
        self._lines = lines
        self._at = 0
        self.rows = self.columns = 0

    def line(self, what: str) -> Word:
        """The next line. Raises InputError if there is none."""
        if self._at >= len(self._lines):
            end = self._lines[-1]
            raise InputError(f"the file ends here, expected {what}", line=end.line, column=end.column + len(end.text))
        self._at += 1
        return self._lines[self._at - 1]

    def size(self, what: str) -> int:
        """The next line, which is a number of rows or columns. Raises InputError."""
        line = self.line(what)
        if not (re.fullmatch("[0-9]{1,4}", line.text) and 1 <= int(line.text) <= fields.LONGEST_SIDE):
            raise line.wrong(f"{what}, 1 to {fields.LONGEST_SIDE}")
        return int(line.text)

    def flag(self, sign: str) -> bool:
        """Whether the next line is this option alone; it is taken then."""
        found = self._at < len(self._lines) and self._lines[self._at].text == sign
        self._at += found
        return found

    def grid(self, rows: int, columns: int, what: str) -> list[list[Word]]:
        """The next *rows* lines of *columns* words each. Raises InputError."""
        found = list[list[Word]]()
        for r in range(rows if columns else 0):
            line = self.line(f"line {r + 1} of {what}")
            words = [Word(word, line.line, line.column + column - 1) for word, column in texts.words(line.text)]
            if len(words) != columns:
                message = f"found {counted(len(words), 'word')} in line {r + 1} of {what}, expected {columns}"
                raise InputError(message, line=line.line, column=line.column)
            found.append(words)
        return found or [[] for _ in range(rows)]

    def cells(self, what: str = "the cells") -> list[list[Word]]:
        """The next lines, with a word for each cell. Raises InputError."""
        return self.grid(self.rows, self.columns, what)


Reader: TypeAlias = Callable[[Board], Record]


def _numbers(board: Board, expected: str, marks: str = "") -> list[list[int | str | None]]:
    """A number for each cell, `UNKNOWN` for ``-``, None for ``.`` and for a player's mark. Raises InputError."""

    def read(word: Word) -> int | str | None:
        """The number of a cell. Raises InputError."""
        if word.text == "." or (word.text and word.text in marks):
            return None
        return UNKNOWN if word.text == "-" else word.number(expected)

    return [[read(word) for word in row] for row in board.cells()]


def _signs(board: Board, signs: dict[str, str], expected: str) -> list[str]:
    """A sign for each cell. Raises InputError."""
    rows = board.cells()
    for word in (word for row in rows for word in row):
        if word.text not in signs:
            raise word.wrong(expected)
    return ["".join(signs[word.text] for word in row) for row in rows]


def _variant(board: Board, sign: str, field: str, value: str) -> Record:
    """The field that an option sets."""
    return {field: value} if board.flag(sign) else {}


def _akari(board: Board) -> Record:
    signs = {".": ".", "#": ".", "+": ".", "-": "#", **{digit: digit for digit in "01234"}}
    return {"rows": _signs(board, signs, "a number from 0 to 4, '-' for a black cell without, or '.'")}


def _hashi(board: Board) -> Record:
    signs = {".": "_", "-": UNKNOWN, **{digit: digit for digit in "12345678"}}
    return {"rows": _signs(board, signs, "a number from 1 to 8, '-' for an unknown one, or '.'")}


def _nurikabe(board: Board) -> Record:
    return {"rows": _numbers(board, "a number, '-' for an unknown one, '.', '#' or '+'", marks="#+")}


def _shikaku(board: Board) -> Record:
    return {"rows": _numbers(board, "a number, '-' for an unknown one, or '.'")}


def _tentaisho(board: Board) -> Record:
    height, width, holes = board.rows, board.columns, list[list[int]]()
    places = list[list[int]]()
    for y in range(2 * height - 1):
        line = board.line(f"line {y + 1} of the centres")
        signs = line.text.strip()
        if len(signs) != 2 * width - 1 or not {*signs} <= {*".12X"}:
            raise InputError(
                f"found {signs[:60]!r}, expected {2 * width - 1} of '.', 1, 2 (centres) and X", line=line.line
            )
        places += [[y, x] for x, sign in enumerate(signs) if sign in "12"]
        holes += [[y // 2, x // 2] for x, sign in enumerate(signs) if sign == "X"]
    return {"height": height, "width": width, "centres": places, **({"holes": holes} if holes else {})}


def _fillomino(board: Board) -> Record:
    numbers = _numbers(board, "a number or '.'")
    return {"rows": [[None if x == UNKNOWN else x for x in row] for row in numbers]}


def _numberlink(board: Board) -> Record:
    return {"rows": _numbers(board, "a number or '.'")}


def _hitori(board: Board) -> Record:
    return {"rows": [[None if x == UNKNOWN else x for x in row] for row in _numbers(board, "a number or '.'")]}


def _slitherlink(board: Board) -> Record:
    variant = _variant(board, "f", "loop", "all")
    signs = {".": ".", "-": ".", **{digit: digit for digit in "01234"}}
    return {**variant, "rows": _signs(board, signs, "a number from 0 to 4, or '.'")}


def _masyu(board: Board) -> Record:
    variant = _variant(board, "f", "loop", "all")
    return {**variant, "rows": _signs(board, {".": ".", "1": "w", "2": "b"}, "1 (white), 2 (black) or '.'")}


def _sudoku(board: Board) -> Record:
    clues = ""
    for row in _numbers(board, "a number, or '.'"):
        for clue in row:
            number = clue if isinstance(clue, int) else 0
            if number > board.rows:
                raise InputError(f"found {number} in a sudoku of {board.rows} rows")
            clues += "." if not number else str(number) if number < 10 else chr(ord("A") + number - 10)
    return {"clues": clues}


def _yajilin(board: Board) -> Record:
    variant = _variant(board, "o", "shaded", "outside")
    board.flag("b")  # how clues are drawn
    expected = "a direction (0 to 4) and a number or '-', such as 2,1, or '.'"

    def read(word: Word) -> str | None:
        """The clue of a cell. Raises InputError."""
        if word.text == ".":
            return None
        if word.text == "#":
            return "@"
        clue = re.fullmatch("([0-4]),([0-9]{1,4}|-)", word.text)
        if clue is None or (clue[1] == "0" and clue[2] != "-"):
            raise word.wrong(f"{expected}, with a direction from 1 to 4 before a number")
        return f"{UNKNOWN if clue[2] == '-' else int(clue[2])}{' nswe'[int(clue[1])].strip()}"

    return {**variant, "rows": [[read(word) for word in row] for row in board.cells()]}


def _kakuro(board: Board) -> Record:
    rows = list[list[Any]]()
    for r, line in enumerate(board.grid(board.rows + 1, board.columns + 1, "the sums and cells")):
        row = list[Any]()
        for c, word in enumerate(line):
            across, _, down = word.text.partition(",") if r and c else ("", "", "")
            if r and c and word.text == ".":
                row.append(".")
                continue
            if not r:
                sums = [_sum(word, word.text) if c else None, None]
            elif not c:
                sums = [None, _sum(word, word.text)]
            else:
                sums = [_sum(word, down), _sum(word, across)]
            row.append(sums if sums != [None, None] else "#")
        rows.append(row)
    return {"rows": rows}


def _sum(word: Word, number: str) -> int | None:
    if not re.fullmatch(r"\.|-?[0-9]{1,4}", number):
        raise word.wrong("a sum, two with a comma between (across, down), or '.' for a white cell")
    return int(number) if number != "." and int(number) > 0 else None


def _skyscrapers(board: Board) -> Record:
    grid = board.grid(board.rows + 2, board.columns + 2, "the numbers and cells")

    def clue(word: Word) -> int | None:
        """A number at the margin. Raises InputError."""
        return None if word.text == "." else word.number("a number, or '.'")

    def given(word: Word) -> int | None:
        """A given number; the player's numbers have no ``q``. Raises InputError."""
        return word.number("'q' and a given number", "q") if word.text[:1] == "q" else None

    return {
        "top": [clue(word) for word in grid[0][1:-1]],
        "bottom": [clue(word) for word in grid[-1][1:-1]],
        "left": [clue(row[0]) for row in grid[1:-1]],
        "right": [clue(row[-1]) for row in grid[1:-1]],
        "rows": [[given(word) for word in row[1:-1]] for row in grid[1:-1]],
    }


def _tents(board: Board) -> Record:
    grid = board.grid(board.rows + 1, board.columns + 1, "the numbers and cells")
    trees = list[list[int]]()
    for r, row in enumerate(grid[1:]):
        for c, word in enumerate(row[1:]):
            if word.text == "1":
                trees.append([r, c])
            elif word.text not in (".", "A", "-"):
                raise word.wrong("1 (a tree), '.', 'A' or '-': given tents are not read")
    columns = [_margin(word) for word in grid[0][1:]]
    return {"rows": [_margin(row[0]) for row in grid[1:]], "columns": columns, "trees": trees}


def _margin(word: Word) -> int | None:
    """A number in a margin, with or without the mark ``c`` for a line that is complete. Raises InputError."""
    return None if word.text == "." else word.number("a number, or '.'", "c")


def _nonogram(board: Board) -> Record:
    above, left = (board.rows + 1) // 2, (board.columns + 1) // 2
    grid = board.grid(above + board.rows, left + board.columns, "the runs and cells")
    return {
        "rows": [_runs(row[:left]) for row in grid[above:]],
        "columns": [_runs([row[c] for row in grid[:above]]) for c in range(left, left + board.columns)],
    }


def _runs(words: Sequence[Word]) -> list[int]:
    runs = []
    for word in words:
        if word.text != ".":
            if not (run := _margin(word)):
                raise word.wrong("the length of a run, or '.'")
            runs.append(run)
    return runs


def _areas(board: Board) -> list[list[str | None]]:
    """A name for each cell's area, None for a cell of no area; areas of one number in pieces are several.

    Raises InputError.
    """
    count = board.line("the number of areas")
    if not re.fullmatch("[0-9]{1,7}", count.text):
        raise count.wrong("the number of areas")
    grid = board.cells("the areas")
    for word in (word for row in grid for word in row):
        if not re.fullmatch(r"[0-9]{1,7}|\.", word.text):
            raise word.wrong("the number of an area, or '.' for a cell of none")
    numbers = [[word.text for word in row] for row in grid]
    names: list[list[str | None]] = [[None] * board.columns for _ in numbers]
    pieces = _pieces(board, lambda one, other: numbers[one[0]][one[1]] == numbers[other[0]][other[1]])
    for number, cells in enumerate(pieces):
        for r, c in cells:
            names[r][c] = str(number) if numbers[r][c] != "." else None
    return names


def _pieces(board: Board, joined: Callable[[Cell, Cell], bool]) -> Iterator[list[Cell]]:
    """The cells of each piece, in reading order of its first cell, where neighbours hang together if *joined*."""
    seen = set[Cell]()
    for first in ((r, c) for r in range(board.rows) for c in range(board.columns)):
        if first in seen:
            continue
        seen.add(first)
        piece, todo = [first], [first]
        while todo:
            r, c = cell = todo.pop()
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                inside = 0 <= near[0] < board.rows and 0 <= near[1] < board.columns
                if inside and near not in seen and joined(cell, near):
                    seen.add(near)
                    piece.append(near)
                    todo.append(near)
        yield sorted(piece)


def _heyawake(board: Board) -> Record:
    areas = _areas(board)
    numbers = _numbers(board, "a number, or '.'")
    clues = [[r, c, x] for r, row in enumerate(numbers) for c, x in enumerate(row) if isinstance(x, int)]
    return {"areas": areas, "numbers": clues}


def _starbattle(board: Board) -> Record:
    stars = board.line("the number of stars")
    if not re.fullmatch("[0-9]{1,4}", stars.text):
        raise stars.wrong("the number of stars")
    return {"stars": int(stars.text), "areas": _areas(board)}


def _enclosed(board: Board) -> list[list[Cell]]:
    """The cells of each area, from the borders to the right of cells and below them. Raises InputError."""
    borders = board.grid(board.rows, board.columns - 1, "the borders to the right of cells")
    below = board.grid(board.rows - 1, board.columns, "the borders below cells")

    def joined(one: Cell, other: Cell) -> bool:
        """Whether no border is between two neighbours."""
        (r, c), (s, d) = sorted((one, other))
        return (borders[r][c] if r == s else below[r][d]).text != "1"

    return [*_pieces(board, joined)]


def _numbered_areas(board: Board) -> Record:
    index = {cell: str(i) for i, cells in enumerate(_enclosed(board)) for cell in cells}
    numbers = _numbers(board, "a number, '-' or '.'")
    return {
        "areas": [[index[r, c] for c in range(board.columns)] for r in range(board.rows)],
        "rows": [[x if isinstance(x, int) else None for x in row] for row in numbers],
    }


def _inshi(board: Board) -> Record:
    if board.rows != board.columns:
        raise InputError(f"found {board.rows} rows and {board.columns} columns, expected as many rows as columns")
    enclosed = _enclosed(board)
    cells = board.cells("the products")
    rooms = []
    for piece in enclosed:
        given = [cells[r][c] for r, c in piece if cells[r][c].text not in (".", "-")]
        if len(given) != 1:
            place = given[1] if given else cells[piece[0][0]][piece[0][1]]
            raise place.wrong(f"one product in a room of {counted(len(piece), 'cell')}; found {len(given)}")
        rooms.append({"product": given[0].number("a product"), "cells": [list(cell) for cell in piece]})
    return {"size": board.rows, "rooms": rooms}


_READERS: dict[str, tuple[str, Reader]] = {
    "lightup": ("akari", _akari),
    "hashikake": ("hashi", _hashi),
    "heyawake": ("heyawake", _heyawake),
    "hitori": ("hitori", _hitori),
    "factors": ("inshi", _inshi),
    "kakuro": ("kakuro", _kakuro),
    "mashu": ("masyu", _masyu),
    "nonogram": ("nonogram", _nonogram),
    "numlin": ("numberlink", _numberlink),
    "nurikabe": ("nurikabe", _nurikabe),
    "ripple": ("ripple", _numbered_areas),
    "shikaku": ("shikaku", _shikaku),
    "skyscrapers": ("skyscrapers", _skyscrapers),
    "slither": ("slitherlink", _slitherlink),
    "starbattle": ("starbattle", _starbattle),
    "sudoku": ("sudoku", _sudoku),
    "suguru": ("suguru", _numbered_areas),
    "fillomino": ("fillomino", _fillomino),
    "tentaisho": ("galaxies", _tentaisho),
    "tents": ("tents", _tents),
    "yajilin": ("yajilin", _yajilin),
}
"""For each name of a kind in these files, ours, and the reader of what follows its size."""


@dataclass
class _File:
    """One file of a text."""

    lines: list[Word]
    """The header, the board and the player's marks."""
    behind: list[str] | None = None
    """The pieces of what stands behind them."""

    def notes(self) -> dict[str, str]:
        """What the file says of its puzzle."""
        text = "".join(self.behind or ())
        found = re.match(r"\s*info:", text)
        try:
            record, _ = json.JSONDecoder().raw_decode(text, found.end()) if found else ({}, 0)
            metadata = {key: record["metadata"].get(key) for key in _ABOUT}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}
        words = {key: " ".join(x.split()) for key, x in metadata.items() if isinstance(x, str)}
        return {_ABOUT[key]: x for key, x in words.items() if x}


def _records(text: str) -> Iterator[Record | InputError]:
    file: _File | None = None
    for number, line in texts.numbered(text):
        column = 1
        for piece in line.split("/"):
            word = piece.strip()
            if _BEGINS.fullmatch(word):
                if file:
                    yield texts.try_read(_record, file, line=file.lines[0].line)
                file = _File([])
            if file and file.behind is None and _ENDS.match(word):
                file.behind = []
            if file and file.behind is not None:
                file.behind += piece, "\n" if column + len(piece) > len(line) else "/"
            elif file and word:
                file.lines.append(Word(word, number, column + len(piece) - len(piece.lstrip())))
            column += len(piece) + 1
    if file:
        yield texts.try_read(_record, file, line=file.lines[0].line)


def _record(file: _File) -> Record:
    """The record of the puzzle in a file; the player's marks are ignored. Raises InputError."""
    board = Board(file.lines)
    board.line("the header")
    name = board.line("the kind")
    if name.text not in _READERS:
        raise name.wrong(f"one of {', '.join(_READERS)}: other kinds of puzz.link are not read")
    kind, read = _READERS[name.text]
    board.rows = board.size("the number of rows")
    board.columns = board.rows if kind == "sudoku" else board.size("the number of columns")
    return {**file.notes(), "kind": kind, **read(board)}


def _recognises(head: str) -> bool:
    return re.match(r"\s*pzprv3(?:\.[0-9]+)?\s*(?:/|\r?\n)", head) is not None


_EXAMPLE = "pzprv3/nurikabe/2/2/. 3 /. . /\n"
_KINDS = tuple(kind for kind, _ in _READERS.values())
DOCUMENTS = (Document("pzprv3 (puzz.link)", _KINDS, _recognises, _records, _EXAMPLE),)
