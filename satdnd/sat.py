"""One warm SAT solver: assumptions, budgets, enumeration, backbone, cores, statistics.

    Session(formula)                        build
        .solve(assumptions, budget)         True, False, or None: undecided within the budget
        .model, .core                       read, after True or False
        .add(clause), .retractable()        grow for good, or until the end of a block
        .enumerate(...), .backbone(...)     ask without changing the session
        .statistics()                       conflicts, decisions, propagations, restarts

The solvers are PySAT's (`pysat.solvers`), CaDiCaL 1.9.5 unless another is named. PySAT cannot interrupt CaDiCaL from
another thread, so a time limit is kept by solving in slices of conflicts and looking at the clock between them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Protocol, TypeAlias

from satdnd.budget import Budget
from satdnd.errors import Undecided, UsageError
from satdnd.formula import Clause, Formula, Literal, Pool

DEFAULT = "cadical195"

Model: TypeAlias = Sequence[Literal]
"""A satisfying assignment: ``model[v-1]`` is ``v`` or ``-v``."""

Refine: TypeAlias = Callable[[Model], list[Clause]]
"""Clauses that a model violates and every wanted model satisfies (lazy constraints); empty: the model is good."""

_NOT_IN_PYSAT = {"cryptosat", "minisatgh"}  # one needs a package of its own, the other was dropped
_WITHOUT_PROOFS = {"kissat404", "mergesat3", "minicard", "minisat22", "minisatep"}
_ONE_SHOT = {"kissat404"}  # takes no assumptions, and aborts the process when clauses are added after solving
_NATIVE = {"minicard", "gluecard3", "gluecard4", "cadical195", "cadical300"}
_RENEWAL = 500
"""Retired activation literals after which a solver is renewed: models grow by each, and 5,000 cost half the speed."""
_SLICE = 1000
"""Conflicts of the first slice of a search with a time limit."""


def solver_names() -> list[str]:
    """The solvers that PySAT brings, by their full names."""
    from pysat.solvers import SolverNames

    return sorted(n for n in vars(SolverNames) if not n.startswith("_") and n not in _NOT_IN_PYSAT)


def resolve_solver(name: str) -> str:
    """The full name of a solver of PySAT; UsageError, with the known names, for any other."""
    from pysat.solvers import SolverNames

    if name == "auto":
        return DEFAULT
    for full in solver_names():
        if name.lower() in (full, *getattr(SolverNames, full)):
            return full
    raise UsageError(f"unknown solver {name!r}; known: {', '.join(solver_names())}")


class Backend(Protocol):
    """What a session needs of a solver; PySAT's solvers have it, and so has a program outside (`satdnd.external`)."""

    def solve(self, assumptions: Sequence[Literal] = ...) -> bool | None:
        """True, False, or None for undecided."""
        ...

    def get_model(self) -> Any:
        """The model after True."""
        ...

    def get_core(self) -> Any:
        """Assumptions that cannot hold together, after False."""
        ...

    def add_clause(self, clause: Clause) -> Any:
        """One more clause."""
        ...

    def delete(self) -> None:
        """Give everything back."""
        ...


