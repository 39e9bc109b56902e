"""What each single statement implies, in tables that are filled on demand.

A statement is split into *components* that share no variable ("row 3 holds each digit once" into one per digit).
Components whose clauses are equal up to renaming of variables share one table: all 2x2 squares of a board, or all rows
with a count of 5, across puzzles. An entry holds every implied literal; a solver is asked once per entry. For several
statements together see `satdnd.explanation.statements`; code used by both is here.

Sets of variables are integers: bit v - 1 is variable v.
"""

from __future__ import annotations

import atexit
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias

from satdnd.grid.bitboard import scan
from satdnd.rules.count import CountReasoner
from satdnd.rules.statement import Reasoner, RuleStatement, SearchLimit
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Statement

Implied: TypeAlias = tuple[int, int] | None
"""The variables that must be true, and those that must be false; None if there is no model."""

_TABLES = 4096
"""The maximum number of tables."""
_SOLVERS = 64 if sys.platform == "emscripten" else 256
"""The maximum number of tables that keep a solver, which takes 40 kB, in a browser 4 MB. With fewer solvers than tables
most questions rebuild one; a 10x10 nurikabe has about 100 tables."""
_ENTRIES = 1 << 18
"""The maximum number of entries of one table, and of all components together; about 100 MB."""


def bits_of(literals: Iterable[Literal]) -> tuple[int, int]:
    """The variables of the positive *literals*, and those of the negative ones, as bits."""
    found = [0, 0]
    for x in literals:
        found[x < 0] |= 1 << abs(x) - 1
    return found[0], found[1]


def literals_of(true: int, false: int) -> list[Literal]:
    """The inverse of `bits_of`, in the order of the variables."""
    return [v + 1 if true >> v & 1 else -v - 1 for v in scan(true | false)]


def backbone(solver: Any, assumed: list[Literal], variables: Iterable[int]) -> list[Literal]:
    """The literals of *variables* true in all models with *assumed*; the solver must just have found such a model."""
    model = solver.get_model()
    left = [model[v - 1] for v in variables]
    solver.set_phases([-x for x in left])  # a model that differs in many places settles many
    found = []
    while left:
        x = left.pop()
        if solver.solve(assumptions=[*assumed, -x]):
            model = solver.get_model()
            left = [y for y in left if model[abs(y) - 1] == y]
        else:
            found.append(x)
    return found


class ClauseShape:
    """Clauses over variables numbered from 1. Clauses that differ only in variable names have the same shape."""

    def __init__(self, clauses: tuple[tuple[int, ...], ...]) -> None:
        self.clauses = clauses


