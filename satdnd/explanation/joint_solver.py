"""Many statements in one solver: each counts while it is chosen.

Boards are integers here: bit v - 1 is variable v, of those that are asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal

_CONFLICTS = 2_000
"""Between two looks at the budget: some hundredths of a second."""


class Whole:
    """A solver that prefers a given board, and that statements are not chosen.

    It knows the variables of what was chosen so far, and no others: each costs time in every model.

    Args:
        said: the clauses of a statement, by its number; further variables of theirs are above the second argument.
        projected: the variables of boards.
        preferred: a board.
        top: variables up to this one are those of statements; further ones are its own.
        budget: looked at in each question; these raise Undecided.
    """

    def __init__(
        self,
        said: Callable[[int, int], Sequence[Clause]],
        projected: int,
        preferred: int,
        top: int,
        budget: Budget,
    ) -> None:
        from pysat.solvers import Solver

        self._said, self._projected, self._preferred, self._top = said, projected, preferred, top
        self.budget = budget
        self._solver: Any = Solver("minisat22")
        self._selectors: dict[int, Literal] = {}
        self._known: dict[int, Literal] = {}
        """Of variables: what holds."""
        self._numbers: dict[Literal, Literal] = {}
        """Of literals: those of the solver."""
        self._variables = [0]
        """The other way round."""
        self._phases: list[Literal] = []
        """What variables are tried as first."""
        self._cells = 0
        """The variables of boards among these."""

    def __len__(self) -> int:
        """How many variables it knows."""
        return len(self._variables) - 1

    def _number(self, x: Literal) -> Literal:
        if x not in self._numbers:
            v, n = abs(x), len(self._variables)
            self._numbers[v], self._numbers[-v] = n, -n
            self._variables.append(v)
            if self._projected >> v - 1 & 1:
                self._cells |= 1 << v - 1
                self._phases.append(n if self._preferred >> v - 1 & 1 else -n)
            if v in self._known:
                self._solver.add_clause([n if self._known[v] > 0 else -n])
        return self._numbers[x]

    def _all_numbers(self, literals: Iterable[Literal]) -> list[Literal]:
        known = self._numbers.get
        return [known(x) or self._number(x) for x in literals]

    def learn(self, literals: Iterable[Literal]) -> None:
        """They hold from here on."""
        for x in literals:
            self._known[abs(x)] = x
            if abs(x) in self._numbers:
                self._solver.add_clause([self._number(x)])

    def selector(self, i: int) -> Literal:
        """The variable that chooses a statement."""
        if i not in self._selectors:
            self._selectors[i] = self.choose(self._said(i, self._top))
        return self._selectors[i]

    def choose(self, clauses: Iterable[Clause]) -> Literal:
        """A variable of its own: *clauses* hold whenever it does."""
        clauses = list(clauses)
        self._top = max(self._top, max((max(map(abs, clause), default=0) for clause in clauses), default=0)) + 1
        selector = self._top
        self._phases.append(-self._number(selector))
        self.add(clauses, selector)
        return selector

    def add(self, clauses: Iterable[Clause], selector: Literal) -> None:
        """*clauses* hold whenever the variable *selector*, which is in none of them, does."""
        n = self._number(selector)
        for clause in clauses:
            self._solver.add_clause([-n, *self._all_numbers(clause)])

    def possible(self, assumed: Iterable[Literal]) -> bool:
        """Whether these literals can hold together. Raises Undecided."""
        numbers = self._all_numbers(assumed)
        self._solver.set_phases(self._phases)  # as searches leave others behind
        while True:
            self._solver.conf_budget(_CONFLICTS)  # which counts from here
            found: bool | None = self._solver.solve_limited(assumptions=numbers)
            if found is not None:
                return found
            self.budget.check()

    def differs(self, among: int) -> int:
        """Where, of some places, the last model is not as is preferred."""
        model, preferred, numbers = self._solver.get_model(), self._preferred, self._numbers
        found = 0
        for b in scan(among & self._cells):
            if (model[numbers[b + 1] - 1] > 0) != preferred >> b & 1:
                found |= 1 << b
        return found

    def core(self) -> set[Literal]:
        """Those of the last assumptions that cannot hold together."""
        variables = self._variables
        return {variables[n] if n > 0 else -variables[-n] for n in self._solver.get_core() or ()}

    def close(self) -> None:
        """Give the solver back."""
        self._solver.delete()
