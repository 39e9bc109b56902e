"""Small boards carved in machine code (`satdnd.kinds.dungeon.growing`): the same as `carve` makes, much faster."""

from __future__ import annotations

import random

from satdnd.engine import jit
from satdnd.grid.bitboard import Bitboard, Grid, grid
from satdnd.kinds.dungeon import sieve
from satdnd.kinds.dungeon.carve import Carving
from satdnd.kinds.dungeon.layout import Frame

WORDS = 512
"""Of randomness that a board is given at first; an 8x8 takes some 220."""


def ready(geometry: Grid) -> bool:
    """Whether the board is small enough, and machine code is loaded already."""
    return sieve.takes(geometry) and sieve.loaded() and jit.available()


def carved(carving: Carving, chance: random.Random, pruned: float, longest: int) -> tuple[Frame, Bitboard]:
    """As `satdnd.kinds.dungeon.carve.carve_frame`, and then pruned as the generator does it.

    Args:
        carving: without symmetry, of a board that is `ready`.
        chance: the only source of randomness; afterwards it stands where it would without machine code.
        pruned: short dead ends that are closed again, at most, as a share; below 0: none. A cramped board with fewer
            rooms than it should have is left as it is: nobody wants it.
        longest: cells of a short one.
    """
    import numpy as np

    from satdnd.kinds.dungeon import growing

    geometry = grid(carving.height, carving.width)
    result = np.empty(growing.RESULT, dtype=np.uint64)
    before, given = chance.getstate(), WORDS
    while True:
        words = np.frombuffer(chance.randbytes(4 * given), dtype="<u4")
        growing.carve(
            carving.height,
            carving.width,
            carving.rooms,
            float(carving.loops),
            carving.cramped,
            float(pruned),
            longest,
            words,
            result,
        )
        taken, opens, count, *rooms = result.tolist()
        chance.setstate(before)
        if taken <= given:
            chance.randbytes(4 * taken)
            return Frame(geometry, rooms[:count]), opens
        given *= 4
