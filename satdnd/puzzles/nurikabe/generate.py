"""New nurikabe: islands that break every 2x2 block of sea, then changes where a second solution differs."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from satdnd.bitboard import Bitboard, grid, scan
from satdnd.budget import Budget
from satdnd.errors import CannotFulfil
from satdnd.kind import Recipe
from satdnd.options import option
from satdnd.puzzles.nurikabe.encode import NurikabeEncoding
from satdnd.puzzles.nurikabe.model import Nurikabe
from satdnd.sat import Session
from satdnd.settings import Settings

_EXTEND = 0.7
"""Chance that a block is broken by a cell beside an island rather than by a new island."""
_MOVE = 0.3
"""Chance that an island's number moves rather than its cell turns into sea."""
_BOARDS, _ROUNDS = 20, 40
"""Boards tried; changes to each window of a board, and for each row and column to the whole, before it is given up."""


@dataclass(frozen=True, kw_only=True)
class NurikabeRecipe(Recipe):
    """What a generated puzzle should be like."""

    height: int = option(10, "Rows.", low=1, high=40)
    width: int = option(10, "Columns.", low=1, high=40)
    unique: bool = option(True, "Exactly one solution.")
    largest: int = option(8, "Cells of the largest island.", low=1)


def generate(chance: Random, recipe: NurikabeRecipe, budget: Budget) -> Nurikabe:
    """A puzzle as *recipe* says; *chance* is the only source of randomness. Raises CannotFulfil, Undecided."""
    for _ in range(_BOARDS):
        design = _Design(chance, recipe, budget)
        design.fill()
        if not recipe.unique or design.make_unique():
            return design.puzzle()
    raise CannotFulfil(f"found no unique puzzle of {recipe.height}x{recipe.width} on {_BOARDS} boards")


class _Design:
    """A solution in the making: its sea, connected, and the cells that hold the numbers."""

    def __init__(self, chance: Random, recipe: NurikabeRecipe, budget: Budget) -> None:
        self.chance, self.recipe, self.budget = chance, recipe, budget
        self.grid = grid(recipe.height, recipe.width)
        self.sea, self.held = self.grid.all, 0

    def fill(self) -> None:
        """Make islands until no 2x2 block is sea."""
        while blocks := self._blocks(self.sea):
            self.budget.check()
            squares = blocks | self.grid.east(blocks)
            cells = list(scan(squares | self.grid.south(squares)))
            self.chance.shuffle(cells)
            if self.chance.random() < _EXTEND:
                beside = self.grid.neighbours(self.grid.all & ~self.sea)
                cells.sort(key=lambda i: not beside >> i & 1)
            if not any(map(self._turn, cells)):  # islands all around are as large as they may be: begin anew there
                near = self.grid.neighbours(self.grid.mask(divmod(i, self.grid.width) for i in cells))
                self.sea |= self.grid.flood(near, self.grid.all & ~self.sea)
        self._hold()

    def puzzle(self) -> Nurikabe:
        """The puzzle whose numbers are the sizes of the islands."""
        size = {i: part.bit_count() for part in self._islands() for i in scan(part & self.held)}
        cells = [size.get(i) for i in range(self.grid.size)]
        width = self.grid.width
        return Nurikabe(tuple(tuple(cells[i : i + width]) for i in range(0, len(cells), width)))

    def make_unique(self) -> bool:
        """Whether changes left no second solution: first none that differs in one small window, then none at all."""
        side = 6
        for r in range(0, self.grid.height, side // 2):
            for c in range(0, self.grid.width, side // 2):
                self._change(self.grid.block(r, c, side, side), _ROUNDS)
        return self._change(self.grid.all, _ROUNDS * (self.grid.height + self.grid.width))

    def _change(self, window: Bitboard, rounds: int) -> bool:
        """Whether no other solution differs in *window* alone, after at most so many changes."""
        for _ in range(rounds):
            other = self._another(window)
            if other is None:
                return True
            for group in self.grid.components(other ^ self.sea):
                cells = list(scan(group))
                self.chance.shuffle(cells)
                next((i for i in cells if self._move(i) or self._turn(i)), None)
                self._hold()
        return False

    def _another(self, window: Bitboard) -> Bitboard | None:
        """The sea of another solution that differs in *window* alone, or None."""
        puzzle = self.puzzle()
        encoding = NurikabeEncoding(puzzle, Settings(), budget=self.budget)
        own = [x if self.sea >> i & 1 else -x for i, x in enumerate(encoding.sea)]
        with Session(encoding.formula, encoding.best_solver, budget=self.budget) as session:
            session.add([-x for x in own if x < 0])
            outside = [x for i, x in enumerate(own) if not window >> i & 1]
            model = session.next_model(outside, refine=lambda m: encoding.cuts(puzzle, m), budget=self.budget)
            return None if model is None else encoding.board(model)

    def _move(self, i: int) -> bool:
        """Perhaps give the island's number to this cell of it."""
        if self.sea >> i & 1 or self.held >> i & 1 or self.chance.random() >= _MOVE:
            return False
        self.held = self.held & ~self.grid.flood(1 << i, self.grid.all & ~self.sea) | 1 << i
        return True

    def _turn(self, i: int) -> bool:
        """Turn sea into island or back, if the sea stays connected, no block fills up and no island grows too large."""
        sea = self.sea ^ 1 << i
        island = self.grid.flood(1 << i, self.grid.all & ~sea)
        filled = self._blocks(sea) & ~self._blocks(self.sea)
        if filled or island.bit_count() > self.recipe.largest or not self.grid.connected(sea):
            return False
        self.sea = sea
        return True

    def _hold(self) -> None:
        """One number for each island: one that it has, where it has any."""
        self.held = sum(1 << self.chance.choice(list(scan(part & self.held or part))) for part in self._islands())

    def _islands(self) -> list[Bitboard]:
        return self.grid.components(self.grid.all & ~self.sea)

    def _blocks(self, sea: Bitboard) -> Bitboard:
        """The top left cells of the 2x2 blocks of sea."""
        pairs = sea & self.grid.west(sea)
        return pairs & self.grid.north(pairs)
