"""Pocket clauses: what connectivity forbids around one or two cells between monsters.

A monster has one open neighbour. So a cell with two monsters beside it, if it is open, goes on somewhere else: the
monsters do not. The same holds for two cells that lie side by side, each with a monster beside it. In a picture (``M``
a monster, ``o`` an open cell) one of the ``?`` is open:

      ?        ? ?
    M o M    M o o M
      ?        ? ?

These are the cuts of the smallest pockets, which most first models of a large board are full of; they need no model.
"""

from __future__ import annotations

from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.sat.formula import Clause


def pockets(geometry: Grid, monsters: Bitboard, walls: Bitboard, opens: Bitboard) -> list[Clause]:
    """The clauses; variable ``r*W + c + 1`` is true where the cell (r, c) is a wall.

    No auxiliary variables; of two to eight literals, some four for ten monsters. For boards that are to be connected.

    Args:
        geometry: of the grid.
        monsters: cells that are dead ends.
        walls: cells that are known to be walls.
        opens: cells that are known to be open: monsters and treasures are.
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
        if opens & ~(cells | border & monsters):  # else it may be all there is
            out = border & free
            clauses.append([*(i + 1 for i in scan(cells)), *(-i - 1 for i in scan(out))])
    return clauses
