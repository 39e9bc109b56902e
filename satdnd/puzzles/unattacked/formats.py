"""Boards for unattacked squares as text and JSON.

One puzzle a line, ``HxW Q``; ``HxW *`` stands for every number of queens that leaves a square unattacked::

    # name: A001366(8)
    8x8 8
    5x5 *
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Mapping
from typing import Any

from satdnd import fields, texts
from satdnd.bitboard import Cell
from satdnd.errors import InputError
from satdnd.puzzles.unattacked import rules
from satdnd.puzzles.unattacked.model import LONGEST_SIDE, Unattacked, UnattackedSolution, most_queens

FIELDS = ("size", "queens")
"""JSON fields with a meaning; all others are kept in `Unattacked.extra`."""
_LINE = re.compile(r"\s*[0-9]{1,9}[xX][0-9]{1,9}\s+([0-9]{1,9}|\*)\s*")


def from_json(record: Mapping[str, Any]) -> Unattacked:
    """One JSON object: ``size`` ([H, W]) and ``queens`` (how many).

    Raises:
        InputError: a field is missing or does not fit; the message names it.
    """
    height, width = fields.size(record, LONGEST_SIDE)
    queens = fields.whole(fields.require(record, "queens"), "queens", 0)
    return Unattacked(height, width, queens, fields.name(record), fields.extra(record, FIELDS))


def to_json(puzzle: Unattacked) -> dict[str, Any]:
    """The fields of `from_json`, then the extra ones."""
    record: dict[str, Any] = {"kind": puzzle.kind, "name": puzzle.name}
    record |= {"size": [puzzle.height, puzzle.width], "queens": puzzle.queens}
    return record | fields.extra(puzzle.extra, FIELDS)


def read_text(text: texts.Source) -> Iterator[Unattacked | InputError]:
    """Every puzzle of a text; a bad one is yielded as an `InputError` with line and column from 1.

    Lines that begin with ``#`` are comments; ``# name: ...`` and other ``# key: value`` before a puzzle are its name
    and extra fields. The puzzles of a table (``*``) are named after the board and the number of queens.
    """
    notes: dict[str, str] = {}
    empty = True
    for number, line in texts.numbered(text):
        if texts.is_comment(line):
            texts.add_note(line, notes)
        elif line.strip():
            empty = False
            name, extra = notes.pop("name", ""), notes
            notes = {}
            try:
                yield from _read_line(number, line, name, extra)
            except InputError as error:
                yield error.located(line=number)
    if empty:
        yield InputError("found only comments, expected a puzzle such as '8x8 8'", line=1)


def to_text(puzzle: Unattacked) -> str:
    """The notes and the one line of *puzzle*; `read_text` reads it back."""
    lines = [*texts.note_lines(puzzle.name, puzzle.extra), f"{puzzle.height}x{puzzle.width} {puzzle.queens}"]
    return "\n".join(lines) + "\n"


def recognises(text: str) -> bool:
    """Nothing but comments and lines of the form ``HxW Q``, one at least."""
    found = [line for line in text.splitlines() if line.strip() and not texts.is_comment(line)]
    return bool(found) and all(_LINE.fullmatch(line) for line in found)


def read_solutions(text: str, puzzle: Unattacked) -> Iterator[tuple[tuple[Cell, ...], int | None] | InputError]:
    """Every placement of a text, with the number of unattacked squares where the text says one.

    Read are rows of ``.`` and ``Q``, board integers, and JSON (``queens`` or ``board``, and ``unattacked``).
    """
    for found in texts.placements(text, puzzle.grid):
        try:
            if isinstance(found, InputError):
                raise found
            queens, record = found
            told = record.get("unattacked")
            yield queens, told if told is None else fields.whole(told, "unattacked", 0)
        except InputError as error:
            yield error


def _read_line(number: int, line: str, name: str, extra: Mapping[str, Any]) -> Iterator[Unattacked]:
    words = texts.words(line)
    height, width = texts.board_size(words[0][0], number, words[0][1], LONGEST_SIDE)
    wanted = "expected the number of queens, or * for a table"
    if len(words) == 1:
        raise InputError(f"found only the size, {wanted}", line=number, column=len(line.rstrip()) + 1)
    word, column = words[1]
    if len(words) > 2:
        found = f"found {reprlib.repr(words[2][0])} after the number of queens"
        raise InputError(f"{found}, expected the end of the line", line=number, column=words[2][1])
    if word == "*":
        if not most_queens(height, width):
            message = (
                f"any queen attacks every square of {height}x{width}: there is no table, expected a number of queens"
            )
            raise InputError(message, line=number, column=column)
        for queens in range(1, most_queens(height, width) + 1):
            yield Unattacked(height, width, queens, f"{name or f'{height}x{width}'} {queens}", extra)
    elif re.fullmatch("[0-9]{1,9}", word):
        yield Unattacked(height, width, int(word), name, extra)
    else:
        raise InputError(f"found {reprlib.repr(word)}, {wanted}", line=number, column=column)


def _solutions(text: str, puzzle: Unattacked) -> Iterator[UnattackedSolution | InputError]:
    for found in read_solutions(text, puzzle):
        if isinstance(found, InputError):
            yield found
            continue
        queens, told = found
        number = len(rules.unattacked_squares(puzzle.height, puzzle.width, queens)) if told is None else told
        yield UnattackedSolution(puzzle.height, puzzle.width, queens, number)


TEXTS = texts.Texts(
    from_json=from_json,
    to_json=to_json,
    read=read_text,
    styles={"text": to_text},
    recognises=recognises,
    read_solutions=_solutions,
    tells=lambda line: bool(_LINE.fullmatch(line)),
    help="""\
A line a puzzle: the size (rows x columns) and the number of queens; * stands for every number that leaves a square
unattacked:

    8x8 8
    5x5 *

A solution is a line a row with Q for a queen, a board integer (bit r*W + c is a queen), or an answer in JSON.
""",
)
