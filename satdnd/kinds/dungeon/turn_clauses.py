"""Turn clauses: what dead ends and 2x2 blocks forbid together around one cell.

An open cell between two walls that meet at its corner turns: it goes on in the two other directions, and the block
that lies there has its wall in the far corner. In a picture, turned and mirrored, this cannot be (``#`` a wall, ``o``
an open cell):

    ? # ?
    # o ?
    ? ? o

It follows from the clauses that are there already (two open neighbours for an open cell, a wall in every 2x2 block),
but unit propagation does not see it. No auxiliary variables, four clauses of four literals (less at the edges) for each
2x2 block. Where a room may cover it, or a monster stands on the cell that would go on, nothing follows.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.sat.formula import Clause


def turns(geometry: Grid, monsters: Bitboard, covered: Bitboard) -> list[Clause]:
    """The clauses; variable ``r*W + c + 1`` is true where the cell (r, c) is a wall. They are not to be changed.

    Args:
        geometry: of the grid; beyond its edges are walls.
        monsters: cells that may be dead ends.
        covered: the top left cells of the 2x2 blocks that some room may cover.
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
    """Indices of the clauses of the cell with that number."""
    of_block: dict[int, list[int]]
    """Of the block with that top left cell."""


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
