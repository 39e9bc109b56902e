"""The warm session, with every solver that starts, against brute force."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import product
from random import Random

import pytest
from enumeration import models_of
from hypothesis import given, settings, strategies as st

from satdnd.errors import Undecided, UsageError
from satdnd.sat import DEFAULT_SOLVER
from satdnd.sat.backends import add_clauses
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool
from satdnd.sat.pysat_interrupts import alarm_kept
from satdnd.sat.session import _STRAIGHT, NATIVE, Model, Session, TooManyCuts, resolve_solver, solver_names

few = settings(deadline=None, max_examples=40)

UNLIMITED = {"kissat404", "lingeling"}
"""Solvers that PySAT cannot stop."""


@lru_cache(maxsize=1)
def running() -> list[str]:
    """The solvers that start; `test_every_known_solver_starts` is about the others."""
    return [name for name in solver_names() if started(name)]


def started(name: str) -> bool:
    """Whether a session of that solver can be had."""
    try:
        Session(Formula(), name).close()
    except Exception:
        return False
    return True


every_solver = pytest.mark.parametrize("solver", running())
limited_solver = pytest.mark.parametrize("solver", [name for name in running() if name not in UNLIMITED])


def formula_of(clauses: Sequence[Clause], variables: int = 0) -> Formula:
    """The clauses, over the variables that they mention or more."""
    formula = Formula(Pool(max([variables, *(abs(x) for clause in clauses for x in clause)])))
    formula.extend(clauses)
    return formula


def brute_force(
    clauses: Sequence[Clause], variables: int, assumptions: Sequence[Literal] = ()
) -> set[tuple[Literal, ...]]:
    """Every model, by trying all assignments."""
    units = [[x] for x in assumptions]
    models = (
        tuple(v if true else -v for v, true in enumerate(signs, 1))
        for signs in product((False, True), repeat=variables)
    )
    return {model for model in models if all(not set(model).isdisjoint(clause) for clause in [*clauses, *units])}


def pigeonhole(pigeons: int, holes: int) -> Formula:
    """Every pigeon in a hole, no two in one: no resolution proof of n+1 into n is short."""
    formula = Formula()
    nest = [[formula.new(f"pigeon {i} in {j}") for j in range(holes)] for i in range(pigeons)]
    formula.extend(nest)
    for j in range(holes):
        formula.extend([-nest[a][j], -nest[b][j]] for a in range(pigeons) for b in range(a))
    return formula


def random_clauses(variables: int, longest: int = 3) -> st.SearchStrategy[list[Clause]]:
    """Clauses over 1..variables; each variable occurs, so that a solver knows of it."""
    literal = st.integers(1, variables).flatmap(lambda v: st.sampled_from([v, -v]))
    clause = st.lists(literal, min_size=1, max_size=longest, unique_by=abs)
    everyone = [[variables, *(-v for v in range(1, variables))]]
    return st.lists(clause, max_size=24).map(lambda clauses: everyone + clauses)


def outcome(program: str) -> str:
    """What a program prints, run by itself because a solver may take its whole process down; that is an outcome too."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else f"died with {done.returncode}: {done.stderr.strip()}"


# names


def test_names_are_known_to_each_other() -> None:
    """Every listed name resolves to itself, in capitals too, and auto is the default."""
    assert DEFAULT_SOLVER in solver_names()
    assert [resolve_solver(name) for name in solver_names()] == solver_names()
    assert resolve_solver("auto") == DEFAULT_SOLVER
    assert resolve_solver(DEFAULT_SOLVER.upper()) == DEFAULT_SOLVER


@pytest.mark.parametrize(
    ("short", "full"), [("cd195", "cadical195"), ("g4", "glucose4"), ("m22", "minisat22"), ("mc", "minicard")]
)
def test_short_names(short: str, full: str) -> None:
    """PySAT's short names are understood."""
    assert resolve_solver(short) == full


def test_unknown_solver_is_refused_with_the_names() -> None:
    """The message has the wrong name and every right one."""
    with pytest.raises(UsageError) as error:
        Session(Formula(), "minisat23")

    assert "'minisat23'" in str(error.value)
    assert all(name in str(error.value) for name in solver_names())


def test_every_known_solver_starts() -> None:
    """What `solver_names` lists and error messages offer can be used."""
    assert [name for name in solver_names() if name not in running()] == []


# one question


