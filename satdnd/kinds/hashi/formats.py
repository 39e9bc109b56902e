"""Hashi as text and JSON: grids of digits and water, and grids with bridges drawn in; `TEXTS.help` shows the forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from satdnd.errors import InputError
from satdnd.formats import drawn_boards, fields, texts
from satdnd.grid.notation import cell_name
from satdnd.kinds.hashi import links
from satdnd.kinds.hashi.model import WATER, Bridge, Hashi, HashiSolution, wrong_character

_ACROSS = {"-": 1, "=": 2}
_DOWN = {"|": 1, '"': 2}
_TYPED = str.maketrans("─═│║┼ ", '-=|"+_')
"""From what is drawn to what is typed."""


def from_json(record: Mapping[str, Any]) -> Hashi:
    """The puzzle of a JSON object with ``rows`` (strings as `Hashi` takes them) and perhaps ``name``."""
    rows, about = fields.lines(fields.require(record, "rows"), "rows"), fields.about(record, ("rows",))
    try:
        return Hashi(tuple(rows), *about)
    except InputError as error:
        raise InputError(f'field "rows": {error.message}') from None


def to_json(puzzle: Hashi) -> dict[str, Any]:
    """The JSON object of *puzzle*; extra fields last."""
    return fields.record(puzzle, ("rows",), rows=list(puzzle.rows))


def read_text(text: texts.Source) -> Iterator[Hashi | InputError]:
    """All puzzles of a text, separated by blank lines."""
    expected = "rows of islands '1' to '8' or '?' and water '_' or '.'"
    return texts.puzzles(texts.blocks(text), _puzzle, expected, row=bool)


def to_text(puzzle: Hashi) -> str:
    """The text of *puzzle*; `read_text` reads it back. Extra fields that are no one-line texts are left out."""
    return texts.puzzle_text(puzzle, puzzle.rows)


def read_solutions(text: str, puzzle: Hashi) -> Iterator[HashiSolution | InputError]:
    """All solutions of a text: JSON values, drawings, or grids separated by blank lines.

    JSON: an answer with ``solutions``, an object with ``bridges``, or a list of either or of bridges. A grid shows the
    islands of *puzzle*, and ``-``, ``=``, ``|``, ``"`` in the cells between. Islands side by side leave no cell for
    their bridges; these are counted by what their numbers leave over, and where that leaves a choice, the text is
    refused.
    """

    def typed(text: str) -> Iterator[HashiSolution | InputError]:
        """A solution for each block of drawn rows."""
        blocks = ([line for line in block if not texts.is_comment(line[1])] for block in texts.blocks(text))
        return (texts.try_read(_drawn, rows, puzzle) for rows in blocks if rows)

    height, width = puzzle.height, puzzle.width

    def touching(cells: list[str]) -> HashiSolution:
        """The solution in the cells of a drawing, row by row."""
        rows = ("".join(cells[i : i + width]).translate(_TYPED) for i in range(0, len(cells), width))
        return _drawn(list(enumerate(rows, 1)), puzzle)

    islands = {(r, c): puzzle.rows[r][c] for r, c in puzzle.islands}
    found = drawn_boards.bridges(text, islands, height, width)
    spaced = [x if isinstance(x, InputError) else HashiSolution(tuple(x)) for x in found]
    drawn = spaced or (texts.try_read(touching, cells) for cells in drawn_boards.framed(text, height, width))
    return texts.solutions(text, _json_solution, drawn, typed)


def _puzzle(block: texts.Block) -> Hashi:
    for number, line in block.rows:
        if wrong := wrong_character(line):
            raise InputError(wrong[1], line=number, column=wrong[0] + 1)
    return Hashi(tuple(texts.same_width(block.rows)), *block.about())


def _drawn(rows: list[texts.Line], puzzle: Hashi) -> HashiSolution:
    """The bridges of a typed grid. A run of bridge signs that ends at no island is a bridge to its own last cell."""
    lines = texts.sized(rows, puzzle.height, puzzle.width)
    for (number, line), wanted in zip(rows, puzzle.rows, strict=True):
        for c, (char, cell) in enumerate(zip(line.strip(), wanted, strict=True)):
            if char == "+" and cell == WATER:
                raise InputError("found bridges that cross, expected a solution in JSON to say which", line=number)
            if char != cell if cell != WATER else char not in '_.-=|"':
                what = f"the puzzle's island {cell!r}" if cell != WATER else "water '_', '.' or a bridge - = | \""
                raise InputError(f"found {char!r}, expected {what}", line=number, column=c + 1)
    bridges: list[Bridge] = []
    for r, (line, cells) in enumerate(zip(lines, puzzle.rows, strict=True)):
        bridges += [(r, start, r, end, count) for start, end, count in _runs(line, cells, _ACROSS)]
    columns, wanted_columns = (["".join(column) for column in zip(*side, strict=True)] for side in (lines, puzzle.rows))
    for c, (line, cells) in enumerate(zip(columns, wanted_columns, strict=True)):
        bridges += [(start, c, end, c, count) for start, end, count in _runs(line, cells, _DOWN)]
    return HashiSolution((*bridges, *_side_by_side(puzzle, bridges, rows)))


def _runs(line: str, cells: str, signs: Mapping[str, int]) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of the bridges along one line of the grid."""
    for run in re.finditer("|".join(f"{re.escape(sign)}+" for sign in signs), line):
        start, end = run.start(), run.end() - 1
        start -= start > 0 and cells[start - 1] != WATER
        end += end + 1 < len(cells) and cells[end + 1] != WATER
        yield start, end, signs[run[0][0]]


