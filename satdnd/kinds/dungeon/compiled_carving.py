"""Small boards carved in machine code: `satdnd.kinds.dungeon.carve` compiled by Numba, the same boards much faster."""

from __future__ import annotations

import random

from satdnd.engine import jit
from satdnd.grid.bitboard import Bitboard, grid
from satdnd.kinds.dungeon import sieve
from satdnd.kinds.dungeon.carve import Carving
from satdnd.kinds.dungeon.layout import Frame
from satdnd.sat.budget import Budget

WORDS = 360
"""Of randomness that a board is given at first; an 8x8 takes some 250, and hardly ever more than 350."""


def ready(carving: Carving) -> bool:
    """Whether the board is small enough and without symmetry, and machine code is loaded already."""
    small = carving.symmetry == "none" and sieve.fits(grid(carving.height, carving.width))
    return small and sieve.loaded() and jit.available()


def carve_frame(carving: Carving, rng: random.Random, budget: Budget) -> tuple[Frame, Bitboard]:
    """As `satdnd.kinds.dungeon.carve.carve_frame`.

    Args:
        carving: one that is `ready`.
        rng: the only source of randomness; afterwards it stands where it would without machine code.
        budget: not looked at: it takes no time.
    """
    import numpy as np

    from satdnd.kinds.dungeon import carving_kernel as kernel

    geometry = grid(carving.height, carving.width)
    board, result = kernel.board_of(carving.height, carving.width), np.empty(kernel.RESULT, dtype=np.int64)
    shares = carving.rooms, float(carving.loops), carving.cramped, float(carving.pruned)
    before, given = rng.getstate(), WORDS
    while True:
        words = np.frombuffer(rng.randbytes(4 * given), dtype="<u4")
        kernel.carve_cells(board, *shares, words, result)
        taken, opens, count, *rooms = result.tolist()
        rng.setstate(before)
        if taken <= given:
            rng.randbytes(4 * taken)
            return Frame(geometry, [room & geometry.all for room in rooms[:count]]), opens & geometry.all
        given *= 4
