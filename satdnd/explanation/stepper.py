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

from satdnd.encodings.connectivity import Cut, Cuts
from satdnd.errors import EncodingBug
from satdnd.explanation.arguments import argument
from satdnd.explanation.chains import Chains
from satdnd.explanation.counterexamples import Boards
from satdnd.explanation.hitting_sets import HittingSets, Tired
from satdnd.explanation.implication_tables import parts_by_statement
from satdnd.grid.bitboard import scan
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Statement


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
_COMPARED = 100
"""Questions about cores after which the smallest so far is taken, where there are cuts: these are dear."""
_COMPARED_UNCUT = 300
"""The same where there are none: hardest sudokus are explained sooner, by about half of the reasons, than with 100."""
_CUTS = 1_000
"""Cuts that a few reasons are tried with before it is taken that it takes many: it may be thousands, in minutes."""
_SMALL = 12
"""Reasons up to which a solver of few statements tells sooner which of them are needed."""


class _Reasons(NamedTuple):
    """Why a literal follows."""

    ids: tuple[int, ...]
    proved: bool
    """Fewer do not suffice."""


class Stepper(Boards):
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
        self._place = place
        super().__init__(formula, sum(1 << v - 1 for v in projection), _board(solution), cuts, budget)
        self.goal = frozenset(goal)
        self.unknown: dict[Literal, None] = dict.fromkeys(sorted(self.goal, key=abs))
        """The literals of the goal that are not known yet, in order."""
        self._implied: dict[int, list[Literal]] = {}
        self._dirty = set(range(self._count))
        self._ruled_out: dict[Literal, int] = {}
        """So many reasons do not suffice for a literal."""
        self._explained: dict[Literal, _Reasons] = {}
        self._doubts: dict[Literal, int] = {}
        """So many reasons may suffice for a literal, some of them cuts, but how many cuts it takes is not known."""
        self._chains: Chains | None = None
        self._followed = -1
        """What was known when all chains were followed."""
        self._several: dict[tuple[Literal, tuple[int, ...]], int] = {}
        """Of those: where boards differ that show that no single cut will do; as long as nothing is known there."""
        self._needed: dict[Literal, set[int]] = {}
        """Those of its reasons without which a literal is not explained, as far as that is known."""
        self._certain: set[tuple[Literal, tuple[int, ...]]] = set()
        """Literals that follow from statements and all cuts."""
        self._effort = self._allowed = self._questions = 0
        self._last: list[tuple[int, int]] = []

    # what is known

    def learn(self, literals: Iterable[Literal]) -> None:
        """Take *literals* as known from here on; each must be one of the goal."""
        new = [x for x in literals if not (self.true | self.false) >> abs(x) - 1 & 1]
        if not new:
            return
        bits = sum(1 << abs(x) - 1 for x in new)
        for x in new:
            if x > 0:
                self.true |= 1 << x - 1
            else:
                self.false |= 1 << -x - 1
            for about in (self.unknown, self._explained, self._needed, self._ruled_out, self._doubts):
                about.pop(x, None)
            self._dirty.update(self._settle(abs(x)))
        for x in [x for x in self._needed if self._scope(self._explained[x].ids) & bits]:
            del self._needed[x]
        self._whole.learn(new)
        self._few.learn(new)
        self._last = [self._place(x) for x in new]
        weaker = self._witnesses.settle(bits, self._violated)
        for x in [x for x in self._ruled_out if weaker >> abs(x) - 1 & 1]:
            del self._ruled_out[x]

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
                    self._chained()
                    self._allowed = self._effort + _TOO_MUCH
                found = self._level(level, _ENOUGH if most is None else 0)
        except Tired:
            return self.beyond()
        return self._choose(found)

    def beyond(self) -> Found:
        """What follows from few reasons, where something is unknown; fewer may do. Raises Undecided."""
        self._chained()
        return self._choose(self._cores(), proved=False)

    def why(self, x: Literal) -> Found:
        """An irreducible set of reasons for a literal of the goal that is not known. Raises Undecided."""
        core = self._core(x)
        return self._choose({core.ids: [x]}, proved=False)

    def fewest(self, x: Literal) -> Found:
        """The fewest reasons for a literal of the goal that is not known, where it takes at most `DEEPEST`; else as
        `why`. Raises Undecided.
        """
        alone = [ids for ids, literals in self._one().items() if x in literals]
        if alone:
            return self._choose({ids: [x] for ids in alone})._replace(literals=[x])
        core = self._core(x)
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

    def _chained(self) -> None:
        """Reasons for all that chains explain."""
        if self._followed == self.true | self.false:
            return
        self._followed = self.true | self.false
        if self._chains is None:
            parts = parts_by_statement(self._formula, self._projected)
            self._chains = Chains([parts[s] for s in self._statements[: self._count]], self._cuts, self._number)
        rough: list[tuple[int, int, Literal, tuple[int, ...]]] = []
        for order, x in enumerate(sorted(self.unknown, key=self._distance)):
            self._budget.check()
            before = self._explained.get(x)
            found = self._chains.reasons(self.true, self.false, x)
            if found is not None and (before is None or len(found) < len(before.ids)):
                rough.append((len(found), order, x, tuple(sorted(found))))
        self._shrink(sorted(rough)[:_TRIED])

    def _cores(self) -> dict[tuple[int, ...], list[Literal]]:
        """Irreducible reasons for some literals; a set of the fewest."""
        nearest = sorted(self.unknown, key=self._distance)
        rough: list[tuple[int, int, Literal, tuple[int, ...]]] = []
        for order, x in enumerate(nearest):
            before = self._explained.get(x)  # of which not all may be needed any more
            if before is not None:
                rough.append((len(before.ids), order, x, before.ids))
            elif order < _TRIED:
                ids = self._conflict(x, (), range(self._count))
                rough.append((len(ids), order, x, ids))
        best = self._shrink(sorted(rough)[:_TRIED])
        assert best is not None
        return {self._explained[best].ids: [best]}

    def _shrink(self, rough: list[tuple[int, int, Literal, tuple[int, ...]]]) -> Literal | None:
        """The literal of which fewest reasons are left of those given, where none can be dropped."""
        best: Literal | None = None
        least = 0
        self._questions = 0
        enough = _COMPARED_UNCUT if self._cuts is None else _COMPARED
        for _, _, x, ids in rough:
            if best is not None and self._questions > enough:
                break
            self._renew()
            before = self._explained.get(x)
            if before is None or before.ids != ids:
                self._explained[x] = _Reasons(self._conflict(x, (), ids), False)
                self._needed.pop(x, None)
            if self._tighten(x, least - 1 if best is not None else len(ids)):
                ids = self._explained[x].ids
                if best is None or len(ids) < least:
                    best, least = x, len(ids)
        return best

    def _tighten(self, x: Literal, most: int) -> bool:
        """Leave out reasons of *x* that are not needed; False where more than *most* are."""
        ids = self._explained[x].ids
        needed = self._needed.setdefault(x, set())
        left = self._irreducible(-x, list(ids), needed, most)
        if len(left) < len(ids):
            self._explained[x] = _Reasons(tuple(left), False)
        return len(needed) == len(left) <= most

    def _one(self) -> dict[tuple[int, ...], list[Literal]]:
        """What follows from one reason."""
        asked = sum(1 << abs(x) - 1 for x in self.unknown)
        sign = {abs(x) - 1: x for x in self.unknown}
        for i in sorted(self._dirty):
            self._budget.check()
            self._implied.pop(i, None)
            among = self._masks[i] & asked
            if among and (follows := self._part((i,)).implied(self.true, self.false, among)):
                self._implied[i] = [sign[b] for b in scan(follows)]
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
        """What follows from so many reasons, where nothing follows from fewer; some of it after *enough* branches.

        Raises Tired where nothing is found.
        """
        found: dict[tuple[int, ...], list[Literal]] = {}
        others = []
        for x in sorted(self.unknown, key=self._distance):
            reasons = self._explained.get(x)
            if reasons is not None and len(reasons.ids) <= level:
                self._renew()
                self._tighten(x, level)
                found.setdefault(self._explained[x].ids, []).append(x)
            else:
                others.append(x)
        try:
            for x in others:
                if found and self._effort > enough:
                    break
                reasons = self._search(x, level)
                if reasons is not None:
                    found.setdefault(reasons.ids, []).append(x)
        except Tired:
            if not found:
                raise
        return found

    def _search(self, x: Literal, most: int) -> _Reasons | None:
        """At most so many reasons from which *x* follows, or None."""
        if self._ruled_out.get(x, 0) >= most:
            return None
        self._renew()

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

    def _with_cuts(self, ids: tuple[int, ...], x: Literal, most: int) -> _Reasons | int | None:
        """How *x* follows from these reasons and at most so many cuts, or where a board differs that says no.

        None: more cuts are needed at least.
        """
        if (x, ids) not in self._certain and (flips := self._against(ids, x, cuts=True)):
            return flips
        chosen = [*map(self._few.selector, ids), -x]
        self._certain.add((x, ids))
        if ids and not self._few.possible(chosen):
            return _Reasons(ids, True)
        known = self.true | self.false
        if (x, ids) not in self._several or self._several[x, ids] & known:
            self._several[x, ids] = self._many_ways(chosen)
        cut = None if self._several[x, ids] else self._one_cut(ids, chosen, x)
        if cut is not None:
            return _Reasons((*ids, self._number(cut)), True)
        if most > 1:
            kept = self._conflict(x, ids, (), _CUTS)
            if kept:
                cuts = self._irreducible(-x, list(kept), set(), len(kept), ids)
                if len(cuts) <= most:
                    return _Reasons((*ids, *cuts), False)
        self._doubts[x] = min(len(ids) + 2, self._doubts.get(x, len(ids) + 2))
        return None

    def _many_ways(self, chosen: list[Literal]) -> int:
        """Where boards differ that show that no cut is broken whenever what is *chosen* holds; 0: perhaps one is."""
        assert self._cuts is not None
        boards: list[int] = []
        varied = 0
        both = one = self._projected
        asked = chosen
        while self._few.possible(asked):
            flips = self._few.differs(self._open())
            board = self._solution ^ flips
            boards.append(board)
            varied |= flips
            both, one = both & board, one & ~board
            cuts = self._cuts.near(both, one)  # as if all were known that the boards have in common
            if not cuts:
                return varied
            for each in boards:
                there = (both, self._projected & ~each) if cuts[0].sign < 0 else (each, one)
                if not self._cuts.broken(*there):
                    return varied
            asked = [*chosen, self._few.choose([cuts[0].ways])]
        return 0

    def _one_cut(self, ids: tuple[int, ...], chosen: list[Literal], x: Literal) -> Cut | None:
        """A cut that is broken whenever what is *chosen* holds: the assumption that *x* does not, and these reasons."""
        assert self._cuts is not None
        true, false = self._without(x)
        whole = self._few
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

    def _conflict(
        self, x: Literal, hard: Sequence[int], soft: Iterable[int], enough: int | None = None
    ) -> tuple[int, ...]:
        """Some of the *soft* reasons, and cuts, from which *x* follows together with the *hard* ones.

        Empty: that is not known yet when *enough* cuts were tried.
        """
        kept = list(soft)
        whole = self._whole if len(kept) == self._count else self._few
        base = [*map(whole.selector, hard), -x]
        while whole.possible([*base, *map(whole.selector, kept)]):
            self._budget.check()
            assert self._cuts is not None
            if enough is not None and len(kept) >= enough:
                return ()
            board = self._solution ^ whole.differs(self._open())
            kept += [i for i in map(self._number, self._cuts.near(board, self._projected & ~board)) if i not in kept]
        while True:
            core, before = whole.core(), len(kept)
            kept = [i for i in kept if whole.selector(i) in core]
            if len(kept) == before:
                return tuple(sorted(kept))
            kept.reverse()  # in another order it may get along with fewer
            whole.possible([*base, *map(whole.selector, kept)])

    def _core(self, x: Literal) -> _Reasons:
        """Reasons for *x*, of which none can be dropped."""
        kept = list(self._conflict(x, (), range(self._count)))
        return _Reasons(tuple(self._irreducible(-x, kept, set(), len(kept))), False)

    def _irreducible(
        self, assumed: Literal, kept: list[int], needed: set[int], most: int, hard: Sequence[int] = ()
    ) -> list[int]:
        """Of *kept*, which are in conflict with what is *assumed* and the *hard* ones, those that still are.

        Those that are found to be *needed* are told there; with more than *most* of them it is given up.
        """
        solver = self._few if len(kept) <= _SMALL else self._whole  # which has learned more
        base = [*map(solver.selector, hard), assumed]
        seen = self._witnesses.alone(abs(assumed) - 1, self._bits([*hard, *kept]), self._bits(kept) & ~self._connected)
        needed.update(scan(seen))
        for i in reversed(list(kept)):
            if len(needed) > most:
                break
            self._budget.check()
            if i not in kept or i in needed:
                continue
            self._questions += 1
            if solver.possible([*base, *(solver.selector(j) for j in kept if j != i)]):
                needed.add(i)
            else:
                core = solver.core()
                kept = [j for j in kept if solver.selector(j) in core]
        return kept

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
        """Of more reasons than one: from the opposite of *literal* to a broken one (`satdnd.explanation.arguments`)."""
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
