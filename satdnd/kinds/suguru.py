"""Suguru, also known as Tectonic: numbers in areas, and equal ones do not touch, not even at corners."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import ClassVar

from satdnd.declare import (
    AREA_RULES,
    AREA_TECHNIQUES,
    AreaWords,
    Cell,
    CellValued,
    GivenInAreas,
    Grading,
    NumberedAreas,
    NumberedAreasKind,
    Rule,
    ValuedSolution,
    all_given,
    area_and_cell_links,
    area_statements,
    clues,
    likely_numbers,
    number_too_large,
    numbered_areas,
    shown_numbers,
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


KIND = NumberedAreasKind(
    Suguru,
    CellValued(SuguruSolution),
    title="Suguru",
    play="Write a number into each cell. An area holds each number from 1 to the number of its cells once. Equal "
    "numbers do not touch, not even at corners.",
    rules={
        **AREA_RULES,
        "apart": Rule("Equal numbers do not touch, not even at corners.", "touching number"),
        "given": Rule("A given number stands where it is.", "given number"),
    },
    statements=partial(area_statements, apart="no other {number} touches one at {}"),
    shown=shown_numbers,
    clues_of=all_given,
    design=partial(numbered_areas, Suguru, SIZES),
    techniques=AREA_TECHNIQUES,
    words=SuguruWords,
    links=area_and_cell_links(Suguru, "suguru"),
    contradiction=number_too_large,
    plausible=likely_numbers,
    usual_size=(8, 8),
    parts=(Grading(4.1),),
)
