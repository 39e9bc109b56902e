"""Boards that speak against a literal: a *witness* agrees with what is known, lacks the literal, violates something.

They are looked for near the solution first, then asked of a solver; all are kept from one question to the next.

Boards are integers here: bit v - 1 is variable v.
"""

from __future__ import annotations

from collections.abc import Iterable

from satdnd.encodings.connectivity import Cuts
from satdnd.explanation.hitting_sets import Witnesses
from satdnd.explanation.statements import Statements
from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Formula, Literal

_GLANCES = 100
"""Boards that a short look for a witness takes."""
_FLIPS = 4
"""Places beside the one asked for in which these differ from the solution."""


class Boards(Statements):
    """Witnesses by the statements of a formula and the cuts.

    Args:
        formula: its clauses by statements.
        projected: the variables that are asked about.
        solution: a board that satisfies all.
        cuts: what else holds; None: nothing.
        budget: looked at all the time; methods raise Undecided where it is spent.
    """

    def __init__(self, formula: Formula, projected: int, solution: int, cuts: Cuts | None, budget: Budget) -> None:
        super().__init__(formula, projected, solution, budget)
        self._cuts = cuts
        self._connected = 1 << self._count
        """The bit of "no cut is violated" in what a witness violates."""
        self._witnesses = Witnesses()
        """Places are bits of boards: where a board differs from the solution, and what it violates."""

    def _open(self) -> int:
        """What is not known, as bits."""
        return self._projected & ~(self.true | self.false)

    def _scope(self, ids: Iterable[int]) -> int:
        """What these reasons speak of, as bits."""
        scope = 0
        for i in ids:
            scope |= self._masks[i] if i < self._count else self._part((i,)).mask
        return scope

    def _bits(self, ids: Iterable[int]) -> int:
        """Statements as witnesses have them: all cuts are one."""
        found = 0
        for i in ids:
            found |= 1 << i if i < self._count else self._connected
        return found

    def _violated(self, flips: int, changed: int, before: int) -> int:
        """What a board violates that differs from the solution in *flips*, and in *changed* from one with *before*."""
        beside, seen = self._beside, 0
        for b in scan(changed):
            for i in beside.get(b, ()):
                bit = 1 << i
                if not seen & bit:
                    seen |= bit
                    if self._holds(i, flips):
                        before &= ~bit
                    else:
                        before |= bit
        if self._apart(flips):
            return before | self._connected
        return before & ~self._connected

    def _apart(self, flips: int) -> bool:
        """Whether the board that differs so from the solution violates a cut."""
        board = self._solution ^ flips
        return self._cuts is not None and self._cuts.broken(board, self._projected & ~board)

    def _nearby(self, chosen: int, x: Literal) -> int:
        """Where a board differs from the solution that says no, in few places; 0 where a short look finds none."""
        asked = [(i, self._masks[i], self._verdicts[i]) for i in scan(chosen) if i < self._count]
        connected = bool(chosen & self._connected)
        open_, holds = self._open(), self._holds
        left = _GLANCES
        stack = [1 << abs(x) - 1]
        while stack:
            flips = stack.pop()
            wrong = -1
            for i, mask, verdicts in asked:  # most are told already
                key = flips & mask
                if key and not (verdicts[key] if key in verdicts else holds(i, flips)):
                    wrong = i
                    break
            if wrong < 0 and not (connected and self._apart(flips)):
                return flips
            left -= 1
            if not left:
                return 0
            if flips.bit_count() > _FLIPS:
                continue
            near = self._masks[wrong] if wrong >= 0 else self._ways(flips)
            for b in scan(near & open_ & ~flips):
                other = flips | 1 << b
                if wrong < 0 or holds(wrong, other):
                    stack.append(other)
        return 0

    def _ways(self, flips: int) -> int:
        """Places that could connect a piece into which such a board falls, or close it."""
        assert self._cuts is not None
        clauses = self._cuts.clauses(self._solution ^ flips)
        return sum(1 << abs(x) - 1 for x in min(clauses, key=len, default=[]))

    def _against(self, ids: tuple[int, ...], x: Literal, *, cuts: bool) -> int:
        """Where a board differs on which these statements hold, and perhaps all cuts, and *x* does not; 0: none."""
        assumed = [*map(self._few.selector, ids), -x]
        if not cuts or self._cuts is None:
            return self._few.differs(self._open()) if self._few.possible(assumed) else 0
        assumed.append(self._connecting)
        concerned, open_ = self._scope(ids) | 1 << abs(x) - 1, self._open()
        while self._few.possible(assumed):
            self._budget.check()
            flips = self._few.differs(open_ & concerned)
            settled = self.true | self.false | concerned
            board = self._solution ^ flips
            parted = self._parted(board & settled, ~board & settled)
            if not parted:  # the rest may be as it likes
                if joined := self._joined(flips, open_ & ~concerned):
                    return joined
                flips = self._few.differs(open_)
                parted = self._cuts.clauses(self._solution ^ flips)
                if not parted:
                    return flips
            self._part_with(parted)
        return 0

    def _parted(self, true: int, false: int) -> list[Clause]:
        """Of each cut that is broken on a board that is settled in part: a clause of what is settled."""
        assert self._cuts is not None
        if not self._cuts.broken(true, false):
            return []
        there, known = {1: true, -1: false}, self.true | self.false
        found: list[Clause] = []
        for cut in self._cuts.near(true, false):
            ends = [side & there[cut.sign] & known or side & there[cut.sign] for side in cut.sides]
            if all(ends):
                found.append([*cut.ways, *(-cut.sign * (end & -end).bit_length() for end in ends)])
        return found

    def _joined(self, flips: int, free: int) -> int:
        """A board that differs from one in *free* places alone, and violates no cut; 0: none found."""
        assert self._cuts is not None
        clauses = self._cuts.clauses(self._solution ^ flips)
        while clauses:
            best: tuple[int, list[Clause]] | None = None
            ways = [x for x in min(clauses, key=len) if free >> abs(x) - 1 & 1]
            for x in ways or {x: None for clause in clauses for x in clause if free >> abs(x) - 1 & 1}:
                bit = 1 << abs(x) - 1
                left = self._cuts.clauses(self._solution ^ flips ^ bit)
                if best is None or len(left) < len(best[1]):
                    best = bit, left
                if len(left) < len(clauses):
                    break
            if best is None:
                return 0
            free &= ~best[0]
            flips ^= best[0]
            clauses = best[1]
        return flips

    def _keep(self, flips: int, x: Literal) -> None:
        """One more witness: a board on which *x* does not hold, brought nearer to the solution."""
        own = 1 << abs(x) - 1
        violated = self._violated(flips, flips, 0)
        left = list(scan(flips & ~own))
        while True:
            still = []
            for b in left:
                less = self._flipped(flips ^ 1 << b, b, violated)
                if less < 0:
                    still.append(b)
                else:
                    flips, violated = flips ^ 1 << b, less
            if len(still) == len(left):
                break
            left = still
        if self._witnesses.violated(flips) is None:
            self._witnesses.add(flips, violated)

    def _flipped(self, flips: int, b: int, before: int) -> int:
        """What a board violates that differs in bit *b* from one that violates *before*; -1 where it is more."""
        after = before
        for i in self._beside.get(b, ()):
            if self._holds(i, flips):
                after &= ~(1 << i)
            elif not before >> i & 1:
                return -1
        if self._cuts is not None:
            if not self._apart(flips):
                after &= ~self._connected
            elif not before & self._connected:
                return -1
        return after
