"""New sudokus: a random full grid, then clues taken away while the solution stays the only one.

Everything random comes from one `random.Random`, so a seed gives the same puzzle on every machine, unless the deadline
cuts the work short.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from copy import copy
from random import Random
from typing import Any

from satdnd.bitboard import scan
from satdnd.budget import Budget
from satdnd.errors import CannotFulfil, Undecided, UsageError
from satdnd.puzzles.sudoku.explain import GIVEN, grade
from satdnd.puzzles.sudoku.model import SIZES, Sudoku, SudokuSolution
from satdnd.puzzles.sudoku.techniques import TECHNIQUES, Position, hidden_single, naked_single
from satdnd.puzzles.sudoku.uniqueness import Oracle

RECIPE_FIELDS = ("height", "width", "unique", "difficulty", "clues")
LEVELS = {
    "easy": ("full house", "naked single", "hidden single"),
    "medium": ("locked candidates (pointing)", "locked candidates (claiming)", "naked pair", "hidden pair"),
    "hard": TECHNIQUES[TECHNIQUES.index("naked triple") :],
}
"""Names for difficulties: a puzzle is of that level when the hardest technique that it needs is one of these."""
ATTEMPTS = 2000
"""Grids tried for a difficulty."""
EFFORT = 2000
"""Conflicts after which a clue is kept though it may be forced (16x16 and larger): no clock, the same everywhere."""
_RESTART = 4
"""A random grid is begun anew after so many dead ends for each row."""


def generate(chance: Random, recipe: Mapping[str, Any], deadline: float | None) -> Sudoku:
    """A new puzzle with exactly one solution; its grade is the extra field ``grade``.

    Without a difficulty it is minimal (16x16 and 25x25: as far as `EFFORT` shows), unless *clues* stops the removal or
    the deadline passes: then it has the clues that were left by then.

    Args:
        chance: the source of randomness.
        recipe: ``height`` and ``width`` (both N, default 9); ``difficulty``, a name of `TECHNIQUES` (the hardest
            that is needed) or of `LEVELS`; ``clues``, how many to keep at least; ``unique`` makes no difference.
        deadline: value of time.monotonic().

    Raises:
        UsageError: another size, an unknown field or difficulty, a number of clues out of range.
        CannotFulfil: `ATTEMPTS` grids
            gave no puzzle of that difficulty.
        Undecided: the deadline passed before there was a grid, or a puzzle of that difficulty.
    """
    size, wanted, keep = _read(recipe)
    seen: dict[str, int] = {}
    with Oracle(size) as oracle:
        for _ in range(ATTEMPTS):
            if seen and deadline is not None and time.monotonic() >= deadline:
                raise Undecided(f"no puzzle of the wanted difficulty within the time limit; found {_told(seen)}")
            grid = random_grid(size, chance, None if seen else deadline)
            removed = _remove(grid, chance, keep, oracle, deadline)
            if not wanted:
                puzzle = _puzzle(grid, removed)
                return puzzle if size > 9 else _graded(puzzle, grade(puzzle))
            count, reached = _most_removed(grid, removed, TECHNIQUES.index(wanted[-1]))
            if reached in wanted:
                return _graded(_puzzle(grid, removed[:count]), reached)
            seen[reached] = seen.get(reached, 0) + 1
    raise CannotFulfil(f"{ATTEMPTS} grids gave no puzzle of the wanted difficulty; found {_told(seen)}")


def _told(seen: Mapping[str, int]) -> str:
    return ", ".join(f"{count} x {name}" for name, count in sorted(seen.items()))


def _read(recipe: Mapping[str, Any]) -> tuple[int, tuple[str, ...], int]:
    """The size, the grades wanted (empty: any; easiest first), and the number of clues to keep."""
    if unknown := sorted(set(recipe) - set(RECIPE_FIELDS)):
        raise UsageError(f"sudoku knows no wish {unknown[0]!r}; known: {', '.join(RECIPE_FIELDS)}")
    height, width = recipe.get("height", 9), recipe.get("width", 9)
    if height != width or height not in SIZES:
        sizes = ", ".join(f"{n}x{n}" for n in SIZES)
        raise UsageError(f"there are no sudokus of {height}x{width}; sizes: {sizes}")
    difficulty, keep = recipe.get("difficulty"), recipe.get("clues") or 0
    if difficulty is not None and difficulty not in (*LEVELS, *TECHNIQUES):
        raise UsageError(f"unknown difficulty {difficulty!r}; known: {', '.join((*LEVELS, *TECHNIQUES))}")
    if not 0 <= keep <= height**2:
        raise UsageError(f"clues is {keep}, expected 0 to {height**2}")
    return height, LEVELS.get(difficulty, (difficulty,)) if difficulty else (), keep


def random_grid(size: int, chance: Random, deadline: float | None = None) -> SudokuSolution:
    """A full grid: values guessed where there is least choice, singles followed, begun anew when it gets stuck.

    Raises Undecided at the deadline.
    """
    while True:
        position, dead_ends = Position(Sudoku((0,) * size**2)), 0
        branches: list[tuple[Position, int, int]] = []  # a position, and a candidate in it that was not tried
        while position.empty:
            if deadline is not None and time.monotonic() >= deadline:
                raise Undecided("the time limit was reached before there was a full grid")
            if single := naked_single(position) or hidden_single(position):
                position.apply(single)
                continue
            masks = position.candidate_masks()
            fewest = min(masks[i].bit_count() for i in scan(position.empty))
            if fewest:
                cell = chance.choice([i for i in scan(position.empty) if masks[i].bit_count() == fewest])
                values = position.candidates(cell)
                chance.shuffle(values)
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


def _remove(grid: SudokuSolution, chance: Random, keep: int, oracle: Oracle, deadline: float | None) -> list[int]:
    """Cells in random order, each emptied if the rest of the clues are seen to force its value.

    Ends with *keep* clues or at the deadline: what was removed until then leaves a good puzzle.
    """
    order = list(range(len(grid.values)))
    chance.shuffle(order)
    clues, removed = set(order), list[int]()
    for cell in order:
        if len(clues) <= keep or (deadline is not None and time.monotonic() >= deadline):
            break
        clues.discard(cell)
        try:
            forced = oracle.forced(grid, sorted(clues), cell, Budget(deadline, EFFORT))
        except Undecided:
            forced = False
        if forced:
            removed.append(cell)
        else:
            clues.add(cell)
    return removed


def _most_removed(grid: SudokuSolution, removed: list[int], hardest: int) -> tuple[int, str]:
    """How many cells can be emptied, in order, with no technique beyond *hardest*; and the grade then.

    By bisection: fewer clues are hardly ever easier.
    """
    low, high, found = 0, len(removed) + 1, GIVEN
    middle = len(removed)  # mostly the answer for the harder techniques
    while high - low > 1:
        reached = grade(_puzzle(grid, removed[:middle]))
        if TECHNIQUES.index(reached) <= hardest:
            low, found = middle, reached
        else:
            high = middle
        middle = (low + high) // 2
    return low, found


def _puzzle(grid: SudokuSolution, removed: list[int]) -> Sudoku:
    gone = set(removed)
    return Sudoku(tuple(0 if i in gone else value for i, value in enumerate(grid.values)))


def _graded(puzzle: Sudoku, reached: str) -> Sudoku:
    return Sudoku(puzzle.clues, extra={"grade": reached})
