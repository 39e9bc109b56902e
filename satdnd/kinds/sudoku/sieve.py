"""Small sudokus by a compiled search on sets of values (`satdnd.kinds.sudoku.sieve_kernel`), without clauses.

For bulk work: a minimal 9x9 puzzle is decided in about 15 microseconds. Needs Numba, which the extra ``fast`` installs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from satdnd.engine import jit
from satdnd.errors import UsageError
from satdnd.grid.bitboard import scan
from satdnd.grid.boxes import Shape
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, geometry
from satdnd.sat.budget import Budget

KERNEL = "satdnd.kinds.sudoku.sieve_kernel"
"""The module loaded on first use."""
LARGEST = 9
"""The largest side: on larger grids a search without learning may take for ever."""
PATIENCE = 2000
"""Guesses between two checks of the budget: a few milliseconds."""
TOGETHER = 256
"""The most solutions found between two checks of the budget."""


def fits(puzzle: Sudoku) -> bool:
    """Whether the grid is small enough, without areas, cages or diagonals."""
    return puzzle.size <= LARGEST and puzzle.plain


def require_supported(puzzle: Sudoku) -> None:
    """Raise UsageError if the grid is too large or Numba is missing."""
    jit.require("sieve")
    if not puzzle.plain:
        raise UsageError("the search method 'sieve' takes sudokus without areas, cages and diagonals")
    if not fits(puzzle):
        side = f"{puzzle.size}x{puzzle.size}"
        raise UsageError(f"the search method 'sieve' takes sudokus of up to {LARGEST}x{LARGEST}; this one is {side}")


@cache
def tables(box: Shape) -> tuple[Any, Any]:
    """Each cell's peers and each house's cells, as the inner loop reads them."""
    import numpy as np

    shape = geometry(box)
    peers = np.array([list(scan(mask)) for mask in shape.peers], dtype=np.int16)
    return peers, np.array([house.indices for house in shape.houses], dtype=np.int16)


def search(puzzle: Sudoku, budget: Budget, stats: dict[str, Any]) -> Iterator[list[SudokuSolution]]:
    """The solutions of *puzzle*, each once, in parts.

    Args:
        puzzle: one that `fits`.
        budget: checked between two parts.
        stats: gets ``nodes``, the guesses made so far.

    Yields:
        the first two together, so that a uniqueness question is one call; then up to `TOGETHER`. A part may be
        empty.

    Raises:
        Undecided: the budget ran out.
    """
    import numpy as np

    from satdnd.kinds.sudoku import sieve_kernel

    cells = len(puzzle.clues)
    levels = np.empty((cells + 2, cells), dtype=np.int32)
    work = np.empty((3, cells + 2), dtype=np.int32)
    state = np.empty(2, dtype=np.int64)
    found = np.empty((2, cells), dtype=np.uint8)
    clues = np.frombuffer(bytes(puzzle.clues), dtype=np.uint8)
    position = (levels, work[0], work[1], state, *tables(puzzle.boxes), work[2], found)
    number = sieve_kernel.begin(clues, *position)
    while True:
        number = sieve_kernel.search(*position, number, PATIENCE)
        stats["nodes"] = int(state[sieve_kernel.TRIED])
        yield [SudokuSolution(tuple(grid.tobytes())) for grid in found[:number]]
        if state[sieve_kernel.DEPTH] < 0:
            return
        budget.check()
        found = np.empty((TOGETHER, cells), dtype=np.uint8)
        position, number = (*position[:-1], found), 0
