"""Boards carved at random: rooms first, then corridors that grow from one cell until nothing more can be opened.

Any connected set of open cells without an open 2x2 block, plus rooms with one entrance each, is a legal dungeon once
every dead end holds a monster; so boards are carved directly, and only uniqueness needs a search.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial

from satdnd.grid.bitboard import Bitboard, Grid, grid, scan
from satdnd.kinds.dungeon.layout import Frame, Symmetry, image, legal, orbit, outlines
from satdnd.sat.budget import Budget

LONGEST_STUB = 2
"""Cells of a short dead end."""
_LONG = 1 << 12
"""Corners that are shuffled between two looks at the budget."""
_BINARY = bytes.maketrans(b"\0\1", b"01")


@dataclass(frozen=True)
class Carving:
    """What a carved board should be like."""

    height: int = 8
    width: int = 8
    rooms: int = 1
    """Treasure rooms tried for; fewer where they do not fit."""
    loops: float = 0.1
    """Chance (0..1) that a cell which closes a loop is opened nevertheless."""
    cramped: bool = False
    """Whether rooms may cut the space for corridors into parts, where so many do not fit otherwise."""
    symmetry: Symmetry = "none"
    """Of the walls, and with them of rooms and dead ends; where in its room a treasure lies is free."""
    pruned: float = 0
    """Most of the short dead ends that are closed again, as a share; not of a cramped board that lacks rooms."""


def carve(carving: Carving, rng: random.Random, budget: Budget | None = None) -> tuple[Bitboard, Bitboard]:
    """A random legal board: (walls, treasures) as bitboards.

    Cost: linear in the cells times their neighbours.
    """
    frame, opens = carve_frame(carving, rng, budget or Budget())
    return frame.geometry.all & ~opens, place_treasures(frame, rng)


def carve_frame(carving: Carving, rng: random.Random, budget: Budget) -> tuple[Frame, Bitboard]:
    """The rooms of a random legal board, and all its open cells; none (0) where nothing could be opened."""
    geometry = grid(carving.height, carving.width)
    make = carve_cells if carving.symmetry == "none" else _carve_symmetric
    rooms, opens = make(geometry, carving, rng, budget)
    return Frame(geometry, rooms), opens


def carve_cells(
    geometry: Grid, carving: Carving, rng: random.Random, budget: Budget
) -> tuple[list[Bitboard], Bitboard]:
    """As `carve_frame`, without symmetry."""
    rooms, kept = place_rooms(geometry, carving, rng, budget)
    inside = 0
    for room in rooms:
        inside |= room
    opens = grow(geometry, geometry.all & ~inside & ~kept, carving, rng, budget)
    within = 0
    entered = []
    for room in rooms:
        budget.check()
        others = geometry.border(inside & ~room)  # an entrance must not open a second room
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
    """A treasure somewhere in each room."""
    treasures = 0
    for room in frame.rooms:
        treasures |= 1 << rng.choice(list(scan(room)))
    return treasures


def _carve_symmetric(
    geometry: Grid, carving: Carving, rng: random.Random, budget: Budget
) -> tuple[list[Bitboard], Bitboard]:
    """As `carve_frame`, by cells and their images at once; no open cell where the halves did not meet."""
    own = partial(orbit, geometry, carving.symmetry)
    rooms, kept = place_rooms(geometry, carving, rng, budget)
    frame = Frame(geometry, rooms)
    free = geometry.all & ~kept & ~frame.inside
    if not free:
        return rooms, 0

    def closes(opens: Bitboard, new: Bitboard) -> int:
        """Loops that open together with *new*, or parts that are joined: edges less cells."""
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
    """Disjoint 3x3 blocks that do not touch, with their images, and the cells beside them, walls but for one each."""
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
    """A room, *cells*, with its image; 0 where they would touch, or have one entrance, which would be its own image."""
    both = image(geometry, symmetry, cells)
    if both == cells:
        return 0 if symmetry == "rotation" else both
    return 0 if both.bit_count() % 9 or geometry.border(cells) & both else both


def shuffle(items: list[int], first: int, last: int, rng: random.Random, budget: Budget) -> None:
    """That part as ``chance.shuffle`` does it, but a long one does not keep it from its limits."""
    for i in range(last - first - 1, 0, -1):
        if i % _LONG == 0:
            budget.check()
        j = rng.randrange(i + 1)
        items[first + i], items[first + j] = items[first + j], items[first + i]


def grow(geometry: Grid, free: Bitboard, carving: Carving, rng: random.Random, budget: Budget) -> Bitboard:
    """Open cells of *free* one after another, connected, without an open 2x2 block.

    In lists of cells, with a rim around the board: a step costs the same on every size.
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
    return 0 if count < 2 else joined(opened, geometry)  # a lone cell is no dungeon


def joined(opened: list[int], geometry: Grid) -> Bitboard:
    """The set of cells that a list with a rim says."""
    stride = geometry.width + 2
    rows = (bytes(opened[first + 1 : first + stride - 1]) for first in range(stride, len(opened) - stride, stride))
    return int(b"".join(rows)[::-1].translate(_BINARY), 2)


def prune(
    geometry: Grid, rooms: list[Bitboard], opens: Bitboard, carving: Carving, rng: random.Random, budget: Budget
) -> Bitboard:
    """The open cells without up to a share of the short dead ends: longer corridors, as people draw them."""
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
