"""The picture of a board with unattacked squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from satdnd.draw.picture import Picture
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.kinds.unattacked import rules
from satdnd.kinds.unattacked.model import VIEW, Unattacked, UnattackedSolution


def picture(
    puzzle: Unattacked,
    solution: UnattackedSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """The board; with all its queens, the unattacked squares shaded and the attacked ones as dots."""
    rows = puzzle.grid.lines(solution.board, "Q", ".") if solution else (details or {}).get("forced") or ()
    queens = tuple((r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "Q")
    drawn = VIEW.picture(puzzle, rows or None, marked)
    if solution is None and (not queens or len(queens) < puzzle.queens):
        return replace(drawn, title=counted(puzzle.queens, "queen"), label="unattacked squares")
    free = set(rules.unattacked_squares(puzzle.height, puzzle.width, queens))
    tiles = [
        [replace(tile, style="room") if (r, c) in free else tile for c, tile in enumerate(row)]
        for r, row in enumerate(drawn.tiles)
    ]
    legend = [("room", "not attacked")] if free else []
    return replace(drawn, tiles=tiles, legend=legend, label="unattacked squares")
