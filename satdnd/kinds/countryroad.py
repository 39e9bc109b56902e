"""Country road (Nikoli): one loop that visits each area exactly once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.area_puzzles import AreaPuzzle
from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.named_areas import NamedAreas, NumberedArea
from satdnd.declaration.generators.generator import DeclaredRecipe, Design
from satdnd.declaration.generators.loop_areas import areas_along_loop
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.area_links import area_links
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.views.centre_loops import CentreLoop, CentreLoopSolution, too_narrow
from satdnd.declaration.words.kind_words import Rule, Technique, count_techniques
from satdnd.declaration.words.loop_words import CLOSED, FINISHED_LOOP, LOOP_RULES, LOOP_TECHNIQUES, NO_WAY_ON
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference
from satdnd.grid.notation import cell_name, counted
from satdnd.rules.centre_lines import CentreLines, passages
from satdnd.rules.count import Count
from satdnd.rules.edges import LINE, NONE
from satdnd.rules.loop import Degree, SingleLoop, edges_at, loop_through
from satdnd.rules.statement import AnyStatement, Combined, singles
from satdnd.rules.visited_areas import across_borders, visits_once
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement

AREAS = NamedAreas(NumberedArea, least=0, optional=True, holes=True)
_SMALL = 6
"""The most cells of an area whose ways through are seen at a glance."""


class CountryroadSolution(CentreLoopSolution):
    """The loop."""


@dataclass(frozen=True)
class Countryroad(AreaPuzzle):
    """Areas, each perhaps with the number of its cells that the loop passes; cells may be in no area."""

    areas: AreaTuple = clues(AREAS)

    kind: ClassVar = "countryroad"


def statements(puzzle: Countryroad, lines: CentreLines) -> Iterator[AnyStatement]:
    """Areas, their numbers, cells beside each other in different areas, and what holds for any loop."""
    areas = [(area.cells, area.number) for area in puzzle.areas]
    yield from visits_once(lines, areas, clue=lambda cell: Clue("areas", cell))
    yield from passages(lines)


def ways_through(puzzle: Countryroad, lines: CentreLines) -> Iterator[Combined]:
    """Cells on both sides of a border, and small areas, each with all that is said of them."""
    stated = [*singles(statements(puzzle, lines))]
    cells = {one.place: one for one in stated if isinstance(one, Degree)}
    for one in stated:
        if one.rule == "border" and isinstance(one, Count):
            yield Combined("pair", one.cells, one.pattern, (*map(cells.__getitem__, one.cells), one))
    for area in puzzle.areas:
        if len(area.cells) <= _SMALL:
            counts = [one for one in stated if one.rule in ("area", "number") and one.cells == area.cells]
            text = "the loop visits the area at {} once"
            yield Combined("visit", area.cells, text, (*counts, *map(cells.__getitem__, area.cells)))


def one_loop(puzzle: Countryroad, lines: CentreLines) -> SingleLoop:
    """One loop, by cuts; it passes every area, and one of two cells on both sides of a border."""
    areas, at = [area.cells for area in puzzle.areas], edges_at(lines)
    groups = [*areas, *across_borders(lines, areas)]
    return loop_through(lines, (reduce(or_, map(at.__getitem__, cells)) for cells in groups), CLOSED)


def contradiction(puzzle: Countryroad) -> str | None:
    """A single line, or a number that an area cannot have."""
    for area in puzzle.areas:
        if area.number is not None and not 0 < area.number <= len(area.cells):
            what = counted(len(area.cells), "cell")
            return f"the loop passes 1 to {what} of the area at {cell_name(area.cells[0])}, not {area.number}"
    return too_narrow(puzzle)


def clues_of(puzzle: Countryroad, solution: CentreLoopSolution) -> Countryroad:
    """The number of each area."""
    ways = solution.grid
    return puzzle.changed(
        {Clue("areas", area.cells[0]): sum(bool(ways[r][c]) for r, c in area.cells) for area in puzzle.areas}
    )


def design(rng: Random, recipe: DeclaredRecipe, budget: Budget) -> Design:
    """Areas along a winding loop."""
    return areas_along_loop(
        rng, recipe, budget, lambda areas: Countryroad(tuple(NumberedArea(None, cells) for cells in areas))
    )


def plausible(puzzle: Countryroad) -> bool:
    """Possible numbers, with which the loop passes more than half of the cells of their areas."""
    numbered = [(area.number, len(area.cells)) for area in puzzle.areas if area.number is not None]
    return 2 * sum(number for number, _ in numbered) > sum(size for _, size in numbered) and not contradiction(puzzle)


def _area(inference: Inference[Any], reason: Statement) -> str:
    """The loop has entered and left an area, or has one way left to do so."""
    name = f"the area at {cell_name(reason.cells[0])}"
    if inference.supposed or not inference.cells:
        return ""
    if {mark[-1] for mark in inference.cells} == {LINE}:
        return f"otherwise the loop could not enter and leave {name}"
    return f"the loop enters and leaves {name} elsewhere"


def _number(inference: Inference[Any], reason: Statement) -> str:
    """A way through so many cells has one line less; all are there, or all that are left are needed."""
    marks = {str(mark[-1]) for mark in inference.cells}
    if inference.supposed or len(marks) != 1 or not isinstance(reason, Count) or not reason.least:
        return reason.text
    text = f"{reason.text}, so {counted(reason.least, 'line')} within"
    left = "these ways are" if inference.cells[1:] else "this way is"
    return f"{text}, and only {left} left" if marks == {LINE} else f"{text}, which it has"


_TOGETHER = "areas together", "Areas side by side, and their borders, taken together."
KIND = DeclaredKind(
    Countryroad,
    CentreLoop(CountryroadSolution),
    title="Country road",
    play="Draw one closed loop through the centres of cells. It visits every area exactly once, so it enters and "
    "leaves it once. A number says how many cells of its area the loop passes. Of two cells on both sides of a border "
    "between areas, the loop passes at least one.",
    rules={
        "hole": Rule("The loop passes no cell that is in no area.", "hole"),
        "area": Rule(
            "The loop visits each area exactly once.",
            "area",
            broken="the loop could not enter and leave the area at {place} once",
            says=_area,
        ),
        "number": Rule("A number counts the cells of its area that the loop passes.", "number", because=_number),
        "border": Rule(
            "Two cells on both sides of a border are not both left out.",
            "border",
            broken="the loop would pass neither {place} nor {end}",
        ),
        "pair": Rule(
            "The loop passes at least one of two cells on both sides of a border.",
            "border",
            broken="the loop would pass neither {place} nor {end}",
        ),
        "visit": Rule(
            "The loop visits a small area.", "area", broken="the loop could not visit the area at {place} once"
        ),
        **LOOP_RULES,
    },
    statements=statements,
    cuts=one_loop,
    implied=ways_through,
    shown=lambda puzzle, lines: (-x for cell in puzzle.holes for x in lines.corner(*cell)),
    clues_of=clues_of,
    design=design,
    techniques=(
        Technique(
            "area", "area visited", "The loop has entered and left an area: nothing else crosses its border.", NONE
        ),
        Technique("area", "way into an area", "Only two ways are left across the border of an area.", LINE),
        *count_techniques("number", "number", "lines within", LINE, NONE, "ways"),
        Technique("pair", "one side of a border", "Of two cells on both sides of a border the loop passes one."),
        Technique("visit", "ways through an area", "All ways through a small area agree."),
        Technique("area* border? pair? visit?", *_TOGETHER),
        Technique("visit* border? pair?", *_TOGETHER),
        FINISHED_LOOP,
        *LOOP_TECHNIQUES,
        NO_WAY_ON,
    ),
    links=area_links(
        AREAS, lambda _, __, areas: Countryroad(areas), lambda puzzle: puzzle.areas, "country", "countryroad"
    ),
    plausible=plausible,
    contradiction=contradiction,
    parts=(Grading(9.5),),
)
