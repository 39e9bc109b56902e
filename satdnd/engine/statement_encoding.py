"""A puzzle's statements as a formula, for explanations, and as the base of encodings made from the same statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from operator import neg
from typing import Any

from satdnd.encodings.cardinality import one_at_most
from satdnd.engine.kind import Encoding, Kind, P, Rules, S
from satdnd.engine.settings import O
from satdnd.rules.cut import Cuts
from satdnd.rules.encoder import Encoder
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import state
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Compiled, Formula, Literal, Pool
from satdnd.sat.watch import watched

_PAIRS = 32
"""The most literals of an "at most one" that is encoded in pairs, without auxiliary variables."""


class StatementEncoding(Encoding[P, S]):
    """The formula of a rulebook; with *lazy*, the rulebook's cut constraint is not encoded.

    Args:
        book: the rulebook of one puzzle.
        budget: checked while compiling.
        encoder: how statements become clauses; None: each statement is encoded separately and in full, even if others
            imply it, as explanations need it.
    """

    def __init__(
        self,
        book: Rulebook[S],
        budget: Budget | None = None,
        encoder: Callable[[Formula], Encoder] | None = None,
        *,
        lazy: bool = True,
    ) -> None:
        self.book, self.unknowns, self.formula = book, book.unknowns, Formula(Pool(budget=budget))
        self.lazy_cuts = book.cuts if lazy else None
        self.projection = self.formula.new_variables(self.unknowns.names)
        structure = self.unknowns.structure()
        how = encoder(self.formula) if encoder else Encoder(self.formula, at_most_one=_few)
        if not how.alone:
            how.known, shown = known_literals(book), {*book.shown}
            structure += [[x] for x, true in how.known.items() if true and x not in shown]
        if structure:
            self.formula.family("structure")
            self.formula.extend(structure)
        state(book.stated() if encoder else book.statements, how)
        for part in book.cuts.parts if book.cuts else ():
            if not lazy:
                part.encode(how)
            elif not how.alone:
                self.formula.family(part.rule)
                part.imply(how)

    def decode(self, puzzle: P, model: Sequence[Literal]) -> S:
        """The solution represented by *model*."""
        return self.book.solution(self.board(model))

    def cuts(self, puzzle: P, model: Sequence[Literal]) -> list[Clause]:
        """The cuts that *model* violates."""
        return self.lazy_cuts.solving_clauses(self.board(model)) if self.lazy_cuts else []

    def connectivity(self, puzzle: P) -> Cuts | None:
        """The constraint enforced by cuts."""
        return self.lazy_cuts

    def shown(self, puzzle: P) -> list[Literal]:
        """The literals that are visible in the puzzle."""
        return list(self.book.shown)

    def literals(self, puzzle: P, solution: S) -> list[Literal]:
        """All variables, as literals."""
        return self.signed(self.book.board(solution))

    def blocking_clause(self, puzzle: P, solution: S) -> Clause:
        """If all solutions have equally many true variables, only those of this one."""
        return [-x for x in self.literals(puzzle, solution) if x * self.book.blocking_sign >= 0]


def known_literals(book: Rulebook[Any]) -> dict[Literal, bool]:
    """The values of the literals that the puzzle shows, of what follows along with them, and of their negations."""
    known = dict.fromkeys(chain(book.shown, *map(book.unknowns.along, book.shown)))
    return dict.fromkeys(map(neg, known), False) | dict.fromkeys(known, True)  # of a clash, both are stated


def stated(
    kind: Kind[P, S, O], puzzle: P, options: O, budget: Budget, *, teaching: bool = False
) -> StatementEncoding[P, S]:
    """The formula of a puzzle's rules, with or without the implied statements in `Rulebook.teaching`.

    Raises:
        UsageError: the kind has no rules as values.
        Undecided: the budget ran out, or would not suffice.
    """

    def made() -> StatementEncoding[P, S]:
        """The rules, then their clauses."""
        budget.afford(kind.clauses(puzzle, options))
        book = kind.require(Rules).book(puzzle, options)
        return StatementEncoding(book if teaching else replace(book, teaching=tuple), budget)

    return watched(budget, made)


def _few(literals: Sequence[Literal], pool: Pool) -> Compiled:
    return one_at_most(literals, pool, "pairwise" if len(literals) <= _PAIRS else None)
