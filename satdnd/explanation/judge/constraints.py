"""Constraints over variables with small domains, and a complete search for values that satisfy them.

The rules of a puzzle, read one instance at a time, are such constraints; no clause is made from them and no solver
is asked. A *domain* is an integer, bit v for the value v. Variables are numbers from 0.

The search reads variables in a fixed order. Each constraint keeps a *state*: all that matters of the values it has
read, in a form in which histories with the same future are equal. A tuple of states from which there is no way on
is remembered, so that the search takes as long as there are different tuples, not different boards: for counts of
rows and columns a few thousand, however many cells they have.

Where there are too many tuples (many rules at once that overlap everywhere, as in the hardest sudokus), another search
starts: it branches on the variable with the fewest values, and after each choice every constraint narrows the domains
of its variables until nothing changes (constraint propagation).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple, Protocol, TypeAlias

from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget

Domain: TypeAlias = int
"""A set of values, bit v for the value v."""
Domains: TypeAlias = Sequence[Domain]
"""Of each variable the values left."""
State: TypeAlias = Hashable
"""What a constraint knows of the values it has read; None: they violate it."""

MOST_DEAD_ENDS = 1_000_000
"""How many tuples of states are remembered before the search goes another way: some 300 MB of 12x12 dungeons, where
the other way never ends (with 30,000 it did not)."""
MET = -1
"""The state of a constraint that holds whatever else is read."""


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
    """What some variables must satisfy."""

    @property
    @abstractmethod
    def scope(self) -> frozenset[int]:
        """The variables."""

    @abstractmethod
    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """The constraint as a reader of the variables in *order*.

        The others of its scope take whatever value of their domains suits it best: no other constraint has them.
        """

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Take from *domains* values with which it cannot be satisfied.

        Returns:
            the variables that lost some; None where it cannot be satisfied at all.
        """
        narrow = []
        for x in sorted(self.scope):
            machine = self.machine([x], domains, budget)
            start = machine.start
            if start is None:
                return None
            if start == MET:  # whatever this variable is, the others can suit it: which may take some of theirs
                continue
            kept = sum(1 << v for v in scan(domains[x]) if machine.read(start, 0, v) is not None)
            if not kept:
                return None
            if kept != domains[x]:
                domains[x] = kept
                narrow.append(x)
        return narrow


class Term(NamedTuple):
    """What one variable adds to a sum."""

    variable: int
    values: Domain
    """For which values it adds something."""
    weight: int = 1


@dataclass(frozen=True)
class Sum(Constraint):
    """The terms add up to *low* at least and *high* at most."""

    terms: tuple[Term, ...]
    low: int
    high: int

    @classmethod
    def of(cls, variables: Iterable[int], values: Domain, low: int, high: int | None = None) -> Sum:
        """Of *variables*, *low* to *high* (None: to all) have one of *values*."""
        terms = tuple(Term(variable, values) for variable in variables)
        return cls(terms, low, len(terms) if high is None else high)

    @cached_property
    def scope(self) -> frozenset[int]:
        """The variables of its terms."""
        return frozenset(term.variable for term in self.terms)

    @cached_property
    def _counts(self) -> bool:
        """Whether it only counts: every variable once, each for one."""
        return len(self.scope) == len(self.terms) and all(term.weight == 1 for term in self.terms)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """As an alternative of one."""
        return _Sums((self,), order, domains)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """As for all, but quicker where it only counts."""
        if not self._counts:
            return super().narrow(domains, budget)
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


@dataclass(frozen=True)
class Either(Constraint):
    """One of some sums at least is as it should be."""

    sums: tuple[Sum, ...]

    @cached_property
    def scope(self) -> frozenset[int]:
        """The variables of all."""
        return frozenset[int]().union(*(part.scope for part in self.sums))

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """All sums side by side."""
        return _Sums(self.sums, order, domains)


