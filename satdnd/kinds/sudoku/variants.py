"""New sudokus with areas, cages or diagonals: a random grid, then as few clues as leave it the only solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.cages import Cage
from satdnd.declaration.clues.partition import NamedArea
from satdnd.declaration.generators.generator import TRIED, random_solution
from satdnd.declaration.generators.reduction import Reduction
from satdnd.declaration.generators.territories import random_shapes
from satdnd.engine.kind import Kind
from satdnd.errors import CannotFulfil, UsageError
from satdnd.grid.bitboard import Cell, beside, pieces
from satdnd.grid.boxes import shapes
from satdnd.kinds.sudoku.generate import SudokuRecipe, random_grid
from satdnd.kinds.sudoku.model import VIEW, Sudoku
from satdnd.sat.budget import Budget

_SIZES = {1: 1, 2: 12, 3: 10, 4: 5, 5: 1}
"""How likely cages of so many cells are."""
_SWAPS = 4
"""Exchanges of cells between areas, for each cell."""


def is_variant(recipe: SudokuRecipe) -> bool:
    """Whether a recipe asks for more than boxes."""
    return recipe.areas or recipe.cages or recipe.diagonals


def generate(kind: Kind[Any, Any, Any], rng: Random, recipe: SudokuRecipe, budget: Budget) -> Sudoku:
    """A puzzle with exactly one solution, which has no clue that is not needed.

    Raises:
        UsageError, InputError: a size that there is not; options that are for boxes alone.
        CannotFulfil, Undecided: no grid was found, or not within the budget.
    """
    n = recipe.height or recipe.width or 9
    if recipe.technique or recipe.clues:
        raise UsageError("technique and clues are options of sudokus without areas, cages and diagonals")
    if n != (recipe.width or n) or not 2 < n <= 25 or not (shapes(n) or recipe.areas):
        raise UsageError(f"there are no such sudokus of {n}x{recipe.width or n}")
    for _ in range(TRIED):
        budget.check()
        areas = random_areas(rng, n, budget) if recipe.areas else ()
        blank = Sudoku((0,) * n**2, recipe.boxes, areas, diagonals=recipe.diagonals)  # type: ignore[arg-type]  # as in a note
        if blank.plain:
            solution = random_grid(blank.boxes, rng, budget)
        else:
            try:
                solution = VIEW.solution(blank, random_solution(kind, VIEW, rng, blank, budget))
            except CannotFulfil:
                continue
        cages = random_cages(rng, blank, solution.grid) if recipe.cages else ()
        full = replace(blank, clues=solution.values, cages=cages)
        if (made := Reduction(kind, full, solution, budget, symmetric=recipe.symmetric).minimal(rng)) is not None:
            assert isinstance(made, Sudoku)
            return made
    raise CannotFulfil(f"found no such grid of {n}x{n} among {TRIED} random ones")


def random_areas(rng: Random, n: int, budget: Budget) -> AreaTuple:
    """N connected areas of N cells: boxes, or rows, that exchange cells."""
    height, width = next(iter(shapes(n)), (1, n))
    name = {(r, c): r // height * (n // width) + c // width for r in range(n) for c in range(n)}
    cells = [*name]
    for _ in range(_SWAPS * n * n):
        budget.check()
        one = rng.choice(cells)
        near = [cell for cell in beside(one) if cell in name and name[cell] != name[one]]
        if not near:
            continue
        a, b = name[one], name[rng.choice(near)]
        back = [x for x in cells if name[x] == b and any(name.get(y) == a and y != one for y in beside(x))]
        if not back:
            continue
        other = rng.choice(back)
        name[one], name[other] = b, a
        if any(len(pieces([x for x in cells if name[x] == area])) > 1 for area in (a, b)):
            name[one], name[other] = a, b
    return tuple(NamedArea(tuple(x for x in cells if name[x] == area)) for area in range(n))


def random_cages(rng: Random, puzzle: Sudoku, grid: Sequence[Sequence[int]]) -> tuple[Cage, ...]:
    """Cages that fill the grid, with the sums of their different digits."""

    def fits(shape: Sequence[Cell], cell: Cell) -> bool:
        """Whether no cell of the cage holds the same."""
        return all(grid[r][c] != grid[cell[0]][cell[1]] for r, c in shape)

    parts = random_shapes(rng, puzzle.grid, _SIZES, fits)
    return tuple(Cage(cells, sum(grid[r][c] for r, c in cells)) for cells in parts)
