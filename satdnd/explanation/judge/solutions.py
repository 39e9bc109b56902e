"""Whole boards by the judge's own search, from the rules alone: is there another solution, and what do all share?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from satdnd.explanation.judge.nogoods import NogoodSearch
from satdnd.grid.bitboard import Bitboard
from satdnd.rules.constraint import NO, YES, Domain, Sum
from satdnd.rules.rulebook import Rulebook
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal


class Solutions:
    """The solutions of one puzzle, searched one at a time.

    Args:
        rulebook: of the puzzle.
        faulty: whether a board breaks a rule, by the kind's referee.
        known: what the puzzle shows, and what has been proved; each solution agrees with it.
        budget: for all searches.
    """

    def __init__(
        self, rulebook: Rulebook[Any], faulty: Callable[[Bitboard], bool], known: Sequence[Domain], budget: Budget
    ) -> None:
        self._rulebook, self._faulty, self._known, self._budget = rulebook, faulty, known, budget
        self._rules = [constraint for statement in rulebook.each() for constraint in statement.constraints()]
        self._rules += [Sum.of_literals(clause, 1) for clause in rulebook.unknowns.structure()]

    def other(self, literals: Sequence[Literal]) -> Bitboard | None:
        """A solution in which one of *literals* is true; None if there is none. Raises Undecided."""
        while True:
            domains = [*self._known]
            search = NogoodSearch([*self._rules, Sum.of_literals(literals, 1)], domains, self._budget)
            if not search.run():
                return None
            board = sum(1 << x for x, values in enumerate(search.domains) if values == YES)
            cuts = self._rulebook.cuts.clauses(board) if self._rulebook.cuts else []
            if not cuts and not self._faulty(board):
                return board
            self._rules += [Sum.of_literals(clause, 1) for clause in cuts or [differing(board, len(domains))]]

    def common(self, solution: Bitboard) -> list[Literal]:
        """The literals that are true in *solution* and in all others, without those known. Raises Undecided."""
        open_ones = [x for x, values in enumerate(self._known, 1) if values == NO | YES]
        left = [x if solution >> x - 1 & 1 else -x for x in open_ones]
        while left and (other := self.other([-x for x in left])) is not None:
            left = [x for x in left if (other >> abs(x) - 1 & 1) == (x > 0)]
        return left


def differing(board: Bitboard, count: int) -> list[Literal]:
    """The literals of *count* variables that *board* makes false."""
    return [-x if board >> x - 1 & 1 else x for x in range(1, count + 1)]
