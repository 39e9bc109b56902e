"""The XML files of LEGUP, for the kinds that it shares with satdnd.

Source of the grammar: Bram-Hub/LEGUP, src/main/java/edu/rpi/legup/puzzle: the importer and the cell factory of each
kind; what stands behind the board (proof, state) is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from satdnd.errors import InputError
from satdnd.formats import texts, xml_text
from satdnd.formats.documents import Document, Record
from satdnd.formats.xml_text import Element
from satdnd.grid import fields

_Values: TypeAlias = dict[tuple[int, int], tuple[int, Element]]
"""The value of each cell, by row and column, with its element."""


def _records(text: str) -> Iterator[Record | InputError]:
    yield texts.try_read(_record, text, line=1)


def _record(text: str) -> Record:
    root = xml_text.document(text)
    if root.tag != "legup":
        raise root.wrong(f"found the element {fields.shown(root.tag)}, expected 'Legup'")
    puzzle = root.first("puzzle")
    if puzzle is None:
        raise root.wrong("found no element 'puzzle'")
    name = puzzle.attributes.get("name", "")
    if name not in _READERS:
        found = f"found a puzzle {fields.shown(name)} of LEGUP, expected one of {', '.join(_READERS)}"
        raise puzzle.wrong(f"{found}: others are not read")
    board = puzzle.first("board")
    if board is None:
        raise puzzle.wrong("found no element 'board'")
    kind, read = _READERS[name]
    height, width = _size(board)
    values = _values(board, height, width)
    return {
        "kind": kind,
        "name": " ".join(puzzle.attributes.get("tag", "").split()),
        **read(board, height, width, values),
    }


def _size(board: Element) -> tuple[int, int]:
    """Rows and columns. Raises InputError."""
    height, width = (board.number("size" if "size" in board.attributes else side) for side in ("height", "width"))
    try:
        fields.sides(height, width)
    except InputError as error:
        raise board.wrong(error.message) from None
    return height, width


def _values(board: Element, height: int, width: int) -> _Values:
    """Raises InputError for a cell outside the board, or given twice."""
    cells = board.first("cells")
    if cells is None:
        raise board.wrong("found no element 'cells' on the board")
    found: _Values = {}
    for cell in cells.all("cell"):
        r, c = cell.number("y"), cell.number("x")
        if not (0 <= r < height and 0 <= c < width):
            raise cell.wrong(f"found a cell x={c} y={r}, expected x from 0 to {width - 1} and y from 0 to {height - 1}")
        if (r, c) in found:
            raise cell.wrong(f"found the cell x={c} y={r} twice")
        found[r, c] = cell.number("value"), cell
    if (lines := board.first("lines")) and lines.children:
        raise lines.wrong("found lines given on the board: they are not read")
    return found


def _grid(height: int, width: int, values: _Values, read: Callable[[int, Element], Any], blank: Any) -> list[list[Any]]:
    """What *read* makes of each cell's value, in rows. Raises InputError."""
    found = {place: read(value, cell) for place, (value, cell) in values.items()}
    return [[found.get((r, c), blank) for c in range(width)] for r in range(height)]


def _nurikabe(board: Element, height: int, width: int, values: _Values) -> Record:
    def read(value: int, cell: Element) -> int | None:
        """The number of a cell. Raises InputError."""
        if value > 0 or value == -2:
            return value if value > 0 else None
        raise cell.wrong(
            f"found the value {value}, expected a number from 1, or -2: given sea and islands are not read"
        )

    return {"rows": _grid(height, width, values, read, None)}


def _akari(board: Element, height: int, width: int, values: _Values) -> Record:
    def read(value: int, cell: Element) -> str:
        """The sign of a cell. Raises InputError."""
        if value not in _AKARI:
            raise cell.wrong(f"found the value {value}, expected -2 to 4: given lamps and marks are not read")
        return _AKARI[value]

    return {"rows": ["".join(row) for row in _grid(height, width, values, read, ".")]}


_AKARI = {-2: ".", -1: "#", **{number: str(number) for number in range(5)}}


def _given(board: Element, height: int, width: int, values: _Values) -> list[list[Any]]:
    """Numbers given in a square; 0 is none. Raises InputError."""

    def read(value: int, cell: Element) -> int | None:
        """The number of a cell. Raises InputError."""
        if not 0 <= value <= height:
            raise cell.wrong(f"found the value {value}, expected 0 to {height}")
        return value or None

    if height != width:
        raise board.wrong(f"found {height} rows and {width} columns, expected as many rows as columns")
    return _grid(height, width, values, read, None)


