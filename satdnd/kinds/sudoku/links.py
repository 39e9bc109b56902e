"""Sudokus in the links and one-line forms of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.cages import Cage
from satdnd.declaration.clues.family import families_of
from satdnd.declaration.clues.givens import either
from satdnd.declaration.clues.partition import NamedArea
from satdnd.declaration.links.puzzlink import puzz_links
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
from satdnd.formats.links.penpa import CLASSIC
from satdnd.formats.links.piece import Piece, square
from satdnd.grid import fields
from satdnd.grid.areas import enclosed
from satdnd.grid.bitboard import Cell
from satdnd.grid.boxes import USUAL, Shape, shapes
from satdnd.grid.fields import shown
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku.model import SIZES, Sudoku, SudokuSolution

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
    grid.only("edges", *(("killer cages", "cage outlines", "small numbers") if grid.cages else ()))
    clues = [0] * size * size
    for (r, c), clue in grid.clues.items():
        if not re.fullmatch("[0-9]{1,2}", clue.text) or not 1 <= int(clue.text) <= size:
            if clue.text in ("", "?"):
                continue
            raise InputError(f"found {shown(clue.text)} at {cell_name((r, c))}, expected 1 to {size}")
        clues[r * size + c] = int(clue.text)
    cages = tuple(Cage(cells, fpuzzles.total(grid.small.get(min(cells)))) for cells in grid.cages)
    if more := grid.small.keys() - {min(cells) for cells in grid.cages}:
        raise InputError(f"{cell_name(min(more))} of this penpa grid has a small number that is the sum of no cage")
    boxes, areas = _divided(grid.edges, size)
    return Sudoku(tuple(clues), boxes, areas, cages, name=grid.title, extra=grid.about())  # type: ignore[arg-type]  # None: areas


def _divided(edges: Collection[tuple[Cell, Cell]], size: int) -> tuple[Shape | None, AreaTuple]:
    """The shape of boxes that drawn edges fit, or the areas that they enclose. Raises InputError."""
    if box := next((box for box in shapes(size) if _bounded(edges, box)), None):
        return box, ()
    drawn = {*edges, *((end, start) for start, end in edges)}
    right = [[((r, c + 1), (r + 1, c + 1)) in drawn for c in range(size - 1)] for r in range(size)]
    below = [[((r + 1, c), (r + 1, c + 1)) in drawn for c in range(size)] for r in range(size - 1)]
    areas = enclosed(right, below)
    if any(len(area) != size for area in areas):
        expected = f"boxes, or {size} areas of {size} cells"
        raise InputError(f"found areas of other sizes within the edges of this penpa grid, expected {expected}")
    return None, tuple(map(NamedArea, areas))


def _bounded(edges: Iterable[tuple[Cell, Cell]], box: Shape) -> bool:
    """Whether all edges lie between boxes of that shape."""
    height, width = box
    return not any(c1 % width if c1 == c2 else r1 % height or r1 != r2 for (r1, c1), (r2, c2) in edges)


def _recorded(form: str, read: Callable[[Piece], Record]) -> dict[str, Link[Sudoku]]:
    """A form of a site that has sudokus, read by way of our JSON."""

    def puzzle(address: Address) -> Sudoku:
        """The puzzle of a link."""
        record = read(address.parts["puzzle"])
        families = families_of(Sudoku)
        name, extra = fields.about(record, tuple(families))
        clues = {field: families[field].from_json(record[field], field) for field in families if field in record}
        return Sudoku(**clues, name=name, extra=extra)

    return {form: Link(("sudoku", form), puzzle)}


_READ = {
    **_OF_PUZZ_LINK.read,
    PENPA: Link(("sudoku", CLASSIC), _from_penpa),
    **_recorded(SUDOKU_EXCHANGE, sudoku_sites.plain),
    **_recorded(SUDOKU_WIKI, sudoku_sites.board),
    **_recorded(F_PUZZLES, fpuzzles.f_puzzles),
    **_recorded(SUDOKU_PAD, sudokupad.sudoku_pad),
}
FORMS: Forms[Sudoku, SudokuSolution] = Forms(_READ, {PUZZ_LINK: _to_puzz_link})
