"""Pocket clauses: implications of connectivity around one or two cells between monsters.

A monster has one open neighbour, so an open cell next to two monsters must have another open neighbour. The same holds
for two adjacent open cells, each next to a monster. With ``M`` for a monster and ``o`` for an open cell, one of the
``?`` is open:

      ?        ? ?
    M o M    M o o M
      ?        ? ?

These are the cuts of the smallest pockets, which most first models of a large board violate; they need no model. At
24x24 a question takes a fifth longer without them.
"""

from __future__ import annotations

from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.sat.formula import Clause


def pockets(geometry: Grid, monsters: Bitboard, walls: Bitboard, opens: Bitboard) -> list[Clause]:
    """The clauses; variable ``r*W + c + 1`` is true if the cell (r, c) is a wall.

    No auxiliary variables; two to eight literals each, about four clauses per ten monsters. For connected boards only.

    Args:
        geometry: the grid.
        monsters: the dead ends.
        walls: cells known to be walls.
        opens: cells known to be open, including monsters and treasures.
    """
    free = geometry.all & ~monsters & ~walls
    adjacent = geometry.neighbours(monsters) & free
    around = {i: geometry.neighbours(1 << i) for i in scan(adjacent)}
    inner = [1 << i for i in around if (around[i] & monsters).bit_count() > 1]
    last = geometry.columns[-1]
    inner += [1 << i | 1 << i + 1 for i in scan(adjacent & ~last & adjacent >> 1)]
    inner += [1 << i | 1 << i + geometry.width for i in scan(adjacent & adjacent >> geometry.width)]
    clauses = list[Clause]()
    for cells in inner:
        border = geometry.border(cells)
        if opens & ~(cells | border & monsters):  # otherwise the pocket may be the whole board
            out = border & free
            clauses.append([*(i + 1 for i in scan(cells)), *(-i - 1 for i in scan(out))])
    return clauses
