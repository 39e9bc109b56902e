"""Repairs that give a solution, or only one: other products, and rooms cut in two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from math import factorial, prod

from satdnd.engine.settings import Settings
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.kinds.inshi.model import ROOMS, Inshi, InshiSolution, Room
from satdnd.rules.factors import can_be_made
from satdnd.sat.budget import Budget
from satdnd.setter.parts import AdditionalClue, Change


def repairs(puzzle: Inshi, options: Settings, edits: int, budget: Budget) -> Iterator[Change[Inshi]]:
    """Every puzzle with exactly *edits* other possible products that together multiply to that of a Latin square.

    Not all of them have a solution. Raises Undecided.
    """
    size = puzzle.size
    whole = factorial(size) ** size
    for rooms in combinations(puzzle.rooms, edits):
        left, rest = divmod(whole, prod(room.product for room in puzzle.rooms) // prod(room.product for room in rooms))
        if rest or not rooms:
            continue
        *free, last = rooms
        choices = [[p for p in _products(len(room), size, left, budget) if p != room.product] for room in free]
        for found in product(*choices):
            budget.check()
            other, rest = divmod(left, prod(found))
            if not rest and other != last.product and can_be_made(other, len(last), size):
                yield _changed(puzzle, rooms, (*found, other))


def _products(length: int, size: int, whole: int, budget: Budget) -> list[int]:
    """The products of *length* different values from 1 to *size* that divide *whole*, in order. Raises Undecided."""
    found: list[set[int]] = [{1}, *(set() for _ in range(length))]
    for value in range(1, size + 1):
        for count in range(length, 0, -1):
            budget.check()
            found[count] |= {p * value for p in found[count - 1] if whole % (p * value) == 0}
    return sorted(found[length])


def _changed(puzzle: Inshi, chosen: Sequence[Room], products: Sequence[int]) -> Change[Inshi]:
    new = {room.cells[0]: number for room, number in zip(chosen, products, strict=True)}
    edits = (f"{ROOMS.name_of(room.cells[0])}: {new[room.cells[0]]} instead of {room.product}" for room in chosen)
    name = f"{puzzle.name} (repaired)" if puzzle.name else ""
    rooms = ROOMS.changed(puzzle.rooms, new)
    return Change(tuple(edits), replace(puzzle, rooms=rooms, name=name, extra={}), frozenset(new.items()))


def additional_clues(puzzle: Inshi, solution: InshiSolution) -> list[AdditionalClue[InshiSolution]]:
    """Each room cut in two at each position, with the products of both parts."""
    found = []
    for i, room in enumerate(puzzle.rooms):
        for k in range(1, len(room)):
            one = prod(solution.grid[r][c] for r, c in room.cells[:k])
            wall = f"a wall {'below' if room.downward else 'to the right of'} {cell_name(room.cells[k - 1])}"
            text = f"{wall}: {one} and {room.product // one} instead of {room.product}"
            found.append(AdditionalClue(text, ((i, k), one), partial(_product_is, room.cells[:k], one), wall))
    return found


def with_walls(puzzle: Inshi, walls: Mapping[tuple[int, int], int]) -> Inshi:
    """*puzzle* with walls in rooms: (the room's number, the number of cells before the wall) -> their product."""
    rooms = list[Room]()
    for i, room in enumerate(puzzle.rooms):
        started, done = 0, 1
        for (_, k), one in sorted(wall for wall in walls.items() if wall[0][0] == i):
            rooms.append(Room(one // done, room.cells[started:k]))
            started, done = k, one
        rooms.append(Room(room.product // done, room.cells[started:]))
    return Inshi(puzzle.size, tuple(rooms))


def _product_is(cells: Sequence[Cell], product: int, solution: InshiSolution) -> bool:
    return product == prod(solution.grid[r][c] for r, c in cells)
