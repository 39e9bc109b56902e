"""Literals around a cycle whose values change only so often, such as the colours of cells along the border."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias, cast

from satdnd.grid.bitboard import Bitboard
from satdnd.rules.constraint import MET, NO, YES, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import Reasoner, RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

Known: TypeAlias = tuple[tuple[int, int], ...]
"""Places along a cycle with their values, 0 or 1, in order."""


@dataclass(frozen=True)
class FewChanges(RuleStatement):
    """Around the cycle of *variables*, neighbours differ at most *most* times.

    Auxiliary variables: one for each place, true where its variable and the next differ, and those of a count. Clauses:
    two for each place, and those of the count.
    """

    variables: tuple[Literal, ...] = field(hash=False)
    """All positive, in order."""
    most: int = 2

    def encode(self, encoder: Encoder) -> None:
        """Encode where they differ, and count that."""
        add_changes(self.variables, self.most, encoder, self.text)

    def broken(self, board: Bitboard) -> bool:
        """Whether they change more often."""
        values = [board >> x - 1 & 1 for x in self.variables]
        return sum(values[i] != values[i - 1] for i in range(len(values))) > self.most

    def constraints(self) -> Sequence[Constraint]:
        """One constraint."""
        return [FewChangesConstraint(tuple(x - 1 for x in self.variables), self.most)]

    def reasoner(self) -> Reasoner:
        """One that tries both values of each variable."""
        return _ChangesReasoner(self.variables, self.most)


def add_changes(variables: Sequence[Literal], most: int, encoder: Encoder, label: str) -> None:
    """The clauses of `FewChanges`."""
    formula, mark = encoder.formula, encoder.formula.pool.top
    changes = formula.pool.block(len(variables))
    for i, change in enumerate(changes):
        one, other = variables[i - 1], variables[i]
        formula.extend([[change, one, -other], [change, -one, other]])
    formula.name_since(mark, label, lambda: {x: f"change before number {i}" for i, x in enumerate(changes, 1)})
    encoder.count(changes, 0, min(most, len(changes)), label)


class _ChangesReasoner:
    """The fewest changes are those between known values: the others can follow one of their neighbours."""

    def __init__(self, variables: Sequence[Literal], most: int) -> None:
        self._variables, self._most = variables, most
        self.scope: Bitboard = sum(1 << x - 1 for x in variables)

    def _fewest(self, true: Bitboard, false: Bitboard) -> int:
        values = [true >> x - 1 & 1 for x in self._variables if (true | false) >> x - 1 & 1]
        return sum(values[i] != values[i - 1] for i in range(len(values)))

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether few enough changes are certain."""
        return self._fewest(true, false) <= self._most

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """The variables of which only one value is possible."""
        if not self.possible(true, false):
            return None
        yes = no = 0
        for bit in (1 << x - 1 for x in self._variables):
            if not (true | false) & bit:
                yes |= 0 if self.possible(true, false | bit) else bit
                no |= 0 if self.possible(true | bit, false) else bit
        return yes, no


@dataclass(frozen=True)
class FewChangesConstraint(Constraint):
    """The constraint of `FewChanges`."""

    variables: tuple[int, ...]
    most: int

    @cached_property
    def scope(self) -> frozenset[int]:
        """All variables."""
        return frozenset(self.variables)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """A machine that reads them in any order."""
        return _ChangesMachine(self, order, domains)

    def known(self, domains: Domains) -> Known:
        """The places whose values are known."""
        found = ((i, domains[x]) for i, x in enumerate(self.variables))
        return tuple((i, int(values == YES)) for i, values in found if values in (NO, YES))

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """If two more changes are too many, a variable between equal known ones equals these."""
        known = self.known(domains)
        changes = sum(known[k][1] != known[k - 1][1] for k in range(len(known)))
        if changes > self.most:
            return None
        if changes + 2 <= self.most or not known:
            return []
        narrow, k = [], 0
        for i, x in enumerate(self.variables):
            while k < len(known) and known[k][0] < i:
                k += 1
            before, after = known[k - 1][1], known[k % len(known)][1]
            if domains[x] == NO | YES and before == after:
                domains[x] = YES if before else NO
                narrow.append(x)
        return narrow


class _ChangesMachine:
    """The state is the number of changes between known values, and the known places beside places that are not: no
    others are the nearest to what is read later.
    """

    def __init__(self, rule: FewChangesConstraint, order: Sequence[int], domains: Domains) -> None:
        self._most, self._size = rule.most, len(rule.variables)
        places = {x: i for i, x in enumerate(rule.variables)}
        self._order = [places[x] for x in order]
        known = rule.known(domains)
        free = {*range(self._size)} - {i for i, _ in known}
        self._free = [free.difference(self._order[:position]) for position in range(len(order) + 1)]
        """The places that are unknown at each position."""
        changes = sum(known[k][1] != known[k - 1][1] for k in range(len(known)))
        self.start: State = self._state(changes, known, 0)

    def read(self, state: State, position: int, value: int) -> State:
        """Read one more variable."""
        if state == MET:
            return state
        changes, known = cast("tuple[int, Known]", state)
        place = self._order[position]
        if known:
            before = next((v for i, v in reversed(known) if i < place), known[-1][1])
            after = next((v for i, v in known if i > place), known[0][1])
            changes += (before != value) + (value != after) - (before != after)
        return self._state(changes, tuple(sorted((*known, (place, value)))), position + 1)

    def _state(self, changes: int, known: Known, position: int) -> State:
        if changes > self._most:
            return None
        if position == len(self._order):
            return MET
        free = self._free[position]
        return changes, tuple(
            x for x in known if not free.isdisjoint(((x[0] - 1) % self._size, (x[0] + 1) % self._size))
        )
