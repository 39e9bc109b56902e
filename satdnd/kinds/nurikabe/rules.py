"""The referee of nurikabe: every rule on whole bitboards, all faults at once; it never reads a clause."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Bitboard
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.nurikabe.model import Nurikabe, NurikabeSolution

PLAY = (
    "Shade some of the cells: they are the sea, the others islands. Every island has one number, which says how "
    "many cells it has; islands touch at corners at most. The sea is connected, and no two by two cells are all "
    "sea."
)
"""How it is played, for people who have a pencil."""

RULES = {
    "on-island": "Every number is in an island.",
    "one-number": "An island, a group of cells joined by edges, holds exactly one number.",
    "number-size": "An island has as many cells as its number says; ? says nothing.",
    "no-2x2": "No 2x2 block is entirely sea.",
    "connected": "All sea cells form one connected region.",
}
"""The rules by their ids, in the order in which faults are told."""


def faults(puzzle: Nurikabe, solution: NurikabeSolution, options: object = None) -> list[Fault]:
    """Everything that is wrong with *solution*; an island without one number has no size to keep."""
    return sorted(_faults(puzzle, solution.board & puzzle.grid.all), key=lambda fault: list(RULES).index(fault.rule))


def _faults(puzzle: Nurikabe, board: Bitboard) -> Iterator[Fault]:
    geometry, numbers = puzzle.grid, puzzle.numbers
    for cell in geometry.cells(geometry.mask(numbers) & board):
        yield Fault("on-island", (cell,), f"the number {numbers[cell] or '?'} at {cell_name(cell)} is in the sea")
    for cells in (tuple(geometry.cells(island)) for island in geometry.components(geometry.all & ~board)):
        held = tuple(cell for cell in cells if cell in numbers)
        if len(held) != 1:
            what = f"{len(held)} numbers, at {', '.join(map(cell_name, held))}" if held else "no number"
            yield Fault("one-number", held or cells, f"the island at {cell_name(cells[0])} holds {what}")
        elif numbers[held[0]] not in (None, len(cells)):
            has = f"the island at {cell_name(held[0])} has {counted(len(cells), 'cell')}"
            yield Fault("number-size", cells, f"{has} instead of {numbers[held[0]]}")
    for cell in geometry.cells(geometry.squares(board)):
        block = tuple(geometry.cells(geometry.block(*cell, 2, 2)))
        yield Fault("no-2x2", block, f"the 2x2 block at {cell_name(cell)} is entirely sea")
    seas = geometry.components(board)
    if len(seas) > 1:
        apart = tuple(geometry.cells(board & ~max(seas, key=int.bit_count)))
        yield Fault("connected", apart, f"the sea falls into {len(seas)} pieces")


def contradiction(puzzle: Nurikabe, options: object = None) -> str | None:
    """Why there cannot be a solution, where counting cells shows it; else None."""
    geometry, numbers = puzzle.grid, puzzle.numbers
    for cell, number in numbers.items():
        others = geometry.mask(numbers) & ~geometry.bit(cell)
        around = geometry.neighbours(others)
        if around & geometry.bit(cell):
            return f"the number at {cell_name(cell)} is side by side with another"
        room = geometry.flood(geometry.bit(cell), geometry.all & ~others & ~around).bit_count()
        if number and number > room:
            return f"the island at {cell_name(cell)} needs {number} cells, and has room for {room}"
    untold = sum(number is None for number in numbers.values())
    total = sum(number or 1 for number in numbers.values())
    blocks = (geometry.height // 2) * (geometry.width // 2)
    if (blocks <= total or untold) and total <= geometry.size:
        return None
    limit = f"{blocks} separate 2x2 blocks need more" if total < blocks else f"the grid has {geometry.size} cells"
    return f"the numbers add up to {total}{' at least' if untold else ''}, and {limit}"


def cross_check(puzzle: Nurikabe, solution: NurikabeSolution, options: object = None) -> str | None:
    """What networkx graphs of sea and islands have against *solution*, cell by cell, no bitboard; None: nothing."""
    import networkx as nx

    whole: Any = nx.grid_2d_graph(solution.height, solution.width)
    sea = {(r, c) for r, c in whole if solution.board >> r * solution.width + c & 1}
    if (pieces := nx.number_connected_components(whole.subgraph(sea))) > 1:
        return f"the graph of the sea has {pieces} pieces"
    for island in nx.connected_components(whole.subgraph(set(whole) - sea)):
        numbers = [puzzle.numbers[cell] for cell in island if cell in puzzle.numbers]
        if numbers not in ([len(island)], [None]):
            return f"an island of {counted(len(island), 'cell')} in the graph holds the numbers {numbers}"
    if drowned := sea & puzzle.numbers.keys():
        return f"{len(drowned)} numbers are no nodes of islands"
    blocks = [cell for cell in sea if {(cell[0] + i, cell[1] + j) for i in (0, 1) for j in (0, 1)} <= sea]
    return f"{len(blocks)} 2x2 blocks are sea" if blocks else None
