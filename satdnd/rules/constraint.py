"""Constraints over variables, for partly known boards: what the judge of explanations reads.

No clause is made from them and no solver is asked. A *domain* is a set of values as an integer, bit v for the value v;
the variables of a puzzle's unknowns are 0 (no) or 1 (yes), and variable i here is literal i+1 there. A constraint
reads the values of its variables one by one and keeps a *state*: all that matters of what it has read, in a form in
which histories with the same future are equal. `satdnd.explanation.judge.search` searches with them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from operator import or_
from typing import NamedTuple, Protocol, TypeAlias

from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

Domain: TypeAlias = int
"""A set of values: bit v stands for the value v."""
Domains: TypeAlias = Sequence[Domain]
"""The values left for each variable."""
Age: TypeAlias = Callable[[int], int]
"""When a variable lost the values that it has lost, as a number that grows with time."""
State: TypeAlias = Hashable
"""What a constraint must remember of the values it has read; None if they violate it."""

NO, YES = 1, 2
"""The domains with one value, of variables that are no or yes."""
MET = -1
"""The state of a constraint that holds whatever is read later."""


class Machine(Protocol):
    """Protocol: a constraint that reads the values of some of its variables one by one."""

    @property
    def start(self) -> State:
        """The state before anything is read; None: the domains alone violate it."""
        ...

    def read(self, state: State, position: int, value: int) -> State:
        """The state after the variable at *position* of the machine's order turns out to be *value*.

        None as soon as no values of the others satisfy the constraint: the state after the last is the verdict.
        """
        ...


class Constraint(ABC):
    """A condition on some variables."""

    @property
    @abstractmethod
    def scope(self) -> frozenset[int]:
        """The variables."""

    @abstractmethod
    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """The constraint as a reader of the variables in *order*.

        Other variables of its scope take whichever values satisfy it: no other constraint has them.
        """

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Take from *domains* values with which it cannot be satisfied.

        Returns:
            the variables that lost some; None if it cannot be satisfied at all.
        """
        narrow = []
        if not self.scope and self.machine([], domains, budget).start is None:
            return None
        for x in sorted(self.scope):
            machine = self.machine([x], domains, budget)
            start = machine.start
            if start is None:
                return None
            if start == MET:  # every value of this variable can be met by the others; now narrow the others
                continue
            kept = sum(1 << v for v in scan(domains[x]) if machine.read(start, 0, v) is not None)
            if not kept:
                return None
            if kept != domains[x]:
                domains[x] = kept
                narrow.append(x)
        return narrow

    def grounds(self, domains: Domains, lost: int | None, age: Age, budget: Budget) -> Iterable[int]:
        """Variables whose *domains* are enough for `narrow` to remove values of the variable *lost*; None: to find it
        violated. Of several choices, those of the lowest *age* are the most useful.
        """
        return self.scope


class Term(NamedTuple):
    """What one variable adds to a sum."""

    variable: int
    values: Domain
    """The values for which it adds something."""
    weight: int = 1


class _Added(NamedTuple):
    """What the values left for a variable add to a sum: the least, how much more at most, and each more than that."""

    least: int
    more: int
    above: dict[int, int]


