"""Rooms of factors as CNF: a variable for each possible value of a cell, and for each factor set of a room.

The variables ``cell[r,c]=v`` come first, in reading order. Each cell, row, column and room is its own statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from satdnd.declaration import latin
from satdnd.declaration.views.values import ValuedEncoding
from satdnd.encodings.cardinality import estimate_exactly, one_at_most
from satdnd.kinds.inshi.candidates import Candidates
from satdnd.kinds.inshi.model import VIEW, Inshi, InshiSolution
from satdnd.rules.encoder import Encoder
from satdnd.rules.product import Product, prime_powers
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Values
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

LARGE = 32
"""Size above which Glucose 4 is the better solver: 64x64 with rooms of up to 5 takes it 2.0 s, CaDiCaL 1.9.5 3.3 s
(medians, benchmarks/inshi.py); on smaller boards there is no measurable difference."""
MANY = 300_000
"""Clauses above which it is also better: with a million, CaDiCaL's work between searches takes seconds, during which no
limit is checked."""


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


class InshiEncoding(ValuedEncoding):
    """One puzzle compiled.

    With N x N cells of k values each on average: k N^2 variables for these, fewer than 3 k N^2 for ladders
    (`exactly_one`), and one per factor set of each room, or a totalizer per prime of a room with too many sets. About
    8 k N^2 clauses.

    Args:
        puzzle: of size N.
        plain: all N values in every cell, with nothing concluded beforehand, so that the clauses of a row, column or
            room do not depend on the others; otherwise only the values that `Candidates` leaves.
        budget: checked while compiling. Raises Undecided if exceeded.
    """

    def __init__(self, puzzle: Inshi, *, plain: bool = False, budget: Budget | None = None) -> None:
        left = Candidates(puzzle, budget, plain=plain)
        if budget is not None:
            budget.afford(estimated(puzzle, left))
        unknowns = VIEW.unknowns(puzzle, None if plain else left.values)
        made = partial(statements, puzzle, unknowns, None if plain else left.sets)
        book = Rulebook[Any](unknowns, made, partial(VIEW.board, puzzle), partial(VIEW.solution, puzzle))
        super().__init__(book, budget, lambda formula: Encoder(formula, at_most_one=one_at_most, alone=False))
        if puzzle.size > LARGE or len(self.formula.clauses) > MANY:
            self.best_solver = "glucose4"

    def decode(self, puzzle: Inshi, model: Sequence[Literal]) -> InshiSolution:
        """The value of each cell whose variable is true."""
        return InshiSolution(tuple(map(tuple, self.unknowns.placed(model[: len(self.projection)]))))


def estimated(puzzle: Inshi, left: Candidates) -> int:
    """The approximate number of clauses of an `InshiEncoding` with variables for what is *left*."""
    size = puzzle.size
    choices = [values.bit_count() for values in left.values.values()]
    found = sum(2 * choice if choice <= 4 else 4 * choice for choice in choices) * 3  # cells, rows, columns
    for room, listed in zip(puzzle.rooms, left.sets, strict=True):
        values = sum(left.values[cell].bit_count() for cell in room.cells)
        if listed is not None:
            found += sum(one.bit_count() for one in listed) + values
            continue
        for powers in prime_powers(size):
            digits = len(room) * len(powers)
            found += estimate_exactly(digits, digits // 2, "totalizer")
            found += values * sum(2 * power <= size for power in powers)
    return found
