"""The picture of a board with unattacked squares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from satdnd.declaration.placed import PlacedCells
from satdnd.draw.picture import Picture
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.kinds.unattacked import rules
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution

VIEW = PlacedCells(UnattackedSolution, "queen", "empty", many="queens", icon="queen", ruled_out="x")
"""The placed queens."""


def picture(
    puzzle: Unattacked,
    solution: UnattackedSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Queens, the unattacked squares shaded, the attacked ones as dots."""
    board: Any = puzzle
    if solution is None:
        drawn = VIEW.picture(board, (details or {}).get("forced"), marked)
        return replace(drawn, title=counted(puzzle.queens, "queen"), label="unattacked squares")
    drawn = VIEW.picture(board, puzzle.grid.lines(solution.board, "Q", "."), marked)
    free = set(rules.unattacked_squares(puzzle.height, puzzle.width, solution.queens))
    tiles = [
        [replace(tile, style="room") if (r, c) in free else tile for c, tile in enumerate(row)]
        for r, row in enumerate(drawn.tiles)
    ]
    legend = [("room", "not attacked")] if free else []
    return replace(drawn, tiles=tiles, legend=legend, label="unattacked squares")
