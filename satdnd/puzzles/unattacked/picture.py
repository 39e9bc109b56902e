"""The picture of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture, Tile
from satdnd.puzzles.unattacked import rules
from satdnd.puzzles.unattacked.model import Unattacked, UnattackedSolution


def picture(
    puzzle: Unattacked,
    solution: UnattackedSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Queens, the unattacked squares shaded, the attacked ones as dots."""
    height, width, marks = puzzle.height, puzzle.width, set(marked)
    tiles = [[Tile("unknown", "", (r, c) in marks) for c in range(width)] for r in range(height)]
    queens: Iterable[Cell] = ()
    if solution:
        queens = solution.queens
        for r, c in rules.unattacked_squares(height, width, solution.queens):
            tiles[r][c] = Tile("room", "", (r, c) in marks)
    for r, row in enumerate((details or {}).get("forced", ()) if not solution else ()):
        queens = [*queens, *((r, c) for c, square in enumerate(row) if square == "Q")]
        for c, square in enumerate(row):
            tiles[r][c] = Tile("open" if square == "x" else "unknown")
    for r, c in queens:
        tiles[r][c] = Tile("filled", "Q", (r, c) in marks)
    return Picture(tiles)
