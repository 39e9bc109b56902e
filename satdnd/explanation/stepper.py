"""Chooses the next step: a literal that follows from the fewest statements.

This module knows formulas but no puzzles; see `satdnd.explanation.explainer` for puzzles and
`satdnd.explanation.step_words` for sentences. A *reason* is a statement of the formula, or a cut. What follows from one
reason is found by asking each one, what needs more by `satdnd.explanation.reason_finder`, and if that takes too long by
`satdnd.explanation.chains`.

Boards are integers: bit v - 1 is variable v.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias

from satdnd.errors import EncodingBug
from satdnd.explanation.arguments import LONG, Refutation, arguments, counted, shorter
from satdnd.explanation.chains import Chains
from satdnd.explanation.hitting_sets import TooManyBranches
from satdnd.explanation.implication_tables import bits_of, literals_of
from satdnd.explanation.reason_finder import ReasonFinder, ReasonSet
from satdnd.explanation.statements import Statements, violated_cuts
from satdnd.explanation.sums import Sums
from satdnd.rules.cut import Cut, Cuts
from satdnd.rules.statement import Combined
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula, Literal, Statement


class Found(NamedTuple):
    """The literals of one step and their reasons."""

    literals: list[Literal]
    """The first is the one that the reasons were found for."""
    reasons: list[Statement]
    known: list[Literal]
    """The known literals that are needed."""
    minimal: bool
    easiest: bool
    """Whether it is proved that nothing follows from fewer reasons."""
    openings: int
    """The number of sets of as few reasons from which something follows."""


Rank: TypeAlias = Callable[[Sequence[Statement], Sequence[Literal], Sequence[Literal]], int]
"""(reasons, literals, known literals within their scope) -> how soon a player sees the step, from 0."""
DEEPEST = 3
"""The most reasons for which all sets are tried before chains."""
_PROOFS = 200_000
"""The total number of branches for unsuccessful proofs of minimality. A step gets at most a tenth of the rest, which
bounds both the whole explanation and each step."""
_WORK = 50
"""The number of variables in solver calls that counts as one branch."""
_ENOUGH = 15_000
"""The number of branches after which the steps found so far are accepted as candidates."""
_TRIED = 30
"""The number of literals, nearest first, whose sets of reasons are compared."""
_TRIED_WITH_CUTS = 60
"""The number of literals, nearest first, that are examined if there are cuts: on large boards an easier step is often
far away."""
_ARGUED = 8
"""The number of steps for which an argument is tried before one without is accepted."""
_COMPARED = 600
"""The number of solver calls after which the smallest set so far is accepted, if there are cuts."""
_COMPARED_WITHOUT_CUTS = 300
"""The same without cuts; the hardest sudokus are explained faster than with 100, with about half the reasons."""


class Stepper:
    """The known literals of one puzzle, and the search for the next step.

    Args:
        formula: its clauses by statement; clauses without a statement define auxiliary variables, and always hold.
        projection: the variables of boards.
        solution: all literals of a solution.
        goal: the literals of *solution* shared by all solutions.
        cuts: the connectivity constraint; None if there is none.
        place: the cell of a literal, used for distances.
        budget: checked throughout; methods raise Undecided if it runs out.
        rank: orders steps with equally many reasons.
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
        rank: Rank = lambda *_: 0,
    ) -> None:
        self.statements = Statements(formula, bits_of(projection)[0], bits_of(solution)[0], budget)
        """The statements, and the known literals."""
        self._finder = ReasonFinder(self.statements, cuts)
        self._chains: Chains | None = None
        self._sums = Sums(self.statements[i] for i in range(self.statements.count))
        self._cuts, self._place, self._rank = cuts, place, rank
        self._ranks: dict[tuple[Any, ...], int] = {}
        self._argued: tuple[Any, tuple[Found, list[Refutation]]] | None = None
        """The last result of `argued`, with its key."""
        self.goal = frozenset(goal)
        self.unknown: dict[Literal, None] = dict.fromkeys(sorted(self.goal, key=abs))
        """The literals of the goal that are not known yet, in order."""
        self._last: list[tuple[int, int]] = []
        """The cells of the last step."""
        self._cells = dict.fromkeys(map(self._place, self.unknown), sys.maxsize)
        """By cell: its distance from the nearest one of a known literal."""
        self._implied: dict[int, list[Literal]] = {}
        """By statement: the literals that it implied when last asked."""
        self._changed = set(range(self.statements.count))
        """The statements to ask again."""
        self._combined = frozenset(i for i in self._changed if isinstance(self.statements[i], Combined))
        self._explained: dict[Literal, ReasonSet] = {}
        """By literal: the smallest set of reasons so far."""
        self._needed: dict[Literal, set[int]] = {}
        """By literal: those of these reasons that are known to be necessary."""
        self._ruled_out: dict[Literal, int] = {}
        """By literal: the number of reasons that is proved insufficient."""
        self._chained = -1
        """The places known when chains were last followed."""
        self._branches = self._allowed = 0
        self._left = _PROOFS
        self._tried = _TRIED if cuts is None else _TRIED_WITH_CUTS

    def use_budget(self, budget: Budget) -> None:
        """Use *budget* from now on, for a later question."""
        self.statements.set_budget(budget)

    def close(self) -> None:
        """Delete the solvers."""
        self.statements.close()

    def learn(self, literals: Iterable[Literal]) -> None:
        """Add *literals* of the goal as known."""
        open_ = self.statements.open
        new = [x for x in literals if open_ >> abs(x) - 1 & 1]
        if not new:
            return
        places = _places(new)
        for x in new:
            for about in (self.unknown, self._explained, self._needed, self._ruled_out):
                about.pop(x, None)
        self._changed.update(self.statements.learn(new))
        for x in [x for x in self._needed if self.statements.scope(self._explained[x].ids) & places]:
            del self._needed[x]
        self._last = [self._place(x) for x in new]
        near = {*self._last}
        for (r, c), before in self._cells.items():
            if before:
                self._cells[r, c] = min(before, *(abs(r - a) + abs(c - b) for a, b in near))
        weaker = self._finder.learn(new, places)
        for x in [x for x in self._ruled_out if weaker >> abs(x) - 1 & 1]:
            del self._ruled_out[x]

    # the next step

    def next(self, most: int | None = None, least: int = 2) -> Found | None:
        """The step with the fewest reasons; None if nothing is open, or follows from at most *most* reasons.

        The caller guarantees that nothing follows from more than one and fewer than *least* reasons. Raises Undecided.
        """
        if not self.unknown or most == 0:
            return None
        found = self._from_one()
        level, self._branches, self._allowed = least - 1, 0, self._left // 10 if most is None else sys.maxsize
        try:
            while not found:
                if level >= (most or level + 1):
                    return None
                level += 1
                if level == DEEPEST and most is None and (found := self._from_sums()):
                    return self._choose(found, proved=False)
                if level == DEEPEST + 1:
                    self._follow_chains()
                found = self._from_several(level, _ENOUGH if most is None else 0)
        except TooManyBranches:
            self._left -= self._branches
            return self.beyond()
        return self._choose(found)

    def single(self) -> Found | None:
        """The step by one reason that `next` would give; None if there is none."""
        found = self._from_one() if self.unknown else None
        return self._choose(found) if found else None

    def beyond(self) -> Found:
        """A step with few reasons, not necessarily the fewest; some literal must be open. Raises Undecided."""
        self._follow_chains()
        chosen = self._choose(self._from_any(), proved=False)
        return chosen if self._readable(chosen) else self._argued_instead() or chosen

    def fewest(self, wanted: Sequence[Literal]) -> Found:
        """A step for one of *wanted*, open literals of the goal; with the fewest reasons if at most `DEEPEST` suffice.

        Otherwise its reasons are irreducible. Raises Undecided.
        """
        targets = set(wanted)
        single = self._from_one() | self._from_statements(combined=True)
        found = {ids: left for ids, own in single.items() if (left := [x for x in own if x in targets])}
        if not found:
            self._follow_chains()
            for x in wanted[:_TRIED]:
                if x in self._explained:
                    self._reduce(x, len(self._explained[x].ids))
                else:
                    self._explained[x] = self._finder.minimal(x)
            first = min(wanted[:_TRIED], key=lambda x: len(self._explained[x].ids))
            found = {self._explained[first].ids: [first]}
            least = len(self._explained[first].ids)
            tried = ((x, most) for most in range(2, min(DEEPEST, least - 1) + 1) for x in wanted)
            self._branches, self._allowed = 0, _PROOFS
            with suppress(TooManyBranches):
                found = next(({fewer.ids: [x]} for x, most in tried if (fewer := self._search(x, most))), found)
        return self._choose(found, proved=len(next(iter(found))) == 1, alone=True)

    def by(self, statements: Iterable[Statement], literals: Sequence[Literal]) -> Found:
        """How *literals* follow from *statements*: an irreducible set of these, and of the known literals."""
        known = self.statements
        ids = tuple(sorted(map(known.number, statements)))

        def implied(some: tuple[int, ...]) -> bool:
            """Whether the statements *some* and the known literals imply *literals*."""
            together = known.conjunction(some)
            return all(
                together.scope >> abs(x) - 1 & 1 and not together.possible(known.true, known.false, x) for x in literals
            )

        if not implied(ids):
            raise EncodingBug(f"{literals} do not follow from {[known[i].text for i in ids]}")
        for i in ids:
            less = tuple(j for j in ids if j != i)
            if less and implied(less):
                ids = less
        together = known.conjunction(ids)
        true = false = 0
        for x in literals:
            also = together.needed(known.true, known.false, x)
            true, false = true | also[0], false | also[1]
        return Found(
            list(literals), [known[i] for i in ids], literals_of(true, false), True, easiest=len(ids) == 1, openings=0
        )

    def alike(self, found: Found, together: Callable[[Sequence[Found]], bool]) -> list[Found]:
        """A one-rule step, and other steps by the same rule that *together* accepts in the same sentence.

        No step settles a variable in the scope of another's reason.
        """
        known, chosen = self.statements, [found]
        if len(found.reasons) != 1 or isinstance(found.reasons[0], Cut):
            return chosen
        first = known.number(found.reasons[0])
        scope, settled = known.scopes[first], _places(found.literals)
        left = {i: [x for x in literals if x in self.unknown] for i, literals in self._implied.items()}
        for i, new in sorted(left.items(), key=lambda one: (-len(one[1]), one[0])):
            own = known.scopes[i]
            if i == first or not new or known[i].rule != known[first].rule or own & settled or scope & _places(new):
                continue
            needed = known.conjunction((i,)).needed(known.true, known.false, new[0])
            other = self._found((i,), new[0], *needed, alone=False)
            if not scope & _places(other.literals) and together([*chosen, other]):
                chosen.append(other)
                scope, settled = scope | own, settled | _places(other.literals)
        return chosen

    def similar(self, found: Found) -> Iterator[Found]:
        """Yield steps by as many rules of the same sorts as *found*, one of them the same; nothing is found twice."""
        known = self.statements
        if not found.easiest or any(isinstance(reason, Cut) for reason in found.reasons):
            return
        ids, rules = {*map(known.number, found.reasons)}, sorted(reason.rule for reason in found.reasons)
        settled = {*found.literals}
        for x in sorted(self._explained, key=self._distance):
            own = self._explained[x].ids
            if (
                x in settled
                or len(own) != len(ids)
                or ids.isdisjoint(own)
                or sorted(known[i].rule for i in own) != rules
            ):
                continue
            known.renew()
            other = self._found(own, x, *known.conjunction(own).needed(known.true, known.false, x), alone=False)
            if settled.isdisjoint(other.literals):
                settled.update(other.literals)
                yield other._replace(easiest=True)

    def irreducible(self, steps: Sequence[Found], known: Sequence[Literal]) -> bool:
        """Whether each reason of *steps* is needed for what they find together with *known*."""
        self.statements.renew()
        true, false = bits_of(known)
        ids = {self.statements.number(reason) for one in steps for reason in one.reasons}
        for i in ids:
            others = self.statements.conjunction(tuple(sorted(ids - {i})))
            scope = others.scope
            if all(
                scope >> abs(x) - 1 & 1 and not others.possible(true, false, x) for one in steps for x in one.literals
            ):
                return False
        return True

    def argued(self, found: Found) -> tuple[Found, list[Refutation]]:
        """A step and its arguments: chains, or else counting if that is shorter than cases.

        Literals whose arguments would be too long are left out of the step.
        """
        chained, proofs = self._chained_argument(found)
        if len(found.reasons) < 2 or (proofs and not any(proof.cases for proof in proofs)):
            return chained, proofs
        known = self.statements
        other, counts = _with_proofs(found, counted(found.reasons, (known.true, known.false), found.literals))
        more = {*other.literals} >= {*chained.literals}
        return (other, counts) if not proofs or (counts and more and shorter(counts, proofs)) else (chained, proofs)

    def _chained_argument(self, found: Found) -> tuple[Found, list[Refutation]]:
        """As `argued`, without counting."""
        if len(found.reasons) < 2:
            return found, []
        known = self.statements
        key = known.true, known.false, tuple(found.literals), tuple(map(known.number, found.reasons)), found.easiest
        if self._argued is not None and self._argued[0] == key:
            return self._argued[1]
        reasons = [known.conjunction((known.number(reason),)) for reason in found.reasons]
        first = None if found.easiest else found.literals[0]  # literals left out might need more
        proofs = arguments(reasons, (known.true, known.false), found.literals, first)
        self._argued = key, _with_proofs(found, proofs)
        return self._argued[1]

    def _readable(self, found: Found) -> bool:
        """Whether a step has a chain as its argument, or a short count."""
        proofs = self._chained_argument(found)[1] or self.argued(found)[1]
        return bool(proofs) and all(len(proof.bounds) <= LONG for proof in proofs)

    # sets of reasons, each with the literals that follow

    def _from_one(self) -> dict[tuple[int, ...], list[Literal]]:
        """The literals that follow from one reason; from a combined statement only if nothing else gives any."""
        found = self._from_statements(combined=False)
        known = self.statements.true, self.statements.false
        cut_off = set(self._cuts.follows(*known)) if self._cuts is not None else set()
        for x in (x for x in self.unknown if x in cut_off):
            for cut, _ in islice(violated_cuts(self._cuts, *self.statements.without(x)), 1):
                found.setdefault((self.statements.number_of_cut(cut),), []).append(x)
        return found or self._from_statements(combined=True)

    def _from_statements(self, *, combined: bool) -> dict[tuple[int, ...], list[Literal]]:
        """The literals that follow from one statement, either the combined or the other ones."""
        statements, kind = self.statements, self._combined
        places = _places(self.unknown)
        changed = sorted(i for i in self._changed if (i in kind) == combined)
        for i in changed:
            statements.budget.check()
            self._implied.pop(i, None)
            if statements.scopes[i] & places:
                implied = statements.conjunction((i,)).implied(statements.true, statements.false)
                if implied is None:
                    raise EncodingBug(f"{statements[i].text!r} contradicts what is known")
                self._implied[i] = literals_of(*implied)
        self._changed.difference_update(changed)
        found: dict[tuple[int, ...], list[Literal]] = {}
        for i, literals in self._implied.items():
            if (i in kind) == combined and (left := [x for x in literals if x in self.unknown]):
                found[i,] = left
        return found

    def _from_several(self, level: int, enough: int) -> dict[tuple[int, ...], list[Literal]]:
        """The literals that follow from *level* reasons, if none do from fewer; some of them after *enough* branches.

        Raises TooManyBranches if none are found.
        """
        found: dict[tuple[int, ...], list[Literal]] = {}
        others = []
        for x in sorted(self.unknown, key=self._distance):
            reasons = self._explained.get(x)
            if reasons is not None and len(reasons.ids) <= level:
                self.statements.renew()
                self._reduce(x, level)
                found.setdefault(self._explained[x].ids, []).append(x)
            else:
                others.append(x)
        try:
            for x in others:
                if found and self._branches > enough:
                    break
                reasons = self._search(x, level)
                if reasons is not None:
                    found.setdefault(reasons.ids, []).append(x)
        except TooManyBranches:
            if not found:
                raise
        return found

    def _from_sums(self) -> dict[tuple[int, ...], list[Literal]]:
        """The literals that follow by the smallest sums: people count before they try what three rules forbid."""
        self.statements.renew()
        return self._sums.smallest(self.statements.true, self.statements.false, self.unknown)

    def _search(self, x: Literal, most: int) -> ReasonSet | None:
        """At most *most* reasons for *x*, or None."""
        if self._ruled_out.get(x, 0) >= most:
            return None
        statements = self.statements
        statements.renew()
        work = statements.work

        def spend(branches: int) -> None:
            """Count branches. Raises TooManyBranches above the allowed number, or Undecided."""
            nonlocal work
            statements.budget.check()
            self._branches += branches + (statements.work - work) // _WORK
            work = statements.work
            if self._branches > self._allowed:
                raise TooManyBranches

        found = self._finder.smallest(x, most, spend)
        if found is None:
            self._ruled_out[x] = most
        else:
            self._explained[x] = found
        return found

    def _from_any(self) -> dict[tuple[int, ...], list[Literal]]:
        """Irreducible reasons for the literal near the last step that has the fewest."""
        near = sorted(self.unknown, key=self._distance)
        before = [(order, x, self._explained[x].ids) for order, x in enumerate(near) if x in self._explained]
        rough = [(len(ids), order, x, ids) for order, x, ids in before]  # may be reducible by now
        if not rough or self._cuts is None:
            for order, x in enumerate(near[: self._tried]):
                if x not in self._explained:
                    ids = self._finder.conflict(x, (), range(self.statements.count))
                    rough.append((len(ids), order, x, ids))
        best = self._best_reduced(rough)
        assert best is not None
        return {self._explained[best].ids: [best]}

    def _argued_instead(self) -> Found | None:
        """A step that has an argument: with few irreducible reasons, else with all reasons of a chain."""
        tried: list[tuple[bool, int, Literal, tuple[int, ...]]] = []
        for x in sorted(self.unknown, key=self._distance)[:_TRIED]:
            if x in self._explained and {*self._explained[x].ids} == self._needed.get(x):
                tried.append((False, len(self._explained[x].ids), x, self._explained[x].ids))
            if self._chains and (chain := self._chains.reasons(self.statements.true, self.statements.false, x)):
                tried.append((True, len(chain), x, tuple(sorted(chain))))
        for chained, _, x, ids in sorted(tried)[:_ARGUED]:
            self.statements.renew()
            needed = self.statements.conjunction(ids).needed(self.statements.true, self.statements.false, x)
            found = self._found(ids, x, *needed, alone=True)._replace(minimal=not chained)
            if self._chained_argument(found)[1]:
                return found
        return None

    def _follow_chains(self) -> None:
        """Set the reasons of all literals that chains or sums explain."""
        statements = self.statements
        if self._chained == statements.true | statements.false:
            return
        self._chained = statements.true | statements.false
        if self._chains is None:
            self._chains = Chains(statements.components(), self._cuts, statements.number_of_cut)
        rough: list[tuple[int, int, Literal, tuple[int, ...]]] = []
        near = sorted(self.unknown, key=self._distance)
        sums = self._sums.reasons(statements.true, statements.false)
        for order, x in enumerate(near if self._cuts is None else near[: self._tried]):
            statements.budget.check()
            before = self._explained.get(x)
            for found in (sums.get(x), self._chains.reasons(statements.true, statements.false, x)):
                if found is not None and (before is None or len(found) < len(before.ids)):
                    before = ReasonSet(tuple(sorted(found)), False)
                    rough.append((len(found), order, x, before.ids))
        self._best_reduced(rough)

    def _best_reduced(self, rough: list[tuple[int, int, Literal, tuple[int, ...]]]) -> Literal | None:
        """The literal with the fewest reasons after reduction.

        *rough* has tuples (number of reasons, order, literal, reasons); the lowest are tried.
        """
        best: Literal | None = None
        least = 0
        enough = self._finder.questions + (_COMPARED_WITHOUT_CUTS if self._cuts is None else _COMPARED)
        for _, _, x, ids in sorted(rough)[:_TRIED]:
            if best is not None and self._finder.questions > enough:
                break
            self.statements.renew()
            before = self._explained.get(x)
            if before is None or before.ids != ids:
                self._explained[x] = ReasonSet(self._finder.conflict(x, (), ids), False)
                self._needed.pop(x, None)
            if self._reduce(x, least - 1 if best is not None else len(ids)):
                ids = self._explained[x].ids
                if best is None or len(ids) < least:
                    best, least = x, len(ids)
        return best

    def _reduce(self, x: Literal, most: int) -> bool:
        """Remove unnecessary reasons of *x*. Returns False if more than *most* are necessary."""
        ids = self._explained[x].ids
        needed = self._needed.setdefault(x, set())
        left = self._finder.irreducible(x, ids, needed, most)
        if len(left) < len(ids):
            self._explained[x] = ReasonSet(tuple(left), False)
        return len(needed) == len(left) <= most

    # choice

    def _choose(
        self, found: dict[tuple[int, ...], list[Literal]], *, proved: bool = True, alone: bool = False
    ) -> Found:
        """The step of *found* with the lowest rank; then nearest to what is known; then with fewest known literals.

        Of the steps by one reason left then, the one that finds most; of those by several, the first that has an
        argument. One reason gives all literals that it implies, several give those that follow from the same known
        literals; with *alone*, only one literal. Which cuts were met before makes no difference.
        """
        ranked = sorted(
            (self._rank_of(ids, literals), self._cells[self._place(x)], ids, x)
            for ids, literals in found.items()
            for x in literals
        )

        def weight(candidate: tuple[int, int, tuple[int, ...], Literal]) -> tuple[Any, ...]:
            """The number of known literals that a candidate needs; then the opposite of how many it finds."""
            true, false, ids, x = candidate
            finds = len(found[ids]) if len(ids) == 1 else 0
            return (true | false).bit_count(), -finds, [min(i, self.statements.count) for i in ids], abs(x)

        first, tries = None, 0
        for _, alike in groupby(ranked, key=lambda one: one[:2]):
            for true, false, ids, x in sorted(map(self._with_needed, alike), key=weight):
                chosen = self._found(ids, x, true, false, alone)
                openings = len(found) if proved else 0
                easiest = proved and self._finder.fewest_proved(len(ids))
                chosen = chosen._replace(easiest=easiest, openings=openings)
                if alone or len(ids) == 1 or self._readable(chosen):
                    return chosen
                first, tries = first or chosen, tries + 1
                if tries == _ARGUED:
                    return first
        assert first is not None
        return first

    def _with_needed(
        self, candidate: tuple[int, int, tuple[int, ...], Literal]
    ) -> tuple[int, int, tuple[int, ...], Literal]:
        """Replace the rank and distance of a candidate by the known literals that it needs, as bits."""
        *_, ids, x = candidate
        return *self.statements.conjunction(ids).needed(self.statements.true, self.statements.false, x), ids, x

    def _found(self, ids: tuple[int, ...], first: Literal, true: int, false: int, alone: bool) -> Found:
        """The step for the literal *first* by the reasons *ids* and the known literals *true* and *false*."""
        statements = self.statements
        together = statements.conjunction(ids)
        if alone:
            literals = [first]
        elif len(ids) == 1:
            implied = together.implied(statements.true, statements.false)
            literals = [x for x in literals_of(*implied or (0, 0)) if x in self.unknown]
            for x in literals:
                if together.possible(true, false, x):
                    also = together.needed(statements.true, statements.false, x)
                    true, false = true | also[0], false | also[1]
        else:
            scope = together.scope
            literals = [x for x in self.unknown if scope >> abs(x) - 1 & 1 and not together.possible(true, false, x)]
        return Found(
            sorted(literals, key=lambda x: x != first),
            [statements[i] for i in ids],
            literals_of(true, false),
            minimal=True,
            easiest=False,
            openings=0,
        )

    def _rank_of(self, ids: tuple[int, ...], literals: Sequence[Literal]) -> int:
        """How soon a player sees this step; cached by the known literals in its scope."""
        statements = self.statements
        scope = statements.scope(ids)
        known = statements.true & scope, statements.false & scope
        key = ids, known, tuple(literals)
        if key not in self._ranks:
            self._ranks[key] = self._rank([statements[i] for i in ids], literals, literals_of(*known))
        return self._ranks[key]

    def _distance(self, x: Literal) -> int:
        r, c = self._place(x)
        return min((abs(r - a) + abs(c - b) for a, b in self._last), default=0)


def _with_proofs(found: Found, proofs: list[Refutation]) -> tuple[Found, list[Refutation]]:
    """*found* with only the literals that *proofs* are about, if there are any."""
    shown = {x for one in proofs for x in [*(-y for y in one.assumed), *(one.links[0][1] if not one.assumed else ())]}
    return found._replace(literals=[x for x in found.literals if x in shown] or found.literals), proofs


def _places(literals: Iterable[Literal]) -> int:
    """The variables of *literals*, as bits."""
    return sum(1 << abs(x) - 1 for x in literals)
