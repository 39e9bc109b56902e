"""Akari, also known as Light Up and Bijutsukan (Nikoli): lamps that light every white cell, but not each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.clues.family import WALL, NumberGrid, clues
from satdnd.declaration.generators.differences import LARGE, places
from satdnd.declaration.generators.generator import DeclaredRecipe, Design
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.puzzlink import few_links
from satdnd.declaration.puzzle import Clue, overfull_number
from satdnd.declaration.walled import Walled, WalledPuzzle, WalledRows, WalledSolution
from satdnd.declaration.words.kind_words import Rule, Technique, count_techniques, counted_there
from satdnd.engine.options import option
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, place, signs
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, needs
from satdnd.rules.count import Count, Counts
from satdnd.rules.statement import AnyStatement, Together
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement


class AkariSolution(WalledSolution):
    """Where lamps stand."""

    sign: ClassVar = "*"


@dataclass(frozen=True)
class Akari(WalledPuzzle):
    """Each cell is None (white), ``#`` (a wall) or a number (a wall with it; above 4 there is no solution)."""

    rows: WalledRows = clues(NumberGrid(0, 4, walls=True, fixed=True, counts=True))

    kind: ClassVar = "akari"


def statements(puzzle: Akari, lamps: Shading) -> Iterator[AnyStatement]:
    """Walls, numbers, runs, and light for each white cell."""
    yield Counts("on-white", "the wall at {} holds no lamp", [(cell,) for cell in puzzle.walls], lamps, 0, 0)
    for cell, number in puzzle.by_cell.items():
        cells, clue = puzzle.neighbours(cell), Clue("rows", cell)
        text = f"the {number} at {{}} {needs(number, 'lamp')} beside it"
        yield Count("number", (cell, *cells), text, lamps.literals(cells), number, number, clue=clue)
    yield one_lamp(puzzle, lamps)
    seen = [tuple(dict.fromkeys((cell, *across, *down))) for cell, (across, down) in puzzle.runs_of.items()]
    yield Counts("lit", "{} is lit", seen, lamps, 1)


def one_lamp(puzzle: Akari, lamps: Shading) -> Counts:
    """At most one lamp in each run."""
    runs = [run for run in puzzle.runs if run[1:]]
    return Counts("one-lamp", "at most one lamp from {} to {last}", runs, lamps, 0, 1)


def both_ways(puzzle: Akari, lamps: Shading) -> Iterator[Together]:
    """For each cell, its two runs together: what a lamp there lights, as players see it."""
    of = {run.cells: run for run in one_lamp(puzzle, lamps).statements()}
    for cell, runs in puzzle.runs_of.items():
        at_most = tuple(of[run] for run in runs if run in of)
        if at_most[1:]:
            cells = tuple(dict.fromkeys((cell, *runs[0], *runs[1])))
            yield Together("one-lamp", cells, "at most one lamp in a line through {}", at_most)


def contradiction(puzzle: Akari) -> str | None:
    """A number with too few white cells beside it."""
    return overfull_number(puzzle, puzzle.neighbours, "white cell", "beside it")


# new puzzles

_WALLED = 60
"""The most walls added to a board where other solutions differ."""


@dataclass(frozen=True, kw_only=True)
class AkariRecipe(DeclaredRecipe):
    """The options of the akari generator."""

    walls: int = option(20, "Roughly how many percent of the cells are walls.", low=1, high=80)
    symmetric: bool = option(True, "The walls look the same when the board is turned upside down.")


def design(rng: Random, recipe: AkariRecipe, budget: Budget) -> Design:
    """Random walls and lamps; where another solution differs, a wall is added, and new lamps are placed."""
    blank = Akari.blank(recipe.height, recipe.width)
    grid, walls, lamps = blank.grid, set[Cell](), list[Cell]()

    def wall(cell: Cell) -> None:
        """Add a wall and, if symmetric, the opposite one."""
        r, c = cell
        walls.update([cell, (grid.height - 1 - r, grid.width - 1 - c)] if recipe.symmetric else [cell])

    while 100 * len(walls) < recipe.walls * grid.size:
        wall(rng.choice(grid.cells(grid.all)))
    for _ in range(_WALLED):
        puzzle = blank.changed({Clue("rows", cell): None for cell in walls})
        lamps = random_lamps(rng, puzzle, lamps if grid.size >= LARGE else [])
        board = grid.mask(lamps)
        differ = board ^ (yield puzzle, board)
        for cell in [rng.choice(grid.cells(differ & near)) for near in places(grid, differ)]:
            wall(cell)


