"""Solutions of large boards: found near boards that nearly are some, instead of by a question about the whole board.

Of dungeons of 32x32 most have a board that keeps to all clauses but is in several pieces within a second, and a hundred
others behind it: a question after each cut takes minutes. With all as it is but a half or two thirds of the cells, some
of them around a piece, the next question takes some milliseconds, and a hundred of them make one piece of the board. In
the same way a second solution is found near the first one: mostly it differs in four to eight cells
(`benchmarks/README.md`). It is large neighbourhood search (Shaw, "Using Constraint Programming and Local Search Methods
to Solve Vehicle Routing Problems", CP 1998).
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Generic, Literal, Protocol, TypeVar

from satdnd.engine.kind import P, S
from satdnd.errors import Undecided
from satdnd.sat import formula
from satdnd.sat.budget import Budget
from satdnd.sat.formula import AtMost, Clause
from satdnd.sat.session import Model, Session

OTHER = "minicard"
"""The solver that seeks. It restarts less than Gluecard, and finds first boards of 32x32 in a fifth of the time."""
_EASY = 1_000
"""Conflicts after which a question is no easy one, and an encoding adds what it has held back."""
_SOON = 10_000
"""Conflicts of the first question about the whole board, before anything else; twice as many in each turn behind it."""
TURN = 100_000
"""Those of the first turn of the solver that seeks: its conflicts are cheaper, and large boards seldom have one
solution. Twice as many in each behind it."""
SURE = 5_000
"""Conflicts of a question for another solution before neighbourhoods are tried: proofs of one solution are so short."""
_NEAR = 3_000
"""Conflicts of a question about a neighbourhood, when boards are made one piece: a tenth of them is undecided then."""
_COST = 30
"""What such a question costs in Python, in conflicts."""
_SHARE = 0.3
"""Of all cells, in the first neighbourhood."""
_WIDER, _NARROWER = 1.03, 0.9
"""By which that changes where there was nothing else in it, and where that was not decided."""
_OTHERS = ((0.12, 500), (0.19, 300), (0.25, 200), (0.38, 100), (0.5, 100))
"""For another solution: shares of neighbourhoods, and how many of each."""
_CLOSE = 1_000
"""Conflicts of a question about one of these."""


class Nearby(ABC):
    """An encoding in whose models neighbourhoods can be told; it may hold back what easy questions do not need."""

    lean = False
    """Whether something is held back."""

    def strengthen(self, top: int) -> tuple[list[Clause], list[AtMost]]:
        """Add to the formula what was held back, and tell it: constraints that follow, with variables above *top*."""
        return [], []

    @abstractmethod
    def nearby(
        self, model: Sequence[formula.Literal], cuts: Sequence[Clause], chance: random.Random, share: float
    ) -> list[formula.Literal]:
        """Literals of *model* that stay, all but a random neighbourhood.

        Args:
            model: at least the variables of the projection, which are the first ones.
            cuts: that *model* violates; where there are some, the neighbourhood is around one of them.
            chance: the only source of randomness.
            share: how much of the board the neighbourhood is, above 0 and up to 1.
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


@dataclass
class _CurrentBoard:
    """The board that is being made one piece."""

    model: Model
    cuts: list[Clause]
    """That it violates."""
    share: float = _SHARE
    """Of the next neighbourhood."""


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
        self._board: _CurrentBoard | None = None

    def first(self, puzzle: P, assumptions: Sequence[formula.Literal], budget: Budget) -> tuple[S, Model] | None:
        """A solution with its model, or None, in turns of both solvers. Raises Undecided, TooManyCuts."""
        chance, self._board = random.Random(0), None
        for turn in count():
            found = self._tried(puzzle, assumptions, _SOON << turn, budget)
            if found is not False:
                return found
            model = self.sought(puzzle, assumptions, chance, TURN << turn, budget)
            if model is not False:
                return None if model is None else self._search.taken(puzzle, model)
        raise AssertionError  # turns never end

    def other(
        self, puzzle: P, solution: S, assumptions: Sequence[formula.Literal], budget: Budget
    ) -> tuple[S, Model] | None:
        """A solution but those that are blocked, or None; near *solution* where that takes long.

        Raises Undecided, TooManyCuts.
        """
        chance = random.Random(0)
        found = self._tried(puzzle, assumptions, SURE, budget)
        if found is not False:
            return found
        return self.beside(puzzle, solution, assumptions, chance, budget) or self._search.first(
            puzzle, assumptions, budget
        )

    def beside(
        self, puzzle: P, solution: S, assumptions: Sequence[formula.Literal], chance: random.Random, budget: Budget
    ) -> tuple[S, Model] | None:
        """A solution near *solution* but those that are blocked; None: not found. Raises Undecided, TooManyCuts."""
        encoding = self._search.encoding
        own = encoding.literals(puzzle, solution)
        for share, many in _OTHERS:
            for _ in range(many):
                held = encoding.nearby(own, (), chance, share)
                if found := self._tried(puzzle, [*assumptions, *held], _CLOSE, budget):
                    return found
        return None

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

    def sought(
        self, puzzle: P, assumptions: Sequence[formula.Literal], chance: random.Random, conflicts: int, budget: Budget
    ) -> Model | Literal[False] | None:
        """A turn of the other solver: the model of a solution, None if there is none, False if that is not known.

        A board that a whole turn did not make one piece is given up. Raises Undecided.
        """
        if self.session is None:
            self.session = self._open(budget)
        encoding, turn, begun = self._search.encoding, budget.part(conflicts=conflicts), self._board
        if begun is None:
            if not (status := self._asked(assumptions, turn, budget)):
                return None if status is False else False
            self._board = _CurrentBoard(self.session.model, self._wrong(puzzle))
        board = self._board
        assert board is not None
        for _ in range(1 + conflicts // _COST):
            if not board.cuts:
                return board.model
            held = encoding.nearby(board.model, board.cuts, chance, board.share)
            self.session.prefer(board.model)
            if status := self._asked([*assumptions, *held], turn.part(conflicts=_NEAR), budget):
                model = self.session.model
                cuts = self._wrong(puzzle)
                if len(cuts) <= len(board.cuts):
                    board.model, board.cuts = model, cuts
            elif status is False and not held:
                return None
            else:
                board.share = min(1.0, board.share * (_NARROWER if status is None else _WIDER))
            if not turn.conflicts:
                break
        if not board.cuts:
            return board.model
        if begun is not None:
            self._board = None
        return False

    def _wrong(self, puzzle: P) -> list[Clause]:
        """Cuts that the model of the other solver violates; it has them from now on."""
        assert self.session is not None
        cuts: list[Clause] = self._search.encoding.cuts(puzzle, self.session.model)
        for cut in cuts:
            self.session.add(cut)
        return cuts

    def _asked(self, assumptions: Sequence[formula.Literal], part: Budget, whole: Budget) -> bool | None:
        """What the other solver says within *part*; None where that does not suffice. Undecided: *whole* is spent."""
        assert self.session is not None
        status = self.session.solve(assumptions, part)
        if status is None and whole.spent:
            raise Undecided(whole.why)
        return status

    def statistics(self) -> Counter[str]:
        """What the other solver did."""
        return Counter(self.session.statistics() if self.session else {})

    def close(self) -> None:
        """Give its session back."""
        if self.session is not None:
            self.session.close()
