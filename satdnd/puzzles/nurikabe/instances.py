"""The rules of nurikabe, one instance at a time, as constraints over its cells: for judging explanations.

A cell is sea, or in the island of a number, or, as long as no rule that is looked at forbids it, in an island without
a number. The island of a number n reaches no cell more than n - 1 steps from it, and steps over no other number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, cast

from satdnd.bitboard import Bitboard, Cell, Grid, cell_name, counted, scan
from satdnd.budget import Budget
from satdnd.constraints import Constraint, Domain, Domains, Either, Machine, State, Sum
from satdnd.errors import InputError
from satdnd.instances import CellInstances, Instance, Mark, cell_of
from satdnd.puzzles.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.settings import Settings

SEA, NOBODYS = 1, 2
"""Sets of values: 0 is sea, 1 an island without a number, 2 + k the island of the k-th number in reading order."""
_CUT = re.compile(r"the sea at (r\d{1,6}c\d{1,6}) needs a way out")


class NurikabeInstances(CellInstances[NurikabeSolution]):
    """Of one puzzle."""

    marks: ClassVar[Mapping[str, Domain]] = {"#": SEA, "o": ~SEA}

    def __init__(self, puzzle: Nurikabe, options: Settings) -> None:
        self.puzzle = puzzle
        super().__init__(puzzle.grid)
        geometry = self.grid
        taken = geometry.mask(puzzle.numbers)
        domains = [SEA | NOBODYS] * geometry.size
        self._reach: dict[Cell, Bitboard] = {}
        self._own: dict[Cell, Domain] = {}
        for k, (cell, number) in enumerate(puzzle.numbers.items()):
            home = geometry.bit(cell)
            reach, free = home, geometry.all & ~taken | home
            for _ in range(min(number, geometry.size) - 1):
                if not (ring := geometry.border(reach) & free):
                    break
                reach |= ring
            self._reach[cell], self._own[cell] = reach, 4 << k
            for i in scan(reach):
                domains[i] |= 4 << k
        self.domains = tuple(domains)

    def listed(self) -> Iterator[tuple[str, Instance]]:
        """Numbers, cells, pairs of cells, 2x2 blocks."""
        geometry = self.grid
        cells = geometry.cells(geometry.all)
        for cell, number in self.puzzle.numbers.items():
            name = cell_name(cell)
            there = Sum.of(self.at([cell]), SEA, 0, 0)
            yield f"the number at {name} is in an island", self._of("on-island", [cell], there)
            text = f"the island at {name} has {counted(number, 'cell')}"
            yield text, Instance(("number-size",), frozenset([cell]), lambda cell=cell: self._island(cell))  # type: ignore[misc]  # bound now
        for i, cell in enumerate(cells):
            owned = Sum.of([i], NOBODYS, 0, 0)
            reached, name = self.domains[i] & ~(SEA | NOBODYS), cell_name(cell)
            text = f"{name} is sea or in the island of a number" if reached else f"no number reaches {name}"
            yield text, self._of("one-number", [cell], owned)
            for j in scan(geometry.neighbours(1 << i) & -1 << i + 1):
                text = f"{name} and {cell_name(cells[j])} are not in two islands"
                yield text, self._of("one-number", [cell, cells[j]], self._together(i, j))
        for r, c in geometry.cells(geometry.squares(geometry.all)):
            square = [(r + i, c + j) for i in (0, 1) for j in (0, 1)]
            text = f"no 2x2 block of sea at {cell_name((r, c))}"
            yield text, self._of("no-2x2", square, Sum.of(self.at(square), SEA, 0, 3))

    @staticmethod
    def _of(rule: str, cells: Iterable[Cell], constraint: Constraint) -> Instance:
        return Instance((rule,), frozenset(cells), lambda: [constraint])

    def _together(self, i: int, j: int) -> Either:
        """One of two neighbours is sea, or both are in the same island."""
        common = [1 << value for value in scan(self.domains[i] & self.domains[j] & ~SEA)]
        return Either((Sum.of([i, j], SEA, 1), *(Sum.of([i, j], island, 2) for island in common)))

    def _island(self, cell: Cell) -> Iterator[Constraint]:
        """An island has its cells, and is not next to an island cell that it cannot reach."""
        geometry, own, reach = self.grid, self._own[cell], self._reach[cell]
        yield Island(geometry, geometry.bit(cell), reach, self.puzzle.numbers[cell], own)
        for j in scan(geometry.border(reach) & ~geometry.mask(self.puzzle.numbers)):
            beside = scan(geometry.neighbours(1 << j) & reach)
            yield Either((Sum.of([j], SEA, 1), Sum.of(beside, own, 0, 0)))

    def cut(self, rule: str, text: str, about: Sequence[Cell]) -> Iterable[Constraint] | None:
        """That sea needs a way out."""
        if not (found := _CUT.fullmatch(text)):
            return None
        if rule != "connected":
            raise InputError(f"the rule is connected, not {rule!r}")
        return [self.way_out(about, cell_of(found[1]), SEA)]

    def shown(self) -> Iterable[Mark]:
        """The cells with a number are island."""
        return [self.marked(cell, "o") for cell in self.puzzle.numbers]

    def cut_off(self, known: Domains) -> Iterator[Mark]:
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
    """So many cells, connected, and the number's among them."""

    grid: Grid
    home: Bitboard
    reach: Bitboard
    """The cells that it may have."""
    number: int
    own: Domain
    """The value of its cells, as a set."""

    @cached_property
    def scope(self) -> frozenset[int]:
        """All that it reaches."""
        return frozenset(scan(self.reach))

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """Reads which cells it has."""
        return _Growing(self, order, domains, budget)


