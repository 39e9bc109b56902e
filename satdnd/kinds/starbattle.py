"""Star battle (Hans Eendebak): the same number of stars in each row, column and area, none of them touching."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.partition import Partition
from satdnd.declaration.clues.things import WholeNumber
from satdnd.declaration.generators.generator import DeclaredRecipe, random_placement
from satdnd.declaration.generators.territories import apart_from, grown
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.links.area_links import number_and_area_links
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.placed import Placed
from satdnd.declaration.views.view import ShadedSolution
from satdnd.declaration.words.kind_words import Rule, Technique, TouchingWords, count_techniques
from satdnd.engine.options import option
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, alternatives, names, signs, subject
from satdnd.grid.bitboard import Bitboard, Cell, lines_of, pieces
from satdnd.grid.notation import counted
from satdnd.rules.count import Count, exactly
from satdnd.rules.statement import AnyStatement, Combined
from satdnd.rules.touching import NoneTouch, blocks
from satdnd.rules.unknowns import Shading
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.parts import Generator
from satdnd.setter.warm_solver import WarmSolver

_TRIED, _MOVED = 400, 40
"""The placements of stars that a generator tries, and the cells it moves per placement."""
_SMALL, _LARGE = (12, 0), (5, 5)
"""Below and from `_ROWS` rows: the solutions examined before each move, and the last moves whose cells stay."""
_ROWS = 12


class StarbattleSolution(ShadedSolution):
    """A solution: the cells with stars."""

    sign: ClassVar = "*"


@dataclass(frozen=True)
class Starbattle(GridPuzzle):
    """The number of stars in each row, column and area (None: unknown); the areas, also accepted as rows of names."""

    stars: int | None = clues(WholeNumber("stars", keyword="stars", usual=1))
    areas: AreaTuple = clues(Partition(holes=True))

    kind: ClassVar = "starbattle"

    @cached_property
    def free(self) -> Bitboard:
        """The cells of areas: nothing stands on others."""
        return self.grid.mask(cell for area in self.areas for cell in area.cells)

    @property
    def holes(self) -> list[Cell]:
        """The cells of no area."""
        return self.grid.cells(self.grid.all & ~self.free)


@dataclass(frozen=True, kw_only=True)
class StarbattleRecipe(DeclaredRecipe):
    """The options of the generator."""

    height: int = option(8, "Rows.", low=1, high=40)
    width: int = option(8, "Columns, as many as rows.", low=1, high=40)
    stars: int | None = option(
        None, "Stars in each row, column and area [default: 1 below 9 rows, 2 below 14, then 3].", low=1, high=6
    )


# what the rules say


def parts(puzzle: Starbattle) -> Iterator[tuple[str, str, tuple[Cell, ...]]]:
    """Yield the rule, the name and the cells of each row, column and area."""
    holes = {*puzzle.holes}
    for line, all_cells in lines_of(puzzle.height, puzzle.width).items():
        for i, cells in enumerate(all_cells, 1):
            yield line, f"{line} {i}", tuple(cell for cell in cells if cell not in holes) if holes else cells
    yield from (("area", str(area), area.cells) for area in puzzle.areas)


def counts(puzzle: Starbattle, stars: Shading) -> Iterator[Count]:
    """Rows, columns and areas."""
    number = puzzle.stars or 0
    for rule, name, cells in parts(puzzle) if number else ():
        text = f"{name} needs {counted(number, 'star')}"
        yield exactly(rule, cells, text, stars.literals(cells), number, Clue("stars", "stars"))


def statements(puzzle: Starbattle, stars: Shading) -> Iterator[AnyStatement]:
    """Rows, columns, areas, stars that do not touch, and cells of no area."""
    yield from counts(puzzle, stars)
    yield NoneTouch(puzzle.grid, stars, "star", only=puzzle.free)
    for cell in puzzle.holes:
        yield exactly("hole", [cell], "there is no star at {}, which is in no area", [stars.variable(cell)], 0)


def packed(puzzle: Starbattle, stars: Shading) -> Iterator[Combined]:
    """For each row, column and area with several stars: its count combined with the 2x2 blocks in it."""
    squares = [*blocks(puzzle.grid, stars, "star", cells=puzzle.free)]
    for one in counts(puzzle, stars):
        if one.least > 1:
            shared = dict.fromkeys(tuple(x for x in block.literals if x in one.literals) for block in squares)
            inside = (Count("block", one.cells, "", literals, 0, 1) for literals in shared if literals[1:])
            yield Combined("packed", one.cells, f"{one.pattern}, no two touching", (one, *inside))


def contradiction(puzzle: Starbattle) -> str | None:
    """Why there is no solution: rows, columns and areas differ in number, or an area has too few cells."""
    height, width, areas = puzzle.height, puzzle.width, len(puzzle.areas)
    for number, what in ((width, "column"), (areas, "area")):
        if number != height:
            return f"{counted(height, 'row')} and {counted(number, what)} cannot have as many stars each"
    stars = puzzle.stars or 0
    small = next(((name, cells) for _, name, cells in parts(puzzle) if len(cells) < stars), None)
    return small and f"{small[0]} has {counted(len(small[1]), 'cell')} for {counted(stars, 'star')}"


def plausible(puzzle: Starbattle) -> bool:
    """As many areas as rows and columns, each in one piece and named by a letter or a number."""
    square = puzzle.height == puzzle.width == len(puzzle.areas) > 3
    return square and all(len(pieces(area.cells)) == 1 for area in puzzle.areas)


# new puzzles


def generate(rng: Random, recipe: StarbattleRecipe, budget: Budget) -> Starbattle:
    """Areas around random stars; cells are reassigned until no other solution is left. Raises CannotFulfil."""
    side = recipe.height
    if recipe.width != side:
        raise CannotFulfil(
            f"{counted(side, 'row')} and {counted(recipe.width, 'column')} cannot have as many stars each"
        )
    blank: Starbattle = replace(
        KIND.empty(side, side), stars=recipe.stars or (1 if side < 9 else 2 if side < 14 else 3)
    )
    with WarmSolver[StarbattleSolution](KIND.rulebook(blank, Settings()), budget) as solver:
        for _ in range(_TRIED):
            board = random_placement(KIND, VIEW, rng, blank, budget)
            areas = grown(rng, blank.grid, blank.grid.cells(board), blank.stars or 1, budget)
            if areas is None:
                continue
            if not recipe.unique:
                return replace(blank, areas=areas)
            found = _unique(rng, replace(blank, areas=areas), board, solver)
            if found:
                return found
    raise CannotFulfil(f"found no unique puzzle of {side}x{side} among {counted(_TRIED, 'random solution')}")


def _unique(
    rng: Random, puzzle: Starbattle, board: Bitboard, solver: WarmSolver[StarbattleSolution]
) -> Starbattle | None:
    """Reassign cells until *board* is the only solution; None if no cell is left, or the limits are reached."""
    solution, stars = StarbattleSolution(puzzle.height, puzzle.width, board), VIEW.unknowns(puzzle)
    examined, kept = _LARGE if puzzle.height >= _ROWS else _SMALL
    recent = deque[Cell](maxlen=kept)
    for _ in range(_MOVED):
        found = islice(solver.others(counts(puzzle, stars), solution), examined)
        others = [other.board & ~board for other in found]
        if not others:
            return puzzle
        shares = Counter(cell for other in others for cell in puzzle.grid.cells(other))
        cells = sorted(shares, key=lambda cell: (-shares[cell], rng.random()))
        for cell in cells:
            if cell not in recent and (areas := apart_from(rng, puzzle.grid, puzzle.areas, cell)):
                break
        else:
            return None
        recent.append(cell)
        puzzle = replace(puzzle, areas=areas)
    return None


# explanations

LINES, TOUCHING = ("row", "column"), ("touching", "block")
TECHNIQUES = (
    *(
        Technique(
            rule,
            "star's neighbours",
            "Cells around a star are empty.",
            found="o",
            many="no star touches the ones at {named}",
        )
        for rule in TOUCHING
    ),
    *(one for rule in LINES for one in count_techniques(rule, "line", "stars", "*", "o", rest="last places")),
    *count_techniques("area", "area", "stars", "*", "o", rest="last places"),
    Technique(
        "packed",
        "room for the stars",
        "All ways to place the stars of a row, column or area, none touching, agree on a cell.",
    ),
    Technique("", "cross-hatch", "Areas and lines share their stars: none is left for the other cells."),
    Technique(
        "", "areas in lines", "Several areas lie in as many lines, or lines in areas: they share all their stars."
    ),
    Technique("", "touches all places", "A star would touch all places that a line or an area has left."),
    Technique(
        "", "finned count", "But for places that a star would touch, areas and lines share their stars: it is empty."
    ),
)


def _room(inference: Inference[Any], reason: Statement) -> str:
    """Where the stars of a row, column or area have room."""
    number, part = inference.puzzle.stars, subject(reason)
    if inference.settles(reason):
        return f"there is only one way left to place the {number} stars of {part}, no two touching"
    found = signs(inference.cells)
    stars, empty = ([cell for cell, sign in found.items() if sign == what] for what in "*o")
    if stars and empty:
        without = f"with a star at {alternatives(names(empty))}, or without one at {alternatives(names(stars))}"
    else:
        without = "with a star there" if empty else f"without {inference.it}"
    return f"{without}, {part} would have no room for {number} stars that do not touch"


class StarbattleWords(TouchingWords):
    """The patterns that players know."""

    thing = "star"
    touching = TOUCHING

    def nickname(self, inference: Inference[Any]) -> str:
        """By which rules come together."""
        rules = {reason.rule for reason in inference.reasons}
        found = inference.cells[0][-1]
        if not rules & {*TOUCHING} and rules & {"row", "column"} and "area" in rules:
            areas = sum(reason.rule == "area" for reason in inference.reasons)
            together = any(one.bounds for one in inference.arguments)
            return "areas in lines" if together and 1 < areas < len(inference.reasons) - 1 else "cross-hatch"
        if not rules & {*TOUCHING} or found != "o":
            return ""
        alone = len([x for x in inference.reasons if x.rule not in TOUCHING]) == 1
        counted_together = any(turn.bounds for turn in inference.arguments)
        return "touches all places" if alone else "finned count" if counted_together else ""


VIEW = Placed(StarbattleSolution, "star", "empty", many="stars", icon="star")


class StarbattleKind(DeclaredKind):
    """MiniSat takes half of CaDiCaL's time from 14 rows on, and never much more (benchmarks/README)."""

    best_solver = "minisat22"


