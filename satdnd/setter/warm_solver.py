"""A solver kept warm over many similar puzzles, for generators."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, Generic

from satdnd.engine.kind import S
from satdnd.engine.statement_encoding import StatementEncoding
from satdnd.rules.encoder import BEST, Encoder
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import AnyStatement, RuleStatement, singles, state
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool
from satdnd.sat.session import Session

_GROWN = 4
"""The solver is rebuilt once its number of variables has grown by this factor, as most belong to statements that are
no longer needed."""


class WarmSolver(Generic[S]):
    """Solves puzzles of one size, and keeps learnt clauses from puzzle to puzzle.

    The statements common to all puzzles are added at the start; the others become clauses when they first occur, each
    behind its own selector.

    Args:
        common: the statements common to all puzzles; its cuts hold for all.
        budget: the limits for all questions.
    """

    def __init__(self, common: Rulebook[S], budget: Budget) -> None:
        self._budget, self._shared = budget, dict[Hashable, Any]()
        self._encoding = StatementEncoding[Any, S](common, budget, self._encoder)
        self._common, self._defined = {*common.statements}, {*self._shared}
        self._begin()

    def _begin(self) -> None:
        """Open a session with the common statements only."""
        self._activation = dict[RuleStatement, Literal]()
        for meaning in {*self._shared} - self._defined:
            del self._shared[meaning]
        self._session = Session(self._encoding.formula, budget=self._budget)

    def first(self, statements: Iterable[AnyStatement], assumed: Sequence[Literal] = ()) -> S | None:
        """A solution of the statements with the literals *assumed*; None if there is none. Raises Undecided."""
        return self._solution([*self._selectors(statements), *assumed])

    def other(self, statements: Iterable[AnyStatement], solution: S, assumed: Sequence[Literal] = ()) -> S | None:
        """A solution other than *solution*; None if there is none; arguments as in `first`. Raises Undecided."""
        return next(self.others(statements, solution, assumed), None)

    def others(self, statements: Iterable[AnyStatement], solution: S, assumed: Sequence[Literal] = ()) -> Iterator[S]:
        """Yield solutions other than *solution*, each once; arguments as in `first`."""
        literals, found = [*self._selectors(statements), *assumed], solution
        with self._session.retractable() as activation:
            literals.append(activation)
            while True:
                self._session.add([-activation, *self._encoding.blocking_clause(None, found)])
                other = self._solution(literals)
                if other is None:
                    return
                yield other
                found = other

    def _solution(self, assumed: Sequence[Literal]) -> S | None:
        encoding = self._encoding
        model = self._session.next_model(assumed, refine=lambda m: encoding.cuts(None, m), budget=self._budget)
        return None if model is None else encoding.decode(None, model)

    def _selectors(self, statements: Iterable[AnyStatement]) -> list[Literal]:
        """The literals that activate these statements."""
        own = [one for one in singles(statements) if one not in self._common]
        if self._session.top > _GROWN * (self._encoding.formula.variables + len(own)):
            self._session.close()
            self._begin()
        formula, clauses = Formula(Pool(self._session.top, self._budget)), list[Clause]()
        state((one for one in dict.fromkeys(own) if one not in self._activation), self._encoder(formula))
        for statement, own_clauses in formula.by_statement():
            if isinstance(statement, RuleStatement):
                if statement not in self._activation:
                    self._activation[statement] = formula.pool.new()
                clauses += ([*clause, -self._activation[statement]] for clause in own_clauses)
            else:
                clauses += own_clauses
        if clauses:
            self._session.extend(clauses, (), formula.pool.top)
        return [self._activation[one] for one in own if one in self._activation]

    def _encoder(self, formula: Formula) -> Encoder:
        return Encoder(formula, BEST, shared=self._shared, alone=False)

    def __enter__(self) -> WarmSolver[S]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.close()
