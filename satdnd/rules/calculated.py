"""Calculated values: what some cells hold gives a target, as a sum, product, difference or quotient."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from math import prod
from typing import ClassVar, TypeAlias, cast

from satdnd.rules.encoder import Encoder
from satdnd.rules.related import Related
from satdnd.rules.value_sets import say_one_each
from satdnd.sat.formula import Literal

SUM, DIFFERENCE, PRODUCT, QUOTIENT = OPERATIONS = "+-*/"
"""The operations; the difference and the quotient are those of two cells, the larger value first."""
_State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""For each operation what the values so far come to, -1 if the target is out of reach; and those values that cells to
come must not hold."""


@dataclass(frozen=True)
class Calculated(Related):
    """The values of some cells come to the target by one of *operations*; cells that see each other differ.

    Clauses: for two cells one for each value, with the values that it leaves for the other; for more cells, layers of
    the sums or products that the first i cells can have, as for a `WeightedSum`, and a variable for each operation if
    there are several. Unless all statements hold together, also that each cell holds one value, and that cells differ.
    """

    target: int
    operations: str
    """Of `OPERATIONS`; several if it is not known which."""
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs of places in *cells* whose values differ, as in one row; the smaller place first."""

    fields: ClassVar = ("target", "operations")

    def encode(self, encoder: Encoder) -> None:
        """Encode what the first cells come to, one more at a time."""
        formula = encoder.formula
        if len(self.values) <= 2:
            self._encode_short(encoder)
        else:
            several = self.operations[1:]
            chosen = formula.new_variables([f"{self.place} {x}" for x in self.operations]) if several else ()
            if several:
                formula.add(*chosen)
            for i, operation in enumerate(self.operations):
                self._encode_layers(encoder, operation, [-x for x in chosen[i : i + 1]])
        if encoder.alone:
            for i, j in self.apart:
                one, other = self.values[i], self.values[j]
                formula.extend([-x, -other[v]] for v, x in one.items() if v in other)
        say_one_each(self.cells, self.values, encoder)

    def _encode_short(self, encoder: Encoder) -> None:
        """One cell, or two."""
        largest = max((v for cell in self.values for v in cell), default=0)
        for i, cell in enumerate(self.values):
            for v, x in cell.items():
                if self.values[1:]:
                    fits = _partners(self.target, self.operations, bool(self.apart), v, largest)
                    others = self.values[1 - i]
                    encoder.formula.add(-x, *(others[w] for w in fits if w in others))
                elif v != self.target:
                    encoder.formula.add(-x)

    def _encode_layers(self, encoder: Encoder, operation: str, unless: Sequence[Literal]) -> None:
        """The sums or products of the first i cells, for each i; nothing is said if one of *unless* holds."""
        formula, mark, adds = encoder.formula, encoder.formula.pool.top, operation == SUM

        def after(total: int, v: int) -> int | None:
            """What it comes to with one more value."""
            now = total + v if adds else total * v
            return now if now <= self.target and (adds or self.target % now == 0) else None

        reach = [{0 if adds else 1}]
        for cell in self.values:
            found = (after(total, v) for total in reach[-1] for v in cell)
            reach.append({now for now in found if now is not None})
        needed = [{self.target} & reach[-1]]
        for cell, before in zip(reversed(self.values), reversed(reach[:-1]), strict=True):
            needed.append({total for total in before if any(after(total, v) in needed[-1] for v in cell)})
        needed.reverse()
        if not needed[0]:
            formula.add(*unless)
            return
        layers = [dict(zip(sorted(x), formula.pool.block(len(x)), strict=True)) for x in needed]
        formula.add(*unless, *layers[0].values())
        for cell, layer, following in zip(self.values, layers, layers[1:], strict=False):
            ways = dict[int, list[Literal]]()  # for each value, the totals before it
            for total, node in layer.items():
                onward = list[Literal]()
                for v, x in cell.items():
                    now = following.get(cast(int, after(total, v)))
                    if now is None:
                        formula.add(*unless, -node, -x)
                        continue
                    formula.add(*unless, -node, -x, now)
                    formula.add(*unless, -now, -x, node)
                    onward.append(now)
                    ways.setdefault(v, []).append(node)
                formula.add(*unless, -node, *onward)
            for v, x in cell.items():
                formula.add(*unless, -x, *ways.get(v, ()))
        formula.name_since(
            mark,
            self.text,
            lambda: {x: f"the first {i} come to {t}" for i, layer in enumerate(layers) for t, x in layer.items()},
        )

    def keeps(self, values: Sequence[int]) -> bool:
        """Whether one of the operations gives the target, and cells that must differ do."""
        if any(values[i] == values[j] for i, j in self.apart):
            return False
        if len(values) == 1:
            return values[0] == self.target
        return any(made(operation, values) == self.target for operation in self.operations)

    def read(self, state: Hashable, place: int, value: int) -> Hashable:
        """What the values so far come to by each operation, and which of them matter for cells to come."""
        totals, seen = cast(_State, state) if state else ((), ())
        differ, kept = self._seen[place]
        if any(seen[i] == value for i in differ):
            return None
        last = place + 1 == len(self.values)
        now = tuple(
            self._total(operation, totals[k] if totals else None, value, last)
            for k, operation in enumerate(self.operations)
        )
        if max(now) < 0:
            return None
        seen = (*seen, value)
        return now, tuple([seen[i] for i in kept])

    @cached_property
    def _seen(self) -> list[tuple[list[int], list[int]]]:
        """For each place, of the values that are kept up to there: those it must differ from; with its own, those that
        matter later.
        """
        there, found = list[int](), list[tuple[list[int], list[int]]]()
        for place in range(len(self.values)):
            differ = [k for k, i in enumerate(there) if (i, place) in self.apart]
            there.append(place)
            kept = [k for k, i in enumerate(there) if any(one == i and other > place for one, other in self.apart)]
            there = [there[k] for k in kept]
            found.append((differ, kept))
        return found

    def _total(self, operation: str, before: int | None, value: int, last: bool) -> int:
        """What the values come to with *value*; -1 if not to the target."""
        if before is None:
            now = value
        elif before < 0:
            return -1
        elif operation == SUM:
            now = before + value
        elif operation == PRODUCT:
            now = before * value
        elif operation == DIFFERENCE:
            now = abs(before - value)
        else:
            large, small = max(before, value), min(before, value)
            now = large // small if large % small == 0 else -1
        if last:
            return now if now == self.target else -1
        if operation == SUM:
            return now if now < self.target else -1
        return now if operation != PRODUCT or self.target % now == 0 else -1


def made(operation: str, values: Sequence[int]) -> int | None:
    """What values come to; None for a quotient that is not whole."""
    if operation == SUM:
        return sum(values)
    if operation == PRODUCT:
        return prod(values)
    low, high = sorted(values)
    if operation == DIFFERENCE:
        return high - low
    return None if high % low else high // low


@lru_cache(maxsize=4096)
def _partners(target: int, operations: str, differ: bool, value: int, largest: int) -> tuple[int, ...]:
    """The values up to *largest* that come to the target together with *value*."""
    others = (other for other in range(1, largest + 1) if not differ or other != value)
    return tuple(x for x in others if any(made(operation, (value, x)) == target for operation in operations))


@lru_cache(maxsize=4096)
def can_come_to(target: int, operations: str, count: int, apart: tuple[tuple[int, int], ...], size: int) -> bool:
    """Whether *count* values from 1 to *size*, different where they are *apart*, come to the target."""
    values = tuple({v: v for v in range(1, size + 1)} for _ in range(count))
    return Calculated("", (), "", values, target, operations, apart).possible()


def fitting(statement: Calculated, left: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """The values, in ascending order, of every way to fill the cells with values that are *left* for each."""
    found: dict[tuple[Hashable, tuple[int, ...]], None] = {((), ()): None}
    for place, values in enumerate(left):
        ways = ((statement.read(state, place, v), tuple(sorted((*some, v)))) for state, some in found for v in values)
        found = {(state, some): None for state, some in ways if state is not None}
    return sorted({some for _, some in found})


def aligned(cells: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The pairs of places of cells in one row or column."""
    pairs = combinations(range(len(cells)), 2)
    return tuple((i, j) for i, j in pairs if cells[i][0] == cells[j][0] or cells[i][1] == cells[j][1])
