"""New dungeons: carve a board that keeps the rules, read the puzzle off it, and ask the solver whether it is unique.

Any connected set of open cells without an open 2x2 block, plus rooms with one entrance each, is a legal dungeon once
every dead end holds a monster; so boards are carved directly, and only uniqueness needs a search. Everything random
comes from one `random.Random`, so a seed gives the same board on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from satdnd.bitboard import Bitboard, Grid, counted, grid, scan
from satdnd.budget import Budget
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.kind import Recipe
from satdnd.options import option
from satdnd.puzzles.dungeon.model import Dungeon

MOST_CELLS = 200_000 * 64
"""Cells carved for one puzzle before the generator says that it cannot: about a minute at every size."""
EFFORT = 20_000
"""Conflicts after which a board is given up though it may be unique: no clock, the same on every machine."""
MOST_EFFORT = 25 * EFFORT
"""Conflicts spent for one puzzle before the generator says that it cannot: some minutes at 30x30."""


_BINARY = bytes.maketrans(b"\0\1", b"01")


@dataclass(frozen=True, kw_only=True)
class DungeonRecipe(Recipe):
    """What a generated puzzle should be like."""

    height: int = option(8, "Rows.", low=1, high=1000)
    width: int = option(8, "Columns.", low=1, high=1000)
    unique: bool = option(True, "Exactly one solution.", switch="--unique/--any")
    monsters: int | None = option(None, "Exactly so many.", low=0)
    treasures: int | None = option(None, "Exactly so many.", low=0)
    loops: float | None = option(None, "How readily loops close, 0 to 1 (0.1).", low=0, high=1)
    needs: Literal["connectivity"] | None = option(None, "Unique only thanks to that rule.")


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


def generate(
    chance: random.Random, recipe: DungeonRecipe, budget: Budget, solutions: Callable[[Dungeon, str, Budget], int]
) -> Dungeon:
    """A puzzle as *recipe* says: boards are carved until one has all of it.

    Args:
        chance: the only source of randomness.
        recipe: what is wished for; ``needs="connectivity"``: one connected solution, but further boards that keep
            every local rule.
        budget: how long it may take.
        solutions: (puzzle, topology, budget) -> number of its solutions, 2 for more.

    Raises:
        UsageError: a grid too small for what it is to hold.
        CannotFulfil: none of the boards that were tried has it all.
        Undecided: the budget ran out.
    """
    height, width, treasures, monsters = recipe.height, recipe.width, recipe.treasures, recipe.monsters
    if treasures and (treasures * 9 > height * width or min(height, width) < 3):
        raise UsageError(f"{counted(treasures, 'treasure room')} of 3x3 cannot fit into {height}x{width}")
    if monsters and monsters > max(2, height * width // 2):
        raise UsageError(f"{counted(monsters, 'monster')}, each in a dead end, cannot fit into {height}x{width}")
    if height * width < 2:
        raise UsageError("a dungeon of one cell has no open cell, and nothing to find")
    nearest: int | None = None
    boards = others = hard = 0
    effort = budget.part(conflicts=MOST_EFFORT)
    most = 1 + MOST_CELLS // (height * width)

    def told() -> str:
        """How far it came."""
        told = f"{boards} that were carved"
        told += "" if nearest is None else f"; the nearest to the number of monsters had {nearest}"
        told += f"; not unique as wished: {others}" if others else ""
        return told + (f"; too hard to tell: {hard}" if hard else "")

    def has(puzzle: Dungeon, topology: str, wanted: int) -> bool:
        """Whether the number of solutions is the one that is wanted; no where that is too hard to tell."""
        nonlocal others, hard
        part = effort.part(conflicts=EFFORT)
        try:
            fits = solutions(puzzle, topology, part) == wanted
        except Undecided:
            if part.conflicts or budget.spent:
                raise
            hard += 1
            return False
        others += not fits
        return fits

    try:
        while boards < most and effort.conflicts:
            budget.check()
            boards += 1
            if recipe.needs:  # loops that close early leave rings apart, which is what local rules cannot see
                rooms, loops, density = chance.randint(0, 2), chance.choice((0.3, 0.6, 0.9)), 1.0
            else:  # full boards are the best puzzles; to meet a number of monsters, sparser ones are tried as well
                rooms = chance.randint(0, 1 + height * width // 60) if treasures is None else treasures
                loops, density = 0.1, 1.0 if monsters is None else chance.uniform(0.3, 1.0)
            rooms = rooms if treasures is None else treasures
            loops = loops if recipe.loops is None else recipe.loops
            walls, kept = carve(Carving(height, width, rooms, loops, density), chance, budget)
            puzzle = puzzle_of(height, width, walls, kept)
            found = len(puzzle.monsters)
            if walls == puzzle.grid.all or (treasures is not None and len(puzzle.treasures) != treasures):
                continue
            if monsters is not None and found != monsters:
                if nearest is None or abs(found - monsters) < abs(nearest - monsters):
                    nearest = found
                continue
            if (recipe.unique or recipe.needs) and not has(puzzle, "connected", 1):
                continue
            if recipe.needs and not has(puzzle, "local", 2):
                continue
            return puzzle
    except Undecided as error:
        raise Undecided(f"{error}: no board with these wishes was found among {told()}") from None
    raise CannotFulfil(f"no board with these wishes was found among {told()}; wish for less")


def carve(carving: Carving, chance: random.Random, budget: Budget | None = None) -> tuple[Bitboard, Bitboard]:
    """A random legal board: (walls, treasures) as bitboards.

    Cost: linear in the cells times their neighbours.
    """
    geometry = grid(carving.height, carving.width)
    budget = budget or Budget()
    rooms, kept = _place_rooms(geometry, carving.rooms, chance, budget)
    inside = 0
    for room in rooms:
        inside |= room
    free = geometry.all & ~inside & ~kept
    open_cells = _grow(geometry, free, carving, chance, budget)
    treasures = 0
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
            treasures |= 1 << chance.choice(list(scan(room)))
    return geometry.all & ~open_cells, treasures


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


def _place_rooms(geometry: Grid, count: int, chance: random.Random, budget: Budget) -> tuple[list[Bitboard], Bitboard]:
    """Disjoint 3x3 blocks that do not touch, and the cells beside them that stay walls but for one."""
    corners = [(r, c) for r in range(geometry.height - 2) for c in range(geometry.width - 2)]
    chance.shuffle(corners)
    rooms: list[Bitboard] = []
    taken = border = 0
    for r, c in corners:
        if len(rooms) == count:
            break
        budget.check()
        room = geometry.block(r, c, 3, 3)
        if not room & (taken | border) and not geometry.border(room) & taken:
            rooms.append(room)
            taken |= room
            border |= geometry.border(room)
    return rooms, border


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
