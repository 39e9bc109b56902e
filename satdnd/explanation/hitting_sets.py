"""Hitting sets: small sets of elements that intersect each set of a growing collection.

This module knows neither boards nor statements. A counterexample (`satdnd.explanation.counterexamples`) is a set of
places and the set of elements that it violates, both integers used as bit sets. An explanation of a place intersects
what each counterexample at that place violates.

The sets are stored by columns: for each place and each element, an integer whose bits are the counterexamples that
contain it. One operation finds the counterexamples that an element does not hit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

from satdnd.grid.bitboard import scan

T = TypeVar("T")


class TooManyBranches(Exception):
    """The search needs more branches than allowed."""


class HittingSets:
    """The counterexamples, at most one per set of places, and the search for sets that hit them."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._violated: list[int] = []
        self._live = 0
        self._compact()

    def violated(self, places: int) -> int | None:
        """The elements violated by the counterexample with exactly these places, or None if there is none."""
        number = self._number_of.get(places)
        return None if number is None else self._violated[number]

    def add(self, places: int, violated: int) -> None:
        """Add a counterexample; *places* must be new."""
        self._number_of[places] = len(self._places)
        self._places.append(places)
        self._violated.append(violated)
        self._enter(len(self._places) - 1)

    def _enter(self, number: int) -> None:
        bit, violated = 1 << number, self._violated[number]
        for place in scan(self._places[number]):
            self._at[place] |= bit
        for element in scan(violated):
            self._hit[element] |= bit
        self._size(bit, violated.bit_count())
        self._live |= bit

    def remove_places(self, places: int, violated: Callable[[int, int, int], int]) -> int:
        """Remove *places* from all counterexamples; the rest violates ``violated(left, removed, before)``.

        Returns the places that may now have smaller explanations.
        """
        touched = 0
        for place in scan(places):
            touched |= self._at.pop(place, 0)
        touched &= self._live
        weaker = 0
        for number in scan(touched):
            had = self._places[number]
            left, before = had & ~places, self._violated[number]
            del self._number_of[had]
            if not left:
                self._live &= ~(1 << number)
                continue
            now = self.violated(left)
            if now is None:
                now = violated(left, had & places, before)
                self._number_of[left] = number
                self._places[number] = left
                self._change(number, now)
            else:
                self._live &= ~(1 << number)
            if now & ~before:
                weaker |= left
        if self._live.bit_count() * 2 < len(self._places):
            self._compact()
        return weaker

    def _change(self, number: int, violated: int) -> None:
        """Set what a counterexample violates."""
        bit, before = 1 << number, self._violated[number]
        for element in scan(before ^ violated):
            self._hit[element] ^= bit
        self._violated[number] = violated
        self._sized[before.bit_count()] &= ~bit
        self._size(bit, violated.bit_count())

    def _size(self, bit: int, count: int) -> None:
        while len(self._sized) <= count:
            self._sized.append(0)
        self._sized[count] |= bit

    def _compact(self) -> None:
        """Drop removed counterexamples, and number the others from 0."""
        kept = list(scan(self._live))
        self._places = [self._places[number] for number in kept]
        self._violated = [self._violated[number] for number in kept]
        self._number_of = {places: number for number, places in enumerate(self._places)}
        self._live = 0
        self._at: dict[int, int] = defaultdict(int)
        self._hit: dict[int, int] = defaultdict(int)
        self._sized: list[int] = []
        """By number of elements: the counterexamples that violate that many."""
        for number in range(len(kept)):
            self._enter(number)

    def not_hit(self, place: int, chosen: int) -> int:
        """The counterexamples at *place* that violate none of the *chosen* elements."""
        found = self._at[place] & self._live
        for element in scan(chosen):
            found &= ~self._hit[element]
        return found

    def critical(self, place: int, some: int, elements: int) -> int:
        """Those of *elements* that are the only one of *some* that a counterexample at *place* violates."""
        here = self._at[place] & self._live
        once = twice = 0
        for element in scan(some):
            hit = self._hit[element] & here
            twice |= once & hit
            once |= hit
        once &= ~twice
        return sum(1 << element for element in scan(elements) if self._hit[element] & once)

    def smallest(self, some: int) -> int:
        """The elements violated by that one of *some* counterexamples that violates the fewest."""
        for counterexamples in self._sized:
            if here := some & counterexamples:
                return self._violated[(here & -here).bit_length() - 1]
        raise AssertionError("there is none")

    def find(
        self, place: int, most: int, ask: Callable[[int, int], T | None], spend: Callable[[int], None]
    ) -> T | None:
        """Search a set of at most *most* elements that hits all counterexamples at *place* and that *ask* accepts.

        Args:
            place: the place to explain.
            most: the maximum number of elements.
            ask: ``ask(chosen, more)`` returns a result if *chosen*, with at most *more* further elements, explains the
                place. Otherwise it returns None; it has then added a counterexample at the place that *chosen* does
                not hit, or no further element can help.
            spend: called with the number of branches visited; may raise `TooManyBranches`.

        Returns:
            the result of *ask*, or None if there is no such set.
        """

        def branch(chosen: int, passed: int, more: int, left: int) -> T | None:
            """Search with *chosen* and at most *more* elements not in *passed*; *left* is not hit yet."""
            if not left:
                found = ask(chosen, more)
                left = self.not_hit(place, chosen)
                if found is not None or not left:
                    return found
            if not more:
                return None
            hit, todo, known = self._hit, self.smallest(left) & ~passed, len(self._places)
            spend(1)
            if more == 1:
                while todo:
                    bit = todo & -todo
                    todo ^= bit
                    if left & ~hit[bit.bit_length() - 1]:
                        continue
                    found = ask(chosen | bit, 0)
                    if found is not None:
                        return found
                    left = self.not_hit(place, chosen)
                return None
            if self._disjoint(left, more):
                return None
            while todo:
                bit = todo & -todo
                todo ^= bit
                found = branch(chosen | bit, passed, more - 1, left & ~hit[bit.bit_length() - 1])
                if found is not None:
                    return found
                passed |= bit
                if len(self._places) != known:
                    known = len(self._places)
                    left = self.not_hit(place, chosen)
            return None

        return branch(0, 0, most, self.not_hit(place, 0))

    def _disjoint(self, left: int, count: int) -> bool:
        """Whether more than *count* of these counterexamples are pairwise disjoint."""
        for _ in range(count):
            touched = 0
            for element in scan(self.smallest(left)):
                touched |= self._hit[element]
            left &= ~touched
            if not left:
                return False
        return True
