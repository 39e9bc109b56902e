"""Regions of given sizes: the cells of one sort that hang together with a home cell, as the islands of nurikabe.

That a region hangs together is said by steps from its home: a cell within t steps has a neighbour within t-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, cast

from satdnd.encodings.cardinality import at_most_one
from satdnd.grid.bitboard import Bitboard, scan
from satdnd.rules.constraint import MET, NO, YES, Constraint, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.homes import Homes, within
from satdnd.rules.region_reasoners import Growing, Reaching
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget

PAIRS = 32
"""Regions that may have a cell up to which "one has it at most" is said in pairs."""


@dataclass(frozen=True)
class Region(RuleStatement):
    """The cells that hang together with a home are so many, and no other home is among them.

    Auxiliary variables: one for each cell in reach, those of its count, and for n cells some n - 1 for each cell in
    reach (its steps). Clauses: four or five for each of these.
    """

    home: int
    size: int | None
    """None: any number of cells."""
    homes: Homes = field(compare=False)

    fields: ClassVar = ("size",)

    def encode(self, encoder: Encoder) -> None:
        """With a cell come all cells of regions beside it."""
        formula, homes, home = encoder.formula, self.homes, self.home
        own = homes.members(encoder, home)
        near = homes.steps(encoder, home)
        if self.size is not None:
            name = f"count of {homes.name(home)}"
            encoder.count(list(own.values()), self.size, self.size, name)
        formula.add(homes.literal(home))
        for i, x in own.items():
            formula.add(-x, homes.literal(i)) if i != home else None
            ways = ([-x, -homes.literal(j), *([own[j]] if j in own else [])] for j in homes.adjacent[i] if j != home)
            formula.extend(ways)
            formula.add(-x, near[i]) if x != near[i] else None

    def broken(self, board: Bitboard) -> bool:
        """By flood fill."""
        there = self.homes.grid.flood(1 << self.home, self.homes.inside(board))
        return (
            not there or bool(there & self.homes.mask & ~(1 << self.home)) or self.size not in (None, there.bit_count())
        )

    def constraints(self) -> Sequence[Constraint]:
        """Read cell by cell."""
        return [RegionConstraint(self.homes, self.home, self.size)]

    def reasoner(self) -> Growing:
        """By regions: a solver has to look through steps and counts."""
        return Growing(self.homes, self.home)


@dataclass(frozen=True)
class Reached(RuleStatement):
    """A cell is in no region, or hangs together with a home that is near enough for its size.

    One clause, over the steps of all regions.
    """

    cell: int
    homes: Homes = field(compare=False)

    def encode(self, encoder: Encoder) -> None:
        """Some number of steps from some home."""
        near = self.homes.reached(encoder).get(self.cell, [])
        encoder.formula.add(-self.homes.literal(self.cell), *near)
        if not encoder.alone:
            pairs = "pairwise" if len(near) <= PAIRS else None
            encoder.formula.extend(at_most_one(near, encoder.formula.pool, pairs))

    def broken(self, board: Bitboard) -> bool:
        """By steps over cells of regions, until a home is beside that has a region of so many."""
        homes, inside = self.homes, self.homes.inside(board)
        if not inside >> self.cell & 1 or self.cell in homes.sizes:
            return False
        near, steps = 1 << self.cell, 1
        while ring := homes.grid.border(near) & inside:
            sizes = [homes.sizes[home] for home in scan(ring & homes.mask)]
            if any(size is None or size > steps for size in sizes):
                return False
            near, steps, inside = near | ring & ~homes.mask, steps + 1, inside & ~ring
        return True

    def constraints(self) -> Sequence[Constraint]:
        """Read cell by cell."""
        return [ReachedConstraint(self.homes, self.cell)]

    def reasoner(self) -> Reaching:
        """By ways: a solver has to look through the steps of all regions."""
        return Reaching(self.homes, self.cell)


# constraints


@dataclass(frozen=True)
class RegionConstraint(Constraint):
    """What `Region` says."""

    homes: Homes
    home: int
    size: int | None

    @cached_property
    def reach(self) -> Bitboard:
        """The cells that the region may have."""
        free = self.homes.grid.all & ~self.homes.mask
        return within(self.homes.grid, 1 << self.home, free, (self.size or self.homes.grid.size) - 1)[-1]

    @cached_property
    def scope(self) -> frozenset[int]:
        """These, and the cells beside them."""
        return frozenset(scan(self.reach | self.homes.grid.neighbours(self.reach)))

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads which cells are in regions."""
        return _Growing(self, order, domains, budget)


