"""Related values: each of some cells holds one value, and the values are in a relation: one is less than the other."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias, cast

from satdnd.grid.bitboard import Bitboard, scan
from satdnd.rules.constraint import MET, YES, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.rules.value_sets import ValueTable, cell_values, say_one_each, value_table
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

Lefts: TypeAlias = tuple[int, ...]
"""For each cell, the values that it may still hold, as bits."""


@dataclass(frozen=True)
class Related(RuleStatement):
    """Each cell holds one value, and `keeps` these values. The base class of relations that are read value by value."""

    values: tuple[Mapping[int, Literal], ...] = field(hash=False)
    """For each cell, the variable of each value that it may hold."""

    @abstractmethod
    def keeps(self, values: Sequence[int]) -> bool:
        """Whether these values, one for each cell, are in the relation."""

    @abstractmethod
    def read(self, state: Hashable, place: int, value: int) -> Hashable:
        """The state after the value of one more cell; None only if no values of the others can help.

        The state before the first is ``()``; states with the same future should be equal, and the state after the last
        cell is not None if and only if the values are in the relation.
        """

    def possible(self) -> bool:
        """Whether any values that the cells may hold are in the relation."""
        left = tuple(sum(1 << v for v in cell) for cell in self.values)
        return RelatedConstraint(self).possible(left, Budget()) is not None

    def broken(self, board: Bitboard) -> bool:
        """A cell holds several values or none, or the values are not in the relation."""
        values = cell_values(self._tables, board)
        return values is None or not self.keeps(values)

    @cached_property
    def _tables(self) -> list[ValueTable]:
        return [*map(value_table, self.values)]

    def constraints(self) -> Sequence[Constraint]:
        """One constraint, which also says that each cell holds one value."""
        return [RelatedConstraint(self)]


@dataclass(frozen=True)
class Less(Related):
    """The first of two cells holds less than the second.

    Clauses: one for each value of each cell, with the values that it leaves for the other; unless all statements hold
    together, also that each cell holds one value.
    """

    def encode(self, encoder: Encoder) -> None:
        """Encode what each value leaves for the other cell."""
        low, high = self.values
        for v, x in low.items():
            encoder.formula.add(-x, *(y for w, y in high.items() if v < w))
        for w, y in high.items():
            encoder.formula.add(-y, *(x for v, x in low.items() if v < w))
        say_one_each(self.cells, self.values, encoder)

    def keeps(self, values: Sequence[int]) -> bool:
        """Whether the first is less."""
        return values[0] < values[1]

    def read(self, state: Hashable, place: int, value: int) -> Hashable:
        """The value of the first cell, then whether that of the second is larger."""
        if not place:
            return value
        return () if cast(int, state) < value else None


@dataclass(frozen=True)
class RelatedConstraint(Constraint):
    """The constraint of `Related`."""

    statement: Related

    @cached_property
    def numbers(self) -> dict[int, tuple[int, int]]:
        """The cell and the value of each variable."""
        return {x - 1: (i, v) for i, cell in enumerate(self.statement.values) for v, x in cell.items()}

    @cached_property
    def scope(self) -> frozenset[int]:
        """All candidates."""
        return frozenset(self.numbers)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads candidates in any order."""
        return _RelatedMachine(self, order, domains, budget)

    def left(self, domains: Domains) -> Lefts:
        """The values that each cell may hold: a value that it does hold is the only one."""
        found = [0] * len(self.statement.values)
        sure = [-1] * len(found)
        for x, (i, v) in self.numbers.items():
            if domains[x] & YES:
                found[i] |= 1 << v
            if domains[x] == YES:
                sure[i] &= 1 << v
        return tuple(one & only for one, only in zip(found, sure, strict=True))

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Keep the values that are part of some values in the relation."""
        kept = self.possible(self.left(domains), budget)
        if kept is None:
            return None
        narrow = []
        for x, (i, v) in self.numbers.items():
            there = kept[i] >> v & 1
            value = there << 1 | (kept[i] != there << v)
            if domains[x] & ~value:
                domains[x] &= value
                narrow.append(x)
        return narrow

    def possible(self, left: Lefts, budget: Budget) -> Lefts | None:
        """Of the values *left*, those that are part of some values in the relation; None if there are none."""
        layers: list[dict[Hashable, list[tuple[Hashable, int]]]] = []
        states: list[Hashable] = [()]
        for place, values in enumerate(left):
            budget.check()
            after: dict[Hashable, list[tuple[Hashable, int]]] = {}
            for state in states:
                for v in scan(values):
                    if (now := self.statement.read(state, place, v)) is not None:
                        after.setdefault(now, []).append((state, v))
            layers.append(after)
            states = [*after]
        if not states:
            return None
        kept, needed = list[int](), {*states}
        for after in reversed(layers):
            before = [way for state in needed for way in after[state]]
            kept.append(sum(1 << v for v in {v for _, v in before}))
            needed = {state for state, _ in before}
        return tuple(reversed(kept))


class _RelatedMachine:
    """The state is the values that each cell may still hold, if some of them are in the relation."""

    def __init__(self, rule: RelatedConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._rule, self._budget = rule, budget
        self._order = [rule.numbers[x] for x in order]
        self._possible: dict[Lefts, bool] = {}
        self.start = self._state(rule.left(domains), 0)

    def read(self, state: State, position: int, value: int) -> State:
        """Read one more candidate."""
        if state == MET:
            return state
        i, v = self._order[position]
        left = list(cast(Lefts, state))
        left[i] &= 1 << v if value else ~(1 << v)
        return self._state(tuple(left), position + 1)

    def _state(self, left: Lefts, position: int) -> State:
        if left not in self._possible:
            self._possible[left] = self._rule.possible(left, self._budget) is not None
        if not self._possible[left]:
            return None
        return MET if position == len(self._order) else left
