"""The rules of nurikabe, one instance at a time, as constraints over its cells: for judging explanations.

A cell is sea or island. The island of a number n is all island cells that hang together with it: these are n cells and
no other number is among them, so that none is more than n - 1 steps from the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.explanation.judge.constraints import MET, Constraint, Domain, Domains, Machine, State, Sum
from satdnd.explanation.judge.instances import CellInstances, Instance, Restriction, cell_of
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.sat.budget import Budget

SEA, ISLAND = 1, 2
"""The values of a cell, as sets."""
_CUT = re.compile(r"the sea at (r\d{1,6}c\d{1,6}) needs a way out")


class NurikabeInstances(CellInstances[NurikabeSolution]):
    """Of one puzzle."""

    marks: ClassVar[Mapping[str, Domain]] = {"#": SEA, "o": ISLAND}

    def __init__(self, puzzle: Nurikabe, options: Settings) -> None:
        self.puzzle = puzzle
        super().__init__(puzzle.grid)
        self.domains = (SEA | ISLAND,) * self.grid.size
        self._homes = {self.grid.bit(cell): number for cell, number in puzzle.numbers.items()}

    def listed(self) -> Iterator[tuple[str, Instance]]:
        """Numbers, other cells, 2x2 blocks."""
        geometry = self.grid
        cells = geometry.cells(geometry.all)
        for cell, number in self.puzzle.numbers.items():
            name = cell_name(cell)
            there = Sum.of(self.at([cell]), SEA, 0, 0)
            yield f"the number at {name} is in an island", self._of("on-island", [cell], there)
            island = Island(geometry, geometry.bit(cell), number, sum(self._homes))
            if number is None:
                yield f"the island at {name} has no other number", self._of("one-number", [cell], island)
            else:
                yield f"the island at {name} has {counted(number, 'cell')}", self._of("number-size", [cell], island)
        for i, cell in enumerate(cells):
            if cell not in self.puzzle.numbers:
                reached, name = Reached(geometry, i, self._homes), cell_name(cell)
                text = f"{name} is sea or in the island of a number" if reached.reach else f"no number reaches {name}"
                yield text, self._of("one-number", [cell], reached if reached.reach else Sum.of([i], SEA, 1))
        for r, c in geometry.cells(geometry.squares(geometry.all)):
            square = [(r + i, c + j) for i in (0, 1) for j in (0, 1)]
            text = f"no 2x2 block of sea at {cell_name((r, c))}"
            yield text, self._of("no-2x2", square, Sum.of(self.at(square), SEA, 0, 3))

    @staticmethod
    def _of(rule: str, cells: Iterable[Cell], constraint: Constraint) -> Instance:
        return Instance((rule,), frozenset(cells), lambda: [constraint])

    def cut(self, rule: str, text: str, about: Sequence[Cell]) -> Iterable[Constraint] | None:
        """That sea needs a way out."""
        if not (found := _CUT.fullmatch(text)):
            return None
        if rule != "connected":
            raise InputError(f"the rule is connected, not {rule!r}")
        return [self.way_out(about, cell_of(found[1]), SEA)]

    def shown(self) -> Iterable[Restriction]:
        """The cells with a number are island."""
        return [self.marked(cell, "o") for cell in self.puzzle.numbers]

    def cut_off(self, known: Domains) -> Iterator[Restriction]:
        """By the sea's connectivity."""
        return self.without_way(known, "#", "o")

    def values(self, solution: NurikabeSolution) -> Sequence[int]:
        """The sea."""
        return [0 if solution.board >> i & 1 else 1 for i in range(self.grid.size)]

    def solution(self, known: Domains) -> NurikabeSolution | list[Cell]:
        """The sea."""
        found = self.decided(known)
        return found if isinstance(found, list) else NurikabeSolution(self.grid.height, self.grid.width, found)


