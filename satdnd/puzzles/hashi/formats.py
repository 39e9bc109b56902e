"""Hashi as text and JSON: grids of digits and water, and grids with bridges drawn in.

What cannot be read is an `InputError` that says where, what was found and what was expected; functions that read many
things *yield* it and go on with the next.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterator, Mapping
from typing import Any

from satdnd import fields, texts
from satdnd.bitboard import cell_name
from satdnd.draw import reading
from satdnd.errors import InputError
from satdnd.puzzles.hashi.model import WATER, Bridge, Hashi, HashiSolution, between, wrong_character

_ACROSS = {"-": 1, "=": 2}
_DOWN = {"|": 1, '"': 2}
_SIGNS = str.maketrans("─═│║ ·∙o", '-=|"____')
"""From what is drawn in a frame to what is typed."""


def from_json(record: Mapping[str, Any]) -> Hashi:
    """The puzzle of a JSON object with ``rows`` (strings of ``1`` to ``8``, ``_`` and ``.``) and perhaps ``name``.

    Raises:
        InputError: a field is missing or does not fit; the message names it.
    """
    rows = fields.lines(fields.require(record, "rows"), "rows")
    name = fields.name(record)
    try:
        return Hashi(tuple(rows), name, fields.extra(record, ("rows",)))
    except InputError as error:
        raise InputError(f'field "rows": {error.message}') from None


def to_json(puzzle: Hashi) -> dict[str, Any]:
    """The JSON object of *puzzle*; extra fields last."""
    record = {"kind": puzzle.kind, "name": puzzle.name, "rows": list(puzzle.rows)}
    return record | fields.extra(puzzle.extra, ("rows",))


def read_text(text: texts.Source) -> Iterator[Hashi | InputError]:
    """All puzzles of a text, separated by blank lines: a line a row, ``1`` to ``8`` an island, ``_`` or ``.`` water.

    Lines ``# key: value`` are notes to the puzzle below them (``name`` is its name, others go to `Hashi.extra`), other
    lines that start with ``#`` are skipped.
    """
    notes: dict[str, str] = {}
    empty = True
    for block in texts.blocks(text):
        for _, line in block:
            texts.add_note(line, notes)
        if rows := _rows(block):
            empty = False
            name, extra = notes.pop("name", ""), notes
            notes = {}
            yield texts.tried(_puzzle, rows, name, extra)
    if empty:
        yield InputError("found no row of cells, expected islands '1' to '8' and water '_' or '.'", line=1)


def to_text(puzzle: Hashi) -> str:
    """The text of *puzzle*; `read_text` reads it back. Extra fields that are no one-line texts are left out."""
    return "\n".join([*texts.note_lines(puzzle.name, puzzle.extra), *puzzle.rows]) + "\n"


def read_solutions(text: str, puzzle: Hashi) -> Iterator[HashiSolution | InputError]:
    """All solutions of a text: JSON values, or drawn grids separated by blank lines.

    JSON: an answer with ``solutions``, an object with ``bridges``, or a list of either or of bridges. A grid shows the
    islands of *puzzle* and ``-``, ``=``, ``|``, ``"`` in the cells between, or is a drawing of ours. Islands side by
    side leave no cell for their bridges, unless there is room between the cells; these bridges are counted by what
    their numbers leave over, and where that leaves a choice, the text is refused.
    """
    if not text.strip():
        yield InputError("empty text: expected a solution")
    elif text.lstrip()[0] in "[{":
        for found in texts.json_solutions(text, _json_solution, column=True):
            yield InputError(found.message) if isinstance(found, InputError) and found.column is None else found
    elif drawn := [*reading.bridges(text, [*puzzle.islands], puzzle.height, puzzle.width)]:
        yield from map(HashiSolution, map(tuple, drawn))
    elif drawings := texts.framed(text):
        for drawing in drawings:
            yield texts.tried(_read_drawing, drawing, puzzle, line=drawing[0][0])
    else:
        for block in texts.blocks(text):
            if rows := _rows(block):
                yield texts.tried(_drawn, rows, puzzle)


def solution_text(puzzle: Hashi, solution: HashiSolution) -> str:
    """The grid of *puzzle* with the bridges of a right *solution* drawn in; bridges side by side do not show."""
    grid = [list(row) for row in puzzle.rows]
    for bridge in solution.bridges:
        for r, c in between(bridge):
            grid[r][c] = ("-=" if bridge[0] == bridge[2] else '|"')[bridge[4] - 1]
    return "\n".join("".join(row) for row in grid) + "\n"


def _rows(block: list[texts.Line]) -> list[texts.Line]:
    return [(number, line) for number, line in block if not line.startswith("#")]


def _puzzle(rows: list[texts.Line], name: str, extra: dict[str, str]) -> Hashi:
    first, width = rows[0][0], len(rows[0][1])
    for number, line in rows:
        if wrong := wrong_character(line):
            raise InputError(wrong[1], line=number, column=wrong[0] + 1)
        if len(line) != width:
            column = min(len(line), width) + 1
            raise InputError(
                f"found {len(line)} cells, expected {width} as in line {first}", line=number, column=column
            )
    return Hashi(tuple(line for _, line in rows), name, extra)


def _drawn(rows: list[texts.Line], puzzle: Hashi) -> HashiSolution:
    """The bridges of a drawn grid, one character a cell.

    A run of bridge signs that ends at no island is a bridge to its own last cell.
    """
    lines = [line for _, line in rows]
    if len(rows) != puzzle.height:
        message = f"found {len(rows)} rows, expected {puzzle.height} as in the puzzle"
        raise InputError(message, line=rows[min(len(rows), puzzle.height) - 1][0])
    for (number, line), wanted in zip(rows, puzzle.rows, strict=True):
        if len(line) != puzzle.width:
            column = min(len(line), puzzle.width) + 1
            message = f"found {len(line)} cells, expected {puzzle.width} as in the puzzle"
            raise InputError(message, line=number, column=column)
        for c, (char, cell) in enumerate(zip(line, wanted, strict=True)):
            if char != cell if cell != WATER else char not in '_.-=|"':
                what = f"the puzzle's island {cell!r}" if cell != WATER else "water '_', '.' or a bridge - = | \""
                raise InputError(f"found {char!r}, expected {what}", line=number, column=c + 1)
    bridges: list[Bridge] = []
    for r, (line, cells) in enumerate(zip(lines, puzzle.rows, strict=True)):
        bridges += [(r, start, r, end, count) for start, end, count in _runs(line, cells, _ACROSS)]
    for c, (line, cells) in enumerate(zip(_columns(lines), _columns(puzzle.rows), strict=True)):
        bridges += [(start, c, end, c, count) for start, end, count in _runs(line, cells, _DOWN)]
    return HashiSolution((*bridges, *_side_by_side(puzzle, bridges, rows)))


def _read_drawing(drawing: list[texts.Row], puzzle: Hashi) -> HashiSolution:
    """The bridges of a drawing whose cells touch."""
    rows = []
    for number, start, inside in drawing:
        if crossing := re.search("[┼+]", inside):
            message = "found bridges that cross, expected a solution in JSON to say which"
            raise InputError(message, line=number, column=start + crossing.start())
        rows.append((number, inside.translate(_SIGNS)))
    try:
        return _drawn(rows, puzzle)
    except InputError as error:
        raise InputError(error.message, line=error.line) from None


def _columns(lines: list[str] | tuple[str, ...]) -> list[str]:
    return ["".join(column) for column in zip(*lines, strict=True)]


def _runs(line: str, cells: str, signs: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of the bridges along one line of the grid."""
    for run in re.finditer("|".join(f"{re.escape(sign)}+" for sign in signs), line):
        start, end = run.start(), run.end() - 1
        start -= start > 0 and cells[start - 1] != WATER
        end += end + 1 < len(cells) and cells[end + 1] != WATER
        yield start, end, signs[run[0][0]]


