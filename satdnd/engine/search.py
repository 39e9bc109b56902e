"""Search by SAT: one encoding in one session, the search method that most kinds share, and the check of solutions.

Generators and explanations also search with this, in the same way as `satdnd.engine.solver`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, Generic

from satdnd.engine.kind import Encoding, Kind, P, Question, S, Way
from satdnd.engine.neighbourhood_search import OTHER, NeighbourhoodEncoding, NeighbourhoodSearch
from satdnd.engine.settings import PREFIX, O
from satdnd.errors import CannotFulfil, EncodingBug, Undecided
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal
from satdnd.sat.session import NATIVE, Model, Session, TooManyCuts

EFFORT = 100_000
"""Conflicts that `others` may take: not seconds, so that a seed gives the same puzzle on every machine."""


class Search(Generic[P, S]):
    """One encoding in one session: yields solutions, which callers have to `check`.

    Args:
        encoding: the encoding to search.
        solver: as in `Settings`; ``auto`` is the encoding's best.
        budget: the limits for loading the clauses.
        most_cuts: the maximum number of cuts for one solution; None for any number.
    """

    def __init__(
        self,
        encoding: Encoding[P, S],
        solver: str = "auto",
        budget: Budget | None = None,
        most_cuts: int | None = None,
    ) -> None:
        self.encoding = encoding
        self.session = open_session(encoding, solver, budget)
        self._neighbourhoods: NeighbourhoodSearch[P, S] | None = None
        if isinstance(encoding, NeighbourhoodEncoding) and solver == "auto":
            self._neighbourhoods = NeighbourhoodSearch(self, self._open_neighbourhoods)
        self.users = 0
        """Questions in progress; a session is not closed while there are any."""
        self.last_statistics: dict[str, int] = {}
        """The session's statistics at the end of the last question."""
        self._most_cuts = most_cuts
        self._model: Model = ()
        self._extra_statistics: Counter[str] = Counter()
        """Statistics of solvers that were made for one question (`fresh_solutions`)."""

    def first(self, puzzle: P, assumptions: Sequence[Literal], budget: Budget) -> tuple[S, Model] | None:
        """A solution under *assumptions* with its model, or None. Raises Undecided, TooManyCuts."""
        encoding = self.encoding
        model = self.session.next_model(
            assumptions, refine=lambda m: encoding.cuts(puzzle, m), budget=budget, most_cuts=self._most_cuts
        )
        return None if model is None else self.solution_of(puzzle, model)

    def solution_of(self, puzzle: P, model: Model) -> tuple[S, Model]:
        """The solution represented by *model*, and *model*, which `falsified_families` then refers to."""
        self._model = model
        return decoded(self.encoding, puzzle, model), model

    def _open_neighbourhoods(self, budget: Budget) -> Session:
        return Session(self.encoding.formula, OTHER, patient=True, budget=budget)

    def solutions(
        self,
        puzzle: P,
        budget: Budget,
        known: Sequence[S] = (),
        assumed: Sequence[Literal] = (),
    ) -> Generator[S]:
        """Yield every solution with the literals *assumed* except the *known* ones, each once; the session is unchanged
        afterwards.

        Raises:
            Undecided: the budget ran out.
            TooManyCuts: use the self-contained formula instead.
        """
        encoding, session, neighbourhoods = self.encoding, self.session, self._neighbourhoods
        assumptions = [*encoding.assumptions(puzzle), *assumed]
        blocked = list(known)
        if not blocked:  # most puzzles are asked for one solution, which needs no activation literal
            found = (neighbourhoods or self).first(puzzle, assumptions, budget)
            if found is None:
                return
            settled = not neighbourhoods and session.settled  # before others use the session
            yield found[0]
            if settled:
                return
            blocked = [found[0]]
        with session.retractable() as activation:
            while True:
                for solution in blocked:
                    session.add([-activation, *encoding.blocking_clause(puzzle, solution)])
                assumed = [*assumptions, activation]
                if neighbourhoods:
                    found = neighbourhoods.other(puzzle, blocked[-1], assumed, budget)
                else:
                    found = self.first(puzzle, assumed, budget)
                if found is None:
                    return
                settled = not neighbourhoods and session.settled
                yield found[0]
                if settled:
                    return
                blocked = [found[0]]

    def fresh_solutions(self, puzzle: P, budget: Budget) -> Generator[S]:
        """Like `solutions`, in an order that does not depend on earlier questions.

        Learnt clauses affect which of several solutions a solver finds first, so these come from a new solver. If there
        is only one solution, no new solver is needed.

        Raises:
            Undecided: the budget ran out; a solution found before that is yielded first.
            TooManyCuts: as in `solutions`.
        """
        if not self.session.calls:
            yield from self.solutions(puzzle, budget)
            return
        found: list[S] = []
        try:
            found.extend(islice(self.solutions(puzzle, budget), 2))
        except Undecided:
            yield from found
            raise
        except TooManyCuts:
            pass  # whether this happens depends on the cuts that are known
        else:
            if len(found) < 2:
                yield from found
                return
        with closing(Search(self.encoding, self.session.solver, budget, self._most_cuts)) as other:
            try:
                for solution in other.solutions(puzzle, budget):
                    self._model = other._model
                    yield solution
            finally:
                self._extra_statistics.update(other.statistics())

    def backbone(self, puzzle: P, budget: Budget) -> tuple[S, list[Literal]] | None:
        """A solution and those of its literals that hold in all solutions; None without a solution.

        Raises Undecided, TooManyCuts.
        """
        assumptions = self.encoding.assumptions(puzzle)
        found = (self._neighbourhoods or self).first(puzzle, assumptions, budget)
        if found is None:
            return None
        solution, model = found
        literals = self.session.backbone(
            [model[v - 1] for v in self.encoding.projection],
            assumptions,
            refine=lambda m: self.encoding.cuts(puzzle, m),
            budget=budget,
            most_cuts=self._most_cuts,
        )
        return solution, literals

    def falsified_families(self, solution: S) -> list[str]:
        """The families of clauses that the last model does not satisfy."""
        formula = self.encoding.formula
        return sorted({formula.family_of(i) for i in formula.falsified(self._model)})

    @property
    def solver(self) -> str:
        """The name of the solver, or of both if a second one was needed."""
        other = self._neighbourhoods and self._neighbourhoods.session
        return f"{self.session.solver} and {other.solver}" if other else self.session.solver

    def statistics(self) -> dict[str, int]:
        """Statistics of all sessions together."""
        counts = Counter(self.session.statistics())
        counts.update(self._extra_statistics)
        if self._neighbourhoods:
            counts.update(self._neighbourhoods.statistics())
        return dict(counts)

    def close(self) -> None:
        """Close the sessions."""
        self.session.close()
        if self._neighbourhoods:
            self._neighbourhoods.close()


