"""The referee: every rule of Dungeons & Diagrams on whole bitboards, all faults at once.

It reads the puzzle and the board and never a clause, so that it would catch a wrong encoding.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from satdnd.bitboard import Bitboard, Grid, scan
from satdnd.kind import Fault
from satdnd.puzzles.dungeon.model import Dungeon, DungeonSolution, cell_name

RULES = (
    "row-count",
    "column-count",
    "on-open",
    "monster-deadend",
    "deadend-monster",
    "treasure-room",
    "no-2x2",
    "connected",
    "tree",
)
"""The ids, in the order in which faults are told; `tree` is a rule under that topology alone."""


def accepts(puzzle: Dungeon, board: Bitboard, topology: str = "connected") -> bool:
    """Whether *board* (a set bit is a wall) solves *puzzle*: the fast form of ``not faults(...)``.

    An 8x8 board takes some 15 microseconds.
    """
    geometry = puzzle.grid
    open_cells = geometry.all & ~board
    things = puzzle.monster_mask | puzzle.treasure_mask
    if board >> geometry.size or things & board or puzzle.walls & ~board or puzzle.opens & board:
        return False
    for line, count in zip(geometry.rows, puzzle.rows, strict=True):
        if count is not None and (board & line).bit_count() != count:
            return False
    for line, count in zip(geometry.columns, puzzle.columns, strict=True):
        if count is not None and (board & line).bit_count() != count:
            return False
    degrees = geometry.degrees(open_cells)
    if degrees.none or degrees.one != puzzle.monster_mask:
        return False
    inside, corners = 0, 0
    if puzzle.treasure_mask:
        for corner, room in rooms(puzzle, board):
            inside |= room
            corners |= _room_squares(geometry) << corner
        if puzzle.treasure_mask & ~inside:
            return False
    if open_squares(geometry, open_cells) & ~corners:
        return False
    if topology == "local":
        return True
    if not geometry.connected(open_cells):
        return False
    return topology != "tree" or loops(geometry, open_cells, inside) == 0


def faults(puzzle: Dungeon, board: Bitboard, topology: str = "connected") -> list[Fault]:
    """Everything that is wrong with *board* (a set bit is a wall) as a solution of *puzzle*, in the order of `RULES`.

    A monster on a wall breaks `on-open` and not `monster-deadend` as well; a treasure on a wall breaks both its rules.
    Under `tree` a board in several pieces breaks `connected` and `tree`.
    """
    return list(_faults(puzzle, board & puzzle.grid.all, topology))


def _faults(puzzle: Dungeon, board: Bitboard, topology: str) -> Iterator[Fault]:
    geometry = puzzle.grid
    open_cells = geometry.all & ~board
    for rule, what, lines, counts in (
        ("row-count", "row", geometry.rows, puzzle.rows),
        ("column-count", "column", geometry.columns, puzzle.columns),
    ):
        for i, (line, count) in enumerate(zip(lines, counts, strict=True)):
            found = (board & line).bit_count()
            if count is not None and found != count:
                yield _fault(
                    geometry, rule, line, f"{what} {i} has {found} {_plural('wall', found)} instead of {count}"
                )
    for what, mask, wrong in (
        ("monster", puzzle.monster_mask, "stands on a wall"),
        ("treasure", puzzle.treasure_mask, "lies on a wall"),
        ("cell given as open", puzzle.opens, "is a wall"),
    ):
        for i in scan(mask & board):
            yield _cell_fault(geometry, "on-open", i, f"the {what} at {{}} {wrong}")
    for i in scan(puzzle.walls & open_cells):
        yield _cell_fault(geometry, "on-open", i, "the cell given as wall at {} is open")

    degrees = geometry.degrees(open_cells)
    for i in scan(puzzle.monster_mask & open_cells & ~degrees.one):
        around = (geometry.neighbours(1 << i) & open_cells).bit_count()
        yield _cell_fault(
            geometry, "monster-deadend", i, f"the monster at {{}} has {around or 'no'} open neighbours instead of one"
        )
    for i in scan(degrees.one & ~puzzle.monster_mask):
        yield _cell_fault(geometry, "deadend-monster", i, "the dead end at {} holds no monster")
    for i in scan(degrees.none & ~puzzle.monster_mask):
        yield _cell_fault(geometry, "deadend-monster", i, "the open cell at {} has no open neighbour")

    inside, corners = 0, 0
    for corner, room in rooms(puzzle, board):
        inside |= room
        corners |= _room_squares(geometry) << corner
    for i in scan(puzzle.treasure_mask & ~inside):
        yield _cell_fault(geometry, "treasure-room", i, "the treasure at {} lies in no treasure room")
    square = 3 | 3 << geometry.width if geometry.width > 1 else 0
    for i in scan(open_squares(geometry, open_cells) & ~corners):
        yield _fault(
            geometry, "no-2x2", square << i, f"the 2x2 block at {cell_name(divmod(i, geometry.width))} is open"
        )

    if topology == "local":
        return
    pieces = geometry.components(open_cells)
    if len(pieces) > 1:
        largest = max(pieces, key=int.bit_count)
        yield _fault(
            geometry,
            "connected",
            open_cells & ~largest,
            f"the open cells fall into {len(pieces)} pieces instead of one",
        )
    if topology == "tree":
        cycles = loops(geometry, open_cells, inside)
        if cycles:
            core = _core(geometry, open_cells & ~inside)
            yield _fault(geometry, "tree", core, f"the corridors form {cycles} {_plural('loop', cycles)}")
        elif len(pieces) > 1 or (degrees.one & ~inside) != puzzle.monster_mask:
            yield _fault(
                geometry, "tree", open_cells, "the open cells are no tree whose leaves are the monsters and the rooms"
            )


def rooms(puzzle: Dungeon, board: Bitboard) -> list[tuple[int, Bitboard]]:
    """The treasure rooms of *board*: (bit number of the top left cell, the nine cells).

    A room is an open 3x3 block with one treasure and no monster, all of whose bordering cells in the grid are walls
    but exactly one. Two rooms never overlap: a bordering cell of each would be open twice.
    """
    geometry = puzzle.grid
    found: list[tuple[int, Bitboard]] = []
    if geometry.width < 3 or geometry.height < 3:
        return found
    open_cells = geometry.all & ~board
    west, north = geometry.west, geometry.north
    right = west(open_cells)
    three = open_cells & right & west(right)
    below = north(three)
    block = 7 | 7 << geometry.width | 7 << 2 * geometry.width
    for corner in scan(three & below & north(below)):
        room = block << corner
        entrance = geometry.border(room) & open_cells
        if (
            entrance
            and not entrance & entrance - 1
            and not room & puzzle.monster_mask
            and (room & puzzle.treasure_mask).bit_count() == 1
        ):
            found.append((corner, room))
    return found


def open_squares(geometry: Grid, open_cells: Bitboard) -> Bitboard:
    """The top left cells of the 2x2 blocks that are entirely open."""
    pairs = open_cells & geometry.west(open_cells)
    return pairs & geometry.north(pairs)


def loops(geometry: Grid, open_cells: Bitboard, inside: Bitboard) -> int:
    """Independent loops of the open cells once each room (*inside* is their union) is one node.

    Edges - nodes + components; a room of nine cells has twelve edges inside, and becomes one node.
    """
    edges = (open_cells & geometry.west(open_cells)).bit_count() + (open_cells & geometry.north(open_cells)).bit_count()
    room_count = inside.bit_count() // 9
    nodes = open_cells.bit_count() - 8 * room_count
    return edges - 12 * room_count - nodes + len(geometry.components(open_cells))


def solution(puzzle: Dungeon, board: Bitboard) -> DungeonSolution:
    """*board* with what people ask of it: its loops, and whether it is a tree."""
    geometry = puzzle.grid
    open_cells = geometry.all & ~board
    inside = 0
    if puzzle.treasure_mask:
        for _, room in rooms(puzzle, board):
            inside |= room
    count = loops(geometry, open_cells, inside)
    tree = (
        count == 0
        and geometry.connected(open_cells)
        and geometry.degrees(open_cells).one & ~inside == puzzle.monster_mask
    )
    return DungeonSolution(geometry.height, geometry.width, board, loops=count, tree=tree)


def _core(geometry: Grid, cells: Bitboard) -> Bitboard:
    """What is left of *cells* when dead ends are cut off again and again: loops and what joins them."""
    while True:
        kept = geometry.degrees(cells).more
        if kept == cells:
            return cells
        cells = kept


@lru_cache(maxsize=256)
def _room_squares(geometry: Grid) -> Bitboard:
    """The top left cells of the four 2x2 blocks of a room whose own top left cell is bit 0."""
    return 3 | 3 << geometry.width


def _fault(geometry: Grid, rule: str, cells: Bitboard, message: str) -> Fault:
    return Fault(rule, tuple(geometry.cells(cells)), message)


def _cell_fault(geometry: Grid, rule: str, index: int, message: str) -> Fault:
    cell = divmod(index, geometry.width)
    return Fault(rule, (cell,), message.format(cell_name(cell)))


def _plural(word: str, count: int) -> str:
    return word if count == 1 else word + "s"
