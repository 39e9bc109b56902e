"""Chains: what single rules say of an assumption, then what they say of that, and so on, until one is broken.

They find few reasons where those lie beside each other, at the cost of looking up tables: what a rule says is complete
for the rule (`satdnd.explanation.implication_tables`), and so are the rounds, but not all that several rules say
together comes out.

Boards are integers here: bit v - 1 is variable v.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from satdnd.encodings.connectivity import Cut, Cuts
from satdnd.explanation.implication_tables import Part
from satdnd.grid.bitboard import scan
from satdnd.sat.formula import Literal


class Chains:
    """What follows in chains.

    Args:
        rules: the parts of each statement, by its number.
        cuts: what else holds; None: nothing.
        number: of a cut, among the statements.
    """

    def __init__(self, rules: Sequence[Sequence[Part]], cuts: Cuts | None, number: Callable[[Cut], int]) -> None:
        self._cuts, self._number = cuts, number
        self._beside: dict[int, list[tuple[int, Part]]] = defaultdict(list)
        for i, parts in enumerate(rules):
            for part in parts:
                for place in scan(part.scope):
                    self._beside[place].append((i, part))

        self._vain: dict[Literal, tuple[int, int, _Chain]] = {}
        """Of literals that did not follow: what was known then, what was looked at, and what it led to."""

    def reasons(self, true: int, false: int, x: Literal) -> set[int] | None:
        """Why *x* follows from what is known: numbers of statements and cuts; None where no chain shows it.

        What is known only grows from one call to the next.
        """
        if x in self._vain:
            known, looked, chain = self._vain[x]
            if not (true | false) & ~known & looked and not self._parted(chain.true | true, chain.false | false):
                return None
            del self._vain[x]
        chain = _Chain(self._beside, self._cuts, self._number, true, false)
        found, looked = chain.run(x)
        if found is None:
            self._vain[x] = true | false, looked, chain
        return found

    def _parted(self, true: int, false: int) -> bool:
        return self._cuts is not None and self._cuts.broken(true, false)


class _Chain:
    """One assumption, and what it leads to."""

    def __init__(
        self,
        beside: dict[int, list[tuple[int, Part]]],
        cuts: Cuts | None,
        number: Callable[[Cut], int],
        true: int,
        false: int,
    ) -> None:
        self._beside, self._cuts, self._number = beside, cuts, number
        self._known = true | false
        self.true, self.false = true, false
        self._because: dict[int, tuple[int, int]] = {}
        """Of each place that was not known: the statement that says it, and the places that it says it for."""

    def run(self, x: Literal) -> tuple[set[int] | None, int]:
        """As `Chains.reasons`, and what was looked at."""
        new = 1 << abs(x) - 1
        if x > 0:
            self.false |= new
        else:
            self.true |= new
        looked = new
        while new:
            true, false = self.true, self.false
            parts = dict.fromkeys(each for place in scan(new) for each in self._beside[place])
            new = 0
            for i, part in parts:
                looked |= part.scope
                found = part.implied(true, false)
                there = part.scope & (true | false)
                if found is None:
                    return self._back([i], there), looked
                against = found[0] & self.false | found[1] & self.true
                if against:
                    j, before = self._because[(against & -against).bit_length() - 1]
                    return self._back([i, j], there | before), looked
                fresh = (found[0] | found[1]) & ~(self.true | self.false)
                for place in scan(fresh):
                    self._because[place] = i, there
                self.true |= found[0]
                self.false |= found[1]
                new |= fresh
            if self._cuts is not None and self._cuts.broken(self.true, self.false):
                return self._cut(self._cuts), looked
        return None, looked

    def _cut(self, cuts: Cuts) -> set[int]:
        """The cut that is broken, and what leads to it."""
        board = {1: self.true, -1: self.false}
        for cut in cuts.near(self.true, self.false):
            ends = [side & board[cut.sign] for side in cut.sides]
            if all(ends):
                places = sum(1 << abs(way) - 1 for way in cut.ways)
                for end in ends:
                    end = end & self._known or end
                    places |= end & -end
                return self._back([self._number(cut)], places)
        raise AssertionError("no cut is broken")

    def _back(self, last: Iterable[int], places: int) -> set[int]:
        """The last reasons, with all that what they say of *places* needs."""
        found, seen = set(last), self._known
        todo = places & ~seen
        while todo:
            place = todo & -todo
            seen |= place
            because = self._because.get(place.bit_length() - 1)
            if because is not None:  # else it is the assumption
                found.add(because[0])
                todo |= because[1]
            todo &= ~seen
        return found
