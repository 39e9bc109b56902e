"""Turn clauses: what dead ends and 2x2 blocks forbid together around one cell.

An open cell with walls on two adjacent sides turns: its neighbours on the two other sides are open, and the block
there has its wall in the far corner. So this picture, also turned and mirrored, is impossible (``#`` a wall, ``o`` an
open cell):

    ? # ?
    # o ?
    ? ? o

It follows from existing clauses (two open neighbours for an open cell, a wall in every 2x2 block), but unit
propagation does not see it. No auxiliary variables, four clauses of four literals (fewer at the edges) per 2x2 block.
If a room may cover the block, or a monster is on the turning cell, nothing follows.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.sat.formula import Clause


def turns(geometry: Grid, monsters: Bitboard, covered: Bitboard) -> list[Clause]:
    """The clauses; variable ``r*W + c + 1`` is true if the cell (r, c) is a wall. Callers must not change them.

    Args:
        geometry: the grid; beyond its edges are walls.
        monsters: cells that may be dead ends.
        covered: the top left cells of the 2x2 blocks that a room may cover.
    """
    places = _places(geometry)
    clauses: list[Clause | None] = [*places.clauses]
    for cells, at in (monsters, places.of_cell), (covered, places.of_block):
        for i in scan(cells):
            for k in at[i]:
                clauses[k] = None
    return [*filter(None, clauses)]


class _Places(NamedTuple):
    """All turns of a grid."""

    clauses: list[Clause]
    of_cell: dict[int, list[int]]
    """Indices of the clauses by cell number."""
    of_block: dict[int, list[int]]
    """The same, by the top left cell of the block."""


@lru_cache(maxsize=8)
def _places(geometry: Grid) -> _Places:
    height, width = geometry.height, geometry.width
    found = _Places([], defaultdict(list), defaultdict(list))
    for i in range(geometry.size):
        r, c = divmod(i, width)
        for down in (-1, 1):
            for right in (-1, 1):
                if 0 <= r + down < height and 0 <= c + right < width:
                    behind = [-(i - down * width + 1)] * (0 <= r - down < height)
                    behind += [-(i - right + 1)] * (0 <= c - right < width)
                    top = i + min(0, down) * width + min(0, right)
                    found.of_cell[i].append(len(found.clauses))
                    found.of_block[top].append(len(found.clauses))
                    found.clauses.append([*behind, i + 1, i + down * width + right + 1])
    return found
