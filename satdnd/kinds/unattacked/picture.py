"""How a board with unattacked squares looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.draw.picture import Picture, Tile
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.kinds.unattacked import rules
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution

_LEGEND = (("room", "not attacked"), ("open", "no queen"))


def picture(
    puzzle: Unattacked,
    solution: UnattackedSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Queens, the unattacked squares shaded, the attacked ones as dots."""
    height, width, marks = puzzle.height, puzzle.width, set(marked)
    queens: set[Cell] = set()
    styles: dict[Cell, str] = {}
    if solution:
        queens = set(solution.queens)
        styles = dict.fromkeys(rules.unattacked_squares(height, width, solution.queens), "room")
    else:
        for r, row in enumerate((details or {}).get("forced", ())):
            queens |= {(r, c) for c, square in enumerate(row) if square == "Q"}
            styles |= {(r, c): "open" for c, square in enumerate(row) if square == "x"}

    def tile(square: Cell) -> Tile:
        """A square with its queen, or what is known of it."""
        if square in queens:
            return Tile.of("filled", "Q", square in marks, icon="queen")
        return Tile.of(styles.get(square, "unknown"), "", square in marks)

    return Picture(
        [[tile((r, c)) for c in range(width)] for r in range(height)],
        legend=[entry for entry in _LEGEND if entry[0] in styles.values()],
        title="" if solution else counted(puzzle.queens, "queen"),
        label="unattacked squares",
        words={"open": "empty"},
    )
