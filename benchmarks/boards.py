"""Dungeons to be measured, from fixed seeds: carved ones, and large ones that given cells make unique."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from satdnd import Dungeon, Solver
from satdnd.engine.answer import UNIQUE
from satdnd.engine.search import open_session
from satdnd.errors import Undecided
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.large import Large
from satdnd.kinds.dungeon.model import DungeonSolution
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.budget import Budget

INSTANCES = Path(__file__).parent.parent / "instances"


def carved(height: int, width: int, seed: int, rooms: int) -> tuple[Dungeon, Bitboard]:
    """A puzzle read off a carved board, and the board; at 8x8 96 of 100 are unique, at 24x24 20."""
    walls, treasures = carve(Carving(height, width, rooms), random.Random(seed))
    return puzzle_of(height, width, walls, treasures, name=f"{height}x{width} {seed}"), walls


def puzzles(height: int, width: int, count: int, rooms: int = 1) -> list[Dungeon]:
    """*count* carved puzzles, seeds 0, 1, ..."""
    return [carved(height, width, seed, rooms)[0] for seed in range(count)]


def with_givens(side: int, seed: int, rooms: int = 8) -> Dungeon:
    """A carved puzzle with so many given cells that it is unique.

    Each is one in which another solution differs; a random one where none is found within 3,000 conflicts.
    """
    puzzle, walls = carved(side, side, seed, rooms)
    rng, geometry = random.Random(seed), puzzle.grid
    encoding, given = Large(puzzle, DungeonOptions()), 0
    with open_session(encoding, "auto", Budget()) as session:
        session.add(encoding.blocking_clause(puzzle, DungeonSolution(side, side, walls)))
        while True:
            try:
                budget = Budget.of(conflicts=3000)
                model = session.next_model(refine=lambda model: encoding.cuts(puzzle, model), budget=budget)
                if model is None:
                    break
                apart = encoding.board(model) ^ walls
            except Undecided:
                apart = geometry.all & ~given & ~puzzle.monster_mask & ~puzzle.treasure_mask
            i = rng.choice(list(scan(apart)))
            given |= 1 << i
            session.add([i + 1 if walls >> i & 1 else -i - 1])
    return replace(puzzle, walls=given & walls, opens=given & ~walls)


def unique(side: int, count: int) -> list[Dungeon]:
    """Unique puzzles: up to 24x24 carved ones that are, the large ones with many monsters; above with given cells."""
    if side > 24:
        return [with_givens(side, seed) for seed in range(count)]
    rooms, fewest = (8, side) if side > 8 else (1, 0)
    solver, found, seed = Solver(), list[Dungeon](), 0
    while len(found) < count:
        puzzle = carved(side, side, seed, rooms)[0]
        if len(puzzle.monsters) > fewest and solver.unique(puzzle).status == UNIQUE:
            found.append(puzzle)
        seed += 1
    return found