def _sudoku(board: Element, height: int, width: int, values: _Values) -> Record:
    signs = ".123456789ABCDEFGHIJKLMNOP"
    rows = _given(board, height, width, values)
    if height >= len(signs):
        raise board.wrong(f"found {height} rows, expected at most {len(signs) - 1}")
    return {"clues": "".join(signs[value or 0] for row in rows for value in row)}


def _skyscrapers(board: Element, height: int, width: int, values: _Values) -> Record:
    """The clues at the right and the left of a row are the value and the index of one element."""
    rows = _given(board, height, width, values)
    sides = {side: _axis(board, side, count) for side, count in (("east", height), ("south", width))}
    return {
        "top": [clue.number("index") or None for clue in sides["south"]],
        "bottom": [clue.number("value") or None for clue in sides["south"]],
        "left": [clue.number("index") or None for clue in sides["east"]],
        "right": [clue.number("value") or None for clue in sides["east"]],
        "rows": rows,
    }


def _tents(board: Element, height: int, width: int, values: _Values) -> Record:
    trees = []
    for (r, c), (value, cell) in sorted(values.items(), key=lambda entry: entry[0]):
        if value not in (0, 1):
            raise cell.wrong(f"found the value {value}, expected 0 or 1 (a tree): given tents and grass are not read")
        trees += [[r, c]] * value
    counts = {}
    for side, count in (("east", height), ("south", width)):
        counts[side] = [0] * count
        seen = set[int]()
        for clue in _axis(board, side, count):
            place = _place(clue) if side == "east" else clue.number("index")
            if not 1 <= place <= count or place in seen:
                raise clue.wrong(
                    f"found index={fields.shown(clue.attributes.get('index'))}, expected each of {count} once"
                )
            seen.add(place)
            counts[side][place - 1] = clue.number("value")
    if counts["east"] == counts["south"] and any(counts["east"]):
        found = "found the same counts for rows and columns: LEGUP's exporter writes those of the rows twice"
        raise board.wrong(f"{found}, so those of the columns are lost; if they are right, write the puzzle as text")
    return {"rows": counts["east"], "columns": counts["south"], "trees": trees}


def _place(clue: Element) -> int:
    """The number of a row from its letters: A is 1, AA is 27. Raises InputError."""
    letters = clue.attributes.get("index", "")
    if not re.fullmatch("[A-Z]{1,3}", letters):
        raise clue.wrong(f"found index={fields.shown(letters)}, expected the letter of a row")
    place = 0
    for letter in letters:
        place = place * 26 + ord(letter) - ord("A") + 1
    return place


def _axis(board: Element, side: str, count: int) -> list[Element]:
    """The clues at a side. Raises InputError unless there are *count*."""
    axes = [axis for axis in board.all("axis") if axis.attributes.get("side", "").lower() == side]
    if len(axes) != 1:
        raise board.wrong(f"found {len(axes)} elements 'axis' with side={side!r}, expected one")
    clues = [*axes[0].all("clue")]
    if len(clues) != count:
        raise axes[0].wrong(f"found {len(clues)} clues at this side, expected {count}")
    return clues


_Reader: TypeAlias = Callable[[Element, int, int, _Values], Record]
_READERS: dict[str, tuple[str, _Reader]] = {
    "Nurikabe": ("nurikabe", _nurikabe),
    "LightUp": ("akari", _akari),
    "Sudoku": ("sudoku", _sudoku),
    "Skyscrapers": ("skyscrapers", _skyscrapers),
    "TreeTent": ("tents", _tents),
}
"""For each name of a puzzle in these files, our kind, and the reader of its board."""


def _recognises(head: str) -> bool:
    return re.search(r"<legup\b", head, re.IGNORECASE) is not None


_EXAMPLE = """\
<Legup version="2.0.0">
    <puzzle name="Nurikabe">
        <board height="2" width="2">
            <cells>
                <cell value="3" x="1" y="0"/>
            </cells>
        </board>
    </puzzle>
</Legup>
"""
DOCUMENTS = (Document("LEGUP XML", tuple(kind for kind, _ in _READERS.values()), _recognises, _records, _EXAMPLE),)
