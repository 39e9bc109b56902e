"""Each of some owners has one thing of its own beside it, and each thing has an owner: trees and their tents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.rules.constraint import Constraint, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class Matched(RuleStatement):
    """The true ones of some places and some owners go together in pairs: each with one, beside it.

    Clauses: a variable for each owner and place that may go together, unless the place has one owner; each owner has
    exactly one such pair, each true place too.
    """

    owners: Mapping[Literal, tuple[int, ...]] = field(hash=False)
    """Of each place, a positive literal, the numbers of the owners beside it, from 0; one at least."""
    number: int
    """How many owners there are."""

    def encode(self, encoder: Encoder) -> None:
        """Pairs."""
        formula, pairs = encoder.formula, [list[Literal]() for _ in range(self.number)]
        for place, owners in self.owners.items():
            names = [f"{formula.meaning(place)} goes with number {owner}" for owner in owners]
            own = [place] if len(owners) == 1 else list(formula.several(names))
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
        """There is no such pairing: by augmenting paths."""
        there = [owners for place, owners in self.owners.items() if board >> place - 1 & 1]
        if len(there) != self.number:
            return True
        held: dict[int, int] = {}

        def seated(i: int, seen: set[int]) -> bool:
            """Whether the thing finds an owner, others making room."""
            for owner in there[i]:
                if owner not in seen:
                    seen.add(owner)
                    if owner not in held or seated(held[owner], seen):
                        held[owner] = i
                        return True
            return False

        return not all(seated(i, set()) for i in range(len(there)))

    def fault(self, board: Bitboard) -> str:
        """With the number."""
        found = sum(board >> place - 1 & 1 for place in self.owners)
        return f"not so: {self.text}" + (f" (found {found})" if found != self.number else "")

    def constraints(self) -> Sequence[Constraint]:
        """One of its own."""
        return [_MatchedConstraint(tuple((place - 1, owners) for place, owners in self.owners.items()), self.number)]


@dataclass(frozen=True)
class _MatchedConstraint(Constraint):
    """What `Matched` says; shares no code with its clauses."""

    places: tuple[tuple[int, tuple[int, ...]], ...]
    number: int

    @property
    def scope(self) -> frozenset[int]:
        """The places."""
        return frozenset(variable for variable, _ in self.places)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A reader of places."""
        return _Pairing(self, order, domains, budget)


class _Pairing:
    """The state: the sets of owners, as bits, that may be taken by the things so far."""

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
        """The sets after a place turns out to have a thing or none; owners that had their last place are in them."""
        found = taken
        if value:
            found = frozenset(s | 1 << owner for s in taken for owner in self._owners[x] if not s >> owner & 1)
        shut = self._shut[x]
        return frozenset(s for s in found if s & shut == shut)

    def read(self, state: State, position: int, value: int) -> State:
        """None where nothing is left."""
        x = self._order[position]
        if x not in self._owners:
            return state
        assert isinstance(state, frozenset)
        return self._after(state, x, value) or None


def components(beside: Mapping[Cell, Sequence[Cell]]) -> Iterator[list[Cell]]:
    """Owners that are linked by places which several may take; *beside*: the places of each."""
    users: dict[Cell, list[Cell]] = {}
    for owner, places in beside.items():
        for place in places:
            users.setdefault(place, []).append(owner)
    seen = set[Cell]()
    for first in beside:
        if first in seen:
            continue
        seen.add(first)
        found = [first]
        for owner in found:  # grows while it is walked through
            for place in beside[owner]:
                new = [other for other in users[place] if other not in seen]
                seen.update(new)
                found += new
        yield sorted(found)
