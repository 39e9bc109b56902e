"""The statements of a formula, the known literals, and solvers for any selection of statements.

`satdnd.explanation.implication_tables` tabulates what single statements imply.

Boards are integers: bit v - 1 is variable v of the projection.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import cast
from weakref import WeakValueDictionary

from satdnd.explanation.implication_tables import (
    ClauseShape,
    Component,
    Implied,
    SolverCache,
    backbone,
    bits_of,
    clauses_by_statement,
    components,
    literals_of,
    reasoner_of,
)
from satdnd.explanation.joint_solver import JointSolver
from satdnd.grid.bitboard import scan
from satdnd.rules.cut import Cut, Cuts
from satdnd.rules.one_solution import OneSolution
from satdnd.rules.statement import Reasoner, RuleStatement, SearchLimit
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Statement

_GROWN = 500
"""The solver for all statements is replaced once it has this many variables beyond twice the initial number."""
_FEW = 1_600
"""The solver for a few statements is replaced once it has this many variables."""
_RECENT = 200
"""The number of the latest cut clauses kept then."""
_SOLVERS = 32 if sys.platform == "emscripten" else 256
"""The maximum number of shapes that keep a solver; 4 MB each in a browser. A 10x10 nurikabe has about 100 shapes."""
_ANSWERS = 512
"""The maximum number of answers kept by one conjunction: arguments ask the same questions repeatedly."""
_CONJUNCTIONS = 2048
"""The maximum number of cached conjunctions."""
_CONFLICTS = 1_000
"""The most conflicts for which a solver asks whether a known literal is needed."""


class ShapeSolvers(SolverCache):
    """Solvers shared by clauses that are equal up to renaming of variables.

    A board has hundreds of statements but only a few dozen shapes.
    """

    def __init__(self) -> None:
        super().__init__(_SOLVERS)
        self._shapes: WeakValueDictionary[tuple[tuple[int, ...], ...], ClauseShape] = WeakValueDictionary()

    def shape(self, clauses: Iterable[Iterable[int]]) -> ClauseShape:
        """The shape with these clauses, over variables numbered from 1."""
        key = tuple(map(tuple, clauses))
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = ClauseShape(key)
        return shape


class Conjunction:
    """Several statements together, over variables numbered from 1, in the solver of their shape."""

    def __init__(self, clauses: Iterable[Clause], projected: int, solvers: ShapeSolvers) -> None:
        clauses, number = list(clauses), dict[int, int]()
        for clause in clauses:
            for x in clause:
                number.setdefault(abs(x), len(number) + 1)
        self._number, self._variables = number, [0, *number]
        self._projection = [(1 << v - 1, n) for v, n in number.items() if projected >> v - 1 & 1]
        self.scope = sum(bit for bit, _ in self._projection)
        """The projected variables in its scope, as bits."""
        self._implied: dict[tuple[int, int], Implied] = {}
        self._solvers = solvers
        self._shape = solvers.shape([number[x] if x > 0 else -number[-x] for x in clause] for clause in clauses)

    def _assumed(self, true: int, false: int) -> list[int]:
        known = true | false
        return [n if true & bit else -n for bit, n in self._projection if known & bit]

    def _literals(self, numbers: Iterable[int]) -> list[Literal]:
        return [self._variables[abs(n)] * (1 if n > 0 else -1) for n in numbers]

    def possible(self, true: int, false: int, without: Literal = 0) -> bool:
        """Whether a model exists with the known literals, and without the literal *without* of its scope."""
        assumed = self._assumed(true, false)
        if without:
            assumed.append(-self._number[without] if without > 0 else self._number[-without])
        return bool(self._solvers.solver(self._shape).solve(assumptions=assumed))

    def implied(self, true: int, false: int) -> Implied:
        """The other literals implied if the variables *true* are true and *false* are false; answers are kept."""
        key = true & self.scope, false & self.scope
        if key not in self._implied:
            if len(self._implied) >= _ANSWERS:
                self._implied.clear()
            self._implied[key] = self.fresh_implied(*key)
        return self._implied[key]

    def fresh_implied(self, true: int, false: int) -> Implied:
        """As `implied`, for variables in the scope, computed anew."""
        assumed, solver = self._assumed(true, false), self._solvers.solver(self._shape)
        if not solver.solve(assumptions=assumed):
            return None
        known = true | false
        return bits_of(self._literals(backbone(solver, assumed, [n for bit, n in self._projection if not bit & known])))

    def simplified(self, clauses: Iterable[Clause], true: int, false: int) -> list[Clause]:
        """Its *clauses*, simplified by unit propagation of the known literals."""
        assumed = self._assumed(true, false)
        _, settled = self._solvers.solver(self._shape).propagate(assumptions=assumed)
        given = set(assumed)
        holds = set(self._literals(settled))
        units = [[x] for x in self._literals(n for n in settled if n not in given)]  # other statements may have these
        return units + [[x for x in clause if -x not in holds] for clause in clauses if holds.isdisjoint(clause)]

    def needed(self, true: int, false: int, literal: Literal) -> tuple[int, int]:
        """A subset of the known literals that implies *literal*: irreducible, as far as a solver can tell quickly."""
        if Conjunction.possible(self, true, false, literal):
            raise AssertionError(f"{literal} is not implied")
        core = set(self._literals(self._solvers.solver(self._shape).get_core() or ())) - {-literal}
        needed_true, needed_false = bits_of(core)
        true, false = true & needed_true, false & needed_false
        for x in sorted(core, key=abs):
            bit = 1 << abs(x) - 1
            if not self._perhaps(true & ~bit, false & ~bit, literal):
                true, false = true & ~bit, false & ~bit
        return true, false

    def _perhaps(self, true: int, false: int, without: Literal) -> bool:
        """As `possible`; also True where a solver has to search for long, as for counts that just do not fit."""
        assumed = [*self._assumed(true, false), -self._number[without] if without > 0 else self._number[-without]]
        solver = self._solvers.solver(self._shape)
        solver.conf_budget(_CONFLICTS)
        return solver.solve_limited(assumptions=assumed) is not False


class Reasoned(Conjunction):
    """One statement that reasons by itself: a solver is asked only for cores, and where the search would be long."""

    def __init__(self, reasoner: Reasoner, clauses: Iterable[Clause], projected: int, solvers: ShapeSolvers) -> None:
        super().__init__(clauses, projected, solvers)
        self._reasoner = reasoner

    def possible(self, true: int, false: int, without: Literal = 0) -> bool:
        """By search."""
        bit = 1 << abs(without) - 1 if without else 0
        true, false = (true, false | bit) if without > 0 else (true | bit, false)
        try:
            return self._reasoner.possible(true & self.scope, false & self.scope)
        except SearchLimit:
            return super().possible(true, false)

    def _perhaps(self, true: int, false: int, without: Literal) -> bool:
        """By search."""
        return self.possible(true, false, without)

    def fresh_implied(self, true: int, false: int) -> Implied:
        """By search."""
        try:
            return self._reasoner.implied(true, false)
        except SearchLimit:
            return super().fresh_implied(true, false)


class Statements:
    """The numbered statements of a formula with the definitions of their variables, and the known literals.

    Cuts, and consequences of uniqueness, get numbers above `count` on demand.

    Args:
        formula: its clauses by statement; clauses without a statement define auxiliary variables, and always hold.
        projected: the projected variables, as bits.
        solution: a board that satisfies all statements.
        budget: checked throughout; methods raise Undecided if it runs out.
    """

    def __init__(self, formula: Formula, projected: int, solution: int, budget: Budget) -> None:
        self.projected, self.solution, self.budget = projected, solution, budget
        self.true = self.false = 0
        """The known literals, as bits."""
        self._formula = formula
        clauses = clauses_by_statement(formula, projected, budget)
        self._statements, self._clauses = list(clauses), list(clauses.values())
        self.count = len(self._statements)
        """The number of statements of the formula; cuts have higher numbers."""
        variables = [bits_of(chain.from_iterable(clauses)) for clauses in self._clauses]
        self.scopes = [(true | false) & projected for true, false in variables]
        """By statement: its projected variables, as bits."""
        self.occurrences: dict[int, list[int]] = defaultdict(list)
        """By place: the statements whose scope contains it."""
        for i, scope in enumerate(self.scopes):
            for place in scan(scope):
                self.occurrences[place].append(i)
        loose = (clause for statement, own in formula.by_statement() if statement is None for clause in own)
        structure = {id(clause) for clause in loose if all(projected >> abs(x) - 1 & 1 for x in clause)}
        self._structure = [[clause for clause in own if id(clause) in structure] for own in self._clauses]
        """By statement: its clauses over projected variables that belong to no statement."""
        self._statements.append(Statement("", (), "no cut is violated"))
        self._clauses.append([])
        self._top = formula.variables
        """The largest variable used by conjunctions."""
        self._numbers: dict[Statement, int] = {}
        self._cuts: dict[int, Cut] = {}
        self._solvers = ShapeSolvers()
        self._conjunctions: dict[tuple[int, ...], Conjunction] = {}
        self._simplified: dict[int, list[Clause]] = {}
        self._cut_clauses: list[tuple[int, int]] = []
        """The variables of their positive literals, and of their negative ones."""
        self._work = 0
        """The work of replaced solvers."""
        self.whole = self._joint_solver()
        """The solver for questions about all statements; replaced by `renew`."""
        self.few = self._joint_solver()
        """The solver for questions about a few statements; replaced by `renew`."""
        self.all_cuts = self.few.new_selector([])
        """The selector in `few` of the cut clauses added by `add_cut_clauses`."""

    def __getitem__(self, i: int) -> Statement:
        """The statement numbered *i*."""
        return self._statements[i]

    def number(self, statement: Statement) -> int:
        """The number of *statement*; a consequence of uniqueness gets a new one."""
        if isinstance(statement, OneSolution):
            return self._numbers.get(statement) or self._add(statement, [list(statement.literals)])
        return self._statements.index(statement)

    def number_of_cut(self, cut: Cut) -> int:
        """The number of *cut*, a new one for a new cut."""
        number = self._numbers.get(cut)
        if number is None:
            number = self._add(cut, _clauses(cut, self._top))
            self._cuts[number] = cut
            self._top += len(cut.sides)
        return number

    def _add(self, statement: Statement, clauses: list[Clause]) -> int:
        """Add a statement that is not in the formula, and return its number."""
        number = self._numbers[statement] = len(self._statements)
        self._statements.append(statement)
        self._clauses.append(clauses)
        return number

    # known literals

    @property
    def open(self) -> int:
        """The open variables, as bits."""
        return self.projected & ~(self.true | self.false)

    def learn(self, literals: Sequence[Literal]) -> list[int]:
        """Add *literals*, which must be new, as known. Returns the statements whose scope contains them."""
        true, false = bits_of(literals)
        self.true |= true
        self.false |= false
        self.whole.learn(literals)
        self.few.learn(literals)
        concerned = [i for place in scan(true | false) for i in self.occurrences.get(place, ())]
        for i in concerned:
            self._simplified.pop(i, None)
        return concerned

    def without(self, x: Literal) -> tuple[int, int]:
        """The true and the false variables after adding -x."""
        bit = 1 << abs(x) - 1
        return (self.true, self.false | bit) if x > 0 else (self.true | bit, self.false)

    # small solvers

    def conjunction(self, ids: tuple[int, ...]) -> Conjunction:
        """The conjunction of some statements and cuts, cached."""
        found = self._conjunctions.pop(ids, None)
        if found is None:
            if len(self._conjunctions) >= _CONJUNCTIONS:
                del self._conjunctions[next(iter(self._conjunctions))]
            clauses = {id(clause): clause for i in ids for clause in self._clauses[i]}
            found = self._conjunction(ids, clauses.values())
        self._conjunctions[ids] = found
        return found

    def _conjunction(self, ids: tuple[int, ...], clauses: Iterable[Clause]) -> Conjunction:
        """A new one."""
        scope = self.scopes[ids[0]] if ids[0] < self.count else 0
        reasoner = reasoner_of(self._statements[ids[0]], scope) if len(ids) == 1 else None
        if reasoner:
            return Reasoned(reasoner, clauses, self.projected, self._solvers)
        return Conjunction(clauses, self.projected, self._solvers)

    def hold(self, i: int, board: int) -> bool:
        """Whether statement *i*, and the structure of its variables, hold on a complete board."""
        if cast(RuleStatement, self._statements[i]).broken(board):
            return False
        return all(any((board >> abs(x) - 1 & 1) == (x > 0) for x in clause) for clause in self._structure[i])

    def scope(self, ids: Iterable[int]) -> int:
        """The projected variables of some statements and cuts, as bits."""
        scope = 0
        for i in ids:
            scope |= self.scopes[i] if i < self.count else self.conjunction((i,)).scope
        return scope

    def components(self) -> list[list[Component]]:
        """By statement: its components."""
        return components(self._formula, self.projected, self.budget)

    def _simplify(self, i: int) -> list[Clause]:
        """The clauses of statement *i*, simplified by the known literals."""
        if i not in self._simplified:
            self._simplified[i] = self.conjunction((i,)).simplified(self._clauses[i], self.true, self.false)
        return self._simplified[i]

    # joint solvers

    @property
    def work(self) -> int:
        """The work of the solver for a few statements, including replaced ones."""
        return self._work + self.few.work

    def renew(self) -> None:
        """Replace joint solvers that have grown, since every model contains all their variables."""
        if len(self.few) > _FEW:
            self._work += self.few.work
            self.few.close()
            self.few = self._joint_solver()
            self._cut_clauses = [
                (positive & ~self.false, negative & ~self.true)
                for positive, negative in self._cut_clauses[-_RECENT:]
                if not positive & self.true | negative & self.false
            ]
            self.all_cuts = self.few.new_selector(literals_of(*bits) for bits in self._cut_clauses)
        if len(self.whole) > 2 * (self._formula.variables + self.count) + _GROWN:
            self.whole.close()
            self.whole = self._joint_solver()

    def add_cut_clauses(self, clauses: list[Clause]) -> None:
        """Add cut clauses behind the selector `all_cuts`."""
        self._cut_clauses += map(bits_of, clauses)
        self.few.add(clauses, self.all_cuts)

    def _joint_solver(self) -> JointSolver:
        """A new solver with the known literals and no statements."""
        solver = JointSolver(self._current_clauses, self.projected, self.solution, self._formula.variables, self.budget)
        solver.learn(literals_of(self.true, self.false))
        return solver

    def _current_clauses(self, i: int, top: int) -> Sequence[Clause]:
        """The clauses of a statement or cut, simplified by the known literals; a cut has variables above *top*."""
        cut = self._cuts.get(i)
        if cut is None:
            return self._simplify(i)
        there, shut = (self.true, self.false) if cut.sign > 0 else (self.false, self.true)
        sides = [side & ~shut for side in cut.sides if not side & there]
        ways = [x for x in cut.ways if not (self.false if x > 0 else self.true) >> abs(x) - 1 & 1]
        if not all(sides) or any((self.true if x > 0 else self.false) >> abs(x) - 1 & 1 for x in ways):
            return []
        return _clauses(replace(cut, ways=tuple(ways), sides=tuple(sides)), top)

    # all solvers

    def set_budget(self, budget: Budget) -> None:
        """Use *budget* from now on."""
        self.budget = self.whole.budget = self.few.budget = budget

    def close(self) -> None:
        """Delete the solvers; reference cycles would delay that."""
        self._conjunctions.clear()
        self._solvers.close()
        self.whole.close()
        self.few.close()


def _clauses(cut: Cut, top: int) -> list[Clause]:
    """The clauses of *cut*; its own variables are above *top*."""
    return cut.clauses(range(top + 1, top + 1 + len(cut.sides)))


def violated_cuts(cuts: Cuts | None, true: int, false: int) -> Iterator[tuple[Cut, list[int]]]:
    """Yield the cuts that a partial board violates, each with the known places of its sides."""
    if cuts is not None and cuts.broken(true, false):
        there = {1: true, -1: false}
        for cut in cuts.near(true, false):
            ends = [side & there[cut.sign] for side in cut.sides]
            if all(ends):
                yield cut, ends
