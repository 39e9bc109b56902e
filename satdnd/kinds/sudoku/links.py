"""Sudokus in the links and one-line forms of other programs."""

from __future__ import annotations

import re
from math import isqrt

from satdnd.declaration.puzzlink import puzz_links
from satdnd.errors import InputError
from satdnd.formats.fields import shown
from satdnd.formats.links import tatham
from satdnd.formats.links.address import PENPA, TATHAM, Address, Forms, Link
from satdnd.formats.links.piece import Piece, square
from satdnd.grid.notation import cell_name
from satdnd.kinds.sudoku.model import SIZES, Sudoku, SudokuSolution

_SIDES = f"{', '.join(map(str, SIZES[:-1]))} or {SIZES[-1]} with square boxes"
_VARIANTS = {"j": "irregular boxes (jigsaw)", "x": "diagonals (X)", "k": "cages (killer)"}


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


def _from_tatham(address: Address) -> Sudoku:
    across, description = address.parts["width"], address.parts["description"]
    down = address.parts["height"] if address.parts["height"].text else across
    _check_parameters(address.parts["parameters"])
    if across.text != down.text or int(across.text[:9]) ** 2 not in SIZES:
        found = f"found boxes of {across.text[:9]}x{down.text[:9]}"
        raise across.wrong(0, found, "square ones, 2x2 to 5x5")
    size = int(across.text) ** 2
    clues = [0] * size * size
    for index, sign, at in tatham.cells(description, size, size, "_"):
        if not sign.isdigit():
            expected = f"a number 1 to {size}, '_' between two, or a to z for blank cells"
            raise description.wrong(at, f"found {sign!r}", expected)
        if len(sign) > 2 or not 1 <= int(sign) <= size:
            raise description.wrong(at, f"found {sign[:9]}", f"1 to {size}")
        clues[index] = int(sign)
    return Sudoku(tuple(clues))


def _check_parameters(part: Piece) -> None:
    """Raise InputError unless they only say how a puzzle was made: symmetry and difficulty."""
    for at, letter in enumerate(re.sub("d[a-z]|[rm]d?[0-9]|a", lambda found: "." * len(found[0]), part.text)):
        if letter in _VARIANTS:
            raise part.wrong(at, f"found a sudoku with {_VARIANTS[letter]}", "one without")
        if letter != ".":
            raise part.wrong(at, f"found the parameter {letter!r}", "':' after the size")


def to_tatham(puzzle: Sudoku) -> str:
    """The game ID of *puzzle* for Solo."""
    box = isqrt(puzzle.size)
    return f"{box}x{box}:{tatham.described((str(clue or '') for clue in puzzle.clues), '_')}\n"


_PUZZ_LINK = puzz_links(Sudoku, "sudoku", sides=_sides, page="sudoku")
_READ = {
    **_PUZZ_LINK.read,
    PENPA: Link(("sudoku", "classic"), _from_penpa),
    TATHAM: Link(("solo",), _from_tatham),
}
_WRITTEN = {**_PUZZ_LINK.written, TATHAM: to_tatham}
FORMS: Forms[Sudoku, SudokuSolution] = Forms(_READ, _WRITTEN)
