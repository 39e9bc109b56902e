"""Random paths that cover a grid, for generators: several, none of which touches itself, or one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from random import Random

from satdnd.grid.bitboard import Cell, Grid, beside
from satdnd.sat.budget import Budget

_TRIED = 20
"""Covers of which the one with the fewest paths is taken."""
_LEAST = 3
"""The fewest cells of a path that is not needed to be shorter."""
_TURNS = 8
"""How often an end of a path through all cells is turned over, for each cell."""


def path_cover(rng: Random, geometry: Grid, budget: Budget) -> list[list[Cell]] | None:
    """Paths of two cells and more that cover the grid, the fewest of several tries; None to try again.

    Raises Undecided.
    """
    found = [paths for _ in range(_TRIED) if (paths := _cover(rng, geometry, budget))]
    return min(found, key=len, default=None)


def _cover(rng: Random, geometry: Grid, budget: Budget) -> list[list[Cell]] | None:
    """One try."""
    free, paths = {*geometry.cells(geometry.all)}, list[list[Cell]]()
    while free:
        budget.check()
        alone = {cell: len(free.intersection(beside(cell))) for cell in free}
        fewest = min(alone.values())
        path = [rng.choice(sorted(cell for cell, near in alone.items() if near == fewest))]
        free -= {*path}
        for _ in range(2):
            path.reverse()
            while ways := [cell for cell in _ways(path) if cell in free]:
                path.append(rng.choice(ways))
                free.discard(path[-1])
        if len(path) == 1 and not _adopted(rng, paths, path[0]):
            return None
        if len(path) > 1:
            paths.append(path)
    return paths


def _ways(path: list[Cell]) -> Iterator[Cell]:
    """The cells with which a path can go on without touching itself."""
    for cell in beside(path[-1]):
        if sum(near in path for near in beside(cell)) == 1 and cell not in path:
            yield cell


def _adopted(rng: Random, paths: list[list[Cell]], single: Cell) -> bool:
    """Whether a cell was made part of a path that ends beside it, or of one that is cut there."""
    for path in rng.sample(paths, len(paths)):
        for ordered in (path, path[::-1]):
            if single in _ways(ordered):
                path[:] = [*ordered, single]
                return True
    for path in rng.sample(paths, len(paths)):
        for ordered in (path, path[::-1]):
            for k in range(2, len(ordered) - 1):
                if single in _ways(ordered[k:][::-1]):
                    paths.append([single, *ordered[k:]])
                    path[:] = ordered[:k]
                    return True
    return False


def cut_path(rng: Random, paths: list[list[Cell]], places: Collection[Cell]) -> bool:
    """Cut the longest path through some of the *places* into two, there; False if all are too short."""
    through = [path for path in paths if len(path) >= 2 * 2 and not {*path}.isdisjoint(places)]
    if not through:
        return False
    path = max(through, key=lambda one: (len(one), rng.random()))
    least = _LEAST if len(path) >= 2 * _LEAST else 2
    cuts = range(least, len(path) - least + 1)
    there = [k for k in cuts if path[k] in places or path[k - 1] in places]
    k = rng.choice(there or cuts)
    paths.append(path[k:])
    del path[k:]
    return True


def random_path(
    rng: Random, height: int, width: int, touch: Callable[[Cell, Cell], bool], budget: Budget
) -> list[Cell]:
    """A random path through all cells: one to and fro, of which an end is often turned over. Raises Undecided.

    *touch* says whether one cell can follow another.
    """
    path = [(r, c if r % 2 else width - 1 - c) for r in range(height) for c in range(width)]
    for _ in range(_TURNS * len(path)):
        budget.check()
        if rng.random() < 0.1:
            path.reverse()
        near = [i for i, cell in enumerate(path[:-2]) if touch(cell, path[-1])]
        if near:
            i = rng.choice(near)
            path[i + 1 :] = path[:i:-1]
    return path