class _Growing:
    """The state: which cells are in regions and hang together with the home, and which may."""

    def __init__(self, region: RegionConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._region, self._order, self._budget = region, order, budget
        self._grid, self._home = region.homes.grid, 1 << region.home
        self._inside = region.homes.sign > 0
        self._found: dict[tuple[int, int], State] = {}
        value = YES if self._inside else NO
        may = sum(1 << i for i in scan(region.reach) if domains[i] & value)
        self.start = self._state(sum(1 << i for i in region.scope if domains[i] == value) | self._home, may)

    def read(self, state: State, position: int, value: int) -> State:
        """One cell more is in regions, or none of this one."""
        has, may = cast(tuple[int, int], state)
        bit = 1 << self._order[position]
        return self._state(has | bit, may) if bool(value) == self._inside else self._state(has, may & ~bit)

    def _state(self, has: Bitboard, may: Bitboard) -> State:
        key = has, may
        if key not in self._found:
            self._found[key] = self._reduced(has, may)
        return self._found[key]

    def _reduced(self, has: Bitboard, may: Bitboard) -> State:
        """The state without what does not matter."""
        while closed := may & self._grid.neighbours(has & ~may):  # beside a cell of another region
            may &= ~closed
        if not self._home & may:
            return None
        region, size = self._grid.flood(self._home, may), self._region.size
        fits = size is None or self._grows(has & region, region, size)
        return (has & region, region) if fits else None

    def _grows(self, has: Bitboard, may: Bitboard, size: int) -> bool:
        """Whether cells of *may*, which hang together with the home, make a region that has no cell of *has* beside."""
        grid, home = self._grid, self._home
        while True:
            self._budget.check()
            part = grid.flood(home, has)
            if part.bit_count() > size:
                return False
            rest = has & ~part
            for piece in grid.components(rest):
                if part.bit_count() + 1 + piece.bit_count() > size:
                    may &= ~(piece | grid.neighbours(piece))
            region = grid.flood(part, may) if not part & ~may else 0
            if region.bit_count() < size:
                return False
            if grid.flood(part, may & ~(rest | grid.neighbours(rest))).bit_count() >= size:
                return True  # cell after cell, with the rest apart
            bit = grid.border(part) & may
            bit &= -bit
            if self._grows(has | bit, may, size):
                return True
            may &= ~bit


@dataclass(frozen=True)
class ReachedConstraint(Constraint):
    """What `Reached` says."""

    homes: Homes
    cell: int

    @cached_property
    def scope(self) -> frozenset[int]:
        """The cell, and those on ways to it."""
        return frozenset(scan(self.homes.ways(self.cell, self.homes.grid.all) | 1 << self.cell))

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads which cells are in regions."""
        return _Reaching(self, order, domains)


class _Reaching:
    """The state: whether the cell is known to be in a region, and the cells on ways to it that may be."""

    def __init__(self, reached: ReachedConstraint, order: Sequence[int], domains: Domains) -> None:
        self._reached, self._order = reached, order
        self._inside = reached.homes.sign > 0
        self._found: dict[int, Bitboard] = {}
        value = YES if self._inside else NO
        may = sum(1 << i for i in reached.scope if domains[i] & value)
        out = domains[reached.cell] & ~value
        self.start = MET if out and reached.cell not in order else self._state(not out, may)

    def read(self, state: State, position: int, value: int) -> State:
        """The cell is in none: whatever else is. It is in one, or another is in none: fewer ways."""
        if state == MET:
            return MET
        there, may = cast(tuple[bool, int], state)
        i, inside = self._order[position], bool(value) == self._inside
        if i == self._reached.cell:
            return self._state(True, may) if inside else MET
        return state if inside else self._state(there, may & ~(1 << i))

    def _state(self, there: bool, may: Bitboard) -> State:
        if may not in self._found:
            self._found[may] = self._reached.homes.ways(self._reached.cell, may)
        return None if there and not self._found[may] else (there, self._found[may])
