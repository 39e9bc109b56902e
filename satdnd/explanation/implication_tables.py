"""What each statement of a formula implies by itself, from tables that fill as they are asked.

A statement falls into parts that share no variable ("row 3 holds each digit once" into one for each digit). Parts of
the same shape, which are the same clauses but for the names of their variables, share one table: all 2x2 squares of a
board, all rows with a count of 5, of one puzzle and of the next. A table is complete: each entry has every literal that
follows, asked of a solver once.

Sets of variables are integers here: bit v - 1 is variable v.
"""

from __future__ import annotations

import atexit
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from satdnd.grid.bitboard import scan
from satdnd.sat.formula import Clause, Formula, Statement

Implied: TypeAlias = tuple[int, int] | None
"""Variables that must be true, and false; None: there is no model."""

_TABLES = 4096
"""Shapes that keep their tables."""
_SOLVERS = 64
"""Tables that keep their solvers: each takes 4 MB at once, which browsers must really give."""
_ENTRIES = 1 << 18
"""Entries of one table, or of all parts together, some 100 MB."""


class Table:
    """The models of *clauses*, seen through the variables 1 to *scope*."""

    def __init__(self, scope: int, clauses: Iterable[Sequence[int]]) -> None:
        self._scope, self._clauses = scope, tuple(clauses)
        self._entries: dict[tuple[int, int], Implied] = {}

    def _solver(self) -> Any:
        """Of its clauses; those asked last are kept."""
        solver = _solvers.pop(self, None)
        if solver is None:
            from pysat.solvers import Solver

            if len(_solvers) >= _SOLVERS:
                _solvers.pop(next(iter(_solvers))).delete()
            solver = Solver("minisat22", bootstrap_with=[list(clause) for clause in self._clauses])
        _solvers[self] = solver
        return solver

    def implied(self, true: int, false: int) -> Implied:
        """What follows where the variables *true* are true and *false* false, beyond these."""
        key = true, false
        if key not in self._entries:
            if len(self._entries) >= _ENTRIES:
                self._entries.clear()
            self._entries[key] = self._ask(true, false)
        return self._entries[key]

    def _ask(self, true: int, false: int) -> Implied:
        known = [v + 1 for v in scan(true)] + [-v - 1 for v in scan(false)]
        solver = self._solver()
        if not solver.solve(assumptions=known):
            return None
        fixed = true | false
        left = [x for x in solver.get_model()[: self._scope] if not fixed >> abs(x) - 1 & 1]
        solver.set_phases([-x for x in left])  # a model that differs in much answers for much
        found = [0, 0]
        while left:
            x = left.pop()
            if solver.solve(assumptions=[*known, -x]):
                model = solver.get_model()
                left = [y for y in left if model[abs(y) - 1] == y]
            else:
                found[x < 0] |= 1 << abs(x) - 1
        return found[0], found[1]


class Part:
    """A part of a statement.

    Args:
        scope: its variables that are asked about.
        table: over these.
    """

    def __init__(self, scope: Sequence[int], table: Table) -> None:
        self._places = tuple(v - 1 for v in scope)
        self.scope = sum(1 << place for place in self._places)
        self._table = table
        self._entries: dict[tuple[int, int], Implied] = {}

    def __len__(self) -> int:
        """Its entries."""
        return len(self._entries)

    def implied(self, true: int, false: int) -> Implied:
        """What follows from it on a board where the variables *true* are true and *false* false, beyond these."""
        key = true & self.scope, false & self.scope
        try:
            return self._entries[key]
        except KeyError:
            pass
        own = [0, 0]
        for bit, place in enumerate(self._places):
            if true >> place & 1:
                own[0] |= 1 << bit
            elif false >> place & 1:
                own[1] |= 1 << bit
        found = self._table.implied(own[0], own[1])
        if found is not None:
            wide = [sum(1 << self._places[bit] for bit in scan(half)) for half in found]
            found = wide[0], wide[1]
        self._entries[key] = found
        return found


