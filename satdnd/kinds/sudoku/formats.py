"""Sudokus as text: one line per puzzle, grids with or without frames, JSON; and solutions in the same forms."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice, pairwise, takewhile
from math import isqrt
from typing import Any, NamedTuple, TypeAlias, cast

from satdnd.declaration.boxes import USUAL, shapes
from satdnd.declaration.givens import EMPTY, NO_VALUE, NUMBER, either
from satdnd.declaration.texts import derived_texts
from satdnd.errors import InputError
from satdnd.formats import drawn_boards, fields, texts
from satdnd.grid.notation import counted
from satdnd.kinds.sudoku import files, links, rules
from satdnd.kinds.sudoku.model import GIVENS, SIZES, VIEW, Sudoku, SudokuSolution

_COUNTS = {size * size: size for size in SIZES}
_FRAME_LINES = {*"-+=", *map(chr, range(0x2500, 0x2580))}  # U+2500 on: box drawings
_FRAME = {*_FRAME_LINES, *"*:| \t"}
_BARS = re.compile(r"[|│┃]")
_SECTION = re.compile(r"\s*\[(\w+)\]\s*")
_SDK_NOTE = re.compile(r"#(?:([ABCDLSU])\s+|([ABCDLS])(?![a-z])|(U))(.*)")
_BOXES = "boxes"
"""The key of the note for an unusual shape of boxes."""
_PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes")

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


def read_text(text: texts.Source) -> Iterator[Sudoku | InputError]:
    """All puzzles of a text that is not JSON.

    - A line of as many characters as a grid has cells, from 36 on, may use blanks as empty cells; elsewhere they only
      separate.
    - ``|`` between cells, lines of ``-``, ``+``, ``=``, and the box characters of our own drawings are frames.
    - A note ``boxes: 3x2``, or the bars of a frame, tell boxes of an unusual shape.
    - 16 lines of 16 cells without bars and without values above 4 are sixteen 4x4 puzzles.
    - A line of comma-separated fields is a puzzle with its solution, or with the fields of a header line; in a file
      with sections (``[Puzzle]``), other sections are skipped, and notes (``#A author``) are kept.
    """
    lines, head = texts.numbered(text), list[texts.Line]()
    for line in lines:
        head.append(line)
        if line[1].strip():
            break
    if head and head[-1][1].lstrip()[:1] == "<":
        from satdnd.kinds.sudoku.opensudoku import read_opensudoku

        yield from read_opensudoku(chain(head[-1:], lines))
        return
    for notes, cells in _Reader(line + "\n" for _, line in chain(head, lines)).grids():
        if isinstance(cells, InputError):
            yield cells
        else:
            yield texts.try_read(_noted, cells, notes)


def _noted(cells: tuple[int, ...], notes: dict[str, str]) -> Sudoku:
    """The puzzle with its notes, one of which may be the shape of its boxes."""
    side = isqrt(len(cells))
    stated, boxes = notes.pop(_BOXES, ""), USUAL[side]
    if stated:
        possible = {f"{height}x{width}": (height, width) for height, width in shapes(side)}
        if stated not in possible:
            found = f"found the note '# {_BOXES}: {stated}'"
            raise InputError(f"{found}, expected {' or '.join(possible)} (rows and columns of a box)")
        boxes = possible[stated]
    return Sudoku(cells, boxes, name=notes.pop("name", ""), extra=notes)


def _looks_like_one(text: str) -> bool:
    """Whether a text can only be one sudoku: a framed grid, or a line of at least 81 cells, mostly valid."""
    lines = [line.rstrip("\r") for line in text.split("\n") if line.strip() and not texts.is_comment(line)]
    framed = any(_parse(0, line) is None for line in lines) and any(_BARS.search(line) for line in lines)
    long = len(lines) == 1 and len(lines[0]) in (81, 256, 625)
    return framed or (long and sum(GIVENS.value(mark) is not None for mark in lines[0]) > len(lines[0]) / 2)


def read_solutions(text: str, puzzle: Sudoku) -> Iterator[SudokuSolution | InputError]:
    """Grids in the forms of `read_text`, and JSON: answers (``solutions``), objects with ``grid``, lists of rows.

    Empty cells are read as 0, for the verifier to report; a size other than the puzzle's is an error.
    """
    size = puzzle.size

    drawings = (_values([Line(1, [(1, x or EMPTY) for x in cells])]) for cells in drawn_boards.ruled(text, size, size))
    for cells in texts.solutions(text, _json_cells, drawings, lambda text: (grid for _, grid in _Reader(text).grids())):
        if isinstance(cells, InputError):
            yield cells
        elif len(cells) != size * size:
            yield InputError(f"found {counted(len(cells), 'cell')}, expected {size * size} as in the puzzle")
        else:
            yield SudokuSolution(cells)


def _json_cells(entry: Any) -> tuple[int, ...]:
    return GIVENS.from_json(fields.require(entry, "grid") if isinstance(entry, dict) else entry, "grid")


class _Reader:
    """The lines of a text in order, and what was read since the last grid."""

    def __init__(self, source: texts.Source) -> None:
        self._supply = texts.numbered(source)
        self._ahead = deque[texts.Line]()
        self._notes, self._rows = dict[str, str](), list[Line]()
        self._header: list[str] = []
        self._section = "puzzle"
        self._skipping, self._empty = False, True

    def grids(self) -> Iterator[tuple[dict[str, str], tuple[int, ...] | InputError]]:
        """Each grid with the notes before it; an error if the text has none."""
        while entry := self._ahead.popleft() if self._ahead else next(self._supply, None):
            number, text = entry
            if not self._rows and self._section == "puzzle" and (values := GIVENS.plain(text)):
                self._skipping = self._empty = False
                yield self._taken(), values
                continue
            line = _parse(number, text)
            if found := _SECTION.fullmatch(text):
                self._section = found[1].lower()
            if line is None and "," in text and not texts.is_comment(text):
                yield from self._columns(number, text)
            elif line is None:
                yield from self._between(text)
            elif self._section == "puzzle":
                yield from self._cells(line)
        if self._rows:
            yield self._notes, _missing_rows(self._rows)
        elif self._empty:
            message = f"found no cells, expected {GIVENS.lengths}, or rows of {either(SIZES)}"
            yield self._notes, InputError(message, line=1)

    def _coming(self) -> Iterator[Line | None]:
        """The lines read ahead, then further ones, which are kept."""
        for entry in [*self._ahead]:
            yield _parse(*entry)
        for entry in self._supply:
            self._ahead.append(entry)
            yield _parse(*entry)

    def _taken(self) -> dict[str, str]:
        """Take the notes read so far, and start afresh."""
        notes, self._notes, self._rows = self._notes, {}, []
        return notes

    def _columns(self, number: int, text: str) -> Iterator[tuple[dict[str, str], tuple[int, ...] | InputError]]:
        """A line with commas: a table's header, or a row with a grid in one column."""
        columns = [word.strip(' "') for word in text.split(",")]
        if not self._header and set(_PUZZLE_COLUMNS) & {*map(str.lower, columns)}:
            self._header = columns
            return
        self._empty = False
        yield _from_columns(number, text, columns, self._header, self._notes)
        self._notes = {}

    def _between(self, text: str) -> Iterator[tuple[dict[str, str], InputError]]:
        """A line without cells: a gap, or a note, possibly too early."""
        gap, note, rows = not text.strip(), texts.is_comment(text), self._rows
        self._skipping = self._skipping and not gap
        if rows and (note or (gap and not _ends_a_band(rows))):
            yield self._taken(), _missing_rows(rows)
        sdk = _SDK_NOTE.fullmatch(text.strip()) if note else None
        if sdk and (sdk[1] or not texts.note(text)):
            key = files.SDK_KEYS[sdk[1] or sdk[2] or sdk[3]]
            self._notes[key] = f"{self._notes.get(key, '')} {sdk[4].strip()}".strip()
        else:
            texts.add_note(text, self._notes, [_BOXES])

    def _cells(self, line: Line) -> Iterator[tuple[dict[str, str], tuple[int, ...] | InputError]]:
        """A complete grid in a line, or a row of one."""
        self._empty = False
        count, rows = len(line.marks), self._rows
        if self._skipping and count <= max(SIZES) and count not in _COUNTS:
            return
        self._skipping = False
        if rows and count != len(rows[0].marks):
            message = f"found {counted(count, 'cell')}, expected {len(rows[0].marks)} as in line {rows[0].number}"
            yield self._taken(), InputError(message, line=line.number, column=line.column)
            self._skipping = True
        elif not rows and count in _COUNTS and not (count == 16 and _is_grid_of_16(line, self._coming())):
            yield self._taken(), _values([line])
        elif count in SIZES:
            rows.append(line)
            if len(rows) == count:
                if (count // (line.across or 1), line.across) in shapes(count)[1:]:
                    self._notes.setdefault(_BOXES, f"{count // line.across}x{line.across}")
                yield self._taken(), _values(rows)
        else:
            message = f"found {counted(count, 'cell')}, expected {GIVENS.lengths}, or a row of {either(SIZES)}"
            yield self._taken(), InputError(message, line=line.number, column=line.column)
            self._skipping = count <= max(SIZES)  # a possible row of a grid takes the other rows with it


def _from_columns(
    number: int, text: str, columns: list[str], header: list[str], notes: dict[str, str]
) -> tuple[dict[str, str], tuple[int, ...] | InputError]:
    """The grid in a line of comma-separated fields, with the other fields as notes."""
    names = header or ["puzzle", "solution"]
    at = next((i for i, name in enumerate(names) if name.lower() in _PUZZLE_COLUMNS), 0)
    if at >= len(columns) or len(columns[at]) not in _COUNTS:
        found = (
            f"a field of {counted(len(columns[at]), 'cell')}" if at < len(columns) else counted(len(columns), "field")
        )
        return notes, InputError(f"found {found}, expected {GIVENS.lengths}", line=number)
    others = {name: value for i, (name, value) in enumerate(zip(names, columns, strict=False)) if i != at and name}
    others = {"solution" if name.lower() == "solutions" else name: value for name, value in others.items()}
    marks = list(enumerate(columns[at], text.index(columns[at]) + 1))
    return notes | others, _values([Line(number, marks)])


def _ends_a_band(rows: list[Line]) -> bool:
    """Whether a blank line below these rows can separate bands of boxes."""
    return any(len(rows) % height == 0 for height, _ in shapes(len(rows[0].marks)))


def _across(bars: Iterable[int], marks: list[Mark]) -> int:
    """The number of cells between two bars, if always the same; 0 if not."""
    counts = {count for a, b in pairwise([-1, *bars, 1 << 20]) if (count := sum(a < at - 1 < b for at, _ in marks))}
    return counts.pop() if len(counts) == 1 else 0


def _missing_rows(rows: list[Line]) -> InputError:
    expected = f"{len(rows[0].marks)} as there are cells in a row"
    return InputError(f"found {counted(len(rows), 'row')}, expected {expected}", line=rows[-1].number)


def _parse(number: int, text: str) -> Line | None:
    """The cells of a line; None for blank lines, notes and frames."""
    if not text.strip() or texts.is_comment(text) or (_FRAME_LINES & set(text) and set(text) <= _FRAME):
        return None
    if _SECTION.fullmatch(text):
        return None
    if "," in text:
        cells = text.split(",")
        starts = [1, *(comma.end() + 1 for comma in re.finditer(",", text))]
        marks = [(start, cell.strip() or EMPTY) for start, cell in zip(starts, cells, strict=True)]
        return Line(number, marks) if len(cells) in SIZES and all(len(mark) < 3 for _, mark in marks) else None
    text, hash_sign, _ = text.partition("#")
    if hash_sign and len(text) - 1 in _COUNTS and text[-1].isspace():
        text = text[:-1]  # the blank before a comment is not a cell
    bars = [bar.start() for bar in _BARS.finditer(text)]
    if len(text) in _COUNTS and len(text) > max(SIZES) and not bars and not _spaced(text):
        return Line(number, list(enumerate(text, 1)))
    if len(bars) - 1 in SIZES and all(end - start <= 4 for start, end in pairwise(bars)):  # one of our own drawings
        marks = [(at + 2, text[at + 1 : to].strip() or EMPTY) for at, to in pairwise(bars)]
        return Line(number, marks, True, _across([bar for bar in bars if text[bar] == "┃"], marks))
    words = [(column, word) for word, column in texts.words(text, "|│┃")]
    if len(words) > 9 and len(words) in SIZES and all(len(word) == 1 or NUMBER.fullmatch(word) for _, word in words):
        return Line(number, words, bool(bars), _across(bars, words))
    marks = [(i, mark) for i, mark in enumerate(text, 1) if i - 1 not in bars]
    full = not any(mark in NO_VALUE for _, mark in marks)
    blank_is_empty = full and len(marks) in (*SIZES, *_COUNTS) and not _spaced(text)
    marks = marks if blank_is_empty else [mark for mark in marks if not mark[1].isspace()]
    return Line(number, marks, bool(bars), _across(bars, marks))


def _spaced(text: str) -> bool:
    """Whether its words are the cells of a row with the same space between, and blanks are no cells."""
    if _BARS.search(text):
        text = re.sub(r"\s?[|│┃]\s?", " ", text).strip()
    words = [*re.finditer(r"\S+", text)]
    if len(words) not in SIZES or any(len(word[0]) > 2 for word in words):
        return False
    if text == " ".join(word[0] for word in words):
        return True
    strides = ({b - a for a, b in pairwise(map(edge, words))} for edge in (re.Match.start, re.Match.end))
    least = 2 if len(words) > 9 else 3
    return any(len(wide) == 1 and min(wide) >= least and len(text) <= len(words) * min(wide) for wide in strides)


def _is_grid_of_16(first: Line, others: Iterator[Line | None]) -> bool:
    """Whether 16 cells are the first row of a 16x16 grid, not a 4x4 puzzle: framed, or with values above 4."""
    alike = takewhile(lambda line: len(line.marks) == 16, filter(None, chain([first], islice(others, 63))))
    rows = [first] if first.framed else list(islice(alike, 16))
    above = [any((GIVENS.value(mark) or 0) > 4 for _, mark in row.marks) for row in rows]
    return first.framed or (above[0] and len(rows) > 1) or (any(above) and len(rows) == 16)


def _values(lines: list[Line]) -> tuple[int, ...] | InputError:
    """The cells of a grid: one line, or as many lines as each has cells."""
    size = _COUNTS[len(lines[0].marks)] if len(lines) == 1 else len(lines)
    return texts.try_read(_values_of_size, lines, size, line=lines[0].number)


def _values_of_size(lines: list[Line], size: int) -> tuple[int, ...]:
    values = GIVENS.read([mark for line in lines for _, mark in line.marks], size)
    if None in values:
        places = [(line.number, column, mark) for line in lines for column, mark in line.marks]
        number, column, mark = places[values.index(None)]
        raise InputError(f"found {mark!r}, expected {GIVENS.expected(size)}", line=number, column=column)
    return cast(tuple[int, ...], values)


# writing


def to_text(puzzle: Sudoku) -> str:
    """Notes, then all cells in one line; `read_text` reads it back. Only string extra fields become notes."""
    return _written(puzzle, [GIVENS.to_json(puzzle.clues)])


def _written(puzzle: Sudoku, lines: list[str]) -> str:
    """The text, with a note of the shape of boxes if it is not the usual one."""
    height, width = puzzle.boxes
    unusual = [] if puzzle.boxes == USUAL[puzzle.size] else [f"# {_BOXES}: {height}x{width}"]
    return texts.puzzle_text(puzzle, unusual + lines, [_BOXES])


def to_grid(puzzle: Sudoku) -> str:
    """Notes, then one line per row with frames around the boxes; `read_text` reads it back."""
    height, width = puzzle.boxes
    text, lines = GIVENS.to_json(puzzle.clues), list[str]()
    for r in range(puzzle.size):
        if r and r % height == 0:
            lines.append("+".join(["-" * (2 * width + 1)] * height)[1:-1])
        starts = range(r * puzzle.size, (r + 1) * puzzle.size, width)
        lines.append(" | ".join(" ".join(text[i : i + width]) for i in starts))
    return _written(puzzle, lines)


def recognises(text: str) -> bool:
    """Whether most of it reads as sudokus without clashing clues, or it cannot be anything else.

    Islands in water look like clues, but soon clash. A blank and digits above lines that start with a digit are the
    counts of a dungeon.
    """
    lines = [line for _, line in texts.numbered(text) if line.strip() and not texts.is_comment(line)]
    if lines and re.fullmatch(r"\s[0-9?\s]*", lines[0]) and all(line[0] in "0123456789?" for line in lines[1:]):
        return False
    found = list(read_text(text))
    good = sum(isinstance(item, Sudoku) and not rules.contradiction(item) for item in found)
    return 2 * good > len(found) or (len(found) == 1 and _looks_like_one(text))


def _is_one_puzzle(line: str) -> bool:
    """Whether a line has at least 81 cells, with so many clues that the lack of clashes is not by chance.

    Or whether it is the first line of an OpenSudoku document.
    """
    if re.match(r"\s*<(?:\?xml|opensudoku)", line):
        return True
    found = next(read_text(line)) if len(line) in (81, 256, 625) else None
    return isinstance(found, Sudoku) and sum(map(bool, found.clues)) >= 17 and not rules.contradiction(found)


def _resembles(text: str) -> bool:
    """Whether its lines have 81 cells, give or take a few, and are not rows of one grid."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not texts.is_comment(line)]
    rows = len(lines) > 1 and len({*map(len, lines)}) == 1
    return not rows and all(re.fullmatch(r"[0-9._*?]{70,92}", line) for line in lines)


_HELP = """\
One line per puzzle: all cells one after another, . or 0 for an empty one; from 4x4 to 25x25 (1 to 9, A to P):

    4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......

Or one line per row, with or without frames; rows of 16 and 25 may hold numbers between blanks:

    . . | 3 4
    . . | . .
    ----+----
    2 . | . .
    . . | . 3

Boxes are as square as possible, rather wide than high: 2 rows of 3 cells in 6x6, 3 of 4 in 12x12. For others a note
above says "# boxes: 3x2" (rows and columns).

Or fields with commas between, a file in sections ([Puzzle]); 16x16 in 0 to F or A to P, 25x25 in A to Y, where that
is clear.

Also read: files of other programs (.sdm, .sdk, .opensudoku), links of puzz.link and penpa, and game IDs of Simon
Tatham's Solo (tatham):

    https://puzz.link/p?sudoku/4/4/g1k23k3g
    2x2:a1e2_3e3a

A solution is a grid like these, or an answer in JSON.
"""
_OWN = {"text": to_text, "grid": to_grid, "sdm": files.to_sdm, "sdk": files.to_sdk}
TEXTS = replace(
    derived_texts(Sudoku, VIEW, "", links.FORMS, recognises),
    read=read_text,
    native=_OWN,
    read_solutions=read_solutions,
    help=_HELP,
    identifies=_is_one_puzzle,
    resembles=_resembles,
    lines=["sdm"],
)
