"""The referee: every rule of Inshi no heya, all faults at once, from the puzzle and the numbers alone."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod

from satdnd.engine.kind import Fault
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name
from satdnd.kinds.inshi.factors import can_be_made
from satdnd.kinds.inshi.model import Inshi, InshiSolution

PLAY = (
    "Write a number from 1 to the size of the grid into each cell. No number stands twice in a row or in a "
    "column, and the small number of each room is the product of the numbers in it."
)
"""How it is played, for people who have a pencil."""

RULES = {
    "value": "Every cell holds a number from 1 to the side of the grid.",
    "row": "Each row holds each number once.",
    "column": "Each column holds each number once.",
    "product": "The numbers of each room multiply to its product.",
}
"""What each rule says, in the order in which faults are told."""


def faults(puzzle: Inshi, solution: InshiSolution, options: object = None) -> list[Fault]:
    """Everything that is wrong with *solution*, by `RULES`; a grid of another size breaks `value` alone."""
    if [len(row) for row in solution.grid] != [puzzle.size] * puzzle.size:
        return [Fault("value", (), f"the grid does not have {puzzle.size} rows of {puzzle.size} numbers")]
    return list(_faults(puzzle, solution.grid))


def _faults(puzzle: Inshi, grid: tuple[tuple[int, ...], ...]) -> Iterator[Fault]:
    size = puzzle.size
    for r, c in puzzle.cells:
        if not 1 <= grid[r][c] <= size:
            yield Fault("value", ((r, c),), f"{cell_name((r, c))} holds {grid[r][c]} instead of 1 to {size}")
    for rule, lines in puzzle.lines.items():
        for number, line in enumerate(lines, 1):
            yield from _repeated(grid, rule, number, line)
    for room in puzzle.rooms:
        found = prod(grid[r][c] for r, c in room.cells)
        if found != room.product:
            yield Fault("product", room.cells, f"{room} multiplies to {found}")


def _repeated(grid: tuple[tuple[int, ...], ...], rule: str, number: int, line: list[Cell]) -> Iterator[Fault]:
    where: dict[int, list[Cell]] = {}
    for r, c in line:
        where.setdefault(grid[r][c], []).append((r, c))
    for value, cells in sorted(where.items()):
        if len(cells) > 1:
            often = "twice" if len(cells) == 2 else f"{len(cells)} times"
            yield Fault(rule, tuple(cells), f"{rule} {number} holds {value} {often}")


def contradiction(puzzle: Inshi, options: object = None) -> str | None:
    """Why no numbers can fit, where that is seen at once: a product that no values have, or the product of all."""
    size = puzzle.size
    for room in puzzle.rooms:
        if not can_be_made(room.product, len(room), size):
            values = "one value" if len(room) == 1 else f"{len(room)} different values"
            return f"{room} cannot be made of {values} from 1 to {size}"
    if prod(room.product for room in puzzle.rooms) != factorial(size) ** size:
        return f"the products of all rooms do not multiply to ({size}!)^{size}, as those of every Latin square do"
    return None
