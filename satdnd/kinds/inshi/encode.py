"""Rooms of factors to CNF: a variable for each value that a cell can hold, one for each factor set of a room.

The variables ``cell[r,c]=v`` come first, in reading order. Each cell, row, column and room is a statement of its own.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from satdnd.declaration.values import ValuedEncoding
from satdnd.encodings.cardinality import estimate_exactly, one_at_most
from satdnd.kinds.inshi.candidates import Candidates
from satdnd.kinds.inshi.model import VIEW, Inshi
from satdnd.kinds.inshi.rules import statements
from satdnd.rules.encoder import Encoder
from satdnd.rules.product import prime_powers
from satdnd.rules.rulebook import Rulebook
from satdnd.sat.budget import Budget

LARGE = 32
"""Size above which Glucose 4 is the better solver: 64x64 with rooms of up to 5 takes it 2.0 s, CaDiCaL 1.9.5 3.3 s
(medians, benchmarks/inshi.py); on smaller boards they are equal within what can be measured."""
MANY = 300_000
"""Clauses above which it is the better one as well: what CaDiCaL does between its searches among a million takes
seconds, during which no limit is looked at."""


class InshiEncoding(ValuedEncoding):
    """One puzzle compiled.

    With N x N cells that can hold k values each on average: k N^2 variables for them, fewer than 3 k N^2 of ladders
    (`exactly_one`), and one for each factor set of each room, or a totalizer for each prime of a room that has too many
    sets. About 8 k N^2 clauses.

    Args:
        puzzle: of size N.
        plain: all N values in every cell, nothing concluded beforehand, so that the clauses of a row, a column or a
            room say the same whatever the others are; else only values that `Candidates` leaves.
        budget: looked at while compiling. Undecided where it does not reach.
    """

    def __init__(self, puzzle: Inshi, *, plain: bool = False, budget: Budget | None = None) -> None:
        left = Candidates(puzzle, budget, plain=plain)
        if budget is not None:
            budget.afford(estimated(puzzle, left))
        unknowns = VIEW.unknowns(puzzle, None if plain else left.values)
        made = partial(statements, puzzle, unknowns, None if plain else left.sets)
        book = Rulebook[Any](unknowns, made, partial(VIEW.board, puzzle), partial(VIEW.solution, puzzle))
        super().__init__(book, budget, lambda formula: Encoder(formula, at_most_one=one_at_most))
        if puzzle.size > LARGE or len(self.formula.clauses) > MANY:
            self.best_solver = "glucose4"


def estimated(puzzle: Inshi, left: Candidates) -> int:
    """About how many clauses an `InshiEncoding` has that gives variables to what is *left*."""
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
