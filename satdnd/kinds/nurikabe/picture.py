"""How a nurikabe looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.draw.picture import Picture, Tile
from satdnd.grid.bitboard import Cell
from satdnd.kinds.nurikabe.model import Nurikabe, NurikabeSolution


def picture(
    puzzle: Nurikabe,
    solution: NurikabeSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Sea as walls, islands open with their numbers; what is not known yet as a dot."""
    rows = (details or {}).get("forced", puzzle.grid.lines(0))
    rows = puzzle.grid.lines(solution.board, off="o") if solution else rows
    styles, marks = {"#": "wall", "o": "open", ".": "unknown"}, set(marked)
    tiles = [
        [
            Tile.of("clue" if number and rows[r][c] != "#" else styles[rows[r][c]], str(number or ""), (r, c) in marks)
            for c, number in enumerate(row)
        ]
        for r, row in enumerate(puzzle.rows)
    ]
    return Picture(tiles, label="nurikabe", words={"wall": "sea", "open": "island"})
