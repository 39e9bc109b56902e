"""How a sudoku looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.draw.picture import Picture, Tile
from satdnd.grid.bitboard import Cell
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, geometry, symbol


def picture(
    puzzle: Sudoku,
    solution: SudokuSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Clues and found values between thin lines, boxes between heavy ones."""
    shape, marks = geometry(puzzle.size), set(marked)
    texts = ["" if not value else symbol(value) for value in (solution.values if solution else puzzle.clues)]
    if details and "forced" in details:
        texts = [mark.strip(".") or text for mark, text in zip("".join(details["forced"]), texts, strict=True)]
    size, box = shape.size, shape.box
    inner = range(box - 1, size - 1, box)
    return Picture(
        tiles=[
            [Tile.of("clue" if puzzle.clues[i] else "filled", texts[i], shape.cell(i) in marks) for i in house.indices]
            for house in shape.rows
        ],
        lines_right=frozenset((r, c) for r in range(size) for c in inner),
        lines_below=frozenset((r, c) for r in inner for c in range(size)),
        ruled=True,
        label="sudoku",
    )
