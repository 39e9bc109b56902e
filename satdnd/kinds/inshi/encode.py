"""Rooms of factors to CNF: a variable for each value that a cell can hold, one for each factor set of a room.

The variables ``cell[r,c]=v`` come first, in reading order. Each cell, row, column and room is a statement of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, repeat, takewhile
from math import isqrt
from operator import mul
from typing import Any, TypeAlias

from satdnd.encodings.cardinality import estimate_exactly, exactly, exactly_one
from satdnd.engine.kind import Encoding
from satdnd.grid.bitboard import Cell, scan
from satdnd.grid.notation import cell_name
from satdnd.kinds.inshi.candidates import Candidates
from satdnd.kinds.inshi.factors import exponents, factor_sets
from satdnd.kinds.inshi.model import Inshi, InshiSolution, Room
from satdnd.rules.unknowns import Mark, square
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Pool

Values: TypeAlias = Mapping[int, Literal]
"""Of one cell: the literal of each value that it can hold."""

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

    def __init__(self, puzzle: Inshi, *, plain: bool = False, budget: Budget | None = None) -> None:
        size = puzzle.size
        self.formula = Formula(Pool(budget=budget))
        allowed, sets = left(puzzle, plain, budget)
        if budget is not None:
            budget.afford(estimated(puzzle, allowed, sets))
        new = self.formula.new
        self.values: dict[Cell, Values] = {
            (r, c): {v: new(f"cell[{r},{c}]={v}") for v in scan(allowed[r, c])} for r, c in puzzle.cells
        }
        self._meanings = [(cell, v) for cell, values in self.values.items() for v in values]
        self.projection = range(1, self.formula.variables + 1)
        self.formula.family("value")
        for cell in puzzle.cells:
            self.formula.says(f"{cell_name(cell)} holds one value", [cell])
            self.formula.extend(exactly_one(list(self.values[cell].values()), self.formula.pool))
        for rule, lines in puzzle.lines.items():
            self.formula.family(rule)
            for number, line in enumerate(lines, 1):
                self.formula.says(f"{rule} {number} holds each value once", line)
                self._each_once(size, [self.values[cell] for cell in line])
        self.formula.family("product")
        for room, found in zip(puzzle.rooms, sets, strict=True):
            self.formula.says(f"the room at {cell_name(room.cells[0])} has the product {room.product}", room.cells)
            cells = [self.values[cell] for cell in room.cells]
            if found is None:
                self._same_exponents(room, cells, size)
            else:
                self._one_set(room, cells, found)
        if size > LARGE or len(self.formula.clauses) > MANY:
            self.best_solver = "glucose4"

    def _each_once(self, size: int, line: Sequence[Values]) -> None:
        """Every value stands in exactly one cell of *line*."""
        for v in range(1, size + 1):
            self.formula.extend(exactly_one([values[v] for values in line if v in values], self.formula.pool))

    def _one_set(self, room: Room, cells: Sequence[Values], sets: Sequence[int]) -> None:
        """The cells hold the values of one of *sets*: all of them, and so nothing else.

        One variable for each set, unless there is only one. A clause for each value of each set says it all; one for
        each candidate, that some set with it is chosen, follows and lets the solver see more at once.
        """
        r, c = room.cells[0]
        names = ["*".join(map(str, scan(values))) for values in sets]
        selectors = [self.formula.new(f"room[{r},{c}]={name}") for name in names] if len(sets) > 1 else []
        if len(sets) != 1:
            self.formula.add(*selectors)
        chosen: dict[int, list[Literal]] = {}  # of each value, the variables of the sets that have it
        for i, values in enumerate(sets):
            for v in scan(values):
                places = [cell[v] for cell in cells if v in cell]
                self.formula.add(*[-x for x in selectors[i : i + 1]], *places)
                chosen.setdefault(v, []).extend(selectors[i : i + 1])
        for cell in cells:
            for v, literal in cell.items():
                if v not in chosen or len(chosen[v]) not in (0, len(sets)):
                    self.formula.add(-literal, *chosen.get(v, []))

    def _same_exponents(self, room: Room, cells: Sequence[Values], size: int) -> None:
        """Each prime divides the cells as often as it divides the product: a count of unary digits, by a totalizer.

        Digit j of a cell, for a prime p: its value is divisible by p to the power of j.
        """
        wanted = exponents(room.product, size)
        for powers in _prime_powers(size):
            digits = [x for cell in cells for power in powers for x in self._divisible(cell, power)]
            counted = exactly(digits, wanted.get(powers[0], 0), self.formula.pool)
            self.formula.extend(counted.clauses)

    def _divisible(self, cell: Values, divisor: int) -> list[Literal]:
        """A literal that says that the cell's value is a multiple of *divisor*; none where it cannot be."""
        multiples = [literal for v, literal in cell.items() if v % divisor == 0]
        if len(multiples) < 2:
            return multiples
        digit = self.formula.pool.new()
        self.formula.name(digit, f"{divisor} divides {self.formula.meaning(multiples[0]).split('=')[0]}")
        for v, literal in cell.items():
            self.formula.add(-literal, -digit if v % divisor else digit)
        return [digit]

    def decode(self, puzzle: Inshi, model: Sequence[Literal]) -> InshiSolution:
        """The value of each cell whose variable is true."""
        chosen = {cell: next(v for v, x in values.items() if model[x - 1] > 0) for cell, values in self.values.items()}
        return InshiSolution(tuple(tuple(chosen[r, c] for c in range(puzzle.size)) for r in range(puzzle.size)))

    def literals(self, puzzle: Inshi, solution: InshiSolution) -> list[Literal]:
        """``cell[r,c]=v`` of every cell: these imply the rest of the projection."""
        return [values[solution.grid[r][c]] for (r, c), values in self.values.items()]

    def mark(self, literal: Literal) -> Mark:
        """The cell, and its value or ``not`` a value."""
        cell, value = self._meanings[abs(literal) - 1]
        return (*cell, f"{value}" if literal > 0 else f"not {value}")

    def literal(self, mark: Sequence[Any]) -> Literal:
        """The literal of a mark."""
        match mark:
            case [int(r), int(c), str(said)]:
                value = said.removeprefix("not ")
                x = self.values.get((r, c), {}).get(int(value) if value.isdecimal() else 0, 0)
                if x:
                    return -x if value != said else x
        return super().literal(mark)

    def read(self, rows: Sequence[Any]) -> list[Literal]:
        """A string or a list of values a row; ``.`` and None are not known."""
        size = isqrt(len(self.values))
        found = []
        for r, row in enumerate(square(rows, size, size)):
            for c, said in enumerate(row):
                if said not in (".", "0", 0, None):
                    found.append(self.literal((r, c, str(said))))
        return found

    def along(self, literal: Literal) -> Iterable[Literal]:
        """A value takes the place of the others in its cell, and the other places in its row and column."""
        if literal < 0:
            return
        (r, c), value = self._meanings[literal - 1]
        yield from (-x for x in self.values[r, c].values() if x != literal)
        for k in range(len(self.values[r, c])):
            yield from (-self.values[cell][value] for cell in ((r, k), (k, c)) if cell != (r, c))

    def sentence(self, literal: Literal) -> str:
        """``r3c5 is 7`` or ``r3c5 is not 7``."""
        cell, value = self._meanings[abs(literal) - 1]
        return f"{cell_name(cell)} is {value if literal > 0 else f'not {value}'}"

    def describe(self, puzzle: Inshi, literals: Iterable[Literal]) -> dict[str, Any]:
        """``forced``: rows of values, None for a cell whose value is not the same in all solutions."""
        known = set(literals)
        return {
            "forced": [
                [next((v for v, x in self.values[r, c].items() if x in known), None) for c in range(puzzle.size)]
                for r in range(puzzle.size)
            ]
        }


def left(puzzle: Inshi, plain: bool, budget: Budget | None = None) -> tuple[dict[Cell, int], list[list[int] | None]]:
    """Of each cell the values, and of each room the factor sets, that need variables."""
    if not plain:
        candidates = Candidates(puzzle, budget)
        return candidates.values, candidates.sets
    size = puzzle.size
    sets: list[list[int] | None] = []
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
        for powers in _prime_powers(size):
            digits = len(room) * len(powers)
            found += estimate_exactly(digits, digits // 2, "totalizer")
            found += values * sum(2 * power <= size for power in powers)
    return found


def _prime_powers(size: int) -> list[list[int]]:
    """Of each prime up to *size* its powers up to *size*."""
    primes = [n for n in range(2, size + 1) if all(n % d for d in range(2, n))]
    return [list(takewhile(lambda power: power <= size, accumulate(repeat(p), mul))) for p in primes]
