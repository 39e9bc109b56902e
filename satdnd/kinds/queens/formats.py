"""Boards for queens as text, each a line or rows; JSON and solutions are derived."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from satdnd.declaration.texts import derived_texts
from satdnd.errors import InputError
from satdnd.formats import grids, texts
from satdnd.formats.grids import EMPTY_SIGNS, cells_of
from satdnd.formats.links.address import Forms
from satdnd.formats.placements import drawn_queens
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.kinds.queens.model import GIVEN, VIEW, Queens

_LINE = re.compile(
    r"[0-9]{1,9}(?:[xX][0-9]{1,9})?(?:\s+(?:[0-9]{1,9},[0-9]{1,9}|[rR][0-9]{1,9}[cC][0-9]{1,9}|queens=[0-9]{1,9}))+\s*"
)
_SIZE = re.compile(r"\s*([0-9]{1,9})(?:\s*[xX ]\s*([0-9]{1,9}))?\s*")
_ROW = ".Qq-_*xX?\t ,;|+"
_COUNT = re.compile(r"queens=([0-9]{1,9})")


def read_text(text: texts.Source) -> Iterator[Queens | InputError]:
    """Every puzzle of a text, each a line or a block of rows, which may have its size above."""
    return texts.puzzles(_pieces(text), _puzzle, "a line such as '8x8'", row=_is_row)


def _pieces(text: texts.Source) -> Iterator[list[texts.Line]]:
    """Lines one by one as they arrive, but rows of a drawn board together, with the size above; lines of blanks may be
    rows. A line with no more than a size waits for the next.
    """
    for block in grids.blocks(_apart(texts.numbered(text))):
        if _is_drawn(block):
            yield block
        else:
            yield from ([line] for line in block if line[1].strip())


def _apart(lines: Iterator[texts.Line]) -> Iterator[texts.Line]:
    """The lines, with an empty one after each that is a puzzle by itself and before each with which a board begins."""
    sizes, rows = 0, False
    for number, line in lines:
        is_row, is_size = _is_row(line), bool(_SIZE.fullmatch(line))
        is_part = is_row or is_size or not line.strip()
        if not is_part or (is_size and (rows or sizes == 2)):
            yield number, ""
            sizes, rows = 0, False
        yield number, line
        if not is_part:
            yield number, ""
        sizes, rows = sizes + is_size, rows or is_row


def _is_drawn(lines: list[texts.Line]) -> bool:
    return any(_is_row(line) for _, line in lines)


def _is_row(line: str) -> bool:
    """Whether a line has only queens, empty squares, separators and frames."""
    return bool(line.strip()) and not line.strip(_ROW)


def to_text(puzzle: Queens) -> str:
    """The notes and the one line of *puzzle*; `read_text` reads it back."""
    number = [] if puzzle.queens is None else [f"queens={puzzle.queens}"]
    words = [f"{puzzle.height}x{puzzle.width}", *number, *map(cell_name, puzzle.given)]
    return texts.puzzle_text(puzzle, [" ".join(words)])


def to_grid(puzzle: Queens) -> str:
    """The notes and the rows of *puzzle*. Raises InputError if rows cannot express the number of queens."""
    if puzzle.queens is not None:
        raise InputError(f"rows cannot say that there are {puzzle.queens} queens; the formats text and json can")
    return texts.puzzle_text(puzzle, puzzle.grid.lines(puzzle.grid.mask(puzzle.given), "Q", "."))


def recognises(text: str) -> bool:
    """Whether all lines are puzzles, or rows with some queen; column counts of a dungeon are indented."""
    rows = [row for rows in _pieces(text) for _, row in rows if _is_row(row)]
    if (text[:1].isspace() and not rows) or (rows and "q" not in "".join(rows).lower()):
        return False
    return not any(isinstance(puzzle, InputError) for puzzle in read_text(text))


def _puzzle(block: texts.Block) -> Queens:
    number, line = block.rows[0]
    name, extra = block.about()
    if _is_drawn(block.rows):
        rows = ["".join(row) for row in cells_of(block.rows, {*".Qq"}.__contains__, "'Q' or '.'", empty=EMPTY_SIGNS)]
        return Queens(len(rows), len(rows[0]), tuple(drawn_queens(rows)), name=name, extra=extra)
    (size, place), *words = texts.words(line)
    height, width = texts.board_size(size, number, place)
    queens, given = None, dict[Cell, None]()
    for word, column in words:
        trouble = ""
        if count := _COUNT.fullmatch(word):
            queens = int(count[1])
        elif cell := GIVEN.square(word):
            if not (0 <= cell[0] < height and 0 <= cell[1] < width):
                first = 0 if "," in word else 1
                down, right = (f"{first} to {side + first - 1}" for side in (height, width))
                trouble = f"the square {word}, expected row {down} and column {right}"
            elif cell in given:
                trouble = f"the square {word} twice"
            given[cell] = None
        else:
            trouble = f"{fields.shown(word)}, expected a given square such as r1c4, or queens=5"
        if trouble:
            raise InputError(f"found {trouble}", line=number, column=column)
    return Queens(height, width, tuple(given), queens, name=name, extra=extra)


_HELP = f"""\
One line per puzzle: the size (rows x columns), optionally the number of queens and given squares:

    8x8 r1c4 r6c8
    5x9 queens=4

A square may also be written as row,column from 0: 0,3 is r1c4.

Or one line per row, with the given queens:

    ..Q.
    ....
    ....
    ....

{VIEW.help}
"""
TEXTS = replace(
    derived_texts(Queens, VIEW, "", Forms()),
    recognises=recognises,
    read=read_text,
    native={"text": to_text, "grid": to_grid},
    help=_HELP,
    identifies=_LINE.fullmatch,
)
