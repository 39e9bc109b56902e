"""One warm SAT solver: assumptions, budgets, backbone, cores, statistics.

    Session(formula)                        build
        .solve(assumptions, budget)         True, False, or None: undecided within the budget
        .model, .core                       read, after True or False
        .settled                            whether that model is known to be the only one
        .add(clause), .retractable()        add for good, or until the end of a block
        .ask(), .next_model()               like solve, but raise Undecided
        .backbone(...)                      ask without changing the session
        .statistics()                       conflicts, decisions, propagations, restarts

The solvers are PySAT's (`pysat.solvers`), CaDiCaL 1.9.5 by default. PySAT cannot interrupt CaDiCaL from another thread,
so searches run in slices of conflicts; between slices, limits are checked and signals are handled.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache, wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from satdnd.errors import SatdndError, Undecided, UsageError
from satdnd.sat import DEFAULT_SOLVER
from satdnd.sat.backends import OneShot, add_clauses
from satdnd.sat.budget import Budget
from satdnd.sat.formula import AtMost, Clause, Formula, Literal, Pool
from satdnd.sat.pysat_interrupts import abandon, alarm_kept, interruptible, wrecked

Model: TypeAlias = Sequence[Literal]
"""A satisfying assignment: ``model[v-1]`` is ``v`` or ``-v``."""

Refine: TypeAlias = Callable[[Model], list[Clause]]
"""A function that returns clauses which the model violates and every solution satisfies (lazy constraints); an empty
list accepts the model."""

_NOT_IN_PYSAT = {"cryptosat", "minisatgh"}  # one needs another package, the other was dropped
_UNLIMITED = {"kissat404", "lingeling"}  # PySAT cannot stop them
_ONE_SHOT = {"kissat404"}  # takes no assumptions, and aborts the process when clauses are added after solving
NATIVE = ("gluecard4", "gluecard3", "minicard")
"""Solvers with built-in cardinality constraints, the best first.

CaDiCaL has none: PySAT adds them from outside in Python, which is slow, crashes (1.9.5) and answers wrongly (3.0.0).
"""
_STRAIGHT = {"glucose3", "glucose4", "minisat22"}
"""Solvers that eliminate no variables, and do not count assumptions as decisions."""
_ALARMED = {"maplechrono", "maplecm"}
"""Solvers that start an alarm when they are asked, to change their ways after 2,500 seconds, and never stop it."""
_CADICAL = {"cadical153", "cadical195"}
"""Solvers that after a search find contradictions that are none when they propagate (pysathq/pysat issue 232)."""
_ELIMINATION = {"elimineff": 1_000_000, "elimaxeff": 1_000_000}
"""CaDiCaL's options for the most resolutions in a round of variable elimination; by default at least ten million, which
took eight seconds where some clauses had thousands of literals. No limit is noticed meanwhile."""
_RENEWAL = 500
"""Retired activation literals after which the solver is rebuilt: each makes models longer; 5,000 halve the speed."""
_SLICE = 1000
"""Conflicts in the first slice of a search in a small formula; slices double up to ten times that."""
_LARGE = 30_000
"""Number of clauses above which first slices shrink in proportion, as conflicts cost more."""
_DEAR = 0.2
"""Under a time limit, slices that take more seconds than this shrink."""
_PATIENT = 50
"""Factor for the slices of patient sessions, which double without limit and may take five times as long."""
_LOAD = 10_000
"""Clauses loaded between two checks of the budget."""


@cache
def solver_names() -> Sequence[str]:
    """The full names of all solvers that PySAT provides."""
    from pysat.solvers import SolverNames

    return sorted(n for n in vars(SolverNames) if not n.startswith("_") and n not in _NOT_IN_PYSAT)


def resolve_solver(name: str) -> str:
    """The full name of a PySAT solver. Raises UsageError, with the known names, for an unknown one."""
    from pysat.solvers import SolverNames

    if name == "auto":
        return DEFAULT_SOLVER
    for full in solver_names():
        if name.lower() in (full, *getattr(SolverNames, full)):
            return full
    raise UsageError(f"unknown solver {name!r}; known: {', '.join(solver_names())}")


class Backend(Protocol):
    """Protocol: what a session needs of a solver. PySAT's solvers and external programs (`external`) implement it."""

    def solve(self, assumptions: Sequence[Literal] = ...) -> bool | None:
        """True, False, or None if undecided."""
        ...

    def get_model(self) -> Any:
        """The model after an answer of True."""
        ...

    def nof_vars(self) -> Any:
        """The number of variables that it knows."""
        ...

    def get_core(self) -> Any:
        """Assumptions that cannot hold together, after an answer of False."""
        ...

    def add_clause(self, clause: Clause) -> Any:
        """Add one clause."""
        ...

    def delete(self) -> None:
        """Release everything."""
        ...


