"""Regions of given sizes: the cells of one sort that hang together with a home cell, as the islands of nurikabe.

That a region hangs together is said by steps from its home: a cell within t steps has a neighbour within t-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import ClassVar, cast

from satdnd.encodings.cardinality import at_most_one
from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.rules.constraint import MET, NO, YES, Age, Constraint, Domain, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.homes import Homes, within
from satdnd.rules.region_reasoners import Growing, Reaching
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget

PAIRS = 32
"""Regions that may have a cell up to which "one has it at most" is said in pairs."""
_REGIONS = 16
"""The regions found last that are tried before a search."""


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

    def known(self, domains: Domains) -> tuple[Bitboard, Bitboard]:
        """The cells that are in regions, and those that this region may have."""
        value = YES if self.homes.sign > 0 else NO
        has = sum(1 << i for i in self.scope if domains[i] == value)
        return has, sum(1 << i for i in scan(self.reach) if domains[i] & value)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Find a region, then one without each of its cells, and one beside no cell that it is beside."""
        has, may = self.known(domains)
        region = self.region(has, may, budget)
        if not region:
            return None
        border = self.homes.grid.border
        inside, outside = region & ~has, border(region) & self._open(domains)
        for i in scan(inside):
            if inside >> i & 1 and (other := self.region(has, may & ~(1 << i), budget)):
                inside, outside = inside & other, outside & border(other)
        for i in scan(outside):
            if outside >> i & 1 and (other := self.region(has | 1 << i, may, budget)):
                inside, outside = inside & other, outside & border(other)
        there, elsewhere = (YES, NO) if self.homes.sign > 0 else (NO, YES)
        for i in scan(inside):
            domains[i] = there
        for i in scan(outside):
            domains[i] = elsewhere
        return [*scan(inside | outside)]

    def grounds(self, domains: Domains, lost: int | None, age: Age, budget: Budget) -> Iterable[int]:
        """Known cells, none of which can be left out."""
        free = self._open(domains)
        has, may = self.known(domains)
        if lost is not None:
            joined = has | 1 << lost
            has, may = (has, may & ~(1 << lost)) if self.region(joined, may, budget) else (joined, may)
        kept = list[int]()
        for i in sorted(self.scope, key=age, reverse=True):
            bit = 1 << i
            if free & bit:
                continue
            weaker = has & ~bit, may | bit & self.reach
            if weaker == (has, may) or not self.region(*weaker, budget):
                has, may = weaker
            else:
                kept.append(i)
        return kept

    def _open(self, domains: Domains) -> Bitboard:
        return sum(1 << i for i in self.scope if domains[i] == NO | YES)

    @cached_property
    def _regions(self) -> list[Bitboard]:
        """The last regions found: usually one of them still fits."""
        return []

    def region(self, has: Bitboard, may: Bitboard, budget: Budget) -> Bitboard:
        """A region of cells of *may*, no cell of *has* beside it; 0 if there is none."""
        neighbours = self.homes.grid.neighbours
        for k, region in enumerate(self._regions):
            if not region & ~may and not neighbours(region) & has & ~region:
                self._regions.insert(0, self._regions.pop(k))
                return region
        if region := self._grown(has, may, budget):
            self._regions[_REGIONS:] = []
            self._regions.insert(0, region)
        return region

    def _grown(self, has: Bitboard, may: Bitboard, budget: Budget) -> Bitboard:
        """As `region`, by search."""
        has, may = self.reduced(has, may)
        if not may or self.size is None:
            return self.homes.grid.flood(1 << self.home, has)
        return self._searched(has, may, self.size, budget)

    def reduced(self, has: Bitboard, may: Bitboard) -> tuple[Bitboard, Bitboard]:
        """What matters of them: what can hang together with the home, and is beside no cell of another region."""
        grid, home = self.homes.grid, 1 << self.home
        has |= home
        while closed := may & grid.neighbours(has & ~may):
            may &= ~closed
        may = grid.flood(home, may)
        return has & may, may

    def _searched(self, has: Bitboard, may: Bitboard, size: int, budget: Budget) -> Bitboard:
        """A region of *size* cells of *may*, which hang together with the home, beside no cell of *has*; or 0."""
        grid, home = self.homes.grid, 1 << self.home
        while True:
            budget.check()
            part = grid.flood(home, has)
            if part.bit_count() > size:
                return 0
            rest = has & ~part
            for piece in grid.components(rest):
                if part.bit_count() + 1 + piece.bit_count() > size:
                    may &= ~(piece | grid.neighbours(piece))
            if part & ~may or grid.flood(part, may).bit_count() < size:
                return 0
            apart = may & ~(rest | grid.neighbours(rest))
            if grid.flood(part, apart).bit_count() >= size:  # cell after cell, with the rest apart
                return _nearest(grid, part, apart, size)
            bit = grid.border(part) & may
            bit &= -bit
            if found := self._searched(has | bit, may, size, budget):
                return found
            may &= ~bit