def _side_by_side(puzzle: Hashi, drawn: list[Bridge], rows: list[texts.Line]) -> list[Bridge]:
    """The bridges between islands side by side: what the drawn ones leave over, island by island.

    If no counts fit the drawing is wrong, and any of them make a fault. InputError where several fit, as far as single
    islands tell.
    """
    left = {cell: n for cell, n in zip(puzzle.islands, puzzle.numbers, strict=True) if n is not None}
    for r1, c1, r2, c2, count in drawn:
        for end in {(r1, c1), (r2, c2)} & left.keys():
            left[end] -= count
    pairs = [(one, other) for one, other in puzzle.pairs if one[0] + one[1] + 1 == other[0] + other[1]]
    around: dict[tuple[int, int], list[int]] = {}
    for i, pair in enumerate(pairs):
        for cell in (end for end in pair if end in left):
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
                todo += [end for end in pairs[i] if end in left]
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
        raise InputError(f'found {fields.shown(record)}, expected an object with "bridges"')
    entries = fields.listed(fields.require(record, "bridges"), "bridges", "bridges [r1, c1, r2, c2, count]")
    for entry in entries:
        if not isinstance(entry, list) or [*map(type, entry)] != [int] * 5:
            raise InputError(f'field "bridges" holds {fields.shown(entry)}, expected [r1, c1, r2, c2, count]')
    return HashiSolution(tuple((r1, c1, r2, c2, count) for r1, c1, r2, c2, count in entries))


def recognises(text: str) -> bool:
    """Grids of ``1`` to ``8``, ``?`` and water only; with ``.`` as the water, of two rows or more (a sudoku has one).

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
    told = [number or 1 for number in puzzle.numbers]
    even = None in puzzle.numbers or sum(told) % 2 == 0
    return even and all(number <= most for number, most in zip(told, reach, strict=True))


_HELP = """\
A line a row: 1 to 8 an island, ? one whose number is not told, _ or . water:

    2_3_1
    _____
    1_1__

Also read: links of puzz.link (hashikake) and penpa (numbers in circles), and game IDs of Simon Tatham's Bridges
(tatham):

    https://puzz.link/p?hashikake/5/5/4g2i3h23k3g1g3g4g3
    3x3m2:2a2c2a2

A solution is the grid with - = | " for one and two bridges across and down, or an answer in JSON.
"""
TEXTS = texts.Texts(
    from_json, to_json, read_text, {"text": to_text}, recognises, read_solutions, _HELP, others=links.FORMS
)