class _Sums:
    """Sums side by side: the state of each is the set of what the rest may still add, out of what it can add.

    Both are bitboards of totals. The set is empty where the sum is violated, and everything where it is met.
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
                if variable not in place:  # it suits itself
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
        """Each sum on its own."""
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


def _totals(low: int, high: int) -> int:
    """The totals from *low* to *high* as a set."""
    return (1 << high + 1) - (1 << low) if high >= low else 0


def vacuous(constraint: Constraint, domains: Domains, budget: Budget) -> bool:
    """Whether whatever values of *domains* satisfy it; False where that takes more to see."""
    order = [x for x in sorted(constraint.scope) if domains[x] & domains[x] - 1]
    return constraint.machine(order, domains, budget).start == MET


def satisfiable(constraints: Iterable[Constraint], domains: Domains, near: int, budget: Budget) -> bool:
    """Whether values of *domains* satisfy those *constraints* that have to do with the variable *near*.

    These are the ones that it is in, and all that share a variable with more than one value left with one of them. The
    others can be left out where it is known that they can be satisfied.

    Raises:
        Undecided: the budget ran out.
    """
    kept = _affected(constraints, domains, near)
    shared: list[int] = []
    while True:  # a constraint that its own variables can always meet is none; then others share less
        uses: dict[int, int] = defaultdict(int)
        for constraint in kept:
            for variable in constraint.scope:
                uses[variable] += 1
        shared = [x for x, count in uses.items() if count > 1 and domains[x] & domains[x] - 1]
        left = []
        for constraint in kept:
            budget.check()
            start = constraint.machine(sorted(constraint.scope.intersection(shared)), domains, budget).start
            if start is None:
                return False
            if start != MET:
                left.append(constraint)
        if len(left) == len(kept):
            break
        kept = left
    order = _order(kept, shared, near)
    place = {variable: i for i, variable in enumerate(order)}
    machines: list[Machine] = []
    readers: list[list[tuple[int, int]]] = [[] for _ in order]
    last: list[int] = []
    for constraint in kept:
        budget.check()
        own = sorted(place[x] for x in constraint.scope if x in place)
        machine = constraint.machine([order[i] for i in own], domains, budget)
        for position, i in enumerate(own):
            readers[i].append((len(machines), position))
        last.append(own[-1] if own else -1)
        machines.append(machine)
    found = _search(order, domains, machines, readers, last, budget)
    return _narrowing(kept, list(domains), budget) if found is None else found


def _affected(constraints: Iterable[Constraint], domains: Domains, near: int) -> list[Constraint]:
    left, kept, todo = list(constraints), list[Constraint](), {near}
    while todo:
        now = [c for c in left if not todo.isdisjoint(c.scope)]
        left = [c for c in left if todo.isdisjoint(c.scope)]
        kept += now
        todo = {x for c in now for x in c.scope if domains[x] & domains[x] - 1}
    return kept


def _order(constraints: Sequence[Constraint], variables: Iterable[int], near: int) -> list[int]:
    """*variables* so that few constraints are half read at a time: always the one with the fewest left is finished."""
    left = set(variables)
    waiting = [(set(c.scope) & left, near in c.scope) for c in constraints]
    waiting = [entry for entry in waiting if entry[0]]
    order: list[int] = []
    begun = {near}
    while waiting:
        waiting.sort(key=lambda entry: (not entry[1], len(entry[0]), min(entry[0])))
        chosen = sorted(waiting[0][0], key=lambda x: (-sum(x in scope for scope, _ in waiting), x))
        order += chosen
        begun.update(chosen)
        rest = [(scope - begun, near_it or not scope.isdisjoint(begun)) for scope, near_it in waiting[1:]]
        waiting = [entry for entry in rest if entry[0]]
    return order


def _search(
    order: Sequence[int],
    domains: Domains,
    machines: Sequence[Machine],
    readers: Sequence[Sequence[tuple[int, int]]],
    last: Sequence[int],
    budget: Budget,
) -> bool | None:
    """Whether there is a way through *order* on which no machine fails: depth first, each dead end once.

    None beyond `MOST_DEAD_ENDS`.
    """

    def values(i: int) -> Iterator[int]:
        """What the i-th variable in order may still be."""
        return scan(domains[order[i]])

    states = tuple(machine.start for machine in machines)
    if not order:
        return True
    dead: set[tuple[int, tuple[State, ...]]] = set()
    path = [(states, values(0))]
    while path:
        budget.check()
        states, untried = path[-1]
        depth = len(path) - 1
        for value in untried:
            after = list(states)
            for number, position in readers[depth]:
                state = machines[number].read(states[number], position, value)
                if state is None:
                    break
                after[number] = MET if last[number] == depth else state
            else:
                key = tuple(after)
                if depth + 1 == len(order):
                    return True
                if (depth + 1, key) not in dead:
                    path.append((key, values(depth + 1)))
                    break
        else:
            path.pop()
            dead.add((depth, states))
            if len(dead) > MOST_DEAD_ENDS:
                return None
    return False


def _narrowing(constraints: Sequence[Constraint], domains: list[Domain], budget: Budget) -> bool:
    """Whether values of *domains* satisfy *constraints*: branching, with narrowed domains after each choice."""
    concerned: dict[int, list[Constraint]] = defaultdict(list)
    for constraint in constraints:
        for x in constraint.scope:
            concerned[x].append(constraint)

    def narrow(domains: list[Domain], todo: list[Constraint]) -> bool:
        """Whether something is left after everything that these constraints, and so others, take away."""
        waiting = dict.fromkeys(todo)
        while waiting:
            budget.check()
            constraint = next(iter(waiting))
            del waiting[constraint]
            changed = constraint.narrow(domains, budget)
            if changed is None:
                return False
            waiting.update(dict.fromkeys(other for x in changed for other in concerned[x] if other is not constraint))
        return True

    if not narrow(domains, list(constraints)):
        return False
    path = [domains]
    while path:
        domains = path.pop()
        open_ones = [x for x in concerned if domains[x] & domains[x] - 1]
        if not open_ones:  # with one value for each variable, narrowing has judged them all
            return True
        x = min(open_ones, key=lambda x: (domains[x].bit_count(), -len(concerned[x]), x))
        for v in scan(domains[x]):
            less = list(domains)
            less[x] = 1 << v
            if narrow(less, concerned[x]):
                path.append(less)
    return False
