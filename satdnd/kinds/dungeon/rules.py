"""The referee: every rule of Dungeons & Diagrams on whole bitboards, all faults at once.

It reads the puzzle and the board but never a clause or a statement, so it would catch a wrong encoding.
"""

from __future__ import annotations

from collections.abc import Iterator

from satdnd.declaration.clues.margins import overfull
from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.dungeon.board_shape import core, loops, rooms
from satdnd.kinds.dungeon.model import Dungeon


def accepts(puzzle: Dungeon, board: Bitboard, topology: str = "connected") -> bool:
    """Whether *board* (a set bit is a wall) solves *puzzle*: it stops at the first of `faults`.

    An 8x8 board takes about 15 microseconds; a referee derived from the statements takes fifty times as long.
    """
    return not board >> puzzle.grid.size and next(_faults(puzzle, board, topology), None) is None


def faults(puzzle: Dungeon, board: Bitboard, topology: str = "connected") -> list[Fault]:
    """Everything that is wrong with *board* (a set bit is a wall) as a solution of *puzzle*, in the order of the rules.

    A monster on a wall breaks only `on-open`, not `monster-deadend`; a treasure on a wall breaks both its rules. Under
    `tree`, a board in several pieces breaks `connected` and `tree`.
    """
    return list(_faults(puzzle, board & puzzle.grid.all, topology))


def _faults(puzzle: Dungeon, board: Bitboard, topology: str) -> Iterator[Fault]:
    geometry, monsters, treasures = puzzle.grid, puzzle.monster_mask, puzzle.treasure_mask
    open_cells = geometry.all & ~board

    def fault(rule: str, cells: Bitboard, message: str) -> Fault:
        """One fault about all the cells."""
        return Fault(rule, tuple(geometry.cells(cells)), message)

    def at_each(rule: str, cells: Bitboard, message: str) -> list[Fault]:
        """A fault for each of the cells, named in its message."""
        return [Fault(rule, (cell,), message.format(cell_name(cell))) for cell in geometry.cells(cells)]

    for what, lines, counts in (("row", geometry.rows, puzzle.rows), ("column", geometry.columns, puzzle.columns)):
        walls = tuple(map(int.bit_count, map(board.__and__, lines)))
        for i, (found, count) in enumerate(zip(walls, counts, strict=True) if walls != counts else ()):
            if count is not None and found != count:
                message = f"{what} {i + 1} has {counted(found, 'wall')} instead of {count}"
                yield fault(f"{what}-count", lines[i], message)
    if (monsters | treasures | puzzle.opens) & board or puzzle.walls & open_cells:
        yield from at_each("on-open", monsters & board, "the monster at {} stands on a wall")
        yield from at_each("on-open", treasures & board, "the treasure at {} lies on a wall")
        yield from at_each("on-open", puzzle.opens & board, "the cell given as open at {} is a wall")
        yield from at_each("on-open", puzzle.walls & open_cells, "the cell given as wall at {} is open")

    degrees = geometry.degrees(open_cells)
    for i in scan(monsters & open_cells & ~degrees.one):
        around = (geometry.neighbours(1 << i) & open_cells).bit_count() or "no"
        message = f"the monster at {{}} has {around} open neighbours instead of one"
        yield from at_each("monster-deadend", 1 << i, message)
    if (degrees.one | degrees.none) & ~monsters:
        yield from at_each("deadend-monster", degrees.one & ~monsters, "the dead end at {} holds no monster")
        yield from at_each("deadend-monster", degrees.none & ~monsters, "the open cell at {} has no open neighbour")

    inside = corners = 0
    square = 3 | 3 << geometry.width  # at a corner: a 2x2 block, or the corners of the blocks in a room
    for corner, room in rooms(puzzle, board) if treasures else ():
        inside |= room
        corners |= square << corner
    if treasures & ~inside:
        yield from at_each("treasure-room", treasures & ~inside, "the treasure at {} lies in no treasure room")
    for i in scan(geometry.squares(open_cells) & ~corners):
        at = cell_name(divmod(i, geometry.width))
        yield fault("no-2x2", square << i, f"the 2x2 block at {at} is entirely open")

    if topology == "local":
        return
    connected = geometry.connected(open_cells)
    if not connected:
        pieces = geometry.components(open_cells)
        apart = open_cells & ~max(pieces, key=int.bit_count)
        yield fault("connected", apart, f"the open cells fall into {len(pieces)} pieces instead of one")
    if topology == "tree":
        if cycles := loops(geometry, open_cells, inside):
            cells = core(geometry, open_cells & ~inside)
            yield fault("tree", cells, f"the corridors form {counted(cycles, 'loop')}")
        elif not connected or (degrees.one & ~inside) != monsters:
            text = "the open cells are not a tree whose leaves are the monsters and rooms"
            yield fault("tree", open_cells, text)


def contradiction(puzzle: Dungeon) -> str | None:
    """Why no board can solve *puzzle*, if the clues alone show it; otherwise None.

    A count above the number of cells; differing sums of counts; a clue on a given wall; a treasure without space for a
    room.
    """
    if reason := overfull(puzzle):
        return reason
    if None not in puzzle.rows and None not in puzzle.columns:
        by_rows, by_columns = sum(puzzle.rows), sum(puzzle.columns)  # type: ignore[arg-type]  # no None among them
        if by_rows != by_columns:
            text = f"the row counts add up to {counted(by_rows, 'wall')}, the column counts to {by_columns}"
            if (puzzle.height - puzzle.width, by_rows > by_columns) in ((-1, False), (1, True)):
                text += f"; is a {'column' if by_rows > by_columns else 'row'} missing?"
            return text
    for what, mask in (("monster", puzzle.monster_mask), ("treasure", puzzle.treasure_mask)):
        if mask & puzzle.walls:
            return (
                f"the {what} at {cell_name(puzzle.grid.cells(mask & puzzle.walls)[0])} stands on a cell given as wall"
            )
    if puzzle.treasures and min(puzzle.height, puzzle.width) < 3:
        return "a treasure needs a room of 3x3 cells, and the grid is smaller"
    return None
