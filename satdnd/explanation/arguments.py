"""Arguments: from an assumption to a broken rule, in turns of one rule each, as short as they can be made.

Rules are asked by `Rule` alone. Literals are those of a projection; what is known is two integers, whose bit v - 1 is
variable v: what is true, and what is false.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from satdnd.grid.bitboard import scan
from satdnd.sat.formula import Literal

Known: TypeAlias = tuple[int, int]
"""The true variables and the false ones, as bits."""


class Rule(Protocol):
    """Protocol: one reason, as an argument asks it."""

    @property
    def mask(self) -> int:
        """The variables of the projection that it is about, as bits."""
        ...

    def possible(self, true: int, false: int, without: Literal = 0) -> bool:
        """Whether it can hold with what is known, and without a literal of its scope."""
        ...


def argument(rules: Sequence[Rule], known: Known, assumed: Literal) -> list[tuple[int, list[Literal]]]:
    """From *assumed* to a broken rule.

    In each round every rule says all that follows from what the rounds before said, so that there are as few rounds as
    can be; what the end does not need is left out again.

    Args:
        rules: what holds.
        known: what is known beside.
        assumed: what is to be refuted.

    Returns:
        turns: which rule, and what follows from it; of the last turn nothing, since that rule would be broken. Empty:
        turns of one rule each do not lead to a broken one.
    """
    given = facts = _with(known, [assumed])
    turns: list[tuple[int, list[Literal]]] = []
    while True:
        for i, rule in enumerate(rules):
            if not rule.possible(*facts):
                return _trimmed(rules, given, turns, i)
        before, told = facts, len(turns)
        for i, rule in enumerate(rules):
            free = scan(rule.mask & ~(before[0] | before[1]))
            followed = [x for b in free for x in (b + 1, -b - 1) if not rule.possible(*before, x)]
            if new := [x for x in followed if not (facts[0] | facts[1]) >> abs(x) - 1 & 1]:
                turns.append((i, new))
                facts = _with(facts, new)
        if len(turns) == told:
            return []


def _with(known: Known, literals: Sequence[Literal]) -> Known:
    true, false = known
    for x in literals:
        if x > 0:
            true |= 1 << x - 1
        else:
            false |= 1 << -x - 1
    return true, false


def _trimmed(
    rules: Sequence[Rule], given: Known, turns: Sequence[tuple[int, list[Literal]]], broken: int
) -> list[tuple[int, list[Literal]]]:
    """*turns* without what the end does not need."""

    def needed(rule: Rule, conclusion: Literal, usable: Sequence[Literal]) -> set[Literal]:
        """A part of *usable* from which *conclusion* follows (0: that the rule is broken), and from no part of it."""
        kept = [x for x in usable if rule.mask >> abs(x) - 1 & 1]
        for x in list(kept):
            less = [y for y in kept if y != x]
            if not rule.possible(*_with(given, less), conclusion):
                kept = less
        return set(kept)

    earlier = [x for _, followed in turns for x in followed]
    wanted = needed(rules[broken], 0, earlier)
    told: list[tuple[int, list[Literal]]] = [(broken, [])]
    for i, followed in reversed(turns):
        earlier = earlier[: len(earlier) - len(followed)]
        if used := [x for x in followed if x in wanted]:
            for x in used:
                wanted |= needed(rules[i], x, earlier)
            told.append((i, used))
    return told[::-1]
