"""The picture of a box of sliding blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from satdnd.draw.picture import Picture, Tile
from satdnd.grid.bitboard import Cell
from satdnd.kinds.klotski import rules
from satdnd.kinds.klotski.model import EMPTY, Klotski, KlotskiSolution


def picture(
    puzzle: Klotski,
    solution: KlotskiSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """The box with its goal above, or that of *details* (``forced``); with a solution, after its last legal move."""
    (top, left), (high, wide) = puzzle.goal.at, puzzle.goal_shape
    rows, columns = range(top, min(top + high, puzzle.height)), range(left, min(left + wide, puzzle.width))
    goal = {(r, c) for r in rows for c in columns}
    board = rules.boards(puzzle, solution)[-1] if solution else (details or {}).get("forced", puzzle.board)
    shades = {letter: i for i, letter in enumerate(puzzle.pieces)}
    marks = set(marked)

    def tile(cell: Cell, letter: str) -> Tile:
        """A cell of a piece, or an empty one."""
        if letter == EMPTY:
            return Tile.of("open", "", cell in marks)
        return Tile.of("piece", letter, cell in marks, shades[letter])

    return Picture(
        tiles=[[tile((r, c), letter) for c, letter in enumerate(row)] for r, row in enumerate(board)],
        lines_right=frozenset(
            (r, c) for r, row in enumerate(board) for c, (one, other) in enumerate(pairwise(row)) if one != other
        ),
        lines_below=frozenset(
            (r, c)
            for r, rows in enumerate(pairwise(board))
            for c, (one, other) in enumerate(zip(*rows, strict=True))
            if one != other
        ),
        ruled=True,
        title="" if solution else f"goal: {puzzle.goal.sentence}",
        label="sliding blocks",
        target=frozenset() if solution else frozenset(goal),
    )
