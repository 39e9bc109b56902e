"""Regions of given sizes: the cells of one sort that hang together with a home cell, as the islands of nurikabe.

That a region hangs together is said by steps from its home: a cell within t steps has a neighbour within t-1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from itertools import accumulate
from operator import or_
from typing import ClassVar, cast

from satdnd.encodings.cardinality import at_most_one, estimate_exactly
from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.constraint import MET, NO, YES, Constraint, Domains, Machine, State
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal

PAIRS = 32
"""Regions that may have a cell up to which "one has it at most" is said in pairs."""


@dataclass(frozen=True, eq=False)
class Homes:
    """The cells of a grid that have a region each; variable i+1 is that of cell i."""

    grid: Grid
    sizes: Mapping[int, int | None]
    """Of each home how many cells its region has; None: any number."""
    sign: int
    """1 where a true variable is a cell of some region, -1 where a false one is."""

    @cached_property
    def _rings(self) -> dict[tuple[int, bool, int | None], list[Bitboard]]:
        """What `rings` found."""
        return {}

    @cached_property
    def mask(self) -> Bitboard:
        """All homes."""
        return sum(1 << home for home in self.sizes)

    @cached_property
    def larger(self) -> list[Bitboard]:
        """The homes whose regions may have more than 0, 1, ... cells."""
        sizes = {home: size or self.grid.size for home, size in self.sizes.items()}
        return [sum(1 << home for home in sizes if sizes[home] > n) for n in range(max(sizes.values(), default=0))]

    @cached_property
    def least(self) -> int:
        """The fewest cells that all regions have together."""
        return sum(size or 1 for size in self.sizes.values())

    def inside(self, board: Bitboard) -> Bitboard:
        """The cells of regions."""
        return board if self.sign > 0 else self.grid.all & ~board

    def literal(self, cell: int) -> Literal:
        """That a cell is in some region."""
        return self.sign * (cell + 1)

    def name(self, cell: int) -> str:
        """``r3c5``."""
        return cell_name(divmod(cell, self.grid.width))

    def rings(self, home: int, *, alone: bool, steps: int | None = None) -> list[Bitboard]:
        """The cells 0, 1, ... steps from a home that its region can reach; *alone*: whatever is beside other homes."""
        key = home, alone, steps
        if key in self._rings:
            return self._rings[key]
        others = self.mask & ~(1 << home)
        free = self.grid.all & ~others & ~(0 if alone else self.grid.neighbours(others))
        most = (self.sizes[home] or self.most(home, alone=alone)) if steps is None else steps
        rings, reach = [1 << home], 1 << home
        while len(rings) < most and (ring := self.grid.border(reach) & free):
            rings.append(ring)
            reach |= ring
        self._rings[key] = rings
        return rings

    def most(self, home: int, *, alone: bool) -> int:
        """The most cells of a region of any size; *alone*: whatever the others are."""
        room = sum(map(int.bit_count, self.rings(home, alone=alone, steps=self.grid.size)))
        return room if alone else max(1, min(room, self.grid.size - self.least + 1))

    # clauses

    def members(self, encoder: Encoder, home: int) -> dict[int, Literal]:
        """Of each cell that the region may have, the literal that it has it."""

        def made() -> dict[int, Literal]:
            """The home's is known."""
            name = f"region of {self.name(home)} has "
            reach = [i for ring in self.rings(home, alone=encoder.alone) for i in scan(ring)]
            return {i: encoder.formula.new(name + self.name(i)) if i != home else self.literal(i) for i in reach}

        return encoder.definition((home, "members"), made)

    def steps(self, encoder: Encoder, home: int) -> dict[int, Literal]:
        """Of each cell the literal that it is a step from a cell of a region, that a step from another, ... from home.

        They define, and can be false whatever the board is. Where statements are said together, those of the last step
        are the members.
        """

        def made() -> dict[int, Literal]:
            """Layer by layer."""
            formula, last = encoder.formula, None if encoder.alone else self.members(encoder, home)
            rings = self.rings(home, alone=encoder.alone)
            size, cells = self.sizes[home], sum(map(int.bit_count, rings))
            if last and size is not None and cells <= size:
                return last  # the count takes all of them
            near, count = {home: self.literal(home)}, min(size or self.most(home, alone=encoder.alone), cells) - 1
            mark, reach = formula.pool.top, list[int]()
            for t in range(1, count + 1):
                before, near = near, {home: near[home]}
                reach += scan(rings[t]) if t < len(rings) else ()
                for i in reach:
                    near[i] = last[i] if last and t == count else formula.pool.new()
                    ways = (before[j] for j in self.adjacent[i] if j in before)
                    formula.extend([[-near[i], last[i] if last else self.literal(i)], [-near[i], *ways]])
                    if last and i in before:
                        formula.add(-before[i], near[i])  # more steps reach more: it halves the time
            formula.name_since(
                mark, f"steps from {self.name(home)}", partial(self._steps_named, rings, count, mark + 1)
            )
            return near

        return encoder.definition((home, "steps"), made)

    def _steps_named(self, rings: Sequence[Bitboard], count: int, first: Literal) -> dict[Literal, str]:
        """What the variables of up to *count* steps mean, from the *first* on; those of the last may be members."""
        places = ((t, i) for t in range(1, count + 1) for ring in rings[1 : t + 1] for i in scan(ring))
        return {x: f"{self.name(i)} is within {counted(t, 'step')}" for x, (t, i) in enumerate(places, first)}

    def reached(self, encoder: Encoder) -> dict[int, list[Literal]]:
        """Of each cell the literals that it is so many steps from a home."""

        def made() -> dict[int, list[Literal]]:
            """Of all homes."""
            found: dict[int, list[Literal]] = {}
            for home in self.sizes:
                for i, x in self.steps(encoder, home).items():
                    found.setdefault(i, []).append(x)
            return found

        return encoder.definition("reached", made)

    @cached_property
    def adjacent(self) -> list[list[int]]:
        """The neighbours of each cell."""
        return [list(scan(self.grid.neighbours(1 << i))) for i in range(self.grid.size)]

    def _reaches(self, *, alone: bool) -> Iterator[tuple[int | None, list[int]]]:
        """Each size with how many cells its region can reach within 0, 1, ... steps."""
        for home, size in self.sizes.items():
            yield size, list(accumulate(map(int.bit_count, self.rings(home, alone=alone))))

    def count_clauses(self, cardinality: str, *, alone: bool) -> int:
        """How many clauses the counts of all regions have."""
        reaches = self._reaches(alone=alone)
        return sum(estimate_exactly(near[-1], size, cardinality) for size, near in reaches if size)

    def clauses(self, cardinality: str, *, alone: bool) -> int:
        """About how many clauses all regions have: those of the counts, two for each step to each cell in reach."""
        found = self.count_clauses(cardinality, alone=alone)
        for size, near in self._reaches(alone=alone):
            steps = near[-1] if size is None else size
            found += 10 * near[-1]
            found += 2 * (sum(near) + near[-1] * (steps - len(near))) if near[-1] > steps or size is None else 0
        return found

    @cached_property
    def near(self) -> Bitboard:
        """The cells that some region can reach."""
        return reduce(or_, (ring for home in self.sizes for ring in self.rings(home, alone=True)), 0)

    def ways(self, cell: int, may: Bitboard) -> Bitboard:
        """Those where only the cells *may* are in regions."""
        found, free = 0, may & ~self.mask
        for home, size in self.sizes.items():
            if may >> home & 1:
                number = size or self.grid.size
                there = _within(self.grid, 1 << home, free, number - 1)
                if there[-1] >> cell & 1:
                    back = _within(self.grid, 1 << cell, free | 1 << home, number - 1)
                    for t, near in enumerate(there):
                        found |= near & back[min(number - 1 - t, len(back) - 1)]
        return found


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


