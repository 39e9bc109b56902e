"""Heyawake (Nikoli): shade cells in areas, so that no straight line of unshaded cells sees more than two of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count, pairwise
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.named_areas import NamedAreas, NumberedArea
from satdnd.declaration.clues.walls import Walls, WallTuple
from satdnd.declaration.generators.differences import LARGE, places
from satdnd.declaration.generators.generator import DeclaredRecipe, Design, random_solution
from satdnd.declaration.generators.territories import random_rectangles
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.area_links import area_links
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.view import Shaded, ShadedSolution
from satdnd.declaration.words.kind_words import Rule, Technique, count_techniques, counted_there
from satdnd.declaration.words.separation_words import SEPARATION_RULES, SEPARATION_TECHNIQUES
from satdnd.engine.options import option
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, names, signs, subject
from satdnd.grid.bitboard import Bitboard, Cell, lines_of, scan
from satdnd.grid.notation import cell_name, counted, listed, needs
from satdnd.rules.count import Count, Counts
from satdnd.rules.packed import Packed
from satdnd.rules.separation import NoneSideBySide, Undivided, none_beside
from satdnd.rules.statement import AnyStatement, RuleStatement, singles
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement

AREAS = NamedAreas(NumberedArea, least=0, optional=True)


class HeyawakeSolution(ShadedSolution):
    """Which cells are shaded."""


@dataclass(frozen=True)
class Heyawake(GridPuzzle):
    """Areas of any shape, each perhaps with the number of its shaded cells; and borders that close no area."""

    areas: AreaTuple = clues(AREAS)
    walls: WallTuple = clues(Walls(), ())

    kind: ClassVar = "heyawake"


def stretches(puzzle: Heyawake) -> Iterator[list[Cell]]:
    """For each line and each part of it between two borders: the cell before, the part, and the cell after."""
    index = {cell: i for i, area in enumerate(puzzle.areas) for cell in area.cells}
    walls = {*puzzle.walls}
    for line in chain.from_iterable(lines_of(puzzle.height, puzzle.width).values()):
        parts = [[line[0]]]
        for pair in pairwise(line):
            if index[pair[0]] != index[pair[1]] or pair in walls:
                parts.append([])
            parts[-1].append(pair[1])
        for before, part, behind in zip(parts, parts[1:], parts[2:], strict=False):
            yield [before[-1], *part, behind[0]]


def statements(puzzle: Heyawake, shaded: Shading) -> Iterator[AnyStatement]:
    """Numbers, stretches, and neighbours."""
    for area in puzzle.areas:
        if area.number is not None:
            text = f"the area at {{}} {needs(area.number, 'shaded cell')}"
            literals = shaded.literals(area.cells)
            clue = Clue("areas", area.cells[0])
            yield Count("number", area.cells, text, literals, area.number, area.number, clue=clue)
    text = "one of the cells {} to {last} is shaded"
    yield Counts("two-areas", text, [*map(tuple, stretches(puzzle))], shaded, 1)
    yield NoneSideBySide(puzzle.grid, puzzle.grid.all, shaded.variable)


def packed(puzzle: Heyawake, shaded: Shading) -> Iterator[RuleStatement]:
    """For each area, its number together with the neighbours inside; for each cell, all its neighbours."""
    all_statements = [*singles(statements(puzzle, shaded))]
    pairs = [one for one in all_statements if one.rule == "no-adjacent"]
    for one in all_statements:
        if one.rule == "number" and isinstance(one, Count) and one.least > 1:
            inside = [pair for pair in pairs if {*pair.cells} <= {*one.cells}]
            yield Packed("packed", one.cells, f"{one.pattern}, no two side by side", (one, *inside), puzzle.grid)
    yield from none_beside(puzzle.grid, shaded)


def room(cells: tuple[Cell, ...]) -> int:
    """An upper bound on the shaded cells if none are side by side: every other cell of each run in a row or column."""
    there = {*cells}

    def most(down: int, right: int) -> int:
        """The bound from the runs in one direction."""
        total = 0
        for r, c in cells:
            if (r - down, c - right) not in there:
                length = next(n for n in count(1) if (r + n * down, c + n * right) not in there)
                total += (length + 1) // 2
        return total

    return min(most(0, 1), most(1, 0))


def contradiction(puzzle: Heyawake) -> str | None:
    """An area whose number exceeds its room."""
    for area in puzzle.areas:
        if area.number is not None and area.number > (most := room(area.cells)):
            return f"the area at {cell_name(area.cells[0])} has room for at most {counted(most, 'shaded cell')}"
    return None


# new puzzles


@dataclass(frozen=True, kw_only=True)
class HeyawakeRecipe(DeclaredRecipe):
    """The options of the heyawake generator."""

    largest: int = option(10, "Size of the largest area, at most.", low=1)


def design(rng: Random, recipe: HeyawakeRecipe, budget: Budget) -> Design:
    """Rectangles and a random solution; areas where another one differs are split.

    Where no area can be split on a large board, the solution changes.
    """
    cells = random_rectangles(
        rng, recipe.height, recipe.width, recipe.largest, lambda high, wide: min(high, wide) ** 2 * high * wide
    )
    puzzle, stuck = Heyawake(tuple(NumberedArea(None, part) for part in cells)), 0
    board, grid = random_solution(KIND, KIND.view, rng, puzzle, budget), puzzle.grid
    while stuck == 0 or grid.size >= LARGE:
        other = yield puzzle, board
        before, differ = puzzle, board ^ other
        for place in places(grid, differ):
            puzzle = split(rng, puzzle, board, other, place) or puzzle
        stuck = stuck + 1 if puzzle is before else 0
        if stuck and grid.size >= LARGE:
            for _ in range(stuck):  # further and further around
                differ |= grid.neighbours(differ)
            kept = [x if board >> x - 1 & 1 else -x for x in (i + 1 for i in scan(grid.all & ~differ))]
            board = random_solution(KIND, KIND.view, rng, puzzle, budget, kept)


def split(rng: Random, puzzle: Heyawake, one: Bitboard, other: Bitboard, place: Bitboard) -> Heyawake | None:
    """Cut an area in two parts whose numbers differ between two solutions in a place; *one* stays valid.

    None if there is no such area.
    """
    grid, cuts = puzzle.grid, list[tuple[NumberedArea, tuple[Cell, ...]]]()
    one_there, other_there = one & place, other & place
    for area in puzzle.areas:
        for axis in (0, 1):
            for line in sorted({cell[axis] for cell in area.cells})[1:]:
                part = tuple(cell for cell in area.cells if cell[axis] < line)
                mask = grid.mask(part)
                if (one_there & mask).bit_count() != (other_there & mask).bit_count():
                    cuts.append((area, part))
    for area, part in rng.sample(cuts, len(cuts)):
        rest = tuple(cell for cell in area.cells if cell not in part)
        kept = [x for x in puzzle.areas if x != area]
        changed = Heyawake((*kept, NumberedArea(None, part), NumberedArea(None, rest)))
        if all(one & grid.mask(cells) for cells in stretches(changed)):
            return changed
    return None


# explanations

_AREA_OR_CUT_OFF = (
    "area or cut off",
    "Otherwise an area would have no room for its shaded cells, or unshaded cells would be cut off.",
)
TECHNIQUES = (
    *count_techniques("number", "area", "shaded cells", "#", "o"),
    Technique(
        "two-areas",
        "no third area",
        "A line of unshaded cells would cross a second border: one more is shaded.",
        found="#",
        why="otherwise the unshaded cells from {place} to {end} would cross two borders",
    ),
    *SEPARATION_TECHNIQUES,
    Technique(
        "packed",
        "packed area",
        "All ways to place the shaded cells of an area, no two side by side, agree on a cell.",
    ),
    Technique("packed* connected* no-adjacent? number?", *_AREA_OR_CUT_OFF),
    Technique("number* connected* no-adjacent?", *_AREA_OR_CUT_OFF),
    Technique(
        "two-areas* connected* no-adjacent?",
        "third area or cut off",
        "Otherwise unshaded cells would cross a second border, or be cut off.",
    ),
)


def only_ways(inference: Inference[Any], reason: Statement) -> str:
    """Where the shaded cells of an area have room: beside which of them there is none, and what would be too little."""
    assert isinstance(reason, Packed)
    if inference.settles(reason) and not inference.supposed:
        return f"{reason.text}, and there is only one way left to place them"
    (packing,) = reason.constraints()
    known, found = signs(inference.known), signs(inference.cells)
    there = packing.grid.mask(cell for cell in reason.cells if known.get(cell) == "#")
    free = packing.area & ~packing.grid.mask(cell for cell in reason.cells if known.get(cell) == "o")
    area, beside = subject(reason), packing.grid.neighbours(there)
    if there.bit_count() == packing.most:
        has = "would have" if inference.supposed else "has"
        return f"{area} {has} its shaded cells at {listed(names(packing.grid.cells(there)))}"

    def room(cell: Cell) -> int:
        """For how many shaded cells there is room if it is otherwise with this cell."""
        own = packing.grid.mask([cell])
        has, may = (there | own, free) if found[cell] == "o" else (there, free & ~own)
        return (has | packing.apart(may & ~has & ~packing.grid.neighbours(has))).bit_count()

    rooms = [room(cell) for cell in found if not beside & packing.grid.mask([cell])]
    near = there & packing.grid.neighbours(packing.grid.mask(found))
    parts = [f"beside {listed(names(packing.grid.cells(near)))}"] if len(rooms) < len(found) else []
    if rooms:
        parts.append(f"otherwise {area} would have room for only {counted(max(rooms), 'shaded cell')}")
    return "; ".join(parts)


KIND = DeclaredKind(
    Heyawake,
    Shaded(HeyawakeSolution, yes="shaded", no="unshaded"),
    title="Heyawake",
    play="Shade some of the cells, no two of them side by side, and keep the unshaded ones connected. A number says "
    "how many cells of its area are shaded. No straight line of unshaded cells crosses two borders.",
    rules={
        "number": Rule("A number counts the shaded cells of its area.", "area", because=counted_there("#")),
        "packed": Rule(
            "An area has room for its shaded cells, no two of them side by side.", "area", because=only_ways
        ),
        "two-areas": Rule(
            "No straight run of unshaded cells crosses more than one border: of areas, or one that closes no area.",
            "line",
            broken="the unshaded cells from {place} to {end} would cross two borders",
        ),
        **SEPARATION_RULES,
    },
    statements=statements,
    implied=packed,
    cuts=lambda puzzle, _: Undivided(puzzle.grid),
    counted=lambda puzzle: (Clue("areas", area.cells[0]) for area in puzzle.areas),
    design=design,
    recipe=HeyawakeRecipe,
    techniques=TECHNIQUES,
    links=area_links(
        AREAS,
        lambda _, __, areas: Heyawake(areas),
        lambda puzzle: puzzle.areas,
        *("heyawake", "heyawacky"),
        walls="walls",
        page="heyawake",
    ),
    plausible=lambda puzzle: bool(puzzle.given_clues) and not contradiction(puzzle),
    contradiction=contradiction,
    usual_size=(8, 8),
    parts=(Grading(13.0),),
)
