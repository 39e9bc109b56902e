"""Arguments: chains of single reasons from an assumption to a violated reason.

If no chain exists, the argument splits into cases, each a chain; if no cases close either, the bounds that the reasons
set may be too much together (`satdnd.explanation.counting`). The reasons come from
`satdnd.explanation.reason_finder`; `satdnd.explanation.argument_text` turns arguments into sentences.

Boards are integers: bit v - 1 is variable v.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from satdnd.explanation.counting import LowerBound, excess, excluded, lower_bounds
from satdnd.explanation.implication_tables import bits_of, literals_of
from satdnd.explanation.statements import Conjunction
from satdnd.grid.bitboard import scan
from satdnd.sat.formula import Literal, Statement

Bits: TypeAlias = tuple[int, int]
"""The true variables, and the false variables."""
Link: TypeAlias = tuple[int, list[Literal]]
"""The index of a reason, and the literals it implies; no literals if it is violated."""

LONG = 10
"""The most links in all arguments of a step; a single argument may have more."""
LONGEST = 24
"""The most links of an argument; longer ones are hard to follow and are omitted."""
MOST_BOUNDS = 32
"""The most bounds of arguments by counting, which are read as a list."""
DEEPEST_CASES = 3
"""The maximum nesting of cases."""
_FEW_REASONS = 16
"""The most reasons for which cases are tried."""
_EFFORT = 150_000
"""Work limit per search, in open variables of the reasons evaluated; beyond it no case is split."""
_TRIED_SPLITS = 3
"""The number of splits examined further if neither of their cases ends at once."""


class Refutation(NamedTuple):
    """Why *assumed* is impossible. If nothing is assumed, the only link states what follows."""

    assumed: list[Literal]
    links: list[Link]
    cases: list[Refutation]
    bounds: Sequence[LowerBound] = ()
    """If nothing else ends the argument: bounds that cannot all be met."""

    @property
    def shape(self) -> Any:
        """The structure without variables: equal for arguments that differ only in their cells."""
        links = tuple((i, tuple(x > 0 for x in implied)) for i, implied in self.links)
        return tuple(x > 0 for x in self.assumed), links, tuple(case.shape for case in self.cases)

    @property
    def size(self) -> int:
        """The number of links, cases included."""
        return len(self.links) + sum(case.size for case in self.cases)


def arguments(
    reasons: Sequence[Conjunction], known: Bits, found: Sequence[Literal], first: Literal | None = None
) -> list[Refutation]:
    """Arguments for the literals *found*, in order; empty if there is none that is short enough.

    A literal that one reason implies, given those before, gets a single link. Literals whose arguments would exceed
    the limit are omitted; a later step finds them. *first*, if given, is argued first, as all reasons belong to it.
    """
    search = _Search(reasons)
    proofs = {x: proof for x in found if (proof := search.refutation(known, [-x]))}
    order = sorted(proofs, key=lambda x: (x != first, proofs[x].size, abs(x)))
    if not order or (first and first not in proofs) or proofs[order[0]].size > LONGEST:
        return []
    chosen = [proofs[order[0]]]
    shapes, links = {chosen[0].shape}, chosen[0].size
    known, left = _with(known, order[:1]), order[1:]
    while left:
        for i, reason in enumerate(reasons):
            if new := [x for x in literals_of(*reason.implied(*known) or (0, 0)) if x in left]:
                chosen.append(Refutation([], [(i, new)], []))
                break
        else:
            new, proof = left[:1], proofs[left[0]]
            links += 0 if proof.shape in shapes else proof.size
            if links > (LONGEST if first else LONG):
                return chosen
            shapes.add(proof.shape)
            chosen.append(proof)
        known, left = _with(known, new), [x for x in left if x not in new]
    return chosen


def counted(reasons: Sequence[Statement], known: Bits, found: Sequence[Literal]) -> list[Refutation]:
    """Arguments by counting for the literals *found*, in order; empty if there is none for the first one.

    Others are omitted if they have none, or if all different ones together would be too long.
    """
    if len(reasons) > MOST_BOUNDS:  # each of them is needed
        return []
    bounds = lower_bounds(reasons, *known)
    chosen, proofs, size = list[list[LowerBound]](), list[Refutation](), 0
    for x in found:
        proof = next((one for one in chosen if excluded(one, -x)), None)
        if proof is None:
            proof = excess(bounds, -x)
            if not proof or size + len(proof) > (LONG if proofs else MOST_BOUNDS):
                if proofs:
                    continue
                return []
            chosen.append(proof)
            size += len(proof)
        proofs.append(Refutation([-x], [], [], proof))
    return proofs


def shorter(counts: Iterable[Refutation], others: Iterable[Refutation]) -> bool:
    """Whether *counts* have fewer bounds than *others* have links; what is said once counts once."""
    links = {proof.shape: proof.size for proof in others}
    return sum(len(bounds) for bounds in {tuple(proof.bounds) for proof in counts}) < sum(links.values())


def refutation(reasons: Sequence[Conjunction], known: Bits, assumed: list[Literal]) -> Refutation | None:
    """Why *assumed* is impossible, by a chain or else by cases; None if no such argument is found."""
    return _Search(reasons).refutation(known, assumed)


class _Search:
    """The search for arguments from given reasons."""

    def __init__(self, reasons: Sequence[Conjunction]) -> None:
        self._reasons = reasons
        self._left = _EFFORT

    def refutation(self, known: Bits, assumed: list[Literal]) -> Refutation | None:
        """The refutation of *assumed* with the least nesting of cases, or None."""
        for depth in range(DEEPEST_CASES + 1 if len(self._reasons) <= _FEW_REASONS else 1):
            found = self.refute(known, [], assumed, depth)
            if found:
                return found[0]
        return None

    def refute(
        self, given: Bits, earlier: list[Literal], assumed: list[Literal], depth: int
    ) -> tuple[Refutation, set[Literal]] | None:
        """A refutation of *assumed* with at most *depth* levels of cases, and the *earlier* literals that it uses."""
        given = _with(given, assumed)
        links, violated, facts = self._chain(_with(given, earlier))
        usable = [*earlier, *(x for _, implied in links for x in implied)]
        cases: list[Refutation] = []
        last: list[Link] = []
        if violated is not None:
            wanted = self._needed(violated, 0, given, usable)
            last = [(violated, [])]
        else:
            split = self._split(given, usable, facts, depth) if depth else None
            if split is None:
                return None
            cases, wanted = split
        kept: list[Link] = []
        for i, implied in reversed(links):
            usable = usable[: len(usable) - len(implied)]
            if used := [x for x in implied if x in wanted]:
                for x in used:
                    wanted |= self._needed(i, x, given, usable)
                kept.append((i, used))
        return Refutation(assumed, [*kept[::-1], *last], cases), wanted.intersection(earlier)

    def _chain(self, facts: Bits) -> tuple[list[Link], int | None, Bits]:
        """All links by unit reasoning; the index of a violated reason or None; and the board at the end.

        Each round evaluates every reason on the board of the round before, which minimises the number of rounds. A
        reason that the other reasons of its round violate ends the chain.
        """
        links: list[Link] = []
        new = -1
        while new:
            given = []
            for i, reason in enumerate(self._reasons):
                if reason.scope & new:
                    self._left -= (reason.scope & ~(facts[0] | facts[1])).bit_count()
                    implied = reason.implied(*facts)
                    if implied is None:
                        return links, i, facts
                    given.append((i, implied))
            new = 0
            for i, (true, false) in given:
                open_ = ~(facts[0] | facts[1])
                if fresh := (true | false) & open_:
                    if self._reasons[i].scope & new and self._reasons[i].implied(*facts) is None:
                        return links, i, facts
                    links.append((i, literals_of(true & open_, false & open_)))
                    facts, new = (facts[0] | true & open_, facts[1] | false & open_), new | fresh
        return links, None, facts

    def _needed(self, i: int, conclusion: Literal, given: Bits, usable: Iterable[Literal]) -> set[Literal]:
        """An irreducible subset of *usable* that implies *conclusion*; 0 stands for a violation of the reason."""
        reason = self._reasons[i]
        kept = [x for x in usable if reason.scope >> abs(x) - 1 & 1]
        for x in list(kept):
            less = [y for y in kept if y != x]
            if not reason.possible(*_with(given, less), conclusion):
                kept = less
        return set(kept)

    def _split(
        self, given: Bits, usable: list[Literal], facts: Bits, depth: int
    ) -> tuple[list[Refutation], set[Literal]] | None:
        """The two cases with the fewest links, and the earlier literals that they use; None if there are none."""
        scope = 0
        for reason in self._reasons:
            scope |= reason.scope
        best: tuple[list[Refutation], set[Literal]] | None = None
        least = 0
        half: list[tuple[int, Literal]] = []
        """For splits with one closed case: minus the number of literals known in the open case, and its literal."""
        for place in scan(scope & ~(facts[0] | facts[1])):
            if self._left < 0:
                break
            ends = [self.refute(given, usable, [x], 0) for x in (place + 1, -place - 1)]
            one, other = ends
            if one and other:
                size = one[0].size + other[0].size
                if best is None or size < least:
                    best, least = ([one[0], other[0]], one[1] | other[1]), size
            elif one or other:
                x = -place - 1 if one else place + 1
                *_, end = self._chain(_with(_with(given, usable), [x]))
                half.append((-(end[0] | end[1]).bit_count(), x))
        if best or depth == 1:
            return best
        for _, x in sorted(half)[:_TRIED_SPLITS]:
            one, other = self.refute(given, usable, [-x], 0), self.refute(given, usable, [x], depth - 1)
            if one and other and (best is None or one[0].size + other[0].size < least):
                best, least = ([one[0], other[0]], one[1] | other[1]), one[0].size + other[0].size
        return best


def _with(known: Bits, literals: Iterable[Literal]) -> Bits:
    true, false = bits_of(literals)
    return known[0] | true, known[1] | false