@every_solver
def test_solve_assumptions_model_core(solver: str) -> None:
    """An answer, a model that holds, assumptions that change it for one question, and the reason of a no."""
    clauses = [[1, 2], [-1, 3], [-2, 4], [4, 5]]
    with Session(formula_of(clauses), solver) as session:
        assert session.solve() is True
        assert tuple(session.model) in brute_force(clauses, 5)
        assert session.solve([-3, -4]) is False
        core = session.core
        assert set(core) <= {-3, -4}
        assert not brute_force(clauses, 5, core)
        assert session.solve([-3]) is True
        assert tuple(session.model) in brute_force(clauses, 5, [-3])
        session.add([-4])
        assert session.solve() is True
        assert list(session.model) == [1, -2, 3, -4, 5]
        session.add([-5])
        assert session.solve() is False
        assert session.core == []
        assert session.solve([1]) is False


@pytest.mark.no_cover
@every_solver
@settings(deadline=None, max_examples=15)
@given(clauses=random_clauses(6), assumptions=st.sets(st.integers(1, 6)), signs=st.integers(0, 127))
def test_random_formulas_against_brute_force(
    solver: str, clauses: list[Clause], assumptions: set[int], signs: int
) -> None:
    """Answer, model and core of small random formulas under assumptions, each asked again without them."""
    chosen = [v if signs >> v & 1 else -v for v in sorted(assumptions)]
    with Session(formula_of(clauses), solver) as session:
        for literals in (chosen, [], chosen):
            models = brute_force(clauses, 6, literals)

            assert session.solve(literals) is bool(models)
            if models:
                assert tuple(session.model) in models
            else:
                assert set(session.core) <= set(literals)
                assert not brute_force(clauses, 6, session.core)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_random_3cnf_at_the_threshold(seed: int) -> None:
    """Random 3-CNF with 4.3 clauses a variable, where about half are satisfiable."""
    chance = Random(seed)
    clauses = [[v * chance.choice((1, -1)) for v in chance.sample(range(1, 9), 3)] for _ in range(35)]
    with Session(formula_of(clauses, 8)) as session:
        models = brute_force(clauses, 8)

        assert session.solve() is bool(models)
        assert {tuple(model[:8]) for model in models_of(session, range(1, 9))} == models


def test_a_model_has_every_variable() -> None:
    """Also those that no clause mentions: ``model[v-1]`` is ``v`` or ``-v`` for each variable of the formula."""
    formula = Formula(Pool(4))
    formula.add(1, 2)
    short = []
    for solver in running():
        with Session(formula, solver) as session:
            assert session.solve()
            if [abs(x) for x in session.model] != [1, 2, 3, 4]:
                short.append(solver)

    assert short == []


def test_variables_in_no_clause_are_enumerated() -> None:
    """Three free variables have eight assignments."""
    with Session(Formula(Pool(3))) as session:
        assert len(list(models_of(session, [1, 2, 3]))) == 8


def test_backbone_with_variables_in_no_clause() -> None:
    """A free variable is no backbone, and asking is no error."""
    formula = Formula(Pool(3))
    formula.add(1)
    with Session(formula) as session:
        assert session.backbone([1, 2, 3]) == [1]


@every_solver
def test_empty_clause(solver: str) -> None:
    """The empty clause makes a formula unsatisfiable, from the start or later."""
    with Session(formula_of([[1], []]), solver) as session:
        assert session.solve() is False
    with Session(formula_of([[1]]), solver) as session:
        assert session.solve() is True
        session.add([])
        assert session.solve() is False


@pytest.mark.slow
@every_solver
def test_empty_formula(solver: str) -> None:
    """Without clauses everything holds, and nothing breaks."""
    program = f"""
from satdnd.sat.formula import Formula
from satdnd.sat.session import Session
with Session(Formula(), {solver!r}) as session:
    print(session.solve())
"""
    assert outcome(program) == "True"


@every_solver
def test_model_and_core_need_their_answer(solver: str) -> None:
    """A model before a yes and a core before a no are refused, whatever was answered earlier."""
    with Session(formula_of([[1, 2]]), solver) as session:
        with pytest.raises(UsageError, match="no model"):
            _ = session.model
        with pytest.raises(UsageError, match="no core"):
            _ = session.core
        session.solve()
        with pytest.raises(UsageError, match="no core"):
            _ = session.core
        session.solve([-1, -2])
        with pytest.raises(UsageError, match="no model"):
            _ = session.model
        session.solve(budget=Budget(conflicts=0))
        for read in ("model", "core"):
            with pytest.raises(UsageError, match=f"no {read}"):
                getattr(session, read)


