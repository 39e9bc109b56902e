"""The satisfiability search of the judge of explanations.

It alternates between two methods. The first branches and learns nogoods (`satdnd.explanation.judge.nogoods`); it finds
the few choices that matter if many rules overlap. The second processes variables in a fixed order with one automaton
per constraint, remembers dead ends, and handles counts well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from satdnd.explanation.judge.nogoods import NogoodSearch
from satdnd.grid.bitboard import scan
from satdnd.rules.constraint import MET, Constraint, Domains, Machine, State
from satdnd.sat.budget import Budget

ROUNDS = ((30, 1_000), (100, 10_000), (1_000, 100_000), (10_000, 1_000_000), (None, 0))
"""Limits of the rounds: dead ends of the search that learns, and dead ends stored by the automata; which one is better
is not known in advance. A million dead ends take about 300 MB for 12x12 dungeons."""


def vacuous(constraint: Constraint, domains: Domains, budget: Budget) -> bool:
    """Whether all values of *domains* satisfy *constraint*; False if that is not obvious."""
    order = [x for x in sorted(constraint.scope) if domains[x] & domains[x] - 1]
    return constraint.machine(order, domains, budget).start == MET


def satisfiable(
    constraints: Iterable[Constraint], domains: Domains, near: int, budget: Budget, likely: Domains = ()
) -> bool:
    """Whether values of *domains* satisfy the *constraints* connected to the variable *near*.

    These are the constraints on *near*, and transitively all that share an open variable with one of them. The others
    may be ignored if they are known to be satisfiable. Values of *likely*, if given, are tried first.

    Raises:
        Undecided: the budget ran out.
    """
    kept = _affected(constraints, domains, near)
    shared: list[int] = []
    while True:  # drop constraints that are satisfiable for all shared values; then fewer variables are shared
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
    if not shared:
        return True
    learning: NogoodSearch | None = None
    reading: _Reading | None = None
    for nogoods, dead_ends in ROUNDS:
        found: bool | None = None
        if nogoods != 0:
            learning = learning or NogoodSearch(kept, domains, budget, likely)
            found = learning.run(nogoods)
        if found is None and dead_ends:
            reading = reading or _Reading(kept, _order(kept, shared, near), domains, budget)
            found = reading.run(dead_ends)
        if found is not None:
            return found
    raise AssertionError("the last round has no limit")


def _affected(constraints: Iterable[Constraint], domains: Domains, near: int) -> list[Constraint]:
    left, kept, todo = list(constraints), list[Constraint](), {near}
    while todo:
        now = [c for c in left if not todo.isdisjoint(c.scope)]
        left = [c for c in left if todo.isdisjoint(c.scope)]
        kept += now
        todo = {x for c in now for x in c.scope if domains[x] & domains[x] - 1}
    return kept


def _order(constraints: Sequence[Constraint], variables: Iterable[int], near: int) -> list[int]:
    """Order *variables* to keep few constraints half read: the one with the fewest unread variables comes first."""
    left = set(variables)
    waiting = [(set(c.scope) & left, near in c.scope) for c in constraints]
    waiting = [entry for entry in waiting if entry[0]]
    order: list[int] = []
    started = {near}
    while waiting:
        waiting.sort(key=lambda entry: (not entry[1], len(entry[0]), min(entry[0])))
        chosen = sorted(waiting[0][0], key=lambda x: (-sum(x in scope for scope, _ in waiting), x))
        order += chosen
        started.update(chosen)
        rest = [(scope - started, near_it or not scope.isdisjoint(started)) for scope, near_it in waiting[1:]]
        waiting = [entry for entry in rest if entry[0]]
    return order


class _Reading:
    """Depth-first search for values, in *order*, that the automata of all constraints accept."""

    def __init__(
        self, constraints: Sequence[Constraint], order: Sequence[int], domains: Domains, budget: Budget
    ) -> None:
        self._order, self._domains, self._budget = order, domains, budget
        place = {variable: i for i, variable in enumerate(order)}
        self._machines: list[Machine] = []
        self._readers: list[list[tuple[int, int]]] = [[] for _ in order]
        self._last: list[int] = []
        """By machine: the last variable that it reads."""
        for constraint in constraints:
            budget.check()
            own = sorted(place[x] for x in constraint.scope if x in place)
            for position, i in enumerate(own):
                self._readers[i].append((len(self._machines), position))
            self._last.append(own[-1] if own else -1)
            self._machines.append(constraint.machine([order[i] for i in own], domains, budget))

    def run(self, most: int) -> bool | None:
        """Whether there are such values; visits each dead end once. None after *most* of them."""
        states = tuple(machine.start for machine in self._machines)
        dead: set[tuple[int, tuple[State, ...]]] = set()
        path = [(states, self._values(0))]
        while path:
            self._budget.check()
            states, untried = path[-1]
            depth = len(path) - 1
            for value in untried:
                after = self._after(states, depth, value)
                if after is None:
                    continue
                if depth + 1 == len(self._order):
                    return True
                if (depth + 1, after) not in dead:
                    path.append((after, self._values(depth + 1)))
                    break
            else:
                path.pop()
                dead.add((depth, states))
                if len(dead) > most:
                    return None
        return False

    def _values(self, depth: int) -> Iterator[int]:
        """The possible values of the variable at *depth*."""
        return scan(self._domains[self._order[depth]])

    def _after(self, states: tuple[State, ...], depth: int, value: int) -> tuple[State, ...] | None:
        """The states after the variable at *depth* is read as *value*; None if that violates a constraint."""
        after = list(states)
        for number, position in self._readers[depth]:
            state = self._machines[number].read(states[number], position, value)
            if state is None:
                return None
            after[number] = MET if self._last[number] == depth else state
        return tuple(after)
