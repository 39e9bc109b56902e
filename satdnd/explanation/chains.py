"""Chains: what single statements imply of an assumption, then what they imply of that, until one is violated.

`Chains` finds few reasons for a literal quickly, since all it does is look up tables
(`satdnd.explanation.implication_tables`); it misses what only several statements imply together. `argument` arranges
given reasons as a chain that can be put into words.

Boards are integers: bit v - 1 is variable v.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from satdnd.explanation.implication_tables import Component, bits_of
from satdnd.explanation.statements import Conjunction, violated_cuts
from satdnd.grid.bitboard import scan
from satdnd.rules.cut import Cut, Cuts
from satdnd.sat.formula import Literal

Bits: TypeAlias = tuple[int, int]
"""Variables that are true, and variables that are false."""


class Chains:
    """Finds reasons by chains.

    Args:
        components: of each statement, by its number.
        cuts: what else holds; None: nothing.
        number_of_cut: the number of a cut among the statements.
    """

    def __init__(
        self, components: Sequence[Sequence[Component]], cuts: Cuts | None, number_of_cut: Callable[[Cut], int]
    ) -> None:
        self._cuts, self._number_of_cut = cuts, number_of_cut
        self._occurrences: dict[int, list[tuple[int, Component]]] = defaultdict(list)
        for i, own in enumerate(components):
            for component in own:
                for place in scan(component.scope):
                    self._occurrences[place].append((i, component))
        self._failed: dict[Literal, tuple[int, int, Bits]] = {}
        """Of literals that did not follow: what was known then, what was looked at, and what the chain led to."""

    def reasons(self, true: int, false: int, x: Literal) -> set[int] | None:
        """Why *x* follows from what is known: numbers of statements and cuts; None where no chain shows it.

        What is known only grows from one call to the next.
        """
        known = true | false
        if x in self._failed:
            before, looked, end = self._failed[x]
            if not known & ~before & looked and not (self._cuts and self._cuts.broken(end[0] | true, end[1] | false)):
                return None
            del self._failed[x]
        because: dict[int, tuple[int, int]] = {}
        """By place that was not known: the statement that implies its value, and the places it does so from."""

        def trace(last: Iterable[int], places: int) -> set[int]:
            """The last reasons, and all others that the values at *places* come from."""
            found, seen = set(last), known
            while todo := places & ~seen:
                place = todo & -todo
                seen |= place
                source = because.get(place.bit_length() - 1)
                if source is not None:  # else it is the assumption
                    found.add(source[0])
                    places |= source[1]
            return found

        new = looked = 1 << abs(x) - 1
        true, false = (true, false | new) if x > 0 else (true | new, false)
        while new:
            board = true, false
            touched = dict.fromkeys(each for place in scan(new) for each in self._occurrences[place])
            new = 0
            for i, component in touched:
                looked |= component.scope
                implied = component.implied(*board)
                there = component.scope & (board[0] | board[1])
                if implied is None:
                    return trace([i], there)
                if against := implied[0] & false | implied[1] & true:
                    j, earlier = because[(against & -against).bit_length() - 1]
                    return trace([i, j], there | earlier)
                found = (implied[0] | implied[1]) & ~(true | false)
                for place in scan(found):
                    because[place] = i, there
                true, false, new = true | implied[0], false | implied[1], new | found
            for cut, ends in violated_cuts(self._cuts, true, false):
                places = sum(1 << abs(way) - 1 for way in cut.ways)
                for end_places in ends:
                    one = end_places & known or end_places
                    places |= one & -one
                return trace([self._number_of_cut(cut)], places)
        self._failed[x] = known, looked, (true, false)
        return None


def argument(reasons: Sequence[Conjunction], known: Bits, assumed: Literal) -> list[tuple[int, list[Literal]]]:
    """From the assumption *assumed* to a violated reason, in turns of one reason each.

    In each round every reason gives all that it implies of the rounds before, so that there are as few rounds as can
    be; what the end does not need is then left out.

    Returns:
        turns: the index of a reason, and what it implies, which is nothing for the last one, as that is violated.
        Empty: one reason at a time does not lead to a violated one.
    """
    given = facts = _with(known, [assumed])
    turns: list[tuple[int, list[Literal]]] = []
    while True:
        for i, reason in enumerate(reasons):
            if not reason.possible(*facts):
                return _trimmed(reasons, given, turns, i)
        before, count = facts, len(turns)
        for i, reason in enumerate(reasons):
            free = scan(reason.scope & ~(before[0] | before[1]))
            implied = [x for b in free for x in (b + 1, -b - 1) if not reason.possible(*before, x)]
            if new := [x for x in implied if not (facts[0] | facts[1]) >> abs(x) - 1 & 1]:
                turns.append((i, new))
                facts = _with(facts, new)
        if len(turns) == count:
            return []


def _with(known: Bits, literals: Iterable[Literal]) -> Bits:
    true, false = bits_of(literals)
    return known[0] | true, known[1] | false


def _trimmed(
    reasons: Sequence[Conjunction], given: Bits, turns: Sequence[tuple[int, list[Literal]]], violated: int
) -> list[tuple[int, list[Literal]]]:
    """*turns* without what the end does not need."""

    def needed(reason: Conjunction, conclusion: Literal, usable: Iterable[Literal]) -> set[Literal]:
        """A part of *usable* that implies *conclusion* (0: that the reason is violated), of which no part does."""
        kept = [x for x in usable if reason.scope >> abs(x) - 1 & 1]
        for x in list(kept):
            less = [y for y in kept if y != x]
            if not reason.possible(*_with(given, less), conclusion):
                kept = less
        return set(kept)

    earlier = [x for _, implied in turns for x in implied]
    wanted = needed(reasons[violated], 0, earlier)
    kept: list[tuple[int, list[Literal]]] = [(violated, [])]
    for i, implied in reversed(turns):
        earlier = earlier[: len(earlier) - len(implied)]
        if used := [x for x in implied if x in wanted]:
            for x in used:
                wanted |= needed(reasons[i], x, earlier)
            kept.append((i, used))
    return kept[::-1]
