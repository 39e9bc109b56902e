"""Nurikabe in the links of other programs."""

from __future__ import annotations

from satdnd.bitboard import cell_name
from satdnd.errors import InputError
from satdnd.links import puzzlink
from satdnd.links.address import PUZZ_LINK, Address, Link
from satdnd.puzzles.nurikabe.model import Nurikabe

_PIDS = ("nurikabe",)


def _from_puzz_link(address: Address) -> Nurikabe:
    height, width = puzzlink.sides(address)
    rows: list[list[int | None]] = [[None] * width for _ in range(height)]
    for index, number, column in puzzlink.numbers(address.parts["body"], height * width):
        r, c = divmod(index, width)
        if number < 1:
            found = "an island whose number is not told" if number == puzzlink.UNKNOWN else "the number 0"
            expected = "a number from 1: islands need their numbers here"
            raise InputError(f"found {found} at {cell_name((r, c))}, expected {expected}", column=column)
        rows[r][c] = number
    return Nurikabe(tuple(map(tuple, rows)))


def to_puzz_link(puzzle: Nurikabe) -> str:
    """The puzz.link of *puzzle*. InputError for a number that is too large for it."""
    for cell, number in puzzle.numbers.items():
        if number > puzzlink.LARGEST_NUMBER:
            most = puzzlink.LARGEST_NUMBER
            raise InputError(f"the number at {cell_name(cell)} is above {most}: puzz.link cannot hold it, text can")
    body = puzzlink.encoded(number for row in puzzle.rows for number in row)
    return puzzlink.written(_PIDS[0], len(puzzle.rows[0]), len(puzzle.rows), body)


LINKS = {PUZZ_LINK: Link(_PIDS, _from_puzz_link)}
WRITTEN = {PUZZ_LINK: to_puzz_link}