@pytest.mark.parametrize("solver", [DEFAULT_SOLVER, "cadical153", "lingeling", "minisat22"])
def test_model_after_adding_a_clause(solver: str) -> None:
    """A clause added after a yes does not take the program down when the model is read: the model, or a UsageError."""
    program = f"""
from satdnd.errors import UsageError
from satdnd.sat.formula import Formula, Pool
from satdnd.sat.session import Session
formula = Formula(Pool(2))
formula.add(1, 2)
with Session(formula, {solver!r}) as session:
    session.solve([1])
    session.add([-1])
    try:
        print(session.model[0])
    except UsageError:
        print("refused")
"""
    assert outcome(program) in ("1", "refused")


# asking without changing


@pytest.mark.no_cover
@every_solver
@settings(deadline=None, max_examples=12)
@given(clauses=random_clauses(5), projection=st.sets(st.integers(1, 5)), assumed=st.sampled_from([[], [1], [-2, 3]]))
def test_enumerate_against_brute_force(
    solver: str, clauses: list[Clause], projection: set[int], assumed: list[Literal]
) -> None:
    """Each assignment of the projection once, under the assumptions, and the same again afterwards."""
    variables = sorted(projection)
    expected = {tuple(model[v - 1] for v in variables) for model in brute_force(clauses, 5, assumed)}
    with Session(formula_of(clauses), solver) as session:
        for _ in range(2):
            found = [tuple(model[v - 1] for v in variables) for model in models_of(session, variables, assumed)]

            assert len(found) == len(expected)
            assert set(found) == expected


@pytest.mark.no_cover
@every_solver
@settings(deadline=None, max_examples=12)
@given(clauses=random_clauses(5), assumed=st.sampled_from([[], [1], [-2, 3]]))
def test_backbone_against_brute_force(solver: str, clauses: list[Clause], assumed: list[Literal]) -> None:
    """Of one model's literals those that all models share, in their order."""
    models = brute_force(clauses, 5, assumed)
    with Session(formula_of(clauses), solver) as session:
        if not session.solve(assumed):
            assert not models
            return
        candidates = list(session.model)
        expected = [x for x in candidates if all(x in model for model in models)]

        assert session.backbone(candidates, assumed) == expected
        assert session.backbone(candidates[1:3], assumed) == [x for x in candidates[1:3] if x in expected]
        assert session.backbone([], assumed) == []


def add_and_fail(session: Session, literal: Literal) -> None:
    """An error in the middle of a retractable block."""
    with session.retractable() as active:
        session.add([-active, literal])
        raise KeyError


@every_solver
def test_retractable_leaves_answers_unchanged(solver: str) -> None:
    """Clauses under an activation literal hold while it is assumed and are gone after the block, an error included."""
    clauses = [[1, 2, 3], [-1, -2]]
    expected = brute_force(clauses, 3)
    with Session(formula_of(clauses), solver) as session:
        with session.retractable() as active:
            session.add([-active, 1])
            session.add([-active, 2])
            assert session.solve([active]) is False
            assert session.core == [active]
            assert session.solve() is True
        with pytest.raises(KeyError):
            add_and_fail(session, 3)
        assert {tuple(model[:3]) for model in models_of(session, [1, 2, 3])} == expected
        assert session.solve([-3, 1]) is True


@pytest.mark.parametrize("solver", [DEFAULT_SOLVER, "minisat22", "glucose4"])
def test_many_retractable_blocks(solver: str) -> None:
    """After 1,300 blocks the formula and the clauses added for good are still all there is, and counts only grow."""
    chance = Random(3)
    clauses = [[1, 2, 3, 4, 5, 6]]
    told = {"solver_calls": 0}
    with Session(formula_of(clauses), solver) as session:
        for round_ in range(1300):
            with session.retractable() as active:
                session.add([-active, chance.choice((1, -1)) * chance.randint(1, 6)])
                if round_ % 260 == 255:  # inside a block, among clauses that will go
                    clauses.append([v * chance.choice((1, -1)) for v in chance.sample(range(1, 7), 3)])
                    session.add(clauses[-1])
                session.solve([active])
            if round_ % 130 == 0:
                found = {tuple(model[:6]) for model in models_of(session, range(1, 7))}
                assert found == brute_force(clauses, 6)
                earlier, told = told, session.statistics()
                assert all(told[key] >= earlier[key] for key in earlier)


