"""Small dungeons by a compiled search on machine words (`satdnd.kinds.dungeon.sieve_kernel`), without clauses.

For bulk work: a classic board is decided in about 5 microseconds. Needs Numba, which the extra ``fast`` installs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from struct import Struct
from typing import Any

from satdnd.engine import jit
from satdnd.errors import EncodingBug, UsageError
from satdnd.grid.bitboard import Bitboard, Grid
from satdnd.grid.notation import counted
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.dungeon.options import TOPOLOGIES
from satdnd.sat.budget import Budget

KERNEL = "satdnd.kinds.dungeon.sieve_kernel"
"""The module loaded on first use."""
LONGEST = 12
"""The most cells in a row or column."""
CELLS = 64
"""The most cells of a board: one machine word."""
PATIENCE = 200_000
"""Patterns tried between two checks of the budget: a few milliseconds."""
_WORDS = Struct(f"={7 + 2 * LONGEST}Q")
TOGETHER = 256
"""The most solutions found between two checks of the budget."""


def loaded() -> bool:
    """Whether this process has used it already."""
    return KERNEL in sys.modules


def fits(geometry: Grid) -> bool:
    """Whether boards of that size are small enough."""
    return geometry.size <= CELLS and max(geometry.height, geometry.width) <= LONGEST


def require_supported(puzzle: Dungeon) -> None:
    """Raise UsageError if the board is too large or Numba is missing."""
    jit.require("sieve")
    if not fits(puzzle.grid):
        size = f"{counted(puzzle.height, 'row')} and {counted(puzzle.width, 'column')}"
        raise UsageError(
            f"the search method 'sieve' takes boards of up to {CELLS} cells and {LONGEST} in a line; this has {size}"
        )


def packed(puzzle: Dungeon, topology: str) -> Any:
    """*puzzle* as the inner loop reads it: sides, topology, four sets of cells, row counts, column counts."""
    import numpy as np

    import satdnd.kinds.dungeon.sieve_kernel as sieve_kernel  # the quickest form of the statement

    words = np.empty(sieve_kernel.WORDS, dtype=np.int64)
    sets = puzzle.monster_mask, puzzle.treasure_mask, puzzle.walls, puzzle.opens
    rows, columns = (_padded(counts, sieve_kernel.UNKNOWN) for counts in (puzzle.rows, puzzle.columns))
    _WORDS.pack_into(words.data, 0, puzzle.height, puzzle.width, TOPOLOGIES.index(topology), *sets, *rows, *columns)
    return words


def _padded(counts: tuple[int | None, ...], unknown: int) -> tuple[int | None, ...]:
    if None in counts:
        counts = tuple(unknown if count is None else count for count in counts)
    return counts + (0,) * (LONGEST - len(counts))


@cache
def table(width: int) -> tuple[Any, Any]:
    """The patterns of rows of *width* cells, as `satdnd.kinds.dungeon.sieve_kernel.subsets` orders them."""
    import numpy as np

    from satdnd.kinds.dungeon.sieve_kernel import subsets

    starts, patterns = np.zeros((1 << width, width + 2), dtype=np.int32), np.zeros(3**width, dtype=np.int16)
    subsets(width, starts, patterns)
    return starts, patterns


def new_state() -> Any:
    """The state before a search."""
    import numpy as np

    import satdnd.kinds.dungeon.sieve_kernel as sieve_kernel

    return np.zeros((sieve_kernel.STATE, LONGEST + 1), dtype=np.int64)


def search(puzzle: Dungeon, topology: str, budget: Budget, stats: dict[str, Any]) -> Iterator[list[Bitboard]]:
    """The solutions of *puzzle*, each once, in parts.

    Args:
        puzzle: one that `fits`.
        topology: 'connected', 'tree' or 'local'.
        budget: checked between two parts.
        stats: gets ``nodes``, the row patterns tried so far.

    Yields:
        bitboards of walls: the first two together, so that a uniqueness question is one call; then up to
        `TOGETHER`. A part may be empty.

    Raises:
        Undecided: the budget ran out.
    """
    import numpy as np

    import satdnd.kinds.dungeon.sieve_kernel as sieve_kernel

    words = packed(puzzle, topology)
    state = new_state()
    known = state[sieve_kernel.GLOBAL]
    stats["nodes"] = 0
    if not sieve_kernel.begin(words, state):
        return
    starts, patterns = table(int(known[sieve_kernel.WIDTH]))
    found = np.empty(2, dtype=np.int64)
    while True:
        number = sieve_kernel.search(words, state, starts, patterns, found, PATIENCE)
        stats["nodes"] = int(known[sieve_kernel.TRIED])
        yield found[:number].view(np.uint64).tolist()
        if known[sieve_kernel.LAST] == sieve_kernel.EXHAUSTED:
            return
        budget.check()
        found = np.empty(TOGETHER, dtype=np.int64)


def others(puzzle: Dungeon, topology: str, board: Bitboard, most: int, budget: Budget) -> list[Bitboard]:
    """The solutions of *puzzle* other than *board*; if there are more than *most*, at least *most* + 1 of them.

    Raises:
        Undecided: the budget ran out.
        EncodingBug: *board* is not a solution.
    """
    found: list[Bitboard] = []
    for part in search(puzzle, topology, budget, {}):
        found += part
        if len(found) > most + 1:
            break
    if board in found:
        found.remove(board)
    elif len(found) <= most + 1:
        raise EncodingBug(f"the sieve does not find the board {board:#x} of puzzle {puzzle.name!r}, but {found}")
    return found
