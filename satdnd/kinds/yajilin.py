"""Yajilin (Nikoli): cells that arrows count are shaded, and one loop passes through all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from satdnd.declaration.arrows import ArrowPuzzle, arrow_counts, arrow_links, overcounted, parts
from satdnd.declaration.centre_loops import (
    CLOSED,
    LOOP_RULES,
    LOOP_TECHNIQUES,
    CentreLoop,
    CentreLoopSolution,
    CentreLoopWords,
    passed,
    too_narrow,
)
from satdnd.declaration.generator import DeclaredRecipe
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.separation_words import beside_shaded
from satdnd.declaration.words import Rule, Technique, count_techniques, counted_there
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import signs
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.rules.centre_lines import DIRECTIONS, SHADED, CentreLines
from satdnd.rules.count import Count, exactly, true_among
from satdnd.rules.loop import Degree, SingleLoop
from satdnd.rules.separation import none_side_by_side
from satdnd.rules.statement import RuleStatement, Together
from satdnd.sat.budget import Budget
from satdnd.setter.warm_solver import WarmSolver

CLUES, SHADED_SHARE = 0.08, 0.25
"""Of the cells, those that are clues from the start in a generated puzzle, and those that are shaded."""
_CHANGES = 3
"""How often a solution is changed, for each of its cells, before another one is tried."""
_NEAR = 2
"""How far around a cell that is shaded others are free again."""
MOST_PASSED = 2_000
"""Cells above which sets of lines, one for each pair of cells, would take more time than they save."""


class YajilinSolution(CentreLoopSolution):
    """The loop, and the cells that are shaded."""

    shading = True


@dataclass(frozen=True)
class Yajilin(ArrowPuzzle):
    """Numbers with arrows, which count shaded cells."""

    kind: ClassVar = "yajilin"
    solution_class: ClassVar = YajilinSolution


@dataclass(frozen=True, kw_only=True)
class YajilinRecipe(DeclaredRecipe):
    """What a generated yajilin should be like."""


# what the rules say


def statements(puzzle: Yajilin, lines: CentreLines) -> Iterator[RuleStatement]:
    """Clues, neighbours, cells, and that there is a line at all."""
    yield from arrow_counts(puzzle, lines.shade, "clue", "shaded")
    for cell in puzzle.arrows:
        nothing = (lines.shade(cell), *lines.corner(*cell))
        yield exactly("clue", [cell], "the loop does not pass the clue at {}", [-x for x in nothing], len(nothing))
    for cell in puzzle.free:
        own, shade = lines.corner(*cell), lines.shade(cell)
        passed = (
            Degree("cell", (cell,), "no end and no branch at {}", own, cell),
            Count("cell", (cell,), "{} is shaded or passed", (shade, *own), 1, len(own) + 1),
            *(Count("cell", (cell,), "{} is not both", (shade, line), 0, 1) for line in own),
        )
        yield Together("cell", (cell,), "{} is shaded, or the loop passes it", passed)
    yield from none_side_by_side(puzzle.grid, puzzle.grid.mask(puzzle.free), lines.shade, "adjacent")
    yield Count("single-loop", (), "there is a line", tuple(range(1, lines.count + 1)), 1, lines.count)


def one_loop(puzzle: Yajilin, lines: CentreLines) -> SingleLoop:
    """Loop by loop; each passes one of two cells side by side, which is not told of large boards."""
    pairs = puzzle.grid.pairs(puzzle.grid.mask(puzzle.free)) if len(puzzle.free) <= MOST_PASSED else ()
    passed = [{*lines.corner(*one), *lines.corner(*other)} for one, other in pairs]
    return SingleLoop(lines, [sum(1 << x - 1 for x in either) for either in passed], CLOSED)


def shown(puzzle: Yajilin, lines: CentreLines) -> Iterator[int]:
    """Nothing goes through a clue."""
    return (-x for cell in puzzle.arrows for x in (lines.shade(cell), *lines.corner(*cell)))


# new puzzles


def clues_of(puzzle: Yajilin, solution: CentreLoopSolution) -> Yajilin:
    """All numbers told; cells that are neither passed nor shaded look where most shaded cells are."""
    lines, board = VIEW.unknowns(puzzle), solution.board
    shaded = {cell for cell in lines.corners() if board >> lines.shade(cell) - 1 & 1}
    places = {cell: parts(clue)[1] for cell, clue in puzzle.arrows.items()}
    for cell in puzzle.free:
        if cell not in shaded and not true_among(lines.corner(*cell), board):
            places[cell] = max(DIRECTIONS, key=lambda way: len(shaded.intersection(puzzle.ahead(cell, way))))
    told = {cell: f"{len(shaded.intersection(puzzle.ahead(cell, way)))}{way}" for cell, way in places.items() if way}
    return puzzle.changed({Clue("rows", cell): clue for cell, clue in told.items()})


def sample(chance: Random, puzzle: Yajilin, budget: Budget) -> Bitboard | None:
    """A random solution, changed as long as its clues leave another one.

    Where the other one has another shaded cell, that cell becomes a clue; where only its loop differs, a cell on which
    it does is shaded, and those around it are free.
    """
    if 1 in (puzzle.height, puzzle.width):
        return None
    blank = puzzle.changed({Clue("rows", cell): "?" for cell in puzzle.free if chance.random() < CLUES})
    common = replace(KIND.rulebook(blank, Settings()), each=tuple, cuts=SingleLoop(VIEW.unknowns(puzzle), (), CLOSED))
    with WarmSolver[YajilinSolution](common, budget) as solver:
        draft = _Draft(chance, puzzle, solver)
        solution = draft.shaded(blank, [], blank.free)
        for _ in range(_CHANGES * len(blank.free)):
            if solution is None:
                return None
            told = clues_of(puzzle, solution)
            other = solver.other(statements(told, draft.lines), solution)
            if other is None:
                return solution.board
            solution = draft.changed(solution, told, solution.board ^ other.board)
    return None


class _Draft:
    """What becomes a puzzle of the size of an empty one."""

    def __init__(self, chance: Random, puzzle: Yajilin, solver: WarmSolver[YajilinSolution]) -> None:
        self.chance, self.puzzle, self.solver = chance, puzzle, solver
        self.lines = VIEW.unknowns(puzzle)

    def changed(self, solution: YajilinSolution, told: Yajilin, differ: Bitboard) -> YajilinSolution:
        """A solution where the other one that its clues leave is none; the same where none is found."""
        shades = {cell: 1 << self.lines.shade(cell) - 1 for cell in told.free}
        if shaded := [cell for cell, x in shades.items() if x & differ & solution.board]:
            return YajilinSolution(*self.lines.size, solution.board ^ shades[self.chance.choice(shaded)])
        new = self.chance.choice([cell for x in scan(differ) for cell in self.lines.cells(x + 1)])
        near = {x for x in self.puzzle.free if max(abs(x[0] - new[0]), abs(x[1] - new[1])) <= _NEAR}
        blank = self.puzzle.changed({Clue("rows", cell): "?" for cell in told.arrows if cell not in near})
        kept = [cell for cell, x in shades.items() if cell not in near and x & solution.board]
        return self.shaded(blank, [*kept, new], sorted(near)) or solution

    def shaded(self, blank: Yajilin, cells: list[Cell], more: Sequence[Cell]) -> YajilinSolution | None:
        """A solution in which these cells are shaded, and *more* where that leaves a loop; None: there is none."""
        stated, held = [*statements(blank, self.lines)], [*map(self.lines.shade, cells)]
        if (found := self.solver.first(stated, held)) is None:
            return None
        wanted, closed = round(SHADED_SHARE * len(blank.free)), blank.grid.neighbours(blank.grid.mask(cells))
        for cell in self.chance.sample(more, len(more)):
            x, place = self.lines.shade(cell), blank.grid.bit(cell)
            if len(held) >= wanted or place & closed or x in held or cell in blank.arrows:
                continue
            if found.board >> x - 1 & 1:
                held.append(x)
            elif other := self.solver.first(stated, [*held, x]):
                held, found = [*held, x], other
            else:
                continue
            closed |= blank.grid.neighbours(place)
        return found


# explanations


ON_THE_LOOP = "A cell that the loop passes is not shaded."


TECHNIQUES = (
    *count_techniques("clue", "clue", "shaded cells", SHADED, "o"),
    Technique("adjacent", "beside a shaded cell", "No two shaded cells are side by side."),
    Technique(
        *("cell", "cell without a way", "The loop could not pass a cell."),
        why="the loop cannot pass {place}",
        when=lambda inference: SHADED in signs(inference.cells).values(),
    ),
    Technique("cell", "cell on the loop", ON_THE_LOOP, "o", "the loop passes {place}", many="the loop passes them"),
    *LOOP_TECHNIQUES,
    Technique(
        "cell", "passed already", "The loop has passed a cell.", why="the loop passes {place} already", when=passed
    ),
    Technique("cell", "cell on the loop", ON_THE_LOOP, why="the loop passes {place}, and has one way to go on"),
)


EXAMPLES = (
    """\
