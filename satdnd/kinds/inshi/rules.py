"""The rules of rooms of factors: statements, faults, and obvious contradictions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial, prod

from satdnd.declaration import latin
from satdnd.declaration.words import Rule
from satdnd.engine.kind import Fault
from satdnd.kinds.inshi.model import Inshi, InshiSolution
from satdnd.rules.factors import can_be_made
from satdnd.rules.product import Product
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Values

RULES = {**latin.RULES, "product": Rule("The numbers of each room multiply to its product.", "room")}
"""The rules by id, in the order in which faults are reported."""


def statements(
    puzzle: Inshi, unknowns: Values, sets: Sequence[Sequence[int] | None] | None = None
) -> Iterator[RuleStatement]:
    """Cells, rows, columns, rooms; *sets*: the factor sets of each room, if known."""
    yield from latin.latin_statements(unknowns)
    for room, listed in zip(puzzle.rooms, sets or [None] * len(puzzle.rooms), strict=True):
        text = f"the room at {{}} has the product {room.product}"
        values = tuple(map(unknowns.candidates, room.cells))
        known = None if listed is None else tuple(listed)
        yield Product("product", room.cells, text, room.product, puzzle.size, values, known)


def product_faults(puzzle: Inshi, solution: InshiSolution) -> Iterator[Fault]:
    """Rooms whose numbers have another product. Without statements: for 64x64, these take four seconds."""
    for room in puzzle.rooms:
        found = prod(solution.grid[r][c] for r, c in room.cells)
        if found != room.product:
            yield Fault("product", room.cells, f"{room} multiplies to {found}")


def contradiction(puzzle: Inshi) -> str | None:
    """Why no numbers can fit, if that is obvious: an impossible product, or a wrong product of all."""
    size = puzzle.size
    for room in puzzle.rooms:
        if not can_be_made(room.product, len(room), size):
            values = "one value" if len(room) == 1 else f"{len(room)} different values"
            return f"{room} cannot be made of {values} from 1 to {size}"
    if prod(room.product for room in puzzle.rooms) != factorial(size) ** size:
        return f"the products of all rooms do not multiply to ({size}!)^{size}, as those of every Latin square do"
    return None