@every_solver
def test_an_enumeration_left_early_changes_nothing(solver: str) -> None:
    """The models blocked so far come again after the generator is closed."""
    with Session(formula_of([[1, 2, 3]]), solver) as session:
        models = models_of(session, [1, 2, 3])
        next(models)
        next(models)
        models.close()

        assert len(list(models_of(session, [1, 2, 3]))) == 7


def test_questions_inside_an_enumeration() -> None:
    """Another question between two models disturbs neither."""
    with Session(formula_of([[1, 2, 3]])) as session:
        seen = []
        for model in models_of(session, [1, 2, 3]):
            seen.append(tuple(model[:3]))
            assert session.backbone([-1, 2, 3], [-1, -2]) == [-1, 3] or session.solve([-1, -2])

        assert set(seen) == brute_force([[1, 2, 3]], 3)


def odd(model: Model) -> list[Clause]:
    """Forbid the model's first three literals unless an odd number of them is true."""
    return [] if sum(x > 0 for x in model[:3]) % 2 else [[-x for x in model[:3]]]


@every_solver
def test_refine_adds_for_good(solver: str) -> None:
    """Lazy constraints filter models and backbones, and what they added stays."""
    with Session(formula_of([[1, 2, 3]]), solver) as session:
        found = {tuple(model[:3]) for model in models_of(session, [1, 2, 3], refine=odd)}

        assert found == {(1, -2, -3), (-1, 2, -3), (-1, -2, 3), (1, 2, 3)}
        assert {tuple(model[:3]) for model in models_of(session, [1, 2, 3])} == found
    with Session(formula_of([[1, 2, 3]]), solver) as session:
        assert session.backbone([-1, -2, 3], [-1, -2], refine=odd) == [-1, -2, 3]
        assert session.next_model([-1, -2, -3], refine=odd) is None
        assert list(session.next_model([1, 2], refine=odd) or [])[:3] == [1, 2, 3]


# budgets


@limited_solver
def test_conflict_budget_gives_none(solver: str) -> None:
    """Fifty conflicts do not decide nine pigeons in eight holes; the session goes on and decides it without a limit."""
    with Session(pigeonhole(9, 8), solver) as session:
        budget = Budget.of(conflicts=50)
        assert session.solve(budget=budget) is None
        assert budget.spent
        assert session.solve(budget=budget) is None
        with pytest.raises(Undecided):
            session.next_model(budget=Budget.of(conflicts=20))
        with pytest.raises(Undecided):
            session.backbone([1], budget=Budget.of(conflicts=20))
        with pytest.raises(Undecided):
            list(models_of(session, [1], budget=Budget.of(conflicts=20)))
        assert session.solve([-x for x in range(1, 9)], Budget.of(conflicts=50)) is False


@pytest.mark.parametrize("solver", [DEFAULT_SOLVER, "glucose4", "minisat22"])
def test_budget_that_suffices(solver: str) -> None:
    """With enough of both limits the answer is that without limits, over many slices."""
    with Session(pigeonhole(7, 6), solver) as session:
        assert session.solve(budget=Budget.of(seconds=60, conflicts=10**7)) is False
    with Session(pigeonhole(6, 6), solver) as session:
        assert session.solve(budget=Budget.of(seconds=60)) is True
        assert len(session.model) == 36


def test_conflicts_of_a_budget_are_never_negative() -> None:
    """As its description says, -1 never occurs among the conflicts left."""
    left = {}
    for solver in [name for name in running() if name not in UNLIMITED]:
        with Session(pigeonhole(9, 8), solver) as session:
            budget = Budget.of(conflicts=50)
            session.solve(budget=budget)
            left[solver] = budget.conflicts

    assert {solver: conflicts for solver, conflicts in left.items() if conflicts < 0} == {}


@pytest.mark.slow
@limited_solver
def test_deadline_is_kept(solver: str) -> None:
    """A fifth of a second for a formula that takes for ever ends within some tenths of a second of work."""
    with Session(pigeonhole(12, 11), solver) as session:
        started = time.process_time()
        assert session.solve(budget=Budget.of(seconds=0.2)) is None
        assert time.process_time() - started < 2


