"""The satisfiability search of the judge of explanations.

It alternates between two methods. The first processes variables in a fixed order with one automaton per constraint,
remembers dead ends, and handles counts well. The second branches and learns nogoods
(`satdnd.explanation.judge.nogoods`); it finds the few choices that matter if many rules overlap.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from satdnd.explanation.judge.nogoods import NogoodSearch
from satdnd.grid.bitboard import scan
from satdnd.rules.constraint import MET, Constraint, Domains, Machine, State
from satdnd.sat.budget import Budget

ROUNDS = ((3_000, 100), (30_000, 1_000), (1_000_000, None))
"""Limits of the rounds: dead ends stored by the first method, and dead ends of the second; which one is better is not
known in advance. A million dead ends take about 300 MB for 12x12 dungeons."""


def vacuous(constraint: Constraint, domains: Domains, budget: Budget) -> bool:
    """Whether all values of *domains* satisfy *constraint*; False if that is not obvious."""
    order = [x for x in sorted(constraint.scope) if domains[x] & domains[x] - 1]
    return constraint.machine(order, domains, budget).start == MET


def satisfiable(constraints: Iterable[Constraint], domains: Domains, near: int, budget: Budget) -> bool:
    """Whether values of *domains* satisfy the *constraints* connected to the variable *near*.

    These are the constraints on *near*, and transitively all that share an open variable with one of them. The others
    may be ignored if they are known to be satisfiable.

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
    learning: NogoodSearch | None = None
    for dead_ends, nogoods in ROUNDS:
        found = _search(order, domains, machines, readers, last, dead_ends, budget)
        if found is None:
            learning = learning or NogoodSearch(kept, domains, budget)
            found = learning.run(nogoods)
        if found is not None:
            break
    assert found is not None
    return found


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


def _search(
    order: Sequence[int],
    domains: Domains,
    machines: Sequence[Machine],
    readers: Sequence[Sequence[tuple[int, int]]],
    last: Sequence[int],
    most: int,
    budget: Budget,
) -> bool | None:
    """Depth-first search for values, in *order*, that every automaton accepts; visits each dead end once.

    None after *most* dead ends.
    """

    def values(i: int) -> Iterator[int]:
        """The possible values of the i-th variable in order."""
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
            if len(dead) > most:
                return None
    return False
