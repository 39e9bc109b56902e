"""Boards for queens as text and JSON, and placements on them.

One puzzle a line, or a block of rows::

    # name: two are given
    8x8 0,3 5,7
    5x9 queens=4

    ..Q.
    ....
    ....
    ....
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Mapping
from typing import Any

from satdnd import fields, texts
from satdnd.bitboard import Cell
from satdnd.errors import InputError
from satdnd.puzzles.queens.model import LONGEST_SIDE, Queens, QueensSolution

FIELDS = ("size", "given", "queens")
"""JSON fields with a meaning; all others are kept in `Queens.extra`."""
_SQUARE = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_OURS = re.compile(r"[0-9]{1,9}(?:[xX][0-9]{1,9})?(?:\s+(?:[0-9]{1,9},[0-9]{1,9}|queens=[0-9]{1,9}))+\s*")
_COUNT = re.compile(r"queens=([0-9]{1,9})")


def from_json(record: Mapping[str, Any]) -> Queens:
    """One JSON object: ``size`` ([H, W]), optional ``given`` (list of [row, column]) and ``queens`` (how many).

    Raises:
        InputError: a field is missing or does not fit; the message names it.
    """
    height, width = fields.size(record, LONGEST_SIDE)
    given = fields.cells(record.get("given", []), "given", height, width)
    queens = record.get("queens")
    if queens is not None:
        queens = fields.whole(queens, "queens", 0)
    return Queens(height, width, tuple(given), queens, fields.name(record), fields.extra(record, FIELDS))


def to_json(puzzle: Queens) -> dict[str, Any]:
    """The fields of `from_json`, then the extra ones."""
    record: dict[str, Any] = {"kind": puzzle.kind, "name": puzzle.name, "size": [puzzle.height, puzzle.width]}
    record["given"] = [list(square) for square in puzzle.given]
    if puzzle.queens is not None:
        record["queens"] = puzzle.queens
    return record | fields.extra(puzzle.extra, FIELDS)


def read_text(text: texts.Source) -> Iterator[Queens | InputError]:
    """Every puzzle of a text; a bad one is yielded as an `InputError` with line and column from 1.

    A line is ``8`` or ``8x8`` (rows x columns), then perhaps ``queens=K`` and given squares ``row,column`` from 0.
    A block of rows of ``.`` and ``Q`` is a board with its given queens. Lines that begin with ``#`` are comments;
    ``# name: ...`` and other ``# key: value`` before a puzzle are its name and extra fields.
    """
    notes: dict[str, str] = {}
    empty = True
    for start, rows in texts.parts(text):
        if texts.is_comment(rows[0]):
            texts.add_note(rows[0], notes)
            continue
        empty = False
        name, extra = notes.pop("name", ""), notes
        notes = {}
        yield texts.tried(_board if texts.is_row(rows[0]) else _line, start, rows, name, extra, line=start)
    if empty:
        yield InputError("found only comments, expected a puzzle such as '8x8'", line=1)


def to_text(puzzle: Queens) -> str:
    """The notes and the one line of *puzzle*; `read_text` reads it back."""
    words = [f"{puzzle.height}x{puzzle.width}"]
    if puzzle.queens is not None:
        words.append(f"queens={puzzle.queens}")
    words += [f"{r},{c}" for r, c in puzzle.given]
    return "\n".join([*texts.note_lines(puzzle.name, puzzle.extra), " ".join(words)]) + "\n"


def to_grid(puzzle: Queens) -> str:
    """The notes and the rows of *puzzle*; `read_text` reads it back.

    Raises:
        InputError: another number of queens than the shorter side was asked for: rows cannot say so.
    """
    if puzzle.queens is not None:
        raise InputError(f"rows cannot say that there are {puzzle.queens} queens; the formats text and json can")
    rows = puzzle.grid.lines(puzzle.grid.mask(puzzle.given), "Q", ".")
    return "\n".join([*texts.note_lines(puzzle.name, puzzle.extra), *rows]) + "\n"


def recognises(text: str) -> bool:
    """Every line reads as a puzzle, or as a row, and some row has a queen; column counts of a dungeon are indented."""
    rows = [row for _, part in texts.parts(text) if texts.is_row(part[0]) for row in part]
    if text[:1].isspace() or (rows and "q" not in "".join(rows).lower()):
        return False
    return not any(isinstance(puzzle, InputError) for puzzle in read_text(text))


def read_solutions(text: str, puzzle: Queens) -> Iterator[QueensSolution | InputError]:
    """Every placement of a text, as `satdnd.texts.placements` finds them."""
    for found in texts.placements(text, puzzle.grid):
        if isinstance(found, InputError):
            yield found
        else:
            yield QueensSolution(puzzle.height, puzzle.width, found[0])


def _line(number: int, lines: list[str], name: str, extra: Mapping[str, Any]) -> Queens:
    words = texts.words(lines[0])
    height, width = texts.board_size(words[0][0], number, words[0][1], LONGEST_SIDE)
    queens, given = None, list[Cell]()
    for word, column in words[1:]:
        if count := _COUNT.fullmatch(word):
            queens = int(count[1])
        elif square := _SQUARE.fullmatch(word):
            cell = int(square[1]), int(square[2])
            if cell[0] >= height or cell[1] >= width:
                limits = f"row 0 to {height - 1} and column 0 to {width - 1}"
                raise InputError(f"found the square {word}, expected {limits}", line=number, column=column)
            if cell in given:
                raise InputError(f"found the square {word} twice", line=number, column=column)
            given.append(cell)
        else:
            expected = "expected a given square such as 0,3, or queens=5"
            raise InputError(f"found {reprlib.repr(word)}, {expected}", line=number, column=column)
    return Queens(height, width, tuple(given), queens, name, extra)


def _board(start: int, rows: list[str], name: str, extra: Mapping[str, Any]) -> Queens:
    width = len(rows[0].strip())
    for number, row in enumerate(rows, start):
        if len(row.strip()) != width:
            column = len(row) - len(row.lstrip()) + 1 + min(width, len(row.strip()))
            found = f"found a row of {len(row.strip())} squares"
            raise InputError(f"{found}, expected {width} as in line {start}", line=number, column=column)
    if max(len(rows), width) > LONGEST_SIDE:
        raise InputError(f"found {len(rows)} rows of {width} squares, expected at most {LONGEST_SIDE} of each")
    return Queens(len(rows), width, tuple(texts.drawn_queens(rows)), None, name, extra)


TEXTS = texts.Texts(
    from_json=from_json,
    to_json=to_json,
    read=read_text,
    styles={"text": to_text, "grid": to_grid},
    recognises=recognises,
    read_solutions=read_solutions,
    tells=lambda line: bool(_OURS.fullmatch(line)),
    help="""\
A line a puzzle: the size (rows x columns), perhaps the number of queens and given squares, row,column from 0:

    8x8 0,3 5,7
    5x9 queens=4

Or a line a row, with the given queens:

    ..Q.
    ....
    ....
    ....

A solution is such rows, a board integer (bit r*W + c is a queen), or an answer in JSON.
""",
)
