"""Additions to PySAT's solvers: adding clauses in bulk, and repeated questions to a solver that answers only one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

from satdnd.sat.formula import Clause, Formula, Literal
from satdnd.sat.pysat_interrupts import abandon

_BELOW = {"glucose4": "glucose41", "glucose42": "glucose421", "gluecard4": "gluecard41"}
"""Prefixes of the functions in `pysolvers`, where they differ from the solver's name."""


def add_clauses(backend: Any, solver: str, clauses: Iterable[Clause]) -> None:
    """Add *clauses* to a PySAT solver; its last model or core is lost.

    Calls the C function behind PySAT's method directly, or the method itself if that function is not found. The method
    and the loop around it take as long as the solver, half of the time needed to load a formula.
    """
    import pysolvers

    add = getattr(pysolvers, f"{_BELOW.get(solver, solver)}_add_cl", None)
    inner = [value for value in vars(backend.solver).values() if type(value).__name__ == "PyCapsule"]
    if add and len(inner) == 1:
        deque(map(add, repeat(inner[0]), clauses), 0)
    else:
        deque(map(backend.add_clause, clauses), 0)


class OneShot:
    """A solver that answers one question and is thrown away; assumptions become unit clauses."""

    def __init__(self, formula: Formula, solver: str) -> None:
        self._clauses = list(formula.clauses)
        self._solver = solver
        self._model: Sequence[Literal] = []
        self._assumptions: list[Literal] = []

    def solve(self, assumptions: Sequence[Literal] = ()) -> bool | None:
        """Answer one question with a fresh solver."""
        from pysat.solvers import Solver

        self._assumptions = list(assumptions)
        solver = Solver(name=self._solver, bootstrap_with=self._clauses + [[x] for x in assumptions])
        try:
            status: bool | None = solver.solve()
            self._model = solver.get_model() if status else []
        except BaseException:  # the error may have jumped out of the C code: then the solver must not be deleted
            abandon(solver)
            raise
        solver.delete()
        return status

    def get_model(self) -> Sequence[Literal]:
        """The model after an answer of True."""
        return self._model

    def get_core(self) -> list[Literal]:
        """All assumptions: this backend knows no smaller set."""
        return self._assumptions

    def add_clause(self, clause: Clause) -> None:
        """Add a clause for later questions."""
        self._clauses.append(clause)

    def delete(self) -> None:
        """Forget the clauses."""
        self._clauses = []
