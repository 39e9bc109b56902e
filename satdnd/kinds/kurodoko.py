"""Kurodoko, also known as Where is Black Cells (Nikoli): numbers count the unshaded cells that they see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from satdnd.declare import (
    SEPARATION_RULES,
    SEPARATION_TECHNIQUES,
    SIGHT_RULES,
    SIGHT_TECHNIQUES,
    AnyStatement,
    Bitboard,
    Budget,
    DeclaredKind,
    Grading,
    NoneSideBySide,
    Shaded,
    ShadedSolution,
    Shading,
    SightPuzzle,
    SymmetricRecipe,
    Technique,
    Undivided,
    all_sights,
    many_sights,
    none_beside,
    own_recipe,
    puzz_links,
    sights,
    too_far,
)


class KurodokoSolution(ShadedSolution):
    """Which cells are shaded."""


@dataclass(frozen=True)
class Kurodoko(SightPuzzle):
    """Numbers, ``?`` for an unknown one, None for a cell without; one that is too large leaves no solution."""

    kind: ClassVar = "kurodoko"


def statements(puzzle: Kurodoko, shaded: Shading) -> Iterator[AnyStatement]:
    """Cells with numbers, what each number sees, and neighbours."""
    yield from sights(puzzle, shaded)
    yield NoneSideBySide(puzzle.grid, puzzle.grid.all, shaded.variable)


def sample(rng: Random, blank: Kurodoko, budget: Budget) -> Bitboard:
    """Shaded cells at random, about a quarter of all, that are not adjacent and leave the others connected."""
    grid, board = blank.grid, 0
    for i in rng.sample(range(grid.size), grid.size):
        budget.check()
        if 4 * board.bit_count() >= grid.size:
            break
        if not grid.neighbours(1 << i) & board and grid.connected(grid.all & ~board & ~(1 << i)):
            board |= 1 << i
    return board


KIND = DeclaredKind(
    Kurodoko,
    Shaded(KurodokoSolution, yes="shaded", no="unshaded"),
    title="Kurodoko",
    play="Shade some cells without a number. No two shaded cells are side by side, and all unshaded cells are "
    "connected. A number says how many unshaded cells are seen from it along its row and column, up to the next "
    "shaded cell in each direction, its own included.",
    rules={**SIGHT_RULES, **SEPARATION_RULES},
    statements=statements,
    implied=lambda puzzle, shaded: none_beside(puzzle.grid, shaded),
    cuts=lambda puzzle, _: Undivided(puzzle.grid),
    shown=lambda puzzle, shaded: shaded.literals(puzzle.clue_cells, -1),
    clues_of=all_sights,
    sample=sample,
    recipe=own_recipe(Kurodoko, SymmetricRecipe),
    techniques=(
        *SIGHT_TECHNIQUES,
        *SEPARATION_TECHNIQUES,
        Technique(
            "number* no-adjacent?", "numbers together", "Shading there would let numbers see too many cells or too few."
        ),
    ),
    links=puzz_links(Kurodoko, "kurodoko"),
    plausible=many_sights,
    contradiction=too_far,
    counts=False,
    parts=(Grading(3.4),),
)
