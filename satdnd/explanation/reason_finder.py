"""Reasons for one literal: statements and cuts from which it follows, of which none can be dropped, or fewest.

A set of reasons that cannot be reduced is a minimal unsatisfiable subset, together with the opposite of the literal.
Smallest sets are found by hitting set duality (Ignatiev, Previti, Liffiton and Marques-Silva, CP 2015): a set that hits
what every counterexample violates is tried, and either implies the literal or gives the next counterexample; where no
set of k hits them all, no set of k reasons exists. "No cut is violated" counts as one statement in counterexamples,
which makes the bound sound; how many cuts it takes is found afterwards.

Which literal comes next is decided in `satdnd.explanation.stepper`; cores of clues and marks are in `satdnd.sat.cores`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from satdnd.explanation.counterexamples import Counterexamples
from satdnd.explanation.statements import Statements
from satdnd.grid.bitboard import scan
from satdnd.rules.cut import Cut, Cuts
from satdnd.sat.formula import Literal

_BRANCHES = 20
"""Branches that a question to a solver counts for."""
_CUTS = 200
"""Cuts that are tried with a few statements; if these do not do, many are needed: it may be thousands, in minutes."""
_SMALL = 12
"""Reasons up to which the solver for a few statements is the faster one to ask which of them are needed."""


class ReasonSet(NamedTuple):
    """Statements and cuts, by number, from which a literal follows."""

    ids: tuple[int, ...]
    smallest: bool
    """Proved: fewer do not suffice."""


class ReasonFinder:
    """Finds reasons for literals of one puzzle.

    Args:
        statements: of the puzzle, and what is known.
        cuts: what else holds; None: nothing.
    """

    def __init__(self, statements: Statements, cuts: Cuts | None) -> None:
        self._statements, self._cuts = statements, cuts
        self._counterexamples = Counterexamples(statements, cuts)
        self.questions = 0
        """How often it was asked whether a reason is needed."""
        self._doubts: dict[Literal, int] = {}
        """How many reasons may suffice for a literal, cuts among them, where the number of cuts is not known."""
        self._certain: set[tuple[Literal, tuple[int, ...]]] = set()
        """Literals that follow from these statements and all cuts."""
        self._several: dict[tuple[Literal, tuple[int, ...]], int] = {}
        """Of those: where boards differ that show that no single cut will do; as long as nothing is known there."""

    def learn(self, literals: Iterable[Literal], places: int) -> int:
        """Take *literals*, which are at *places*, as known. Returns where fewer reasons may do than before."""
        for x in literals:
            self._doubts.pop(x, None)
        return self._counterexamples.learn(places)

    def fewest_proved(self, count: int) -> bool:
        """Whether no literal may have fewer than *count* reasons for want of knowing its cuts."""
        return all(few >= count for few in self._doubts.values())

    # reasons of which none can be dropped

    def minimal(self, x: Literal) -> ReasonSet:
        """Reasons for *x*, of which none can be dropped."""
        kept = self.conflict(x, (), range(self._statements.count))
        return ReasonSet(tuple(self.irreducible(x, kept, set(), len(kept))), False)

    def conflict(
        self, x: Literal, hard: Sequence[int], soft: Iterable[int], enough: int | None = None
    ) -> tuple[int, ...]:
        """Some of the *soft* statements, and cuts, from which *x* follows together with the *hard* ones: a core.

        Empty where that is not known after *enough* cuts.
        """
        statements, kept = self._statements, list(soft)
        solver = statements.whole if len(kept) == statements.count else statements.few
        base = [*map(solver.selector, hard), -x]
        while solver.possible([*base, *map(solver.selector, kept)]):
            statements.budget.check()
            assert self._cuts is not None
            if enough is not None and len(kept) >= enough:
                return ()
            board = statements.solution ^ solver.differs(statements.open)
            cuts = map(statements.number_of_cut, self._cuts.near(board, statements.projected & ~board))
            kept += [i for i in cuts if i not in kept]
        while True:
            core, before = solver.core(), len(kept)
            kept = [i for i in kept if solver.selector(i) in core]
            if len(kept) == before:
                return tuple(sorted(kept))
            kept.reverse()  # in another order it may need fewer
            solver.possible([*base, *map(solver.selector, kept)])

    def irreducible(
        self, x: Literal, ids: Sequence[int], needed: set[int], most: int, hard: Sequence[int] = ()
    ) -> list[int]:
        """Those reasons of *ids* that are left when all are dropped that *x* follows without; *hard* ones stay.

        Those found to be needed are added to *needed*; it stops when they are more than *most*.
        """
        kept = list(ids)
        solver = self._statements.few if len(kept) <= _SMALL else self._statements.whole  # which has learned more
        base = [*map(solver.selector, hard), -x]
        needed.update(self._counterexamples.critical(x, kept, hard))
        for i in reversed(ids):
            if len(needed) > most:
                break
            self._statements.budget.check()
            if i not in kept or i in needed:
                continue
            self.questions += 1
            if solver.possible([*base, *(solver.selector(j) for j in kept if j != i)]):
                needed.add(i)
            else:
                core = solver.core()
                kept = [j for j in kept if solver.selector(j) in core]
        return kept

    # fewest reasons

    def smallest(self, x: Literal, most: int, spend: Callable[[int], None]) -> ReasonSet | None:
        """At most so many reasons from which *x* follows; None: there are none.

        *spend* is called with the number of branches looked at, and may raise `TooManyBranches`.
        """
        return self._counterexamples.hitting_set(x, most, lambda chosen, more: self._ask(chosen, x, more, spend), spend)

    def _ask(self, chosen: int, x: Literal, more: int, spend: Callable[[int], None]) -> ReasonSet | None:
        """How *x* follows from the *chosen* statements and at most so many *more* cuts; None: it does not.

        Then a counterexample is added, unless *x* follows with more cuts.
        """
        spend(_BRANCHES)
        counterexamples = self._counterexamples
        flips = counterexamples.nearby(chosen, x)
        if not flips:
            ids = tuple(i for i in scan(chosen) if i < self._statements.count)
            if chosen & counterexamples.cuts_bit:
                found = self._with_cuts(ids, x, more + 1, spend)
                if not isinstance(found, int):
                    return found
                flips = found
            else:
                flips = counterexamples.solve(ids, x, spend, cuts=False)
                if not flips:
                    return ReasonSet(ids, True)
        counterexamples.add(flips, x)
        return None

    def _with_cuts(
        self, ids: tuple[int, ...], x: Literal, most: int, spend: Callable[[int], None]
    ) -> ReasonSet | int | None:
        """How *x* follows from these statements and at most so many cuts, or the flips of a counterexample.

        None: it takes more cuts.
        """
        statements, few = self._statements, self._statements.few
        if (x, ids) not in self._certain and (flips := self._counterexamples.solve(ids, x, spend, cuts=True)):
            return flips
        chosen = [*map(few.selector, ids), -x]
        self._certain.add((x, ids))
        if ids and not few.possible(chosen):
            return ReasonSet(ids, True)
        known = statements.true | statements.false
        if (x, ids) not in self._several or self._several[x, ids] & known:
            self._several[x, ids] = self._several_needed(chosen, spend)
        cut = None if self._several[x, ids] else self._one_cut(ids, chosen, x)
        if cut is not None:
            return ReasonSet((*ids, statements.number_of_cut(cut)), True)
        if most > 1:
            kept = self.conflict(x, ids, (), _CUTS)
            if kept:
                cuts = self.irreducible(x, kept, set(), len(kept), ids)
                if len(cuts) <= most:
                    return ReasonSet((*ids, *cuts), False)
        self._doubts[x] = min(len(ids) + 2, self._doubts.get(x, len(ids) + 2))
        return None

    def _several_needed(self, chosen: list[Literal], spend: Callable[[int], None]) -> int:
        """Where boards differ on which what is *chosen* holds, and of which no single cut excludes all.

        0: perhaps one does.
        """
        assert self._cuts is not None
        statements, few = self._statements, self._statements.few
        boards: list[int] = []
        varied = 0
        both = one = statements.projected
        selectors = chosen
        while few.possible(selectors):
            spend(0)
            flips = few.differs(statements.open)
            board = statements.solution ^ flips
            boards.append(board)
            varied |= flips
            both, one = both & board, one & ~board
            cuts = self._cuts.near(both, one)  # as if all were known that the boards have in common
            if not cuts:
                return varied
            for each in boards:
                there = (both, statements.projected & ~each) if cuts[0].sign < 0 else (each, one)
                if not self._cuts.broken(*there):
                    return varied
            selectors = [*chosen, few.new_selector([list(cuts[0].ways)])]
        return 0

    def _one_cut(self, ids: tuple[int, ...], chosen: list[Literal], x: Literal) -> Cut | None:
        """A cut that is violated wherever what is *chosen* holds: these statements, and that *x* does not."""
        assert self._cuts is not None
        statements, few = self._statements, self._statements.few
        true, false = statements.without(x)
        if ids:
            free = statements.scope(ids) & ~(true | false)
            few.possible(chosen)
            varied = 0
            flips = few.differs(free)
            for place in scan(free):
                bit = 1 << place
                if varied & bit:
                    continue
                there = bool((statements.solution ^ flips) & bit)
                if few.possible([*chosen, -place - 1 if there else place + 1]):
                    varied |= flips ^ few.differs(free & ~(true | false))
                elif there:
                    true |= bit
                else:
                    false |= bit
        known = {1: true, -1: false}
        for cut in self._cuts.near(true, false):
            for side in cut.sides:
                closed = scan(side & ~(true | false))
                if not side & known[cut.sign] and few.possible([*chosen, *(-cut.sign * (b + 1) for b in closed)]):
                    break
            else:
                return cut
        return None