def _side_by_side(puzzle: Hashi, drawn: list[Bridge], rows: list[texts.Line]) -> list[Bridge]:
    """The bridges between islands side by side: what the drawn ones leave over, island by island.

    If no counts fit the drawing is wrong, and any of them make a fault.

    Raises:
        InputError: more than one count fits some pair, as far as single islands tell.
    """
    left = dict(zip(puzzle.islands, puzzle.numbers, strict=True))
    for r1, c1, r2, c2, count in drawn:
        for end in {(r1, c1), (r2, c2)} & left.keys():
            left[end] -= count
    pairs = [(puzzle.islands[a], puzzle.islands[b]) for a, b in puzzle.edges]
    pairs = [(one, other) for one, other in pairs if one[0] + one[1] + 1 == other[0] + other[1]]
    around: dict[tuple[int, int], list[int]] = {}
    for i, pair in enumerate(pairs):
        for cell in pair:
            around.setdefault(cell, []).append(i)
    least, most = [0] * len(pairs), [2] * len(pairs)
    todo = list(around)
    for cell in todo:  # grows while it is walked through
        low, high = (sum(bound[i] for i in around[cell]) for bound in (least, most))
        if not low <= left[cell] <= high:
            most = least
            break
        for i in around[cell]:
            bounds = max(least[i], left[cell] - high + most[i]), min(most[i], left[cell] - low + least[i])
            if bounds != (least[i], most[i]):
                low, high = low + bounds[0] - least[i], high + bounds[1] - most[i]
                least[i], most[i] = bounds
                todo += pairs[i]
    for i, ((r, c), other) in enumerate(pairs):
        if least[i] != most[i]:
            raise InputError(
                f"the islands at {cell_name((r, c))} and {cell_name(other)} are side by side, and their numbers do not "
                f"tell how many bridges they share; expected a solution in JSON",
                line=rows[r][0],
                column=c + 1,
            )
    return [(*one, *other, count) for (one, other), count in zip(pairs, least, strict=True) if count]


