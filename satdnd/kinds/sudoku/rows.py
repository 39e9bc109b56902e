"""The lines of a sudoku's text: cells in one of many notations, frames around boxes, headings, a size."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise, takewhile
from typing import NamedTuple, TypeAlias, cast

from satdnd.declaration.clues.givens import EMPTY, NO_VALUE, NUMBER
from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.grid.boxes import shapes
from satdnd.kinds.sudoku.model import GIVENS, SIZES

COUNTS = {size * size: size for size in SIZES}
"""The size of a grid by its number of cells."""
_FRAME_LINES = {*"-+=", *map(chr, range(0x2500, 0x2580))}  # U+2500 on: box drawings
_FRAME = {*_FRAME_LINES, *"*:| \t"}
_HODOKU_FRAME = re.compile(r"\s*([.:'])-{2}[-.+:']*\1\s*")
_BARS = re.compile(r"[|│┃]")
_DASHES = re.compile(r"[\s|]*(?:-[\s|]*)+")
_SECTION = re.compile(r"\s*\[(\w+)\]\s*")
_HEADING = re.compile(r"\W*(?:[A-Za-z][a-z]{2,}|HoDoKu)\b(?!.*[^\s,;]{60})")
_SIZE_LINE = re.compile(r"\s*([0-9]{1,2})(?:(\s*[xX*]\s*|\s*,\s*|\s+)([0-9]{1,2}))?\s*")
_SEPARATORS = ",;\t"

Mark: TypeAlias = tuple[int, str]
"""Column from 1 and text of one cell: a symbol, or a number of one or two digits."""


class Line(NamedTuple):
    """A line of a text that holds cells."""

    number: int
    """The line number, from 1."""
    marks: list[Mark]
    framed: bool = False
    """Whether it had bars."""
    across: int = 0
    """The number of cells between its bars, or heavy bars, if always the same; 0 if not."""

    @property
    def column(self) -> int:
        """The column of its first cell; 1 if there are only bars."""
        return self.marks[0][0] if self.marks else 1


def parse(number: int, text: str) -> Line | None:
    """The cells of a line; None for blank lines, notes, sections, frames and tables with other columns than cells."""
    if text.count("\t") + 1 in SIZES[1:] and not text.strip():
        return Line(number, [(column, EMPTY) for column in range(1, text.count("\t") + 2)])
    if not text.strip() or texts.is_comment(text) or section(text) or is_frame(text):
        return None
    for separator in _SEPARATORS:
        if separator in text and (line := _separated(number, text, separator)):
            return line
    if "," in text:
        return None
    text, hash_sign, _ = text.partition("#")
    if hash_sign and len(text) - 1 in COUNTS and text[-1].isspace():
        text = text[:-1]  # the blank before a comment is not a cell
    bars = [bar.start() for bar in _BARS.finditer(text)]
    if len(text) in COUNTS and len(text) > max(SIZES) and not bars and not _spaced(text):
        return Line(number, list(enumerate(text, 1)))
    if len(bars) - 1 in SIZES and all(end - start <= 4 for start, end in pairwise(bars)):  # one of our own drawings
        marks = [(at + 2, text[at + 1 : to].strip() or EMPTY) for at, to in pairwise(bars)]
        return Line(number, marks, True, _across([bar for bar in bars if text[bar] == "┃"], marks))
    words = [(column, word) for word, column in texts.words(text, "|│┃")]
    if len(words) in SIZES and len(words) > 9 and all(len(word) == 1 or NUMBER.fullmatch(word) for _, word in words):
        return Line(number, words, bool(bars), _across(bars, words))
    marks = [(i, mark) for i, mark in enumerate(text, 1) if i - 1 not in bars]
    full = not any(mark in NO_VALUE for _, mark in marks)
    blank_is_empty = full and len(marks) in (*SIZES, *COUNTS) and not _spaced(text)
    marks = marks if blank_is_empty else [mark for mark in marks if not mark[1].isspace()]
    return Line(number, marks, bool(bars), _across(bars, marks))


def _across(bars: Iterable[int], marks: list[Mark]) -> int:
    """The number of cells between two bars, if always the same; 0 if not."""
    counts = {count for a, b in pairwise([-1, *bars, 1 << 20]) if (count := sum(a < at - 1 < b for at, _ in marks))}
    return counts.pop() if len(counts) == 1 else 0


def _spaced(text: str) -> bool:
    """Whether its words are the cells of a row with the same space between, and blanks are no cells."""
    if _BARS.search(text):
        text = re.sub(r"\s?[|│┃]\s?", " ", text).strip()
    words = [*re.finditer(r"\S+", text)]
    if len(words) not in SIZES or any(len(word[0]) > 2 for word in words):
        return False
    if text.rstrip() == " ".join(word[0] for word in words):
        return True
    strides = ({b - a for a, b in pairwise(map(edge, words))} for edge in (re.Match.start, re.Match.end))
    least = 2 if len(words) > 9 else 3
    return any(len(wide) == 1 and min(wide) >= least and len(text) <= len(words) * min(wide) for wide in strides)


def ends_a_band(above: list[Line]) -> bool:
    """Whether a blank line below these rows can separate bands of boxes."""
    return any(len(above) % height == 0 for height, _ in shapes(len(above[0].marks)))


def _separated(number: int, text: str, separator: str) -> Line | None:
    """As many cells as a row has, with *separator* between; one more may stand at the end."""
    cells = text.split(separator)
    if not cells[-1].strip() and len(cells) not in SIZES:
        del cells[-1]
    starts = [1, *(at.end() + 1 for at in re.finditer(re.escape(separator), text))]
    marks = [(start, cell.strip(' "') or EMPTY) for start, cell in zip(starts, cells, strict=False)]
    return Line(number, marks) if len(cells) in SIZES and all(len(mark) < 3 for _, mark in marks) else None


def section(text: str) -> str | None:
    """The name of a section, in small letters; None for any other line."""
    found = _SECTION.fullmatch(text)
    return found[1].lower() if found else None


def is_frame(text: str) -> bool:
    """Whether a line only draws lines around boxes."""
    return bool(_FRAME_LINES & {*text} and {*text} <= _FRAME) or bool(_HODOKU_FRAME.fullmatch(text))


def dashes(number: int, text: str) -> Line | None:
    """A line that is a frame, unless dashes are the empty cells of its grid: a row of these."""
    marks = [(at.start() + 1, at[0]) for at in re.finditer("-", text)]
    return Line(number, marks, "|" in text) if _DASHES.fullmatch(text) and len(marks) in SIZES else None


def is_heading(text: str) -> bool:
    """Whether a line is words, and no cells: ``Grid 01``, ``Simple Sudoku``."""
    marks = "".join(text.split())
    cells = len(marks) in (*SIZES[1:], *COUNTS) and all(GIVENS.value(mark) is not None for mark in marks)
    return bool(_HEADING.match(text)) and not cells and not texts.is_comment(text)


def is_size(text: str) -> bool:
    """Whether a line is a size: ``9 9``, ``9x9``, ``16``, or the size of the boxes, ``3 3``."""
    found = _SIZE_LINE.fullmatch(text)
    if not found:
        return False
    height, width = int(found[1]), int(found[3] or found[1])
    boxes = found[2] is not None and found[2].strip() in ("", ",") and height**2 in SIZES
    return height == width and (height in SIZES or boxes)


def is_grid_of_16(first: Line, others: Iterator[Line | None]) -> bool:
    """Whether 16 cells are the first row of a 16x16 grid, not a 4x4 puzzle: framed, or with values above 4."""
    alike = takewhile(lambda line: len(line.marks) == 16, filter(None, chain([first], islice(others, 63))))
    rows = [first] if first.framed else list(islice(alike, 16))
    above = [any((GIVENS.value(mark) or 0) > 4 for _, mark in row.marks) for row in rows]
    return first.framed or (above[0] and len(rows) > 1) or (any(above) and len(rows) == 16)


def values(lines: list[Line]) -> tuple[int, ...] | InputError:
    """The cells of a grid: one line, or as many lines as each has cells."""
    size = COUNTS[len(lines[0].marks)] if len(lines) == 1 else len(lines)
    return texts.try_read(_values_of_size, lines, size, line=lines[0].number)


def _values_of_size(lines: list[Line], size: int) -> tuple[int, ...]:
    found = GIVENS.read([mark for line in lines for _, mark in line.marks], size)
    if None in found:
        places = [(line.number, column, mark) for line in lines for column, mark in line.marks]
        number, column, mark = places[found.index(None)]
        raise InputError(f"found {mark!r}, expected {GIVENS.expected(size)}", line=number, column=column)
    return cast(tuple[int, ...], found)
