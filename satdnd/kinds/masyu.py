"""Masyu (Nikoli): one loop through the centres of cells that turns at black circles and goes straight at white ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.clues.choices import Choice
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.signs import SignGrid, SignRows, Symbol, sign_links
from satdnd.declaration.generators.differences import LARGE, places
from satdnd.declaration.generators.generator import random_solution
from satdnd.declaration.generators.winding import turned, winding_region
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.views.centre_loops import CentreLoop, CentreLoopSolution, too_narrow
from satdnd.declaration.words.kind_words import OTHERWISE, Rule, Technique, Unargued
from satdnd.declaration.words.loop_words import (
    CLOSED,
    FINISHED_LOOP,
    LOOP_RULES,
    LOOP_TECHNIQUES,
    NO_WAY_ON,
    every_place,
)
from satdnd.engine.settings import Settings
from satdnd.errors import CannotFulfil
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, names
from satdnd.grid.bitboard import Bitboard, Cell, Grid, grid, scan
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.centre_lines import CentreLines, centre_lines, passages, squares
from satdnd.rules.loop import CornerDegrees, SingleLoop, edges_at, loop_through, visits, visits_all
from satdnd.rules.patterns import Patterns
from satdnd.rules.statement import AnyStatement, Combined
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.warm_solver import WarmSolver

CIRCLES = SignGrid("circle", (Symbol("w", "white", "○"), Symbol("b", "black", "●")))
_CHANGES = 3
"""Changes to a region, per square, before another one is tried."""
_TURNED = 3
"""The most squares turned at once."""
_SIDES = 9, 15
"""The squares along the windows in which large boards are made unique first."""
_STAY = 24
"""Changes because of one window, before the next: some cannot be made unique alone (without this 40x40 failed)."""


class MasyuSolution(CentreLoopSolution):
    """The loop."""


@dataclass(frozen=True)
class Masyu(GridPuzzle):
    """Each cell is ``w`` (a white circle), ``b`` (a black one) or None; *loop* is ``all`` if it passes every cell."""

    rows: SignRows = clues(CIRCLES)
    loop: str = clues(Choice("loop", "any", "all", "the loop passes every cell", letter="f"), "any")

    kind: ClassVar = "masyu"


# what the rules say

COLOURS = {"w": "white", "b": "black"}
"""The colours of circles, which are also the rules about them."""
TEXTS = {
    "white": "the loop goes straight through the white circle at {} and turns just before or after it",
    "black": "the loop turns at the black circle at {} and goes straight before and after it",
}
"""For each colour, the sentence of its rule."""


@lru_cache(maxsize=8_192)
def circle_at(cell: Cell, colour: str, lines: CentreLines) -> Patterns:
    """The ways in which the loop may pass a circle."""
    edges = {way: x for way in "nesw" if (x := lines.towards(cell, way))}
    after = {way: lines.towards(end, way) for way, x in edges.items() for end in lines.ends(x) if end != cell}
    ways = list[list[int]]()
    for one, other in product("ns", "ew") if colour == "b" else (("n", "s"), ("w", "e")):
        if one not in edges or other not in edges:
            continue
        through = [x if way in (one, other) else -x for way, x in edges.items()]
        beyond = [after[one], after[other]]
        if colour == "b":
            ways += [[*through, *beyond]] * all(beyond)
        else:  # at the edge of the grid it turns anyway
            ways += [[*through, -x] for x in beyond] if all(beyond) else [through]
    rule = COLOURS[colour]
    return Patterns(rule, (cell,), TEXTS[rule], tuple(map(tuple, ways)), clue=Clue("rows", cell))


def statements(puzzle: Masyu, lines: CentreLines) -> Iterator[AnyStatement]:
    """Circles, and the properties of any loop."""
    for cell, colour in puzzle.by_cell.items():
        yield circle_at(cell, colour, lines)
    yield from passages(lines)
    yield from visits(lines, "every-cell", "cell") if puzzle.loop == "all" else ()


def around_circles(puzzle: Masyu, lines: CentreLines) -> Iterator[Combined]:
    """Circles with their neighbours; circles side by side; squares, which a loop leaves as often as it enters."""
    cells = {one.corner: one for one in CornerDegrees(lines, "cell").statements()}
    circles = {cell: circle_at(cell, colour, lines) for cell, colour in puzzle.by_cell.items()}
    for cell, circle in circles.items():
        neighbours = [end for x in lines.corner(*cell) for end in lines.ends(x) if end != cell]
        parts = (circle, *(cells[near] for near in neighbours))
        yield Combined("beside", (cell,), circle.text, parts)
        for down, right in ((0, 1), (1, 0)):
            row = [circle]
            while (near := circles.get((cell[0] + len(row) * down, cell[1] + len(row) * right))) and row[2:] == []:
                row.append(near)
                places = tuple(one.place for one in row)
                text = f"the loop passes the circles at {listed([cell_name(place) for place in places])}"
                yield Combined("row", places, text, tuple(row))
    yield from squares(lines)


# new puzzles


def clues_of(puzzle: Masyu, solution: CentreLoopSolution) -> Masyu:
    """Every circle that fits the loop."""
    lines = centre_lines(puzzle.height, puzzle.width)
    pairs = product(lines.corners(), "wb")
    fits = {cell: colour for cell, colour in pairs if not circle_at(cell, colour, lines).broken(solution.board)}
    return puzzle.changed({Clue("rows", cell): fits.get(cell) for cell in lines.corners()})


def one_loop(puzzle: Masyu, lines: CentreLines) -> SingleLoop:
    """One loop, by cuts; it passes all circles."""
    passed, at = lines.corners() if puzzle.loop == "all" else puzzle.by_cell, edges_at(lines)
    return loop_through(lines, (at[cell] for cell in passed), CLOSED)


def contradiction(puzzle: Masyu) -> str | None:
    """A single line, or an odd number of cells to pass."""
    odd = visits_all(puzzle.height, puzzle.width, "cell") if puzzle.loop == "all" else None
    return too_narrow(puzzle) or odd


def sample(rng: Random, puzzle: Masyu, budget: Budget) -> Bitboard | None:
    """The loop around a random region of the squares between the centres, changed until its circles make it unique.

    One that passes every cell is from the solver.
    """
    if puzzle.loop == "all":
        if why := contradiction(puzzle):
            raise CannotFulfil(why)
        return random_solution(KIND, KIND.view, rng, puzzle, budget)
    lines = centre_lines(puzzle.height, puzzle.width)
    if 1 in lines.size:
        return None
    squares = grid(lines.height, lines.width)
    region = winding_region(rng, squares, budget)
    circles = [circle_at(cell, colour, lines) for cell, colour in product(lines.corners(), "wb")]
    with WarmSolver[MasyuSolution](KIND.rulebook(puzzle, Settings()), budget) as solver:
        for window, most in _windows(squares):
            outside = [x for x in range(1, lines.count + 1) if not window & squares.mask(lines.neighbours(x))]
            for _ in range(most):
                solution = MasyuSolution(puzzle.height, puzzle.width, lines.border(region))
                true = (one for one in circles if not one.broken(solution.board))
                kept = [x if solution.board >> x - 1 & 1 else -x for x in outside]
                other = solver.other(true, solution, kept)
                if other is None:
                    if window == squares.all:
                        return solution.board
                    break
                differ = (cell for i in scan(solution.board ^ other.board) for cell in lines.neighbours(i + 1))
                region = _changed(rng, squares, region, squares.mask(differ))
    return None


def _windows(squares: Grid) -> Iterator[tuple[Bitboard, int]]:
    """The parts of the board in which other solutions are looked for, each with the most changes: windows of large
    boards first, where questions are easy, and in the end the whole board.
    """
    if squares.size < LARGE:
        yield squares.all, _CHANGES * squares.size
        return
    for side in _SIDES:
        yield from ((window, _STAY) for window in squares.windows(side))
    yield squares.all, squares.size // 3  # boards that became unique took fewer, others went on without end


def _changed(rng: Random, squares: Grid, region: Bitboard, differ: Bitboard) -> Bitboard:
    """The region with a few squares turned at each place where another solution differs."""
    for place in places(squares, differ):
        left = rng.randint(1, _TURNED)
        for cell in rng.sample(squares.cells(place), place.bit_count()):
            if left and (made := turned(region, squares, cell)) is not None:
                region, left = made, left - 1
    return region


# explanations


def way_through(inference: Inference[Any], reason: Statement) -> str:
    """How the loop passes circles: at them, beside them, or both."""
    if reason.rule in TEXTS:
        return one_circle(inference, reason)
    return Unargued(f"the loop cannot pass {_circles(inference, reason)} in any other way")


def by_the_circles(inference: Inference[Any], reason: Statement) -> str:
    """In arguments, which circles give what is found; of a single one, also how."""
    if not inference.cells:
        return f"the loop could not pass {_circles(inference, reason)}"
    return one_circle(inference, reason) if reason.rule in TEXTS else f"by {_circles(inference, reason)}"


def _circles(inference: Inference[Any], reason: Statement) -> str:
    """``the white circle at r1c1``, ``the circles at r1c1 and r1c2``."""
    colours = {inference.puzzle.by_cell[cell] for cell in reason.cells}
    colour = f"{COLOURS[colours.pop()]} " if len(colours) == 1 else ""
    return f"the {colour}circle{'s' if reason.cells[1:] else ''} at {listed(names(reason.cells))}"


def one_circle(inference: Inference[Any], reason: Statement) -> str:
    """How the loop passes one circle: as much of its sentence as the step is about."""
    at = [reason.place in (mark[:2], mark[2:4]) for mark in inference.cells]
    elsewhere = not all(at) or any(reason.place not in (mark[:2], mark[2:4]) for mark in inference.known)
    there, beyond = reason.text.split(" and ", 1)
    text = reason.text if elsewhere else there
    if not any(at):
        text = f"the loop {beyond.removesuffix('it')}the {reason.rule} circle at {cell_name(reason.place)}"
    if inference.supposed:
        text = re.sub(
            "(loop|and) (go|turn)e?s", lambda verb: f"{verb[1]} {'would ' * (verb[1] == 'loop')}{verb[2]}", text
        )
    return text


def alone(inference: Inference[Any]) -> bool:
    """Whether the circle's position alone is enough."""
    return not inference.known


