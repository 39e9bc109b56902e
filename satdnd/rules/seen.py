"""What is seen from a cell: the open cells in each direction up to the first that is not open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import takewhile
from operator import or_
from typing import ClassVar, TypeAlias, cast

from satdnd.grid.bitboard import Bitboard, scan
from satdnd.rules.constraint import MET, NO, YES, Constraint, Domain, Domains, Machine, State
from satdnd.rules.count import true_among
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal

Lengths: TypeAlias = int
"""The possible numbers of cells that are seen along an arm, as bits."""


@dataclass(frozen=True)
class Seen(RuleStatement):
    """So many open cells are seen from a cell, which is open itself and counts: those along each arm up to the first
    that is not open.

    The number along an arm is in order encoding: "the first i cells are open". Two such numbers are added, and two
    more, and one sum settles the other. At most four times as many auxiliary variables as cells of the arms; clauses:
    two or three for each, and four for each pair of numbers whose sum is not above the count.
    """

    count: int
    """Cells, the one from which they are seen included."""
    arms: tuple[tuple[Literal, ...], ...] = field(hash=False)
    """For each direction, the literals that say that a cell is open, the nearest first."""

    fields: ClassVar = ("count",)

    def encode(self, encoder: Encoder) -> None:
        """Encode the number along each arm, and the sums."""
        formula, mark, others = encoder.formula, encoder.formula.pool.top, self.count - 1
        if others < 0:
            formula.add()
            return
        numbers = [self._number(formula, arm[: self.count]) for arm in self.arms]
        while len(numbers) > 2:
            numbers = [*numbers[2:], _sum(formula, numbers[0], numbers[1], self.count)]
        one, other = [*numbers, [], []][:2]
        for i in range(others + 2):  # one is i or more, or other is the rest or more, but not both
            both = [_at_least(one, i), _at_least(other, others + 1 - i)]
            _add(formula, both)
            _add(formula, [not x if isinstance(x, bool) else -x for x in both])
        formula.name_since(mark, self.text)

    @staticmethod
    def _number(formula: Formula, arm: Sequence[Literal]) -> list[Literal]:
        """For each i from 1, a variable for "the first i cells are open"."""
        found = list[Literal]([*arm[:1]])
        for x in arm[1:]:
            reached = formula.pool.new()
            formula.extend([[-reached, found[-1]], [-reached, x], [reached, -found[-1], -x]])
            found.append(reached)
        return found

    def broken(self, board: Bitboard) -> bool:
        """Whether another number is seen."""
        return self._seen(board) != self.count

    def fault(self, board: Bitboard) -> str:
        """The sentence, with the number found."""
        return f"{self.text}: found {self._seen(board)}"

    def _seen(self, board: Bitboard) -> int:
        return 1 + sum(len([*takewhile(lambda x: true_among((x,), board), arm)]) for arm in self.arms)

    def constraints(self) -> Sequence[Constraint]:
        """One constraint."""
        return [SeenConstraint(self.count - 1, tuple(tuple((abs(x) - 1, x > 0) for x in arm) for arm in self.arms))]


def _at_least(number: Sequence[Literal], i: int) -> Literal | bool:
    """The literal for "*number* is i or more", or whether it is, if that is certain."""
    return True if i <= 0 else number[i - 1] if i <= len(number) else False


def _add(formula: Formula, clause: Sequence[Literal | bool]) -> None:
    """Add a clause unless it is certain to hold."""
    if True not in [x for x in clause if isinstance(x, bool)]:
        formula.add(*(x for x in clause if not isinstance(x, bool)))


def _sum(formula: Formula, one: Sequence[Literal], other: Sequence[Literal], most: int) -> list[Literal]:
    """The sum of two numbers in order encoding, up to *most*; each bound on two of them bounds the third."""
    total = [*formula.pool.block(min(len(one) + len(other), most))]
    for i in range(len(one) + 1):
        for j in range(len(other) + 1):
            there = _at_least(one, i), _at_least(other, j)
            if 0 < i + j <= len(total):
                _add(formula, [*(not x if isinstance(x, bool) else -x for x in there), total[i + j - 1]])
            if i + j < len(total):
                _add(formula, [_at_least(one, i + 1), _at_least(other, j + 1), -total[i + j]])
    return total


@dataclass(frozen=True)
class SeenConstraint(Constraint):
    """The constraint of `Seen`. The arms share no cell, so only the numbers along them matter."""

    others: int
    """Cells seen besides the one in the middle."""
    arms: tuple[tuple[tuple[int, bool], ...], ...]
    """For each arm, the variable of each cell, and whether the cell is open where it is true."""

    @cached_property
    def scope(self) -> frozenset[int]:
        """The variables of all arms."""
        return frozenset(variable for arm in self.arms for variable, _ in arm)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads cells in any order."""
        return _SeenMachine(self, order, domains)

    def lengths(self, domains: Domains) -> tuple[Lengths, ...]:
        """The possible numbers along each arm."""
        found = []
        for arm in self.arms:
            possible = 0
            for i, (variable, sign) in enumerate(arm):
                is_open, is_shut = (YES, NO) if sign else (NO, YES)
                possible |= 1 << i if domains[variable] & is_shut else 0
                if not domains[variable] & is_open:
                    break
            else:
                possible |= 1 << len(arm)
            found.append(possible)
        return tuple(found)

    def kept(self, lengths: Sequence[Lengths]) -> list[Lengths]:
        """Those lengths of each arm with which some of the others' give the right sum."""
        found = []
        for i, own in enumerate(lengths):
            rest = reduce(_sums, (one for k, one in enumerate(lengths) if k != i), 1)
            found.append(sum(1 << n for n in scan(own) if n <= self.others and rest >> self.others - n & 1))
        return found

    def possible(self, lengths: Sequence[Lengths]) -> bool:
        """Whether some of the lengths give the right sum."""
        return bool(reduce(_sums, lengths, 1) >> self.others & 1) if self.others >= 0 else False

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Narrow by the lengths of each arm that fit those of the others."""
        lengths = self.lengths(domains)
        if not self.possible(lengths):
            return None
        narrow = []
        for arm, kept in zip(self.arms, self.kept(lengths), strict=True):
            for i, (variable, sign) in enumerate(arm):
                is_open, is_shut = (YES, NO) if sign else (NO, YES)
                left = (is_open if kept & ~(1 << i) else 0) | (is_shut if kept & (2 << i) - 1 else 0)
                if domains[variable] & ~left:
                    domains[variable] &= left
                    narrow.append(variable)
        return narrow


def _sums(one: Lengths, other: Lengths) -> Lengths:
    """All sums of two numbers."""
    return reduce(or_, (other << n for n in scan(one)), 0)


class _SeenMachine:
    """The state is the possible lengths of each arm."""

    def __init__(self, seen: SeenConstraint, order: Sequence[int], domains: Domains) -> None:
        self._seen, self._last = seen, len(order)
        places = {variable: (k, i, sign) for k, arm in enumerate(seen.arms) for i, (variable, sign) in enumerate(arm)}
        self._order = [places[x] for x in order]
        self.start: State = self._state(seen.lengths(domains), 0)

    def read(self, state: State, position: int, value: int) -> State:
        """Read one more cell."""
        if state == MET:
            return state
        k, i, sign = self._order[position]
        lengths = list(cast("tuple[Lengths, ...]", state))
        lengths[k] &= ~(1 << i) if bool(value) == sign else (2 << i) - 1
        return self._state(tuple(lengths), position + 1)

    def _state(self, lengths: tuple[Lengths, ...], position: int) -> State:
        if not self._seen.possible(lengths):
            return None
        return MET if position == self._last else lengths
