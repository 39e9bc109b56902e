"""Shikaku (Nikoli): divide the grid into rectangles, each with one clue; a number is the area of its rectangle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

from satdnd.declare import (
    NONE,
    AnyStatement,
    AreaAmong,
    Borders,
    BordersSolution,
    BorderWords,
    Budget,
    Cell,
    Clue,
    DeclaredKind,
    DeclaredRecipe,
    Design,
    EachAreaAmong,
    Grading,
    GridPuzzle,
    Inference,
    InnerEdges,
    NumberGrid,
    Rectangles,
    Rule,
    Settings,
    Statement,
    Technique,
    areas_left,
    cell_name,
    clues,
    counted,
    inner_edges,
    option,
    puzz_links,
    random_rectangles,
)


class ShikakuSolution(BordersSolution):
    """The borders of the rectangles."""


@dataclass(frozen=True)
class Shikaku(GridPuzzle):
    """Areas of rectangles in some cells, ``?`` for one that is not given, None for a cell without a clue."""

    rows: tuple[tuple[int | str | None, ...], ...] = clues(NumberGrid(1, unknown=True, removable=False))

    kind: ClassVar = "shikaku"


# what the rules say


def clue_cells(puzzle: Shikaku) -> dict[Cell, int | str]:
    """The cells with a clue, a number or ``?``."""
    return {(r, c): clue for r, row in enumerate(puzzle.rows) for c, clue in enumerate(row) if clue is not None}


@lru_cache(maxsize=4)
def rectangles(puzzle: Shikaku) -> dict[Cell, Rectangles]:
    """What the rectangle of each clue can be."""
    edges, there = inner_edges(puzzle.height, puzzle.width), clue_cells(puzzle)
    every = puzzle.grid.mask(there)
    return {
        cell: Rectangles(edges, cell, every & ~puzzle.grid.bit(cell), clue if isinstance(clue, int) else None)
        for cell, clue in there.items()
    }


def statements(puzzle: Shikaku, edges: InnerEdges) -> Iterator[AnyStatement]:
    """Each clue has one of its rectangles, and each cell is in one of those that reach it."""
    own, every = rectangles(puzzle), puzzle.grid.mask(clue_cells(puzzle))
    for cell, clue in clue_cells(puzzle).items():
        rest = "a rectangle without other clues" if clue == "?" else f"a rectangle of {counted(int(clue), 'cell')}"
        yield AreaAmong("clue", (cell,), f"the {clue} at {{}} is in {rest}", (own[cell],), edges)
    text, wrong = "{} is in the rectangle of a clue", "not the rectangle of a clue: {area}"
    yield EachAreaAmong("cell", text, puzzle.grid.all & ~every, tuple(own.values()), edges, wrong)


def contradiction(puzzle: Shikaku) -> str | None:
    """No clue, numbers that do not add up, or a number without a rectangle."""
    there, size = clue_cells(puzzle), puzzle.grid.size
    numbers = [clue for clue in there.values() if isinstance(clue, int)]
    unknown = len(there) - len(numbers)
    if not there:
        return "there is no clue, and every rectangle needs one"
    total = f"the numbers add up to {sum(numbers)}"
    if sum(numbers) + unknown > size or (not unknown and sum(numbers) < size):
        others = f", {counted(unknown, 'clue')} without a number need a cell each" if unknown else ""
        return f"{total}{others}, and the grid has {counted(size, 'cell')}"
    for cell, choice in rectangles(puzzle).items():
        if choice.size and not choice.areas:
            cells = counted(choice.size, "cell")
            return f"the {choice.size} at {cell_name(cell)} has no rectangle of {cells} without other clues"
    return None


# new puzzles

_DRAFTS = 1_000
"""Drafts with one division of the grid, after which there is another."""


@dataclass(frozen=True, kw_only=True)
class ShikakuRecipe(DeclaredRecipe):
    """The options of the shikaku generator."""

    largest: int = option(12, "Size of the largest rectangle, at most.", low=1)
    unknown: int = option(0, "At most about how many percent of the clues are question marks.", low=0, high=100)


def design(rng: Random, recipe: ShikakuRecipe, budget: Budget) -> Design:
    """Random rectangles and places of clues; where another solution differs, numbers are given, or clues move."""
    areas = random_rectangles(rng, recipe.height, recipe.width, recipe.largest, min)
    number = {cell: i for i, area in enumerate(areas) for cell in area}
    blank, edges = Shikaku.blank(recipe.height, recipe.width), inner_edges(recipe.height, recipe.width)
    board = edges.separating(lambda one, other: number[one] == number[other])
    places = [rng.choice(area) for area in areas]
    given = [rng.randrange(100) >= recipe.unknown for _ in areas]
    for _ in range(_DRAFTS):
        numbers = (len(area) if known else None for area, known in zip(areas, given, strict=True))
        there = (Clue("rows", place) for place in places)
        kept = {*edges.areas((yield blank.changed(dict(zip(there, numbers, strict=True))), board))}
        lost = [i for i, area in enumerate(areas) if blank.grid.mask(area) not in kept]
        if hidden := [i for i in lost if not given[i]]:
            for i in rng.sample(hidden, -(-len(hidden) // 4)):
                given[i] = True
        else:
            for i in lost:
                places[i] = rng.choice(areas[i])


# explanations


def owners(inference: Inference[Any], reason: Statement) -> set[str]:
    """The clues whose rectangles are left: ``the 6 at r1c1``."""
    areas = areas_left(inference, reason)
    there = clue_cells(inference.puzzle)
    return {
        f"the {clue} at {cell_name(cell)}"
        for cell, clue in there.items()
        if any(area.cells & inference.puzzle.grid.bit(cell) for area in areas)
    }


def because(inference: Inference[Any], reason: Statement) -> str:
    """Which rectangles are left, and what they have in common."""
    number, clues, place = len(areas_left(inference, reason)), owners(inference, reason), cell_name(reason.cells[0])
    fits, reaches = ("would fit", "would reach") if inference.supposed else ("fits", "reaches")
    if reason.rule == "cell":
        if not number:
            return f"no rectangle of a clue could reach {place}"
        if len(clues) == 1:
            return f"no clue but {clues.pop()} {reaches} {place}"
        return f"all rectangles that {reaches.removesuffix('es')} {place} have that in common"
    clue = f"the {clue_cells(inference.puzzle)[reason.cells[0]]} at {place}"
    if number < 2:
        return f"only one rectangle {fits} {clue}" if number else f"no rectangle would fit {clue}"
    if {mark[-1] for mark in inference.cells} == {NONE}:
        return f"every rectangle that {fits} {clue} covers {'them' if inference.cells[1:] else 'both'}"
    return f"all rectangles that {fits.removesuffix('s')} {clue} have that in common"


TECHNIQUES = (
    Technique(
        "clue",
        "only rectangle",
        "Only one rectangle fits a clue.",
        when=lambda inference: len(areas_left(inference, inference.reasons[0])) == 1,
    ),
    Technique("clue", "common cells", "All rectangles that fit a clue cover some cells, or have a border in common."),
    Technique(
        "cell",
        "only clue",
        "Only one clue reaches a cell.",
        when=lambda inference: len(owners(inference, inference.reasons[0])) == 1,
    ),
    Technique("cell", "every rectangle", "All rectangles that reach a cell have something in common."),
)


class ShikakuWords(BorderWords):
    """The areas are rectangles."""

    area = "rectangle"


class ShikakuKind(DeclaredKind):
    """Shikaku: statements share most of their clauses, which are counted once."""

    def clauses(self, puzzle: Shikaku, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """Those of all rectangles, and one for each cell."""
        return puzzle.grid.size + sum(choice.clauses for choice in rectangles(puzzle).values())


KIND = ShikakuKind(
    Shikaku,
    Borders(ShikakuSolution),
    title="Shikaku",
    play="Divide the grid into rectangles along its lines. Each rectangle holds exactly one clue; a number says how "
    "many cells its rectangle has, and a question mark does not say.",
    rules={
        "clue": Rule("A number is the area of its rectangle, which holds no other clue.", "clue", says=because),
        "cell": Rule("Every cell is in the rectangle of a clue.", "cell", says=because),
    },
    statements=statements,
    techniques=TECHNIQUES,
    words=ShikakuWords,
    links=puzz_links(Shikaku, "shikaku", page="shikaku"),
    plausible=lambda puzzle: bool(puzzle.given_clues) and contradiction(puzzle) is None,
    contradiction=contradiction,
    design=design,
    recipe=ShikakuRecipe,
    counts=False,
    parts=(Grading(0.77),),
)