class Reaching:
    """What `Reached` implies: nothing of a cell in no region; of another the cells that are on each way to a home."""

    def __init__(self, homes: Homes, cell: int) -> None:
        self._homes, self._bit = homes, 1 << cell
        self.scope = reduce(or_, map(self._around, homes.sizes), self._bit)

    def _around(self, home: int) -> Bitboard:
        """The cells in reach of a region that can have the cell.

        Its farthest cells are on no way to one an odd number of steps nearer: they differ in colour on a chessboard.
        """
        rings = self._homes.rings(home, alone=True)
        cells = sum(map(int.bit_count, rings))
        last = min(self._homes.sizes[home] or cells, cells) - 1
        away = next((t for t, ring in enumerate(rings) if ring & self._bit), None)
        if away is None:
            return 0
        return sum(ring for t, ring in enumerate(rings) if t < last or (last - away) % 2 == 0)

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """Cells without which there is no way are on any one way."""
        inside, outside = (true, false) if self._homes.sign > 0 else (false, true)
        if outside & self._bit:
            return 0, 0
        way, needed, apart = self._way(~outside), 0, 0
        if inside & self._bit:
            if not way:
                return None
            needed = sum(1 << i for i in scan(way & ~inside) if not self._way(~outside & ~(1 << i)))
        elif not way:
            apart = self._bit
        return (needed, apart) if self._homes.sign > 0 else (apart, needed)

    def _way(self, may: Bitboard) -> Bitboard:
        """The cells of a shortest way from the cell to a home whose region is large enough; 0: there is none."""
        grid, layers, free = self._homes.grid, [self._bit], may & ~self._bit
        for large in self._homes.larger:
            if homes := layers[-1] & large:
                way = last = homes & -homes
                for layer in layers[-2::-1]:
                    last = grid.neighbours(last) & layer
                    last &= -last
                    way |= last
                return way
            layer = grid.neighbours(layers[-1] & ~self._homes.mask) & free
            if not layer:
                return 0
            free &= ~layer
            layers.append(layer)
        return 0


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
        return _within(self.homes.grid, 1 << self.home, free, (self.size or self.homes.grid.size) - 1)[-1]

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


def _within(geometry: Grid, cells: Bitboard, free: Bitboard, steps: int) -> list[Bitboard]:
    """What is within 0, 1, ... *steps* steps of *cells* over *free* ones, until nothing is added."""
    found = [cells]
    while len(found) <= steps and (ring := geometry.border(found[-1]) & free):
        found.append(found[-1] | ring)
    return found