def colours(*wanted: str) -> Callable[[Inference[Any]], bool]:
    """Whether a rule is about circles of these colours."""
    return lambda inference: sorted(inference.puzzle.by_cell[x] for x in inference.reasons[0].cells) == sorted(wanted)


NEXT_TO = "A circle, with what is known around it."
TECHNIQUES = (
    Technique("black", "black circle at the border", "The loop leaves it away from the border.", when=alone),
    Technique("white", "white circle at the border", "The loop passes it along the border.", when=alone),
    Technique("black", "black circle", NEXT_TO),
    Technique("white", "white circle", NEXT_TO),
    Technique(
        "row",
        "three white circles",
        "The loop runs across a row of three, at each of them.",
        when=colours(*"www"),
    ),
    Technique(
        "row",
        "adjacent black circles",
        "The loop leaves two black circles side by side away from each other.",
        when=colours(*"bb"),
    ),
    Technique("row", "circles side by side", "The loop can pass neighbouring circles in no other way."),
    Technique("beside", "blocked circle", "The loop cannot leave a circle that way: it could not go on beyond it."),
    FINISHED_LOOP,
    *LOOP_TECHNIQUES,
    NO_WAY_ON,
    every_place("every-cell", "cell"),
    Technique("square", "2x2 square", "The cells of a 2x2 square, taken together."),
)

