"""Sudokus in the links and one-line forms of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from satdnd.declaration.givens import either
from satdnd.declaration.puzzlink import puzz_links
from satdnd.errors import InputError
from satdnd.formats.documents import Record
from satdnd.formats.links import fpuzzles, sudoku_sites, sudokupad
from satdnd.formats.links.address import (
    F_PUZZLES,
    PENPA,
    PUZZ_LINK,
    SUDOKU_EXCHANGE,
    SUDOKU_PAD,
    SUDOKU_WIKI,
    Address,
    Forms,
    Link,
)
from satdnd.formats.links.piece import Piece, square
from satdnd.grid import fields
from satdnd.grid.bitboard import Cell
from satdnd.grid.boxes import USUAL, Shape, shapes
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku.model import GIVENS, SIZES, Sudoku, SudokuSolution

_IN_PUZZ_LINK = {side: box for side, box in USUAL.items() if box[0] == box[1] or side == 6}
"""The boxes there by side, always as here; with other sides some boxes there have fewer cells than a row."""


def _sides(address: Address) -> tuple[int, int]:
    """The sides of a sudoku. Raises InputError."""
    size = square(address.parts["columns"], address.parts["rows"])
    if size not in _IN_PUZZ_LINK:
        found = f"found a sudoku of {size}x{size}"
        raise address.parts["columns"].wrong(
            0, found, f"a side of {either([*_IN_PUZZ_LINK])} with boxes of as many cells"
        )
    return size, size


_OF_PUZZ_LINK = puzz_links(Sudoku, "sudoku", fields=("clues",), sides=_sides, page="sudoku")


def _to_puzz_link(puzzle: Sudoku) -> str:
    """The puzz.link, which says nothing of boxes. Raises InputError for others than puzz.link has."""
    if not puzzle.plain:
        raise InputError("this sudoku has areas, cages or diagonals: puzz.link has no room for them, text has")
    if _IN_PUZZ_LINK.get(puzzle.size) != puzzle.boxes:
        height, width = puzzle.boxes
        found = f"this sudoku of {puzzle.size}x{puzzle.size} has boxes of {height}x{width}"
        raise InputError(f"{found}: puzz.link has others, text can hold it")
    return _OF_PUZZ_LINK.written[PUZZ_LINK](puzzle)


def _from_penpa(address: Address) -> Sudoku:
    grid = address.grid
    size = grid.width
    if grid.height != size or size not in SIZES:
        raise InputError(
            f"found a penpa grid of {grid.height} rows and {size} columns, expected a side of {either(SIZES)}"
        )
    grid.only("edges")
    boxes = next((box for box in shapes(size) if _bounded(grid.edges, box)), None)
    if boxes is None:
        raise InputError("this penpa grid has edges other than those of its boxes (jigsaw?), expected equal ones")
    clues = [0] * size * size
    for (r, c), clue in grid.clues.items():
        if not re.fullmatch("[0-9]{1,2}", clue.text) or not 1 <= int(clue.text) <= size:
            if clue.text in ("", "?"):
                continue
            raise InputError(f"found {shown(clue.text)} at {cell_name((r, c))}, expected 1 to {size}")
        clues[r * size + c] = int(clue.text)
    return Sudoku(tuple(clues), boxes, name=grid.title, extra=grid.about())


def _bounded(edges: Iterable[tuple[Cell, Cell]], box: Shape) -> bool:
    """Whether all edges lie between boxes of that shape."""
    height, width = box
    return not any(c1 % width if c1 == c2 else r1 % height or r1 != r2 for (r1, c1), (r2, c2) in edges)


def _recorded(form: str, read: Callable[[Piece], Record]) -> dict[str, Link[Sudoku]]:
    """A form of a site that has sudokus, read by way of our JSON."""

    def puzzle(address: Address) -> Sudoku:
        """The puzzle of a link."""
        record = read(address.parts["puzzle"])
        name, extra = fields.about(record, ("clues", "boxes"))
        return Sudoku(GIVENS.from_json(record["clues"], "clues"), record.get("boxes"), name=name, extra=extra)  # type: ignore[arg-type]  # None: usual

    return {form: Link(("sudoku", form), puzzle)}


_READ = {
    **_OF_PUZZ_LINK.read,
    PENPA: Link(("sudoku", "classic"), _from_penpa),
    **_recorded(SUDOKU_EXCHANGE, sudoku_sites.plain),
    **_recorded(SUDOKU_WIKI, sudoku_sites.board),
    **_recorded(F_PUZZLES, fpuzzles.f_puzzles),
    **_recorded(SUDOKU_PAD, sudokupad.sudoku_pad),
}
FORMS: Forms[Sudoku, SudokuSolution] = Forms(_READ, {PUZZ_LINK: _to_puzz_link})