class Session:
    """A formula in a solver that stays warm between questions. Not thread-safe.

    Args:
        formula: copied into the solver; adding to it later has no effect here.
        solver: a name for `resolve_solver`.
        backend: a ready backend in place of PySAT's *solver*, already holding the formula.
        proof: keep a proof of unsatisfiability (`proof`), for solvers that can.

    Raises:
        UsageError: an unknown solver, or one that cannot do what the formula or *proof* needs.
    """

    def __init__(
        self, formula: Formula, solver: str = DEFAULT, *, backend: Backend | None = None, proof: bool = False
    ) -> None:
        self.top = formula.variables
        self.solver = "external" if backend else resolve_solver(solver)
        self.clauses_added = 0
        self.calls = 0
        self._formula = Formula(Pool(formula.variables), list(formula.clauses), list(formula.at_mosts))
        self._callers_top = formula.variables
        self._renewable = backend is None and not proof
        self._kept: list[Clause] = []
        self._active: set[Literal] = set()
        self._retired = 0
        self._past: Counter[str] = Counter()
        self._backend: Any = backend or _start(formula, self.solver, proof)
        self._limited = backend is None and self.solver not in _ONE_SHOT and self.solver != "lingeling"
        self._status: bool | None = None
        self._wrecked = False

    # solving

    def solve(self, assumptions: Sequence[Literal] = (), budget: Budget | None = None) -> bool | None:
        """Whether the clauses and *assumptions* can hold together; None when *budget* ran out before that was known."""
        self.calls += 1
        if hasattr(self._backend, "deadline"):
            self._backend.deadline = budget.deadline if budget else None
        if budget is None or (budget.deadline is None and budget.conflicts is None):
            self._status = self._interruptible(lambda: self._backend.solve(assumptions=list(assumptions)))
        elif budget.spent:
            self._status = None
        elif self._limited:
            self._status = self._interruptible(lambda: self._solve_in_slices(list(assumptions), budget))
        elif budget.deadline is not None and not hasattr(self._backend, "deadline"):
            raise UsageError(f"the solver {self.solver!r} cannot keep a time limit; choose another one")
        else:
            self._status = self._interruptible(lambda: self._backend.solve(assumptions=list(assumptions)))
        return self._status

    def _interruptible(self, ask: Callable[[], bool | None]) -> bool | None:
        """*ask*, with Ctrl-C as KeyboardInterrupt.

        PySAT jumps out of the search and raises its own error; the solver is then in no state to be asked again.
        """
        try:
            return ask()
        except _pysat_error() as error:
            if "keyboard interrupt" not in str(error).lower():
                raise
            self._wrecked = True
            raise KeyboardInterrupt from None

    def _solve_in_slices(self, assumptions: list[Literal], budget: Budget) -> bool | None:
        size = _SLICE
        while not budget.spent:
            chunk = size if budget.conflicts is None else min(size, budget.conflicts)
            begun, before = time.monotonic(), self._conflicts()
            self._backend.conf_budget(chunk)
            status: bool | None = self._backend.solve_limited(assumptions=assumptions)
            if budget.conflicts is not None:
                spent = self._conflicts() - before
                budget.conflicts = max(0, budget.conflicts - (spent if status is not None else max(1, spent)))
            if status is not None:
                return status
            took = time.monotonic() - begun
            left = float("inf") if budget.deadline is None else budget.deadline - time.monotonic()
            # Conflicts get dearer as a search goes on: aim at a tenth of a second, and at half of what is left.
            size = max(20, int(size * min(2.0, 0.1 / took, 0.5 * left / took)))
        return None

    def _conflicts(self) -> int:
        return int(self._backend.accum_stats()["conflicts"])

    @property
    def model(self) -> Model:
        """The last model. Requires that the last `solve` said True."""
        if self._status is not True:
            raise UsageError("there is no model: the last question was not answered 'satisfiable'")
        model: list[Literal] = self._backend.get_model()
        if len(model) < self.top:  # PySAT leaves out variables that no clause has
            model += range(-len(model) - 1, -self.top - 1, -1)
        return model

    @property
    def core(self) -> list[Literal]:
        """Assumptions of the last `solve` that cannot hold together with the clauses. Requires that it said False."""
        if self._status is not False:
            raise UsageError("there is no core: the last question was not answered 'unsatisfiable'")
        return list(self._backend.get_core() or [])

    # growing

    def new(self) -> Literal:
        """A fresh variable."""
        self._callers_top = self._next_variable()
        return self._callers_top

    def _next_variable(self) -> Literal:
        self.top += 1
        return self.top

    def add(self, clause: Clause) -> None:
        """Add a clause for good, or for the time of the `retractable` block whose activation literal it negates."""
        self.clauses_added += 1
        self._status = None  # solvers forget their model when a clause comes; some abort when asked for it
        if self._active.isdisjoint([-x for x in clause]):
            self._kept.append(clause)
        self._backend.add_clause(clause)

    @contextmanager
    def retractable(self) -> Iterator[Literal]:
        """An activation literal: clauses that begin with its negation count while it is assumed, and are gone after.

        Costs one variable and one unit clause; after `_RENEWAL` of them the solver is made anew without them.
        """
        if self._retired >= _RENEWAL and not self._active and self._renewable:
            self._renew()
        activation = self._next_variable()
        self._active.add(activation)
        try:
            yield activation
        finally:
            self._status = None
            if not self._wrecked:
                self._backend.add_clause([-activation])
            self._active.discard(activation)
            self._retired += 1

    def _renew(self) -> None:
        """A fresh solver with the formula and what was added for good, but without the retired variables."""
        self._past.update(self._told())
        self._backend.delete()
        self._backend = _start(self._formula, self.solver, False)
        for clause in self._kept:
            self._backend.add_clause(clause)
        self.top = max([self._callers_top, *(abs(x) for clause in self._kept for x in clause)])
        self._retired = 0
        self._status = None

    def _told(self) -> dict[str, int]:
        if self._wrecked or not hasattr(self._backend, "accum_stats"):
            return {}
        told = self._backend.accum_stats()
        return {k: int(v) for k, v in (told or {}).items()}

    # asking

    def enumerate(
        self,
        projection: Sequence[Literal],
        assumptions: Sequence[Literal] = (),
        *,
        refine: Refine | None = None,
        budget: Budget | None = None,
    ) -> Iterator[Model]:
        """Models that differ on *projection*, each once. The session is the same afterwards.

        Args:
            projection: the variables that tell two models apart.
            assumptions: literals that hold meanwhile.
            refine: lazy constraints; what it returns is added for good.
            budget: for the whole enumeration.

        Raises:
            Undecided: the budget ran out.
        """
        with self.retractable() as activation:
            while (model := self.next_model([*assumptions, activation], refine=refine, budget=budget)) is not None:
                yield model
                self.add([-activation, *(-model[v - 1] for v in projection)])

    def next_model(
        self, assumptions: Sequence[Literal] = (), *, refine: Refine | None = None, budget: Budget | None = None
    ) -> Model | None:
        """A model that *refine* has nothing against, or None when there is none. Raises Undecided."""
        while True:
            status = self.solve(assumptions, budget)
            if status is None:
                raise Undecided("the time or conflict limit was reached")
            if not status:
                return None
            model = self.model
            cuts = refine(model) if refine else []
            if not cuts:
                return model
            for clause in cuts:
                self.add(clause)

    def backbone(
        self,
        candidates: Iterable[Literal],
        assumptions: Sequence[Literal] = (),
        *,
        refine: Refine | None = None,
        budget: Budget | None = None,
    ) -> list[Literal]:
        """Those of *candidates* (literals of one model) that are true in every model under *assumptions*.

        Asks for a model in which some candidate differs, drops all that do, until there is none: at most one
        question for each candidate that is no backbone, mostly far fewer. Raises Undecided.
        """
        left = list(candidates)
        with self.retractable() as activation:
            while left:
                with self.retractable() as some:
                    self.add([-some, *(-x for x in left)])
                    model = self.next_model([*assumptions, activation, some], refine=refine, budget=budget)
                if model is None:
                    break
                left = [x for x in left if model[abs(x) - 1] == x]
        return left

    @property
    def usable(self) -> bool:
        """False after an interrupt in the middle of a search: make a new session then."""
        return not self._wrecked

    # telling and ending

    def statistics(self) -> dict[str, int]:
        """Counts since the session began: calls, and conflicts, decisions, propagations, restarts of most solvers."""
        counts = {"solver_calls": self.calls, "clauses_added": self.clauses_added}
        return {**counts, **{k: v + self._past[k] for k, v in self._told().items()}}

    def proof(self) -> list[str]:
        """The lines of the DRUP proof so far (``d`` lines are deletions); the session was made with ``proof=True``."""
        lines: list[str] = self._backend.get_proof()
        return lines

    def close(self) -> None:
        """Give the solver's memory back; the session is of no use afterwards."""
        if self._wrecked:
            return
        self._backend.delete()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _pysat_error() -> type[Exception]:
    """What PySAT's solvers raise; imported only where one was raised."""
    import pysolvers

    error: type[Exception] = pysolvers.error
    return error


