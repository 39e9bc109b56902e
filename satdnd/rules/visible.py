"""Visibility along a line, as in skyscrapers: a cell is visible if its value is above all values before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from itertools import accumulate
from typing import ClassVar, TypeAlias, cast

from satdnd.grid.bitboard import Bitboard, scan
from satdnd.rules.constraint import MET, NO, YES, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.rules.value_sets import ValueTable, value_table
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

Heights: TypeAlias = tuple[int, ...]
"""For each cell, the possible largest values as bits; bit 0 means that it holds none."""


@dataclass(frozen=True)
class Visible(RuleStatement):
    """The number of cells of a line whose value is above all values of the cells before it.

    Cells may hold several values or none. The largest value so far is in order encoding:
    "one of the first i cells holds v or more". A line of n cells with n values has about n*n auxiliary variables and
    6*n*n clauses of at most four literals.
    """

    count: int
    values: tuple[Mapping[int, Literal], ...] = field(hash=False)
    """For each cell, the variable of each value that it may hold."""

    fields: ClassVar = ("count",)

    def encode(self, encoder: Encoder) -> None:
        """Encode the largest value so far, where it rises, and how often."""
        formula, mark = encoder.formula, encoder.formula.pool.top
        top = max((v for cell in self.values for v in cell), default=0)
        before: Sequence[Literal] = ()  # for each value from 1: one at least as large has occurred
        rises = list[Literal]()
        blocks = list[range]()
        for cell in self.values:
            now, rise = formula.pool.block(top), formula.pool.new()
            blocks.append(now)
            for i, reached in enumerate(now):
                more = [now[i + 1]] if i + 1 < top else []
                taller, past = [cell[i + 1]] if i + 1 in cell else [], list(before[i : i + 1])
                formula.add(-reached, *more, *taller, *past)
                formula.extend([-x, reached] for x in (*more, *taller, *past))
                formula.add(-reached, rise, *past)
                formula.extend([-rise, -x, *more] for x in past)
            formula.add(-rise, *now[:1])
            rises.append(rise)
            before = now
        formula.name_since(mark, self.text, partial(_meanings, blocks, rises))
        encoder.count(rises, self.count, self.count, self.text)

    def broken(self, board: Bitboard) -> bool:
        """Whether a different number of cells rises above all before them."""
        return self._seen(board) != self.count

    def fault(self, board: Bitboard) -> str:
        """The sentence with the number found."""
        return f"{self.text}: found {self._seen(board)}"

    def constraints(self) -> Sequence[Constraint]:
        """One constraint."""
        return [VisibleConstraint(self.count, tuple((x - 1, i, v) for i, x, v in self._places()))]

    def _places(self) -> list[tuple[int, Literal, int]]:
        return [(i, x, v) for i, cell in enumerate(self.values) for v, x in cell.items()]

    def _seen(self, board: Bitboard) -> int:
        highest = seen = 0
        for variables, values in self._tables:
            held = board & variables
            here = values[held] if held in values else max((v for x, v in values.items() if held & x), default=0)
            if here > highest:
                highest, seen = here, seen + 1
        return seen

    @cached_property
    def _tables(self) -> list[ValueTable]:
        return [*map(value_table, self.values)]


def _meanings(largest: Sequence[Sequence[Literal]], rises: Sequence[Literal]) -> dict[Literal, str]:
    """The meanings of the auxiliary variables: the largest value so far, and where it rises."""
    named = {
        x: f"{v} or more among the first {place}" for place, row in enumerate(largest, 1) for v, x in enumerate(row, 1)
    }
    return named | {x: f"number {place} is visible" for place, x in enumerate(rises, 1)}


@dataclass(frozen=True)
class VisibleConstraint(Constraint):
    """The constraint of `Visible`."""

    count: int
    places: tuple[tuple[int, int, int], ...]
    """Each variable, the number of its cell, and its value."""

    @cached_property
    def scope(self) -> frozenset[int]:
        """All candidates of the line."""
        return frozenset(variable for variable, _, _ in self.places)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads candidates of the line, in any order."""
        return _VisibleMachine(self, order, domains, budget)

    def heights(self, domains: Domains) -> Heights:
        """The possible largest values of each cell."""
        found = [1] * (1 + max((i for _, i, _ in self.places), default=-1))
        for variable, i, v in sorted(self.places, key=lambda place: place[2]):
            if domains[variable] == YES:
                found[i] = 0  # at least this one
            found[i] |= 1 << v if domains[variable] & YES else 0
        return tuple(found)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Narrow by the possible largest values of each cell in choices that show the right number."""
        budget.check()
        heights = self.heights(domains)
        ways = [*accumulate(heights, _seen_after, initial={0: 1})]
        possible = [0] * len(heights)
        left = dict.fromkeys(ways[-1], 1 << self.count)  # how many may have been visible up to here
        for i in reversed(range(len(heights))):
            before = dict.fromkeys(ways[i], 0)
            for highest, counts in ways[i].items():
                for v in scan(heights[i]):
                    needed = left[max(v, highest)] >> (v > highest)
                    if counts & needed:
                        possible[i] |= 1 << v
                        before[highest] |= needed
            left = before
        if not left[0] & 1:
            return None
        narrow = []
        for variable, i, v in self.places:
            kept = (YES if possible[i] >> v else 0) | (NO if possible[i] & ~(1 << v) else 0)
            if domains[variable] & ~kept:
                domains[variable] &= kept
                narrow.append(variable)
        return narrow

    def possible(self, heights: Heights) -> bool:
        """Whether some choice of largest values makes the right number visible."""
        reached = reduce(_seen_after, heights, {0: 1})
        return any(counts >> self.count & 1 for counts in reached.values())


def _seen_after(reached: Mapping[int, int], largest: int) -> dict[int, int]:
    """For each highest value so far, the possible numbers of visible cells, as bits, after one more cell."""
    after = dict[int, int]()
    for highest, counts in reached.items():
        for v in scan(largest):
            after[max(v, highest)] = after.get(max(v, highest), 0) | counts << (v > highest)
    return after


class _VisibleMachine:
    """The state is the possible largest values of each cell, if some choice of them shows the right number."""

    def __init__(self, line: VisibleConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._line, self._budget = line, budget
        place = {variable: (i, v) for variable, i, v in line.places}
        self._order = [place[x] for x in order]
        self._possible: dict[Heights, bool] = {}
        self.start = self._state(line.heights(domains), 0)

    def read(self, state: State, position: int, value: int) -> State:
        """Read one more candidate."""
        if state == MET:
            return state
        i, v = self._order[position]
        heights = list(cast(Heights, state))
        heights[i] &= -1 << v if value else ~(1 << v)
        return self._state(tuple(heights), position + 1)

    def _state(self, heights: Heights, position: int) -> State:
        if heights not in self._possible:
            self._budget.check()
            self._possible[heights] = self._line.possible(heights)
        if not self._possible[heights]:
            return None
        return MET if position == len(self._order) else heights
