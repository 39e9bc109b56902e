"""Rooms of factors to CNF: a variable for each value that a cell can hold, one for each factor set of a room.

The variables ``cell[r,c]=v`` come first, in reading order. Each cell, row, column and room is a statement of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from satdnd.encodings.cardinality import at_most_one, estimate_exactly
from satdnd.engine.kind import Encoding
from satdnd.grid.bitboard import Cell
from satdnd.kinds.inshi.candidates import Candidates
from satdnd.kinds.inshi.factors import factor_sets
from satdnd.kinds.inshi.model import Inshi, InshiSolution
from satdnd.kinds.inshi.statements import numbers, prime_powers, statements
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import state
from satdnd.rules.unknowns import Values
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Pool

LARGE = 32
"""Size above which Glucose 4 is the better solver: 64x64 with rooms of up to 5 takes it 2.0 s, CaDiCaL 1.9.5 3.3 s
(medians, benchmarks/inshi.py); on smaller boards they are equal within what can be measured."""
MANY = 300_000
"""Clauses above which it is the better one as well: what CaDiCaL does between its searches among a million takes
seconds, during which no limit is looked at."""


class InshiEncoding(Encoding[Inshi, InshiSolution]):
    """One puzzle compiled.

    With N x N cells that can hold k values each on average: k N^2 variables for them, fewer than 3 k N^2 of ladders
    (`exactly_one`), and one for each factor set of each room, or a totalizer for each prime of a room that has too many
    sets. About 8 k N^2 clauses.

    Args:
        puzzle: of size N.
        plain: all N values in every cell, nothing concluded beforehand, so that the clauses of a row, a column or a
            room say the same whatever the others are; else only values that `Candidates` leaves.
    """

    unknowns: Values

    def __init__(self, puzzle: Inshi, *, plain: bool = False, budget: Budget | None = None) -> None:
        allowed, sets = left(puzzle, plain, budget)
        if budget is not None:
            budget.afford(estimated(puzzle, allowed, sets))
        self.unknowns = numbers(puzzle.size, None if plain else allowed)
        formula = self.formula = Formula(Pool(budget=budget))
        self.projection = formula.several(self.unknowns.names)
        state(statements(puzzle, self.unknowns, None if plain else sets), Encoder(formula, at_most_one=at_most_one))
        if puzzle.size > LARGE or len(formula.clauses) > MANY:
            self.best_solver = "glucose4"

    def decode(self, puzzle: Inshi, model: Sequence[Literal]) -> InshiSolution:
        """The value of each cell whose variable is true."""
        return InshiSolution(tuple(map(tuple, self.unknowns.placed(model[: len(self.projection)]))))

    def literals(self, puzzle: Inshi, solution: InshiSolution) -> list[Literal]:
        """``cell[r,c]=v`` of every cell: these imply the rest of the projection."""
        return self.unknowns.literals(solution.grid)


def left(puzzle: Inshi, plain: bool, budget: Budget | None = None) -> tuple[dict[Cell, int], list[list[int] | None]]:
    """Of each cell the values, and of each room the factor sets, that need variables."""
    if not plain:
        candidates = Candidates(puzzle, budget)
        return candidates.values, candidates.sets
    size, sets = puzzle.size, list[list[int] | None]()
    for room in puzzle.rooms:
        if budget is not None:
            budget.check()
        listed = factor_sets(room.product, len(room), size)
        sets.append(None if listed is None else [sum(1 << v for v in values) for values in listed])
    return dict.fromkeys(puzzle.cells, (1 << size + 1) - 2), sets


def estimated(puzzle: Inshi, allowed: Mapping[Cell, int], sets: Sequence[list[int] | None]) -> int:
    """About how many clauses an `InshiEncoding` has, by what `left` says."""
    size = puzzle.size
    choices = [values.bit_count() for values in allowed.values()]
    found = sum(2 * choice if choice <= 4 else 4 * choice for choice in choices) * 3  # cells, rows, columns
    for room, listed in zip(puzzle.rooms, sets, strict=True):
        values = sum(allowed[cell].bit_count() for cell in room.cells)
        if listed is not None:
            found += sum(one.bit_count() for one in listed) + values
            continue
        for powers in prime_powers(size):
            digits = len(room) * len(powers)
            found += estimate_exactly(digits, digits // 2, "totalizer")
            found += values * sum(2 * power <= size for power in powers)
    return found
