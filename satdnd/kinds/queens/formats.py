"""Boards for queens as text and JSON, and placements on them; `TEXTS.help` shows the forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from satdnd.errors import InputError
from satdnd.formats import drawn_boards, fields, texts
from satdnd.kinds.queens.model import Queens, QueensSolution

FIELDS = ("size", "given", "queens")
"""JSON fields with a meaning; all others are kept in `Queens.extra`."""
_SQUARE = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_OURS = re.compile(r"[0-9]{1,9}(?:[xX][0-9]{1,9})?(?:\s+(?:[0-9]{1,9},[0-9]{1,9}|queens=[0-9]{1,9}))+\s*")
_COUNT = re.compile(r"queens=([0-9]{1,9})")


def from_json(record: Mapping[str, Any]) -> Queens:
    """One JSON object: ``size`` ([H, W]), optional ``given`` (list of [row, column]) and ``queens`` (how many)."""
    height, width = fields.size(record)
    given = fields.cells(record.get("given", []), "given", height, width)
    queens = record.get("queens")
    if queens is not None:
        queens = fields.whole(queens, "queens", 0)
    return Queens(height, width, tuple(given), queens, *fields.about(record, FIELDS))


def to_json(puzzle: Queens) -> dict[str, Any]:
    """The fields of `from_json`, then the extra ones."""
    size, given = [puzzle.height, puzzle.width], [list(square) for square in puzzle.given]
    return fields.record(puzzle, FIELDS, size=size, given=given, queens=puzzle.queens)


def read_text(text: texts.Source) -> Iterator[Queens | InputError]:
    """Every puzzle of a text, a line or a block of rows each."""
    return texts.puzzles(texts.boards(text), _puzzle, "a line such as '8x8'", row=texts.is_row)


def to_text(puzzle: Queens) -> str:
    """The notes and the one line of *puzzle*; `read_text` reads it back."""
    words = [f"{puzzle.height}x{puzzle.width}", *(f"{r},{c}" for r, c in puzzle.given)]
    if puzzle.queens is not None:
        words.insert(1, f"queens={puzzle.queens}")
    return texts.puzzle_text(puzzle, [" ".join(words)])


def to_grid(puzzle: Queens) -> str:
    """The notes and the rows of *puzzle*; `read_text` reads it back.

    Raises:
        InputError: another number of queens than the shorter side was asked for: rows cannot say so.
    """
    if puzzle.queens is not None:
        raise InputError(f"rows cannot say that there are {puzzle.queens} queens; the formats text and json can")
    return texts.puzzle_text(puzzle, puzzle.grid.lines(puzzle.grid.mask(puzzle.given), "Q", "."))


def recognises(text: str) -> bool:
    """Every line reads as a puzzle, or as a row, and some row has a queen; column counts of a dungeon are indented."""
    rows = [row for rows in texts.boards(text) for _, row in rows if texts.is_row(row)]
    if text[:1].isspace() or (rows and "q" not in "".join(rows).lower()):
        return False
    return not any(isinstance(puzzle, InputError) for puzzle in read_text(text))


def read_solutions(text: str, puzzle: Queens) -> Iterator[QueensSolution | InputError]:
    """Every placement of a text, as `satdnd.formats.texts.placements` finds them."""
    height, width = puzzle.height, puzzle.width
    drawn = drawn_boards.framed(text, height, width)
    return texts.placements(text, puzzle.grid, "queens", drawn, lambda queens, _: QueensSolution(height, width, queens))


def _puzzle(block: texts.Block) -> Queens:
    number, line = block.rows[0]
    if texts.is_row(line):
        rows = texts.same_width(block.rows)
        return Queens(len(rows), len(rows[0]), tuple(texts.drawn_queens(rows)), None, *block.about())
    words = texts.words(line)
    height, width = texts.board_size(words[0][0], number, words[0][1])
    queens, given = None, dict[tuple[int, int], None]()
    for word, column in words[1:]:
        trouble = ""
        if count := _COUNT.fullmatch(word):
            queens = int(count[1])
        elif square := _SQUARE.fullmatch(word):
            cell = int(square[1]), int(square[2])
            if cell[0] >= height or cell[1] >= width:
                trouble = f"the square {word}, expected row 0 to {height - 1} and column 0 to {width - 1}"
            elif cell in given:
                trouble = f"the square {word} twice"
            given[cell] = None
        else:
            trouble = f"{fields.shown(word)}, expected a given square such as 0,3, or queens=5"
        if trouble:
            raise InputError(f"found {trouble}", line=number, column=column)
    return Queens(height, width, tuple(given), queens, *block.about())


_HELP = """\
A line a puzzle: the size (rows x columns), perhaps the number of queens and given squares, row,column from 0:

    8x8 0,3 5,7
    5x9 queens=4

Or a line a row, with the given queens:

    ..Q.
    ....
    ....
    ....

A solution is such rows, a board integer (bit r*W + c is a queen), or an answer in JSON.
"""
_OWN = {"text": to_text, "grid": to_grid}
TEXTS = texts.Texts(from_json, to_json, read_text, _OWN, recognises, read_solutions, _HELP, _OURS.fullmatch)
