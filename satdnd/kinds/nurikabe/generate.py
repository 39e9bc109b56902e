"""New nurikabe: islands that break every 2x2 block of sea, then changes where a second solution differs."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_
from random import Random
from typing import Any

from satdnd.declaration.generator import DeclaredRecipe
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.views import ShadedSolution
from satdnd.engine.options import option
from satdnd.engine.search import others
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil, Undecided
from satdnd.grid.bitboard import Bitboard, grid, scan
from satdnd.grid.notation import counted
from satdnd.sat.budget import Budget

_EXTEND, _MOVE = 0.5, 0.3
"""Chance that a block is broken beside an island; that an island's number moves rather than its cell turns to sea."""
_BOARDS, _ROUNDS, _WINDOW = 20, 40, 6
"""Boards tried; changes to each window of a board, and for each four lines to the whole; side of a window."""
_WORK = 4_000_000
"""Cells times changes, on all boards, before giving up: counted without a clock."""
_LARGE = 400
"""Cells from which windows grow step by step, and islands of one cell stay."""
_ONES = 5
"""One number in so many may be a 1; what is above that grows, on boards that are not large."""


@dataclass(frozen=True, kw_only=True)
class NurikabeRecipe(DeclaredRecipe):
    """What a generated puzzle should be like."""

    largest: int = option(8, "Size of the largest island, at most.", low=1)