KIND = StarbattleKind(
    Starbattle,
    VIEW,
    title="Star battle",
    play="Put stars into cells, so that each row, each column and each area has as many as the puzzle says. No two "
    "stars touch, not even at corners. With one star, LinkedIn calls it Queens.",
    rules={
        **{
            part: Rule(f"Every {part} has as many stars as the puzzle says.", part)
            for part in ("row", "column", "area")
        },
        "hole": Rule("No star stands on a cell of no area.", "hole"),
        "touching": Rule("No two stars touch, not even at corners.", "touch", "touches"),
        "block": Rule("A 2x2 block has at most one star: they would touch.", "block"),
        "packed": Rule("A row, column or area has room for its stars without any two touching.", "room", because=_room),
    },
    statements=statements,
    implied=lambda puzzle, stars: blocks(puzzle.grid, stars, "star", cells=puzzle.free),
    shown=lambda puzzle, stars: (-stars.variable(cell) for cell in puzzle.holes),
    teaching=packed,
    contradiction=contradiction,
    blocking_sign=1,
    techniques=TECHNIQUES,
    words=StarbattleWords,
    links=number_and_area_links(Starbattle, lambda puzzle: (puzzle.stars, puzzle.areas), "star", "starbattle"),
    plausible=plausible,
    parts=(Grading(8.6), Generator(StarbattleRecipe, generate)),
    usual_size=(8, 8),
)
