"""Reasons for one literal: sets of statements and cuts that imply it, irreducible or of minimum size.

An irreducible set of reasons is a minimal unsatisfiable subset, together with the negated literal. Sets of minimum size
are found by hitting set duality (Ignatiev, Previti, Liffiton and Marques-Silva, CP 2015): a set that hits what every
counterexample violates either implies the literal or yields the next counterexample; if no set of k elements hits them
all, no set of k reasons exists. "No cut is violated" counts as one statement in counterexamples, which keeps the bound
sound; the number of cuts needed is determined afterwards.

`satdnd.explanation.stepper` chooses the next literal; `satdnd.sat.cores` has the cores of clues and marks.
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
"""The number of branches that one solver call counts as."""
_CUTS = 200
"""The most cuts tried with a few statements; if they do not suffice, thousands may be needed, which takes minutes."""
_SMALL = 12
"""The most reasons for which the solver for a few statements is the faster one for testing them."""


class ReasonSet(NamedTuple):
    """The numbers of statements and cuts that imply a literal."""

    ids: tuple[int, ...]
    smallest: bool
    """Whether it is proved that fewer do not suffice."""


class ReasonFinder:
    """Finds reasons for literals of one puzzle.

    Args:
        statements: the statements of the puzzle, and the known literals.
        cuts: the connectivity constraint; None if there is none.
    """

    def __init__(self, statements: Statements, cuts: Cuts | None) -> None:
        self._statements, self._cuts = statements, cuts
        self._counterexamples = Counterexamples(statements, cuts)
        self.questions = 0
        """The number of tests whether a reason is needed."""
        self._doubts: dict[Literal, int] = {}
        """By literal: a lower bound on its reasons, if the number of cuts it needs is unknown."""
        self._certain: set[tuple[Literal, tuple[int, ...]]] = set()
        """Literals with statements that imply them together with all cuts."""
        self._several: dict[tuple[Literal, tuple[int, ...]], int] = {}
        """Of those: the places where boards differ that prove a single cut insufficient; valid while these are open."""

    def learn(self, literals: Iterable[Literal], places: int) -> int:
        """Add *literals*, at *places*, as known. Returns the places that may now have smaller explanations."""
        for x in literals:
            self._doubts.pop(x, None)
        return self._counterexamples.learn(places)

    def fewest_proved(self, count: int) -> bool:
        """Whether no literal with an unknown number of cuts could have fewer than *count* reasons."""
        return all(few >= count for few in self._doubts.values())

    # irreducible sets

    def minimal(self, x: Literal) -> ReasonSet:
        """An irreducible set of reasons for *x*."""
        kept = self.conflict(x, (), range(self._statements.count))
        return ReasonSet(tuple(self.irreducible(x, kept, set(), len(kept))), False)

    def conflict(
        self, x: Literal, hard: Sequence[int], soft: Iterable[int], enough: int | None = None
    ) -> tuple[int, ...]:
        """A core: some of the *soft* statements, and cuts, that imply *x* together with the *hard* statements.

        Empty if none is found with *enough* cuts.
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
            kept.reverse()  # another order may give a smaller core
            solver.possible([*base, *map(solver.selector, kept)])

    def irreducible(
        self, x: Literal, ids: Sequence[int], needed: set[int], most: int, hard: Sequence[int] = ()
    ) -> list[int]:
        """Remove from *ids* the reasons that are not needed for *x* with the *hard* ones.

        Adds the reasons found to be necessary to *needed*; stops if these are more than *most*.
        """
        kept = list(ids)
        solver = self._statements.few if len(kept) <= _SMALL else self._statements.whole  # has learned more clauses
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

    # sets of minimum size

    def smallest(self, x: Literal, most: int, spend: Callable[[int], None]) -> ReasonSet | None:
        """At most *most* reasons that imply *x*; None if there are none.

        *spend* is called with the number of branches visited, and may raise `TooManyBranches`.
        """
        return self._counterexamples.hitting_set(x, most, lambda chosen, more: self._ask(chosen, x, more, spend), spend)

    def _ask(self, chosen: int, x: Literal, more: int, spend: Callable[[int], None]) -> ReasonSet | None:
        """A set of the *chosen* statements and at most *more* cuts that implies *x*; None if it does not.

        In that case a counterexample is added, unless more cuts would imply *x*.
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
        """A set of these statements and at most *most* cuts that implies *x*, or the flips of a counterexample.

        None if more cuts are needed.
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
        """The places where some boards differ that satisfy *chosen*, and that no single cut excludes together.

        0 if a single cut might.
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
            cuts = self._cuts.near(both, one)  # as if everything common to the boards were known
            if not cuts:
                return varied
            for each in boards:
                there = (both, statements.projected & ~each) if cuts[0].sign < 0 else (each, one)
                if not self._cuts.broken(*there):
                    return varied
            selectors = [*chosen, few.new_selector([list(cuts[0].ways)])]
        return 0

    def _one_cut(self, ids: tuple[int, ...], chosen: list[Literal], x: Literal) -> Cut | None:
        """A cut that every board satisfying *chosen* (the statements *ids* and -x) violates; None if none is found."""
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
