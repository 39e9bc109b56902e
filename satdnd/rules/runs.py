"""Runs: the true literals of a line form blocks of given lengths, in a given order, as in a nonogram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate, groupby
from typing import Any, ClassVar, TypeAlias, cast

from satdnd.grid.bitboard import Bitboard, scan
from satdnd.grid.notation import listed
from satdnd.rules.constraint import MET, NO, YES, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal


@dataclass(frozen=True)
class Runs(RuleStatement):
    """The true ones among *literals*, a line in order, form runs of these lengths in this order, with gaps between.

    The start of each run is in order encoding (Tamura, Taga, Kitagawa and Banbara, CP 2006): "run k starts at place p
    or before". A line of n places whose k runs can move by s places has k*s auxiliary variables and about 4*k*(s+1)
    clauses of two or three literals. Unit propagation finds about 97 of 100 cells that solving the line finds.

    What did not work: paths through an automaton (Quimper and Walsh, CP 2006), with a variable for each start and each
    gap. Unit propagation then finds everything, but with twice the variables and clauses: random pictures of 30x40
    took twice as long, sparse ones of 25x25 eight times.
    """

    literals: tuple[Literal, ...] = field(hash=False)
    runs: tuple[int, ...]
    """The lengths, each at least 1; empty: no literal is true."""

    fields: ClassVar = ("runs",)

    def parameters(self) -> dict[str, Any]:
        """The lengths as a list."""
        return {"runs": list(self.runs)}

    def encode(self, encoder: Encoder) -> None:
        """Encode where the runs start, what they cover, and that nothing is true between them."""
        formula, mark = encoder.formula, encoder.formula.pool.top
        slack = len(self.literals) - sum(self.runs) - len(self.runs) + 1
        if slack < 0 and self.runs:
            formula.add()  # the line is too short
            return
        starts = [formula.pool.block(slack) for _ in self.runs]
        formula.extend(_placed(self.literals, self.runs, starts))
        formula.name_since(mark, self.text, partial(self._meanings, starts))

    def _meanings(self, starts: Sequence[Sequence[Literal]]) -> dict[Literal, str]:
        """For each run, "it starts at this place or before"."""
        first = [sum(self.runs[:k]) + k + 1 for k in range(len(self.runs))]
        return {
            x: f"run {k + 1} starts at place {first[k] + j} or before"
            for k, row in enumerate(starts)
            for j, x in enumerate(row)
        }

    def broken(self, board: Bitboard) -> bool:
        """Whether the lengths or their order differ."""
        return self._found(board) != self.runs

    def fault(self, board: Bitboard) -> str:
        """The sentence with the lengths found."""
        return f"{self.text}: found {listed([str(length) for length in self._found(board)]) or 'none'}"

    def constraints(self) -> Sequence[Constraint]:
        """One constraint, solved as a line."""
        return [RunsConstraint(self.literals, self.runs)]

    def _found(self, board: Bitboard) -> tuple[int, ...]:
        signs = [(board >> abs(x) - 1 & 1) == (x > 0) for x in self.literals]
        return tuple(len(list(group)) for there, group in groupby(signs) if there)


def _placed(line: Sequence[Literal], runs: Sequence[int], starts: Sequence[Sequence[Literal]]) -> list[Clause]:
    """The clauses of `Runs`; ``starts[k][j]`` says that run k starts at most j places after its first possible one."""
    first = [length + k for k, length in enumerate(accumulate(runs, initial=0))]
    clauses: list[Clause] = []

    def by(k: int, place: int) -> Literal | bool:
        """Run k starts there or before; a run before the first is always done, one after the last never starts."""
        if not 0 <= k < len(runs):
            return k < 0
        j = place - first[k]
        return starts[k][j] if 0 <= j < len(starts[k]) else j >= 0

    def either(*parts: tuple[Literal | bool, bool]) -> None:
        """Add a clause: one of the parts has its stated value."""
        if not any(part is covered for part, covered in parts):
            clauses.append([part if covered else -part for part, covered in parts if type(part) is int])

    for k, length in enumerate(runs):
        for p in range(first[k], first[k] + len(starts[k])):
            either((by(k, p), False), (by(k, p + 1), True))
            either((by(k + 1, p + length + 1), False), (by(k, p), True)) if k + 1 < len(runs) else None
    for p, x in enumerate(line):
        for k in range(-1, len(runs)):
            length = runs[k] if k >= 0 else 0
            if k >= 0:
                either((by(k, p), False), (by(k, p - length), True), (x, True))
            either((by(k, p - length), False), (by(k + 1, p), True), (x, False))
    return clauses


Line: TypeAlias = tuple[Bitboard, Bitboard]
"""The places of a line that are true, and those that are false."""


@dataclass(frozen=True)
class RunsConstraint(Constraint):
    """The constraint of `Runs`."""

    literals: tuple[Literal, ...]
    runs: tuple[int, ...]

    @cached_property
    def scope(self) -> frozenset[int]:
        """The variables of its literals."""
        return frozenset(self.place)

    @cached_property
    def place(self) -> dict[int, int]:
        """The position of each variable in the line."""
        return {abs(x) - 1: i for i, x in enumerate(self.literals)}

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads places of the line, in any order."""
        return _RunsMachine(self, order, domains, budget)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Solve the line: keep what is the same in all placements of the runs."""
        budget.check()
        known = self.known(domains)
        solved = self.solved(known)
        if solved is None:
            return None
        narrow = []
        for values, now, before in zip((1, 0), solved, known, strict=True):
            for i in scan(now & ~before):
                x = self.literals[i]
                domains[abs(x) - 1] = YES if (x > 0) == bool(values) else NO
                narrow.append(abs(x) - 1)
        return narrow

    def known(self, domains: Domains) -> Line:
        """The known places of the line."""
        left = [domains[abs(x) - 1] for x in self.literals]
        yes = sum(1 << i for i, x in enumerate(self.literals) if not left[i] & (NO if x > 0 else YES))
        no = sum(1 << i for i, x in enumerate(self.literals) if not left[i] & (YES if x > 0 else NO))
        return yes, no

    def solved(self, known: Line) -> Line | None:
        """What is the same in all placements of the runs; None if there is none.

        Sets of places are integers, as in `satdnd.grid.bitboard`. One more place, which is false, follows the line, so
        each run is followed by one. For each number of runs, the places where these can be complete are found from the
        left and from the right, in log n shifts per run.
        """
        if (ways := self._ways(known)) is None:
            return None
        pass_by, done, to_come, starts = ways
        may_be_true = may_be_false = 0
        for length, run_starts in zip(self.runs, starts, strict=True):
            may_be_true |= _covered(run_starts, length)
            may_be_false |= run_starts << length
        for left, right in zip(done, to_come, strict=True):
            may_be_false |= left & pass_by & right >> 1
        all_places = (1 << len(self.literals)) - 1
        return all_places & ~may_be_false, all_places & ~may_be_true

    def starts(self, known: Line) -> list[Bitboard] | None:
        """Where each run can begin; None if there is no placement."""
        ways = self._ways(known)
        return None if ways is None else ways[-1]

    def _ways(self, known: Line) -> tuple[Bitboard, list[Bitboard], list[Bitboard], list[Bitboard]] | None:
        """The places that may be false; after k runs, what may come next; before the others, what may come; starts."""
        true, false = known
        n = len(self.literals)
        end, pass_by = 1 << n + 1, (1 << n + 1) - 1 & ~true
        if true & false or false >> n:
            return None
        free = (1 << n) - 1 & ~false
        fits = [_starts(free, length) & pass_by >> length for length in self.runs]
        done = [_onwards(1, pass_by, n)]
        for length, fit in zip(self.runs, fits, strict=True):
            done.append(_onwards((done[-1] & fit) << length + 1, pass_by, n))
        if not done[-1] & end:
            return None
        to_come = [_backwards(end, pass_by, n)]
        for length, fit in zip(reversed(self.runs), reversed(fits), strict=True):
            to_come.append(_backwards(to_come[-1] >> length + 1 & fit, pass_by, n))
        to_come.reverse()
        starts = [
            done[k] & fit & to_come[k + 1] >> length + 1
            for k, (length, fit) in enumerate(zip(self.runs, fits, strict=True))
        ]
        return pass_by, done, to_come, starts


def _starts(free: Bitboard, length: int) -> Bitboard:
    """The first places of *length* consecutive free ones."""
    have = 1
    while have < length:
        step = min(have, length - have)
        free &= free >> step
        have += step
    return free


def _covered(starts: Bitboard, length: int) -> Bitboard:
    """*length* places from each of the starts on."""
    have = 1
    while have < length:
        step = min(have, length - have)
        starts |= starts << step
        have += step
    return starts


def _onwards(places: Bitboard, pass_by: Bitboard, most: int) -> Bitboard:
    """The places, and all that can be reached from them over *pass_by*."""
    step = 1
    while step <= most + 1:
        places |= (places & pass_by) << step
        pass_by &= pass_by >> step
        step *= 2
    return places


def _backwards(places: Bitboard, pass_by: Bitboard, most: int) -> Bitboard:
    """The places, and all from which they can be reached over *pass_by*."""
    step = 1
    while step <= most + 1:
        places |= places >> step & pass_by
        pass_by &= pass_by >> step
        step *= 2
    return places


class _RunsMachine:
    """Its state is the known line, with everything that follows."""

    def __init__(self, runs: RunsConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._runs, self._budget = runs, budget
        self._places = [runs.place[x] for x in order]
        self._found: dict[Line, Line | None] = {}
        start = self._solved(runs.known(domains))
        self.start: State = MET if start is not None and not order else start

    def read(self, state: State, position: int, value: int) -> State:
        """Read one more place."""
        true, false = cast(Line, state)
        i = self._places[position]
        there = bool(value) == (self._runs.literals[i] > 0)
        line = self._solved((true | there << i, false | (not there) << i))
        return MET if line is not None and position == len(self._places) - 1 else line

    def _solved(self, known: Line) -> Line | None:
        if known not in self._found:
            self._budget.check()
            self._found[known] = self._runs.solved(known)
        return self._found[known]
