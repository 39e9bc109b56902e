"""Where a generator repairs a puzzle that has another solution: everywhere at once on large boards."""

from __future__ import annotations

from satdnd.grid.bitboard import Bitboard, Grid

LARGE = 360
"""The cells from which on every place where another solution differs is repaired at once."""


def places(grid: Grid, differ: Bitboard) -> list[Bitboard]:
    """The cells where two solutions differ and those beside them; on large boards each connected group by itself."""
    near = differ | grid.neighbours(differ)
    return grid.components(near) if grid.size >= LARGE else [near]
