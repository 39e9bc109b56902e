"""Checks arguments: each link must follow from its one reason, and a violated reason must end the argument.

Bounds that end one must each follow from its one reason; added up, they must ask for more than there can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.steps import Argument, Bound
from satdnd.rules.constraint import NO, YES, Constraint, Domain, Sum
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal


def values(x: Literal) -> Domain:
    """The values that a literal leaves to its variable."""
    return YES if x > 0 else NO


def write(board: list[Domain], literals: Iterable[Literal]) -> None:
    """Write *literals* to *board*, in place."""
    for x in literals:
        board[abs(x) - 1] &= values(x)


def marks_of(arguments: Iterable[Argument]) -> Iterator[Mark]:
    """Yield all marks in *arguments*, cases included."""
    for argument in arguments:
        yield from argument.assumed
        for turn in argument.turns:
            yield from turn.marks
        for bound in argument.bounds:
            yield from bound.marks
        yield from marks_of(argument.cases)


class ArgumentJudge:
    """Checks the arguments of one step.

    Args:
        reasons: the constraints of each reason of the step.
        board: the domains known before the step.
        unknowns: translates marks to literals.
        budget: checked throughout; methods raise Undecided.
    """

    def __init__(
        self, reasons: Sequence[Sequence[Constraint]], board: Sequence[Domain], unknowns: Unknowns, budget: Budget
    ) -> None:
        self._reasons, self._board, self._unknowns, self._budget = reasons, board, unknowns, budget

    def flaw(self, arguments: Iterable[Argument], found: Iterable[Literal]) -> str:
        """What is wrong with *arguments* for the literals *found*; empty if nothing is."""
        concluded: list[Literal] = []
        now = list(self._board)
        for argument in arguments:
            if argument.assumed:
                if flaw := self._refutes(argument, list(self._board)):
                    return flaw
                new = [-x for x in self._literals(argument.assumed)]
            else:
                if len(argument.turns) != 1 or argument.cases or argument.bounds:
                    return "a conclusion without an assumption takes more than one link"
                new = self._literals(argument.turns[0].marks)
                if flaw := self._link(argument.turns[0].reason, new, now):
                    return flaw
            concluded += new
            write(now, new)
        return "" if set(concluded) == set(found) else "it argues for something other than what it finds"

    def _literals(self, marks: Iterable[Mark]) -> list[Literal]:
        return [self._unknowns.literal(mark) for mark in marks]

    def _refutes(self, argument: Argument, board: list[Domain]) -> str:
        """What is wrong with an argument from an assumption; empty if nothing is."""
        assumed = self._literals(argument.assumed)
        if len(assumed) != 1:
            return "it does not assume one thing at a time"
        write(board, assumed)
        for number, (i, marks) in enumerate(argument.turns, 1):
            new = self._literals(marks)
            if not new and (argument.cases or argument.bounds or number < len(argument.turns)):
                return "it continues after a rule is broken"
            if flaw := self._link(i, new, board):
                return flaw
            write(board, new)
        if argument.bounds:
            return "it counts and has cases" if argument.cases else self._counts(argument.bounds, board)
        if not argument.cases:
            return "" if argument.turns and not argument.turns[-1].marks else "it does not end where a rule is broken"
        cases = [self._literals(case.assumed) for case in argument.cases]
        if len(cases) != 2 or len(cases[0]) != 1 or cases[0] != [-x for x in cases[1]]:
            return "its cases do not cover everything"
        return next((flaw for case in argument.cases if (flaw := self._refutes(case, board.copy()))), "")

    def _counts(self, bounds: Iterable[Bound], board: Sequence[Domain]) -> str:
        """What is wrong with bounds that cannot all be met on *board*; empty if nothing is."""
        weights, needed = Counter[Literal](), 0
        for i, marks, least, times in bounds:
            if not 0 <= i < len(self._reasons):
                return "it names a reason that does not exist"
            literals = self._literals(marks)
            if not 0 < least <= len(literals) or times < 1:
                return "one of its counts says nothing"
            fewer = Sum.of_literals(literals, 0, least - 1)
            if satisfiable([*self._reasons[i], fewer], board, min(fewer.scope), self._budget):
                return "one of its counts does not follow"
            needed += least * times
            for x in literals:
                weights[x] += times
        most = sum(max(weights[x] for x in (v, -v) if board[v - 1] & values(x)) for v in {abs(x) for x in weights})
        return "" if most < needed else "its counts can all be met"

    def _link(self, i: int, new: Sequence[Literal], board: Sequence[Domain]) -> str:
        """What is wrong with one link: reason *i* must imply *new*, or be violated if *new* is empty."""
        if not 0 <= i < len(self._reasons):
            return "it names a reason that does not exist"
        reason = self._reasons[i]
        if not new:
            broken = any(not satisfiable(reason, board, min(c.scope), self._budget) for c in reason)
            return "" if broken else "the rule at its end is not broken"
        for x in new:
            if not board[abs(x) - 1] & ~values(x):
                return "one of its links says what is already known"
            other = list(board)
            other[abs(x) - 1] &= ~values(x)
            if satisfiable(reason, other, abs(x) - 1, self._budget):
                return "one of its links does not follow"
        return ""
