"""A puzzle's statements as a formula, each by itself all that it says; what is said by cuts stays to them.

Explanations ask this one, so a kind whose rules are values needs no encoding of its own for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satdnd.encodings.cardinality import at_most_one
from satdnd.engine.kind import Encoding, Kind, P, Rules, S
from satdnd.engine.settings import O
from satdnd.rules.cut import Cuts
from satdnd.rules.encoder import Encoder
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import state
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool

_PAIRS = 32
"""Literals of an "at most one" that is said in pairs, without auxiliary variables."""


class StatementEncoding(Encoding[P, S]):
    """What a rulebook says."""

    def __init__(self, book: Rulebook[S], budget: Budget | None = None) -> None:
        self.book, self.unknowns, self.formula = book, book.unknowns, Formula(Pool(budget=budget))
        self.projection = self.formula.several(self.unknowns.names)
        self.formula.extend(self.unknowns.structure())
        state(book.statements, Encoder(self.formula, at_most_one=_few))

    def decode(self, puzzle: P, model: Sequence[Literal]) -> S:
        """The board of *model*."""
        return self.book.solution(self._board(model))

    def _board(self, model: Sequence[Literal]) -> int:
        return sum(1 << v - 1 for v in self.projection if model[v - 1] > 0)

    def cuts(self, puzzle: P, model: Sequence[Literal]) -> list[Clause]:
        """Those that *model* violates."""
        return self.book.cuts.clauses(self._board(model)) if self.book.cuts else []

    def connectivity(self, puzzle: P) -> Cuts | None:
        """What the rulebook leaves to cuts."""
        return self.book.cuts

    def shown(self, puzzle: P) -> list[Literal]:
        """What anybody sees."""
        return list(self.book.shown)

    def literals(self, puzzle: P, solution: S) -> list[Literal]:
        """All variables."""
        board = self.book.board(solution)
        return [v if board >> v - 1 & 1 else -v for v in self.projection]


def stated(kind: Kind[P, S, O], puzzle: P, options: O, budget: Budget) -> StatementEncoding[P, S]:
    """What the rules say of a puzzle. Raises UsageError for a kind whose rules are no values, Undecided."""
    return StatementEncoding(kind.require(Rules).book(puzzle, options), budget)


def _few(literals: Iterable[Literal], pool: Pool) -> list[Clause]:
    chosen = list(literals)
    return at_most_one(chosen, pool, "pairwise" if len(chosen) <= _PAIRS else None)
