"""So many cells of an area, no two of them side by side: the shaded cells of heyawake.

Cells of a grid are coloured as on a chessboard, and neighbours differ. So the most cells without neighbours among some
are these less a largest matching of neighbours (König 1931), and any smaller number is possible as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import cast

from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.rules.constraint import NO, YES, Age, Constraint, Domain, Domains, Machine, State
from satdnd.rules.count import Count
from satdnd.rules.statement import Together
from satdnd.sat.budget import Budget

_ANSWERS = 4096
"""The most answers that a constraint keeps."""


@dataclass(frozen=True)
class Packed(Together):
    """The count of an area, the first part, and for its neighbouring cells that not both are true.

    Variable i+1 is that of cell i, and counts if it is true.
    """

    grid: Grid = field(compare=False)

    def constraints(self) -> Sequence[PackedConstraint]:
        """One constraint, which looks at all cells together."""
        count = cast(Count, self.parts[0])
        return [PackedConstraint(self.grid, sum(1 << x - 1 for x in count.literals), count.least, count.most)]


@dataclass(frozen=True)
class PackedConstraint(Constraint):
    """What `Packed` says: *least* to *most* of the cells of *area* are true, no two of them side by side."""

    grid: Grid
    area: Bitboard
    least: int
    most: int

    @cached_property
    def scope(self) -> frozenset[int]:
        """The cells of the area."""
        return frozenset(scan(self.area))

    @cached_property
    def _found(self) -> dict[Bitboard, Bitboard]:
        """What `apart` found."""
        return {}

    def known(self, domains: Domains) -> tuple[Bitboard, Bitboard]:
        """The cells known to be true, and those that may be."""
        has = sum(1 << i for i in self.scope if domains[i] == YES)
        return has, sum(1 << i for i in self.scope if domains[i] & YES)

    def fit(self, has: Bitboard, may: Bitboard) -> Bitboard | None:
        """As many cells of *may* as possible with all of *has*, no two side by side; None if that breaks the rule."""
        near = self.grid.neighbours(has)
        if near & has or has & ~may or has.bit_count() > self.most:
            return None
        found = has | self.apart(may & ~has & ~near)
        return found if found.bit_count() >= self.least else None

    def apart(self, cells: Bitboard) -> Bitboard:
        """As many of *cells* as possible, no two side by side."""
        found = self._found.get(cells)
        if found is None:
            if len(self._found) >= _ANSWERS:
                self._found.clear()
            found = self._found[cells] = Pairs(self._near, cells).chosen(self._black)
        return found

    @cached_property
    def _near(self) -> dict[int, Bitboard]:
        """The neighbours of each cell."""
        return {i: self.grid.neighbours(1 << i) for i in self.scope}

    @cached_property
    def _black(self) -> Bitboard:
        """The cells of one colour of the chessboard."""
        return sum(1 << i for i in self.scope if sum(divmod(i, self.grid.width)) % 2)

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads cell by cell."""
        return _Packing(self, order, domains)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Try each cell both ways, unless what fits for another shows that it can be so."""
        budget.check()
        has, may = self.known(domains)
        fit = self.fit(has, may)
        if fit is None:
            return None
        free, left = may & ~has, fit.bit_count() - self.least
        true = free if left == 0 else 0
        """Cells that may be in all that fit."""
        false = self.grid.neighbours(has)
        """Cells that may be in none; one takes the places of at most four, and adds itself."""
        if has.bit_count() == self.most:
            false = free
        elif left < 3:
            false |= ~fit
        changed = list[int]()
        for i in scan(free):
            bit = 1 << i
            for some, has_too, may_too, value in ((true & fit, 0, ~bit, YES), (false, bit, -1, NO)):
                if some & bit:
                    other = self.fit(has | has_too, may & may_too)
                    if other is None:
                        domains[i] = value
                        changed.append(i)
                    else:
                        true, false = true & other, false & ~other
        return changed

    def grounds(self, domains: Domains, lost: int | None, age: Age, budget: Budget) -> Iterable[int]:
        """Known cells, none of which can be left out."""
        has, may = self.known(domains)
        known = self.area & ~(may & ~has)
        if lost is not None:
            joined = has | 1 << lost
            has, may = (has, may & ~(1 << lost)) if self.fit(joined, may) is not None else (joined, may)
        if has & ~may or has & self.grid.neighbours(has) or has.bit_count() > self.most:
            return self._clash(has, may)
        return self._full(has, may, sorted(scan(known), key=age, reverse=True))

    def _clash(self, has: Bitboard, may: Bitboard) -> Iterable[int]:
        """Cells that are true and cannot all be."""
        for i in scan(has):
            if not may >> i & 1:
                return [i]
            if both := self._near[i] & has:
                return [i, both.bit_length() - 1]
        return list(islice(scan(has), self.most + 1))

    def _full(self, has: Bitboard, may: Bitboard, known: Iterable[int]) -> Iterable[int]:
        """Those of *known* that leave too few others; the last ones are kept."""
        pairs = Pairs(self._near, may & ~has & ~self.grid.neighbours(has))
        kept = list[int]()
        for i in known:
            bit = 1 << i
            less = has & ~bit
            more = pairs.copy()
            for j in scan((may | bit) & ~less & ~self.grid.neighbours(less) & ~pairs.cells):
                more.add(j)
            if less.bit_count() + more.apart < self.least:
                has, may, pairs = less, may | bit, more
            else:
                kept.append(i)
        return kept


class _Packing:
    """The state: how many more are wanted at least and at most, and the cells that may be true."""

    def __init__(self, packed: PackedConstraint, order: Sequence[int], domains: Domains) -> None:
        self._packed, self._order = packed, order
        has, may = packed.known(domains)
        near = packed.grid.neighbours(has)
        wrong = near & has
        count = has.bit_count()
        self.start = None if wrong else self._state(packed.least - count, packed.most - count, may & ~has & ~near)
        self._known = has

    def read(self, state: State, position: int, value: int) -> State:
        """A cell that is true is not beside another."""
        least, most, may = cast(tuple[int, int, int], state)
        bit = 1 << self._order[position]
        if self._known & bit:
            return state if value else None
        if not value:
            return self._state(least, most, may & ~bit)
        if not may & bit:
            return None
        return self._state(least - 1, most - 1, may & ~bit & ~self._packed.grid.neighbours(bit))

    def _state(self, least: int, most: int, may: Bitboard) -> State:
        least = max(0, least)
        return (least, most, may) if most >= 0 and self._packed.apart(may).bit_count() >= least else None


class Pairs:
    """As many pairs of neighbours as possible among cells that are added one by one, each cell in at most one pair.

    Args:
        near: the neighbours of each cell that may be added.
        cells: the first ones.
    """

    def __init__(self, near: Mapping[int, Bitboard], cells: Bitboard) -> None:
        self._near, self.cells, self._partner = near, 0, dict[int, int]()
        self._untried = 0
        for i in scan(cells):
            self.add(i)

    def copy(self) -> Pairs:
        """The same pairs, to add other cells."""
        made = Pairs(self._near, 0)
        made.cells, made._partner = self.cells, self._partner.copy()
        return made

    @property
    def apart(self) -> int:
        """The most cells of which no two are neighbours."""
        return self.cells.bit_count() - len(self._partner) // 2

    def add(self, i: int) -> None:
        """Add a cell; it gets a partner if others can change theirs for that."""
        self.cells |= 1 << i
        self._untried = self.cells
        self._pair(i)

    def _pair(self, i: int) -> bool:
        """Whether a cell gets a partner, by an augmenting path over cells not tried yet."""
        while ways := self._near[i] & self._untried:
            bit = ways & -ways
            self._untried ^= bit
            j = bit.bit_length() - 1
            if j not in self._partner or self._pair(self._partner[j]):
                self._partner[i], self._partner[j] = j, i
                return True
        return False

    def chosen(self, black: Bitboard) -> Bitboard:
        """As many cells as `apart` says, no two of them neighbours; *black* are those of one colour."""
        reached = [i for i in scan(self.cells & black) if i not in self._partner]
        passed = 0
        for i in reached:  # grows along alternating paths
            ways = self._near[i] & self.cells & ~passed
            passed |= ways
            reached += [self._partner[j] for j in scan(ways)]
        return sum(1 << i for i in reached) | self.cells & ~black & ~passed
