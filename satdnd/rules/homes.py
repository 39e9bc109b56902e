"""Homes: the cells of a grid that have a region each, as the numbers of nurikabe, and how far their regions reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import accumulate
from operator import or_

from satdnd.encodings.cardinality import estimate_exactly
from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.encoder import Encoder
from satdnd.sat.formula import Literal


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
                there = within(self.grid, 1 << home, free, number - 1)
                if there[-1] >> cell & 1:
                    back = within(self.grid, 1 << cell, free | 1 << home, number - 1)
                    for t, near in enumerate(there):
                        found |= near & back[min(number - 1 - t, len(back) - 1)]
        return found


def within(geometry: Grid, cells: Bitboard, free: Bitboard, steps: int) -> list[Bitboard]:
    """What is within 0, 1, ... *steps* steps of *cells* over *free* ones, until nothing is added."""
    found = [cells]
    while len(found) <= steps and (ring := geometry.border(found[-1]) & free):
        found.append(found[-1] | ring)
    return found