_tables: dict[tuple[int, tuple[tuple[int, ...], ...]], Table] = {}
_forms: dict[tuple[Any, ...], list[tuple[list[int], Table]]] = {}
_parts: dict[tuple[tuple[int, ...], Table], Part] = {}
_solvers: dict[Table, Any] = {}
"""Those kept, the one asked last behind the others."""


@atexit.register
def _close() -> None:
    """Give them back: at the end of the interpreter PySAT cannot any more."""
    for solver in _solvers.values():
        solver.delete()


def parts_of(formula: Formula, projected: int) -> list[Part]:
    """The parts of all statements of *formula*, in its order, each once.

    Args:
        formula: clauses without a statement define auxiliary variables; a statement has those that it speaks of.
        projected: the variables that are asked about.
    """
    return list(dict.fromkeys(part for parts in parts_by_statement(formula, projected).values() for part in parts))


def parts_by_statement(formula: Formula, projected: int) -> dict[Statement, list[Part]]:
    """The parts of each statement of *formula*, in its order; the rest as `parts_of`."""
    defining, groups = defaultdict[int, list[Clause]](list), dict[Statement, list[Clause]]()
    for statement, clauses in formula.by_statement():
        if statement is not None:
            groups.setdefault(statement, []).extend(clauses)
            continue
        for clause in clauses:
            auxiliary = [abs(x) for x in clause if not projected >> abs(x) - 1 & 1]
            for v in auxiliary or map(abs, clause):
                defining[v].append(clause)
    if sum(map(len, _parts.values())) > _ENTRIES:
        _parts.clear()
    return {told: list(_parts_of(_complete(clauses, defining), projected)) for told, clauses in groups.items()}


def _parts_of(clauses: Sequence[Clause], projected: int) -> Iterator[Part]:
    """The parts of one statement, by *clauses* with all definitions.

    The variables are numbered as they come, so that statements that differ in names only are taken apart once.
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
        _forms[form] = [_table(part, form[1]) for part in _apart(form[0])]
    variables = list(number)
    for indices, table in _forms[form]:
        scope = tuple([variables[i - 1] for i in indices])
        if (scope, table) not in _parts:
            _parts[scope, table] = Part(scope, table)
        yield _parts[scope, table]


def _table(clauses: Sequence[Sequence[int]], projected: Sequence[int]) -> tuple[list[int], Table]:
    """The table of a part, and the variables that its own stand for."""
    variables = sorted({abs(x) for clause in clauses for x in clause}, key=lambda v: (not projected[v - 1], v))
    number = {v: i for i, v in enumerate(variables, 1)}
    scope = [v for v in variables if projected[v - 1]]
    shape = len(scope), tuple(tuple(number[x] if x > 0 else -number[-x] for x in clause) for clause in clauses)
    if shape not in _tables:
        if len(_tables) >= _TABLES:
            _tables.clear()  # what is still in use keeps its tables
            _forms.clear()
            _parts.clear()
        _tables[shape] = Table(*shape)
    return scope, _tables[shape]


def _complete(clauses: Sequence[Clause], defining: dict[int, list[Clause]]) -> list[Clause]:
    """*clauses* with the definitions of what they speak of."""
    found, taken, seen = list(clauses), {id(clause) for clause in clauses}, set[int]()
    for clause in found:  # which grows
        for v in map(abs, clause):
            if v not in seen:
                seen.add(v)
                more = [other for other in defining.get(v, ()) if id(other) not in taken]
                taken.update(map(id, more))
                found += more
    return found


def _apart(clauses: Sequence[Sequence[int]]) -> list[list[Sequence[int]]]:
    """*clauses* in groups that share no variable, in the order of their first clauses."""
    above: dict[int, int] = {}

    def top(v: int) -> int:
        """The variable that stands for all that are joined with it; paths are halved on the way."""
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