@dataclass(frozen=True)
class Sum(Constraint):
    """The terms add up to at least *low* and at most *high*."""

    terms: tuple[Term, ...]
    low: int
    high: int

    @classmethod
    def of(cls, variables: Iterable[int], values: Domain, low: int, high: int | None = None) -> Sum:
        """Between *low* and *high* (None: all) of *variables* have one of *values*."""
        terms = tuple(Term(variable, values) for variable in variables)
        return cls(terms, low, len(terms) if high is None else high)

    @classmethod
    def of_literals(cls, literals: Iterable[Literal], low: int, high: int | None = None) -> Sum:
        """Between *low* and *high* (None: all) of *literals* are true."""
        terms = tuple(Term(abs(x) - 1, YES if x > 0 else NO) for x in literals)
        return cls(terms, low, len(terms) if high is None else high)

    @cached_property
    def scope(self) -> frozenset[int]:
        """The variables of its terms."""
        return frozenset(term.variable for term in self.terms)

    @cached_property
    def _counts(self) -> bool:
        """Whether it is a plain count: every variable appears once and adds one."""
        return len(self.scope) == len(self.terms) and all(term.weight == 1 for term in self.terms)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """The machine of a disjunction with one member."""
        return _Sums((self,), order, domains)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Narrow each variable by the possible sums of the others; with a faster way for plain counts."""
        if not self._counts:
            return self._narrow_by_totals(domains)
        sure = sum(not domains[x] & ~values for x, values, _ in self.terms)
        free = [(x, values) for x, values, _ in self.terms if domains[x] & values and domains[x] & ~values]
        if sure > self.high or sure + len(free) < self.low:
            return None
        if sure == self.high:
            for x, values in free:
                domains[x] &= ~values
        elif sure + len(free) == self.low:
            for x, values in free:
                domains[x] &= values
        else:
            return []
        return [x for x, _ in free]

    @cached_property
    def _adds(self) -> dict[int, dict[Domain, _Added]]:
        """By variable and the values left for it, as far as asked for: what these add."""
        return {x: {} for x in sorted(self.scope)}

    def _added(self, x: int, domain: Domain) -> _Added:
        own = [(values, weight) for y, values, weight in self.terms if x == y]
        adds = {v: sum(weight for values, weight in own if values >> v & 1) for v in scan(domain)}
        least = min(adds.values())
        above = {v: amount - least for v, amount in adds.items()}
        found = self._adds[x][domain] = _Added(least, max(above.values()), above)
        return found

    def _narrow_by_totals(self, domains: list[Domain]) -> list[int] | None:
        """Narrow by sets of totals, which are bitboards as in the machines; where bounds do not decide at once.

        Totals are counted from what the variables add at least.
        """
        low, high, most, free = self.low, self.high, 0, list[tuple[int, dict[int, int]]]()
        for x, known in self._adds.items():
            if not (domain := domains[x]):
                return None
            least, more, above = known.get(domain) or self._added(x, domain)
            low, high = low - least, high - least
            if more:
                most += more
                free.append((x, above))
        if high < 0 or most < low:
            return None
        if low <= 0 and most <= high:
            return []
        reach = [*accumulate((above for _, above in free), _plus, initial=1)]
        """For each variable, the possible sums of those before it."""
        good, narrow = _totals(max(low, 0), min(high, most)), list[int]()
        for (x, above), before in zip(reversed(free), reversed(reach[:-1]), strict=True):
            kept = sum(1 << v for v, amount in above.items() if before << amount & good)
            good = reduce(or_, (good >> amount for amount in above.values()), 0)
            if kept != domains[x]:
                domains[x] = kept
                narrow.append(x)
        return narrow[::-1] if good & 1 else None

    def grounds(self, domains: Domains, lost: int | None, age: Age, budget: Budget) -> Iterable[int]:
        """For a count: enough variables certain to count, or enough that are certain not to."""
        if not self._counts:
            return self.scope
        sure = [x for x, values, _ in self.terms if not domains[x] & ~values]
        if len(sure) > self.high or (lost is not None and len(sure) == self.high):
            return sorted(sure, key=age)[: self.high + 1]
        never = [x for x, values, _ in self.terms if not domains[x] & values]
        return sorted(never, key=age)[: len(self.terms) - self.low + 1]


@dataclass(frozen=True)
class Either(Constraint):
    """At least one of several sums holds."""

    sums: tuple[Sum, ...]

    @cached_property
    def scope(self) -> frozenset[int]:
        """The variables of all sums."""
        return frozenset[int]().union(*(part.scope for part in self.sums))

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads all sums side by side."""
        return _Sums(self.sums, order, domains)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Remove the values that every sum that can still hold removes."""
        left: list[list[Domain]] = []
        for part in self.sums:
            after = domains.copy()
            changed = part.narrow(after, budget)
            if changed == []:
                return []
            if changed is not None:
                left.append(after)
        if not left:
            return None
        narrow = []
        for x in sorted(self.scope):
            kept = reduce(or_, (after[x] for after in left))
            if kept != domains[x]:
                domains[x] = kept
                narrow.append(x)
        return narrow

    def grounds(self, domains: Domains, lost: int | None, age: Age, budget: Budget) -> Iterable[int]:
        """The grounds of all sums."""
        return frozenset[int]().union(*(part.grounds(domains, lost, age, budget) for part in self.sums))


class _Sums:
    """Sums side by side: the state of each is the set of totals that the rest must still add to satisfy it.

    Both are bitboards of totals. The set is empty if the sum is violated, and full if it is met.
    """

    def __init__(self, sums: Sequence[Sum], order: Sequence[int], domains: Domains) -> None:
        self._parts: list[tuple[list[dict[int, int] | None], list[int]]] = []
        start: list[int] = []
        place = {variable: i for i, variable in enumerate(order)}
        for part in sums:
            good = _totals(part.low, part.high)
            adds: dict[int, dict[int, int]] = {}
            for variable, values, weight in part.terms:
                domain = domains[variable]
                if not domain & ~values:
                    good >>= weight
                elif domain & values:
                    amounts = adds.setdefault(variable, dict.fromkeys(scan(domain), 0))
                    for value in scan(domain & values):
                        amounts[value] += weight
                if not good:
                    break
            for variable, amounts in adds.items():
                if variable not in place:  # it takes any value that helps
                    good = reduce(or_, (good >> amount for amount in set(amounts.values())), 0)
            if not good:
                continue
            read = [adds.get(variable) for variable in order]
            reach = [1]
            for added in reversed(read):
                amounts_read = set(added.values()) if added else {0}
                reach.append(reduce(or_, (reach[-1] << amount for amount in amounts_read), 0))
            reach.reverse()
            self._parts.append((read, reach))
            start.append(MET if good & reach[0] == reach[0] else good & reach[0])
        self.start: State = self._joint(start)

    def read(self, state: State, position: int, value: int) -> State:
        """Read one value into each sum."""
        if state == MET:
            return state
        left = []
        for (amounts, reach), good in zip(self._parts, state, strict=True):  # type: ignore[call-overload]  # a tuple
            adds = amounts[position]
            good = (good >> adds[value] if adds else good) & reach[position + 1]
            if good == reach[position + 1]:
                return MET
            left.append(good)
        return self._joint(left)

    @staticmethod
    def _joint(left: list[int]) -> State:
        if MET in left:
            return MET
        return tuple(left) if any(left) else None


def _plus(totals: int, adds: Mapping[int, int]) -> int:
    """The totals after one more variable, whose values add *adds*."""
    return reduce(or_, (totals << amount for amount in adds.values()), 0)


def _totals(low: int, high: int) -> int:
    """The totals from *low* to *high* as a set."""
    return (1 << high + 1) - (1 << low) if high >= low else 0
