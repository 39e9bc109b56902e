"""Boards carved at random: rooms first, then corridors that grow from one cell until nothing more can be opened.

Any connected set of open cells without an open 2x2 block, plus rooms with one entrance each, is a legal dungeon once
every dead end holds a monster; so boards are carved directly, and only uniqueness needs a search.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import partial

from satdnd.grid.bitboard import Bitboard, Grid, grid, scan
from satdnd.kinds.dungeon.layout import Frame, Symmetry, image, orbit
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.sat.budget import Budget

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
    density: float = 1.0
    """How much of what can be opened is opened, 0..1."""
    cramped: bool = False
    """Whether rooms may cut the space for corridors into parts, where so many do not fit otherwise."""
    symmetry: Symmetry = "none"
    """Of the walls, and with them of rooms and dead ends; where in its room a treasure lies is free."""


def carve(carving: Carving, chance: random.Random, budget: Budget | None = None) -> tuple[Bitboard, Bitboard]:
    """A random legal board: (walls, treasures) as bitboards.

    Cost: linear in the cells times their neighbours.
    """
    frame, opens = carve_frame(carving, chance, budget or Budget())
    return frame.geometry.all & ~opens, place_treasures(frame, chance)


def carve_frame(carving: Carving, chance: random.Random, budget: Budget) -> tuple[Frame, Bitboard]:
    """The rooms of a random legal board, and all its open cells; none (0) where nothing could be opened."""
    geometry = grid(carving.height, carving.width)
    if carving.symmetry != "none":
        return _carve_symmetric(geometry, carving, chance, budget)
    rooms, kept = _place_rooms(geometry, carving, chance, budget)
    inside = 0
    for room in rooms:
        inside |= room
    free = geometry.all & ~inside & ~kept
    open_cells = _grow(geometry, free, carving, chance, budget)
    entered: list[Bitboard] = []
    for room in rooms:
        budget.check()
        others = geometry.border(inside & ~room)  # an entrance must not open a second room
        doors = [
            1 << i
            for i in scan(geometry.border(room) & geometry.neighbours(open_cells) & ~others)
            if not _makes_square(geometry, open_cells | 1 << i, 1 << i)
            and (carving.loops or (geometry.neighbours(1 << i) & open_cells).bit_count() == 1)
        ]
        if doors:
            open_cells |= chance.choice(doors) | room
            entered.append(room)
    return Frame(geometry, entered), open_cells


def place_treasures(frame: Frame, chance: random.Random) -> Bitboard:
    """A treasure somewhere in each room."""
    treasures = 0
    for room in frame.rooms:
        treasures |= 1 << chance.choice(list(scan(room)))
    return treasures


def _carve_symmetric(geometry: Grid, carving: Carving, chance: random.Random, budget: Budget) -> tuple[Frame, Bitboard]:
    """As `carve_frame`, by cells and their images at once; no open cell where the halves did not meet."""
    own = partial(orbit, geometry, carving.symmetry)
    rooms, kept = _place_rooms(geometry, carving, chance, budget)
    frame = Frame(geometry, rooms)
    free = geometry.all & ~kept & ~frame.inside
    if not free:
        return frame, 0

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
    opens = own(chance.choice(starts or list(scan(free))))
    count = free.bit_count()
    frontier = list(scan(geometry.border(opens) & free))
    while frontier and opens.bit_count() < carving.density * count:
        budget.check()
        i = chance.randrange(len(frontier))
        frontier[i], frontier[-1] = frontier[-1], frontier[i]
        new = own(frontier.pop())
        if (
            new & opens
            or geometry.squares(opens | new)
            or (closes(opens, new) > 0 and chance.random() >= carving.loops)
        ):
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
            if frame_door(geometry, both, door := own(i), room)
            and not geometry.squares(opens | door) & ~frame.squares
            and not door & geometry.border(frame.inside & ~both)
        ]
        waiting = [other for other in waiting if not other & both]
        if not doors:
            return frame, 0
        opens |= chance.choice(doors) | both
    if not geometry.connected(opens):
        joints = list(scan(geometry.border(opens) & free))
        chance.shuffle(joints)
        joined = 0
        while joints and not joined:
            budget.check()
            more = opens | own(joints.pop(0))
            joined = more if frame.legal(more) else 0
        opens = joined
    return frame, opens if frame.legal(opens) else 0


def frame_door(geometry: Grid, both: Bitboard, door: Bitboard, room: Bitboard) -> bool:
    """Whether *door* gives *room* one entrance."""
    return not door & both and (door & geometry.border(room)).bit_count() == 1


def puzzle_of(height: int, width: int, walls: Bitboard, treasures: Bitboard, name: str = "") -> Dungeon:
    """The puzzle whose solution is that board: its counts, its dead ends as monsters, its treasures."""
    geometry = grid(height, width)
    return Dungeon(
        rows=tuple((walls & line).bit_count() for line in geometry.rows),
        columns=tuple((walls & line).bit_count() for line in geometry.columns),
        monsters=tuple(geometry.cells(geometry.degrees(geometry.all & ~walls).one)),
        treasures=tuple(geometry.cells(treasures)),
        name=name,
    )


def _place_rooms(
    geometry: Grid, carving: Carving, chance: random.Random, budget: Budget
) -> tuple[list[Bitboard], Bitboard]:
    """Disjoint 3x3 blocks that do not touch, with their images, and the cells beside them, walls but for one each."""
    corners = [(r, c) for r in range(geometry.height - 2) for c in range(geometry.width - 2)] * (1 + carving.cramped)
    budget.check()
    half = len(corners) // 2 if carving.cramped else len(corners)
    if carving.rooms:
        first, second = corners[:half], corners[half:]
        _shuffle(first, chance, budget)
        _shuffle(second, chance, budget)
        corners = first + second
    rooms: list[Bitboard] = []
    taken = border = 0
    for k, (r, c) in enumerate(corners):
        if len(rooms) == carving.rooms:
            break
        budget.check()
        room = geometry.block(r, c, 3, 3)
        if room & (taken | border):
            continue
        both = image(geometry, carving.symmetry, room)
        if both == room:
            fits = carving.symmetry != "rotation"  # its one entrance would have to be its own image
        else:
            fits = both.bit_count() % 9 == 0 and not geometry.border(room) & both
        if carving.symmetry != "none":
            fits = fits and len(rooms) + both.bit_count() // 9 <= carving.rooms and not both & (taken | border)
        beside = geometry.border(both)
        if not fits or beside & taken:
            continue
        free = geometry.all & ~(taken | border | both | beside)
        if k < half and not (free and geometry.connected(free)):
            continue
        rooms += [room] if both == room else [room, both & ~room]
        taken |= both
        border |= beside
    return rooms, border


def _shuffle(items: list[tuple[int, int]], chance: random.Random, budget: Budget) -> None:
    """As ``chance.shuffle``, but long lists do not keep it from its limits."""
    if len(items) < _LONG:
        chance.shuffle(items)
        return
    for i in range(len(items) - 1, 0, -1):
        if i % _LONG == 0:
            budget.check()
        j = chance.randrange(i + 1)
        items[i], items[j] = items[j], items[i]


def _grow(geometry: Grid, free: Bitboard, carving: Carving, chance: random.Random, budget: Budget) -> Bitboard:
    """Open cells of *free* one after another, connected, without an open 2x2 block.

    On bytes, with a rim around the board: a step costs the same on every size.
    """
    if not free:
        return 0
    width, stride = geometry.width, geometry.width + 2
    allowed, opened = (bytearray((geometry.height + 2) * stride) for _ in range(2))
    cells = [(i // width + 1) * stride + i % width + 1 for i in scan(free)]
    for cell in cells:
        allowed[cell] = 1
    start = chance.choice(cells)
    opened[start], count, frontier = 1, 1, [start]
    while frontier and count < carving.density * len(cells):
        budget.check()
        i = chance.randrange(len(frontier))
        frontier[i], frontier[-1] = frontier[-1], frontier[i]
        cell = frontier.pop()
        around = (cell - stride, cell - 1, cell + 1, cell + stride)
        if cell != start:
            if opened[cell] or (sum(opened[k] for k in around) > 1 and chance.random() >= carving.loops):
                continue
            if any(
                opened[cell + side] and opened[cell + down] and opened[cell + side + down]
                for side in (-1, 1)
                for down in (-stride, stride)
            ):
                continue  # an open 2x2 block
            opened[cell] = 1
            count += 1
        frontier += [k for k in around if allowed[k] and not opened[k]]
    if count == 1:  # a lone cell is no dungeon
        return 0
    rows = (opened[first + 1 : first + 1 + width] for first in range(stride, len(opened) - stride, stride))
    return int(b"".join(rows)[::-1].translate(_BINARY), 2)


def _makes_square(geometry: Grid, open_cells: Bitboard, cell: Bitboard) -> bool:
    """Whether *cell*, opened, belongs to an open 2x2 block."""
    for pair in (cell | geometry.east(cell), cell | geometry.west(cell)):
        for square in (pair | geometry.north(pair), pair | geometry.south(pair)):
            if square.bit_count() == 4 and not square & ~open_cells:
                return True
    return False
