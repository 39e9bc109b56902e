"""Products: the values of some cells, all different, multiply to a given number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate, repeat, takewhile
from math import prod
from operator import mul
from typing import ClassVar

from satdnd.encodings.cardinality import exactly
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.rules.constraint import Constraint
from satdnd.rules.encoder import Encoder
from satdnd.rules.factors import exponents, factor_sets
from satdnd.rules.statement import RuleStatement
from satdnd.rules.value_sets import (
    ValueSetConstraint,
    ValueTable,
    cell_values,
    numbered,
    one_each,
    say_one_each,
    say_one_set,
    value_table,
)
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class Product(RuleStatement):
    """Each cell of a room holds one value; all are different, as those of a row are, and multiply to the product.

    Clauses: of `say_one_set`, or a totalizer for each prime, which leaves it to rows and columns that values differ;
    unless all statements hold together, also that each cell holds one value.
    """

    product: int
    size: int
    """N."""
    values: tuple[Mapping[int, Literal], ...] = field(hash=False)
    """For each cell, the variable of each value that it may hold."""
    sets: tuple[int, ...] | None = field(default=None, hash=False)
    """The possible sets of values, as bits; None for all sets with the product."""

    fields: ClassVar = ("product",)

    def encode(self, encoder: Encoder) -> None:
        """Encode its factor sets, or if there are too many to list, the exponent of each prime."""
        sets = self.sets
        if sets is None and (found := factor_sets(self.product, len(self.cells), self.size)) is not None:
            sets = tuple(sum(1 << v for v in values) for values in found)
        if sets is None:
            self._same_exponents(encoder)
        else:
            (r, c) = self.cells[0]
            names = [f"room[{r},{c}]={'*'.join(map(str, scan(values)))}" for values in sets]
            say_one_set(sets, names, self.values, encoder)
        say_one_each(self.cells, self.values, encoder)

    def _same_exponents(self, encoder: Encoder) -> None:
        """Each prime divides the cells as often as the product: a count of unary digits, by a totalizer.

        Digit j of a cell, for a prime p: its value is divisible by p to the power of j.
        """
        wanted, formula = exponents(self.product, self.size), encoder.formula
        for powers in prime_powers(self.size):
            digits = [x for i in range(len(self.cells)) for power in powers for x in self._divisible(i, power, encoder)]
            mark = formula.pool.top
            formula.include(exactly(digits, wanted.get(powers[0], 0), formula.pool, "totalizer"), mark, self.text)

    def _divisible(self, i: int, divisor: int, encoder: Encoder) -> list[Literal]:
        """The literal for "the cell's value is a multiple of *divisor*"; empty if it cannot be."""
        (r, c), values = self.cells[i], self.values[i]
        multiples = [literal for v, literal in values.items() if v % divisor == 0]
        if len(multiples) < 2:
            return multiples
        digit = encoder.formula.new(f"{divisor} divides cell[{r},{c}]")
        for v, literal in values.items():
            encoder.formula.add(-literal, -digit if v % divisor else digit)
        return [digit]

    def broken(self, board: Bitboard) -> bool:
        """A cell holds several values or none, two hold the same, or the product is another."""
        values = cell_values(self._tables, board)
        return values is None or len({*values}) < len(values) or prod(values) != self.product

    @cached_property
    def _tables(self) -> list[ValueTable]:
        return [*map(value_table, self.values)]

    def constraints(self) -> Sequence[Constraint]:
        """One of a class of its own, and a sum for each cell."""
        return [_ProductConstraint(numbered(self.values), self.product, len(self.cells)), *one_each(self.values)]


def prime_powers(size: int) -> list[list[int]]:
    """The powers, up to *size*, of each prime up to *size*."""
    primes = [n for n in range(2, size + 1) if all(n % d for d in range(2, n))]
    return [list(takewhile(lambda power: power <= size, accumulate(repeat(p), mul))) for p in primes]


@dataclass(frozen=True)
class _ProductConstraint(ValueSetConstraint):
    """The constraint of `Product`; it shares no code with the clauses."""

    product: int
    length: int
    """Cells of the room."""

    def among(self, possible: int, value: int, budget: Budget) -> bool:
        """Whether k values of *possible*, with *value* unless that is 0, have the product."""
        rest, left = divmod(self.product, value) if value else (self.product, 0)
        others = [v for v in scan(possible & ~(1 << value)) if self.product % v == 0]
        others.sort(key=lambda v: (-_largest_prime(v), v))
        return not left and _makes(others, 0, rest, self.length - bool(value), set(), budget)


def _makes(
    values: list[int], i: int, product: int, length: int, dead: set[tuple[int, int, int]], budget: Budget
) -> bool:
    """Whether some of *values*, from the i-th on, have the product; values with large primes come first."""
    budget.check()
    if not length:
        return product == 1
    key = i, product, length
    if len(values) - i < length or key in dead:
        return False
    before, now = (_largest_prime(values[k]) if k >= 0 else 1 for k in (i - 1, i))
    if before == now or before == 1 or product % before:  # otherwise no later value can divide that prime out
        if product % values[i] == 0 and _makes(values, i + 1, product // values[i], length - 1, dead, budget):
            return True
        if _makes(values, i + 1, product, length, dead, budget):
            return True
    dead.add(key)
    return False


@cache
def _largest_prime(number: int) -> int:
    """The largest prime that divides *number*; 1 for 1."""
    return max((p for p in range(2, number + 1) if number % p == 0 and all(p % d for d in range(2, p))), default=1)
