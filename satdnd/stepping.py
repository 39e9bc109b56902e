"""Steps from statements: what follows from fewest of them at once, given what is known.

It knows formulas, nothing of puzzles. A *reason* is a statement of the formula, or a cut. One reason at a time is
complete by asking each alone. Sets of more are found by hitting set duality (Ignatiev, Previti, Liffiton and
Marques-Silva, CP 2015): a *witness* against a literal is a board that agrees with what is known, lacks the literal, and
violates some statements; whatever explains the literal has one of these. A set that hits all witnesses is asked, and
either explains or gives the next witness; where no set of k hits them all, no explanation of k reasons exists.
Witnesses and explanations are kept from step to step.

Boards are integers here: bit v - 1 is variable v. "No cut is violated" counts as one statement in a witness, which
makes the bound sound; how many cuts an explanation needs is found afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from satdnd.arguing import argument
from satdnd.bitboard import scan
from satdnd.budget import Budget
from satdnd.encodings.connectivity import Cut, Cuts
from satdnd.errors import EncodingBug
from satdnd.formula import Formula, Literal, Statement
from satdnd.parts import Statements
from satdnd.witnesses import HittingSets, Tired, Witnesses


class Found(NamedTuple):
    """What follows next."""

    literals: list[Literal]
    reasons: list[Statement]
    known: list[Literal]
    """Known literals that are needed."""
    minimal: bool
    easiest: bool
    """Proved: fewer reasons do not give anything."""
    openings: int
    """Different sets of so few reasons that give something."""


DEEPEST = 3
"""Reasons up to which every set is looked at, whatever it takes."""
_ENOUGH = 5_000
"""Branches after which the steps that were found will do, though there may be others with as few reasons."""
_TOO_MUCH = 6_000
"""Branches with more than `DEEPEST` reasons after which cores are taken."""
_ASKED = 20
"""Branches that a question counts for."""
_TRIED = 30
"""Cells, the nearest, whose cores are compared."""
_GLANCES = 100
"""Boards that a short look for a witness takes."""
_FLIPS = 4
"""Places beside the one asked for in which these differ from the solution."""


class _Reasons(NamedTuple):
    """Why a literal follows."""

    ids: tuple[int, ...]
    proved: bool
    """Fewer do not suffice."""


class Stepper(Statements):
    """What is known of one puzzle, and what follows next.

    Args:
        formula: its clauses by statements; clauses without one define auxiliary variables, and always hold.
        projection: the variables that are asked about.
        solution: of the projection, all its literals.
        goal: those of *solution* that are the same in all solutions.
        cuts: what else holds; None: nothing.
        place: where a literal is, for nearness.
        budget: looked at all the time; methods raise Undecided where it is spent.
    """

    def __init__(
        self,
        formula: Formula,
        projection: Sequence[Literal],
        solution: Iterable[Literal],
        goal: Iterable[Literal],
        cuts: Cuts | None,
        place: Callable[[Literal], tuple[int, int]],
        budget: Budget,
    ) -> None:
        self._cuts = cuts
        self._place = place
        super().__init__(formula, sum(1 << v - 1 for v in projection), _board(solution), budget)
        self.goal = frozenset(goal)
        self.unknown: dict[Literal, None] = dict.fromkeys(sorted(self.goal, key=abs))
        """The literals of the goal that are not known yet, in order."""
        self._connected = 1 << self._count
        """The bit of "no cut is violated" in what a witness violates."""
        self._implied: dict[int, list[Literal]] = {}
        self._dirty = set(range(self._count))
        self._witnesses = Witnesses()
        """Places are bits of boards: where a board differs from the solution, and what it violates."""
        self._ruled_out: dict[Literal, int] = {}
        """So many reasons do not suffice for a literal."""
        self._explained: dict[Literal, _Reasons] = {}
        self._doubts: dict[Literal, int] = {}
        """So many reasons may suffice for a literal, some of them cuts, but how many cuts it takes is not known."""
        self._certain: set[tuple[Literal, tuple[int, ...]]] = set()
        """Literals that follow from statements and all cuts."""
        self._effort = self._allowed = 0
        self._last: list[tuple[int, int]] = []
        self._fresh += 1
        self._connecting = self._fresh
        """The variable that chooses all cuts in the whole."""
        self._whole.add([], self._connecting)

    # what is known

    def learn(self, literals: Iterable[Literal]) -> None:
        """Take *literals* as known from here on; each must be one of the goal."""
        new = [x for x in literals if not (self.true | self.false) >> abs(x) - 1 & 1]
        if not new:
            return
        for x in new:
            if x > 0:
                self.true |= 1 << x - 1
            else:
                self.false |= 1 << -x - 1
            for about in (self.unknown, self._explained, self._ruled_out, self._doubts):
                about.pop(x, None)
            self._dirty.update(self._settle(abs(x)))
        self._whole.learn(new)
        self._last = [self._place(x) for x in new]
        weaker = self._witnesses.settle(sum(1 << abs(x) - 1 for x in new), self._violated)
        for x in [x for x in self._ruled_out if weaker >> abs(x) - 1 & 1]:
            del self._ruled_out[x]

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

    # the next step

    def next(self, most: int | None = None, least: int = 2) -> Found | None:
        """What follows from fewest reasons; None where nothing is unknown, or follows from at most so many.

        Nothing follows from more than one and fewer than *least*, as the caller knows. Raises Undecided.
        """
        if not self.unknown or most == 0:
            return None
        found = self._one()
        level, self._effort, self._allowed = least - 1, 0, _TOO_MUCH
        try:
            while not found:
                if level >= (most or level + 1):
                    return None
                level += 1
                if level == DEEPEST + 1:
                    self._allowed = self._effort + _TOO_MUCH
                found = self._level(level, _ENOUGH if most is None else 0)
        except Tired:
            return self.beyond()
        return self._choose(found)

    def beyond(self) -> Found:
        """What follows from few reasons, where something is unknown; fewer may do. Raises Undecided."""
        return self._choose(self._cores(), proved=False)

    def why(self, x: Literal) -> Found:
        """An irreducible set of reasons for a literal of the goal that is not known. Raises Undecided."""
        return self._choose({self._core(x, (), range(self._count)).ids: [x]}, proved=False)

    def fewest(self, x: Literal) -> Found:
        """The fewest reasons for a literal of the goal that is not known, where it takes at most `DEEPEST`; else as
        `why`. Raises Undecided.
        """
        alone = [ids for ids, literals in self._one().items() if x in literals]
        if alone:
            return self._choose({ids: [x] for ids in alone})._replace(literals=[x])
        core = self._core(x, (), range(self._count))
        for most in range(2, min(DEEPEST, len(core.ids) - 1) + 1):
            found = self._search(x, most)
            if found is not None:
                core = found
                break
        return self._choose({core.ids: [x]}, proved=False)._replace(literals=[x])

    def by(self, statements: Iterable[Statement], literals: Sequence[Literal]) -> Found:
        """How *literals* follow from some of these statements: as few of them, and of what is known, as do."""
        ids = tuple(sorted(self._statements.index(statement) for statement in statements))

        def follow(some: tuple[int, ...], true: int, false: int) -> bool:
            """Whether *literals* follow from these statements and what is known."""
            part = self._part(some)
            return all(part.mask >> abs(x) - 1 & 1 and not part.possible(true, false, x) for x in literals)

        if not follow(ids, self.true, self.false):
            raise EncodingBug(f"{literals} do not follow from {[self._statements[i].text for i in ids]}")
        for i in ids:
            less = tuple(j for j in ids if j != i)
            if less and follow(less, self.true, self.false):
                ids = less
        part = self._part(ids)
        true = false = 0
        for x in literals:
            also = part.needed(self.true, self.false, x)
            true, false = true | also[0], false | also[1]
        known = [v + 1 if true >> v & 1 else -v - 1 for v in scan(true | false)]
        easiest = len(ids) == 1
        return Found(list(literals), [self._statements[i] for i in ids], known, True, easiest, 0)

    def _cores(self) -> dict[tuple[int, ...], list[Literal]]:
        """Irreducible reasons for some literals; a set of the fewest."""
        best: tuple[tuple[int, ...], Literal] | None = None
        for x in sorted(self.unknown, key=self._distance)[:_TRIED]:
            before = self._explained.get(x)  # of which not all may be needed any more
            reasons = self._core(x, (), before.ids if before else range(self._count))
            self._explained[x] = reasons
            if best is None or len(reasons.ids) < len(best[0]):
                best = reasons.ids, x
        assert best is not None
        return {best[0]: [best[1]]}

    def _one(self) -> dict[tuple[int, ...], list[Literal]]:
        """What follows from one reason."""
        for i in sorted(self._dirty):
            self._budget.check()
            part = self._part((i,))
            asked = [x for x in self.unknown if part.mask >> abs(x) - 1 & 1]
            self._implied[i] = [x for x in asked if not part.possible(self.true, self.false, x)]
            if not self._implied[i]:
                del self._implied[i]
        self._dirty.clear()
        found: dict[tuple[int, ...], list[Literal]] = {}
        for i, implied in self._implied.items():
            if left := [x for x in implied if x in self.unknown]:
                found[i,] = left
        if self._cuts is not None:
            for x in self.unknown:
                true, false = self._without(x)
                if self._cuts.broken(true, false):
                    there = {1: true, -1: false}
                    near = self._cuts.near(true, false)
                    cut = next(cut for cut in near if all(side & there[cut.sign] for side in cut.sides))
                    found.setdefault((self._number(cut),), []).append(x)
        return found

    def _without(self, x: Literal) -> tuple[int, int]:
        """What is known, and that *x* does not hold."""
        bit = 1 << abs(x) - 1
        return (self.true, self.false | bit) if x > 0 else (self.true | bit, self.false)

    def _level(self, level: int, enough: int) -> dict[tuple[int, ...], list[Literal]]:
        """What follows from so many reasons, where nothing follows from fewer; some of it after *enough* branches."""
        found: dict[tuple[int, ...], list[Literal]] = {}
        for x in sorted(self.unknown, key=self._distance):
            if found and self._effort > enough:
                break
            reasons = self._explained.get(x)
            if reasons is None or len(reasons.ids) > level:
                reasons = self._search(x, level)
            if reasons is not None and len(reasons.ids) <= level:
                found.setdefault(reasons.ids, []).append(x)
        return found

    def _search(self, x: Literal, most: int) -> _Reasons | None:
        """At most so many reasons from which *x* follows, or None."""
        if self._ruled_out.get(x, 0) >= most:
            return None

        def ask(chosen: int, more: int) -> _Reasons | None:
            """`_ask`, as dear as many branches."""
            spend(_ASKED)
            return self._ask(chosen, x, more)

        def spend(branches: int) -> None:
            """Count what the search costs. Raises Tired beyond what is allowed, Undecided."""
            self._budget.check()
            self._effort += branches
            if self._effort > self._allowed and most > DEEPEST:
                raise Tired

        outcome = HittingSets(self._witnesses, abs(x) - 1, ask, spend).find(most)
        if outcome is None:
            self._ruled_out[x] = most
        else:
            self._explained[x] = outcome
        return outcome

    def _ask(self, chosen: int, x: Literal, more: int) -> _Reasons | None:
        """How *x* follows from the *chosen* statements and at most so many *more* cuts; else, if not with any number of
        cuts, there is one more witness."""
        flips = self._nearby(chosen, x)
        if not flips:
            ids = tuple(i for i in scan(chosen) if i < self._count)
            if chosen & self._connected:
                outcome = self._with_cuts(ids, x, more + 1)
                if not isinstance(outcome, int):
                    return outcome
                flips = outcome
            else:
                flips = self._against(ids, x, cuts=False)
                if not flips:
                    return _Reasons(ids, True)
        self._keep(flips, x)
        return None

    def _nearby(self, chosen: int, x: Literal) -> int:
        """Where a board differs from the solution that says no, in few places; 0 where a short look finds none."""
        ids = [i for i in scan(chosen) if i < self._count]
        connected = bool(chosen & self._connected)
        open_, holds = self._open(), self._holds
        left = _GLANCES
        stack = [1 << abs(x) - 1]
        while stack:
            flips = stack.pop()
            wrong = next((i for i in ids if not holds(i, flips)), -1)
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

    def _open(self) -> int:
        """What is not known, as bits."""
        return self._projected & ~(self.true | self.false)

    def _against(self, ids: tuple[int, ...], x: Literal, *, cuts: bool) -> int:
        """Where a board differs on which these statements hold, and perhaps all cuts, and *x* does not; 0: none."""
        assumed = [*map(self._selector, ids), -x, *([self._connecting] if cuts else [])]
        while self._whole.possible(assumed):
            self._budget.check()
            flips = self._whole.differs(self._open())
            broken = self._cuts.clauses(self._solution ^ flips) if cuts and self._cuts is not None else []
            if not broken:
                return flips
            self._whole.add(broken, self._connecting)
        return 0

    def _with_cuts(self, ids: tuple[int, ...], x: Literal, most: int) -> _Reasons | int | None:
        """How *x* follows from these reasons and at most so many cuts, or where a board differs that says no.

        None: more cuts are needed at least.
        """
        if (x, ids) not in self._certain and (flips := self._against(ids, x, cuts=True)):
            return flips
        chosen = [*map(self._selector, ids), -x]
        self._certain.add((x, ids))
        if ids and not self._whole.possible(chosen):
            return _Reasons(ids, True)
        cut = None if self._many_ways(chosen) else self._one_cut(ids, chosen, x)
        if cut is not None:
            return _Reasons((*ids, self._number(cut)), True)
        if most > 1:
            reasons = self._core(x, ids, ())
            if len(reasons.ids) <= len(ids) + most:
                return reasons
        self._doubts[x] = min(len(ids) + 2, self._doubts.get(x, len(ids) + 2))
        return None

    def _many_ways(self, chosen: list[Literal]) -> bool:
        """Whether boards show that no cut is broken whenever what is *chosen* holds; False: perhaps one is."""
        assert self._cuts is not None
        boards: list[int] = []
        both = one = self._projected
        asked = chosen
        while self._whole.possible(asked):
            board = self._solution ^ self._whole.differs(self._open())
            boards.append(board)
            both, one = both & board, one & ~board
            cuts = self._cuts.near(both, one)  # as if all were known that the boards have in common
            if not cuts:
                return True
            for each in boards:
                there = (both, self._projected & ~each) if cuts[0].sign < 0 else (each, one)
                if not self._cuts.broken(*there):
                    return True
            self._fresh += 1
            self._whole.add([cuts[0].ways], self._fresh)
            asked = [*chosen, self._fresh]
        return False

    def _one_cut(self, ids: tuple[int, ...], chosen: list[Literal], x: Literal) -> Cut | None:
        """A cut that is broken whenever what is *chosen* holds: the assumption that *x* does not, and these reasons."""
        assert self._cuts is not None
        true, false = self._without(x)
        whole = self._whole
        if ids:
            scope = 0
            for i in ids:
                scope |= self._masks[i]
            whole.possible(chosen)
            varied = 0
            flips = whole.differs(scope & ~(true | false))
            for b in scan(scope & ~(true | false)):
                bit = 1 << b
                if varied & bit:
                    continue
                there = bool((self._solution ^ flips) & bit)
                if whole.possible([*chosen, -b - 1 if there else b + 1]):
                    varied |= flips ^ whole.differs(scope & ~(true | false))
                elif there:
                    true |= bit
                else:
                    false |= bit
        known = {1: true, -1: false}
        for cut in self._cuts.near(true, false):
            for side in cut.sides:
                shut = scan(side & ~(true | false))
                if not side & known[cut.sign] and whole.possible([*chosen, *(-cut.sign * (b + 1) for b in shut)]):
                    break
            else:
                return cut
        return None

    def _core(self, x: Literal, hard: Sequence[int], soft: Iterable[int]) -> _Reasons:
        """Reasons for *x*: the *hard* ones, and some *soft* ones and cuts, of which none can be dropped."""
        base = [*map(self._selector, hard), -x]
        kept = list(soft)
        while self._whole.possible([*base, *map(self._selector, kept)]):
            self._budget.check()
            assert self._cuts is not None
            board = self._solution ^ self._whole.differs(self._open())
            kept += [i for i in map(self._number, self._cuts.near(board, self._projected & ~board)) if i not in kept]
        core = self._whole.core()
        kept = [i for i in kept if self._selector(i) in core]
        for i in reversed(list(kept)):
            self._budget.check()
            if i in kept and not self._whole.possible([*base, *(self._selector(j) for j in kept if j != i)]):
                core = self._whole.core()
                kept = [j for j in kept if self._selector(j) in core]
        return _Reasons((*hard, *kept), False)

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

    # telling it

    def _choose(self, found: dict[tuple[int, ...], list[Literal]], *, proved: bool = True) -> Found:
        """The step of *found* with fewest known literals, then nearest to the last one."""
        best: tuple[Any, ...] | None = None
        for ids, literals in found.items():
            part = self._part(ids)
            for x in literals:
                true, false = part.needed(self.true, self.false, x)
                key = ((true | false).bit_count(), self._distance(x), ids, abs(x))
                if best is None or key < best[0]:
                    best = key, ids, true, false
        assert best is not None
        _, ids, true, false = best
        part = self._part(ids)
        literals = [x for x in self.unknown if part.mask >> abs(x) - 1 & 1 and not part.possible(true, false, x)]
        known = [v + 1 if true >> v & 1 else -v - 1 for v in scan(true | false)]
        easiest = proved and all(few >= len(ids) for few in self._doubts.values())
        return Found(literals, [self._statements[i] for i in ids], known, True, easiest, len(found) if proved else 0)

    def argument(self, found: Found, literal: Literal) -> list[tuple[int, list[Literal]]]:
        """Of more reasons than one: from the opposite of *literal* to a broken one (`satdnd.arguing`)."""
        if len(found.reasons) == 1:
            return []
        parts = [self._part((self._statements.index(reason),)) for reason in found.reasons]
        return argument(parts, (_board(found.known), _board(-x for x in found.known)), -literal)

    def _distance(self, x: Literal) -> int:
        r, c = self._place(x)
        return min((abs(r - a) + abs(c - b) for a, b in self._last), default=0)


def _board(literals: Iterable[Literal]) -> int:
    """The true ones as bits."""
    return sum(1 << x - 1 for x in literals if x > 0)
