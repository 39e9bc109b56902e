"""How a box of sliding blocks looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """The box, and above it the goal; with a solution, as it is after the last legal move."""
    (top, left), (high, wide) = puzzle.goal.at, puzzle.goal_shape
    goal = {(r, c) for r in range(top, top + high) for c in range(left, left + wide)}
    board = rules.boards(puzzle, solution)[-1] if solution else puzzle.board
    shades = {letter: i for i, letter in enumerate(puzzle.pieces)}
    marks = set(marked)
    cells = [(r, c) for r in range(puzzle.height) for c in range(puzzle.width)]

    def tile(cell: Cell, letter: str) -> Tile:
        """A cell of a piece, or an empty one."""
        if letter == EMPTY:
            return Tile("open", "", cell in marks)
        return Tile("piece", letter, cell in marks, shades[letter])

    return Picture(
        tiles=[[tile((r, c), letter) for c, letter in enumerate(row)] for r, row in enumerate(board)],
        lines_right=frozenset((r, c) for r, c in cells if c + 1 < puzzle.width and board[r][c] != board[r][c + 1]),
        lines_below=frozenset((r, c) for r, c in cells if r + 1 < puzzle.height and board[r][c] != board[r + 1][c]),
        ruled=True,
        title="" if solution else f"goal: {puzzle.goal.told}",
        label="sliding blocks",
        target=frozenset(goal & {*cells} if solution is None else ()),
    )
