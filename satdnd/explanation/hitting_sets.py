"""Hitting sets: which few elements have one in common with each of many sets, asked again and again.

A *witness* is a set of places, and the set of elements that it violates; both are integers, whose bits they are. Of a
place, every explanation has an element in common with what each witness there violates.

Kept by columns: of each place and of each element the witnesses that have it, as an integer whose bits are witnesses.
So it takes one operation to know which witnesses an element leaves over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Generic, TypeVar

from satdnd.grid.bitboard import scan

T = TypeVar("T")


class Tired(Exception):
    """More branches than allowed."""


class Witnesses:
    """Witnesses so far, each place set at most once."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._violated: list[int] = []
        self._of: dict[int, int] = {}
        """The number of the witness with these places."""
        self._live = 0
        self._clear()

    def _clear(self) -> None:
        self._at: dict[int, int] = defaultdict(int)
        self._hit: dict[int, int] = defaultdict(int)
        self._sized: list[int] = []
        """Of each number of elements: the witnesses that violate so many."""

    def violated(self, places: int) -> int | None:
        """What the witness with these places violates, or None."""
        number = self._of.get(places)
        return None if number is None else self._violated[number]

    def add(self, places: int, violated: int) -> None:
        """One more; none with these places is known."""
        self._of[places] = len(self._places)
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

    def settle(self, places: int, violated: Callable[[int, int, int], int]) -> int:
        """Take *places* from all that have some; what is left of them violates ``violated(left, taken, before)``.

        Returns the places at which more may be explained than before.
        """
        touched = 0
        for place in scan(places):
            touched |= self._at.pop(place, 0)
        touched &= self._live
        weaker = 0
        for number in scan(touched):
            had = self._places[number]
            left, before = had & ~places, self._violated[number]
            del self._of[had]
            if not left:
                self._live &= ~(1 << number)
                continue
            now = self.violated(left)
            if now is None:
                now = violated(left, had & places, before)
                self._of[left] = number
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
        """What a witness violates from here on."""
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
        kept = list(scan(self._live))
        self._places = [self._places[number] for number in kept]
        self._violated = [self._violated[number] for number in kept]
        self._of = {places: number for number, places in enumerate(self._places)}
        self._live = 0
        self._clear()
        for number in range(len(kept)):
            self._enter(number)

    def left(self, place: int, chosen: int) -> int:
        """The witnesses at *place* that violate none of the *chosen* elements."""
        found = self._at[place] & self._live
        for element in scan(chosen):
            found &= ~self._hit[element]
        return found

    def alone(self, place: int, some: int, wanted: int) -> int:
        """Those of the *wanted* elements that are, of *some*, all that some witness at *place* violates."""
        here = self._at[place] & self._live
        once = twice = 0
        for element in scan(some):
            hit = self._hit[element] & here
            twice |= once & hit
            once |= hit
        once &= ~twice
        return sum(1 << element for element in scan(wanted) if self._hit[element] & once)

    def smallest(self, some: int) -> int:
        """What one of these witnesses violates that violates fewest."""
        for witnesses in self._sized:
            if here := some & witnesses:
                return self._violated[(here & -here).bit_length() - 1]
        raise AssertionError("there is none")


class HittingSets(Generic[T]):
    """A search for elements that hit all witnesses at a place.

    Args:
        witnesses: asked, and added to by *ask* while the search goes on.
        place: whose witnesses.
        ask: how chosen elements explain, against which there is no witness, and which so many more may join. None: they
            do not; then a witness at the place is added that violates none of them, or joining others is in vain too.
        spend: called with how much was looked at; may raise `Tired`.
    """

    def __init__(
        self,
        witnesses: Witnesses,
        place: int,
        ask: Callable[[int, int], T | None],
        spend: Callable[[int], None],
    ) -> None:
        self._witnesses, self._place, self._ask, self._spend = witnesses, place, ask, spend

    def find(self, most: int) -> T | None:
        """An explanation of at most so many elements, or None."""
        return self._branch(0, 0, most, self._witnesses.left(self._place, 0))

    def _branch(self, chosen: int, passed: int, more: int, left: int) -> T | None:
        """The same of the *chosen* elements and so many *more*, none of them *passed*; *left* speaks against chosen."""
        witnesses = self._witnesses
        if not left:
            outcome = self._ask(chosen, more)
            left = witnesses.left(self._place, chosen)
            if outcome is not None or not left:
                return outcome
        if not more:
            return None
        hit, todo, known = witnesses._hit, witnesses.smallest(left) & ~passed, len(witnesses._places)
        self._spend(1)
        if more == 1:
            while todo:
                bit = todo & -todo
                todo ^= bit
                if left & ~hit[bit.bit_length() - 1]:
                    continue
                outcome = self._ask(chosen | bit, 0)
                if outcome is not None:
                    return outcome
                left = witnesses.left(self._place, chosen)
            return None
        if self._apart(left, more):
            return None
        while todo:
            bit = todo & -todo
            todo ^= bit
            outcome = self._branch(chosen | bit, passed, more - 1, left & ~hit[bit.bit_length() - 1])
            if outcome is not None:
                return outcome
            passed |= bit
            if len(witnesses._places) != known:
                known = len(witnesses._places)
                left = witnesses.left(self._place, chosen)
        return None

    def _apart(self, left: int, more: int) -> bool:
        """Whether more than so many of the witnesses that are left have nothing in common."""
        witnesses = self._witnesses
        for _ in range(more):
            touched = 0
            for element in scan(witnesses.smallest(left)):
                touched |= witnesses._hit[element]
            left &= ~touched
            if not left:
                return False
        return True
