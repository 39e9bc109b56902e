"""Solve, enumerate, unique, forced: what can be asked of any puzzle."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from satdnd.budget import Budget
from satdnd.errors import Undecided, UsageError
from satdnd.external import PREFIX
from satdnd.formula import Literal
from satdnd.puzzle import (
    KIND_NAMES,
    MULTIPLE,
    SOLVED,
    UNDECIDED,
    UNIQUE,
    UNSOLVABLE,
    Answer,
    Kind,
    Settings,
    kind_named,
    kind_of,
)
from satdnd.sat import resolve_solver
from satdnd.searching import Search, check

WARM_SESSIONS = 8
"""How many templates a `Solver` keeps; the one unused for longest goes first."""


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

    def count(self, puzzle: Any) -> Answer:
        """The number of solutions in ``details["count"]``, by the kind's own way where it has one.

        ``undecided`` comes with those counted so far.
        """
        answer = Answer(puzzle.name, puzzle.kind, SOLVED, puzzle=puzzle)
        number = 0
        with self._answering(puzzle, answer) as stats:
            counted = None
            if self.settings.solver == "auto" and self.settings.engine != "sat":
                counted = kind_of(puzzle).count(puzzle, self.settings, self._budget().deadline)
            if counted is None:
                for number, _ in enumerate(self._solutions(puzzle, stats), 1):
                    answer.details["count"] = number
                counted = number
            else:
                stats["method"] = "count"
            answer.details["count"] = counted
            answer.complete = True
            if not counted:
                answer.status = UNSOLVABLE
        return answer

    def forced(self, puzzle: Any) -> Answer:
        """What is the same in all solutions, in ``details``; the status is that of `solve`."""
        own = kind_of(puzzle).answer(puzzle, "forced", self.settings, None)
        if own:
            return own
        answer = Answer(puzzle.name, puzzle.kind, SOLVED, puzzle=puzzle)
        with self._answering(puzzle, answer) as stats:
            found = None
            kind = kind_of(puzzle)
            self._known_solver(kind)
            if self.settings.solver in kind.solvers:
                found = self._common(kind, puzzle, answer)
            elif not self._contradiction(puzzle, answer):
                with self._search(puzzle, stats) as search:
                    found = search.backbone(puzzle, self._budget())
                    if found:
                        answer.details = search.encoding.describe(puzzle, found[1])
            if found is None:
                answer.status = UNSOLVABLE
        return answer

    def close(self) -> None:
        """Give the warm sessions back; those that an iteration still uses go when it ends."""
        while self._warm:
            self._drop(self._warm.popitem()[1])

    def _solutions(self, puzzle: Any, stats: dict[str, Any]) -> Iterator[Any]:
        kind = kind_of(puzzle)
        self._known_solver(kind)
        if self.settings.solver in kind.solvers:
            stats["method"] = self.settings.solver
            for solution in kind.search(puzzle, self.settings, stats, self._budget().deadline):
                check(kind, puzzle, solution, self.settings)
                yield solution
        elif not kind.contradiction(puzzle, self.settings):
            with self._search(puzzle, stats) as search:
                yield from search.solutions(puzzle, self._budget())

    def _common(self, kind: Kind[Any, Any], puzzle: Any, answer: Answer) -> tuple[Any, list[Literal]] | None:
        """The backbone by a way without a formula: what all solutions have in common, one after another."""
        encoding = kind.encoding(puzzle, replace(self.settings, solver="auto"))
        first, common = None, set[Literal]()
        for solution in self._solutions(puzzle, answer.stats):
            literals = encoding.literals(puzzle, solution)
            first, common = (solution, set(literals)) if first is None else (first, common & set(literals))
        if first is None:
            return None
        kept = sorted(common, key=abs)
        answer.details = encoding.describe(puzzle, kept)
        return first, kept

    @staticmethod
    def _drop(search: Search) -> None:
        """Close a session that nothing uses."""
        if not search.users:
            search.close()

    def _known_solver(self, kind: Kind[Any, Any]) -> None:
        """UsageError for a solver that nobody knows, before anything else is asked."""
        name = self.settings.solver
        if name != "auto" and not name.startswith(PREFIX) and name not in kind.solvers:
            owners = [other for other in KIND_NAMES if name in kind_named(other).solvers]
            if owners:
                raise UsageError(f"the solver {name!r} is for {', '.join(owners)} only, not for {kind.name}")
            resolve_solver(name)

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
                self._drop(self._warm.popitem(last=False)[1])
        before = search.session.statistics() if family is not None else {}
        search.users += 1
        try:
            yield search
        finally:
            search.users -= 1
            stats["method"] = "direct" if family is None else "template"
            stats["solver"] = search.session.solver
            stats["variables"] = search.encoding.formula.variables
            stats["clauses"] = len(search.encoding.formula.clauses)
            for name, count in search.session.statistics().items():
                stats[name] = count - before.get(name, 0)
            if family is not None and not search.session.usable and self._warm.get(key) is search:
                del self._warm[key]
            if search not in self._warm.values():
                self._drop(search)
