"""Nurikabe in the links of other programs."""

from __future__ import annotations

from satdnd.errors import InputError
from satdnd.formats.links import puzzlink
from satdnd.formats.links.address import PUZZ_LINK, Address, Forms, Link
from satdnd.grid.notation import cell_name
from satdnd.kinds.nurikabe.model import UNTOLD, Entry, Nurikabe, NurikabeSolution

_PIDS = ("nurikabe",)


def _from_puzz_link(address: Address) -> Nurikabe:
    height, width = puzzlink.sides(address)
    rows: list[list[Entry]] = [[None] * width for _ in range(height)]
    for index, number, column in puzzlink.numbers(address.parts["body"], height * width):
        r, c = divmod(index, width)
        if not number:
            at = cell_name((r, c))
            raise InputError(f"found the number 0 at {at}, expected a number from 1, or one not told", column=column)
        rows[r][c] = UNTOLD if number == puzzlink.UNKNOWN else number
    return Nurikabe(tuple(map(tuple, rows)))


def to_puzz_link(puzzle: Nurikabe) -> str:
    """The puzz.link of *puzzle*. InputError for a number that is too large for it."""
    for cell, number in puzzle.numbers.items():
        if number and number > puzzlink.LARGEST_NUMBER:
            most = puzzlink.LARGEST_NUMBER
            raise InputError(f"the number at {cell_name(cell)} is above {most}: puzz.link cannot hold it, text can")
    entries = (entry for row in puzzle.rows for entry in row)
    body = puzzlink.encoded(puzzlink.UNKNOWN if isinstance(entry, str) else entry for entry in entries)
    return puzzlink.link_to(_PIDS[0], len(puzzle.rows[0]), len(puzzle.rows), body)


_READ = {PUZZ_LINK: Link(_PIDS, _from_puzz_link)}
_WRITTEN = {PUZZ_LINK: to_puzz_link}
FORMS: Forms[Nurikabe, NurikabeSolution] = Forms(_READ, _WRITTEN)
