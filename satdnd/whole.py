"""All statements of a formula in one solver: each counts while it is chosen.

Boards are integers here: bit v - 1 is variable v, of those that are asked about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from satdnd.bitboard import scan
from satdnd.budget import Budget
from satdnd.formula import Clause, Literal

_CONFLICTS = 2_000
"""Between two looks at the budget: some hundredths of a second."""


class Whole:
    """A solver that prefers a given board, and that statements are not chosen.

    Args:
        projected: the variables of boards.
        preferred: a board.
        budget: looked at in each question; these raise Undecided.
    """

    def __init__(self, projected: int, preferred: int, budget: Budget) -> None:
        from pysat.solvers import Solver

        self._preferred, self.budget = preferred, budget
        self._solver: Any = Solver("minisat22")
        self._solver.set_phases([v + 1 if preferred >> v & 1 else -v - 1 for v in scan(projected)])

    def learn(self, literals: Iterable[Literal]) -> None:
        """They hold from here on."""
        for x in literals:
            self._solver.add_clause([x])

    def add(self, clauses: Iterable[Clause], selector: int) -> None:
        """*clauses* hold whenever the variable *selector*, which is in none of them, does."""
        self._solver.set_phases([-selector])
        for clause in clauses:
            self._solver.add_clause([-selector, *clause])

    def possible(self, assumed: list[Literal]) -> bool:
        """Whether these literals can hold together. Raises Undecided."""
        self._solver.conf_budget(_CONFLICTS)
        while (found := self._solver.solve_limited(assumptions=assumed)) is None:
            self.budget.check()
        return bool(found)

    def differs(self, among: int) -> int:
        """Where, of some places, the last model is not as is preferred."""
        model, preferred = self._solver.get_model(), self._preferred
        last, found = len(model), 0
        for b in scan(among):
            if b < last and (model[b] > 0) != preferred >> b & 1:
                found |= 1 << b
        return found

    def core(self) -> set[Literal]:
        """Those of the last assumptions that cannot hold together."""
        return set(self._solver.get_core() or ())
