"""How a board of queens looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.draw.picture import Picture, Tile
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import counted
from satdnd.kinds.queens.model import Queens, QueensSolution


def picture(
    puzzle: Queens,
    solution: QueensSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Given queens, found queens, and dots; squares that stay empty in every solution are blank."""
    marks, given = set(marked), set(puzzle.given)
    queens = set(solution.queens) if solution else set(given)
    blank: set[Cell] = set()
    for r, row in enumerate((details or {}).get("forced", ())):
        queens |= {(r, c) for c, square in enumerate(row) if square == "Q"}
        blank |= {(r, c) for c, square in enumerate(row) if square in "xo"}

    def tile(square: Cell) -> Tile:
        """A square with its queen, empty, or not known."""
        if square in queens:
            return Tile.of("clue" if square in given else "filled", "Q", square in marks, icon="queen")
        return Tile.of("open" if square in blank else "unknown", "", square in marks)

    return Picture(
        [[tile((r, c)) for c in range(puzzle.width)] for r in range(puzzle.height)],
        legend=[("open", "no queen")] if blank else [],
        title=counted(puzzle.count, "queen")
        if solution is None and puzzle.count != min(puzzle.height, puzzle.width)
        else "",
        label="queens",
        words={"open": "empty"},
    )
