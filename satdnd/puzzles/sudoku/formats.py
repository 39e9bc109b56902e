"""Sudokus as text: one line a puzzle, grids with or without frames, JSON; and solutions in the same forms.

What cannot be read is an `InputError` that says where, what was found and what was expected; functions that read many
things *yield* it and go on with the next.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise, takewhile
from math import isqrt
from typing import Any, NamedTuple, TypeAlias

from satdnd import fields, texts
from satdnd.errors import InputError
from satdnd.puzzles.sudoku import rules
from satdnd.puzzles.sudoku.model import EMPTY, SIZES, SYMBOLS, Sudoku, SudokuSolution, geometry, symbol

FIELDS = ("kind", "name", "clues")
"""JSON fields with a meaning; all others are kept in `Sudoku.extra`."""
_COUNTS = {size * size: size for size in SIZES}
_NO_CLUE = ".0?"
_NOT_JSON = "not JSON: {}; expected an answer or a grid"
_FRAME_LINES = {*"-+=", *map(chr, range(0x2500, 0x2580))}  # U+2500 on: box drawings
_FRAME = {*_FRAME_LINES, *"*:| \t"}
_BARS = re.compile(r"[|│┃]")
_NUMBER = re.compile(r"0?([1-9]|[1-9][0-9])")

Mark: TypeAlias = tuple[int, str]
"""Column from 1 and text of one cell: a symbol, or a number of one or two digits."""


class Line(NamedTuple):
    """A line of a text that holds cells."""

    number: int
    """From 1."""
    marks: list[Mark]
    framed: bool = False
    """Whether there were bars."""

    @property
    def column(self) -> int:
        """Where its cells begin; 1 where there are only bars."""
        return self.marks[0][0] if self.marks else 1


# JSON


def from_json(record: Mapping[str, Any]) -> Sudoku:
    """The puzzle of a decoded JSON object.

    Args:
        record: ``clues``, a string of N*N characters (blanks as empty cells, line ends skipped) or a list
            of N rows, each a string or a list of numbers (0 or null: empty); optional ``name``. Other fields go to
            `Sudoku.extra`.

    Raises:
        InputError: a field is missing or does not fit; the message names it.
    """
    clues = _cells(fields.require(record, "clues"), "clues")
    return Sudoku(clues, fields.name(record), fields.extra(record, FIELDS))


def to_json(puzzle: Sudoku) -> dict[str, Any]:
    """The fields of `from_json`, ``clues`` as one string, then the extra ones."""
    return {"kind": puzzle.kind, "name": puzzle.name, "clues": one_line(puzzle)} | fields.extra(puzzle.extra, FIELDS)


def _cells(value: Any, name: str) -> tuple[int, ...]:
    """The values of a string or of a list of rows."""
    if isinstance(value, str):
        text = re.sub(r"[\r\n]", "", value)
        if len(text) not in _COUNTS:
            raise InputError(f'field "{name}" has {len(text)} cells, expected {_expected_counts()}')
        return tuple(_value_of(mark, _COUNTS[len(text)], name, i) for i, mark in enumerate(text))
    rows = fields.listed(value, name, "rows, or a string of all cells")
    size = len(rows)
    if size not in SIZES:
        raise InputError(f'field "{name}" has {size} rows, expected {_listed(SIZES)}')
    cells: list[int] = []
    for r, row in enumerate(rows):
        if not isinstance(row, str | list) or len(row) != size:
            raise InputError(f'row {r} of "{name}" is {reprlib.repr(row)}, expected {size} cells as there are rows')
        for c, mark in enumerate(row):
            if isinstance(row, str):
                cells.append(_value_of(mark, size, name, r * size + c))
            else:
                cells.append(0 if mark is None else fields.whole(mark, f"{name}[{r}][{c}]", 0, size))
    return tuple(cells)


def _value_of(mark: str, size: int, name: str, place: int) -> int:
    value = _read_mark(mark, size)
    if value is None:
        cell = "({},{})".format(*divmod(place, size))
        raise InputError(f'field "{name}" has {mark!r} at {cell}, expected {_expected_marks(size)}')
    return value


def _read_mark(mark: str, size: int) -> int | None:
    """0 for an empty cell, None for what is neither that nor a value of that size."""
    number = _NUMBER.fullmatch(mark)
    if number and len(mark) > 1:
        return int(number[1]) if int(number[1]) <= size else None
    return 0 if mark.isspace() else _table(size).get(mark.upper())


@cache
def _table(size: int) -> dict[str, int]:
    """The value of each symbol of a size; 0 for those of an empty cell."""
    return dict.fromkeys(_NO_CLUE, 0) | {mark: value for value, mark in enumerate(SYMBOLS[:size], 1)}


# texts


def read_text(text: str) -> Iterator[Sudoku | InputError]:
    """All puzzles of a text that is not JSON; a bad one is yielded as an `InputError` with line and column from 1.

    - One line of 16, 81, 256 or 625 cells is a puzzle. A line of exactly so many characters may use blanks as empty
      cells; in others blanks only separate. A comment may follow a ``#``.
    - 4, 9, 16 or 25 lines of as many cells are a puzzle. ``|`` between cells, lines of ``-``, ``+``, ``=`` and the box
      characters of our own drawings are frames. Rows of 16 and 25 may hold numbers between blanks.
    - 16 lines of 16 cells without bars and without a value above 4 are sixteen puzzles of 4x4.
    - Notes ``# key: value`` come before their puzzle: ``name``, others go to `Sudoku.extra`. Blank lines are skipped.
    """
    for notes, cells in _grids(text):
        if isinstance(cells, InputError):
            yield cells
        else:
            yield Sudoku(cells, notes.pop("name", ""), notes)


def looks_like_one(text: str) -> bool:
    """Whether a text can only be meant as one sudoku: a framed grid, or a line of 81 or more cells, mostly right."""
    lines = [line.rstrip("\r") for line in text.split("\n") if line.strip() and not texts.is_comment(line)]
    framed = any(_parse(0, line) is None for line in lines) and any(_BARS.search(line) for line in lines)
    long = len(lines) == 1 and len(lines[0]) in (81, 256, 625)
    return framed or (long and sum(mark in _table(25) or mark == " " for mark in lines[0]) > len(lines[0]) / 2)


def read_solutions(text: str, puzzle: Sudoku) -> Iterator[SudokuSolution | InputError]:
    """Grids in the forms of `read_text`, and JSON: answers (``solutions``), objects with ``grid``, lists of rows.

    Empty cells are read as 0, so that the verifier can tell them; another size than the puzzle's is an error.
    """
    if text.lstrip()[:1] in ("{", "["):
        found: Iterator[tuple[int, ...] | InputError] = texts.json_solutions(text, _json_cells, _NOT_JSON)
    else:
        found = (cells for _, cells in _grids(text))
    for cells in found:
        if not isinstance(cells, InputError) and len(cells) != len(puzzle.clues):
            yield InputError(f"found {len(cells)} cells, expected {len(puzzle.clues)} as in the puzzle")
        else:
            yield cells if isinstance(cells, InputError) else SudokuSolution(cells)


def _json_cells(entry: Any) -> tuple[int, ...]:
    return _cells(fields.require(entry, "grid") if isinstance(entry, dict) else entry, "grid")


def _grids(text: str) -> Iterator[tuple[dict[str, str], tuple[int, ...] | InputError]]:
    """Each grid of a text with the notes before it."""
    notes, rows, skipping = dict[str, str](), list[Line](), False
    lines = [line.removeprefix("\ufeff").rstrip("\r") for line in text.split("\n")]
    parsed = [_parse(number, line) for number, line in enumerate(lines, 1)]
    for at, line in enumerate(parsed):
        if line is None:
            gap, note = not lines[at].strip(), texts.is_comment(lines[at])
            skipping = skipping and not gap
            if rows and (note or (gap and len(rows) % isqrt(len(rows[0].marks)))):  # a gap may part bands of boxes
                yield notes, _missing_rows(rows)
                notes, rows = {}, []
            texts.add_note(lines[at], notes)
            continue
        count = len(line.marks)
        if skipping and count <= max(SIZES) and count not in _COUNTS:
            continue
        skipping = False
        if rows and count != len(rows[0].marks):
            message = f"found {count} cells, expected {len(rows[0].marks)} as in line {rows[0].number}"
            yield notes, InputError(message, line=line.number, column=line.column)
            notes, rows, skipping = {}, [], True
        elif not rows and count in _COUNTS and not (count == 16 and _is_grid_of_16(parsed[at : at + 64])):
            yield notes, _values([line], _COUNTS[count])
            notes = {}
        elif count in SIZES:
            rows.append(line)
            if len(rows) == count:
                yield notes, _values(rows, count)
                notes, rows = {}, []
        else:
            message = f"found {count} cells, expected {_expected_counts()}, or a row of {_listed(SIZES)}"
            yield notes, InputError(message, line=line.number, column=line.column)
            notes = {}
            skipping = count <= max(SIZES)  # what may be a row of a grid takes the others with it
    if rows:
        yield notes, _missing_rows(rows)


def _missing_rows(rows: list[Line]) -> InputError:
    expected = f"{len(rows[0].marks)} as there are cells in a row"
    return InputError(f"found {len(rows)} row{'s'[: len(rows) > 1]}, expected {expected}", line=rows[-1].number)


def _parse(number: int, text: str) -> Line | None:
    """The cells of a line; None for blank lines, notes and frames."""
    if not text.strip() or texts.is_comment(text) or (_FRAME_LINES & set(text) and set(text) <= _FRAME):
        return None
    text, hash_sign, _ = text.partition("#")
    if hash_sign and len(text) - 1 in _COUNTS and text[-1].isspace():
        text = text[:-1]  # the blank before a comment is no cell
    bars = [bar.start() for bar in _BARS.finditer(text)]
    if len(text) in _COUNTS and len(text) > max(SIZES) and not bars:
        return Line(number, list(enumerate(text, 1)))
    if len(bars) - 1 in SIZES and all(end - start <= 4 for start, end in pairwise(bars)):  # one of our own drawings
        return Line(number, [(at + 2, text[at + 1 : to].strip() or EMPTY) for at, to in pairwise(bars)], True)
    words = [(column, word) for word, column in texts.words(text, "|│┃")]
    if len(words) in (16, 25) and all(len(word) == 1 or _NUMBER.fullmatch(word) for _, word in words):
        return Line(number, words, bool(bars))
    marks = [(i, mark) for i, mark in enumerate(text, 1) if i - 1 not in bars]
    blank_is_empty = not any(mark in _NO_CLUE for _, mark in marks) and len(marks) in (*SIZES, *_COUNTS)
    return Line(number, marks if blank_is_empty else [mark for mark in marks if not mark[1].isspace()], bool(bars))


def _is_grid_of_16(lines: list[Line | None]) -> bool:
    """Whether 16 cells are the first row of a 16x16 grid, not a puzzle of 4x4: framed, or rows with a cell above 4."""
    rows = [*takewhile(lambda line: len(line.marks) == 16, filter(None, lines))][:16]
    above = [any((_read_mark(mark, 25) or 0) > 4 for _, mark in row.marks) for row in rows]
    return rows[0].framed or (above[0] and len(rows) > 1) or (any(above) and len(rows) == 16)


def _values(lines: list[Line], size: int) -> tuple[int, ...] | InputError:
    table, cells = _table(size), list[int]()
    for line in lines:
        for column, mark in line.marks:
            value = table.get(mark)
            if value is None and (value := _read_mark(mark, size)) is None:
                message = f"found {mark!r}, expected {_expected_marks(size)}"
                return InputError(message, line=line.number, column=column)
            cells.append(value)
    return tuple(cells)


def _expected_marks(size: int) -> str:
    values = f"1 to {min(size, 9)}" + (f" or A to {SYMBOLS[size - 1]}" if size > 9 else "")
    return f"{values}, or '.', '0', '?' or a blank for an empty cell"


def _expected_counts() -> str:
    return f"{_listed(tuple(_COUNTS))} cells in one line"


def _listed(numbers: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"


# writing


def one_line(puzzle: Sudoku) -> str:
    """All cells in one line."""
    return "".join(map(symbol, puzzle.clues))


def to_text(puzzle: Sudoku) -> str:
    """Notes, then all cells in one line; `read_text` reads it back. Only extra fields that are strings become notes."""
    return "\n".join([*texts.note_lines(puzzle.name, puzzle.extra, FIELDS), one_line(puzzle)]) + "\n"


def to_grid(puzzle: Sudoku) -> str:
    """Notes, then a line a row with frames around the boxes; `read_text` reads it back."""
    shape = geometry(puzzle.size)
    box, text = shape.box, one_line(puzzle)
    lines = texts.note_lines(puzzle.name, puzzle.extra, FIELDS)
    for r in range(puzzle.size):
        if r and r % box == 0:
            lines.append("+".join(["-" * (2 * box + 1)] * box)[1:-1])
        starts = range(r * puzzle.size, (r + 1) * puzzle.size, box)
        lines.append(" | ".join(" ".join(text[i : i + box]) for i in starts))
    return "\n".join(lines) + "\n"


def recognises(text: str) -> bool:
    """Most of it reads as sudokus without a clash among the clues, or it cannot be anything else.

    Islands in water look like clues, but clash soon.
    """
    found = list(read_text(text))
    good = sum(isinstance(item, Sudoku) and not rules.clash(item) for item in found)
    return 2 * good > len(found) or (len(found) == 1 and looks_like_one(text))


TEXTS = texts.Texts(
    from_json=from_json,
    to_json=to_json,
    read=read_text,
    styles={"text": to_text, "grid": to_grid},
    recognises=recognises,
    read_solutions=read_solutions,
    help="""\
A line a puzzle: all cells one after another, . or 0 for an empty one; 4x4, 9x9, 16x16 (1 to G) or 25x25 (1 to P):

    4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......

Or a line a row, with or without frames; rows of 16 and 25 may hold numbers between blanks:

    1 . | . 4
    . . | 2 .
    ----+----
    . 2 | . .
    3 . | . 1

A solution is such a grid, or an answer in JSON.
""",
)
