"""Search with learning: branching and propagation over domains, in which each dead end becomes a nogood.

A *nogood* is a set of domains that cannot all be so small. It is derived as in SAT solvers (first unique implication
point: Marques-Silva and Sakallah, GRASP, ICCAD 1996), but from constraints, each of which names the variables that
explain a propagation.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple, TypeAlias

from satdnd.rules.constraint import Constraint, Domain
from satdnd.sat.budget import Budget

Nogood: TypeAlias = list[tuple[int, Domain]]
"""Pairs of a variable and values: not all these variables can be within these values. The first two are watched."""

_FADING = 0.95
"""The decay of the weight of earlier dead ends, relative to the next one, in the choice of a variable."""
_HEAVY = 1e100
"""The weight above which all weights are rescaled."""
_RESTART = 100
"""Dead ends between restarts."""


class _Loss(NamedTuple):
    """A removal of values from a variable's domain."""

    variable: int
    before: Domain
    after: Domain
    because: Constraint | Sequence[int]
    """What implies this one: a constraint, or the indices of losses; empty for a decision."""
    since: int
    """The number of losses when it was implied; a constraint implies several at once."""
    level: int
    """The decision level."""


class NogoodSearch:
    """Decides whether values of *domains* satisfy *constraints*. The search can be interrupted and resumed.

    The first values tried are those of *likely*, a board near which the others satisfy them, if there is one.
    """

    def __init__(
        self,
        constraints: Sequence[Constraint],
        domains: Iterable[Domain],
        budget: Budget,
        likely: Sequence[Domain] = (),
    ) -> None:
        self._domains, self._budget = list(domains), budget
        self._constraints = list(constraints)
        self._concerned: dict[int, dict[int, None]] = defaultdict(dict)
        """By variable: the indices of the constraints on it."""
        for i, constraint in enumerate(constraints):
            for x in sorted(constraint.scope):
                self._concerned[x][i] = None
        self._losses: list[_Loss] = []
        self._done = 0
        """The number of losses already propagated."""
        self._at: dict[int, list[int]] = defaultdict(list)
        """By variable: the indices of its losses."""
        self._chosen: list[int] = []
        """By decision: the number of losses before it."""
        self._watched: dict[int, list[Nogood]] = defaultdict(list)
        self._weight = dict.fromkeys(sorted(self._concerned), 0.0)
        self._next_weight = 1.0
        self._last_value: dict[int, Domain] = dict(enumerate(likely))
        self._dead_ends = 0
        self._found = False if self._narrow(range(len(self._constraints))) is not None else None
        """The answer; None if not known yet."""

    @property
    def domains(self) -> Sequence[Domain]:
        """What is left for each variable: after `run` returned True, one value each."""
        return self._domains

    def run(self, most: int | None = None) -> bool | None:
        """The answer, or None after *most* further dead ends. Raises Undecided."""
        last = inf if most is None else self._dead_ends + most
        while self._found is None and self._dead_ends < last:
            open_ones = [x for x in self._weight if self._domains[x] & self._domains[x] - 1]
            if not open_ones:  # with one value for each variable, propagation has checked all constraints
                self._found = True
                break
            x = max(open_ones, key=lambda x: self._weight[x])
            values = self._last_value.get(x, 0) & self._domains[x] or self._domains[x]
            self._chosen.append(len(self._losses))
            self._set({x: 1 << values.bit_length() - 1}, ())
            conflict = self._narrow(())
            while conflict is not None and self._found is None:
                self._dead_ends += 1
                conflict = self._learn(conflict)
        return self._found

    def _set(self, domains: Mapping[int, Domain], because: Constraint | Sequence[int]) -> None:
        """Record losses with the same cause, and set the domains of their variables."""
        since = len(self._losses)
        for x, domain in domains.items():
            self._at[x].append(len(self._losses))
            self._losses.append(_Loss(x, self._domains[x], domain, because, since, len(self._chosen)))
            self._domains[x] = domain

    def _back(self, level: int) -> None:
        """Undo all decisions above *level*, and their consequences."""
        for loss in reversed(self._losses[self._chosen[level] :]):
            self._last_value[loss.variable] = self._domains[loss.variable]
            self._domains[loss.variable] = loss.before
            self._at[loss.variable].pop()
        del self._losses[self._chosen[level] :]
        del self._chosen[level:]
        self._done = len(self._losses)

    # propagation

    def _narrow(self, constraints: Iterable[int]) -> list[int] | None:
        """Propagate some *constraints*, by index, and new losses. Raises Undecided.

        Returns the losses behind a conflict, or None without one.
        """
        waiting = dict.fromkeys(constraints)
        while True:
            while self._done < len(self._losses):
                x = self._losses[self._done].variable
                self._done += 1
                waiting.update(self._concerned[x])
                if (conflict := self._obey_nogoods(x)) is not None:
                    return conflict
            if not waiting:
                return None
            self._budget.check()
            i = next(iter(waiting))
            del waiting[i]
            constraint = self._constraints[i]
            after = self._domains.copy()
            changed = constraint.narrow(after, self._budget)
            if changed is None:
                return self._last_losses(
                    constraint.grounds(self._domains, None, self._age, self._budget), len(self._losses)
                )
            self._set({x: after[x] for x in changed}, constraint)

    def _last_losses(self, variables: Iterable[int], since: int) -> list[int]:
        """The last of the first *since* losses of each of *variables* that has one."""
        found = ((self._at[x], bisect_left(self._at[x], since)) for x in variables if self._at[x])
        return [numbers[before - 1] for numbers, before in found if before]

    def _age(self, x: int) -> int:
        """The number of the last loss of a variable, counted from 1; 0 if there is none."""
        return self._at[x][-1] + 1 if self._at[x] else 0

    def _since(self, x: int, values: Domain) -> list[int]:
        """The first loss that reduces a variable to *values*; empty if its domain always was within them."""
        return next(([number] for number in self._at[x] if not self._losses[number].after & ~values), [])

    def _obey_nogoods(self, x: int) -> list[int] | None:
        """Propagate the nogoods that watch *x*. Returns the losses that violate one, or None."""
        domains, watching = self._domains, list[Nogood]()
        nogoods = self._watched[x]
        for passed, nogood in enumerate(nogoods, 1):
            if nogood[0][0] == x:
                nogood[0], nogood[1] = nogood[1], nogood[0]
            other = None
            if not domains[x] & ~nogood[1][1]:
                other = next((i for i in range(2, len(nogood)) if domains[nogood[i][0]] & ~nogood[i][1]), None)
                if other is None:
                    y, values = nogood[0]
                    because = [number for fact in nogood[1:] for number in self._since(*fact)]
                    if not domains[y] & ~values:
                        self._watched[x] = watching + nogoods[passed - 1 :]
                        return because + self._since(y, values)
                    if domains[y] & values:
                        self._set({y: domains[y] & ~values}, because + self._at[y][-1:])
            if other is None:
                watching.append(nogood)
            else:
                nogood[1], nogood[other] = nogood[other], nogood[1]
                self._watched[nogood[1][0]].append(nogood)
        self._watched[x] = watching
        return None

    # learning

    def _learn(self, conflict: Sequence[int]) -> list[int] | None:
        """Learn a nogood from a conflict, backtrack, and propagate. Returns the next conflict, or None."""
        if not any(self._losses[number].level for number in conflict):
            self._found = False
            return None
        *others, last = self._behind(conflict)
        level = self._losses[others[-1]].level if others else 0
        nogood = [(self._losses[number].variable, self._losses[number].after) for number in (last, *reversed(others))]
        self._back(level)
        x, values = nogood[0]
        because = [number for fact in nogood[1:] for number in self._since(*fact)]
        if len(nogood) > 1:
            for y, _ in nogood[:2]:
                self._watched[y].append(nogood)
        self._set({x: self._domains[x] & ~values}, because + self._at[x][-1:])
        if (found := self._narrow(())) is None and not self._dead_ends % _RESTART and self._chosen:
            self._back(0)
        return found

    def _behind(self, conflict: Sequence[int]) -> list[int]:
        """The losses of the first-UIP nogood in order; only the last one is of the current level."""
        todo = set(conflict)
        level = max(self._losses[number].level for number in todo)
        first = self._chosen[level - 1]
        seen, domains = set(todo), self._domains.copy()
        since = len(self._losses)
        while sum(number >= first for number in todo) > 1:
            last = max(todo)
            todo.remove(last)
            loss = self._losses[last]
            for undone in reversed(self._losses[loss.since : since]):
                domains[undone.variable] = undone.before
            since, because = loss.since, loss.because
            if isinstance(because, Constraint):
                grounds = because.grounds(domains, loss.variable, self._age, self._budget)
                because = self._last_losses({*grounds, loss.variable}, since)
            seen.update(because)
            todo.update(because)
        for x in {self._losses[number].variable for number in seen}:
            self._weight[x] += self._next_weight
        self._next_weight /= _FADING
        if self._next_weight > _HEAVY:
            self._weight = {x: weight / _HEAVY for x, weight in self._weight.items()}
            self._next_weight /= _HEAVY
        last_of = {self._losses[number].variable: number for number in sorted(todo) if self._losses[number].level}
        return sorted(last_of.values())
