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
from satdnd.encodings.connectivity import Cuts
from satdnd.errors import EncodingBug
from satdnd.formula import Clause, Formula, Literal, Statement
from satdnd.parts import Part, Statements


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


_SHARED = 400
"""Witnesses, the latest, that are looked through before a new one is made."""


DEEPEST = 3
"""Reasons up to which every set is looked at, whatever it takes."""
_ENOUGH = 5_000
"""Branches after which the steps that were found will do, though there may be others with as few reasons."""
_TOO_MUCH = 50_000
"""Branches after which more than `DEEPEST` reasons are found by cores."""
_TRIED = 12
"""Cells, the nearest, whose cores are compared."""


class _Tired(Exception):
    """There are too many sets of so many reasons."""


_GLANCES = 40
"""Boards that a short look for a witness takes."""
_FLIPS = 3
"""Places beside the one asked for in which these differ from the solution."""


class _Witness:
    """A board that agrees with what is known, and the statements that it violates; kept up with what becomes known."""

    __slots__ = ("board", "violated", "weaker")

    def __init__(self, board: int, violated: int) -> None:
        self.board, self.violated = board, violated
        self.weaker = False
        """Whether it violates statements that it did not before what became known last."""

    def size(self) -> int:
        """How many statements it violates."""
        return self.violated.bit_count()


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
        self.budget = budget
        self._cuts = cuts
        self._place = place
        super().__init__(formula, sum(1 << v - 1 for v in projection), _board(solution))
        self.goal = frozenset(goal)
        self.unknown: dict[Literal, None] = dict.fromkeys(sorted(self.goal, key=abs))
        """The literals of the goal that are not known yet, in order."""
        self._connected = 1 << self._count
        """The bit of "no cut is violated" in what a witness violates."""
        self._implied: dict[int, list[Literal]] = {}
        self._dirty = set(range(self._count))
        self._witnesses: list[_Witness] = []
        self._active: dict[Literal, list[_Witness]] = {}
        """Of a literal: the witnesses that were needed last to rule small sets out."""
        self._ruled_out: dict[Literal, int] = {}
        """So many reasons do not suffice for a literal, by its active witnesses."""
        self._explained: dict[Literal, _Reasons] = {}
        self._doubts: dict[Literal, int] = {}
        """So many reasons may suffice for a literal, some of them cuts, but how many cuts it takes is not known."""
        self._effort = 0
        self._last: list[tuple[int, int]] = []
        self._open_ended: dict[tuple[int, ...], Part] = {}
        """Statements, and all cuts that were needed beside them so far."""

    # what is known

    def learn(self, literals: Iterable[Literal]) -> None:
        """Take *literals* as known from here on; each must be one of the goal."""
        new = [x for x in literals if not (self.true | self.false) >> abs(x) - 1 & 1]
        for x in new:
            if x > 0:
                self.true |= 1 << x - 1
            else:
                self.false |= 1 << -x - 1
            for about in (self.unknown, self._explained, self._active, self._ruled_out, self._doubts):
                about.pop(x, None)
            self._dirty.update(self._settle(abs(x)))
        if new:
            self._last = [self._place(x) for x in new]
        wanted, asked = _board(self.unknown), sum(1 << abs(x) - 1 for x in self.unknown)
        kept = []
        used = {id(w) for x in self.unknown for w in self._active.get(x, ())}
        for k, witness in enumerate(self._witnesses):
            if k < len(self._witnesses) - _SHARED and id(witness) not in used:
                continue
            wrong = witness.board & self.false | ~witness.board & self.true
            witness.weaker = False
            if wrong:  # towards the solution
                before = witness.violated
                witness.board ^= wrong
                witness.violated = self._violated(witness.board, wrong, before)
                witness.weaker = bool(witness.violated & ~before)
            if (witness.board ^ wanted) & asked:
                kept.append(witness)
        self._witnesses = kept
        for x in [x for x in self._ruled_out if any(w.weaker for w in self._active[x])]:
            del self._ruled_out[x]

    def _violated(self, board: int, changed: int, before: int) -> int:
        """What *board* violates, which differs in *changed* from one that violates *before*."""
        beside, seen = self._beside, 0
        for b in scan(changed):
            for i in beside.get(b, ()):
                if not seen >> i & 1:
                    seen |= 1 << i
                    if self._holds(i, board):
                        before &= ~(1 << i)
                    else:
                        before |= 1 << i
        if self._cuts is not None:
            before &= ~self._connected
            if self._cuts.broken(board, self._projected & ~board):
                before |= self._connected
        return before

    # the next step

    def next(self, most: int | None = None, least: int = 2) -> Found | None:
        """What follows from fewest reasons; None where nothing is unknown, or follows from at most so many.

        Nothing follows from more than one and fewer than *least*, as the caller knows. Raises Undecided.
        """
        if not self.unknown or most == 0:
            return None
        found = self._one()
        level, self._effort = least - 1, 0
        try:
            while not found:
                if level >= (most or level + 1):
                    return None
                level += 1
                found = self._level(level, _ENOUGH if most is None else 0)
        except _Tired:
            return self._choose(self._cores(), proved=False)
        return self._choose(found)

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
        self._effort = 0
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
        near = sorted(self.unknown, key=self._distance)[:_TRIED]
        cores = [(self._core(x, (), range(self._count)).ids, x) for x in near]
        ids, x = min(cores, key=lambda core: len(core[0]))
        return {ids: [x]}

    def _one(self) -> dict[tuple[int, ...], list[Literal]]:
        """What follows from one reason."""
        for i in sorted(self._dirty):
            self.budget.check()
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
        bit = 1 << abs(x) - 1
        right = bit if x > 0 else 0
        pool = [w for w in self._witnesses[-_SHARED:] if w.board & bit != right]
        active = self._active.setdefault(x, [])
        outcome = self._branch(x, 0, 0, most, active, pool)
        if outcome is None:
            self._ruled_out[x] = most
        else:
            self._explained[x] = outcome
        return outcome

    def _branch(
        self, x: Literal, chosen: int, passed: int, more: int, active: list[_Witness], pool: list[_Witness]
    ) -> _Reasons | None:
        """The same by the *chosen* statements and so many *more*, none of them *passed*.

        What is found on the way that speaks against a choice joins *active*.
        """
        self._effort += 1
        if self._effort > _TOO_MUCH and chosen.bit_count() + more > DEEPEST:
            raise _Tired
        left = [w.violated & ~passed for w in active if not w.violated & chosen]
        if not left:
            self.budget.check()
            missed = min((w for w in pool if not w.violated & chosen), key=_Witness.size, default=None)
            if missed is None:
                outcome = self._ask(chosen, x, more)
                if not isinstance(outcome, int):
                    return outcome
                missed = self._witness(outcome, x)
                pool.append(missed)
            active.append(missed)
            left = [missed.violated & ~passed]
        if not more or 0 in left:
            return None
        if more == 1:
            common, seen = -1, len(active)
            for each in left:
                common &= each
            while common:
                bit = common & -common
                common ^= bit
                if outcome := self._branch(x, chosen | bit, passed, 0, active, pool):
                    return outcome
                for witness in active[seen:]:
                    common &= witness.violated
                seen = len(active)
            return None
        left.sort(key=int.bit_count)
        union = apart = 0
        for each in left:  # sets that have nothing in common need an element each
            if not each & union:
                apart += 1
                union |= each
        if apart > more:
            return None
        for e in scan(left[0]):
            if outcome := self._branch(x, chosen | 1 << e, passed, more - 1, active, pool):
                return outcome
            passed |= 1 << e
        return None

    def _ask(self, chosen: int, x: Literal, more: int) -> _Reasons | int | None:
        """Whether *x* follows from the *chosen* statements, else a board that says no; None: not with so few cuts."""
        near = self._nearby(chosen, x)
        if near is not None:
            return near
        ids = tuple(i for i in scan(chosen) if i < self._count)
        return self._with_cuts(ids, x, more + 1) if chosen & self._connected else self._alone(ids, x)

    def _nearby(self, chosen: int, x: Literal) -> int | None:
        """A board that says no and differs from the solution in few places, where a short look finds one."""
        ids = [i for i in scan(chosen) if i < self._count]
        connected = bool(chosen & self._connected)
        open_ = self._projected & ~(self.true | self.false)
        left = _GLANCES
        stack = [(self._solution ^ 1 << abs(x) - 1, 1 << abs(x) - 1)]
        while stack:
            board, moved = stack.pop()
            wrong = next((i for i in ids if not self._holds(i, board)), None)
            if wrong is None:
                if not connected or self._cuts is None or not self._cuts.broken(board, self._projected & ~board):
                    return board
                continue
            left -= 1
            if not left:
                return None
            if moved.bit_count() <= _FLIPS:
                for b in scan(self._masks[wrong] & open_ & ~moved):
                    other = board ^ 1 << b
                    if self._holds(wrong, other):
                        stack.append((other, moved | 1 << b))
        return None

    def _alone(self, ids: tuple[int, ...], x: Literal) -> _Reasons | int:
        """Whether *x* follows from these reasons, else a board on which they hold and *x* does not."""
        bit = 1 << abs(x) - 1
        part = self._lean(ids)
        if not part.mask & bit:
            return self._solution ^ bit
        return part.board(self._solution) if part.possible(self.true, self.false, x) else _Reasons(ids, True)

    def _with_cuts(self, ids: tuple[int, ...], x: Literal, most: int) -> _Reasons | int | None:
        """The same, with at most so many cuts beside them; None: with more cuts at least."""
        assert self._cuts is not None
        true, false = self._without(x)
        part = self._lean(ids)
        if ids:
            if not part.possible(true, false):
                return _Reasons(ids, True)
            first = part.board(self._solution)
            for b in scan(part.mask & ~(true | false)):
                literal = b + 1 if first >> b & 1 else -b - 1
                if part.possible(true, false, literal):
                    continue
                if literal > 0:
                    true |= 1 << b
                else:
                    false |= 1 << b
        there = {1: true, -1: false}
        for cut in self._cuts.near(true, false):
            for side in cut.sides:
                if side & there[cut.sign]:
                    continue
                shut = side & ~(true | false)
                if shut & ~part.mask or part.possible(
                    *((true, false | shut) if cut.sign > 0 else (true | shut, false))
                ):
                    break
            else:
                return _Reasons((*ids, self._number(cut)), True)
        open_ended = self._open_ended.get(ids)
        if open_ended is None:
            open_ended = self._open_ended[ids] = self._fresh_part(ids)
        if not open_ended.mask & 1 << abs(x) - 1:
            open_ended.add([abs(x), -abs(x)])
        while open_ended.possible(self.true, self.false, x):
            self.budget.check()
            board = open_ended.board(self._solution)
            broken = self._cuts.clauses(board)
            if not broken:
                return board
            for clause in broken:
                open_ended.add(clause)
        if most > 1:
            reasons = self._core(x, ids, ())
            if len(reasons.ids) <= len(ids) + most:
                return reasons
        self._doubts[x] = min(len(ids) + 2, self._doubts.get(x, len(ids) + 2))
        return None

    def _core(self, x: Literal, hard: Sequence[int], soft: Iterable[int]) -> _Reasons:
        """Reasons for *x*: the *hard* ones, and some *soft* ones and cuts, of which none can be dropped."""
        part = self._fresh_part(tuple(hard))
        part.add([abs(x), -abs(x)])
        selectors: dict[int, int] = {}
        for i in soft:
            self._choosable(part, i, self._reduced(i), selectors)
        while part.possible(self.true, self.false, x, selectors.values()):
            self.budget.check()
            assert self._cuts is not None
            board = part.board(self._solution)
            for i in map(self._number, self._cuts.near(board, self._projected & ~board)):
                if i not in selectors:
                    self._choosable(part, i, self._clauses[i], selectors)
        kept = list(selectors)
        for i in reversed(list(kept)):
            self.budget.check()
            if i in kept:
                without = [j for j in kept if j != i]
                if not part.possible(self.true, self.false, x, [selectors[j] for j in without]):
                    core = part.core()
                    kept = [j for j in without if selectors[j] in core]
        return _Reasons((*hard, *kept), False)

    def _choosable(self, part: Part, i: int, clauses: list[Clause], selectors: dict[int, int]) -> None:
        """Add a statement that counts while its selector is assumed."""
        self._fresh += 1
        selectors[i] = self._fresh
        for clause in clauses:
            part.add([-self._fresh, *clause])
        part.add([self._fresh, -self._fresh])

    def _witness(self, board: int, x: Literal) -> _Witness:
        """Keep a board on which *x* does not hold, brought nearer to the solution."""
        keep = 1 << abs(x) - 1
        violated = self._violated(board, board ^ self._solution, 0)
        left = list(scan((board ^ self._solution) & ~keep))
        while True:
            still = []
            for b in left:
                less = self._flipped(board ^ 1 << b, b, violated)
                if less < 0:
                    still.append(b)
                else:
                    board, violated = board ^ 1 << b, less
            if len(still) == len(left):
                break
            left = still
        witness = _Witness(board, violated)
        self._witnesses.append(witness)
        return witness

    def _flipped(self, board: int, b: int, before: int) -> int:
        """What *board* violates, which differs in bit *b* from one that violates *before*; -1 where it is more."""
        after = before
        for i in self._beside.get(b, ()):
            if self._holds(i, board):
                after &= ~(1 << i)
            elif not before >> i & 1:
                return -1
        if self._cuts is not None:
            if not self._cuts.broken(board, self._projected & ~board):
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
