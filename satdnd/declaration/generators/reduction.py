"""Puzzles of declared kinds without the clues that they can do without."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from random import Random
from typing import Any

from satdnd.declaration.clues.family import families_of
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.encodings.cardinality import BEST
from satdnd.engine.kind import Kind, Rules
from satdnd.engine.statement_encoding import StatementEncoding
from satdnd.errors import UsageError
from satdnd.grid.bitboard import Grid
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Pool
from satdnd.sat.session import Model, Session
from satdnd.sat.watch import watched
from satdnd.setter.windows import Windows

WINDOWED = 500
"""From this number of cells on, each clue is first tried in a window of the board."""
_LEARNT = 32
"""Clues found to be needed, after which cuts rely on these as well."""


def another_solution(kind: Kind[Any, Any, Any], puzzle: Any, solution: Any, budget: Budget) -> Any:
    """A solution of a puzzle other than *solution*; None if there is none. Raises Undecided."""
    encoding = kind.compiled(puzzle, kind.options(), budget)
    encoding.formula.add(*encoding.blocking_clause(puzzle, solution))
    with Session(encoding.formula, budget=budget) as session:
        model = session.next_model((), refine=lambda m: encoding.cuts(puzzle, m), budget=budget)
        return None if model is None else encoding.decode(puzzle, model)


def opposite(grid: Grid, clue: Clue) -> Clue:
    """The place of a clue when the board is turned by half; that of a clue outside or between cells is its own."""
    cell = clue.place
    if not isinstance(cell, tuple) or [*map(type, cell)] != [int, int] or not grid.contains(cell):
        return clue
    return Clue(clue.field, (grid.height - 1 - cell[0], grid.width - 1 - cell[1]))


class Reduction:
    """Takes clues from one puzzle until it can do without no other.

    Each statement of a clue that may go holds under a literal of its own.

    Args:
        kind: of the puzzle.
        puzzle: with all its clues.
        solution: a solution of it.
        budget: for everything.
        symmetric: whether a clue in a cell goes only together with the one in the opposite cell.
    """

    def __init__(
        self,
        kind: Kind[Any, Any, Any],
        puzzle: GridPuzzle,
        solution: Any,
        budget: Budget,
        *,
        symmetric: bool = False,
    ) -> None:
        self._kind, self._puzzle, self._solution, self._budget = kind, puzzle, solution, budget
        encoder = partial(Encoder, cardinality=BEST, alone=False)

        def made() -> StatementEncoding[Any, Any]:
            """The rules, then their clauses."""
            bare = replace(kind.require(Rules).book(puzzle, kind.options()), shown=())  # what is shown may go
            return StatementEncoding(bare, budget, encoder)

        self._encoding = encoding = watched(budget, made)
        families = families_of(type(puzzle))
        self._formula = formula = Formula(Pool(encoding.formula.variables, budget))
        self._clues = dict[Literal, list[Clue]]()  # by their literals
        self._stated = dict[Literal, list[RuleStatement]]()
        selectors: dict[Clue, Literal] = {}
        for statement, clauses in encoding.formula.by_statement():
            clue = getattr(statement, "clue", None)
            if clue is None or not families[clue.field].removable:
                formula.extend(clauses)
                continue
            if clue not in selectors:
                other = opposite(puzzle.grid, clue) if symmetric else clue
                selectors[clue] = selectors.get(other) or formula.pool.new()
                self._clues.setdefault(selectors[clue], []).append(clue)
            if isinstance(statement, RuleStatement):
                self._stated.setdefault(selectors[clue], []).append(statement)
            formula.extend([*clause, -selectors[clue]] for clause in clauses)
        self._spare = {selector for selector, clues in self._clues.items() if families[clues[0].field].spare}
        self._rely_on(())

    def minimal(self, rng: Random) -> GridPuzzle | None:
        """The puzzle without clues that it can do without, so that no other can go; None: it has another solution.

        Raises Undecided.
        """
        needed = [*self._clues]
        rng.shuffle(needed)
        large = self._puzzle.grid.size >= WINDOWED
        kept = self._kept_on_large_board(needed) if large else self._kept(needed)
        if kept is None:
            return None
        made = self._without(kept)
        if another_solution(self._kind, made, self._solution, self._budget) is not None:
            lost = "more is lost with a clue than the statements that name it"
            raise UsageError(f"{self._kind.name} is declared wrongly: {lost}; each that it makes needs clue=")
        return made

    def _kept(self, needed: Sequence[Literal]) -> set[Literal] | None:
        """The literals of a minimal set of clues; None if all together leave another solution.

        The solution is ruled out: as long as that has no model, it is the only one. What the solver did not need goes
        at once, the rest is tried one by one.
        """
        self._formula.add(*self._encoding.blocking_clause(self._puzzle, self._solution))
        with Session(self._formula, budget=self._budget) as session:
            if self._model(session, needed):
                return None
            needed = _used(session, needed, self._spare)
            for selector in self._in_order(needed):
                rest = [x for x in needed if x != selector]
                if selector in needed and not self._model(session, rest):
                    needed = _used(session, rest, self._spare)
        return {*needed}

    def _kept_on_large_board(self, needed: Sequence[Literal]) -> set[Literal] | None:
        """As `_kept`. While the clues leave one solution, any other that they leave without one of them differs in what
        the statements of that clue are about: first in its window, then anywhere.
        """
        own = self._encoding.literals(self._puzzle, self._solution)
        differs = {selector: self._formula.pool.new() for selector in self._clues}
        scopes = {selector: self._scope(selector) for selector in self._clues}
        for selector, scope in scopes.items():
            self._formula.add(-differs[selector], *(-own[i] for i in scope))
        elsewhere = self._formula.pool.new()
        self._formula.add(-elsewhere, *self._encoding.blocking_clause(self._puzzle, self._solution))
        with (
            Session(self._formula, budget=self._budget) as session,
            Windows(self._formula, self._encoding.unknowns, own, self._budget) as windows,
        ):
            if self._model(session, [*needed, elsewhere]):
                return None
            needed = _used(session, needed, self._spare)
            kept, proven = dict.fromkeys(needed), list[Literal]()
            for selector in self._in_order(needed):
                assumed = [differs[selector], *(x for x in kept if x != selector)]
                cells = {cell for i in scopes[selector] for cell in self._encoding.unknowns.cells(i + 1)}
                if windows.other(cells, assumed, self._cuts) or self._model(session, assumed):
                    proven.append(selector)
                    if len(proven) % _LEARNT == 0:
                        self._rely_on(proven)
                else:
                    del kept[selector]
        return {*kept}

    def _without(self, kept: Container[Literal]) -> GridPuzzle:
        """The puzzle without the clues whose literals are not among *kept*."""
        gone = (clues for selector, clues in self._clues.items() if selector not in kept)
        return self._puzzle.changed(dict.fromkeys(chain.from_iterable(gone)))

    def _in_order(self, needed: Sequence[Literal]) -> list[Literal]:
        """In the order in which clues are tried: first the spare ones."""
        return sorted(needed, key=lambda x: x not in self._spare)

    def _scope(self, selector: Literal) -> list[int]:
        """What the statements of a clue are about, by the positions of variables."""
        constraints = (constraint for one in self._stated[selector] for constraint in one.constraints())
        return sorted({i for constraint in constraints for i in constraint.scope})

    def _rely_on(self, needed: Sequence[Literal]) -> None:
        """Let cuts be those of the puzzle without clues that may still go, since they may rely on clues."""
        bare = self._without({*needed})
        self._bare = self._kind.require(Rules).book(bare, self._kind.options()).cuts

    def _cuts(self, model: Model) -> list[Clause]:
        return self._bare.solving_clauses(self._encoding.board(model)) if self._bare else []

    def _model(self, session: Session, assumed: Sequence[Literal]) -> Model | None:
        """A board under these literals."""
        return session.next_model(assumed, refine=self._cuts, budget=self._budget)


def _used(session: Session, assumed: Sequence[Literal], spare: Container[Literal]) -> list[Literal]:
    """The literals that the last refutation needed, in their order.

    As long as there are *spare* ones, only these go.
    """
    core, some_spare = {*session.core}, any(x in spare for x in assumed)
    return [x for x in assumed if x in core or (some_spare and x not in spare)]
