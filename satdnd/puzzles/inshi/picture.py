"""The picture of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from textwrap import fill
from typing import Any

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture, Tile
from satdnd.puzzles.inshi.model import Inshi, InshiSolution

WIDTH = 80


def picture(
    puzzle: Inshi,
    solution: InshiSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Heavy lines between rooms; the numbers of a solution, those that are forced, or the products.

    A product stands in the first cell of its room; where products are too long for 80 columns, letters stand for
    them, and the title says which.
    """
    rows = solution.grid if solution else details["forced"] if details and "forced" in details else None
    given = {room.cells[0] for room in puzzle.rooms if len(room) == 1}
    title = ""
    texts: dict[Cell, str] = {}
    if rows is not None:
        for r, c in puzzle.cells:
            texts[r, c] = "" if rows[r][c] is None else str(rows[r][c])
    else:
        texts, title = _products(puzzle)
    marks = set(marked)

    def tile(cell: Cell) -> Tile:
        style = "unknown" if not texts.get(cell) else "clue" if rows is None or cell in given else "filled"
        return Tile(style, texts.get(cell, ""), cell in marks)

    room_of = {cell: room for room in puzzle.rooms for cell in room.cells}
    return Picture(
        tiles=[[tile((r, c)) for c in range(puzzle.size)] for r in range(puzzle.size)],
        lines_right=frozenset((r, c) for r, c in puzzle.cells if room_of.get((r, c + 1)) not in (None, room_of[r, c])),
        lines_below=frozenset((r, c) for r, c in puzzle.cells if room_of.get((r + 1, c)) not in (None, room_of[r, c])),
        ruled=True,
        title=title,
    )


def _products(puzzle: Inshi) -> tuple[dict[Cell, str], str]:
    """What stands in the first cells of the rooms, and a title that explains the letters among it."""
    longest = max(3, (WIDTH - 1) // puzzle.size - 3)
    names: dict[int, str] = {}
    for product in sorted({room.product for room in puzzle.rooms if len(str(room.product)) > longest}):
        i = len(names)
        names[product] = (ascii_lowercase[i // 26 - 1] if i >= 26 else "") + ascii_lowercase[i % 26]
    texts = {room.cells[0]: names.get(room.product, str(room.product)) for room in puzzle.rooms}
    legend = ", ".join(f"{name}={product}" for product, name in names.items())
    return texts, fill(legend, WIDTH, break_long_words=False)
