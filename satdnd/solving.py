"""Solve, enumerate, unique, forced: what can be asked of any puzzle, and the check before an answer is shown."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from satdnd.errors import EncodingBug, Undecided
from satdnd.external import PREFIX, ExternalBackend
from satdnd.formula import Literal
from satdnd.puzzle import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer, Encoding, Kind, Settings, kind_of
from satdnd.sat import Budget, Model, Session

WARM_SESSIONS = 8
"""How many templates a `Solver` keeps; the one unused for longest goes first."""


class Search:
    """One encoding in one session: solutions of the puzzles that it holds, each checked before it is handed out."""

    def __init__(self, kind: Kind[Any, Any], encoding: Encoding[Any, Any], settings: Settings) -> None:
        self.kind = kind
        self.encoding = encoding
        self.settings = settings
        self.session = open_session(encoding, settings)

    def first(self, puzzle: Any, assumptions: Sequence[Literal], budget: Budget) -> tuple[Any, Model] | None:
        """A solution under *assumptions* with its model, or None. Raises Undecided, EncodingBug."""
        encoding = self.encoding
        model = self.session.next_model(assumptions, refine=lambda m: encoding.cuts(puzzle, m), budget=budget)
        if model is None:
            return None
        solution = encoding.decode(puzzle, model)
        check(self.kind, puzzle, solution, self.settings, encoding, model)
        return solution, model

    def solutions(self, puzzle: Any, budget: Budget) -> Iterator[Any]:
        """Every solution, each once; the session is the same afterwards. Raises Undecided, EncodingBug."""
        assumptions = self.encoding.assumptions(puzzle)
        found = self.first(puzzle, assumptions, budget)
        if found is None:
            return
        with self.session.retractable() as activation:
            while found is not None:
                yield found[0]
                self.session.add([-activation, *self.encoding.blocking_clause(puzzle, found[0])])
                found = self.first(puzzle, [*assumptions, activation], budget)

    def backbone(self, puzzle: Any, budget: Budget) -> tuple[Any, list[Literal]] | None:
        """A solution and its literals that hold in all; None without a solution. Raises Undecided, EncodingBug."""
        assumptions = self.encoding.assumptions(puzzle)
        found = self.first(puzzle, assumptions, budget)
        if found is None:
            return None
        solution, model = found
        literals = self.session.backbone(
            [model[v - 1] for v in self.encoding.projection],
            assumptions,
            refine=lambda m: self.encoding.cuts(puzzle, m),
            budget=budget,
        )
        return solution, literals


class Solver:
    """Answers questions about puzzles of any kind and stays warm between them: one session for each family.

    Not thread-safe. A question never changes the answer to another.

    Args:
        settings: how; see `Settings`.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._warm: OrderedDict[tuple[str, Any], Search] = OrderedDict()

    def solutions(self, puzzle: Any) -> Iterator[Any]:
        """Every solution, each once.

        Raises:
            Undecided: the time limit was reached.
            EncodingBug: a model that the verifier refused.
        """
        yield from self._solutions(puzzle, {})

    def solve(self, puzzle: Any, limit: int | None = 1) -> Answer:
        """Up to *limit* solutions (None: all): ``solved``, ``unsolvable``, or ``undecided`` with those found so far."""
        own = kind_of(puzzle).answer(puzzle, "solve", self.settings, limit)
        if own:
            return own
        answer = Answer(puzzle.name, puzzle.kind, SOLVED, puzzle=puzzle)
        with self._answering(puzzle, answer) as stats:
            for solution in self._solutions(puzzle, stats):
                answer.solutions.append(solution)
                if limit is not None and len(answer.solutions) >= limit:
                    break
            else:
                answer.complete = True
            if not answer.solutions:
                answer.status = UNSOLVABLE
        return answer

    def unique(self, puzzle: Any) -> Answer:
        """``unique``, ``multiple`` (with two solutions), ``unsolvable`` or ``undecided``."""
        own = kind_of(puzzle).answer(puzzle, "unique", self.settings, 2)
        if own:
            return own
        answer = self.solve(puzzle, limit=2)
        if answer.status == SOLVED:
            answer.status = MULTIPLE if len(answer.solutions) > 1 else UNIQUE
        return answer

    def forced(self, puzzle: Any) -> Answer:
        """What is the same in all solutions, in ``details``; the status is that of `solve`."""
        own = kind_of(puzzle).answer(puzzle, "forced", self.settings, None)
        if own:
            return own
        answer = Answer(puzzle.name, puzzle.kind, SOLVED, puzzle=puzzle)
        with self._answering(puzzle, answer) as stats:
            found = None
            if not self._contradiction(puzzle, answer):
                with self._search(puzzle, stats) as search:
                    found = search.backbone(puzzle, self._budget())
                    if found:
                        answer.details = search.encoding.describe(puzzle, found[1])
            if found is None:
                answer.status = UNSOLVABLE
        return answer

    def close(self) -> None:
        """Give the warm sessions back."""
        while self._warm:
            self._warm.popitem()[1].session.close()

    def _solutions(self, puzzle: Any, stats: dict[str, Any]) -> Iterator[Any]:
        kind = kind_of(puzzle)
        if self.settings.solver in kind.solvers:
            stats["method"] = self.settings.solver
            for solution in kind.search(puzzle, self.settings, stats, self._budget().deadline):
                check(kind, puzzle, solution, self.settings)
                yield solution
        elif not kind.contradiction(puzzle, self.settings):
            with self._search(puzzle, stats) as search:
                yield from search.solutions(puzzle, self._budget())

    def _budget(self) -> Budget:
        return Budget.of(self.settings.timeout)

    def _contradiction(self, puzzle: Any, answer: Answer) -> bool:
        answer.reason = kind_of(puzzle).contradiction(puzzle, self.settings) or ""
        return bool(answer.reason)

    @contextmanager
    def _answering(self, puzzle: Any, answer: Answer) -> Iterator[dict[str, Any]]:
        """Time the question, and turn a limit that was reached into ``undecided``."""
        begun = time.perf_counter()
        try:
            yield answer.stats
            if answer.status == UNSOLVABLE:
                self._contradiction(puzzle, answer)
        except Undecided as error:
            answer.status, answer.reason = UNDECIDED, str(error)
        finally:
            answer.seconds = time.perf_counter() - begun

    @contextmanager
    def _search(self, puzzle: Any, stats: dict[str, Any]) -> Iterator[Search]:
        """The warm search of the puzzle's family, or one for it alone; *stats* gets what this use of it cost."""
        kind = kind_of(puzzle)
        external = self.settings.solver.startswith(PREFIX)  # starts anew for every question: the smallest formula
        family = None if external else kind.family(puzzle, self.settings)
        key = (puzzle.kind, family)
        if family is None:
            search = Search(kind, kind.encoding(puzzle, self.settings), self.settings)
        elif key in self._warm:
            search = self._warm[key]
            self._warm.move_to_end(key)
        else:
            search = self._warm[key] = Search(kind, kind.template(puzzle, self.settings), self.settings)
            if len(self._warm) > WARM_SESSIONS:
                self._warm.popitem(last=False)[1].session.close()
        before = search.session.statistics() if family is not None else {}
        try:
            yield search
        finally:
            stats["method"] = "direct" if family is None else "template"
            stats["solver"] = search.session.solver
            stats["variables"] = search.encoding.formula.variables
            stats["clauses"] = len(search.encoding.formula.clauses)
            for name, count in search.session.statistics().items():
                stats[name] = count - before.get(name, 0)
            if family is None:
                search.session.close()
            elif not search.session.usable:
                self._warm.pop(key, None)


