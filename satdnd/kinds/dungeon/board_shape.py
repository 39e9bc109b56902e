"""Properties of a complete board, independent of its puzzle: treasure rooms, loops, whether it is a tree.

The referee uses it, and answers remark on it; no clause is made from it.
"""

from __future__ import annotations

from collections.abc import Iterator

from satdnd.grid.bitboard import Bitboard, Grid, grid, scan
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution


def rooms(puzzle: Dungeon, board: Bitboard) -> list[tuple[int, Bitboard]]:
    """The treasure rooms of *board*: (bit number of the top left cell, the nine cells).

    A room is a block of `closed_blocks` with one treasure and no monster. Two rooms never overlap: a bordering cell of
    each would be open twice.
    """
    monsters, treasures = puzzle.monster_mask, puzzle.treasure_mask
    return [
        (corner, room)
        for corner, room in closed_blocks(puzzle.grid, puzzle.grid.all & ~board)
        if not room & monsters and (room & treasures).bit_count() == 1
    ]


def closed_blocks(geometry: Grid, open_cells: Bitboard) -> Iterator[tuple[int, Bitboard]]:
    """The open 3x3 blocks, as in `rooms`, with exactly one bordering cell in the grid that is not a wall."""
    if geometry.width < 3 or geometry.height < 3:
        return
    width, inner = geometry.width, ~geometry.first_column
    two = open_cells & (open_cells & inner) >> 1
    three = two & (two & inner) >> 1
    block = 7 | 7 << width | 7 << 2 * width
    for corner in scan(three & three >> width & three >> 2 * width):
        room = block << corner
        entrance = geometry.border(room) & open_cells
        if entrance and not entrance & entrance - 1:
            yield corner, room


def centres(geometry: Grid, walls: Bitboard) -> Bitboard:
    """The centres of `closed_blocks`: the treasures of a board that shows none."""
    return sum(1 << corner + geometry.width + 1 for corner, _ in closed_blocks(geometry, geometry.all & ~walls))


def core(geometry: Grid, cells: Bitboard) -> Bitboard:
    """What is left of *cells* after removing dead ends repeatedly: loops and what joins them."""
    while (kept := geometry.degrees(cells).more) != cells:
        cells = kept
    return cells


def loops(geometry: Grid, open_cells: Bitboard, inside: Bitboard) -> int:
    """Independent loops of the open cells, with each room contracted to one node (*inside* is their union).

    Edges - nodes + components; a room of nine cells has twelve edges inside, and becomes one node.
    """
    edges = (open_cells & geometry.west(open_cells)).bit_count() + (open_cells & geometry.north(open_cells)).bit_count()
    room_count = inside.bit_count() // 9
    nodes = open_cells.bit_count() - 8 * room_count
    pieces = 1 if open_cells and geometry.connected(open_cells) else len(geometry.components(open_cells))
    return edges - 12 * room_count - nodes + pieces


def solution(puzzle: Dungeon, board: Bitboard) -> DungeonSolution:
    """*board* with its loops, and whether it is a tree."""
    geometry = puzzle.grid
    open_cells = geometry.all & ~board
    inside = 0
    if puzzle.treasure_mask:
        for _, room in rooms(puzzle, board):
            inside |= room
    count = loops(geometry, open_cells, inside)
    tree = (
        count == 0
        and geometry.degrees(open_cells).one & ~inside == puzzle.monster_mask
        and geometry.connected(open_cells)
    )
    return DungeonSolution(geometry.height, geometry.width, board, loops=count, tree=tree)


def counts(geometry: Grid, walls: Bitboard) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The walls of each row, and of each column."""
    rows, columns = ([(walls & line).bit_count() for line in side] for side in (geometry.rows, geometry.columns))
    return tuple(rows), tuple(columns)


def puzzle_of(
    height: int, width: int, walls: Bitboard, treasures: Bitboard, name: str = "", monsters: Bitboard = 0
) -> Dungeon:
    """The puzzle that a board solves: its counts, its dead ends as further monsters, its treasures."""
    geometry = grid(height, width)
    ends = monsters | geometry.degrees(geometry.all & ~walls).one & ~treasures
    monsters_at, treasures_at = (tuple(geometry.cells(cells)) for cells in (ends, treasures))
    return Dungeon(*counts(geometry, walls), monsters_at, treasures_at, name=name)