class SolverCache:
    """A cache of the *most* solvers used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._solvers: dict[ClauseShape, Any] = {}

    def solver(self, shape: ClauseShape) -> Any:
        """The solver for *shape*, created if necessary."""
        solver = self._solvers.pop(shape, None)
        if solver is None:
            from pysat.solvers import Solver

            if len(self._solvers) >= self._most:
                self._solvers.pop(next(iter(self._solvers))).delete()
            solver = Solver("minisat22", bootstrap_with=shape.clauses)
        self._solvers[shape] = solver
        return solver

    def close(self) -> None:
        """Delete all solvers."""
        while self._solvers:
            self._solvers.popitem()[1].delete()


class Table(ClauseShape):
    """The models of *clauses*, projected to the variables 1 to *scope*."""

    def __init__(self, scope: int, clauses: tuple[tuple[int, ...], ...]) -> None:
        super().__init__(clauses)
        self._scope = scope
        self._entries: dict[tuple[int, int], Implied] = {}

    def implied(self, true: int, false: int) -> Implied:
        """The other literals implied if the variables *true* are true and *false* are false."""
        key = true, false
        if key not in self._entries:
            if len(self._entries) >= _ENTRIES:
                self._entries.clear()
            self._entries[key] = self._ask(true, false)
        return self._entries[key]

    def _ask(self, true: int, false: int) -> Implied:
        known = [v + 1 for v in scan(true)] + [-v - 1 for v in scan(false)]
        solver = _solvers.solver(self)
        if not solver.solve(assumptions=known):
            return None
        fixed = true | false
        return bits_of(backbone(solver, known, [v for v in range(1, self._scope + 1) if not fixed >> v - 1 & 1]))


class Component:
    """A component of a statement, with a cache of its implications.

    Args:
        reasoner: computes the implications.
    """

    def __init__(self, reasoner: Reasoner | TableReasoner) -> None:
        self.scope = reasoner.scope
        self._reasoner = reasoner
        self._entries: dict[tuple[int, int], Implied] = {}

    def __len__(self) -> int:
        """The number of cached entries."""
        return len(self._entries)

    def implied(self, true: int, false: int) -> Implied:
        """The other literals implied if the variables *true* are true and *false* are false."""
        key = true & self.scope, false & self.scope
        try:
            return self._entries[key]
        except KeyError:
            found = self._entries[key] = self._implied(*key)
            return found

    def _implied(self, true: int, false: int) -> Implied:
        try:
            return self._reasoner.implied(true, false)
        except SearchLimit:
            return 0, 0  # chains do without


class TableReasoner:
    """Reads a shared table with renamed variables.

    Args:
        scope: the projected variables of the component, in the order of the table's variables.
        table: the shared table.
    """

    def __init__(self, scope: Sequence[int], table: Table) -> None:
        self._places = tuple(v - 1 for v in scope)
        self.scope = sum(1 << place for place in self._places)
        self._table = table

    def implied(self, true: int, false: int) -> Implied:
        """The implied literals, with variables translated to the table and back."""
        own = [0, 0]
        for bit, place in enumerate(self._places):
            if true >> place & 1:
                own[0] |= 1 << bit
            elif false >> place & 1:
                own[1] |= 1 << bit
        found = self._table.implied(own[0], own[1])
        if found is None:
            return None
        wide = [sum(1 << self._places[bit] for bit in scan(half)) for half in found]
        return wide[0], wide[1]


_tables: dict[tuple[int, tuple[tuple[int, ...], ...]], Table] = {}
_forms: dict[tuple[Any, ...], list[tuple[list[int], Table]]] = {}
_made: dict[tuple[tuple[int, ...], Table], Component] = {}
_solvers = SolverCache(_SOLVERS)
atexit.register(_solvers.close)  # PySAT cannot delete solvers during interpreter shutdown


def clauses_by_statement(formula: Formula, projected: int, budget: Budget) -> dict[Statement, list[Clause]]:
    """The clauses of each statement of *formula*, with the definitions of their auxiliary variables.

    A literal brings the definitions that its truth could violate; the others hold if it does.

    Args:
        formula: clauses without a statement define auxiliary variables.
        projected: the projected variables, as bits.
        budget: checked throughout.

    Raises:
        Undecided: the budget ran out.
    """
    groups, definitions = _groups(formula, projected, budget, both_signs=False)
    return {statement: _with_definitions(clauses, definitions, budget) for statement, clauses in groups.items()}


def components(formula: Formula, projected: int, budget: Budget) -> list[list[Component]]:
    """The components of each statement of *formula*; one for a statement with its own reasoner.

    Arguments and errors as for `clauses_by_statement`, but with all definitions of the auxiliary variables.
    """
    if sum(map(len, _made.values())) > _ENTRIES:
        _made.clear()
    groups, definitions = _groups(formula, projected, budget, both_signs=True)
    found = list[list[Component]]()
    for statement, clauses in groups.items():
        whole = _with_definitions(clauses, definitions, budget)
        true, false = bits_of(chain.from_iterable(whole))
        if reasoner := reasoner_of(statement, (true | false) & projected):
            found.append([Component(reasoner)])
        else:
            found.append(list(_components(whole, projected)))
    return found


def reasoner_of(statement: Statement, scope: int) -> Reasoner | None:
    """Its own reasoner; *scope*: its variables, and those that they are defined by, of which a count knows nothing."""
    reasoner = statement.reasoner() if isinstance(statement, RuleStatement) else None
    return None if isinstance(reasoner, CountReasoner) and reasoner.scope != scope else reasoner


def _groups(
    formula: Formula, projected: int, budget: Budget, *, both_signs: bool
) -> tuple[dict[Statement, list[Clause]], dict[Literal, list[Clause]]]:
    """The clauses by statement, and the definitions by literal; with *both_signs* under both literals of a variable."""
    groups: dict[Statement, list[Clause]] = {}
    definitions: dict[Literal, list[Clause]] = defaultdict(list)
    for statement, clauses in formula.by_statement():
        if statement is not None:
            groups.setdefault(statement, []).extend(clauses)
            continue
        for clause in clauses:
            budget.check()
            hidden = [-x for x in clause if not projected >> abs(x) - 1 & 1]
            for x in hidden or clause:
                definitions[x].append(clause)
                if both_signs or not hidden:
                    definitions[-x].append(clause)
    return groups, definitions


def _components(clauses: Sequence[Clause], projected: int) -> Iterator[Component]:
    """The components of a statement, given its *clauses* with all definitions.

    Variables are numbered in order of appearance, so statements that are equal up to renaming are split only once.
    """
    number: dict[int, int] = {}
    for clause in clauses:
        for x in clause:
            number.setdefault(abs(x), len(number) + 1)
    form = (
        tuple([tuple([number[x] if x > 0 else -number[-x] for x in clause]) for clause in clauses]),
        tuple([projected >> v - 1 & 1 for v in number]),
    )
    if form not in _forms:
        if len(_forms) >= _TABLES:
            _forms.clear()
        _forms[form] = [_table(group, form[1]) for group in _split(form[0])]
    variables = list(number)
    for indices, table in _forms[form]:
        scope = tuple([variables[i - 1] for i in indices])
        if (scope, table) not in _made:
            _made[scope, table] = Component(TableReasoner(scope, table))
        yield _made[scope, table]


def _table(clauses: Sequence[Sequence[int]], projected: Sequence[int]) -> tuple[list[int], Table]:
    """The projected variables of a component, in the order of its table's variables, and the table."""
    variables = sorted({abs(x) for clause in clauses for x in clause}, key=lambda v: (not projected[v - 1], v))
    number = {v: i for i, v in enumerate(variables, 1)}
    scope = [v for v in variables if projected[v - 1]]
    shape = len(scope), tuple(tuple(number[x] if x > 0 else -number[-x] for x in clause) for clause in clauses)
    if shape not in _tables:
        if len(_tables) >= _TABLES:
            _tables.clear()  # components in use keep their tables
            _forms.clear()
            _made.clear()
        _tables[shape] = Table(*shape)
    return scope, _tables[shape]