def open_session(encoding: Encoding[Any, Any], settings: Settings) -> Session:
    """A session of the solver that *settings* name; ``auto`` is the encoding's best. Raises UsageError."""
    if settings.solver.startswith(PREFIX):
        return Session(encoding.formula, backend=ExternalBackend(encoding.formula, settings.solver))
    return Session(encoding.formula, encoding.best_solver if settings.solver == "auto" else settings.solver)


def check(
    kind: Kind[Any, Any],
    puzzle: Any,
    solution: Any,
    settings: Settings,
    encoding: Encoding[Any, Any] | None = None,
    model: Model = (),
) -> None:
    """Nothing leaves the house unchecked: the rules first, then the kind's second way unless *settings* do without.

    Raises:
        EncodingBug: naming the rules broken, the clauses that should have kept them, and the board.
    """
    if not kind.accepts(puzzle, solution, settings):
        faults = kind.faults(puzzle, solution, settings)
        broken = sorted({fault.rule for fault in faults})
        unsatisfied = (
            sorted({encoding.formula.family_of(i) for i in encoding.formula.falsified(model)}) if encoding else []
        )
        blame = (
            f"the solver's model does not satisfy the clauses of {', '.join(unsatisfied)}"
            if unsatisfied
            else f"the clauses of {', '.join(broken)} let it through"
        )
        raise EncodingBug(
            f"a wrong board was caught before it became an answer: {blame}; puzzle {puzzle.name!r}, "
            f"solution {solution.to_json()}, faults: {'; '.join(f.message for f in faults)}"
        )
    if settings.graph_check and (objection := kind.cross_check(puzzle, solution, settings)):
        raise EncodingBug(
            f"the two verifiers disagree: {objection}; puzzle {puzzle.name!r}, solution {solution.to_json()}"
        )
