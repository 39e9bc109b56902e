"""Solutions of large boards: found near boards that nearly are some, instead of by a question about the whole board.

Of dungeons of 32x32 most have a board that keeps to all clauses but is in several pieces within a second, and a hundred
others behind it: a question after each cut takes minutes. With all as it is but a few lines around a piece, and a few
others, the next question takes a millisecond, and some hundreds of them make one piece of the board. In the same way a
second solution is found near the first one: mostly it differs in four to eight cells (`benchmarks/README.md`).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, Protocol, TypeVar

from satdnd import formula
from satdnd.budget import Budget
from satdnd.errors import Undecided
from satdnd.formula import AtMost, Clause
from satdnd.kind import P, S
from satdnd.sat import Model, Session

OTHER = "minicard"
"""The solver that seeks. It restarts less than Gluecard, and finds first boards of 32x32 in a fifth of the time."""
_EASY = 1_000
"""Conflicts after which a question is no easy one, and an encoding adds what it has held back."""
_SOON = 10_000
"""Conflicts of the first question about the whole board, before anything else."""
_TURN = 100_000
"""Conflicts of its next turn; twice as many in the one behind that."""
_MORE = 4
"""Times as many has the solver that seeks, whose conflicts are cheaper."""
_SURE = 20_000
"""Conflicts of a question for another solution before neighbourhoods are tried: proofs of one solution are so short."""
_NEAR = 1_000
"""Conflicts of a question about a neighbourhood."""
_TRIES = 3_000
"""Neighbourhoods of a turn."""
_WIDE = 2
_WIDEST = 10
"""Lines of a neighbourhood at first, and at most."""
_WIDENED = 20
"""Neighbourhoods without an answer after which they get wider."""
_OTHERS = ((2, 500), (3, 300), (4, 200), (6, 100), (8, 100))
"""For another solution: widths of neighbourhoods, and how many of each."""


class Nearby(ABC):
    """An encoding in whose models neighbourhoods can be told; it may hold back what easy questions do not need."""

    lean = False
    """Whether something is held back."""

    def strengthen(self, top: int) -> tuple[list[Clause], list[AtMost]]:
        """Add to the formula what was held back, and tell it: constraints that follow, with variables above *top*."""
        return [], []

    @abstractmethod
    def nearby(
        self, model: Sequence[formula.Literal], cuts: Sequence[Clause], chance: random.Random, wide: int
    ) -> list[formula.Literal]:
        """Literals of *model* that stay, all but a random neighbourhood.

        Args:
            model: at least the variables of the projection, which are the first ones.
            cuts: that *model* violates; where there are some, the neighbourhood is around one of them.
            chance: the only source of randomness.
            wide: how large the neighbourhood is, 2 or more.
        """


Q = TypeVar("Q", contravariant=True)
R = TypeVar("R", covariant=True)


class Searched(Protocol[Q, R]):
    """A search for one solution."""

    @property
    def encoding(self) -> Any:
        """What is searched, which is `Nearby`."""

    @property
    def session(self) -> Session:
        """Where it searches."""

    def first(self, puzzle: Q, assumptions: Sequence[formula.Literal], budget: Budget) -> tuple[R, Model] | None:
        """A solution under *assumptions* with its model, or None. Raises Undecided, TooManyCuts."""

    def taken(self, puzzle: Q, model: Model) -> tuple[R, Model]:
        """The solution that a model stands for."""


class Seeker(Generic[P, S]):
    """The ways of a search whose encoding is `Nearby`.

    Args:
        search: it proves, and its first questions are about the whole board.
        open_other: makes the session of the solver that seeks.
    """

    def __init__(self, search: Searched[P, S], open_other: Callable[[Budget], Session]) -> None:
        self._search, self._open = search, open_other
        self.session: Session | None = None
        """That seeks, once it was needed."""

    def first(self, puzzle: P, assumptions: Sequence[formula.Literal], budget: Budget) -> tuple[S, Model] | None:
        """A solution with its model, or None, in turns of both solvers. Raises Undecided, TooManyCuts."""
        chance, conflicts = random.Random(0), _SOON
        while True:
            found = self._tried(puzzle, assumptions, conflicts, budget)
            if found is not False:
                return found
            conflicts = max(2 * conflicts, _TURN)
            model = self._sought(puzzle, assumptions, chance, _MORE * conflicts, budget)
            if model is not False:
                return None if model is None else self._search.taken(puzzle, model)

    def other(
        self, puzzle: P, solution: S, assumptions: Sequence[formula.Literal], budget: Budget
    ) -> tuple[S, Model] | None:
        """A solution but those that are blocked, or None; near *solution* where that takes long.

        Raises Undecided, TooManyCuts.
        """
        chance, encoding = random.Random(0), self._search.encoding
        found = self._tried(puzzle, assumptions, _SURE, budget)
        if found is not False:
            return found
        own = encoding.literals(puzzle, solution)
        for wide, many in _OTHERS:
            for _ in range(many):
                held = encoding.nearby(own, (), chance, wide)
                if found := self._tried(puzzle, [*assumptions, *held], _NEAR, budget):
                    return found
        return self._search.first(puzzle, assumptions, budget)

    def _tried(
        self, puzzle: P, assumptions: Sequence[formula.Literal], conflicts: int, budget: Budget
    ) -> tuple[S, Model] | Literal[False] | None:
        """As `Search.first`; False where so many conflicts do not suffice. Undecided where *budget* is spent."""
        encoding, session = self._search.encoding, self._search.session
        if encoding.lean:
            found = self._within(puzzle, assumptions, min(_EASY, conflicts), budget)
            if found is not False:
                return found
            clauses, at_mosts = encoding.strengthen(session.top)
            session.extend(clauses, at_mosts, encoding.formula.variables)
        return self._within(puzzle, assumptions, conflicts, budget)

    def _within(
        self, puzzle: P, assumptions: Sequence[formula.Literal], conflicts: int, budget: Budget
    ) -> tuple[S, Model] | Literal[False] | None:
        part = budget.part(conflicts=conflicts)
        try:
            return self._search.first(puzzle, assumptions, part)
        except Undecided:
            if budget.spent:
                raise Undecided(budget.why) from None
            if part.conflicts:
                raise
            return False

    def _sought(
        self, puzzle: P, assumptions: Sequence[formula.Literal], chance: random.Random, conflicts: int, budget: Budget
    ) -> Model | Literal[False] | None:
        """A turn of the other solver: the model of a solution, None if there is none, False if that is not known."""
        if self.session is None:
            self.session = self._open(budget)
        session, encoding = self.session, self._search.encoding
        if not (status := self._asked(assumptions, conflicts, budget)):
            return None if status is False else False
        model, wide, vain = session.model, _WIDE, 0
        cuts: list[Clause] = encoding.cuts(puzzle, model)
        for cut in cuts:
            session.add(cut)
        for _ in range(_TRIES):
            if not cuts:
                return model
            held = encoding.nearby(model, cuts, chance, wide)
            session.prefer(model)
            if self._asked([*assumptions, *held], _NEAR, budget):
                other = session.model
                wrong = encoding.cuts(puzzle, other)
                for cut in wrong:
                    session.add(cut)
                if len(wrong) <= len(cuts):
                    model, cuts = other, wrong
                wide, vain = _WIDE, 0
            else:
                vain += 1
                wide = min(_WIDE + vain // _WIDENED, _WIDEST)
        return False

    def _asked(self, assumptions: Sequence[formula.Literal], conflicts: int, budget: Budget) -> bool | None:
        """What the other solver says; None where so many conflicts do not suffice. Raises Undecided."""
        assert self.session is not None
        status = self.session.solve(assumptions, budget.part(conflicts=conflicts))
        if status is None and budget.spent:
            raise Undecided(budget.why)
        return status

    def statistics(self) -> Counter[str]:
        """What the other solver did."""
        return Counter(self.session.statistics() if self.session else {})

    def close(self) -> None:
        """Give its session back."""
        if self.session is not None:
            self.session.close()
