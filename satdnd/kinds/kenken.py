"""Kenken, also known as Keen: a Latin square in areas whose numbers come to a target."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from random import Random
from typing import Any, ClassVar

from satdnd.declaration import latin
from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.target_areas import DRAWN, Target, TargetArea, TargetAreas
from satdnd.declaration.generators.generator import Design
from satdnd.declaration.generators.target_drafts import target_drafts
from satdnd.declaration.latin import LatinKind, ValueWords, placed
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.squares import SquarePuzzle, SquareRecipe
from satdnd.declaration.views.values import Valued, ValuedSolution
from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.engine.options import option
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, alternatives, place
from satdnd.grid.bitboard import Cell
from satdnd.rules.calculated import DIFFERENCE, PRODUCT, QUOTIENT, SUM, Calculated, aligned, can_come_to, fitting, made
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import NOT, Values
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.latin_squares import random_square

_SAYS = {SUM: "adds up to", PRODUCT: "multiplies to", DIFFERENCE: "has the difference", QUOTIENT: "has the quotient"}
_COMPARED = 6
"""The most cells of an area of which a statement says itself that those in one line differ."""
_TOLD = 4
"""The most ways to make a target that a sentence names."""


class KenkenSolution(ValuedSolution):
    """The numbers."""


@dataclass(frozen=True)
class Kenken(SquarePuzzle):
    """Areas that fill the square, with what their numbers come to."""

    areas: AreaTuple = clues(TargetAreas())

    kind: ClassVar = "kenken"


# what the rules say


def calculated(area: TargetArea, numbers: Values) -> Calculated:
    """The statement of one area with a target."""
    assert area.target
    target, candidates = area.target, tuple(map(numbers.candidates, area.cells))
    says = _SAYS.get(target.operation, "comes to" if area.cells[1:] else "is")
    text = f"the area at {{}} {says} {target.number}"
    apart = aligned(area.cells) if len(area.cells) <= _COMPARED else ()
    return Calculated(
        "target", area.cells, text, candidates, target.number, area.operations, apart, clue=Clue("areas", area.cells[0])
    )


def statements(puzzle: Kenken, numbers: Values) -> Iterator[RuleStatement]:
    """Cells, rows, columns, areas."""
    yield from latin.latin_statements(numbers)
    yield from (calculated(area, numbers) for area in puzzle.areas if area.target)


def contradiction(puzzle: Kenken) -> str | None:
    """A target that no numbers come to."""
    n = puzzle.height
    for area in puzzle.areas:
        count = len(area.cells)
        apart = aligned(area.cells) if count <= _COMPARED else ()
        if area.target and not can_come_to(area.target.number, area.operations, count, apart, n):
            most = f"numbers from 1 to {n}"
            what = f"{most}, different in each row and column," if area.cells[1:] else most
            return f"{area} is to give {area.target}, and no {what} do"
    return None


def clues_of(puzzle: Kenken, solution: ValuedSolution) -> Any:
    """The targets of all areas, with their operations; a sum for those without."""
    targets = dict[Clue, Target]()
    for area in puzzle.areas:
        values = [solution.grid[r][c] for r, c in area.cells]
        number, operation = area.target or (0, SUM if area.cells[1:] else "")
        results = [x for sign in operation or area.operations if (x := made(sign, values)) is not None]
        targets[Clue("areas", area.cells[0])] = Target(number if number in results else results[0], operation)
    return puzzle.changed(targets)


# new puzzles


@dataclass(frozen=True, kw_only=True)
class KenkenRecipe(SquareRecipe):
    """The options of the kenken generator."""

    largest: int = option(4, "Size of the largest area, at most.", low=1, high=9)
    unknown: int = option(0, "About how many percent of the operations are not given.", low=0, high=100)


def design(rng: Random, recipe: KenkenRecipe, budget: Budget) -> Design:
    """Random areas of a random square, with what their numbers come to."""
    square, blank = random_square(recipe.height, rng, budget), Kenken.blank(recipe.height, recipe.width)
    board = VIEW.board(blank, KenkenSolution(tuple(map(tuple, square))))
    drafts = target_drafts(rng, blank.grid, square, recipe.largest, recipe.unknown)
    areas = next(drafts)
    while True:
        other = VIEW.solution(blank, (yield Kenken(areas), board)).grid
        areas = drafts.send(other)


# explanations


def because(inference: Inference[Kenken], reason: Statement) -> str:
    """The ways to make the target that are left."""
    assert isinstance(reason, Calculated)
    if len(reason.cells) == 1:
        return "that is the target of its area"
    left = _left(inference)
    ways = _ways(reason, left)
    few = 0 < len(ways) <= _TOLD
    text = f"{reason.text}: {alternatives(list(ways.values()))}" if few else reason.text
    different = len(ways) == 1 and len({*(only := next(iter(ways)))}) == len(reason.cells)
    if different and (facts := latin.where_they_go(inference, left, only)) is not None:
        return f"{text}, and {facts}" if facts else text
    found = {latin.number_in(mark) for mark in inference.cells}
    if few and (_last(inference) or not found & {*chain(*ways)}):
        return text
    facts = latin.partners(inference, left, ways)
    if few and not facts:
        facts = _apart(inference, reason, ways) or latin.leftovers(inference, reason.cells, ways)
    return f"{text}, and {facts or 'all ways to make it agree on that'}"


def _apart(inference: Inference[Kenken], reason: Calculated, ways: Collection[tuple[int, ...]]) -> str:
    """``its 7s share no line``, if that is enough to know where the numbers of the *ways* can be."""
    numbers = sorted({*chain(*ways)})
    twice = [v for v in numbers if any(some.count(v) > 1 for some in ways)]
    for some in product(numbers, repeat=len(reason.cells)):
        there = dict(zip(reason.cells, some, strict=True))
        so = all((there[place(mark)] == latin.number_in(mark)) == latin.placed_mark(mark) for mark in inference.cells)
        if not so and tuple(sorted(some)) in ways and reason.keeps(some):
            return ""
    if not twice:
        return ""
    return f"its {twice[0]}s share no line" if len(ways) == 1 == len(twice) else "equal numbers share no line"


def _left(inference: Inference[Kenken]) -> dict[Cell, list[int]]:
    """The numbers left for each cell of the area."""
    return {cell: latin.left_for(inference, cell) for cell in inference.reasons[0].cells}


def _ways(reason: Calculated, left: Mapping[Cell, Sequence[int]]) -> dict[tuple[int, ...], str]:
    """The values of every way to make the target that is left, and how it is written; none if there may be many."""
    if len(reason.cells) > 4:
        return {}
    ways = dict[tuple[int, ...], str]()
    for values in fitting(reason, [left[cell] for cell in reason.cells]):
        signs = [x for x in reason.operations if made(x, values) == reason.target]
        ordered = values[::-1] if signs[0] in (DIFFERENCE, QUOTIENT) else values
        ways[values] = DRAWN[signs[0]].join(map(str, ordered))
    return ways


def _one_way(inference: Inference[Kenken]) -> bool:
    (reason,) = inference.reasons
    return isinstance(reason, Calculated) and len(_ways(reason, _left(inference))) == 1


def _last(inference: Inference[Kenken]) -> bool:
    known = {mark[:2] for mark in inference.known if not str(mark[-1]).startswith(NOT)}
    return placed(inference) and len(known) == len(inference.reasons[0].cells) - 1


TECHNIQUES = (
    Technique(
        "target",
        "single-cell area",
        "An area of one cell: its target is the number.",
        when=lambda inference: len(inference.reasons[0].cells) == 1,
    ),
    Technique("target", "last cell", "All cells of an area but one are known: one number completes it.", when=_last),
    *latin.HIDDEN_SINGLES,
    latin.NAKED_SINGLE,
    Technique(
        "target",
        "unique combination",
        "The target of an area can be made in one way: its cells hold these numbers and no others.",
        when=_one_way,
    ),
    Technique(
        "target", "combinations", "Of the ways to make a target that still fit, none has this number, or all have it."
    ),
    Technique("row? column? target", "blocked area", "A number there would leave an area no way to make its target."),
)
VIEW = Valued(KenkenSolution)
KIND = LatinKind(
    Kenken,
    VIEW,
    title="Kenken",
    play="Write a number from 1 to the size of the grid into each cell. No number appears twice in a row or column. "
    "The numbers of each outlined area come to its target by the operation behind it: as a sum, a product, or of two "
    "cells the difference or quotient, the larger number first.",
    rules={
        **latin.RULES,
        "target": Rule("The numbers of an area come to its target.", "area", because=because),
    },
    statements=statements,
    contradiction=contradiction,
    plausible=lambda puzzle: any(area.target and area.target.operation for area in puzzle.areas),
    clues_of=clues_of,
    recipe=KenkenRecipe,
    design=design,
    techniques=TECHNIQUES,
    words=ValueWords,
    usual_size=(4, 4),
    counts=False,
    parts=(Grading(8.5),),
)
