"""The referee of nurikabe: every rule on whole bitboards, all faults at once; it never reads a clause."""

from __future__ import annotations

from collections.abc import Iterator

from satdnd.bitboard import Bitboard, cell_name
from satdnd.kind import Fault
from satdnd.puzzles.nurikabe.model import Nurikabe

RULES = {
    "on-island": "Every number is in an island.",
    "one-number": "An island, a group of cells joined by edges, holds exactly one number.",
    "number-size": "An island has as many cells as its number says.",
    "no-2x2": "No 2x2 block is entirely sea.",
    "connected": "All sea cells form one connected region.",
}
"""The rules by their ids, in the order in which faults are told."""


def faults(puzzle: Nurikabe, board: Bitboard) -> list[Fault]:
    """Everything that is wrong with *board* (a set bit is sea) as a solution, in the order of `RULES`.

    An island without exactly one number has no size to keep.
    """
    return sorted(_faults(puzzle, board & puzzle.grid.all), key=lambda fault: list(RULES).index(fault.rule))


def _faults(puzzle: Nurikabe, board: Bitboard) -> Iterator[Fault]:
    geometry, numbers = puzzle.grid, puzzle.numbers
    for cell in numbers:
        if board & geometry.bit(cell):
            yield Fault("on-island", (cell,), f"the number {numbers[cell]} at {cell_name(cell)} is in the sea")
    for island in geometry.components(geometry.all & ~board):
        cells = tuple(geometry.cells(island))
        held = [cell for cell in cells if cell in numbers]
        if len(held) != 1:
            names = ", ".join(map(cell_name, held))
            what = f"{len(held)} numbers, at {names}" if held else "no number"
            yield Fault("one-number", tuple(held) or cells, f"the island at {cell_name(cells[0])} holds {what}")
        elif len(cells) != numbers[held[0]]:
            has = f"{len(cells)} cell{'s' * (len(cells) != 1)} instead of {numbers[held[0]]}"
            yield Fault("number-size", cells, f"the island at {cell_name(held[0])} has {has}")
    pairs = board & geometry.west(board)
    for r, c in geometry.cells(pairs & geometry.north(pairs)):
        block = tuple(geometry.cells(geometry.block(r, c, 2, 2)))
        yield Fault("no-2x2", block, f"the 2x2 block at {cell_name((r, c))} is entirely sea")
    seas = geometry.components(board)
    if len(seas) > 1:
        largest = max(seas, key=int.bit_count)
        yield Fault("connected", tuple(geometry.cells(board & ~largest)), f"the sea falls into {len(seas)} pieces")


def contradiction(puzzle: Nurikabe) -> str | None:
    """Why there cannot be a solution, where counting cells shows it; else None."""
    geometry, numbers = puzzle.grid, puzzle.numbers
    held = geometry.mask(numbers)
    for cell, number in numbers.items():
        others = held & ~geometry.bit(cell)
        if beside := geometry.cells(others & geometry.neighbours(geometry.bit(cell))):
            return f"the numbers at {cell_name(cell)} and {cell_name(beside[0])} are side by side"
        room = geometry.flood(geometry.bit(cell), geometry.all & ~others & ~geometry.neighbours(others)).bit_count()
        if number > room:
            return f"the island at {cell_name(cell)} needs {number} cells, and has room for {room}"
    total, blocks = sum(numbers.values()), (puzzle.height // 2) * (puzzle.width // 2)
    if total > geometry.size:
        return f"the numbers add up to {total}, more than the {geometry.size} cells of the grid"
    if total < blocks:
        return f"the numbers add up to {total}, and each of {blocks} separate 2x2 blocks needs an island cell"
    return None
