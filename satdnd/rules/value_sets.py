"""Sets of values: the values of some cells form one of several sets, in any order."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import ClassVar, TypeAlias

from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.constraint import YES, Constraint, Domains, Machine, State, Sum
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, VariableNames

ValueTable: TypeAlias = tuple[Bitboard, dict[Bitboard, int]]
"""The variables of a cell as bits, and the value of each of these."""


@dataclass(frozen=True)
class DistinctSum(RuleStatement):
    """Each cell of a run holds one value; all are different and add up to the sum.

    Clauses: of `say_one_set`; unless all statements hold together, also that each cell holds one value.
    """

    sum: int
    values: tuple[Mapping[int, Literal], ...] = field(hash=False)
    """For each cell, the variable of each value that it may hold."""
    sets: tuple[int, ...] = field(hash=False)
    """The sets of that many values with that sum, as bits."""

    fields: ClassVar = ("sum",)

    def encode(self, encoder: Encoder) -> None:
        """Encode the choice of one of the sets."""
        names = VariableNames(
            len(self.sets), lambda x: f"{self.rule} {self.place}={'+'.join(map(str, scan(self.sets[x - 1])))}"
        )
        say_one_set(self.sets, names, self.values, encoder)
        say_one_each(self.cells, self.values, encoder)

    def broken(self, board: Bitboard) -> bool:
        """A cell holds several values or none, or they are no set."""
        values = cell_values(self._tables, board)
        return values is None or sum(1 << v for v in {*values}) not in self.sets

    @cached_property
    def _tables(self) -> list[ValueTable]:
        return [*map(value_table, self.values)]

    def constraints(self) -> Sequence[Constraint]:
        """One of a class of its own, and a sum for each cell."""
        return [_SumConstraint(numbered(self.values), self.sets), *one_each(self.values)]


def say_one_set(
    sets: Sequence[int], names: Sequence[str], cells: Sequence[Mapping[int, Literal]], encoder: Encoder
) -> None:
    """The cells hold exactly the values of one of *sets*.

    One variable for each set, unless there is only one. A clause for each value of each set says it all; one for
    each candidate, that some set with it is chosen, follows and lets the solver see more at once.
    """
    formula, having = encoder.formula, _having(tuple(sets))
    places: dict[int, list[Literal]] = {v: [] for v in having}
    for v, literal in chain.from_iterable(cell.items() for cell in cells):
        places.setdefault(v, []).append(literal)
    if len(sets) == 1:
        formula.extend([*places[v]] for v in having)
        formula.extend([-x] for v in places.keys() - having.keys() for x in places[v])
        return
    selectors = formula.new_variables(names)
    clauses = [[*selectors]]
    for v, literals in places.items():
        chosen = [selectors[i] for i in having.get(v, ())]
        clauses += [[-x, *literals] for x in chosen]
        if len(chosen) < len(sets):
            clauses += [[-x, *chosen] for x in literals]
    formula.extend(clauses)


@lru_cache(maxsize=1024)
def _having(sets: tuple[int, ...]) -> dict[int, list[int]]:
    """For each value the numbers of the sets that have it, from 0."""
    found: dict[int, list[int]] = {}
    for i, values in enumerate(sets):
        for v in scan(values):
            found.setdefault(v, []).append(i)
    return found


def say_one_each(places: Sequence[Cell], cells: Sequence[Mapping[int, Literal]], encoder: Encoder) -> None:
    """Each cell holds one value; nothing where all statements hold together, since others say it."""
    if encoder.alone:
        for place, cell in zip(places, cells, strict=True):
            encoder.count([*cell.values()], 1, 1, f"{cell_name(place)} holds one value")


def one_each(cells: Sequence[Mapping[int, Literal]]) -> list[Sum]:
    """The constraints of `say_one_each`."""
    return [Sum.of_literals(tuple(cell.values()), 1, 1) for cell in cells]


def value_table(cell: Mapping[int, Literal]) -> ValueTable:
    """That of a cell."""
    values = {1 << x - 1: v for v, x in cell.items()}
    return sum(values), values


def cell_values(tables: Sequence[ValueTable], board: Bitboard) -> list[int] | None:
    """The values of the cells of these `value_table`; None if one of them holds several, or none."""
    found = []
    for variables, values in tables:
        value = values.get(board & variables)
        if value is None:
            return None
        found.append(value)
    return found


def numbered(cells: Sequence[Mapping[int, Literal]]) -> tuple[tuple[int, int], ...]:
    """Each variable of the cells, numbered as constraints number them, with its value."""
    return tuple((x - 1, v) for cell in cells for v, x in cell.items())


@dataclass(frozen=True)
class ValueSetConstraint(Constraint):
    """Each value present belongs to a set all of whose values are present."""

    numbers: tuple[tuple[int, int], ...]
    """Each variable with its value."""

    @cached_property
    def scope(self) -> frozenset[int]:
        """All candidates."""
        return frozenset(variable for variable, _ in self.numbers)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads which values are present."""
        return _ValueSetMachine(self, order, domains, budget)

    @abstractmethod
    def among(self, possible: int, value: int, budget: Budget) -> bool:
        """Whether some of the values *possible*, including *value* unless it is 0, form a set."""


class _ValueSetMachine:
    """The state is the set of values present so far."""

    def __init__(self, rule: ValueSetConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._rule, self._budget = rule, budget
        self._found: dict[tuple[int, int], bool] = {}
        number, read = dict(rule.numbers), set(order)
        self._order = [number[x] for x in order]
        there = later = 0
        for variable, v in rule.numbers:
            there |= 1 << v if domains[variable] == YES else 0
            later |= 1 << v if variable not in read and domains[variable] & YES else 0
        self._later = [later]  # for each position, the values that can still come from there on
        for v in reversed(self._order):
            self._later.insert(0, self._later[0] | 1 << v)
        self.start: State = there if self._fits(there, self._later[0]) else None

    def read(self, state: State, position: int, value: int) -> State:
        """Read one more value, or one place fewer for it."""
        assert isinstance(state, int)
        there = state | value << self._order[position]
        return there if self._fits(there, self._later[position + 1]) else None

    def _fits(self, there: int, later: int) -> bool:
        """Whether each value present belongs to a set of values of *there* and *later*."""
        possible = there | later
        return all(self._among(possible, v) for v in scan(there)) and self._among(possible, 0)

    def _among(self, possible: int, value: int) -> bool:
        key = possible, value
        if key not in self._found:
            self._found[key] = self._rule.among(possible, value, self._budget)
        return self._found[key]


@dataclass(frozen=True)
class _SumConstraint(ValueSetConstraint):
    """The constraint of `DistinctSum`."""

    sets: tuple[int, ...]

    def among(self, possible: int, value: int, budget: Budget) -> bool:
        """Whether one of the sets is possible and contains *value*."""
        budget.check()
        return any(not values & ~possible and (not value or values >> value & 1) for values in self.sets)
