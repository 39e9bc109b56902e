"""Bridges in the links and one-line forms of other programs."""

from __future__ import annotations

from collections.abc import Iterable

from satdnd.declaration.clues.family import UNKNOWN
from satdnd.declaration.links.puzzlink import puzz_links
from satdnd.errors import InputError
from satdnd.formats.links import penpa
from satdnd.formats.links.address import PENPA, Address, Forms, Link
from satdnd.grid.fields import shown
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


_PUZZ_LINK = puzz_links(Hashi, "hashikake", "hashi", "bridges", page="hashi", unknown=9)
_READ = {
    PENPA: Link[Hashi](("hashi", "hashiwokakero (hashi/bridges)", penpa.CIRCLED), _from_penpa),
}
FORMS: Forms[Hashi, HashiSolution] = Forms({**_PUZZ_LINK.read, **_READ}, _PUZZ_LINK.written)
