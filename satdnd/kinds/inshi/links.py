"""Rooms of factors in the links of other programs."""

from __future__ import annotations

from satdnd.errors import InputError
from satdnd.formats.links import puzzlink
from satdnd.formats.links.address import PUZZ_LINK, Address, Forms, Link
from satdnd.formats.links.piece import square
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.inshi.model import LARGEST, Inshi, InshiSolution, Room

_PIDS = ("factors",)


def _from_puzz_link(address: Address) -> Inshi:
    size = square(address.parts["columns"], address.parts["rows"], LARGEST)
    right, below, rest = puzzlink.borders(address.parts["body"], size, size)
    rooms = _rooms(size, right, below)
    for cells in rooms:
        if len({r for r, _ in cells}) > 1 and len({c for _, c in cells}) > 1:
            message = f"the room at {cell_name(cells[0])} has {counted(len(cells), 'cell')} that are no straight line"
            raise InputError(f"{message}; expected rooms one cell wide, as this kind has them", column=rest.column)
    products = {index: (number, column) for index, number, column in puzzlink.numbers(rest, len(rooms), "room")}
    found = []
    for index, cells in enumerate(rooms):
        number, column = products.get(index, (puzzlink.UNKNOWN, rest.column))
        if number < 1:
            what = "no number" if number == puzzlink.UNKNOWN else "the number 0"
            message = f"the room at {cell_name(cells[0])} has {what}, expected a product from 1 in every room"
            raise InputError(message, column=column)
        found.append(Room(number, tuple(cells)))
    return Inshi(size, tuple(found))


def _rooms(size: int, right: list[list[bool]], below: list[list[bool]]) -> list[list[Cell]]:
    """The cells of each room, in reading order of their first ones."""
    seen, rooms = set[Cell](), list[list[Cell]]()
    for start in ((r, c) for r in range(size) for c in range(size)):
        if start in seen:
            continue
        seen.add(start)
        room = [start]
        for r, c in room:  # grows while it is walked through
            ways = [(r, c + 1, c + 1 < size and not right[r][c]), (r, c - 1, c > 0 and not right[r][c - 1])]
            ways += [(r + 1, c, r + 1 < size and not below[r][c]), (r - 1, c, r > 0 and not below[r - 1][c])]
            for row, column, free in ways:
                if free and (row, column) not in seen:
                    seen.add((row, column))
                    room.append((row, column))
        rooms.append(sorted(room))
    return rooms


def to_puzz_link(puzzle: Inshi) -> str:
    """The puzz.link of *puzzle*. InputError for a product that is too large for it."""
    for room in puzzle.rooms:
        if room.product > puzzlink.LARGEST_NUMBER:
            raise InputError(f"{room} is above {puzzlink.LARGEST_NUMBER}: puzz.link cannot hold it, text can")
    n, of = puzzle.size, {cell: i for i, room in enumerate(puzzle.rooms) for cell in room.cells}
    right = [of[r, c] != of[r, c + 1] for r in range(n) for c in range(n - 1)]
    below = [of[r, c] != of[r + 1, c] for r in range(n - 1) for c in range(n)]
    body = puzzlink.encoded_borders(right, below) + puzzlink.encoded(room.product for room in puzzle.rooms)
    return puzzlink.link_to(_PIDS[0], n, n, body)


_READ = {PUZZ_LINK: Link(_PIDS, _from_puzz_link)}
_WRITTEN = {PUZZ_LINK: to_puzz_link}
FORMS: Forms[Inshi, InshiSolution] = Forms(_READ, _WRITTEN)
