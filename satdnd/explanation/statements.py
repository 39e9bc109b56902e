"""The statements of a formula, each able to stand for itself: alone or some of them together in small solvers.

Boards are integers here: bit v - 1 is variable v, of those that are asked about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from weakref import WeakValueDictionary

from satdnd.encodings.connectivity import Cut
from satdnd.explanation.joint_solver import Whole
from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal, Statement

_WIDE = 32
"""Variables of a statement above which boards are judged without what is settled."""


_GROWN = 500
"""Variables beside those of the statements that a solver of all may have before it is made anew."""
_FEW = 1_600
"""Variables that a solver of a few statements may have before it is made anew."""
_KEPT = 32
"""Solvers of shapes that are kept: each takes 4 MB at once, which browsers must really give."""
_PARTS = 2048
"""Parts of several statements that are kept, and judges."""


class Shape:
    """Clauses over the variables from 1 on."""

    def __init__(self, clauses: tuple[tuple[int, ...], ...]) -> None:
        self.clauses = clauses


class Shapes:
    """Solvers of statements: those that differ in the names of their variables alone share one.

    A board has hundreds of statements and a few dozen shapes of them. The solvers that were asked last are kept.
    """

    def __init__(self) -> None:
        self._shapes: WeakValueDictionary[tuple[tuple[int, ...], ...], Shape] = WeakValueDictionary()
        self._solvers: dict[Shape, Any] = {}

    def of(self, clauses: Iterable[Iterable[int]]) -> Shape:
        """The shape with these clauses, over the variables from 1 on."""
        told = tuple(map(tuple, clauses))
        shape = self._shapes.get(told)
        if shape is None:
            shape = self._shapes[told] = Shape(told)
        return shape

    def solver(self, shape: Shape) -> Any:
        """Of one of them."""
        from pysat.solvers import Solver

        solver = self._solvers.pop(shape, None)
        if solver is None:
            if len(self._solvers) >= _KEPT:
                self._solvers.pop(next(iter(self._solvers))).delete()
            solver = Solver("minisat22", bootstrap_with=shape.clauses)
        self._solvers[shape] = solver
        return solver

    def close(self) -> None:
        """Give the solvers back."""
        while self._solvers:
            self._solvers.popitem()[1].delete()


class Part:
    """Statements together, over variables of their own, by the solver of their shape."""

    def __init__(self, clauses: Iterable[Clause], projected: int, shapes: Shapes) -> None:
        clauses, number = list(clauses), dict[int, int]()
        for clause in clauses:
            for x in clause:
                number.setdefault(abs(x), len(number) + 1)
        self._number, self._variables = number, [0, *number]
        self._scope = [(1 << v - 1, n) for v, n in number.items() if projected >> v - 1 & 1]
        self.mask = sum(bit for bit, _ in self._scope)
        self._shapes = shapes
        self._shape = shapes.of([number[x] if x > 0 else -number[-x] for x in clause] for clause in clauses)

    def possible(self, true: int, false: int, without: Literal = 0) -> bool:
        """Whether the statements can hold together with what is known, and without a literal of their scope."""
        known = true | false
        assumed = [n if true & bit else -n for bit, n in self._scope if known & bit]
        if without:
            assumed.append(-self._number[without] if without > 0 else self._number[-without])
        return bool(self._shapes.solver(self._shape).solve(assumptions=assumed))

    def implied(self, true: int, false: int, among: int) -> int:
        """The variables *among* these whose values follow from the statements and what is known, which can hold."""
        known = true | false
        assumed = [n if true & bit else -n for bit, n in self._scope if known & bit]
        solver = self._shapes.solver(self._shape)
        if not solver.solve(assumptions=assumed):
            raise AssertionError("what is known is not possible")
        model = solver.get_model()
        left = [(bit, model[n - 1]) for bit, n in self._scope if bit & among & ~known]
        solver.set_phases([-x for _, x in left])  # a model that differs in much answers for much
        found = 0
        while left:
            bit, x = left.pop()
            if solver.solve(assumptions=[*assumed, -x]):
                model = solver.get_model()
                left = [(other, y) for other, y in left if model[abs(y) - 1] == y]
            else:
                found |= bit
        return found

    def left(self, clauses: Iterable[Clause], true: int, false: int) -> list[Clause]:
        """*clauses*, which are its own, without what follows by propagation from what is known."""
        known = true | false
        assumed = [n if true & bit else -n for bit, n in self._scope if known & bit]
        _, settled = self._shapes.solver(self._shape).propagate(assumptions=assumed)
        given = set(assumed)
        new = [n for n in settled if n not in given]
        holds = {self._variables[abs(n)] * (1 if n > 0 else -1) for n in settled}
        units = [[self._variables[abs(n)] * (1 if n > 0 else -1)] for n in new]  # others may speak of the same
        return units + [[x for x in clause if -x not in holds] for clause in clauses if holds.isdisjoint(clause)]

    def needed(self, true: int, false: int, without: Literal) -> tuple[int, int]:
        """The part of what is known that is still not possible without a literal, and no part of it is."""
        if self.possible(true, false, without):
            raise AssertionError("possible without")
        failed = self._shapes.solver(self._shape).get_core() or ()
        core = {self._variables[abs(x)] * (1 if x > 0 else -1) for x in failed} - {-without}
        true &= sum(1 << x - 1 for x in core if x > 0)
        false &= sum(1 << -x - 1 for x in core if x < 0)
        for x in sorted(core, key=abs):
            bit = 1 << abs(x) - 1
            if not self.possible(true & ~bit, false & ~bit, without):
                true, false = true & ~bit, false & ~bit
        return true, false


class Statements:
    """The clauses of each statement, with the definitions of what they speak of; cuts join them as they are needed.

    Args:
        formula: its clauses by statements; clauses without one define auxiliary variables, and always hold.
        projected: the variables that are asked about.
        solution: a board that satisfies all.
        budget: looked at all the time; methods raise Undecided where it is spent.
    """

    def __init__(self, formula: Formula, projected: int, solution: int, budget: Budget) -> None:
        self._projected, self._solution, self._budget = projected, solution, budget
        self.true = self.false = 0
        """What is known."""
        self._group(formula)

    def within(self, budget: Budget) -> None:
        """Look at another budget from here on: for a question that comes later."""
        self._budget = self._whole.budget = self._few.budget = budget

    def close(self) -> None:
        """Give the solvers back at once: what is asked here is tied in circles."""
        self._parts.clear()
        self._judges.clear()
        self._shapes.close()
        self._whole.close()
        self._few.close()

    def _group(self, formula: Formula) -> None:
        ids: dict[Statement, int] = {}
        self._statements: list[Statement] = []
        self._clauses: list[list[Clause]] = []
        against: dict[Literal, list[Clause]] = defaultdict(list)
        for i, clause in enumerate(formula.clauses):
            self._budget.check()
            statement = formula.statement_of(i)
            if statement is None:
                hidden = [-x for x in clause if not self._projected >> abs(x) - 1 & 1]
                for x in hidden or (sign * y for y in clause for sign in (1, -1)):
                    against[x].append(clause)
                continue
            if statement not in ids:
                ids[statement] = len(self._statements)
                self._statements.append(statement)
                self._clauses.append([])
            self._statements[ids[statement]] = statement  # the last family is that of the rule itself
            self._clauses[ids[statement]].append(clause)
        self._count = len(self._statements)
        self._clauses = [_completed(clauses, against, self._budget) for clauses in self._clauses]
        self._shapes = Shapes()
        self._parts: dict[tuple[int, ...], Part] = {}
        self._left: dict[int, list[Clause]] = {}
        """Of statements: their clauses without what is settled by what is known."""
        self._judges: dict[int, Part] = {}
        """Of wide statements: what judges boards that agree with what is known."""
        self._verdicts: list[dict[int, bool]] = [{} for _ in range(self._count)]
        """Of statements: whether they hold where the solution is changed."""
        self._beside: dict[int, list[int]] = defaultdict(list)
        self._masks = [self._mask(clauses) for clauses in self._clauses]
        for i, mask in enumerate(self._masks):
            for b in scan(mask):
                self._beside[b].append(i)
        self._statements.append(Statement("no cut is violated"))
        self._clauses.append([])
        self._top = formula.variables
        """Up to here are the variables of parts; those of cuts are the last."""
        self._numbers: dict[Statement, int] = {}
        """Of cuts."""
        self._cut: dict[int, Cut] = {}
        self._parting: list[Clause] = []
        """Clauses of cuts that boards violated."""
        self._top = formula.variables
        self._formula = formula
        self._whole = self._empty()
        """For questions about all statements."""
        self._few = self._empty()
        """For questions about a few of them."""
        self._connecting = self._few.choose([])
        """The variable there that chooses all cuts."""

    def _empty(self) -> Whole:
        """A new whole: it knows what is known, and no statements."""
        whole = Whole(self._said, self._projected, self._solution, self._formula.variables, self._budget)
        whole.learn([v + 1 for v in scan(self.true)] + [-v - 1 for v in scan(self.false)])
        return whole

    def _said(self, i: int, top: int) -> Sequence[Clause]:
        """The clauses of a statement, or of a cut with variables above *top*, as they are now."""
        cut = self._cut.get(i)
        return self._reduced(i) if cut is None else self._short(cut, top)

    def _renew(self) -> None:
        """Forget what was asked before where it comes to much: every model has all of its variables."""
        if len(self._few) > _FEW:
            self._few.close()
            self._few = self._empty()
            known = self.true, self.false
            self._parting = [c for c in self._parting if not any(known[x < 0] >> abs(x) - 1 & 1 for x in c)]
            self._connecting = self._few.choose(self._parting)
        if len(self._whole) > self._formula.variables + self._count + _GROWN:
            self._whole.close()
            self._whole = self._empty()

    def _part_with(self, clauses: list[Clause]) -> None:
        """These clauses of cuts are among those that all cuts say."""
        self._parting += clauses
        self._few.add(clauses, self._connecting)

    def _number(self, cut: Cut) -> int:
        """The number of a cut among the statements; they stand behind those of the formula."""
        number = self._numbers.get(cut.statement)
        if number is None:
            number = self._numbers[cut.statement] = len(self._statements)
            self._clauses.append(cut.clauses(self._top))
            self._cut[number] = cut
            self._top += len(cut.sides)
            self._statements.append(cut.statement)
        return number

    def _short(self, cut: Cut, top: int) -> list[Clause]:
        """The clauses of a cut, without what is known."""
        there, shut = (self.true, self.false) if cut.sign > 0 else (self.false, self.true)
        sides = [side & ~shut for side in cut.sides if not side & there]
        ways = [x for x in cut.ways if not (self.false if x > 0 else self.true) >> abs(x) - 1 & 1]
        if not all(sides) or any((self.true if x > 0 else self.false) >> abs(x) - 1 & 1 for x in ways):
            return []
        return cut._replace(ways=ways, sides=tuple(sides)).clauses(top)

    def _mask(self, clauses: Iterable[Clause]) -> int:
        """The variables of *clauses* that are asked about."""
        mask = 0
        for clause in clauses:
            for x in clause:
                mask |= 1 << abs(x) - 1
        return mask & self._projected

    def _part(self, ids: tuple[int, ...]) -> Part:
        """Some of them together; those asked for last are kept."""
        part = self._parts.pop(ids, None)
        if part is None:
            _make_room(self._parts)
            clauses = {id(clause): clause for i in ids for clause in self._clauses[i]}
            part = Part(clauses.values(), self._projected, self._shapes)
        self._parts[ids] = part
        return part

    def _fresh_part(self, ids: tuple[int, ...]) -> Part:
        """The same, without what is settled."""
        clauses = [clause for i in ids for clause in self._reduced(i)]
        return Part(clauses, self._projected, self._shapes)

    def _reduced(self, i: int) -> list[Clause]:
        """The clauses of one, without what is settled."""
        if i not in self._left:
            self._left[i] = self._part((i,)).left(self._clauses[i], self.true, self.false)
        return self._left[i]

    def _holds(self, i: int, flips: int) -> bool:
        """Whether one of the formula holds on the board that differs from the solution in *flips*, none of it known."""
        key = flips & self._masks[i]
        if not key:
            return True
        memo = self._verdicts[i]
        known = memo.get(key)
        if known is None:
            part = self._judge(i)
            board = (self._solution ^ key) & part.mask
            known = memo[key] = part.possible(board, part.mask & ~board)
        return known

    def _judge(self, i: int) -> Part:
        """What judges boards that agree with what is known by one of the formula."""
        if self._masks[i].bit_count() <= _WIDE:
            return self._part((i,))
        if i not in self._judges:
            _make_room(self._judges)
            self._judges[i] = self._fresh_part((i,))
        return self._judges[i]

    def _settle(self, variable: int) -> Sequence[int]:
        """One more variable is known; the statements that speak of it."""
        beside = self._beside.get(variable - 1, ())
        for i in beside:
            self._left.pop(i, None)
            self._judges.pop(i, None)
        return beside


def _make_room(parts: dict[Any, Part]) -> None:
    """The first of them goes where there are as many as are kept."""
    if len(parts) >= _PARTS:
        del parts[next(iter(parts))]


def _completed(clauses: list[Clause], against: dict[Literal, list[Clause]], budget: Budget) -> list[Clause]:
    """*clauses*, and the definitions of what they speak of.

    Of a literal these are the definitions that its truth could break: the others hold if it does.
    """
    taken = {id(clause): clause for clause in clauses}
    seen: set[Literal] = set()
    todo = [x for clause in clauses for x in clause]
    while todo:
        x = todo.pop()
        if x not in seen:
            budget.check()
            seen.add(x)
            for clause in against.get(x, ()):
                if id(clause) not in taken:
                    taken[id(clause)] = clause
                    todo += clause
    return list(taken.values())
