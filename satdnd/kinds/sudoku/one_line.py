"""Sudokus in one line with more before or behind them: tables, numbered lists, ratings, names, comments.

``1. 81 CELLS``, ``81 CELLS ED=2.0/1.2/1.2`` (ratings of Sudoku Explainer), ``81 CELLS;name;rating``,
``81 CELLS (comment)``, a table with puzzles in one of its columns. A digit with ``+`` was placed by the player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from satdnd.declaration.clues.givens import EMPTY, NO_VALUE
from satdnd.errors import InputError
from satdnd.formats.sudoku_marks import placed_marks
from satdnd.grid.notation import counted
from satdnd.kinds.sudoku import rows
from satdnd.kinds.sudoku.model import GIVENS, SYMBOLS
from satdnd.kinds.sudoku.rows import COUNTS, Line

Notes = dict[str, Any]
_QUOTES = ' "'
_SEPARATORS = "\t;,"
_WORD = re.compile(r"[^\s\"'()|,;]+")
_LONG_WORD = re.compile(r"[^\s\"'()|,;]{16,}")
_NAME = re.compile(r"[A-Za-z][\w .-]*")
_PLACED = re.compile(r"\+(?=[1-9])")
_SIGNS = frozenset(SYMBOLS + SYMBOLS.lower() + NO_VALUE)
_NEARLY = 60
"""So many cells in one word are meant as a whole puzzle."""
_NUMBERING = re.compile(r"#?\s*[0-9]+\s*[-.):]?")
_NUMBERED = re.compile(rf"\s*{_NUMBERING.pattern}\s+\S{{{_NEARLY}}}")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_EQUATIONS = re.compile(r"[A-Za-z]\w*=[^\s=]+(?:\s+[A-Za-z]\w*=[^\s=]+)*")
_PUZZLE_COLUMNS = {"puzzle", "puzzles", "quiz", "quizzes", "sudoku", "sudokus", "grid", "givens", "clues", "question"}


class _Field(NamedTuple):
    """A part of a line."""

    text: str
    start: int
    """Where it begins in the line."""

    def puzzle(self, alone: bool) -> _Field | None:
        """The word that is a puzzle, or nearly; a small one only if it is the whole of a field that is not *alone*."""
        for at in _WORD.finditer(self.text):
            word = _Field(at[0], self.start + at.start())
            small = not alone and word.whole and at[0] == self.text.strip(' "')
            if (small or len(word.cells) >= _NEARLY) and _SIGNS.issuperset(word.cells):
                return word
        return None

    @property
    def cells(self) -> str:
        """The sign of each cell of a puzzle."""
        return _PLACED.sub("", self.text)

    @property
    def whole(self) -> bool:
        """Whether it has as many cells as a puzzle."""
        return len(self.cells) in COUNTS


def is_numbered(text: str) -> bool:
    """Whether a line is a puzzle with its number, which may begin with ``#`` as comments do."""
    return bool(_NUMBERED.match(text))


