"""Boards for unattacked squares as text, and placements on them; `TEXTS.help` shows the forms. JSON is derived."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from satdnd.declaration.texts import derived_texts
from satdnd.errors import InputError
from satdnd.formats import drawn_boards, texts
from satdnd.formats.links.address import Forms
from satdnd.formats.placements import placements
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.kinds.unattacked import rules
from satdnd.kinds.unattacked.model import LONGEST_SIDE, VIEW, Unattacked, UnattackedSolution, most_queens

_LINE = re.compile(r"\s*[0-9]{1,9}[xX][0-9]{1,9}\s+([0-9]{1,9}|\*)\s*")


def read_text(text: texts.Source) -> Iterator[Unattacked | InputError]:
    """Every puzzle of a text; those of a table (``*``) are named by board and number of queens."""
    pieces = ([line] for line in texts.numbered(text) if line[1].strip())
    for found in texts.puzzles(pieces, _table, "a line such as '8x8 8'"):
        if isinstance(found, InputError):
            yield found
        else:
            yield from found


def to_text(puzzle: Unattacked) -> str:
    """The notes and the one line of *puzzle*; `read_text` reads it back."""
    return texts.puzzle_text(puzzle, [f"{puzzle.height}x{puzzle.width} {puzzle.queens}"])


def recognises(text: str) -> bool:
    """Whether there are only comments and lines of the form ``HxW Q``, at least one."""
    found = [line for line in text.splitlines() if line.strip() and not texts.is_comment(line)]
    return bool(found) and all(_LINE.fullmatch(line) for line in found)


def read_solutions(text: str, puzzle: Unattacked) -> Iterator[UnattackedSolution | InputError]:
    """Every placement of a text, as found by `placements`; JSON may state ``unattacked``."""
    height, width = puzzle.height, puzzle.width

    def solution(queens: tuple[Cell, ...], record: Mapping[str, Any]) -> UnattackedSolution:
        """The placement, with the record's number of unattacked squares, or the true one."""
        stated = record.get("unattacked")
        free = len(rules.unattacked_squares(height, width, queens)) if stated is None else stated
        return UnattackedSolution(height, width, queens, fields.whole(free, "unattacked", 0))

    return placements(text, puzzle.grid, "queens", drawn_boards.framed(text, height, width), solution)


def _table(block: texts.Block) -> list[Unattacked]:
    """The puzzle of a line, or all those of a table."""
    ((number, line),) = block.rows
    words = [*texts.words(line), ("", len(line.rstrip()) + 1)]
    height, width = texts.board_size(words[0][0], number, words[0][1], LONGEST_SIDE)
    (word, column), (name, extra) = words[1], block.about()
    most = most_queens(height, width)
    trouble = ""
    if not re.fullmatch(r"[0-9]{1,9}|\*", word):
        found = fields.shown(word) if word else "only the size"
        trouble = f"found {found}, expected the number of queens, or * for a table"
    elif words[2][0]:
        after, column = words[2]
        trouble = f"found {fields.shown(after)} after the number of queens, expected the end of the line"
    elif word == "*" and not most:
        trouble = f"any queen attacks every square of {height}x{width}: no table, expected a number of queens"
    if trouble:
        raise InputError(trouble, line=number, column=column)
    if word != "*":
        return [Unattacked(height, width, int(word), name=name, extra=extra)]
    name = name or f"{height}x{width}"
    return [Unattacked(height, width, queens, name=f"{name} {queens}", extra=extra) for queens in range(1, most + 1)]


_HELP = """\
One line per puzzle: the size (rows x columns) and the number of queens; * stands for every number that leaves a square
unattacked:

    8x8 8
    5x5 *

A solution is one line per row with Q for a queen, a board integer (bit r*W + c is a queen), or an answer in JSON.
"""
TEXTS = replace(
    derived_texts(Unattacked, VIEW, "", Forms()),
    read=read_text,
    native={"text": to_text},
    recognises=recognises,
    read_solutions=read_solutions,
    help=_HELP,
    identifies=_LINE.fullmatch,
    titled=False,
)
