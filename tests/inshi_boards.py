"""Rooms of factors by trying everything: what the tests hold the encoding and the generator against."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations
from math import prod

from satdnd.grid.bitboard import Cell
from satdnd.kinds.inshi.model import Inshi, Room

Grid = tuple[tuple[int, ...], ...]
Cut = tuple[tuple[Cell, ...], ...]


def is_latin(grid: Grid) -> bool:
    """Every row and every column holds 1..N."""
    wanted = set(range(1, len(grid) + 1))
    columns = [tuple(row[c] for row in grid) for c in range(len(grid))]
    return all(len(line) == len(wanted) and set(line) == wanted for line in [*grid, *columns])


@lru_cache
def latin_squares(size: int) -> list[Grid]:
    """All of them, row by row (up to size 4)."""
    found: list[Grid] = [()]
    for _ in range(size):
        found = [
            (*above, row)
            for above in found
            for row in permutations(range(1, size + 1))
            if all(row[c] != other[c] for other in above for c in range(size))
        ]
    return found


def cuts(size: int) -> Iterator[Cut]:
    """Every way to cut the grid into straight rooms."""

    def fill(free: frozenset[Cell], rooms: Cut) -> Iterator[Cut]:
        if not free:
            yield rooms
            return
        r, c = min(free)
        for down in (0, 1):
            room: Cut | tuple[Cell, ...] = ()
            for i in range(size):
                cell = (r + i, c) if down else (r, c + i)
                if cell not in free:
                    break
                room = (*room, cell)
                if not (down and i == 0):  # one cell has no direction
                    yield from fill(free - set(room), (*rooms, room))  # type: ignore[arg-type]

    yield from fill(frozenset((r, c) for r in range(size) for c in range(size)), ())


def products(grid: Grid, cut: Cut) -> tuple[int, ...]:
    """The products of the rooms."""
    return tuple(prod(grid[r][c] for r, c in room) for room in cut)


def puzzle(size: int, cut: Cut, clues: tuple[int, ...]) -> Inshi:
    """The puzzle with these rooms and clues."""
    return Inshi(size, tuple(Room(clue, room) for clue, room in zip(clues, cut, strict=True)))


def puzzles_of(size: int, cut: Cut) -> dict[tuple[int, ...], set[Grid]]:
    """The clues that some square has under *cut*, each with all squares that have them."""
    found: dict[tuple[int, ...], set[Grid]] = {}
    for grid in latin_squares(size):
        found.setdefault(products(grid, cut), set()).add(grid)
    return found


def brute_force(board: Inshi) -> set[Grid]:
    """All solutions, cell by cell in reading order; a room's product is looked at when it divides no longer."""
    size = board.size
    room_of = {cell: room for room in board.rooms for cell in room.cells}
    left = {room: (room.product, len(room)) for room in board.rooms}
    grid = [[0] * size for _ in range(size)]
    found: set[Grid] = set()

    def fill(i: int) -> None:
        if i == size * size:
            found.add(tuple(map(tuple, grid)))
            return
        r, c = divmod(i, size)
        room = room_of[r, c]
        rest, count = left[room]
        above = {grid[j][c] for j in range(r)}
        for v in range(1, size + 1):
            if v in above or v in grid[r][:c] or rest % v or (count == 1 and rest != v):
                continue
            grid[r][c] = v
            left[room] = rest // v, count - 1
            fill(i + 1)
        grid[r][c] = 0
        left[room] = rest, count

    fill(0)
    return found