class Slices:
    """A solver that takes its time: so many conflicts a second, by a clock of its own."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.now = 0.0
        self.asked: list[int] = []

    def conf_budget(self, conflicts: int) -> None:
        """Note it."""
        self.asked.append(conflicts)

    def solve_limited(self, assumptions: Sequence[Literal]) -> bool | None:
        """Undecided, up to 300 slices."""
        self.now += self.asked[-1] / self.pace if self.pace else 0
        return None if len(self.asked) < 300 else False

    def delete(self) -> None:
        """Nothing to give back."""


def slices(pace: float, monkeypatch: pytest.MonkeyPatch, budget: Budget | None) -> list[int]:
    """The slices that a session asks for, by a clock that stands still between them."""
    slow = Slices(pace)
    monkeypatch.setattr("satdnd.sat.session.time.monotonic", lambda: slow.now)
    monkeypatch.setattr("satdnd.sat.budget.monotonic", lambda: slow.now)
    with Session(formula_of([[1]])) as session:
        session._backend.delete()
        session._backend = slow
        status = session.solve(budget=budget)
    assert (status is None) == (len(slow.asked) < 300)
    return slow.asked


def test_slices_double(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a time limit, and under one while they are quick, slices are the same; a coarse clock divides nothing."""
    expected = [1000, 2000, 4000, 8000, *[10_000] * 296]
    assert slices(0, monkeypatch, None) == expected
    assert slices(0, monkeypatch, Budget(deadline=1.0)) == expected
    assert slices(1e6, monkeypatch, Budget(deadline=100.0)) == expected


