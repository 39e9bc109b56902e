"""Solutions of large boards: a second solver looks for the first one, and others are looked for near it.

Two observations about dungeons of 28x28 and more. A solver that restarts often and forgets much is best at proofs, and
bad at finding one of few solutions: of 32x32 boards with eight rooms Gluecard 4 finds one in 2.6 to 8.8 seconds,
MiniCard in 0.3 to 2. And where a puzzle has a second solution, it has one that differs in some lines only: with all
other cells as they are, hundreds of questions take less time than one about the whole board, which takes minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic

from satdnd.budget import Budget
from satdnd.errors import Undecided
from satdnd.formula import Literal
from satdnd.kind import P, S
from satdnd.sat import Model, Session

if TYPE_CHECKING:
    from satdnd.searching import Search

OTHER = "minicard"
"""The second solver."""
_SOON = 10_000
"""Conflicts after which the second solver joins in."""
_TURN = 50_000
"""Conflicts of each turn then; twice as many in the next one."""
_WHOLE = 3_000
"""Conflicts that a question about the whole board takes before those about its neighbourhood come."""
_NEAR = 300
"""Conflicts of each of these."""


class Seeker(Generic[P, S]):
    """The ways of a search whose encoding has neighbourhoods.

    Args:
        search: whose session is the first one, and stays the one that proves.
        open_other: makes the session of the second solver.
    """

    def __init__(self, search: Search[P, S], open_other: Callable[[Budget], Session]) -> None:
        self._search, self._open = search, open_other
        self.session: Session | None = None
        """Of the second solver, once it was needed."""

    def first(self, puzzle: P, assumptions: Sequence[Literal], budget: Budget) -> tuple[S, Model] | None:
        """A solution with its model, or None, as `Search.first`: the solvers take turns.

        Raises Undecided, TooManyCuts.
        """
        known, found = self._tried(puzzle, assumptions, budget, _SOON)
        conflicts = _TURN
        while not known:
            if self.session is None:
                self.session = self._open(budget)
            for session in (self.session, None):
                known, found = self._tried(puzzle, assumptions, budget, conflicts, session)
                if known:
                    break
            conflicts *= 2
        return found

    def other(self, puzzle: P, solution: S, assumptions: Sequence[Literal], budget: Budget) -> tuple[S, Model] | None:
        """A solution but those that are blocked, or None; near *solution* where that is no short question.

        Raises Undecided, TooManyCuts.
        """
        known, found = self._tried(puzzle, assumptions, budget, _WHOLE)
        if known:
            return found
        for held in self._search.encoding.neighbourhoods(puzzle, solution):
            _, found = self._tried(puzzle, [*assumptions, *held], budget, _NEAR)
            if found is not None:
                return found
        return self._search.first(puzzle, assumptions, budget)

    def _tried(
        self, puzzle: P, assumptions: Sequence[Literal], budget: Budget, conflicts: int, session: Session | None = None
    ) -> tuple[bool, tuple[S, Model] | None]:
        """Whether so many conflicts suffice for an answer, and the answer. Raises Undecided where *budget* is spent."""
        part = budget.part(conflicts=conflicts)
        try:
            return True, self._search.first(puzzle, assumptions, part, session)
        except Undecided:
            if part.conflicts or budget.spent:
                raise
            return False, None

    def statistics(self) -> Counter[str]:
        """What the second solver did."""
        return Counter(self.session.statistics() if self.session else {})

    def close(self) -> None:
        """Give its session back."""
        if self.session is not None:
            self.session.close()
