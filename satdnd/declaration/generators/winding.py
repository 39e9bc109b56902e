"""Random winding regions bordered by one loop: solutions of loop puzzles as people would draw them."""

from __future__ import annotations

from random import Random

from satdnd.grid.bitboard import Bitboard, Cell, Grid
from satdnd.sat.budget import Budget

_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight cells around one, in a circle, with its neighbours at odd positions."""
_WEIGHTS = (0, 64, 3, 1)
"""The weight of adding a cell, by its number of neighbours in the region; many with 2 would make a blob."""
_SHARE = 0.5, 0.62
"""The region grows to a random share of the cells between these two."""


def winding_region(rng: Random, grid: Grid, budget: Budget) -> Bitboard:
    """A random region without holes that does not touch itself at a corner. Raises Undecided."""
    wanted = max(1, round(grid.size * rng.uniform(*_SHARE)))
    first = rng.randrange(grid.height), rng.randrange(grid.width)
    inside = {first}
    front = {first: 0.0}  # cells that may be added, with their weights; those near an added cell are updated
    del front[first]
    _renew(front, inside, grid, first)
    while front and len(inside) < wanted:
        budget.check()
        cells = list(front)
        (cell,) = rng.choices(cells, [front[x] for x in cells])
        inside.add(cell)
        del front[cell]
        _renew(front, inside, grid, cell)
    return grid.mask(inside)


def turned(region: Bitboard, grid: Grid, cell: Cell) -> Bitboard | None:
    """The region with one cell added or removed; None if its border would no longer be one loop."""
    around = [(cell[0] + r, cell[1] + c) for r, c in _RING]
    inside = [grid.contains(near) and bool(region & grid.bit(near)) for near in around]
    return region ^ grid.bit(cell) if _weight(inside) else None


def _renew(front: dict[Cell, float], inside: set[Cell], grid: Grid, new: Cell) -> None:
    """Update the weights of the cells around one that was added."""
    for down, right in _RING:
        cell = new[0] + down, new[1] + right
        if not grid.contains(cell) or cell in inside:
            continue
        weight = _weight([(cell[0] + r, cell[1] + c) in inside for r, c in _RING])
        if weight:
            front[cell] = weight
        else:
            front.pop(cell, None)


def _weight(ring: list[bool]) -> float:
    """The weight of adding a cell, from the cells around it; 0 if the border would no longer be one loop.

    It stays one loop if the cells that are in are consecutive in the circle, and one of them is a neighbour.
    """
    pieces = sum(a and not b for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
    sides = sum(ring[1::2])
    if pieces != 1 or not 0 < sides < 4:
        return 0.0
    return _WEIGHTS[sides] / sum(ring)
