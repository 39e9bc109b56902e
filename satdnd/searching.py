"""One encoding in one session, and the check that every solution passes before anybody sees it.

Below the puzzle kinds, so that their generators and explanations ask in the same way as `satdnd.solving`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from satdnd.budget import Budget
from satdnd.errors import EncodingBug
from satdnd.external import PREFIX, ExternalBackend
from satdnd.formula import Literal
from satdnd.puzzle import Encoding, Kind, Settings
from satdnd.sat import Model, Session


class Search:
    """One encoding in one session: solutions of the puzzles that it holds, each checked before it is handed out."""

    def __init__(self, kind: Kind[Any, Any], encoding: Encoding[Any, Any], settings: Settings) -> None:
        self.kind = kind
        self.encoding = encoding
        self.settings = settings
        self.session = open_session(encoding, settings)
        self.users = 0
        """Questions under way; a session is not closed under them."""

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

    def count(self, puzzle: Any, budget: Budget, limit: int = 2) -> int:
        """The number of solutions, up to *limit*. Raises Undecided, EncodingBug."""
        return sum(1 for _ in islice(self.solutions(puzzle, budget), limit))

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

    def close(self) -> None:
        """Give the session back."""
        self.session.close()


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
