"""Kinds of numbers in areas; in a new puzzle each area grows cell by cell, and gets its numbers at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from satdnd.declaration.area_values import (
    AREA_RULES,
    AREA_TECHNIQUES,
    AreaWords,
    NumberedAreas,
    NumberedAreasKind,
    all_given,
    area_statements,
    likely_numbers,
    number_too_large,
)
from satdnd.declaration.clues.partition import NamedArea
from satdnd.declaration.generators.generator import DeclaredRecipe, Design
from satdnd.declaration.latin import shown_numbers
from satdnd.declaration.links.area_links import area_and_cell_links
from satdnd.declaration.views.cell_values import CellValued
from satdnd.declaration.words.kind_words import Rule
from satdnd.explanation.steps import Grading
from satdnd.grid.bitboard import Cell, beside
from satdnd.sat.budget import Budget

_SHAPES = 10
"""Shapes that are tried at a cell before areas around it make room."""
_ROUNDS = 30
"""Tries, for each cell of the grid, after which all begins anew."""


def numbered_areas_kind(
    puzzle: type[NumberedAreas],
    view: CellValued,
    *,
    title: str,
    play: str,
    apart: Rule,
    says: str,
    sizes: Mapping[int, int],
    grading: Grading[Any],
    words: type[AreaWords] = AreaWords,
    recipe: type[DeclaredRecipe] | None = None,
) -> NumberedAreasKind:
    """The kind of such puzzles.

    Args:
        puzzle: the class of puzzles, whose `apart` says which equal numbers keep apart.
        view: the numbers.
        title, play, words, recipe: as for other kinds.
        apart: the rule that equal numbers keep apart.
        says: what a number in a cell says of others, as for `area_statements`.
        sizes: how likely each size of an area is in a new puzzle, as for `numbered_areas`.
        grading: how long usual puzzles take.
    """
    given = Rule("A given number stands where it is.", "given number")
    return NumberedAreasKind(
        puzzle,
        view,
        title=title,
        play=play,
        rules={**AREA_RULES, "apart": apart, "given": given},
        statements=partial(area_statements, apart=says),
        shown=shown_numbers,
        clues_of=all_given,
        design=partial(numbered_areas, puzzle, sizes),
        recipe=recipe,
        techniques=AREA_TECHNIQUES,
        words=words,
        links=area_and_cell_links(puzzle, puzzle.kind),
        contradiction=number_too_large,
        plausible=likely_numbers,
        usual_size=(8, 8),
        parts=(grading,),
    )


def numbered_areas(
    made: type[NumberedAreas], sizes: Mapping[int, int], rng: Random, recipe: Any, budget: Budget
) -> Design:
    """A draft with random areas and the numbers in them; a design if the first two are given. Raises Undecided.

    Args:
        made: the class of puzzles.
        sizes: how likely each number of cells is, as a weight; where there is no room, areas are smaller.
        rng, recipe, budget: as for other designs.
    """
    height, width = recipe.height, recipe.width
    free = dict.fromkeys((r, c) for r in range(height) for c in range(width))
    areas, numbers = dict[Cell, tuple[Cell, ...]](), dict[Cell, int]()
    for _ in range(_ROUNDS * height * width):
        budget.check()
        if not free:
            puzzle = made(tuple(map(NamedArea, sorted({*areas.values()}))))
            yield puzzle, sum(1 << puzzle.unknowns.candidates(cell)[number] - 1 for cell, number in numbers.items())
            return
        start = min(free, key=lambda cell: (sum(near in free for near in beside(cell)), rng.random()))
        for _ in range(_SHAPES):
            (size,) = rng.choices([*sizes], [*sizes.values()])
            shape = _grown(rng, free, start, size)
            if found := _filled(rng, made, numbers, shape):
                break
        else:  # no room for any: areas around it make some
            for near in beside(start):
                for cell in areas.get(near, ()):
                    del areas[cell], numbers[cell]
                    free[cell] = None
            continue
        numbers |= found
        for cell in shape:
            areas[cell] = shape
            del free[cell]


def _grown(rng: Random, free: Mapping[Cell, None], start: Cell, size: int) -> tuple[Cell, ...]:
    """Up to *size* free cells around one; those with few free neighbours first, so that few are left alone."""
    shape = [start]
    while len(shape) < size:
        near = dict.fromkeys(other for cell in shape for other in beside(cell) if other in free and other not in shape)
        if not near:
            break
        left = {cell: sum(other in free and other not in shape for other in beside(cell)) for cell in near}
        shape.append(min(near, key=lambda cell: left[cell] + 2.5 * rng.random()))
    return tuple(sorted(shape))


def _filled(
    rng: Random, made: type[NumberedAreas], numbers: Mapping[Cell, int], shape: Sequence[Cell]
) -> dict[Cell, int] | None:
    """Numbers for the cells of a new area, which keep apart from those that are there; None if there are none."""
    fits = {
        cell: [n for n in range(1, len(shape) + 1) if all(numbers.get(other) != n for other in made.apart(cell, n))]
        for cell in shape
    }
    order, found = sorted(shape, key=lambda cell: len(fits[cell])), dict[Cell, int]()

    def fill(i: int) -> bool:
        """Fill the cells from the i-th on."""
        if i == len(order):
            return True
        for n in rng.sample(fits[order[i]], len(fits[order[i]])):
            if n not in found.values():
                found[order[i]] = n
                if fill(i + 1):
                    return True
                del found[order[i]]
        return False

    return found if fill(0) else None