class TooManyCuts(SatdndError):
    """Too many lazy constraints were needed: compile the same puzzle eagerly instead."""


_P = ParamSpec("_P")
_R = TypeVar("_R")


def _alone(method: Callable[Concatenate[Session, _P], _R]) -> Callable[Concatenate[Session, _P], _R]:
    """Let one thread in at a time: two in one solver would crash the process."""

    @wraps(method)
    def guarded(self: Session, /, *args: _P.args, **options: _P.kwargs) -> _R:
        """Call *method*; raises UsageError while another thread is in the session."""
        if not self._lock.acquire(blocking=False):
            raise UsageError("this session is answering another thread; give each thread its own session")
        try:
            return method(self, *args, **options)
        finally:
            self._lock.release()

    return guarded


class Session:
    """A formula in a solver that stays warm between questions, for one thread at a time.

    Args:
        formula: copied into the solver; later additions to it have no effect here.
        solver: a name for `resolve_solver`.
        backend: a backend that already holds the formula, in place of PySAT's *solver*.
        patient: search in long slices: solvers of the MiniSat family keep few learnt clauses when a question starts,
            and more the longer it takes. A second may pass before a limit or Ctrl-C is noticed.
        budget: checked while the clauses are loaded; each question has its own.

    Raises:
        UsageError: an unknown solver, or one that cannot handle the formula. In any method: the session is answering
            another thread, or another thread asked the question whose model or core is requested.
        Undecided: the budget ran out.
    """

    def __init__(
        self,
        formula: Formula,
        solver: str = DEFAULT_SOLVER,
        *,
        backend: Backend | None = None,
        patient: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.top = formula.variables
        self._lock = threading.RLock()
        self._asker = 0
        self.solver = "external" if backend else resolve_solver(solver)
        self.clauses_added = 0
        self.calls = 0
        self._formula = Formula(Pool(formula.variables), list(formula.clauses), list(formula.at_mosts))
        self._renewable = backend is None
        self._kept: list[Clause] = []
        self._active: set[Literal] = set()
        self._retired = 0
        self._earlier_statistics: Counter[str] = Counter()
        self._backend: Any = backend or _start(formula, self.solver, budget)
        self._limited = backend is None and self.solver not in _UNLIMITED
        self._slice = max(20, min(_SLICE, _SLICE * _LARGE // max(1, len(formula.clauses))))
        self._longest, self._dear = 10 * self._slice, _DEAR
        if patient:
            self._slice *= _PATIENT
            self._longest, self._dear = 1 << 30, 5 * _DEAR
        self._status: bool | None = None
        self._counts_decisions = self._limited and self.solver in _STRAIGHT
        self._decisions = self._decided = 0
        self._wrecked = False

    # solving

    @_alone
    def solve(self, assumptions: Sequence[Literal] = (), budget: Budget | None = None) -> bool | None:
        """Whether the clauses and *assumptions* can hold together; None if *budget* ran out before that was known."""
        return self._solve(assumptions, budget)

    def _solve(self, assumptions: Sequence[Literal], budget: Budget | None) -> bool | None:
        self.calls += 1
        self._asker = threading.get_ident()
        self._status = None
        if self._limited:
            with alarm_kept() if self.solver in _ALARMED else nullcontext():
                self._status = self._solve_in_slices(list(assumptions), budget)
            if self._counts_decisions:
                before, self._decisions = self._decisions, self._backend.accum_stats()["decisions"]
                self._decided = self._decisions - before
            return self._status
        if budget is not None and budget.spent:
            return None
        if hasattr(self._backend, "budget"):
            self._backend.budget = budget
        elif budget is not None and budget.deadline is not None:
            raise UsageError(f"the solver {self.solver!r} cannot keep a time limit; choose another one")
        try:
            with interruptible(jump=self.solver in _UNLIMITED):  # external programs are waited for in Python
                self._status = self._backend.solve(assumptions=list(assumptions))
        except KeyboardInterrupt:
            if self.solver in _UNLIMITED and wrecked():
                self._wrecked = True
                abandon(self._backend)
            raise
        return self._status

    @_alone
    def ask(self, assumptions: Sequence[Literal] = (), budget: Budget | None = None) -> bool:
        """Like `solve`, but raises Undecided, with the reason, in place of returning None."""
        return self._ask(assumptions, budget)

    def _ask(self, assumptions: Sequence[Literal], budget: Budget | None) -> bool:
        status = self._solve(assumptions, budget)
        if status is None:
            raise Undecided((budget and budget.why) or f"the solver {self.solver!r} gave up")
        return status

    def _solve_in_slices(self, assumptions: list[Literal], budget: Budget | None) -> bool | None:
        """Search in slices that are the same on every machine, and so is the search, unless a slice takes too long."""
        size = self._slice
        while budget is None or not budget.spent:
            chunk, before = size, 0
            if budget is not None and budget.conflicts is not None:
                chunk, before = min(size, budget.conflicts), self._conflicts()
            started = time.monotonic()
            with interruptible():
                self._backend.conf_budget(chunk)
                status: bool | None = self._backend.solve_limited(assumptions=assumptions)
            if budget is not None and budget.conflicts is not None:
                spent = self._conflicts() - before
                budget.spend(spent if status is not None else max(1, spent))
            if status is not None:
                return status
            size = min(2 * size, self._longest)
            if budget is not None and budget.deadline is not None:
                took = time.monotonic() - started
                aim = min(self._dear, budget.left / 2)
                if took > aim:
                    size = max(1, int(chunk * aim / took))
        return None

    def _answered(self, status: bool, otherwise: str) -> None:
        if self._status is not status:
            raise UsageError(otherwise)
        if self._asker != threading.get_ident():
            raise UsageError("the last question to this session was another thread's; give each thread its own session")

    def _conflicts(self) -> int:
        return int(self._backend.accum_stats()["conflicts"])

    @property
    @_alone
    def model(self) -> Model:
        """The last model. Requires that the last `solve` returned True."""
        return self._read_model()

    def _read_model(self) -> Model:
        self._answered(True, "there is no model: the last question was not answered 'satisfiable'")
        model: list[Literal] = self._backend.get_model()
        if len(model) < self.top:  # PySAT leaves out variables that no clause has
            model += range(-len(model) - 1, -self.top - 1, -1)
        return model

    @property
    @_alone
    def settled(self) -> bool:
        """Whether the last model is known to be the only one under its assumptions, because it needed no decision.

        It then follows by unit propagation alone. False means nothing: solvers that change the formula always report
        it.
        """
        if self._status is not True or not self._counts_decisions or self._decided != _idle_decisions(self.solver):
            return False
        return bool(self._backend.nof_vars() >= self.top)  # a variable in no clause is free, but never decided

    @property
    @_alone
    def core(self) -> list[Literal]:
        """Assumptions of the last `solve`, which must have returned False, that contradict the clauses."""
        self._answered(False, "there is no core: the last question was not answered 'unsatisfiable'")
        return list(self._backend.get_core() or [])

    # growing

    @_alone
    def add(self, clause: Clause) -> None:
        """Add a clause for good, or for the duration of the `retractable` block whose activation literal it negates."""
        self.clauses_added += 1
        self._status = None  # solvers forget their model when a clause is added; some abort when asked for it
        if self._active.isdisjoint([-x for x in clause]):
            self._kept.append(clause)
        self._backend.add_clause(clause)

    @_alone
    def extend(self, clauses: Sequence[Clause], at_mosts: Sequence[AtMost], top: int) -> None:
        """Add constraints for good; their fresh variables are those above `top`, up to the new *top*."""
        self.clauses_added += len(clauses)
        self._status = None
        self.top = self._formula.pool.top = top
        self._formula.clauses += clauses
        self._formula.at_mosts += at_mosts
        add_clauses(self._backend, self.solver, clauses)
        for literals, bound in at_mosts:
            self._backend.add_atmost(literals, bound)

    @_alone
    def prefer(self, literals: Sequence[Literal]) -> None:
        """Try *literals* first, until the search sets others. Only PySAT's solvers of the MiniSat family can."""
        self._backend.set_phases(literals)

    @contextmanager
    def retractable(self) -> Iterator[Literal]:
        """An activation literal: clauses that contain its negation hold while it is assumed, until the block ends.

        Costs one variable and one unit clause; after `_RENEWAL` blocks the solver is rebuilt without them.
        """
        if self._retired >= _RENEWAL and not self._active and self._renewable:
            self._renew()
        self.top += 1
        activation = self.top
        self._active.add(activation)
        try:
            yield activation
        finally:
            self._retire(activation)

    @_alone
    def _retire(self, activation: Literal) -> None:
        self._status = None
        if not self._wrecked:
            self._backend.add_clause([-activation])
        self._active.discard(activation)
        self._retired += 1

    @_alone
    def _renew(self) -> None:
        """Rebuild the solver with the formula and all permanent clauses, but without the retired variables."""
        self._earlier_statistics.update(self._solver_statistics())
        self._backend.delete()
        self._backend = _start(self._formula, self.solver, None)
        for clause in self._kept:
            self._backend.add_clause(clause)
        self.top = max([self._formula.variables, *(abs(x) for clause in self._kept for x in clause)])
        self._retired = self._decisions = 0
        self._status = None

    def _solver_statistics(self) -> dict[str, int]:
        if self._wrecked or not hasattr(self._backend, "accum_stats"):
            return {}
        return self._backend.accum_stats() or {}

    # asking

    @_alone
    def next_model(
        self,
        assumptions: Sequence[Literal] = (),
        *,
        refine: Refine | None = None,
        budget: Budget | None = None,
        most_cuts: int | None = None,
    ) -> Model | None:
        """A model that *refine* accepts, or None if there is none.

        Args:
            refine: accepts a model or returns clauses that it violates, which are added for good.
            most_cuts: how many clauses *refine* may add before this gives up.

        Raises:
            Undecided: the budget ran out.
            TooManyCuts: *refine* added more than *most_cuts*; those added so far are kept.
        """
        added = 0
        while self._ask(assumptions, budget):
            model = self._read_model()
            cuts = refine(model) if refine else []
            if not cuts:
                return model
            added += len(cuts)
            if most_cuts is not None and added > most_cuts:
                raise TooManyCuts(f"{most_cuts} cuts were not enough")
            for clause in cuts:
                self.add(clause)
        return None

    def backbone(
        self,
        candidates: Iterable[Literal],
        assumptions: Sequence[Literal] = (),
        *,
        refine: Refine | None = None,
        budget: Budget | None = None,
        most_cuts: int | None = None,
    ) -> list[Literal]:
        """Those of *candidates* (literals of one model) that are true in every model under *assumptions*.

        Asks for a model in which some candidate is false and drops all that are, until there is none: at most one
        question for each candidate outside the backbone, usually far fewer. Raises Undecided and TooManyCuts, like
        `next_model`.
        """
        left = list(candidates)
        while left:
            with self.retractable() as some:
                self.add([-some, *(-x for x in left)])
                model = self.next_model([*assumptions, some], refine=refine, budget=budget, most_cuts=most_cuts)
            if model is None:
                break
            left = [x for x in left if model[abs(x) - 1] == x]
        return left

    @_alone
    def propagate(self, assumptions: Sequence[Literal]) -> tuple[bool, list[Literal]]:
        """Propagate units: whether that meets no contradiction, and the literals that follow, *assumptions* included.

        After a contradiction the literals may be incomplete. Raises UsageError for a solver that cannot propagate, or
        not after a search.
        """
        if self.calls and self.solver in _CADICAL:
            raise UsageError(f"the solver {self.solver!r} cannot say what follows after a search; 'glucose4' can")
        self._status = None
        try:
            with interruptible():
                fine, literals = self._backend.propagate(assumptions=list(assumptions))
        except (NotImplementedError, AttributeError) as error:
            raise UsageError(f"the solver {self.solver!r} cannot say what follows; 'glucose4' can") from error
        return bool(fine), list(literals or [])

    @property
    def usable(self) -> bool:
        """False after an interrupt in the middle of a search; then make a new session."""
        return not self._wrecked

    # reporting and closing

    @_alone
    def statistics(self) -> dict[str, int]:
        """Counts since the session began: calls, and conflicts, decisions, propagations, restarts of most solvers."""
        counts = {"solver_calls": self.calls, "clauses_added": self.clauses_added, **self._solver_statistics()}
        for name, count in self._earlier_statistics.items():
            counts[name] = counts.get(name, 0) + count
        return counts

    @_alone
    def close(self) -> None:
        """Release the solver's memory; the session cannot be used afterwards."""
        if self._wrecked:
            return
        self._backend.delete()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@cache
def _idle_decisions(solver: str) -> int:
    """What *solver* counts when there is nothing to decide: the final look for an unassigned variable, and a variable
    that PySAT does not use.
    """
    from pysat.solvers import Solver

    with Solver(name=solver, bootstrap_with=[[1]]) as backend:
        with alarm_kept():
            backend.solve()
        return int(backend.accum_stats()["decisions"])


def _start(formula: Formula, solver: str, budget: Budget | None) -> Any:
    from pysat.solvers import NoSuchSolverError, Solver

    if formula.at_mosts and solver not in NATIVE:
        raise UsageError(
            f"the solver {solver!r} has no native cardinality constraints; these have: {', '.join(NATIVE)}"
        )
    if solver in _ONE_SHOT:
        return OneShot(formula, solver)
    try:
        backend = Solver(name=solver)
    except NoSuchSolverError as error:
        raise UsageError(f"this version of python-sat does not bring the solver {solver!r}") from error
    if solver in _CADICAL:
        backend.configure(_ELIMINATION)
    clauses = formula.clauses or [[1, -1]]  # maplesat crashes on no clause at all
    try:
        for begin in range(0, len(clauses), _LOAD):
            if budget is not None:
                budget.check()
            add_clauses(backend, solver, clauses[begin : begin + _LOAD])
    except BaseException:  # including Ctrl-C: nothing else knows of this solver, whose memory is not Python's
        backend.delete()
        raise
    for literals, bound in formula.at_mosts:
        backend.add_atmost(literals, bound)
    return backend