@pytest.mark.parametrize("pace", [10.0, 300.0, 5000.0, 40_000.0])
def test_slices_shrink(pace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where conflicts are dear no slice after the first takes more than twice the fifth of a second that it should."""
    asked = slices(pace, monkeypatch, Budget(deadline=1000 / pace + 3.0))
    assert 1 < len(asked) < 300
    assert max(asked[1:]) / pace <= 0.41


def test_first_slices_of_large_formulas_are_smaller() -> None:
    """Where conflicts are dear from the start, the first slice is small already."""
    with Session(formula_of([[1, 2]] * 300_000)) as session:
        assert session._slice == 100


def test_loading_looks_at_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clauses are loaded in parts, and a spent budget ends it."""
    budget = Budget.of(stop=lambda: True)
    with pytest.raises(Undecided, match="stopped"):
        Session(formula_of([[1, 2]] * 10), budget=budget)
    looks = []
    monkeypatch.setattr(Budget, "check", lambda self: looks.append(self))
    Session(formula_of([[1, 2]] * 100_000), budget=Budget.of()).close()
    assert len(looks) == 10


def test_undecided_says_why() -> None:
    """The reason is the limit that was reached."""
    with Session(pigeonhole(9, 8)) as session:
        with pytest.raises(Undecided, match="the conflict limit was reached"):
            session.ask(budget=Budget.of(conflicts=20))
        with pytest.raises(Undecided, match="the time limit was reached"):
            session.ask(budget=Budget.of(-1.0))
        with pytest.raises(Undecided, match="stopped"):
            session.next_model(budget=Budget.of(stop=lambda: True))
        with pytest.raises(Undecided, match="the memory limit of"):
            session.next_model(budget=Budget.of(memory=-(10**9)))


def test_stopped_in_the_middle() -> None:
    """A search that would take for ever can be ended from outside."""
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        return asked[0] > 5

    with Session(pigeonhole(12, 11)) as session:
        assert session.solve(budget=Budget.of(stop=stop)) is None


# lazy constraints that run away, blocking of one's own, what follows


def never(model: Model) -> list[Clause]:
    """Forbid the model's first three literals, whatever they are."""
    return [[-x for x in model[:3]]]


def test_too_many_cuts() -> None:
    """Lazy constraints that run away are stopped, each question by itself; what they added stays."""
    with Session(formula_of([[1, 2, 3]])) as session:
        with pytest.raises(TooManyCuts, match="1 cuts were not enough"):
            session.next_model([1], refine=never, most_cuts=1)
        with pytest.raises(TooManyCuts):
            list(models_of(session, [1, 2, 3], refine=never, most_cuts=2))
        assert session.clauses_added == 3
        assert len(list(models_of(session, [1, 2, 3]))) == 7 - 3
    with Session(formula_of([[1, 2, 3]])) as session:
        assert len(list(models_of(session, [1, 2, 3], refine=odd, most_cuts=3))) == 4
        assert session.backbone([1], [1], refine=odd, most_cuts=0) == [1]


def test_propagate() -> None:
    """What follows from assumptions by unit propagation, and a contradiction; a solver that cannot says so."""
    with Session(formula_of([[-1, 2], [-2, 3], [-3, -4]]), "glucose4") as session:
        assert session.propagate([1])[0] is True
        assert set(session.propagate([1])[1]) == {1, 2, 3, -4}
        assert session.propagate([1, 4])[0] is False
        assert session.solve([1]) is True
    with Session(formula_of([[1]]), "lingeling") as session, pytest.raises(UsageError, match="'lingeling' cannot"):
        session.propagate([1])


@pytest.mark.parametrize("solver", ["cadical153", "cadical195"])
def test_propagate_after_a_search(solver: str) -> None:
    """These solvers report contradictions that are none then (pysathq/pysat issue 232); before, they are right."""
    with Session(formula_of([[-1, 2], [-2, 3], [-3, -4]]), solver) as session:
        assert session.propagate([1])[0] is True
        assert session.solve([1]) is True
        with pytest.raises(UsageError, match=f"{solver}' cannot say what follows after a search; 'glucose4' can"):
            session.propagate([2])


# threads


def test_another_thread_is_refused() -> None:
    """While one thread is answered, another gets an error and not the end of the process; afterwards it is served."""
    inside, done = threading.Event(), threading.Event()

    def wait(model: Model) -> list[Clause]:
        inside.set()
        assert done.wait(60)
        return []

    with Session(formula_of([[1, 2, 3]])) as session, ThreadPoolExecutor(1) as pool:
        first = pool.submit(session.next_model, refine=wait)
        assert inside.wait(60)
        questions: list[Callable[[], object]] = [
            session.solve,
            session.statistics,
            session.close,
            lambda: session.model,
            lambda: session.core,
            lambda: session.add([1]),
            lambda: session.propagate([1]),
        ]
        try:
            for ask in questions:
                with pytest.raises(UsageError, match="is answering another thread"):
                    ask()
        finally:
            done.set()
        assert first.result() is not None
        with pytest.raises(UsageError, match="another thread's"):
            _ = session.model
        assert session.solve([-1]) is True
        assert len(session.model) >= 3


def test_many_threads_at_once() -> None:
    """Threads that fight for one session get right answers or errors, and the process lives."""
    program = """
import itertools, sys, threading
from satdnd.errors import UsageError
from satdnd.sat.formula import Formula, Pool
from satdnd.sat.session import Session
sys.setswitchinterval(1e-6)
formula = Formula(Pool(6)); formula.add(1, 2, 3, 4, 5, 6)
told = []
with Session(formula) as session:
    def work():
        for _ in range(100):
            try:
                told.append(session.solve([1]) and session.model[0] == 1)
            except UsageError:
                pass
            try:
                session.add([-1, 2])
            except UsageError:
                pass
    threads = [threading.Thread(target=work) for _ in range(4)]
    [t.start() for t in threads]; [t.join() for t in threads]
    boards = itertools.product(*((v, -v) for v in range(1, 7)))
    print(all(told), sum(session.solve(board) for board in boards))
"""
    assert outcome(program) == "True 47"


@every_solver
def test_a_spent_budget_asks_nothing(solver: str) -> None:
    """A deadline in the past or no conflicts left: undecided, even for a trivial formula."""
    with Session(formula_of([[1]]), solver) as session:
        assert session.solve(budget=Budget(deadline=time.monotonic() - 1)) is None
        assert session.solve(budget=Budget(conflicts=0)) is None
        assert session.solve(budget=Budget()) is True


# loading, native constraints, proofs, statistics, other backends


@every_solver
@pytest.mark.parametrize("found", [True, False])
def test_clauses_by_the_thousand(monkeypatch: pytest.MonkeyPatch, solver: str, found: bool) -> None:
    """The same formula as by PySAT's own method, which is taken where the function below it is not found."""
    import pysolvers
    from pysat.solvers import Solver

    chance = Random(solver)
    clauses = [[chance.choice((-x, x)) for x in chance.sample(range(1, 60), 4)] for _ in range(300)]
    with alarm_kept(), Solver(name=solver, bootstrap_with=clauses) as expected, Solver(name=solver) as backend:
        if found:
            monkeypatch.setattr(backend.solver, "add_clause", lambda *_: pytest.fail("slow"))
        else:
            monkeypatch.setattr("satdnd.sat.backends._BELOW", {solver: "none"})
            assert not hasattr(pysolvers, "none_add_cl")
        add_clauses(backend, solver, iter(clauses))
        if solver != "kissat404":  # does not tell
            assert (backend.nof_vars(), backend.nof_clauses()) == (expected.nof_vars(), expected.nof_clauses())
        assert backend.solve() is True
        model = set(backend.get_model())
        assert all(not model.isdisjoint(clause) for clause in clauses)


@pytest.mark.parametrize("solver", NATIVE)
def test_constraints_that_come_later(monkeypatch: pytest.MonkeyPatch, solver: str) -> None:
    """They stay when the solver is renewed, and activation literals keep clear of their variables."""
    monkeypatch.setattr("satdnd.sat.session._RENEWAL", 3)
    with Session(formula_of([[1, 2, 3], [-1, -2, -3]]), solver) as session:
        with session.retractable() as activation:
            session.add([-activation, -1])
            assert session.top == activation == 4
            session.extend([[-1, 5], [-2, 6], [-3, 7]], [([5, 6, 7], 1)], 7)
            assert session.solve([activation]) is True
            assert len(session.model) >= 7
        for _ in range(8):
            with session.retractable() as activation:
                assert activation > 7
                session.add([-activation, -1])
                assert {tuple(model[:3]) for model in models_of(session, [1, 2, 3], [activation])} == {
                    (-1, 2, -3),
                    (-1, -2, 3),
                }
        assert session.solve([1, 2]) is False
        session.extend([[]], [], session.top)
        assert session.solve() is False


@every_solver
def test_native_constraints(solver: str) -> None:
    """Solvers that have them keep them, with clauses beside them; the others refuse and name those that do."""
    formula = formula_of([[1, 2, 3, 4]])
    formula.at_mosts.append(([1, 2, 3, 4], 2))
    if solver in NATIVE:
        with Session(formula, solver) as session:
            assert len(list(models_of(session, [1, 2, 3, 4]))) == 4 + 6
            assert session.backbone([1, 2, -3, -4], [1, 2]) == [1, 2, -3, -4]
    else:
        with pytest.raises(UsageError, match="these have: gluecard4, gluecard3, minicard"):
            Session(formula, solver)


@pytest.mark.no_cover
@pytest.mark.parametrize("solver", NATIVE)
@settings(deadline=None, max_examples=100)
@given(
    clauses=random_clauses(6),
    bounds=st.lists(
        st.tuples(
            st.lists(st.sampled_from([v * s for v in range(1, 7) for s in (1, -1)]), unique_by=abs, min_size=2),
            st.integers(1, 5),
        ),
        min_size=1,
        max_size=4,
    ),
    assumed=st.sampled_from([[], [1], [-2, 3]]),
)
def test_native_against_brute_force(
    solver: str, clauses: list[Clause], bounds: list[tuple[list[Literal], int]], assumed: list[Literal]
) -> None:
    """Random clauses with random bounds of both signs: every model, and none besides."""
    formula = formula_of(clauses)
    formula.at_mosts += bounds
    expected = {
        model
        for model in brute_force(clauses, 6, assumed)
        if all(sum(x in model for x in literals) <= bound for literals, bound in bounds)
    }
    with Session(formula, solver) as session:
        for _ in range(2):
            assert {tuple(model[:6]) for model in models_of(session, range(1, 7), assumed)} == expected


@pytest.mark.parametrize("solver", NATIVE)
def test_native_with_units_from_the_start(solver: str) -> None:
    """Of -2, -1 and 3 at most two: with -1, and 3 or -2, that can be (a solver was seen to deny it)."""
    formula = formula_of([[-1], [3, -2]])
    formula.at_mosts.append(([-2, -1, 3], 2))
    with Session(formula, solver) as session:
        assert session.solve() is True
        assert {tuple(model[:3]) for model in models_of(session, [1, 2, 3])} == {(-1, 2, 3), (-1, -2, -3)}


def test_statistics_count() -> None:
    """Calls and clauses added by the session, conflicts and the rest by the solver; nothing goes down."""
    with Session(pigeonhole(6, 5)) as session:
        assert session.statistics()["solver_calls"] == 0
        session.solve([1])
        first = session.statistics()
        session.add([1, 2])
        with session.retractable():
            session.solve()
        second = session.statistics()

    assert (first["solver_calls"], second["solver_calls"]) == (1, 2)
    assert first["clauses_added"] == 0
    assert second["clauses_added"] >= 1
    assert {"conflicts", "decisions", "propagations", "restarts"} <= set(second)
    assert second["conflicts"] > 0
    assert all(second[key] >= first[key] for key in first)


@every_solver
def test_statistics_of_every_solver(solver: str) -> None:
    """There are always the session's own counts, and only whole numbers."""
    with Session(formula_of([[1, 2]]), solver) as session:
        session.solve()
        told = session.statistics()

    assert told["solver_calls"] == 1
    assert all(type(value) is int for value in told.values())


def test_adding_to_the_formula_later_has_no_effect() -> None:
    """A session holds a copy, with a one-shot solver too."""
    for solver in (DEFAULT_SOLVER, "kissat404"):
        formula = formula_of([[1, 2]])
        with Session(formula, solver) as session:
            formula.add(-1)
            formula.add(-2)
            assert session.solve() is True
            session.add([1])
            assert formula.clauses == [[1, 2], [-1], [-2]]


def test_adding_to_the_formula_has_no_effect_after_many_blocks() -> None:
    """The session's copy is its own for as long as it lives."""
    formula = formula_of([[1, 2]])
    with Session(formula) as session:
        formula.add(-1)
        formula.add(-2)
        for _ in range(1300):
            with session.retractable():
                assert session.solve() is True


class Fake:
    """A backend outside PySAT that says what it was asked."""

    def __init__(self) -> None:
        self.budget: Budget | None = None
        self.asked: list[list[Literal]] = []
        self.clauses: list[Clause] = []
        self.deleted = False

    def solve(self, assumptions: Sequence[Literal] = ()) -> bool | None:
        """Undecided while it has a budget."""
        self.asked.append(list(assumptions))
        return None if self.budget else not self.clauses

    def get_model(self) -> list[Literal]:
        """One variable."""
        return [1]

    def get_core(self) -> None:
        """No core known."""

    def add_clause(self, clause: Clause) -> None:
        """Keep it."""
        self.clauses.append(clause)

    def delete(self) -> None:
        """Note it."""
        self.deleted = True


def test_a_backend_of_ones_own() -> None:
    """A ready backend is asked in place of PySAT's, gets the budget, and need not count or know cores."""
    fake = Fake()
    with Session(formula_of([[1]]), backend=fake) as session:
        assert session.solver == "external"
        assert session.solve([1]) is True
        assert list(session.model) == [1]
        assert session.solve(budget=Budget(deadline=time.monotonic() + 9)) is None
        assert fake.budget is not None
        session.add([-1])
        assert session.solve() is False
        assert session.core == []
        assert session.statistics() == {"solver_calls": 3, "clauses_added": 1}

    assert fake.asked == [[1], [], []]
    assert fake.deleted


# settled


@pytest.mark.parametrize("solver", ["glucose3", "glucose4", "minisat22", "cadical195", "glucose42", "minicard"])
def test_a_variable_in_no_clause_is_not_settled(solver: str) -> None:
    """It is never decided, and may have either value."""
    with Session(formula_of([[1]], variables=2), solver) as session:
        assert session.solve()
        assert not session.settled


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["glucose3", "glucose4", "minisat22", "cadical195", "glucose42", "minicard"])
def test_a_settled_model_is_the_only_one(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By brute force, while clauses come, go, and the solver is renewed; some tell half of them."""
    monkeypatch.setattr("satdnd.sat.session._RENEWAL", 5)
    rng, settled, alone = Random(4), 0, 0

    def clause() -> Clause:
        """Of one to four literals."""
        return [rng.choice((v, -v)) for v in rng.sample(range(1, 8), rng.randint(2, 4))]

    for _ in range(20):
        clauses = [[7, *range(-6, 0)], *(clause() for _ in range(rng.randint(4, 12)))]
        with Session(formula_of(clauses), solver) as session:
            assert not session.settled
            for _ in range(8):
                assumed = [rng.choice((v, -v)) for v in rng.sample(range(1, 8), rng.randint(2, 6))]
                models = brute_force(clauses, 7, assumed)
                assert session.solve(assumed) == bool(models)
                alone += len(models) == 1
                if session.settled:
                    settled += 1
                    assert len(models) == 1
                with session.retractable() as activation:
                    held = clause()
                    session.add([-activation, *held])
                    assert not session.settled
                    models = brute_force([*clauses, held], 7, assumed)
                    assert session.solve([*assumed, activation]) == bool(models)
                    assert len(models) == 1 or not session.settled
                if rng.random() < 0.2:
                    clauses.append(clause())
                    session.add(clauses[-1])
    assert (settled > alone // 2 > 5) if solver in _STRAIGHT else not settled
