"""Nurikabe as text and JSON: grids of numbers, and grids of sea and island."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from satdnd import fields, texts
from satdnd.errors import InputError
from satdnd.puzzles.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.puzzles.nurikabe.rules import contradiction

T = TypeVar("T")


def from_json(record: Mapping[str, Any]) -> Nurikabe:
    """The puzzle of an object with ``rows``: strings as in a text, or lists of numbers and null; perhaps ``name``.

    Raises:
        InputError: a field is missing or does not fit; the message names it.
    """
    rows = fields.listed(fields.require(record, "rows"), "rows", "rows")
    name = fields.name(record)
    try:
        read = [_cells(row, _number) if isinstance(row, str) else fields.listed(row, "rows", "numbers") for row in rows]
        return Nurikabe(tuple(map(tuple, read)), name, fields.extra(record, ("rows",)))
    except InputError as error:
        raise InputError(f'field "rows": {error.message}') from None


def to_json(puzzle: Nurikabe) -> dict[str, Any]:
    """The JSON object of *puzzle*; extra fields last."""
    large = any(number > 9 for number in puzzle.numbers.values())
    rows = [list(row) if large else "".join(str(number or ".") for number in row) for row in puzzle.rows]
    return {"kind": puzzle.kind, "name": puzzle.name, "rows": rows} | fields.extra(puzzle.extra, ("rows",))


def read_text(text: str) -> Iterator[Nurikabe | InputError]:
    """All puzzles of a text, separated by blank lines, with notes above as every kind has them."""
    notes: dict[str, str] = {}
    empty = True
    for block in texts.blocks(text):
        for _, line in block:
            texts.add_note(line, notes)
        if rows := [(number, line) for number, line in block if not texts.is_comment(line)]:
            empty, extra, notes = False, notes, {}
            grid = texts.tried(_grid, rows, _number)
            yield grid if isinstance(grid, InputError) else Nurikabe(grid, extra.pop("name", ""), extra)
    if empty:
        yield InputError("found no row of cells, expected numbers and '.'", line=1)


def to_text(puzzle: Nurikabe) -> str:
    """The text of *puzzle*; `read_text` reads it back. Extra fields that are no one-line texts are left out."""
    longest = max(len(str(number)) for number in [0, *puzzle.numbers.values()])
    form = "{}" if longest == 1 else "[{}]" if puzzle.width == 1 else f"{{:>{longest}}}"
    between = " " * (longest > 1)
    rows = [
        between.join(form.format(number) if number else f"{'.':>{longest}}" for number in row) for row in puzzle.rows
    ]
    return "\n".join([*texts.note_lines(puzzle.name, puzzle.extra), *rows]) + "\n"


def recognises(text: str) -> bool:
    """Grids of two rows or more whose numbers could be islands; a sudoku has numbers side by side."""
    found = list(read_text(text))
    return all(isinstance(p, Nurikabe) and p.height > 1 and p.numbers and not contradiction(p) for p in found)


def read_solutions(text: str, puzzle: Nurikabe) -> Iterator[NurikabeSolution | InputError]:
    """All solutions of a text: JSON (an answer, or objects with ``grid``), or grids separated by blank lines."""

    def recorded(value: Any) -> NurikabeSolution:
        record = value if isinstance(value, dict) else {"grid": value}
        return drawn(list(enumerate(fields.lines(fields.require(record, "grid"), "grid"), 1)))

    def drawn(rows: list[texts.Line]) -> NurikabeSolution:
        grid = _grid(rows, _is_sea)
        size, expected = (len(grid), len(grid[0])), (puzzle.height, puzzle.width)
        if size != expected:
            raise InputError("found {} rows of {} cells, expected {} of {}".format(*size, *expected), line=rows[0][0])
        sea = [(r, c) for r, row in enumerate(grid) for c, is_sea in enumerate(row) if is_sea]
        return NurikabeSolution(*expected, puzzle.grid.mask(sea))

    if text.lstrip()[:1] in ("[", "{"):
        yield from texts.json_solutions(text, recorded, column=True)
        return
    blocks = [[line for line in block if not texts.note(line[1])] for block in texts.blocks(text)]
    if not any(blocks):
        yield InputError("found no row of cells, expected '#' for sea and '.' for island", line=1)
    yield from (texts.tried(drawn, block) for block in blocks if block)


def _grid(rows: list[texts.Line], read: Callable[[str], T]) -> tuple[tuple[T, ...], ...]:
    """The cells of the lines of one grid."""
    grid = []
    for number, line in rows:
        grid.append(tuple(_cells(line, read, number)))
        if len(grid[-1]) != len(grid[0]):
            message = f"found {len(grid[-1])} cells, expected {len(grid[0])} as in line {rows[0][0]}"
            raise InputError(message, line=number)
    return tuple(grid)


def _cells(row: str, read: Callable[[str], T], line: int | None = None) -> list[T]:
    """What *read* makes of each cell: a character or ``[12]``, or a word where blanks part them."""
    word = r"\[[0-9]+\]|\S" + "+" * (len(row.split()) > 1)
    cells = []
    for cell in re.finditer(word, row):
        try:
            cells.append(read(cell[0]))
        except InputError as error:
            raise InputError(error.message, line=line, column=cell.start() + 1) from None
    return cells


def _number(cell: str) -> int | None:
    digits = cell.strip("[]")
    if not re.fullmatch(r"[._]|0*[1-9][0-9]{0,999}", digits):
        raise InputError(f"found {fields.shown(cell)}, expected a number from 1, or '.'")
    return int(digits) if digits not in "._" else None


def _is_sea(cell: str) -> bool:
    if cell != "#" and not re.fullmatch(r"[.0-9]|\[?[0-9]+\]?", cell):
        raise InputError(f"found {fields.shown(cell)}, expected '#' for sea, '.' or a number for island")
    return cell == "#"


TEXTS = texts.Texts(
    from_json=from_json,
    to_json=to_json,
    read=read_text,
    styles={"text": to_text},
    recognises=recognises,
    read_solutions=read_solutions,
    help="""\
A line a row: a number, or '.' without; with numbers above 9 there are blanks between all cells:

    2....      .  . 12
    ...1.      .  .  .
    .2...      1  .  .

A solution is the grid with '#' for sea and '.' for island, or an answer in JSON.
""",
)
