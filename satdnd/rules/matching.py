"""A one-to-one matching of owners and things next to them: trees and their tents."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeVar

from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.rules.constraint import Constraint, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

Taker = TypeVar("Taker", bound=Hashable)
Place = TypeVar("Place", bound=Hashable)


def augmented(matched: dict[Place, Taker], near: Any, taker: Taker, seen: set[Place]) -> bool:
    """Whether *taker* gets a place, with others moving if necessary.

    Args:
        matched: who has each place; changed if so.
        near: for each taker (a mapping or a list), the places that it may have.
        taker: one without a place.
        seen: the places that were tried; those tried now are added.
    """
    for place in near[taker]:
        if place not in seen:
            seen.add(place)
            if place not in matched or augmented(matched, near, matched[place], seen):
                matched[place] = taker
                return True
    return False


@dataclass(frozen=True)
class Matched(RuleStatement):
    """The true places and the owners can be matched one to one, each place with an owner next to it.

    Clauses: a variable for each owner and place that may go together, unless the place has one owner; each owner has
    exactly one such pair, each true place too.
    """

    owners: Mapping[Literal, tuple[int, ...]] = field(hash=False)
    """For each place, a positive literal, the numbers (from 0) of the owners next to it; at least one."""
    number: int
    """The number of owners."""

    def encode(self, encoder: Encoder) -> None:
        """Add a variable for each possible pair, and the clauses of the matching."""
        formula, pairs = encoder.formula, [list[Literal]() for _ in range(self.number)]
        for place, owners in self.owners.items():
            names = [f"{formula.meaning(place)} goes with number {owner}" for owner in owners]
            own = [place] if len(owners) == 1 else list(formula.new_variables(names))
            for owner, pair in zip(owners, own, strict=True):
                pairs[owner].append(pair)
                if pair != place:
                    formula.add(-pair, place)
            if len(own) > 1:
                formula.add(-place, *own)
                formula.extend([-x, -y] for x, y in combinations(own, 2))
        for own in pairs:
            formula.add(*own)
            formula.extend([-x, -y] for x, y in combinations(own, 2))

    def broken(self, board: Bitboard) -> bool:
        """There is no such matching, found by augmenting paths."""
        there = [owners for place, owners in self.owners.items() if board >> place - 1 & 1]
        if len(there) != self.number:
            return True
        matched: dict[int, int] = {}
        return not all(augmented(matched, there, i, set()) for i in range(len(there)))

    def fault(self, board: Bitboard) -> str:
        """The sentence with the number found."""
        found = sum(board >> place - 1 & 1 for place in self.owners)
        return f"not so: {self.text}" + (f" (found {found})" if found != self.number else "")

    def constraints(self) -> Sequence[Constraint]:
        """One constraint, of a class of its own."""
        return [_MatchedConstraint(tuple((place - 1, owners) for place, owners in self.owners.items()), self.number)]


@dataclass(frozen=True)
class _MatchedConstraint(Constraint):
    """The constraint of `Matched`; it shares no code with the clauses."""

    places: tuple[tuple[int, tuple[int, ...]], ...]
    number: int

    @property
    def scope(self) -> frozenset[int]:
        """The places."""
        return frozenset(variable for variable, _ in self.places)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads the places."""
        return _Pairing(self, order, domains, budget)


class _Pairing:
    """The state is the collection of owner sets, as bits, that the things so far can take."""

    def __init__(self, whole: _MatchedConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._owners = dict(whole.places)
        read, free = [x for x in order if x in self._owners], [x for x in self._owners if x not in {*order}]
        ordered = [*sorted(free, key=self._owners.__getitem__), *read]
        last: dict[int, int] = {owner: i for i, x in enumerate(ordered) for owner in self._owners[x]}
        closing = [0] * len(ordered)
        for owner, i in last.items():
            closing[i] |= 1 << owner
        self._shut = dict(zip(ordered, closing, strict=True))
        self._order = order
        taken = frozenset([0]) if len(last) == whole.number else frozenset[int]()
        for x in ordered[: len(free)]:
            budget.check()
            values = ((1 << v) & domains[x] for v in (0, 1))
            no, yes = (self._after(taken, x, v) if allowed else frozenset[int]() for v, allowed in enumerate(values))
            taken = no | yes
        self.start: State = taken or None

    def _after(self, taken: frozenset[int], x: int, value: int) -> frozenset[int]:
        """The owner sets after a place holds a thing or not; an owner without a later place must be in each."""
        found = taken
        if value:
            found = frozenset(s | 1 << owner for s in taken for owner in self._owners[x] if not s >> owner & 1)
        shut = self._shut[x]
        return frozenset(s for s in found if s & shut == shut)

    def read(self, state: State, position: int, value: int) -> State:
        """The next state; None if no set is left."""
        x = self._order[position]
        if x not in self._owners:
            return state
        assert isinstance(state, frozenset)
        return self._after(state, x, value) or None


def components(places_of: Mapping[Cell, Sequence[Cell]]) -> Iterator[list[Cell]]:
    """Groups of owners linked by shared places; *places_of* has the places of each owner."""
    users: dict[Cell, list[Cell]] = {}
    for owner, places in places_of.items():
        for place in places:
            users.setdefault(place, []).append(owner)
    seen = set[Cell]()
    for first in places_of:
        if first in seen:
            continue
        seen.add(first)
        found = [first]
        for owner in found:  # grows while it is walked through
            for place in places_of[owner]:
                new = [other for other in users[place] if other not in seen]
                seen.update(new)
                found += new
        yield sorted(found)