class Columns:
    """The lines of one text that have more than a puzzle: as a table they have it in one column."""

    def __init__(self) -> None:
        self._separator = ""
        self._names: list[str] = []
        self._column: int | None = None

    @property
    def is_table(self) -> bool:
        """Whether the columns are known."""
        return bool(self._separator)

    def header(self, text: str) -> bool:
        """Whether *text* names the columns of a table, which are kept."""
        separator = next((sign for sign in _SEPARATORS if sign in text), "")
        names = [field.text.strip(' "') for field in _fields(text, separator)] if separator else []
        puzzles = [i for i, name in enumerate(names) if name.casefold() in _PUZZLE_COLUMNS]
        if self._separator or not (puzzles or (names and all(_NAME.fullmatch(name) for name in names))):
            return False
        self._separator, self._names, self._column = separator, names, puzzles[0] if puzzles else None
        return True

    def read(self, number: int, text: str) -> tuple[Notes, tuple[int, ...] | InputError] | None:
        """The notes and the cells of the puzzle in a line; None for a line that has none."""
        separator = self._separator or _separator(text)
        fields = _fields(text, separator)
        found = {i: word for i, field in enumerate(fields) if (word := field.puzzle(not separator))}
        if not self._separator and (not found or next(iter(found.values())).cells == text.strip()):
            return None
        column = self._column
        if column is None:
            open_ones = [i for i, word in found.items() if not _is_full(word.cells)]
            column = (open_ones or [*found] or [0])[0]
            if separator and column in found and found[column].whole:
                self._separator, self._column = separator, column
        if (word := found.get(column)) is None or not word.whole:
            what = counted(len(fields), "field")
            if column < len(fields):
                what = f"a field of {counted(len(word.cells if word else fields[column].text.strip(_QUOTES)), 'cell')}"
            return {}, InputError(f"found {what}, expected {GIVENS.lengths}", line=number)
        notes = self._named(fields, column) if self._names else _about(fields[column:], word)
        if plain := GIVENS.plain(word.text):
            return notes, plain
        if marks := placed_marks(word.text):
            notes["marks"] = marks
        cells = [(word.start + 1 + at.start(), at[0]) for at in re.finditer(r"\+?[^+]", word.text)]
        return notes, rows.values([Line(number, [(i, mark if len(mark) == 1 else EMPTY) for i, mark in cells])])

    def _named(self, fields: Sequence[_Field], column: int) -> Notes:
        """The other fields of a table, by the names of their columns."""
        others = {name: field.text.strip(_QUOTES) for name, field in zip(self._names, fields, strict=False)}
        others.pop(self._names[column], None)
        return {"solution" if name.casefold() == "solutions" else name: x for name, x in others.items() if name}


def _separator(text: str) -> str:
    """The separator of fields: the sign beside the first long word; empty if there is none."""
    word = _LONG_WORD.search(text)
    beside = (text[word.end() :].lstrip(' "')[:1], text[: word.start()].rstrip(' "')[-1:]) if word else ()
    return next((sign for sign in beside if sign and sign in _SEPARATORS), "")


def _fields(text: str, separator: str) -> list[_Field]:
    """The fields between separators that stand outside quotes."""
    if not separator:
        return [_Field(text, 0)]
    hidden = re.sub('"[^"]*"', lambda quoted: quoted[0].replace(separator, " "), text)
    ends = [*(at.start() for at in re.finditer(re.escape(separator), hidden)), len(text)]
    starts = [0, *(end + 1 for end in ends)]
    return [_Field(text[start:end], start) for start, end in zip(starts, ends, strict=False)]


def _is_full(cells: str) -> bool:
    return _SIGNS.issuperset(cells) and not {*cells} & {*NO_VALUE}


def _about(fields: Sequence[_Field], puzzle: _Field) -> Notes:
    """What is written around a puzzle, and in the fields behind it: name, rating, solution, equations, comments."""
    before, _, behind = fields[0].text.partition(puzzle.text)
    number = _NUMBERING.fullmatch(before.strip(_QUOTES))
    notes, comments = Notes(), list[str]()
    parts = [("" if number else before, True), (behind, False), *((field.text, True) for field in fields[1:])]
    for text, may_be_name in ((part.strip(_QUOTES), name) for part, name in parts):
        if len(text) == len(puzzle.cells) and _is_full(text):
            notes.setdefault("solution", text)
        elif _EQUATIONS.fullmatch(remark := text.lstrip("# ").removeprefix("(").removesuffix(")")):
            notes |= dict(equation.split("=", 1) for equation in remark.split())
        elif _NUMBER.fullmatch(text):
            notes.setdefault("rating", text)
        elif text and may_be_name and "name" not in notes:
            notes["name"] = text
        elif text:
            comments.append(remark)
    return notes | ({"comment": ", ".join(comments)} if comments else {})