# kind: yajilin
# name: example 5x5
# source: robx/pzprjs, test/script/yajilin.js
 .  .  .  .  .
 .  .  .  .  .
 .  .  . 2w  .
 .  .  .  .  .
 .  .  .  . 0n
""",
)

VIEW = CentreLoop(YajilinSolution)
KIND = DeclaredKind(
    Yajilin,
    VIEW,
    title="Yajilin",
    play="Shade some of the cells without a clue, no two of them side by side, and draw one closed loop through the "
    "centres of all other cells without a clue. A number counts the shaded cells in the direction of its arrow, up to "
    "the border.",
    rules={
        "clue": Rule(
            "A clue counts the shaded cells in its direction; neither loop nor shade is on it.",
            "clue",
            because=counted_there(SHADED),
        ),
        "adjacent": Rule("No two shaded cells are side by side.", "neighbours", "neighbours", because=beside_shaded),
        **LOOP_RULES,
        "cell": Rule(
            "The loop passes every cell that is neither shaded nor a clue, once.",
            *("cell", "cells"),
            broken="{place} could not be shaded, nor passed by the loop",
        ),
    },
    statements=statements,
    cuts=one_loop,
    shown=shown,
    clues_of=clues_of,
    sample=sample,
    recipe=YajilinRecipe,
    techniques=TECHNIQUES,
    words=CentreLoopWords,
    links=arrow_links(Yajilin, "yajilin", "yajirin"),
    examples=EXAMPLES,
    contradiction=lambda puzzle: too_narrow(puzzle) or overcounted(puzzle),
    parts=(Grading((2_000, 54_000, 78_000, 126_000)),),
)
