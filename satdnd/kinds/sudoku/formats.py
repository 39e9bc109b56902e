"""Sudokus as text: one line per puzzle, grids with or without frames, JSON; and solutions in the same forms."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from satdnd.declaration.clues.givens import EMPTY, either
from satdnd.declaration.texts import derived_texts
from satdnd.errors import InputError
from satdnd.formats import drawn_boards, texts
from satdnd.grid import fields
from satdnd.grid.boxes import shapes
from satdnd.grid.notation import counted
from satdnd.kinds.sudoku import files, links, rows, rules, sections
from satdnd.kinds.sudoku.model import GIVENS, SIZES, VIEW, Sudoku, SudokuSolution
from satdnd.kinds.sudoku.one_line import Columns, Notes, is_numbered
from satdnd.kinds.sudoku.rows import COUNTS, Line, section

_NOTED = ["boxes", "diagonals"]
"""The notes that are not only kept."""
_LONGEST = 100_000
"""The most characters of a line."""
_SDK_NOTE = re.compile(r"#(?:([ABCDLSU])\s+|([ABCDLS])(?![a-z])|(U))(.*)")


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
    reader = _Reader(text)
    for notes, cells in reader.grids():
        if isinstance(cells, InputError):
            yield cells
        else:
            own = reader.taken_sections() if reader.sections else {}
            made = partial(Sudoku, cells, **own, name=notes.pop("name", ""), extra=notes)
            yield texts.try_read(made, line=reader.number)


def _looks_like_one(text: str) -> bool:
    """Whether a text can only be one sudoku: a line of at least 81 cells, mostly valid."""
    lines = [line.rstrip("\r") for line in text.split("\n") if line.strip() and not texts.is_comment(line)]
    long = len(lines) == 1 and len(lines[0]) in (81, 256, 625)
    return long and sum(GIVENS.value(mark) is not None for mark in lines[0]) > len(lines[0]) / 2


def read_solutions(text: str, puzzle: Sudoku) -> Iterator[SudokuSolution | InputError]:
    """Grids in the forms of `read_text`, and JSON: answers (``solutions``), objects with ``grid``, lists of rows.

    Empty cells are read as 0, for the verifier to report; a size other than the puzzle's is an error.
    """
    size = puzzle.size

    drawn = drawn_boards.ruled(text, size, size)
    drawings = (rows.values([Line(1, [(1, x or EMPTY) for x in cells])]) for cells in drawn)
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
        self._notes, self._rows = Notes(), list[Line]()
        self._columns = Columns()
        self._heading = ""
        self._section = "puzzle"
        self._skipping, self._empty = False, True
        self.number = 1
        """The last line read."""
        self.sections: dict[str, Any] = {}
        """The areas and cages of the puzzle, if it has any."""

    def taken_sections(self) -> dict[str, Any]:
        """Take the areas and cages."""
        found, self.sections = self.sections, {}
        return found

    def grids(self) -> Iterator[tuple[Notes, tuple[int, ...] | InputError]]:
        """Each grid with the notes before it; an error if the text has none."""
        while entry := self._ahead.popleft() if self._ahead else next(self._supply, None):
            number, text = entry
            self.number = number
            if len(text) > _LONGEST:
                self._empty = False
                message = f"found a line of {len(text):,} characters, expected {GIVENS.lengths}"
                yield self._taken(), InputError(message, line=number)
                continue
            if not self._rows and self._section == "puzzle" and (values := GIVENS.plain(text)):
                self._skipping = self._empty = False
                yield self._taken(), values
                continue
            self._section = section(text) or self._section
            if self._section != "puzzle":
                continue
            if sections.title(text) and not self._columns.is_table:
                yield from self._broken_off()
                yield self._sectioned(number, text)
                continue
            if rows.is_heading(text) and not self._columns.is_table:
                yield from self._broken_off()
                self._heading = "" if self._columns.header(text) else text.strip()
                continue
            line = self._row_of_dashes(number, text) or rows.parse(number, text)
            comment = texts.is_comment(text) and not is_numbered(text)
            if (line is None or len(line.marks) not in (*SIZES, *COUNTS)) and not comment:
                if found := self._columns.read(number, text):
                    yield from self._broken_off()
                    self._empty = False
                    yield self._taken() | found[0], found[1]
                    continue
                if self._columns.header(text):
                    continue
            if line is None:
                yield from self._between(text)
            elif self._rows or not rows.is_size(text):
                yield from self._cells(line)
        yield from self._broken_off()
        if self._empty:
            message = f"found no cells, expected {GIVENS.lengths}, or rows of {either(SIZES)}"
            yield self._notes, InputError(message, line=1)

    def _sectioned(self, number: int, text: str) -> tuple[Notes, tuple[int, ...] | InputError]:
        """The puzzle whose sections begin with that line, up to a blank line."""
        found: dict[str, list[texts.Line]] = {sections.title(text): []}
        current, self._empty = sections.title(text), False
        while entry := self._ahead.popleft() if self._ahead else next(self._supply, None):
            self.number, line = entry
            if not line.strip():
                break
            if sections.title(line):
                current = sections.title(line)
                found.setdefault(current, [])
            elif not texts.is_comment(line) or current == sections.CLUES:
                found[current].append(entry)
            else:
                texts.add_note(line, self._notes, _NOTED)
        read = texts.try_read(sections.from_lines, found, line=number)
        if isinstance(read, InputError):
            return self._taken(), read
        cells, self.sections = read
        return self._taken(), cells

    def _row_of_dashes(self, number: int, text: str) -> Line | None:
        """A row whose cells are all empty, in a grid where ``-`` is an empty cell; other lines of dashes are frames."""
        row = rows.dashes(number, text)
        if row is None:
            return None
        near = self._rows[-1] if self._rows else next(filter(None, self._coming()), row)
        alike = len(near.marks) == len(row.marks) and any(mark == "-" for _, mark in near.marks)
        return row if alike and near is not row else None

    def _coming(self) -> Iterator[Line | None]:
        """The lines read ahead, then further ones, which are kept."""
        for entry in [*self._ahead]:
            yield rows.parse(*entry)
        for entry in self._supply:
            self._ahead.append(entry)
            yield rows.parse(*entry)

    def _taken(self) -> Notes:
        """Take the notes read so far, and start afresh."""
        notes, self._notes, self._rows = self._notes, Notes(), []
        if self._heading:
            notes.setdefault("name", self._heading)
        self._heading = ""
        return notes

    def _broken_off(self) -> Iterator[tuple[Notes, InputError]]:
        """The error for rows that are too few, if there are rows."""
        if above := self._rows:
            yield self._taken(), _missing_rows(above)

    def _between(self, text: str) -> Iterator[tuple[Notes, InputError]]:
        """A line without cells: a gap, or a note, possibly too early."""
        gap, note, above = not text.strip(), texts.is_comment(text), self._rows
        self._skipping = self._skipping and not gap
        if above and (note or (gap and not rows.ends_a_band(above))):
            yield from self._broken_off()
        sdk = _SDK_NOTE.fullmatch(text.strip()) if note else None
        if sdk and (sdk[1] or not texts.note(text)):
            key = files.SDK_KEYS[sdk[1] or sdk[2] or sdk[3]]
            self._notes[key] = f"{self._notes.get(key, '')} {sdk[4].strip()}".strip()
        else:
            texts.add_note(text, self._notes, _NOTED)

    def _cells(self, line: Line) -> Iterator[tuple[Notes, tuple[int, ...] | InputError]]:
        """A complete grid in a line, or a row of one."""
        self._empty = False
        count, above = len(line.marks), self._rows
        if self._skipping and count <= max(SIZES) and count not in COUNTS:
            return
        self._skipping = False
        if above and count != len(above[0].marks):
            message = f"found {counted(count, 'cell')}, expected {len(above[0].marks)} as in line {above[0].number}"
            yield self._taken(), InputError(message, line=line.number, column=line.column)
            self._skipping = True
        elif not above and count in COUNTS and not (count == 16 and rows.is_grid_of_16(line, self._coming())):
            yield self._taken(), rows.values([line])
        elif count in SIZES:
            above.append(line)
            if len(above) == count:
                if (count // (line.across or 1), line.across) in shapes(count)[1:]:
                    self._notes.setdefault("boxes", f"{count // line.across}x{line.across}")
                yield self._taken(), rows.values(above)
        else:
            message = f"found {counted(count, 'cell')}, expected {GIVENS.lengths}, or a row of {either(SIZES)}"
            yield self._taken(), InputError(message, line=line.number, column=line.column)
            self._skipping = count <= max(SIZES)  # a possible row of a grid takes the other rows with it


def _missing_rows(above: list[Line]) -> InputError:
    expected = f"{len(above[0].marks)} as there are cells in a row"
    return InputError(f"found {counted(len(above), 'row')}, expected {expected}", line=above[-1].number)


def recognises(text: str) -> bool:
    """Whether most of it reads as sudokus without clashing clues, or it cannot be anything else.

    Islands in water look like clues, but soon clash. A blank and digits above lines that start with a digit are the
    counts of a dungeon.
    """
    lines = [line for _, line in texts.numbered(text) if line.strip() and not texts.is_comment(line)]
    titles = {*map(sections.title, lines)} - {""}
    if titles:
        return bool(titles - {sections.AREAS}) and all(isinstance(item, Sudoku) for item in read_text(text))
    if lines and re.fullmatch(r"\s[0-9?\s]*", lines[0]) and all(line[0] in "0123456789?" for line in lines[1:]):
        return False
    parsed = [rows.parse(0, line) for line in lines]
    cells = [line.marks for line in parsed if line and len(line.marks) in (*SIZES, *COUNTS)]
    signs = {mark for marks in cells for _, mark in marks}
    if "0" in signs and signs & {*".-_*?"}:  # an empty cell is written in one way
        return False
    found = list(read_text(text))
    good = sum(isinstance(item, Sudoku) and not rules.contradiction(item) for item in found)
    return 2 * good > len(found) or (len(found) == 1 and _looks_like_one(text))


def _is_one_puzzle(line: str) -> bool:
    """Whether a line has at least 81 cells, with so many clues that the lack of clashes is not by chance."""
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

Areas in place of boxes (jigsaw) and cages (killer) come first, each as a grid of names below its title; the sums of
cages follow, or each cage is a line with its cells. The clues, if there are any, come last. A note above says that
diagonals count (X):

    # diagonals: yes
    areas
    aaab
    accb
    dccb
    dddb
    cages
    aa..
    ....
    ....
    ....
    a = 3
    r3c1 r4c1 = 5
    clues
    ...4
    ....
    ....
    ....

Commas, semicolons, tabs or bars may separate cells, and any one sign stand for an empty cell. A puzzle in one line may
have a number before it and a name, a rating or a comment behind it, or be in a column of a table. 16x16 may be written
in A to P or 0 to F and 25x25 in A to Y, where that is clear.

Also read: files of other programs (.sdm, .sdk in sections, .opensudoku, HoDoKu's library, and grids of candidates of
HoDoKu, Simple Sudoku and SudoCue, whose marks 'hint' starts from), links of sudokuexchange, sudokuwiki, f-puzzles,
sudokupad, puzz.link, kanpen and penpa, and game IDs of Simon Tatham's Solo (tatham):

    https://puzz.link/p?sudoku/4/4/g1k23k3g
    2x2:a1e2_3e3a
    https://sudokuexchange.com/play/?s=sIFrev0quIs0pAGDHPqBs0
    https://www.sudokuwiki.org/sudoku.htm?bd=400000805030000000000700000020000060000080400000010000000603070500200000\
104000000
    https://sudokupad.app/classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B
    https://f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT2AF9ljSQA3AQwBsBXOeAZlTQgpgDsEAXDBksQC6yQoPGkiIsZNn\
DRZReKFCiQA

A solution is a grid like these, or an answer in JSON.
"""
_DERIVED = derived_texts(Sudoku, VIEW, "", links.FORMS, lambda puzzle: not rules.contradiction(puzzle), read_text)


def to_text(puzzle: Sudoku) -> str:
    """The text of a puzzle: a line, or sections."""
    if not (puzzle.areas or puzzle.cages):
        return _DERIVED.native["text"](puzzle)
    bare = replace(puzzle, clues=(0,) * 81, boxes=(3, 3), areas=()) if puzzle.areas else puzzle
    *notes, _ = _DERIVED.native["text"](replace(bare, cages=())).splitlines()
    return "\n".join([*notes, *sections.to_lines(puzzle)]) + "\n"


TEXTS = replace(
    _DERIVED,
    recognises=recognises,
    native={
        "text": to_text,
        "grid": lambda puzzle: files.to_grid(puzzle, to_text(puzzle)),
        "sdm": files.to_sdm,
        "sdk": files.to_sdk,
    },
    read_solutions=read_solutions,
    help=_HELP,
    identifies=_is_one_puzzle,
    resembles=_resembles,
    lines=["sdm"],
    titled=False,
)
