"""New dungeons: carve a board that keeps the rules, read the puzzle off it, and ask the solver whether it is unique.

Any connected set of open cells without an open 2x2 block, plus rooms with one entrance each, is a legal dungeon once
every dead end holds a monster; so boards are carved directly, and only uniqueness needs a search. Everything random
comes from one `random.Random`, so a seed gives the same board on every machine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from satdnd.bitboard import Bitboard, Grid, grid, scan
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.puzzles.dungeon.model import Dungeon

MOST_TRIES = 200_000
"""Boards carved for one puzzle before the generator says that it cannot: about a minute at 8x8."""
RECIPE_FIELDS = ("height", "width", "unique", "monsters", "treasures", "loops", "needs")


@dataclass(frozen=True)
class Recipe:
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
    chance: random.Random,
    wishes: Mapping[str, Any],
    deadline: float | None,
    solutions: Callable[[Dungeon, str], int],
) -> Dungeon:
    """A puzzle with the given wishes: boards are carved until one has them.

    Args:
        chance: the only source of randomness.
        wishes: ``height``, ``width`` (8), ``unique`` (True), ``monsters`` and ``treasures`` (exact numbers; any),
            ``loops`` (0..1, 0.1), ``needs`` (``connectivity``: one connected solution, but further boards that keep
            every local rule).
        deadline: value of time.monotonic() at which to give up.
        solutions: (puzzle, topology) -> number of its solutions, 2 for more.

    Raises:
        UsageError: a grid too small for what it is to hold, or a wish that makes no sense.
        CannotFulfil: none of `MOST_TRIES` boards has them.
        Undecided: the deadline passed.
    """
    height, width = wishes.get("height", 8), wishes.get("width", 8)
    treasures, monsters = wishes.get("treasures"), wishes.get("monsters")
    needs, unique = wishes.get("needs"), wishes.get("unique", True)
    if needs not in (None, "connectivity"):
        raise UsageError(f"needs is {needs!r}, expected 'connectivity'")
    if not 0 <= wishes.get("loops", 0) <= 1:
        raise UsageError(f"loops is {wishes['loops']!r}, expected a number from 0 to 1")
    if (monsters or 0) < 0 or (treasures or 0) < 0:
        raise UsageError("the numbers of monsters and treasures cannot be negative")
    if height < 1 or width < 1:
        raise UsageError(f"a dungeon needs at least one row and one column, not {height}x{width}")
    if treasures and (treasures * 9 > height * width or min(height, width) < 3):
        raise UsageError(f"{treasures} treasure rooms of 3x3 do not fit into {height}x{width}")
    if monsters and monsters > max(2, height * width // 2):
        raise UsageError(f"{monsters} monsters, each in a dead end, do not fit into {height}x{width}")
    if height * width < 2:
        raise UsageError("a dungeon of one cell has no open cell, and nothing to find")
    for _ in range(MOST_TRIES):
        if deadline is not None and time.monotonic() >= deadline:
            raise Undecided("no board with these wishes was found in time; give it more, or wish for less")
        if needs:  # loops that close early leave rings apart, which is what local rules cannot see
            rooms, loops = chance.randint(0, 2), chance.choice((0.3, 0.6, 0.9))
            rooms = rooms if treasures is None else treasures
            recipe = Recipe(height, width, rooms, wishes.get("loops", loops))
        else:
            rooms = chance.randint(0, 1 + height * width // 60) if treasures is None else treasures
            recipe = Recipe(height, width, rooms, wishes.get("loops", 0.1), _density(chance, monsters))
        walls, kept = carve(recipe, chance)
        puzzle = puzzle_of(height, width, walls, kept)
        if walls == puzzle.grid.all:
            continue
        if monsters is not None and len(puzzle.monsters) != monsters:
            continue
        if treasures is not None and len(puzzle.treasures) != treasures:
            continue
        if (unique or needs) and solutions(puzzle, "connected") != 1:
            continue
        if needs and solutions(puzzle, "local") < 2:
            continue
        return puzzle
    raise CannotFulfil(f"no board with these wishes among {MOST_TRIES} that were carved; wish for less")


def _density(chance: random.Random, monsters: int | None) -> float:
    """Full boards are the best puzzles; to meet a number of monsters, sparser ones are tried as well."""
    return 1.0 if monsters is None else chance.uniform(0.3, 1.0)


def carve(recipe: Recipe, chance: random.Random) -> tuple[Bitboard, Bitboard]:
    """A random legal board: (walls, treasures) as bitboards.

    Cost: linear in the cells times their neighbours.
    """
    geometry = grid(recipe.height, recipe.width)
    rooms, kept = _place_rooms(geometry, recipe.rooms, chance)
    inside = 0
    for room in rooms:
        inside |= room
    free = geometry.all & ~inside & ~kept
    open_cells = _grow(geometry, free, recipe, chance)
    treasures = 0
    for room in rooms:
        others = geometry.border(inside & ~room)  # an entrance must not open a second room
        doors = [
            1 << i
            for i in scan(geometry.border(room) & geometry.neighbours(open_cells) & ~others)
            if not _makes_square(geometry, open_cells | 1 << i, 1 << i)
            and (recipe.loops or (geometry.neighbours(1 << i) & open_cells).bit_count() == 1)
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


def _place_rooms(geometry: Grid, count: int, chance: random.Random) -> tuple[list[Bitboard], Bitboard]:
    """Disjoint 3x3 blocks that do not touch, and the cells beside them that stay walls but for one."""
    corners = [(r, c) for r in range(geometry.height - 2) for c in range(geometry.width - 2)]
    chance.shuffle(corners)
    rooms: list[Bitboard] = []
    taken = border = 0
    for r, c in corners:
        if len(rooms) == count:
            break
        room = geometry.block(r, c, 3, 3)
        if not room & (taken | border) and not geometry.border(room) & taken:
            rooms.append(room)
            taken |= room
            border |= geometry.border(room)
    return rooms, border


def _grow(geometry: Grid, free: Bitboard, recipe: Recipe, chance: random.Random) -> Bitboard:
    """Open cells of *free* one after another, connected, without an open 2x2 block."""
    if not free:
        return 0
    start = 1 << chance.choice(list(scan(free)))
    open_cells, frontier = start, [start]
    wanted = recipe.density * free.bit_count()
    while frontier and open_cells.bit_count() < wanted:
        i = chance.randrange(len(frontier))
        frontier[i], frontier[-1] = frontier[-1], frontier[i]
        cell = frontier.pop()
        if cell != start:
            around = (geometry.neighbours(cell) & open_cells).bit_count()
            if open_cells & cell or (around > 1 and chance.random() >= recipe.loops):
                continue
            if _makes_square(geometry, open_cells | cell, cell):
                continue
            open_cells |= cell
        frontier += [1 << j for j in scan(geometry.neighbours(cell) & free & ~open_cells)]
    if open_cells == start:  # a lone cell is no dungeon
        return 0
    return open_cells


def _makes_square(geometry: Grid, open_cells: Bitboard, cell: Bitboard) -> bool:
    """Whether *cell*, opened, belongs to an open 2x2 block."""
    for pair in (cell | geometry.east(cell), cell | geometry.west(cell)):
        for square in (pair | geometry.north(pair), pair | geometry.south(pair)):
            if square.bit_count() == 4 and not square & ~open_cells:
                return True
    return False
