"""Generator of sudokus: removes clues from a random full grid while its solution stays unique.

All randomness comes from one `random.Random`, so a seed gives the same puzzle on every machine, unless the budget runs
out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from contextlib import closing
from copy import copy
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from satdnd.engine.options import option
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.grid.bitboard import scan
from satdnd.grid.boxes import Shape
from satdnd.grid.notation import counted
from satdnd.kinds.sudoku.explain import GIVEN, grade
from satdnd.kinds.sudoku.model import SIZES, Sudoku, SudokuSolution
from satdnd.kinds.sudoku.options import TECHNIQUES
from satdnd.kinds.sudoku.techniques import Position, hidden_single, naked_single
from satdnd.kinds.sudoku.template import Template
from satdnd.sat.budget import Budget
from satdnd.sat.session import Session
from satdnd.setter.parts import Recipe

ATTEMPTS = 2000
"""The maximum number of grids tried for a technique, up to 9x9; see `attempts`."""
EFFORT = 2000
"""The maximum number of conflicts for one clue, which is then kept (from 16x16 on); independent of the machine."""
MOST_EFFORT = 10 * EFFORT
"""The maximum number of conflicts for one grid; then all other clues are kept. Ten seconds at 25x25."""
_RESTART = 4
"""The number of dead ends per row after which a random grid is restarted."""


@dataclass(frozen=True, kw_only=True)
class SudokuRecipe(Recipe):
    """The options of the generator."""

    height: int | None = option(
        None, "Rows: 4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24 or 25 (9).", low=1, high=25
    )
    width: int | None = option(None, "Columns; as many as rows.", low=1, high=25)
    boxes: str | None = option(
        None, "Rows and columns of a box, such as 3x2 [default: nearly square, 2x3].", metavar="RxC"
    )
    areas: bool = option(False, "Areas in place of boxes (jigsaw); also 5x5, 7x7 and the like.")
    cages: bool = option(False, "Cages with sums (killer).")
    diagonals: bool = option(False, "Both diagonals hold each digit once (X).")
    symmetric: bool = option(True, "The clues are in the same cells when the board is turned upside down.")
    unique: bool = option(True, "Always: a sudoku has exactly one solution.", switch="--unique/--any")
    technique: str | None = option(None, "The hardest technique needed.", known=lambda: TECHNIQUES)
    clues: int | None = option(None, "At least this many clues.", low=0, high=625)


_templates: dict[Shape, Template] = {}
"""Templates by the shape of boxes; shared, as sessions copy the formula."""


class Oracle(Session):
    """A warm session for all puzzles with boxes of one shape. Methods raise Undecided."""

    def __init__(self, box: Shape, budget: Budget | None = None) -> None:
        if box not in _templates:
            _templates[box] = Template(box, budget=budget)
        super().__init__(_templates[box].formula, _templates[box].best_solver, budget=budget)

    def forced(self, grid: SudokuSolution, clues: Iterable[int], cell: int, budget: Budget) -> bool:
        """Whether the values of *grid* in the cells *clues* force its value in *cell*. Raises Undecided."""
        size, values = math.isqrt(len(grid.values)), grid.values
        return not self.ask([i * size + values[i] for i in clues] + [-cell * size - values[cell]], budget)


def generate(rng: Random, recipe: SudokuRecipe, budget: Budget) -> Sudoku:
    """A puzzle with exactly one solution.

    Without a technique the puzzle is minimal (16x16 and 25x25: as far as `EFFORT` and `MOST_EFFORT` allow), unless
    *clues* limits the removal or the budget runs out; then it keeps the clues left at that point. A symmetric puzzle is
    minimal in pairs: one of two opposite clues may be needless, but never both.

    Raises:
        UsageError, InputError: an unsupported size, boxes that do not fit, a number of clues out of range, or puzzles
            with several solutions.
        CannotFulfil: `attempts` grids gave no puzzle with the technique.
        Undecided: the budget ran out before there was a grid, or a puzzle with the technique.
    """
    box, wanted = _read(recipe)
    size = box[0] * box[1]
    seen: dict[str, int] = {}
    with closing(Oracle(box, budget)) as oracle:
        try:
            for _ in range(attempts(size)):
                grid = random_grid(box, rng, budget)
                removed = _remove(grid, rng, recipe, oracle, budget)
                if not wanted:
                    return _puzzle(grid, removed, box)
                count, reached = _most_removed(grid, removed, box, TECHNIQUES.index(wanted), budget)
                if reached == wanted:
                    return _puzzle(grid, removed[:count], box)
                seen[reached] = seen.get(reached, 0) + 1
        except Undecided as error:
            found = (
                f"no puzzle with the requested technique; found {_summary(seen)}" if seen else "no full grid was found"
            )
            raise Undecided(f"{error}: {found}") from None
    tried = counted(attempts(size), "grid")
    raise CannotFulfil(f"{tried} gave no puzzle with the requested technique; found {_summary(seen)}")


def attempts(size: int) -> int:
    """The number of grids of that side tried for a technique; takes minutes at every size."""
    return min(ATTEMPTS, ATTEMPTS * 9**5 // size**5)


def _summary(seen: Mapping[str, int]) -> str:
    return ", ".join(f"{count} x {name}" for name, count in sorted(seen.items()))


def _read(recipe: SudokuRecipe) -> tuple[Shape, str | None]:
    """The shape of a box, and the technique."""
    height = recipe.height or recipe.width or 9
    width = recipe.width or height
    if height != width or height not in SIZES:
        sizes = ", ".join(f"{n}x{n}" for n in SIZES)
        raise UsageError(f"there are no sudokus of {height}x{width}; sizes: {sizes}")
    if not recipe.unique:
        raise UsageError("a sudoku has exactly one solution: leave out --any")
    if (recipe.clues or 0) > height**2:
        raise UsageError(f"clues is {recipe.clues}, expected 0 to {height**2}")
    return Sudoku((0,) * height**2, recipe.boxes).boxes, recipe.technique  # type: ignore[arg-type]  # as in a note


def random_grid(box: Shape, rng: Random, budget: Budget | None = None) -> SudokuSolution:
    """A random full grid: guesses the most constrained cells, fills singles, and restarts when stuck.

    Raises Undecided when the budget runs out.
    """
    size = box[0] * box[1]
    while True:
        position, dead_ends = Position(Sudoku((0,) * size**2, box)), 0
        branches: list[tuple[Position, int, int]] = []  # a position and an untried candidate
        while position.empty:
            if budget is not None:
                budget.check()
            if single := naked_single(position) or hidden_single(position, position.shape.houses):
                position.apply(single)
                continue
            fewest, cells = position.least_choice()
            if fewest:
                cell = rng.choice([*scan(cells)])
                values = position.candidates(cell)
                rng.shuffle(values)
                branches += [(position, cell, value) for value in values]
            else:
                dead_ends += 1
            if not branches or dead_ends > _RESTART * size:
                break
            before, cell, value = branches.pop()
            position = copy(before)
            position.values = before.values.copy()
            position.place(cell, value)
        if not position.empty:
            return SudokuSolution(tuple(position.values))


def _remove(
    grid: SudokuSolution, rng: Random, recipe: SudokuRecipe, oracle: Oracle, budget: Budget
) -> list[tuple[int, ...]]:
    """Remove clues in random order if the others force their values; if symmetric, with those of opposite cells.

    Ends with as many clues as the recipe wants, or when the budget or `MOST_EFFORT` runs out; the puzzle is valid in
    each case.
    """
    order, last = list(range(len(grid.values))), len(grid.values) - 1
    rng.shuffle(order)
    groups = dict.fromkeys((min(i, last - i), max(i, last - i)) if recipe.symmetric else (i,) for i in order)
    clues, removed, effort = set(order), list[tuple[int, ...]](), budget.part(conflicts=MOST_EFFORT)
    for group in groups:
        rest = clues.difference(group)
        if len(rest) < (recipe.clues or 0):
            continue
        if effort.spent:
            break
        try:
            forced = all(oracle.forced(grid, sorted(rest), i, effort.part(conflicts=EFFORT)) for i in {*group})
        except Undecided:
            forced = False
        if forced:
            removed.append(group)
            clues = rest
    return removed


def _most_removed(
    grid: SudokuSolution, removed: list[tuple[int, ...]], box: Shape, hardest: int, budget: Budget
) -> tuple[int, str]:
    """How many of the groups of cells can be emptied, in order, without techniques beyond *hardest*, and the level
    reached.

    Uses bisection, as fewer clues are hardly ever easier. Raises Undecided.
    """
    low, high, found = 0, len(removed) + 1, GIVEN
    middle = len(removed)  # usually the answer for the harder techniques
    while high - low > 1:
        reached = grade(_puzzle(grid, removed[:middle], box), budget)
        if TECHNIQUES.index(reached) <= hardest:
            low, found = middle, reached
        else:
            high = middle
        middle = (low + high) // 2
    return low, found


def _puzzle(grid: SudokuSolution, removed: Iterable[tuple[int, ...]], box: Shape) -> Sudoku:
    blanked = {*chain.from_iterable(removed)}
    return Sudoku(tuple(0 if i in blanked else value for i, value in enumerate(grid.values)), box)


def notes(puzzle: Sudoku, recipe: SudokuRecipe) -> Mapping[str, Any] | None:
    """The extra field ``technique``; None if it is not the recipe's. Above 9x9 only if the recipe has one."""
    if (puzzle.size > 9 and not recipe.technique) or not puzzle.plain:
        return {}
    needed = grade(puzzle)
    return {"technique": needed} if recipe.technique in (None, needed) else None
