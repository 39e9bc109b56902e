"""Pocket clauses: each says that one certain board falls apart, and all that there are of their kind are said."""

from __future__ import annotations

import random

import pytest

from satdnd.grid.bitboard import Bitboard, Grid, grid, scan
from satdnd.kinds.dungeon.board_shape import puzzle_of
from satdnd.kinds.dungeon.carve import Carving, carve
from satdnd.kinds.dungeon.pocket_clauses import pockets


def forbidden(clause: list[int]) -> tuple[Bitboard, Bitboard]:
    """The open cells and the walls that a clause does not allow together."""
    return sum(1 << x - 1 for x in clause if x > 0), sum(1 << -x - 1 for x in clause if x < 0)


def by_definition(geometry: Grid, monsters: Bitboard, walls: Bitboard, opens: Bitboard) -> set[tuple[Bitboard, ...]]:
    """Cell by cell and pair by pair: closed once the other cells around are walls, and not all that is open."""
    found = set()
    for one in range(geometry.size):
        for other in {one, one + 1 if (one + 1) % geometry.width else one, one + geometry.width}:
            if other >= geometry.size:
                continue
            cells = 1 << one | 1 << other
            held = geometry.border(cells) & monsters
            if cells & (monsters | walls) or not opens & ~cells & ~held:
                continue
            exits = [(geometry.neighbours(1 << i) & (cells | held)).bit_count() for i in scan(cells)]
            if min(exits) > 1:
                found.add((cells, geometry.border(cells) & ~monsters & ~walls))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_every_pocket_is_said_and_is_one(seed: int) -> None:
    """On carved boards with some walls given, and on random monsters as dense as can be."""
    rng = random.Random(seed)
    height, width = rng.randrange(3, 12), rng.randrange(3, 12)
    geometry = grid(height, width)
    if seed % 2:
        board, treasures = carve(Carving(height, width, 1), rng)
        puzzle = puzzle_of(height, width, board, treasures)
        monsters, walls = puzzle.monster_mask, board & rng.getrandbits(geometry.size)
        opens = monsters | puzzle.treasure_mask
    else:
        monsters = rng.getrandbits(geometry.size) & rng.getrandbits(geometry.size)
        walls = rng.getrandbits(geometry.size) & rng.getrandbits(geometry.size) & ~monsters
        opens = monsters | rng.getrandbits(geometry.size) & rng.getrandbits(geometry.size) & ~walls
    clauses = pockets(geometry, monsters, walls, opens)
    said = {forbidden(clause) for clause in clauses}
    assert len(said) == len(clauses)
    assert said == by_definition(geometry, monsters, walls, opens)
    for cells, border in said:
        # A monster has one open neighbour, which is one of the cells: beyond it there are walls.
        held = geometry.border(cells) & monsters
        beyond = geometry.border(held) & ~cells
        region = geometry.flood(cells & -cells, geometry.all & ~border & ~walls & ~beyond)
        assert cells & ~region == 0
        assert opens & ~region or opens & beyond


def test_the_picture() -> None:
    """A cell between two monsters goes on; not where these are all there is."""
    geometry = grid(2, 4)
    two = geometry.mask([(0, 0), (0, 2)])
    assert pockets(geometry, two, 0, two) == []
    assert pockets(geometry, two, 0, two | 1 << 7) == [[2, -6]]
    assert pockets(geometry, two, 1 << 5, two | 1 << 7) == [[2]]
    ends = geometry.mask([(0, 0), (0, 3)])
    assert pockets(geometry, ends, 0, ends | 1 << 4) == [[2, 3, -6, -7]]
