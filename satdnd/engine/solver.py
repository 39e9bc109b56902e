"""Solve, enumerate, count, unique, forced: questions about any puzzle. Answers are made only here.

A kind's search method yields solutions; this module times, limits and checks them, and makes the answer.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from satdnd.engine import frontier
from satdnd.engine.answer import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer
from satdnd.engine.kind import Kind, Puzzle, Question, Rules, S_co, Templates, kind_of, options_for
from satdnd.engine.optima import Optima
from satdnd.engine.options import check_whole
from satdnd.engine.search import Search, check
from satdnd.engine.settings import Settings
from satdnd.errors import EncodingBug, Undecided, UsageError
from satdnd.sat.budget import Budget
from satdnd.sat.session import resolve_solver

WARM_SESSIONS = 8
"""The number of templates that a `Solver` keeps; the least recently used is dropped first."""
MOST_CUTS, CUTS_FOR = 4000, 10_000
"""The number of lazy cuts for one solution after which the self-contained formula is used instead; and of how many
unknowns, each further so many of which allow as many again.
"""
LISTED = 1000
"""The number of solutions that are listed before counting them in another way is tried."""


class Solver:
    """Answers questions about puzzles of any kind, and stays warm between them: one session for each family.

    For one thread at a time: a question while another thread is being answered raises UsageError. A question never
    changes the answer to another.

    Args:
        options: `Settings`, or the options of one kind.
        wishes: kinds' options by name, if the kind is not known in advance; a puzzle whose kind lacks one of them
            raises UsageError.
        budget: makes the budget of each question, in place of the options: ``Budget.part`` of one budget for many
            questions, or a budget with its own `stop`.
        bulk: the number of puzzles; for thousands, search methods that take a second to load pay off
            (`Kind.auto_way`).
    """

    def __init__(
        self,
        options: Settings | None = None,
        wishes: Mapping[str, Any] | None = None,
        budget: Callable[[], Budget] | None = None,
        *,
        bulk: int = 0,
    ) -> None:
        if not isinstance(options, Settings | None):
            raise UsageError(f"expected satdnd.Settings or the options of a kind, got {options!r:.60}")
        self._options = options or Settings()
        self.wishes = dict(wishes or {})
        self._budget = budget
        self._bulk = bulk
        self._options_of: dict[str, Any] = {}
        self._fine: set[tuple[str, str]] = set()
        self._warm: OrderedDict[tuple[str, Any], Search[Any, Any]] = OrderedDict()
        self._lock = threading.RLock()

    @property
    def options(self) -> Settings:
        """The options; the warm sessions are made for these."""
        return self._options

    # questions

    def solutions(self, puzzle: Puzzle[Any, S_co]) -> Iterator[S_co]:
        """Yield every solution once; the limits count from the first step.

        Raises:
            Undecided: a limit was reached.
            UsageError: an option that the kind does not have; raised at once, not at the first step.
            EncodingBug: the verifier rejected a solution.
        """
        return self._stepping(self._prepared_question(puzzle))

    def solve(
        self, puzzle: Puzzle[Any, S_co], limit: int | None = 1, *, each: Callable[[Any], None] | None = None
    ) -> Answer[S_co]:
        """Up to *limit* solutions (None: all): ``solved``, ``unsolvable``, or ``undecided`` with those found so far.

        Args:
            puzzle: a puzzle of any kind.
            limit: the maximum number of solutions, at least 1.
            each: called with every solution as soon as it is found; the answer then counts them (`Answer.streamed`) and
                keeps none.
        """
        _check_limit(limit)

        def ask(question: Question[Any, Any, Any], answer: Answer[S_co]) -> bool:
            """Collect the solutions, or pass them on; returns whether there is one."""
            found = self._checked(question)
            try:
                for solution in found:
                    if each:
                        each(solution)
                        answer.streamed += 1
                    else:
                        answer.solutions.append(solution)
                    if limit is not None and answer.number >= limit:
                        return True
            finally:
                found.close()
            answer.complete = True
            return bool(answer.number)

        return self._answer(puzzle, ask)

    def unique(self, puzzle: Puzzle[Any, S_co]) -> Answer[S_co]:
        """``unique``, ``multiple`` (with two solutions), ``unsolvable`` or ``undecided``."""
        answer = self.solve(puzzle, limit=2)
        if answer.status == SOLVED:
            answer.status = MULTIPLE if len(answer.solutions) > 1 else UNIQUE
        return answer

    def count(self, puzzle: Puzzle[Any, S_co], limit: int | None = None) -> Answer[S_co]:
        """The number of solutions, or *limit* if there are as many, in ``details["count"]``, by a method that can count
        if the kind has one and there is no limit. Beyond `LISTED` solutions, each of which is checked, the rest need
        not be listed where all rules are sums (`satdnd.engine.frontier`).

        ``undecided`` comes with the number found so far.
        """
        _check_limit(limit)

        def ask(question: Question[Any, Any, Any], answer: Answer[S_co]) -> bool:
            """Count, with the method's own counting if it has it; returns whether there is a solution."""
            counted = question.way.count(question) if limit is None else None
            if counted is None:
                with closing(self._checked(question)) as found:
                    for counted, _ in enumerate(found, 1):
                        answer.details["count"] = counted
                        if counted == limit:
                            return True
                        if counted == LISTED and (total := _unlisted(question)):
                            answer.details["count"] = counted = min(total, limit or total)
                            if counted == limit:
                                return True
                            break
            answer.details["count"] = counted or 0
            answer.complete = True
            return bool(counted)

        return self._answer(puzzle, ask, counting=True)

    def forced(self, puzzle: Puzzle[Any, S_co]) -> Answer[S_co]:
        """The common part of all solutions, in ``details``; the status is that of `solve`."""

        def ask(question: Question[Any, Any, Any], answer: Answer[S_co]) -> bool:
            """Put the common part of all solutions into the details; returns whether there is a solution."""
            found = question.way.forced(question)
            if found is not None:
                self._check(question, found[0])
                answer.details |= found[1]
            return found is not None

        return self._answer(puzzle, ask, bulk=False)

    def options_of(self, kind: Kind[Any, Any, Any]) -> Any:
        """This solver's options as those of *kind*. Raises UsageError for an option that it does not have."""
        if kind.name not in self._options_of:
            options = options_for(kind, self.options, self.wishes)
            if not options.outside:
                resolve_solver(options.solver)
            self._options_of[kind.name] = options
        return self._options_of[kind.name]

    def budget_of(self, kind: Kind[Any, Any, Any]) -> Budget:
        """The budget of one question about a puzzle of *kind*, starting now."""
        budget: Budget = self._budget() if self._budget else self.options_of(kind).budget()
        return budget

    def close(self) -> None:
        """Close the warm sessions; those that an iteration still uses are closed when it ends."""
        self._enter()
        try:
            while self._warm:
                self._drop(self._warm.popitem()[1])
        finally:
            self._lock.release()

    # one question

    def _prepared_question(self, puzzle: Any, *, counting: bool = False, bulk: bool = True) -> Question[Any, Any, Any]:
        """The question, after all checks that raise UsageError."""
        kind = kind_of(puzzle)
        options = self.options_of(kind)
        way = kind.way(puzzle, options, counting=counting, bulk=self._bulk if bulk else 0)
        if (kind.name, way.name) not in self._fine:
            kind.validate_settings(options, way)
            self._fine.add((kind.name, way.name))
        question = Question(kind, puzzle, options, self.budget_of(kind), self, way)
        question.stats["method"] = way.name
        return question

    def _answer(
        self,
        puzzle: Puzzle[Any, S_co],
        ask: Callable[[Question[Any, Any, Any], Answer[S_co]], bool],
        *,
        counting: bool = False,
        bulk: bool = True,
    ) -> Answer[S_co]:
        """The answer that *ask* fills in (it returns whether there is a solution), with time, limits and reasons."""
        started = time.perf_counter()
        self._enter()
        try:
            question = self._prepared_question(puzzle, counting=counting, bulk=bulk)
            answer: Answer[S_co] = Answer(puzzle.name, puzzle.kind, SOLVED, stats=question.stats, puzzle=puzzle)
            if counting:
                answer.details["count"] = 0
            try:
                answer.reason = question.kind.refuted(puzzle, question.options, question.budget) or ""
                if not answer.reason:
                    question.budget.check()
                if answer.reason or not ask(question, answer):
                    answer.status, answer.complete = UNSOLVABLE, True
                    answer.reason = answer.reason or question.reason
            except Undecided as error:
                answer.status, answer.reason = UNDECIDED, str(error)
                for solution in error.best:
                    check(question.kind, puzzle, solution, question.options)
                    answer.solutions.append(solution)  # type: ignore[arg-type]  # of this kind, as was checked
            answer.details |= question.claims
            answer.seconds = time.perf_counter() - started
            return answer
        finally:
            self._lock.release()

    def _enter(self) -> None:
        """Take the lock, which the caller must release; a thread may ask again while it iterates."""
        if not self._lock.acquire(blocking=False):
            raise UsageError("another thread is using this solver; give each thread its own")

    def _stepping(self, question: Question[Any, Any, Any]) -> Iterator[Any]:
        """The solutions, for callers that may ask other questions, also from other threads, between two steps."""
        question.budget = self.budget_of(question.kind)
        if question.kind.refuted(question.puzzle, question.options, question.budget):
            return
        question.budget.check()
        found: Generator[Any] | None = None
        try:
            while True:
                self._enter()
                try:
                    found = found or self._checked(question)
                    solution = next(found, None)
                finally:
                    self._lock.release()
                if solution is None:
                    return
                yield solution
        finally:
            if found is not None:
                with self._lock:
                    found.close()

    def _checked(self, question: Question[Any, Any, Any]) -> Generator[Any]:
        """Yield the solutions of the chosen method; each has passed the referee, along with every claim."""
        last = None
        found = question.way.solutions(question)
        try:
            for solution in found:
                self._check(question, solution)
                if solution == last:
                    raise EncodingBug(
                        f"a solution was found twice: puzzle {question.puzzle.name!r}, {solution.to_json()}"
                    )
                last = solution
                yield solution
                question.budget.check()
        finally:
            if isinstance(found, Generator):
                found.close()

    @staticmethod
    def _check(question: Question[Any, Any, Any], solution: Any) -> None:
        kind, puzzle = question.kind, question.puzzle
        check(kind, puzzle, solution, question.options, question.falsified_families)
        optimum = kind.part(Optima) if question.claims else None
        if optimum and (objection := optimum.objection(puzzle, solution, question.claims)):
            raise EncodingBug(
                f"a wrong claim was caught before it became an answer: {objection}; puzzle {puzzle.name!r}, "
                f"solution {solution.to_json()}"
            )

    # warm sessions

    @contextmanager
    def search(self, question: Question[Any, Any, Any], *, eager: bool = False) -> Iterator[Search[Any, Any]]:
        """The warm search of the puzzle's family, or a search for it alone; adds the cost of this use to
        ``question.stats``.
        """
        kind, puzzle, options, budget = question.kind, question.puzzle, question.options, question.budget
        alone = eager or options.outside  # an external program starts from scratch: use the smallest formula
        templates = None if alone else kind.part(Templates)
        family = templates and templates.family(puzzle, options)
        key = (kind.name, family)
        if family is not None and key in self._warm:
            search = self._warm[key]
            self._warm.move_to_end(key)
        else:
            encoding = kind.compiled(puzzle, options, budget, eager=eager, template=family is not None)
            most = MOST_CUTS * (1 + len(encoding.projection) // CUTS_FOR)
            search = Search(encoding, options.solver, budget, most_cuts=None if eager else most)
            if family is not None:
                self._warm[key] = search
                if len(self._warm) > WARM_SESSIONS:
                    self._drop(self._warm.popitem(last=False)[1])
        before = search.statistics() if search.users else search.last_statistics
        search.users += 1
        question.falsified_families = search.falsified_families
        try:
            yield search
        finally:
            search.users -= 1
            stats, formula = question.stats, search.encoding.formula
            stats["compilation"] = "direct" if family is None else "template"
            stats["solver"] = search.solver
            stats["variables"] = formula.variables
            stats["clauses"] = len(formula.clauses)
            search.last_statistics = search.statistics()
            for name, count in search.last_statistics.items():
                stats[name] = stats.get(name, 0) + count - before.get(name, 0)
            if family is not None and not search.session.usable and self._warm.get(key) is search:
                del self._warm[key]
            if family is None or search not in self._warm.values():
                self._drop(search)

    @staticmethod
    def _drop(search: Search[Any, Any]) -> None:
        """Close a session unless it is in use."""
        if not search.users:
            search.close()


def _unlisted(question: Question[Any, Any, Any]) -> int | None:
    """The number of solutions, counted without listing them; None where that is not possible, or would take long."""
    if not (rules := question.kind.part(Rules)):
        return None
    total = frontier.count(rules.book(question.puzzle, question.options), question.budget)
    if total is not None:
        question.stats["method"] = "frontier"
        if total < LISTED:
            raise EncodingBug(f"{total} solutions counted, but more found: puzzle {question.puzzle.name!r}")
    return total


def _check_limit(limit: int | None) -> None:
    """Raise UsageError unless *limit* is a whole number from 1, or None."""
    if limit is not None:
        check_whole("limit", limit, 1, ", or None for all solutions")