def _start(formula: Formula, solver: str, proof: bool) -> Any:
    from pysat.solvers import NoSuchSolverError, Solver

    if formula.at_mosts and solver not in _NATIVE:
        raise UsageError(
            f"the solver {solver!r} has no native cardinality constraints; these have: {', '.join(sorted(_NATIVE))}"
        )
    if proof and solver in _WITHOUT_PROOFS:
        raise UsageError(f"the solver {solver!r} writes no proofs; {DEFAULT!r} does")
    if solver in _ONE_SHOT:
        return _OneShot(formula, solver)
    options: dict[str, Any] = {"with_proof": True} if proof else {}
    clauses = formula.clauses or [[1, -1]]  # maplesat crashes on no clause at all
    try:
        backend = Solver(name=solver, bootstrap_with=clauses, **options)
    except NoSuchSolverError as error:
        raise UsageError(f"this version of python-sat does not bring the solver {solver!r}") from error
    if formula.at_mosts:
        if solver.startswith("cadical"):
            backend.activate_atmost()
        for literals, bound in formula.at_mosts:
            backend.add_atmost(literals, bound)
    return backend


class _OneShot:
    """A solver that answers one question and is thrown away; assumptions become unit clauses."""

    def __init__(self, formula: Formula, solver: str) -> None:
        self._clauses = list(formula.clauses)
        self._solver = solver
        self._model: Model = []
        self._assumptions: list[Literal] = []

    def solve(self, assumptions: Sequence[Literal] = ()) -> bool | None:
        from pysat.solvers import Solver

        self._assumptions = list(assumptions)
        with Solver(name=self._solver, bootstrap_with=self._clauses + [[x] for x in assumptions]) as solver:
            status: bool | None = solver.solve()
            self._model = solver.get_model() if status else []
        return status

    def get_model(self) -> Model:
        return self._model

    def get_core(self) -> list[Literal]:
        return self._assumptions

    def add_clause(self, clause: Clause) -> None:
        self._clauses.append(clause)

    def delete(self) -> None:
        self._clauses = []
