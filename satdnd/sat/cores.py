"""Assumptions that cannot hold together: irreducible sets, and sets of least weight.

Smallest sets are found with minimum hitting sets: a cheapest set that hits every correction set found so far is either
in conflict, and then it is the smallest, or it yields the next correction set (Ignatiev, Previti, Liffiton and
Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from satdnd.errors import Undecided
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal
from satdnd.sat.pysat_interrupts import interruptible
from satdnd.sat.session import Session

_SLICE = 1000
"""Conflicts of the hitting set solver between two checks of the budget."""


@dataclass(frozen=True)
class Core:
    """Selectors that cannot all hold together."""

    literals: tuple[Literal, ...]
    """In the order in which the selectors were given."""
    weight: int
    smallest: bool
    """Whether no conflict has less weight; False: the budget ran out before that was known."""


def find(
    session: Session, selectors: Mapping[Literal, int], budget: Budget | None = None, *, base: Sequence[Literal] = ()
) -> Core | None:
    """A conflict of least weight among *selectors*, or the best one known when the budget runs out.

    Args:
        session: stays warm and unchanged.
        selectors: literals to assume, each with its weight (1 or more).
        base: literals assumed in addition to the selectors.

    Returns:
        None if all selectors can hold together. A core without literals means that *base* alone is in conflict.

    Raises:
        Undecided: the budget ran out before any conflict was known.
    """
    if session.ask([*base, *selectors], budget):
        return None
    fixed = set(base)
    best = [x for x in session.core if x not in fixed]
    smallest = False
    try:
        for less in _shrinking(session, sorted(best, key=lambda x: selectors[x]), budget, base):
            best = less
        best = _smallest(session, selectors, best, budget, base)
        smallest = True
    except Undecided:
        pass
    chosen = set(best)
    return Core(tuple(x for x in selectors if x in chosen), sum(selectors[x] for x in chosen), smallest)


def _shrinking(
    session: Session, core: Iterable[Literal], budget: Budget | None, base: Sequence[Literal]
) -> Iterator[list[Literal]]:
    """Ever smaller subsets of *core* that are in conflict, ending with an irreducible one. Raises Undecided."""
    needed: list[Literal] = []
    left = list(core)
    yield list(left)
    while left:
        candidate = left.pop()
        if session.ask([*base, *needed, *left], budget):
            needed.append(candidate)
        else:
            kept = set(session.core)
            left = [x for x in left if x in kept]
            yield [*needed, *left]


def _smallest(
    session: Session,
    selectors: Mapping[Literal, int],
    best: list[Literal],
    budget: Budget | None,
    base: Sequence[Literal],
) -> list[Literal]:
    """A conflict of least weight, given that *best* is a conflict. Raises Undecided."""
    upper = sum(selectors[x] for x in best)
    with closing(_Hitting(selectors, budget)) as hitting:
        while True:
            candidate = hitting.get()
            if sum(selectors[x] for x in candidate) >= upper:
                return best
            if not session.ask([*base, *candidate], budget):
                return candidate
            hitting.hit(_correction_set(session, selectors, candidate, budget, base))


def _correction_set(
    session: Session,
    selectors: Mapping[Literal, int],
    consistent: list[Literal],
    budget: Budget | None,
    base: Sequence[Literal],
) -> list[Literal]:
    """The complement of a maximal consistent superset of *consistent*, built by trying literals of high weight first.

    The last answer of the session must have been a model of *consistent*.
    """
    kept = list(consistent)
    waiting = sorted(selectors.keys() - set(kept), key=lambda x: (-selectors[x], abs(x)))
    left_out = []
    model = session.model
    while True:
        true = [x for x in waiting if model[abs(x) - 1] == x]
        kept += true
        satisfied = set(true)
        waiting = [x for x in waiting if x not in satisfied]
        while waiting and not session.ask([*base, *kept, waiting[0]], budget):
            left_out.append(waiting.pop(0))
        if not waiting:
            return left_out
        model = session.model


def smallest_hitting_set(
    sets: Iterable[Iterable[Literal]], weights: Mapping[Literal, int], budget: Budget | None = None
) -> list[Literal]:
    """A set of literals of least total weight that hits each of *sets* (none of them empty). Raises Undecided."""
    with closing(_Hitting(weights, budget)) as hitting:
        for each in sets:
            hitting.hit(sorted(each))
        return hitting.get()


class _Hitting:
    """PySAT's minimum hitting sets, under a budget."""

    def __init__(self, weights: Mapping[Literal, int], budget: Budget | None) -> None:
        from pysat.examples.hitman import Hitman

        self._weights = dict(weights)
        # Without weights at the start Hitman uses plain RC2, the algorithm that allows sets to be added later.
        self._hitman: Any = Hitman(solver="glucose4", htype="sorted")
        self._budget = budget
        oracle = self._hitman.oracle.oracle
        self._search = oracle.solve_limited
        self._limit = oracle.conf_budget
        oracle.solve = oracle.solve_limited = self._in_slices

    def _in_slices(self, assumptions: Sequence[Literal] = (), expect_interrupt: bool = False) -> bool:
        while True:
            if self._budget is not None:
                self._budget.check()
            self._limit(_SLICE)
            status: bool | None = self._search(assumptions=list(assumptions))
            if status is not None:
                return status

    def get(self) -> list[Literal]:
        """A hitting set of least weight."""
        with interruptible():
            return list(self._hitman.get() or [])

    def hit(self, literals: Sequence[Literal]) -> None:
        """Add one more set to hit."""
        with interruptible():
            self._hitman.hit(literals, self._weights)

    def close(self) -> None:
        """Delete the solver."""
        self._hitman.delete()
