"""Carves small boards in machine code: `satdnd.kinds.dungeon.carve` compiled by Numba, with the same results.

With it, one of thousands of 8x8 puzzles takes 0.19 instead of 0.29 ms; without machine code at all, 1.9 ms.
"""

from __future__ import annotations

import random

from satdnd.engine import jit
from satdnd.grid.bitboard import Bitboard, grid
from satdnd.kinds.dungeon import sieve
from satdnd.kinds.dungeon.carve import Carving
from satdnd.kinds.dungeon.layout import Frame
from satdnd.sat.budget import Budget

WORDS = 360
"""The initial number of random words; an 8x8 board takes about 250, rarely more than 350."""


def ready(carving: Carving) -> bool:
    """Whether the board is small and without symmetry, and the machine code is loaded."""
    small = carving.symmetry == "none" and sieve.fits(grid(carving.height, carving.width))
    return small and sieve.loaded() and jit.available()


def carve_frame(carving: Carving, rng: random.Random, budget: Budget) -> tuple[Frame, Bitboard]:
    """Like `satdnd.kinds.dungeon.carve.carve_frame`.

    Args:
        carving: parameters accepted by `ready`.
        rng: the only source of randomness; ends in the same state as without machine code.
        budget: ignored, as this takes no time.
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