class Sat(Way[P, S, O]):
    """Search for models of the clauses: the first search method of nearly every kind."""

    name = "sat"
    help = "compile to clauses and ask a SAT solver"
    uses = frozenset({"solver", "cardinality", "compilation", "connectivity"})

    def solutions(self, question: Question[P, S, O]) -> Iterator[S]:
        """Models, each blocked after it was found; from the self-contained formula if there are too many cuts."""
        found: list[S] = []
        try:
            with (
                question.sessions.search(question) as search,
                closing(search.fresh_solutions(question.puzzle, question.budget)) as solutions,
            ):
                cuts = search.encoding.connectivity(question.puzzle) is not None
                for solution in solutions:
                    if cuts:
                        found.append(solution)
                    yield solution
        except TooManyCuts:
            with question.sessions.search(question, eager=True) as search:
                yield from search.solutions(question.puzzle, question.budget, found)

    def forced(self, question: Question[P, S, O]) -> tuple[S, dict[str, Any]] | None:
        """The backbone."""
        try:
            return self._forced(question)
        except TooManyCuts:
            return self._forced(question, eager=True)

    @staticmethod
    def _forced(question: Question[P, S, O], *, eager: bool = False) -> tuple[S, dict[str, Any]] | None:
        with question.sessions.search(question, eager=eager) as search:
            found = search.backbone(question.puzzle, question.budget)
            return None if found is None else (found[0], search.encoding.unknowns.describe(found[1]))