def random_lamps(rng: Random, puzzle: Akari, kept: Iterable[Cell] = ()) -> list[Cell]:
    """Lamps on random dark cells until no cell is dark, besides those *kept* that stand on white cells."""
    lamps = [cell for cell in kept if cell in puzzle.runs_of]
    dark = {*puzzle.runs_of}.difference(*(line for cell in lamps for line in puzzle.runs_of[cell]))
    while dark:
        cell = rng.choice(sorted(dark))
        lamps.append(cell)
        dark.difference_update(*puzzle.runs_of[cell])
    return lamps


def plausible(puzzle: Akari) -> bool:
    """At least two rows, with a number, none of them above 4 and, if all walls have one, no contradiction."""
    walls, numbers = any(WALL in row for row in puzzle.rows), puzzle.by_cell.values()
    return puzzle.height > 1 and 0 <= max(numbers, default=-1) < 5 and (walls or not contradiction(puzzle))


# explanations


def _adjacent(inference: Inference[Any]) -> bool:
    """Whether the numbers of a step are two or more, and those beside one cell, or beside cells next to each other."""
    around = [reason.cells for reason in inference.reasons if reason.rule == "number"]
    near = (abs(r - s) + abs(c - d) < 2 for one, other in pairwise(around) for r, c in one for s, d in other)
    return len(around) > 1 and any(near)


TECHNIQUES = (
    *count_techniques("number", "number", "lamps", "*", "o"),
    Technique(
        "one-lamp",
        "lit already",
        "A lamp lights its row and column: no other lamp stands there.",
        found="o",
        many="the lamps at {named} light them",
    ),
    Technique(
        "lit",
        "last place",
        "A cell can be lit from one place only: a lamp stands there.",
        found="*",
        many="no other lamps could light {places}",
    ),
    Technique(
        "number one-lamp*", "blocked number", "A lamp there would leave too few places for the lamps of a number.", "o"
    ),
    Technique(
        "lit one-lamp*",
        "dark cell",
        "A lamp there would leave another cell with no place for the lamp that lights it.",
        "o",
    ),
    Technique(
        "number* lit? one-lamp?",
        "adjacent numbers",
        "Numbers near each other, taken together, leave no room for a lamp or need one.",
        when=_adjacent,
    ),
)


def _lit_already(inference: Inference[Any], reason: Statement) -> str:
    """The lamp that lights it."""
    found, known = {*map(place, inference.cells)}, signs(inference.known)
    lamps = [cell for cell in reason.cells if cell not in found and known.get(cell) == "*"]
    lights = "would light" if inference.supposed else "lights"
    return f"{inference.the('lamp', lamps[0])} {lights} {inference.it}" if lamps else reason.text


def _last_place(inference: Inference[Any], reason: Statement) -> str:
    """The cell that only it can light."""
    own = reason.cells[0] in map(place, inference.cells)
    return f"no other lamp could light {inference.it if own else cell_name(reason.cells[0])}"


KIND = DeclaredKind(
    Akari,
    Walled(AkariSolution, yes="lamp", no="empty", many="lamps"),
    title="Akari",
    play="Put lamps on white cells. A lamp shines along its row and column up to the next wall. Every white cell is "
    "lit, and no lamp lights another. A number says how many lamps are next to its wall.",
    rules={
        "on-white": Rule("Lamps stand on white cells.", "wall"),
        "number": Rule("A number counts the lamps beside it.", "number", because=counted_there("*")),
        "one-lamp": Rule(
            "No lamp lights another: between walls there is at most one lamp.", "line", because=_lit_already
        ),
        "lit": Rule("Every white cell is lit.", "cell", broken="no lamp could light {place}", because=_last_place),
    },
    statements=statements,
    implied=both_ways,
    counted=lambda puzzle: (Clue("rows", cell) for cell in puzzle.walls),
    design=design,
    recipe=AkariRecipe,
    techniques=TECHNIQUES,
    links=few_links(Akari, "lightup", "akari", page="bijutsukan", unknown=5),
    plausible=plausible,
    contradiction=contradiction,
    shown=lambda puzzle, lamps: lamps.literals(puzzle.walls, -1),
    usual_size=(7, 7),
    parts=(Grading(4.5),),
)
