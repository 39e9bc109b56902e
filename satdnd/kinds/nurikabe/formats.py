"""Nurikabe as text and JSON: grids of numbers, and grids of sea and island."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from satdnd.errors import InputError
from satdnd.formats import drawn_boards, fields, texts
from satdnd.grid.notation import counted
from satdnd.kinds.nurikabe import links
from satdnd.kinds.nurikabe.model import UNTOLD, Entry, Nurikabe, NurikabeSolution
from satdnd.kinds.nurikabe.rules import contradiction

_NUMBER = r"[._?]|\[?0*[1-9][0-9]{0,999}\]?", "a number from 1, '?' or '.'"
_SEA = r"[#._?]|\[?[0-9]+\]?", "'#' for sea, '.' or a number for island"


def from_json(record: Mapping[str, Any]) -> Nurikabe:
    """The puzzle of an object with ``rows``: strings as in a text, or lists of entries, null for none. InputError."""
    rows, about = fields.listed(fields.require(record, "rows"), "rows", "rows"), fields.about(record, ("rows",))
    try:
        read = [_numbers([(0, x)])[0] if isinstance(x, str) else fields.listed(x, "rows", "numbers") for x in rows]
        return Nurikabe(tuple(map(tuple, read)), *about)
    except InputError as error:
        raise InputError(f'field "rows": {error.message}') from None


def to_json(puzzle: Nurikabe) -> dict[str, Any]:
    """The JSON object of *puzzle*; extra fields last."""
    large = any((number or 0) > 9 for number in puzzle.numbers.values())
    rows = [list(row) if large else "".join(str(number or ".") for number in row) for row in puzzle.rows]
    return fields.record(puzzle, ("rows",), rows=rows)


def read_text(text: texts.Source) -> Iterator[Nurikabe | InputError]:
    """All puzzles of a text, separated by blank lines, with notes above as every kind has them."""

    def puzzle(block: texts.Block) -> Nurikabe:
        """The puzzle of one block of rows."""
        return Nurikabe(_numbers(block.rows), *block.about())

    return texts.puzzles(texts.blocks(text), puzzle, "rows of numbers and '.'", row=bool)


def to_text(puzzle: Nurikabe) -> str:
    """The text of *puzzle*; `read_text` reads it back. Extra fields that are no one-line texts are left out."""
    words = [[str(number or ".") for number in row] for row in puzzle.rows]
    longest = max(len(word) for row in words for word in row)
    if longest > 1:
        form = f"{{:>{longest}}}" if len(words[0]) > 1 else "[{}]"
        words = [[form.format(word) if len(word) > 1 else word.rjust(longest) for word in row] for row in words]
    lines = [(" " * (longest > 1)).join(row) for row in words]
    return texts.puzzle_text(puzzle, lines)


def recognises(text: str) -> bool:
    """Grids of two rows or more whose numbers could be islands; a sudoku has numbers side by side."""
    found = list(read_text(text))
    return all(isinstance(p, Nurikabe) and len(p.rows) > 1 and p.numbers and not contradiction(p) for p in found)


def read_solutions(text: str, puzzle: Nurikabe) -> Iterator[NurikabeSolution | InputError]:
    """All solutions of a text: JSON (an answer, or objects with ``grid``), or grids separated by blank lines."""
    height, width = len(puzzle.rows), len(puzzle.rows[0])

    def solution(cells: Iterable[str]) -> NurikabeSolution:
        """The solution whose sea is ``#``, of cells row by row."""
        return NurikabeSolution(height, width, sum(1 << i for i, cell in enumerate(cells) if cell == "#"))

    def recorded(value: Any) -> NurikabeSolution:
        """The solution in JSON: an object with a grid, or its rows. InputError."""
        rows = fields.lines(fields.require(value, "grid") if isinstance(value, dict) else value, "grid")
        return one(list(enumerate(rows, 1)))

    def one(rows: list[texts.Line]) -> NurikabeSolution:
        """The solution of numbered rows. InputError for another size than the puzzle's."""
        grid = _grid(rows, *_SEA)
        if (len(grid), len(grid[0])) != (height, width):
            message = (
                f"found {counted(len(grid), 'row')} of {counted(len(grid[0]), 'cell')}, expected {height} of {width}"
            )
            raise InputError(message, line=rows[0][0])
        return solution(cell for row in grid for cell in row)

    def typed(text: str) -> Iterator[NurikabeSolution | InputError]:
        """A solution for each block but for its notes."""
        blocks = ([line for line in block if not texts.note(line[1])] for block in texts.blocks(text))
        return (texts.try_read(one, block) for block in blocks if block)

    return texts.solutions(text, recorded, map(solution, drawn_boards.framed(text, height, width)), typed)


def _numbers(rows: list[texts.Line]) -> tuple[tuple[Entry, ...], ...]:
    signs: dict[str, Entry] = {".": None, "_": None, UNTOLD: UNTOLD}
    return tuple(tuple(signs[x] if x in signs else int(x) for x in row) for row in _grid(rows, *_NUMBER))


def _grid(rows: list[texts.Line], cell: str, expected: str) -> list[list[str]]:
    """The cells of a grid, each as the pattern *cell*: characters or ``[12]``, or words where blanks part them."""
    grid: list[list[str]] = []
    for line, row in rows:
        pattern = re.compile(r"\[[0-9]+\]|\S" + "+" * (len(row.split()) > 1))
        if len(row) > fields.LONGEST_SIDE:
            fields.sides(len(rows), sum(1 for _ in pattern.finditer(row)))
        words = list(pattern.finditer(row))
        for word in words:
            if not re.fullmatch(cell, word[0]):
                message = f"found {fields.shown(word[0])}, expected {expected}"
                raise InputError(message, line=line, column=word.start() + 1)
        grid.append([word[0].strip("[]") for word in words])
        if len(words) != len(grid[0]):
            message = f"found {counted(len(words), 'cell')}, expected {len(grid[0])} as in line {rows[0][0]}"
            raise InputError(message, line=line)
    return grid


_HELP = """\
A line a row: a number, ? for one that is not told, or . without; with numbers
above 9 there are blanks between all cells:

    2....      .  . 12
    ...1.      .  .  .
    .2...      1  .  .

Also read: links of puzz.link:

    https://puzz.link/p?nurikabe/5/5/g5k2o1k3g

A solution is the grid with '#' for sea and '.' for island, or an answer in JSON.
"""
TEXTS = texts.Texts(
    from_json, to_json, read_text, {"text": to_text}, recognises, read_solutions, _HELP, others=links.FORMS
)
