"""Random boards: rooms are placed first, then corridors grow from one cell until no further cell can be opened.

A connected set of open cells without an open 2x2 block, plus rooms with one entrance each, is a legal dungeon once
every dead end holds a monster. So boards are made without search; only uniqueness needs one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial

from satdnd.grid.bitboard import Bitboard, Grid, grid, scan
from satdnd.kinds.dungeon.layout import Frame, Symmetry, image, legal, orbit, outlines
from satdnd.sat.budget import Budget

LONGEST_STUB = 2
"""The maximum number of cells of a short dead end."""
_LONG = 1 << 12
"""The number of items shuffled between two checks of the budget."""
_BINARY = bytes.maketrans(b"\0\1", b"01")


@dataclass(frozen=True)
class Carving:
    """Parameters of a random board."""

    height: int = 8
    width: int = 8
    rooms: int = 1
    """The number of treasure rooms; fewer are placed if they do not fit."""
    loops: float = 0.1
    """The probability (0..1) of opening a cell that closes a loop."""
    cramped: bool = False
    """Whether rooms may separate parts of the corridors, if otherwise they do not fit."""
    symmetry: Symmetry = "none"
    """The symmetry of the walls, and so of rooms and dead ends; the places of treasures within rooms are free."""
    pruned: float = 0
    """The maximum share of short dead ends to close again; ignored for a cramped board that lacks rooms."""


def carve(carving: Carving, rng: random.Random, budget: Budget | None = None) -> tuple[Bitboard, Bitboard]:
    """A random legal board: (walls, treasures) as bitboards.

    Cost: linear in the number of cells.
    """
    frame, opens = carve_frame(carving, rng, budget or Budget())
    return frame.geometry.all & ~opens, place_treasures(frame, rng)


def carve_frame(carving: Carving, rng: random.Random, budget: Budget) -> tuple[Frame, Bitboard]:
    """The rooms of a random legal board, and all its open cells; 0 if no cell can be opened."""
    geometry = grid(carving.height, carving.width)
    make = carve_cells if carving.symmetry == "none" else _carve_symmetric
    rooms, opens = make(geometry, carving, rng, budget)
    return Frame(geometry, rooms), opens


def carve_cells(
    geometry: Grid, carving: Carving, rng: random.Random, budget: Budget
) -> tuple[list[Bitboard], Bitboard]:
    """`carve_frame` without symmetry."""
    rooms, kept = place_rooms(geometry, carving, rng, budget)
    inside = 0
    for room in rooms:
        inside |= room
    opens = grow(geometry, geometry.all & ~inside & ~kept, carving, rng, budget)
    within = 0
    entered = []
    for room in rooms:
        budget.check()
        others = geometry.border(inside & ~room)  # an entrance must not border a second room
        doors = []
        for i in scan(geometry.border(room) & geometry.neighbours(opens) & ~others):
            door = 1 << i
            if not geometry.squares(opens | door) & ~within and (
                carving.loops or (geometry.neighbours(door) & opens).bit_count() == 1
            ):
                doors.append(door)
        if doors:
            opens |= rng.choice(doors) | room
            within |= geometry.squares(room)
            entered.append(room)
    return entered, prune(geometry, entered, opens, carving, rng, budget)


def place_treasures(frame: Frame, rng: random.Random) -> Bitboard:
    """A treasure in a random cell of each room."""
    treasures = 0
    for room in frame.rooms:
        treasures |= 1 << rng.choice(list(scan(room)))
    return treasures


def _carve_symmetric(
    geometry: Grid, carving: Carving, rng: random.Random, budget: Budget
) -> tuple[list[Bitboard], Bitboard]:
    """`carve_frame` with symmetry: opens cells and their images together; returns 0 if the halves do not meet."""
    own = partial(orbit, geometry, carving.symmetry)
    rooms, kept = place_rooms(geometry, carving, rng, budget)
    frame = Frame(geometry, rooms)
    free = geometry.all & ~kept & ~frame.inside
    if not free:
        return rooms, 0

    def closes(opens: Bitboard, new: Bitboard) -> int:
        """The number of loops that opening *new* closes, or parts that it joins: edges less cells."""
        more = opens | new
        return (
            sum(
                (more & step(more)).bit_count() - (opens & step(opens)).bit_count()
                for step in (geometry.west, geometry.north)
            )
            - new.bit_count()
        )

    starts = []
    for i in scan(free):
        budget.check()
        if geometry.connected(own(i)):
            starts.append(i)
    opens = own(rng.choice(starts or list(scan(free))))
    count = free.bit_count()
    frontier = list(scan(geometry.border(opens) & free))
    while frontier and opens.bit_count() < count:
        budget.check()
        i = rng.randrange(len(frontier))
        frontier[i], frontier[-1] = frontier[-1], frontier[i]
        new = own(frontier.pop())
        if new & opens or geometry.squares(opens | new) or (closes(opens, new) > 0 and rng.random() >= carving.loops):
            continue
        opens |= new
        frontier += scan(geometry.border(new) & free & ~opens)
    waiting = list(frame.rooms)
    while waiting:
        room = waiting[0]
        both = image(geometry, carving.symmetry, room)
        doors = [
            door
            for i in scan(geometry.border(room) & geometry.neighbours(opens))
            if not (door := own(i)) & both
            and (door & geometry.border(room)).bit_count() == 1
            and not geometry.squares(opens | door) & ~frame.squares
            and not door & geometry.border(frame.inside & ~both)
        ]
        waiting = [other for other in waiting if not other & both]
        if not doors:
            return rooms, 0
        opens |= rng.choice(doors) | both
    if not geometry.connected(opens):
        joints = list(scan(geometry.border(opens) & free))
        rng.shuffle(joints)
        joined = 0
        while joints and not joined:
            budget.check()
            more = opens | own(joints.pop(0))
            joined = more if frame.legal(more) else 0
        opens = joined
    return rooms, prune(geometry, rooms, opens, carving, rng, budget) if frame.legal(opens) else 0


def place_rooms(
    geometry: Grid, carving: Carving, rng: random.Random, budget: Budget
) -> tuple[list[Bitboard], Bitboard]:
    """Disjoint 3x3 rooms that do not touch, with their images, and their border cells, all walls but one each."""
    width = geometry.width
    corners = [r * width + c for r in range(geometry.height - 2) for c in range(width - 2)]
    half = len(corners)
    budget.check()
    if carving.cramped:
        corners = corners + corners
    if carving.rooms:
        shuffle(corners, 0, half, rng, budget)
        shuffle(corners, half, len(corners), rng, budget)
    block = 7 | 7 << width | 7 << 2 * width
    rooms: list[Bitboard] = []
    taken = border = 0
    for k in range(len(corners)):
        if len(rooms) == carving.rooms:
            break
        budget.check()
        room = block << corners[k]
        if room & (taken | border):
            continue
        both = both_rooms(geometry, carving.symmetry, room)
        around = geometry.border(both)
        if not both or both & (taken | border) or around & taken or len(rooms) + both.bit_count() // 9 > carving.rooms:
            continue
        free = geometry.all & ~(taken | border | both | around)
        if k < half and not (free and geometry.connected(free)):
            continue
        rooms.append(room)
        if both != room:
            rooms.append(both & ~room)
        taken |= both
        border |= around
    return rooms, border


def both_rooms(geometry: Grid, symmetry: Symmetry, cells: Bitboard) -> Bitboard:
    """A room and its image, as cells; 0 if these would touch, or share an entrance."""
    both = image(geometry, symmetry, cells)
    if both == cells:
        return 0 if symmetry == "rotation" else both
    return 0 if both.bit_count() % 9 or geometry.border(cells) & both else both


def shuffle(items: list[int], first: int, last: int, rng: random.Random, budget: Budget) -> None:
    """``rng.shuffle`` for *items[first:last]*, with checks of the budget."""
    for i in range(last - first - 1, 0, -1):
        if i % _LONG == 0:
            budget.check()
        j = rng.randrange(i + 1)
        items[first + i], items[first + j] = items[first + j], items[first + i]


def grow(geometry: Grid, free: Bitboard, carving: Carving, rng: random.Random, budget: Budget) -> Bitboard:
    """Open random cells of *free*, connected and without an open 2x2 block.

    Boards are lists of cells with a border around them, so a step costs the same at every size.
    """
    if not free:
        return 0
    width, stride = geometry.width, geometry.width + 2
    closed = [0] * ((geometry.height + 2) * stride)  # 1: may be opened
    opened = [0] * len(closed)
    cells = [(i // width + 1) * stride + i % width + 1 for i in scan(free)]
    for cell in cells:
        closed[cell] = 1
    start = rng.choice(cells)
    count, frontier = 1, [start]
    while frontier and count < len(cells):
        budget.check()
        i = rng.randrange(len(frontier))
        cell = frontier[i]
        frontier[i] = frontier[-1]
        frontier.pop()
        if opened[cell]:
            continue
        north, west, east, south = cell - stride, cell - 1, cell + 1, cell + stride
        if opened[north] + opened[west] + opened[east] + opened[south] > 1 and rng.random() >= carving.loops:
            continue
        if (opened[west] and ((opened[north] and opened[north - 1]) or (opened[south] and opened[south - 1]))) or (
            opened[east] and ((opened[north] and opened[north + 1]) or (opened[south] and opened[south + 1]))
        ):
            continue  # an open 2x2 block
        opened[cell], closed[cell] = 1, 0
        count += cell != start
        for around in (north, west, east, south):
            if closed[around]:
                frontier.append(around)
    return 0 if count < 2 else joined(opened, geometry)  # a dungeon has at least two open cells


def joined(opened: list[int], geometry: Grid) -> Bitboard:
    """Convert a list of cells with a border to a bitboard."""
    stride = geometry.width + 2
    rows = (bytes(opened[first + 1 : first + stride - 1]) for first in range(stride, len(opened) - stride, stride))
    return int(b"".join(rows)[::-1].translate(_BINARY), 2)


def prune(
    geometry: Grid, rooms: list[Bitboard], opens: Bitboard, carving: Carving, rng: random.Random, budget: Budget
) -> Bitboard:
    """The open cells after closing at most a share of the short dead ends, which leaves longer corridors."""
    if not carving.pruned or not opens or (carving.cramped and len(rooms) != carving.rooms):
        return opens
    borders, inside, squares = outlines(geometry, rooms)
    doors = 0
    for border in borders:
        doors |= border
    ends = list(scan(geometry.degrees(opens).one & ~doors))
    shuffle(ends, 0, len(ends), rng, budget)
    for end in ends[: int(len(ends) * (carving.pruned * rng.random()))]:
        stub = before = 1 << end
        after = geometry.neighbours(before) & opens & ~stub
        while after & ~(doors | inside) and (geometry.neighbours(after) & opens).bit_count() == 2:
            stub, before = stub | after, after
            after = geometry.neighbours(before) & opens & ~stub
        closed = opens & ~image(geometry, carving.symmetry, stub)
        if stub.bit_count() <= LONGEST_STUB and legal(geometry, borders, squares, closed):
            opens = closed
    return opens
