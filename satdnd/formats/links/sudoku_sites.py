"""Sudokus in links of sites that write out the cells: sudokuexchange, sudokuwiki, SudokuPad's classic ones.

Sources: grantm/sudoku-web-app, string-utils (a letter is a digit with empty cells behind it); sudokuwiki.org's solver,
whose boards ``S9B...`` have two digits of base 36 for each cell, checked on the boards of its own pages: 1 to 9 a
given, 10 to 18 a value of the player, from 18 on candidates as bits.
"""

from __future__ import annotations

import re

from satdnd.errors import InputError
from satdnd.formats.documents import Record
from satdnd.formats.links.piece import Piece
from satdnd.formats.sudoku_marks import record
from satdnd.grid.fields import shown
from satdnd.grid.notation import counted

_PLACED, _CANDIDATES = 9, 18


def plain(part: Piece) -> Record:
    """81 digits, or fewer signs each of which may stand for a digit and up to five empty cells behind it."""
    text = part.text
    if bad := re.search(r"[^0-9A-Za-x.]", text):
        raise part.wrong(bad.start(), f"found {shown(bad[0])}", "a digit or '.' for each cell")
    cells = text if len(text) == 81 or "." in text else expanded(text)
    if len(cells) != 81:
        raise part.wrong(0, f"found {counted(len(cells), 'cell')}", "81")
    return record({i: int(sign) for i, sign in enumerate(cells) if sign in "123456789"}, {})


def expanded(text: str) -> str:
    """The digits of a short form: ``k`` is a 6 with four empty cells behind it."""
    numbers = [ord(sign) - (61 if sign > "Z" else 55 if sign > "9" else 48) for sign in text]
    return "".join(str(number % 10) + "0" * (number // 10) for number in numbers)


def board(part: Piece) -> Record:
    """A board of sudokuwiki: 81 digits, or ``S9B`` and the state of each cell."""
    if not part.text.startswith("S9B"):
        return plain(part)
    body = Piece(part.text[3:], part.column + 3)
    if len(body.text) != 2 * 81:
        raise body.wrong(0, f"found {counted(len(body.text), 'character')}", f"{2 * 81}, two for each cell")
    given, placed, left = dict[int, int](), dict[int, int](), dict[int, list[int]]()
    for i in range(81):
        word = body.text[2 * i : 2 * i + 2]
        number = int(word, 36) if re.fullmatch("[0-9a-z]{2}", word) else -1
        if not 0 < number < _CANDIDATES + (1 << 9):
            raise body.wrong(2 * i, f"found {shown(word)}", "01 to ep, a number of base 36")
        if number <= _PLACED:
            given[i] = number
        elif number <= _CANDIDATES:
            placed[i] = number - _PLACED
        else:
            left[i] = [digit for digit in range(1, 10) if number - _CANDIDATES >> digit - 1 & 1]
    return record(given, placed, left)


def variant(what: str) -> InputError:
    """The error that a sudoku has rules that are not read."""
    return InputError(
        f"this sudoku has {what}, expected no rules but those of boxes or areas, cages and both diagonals"
    )