def _with_definitions(clauses: list[Clause], definitions: dict[Literal, list[Clause]], budget: Budget) -> list[Clause]:
    """*clauses* with the *definitions* of their literals, transitively."""
    taken = {id(clause): clause for clause in clauses}
    seen: set[Literal] = set()
    todo = [x for clause in clauses for x in clause]
    while todo:
        x = todo.pop()
        if x not in seen:
            budget.check()
            seen.add(x)
            for clause in definitions.get(x, ()):
                if id(clause) not in taken:
                    taken[id(clause)] = clause
                    todo += clause
    return list(taken.values())


def _split(clauses: Sequence[Sequence[int]]) -> list[list[Sequence[int]]]:
    """Split *clauses* into groups that share no variable, in the order of their first clauses."""
    above: dict[int, int] = {}

    def top(v: int) -> int:
        """The representative of a variable's group (union-find with path halving)."""
        above.setdefault(v, v)
        while above[v] != v:
            above[v] = v = above[above[v]]
        return v

    for clause in clauses:
        one = top(abs(clause[0])) if clause else 0
        for x in clause[1:]:
            above[top(abs(x))] = one
    groups: dict[int, list[Sequence[int]]] = {}
    for clause in clauses:
        groups.setdefault(top(abs(clause[0])) if clause else 0, []).append(clause)
    return list(groups.values())