def generate(kind: DeclaredKind, rng: Random, recipe: NurikabeRecipe, budget: Budget) -> Any:
    """A puzzle as *recipe* says; *rng* is the only source of randomness. Raises CannotFulfil, Undecided."""
    size = recipe.height * recipe.width
    nearest, rounds, number = size, max(1, _WORK // size), 0
    try:
        while number < _BOARDS and rounds > 0:
            number += 1
            design = _Design(kind, rng, recipe, rounds, budget)
            design.draw()
            with suppress(CannotFulfil):
                if not recipe.unique:
                    return design.puzzle()
                if design.make_unique():
                    design.grow()
                    return design.puzzle()
            nearest, rounds = min(nearest, design.nearest), design.rounds
    except Undecided as error:
        raise Undecided(f"{error} on board {number} of {_BOARDS}, before a puzzle was found") from None
    tried = f"found no unique puzzle of {recipe.height}x{recipe.width} on {counted(number, 'board')}"
    near = f"; the nearest left a choice in {counted(nearest, 'place')}" if nearest < size else ""
    raise CannotFulfil(tried + near)


def varied(
    kind: DeclaredKind, puzzle: Any, solution: ShadedSolution, recipe: NurikabeRecipe, rng: Random
) -> Any | None:
    """A cell is sea in place of island, or the other way round; or a number moves within its island."""
    design = _Design(kind, rng, recipe, 0, Budget())
    design.sea, design.held = solution.board, design.grid.mask(puzzle.numbers)
    return design.puzzle() if design.change(rng.sample(range(design.grid.size), design.grid.size)) else None


class _Design:
    """A solution in the making: its sea, connected and without 2x2 block, and the cells that hold the numbers."""

    def __init__(self, kind: DeclaredKind, rng: Random, recipe: NurikabeRecipe, rounds: int, budget: Budget) -> None:
        self.rounds, self.nearest = rounds, recipe.height * recipe.width
        """Changes that are left; in how many places another solution differed, at the fewest."""
        self.kind, self.rng, self.recipe, self.budget = kind, rng, recipe, budget
        self.blank = kind.empty(recipe.height, recipe.width)
        self.grid = grid(recipe.height, recipe.width)
        self.sea, self.held = self.grid.all, 0

    def draw(self) -> None:
        """Any solution."""
        budget, rng = self.budget, self.rng
        while blocks := self.grid.squares(self.sea):
            budget.check()
            squares = blocks | self.grid.east(blocks)
            cells, land = self._shuffled(squares | self.grid.south(squares)), self.grid.all & ~self.sea
            if rng.random() < _EXTEND:
                around = self.grid.neighbours(land)
                cells.sort(key=lambda i, around=around: not around >> i & 1)  # type: ignore[misc]  # bound now
            if not any(map(self._turn, cells)):  # islands all around are as large as they may be: begin anew there
                self.sea |= self.grid.flood(self.grid.neighbours(sum(1 << i for i in cells)), land)
        self._hold()

    def puzzle(self) -> Any:
        """The puzzle whose numbers are the sizes of the islands."""
        islands = self.grid.components(self.grid.all & ~self.sea)
        sizes = {cell: x.bit_count() for x in islands for cell in self.grid.cells(x & self.held)}
        return self.blank.with_numbers(sizes)

    def make_unique(self) -> bool:
        """Whether changes left no second solution: first none that differs in one small window, then none at all.

        On large boards windows twice as large come between.
        """
        height, width = self.grid.height, self.grid.width
        side = _WINDOW
        while side == _WINDOW or (side < max(height, width) and self.grid.size >= _LARGE):
            self._change(self._windows(side), _ROUNDS)  # all at once: to write the clauses for each takes longer
            side *= 2
        return self._change([self.grid.all], _ROUNDS * (height + width) // 4)

    def grow(self) -> None:
        """Islands of one cell get a second one, or join another island, where that leaves the solution the only one."""
        for i in self._shuffled(self.held if self.grid.size < _LARGE else 0):
            if _ONES * sum(map(self._alone, scan(self.held))) <= self.held.bit_count():
                return
            for j in self._shuffled(self.grid.neighbours(1 << i) if self._alone(i) else 0):
                before = self.sea, self.held
                if self._alone(i) and self._turn(j):
                    self._hold()
                    if self._ambiguous([self.grid.all]):
                        self.sea, self.held = before

    def _alone(self, i: int) -> bool:
        """Whether this cell is an island."""
        return not (self.sea >> i & 1 or self.grid.neighbours(1 << i) & ~self.sea)

    def _windows(self, side: int) -> list[Bitboard]:
        """Squares of that side that overlap by half."""
        step = side // 2
        places = ((r, c) for r in range(0, self.grid.height, step) for c in range(0, self.grid.width, step))
        return [self.grid.block(*place, side, side) for place in places]

    def _change(self, windows: list[Bitboard], rounds: int) -> bool:
        """Whether no other solution differs in one of *windows* alone, after at most so many changes."""
        for _ in range(min(rounds, self.rounds)):
            self.rounds -= 1
            differs = self._ambiguous(windows)
            if not differs:
                return True
            groups = self.grid.components(differs)
            if windows == [self.grid.all]:
                self.nearest = min(self.nearest, len(groups))
            for group in groups:
                self.change(self._shuffled(group))
        return False

    def change(self, cells: Iterable[int]) -> bool:
        """Whether the first that can of these cells got its island's number, or became sea or island."""
        done = any(self._move(i) or self._turn(i) for i in cells)
        self._hold()
        return done

    def _ambiguous(self, windows: list[Bitboard]) -> Bitboard:
        """Where another solution differs in one of *windows* alone."""
        puzzle = self.puzzle()
        encoding, own = (
            self.kind.encoding(puzzle, Settings(), budget=self.budget),
            self.kind.view.solution(puzzle, self.sea),
        )
        literals = encoding.literals(puzzle, own)
        outside = ([x for i, x in enumerate(literals) if not window >> i & 1] for window in windows)
        found = islice(others(encoding, puzzle, own, self.budget, outside), 1 if len(windows) == 1 else None)
        return reduce(or_, (other.board ^ self.sea for other in found), 0)

    def _move(self, i: int) -> bool:
        """Perhaps give the island's number to this cell of it."""
        if (self.sea | self.held) >> i & 1 or self.rng.random() >= _MOVE:
            return False
        self.held = self.held & ~self.grid.flood(1 << i, self.grid.all & ~self.sea) | 1 << i
        return True

    def _turn(self, i: int) -> bool:
        """Turn sea into island or back, if the sea stays connected, no block fills up and no island grows too large."""
        sea = self.sea ^ 1 << i
        island = self.grid.flood(1 << i, self.grid.all & ~sea)
        filled = self.grid.squares(sea) & ~self.grid.squares(self.sea)
        if filled or island.bit_count() > self.recipe.largest or not self.grid.connected(sea):
            return False
        self.sea = sea
        return True

    def _hold(self) -> None:
        """One number for each island: one that it has, where it has any."""
        islands = self.grid.components(self.grid.all & ~self.sea)
        self.held = sum(1 << self._shuffled(island & self.held or island)[0] for island in islands)

    def _shuffled(self, cells: Bitboard) -> list[int]:
        return self.rng.sample(list(scan(cells)), cells.bit_count())
