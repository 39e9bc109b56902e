"""Bridges in the links and one-line forms of other programs."""

from __future__ import annotations

import re
from collections.abc import Iterable

from satdnd.declaration.clues import UNKNOWN
from satdnd.declaration.puzzlink import puzz_links
from satdnd.errors import InputError
from satdnd.formats.fields import shown
from satdnd.formats.links import penpa, tatham
from satdnd.formats.links.address import PENPA, TATHAM, Address, Forms, Link
from satdnd.formats.links.piece import Piece, size
from satdnd.grid.notation import cell_name
from satdnd.kinds.hashi.model import WATER, Hashi, HashiSolution


def _hashi(height: int, width: int, islands: Iterable[tuple[int, str]], name: str = "", **extra: str) -> Hashi:
    """The puzzle with these islands, each given by the index of its cell and its sign."""
    cells = [WATER] * (height * width)
    for index, sign in islands:
        cells[index] = sign
    rows = ("".join(cells[r * width : (r + 1) * width]) for r in range(height))
    return Hashi(tuple(rows), name=name, extra=extra)


def _from_penpa(address: Address) -> Hashi:
    grid = address.grid
    if grid.type != "square":
        raise InputError(f"found a penpa grid of the type {shown(grid.type)}, expected 'square' for bridges")
    grid.only("circles", "edges", "shaded cells", "deletelineE")
    islands = []
    for (r, c), clue in grid.clues.items():
        if clue.text not in ("", UNKNOWN, *"12345678"):
            found = f"found an island {shown(clue.text)} at {cell_name((r, c))}"
            raise InputError(f"{found}, expected 1 to 8, or an unknown number")
        islands.append((r * grid.width + c, clue.text or UNKNOWN))
    return _hashi(grid.height, grid.width, islands, grid.title, **grid.about())


def _from_tatham(address: Address) -> Hashi:
    width = size(address.parts["width"], "columns")
    height = size(address.parts["height"], "rows") if address.parts["height"].text else width
    _check_parameters(address.parts["parameters"])
    description, islands = address.parts["description"], []
    for index, sign, at in tatham.cells(description, height, width):
        if not "1" <= sign <= "8":
            found, expected = f"found {sign!r}", "an island 1 to 8, or a to z for blank cells"
            if sign == "9" or "A" <= sign <= "G":
                number = 9 if sign == "9" else ord(sign) - 55
                found, expected = f"found an island of {number}", "1 to 8: at most two bridges between two islands"
            raise description.wrong(at, found, expected)
        islands.append((index, sign))
    return _hashi(height, width, islands)


def _check_parameters(part: Piece) -> None:
    """Raise InputError for a parameter that changes the rules, or is invalid."""
    for found in re.finditer("([A-Za-z]?)([0-9]*)", part.text):
        letter, digits = found[1], found[2][:9]
        if letter == "L":
            raise part.wrong(found.start(), "found the parameter L (bridges may not form loops)", "a game without it")
        if letter == "m" and digits != "2":
            what = f"found the parameter m{digits} (at most {digits} bridges between two islands)"
            raise part.wrong(found.start(), what, "m2")
        if found[0] and (letter not in tuple("iemd") or not digits):
            what = f"found the parameter {letter + digits!r}"
            raise part.wrong(found.start(), what, "i, e, m or d with a number, or ':'")


def _to_tatham(puzzle: Hashi) -> str:
    """The game ID for Bridges. Raises InputError for an island with an unknown number."""
    for cell, number in zip(puzzle.islands, puzzle.numbers, strict=True):
        if number is None:
            raise InputError(f"the number of the island at {cell_name(cell)} is unknown: tatham cannot hold that")
    cells = ("" if cell == WATER else cell for row in puzzle.rows for cell in row)
    return f"{puzzle.width}x{puzzle.height}m2:{tatham.described(cells)}\n"


_PUZZ_LINK = puzz_links(Hashi, "hashikake", "hashi", "bridges", page="hashi", unknown=9)
_READ = {
    PENPA: Link[Hashi](("hashi", "hashiwokakero (hashi/bridges)", penpa.CIRCLED), _from_penpa),
    TATHAM: Link[Hashi](("bridges",), _from_tatham),
}
FORMS: Forms[Hashi, HashiSolution] = Forms({**_PUZZ_LINK.read, **_READ}, {**_PUZZ_LINK.written, TATHAM: _to_tatham})