class _Growing:
    """The state is the cells that the island has, and those that it may still have."""

    def __init__(self, island: Island, order: Sequence[int], domains: Domains, budget: Budget) -> None:
        self._island, self._order, self._budget = island, order, budget
        self._found: dict[tuple[int, int], bool] = {}
        may = sum(1 << i for i in scan(island.reach) if domains[i] & island.own)
        has = sum(1 << i for i in scan(island.reach) if domains[i] == island.own) | island.home
        self.start: State = (has, may) if self._fits(has, may) else None

    def read(self, state: State, position: int, value: int) -> State:
        """One cell more, or one that it may not have."""
        has, may = cast(tuple[int, int], state)
        bit = 1 << self._order[position]
        if 1 << value == self._island.own:
            has |= bit
        else:
            may &= ~bit
        return (has, may) if self._fits(has, may) else None

    def _fits(self, has: Bitboard, may: Bitboard) -> bool:
        """Whether cells of *may* make an island with those of *has*."""
        key = has, may
        if key not in self._found:
            self._found[key] = not has & ~may and self._grows(self._island.home, has, may)
        return self._found[key]

    def _grows(self, part: Bitboard, has: Bitboard, may: Bitboard) -> bool:
        """The same if *part*, connected, is in it: every way to join it with one more cell of *has*."""
        geometry, number = self._island.grid, self._island.number
        while True:
            self._budget.check()
            part = geometry.flood(part, has)
            region = geometry.flood(part, may)
            if has & ~region or region.bit_count() < number or has.bit_count() > number:
                return False
            if part == has:
                return True  # it may grow on within its region, one cell after another
            rings = [part, geometry.border(part) & may]
            while not rings[-1] & has:
                rings.append(geometry.border(rings[-1]) & may & ~rings[-2])
            if has.bit_count() + len(rings) - 2 > number:
                return False
            step = rings[-1] & has
            for ring in reversed(rings[1:-1]):
                step = geometry.neighbours(step) & ring
            bit = step & -step  # beside the part, on a shortest way to the rest: it is taken, or it is not
            if self._grows(part, has | bit, may):
                return True
            may &= ~bit