def decoded(encoding: Encoding[P, S], puzzle: P, model: Model) -> S:
    """The solution represented by *model*. Raises EncodingBug if there is none."""
    try:
        return encoding.decode(puzzle, model)
    except (LookupError, ValueError, TypeError, StopIteration) as error:
        raise EncodingBug(
            f"a model of the clauses represents no solution: {error!r}; puzzle {puzzle.name!r}"
        ) from error


def others(
    encoding: Encoding[P, S], puzzle: P, solution: S, budget: Budget, given: Iterable[Sequence[Literal]] = ((),)
) -> Iterator[S]:
    """Solutions other than *solution*, under each list of literals in turn; each differs from it in another place.

    For generators: wherever one solution differs, the later ones agree with *solution*. If nothing is yielded,
    *solution* is the only one.

    Raises:
        CannotFulfil: `EFFORT` does not suffice.
        Undecided: *budget* does not suffice.
    """
    own, part = encoding.literals(puzzle, solution), budget.part(conflicts=EFFORT)
    try:
        with open_session(encoding, "auto", part) as session:
            session.add(encoding.blocking_clause(puzzle, solution))
            for assumed in given:
                while model := session.next_model(assumed, refine=lambda m: encoding.cuts(puzzle, m), budget=part):
                    yield encoding.decode(puzzle, model)
                    for x in own:
                        if model[abs(x) - 1] != x:
                            session.add([x])
    except Undecided:
        if budget.spent:
            raise Undecided(budget.why) from None
        if part.conflicts:
            raise
        raise CannotFulfil(
            f"{EFFORT} conflicts were not enough to decide whether the solution is the only one"
        ) from None


def open_session(encoding: Encoding[Any, Any], solver: str, budget: Budget | None) -> Session:
    """A session of *solver*, named as in `Settings`; ``auto`` is the encoding's best. Raises UsageError, Undecided."""
    if solver.startswith(PREFIX):
        from satdnd.sat.external import ExternalBackend

        return Session(encoding.formula, backend=ExternalBackend(encoding.formula, solver.removeprefix(PREFIX)))
    best = NATIVE[0] if encoding.formula.at_mosts else encoding.best_solver
    return Session(encoding.formula, best if solver == "auto" else solver, budget=budget)


def check(
    kind: Kind[P, S, O],
    puzzle: P,
    solution: S,
    options: O,
    falsified_families: Callable[[S], list[str]] | None = None,
) -> None:
    """Check a solution before it becomes an answer: by the rules, then by the kind's second check unless disabled.

    Raises:
        EncodingBug: naming the rules broken, the clauses that should have kept them, and the board.
    """
    if not kind.accepts(puzzle, solution, options):
        faults = kind.faults(puzzle, solution, options)
        unsatisfied = falsified_families(solution) if falsified_families else []
        if unsatisfied:
            why = f"the solver's model does not satisfy the clauses of {', '.join(unsatisfied)}"
        else:
            why = f"the clauses of {', '.join(sorted({fault.rule for fault in faults}))} let it through"
        raise EncodingBug(
            f"a wrong board was caught before it became an answer: {why}; puzzle {puzzle.name!r}, "
            f"solution {solution.to_json()}, faults: {'; '.join(f.message for f in faults[:20])}"
        )
    if options.graph_check and (objection := kind.cross_check(puzzle, solution, options)):
        raise EncodingBug(
            f"the two verifiers disagree: {objection}; puzzle {puzzle.name!r}, solution {solution.to_json()}"
        )
