"""How a nurikabe looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture, Tile
from satdnd.puzzles.nurikabe.model import Nurikabe, NurikabeSolution

_STYLES = {"#": "wall", "o": "open", ".": "unknown"}


def picture(
    puzzle: Nurikabe,
    solution: NurikabeSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Sea as walls, islands open with their numbers; what is not known yet as a dot."""
    rows = (details or {}).get("forced", ["." * puzzle.width] * puzzle.height)
    rows = puzzle.grid.lines(solution.board, off="o") if solution else rows
    marks = set(marked)

    def tile(cell: Cell, number: int | None) -> Tile:
        style = _STYLES[rows[cell[0]][cell[1]]]
        return Tile("clue" if number and style != "wall" else style, str(number or ""), cell in marks)

    return Picture(
        [[tile((r, c), n) for c, n in enumerate(row)] for r, row in enumerate(puzzle.rows)], label="nurikabe"
    )
