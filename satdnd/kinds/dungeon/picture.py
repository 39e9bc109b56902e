"""How a dungeon looks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.draw.picture import Picture, Tile
from satdnd.grid.bitboard import Cell, scan
from satdnd.kinds.dungeon import board_shape
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution


def picture(
    puzzle: Dungeon,
    solution: DungeonSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Counts beside the grid; walls, rooms, monsters, treasures; what is not known yet as a dot."""
    geometry = puzzle.grid
    walls, opens, inside = puzzle.walls, puzzle.opens, 0
    if details and "forced" in details:
        text = "".join(details["forced"])
        walls |= sum(1 << i for i, x in enumerate(text) if x == "#")
        opens |= sum(1 << i for i, x in enumerate(text) if x == "o")
    if solution is not None:
        walls, opens = solution.board, geometry.all & ~solution.board
        for _, room in board_shape.rooms(puzzle, solution.board):
            inside |= room
    styles = ["unknown"] * geometry.size
    for mask, style in ((walls, "wall"), (opens, "open"), (inside, "room")):
        for i in scan(mask):
            styles[i] = style
    letters = {}
    for mask, style, letter in ((puzzle.monster_mask, "monster", "M"), (puzzle.treasure_mask, "treasure", "T")):
        for i in scan(mask):
            letters[i] = letter
            styles[i] = style
    marks, width = set(marked), geometry.width
    tiles = [Tile.of(styles[i], letters.get(i, ""), divmod(i, width) in marks) for i in range(geometry.size)]
    return Picture(
        tiles=[tiles[i : i + width] for i in range(0, geometry.size, width)],
        left=["?" if count is None else str(count) for count in puzzle.rows],
        top=["?" if count is None else str(count) for count in puzzle.columns],
        label="dungeon",
    )
