"""Solve, enumerate, count, unique, forced: what can be asked of any puzzle, and the only place where answers are made.

A kind's way of searching yields solutions; here they are timed, limited, checked and told.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

from satdnd.answer import MULTIPLE, SOLVED, UNDECIDED, UNIQUE, UNSOLVABLE, Answer
from satdnd.budget import Budget, size
from satdnd.errors import EncodingBug, Undecided, UsageError
from satdnd.external import PREFIX
from satdnd.kind import Asked, Kind, Puzzle, S_co, Way, kind_of, options_for
from satdnd.searching import Search, check
from satdnd.settings import Settings

WARM_SESSIONS = 8
"""How many templates a `Solver` keeps; the one unused for longest goes first."""
BYTES_A_CLAUSE = 250
"""What a clause takes in Python and in the solver together, about."""


class Solver:
    """Answers questions about puzzles of any kind and stays warm between them: one session for each family.

    Not thread-safe. A question never changes the answer to another.

    Args:
        options: how; `Settings`, or the options of one kind.
        wishes: options of kinds by name, where they are not known to be those of one kind: a puzzle whose kind does
            not have one of them is refused.
    """

    def __init__(self, options: Settings | None = None, wishes: Mapping[str, Any] | None = None) -> None:
        self.options = options or Settings()
        self.wishes = dict(wishes or {})
        self._options_of: dict[str, Any] = {}
        self._warm: OrderedDict[tuple[str, Any], Search[Any, Any]] = OrderedDict()

    # questions

    def solutions(self, puzzle: Puzzle[Any, S_co]) -> Iterator[S_co]:
        """Every solution, each once.

        Raises:
            Undecided: a limit was reached.
            UsageError: an option that the kind does not have.
            EncodingBug: a solution that the verifier refused.
        """
        asked = self._asked(puzzle, self.options.budget())
        if not asked.kind.contradiction(puzzle, asked.options):
            yield from self._checked(asked)

    def solve(self, puzzle: Puzzle[Any, S_co], limit: int | None = 1) -> Answer[S_co]:
        """Up to *limit* solutions (None: all): ``solved``, ``unsolvable``, or ``undecided`` with those found so far."""
        if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
            raise UsageError(f"limit is {limit!r}, expected a whole number from 1, or None for all solutions")
        answer: Answer[S_co] = Answer(puzzle.name, puzzle.kind, SOLVED, puzzle=puzzle)
        with self._answering(answer) as asked:
            with closing(self._checked(asked)) as found:
                for solution in found:
                    answer.solutions.append(solution)
                    if limit is not None and len(answer.solutions) >= limit:
                        return answer
            answer.complete = True
        return answer

    def unique(self, puzzle: Puzzle[Any, S_co]) -> Answer[S_co]:
        """``unique``, ``multiple`` (with two solutions), ``unsolvable`` or ``undecided``."""
        answer = self.solve(puzzle, limit=2)
        if answer.status == SOLVED:
            answer.status = MULTIPLE if len(answer.solutions) > 1 else UNIQUE
        return answer

    def count(self, puzzle: Puzzle[Any, S_co]) -> Answer[S_co]:
        """The number of solutions in ``details["count"]``, by a way that counts where the kind has one.

        ``undecided`` comes with those counted so far.
        """
        answer: Answer[S_co] = Answer(puzzle.name, puzzle.kind, SOLVED, puzzle=puzzle)
        answer.details["count"] = 0
        with self._answering(answer, counting=True) as asked:
            way = self._way(asked, counting=True)
            counted = way.count(asked)
            if counted is None:
                for counted, _ in enumerate(self._checked(asked, way), 1):
                    answer.details["count"] = counted
            answer.details["count"] = counted or 0
            answer.complete = True
        return answer

    def forced(self, puzzle: Puzzle[Any, S_co]) -> Answer[S_co]:
        """What is the same in all solutions, in ``details``; the status is that of `solve`."""
        answer: Answer[S_co] = Answer(puzzle.name, puzzle.kind, SOLVED, puzzle=puzzle)
        with self._answering(answer) as asked:
            found = self._way(asked).forced(asked)
            if found is None:
                answer.status = UNSOLVABLE
            else:
                self._check(asked, found[0])
                answer.details |= found[1]
        return answer

    def options_of(self, kind: Kind[Any, Any, Any]) -> Any:
        """The options of this solver as those of *kind*. UsageError for one that it does not have."""
        if kind.name not in self._options_of:
            self._options_of[kind.name] = options_for(kind, self.options, self.wishes)
        return self._options_of[kind.name]

    def close(self) -> None:
        """Give the warm sessions back; those that an iteration still uses go when it ends."""
        while self._warm:
            self._drop(self._warm.popitem()[1])

    # one question

    def _asked(self, puzzle: Any, budget: Budget) -> Asked[Any, Any, Any]:
        kind = kind_of(puzzle)
        return Asked(kind, puzzle, self.options_of(kind), budget, self)

    @contextmanager
    def _answering(self, answer: Answer[Any], *, counting: bool = False) -> Iterator[Asked[Any, Any, Any]]:
        """Time the question, turn a limit that was reached into ``undecided``, and say why there is no solution."""
        begun = time.perf_counter()
        asked = self._asked(answer.puzzle, self.options.budget())
        answer.stats = asked.stats
        kind, puzzle = asked.kind, asked.puzzle
        try:
            self._way(asked, counting=counting)  # refusals come before anything else
            answer.reason = kind.contradiction(puzzle, asked.options) or ""
            if answer.reason:
                answer.status, answer.complete = UNSOLVABLE, True
            else:
                yield asked
            answer.details |= asked.claims
            if not answer.solutions and answer.complete and not answer.details.get("count"):
                answer.status = UNSOLVABLE
            if answer.status == UNSOLVABLE:
                answer.reason = answer.reason or asked.reason
        except Undecided as error:
            answer.details |= asked.claims
            answer.status, answer.reason, answer.complete = UNDECIDED, str(error), False
            for solution in error.best:
                check(kind, puzzle, solution, asked.options)
                answer.solutions.append(solution)
        finally:
            answer.seconds = time.perf_counter() - begun

    def _way(self, asked: Asked[Any, Any, Any], *, counting: bool = False) -> Way[Any, Any, Any]:
        way = asked.kind.way(asked.puzzle, asked.options, counting=counting)
        asked.kind.refuse(asked.options, way)
        asked.stats["method"] = way.name
        return way

    def _checked(self, asked: Asked[Any, Any, Any], way: Way[Any, Any, Any] | None = None) -> Generator[Any]:
        """The solutions of the way that is asked for; each has passed the referee, and every claim with it."""
        found = (way or self._way(asked)).solutions(asked)
        with closing(found):  # type: ignore[type-var]  # ways are generators
            for solution in found:
                self._check(asked, solution)
                yield solution
                asked.budget.check()

    def _check(self, asked: Asked[Any, Any, Any], solution: Any) -> None:
        kind, puzzle = asked.kind, asked.puzzle
        check(kind, puzzle, solution, asked.options, asked.blame)
        if asked.claims and (objection := kind.objection(puzzle, solution, asked.claims)):
            raise EncodingBug(
                f"a wrong claim was caught before it became an answer: {objection}; puzzle {puzzle.name!r}, "
                f"solution {solution.to_json()}"
            )

    # warm sessions

    @contextmanager
    def search(self, asked: Asked[Any, Any, Any], *, eager: bool = False) -> Iterator[Search[Any, Any]]:
        """The warm search of the puzzle's family, or one for it alone; ``asked.stats`` gets what this use cost."""
        kind, puzzle, options, budget = asked.kind, asked.puzzle, asked.options, asked.budget
        alone = eager or options.solver.startswith(PREFIX)  # a program outside starts anew: the smallest formula
        family = None if alone else kind.family(puzzle, options)
        key = (puzzle.kind, family)
        if family is not None and key in self._warm:
            search = self._warm[key]
            self._warm.move_to_end(key)
        else:
            _fits(kind.clauses(puzzle, options), budget)
            if family is None:
                encoding = kind.encoding(puzzle, options, eager=eager, budget=budget)
            else:
                encoding = kind.template(puzzle, options, budget=budget)
            search = Search(encoding, options.solver, budget)
            if family is not None:
                self._warm[key] = search
                if len(self._warm) > WARM_SESSIONS:
                    self._drop(self._warm.popitem(last=False)[1])
        before = search.session.statistics() if family is not None else {}
        search.users += 1
        asked.blame = search.blame
        try:
            yield search
        finally:
            search.users -= 1
            stats = asked.stats
            stats["compilation"] = "direct" if family is None else "template"
            stats["solver"] = search.session.solver
            stats["variables"] = search.encoding.formula.variables
            stats["clauses"] = len(search.encoding.formula.clauses)
            for name, count in search.session.statistics().items():
                stats[name] = count - before.get(name, 0)
            if family is not None and not search.session.usable and self._warm.get(key) is search:
                del self._warm[key]
            if search not in self._warm.values():
                self._drop(search)

    @staticmethod
    def _drop(search: Search[Any, Any]) -> None:
        """Close a session that nothing uses."""
        if not search.users:
            search.close()


def _fits(clauses: int, budget: Budget) -> None:
    """Undecided where so many clauses are too many: said before it is tried."""
    if clauses * BYTES_A_CLAUSE > budget.room:
        raise Undecided(
            f"compiling would make some {clauses / 1e6:.0f} million clauses, about {size(clauses * BYTES_A_CLAUSE)}: "
            "more than the memory limit"
        )
