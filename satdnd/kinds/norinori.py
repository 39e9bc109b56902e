"""Norinori (Nikoli): two shaded cells in every area, and all shaded cells in dominoes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    HOLE_RULE,
    AreaMaker,
    AreaPuzzle,
    AreaTuple,
    Bitboard,
    Budget,
    DeclaredKind,
    Generator,
    Grading,
    Inference,
    Partition,
    Patterns,
    Rule,
    RuleStatement,
    Shaded,
    ShadedSolution,
    Shading,
    Statement,
    Technique,
    area_links,
    beside,
    cell_name,
    count_techniques,
    counted_there,
    exactly,
    grown,
    likely_areas,
    listed,
    names,
    own_recipe,
    place,
    signs,
    unshaded_holes,
)


class NorinoriSolution(ShadedSolution):
    """Which cells are shaded."""


@dataclass(frozen=True)
class Norinori(AreaPuzzle):
    """The areas, also accepted as rows of names; cells in none are not shaded."""

    kind: ClassVar = "norinori"


def statements(puzzle: Norinori, shaded: Shading) -> Iterator[RuleStatement]:
    """Two cells in each area, a partner for each shaded cell, none in cells of no area."""
    yield from in_areas(puzzle, shaded)
    for cell in puzzle.grid.cells(puzzle.grid.all):
        here, near = shaded.variable(cell), [x for x in beside(cell) if puzzle.grid.contains(x)]
        partners = (shaded.literals([x, *(y for y in near if y != x)]) for x in near)
        ways = (-here,), *((here, one, *(-x for x in others)) for one, *others in partners)
        yield Patterns("domino", (cell, *near), "if {} is shaded, so is exactly one cell beside it", ways)
    yield from unshaded_holes(puzzle, shaded)


def in_areas(puzzle: Norinori, shaded: Shading) -> Iterator[RuleStatement]:
    """Two cells in each area."""
    for area in puzzle.areas:
        yield exactly("area", area.cells, f"{area} needs 2 shaded cells", shaded.literals(area.cells), 2)


def contradiction(puzzle: Norinori) -> str | None:
    """An area of one cell."""
    single = next((area for area in puzzle.areas if len(area.cells) < 2), None)
    return single and f"{single} has 1 cell for 2 shaded ones"


def plausible(puzzle: Norinori) -> bool:
    """Several areas of two cells or more, some of two or three, each in one piece, and not one for each row."""
    return likely_areas(puzzle, 2) and min(len(area.cells) for area in puzzle.areas) < 4


# new puzzles


_PACKED = 40
"""Random sets of dominoes of which the largest is taken: the more, the smaller the areas."""


def dominoes(rng: Random, puzzle: Norinori, budget: Budget) -> tuple[Bitboard, AreaTuple] | None:
    """Random dominoes that are not adjacent, with little room for others, and areas with two of their cells each."""
    grid = puzzle.grid
    pairs = [(board, board | grid.neighbours(board)) for board in map(grid.mask, grid.pairs(grid.all))]
    best = 0
    for _ in range(_PACKED):
        budget.check()
        board = closed = 0
        for pair, near in rng.sample(pairs, len(pairs)):
            if not pair & closed:
                board, closed = board | pair, closed | near
        best = max(board, best, key=int.bit_count)
    areas = grown(rng, grid, grid.cells(best), 2, budget) if best else None
    return (best, areas) if areas else None


# explanations


def _partner(inference: Inference[Any], reason: Statement) -> str:
    """Where the other half of the domino is, or that there is no room for one."""
    found, known, middle = signs(inference.cells), signs(inference.known), reason.cells[0]
    if inference.supposed or not inference.cells:
        return reason.text
    shaded = [cell for cell in reason.cells if known.get(cell) == "#"]
    if middle in found:
        if shaded[1:]:
            return f"it would be beside {listed(names(shaded))}, and a domino has only two cells"
        return "it would have no shaded cell beside it"
    if middle not in shaded:
        return reason.text
    if len(shaded) > 1:
        return f"{listed(names(shaded))} are a domino already"
    return f"the other half of the domino at {cell_name(middle)} has no other place"


TECHNIQUES = (
    *count_techniques("area", "area", "shaded cells", "#", "o"),
    Technique(
        "domino",
        "no room for a domino",
        "A shaded cell there would be alone, or beside two others.",
        "o",
        when=lambda inference: place(inference.cells[0]) == inference.reasons[0].cells[0],
    ),
    Technique("domino", "around a domino", "Cells beside a whole domino are unshaded.", "o"),
    Technique("domino", "other half", "A shaded cell has one place left for the other half of its domino.", "#"),
    Technique("area domino*", "no room for dominoes", "The shaded cells of an area would be alone, or touch others."),
)

VIEW = Shaded(NorinoriSolution, yes="shaded", no="unshaded")
MAKER = AreaMaker(lambda: KIND, VIEW, in_areas, dominoes)
KIND: DeclaredKind = DeclaredKind(
    Norinori,
    VIEW,
    title="Norinori",
    play="Shade two cells of each area, so that the shaded cells form dominoes: each has exactly one shaded cell "
    "beside it. A domino may lie in two areas.",
    rules={
        "area": Rule("Every area has exactly two shaded cells.", "area", because=counted_there("#")),
        "domino": Rule(
            "A shaded cell has exactly one shaded cell beside it.",
            "domino",
            "dominoes",
            because=_partner,
            broken="{place} would be no half of a domino",
        ),
        **HOLE_RULE,
    },
    statements=statements,
    shown=lambda puzzle, shaded: shaded.literals(puzzle.holes, -1),
    techniques=TECHNIQUES,
    links=area_links(
        Partition(), lambda height, width, areas: Norinori(areas), lambda puzzle: puzzle.areas, "norinori"
    ),
    contradiction=contradiction,
    plausible=plausible,
    blocking_sign=1,
    parts=(
        Grading(13.0),
        Generator(own_recipe(Norinori), MAKER.generate),
    ),
)