@dataclass(frozen=True)
class Island(Constraint):
    """The island cells that hang together with a number are so many, and no other number is among them."""

    grid: Grid
    home: Bitboard
    number: int | None
    """None: any."""
    numbers: Bitboard
    """All cells with a number."""

    @cached_property
    def reach(self) -> Bitboard:
        """The cells that it may have."""
        return _within(self.grid, self.home, self.grid.all & ~self.numbers, (self.number or self.grid.size) - 1)[-1]

    @cached_property
    def scope(self) -> frozenset[int]:
        """These, and the cells beside them."""
        return frozenset(scan(self.reach | self.grid.neighbours(self.reach)))

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads which cells are island."""
        return _Growing(self, order, domains, budget)


class _Growing:
    """The state is which cells are island, and which may be the island's, of those that hang together with it."""

    def __init__(self, island: Island, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._island, self._order, self._budget = island, order, budget
        self._found: dict[tuple[int, int], State] = {}
        may = sum(1 << i for i in scan(island.reach) if domains[i] & ISLAND)
        self.start = self._state(sum(1 << i for i in island.scope if domains[i] == ISLAND) | island.home, may)

    def read(self, state: State, position: int, value: int) -> State:
        """One cell more is island, or none of it."""
        has, may = cast(tuple[int, int], state)
        bit = 1 << self._order[position]
        return self._state(has | bit, may) if value else self._state(has, may & ~bit)

    def _state(self, has: Bitboard, may: Bitboard) -> State:
        key = has, may
        if key not in self._found:
            self._found[key] = self._reduced(has, may)
        return self._found[key]

    def _reduced(self, has: Bitboard, may: Bitboard) -> State:
        """The state without what does not matter."""
        geometry, home = self._island.grid, self._island.home
        while closed := may & geometry.neighbours(has & ~may):  # island cells beside these are not the island's
            may &= ~closed
        if not home & may:
            return None
        region, number = geometry.flood(home, may), self._island.number
        fits = number is None or self._grows(has & region, region, number)
        return (has & region, region) if fits else None

    def _grows(self, has: Bitboard, may: Bitboard, number: int) -> bool:
        """Whether cells of *may*, which hang together with it, make an island that has cells of *has* beside none."""
        geometry, home = self._island.grid, self._island.home
        while True:
            self._budget.check()
            part = geometry.flood(home, has)
            if part.bit_count() > number:
                return False
            rest = has & ~part
            for piece in geometry.components(rest):
                if part.bit_count() + 1 + piece.bit_count() > number:
                    may &= ~(piece | geometry.neighbours(piece))
            region = geometry.flood(part, may) if not part & ~may else 0
            if region.bit_count() < number:
                return False
            if geometry.flood(part, may & ~(rest | geometry.neighbours(rest))).bit_count() >= number:
                return True  # cell after cell, with the rest apart
            bit = geometry.border(part) & may
            bit &= -bit
            if self._grows(has | bit, may, number):
                return True
            may &= ~bit


@dataclass(frozen=True)
class Reached(Constraint):
    """A cell is sea, or island cells lead to it from a number, no more than it says and none with another number."""

    grid: Grid
    cell: int
    homes: Mapping[Bitboard, int | None]
    """The numbers by their cells; None: not told."""

    @cached_property
    def reach(self) -> Bitboard:
        """The cells on such ways."""
        return self.ways(self.grid.all)

    @cached_property
    def scope(self) -> frozenset[int]:
        """These, and the cell."""
        return frozenset(scan(self.reach | 1 << self.cell))

    def ways(self, may: Bitboard) -> Bitboard:
        """The same where only these cells may be island."""
        found, free = 0, may & ~sum(self.homes)
        for home, told in self.homes.items():
            number = told or self.grid.size
            if home & may:
                there = _within(self.grid, home, free, number - 1)
                if there[-1] >> self.cell & 1:
                    back = _within(self.grid, 1 << self.cell, free | home, number - 1)
                    for t, near in enumerate(there):
                        found |= near & back[min(number - 1 - t, len(back) - 1)]
        return found

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads which cells are sea."""
        return _Reaching(self, order, domains)


class _Reaching:
    """The state is whether the cell is known to be island, and the cells on ways to it that may be."""

    def __init__(self, reached: Reached, order: Sequence[int], domains: Domains) -> None:
        self._reached, self._order = reached, order
        self._found: dict[int, Bitboard] = {}
        may = sum(1 << i for i in reached.scope if domains[i] & ISLAND)
        sea = domains[reached.cell] & SEA
        self.start = MET if sea and reached.cell not in order else self._state(not sea, may)

    def read(self, state: State, position: int, value: int) -> State:
        """The cell is sea: whatever else is. It is island, or another is sea: fewer ways."""
        if state == MET:
            return MET
        there, may = cast(tuple[bool, int], state)
        i = self._order[position]
        if i == self._reached.cell:
            return self._state(True, may) if value else MET
        return state if value else self._state(there, may & ~(1 << i))

    def _state(self, there: bool, may: Bitboard) -> State:
        if may not in self._found:
            self._found[may] = self._reached.ways(may)
        return None if there and not self._found[may] else (there, self._found[may])


def _within(geometry: Grid, cells: Bitboard, free: Bitboard, steps: int) -> list[Bitboard]:
    """What is within 0, 1, ... *steps* steps of *cells* over *free* ones, until nothing is added."""
    found = [cells]
    while len(found) <= steps and (ring := geometry.border(found[-1]) & free):
        found.append(found[-1] | ring)
    return found
