"""New areas along a loop, each of which it visits once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from satdnd.declaration.generators.generator import DeclaredRecipe, Design
from satdnd.declaration.generators.winding import winding_region
from satdnd.errors import CannotFulfil
from satdnd.grid.bitboard import Bitboard, Cell, beside, grid, pieces
from satdnd.rules.centre_lines import CentreLines, centre_lines
from satdnd.rules.loop import edges_at
from satdnd.sat.budget import Budget

_LENGTHS = (2, 2, 3, 3, 4, 4, 5, 6, 7)
"""Cells that the loop passes in an area, before areas are cut in two."""

Made: TypeAlias = Callable[[list[tuple[Cell, ...]]], Any]
"""From areas to a puzzle without further clues."""


def areas_along_loop(rng: Random, recipe: DeclaredRecipe, budget: Budget, made: Made) -> Design:
    """A winding loop in parts, each an area with some of what the loop leaves out; where another solution would visit
    it as well, in as many cells, a part is cut in two.

    Raises CannotFulfil for a board of a single line.
    """
    if 1 in (recipe.height, recipe.width):
        raise CannotFulfil("a loop needs two rows and two columns")
    lines = centre_lines(recipe.height, recipe.width)
    board = lines.border(winding_region(rng, grid(lines.height, lines.width), budget))
    way, parts = along(lines, board), list[list[Cell]]()
    passed = {*way}
    owned = dict[Cell, list[Cell]]()
    for piece in pieces({*lines.corners()} - passed):
        owned.setdefault(rng.choice(sorted({x for cell in piece for x in beside(cell)} & passed)), []).extend(piece)
    edges = edges_at(lines)
    while way:
        size = rng.choice(_LENGTHS)
        parts, way = [*parts, way[:size]], way[size:]

    def area(part: Sequence[Cell]) -> tuple[Cell, ...]:
        """The cells of a part, and of what belongs to it."""
        return (*part, *(x for cell in part for x in owned.get(cell, ())))

    def visited(part: Sequence[Cell], other: Bitboard) -> bool:
        """Whether another solution visits a part once, in as many cells."""
        budget.check()
        here = [*map(edges.__getitem__, area(part))]
        crossed = 0
        for ways in here:
            crossed ^= ways
        return (crossed & other).bit_count() == 2 and sum(bool(ways & other) for ways in here) == len(part)

    while True:
        other = yield made([*map(area, parts)]), board
        budget.check()
        cuts = [
            (part, k)
            for part in parts
            for k in range(1, len(part))
            if not (visited(part[:k], other) and visited(part[k:], other))
        ]
        if not cuts:
            return
        part, k = rng.choices(cuts, [len(part) * min(k, len(part) - k) for part, k in cuts])[0]
        parts = [*(one for one in parts if one is not part), part[:k], part[k:]]


def along(lines: CentreLines, loop: Bitboard) -> list[Cell]:
    """The cells of a loop, in its order."""
    here = next(cell for cell, steps in lines.steps.items() if any(line & loop for line, _ in steps))
    way = [here]
    while ahead := [(line, there) for line, there in lines.steps[here] if line & loop]:
        line, here = ahead[0]
        loop ^= line
        way.append(here)
    return way[:-1]
