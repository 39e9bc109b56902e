"""Ripple effect (Nikoli): numbers in areas, and equal ones of a line are as far apart as they say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from satdnd.declare import (
    Cell,
    CellValued,
    Grading,
    NumberedAreas,
    Rule,
    SymmetricRecipe,
    ValuedSolution,
    numbered_areas_kind,
    own_recipe,
)

SIZES = {1: 2, 2: 4, 3: 5, 4: 5, 5: 4, 6: 3, 7: 1}
"""How many areas of each size a new puzzle has, in proportion."""


class RippleSolution(ValuedSolution):
    """The numbers, 0 in cells of no area."""


@dataclass(frozen=True)
class Ripple(NumberedAreas):
    """Areas and given numbers."""

    kind: ClassVar = "ripple"

    @staticmethod
    def apart(cell: Cell, number: int) -> Iterable[Cell]:
        """The next *number* cells in each direction."""
        r, c = cell
        return (
            (r + i * down, c + i * right)
            for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))
            for i in range(1, number + 1)
        )


KIND = numbered_areas_kind(
    Ripple,
    CellValued(RippleSolution),
    title="Ripple effect",
    play="Write a number into each cell. An area holds each number from 1 to the number of its cells once. Between two "
    "equal numbers of a row or column there are at least as many cells as the number says.",
    apart=Rule(
        "Between two equal numbers of a row or column there are at least as many cells as the number says.",
        "distance",
    ),
    says="a {number} at {} has no other within {cells} in its row or column",
    sizes=SIZES,
    recipe=own_recipe(Ripple, SymmetricRecipe),
    grading=Grading(3.6),
)
