"""Counterexamples: boards that agree with the known literals but not with a given one, and what they violate.

A counterexample shows that the statements it satisfies do not imply the literal. The search starts near the
solution and then uses a solver; `satdnd.explanation.hitting_sets` stores the results. For sets of statements that do
imply a literal, see `satdnd.explanation.reason_finder`.

Boards are integers: bit v - 1 is variable v. A board is given by its *flips*: the places where it differs from the
solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from satdnd.explanation.hitting_sets import HittingSets
from satdnd.explanation.statements import Statements, violated_cuts
from satdnd.grid.bitboard import scan
from satdnd.rules.cut import Cuts
from satdnd.sat.formula import Clause, Literal

T = TypeVar("T")

_BOARDS = 100
"""The most boards examined near the solution."""
_FLIPS = 4
"""The most flips of a board from which the search continues."""


class Counterexamples:
    """The counterexamples to the literals of one puzzle.

    A counterexample violates a set of elements: statements, and `cuts_bit`, which represents all cuts.

    Args:
        statements: the statements of the puzzle, and the known literals.
        cuts: the connectivity constraint; None if there is none.
    """

    def __init__(self, statements: Statements, cuts: Cuts | None) -> None:
        self._statements, self._cuts = statements, cuts
        self._solution, self._scopes, self._occurrences = statements.solution, statements.scopes, statements.occurrences
        self.cuts_bit = 1 << statements.count
        self._kept = HittingSets()
        """By flips; its elements are statements and `cuts_bit`."""
        self._verdicts: list[dict[int, bool]] = [{} for _ in range(statements.count)]
        """By statement: the flips within its scope -> whether it holds."""

    # stored counterexamples

    def add(self, flips: int, x: Literal) -> None:
        """Store a board that violates *x*, after undoing all flips whose absence violates nothing new."""
        own = 1 << abs(x) - 1
        violated = self._violated(flips, flips, 0)
        left = list(scan(flips & ~own))
        while True:
            needed = []
            for place in left:
                less = self._violated_without(flips ^ 1 << place, place, violated)
                if less is None:
                    needed.append(place)
                else:
                    flips, violated = flips ^ 1 << place, less
            if len(needed) == len(left):
                break
            left = needed
        if self._kept.violated(flips) is None:
            self._kept.add(flips, violated)

    def learn(self, places: int) -> int:
        """Mark *places* as known. Returns the places that may now have smaller explanations."""
        return self._kept.remove_places(places, self._violated)

    def hitting_set(
        self, x: Literal, most: int, ask: Callable[[int, int], T | None], spend: Callable[[int], None]
    ) -> T | None:
        """Search a hitting set of all counterexamples to *x*; see `HittingSets.find`."""
        return self._kept.find(abs(x) - 1, most, ask, spend)

    def critical(self, x: Literal, some: Iterable[int], others: Iterable[int]) -> Iterator[int]:
        """Those of *some* that are the only ones, of *some* and *others*, that a counterexample to *x* violates."""
        elements = self._elements(some)
        return scan(self._kept.critical(abs(x) - 1, elements | self._elements(others), elements & ~self.cuts_bit))

    def _elements(self, ids: Iterable[int]) -> int:
        """The elements of statements and cuts, as bits."""
        found = 0
        for i in ids:
            found |= 1 << i if i < self._statements.count else self.cuts_bit
        return found

    # violated elements

    def _holds(self, i: int, flips: int) -> bool:
        """Whether statement *i* holds on a board; *flips* are at open places."""
        key = flips & self._scopes[i]
        if not key:
            return True
        verdicts = self._verdicts[i]
        verdict = verdicts.get(key)
        if verdict is None:
            verdict = verdicts[key] = self._statements.hold(i, self._solution ^ key)
        return verdict

    def _violates_cut(self, flips: int) -> bool:
        """Whether a board violates a cut."""
        board = self._solution ^ flips
        return self._cuts is not None and self._cuts.broken(board, self._statements.projected & ~board)

    def _violated(self, flips: int, changed: int, before: int) -> int:
        """The elements violated by a board that differs in *changed* from one that violates *before*."""
        occurrences, seen = self._occurrences, 0
        for place in scan(changed):
            for i in occurrences.get(place, ()):
                bit = 1 << i
                if not seen & bit:
                    seen |= bit
                    if self._holds(i, flips):
                        before &= ~bit
                    else:
                        before |= bit
        if self._violates_cut(flips):
            return before | self.cuts_bit
        return before & ~self.cuts_bit

    def _violated_without(self, flips: int, place: int, before: int) -> int | None:
        """The elements violated after a change at *place*, starting from *before*; None if new ones are violated."""
        after = before
        for i in self._occurrences.get(place, ()):
            if self._holds(i, flips):
                after &= ~(1 << i)
            elif not before >> i & 1:
                return None
        if self._cuts is not None:
            if not self._violates_cut(flips):
                after &= ~self.cuts_bit
            elif not before & self.cuts_bit:
                return None
        return after

    # search

    def nearby(self, chosen: int, x: Literal) -> int:
        """The flips of a counterexample to *x* that violates no *chosen* element; 0 if none is found nearby."""
        chosen_statements = [
            (i, self._scopes[i], self._verdicts[i]) for i in scan(chosen) if i < self._statements.count
        ]
        connected = bool(chosen & self.cuts_bit)
        open_, holds = self._statements.open, self._holds
        left = _BOARDS
        stack = [1 << abs(x) - 1]
        while stack:
            flips = stack.pop()
            wrong = -1
            for i, scope, verdicts in chosen_statements:  # most verdicts are cached
                key = flips & scope
                if key and not (verdicts[key] if key in verdicts else holds(i, flips)):
                    wrong = i
                    break
            if wrong < 0 and not (connected and self._violates_cut(flips)):
                return flips
            left -= 1
            if not left:
                return 0
            if flips.bit_count() > _FLIPS:
                continue
            near = self._scopes[wrong] if wrong >= 0 else self._ways(flips)
            for place in scan(near & open_ & ~flips):
                other = flips | 1 << place
                if wrong < 0 or holds(wrong, other):
                    stack.append(other)
        return 0

    def _ways(self, flips: int) -> int:
        """The places that could connect, or close, a separate part of a board."""
        assert self._cuts is not None
        clauses = self._cuts.clauses(self._solution ^ flips)
        return sum(1 << abs(x) - 1 for x in min(clauses, key=len, default=[]))

    def solve(self, ids: tuple[int, ...], x: Literal, spend: Callable[[int], None], *, cuts: bool) -> int:
        """The flips of a counterexample to *x* that satisfies these statements, with *cuts* all cuts; 0 if none.

        *spend* is called with 0 after each solver call, and may raise an exception to end the search.
        """
        statements = self._statements
        few, open_ = statements.few, statements.open
        assumed = [*map(few.selector, ids), -x]
        if not cuts or self._cuts is None:
            return few.differs(open_) if few.possible(assumed) else 0
        assumed.append(statements.all_cuts)
        concerned = statements.scope(ids) | 1 << abs(x) - 1
        while few.possible(assumed):
            spend(0)
            flips = few.differs(open_ & concerned)
            settled = statements.true | statements.false | concerned
            board = self._solution ^ flips
            violated = self._violated_clauses(board & settled, ~board & settled)
            if not violated:  # the other places are free
                if connected := self._connected(flips, open_ & ~concerned):
                    return connected
                flips = few.differs(open_)
                violated = self._cuts.clauses(self._solution ^ flips)
                if not violated:
                    return flips
            statements.add_cut_clauses(violated)
        return 0

    def _violated_clauses(self, true: int, false: int) -> list[Clause]:
        """For each cut that a partial board violates, one violated clause."""
        known, found = self._statements.true | self._statements.false, list[Clause]()
        for cut, ends in violated_cuts(self._cuts, true, false):
            ones = [end & known or end for end in ends]
            found.append([*cut.ways, *(-cut.sign * (one & -one).bit_length() for one in ones)])
        return found

    def _connected(self, flips: int, free: int) -> int:
        """The flips of a board that violates no cut, after changes within *free* only; 0 if none is found."""
        assert self._cuts is not None
        clauses = self._cuts.clauses(self._solution ^ flips)
        while clauses:
            best: tuple[int, list[Clause]] | None = None
            ways = [x for x in min(clauses, key=len) if free >> abs(x) - 1 & 1]
            for x in ways or {x: None for clause in clauses for x in clause if free >> abs(x) - 1 & 1}:
                bit = 1 << abs(x) - 1
                left = self._cuts.clauses(self._solution ^ flips ^ bit)
                if best is None or len(left) < len(best[1]):
                    best = bit, left
                if len(left) < len(clauses):
                    break
            if best is None:
                return 0
            free &= ~best[0]
            flips ^= best[0]
            clauses = best[1]
        return flips
