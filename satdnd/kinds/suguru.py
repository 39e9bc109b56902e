"""Suguru, also known as Tectonic: numbers in areas, and equal ones do not touch, not even at corners."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import ClassVar

from satdnd.declare import (
    AreaWords,
    Cell,
    CellValued,
    GivenInAreas,
    Grading,
    NumberedAreas,
    Rule,
    ValuedSolution,
    clues,
    numbered_areas_kind,
)

SIZES = {2: 1, 3: 3, 4: 8, 5: 20, 6: 4}
"""How many areas of each size a new puzzle has, in proportion."""


class SuguruSolution(ValuedSolution):
    """The numbers, 0 in cells of no area."""


@dataclass(frozen=True)
class Suguru(NumberedAreas):
    """Areas and given numbers."""

    rows: tuple[tuple[int | None, ...], ...] = clues(GivenInAreas(touching=True), None)

    kind: ClassVar = "suguru"

    @staticmethod
    def apart(cell: Cell, number: int) -> Iterable[Cell]:
        """The cells around, at corners too."""
        return ((cell[0] + i, cell[1] + j) for i, j in product((-1, 0, 1), repeat=2) if i or j)


class SuguruWords(AreaWords):
    """Equal numbers touch."""

    near = "touches"
    nearby = "would touch"


KIND = numbered_areas_kind(
    Suguru,
    CellValued(SuguruSolution),
    title="Suguru",
    play="Write a number into each cell. An area holds each number from 1 to the number of its cells once. Equal "
    "numbers do not touch, not even at corners.",
    apart=Rule("Equal numbers do not touch, not even at corners.", "touching number"),
    says="no other {number} touches one at {}",
    sizes=SIZES,
    grading=Grading(4.1),
    words=SuguruWords,
)