def _json_solution(value: Any) -> HashiSolution:
    record = value
    if isinstance(value, list):
        record = next((entry for entry in value if not isinstance(entry, list)), {"bridges": value})
    if not isinstance(record, dict):
        raise InputError(f'found {reprlib.repr(record)}, expected an object with "bridges"')
    entries = fields.listed(fields.require(record, "bridges"), "bridges", "bridges [r1, c1, r2, c2, count]")
    return HashiSolution(tuple(map(_bridge, entries)))


def _bridge(entry: Any) -> Bridge:
    if not isinstance(entry, list) or len(entry) != 5 or not all(type(x) is int for x in entry):
        raise InputError(f'field "bridges" holds {reprlib.repr(entry)}, expected [r1, c1, r2, c2, count]')
    r1, c1, r2, c2, count = entry
    return r1, c1, r2, c2, count


def recognises(text: str) -> bool:
    """Grids of ``1`` to ``8`` and water only; with ``.`` as the water, of two rows or more (a sudoku has one).

    What may be a sudoku, too, needs islands whose numbers fit their neighbours.
    """
    found = list(read_text(text))
    puzzles = [puzzle for puzzle in found if isinstance(puzzle, Hashi) and len(puzzle.islands) > 1]
    fit = all(map(_fits, puzzles)) and (WATER in text or all(puzzle.height > 1 for puzzle in puzzles))
    return fit and len(puzzles) == len(found)


def _fits(puzzle: Hashi) -> bool:
    if puzzle.height != puzzle.width or puzzle.width not in (4, 9, 16, 25):
        return True
    reach = [2 * len(edges) for edges in puzzle.incident]
    return sum(puzzle.numbers) % 2 == 0 and all(n <= most for n, most in zip(puzzle.numbers, reach, strict=True))


TEXTS = texts.Texts(
    from_json=from_json,
    to_json=to_json,
    read=read_text,
    styles={"text": to_text},
    recognises=recognises,
    read_solutions=read_solutions,
    help="""\
A line a row: 1 to 8 an island, _ or . water:

    2_3_1
    _____
    1_1__

A solution is the grid with - = | " for one and two bridges across and down,
a drawing of 'satdnd solve', or an answer in JSON.
""",
)
