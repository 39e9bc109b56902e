"""Chains: propagation of an assumption through single statements until one is violated.

`Chains` finds small sets of reasons quickly, as it only looks up tables
(`satdnd.explanation.implication_tables`); it misses what only several statements imply together.

Boards are integers: bit v - 1 is variable v.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from satdnd.explanation.arguments import Bits
from satdnd.explanation.implication_tables import Component
from satdnd.explanation.statements import violated_cuts
from satdnd.grid.bitboard import scan
from satdnd.rules.cut import Cut, Cuts
from satdnd.sat.formula import Literal


class Chains:
    """Finds reasons by propagation.

    Args:
        components: the components of each statement, by its number.
        cuts: the connectivity constraint; None if there is none.
        number_of_cut: maps a cut to its number among the statements.
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
        """By literal without a chain: the places known then, the places examined, and the last board of the chain."""

    def reasons(self, true: int, false: int, x: Literal) -> set[int] | None:
        """The numbers of the statements and cuts from which *x* follows, or None if no chain shows it.

        *true* and *false* must only grow from one call to the next.
        """
        known = true | false
        if x in self._failed:
            before, looked, end = self._failed[x]
            if not known & ~before & looked and not (self._cuts and self._cuts.broken(end[0] | true, end[1] | false)):
                return None
            del self._failed[x]
        because: dict[int, tuple[int, int]] = {}
        """By place: the statement that implies its value, and the places from which it does."""

        def trace(last: Iterable[int], places: int) -> set[int]:
            """*last*, and all reasons from which the values at *places* were derived."""
            found, seen = set(last), known
            while todo := places & ~seen:
                place = todo & -todo
                seen |= place
                source = because.get(place.bit_length() - 1)
                if source is not None:  # without a source it is the assumption
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
