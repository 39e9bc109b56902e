"""Yajilin (Nikoli): cells that arrows count are shaded, and one loop passes through all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.clues.areas import HOLE
from satdnd.declaration.clues.arrows import ArrowPuzzle, arrow_counts, arrow_links, overcounted, parts
from satdnd.declaration.clues.choices import Choice
from satdnd.declaration.clues.family import clues
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.views.centre_loops import CentreLoop, CentreLoopSolution, too_narrow
from satdnd.declaration.words.kind_words import Rule, Technique, count_techniques, counted_there
from satdnd.declaration.words.loop_words import CLOSED, LOOP_RULES, LOOP_TECHNIQUES, where_lines_meet
from satdnd.declaration.words.separation_words import beside_shaded
from satdnd.engine.settings import Settings
from satdnd.engine.symmetry import PlacedClue, Point, Symmetry, centre, filled_cells
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, names, signs
from satdnd.grid.bitboard import Bitboard, Cell, beside, scan
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.centre_lines import DIRECTIONS, OPEN, SHADED, CentreLines
from satdnd.rules.count import Count, exactly
from satdnd.rules.edges import NONE
from satdnd.rules.loop import SingleLoop, edges_at, loop_through
from satdnd.rules.outside import outside
from satdnd.rules.separation import NoneSideBySide
from satdnd.rules.shaded_or_passed import ShadedOrPassed
from satdnd.rules.statement import AnyStatement, Combined, Together, singles
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.warm_solver import WarmSolver

CLUES, SHADED_SHARE = 0.08, 0.25
"""Shares of the cells of a generated puzzle: clues from the start, and shaded cells."""
_CHANGES = 3
"""Changes to a solution, per cell, before another one is tried."""


class YajilinSolution(CentreLoopSolution):
    """The loop and the shaded cells."""

    shading = True


@dataclass(frozen=True)
class Yajilin(ArrowPuzzle):
    """Numbers with arrows, which count shaded cells; *shaded* is ``outside`` if the loop encloses none of these."""

    shaded: str = clues(Choice("shaded", "any", "outside", "the loop encloses no shaded cell", letter="o"), "any")

    kind: ClassVar = "yajilin"


# what the rules say


def statements(puzzle: Yajilin, lines: CentreLines) -> Iterator[AnyStatement]:
    """Clues, neighbours, cells, and at least one line."""
    yield from arrow_counts(puzzle, lines.shade, "clue", "shaded")
    yield from (nothing_there(cell, lines, "hole" if clue == HOLE else "clue") for cell, clue in puzzle.arrows.items())
    yield ShadedOrPassed("cell", lines, puzzle.free)
    yield NoneSideBySide(puzzle.grid, puzzle.grid.mask(puzzle.free), lines.shade, "adjacent")
    yield Count("single-loop", (), "there is a line", tuple(range(1, lines.count + 1)), 1, lines.count)
    yield from outside(lines, puzzle.free, "outside") if puzzle.shaded == "outside" else ()


def nothing_there(cell: Cell, lines: CentreLines, what: str = "clue") -> Count:
    """A clue, or a hole, is neither shaded nor passed."""
    unknowns = lines.shade(cell), *lines.corner(*cell)
    return exactly("clue", [cell], f"the loop does not pass the {what} at {{}}", [-x for x in unknowns], len(unknowns))


def side_by_side(puzzle: Yajilin, lines: CentreLines) -> Iterator[Combined]:
    """Two neighbours, of which the loop passes at least one; clues with the cells they count."""
    stated = [*singles(statements(puzzle, lines))]
    cells = {one.place: one for one in stated if isinstance(one, Together)}
    pairs = {one.cells: one for one in stated if one.rule == "adjacent"}
    for (first, second), apart in pairs.items():
        text = f"the loop passes at least one of {{}} and {cell_name(second)}"
        yield Combined("pair", (first, second), text, (cells[first], cells[second], apart))
    for clue in arrow_counts(puzzle, lines.shade, "clue", "shaded"):
        there = {*puzzle.ahead(clue.place, puzzle.arrows[clue.place][-1])}
        near = [one for both, one in pairs.items() if there.issuperset(both)]
        inside = {x for x in range(1, lines.count + 1) if there.issuperset(lines.cells(x))}
        parts = [part for cell in sorted(there) for part in cells[cell].parts if isinstance(part, Count)]
        passed = [part for part in parts if not part.least and inside.intersection(part.literals)]
        if clue.most and near:
            yield Combined("line", (clue.place,), clue.text, (clue, *near, *passed))


def one_loop(puzzle: Yajilin, lines: CentreLines) -> SingleLoop:
    """One loop, by cuts; it passes one of any two neighbours."""
    pairs, at = puzzle.grid.pairs(puzzle.grid.mask(puzzle.free)), edges_at(lines)
    return loop_through(lines, (at[one] | at[other] for one, other in pairs), CLOSED)


# new puzzles


def clues_of(puzzle: Yajilin, solution: CentreLoopSolution) -> Yajilin:
    """All numbers filled in; cells neither passed nor shaded become clues towards the most shaded cells."""
    signs = dict(zip(puzzle.grid.cells(puzzle.grid.all), chain.from_iterable(solution.grid), strict=True))
    shaded = {cell for cell, sign in signs.items() if sign == SHADED}
    places = {cell: parts(clue)[1] for cell, clue in puzzle.arrows.items()}
    for cell in puzzle.free:
        if not signs[cell]:
            places[cell] = max(DIRECTIONS, key=lambda way: len(shaded.intersection(puzzle.ahead(cell, way))))
    clues = {cell: f"{len(shaded.intersection(puzzle.ahead(cell, way)))}{way}" for cell, way in places.items() if way}
    return puzzle.changed({Clue("rows", cell): clue for cell, clue in clues.items()})


def sample(rng: Random, puzzle: Yajilin, budget: Budget) -> Bitboard | None:
    """A random solution, changed until its clues make it unique."""
    lines = VIEW.unknowns(puzzle)
    blank = puzzle.changed({Clue("rows", cell): "?" for cell in puzzle.free if rng.random() < CLUES})
    common = replace(KIND.rulebook(blank, Settings()), stated=tuple, cuts=SingleLoop(lines, (), CLOSED))
    with WarmSolver[YajilinSolution](common, budget) as solver:
        solution = shaded(rng, solver, blank, [], blank.free)
        for _ in range(_CHANGES * len(blank.free)):
            if solution is None:
                return None
            clued = clues_of(puzzle, solution)
            other = solver.other(statements(clued, lines), solution)
            if other is None:
                return solution.board
            solution = changed(rng, solver, clued, solution, other) or solution
    return None


def changed(
    rng: Random, solver: WarmSolver[YajilinSolution], clued: Yajilin, solution: YajilinSolution, other: YajilinSolution
) -> YajilinSolution | None:
    """A solution that excludes the other one its clues allow; None if none is found.

    A cell that is shaded in it but not in the other becomes a clue; if only the loops differ, a cell where they do is
    shaded, and those around it are freed.
    """
    lines, differ = VIEW.unknowns(clued), solution.board ^ other.board
    shades = {cell: 1 << lines.shade(cell) - 1 for cell in clued.free}
    if only_here := [cell for cell, x in shades.items() if x & differ & solution.board]:
        return YajilinSolution(*lines.size, solution.board ^ shades[rng.choice(only_here)])
    new = rng.choice([cell for x in scan(differ) for cell in lines.cells(x + 1)])
    near = {cell for around in beside(new) for cell in (around, *beside(around)) if clued.grid.contains(cell)}
    blank: Yajilin = replace(clued.blank(*lines.size), shaded=clued.shaded)
    blank = blank.changed({Clue("rows", cell): "?" for cell in clued.arrows if cell not in near})
    kept = [cell for cell, x in shades.items() if cell not in near and x & solution.board]
    return shaded(rng, solver, blank, [*kept, new], sorted(near))


def shaded(
    rng: Random, solver: WarmSolver[YajilinSolution], blank: Yajilin, cells: list[Cell], more: Sequence[Cell]
) -> YajilinSolution | None:
    """A solution with these cells shaded, and of *more* those that still leave a loop; None if there is none."""
    lines = VIEW.unknowns(blank)
    stated, assumed = [*statements(blank, lines)], [*map(lines.shade, cells)]
    if (found := solver.first(stated, assumed)) is None:
        return None
    for cell in rng.sample(more, len(more)):
        x = lines.shade(cell)
        if x in assumed or len(assumed) >= SHADED_SHARE * len(blank.free):
            continue
        if other := found if found.board >> x - 1 & 1 else solver.first(stated, [*assumed, x]):
            assumed, found = [*assumed, x], other
    return found


# explanations

_DEAD_END = "dead end beside it", "The loop could not pass the cell beside a shaded one."
ON_THE_LOOP = "A cell that the loop passes is not shaded."
TECHNIQUES = (
    *count_techniques("clue", "clue", "shaded cells", SHADED, "o"),
    Technique(
        "adjacent",
        "beside a shaded cell",
        "No two shaded cells are side by side.",
        many="{named} beside them are shaded",
    ),
    Technique(
        "cell",
        "cell without a way",
        "The loop could not pass a cell.",
        why="the loop cannot pass {place}",
        many="the loop cannot pass {places}",
        when=lambda inference: SHADED in signs(inference.cells).values(),
    ),
    Technique("cell", "cell on the loop", ON_THE_LOOP, "o", "the loop passes {place}", many="the loop passes them"),
    Technique(
        "cell",
        "past a shaded cell",
        "The loop does not pass a shaded cell.",
        found=NONE,
        why="{place} is shaded",
        when=lambda inference: SHADED in {mark[-1] for mark in inference.known},
        many="{places} are shaded",
    ),
    *LOOP_TECHNIQUES,
    Technique("pair", *_DEAD_END, found=OPEN, many="otherwise {named} beside them could be neither shaded nor passed"),
    Technique("pair", *_DEAD_END),
    *(
        Technique("outside", "enclosed cell", "The loop would enclose a shaded cell.", found, why)
        for found, why in (("o", "the loop encloses {place}"), ("", "otherwise the loop would enclose {place}"))
    ),
    Technique("line", "room for a clue", "All ways to place a clue's shaded cells agree on a cell."),
    Technique("cell", "cell on the loop", ON_THE_LOOP, why="the loop passes {place}, which has only one way left"),
)


def past_the_pair(inference: Inference[Any], reason: Statement) -> str:
    """Why two neighbours, of which at most one is shaded, leave the loop no other way."""
    if {mark[-1] for mark in inference.cells} == {OPEN}:
        other = cell_name(next(cell for cell in reason.cells if cell != inference.cells[0][:2]))
        return f"otherwise {other} beside {inference.it} could be neither shaded nor passed"
    known = {cell: sign for cell in reason.cells for sign in (SHADED, OPEN) if (*cell, sign) in inference.known}
    left = [cell for cell in reason.cells if known.get(cell) != SHADED]
    is_ = "would be" if inference.supposed else "is"
    text = f"there {is_} no {'other ' if inference.cells else ''}way through {listed(names(left))}"
    if left[1:]:
        return text if len(known) > 1 else f"{text}: only one of them can be shaded"
    return f"{cell_name(next(cell for cell in known if cell not in left))} {is_} shaded, and {text}"


def in_line(inference: Inference[Any], reason: Statement) -> str:
    """Why a clue leaves no alternative in its line."""
    clue, several = f"the clue at {cell_name(reason.place)}", parts(inference.puzzle.arrows[reason.place])[0] != 1
    room = f"room for its shaded cell{'s' * several}"
    if inference.supposed:
        return f"{clue} would have no {'other ' if inference.cells else ''}{room}"
    return f"otherwise {clue} would have no {room}{', no two of which are side by side' * several}"


VIEW = CentreLoop(YajilinSolution)


def _placed_arrows(rows: list[list[Any]], sides: Point) -> Iterator[PlacedClue]:
    """The numbers, each at its cell and the point that its arrow points to."""
    for r, c, sign in filled_cells(rows):
        i, j = centre((r, c))
        down, right = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}.get(sign[-1:], (0, 0))
        number = sign[:-1] if down or right else sign
        yield PlacedClue("arrow", number, ((i, j), (i + down, j + right)), ordered=True)


KIND = DeclaredKind(
    Yajilin,
    VIEW,
    title="Yajilin",
    play="Shade some of the cells without a clue, no two of them side by side, and draw one closed loop through the "
    "centres of all other cells without a clue. A number counts the shaded cells in the direction of its arrow, up to "
    "the border.",
    rules={
        "clue": Rule(
            "A clue counts the shaded cells in its direction; it is neither shaded nor on the loop.",
            "clue",
            because=counted_there(SHADED),
        ),
        "adjacent": Rule("No two shaded cells are side by side.", *("neighbours", "neighbours"), says=beside_shaded),
        **LOOP_RULES,
        "cell": Rule(
            "Each cell that is neither shaded nor a clue is passed once.", "cell", "cells", argued=where_lines_meet
        ),
        "pair": Rule("The loop passes at least one of two cells side by side.", "cell pair", says=past_the_pair),
        "outside": Rule(
            "With the note '# shaded: outside' the loop encloses no shaded cell.",
            *("enclosed cell", "enclosed cells"),
            broken="the loop would enclose {place}",
        ),
        "line": Rule("The shaded cells that a clue counts are not side by side.", "line", says=in_line),
    },
    statements=statements,
    cuts=one_loop,
    teaching=side_by_side,
    shown=lambda puzzle, lines: (x for cell in puzzle.arrows for x in nothing_there(cell, lines).literals),
    clues_of=clues_of,
    sample=sample,
    techniques=TECHNIQUES,
    links=arrow_links(Yajilin, "yajilin", "yajirin", page="yajilin"),
    contradiction=lambda puzzle: too_narrow(puzzle) or overcounted(puzzle),
    parts=(Grading(7.8), Symmetry({"rows": _placed_arrows})),
)
