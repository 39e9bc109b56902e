"""Yajilin (Nikoli): cells that arrows count are shaded, and one loop passes through all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.arrows import ArrowPuzzle, arrow_counts, arrow_links, overcounted, parts
from satdnd.declaration.centre_loops import CentreLoop, CentreLoopSolution, too_narrow
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.loop_words import CLOSED, LOOP_RULES, LOOP_TECHNIQUES, passed, where_lines_meet
from satdnd.declaration.puzzle import Clue
from satdnd.declaration.separation_words import beside_shaded
from satdnd.declaration.words import Rule, Technique, count_techniques, counted_there
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, names, place, signs
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.centre_lines import DIRECTIONS, OPEN, SHADED, CentreLines
from satdnd.rules.count import Count, exactly, true_among
from satdnd.rules.edges import NONE
from satdnd.rules.loop import Degree, SingleLoop, loop_through
from satdnd.rules.separation import none_side_by_side
from satdnd.rules.statement import Combined, RuleStatement, Together
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.warm_solver import WarmSolver

CLUES, SHADED_SHARE = 0.08, 0.25
"""Shares of the cells of a generated puzzle: clues from the start, and shaded cells."""
_CHANGES = 3
"""Changes to a solution, per cell, before another one is tried."""
_NEAR = 2
"""The distance around a newly shaded cell within which others are freed."""


class YajilinSolution(CentreLoopSolution):
    """The loop and the shaded cells."""

    shading = True


@dataclass(frozen=True)
class Yajilin(ArrowPuzzle):
    """Numbers with arrows, which count shaded cells."""

    kind: ClassVar = "yajilin"
    solution_class: ClassVar = YajilinSolution


# what the rules say


def statements(puzzle: Yajilin, lines: CentreLines) -> Iterator[RuleStatement]:
    """Clues, neighbours, cells, and at least one line."""
    yield from arrow_counts(puzzle, lines.shade, "clue", "shaded")
    for cell in puzzle.arrows:
        nothing = nothing_there(cell, lines)
        yield exactly("clue", [cell], "the loop does not pass the clue at {}", nothing, len(nothing))
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


def nothing_there(cell: Cell, lines: CentreLines) -> list[int]:
    """A clue is neither shaded nor passed."""
    return [-x for x in (lines.shade(cell), *lines.corner(*cell))]


def side_by_side(puzzle: Yajilin, lines: CentreLines) -> Iterator[Combined]:
    """Two neighbours, of which the loop passes at least one; one clue, or two in a line, with the cells they count."""
    stated = [*statements(puzzle, lines)]
    cells = {one.place: one for one in stated if isinstance(one, Together)}
    pairs = {one.cells: one for one in stated if one.rule == "adjacent"}
    for (first, second), apart in pairs.items():
        text = f"the loop passes at least one of {{}} and {cell_name(second)}"
        yield Combined("pair", (first, second), text, (cells[first], cells[second], apart))
    clues = [one for one in arrow_counts(puzzle, lines.shade, "clue", "shaded") if one.most]
    for some in (*((clue,) for clue in clues), *combinations(clues, 2)):
        seen = [{*puzzle.ahead(one.place, puzzle.arrows[one.place][-1])} for one in some]
        if len(set.intersection(*seen)) < 2:
            continue
        there = set.union(*seen)
        near = [one for both, one in pairs.items() if there.issuperset(both)]
        inside = {x for x in range(1, lines.count + 1) if there.issuperset(lines.cells(x))}
        parts = [part for cell in sorted(there) for part in cells[cell].parts if isinstance(part, Count)]
        passed = [part for part in parts if not part.least and inside.intersection(part.literals)]
        text = " and ".join(one.text for one in some)
        yield Combined("line", tuple(one.place for one in some), text, (*some, *near, *passed))


def one_loop(puzzle: Yajilin, lines: CentreLines) -> SingleLoop:
    """One loop, by cuts; it passes one of any two neighbours."""
    pairs = puzzle.grid.pairs(puzzle.grid.mask(puzzle.free))
    return loop_through(lines, ({*lines.corner(*one), *lines.corner(*other)} for one, other in pairs), CLOSED)


# new puzzles


def clues_of(puzzle: Yajilin, solution: CentreLoopSolution) -> Yajilin:
    """All numbers filled in; cells neither passed nor shaded become clues towards the most shaded cells."""
    lines, board = VIEW.unknowns(puzzle), solution.board
    shaded = {cell for cell in lines.corners() if board >> lines.shade(cell) - 1 & 1}
    places = {cell: parts(clue)[1] for cell, clue in puzzle.arrows.items()}
    for cell in puzzle.free:
        if cell not in shaded and not true_among(lines.corner(*cell), board):
            places[cell] = max(DIRECTIONS, key=lambda way: len(shaded.intersection(puzzle.ahead(cell, way))))
    clues = {cell: f"{len(shaded.intersection(puzzle.ahead(cell, way)))}{way}" for cell, way in places.items() if way}
    return puzzle.changed({Clue("rows", cell): clue for cell, clue in clues.items()})


def sample(rng: Random, puzzle: Yajilin, budget: Budget) -> Bitboard | None:
    """A random solution, changed until its clues make it unique."""
    if 1 in (puzzle.height, puzzle.width):
        return None
    lines = VIEW.unknowns(puzzle)
    blank = puzzle.changed({Clue("rows", cell): "?" for cell in puzzle.free if rng.random() < CLUES})
    common = replace(KIND.rulebook(blank, Settings()), each=tuple, cuts=SingleLoop(lines, (), CLOSED))
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
    r, c = new = rng.choice([cell for x in scan(differ) for cell in lines.cells(x + 1)])
    near = {x for x in clued.grid.cells(clued.grid.all) if max(abs(x[0] - r), abs(x[1] - c)) <= _NEAR}
    blank = clued.blank(*lines.size).changed({Clue("rows", cell): "?" for cell in clued.arrows if cell not in near})
    kept = [cell for cell, x in shades.items() if cell not in near and x & solution.board]
    return shaded(rng, solver, blank, [*kept, new], sorted(near))


def shaded(
    rng: Random, solver: WarmSolver[YajilinSolution], blank: Yajilin, cells: list[Cell], more: Sequence[Cell]
) -> YajilinSolution | None:
    """A solution with these cells shaded, and of *more* those that still leave a loop; None if there is none."""
    lines = VIEW.unknowns(blank)
    stated, held = [*statements(blank, lines)], [*map(lines.shade, cells)]
    if (found := solver.first(stated, held)) is None:
        return None
    wanted, closed = round(SHADED_SHARE * len(blank.free)), blank.grid.neighbours(blank.grid.mask(cells))
    for cell in rng.sample(more, len(more)):
        x, place = lines.shade(cell), blank.grid.bit(cell)
        if len(held) >= wanted or place & closed or x in held or cell in blank.arrows:
            continue
        if other := found if found.board >> x - 1 & 1 else solver.first(stated, [*held, x]):
            held, found = [*held, x], other
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
    Technique(
        *("cell", "past a shaded cell", "The loop does not pass a shaded cell.", NONE, "{place} is shaded"),
        when=lambda inference: SHADED in {mark[-1] for mark in inference.known},
        many="{places} are shaded",
    ),
    *LOOP_TECHNIQUES,
    Technique("pair", "dead end beside it", "The loop could not pass the cell beside a shaded one."),
    Technique(
        *("line", "clues in one line", "Two clues that count the same cells."),
        when=lambda inference: len(inference.reasons[0].cells) > 1,
    ),
    Technique("line", "room for a clue", "A clue's shaded cells, no two of them side by side, fit in no other way."),
    Technique(
        "cell", "passed already", "The loop has passed a cell.", why="the loop already passes {place}", when=passed
    ),
    Technique("cell", "cell on the loop", ON_THE_LOOP, why="the loop passes {place}, and has one way to go on"),
)


def past_the_pair(inference: Inference[Any], reason: Statement) -> str:
    """Why two neighbours, of which at most one is shaded, leave the loop no other way."""
    if {mark[-1] for mark in inference.cells} == {OPEN}:
        other = next(cell for cell in reason.cells if cell != inference.cells[0][:2])
        return f"with {inference.it} shaded, the loop could not pass {cell_name(other)}"
    cells = {place(mark): mark[-1] for mark in inference.known if place(mark) in reason.cells and not mark[3:]}
    shaded = [cell_name(cell) for cell in reason.cells if cells.get(cell) == SHADED]
    is_ = "would be" if inference.supposed else "is"
    other_way = f"there {is_} no {'other ' if inference.cells else ''}way through"
    if shaded:
        left = [cell for cell in reason.cells if cells.get(cell) != SHADED]
        return f"{shaded[0]} {is_} shaded, and {other_way} {listed(names(left))}"
    both = f"{other_way} {listed(names(reason.cells))}"
    return both if len(cells) > 1 else f"{both}, of which only one can be shaded"


def in_line(inference: Inference[Any], reason: Statement) -> str:
    """Why clues leave no alternative in their line."""
    several, arrows = len(reason.cells) > 1, inference.puzzle.arrows
    clues = f"the clue{'s' * several} at {listed(names(reason.cells))}"
    if inference.supposed:
        other, own = "other " if inference.cells else "", "their" if several else "its"
        return f"{clues} would have no {other}room for {own} shaded cells"
    if not several:
        return f"otherwise {clues} would have no room for its shaded cells, no two of which are side by side"
    seen = {cell: {*inference.puzzle.ahead(cell, arrows[cell][-1])} for cell in reason.cells}
    inner, outer = sorted(seen, key=lambda cell: len(seen[cell]))
    beyond = all(len(mark) == 3 and place(mark) in seen[outer] - seen[inner] for mark in inference.cells)
    if not (seen[inner] < seen[outer] and beyond):
        return f"otherwise {clues} could not both be right"
    few, all_ = (parts(arrows[cell])[0] for cell in (inner, outer))
    some = "" if all_ == 1 else "all of " if few == all_ else f"{few} of "
    whole = "the shaded cell" if all_ == 1 else f"the {all_} shaded cells"
    return f"the clue at {cell_name(inner)} counts {some}{whole} that the clue at {cell_name(outer)} counts"


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
            "A clue counts the shaded cells in its direction; it is neither shaded nor on the loop.",
            "clue",
            because=counted_there(SHADED),
        ),
        "adjacent": Rule("No two shaded cells are side by side.", *("neighbours", "neighbours"), says=beside_shaded),
        **LOOP_RULES,
        "cell": Rule(
            "The loop passes every cell that is neither shaded nor a clue, once.",
            *("cell", "cells"),
            argued=where_lines_meet,
        ),
        "pair": Rule("The loop passes at least one of two cells side by side.", "cell pair", says=past_the_pair),
        "line": Rule("The shaded cells that clues count in a line are not side by side.", "line", says=in_line),
    },
    statements=statements,
    cuts=one_loop,
    teaching=side_by_side,
    shown=lambda puzzle, lines: (x for cell in puzzle.arrows for x in nothing_there(cell, lines)),
    clues_of=clues_of,
    sample=sample,
    techniques=TECHNIQUES,
    links=arrow_links(Yajilin, "yajilin", "yajirin"),
    contradiction=lambda puzzle: too_narrow(puzzle) or overcounted(puzzle),
    parts=(Grading((2_000, 54_000, 78_000, 126_000)),),
)
