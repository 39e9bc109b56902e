"""A solver for many statements, each behind a selector variable that activates it when assumed.

`satdnd.explanation.statements` also has small solvers for a few statements. Boards are integers: bit v - 1 is
variable v of the projection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal

_CONFLICTS = 2_000
"""Conflicts between two checks of the budget, which take some hundredths of a second."""


class JointSolver:
    """An incremental solver whose models prefer a given board.

    It contains only the variables of the statements selected so far, as each variable costs time in every model.

    Args:
        clauses_of: ``clauses_of(i, top)`` returns the clauses of statement *i*; new variables must be above *top*.
        projected: the variables of boards, as bits.
        preferred: the preferred board.
        top: the largest variable of the statements; selectors are above it.
        budget: checked during each solver call, which raises Undecided.
    """

    def __init__(
        self,
        clauses_of: Callable[[int, int], Sequence[Clause]],
        projected: int,
        preferred: int,
        top: int,
        budget: Budget,
    ) -> None:
        from pysat.solvers import Solver

        self._clauses_of, self._projected, self._preferred, self._top = clauses_of, projected, preferred, top
        self.budget = budget
        self._solver: Any = Solver("minisat22")
        self._selectors: dict[int, Literal] = {}
        self._known: dict[int, Literal] = {}
        """By variable: the known literal."""
        self._numbers: dict[Literal, Literal] = {}
        """By literal: the literal of the solver."""
        self._variables = [0]
        """By variable of the solver: the variable."""
        self._phases: list[Literal] = []
        """The preferred literals of the solver."""
        self._cells = 0
        """The board variables that the solver contains."""
        self.work = 0
        """The number of variables summed over all solver calls: the cost without the search."""

    def __len__(self) -> int:
        """The number of variables."""
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
        """Add *literals* as facts."""
        for x in literals:
            self._known[abs(x)] = x
            if abs(x) in self._numbers:
                self._solver.add_clause([self._number(x)])

    def selector(self, i: int) -> Literal:
        """The selector of statement *i*."""
        if i not in self._selectors:
            self._selectors[i] = self.new_selector(self._clauses_of(i, self._top))
        return self._selectors[i]

    def new_selector(self, clauses: Iterable[Clause]) -> Literal:
        """A new selector that activates *clauses*."""
        clauses = list(clauses)
        self._top = max(self._top, max(map(abs, chain.from_iterable(clauses)), default=0)) + 1
        selector = self._top
        self._phases.append(-self._number(selector))
        self.add(clauses, selector)
        return selector

    def add(self, clauses: Iterable[Clause], selector: Literal) -> None:
        """Add *clauses*, none of which contains *selector*, behind it."""
        n, numbers = -self._number(selector), self._numbers
        for clause in clauses:
            for x in clause:
                if x not in numbers:
                    self._number(x)
            self._solver.add_clause([n, *(numbers[x] for x in clause)])

    def possible(self, assumed: Iterable[Literal]) -> bool:
        """Whether a model with the literals *assumed* exists. Raises Undecided."""
        numbers = self._all_numbers(assumed)
        self.work += len(self)
        self._solver.set_phases(self._phases)  # a search changes them
        while True:
            self._solver.conf_budget(_CONFLICTS)  # counts from here
            found: bool | None = self._solver.solve_limited(assumptions=numbers)
            if found is not None:
                return found
            self.budget.check()

    def differs(self, among: int) -> int:
        """The places of *among* where the last model differs from the preferred board."""
        model, preferred, numbers = self._solver.get_model(), self._preferred, self._numbers
        found = 0
        for b in scan(among & self._cells):
            if (model[numbers[b + 1] - 1] > 0) != preferred >> b & 1:
                found |= 1 << b
        return found

    def core(self) -> set[Literal]:
        """The assumptions of the last call in the unsatisfiable core."""
        variables = self._variables
        return {variables[n] if n > 0 else -variables[-n] for n in self._solver.get_core() or ()}

    def close(self) -> None:
        """Delete the solver."""
        self._solver.delete()
