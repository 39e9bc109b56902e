"""Generator of nurikabe: islands break all 2x2 blocks of sea, then changes remove other solutions."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_
from random import Random
from typing import Any

from satdnd.declaration.generators.generator import DeclaredRecipe
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.views.view import ShadedSolution
from satdnd.engine.options import option
from satdnd.engine.search import others
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil, Undecided
from satdnd.grid.bitboard import Bitboard, grid, scan
from satdnd.grid.notation import counted
from satdnd.sat.budget import Budget

_EXTEND, _MOVE = 0.5, 0.3
"""The probability of breaking a block next to an island; of moving a number instead of turning its cell to sea."""
_BOARDS, _ROUNDS, _WINDOW = 20, 40, 6
"""The maximum number of boards, of changes per window (for the whole board, per four lines), and the window's side."""
_WORK = 4_000_000
"""The maximum of cells times changes, summed over all boards; independent of the clock."""
_LARGE = 400
"""The number of cells from which windows grow step by step, and single-cell islands are kept."""
_ONES = 5
"""At most one number in this many is a 1 on smaller boards; other single-cell islands grow."""


@dataclass(frozen=True, kw_only=True)
class NurikabeRecipe(DeclaredRecipe):
    """The options of the generator."""

    largest: int = option(8, "Size of the largest island, at most.", low=1)


def generate(kind: DeclaredKind, rng: Random, recipe: NurikabeRecipe, budget: Budget) -> Any:
    """A puzzle that meets *recipe*; *rng* is the only source of randomness. Raises CannotFulfil, Undecided."""
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
    """Turn a cell from sea to island or back, or move a number within its island; None if that is impossible."""
    design = _Design(kind, rng, recipe, 0, Budget())
    design.sea, design.numbered = solution.board, design.grid.mask(puzzle.numbers)
    return design.puzzle() if design.change(rng.sample(range(design.grid.size), design.grid.size)) else None


class _Design:
    """A solution under construction: the sea, connected and without 2x2 blocks, and the cells that hold numbers."""

    def __init__(self, kind: DeclaredKind, rng: Random, recipe: NurikabeRecipe, rounds: int, budget: Budget) -> None:
        self.rounds, self.nearest = rounds, recipe.height * recipe.width
        """The changes left; the fewest places in which another solution differed."""
        self.kind, self.rng, self.recipe, self.budget = kind, rng, recipe, budget
        self.blank = kind.empty(recipe.height, recipe.width)
        self.grid = grid(recipe.height, recipe.width)
        self.sea, self.numbered = self.grid.all, 0

    def draw(self) -> None:
        """Draw a random solution."""
        budget, rng = self.budget, self.rng
        while blocks := self.grid.squares(self.sea):
            budget.check()
            squares = blocks | self.grid.east(blocks)
            cells, land = self._shuffled(squares | self.grid.south(squares)), self.grid.all & ~self.sea
            if rng.random() < _EXTEND:
                around = self.grid.neighbours(land)
                cells.sort(key=lambda i, around=around: not around >> i & 1)  # type: ignore[misc]  # bound now
            if not any(map(self._turn, cells)):  # all adjacent islands have the maximum size: remove them
                self.sea |= self.grid.flood(self.grid.neighbours(sum(1 << i for i in cells)), land)
        self._hold()

    def puzzle(self) -> Any:
        """The puzzle of this solution."""
        islands = self.grid.components(self.grid.all & ~self.sea)
        sizes = {cell: x.bit_count() for x in islands for cell in self.grid.cells(x & self.numbered)}
        return self.blank.with_numbers(sizes)

    def make_unique(self) -> bool:
        """Change the solution until it is the only one, first within small windows; returns whether that succeeds.

        Large boards also use windows of doubling size.
        """
        height, width = self.grid.height, self.grid.width
        side = _WINDOW
        while side == _WINDOW or (side < max(height, width) and self.grid.size >= _LARGE):
            self._change(self._windows(side), _ROUNDS)  # all windows at once, as separate clauses for each take longer
            side *= 2
        return self._change([self.grid.all], _ROUNDS * (height + width) // 4)

    def grow(self) -> None:
        """Enlarge single-cell islands, or join them with others, if the solution stays the only one."""
        for i in self._shuffled(self.numbered if self.grid.size < _LARGE else 0):
            if _ONES * sum(map(self._alone, scan(self.numbered))) <= self.numbered.bit_count():
                return
            for j in self._shuffled(self.grid.neighbours(1 << i) if self._alone(i) else 0):
                before = self.sea, self.numbered
                if self._alone(i) and self._turn(j):
                    self._hold()
                    if self._ambiguous([self.grid.all]):
                        self.sea, self.numbered = before

    def _alone(self, i: int) -> bool:
        """Whether cell *i* is a single-cell island."""
        return not (self.sea >> i & 1 or self.grid.neighbours(1 << i) & ~self.sea)

    def _windows(self, side: int) -> list[Bitboard]:
        """Square windows that overlap by half."""
        step = side // 2
        places = ((r, c) for r in range(0, self.grid.height, step) for c in range(0, self.grid.width, step))
        return [self.grid.block(*place, side, side) for place in places]

    def _change(self, windows: list[Bitboard], rounds: int) -> bool:
        """Change the solution until no other differs within one of *windows* only; returns whether *rounds* suffice."""
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
        """Change the first of *cells* that can hold its island's number, or turn; returns whether one can."""
        done = any(self._move(i) or self._turn(i) for i in cells)
        self._hold()
        return done

    def _ambiguous(self, windows: list[Bitboard]) -> Bitboard:
        """The cells in which another solution differs within one of *windows* only."""
        puzzle = self.puzzle()
        encoding, solution = (
            self.kind.compiled(puzzle, Settings(), self.budget),
            self.kind.view.solution(puzzle, self.sea),
        )
        literals = encoding.literals(puzzle, solution)
        outside = ([x for i, x in enumerate(literals) if not window >> i & 1] for window in windows)
        found = islice(others(encoding, puzzle, solution, self.budget, outside), 1 if len(windows) == 1 else None)
        return reduce(or_, (other.board ^ self.sea for other in found), 0)

    def _move(self, i: int) -> bool:
        """Move the island's number to cell *i* with probability `_MOVE`; returns whether it moved."""
        if (self.sea | self.numbered) >> i & 1 or self.rng.random() >= _MOVE:
            return False
        self.numbered = self.numbered & ~self.grid.flood(1 << i, self.grid.all & ~self.sea) | 1 << i
        return True

    def _turn(self, i: int) -> bool:
        """Turn cell *i* to sea or island, if the sea stays connected, no block fills, no island gets too large."""
        sea = self.sea ^ 1 << i
        island = self.grid.flood(1 << i, self.grid.all & ~sea)
        filled = self.grid.squares(sea) & ~self.grid.squares(self.sea)
        if filled or island.bit_count() > self.recipe.largest or not self.grid.connected(sea):
            return False
        self.sea = sea
        return True

    def _hold(self) -> None:
        """Choose one number cell for each island, an existing one if possible."""
        islands = self.grid.components(self.grid.all & ~self.sea)
        self.numbered = sum(1 << self._shuffled(island & self.numbered or island)[0] for island in islands)

    def _shuffled(self, cells: Bitboard) -> list[int]:
        return self.rng.sample(list(scan(cells)), cells.bit_count())