KIND = DeclaredKind(
    Masyu,
    CentreLoop(MasyuSolution),
    title="Masyu",
    play="Draw one closed loop through the centres of cells, along rows and columns; it never crosses itself. It "
    "passes through all circles: at a black one it turns, and goes straight through the cells before and after it; at "
    "a white one it goes straight, and turns in the cell before it, in the cell after it, or in both.",
    rules={
        **LOOP_RULES,
        "white": Rule(
            "At a white circle the loop goes straight; it turns just before or after.",
            "white circle",
            because=way_through,
            argued=by_the_circles,
        ),
        "black": Rule(
            "At a black circle the loop turns; it goes straight before and after.",
            "black circle",
            because=way_through,
            argued=by_the_circles,
        ),
        "row": Rule(
            "The loop runs through circles side by side as each of them says.",
            "circle pair",
            because=way_through,
            argued=by_the_circles,
        ),
        "beside": Rule(
            "The loop runs through a circle and the cells beside it as circles there say.",
            "blocked circle",
            because=way_through,
            argued=by_the_circles,
        ),
        "every-cell": Rule(
            "With the note '# loop: all' the loop passes every cell.",
            "visited cell",
            broken="the loop could not pass {place}",
        ),
        "square": Rule("In no 2x2 square does the loop end or branch.", "2x2 square", broken=OTHERWISE),
    },
    statements=statements,
    cuts=one_loop,
    teaching=around_circles,
    clues_of=clues_of,
    sample=sample,
    techniques=TECHNIQUES,
    links=sign_links(Masyu, CIRCLES, "mashu", "masyu", "pearl", page="masyu"),
    contradiction=contradiction,
    counts=False,
    parts=(Grading(7.9),),
)
