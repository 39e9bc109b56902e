"""Sudokus in the links and one-line forms of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isqrt

from satdnd.declaration.puzzlink import puzz_links
from satdnd.errors import InputError
from satdnd.formats import fields
from satdnd.formats.documents import Record
from satdnd.formats.fields import shown
from satdnd.formats.links import fpuzzles, sudoku_sites, sudokupad
from satdnd.formats.links.address import (
    F_PUZZLES,
    PENPA,
    SUDOKU_EXCHANGE,
    SUDOKU_PAD,
    SUDOKU_WIKI,
    Address,
    Forms,
    Link,
)
from satdnd.formats.links.piece import Piece, square
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku.model import GIVENS, SIZES, Sudoku, SudokuSolution

_SIDES = f"{', '.join(map(str, SIZES[:-1]))} or {SIZES[-1]} with square boxes"


def _sides(address: Address) -> tuple[int, int]:
    """The sides of a sudoku. Raises InputError."""
    size = square(address.parts["columns"], address.parts["rows"])
    if size not in SIZES:
        raise address.parts["columns"].wrong(0, f"found a sudoku of {size}x{size}", f"a side of {_SIDES}")
    return size, size


def _from_penpa(address: Address) -> Sudoku:
    grid = address.grid
    size = grid.width
    if grid.height != size or size not in SIZES:
        raise InputError(f"found a penpa grid of {grid.height} rows and {size} columns, expected a side of {_SIDES}")
    grid.only("edges")
    box = isqrt(size)
    for (r1, c1), (r2, c2) in grid.edges:
        if (c1 == c2 and c1 % box) or (r1 == r2 and r1 % box) or (r1 != r2 and c1 != c2):
            raise InputError("this penpa grid has edges other than those of its boxes (jigsaw?), expected square boxes")
    clues = [0] * size * size
    for (r, c), clue in grid.clues.items():
        if not re.fullmatch("[0-9]{1,2}", clue.text) or not 1 <= int(clue.text) <= size:
            if clue.text in ("", "?"):
                continue
            raise InputError(f"found {shown(clue.text)} at {cell_name((r, c))}, expected 1 to {size}")
        clues[r * size + c] = int(clue.text)
    return Sudoku(tuple(clues), name=grid.title, extra=grid.about())


def _recorded(form: str, read: Callable[[Piece], Record]) -> dict[str, Link[Sudoku]]:
    """A form of a site that has sudokus, read by way of our JSON."""

    def puzzle(address: Address) -> Sudoku:
        """The puzzle of a link."""
        record = read(address.parts["puzzle"])
        name, extra = fields.about(record, ("clues",))
        return Sudoku(GIVENS.from_json(record["clues"], "clues"), name=name, extra=extra)

    return {form: Link(("sudoku", form), puzzle)}


_PUZZ_LINK = puzz_links(Sudoku, "sudoku", sides=_sides, page="sudoku")
_READ = {
    **_PUZZ_LINK.read,
    PENPA: Link(("sudoku", "classic"), _from_penpa),
    **_recorded(SUDOKU_EXCHANGE, sudoku_sites.plain),
    **_recorded(SUDOKU_WIKI, sudoku_sites.board),
    **_recorded(F_PUZZLES, fpuzzles.f_puzzles),
    **_recorded(SUDOKU_PAD, sudokupad.sudoku_pad),
}
FORMS: Forms[Sudoku, SudokuSolution] = Forms(_READ, _PUZZ_LINK.written)