def _nearest(grid: Grid, part: Bitboard, free: Bitboard, size: int) -> Bitboard:
    """*part* with the nearest cells of *free*, *size* cells in all."""
    while missing := size - part.bit_count():
        ring = grid.border(part) & free
        part |= sum(1 << i for i in islice(scan(ring), missing))
    return part


class _Growing:
    """The state: which cells are in regions and hang together with the home, and which may."""

    def __init__(self, region: RegionConstraint, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._region, self._order, self._budget = region, order, budget
        self._inside = region.homes.sign > 0
        self.start = self._state(*region.known(domains))

    def read(self, state: State, position: int, value: int) -> State:
        """One cell more is in regions, or none of this one."""
        has, may = cast(tuple[int, int], state)
        bit = 1 << self._order[position]
        return self._state(has | bit, may) if bool(value) == self._inside else self._state(has, may & ~bit)

    def _state(self, has: Bitboard, may: Bitboard) -> State:
        """The state without what does not matter."""
        return self._region.reduced(has, may) if self._region.region(has, may, self._budget) else None


@dataclass(frozen=True)
class ReachedConstraint(Constraint):
    """What `Reached` says."""

    homes: Homes
    cell: int

    @cached_property
    def scope(self) -> frozenset[int]:
        """The cell, and those on ways to it."""
        return frozenset(scan(self.homes.ways(self.cell, self.homes.grid.all) | 1 << self.cell))

    def known(self, domains: Domains) -> tuple[Bitboard, Bitboard]:
        """The cells that are in regions, and those that may be."""
        value = YES if self.homes.sign > 0 else NO
        has = sum(1 << i for i in self.scope if domains[i] == value)
        return has, sum(1 << i for i in self.scope if domains[i] & value)

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Cells without which there is no way to a home are on any one way."""
        budget.check()
        has, may = self.known(domains)
        bit = 1 << self.cell
        if not may & bit:
            return []
        there, elsewhere = (YES, NO) if self.homes.sign > 0 else (NO, YES)
        way = self._way(may)
        if has & bit:
            if not way:
                return None
            needed = [i for i in scan(way & ~has) if not self._way(may & ~(1 << i))]
            for i in needed:
                domains[i] = there
            return needed
        if not way:
            domains[self.cell] = elsewhere
        return [] if way else [self.cell]

    def grounds(self, domains: Domains, lost: int | None, age: Age, budget: Budget) -> Iterable[int]:
        """The cell, and cells in no region, none of which can be left out."""
        _, may = self.known(domains)
        may &= ~(1 << lost) if lost not in (None, self.cell) else -1
        kept = [self.cell]
        for i in sorted(self.scope - {self.cell, lost}, key=age, reverse=True):
            if not may >> i & 1:
                if self._way(may | 1 << i):
                    kept.append(i)
                else:
                    may |= 1 << i
        return kept

    def _way(self, may: Bitboard) -> Bitboard:
        """The cells of a shortest way over *may* to a home with a large enough region; 0: there is none."""
        grid, free = self.homes.grid, may & ~(1 << self.cell)
        layers = [1 << self.cell]
        for large in self.homes.larger:
            if homes := layers[-1] & large:
                way = here = homes & -homes
                for layer in reversed(layers[:-1]):
                    here = grid.neighbours(here) & layer & ~self.homes.mask
                    here &= -here
                    way |= here
                return way
            layers.append(grid.neighbours(layers[-1] & ~self.homes.mask) & free)
            free &= ~layers[-1]
        return 0

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
