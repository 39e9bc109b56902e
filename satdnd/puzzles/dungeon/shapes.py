"""Shape clauses: what dead ends and 2x2 blocks forbid together around one cell.

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

from collections.abc import Iterator
from functools import lru_cache

from satdnd.bitboard import Bitboard, Grid
from satdnd.formula import Clause


def turns(geometry: Grid, monsters: Bitboard, covered: Bitboard) -> Iterator[Clause]:
    """The clauses; variable ``r*W + c + 1`` is true where the cell (r, c) is a wall.

    Args:
        geometry: of the grid; beyond its edges are walls.
        monsters: cells that may be dead ends.
        covered: the top left cells of the 2x2 blocks that some room may cover.
    """
    return (clause for i, top, clause in _places(geometry) if not (monsters >> i & 1 or covered >> top & 1))


@lru_cache(maxsize=8)
def _places(geometry: Grid) -> list[tuple[int, int, Clause]]:
    """The number of the cell that turns, that of the block's top left cell, and the clause."""
    height, width = geometry.height, geometry.width
    found = []
    for i in range(geometry.size):
        r, c = divmod(i, width)
        for down in (-1, 1):
            for right in (-1, 1):
                if 0 <= r + down < height and 0 <= c + right < width:
                    behind = [-(i - down * width + 1)] * (0 <= r - down < height)
                    behind += [-(i - right + 1)] * (0 <= c - right < width)
                    top = i + min(0, down) * width + min(0, right)
                    found.append((i, top, [*behind, i + 1, i + down * width + right + 1]))
    return found
