"""Solutions of large boards by large neighbourhood search.

Shaw, "Using Constraint Programming and Local Search Methods to Solve Vehicle Routing Problems", CP 1998. A solver finds
a 32x32 dungeon board that satisfies all clauses but is in several pieces within a second. A cut excludes it, and there
are a hundred others like it: asking about the whole board after each cut takes minutes. Keeping most cells as they are
and freeing a third of them around one piece makes each question take milliseconds; about a hundred of these join the
board to one piece. A second solution is found near the first one in the same way: usually it differs in four to eight
cells (`benchmarks/README.md`).
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
"""The solver of the neighbourhoods. It restarts less than Gluecard: first 32x32 boards take a fifth of the time."""
_EASY = 1_000
"""The number of conflicts after which a question is no longer easy, and the encoding adds its withheld constraints."""
_SOON = 10_000
"""The conflicts of the first question about the whole board; doubled in each later turn."""
TURN = 100_000
"""The conflicts of the second solver's first turn: they are cheaper, and large boards seldom have only one solution.
Doubled in each later turn."""
SURE = 5_000
"""The conflicts of a question for another solution before neighbourhoods are tried; uniqueness proofs are so short."""
_NEAR = 3_000
"""Conflicts of a question about a neighbourhood when pieces are joined; a tenth of these questions stays undecided."""
_COST = 30
"""Cost of such a question in Python, in conflicts."""
_SHARE = 0.3
"""Share of all cells in the first neighbourhood."""
_WIDER, _NARROWER = 1.03, 0.9
"""Factors of that share after a neighbourhood without another model, and after an undecided one."""
_OTHERS = ((0.12, 500), (0.19, 300), (0.25, 200), (0.38, 100), (0.5, 100))
"""For another solution: shares of all cells, and how many neighbourhoods of each."""
_CLOSE = 1_000
"""Conflicts of a question about one of these neighbourhoods."""


class NeighbourhoodEncoding(ABC):
    """An encoding that chooses neighbourhoods in a model; it may withhold constraints from easy questions."""

    lean = False
    """Whether constraints are withheld."""

    def strengthen(self, top: int) -> tuple[list[Clause], list[AtMost]]:
        """Add the withheld constraints to the formula, and return them; new variables are above *top*."""
        return [], []

    @abstractmethod
    def fixed_literals(
        self, model: Sequence[formula.Literal], cuts: Sequence[Clause], rng: random.Random, share: float
    ) -> list[formula.Literal]:
        """Literals of *model* to keep fixed: all outside a random neighbourhood.

        Args:
            model: at least the variables of the projection, which are the first ones.
            cuts: the cuts violated by *model*; if there are any, the neighbourhood is around one of them.
            rng: the only source of randomness.
            share: the size of the neighbourhood relative to the board, above 0 and up to 1.
        """


Q = TypeVar("Q", contravariant=True)
R = TypeVar("R", covariant=True)


class SolutionSearch(Protocol[Q, R]):
    """A search for one solution."""

    @property
    def encoding(self) -> Any:
        """A `NeighbourhoodEncoding`."""

    @property
    def session(self) -> Session:
        """The session of its formula."""

    def first(self, puzzle: Q, assumptions: Sequence[formula.Literal], budget: Budget) -> tuple[R, Model] | None:
        """A solution under *assumptions* with its model, or None. Raises Undecided, TooManyCuts."""

    def solution_of(self, puzzle: Q, model: Model) -> tuple[R, Model]:
        """The solution represented by *model*, and *model*."""


@dataclass
class _CurrentBoard:
    """The board whose pieces the second solver is joining."""

    model: Model
    cuts: list[Clause]
    """Cuts that it violates."""
    share: float = _SHARE
    """Share of all cells in the next neighbourhood."""


class NeighbourhoodSearch(Generic[P, S]):
    """Searches in neighbourhoods, for a `NeighbourhoodEncoding`.

    Args:
        search: for proofs, and for the first questions, which are about the whole board.
        open_other: makes the session of the second solver, which searches the neighbourhoods.
    """

    def __init__(self, search: SolutionSearch[P, S], open_other: Callable[[Budget], Session]) -> None:
        self._search, self._open = search, open_other
        self.session: Session | None = None
        """The session of the second solver; None until it is needed."""
        self._board: _CurrentBoard | None = None

    def first(self, puzzle: P, assumptions: Sequence[formula.Literal], budget: Budget) -> tuple[S, Model] | None:
        """A solution with its model, or None; both solvers take turns. Raises Undecided, TooManyCuts."""
        rng, self._board = random.Random(0), None
        for turn in count():
            found = self._first_within(puzzle, assumptions, _SOON << turn, budget)
            if found is not False:
                return found
            model = self.search_turn(puzzle, assumptions, rng, TURN << turn, budget)
            if model is not False:
                return None if model is None else self._search.solution_of(puzzle, model)
        raise AssertionError  # turns never end

    def other(
        self, puzzle: P, solution: S, assumptions: Sequence[formula.Literal], budget: Budget
    ) -> tuple[S, Model] | None:
        """A solution that is not blocked, or None; if a proof takes long, searched near *solution* first.

        Raises Undecided, TooManyCuts.
        """
        rng = random.Random(0)
        found = self._first_within(puzzle, assumptions, SURE, budget)
        if found is not False:
            return found
        return self.near_solution(puzzle, solution, assumptions, rng, budget) or self._search.first(
            puzzle, assumptions, budget
        )

    def near_solution(
        self, puzzle: P, solution: S, assumptions: Sequence[formula.Literal], rng: random.Random, budget: Budget
    ) -> tuple[S, Model] | None:
        """A solution near *solution* that is not blocked; None: not found. Raises Undecided, TooManyCuts."""
        encoding = self._search.encoding
        own = encoding.literals(puzzle, solution)
        for share, many in _OTHERS:
            for _ in range(many):
                fixed = encoding.fixed_literals(own, (), rng, share)
                if found := self._first_within(puzzle, [*assumptions, *fixed], _CLOSE, budget):
                    return found
        return None

    def _first_within(
        self, puzzle: P, assumptions: Sequence[formula.Literal], conflicts: int, budget: Budget
    ) -> tuple[S, Model] | Literal[False] | None:
        """Like `Search.first`; False if *conflicts* do not suffice. Raises Undecided when *budget* is spent."""
        encoding, session = self._search.encoding, self._search.session
        if encoding.lean:
            found = self._limited_first(puzzle, assumptions, min(_EASY, conflicts), budget)
            if found is not False:
                return found
            clauses, at_mosts = encoding.strengthen(session.top)
            session.extend(clauses, at_mosts, encoding.formula.variables)
        return self._limited_first(puzzle, assumptions, conflicts, budget)

    def _limited_first(
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

    def search_turn(
        self, puzzle: P, assumptions: Sequence[formula.Literal], rng: random.Random, conflicts: int, budget: Budget
    ) -> Model | Literal[False] | None:
        """A turn of the second solver: the model of a solution, None if there is none, False if that is not known.

        A board that a whole turn could not join to one piece is dropped. Raises Undecided.
        """
        if self.session is None:
            self.session = self._open(budget)
        encoding, turn, started = self._search.encoding, budget.part(conflicts=conflicts), self._board
        if started is None:
            if not (status := self._solve_part(assumptions, turn, budget)):
                return None if status is False else False
            self._board = _CurrentBoard(self.session.model, self._violated_cuts(puzzle))
        board = self._board
        assert board is not None
        for _ in range(1 + conflicts // _COST):
            if not board.cuts:
                return board.model
            fixed = encoding.fixed_literals(board.model, board.cuts, rng, board.share)
            self.session.prefer(board.model)
            if status := self._solve_part([*assumptions, *fixed], turn.part(conflicts=_NEAR), budget):
                model = self.session.model
                cuts = self._violated_cuts(puzzle)
                if len(cuts) <= len(board.cuts):
                    board.model, board.cuts = model, cuts
            elif status is False and not fixed:
                return None
            else:
                board.share = min(1.0, board.share * (_NARROWER if status is None else _WIDER))
            if not turn.conflicts:
                break
        if not board.cuts:
            return board.model
        if started is not None:
            self._board = None
        return False

    def _violated_cuts(self, puzzle: P) -> list[Clause]:
        """Cuts that the model of the second solver violates; they are added to it."""
        assert self.session is not None
        cuts: list[Clause] = self._search.encoding.cuts(puzzle, self.session.model)
        for cut in cuts:
            self.session.add(cut)
        return cuts

    def _solve_part(self, assumptions: Sequence[formula.Literal], part: Budget, whole: Budget) -> bool | None:
        """The second solver's answer within *part*; None if that does not suffice. Raises Undecided if *whole* is
        spent.
        """
        assert self.session is not None
        status = self.session.solve(assumptions, part)
        if status is None and whole.spent:
            raise Undecided(whole.why)
        return status

    def statistics(self) -> Counter[str]:
        """Counts of the second solver."""
        return Counter(self.session.statistics() if self.session else {})

    def close(self) -> None:
        """Close the second solver's session."""
        if self.session is not None:
            self.session.close()
