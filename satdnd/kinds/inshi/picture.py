"""How rooms of factors look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from typing import Any

from satdnd.draw.picture import Picture, Tile
from satdnd.grid.bitboard import Cell
from satdnd.kinds.inshi.model import Inshi, InshiSolution

WIDTH = 80
"""Columns that a drawing may have before letters stand for its longer products."""


def picture(
    puzzle: Inshi,
    solution: InshiSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Heavy lines between rooms, the product as a note in a room's first cell, and the numbers found or forced.

    Where products are too long for 80 columns, letters stand for them, and the legend says which.
    """
    rows = solution.grid if solution else (details or {}).get("forced")
    marks = set(marked)
    notes, legend = _products(puzzle)
    room_of = {cell: room for room in puzzle.rooms for cell in room.cells}

    def tile(cell: Cell) -> Tile:
        """A cell with its number and, in one corner of a room, the product."""
        r, c = cell
        text = "" if rows is None or rows[r][c] is None else str(rows[r][c])
        style = "clue" if len(room_of[cell]) == 1 else "filled" if text else "unknown"
        return Tile.of(style, text, cell in marks, note=notes.get(cell, ""))

    return Picture(
        tiles=[[tile((r, c)) for c in range(puzzle.size)] for r in range(puzzle.size)],
        lines_right=frozenset((r, c) for r, c in puzzle.cells if room_of.get((r, c + 1)) not in (None, room_of[r, c])),
        lines_below=frozenset((r, c) for r, c in puzzle.cells if room_of.get((r + 1, c)) not in (None, room_of[r, c])),
        ruled=True,
        legend=legend,
        label="rooms of factors",
    )


def _products(puzzle: Inshi) -> tuple[dict[Cell, str], list[tuple[str, str]]]:
    """What stands in the first cells of the rooms, and what the letters among it mean."""
    longest = max(3, (WIDTH - 1) // puzzle.size - 3)
    names: dict[int, str] = {}
    for product in sorted({room.product for room in puzzle.rooms if len(str(room.product)) > longest}):
        i = len(names)
        names[product] = (ascii_lowercase[i // 26 - 1] if i >= 26 else "") + ascii_lowercase[i % 26]
    notes = {room.cells[0]: names.get(room.product, str(room.product)) for room in puzzle.rooms}
    return notes, [(name, str(product)) for product, name in names.items()]
