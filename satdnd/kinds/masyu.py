"""Masyu (Nikoli): one loop through the centres of cells that turns at black circles and goes straight at white ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.centre_loops import (
    CLOSED,
    FINISHED_LOOP,
    LOOP_RULES,
    LOOP_TECHNIQUES,
    CentreLoop,
    CentreLoopSolution,
    CentreLoopWords,
    too_narrow,
)
from satdnd.declaration.clues import clues
from satdnd.declaration.generator import DeclaredRecipe
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.puzzlink import body_links
from satdnd.declaration.signs import SignGrid, SignRows, Symbol
from satdnd.declaration.winding import turned, winding_region
from satdnd.declaration.words import Rule, Technique
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Grading
from satdnd.explanation.wording import Inference, names
from satdnd.formats.links import puzzlink
from satdnd.formats.links.piece import Piece
from satdnd.grid.bitboard import Bitboard, Cell, grid, scan
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.centre_lines import CentreLines, centre_lines, passages, squares
from satdnd.rules.edges import NONE
from satdnd.rules.loop import Degree, SingleLoop
from satdnd.rules.patterns import Patterns
from satdnd.rules.statement import Combined, RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement
from satdnd.setter.warm_solver import WarmSolver

_CHANGES = 3
"""Changes to a region, per square, before another one is tried."""
_TURNED = 3
"""The most squares turned at once."""
_LARGE = 400
"""The cells from which on every place where another loop differs is changed at once."""
MOST_PASSED = 10_000
"""The most cells for which sets of lines, one per circle, are worth their memory."""


class MasyuSolution(CentreLoopSolution):
    """The loop."""


@dataclass(frozen=True)
class Masyu(GridPuzzle):
    """Each cell is ``w`` (a white circle), ``b`` (a black one) or None."""

    rows: SignRows = clues(SignGrid("circle", (Symbol("w", "white", "○"), Symbol("b", "black", "●"))))

    kind: ClassVar = "masyu"
    solution_class: ClassVar = MasyuSolution

    @cached_property
    def circles(self) -> Mapping[Cell, str]:
        """The circles' colours by cell."""
        return {(r, c): x for r, row in enumerate(self.rows) for c, x in enumerate(row) if x}


@dataclass(frozen=True, kw_only=True)
class MasyuRecipe(DeclaredRecipe):
    """The options of the masyu generator."""


# what the rules say

SIGNS = ("white", "black")
SAYS = {
    "w": ("white", "the loop goes straight through the white circle at {} and turns just before or after it"),
    "b": ("black", "the loop turns at the black circle at {} and goes straight before and after it"),
}
"""For each colour, the rule and its sentence."""


@lru_cache(maxsize=8_192)
def circle_at(cell: Cell, colour: str, lines: CentreLines) -> Patterns:
    """The ways in which the loop may pass a circle."""
    own = {way: x for way in "nesw" if (x := lines.towards(cell, way))}
    after = {way: lines.towards(end, way) for way, x in own.items() for end in lines.ends(x) if end != cell}
    ways = list[list[int]]()
    for one, other in product("ns", "ew") if colour == "b" else (("n", "s"), ("w", "e")):
        if one not in own or other not in own:
            continue
        through = [x if way in (one, other) else -x for way, x in own.items()]
        beyond = [after[one], after[other]]
        if colour == "b":
            ways += [[*through, *beyond]] * all(beyond)
        else:  # at the edge of the grid it turns anyway
            ways += [[*through, -x] for x in beyond] if all(beyond) else [through]
    rule, text = SAYS[colour]
    return Patterns(rule, (cell,), text, tuple(map(tuple, ways)), clue=Clue("rows", cell))


def statements(puzzle: Masyu, lines: CentreLines) -> Iterator[RuleStatement]:
    """Circles, and the properties of any loop."""
    for cell, colour in puzzle.circles.items():
        yield circle_at(cell, colour, lines)
    yield from passages(lines)


def around_circles(puzzle: Masyu, lines: CentreLines) -> Iterator[Combined]:
    """Circles with their neighbours; circles side by side; squares, which a loop leaves as often as it enters."""
    cells = {one.corner: one for one in passages(lines) if isinstance(one, Degree)}
    circles = {cell: circle_at(cell, colour, lines) for cell, colour in puzzle.circles.items()}
    for cell, circle in circles.items():
        neighbours = [end for x in lines.corner(*cell) for end in lines.ends(x) if end != cell]
        own = (circle, *(cells[near] for near in neighbours))
        yield Combined("beside", (cell,), circle.text, own)
        for down, right in ((0, 1), (1, 0)):
            row = [circle]
            while (near := circles.get((cell[0] + len(row) * down, cell[1] + len(row) * right))) and row[2:] == []:
                row.append(near)
                places = tuple(one.place for one in row)
                text = f"the loop passes the circles at {listed([cell_name(place) for place in places])}"
                yield Combined("row", places, text, tuple(row))
    yield from squares(lines)


def one_loop(puzzle: Masyu, lines: CentreLines) -> SingleLoop:
    """One loop, by cuts; up to `MOST_PASSED` cells, a cut uses that the loop passes all circles."""
    circles = puzzle.circles if puzzle.grid.size <= MOST_PASSED else ()
    passed = [sum(1 << x - 1 for x in lines.corner(*cell)) for cell in circles]
    return SingleLoop(lines, passed, CLOSED)


# new puzzles


def clues_of(puzzle: Masyu, solution: CentreLoopSolution) -> Masyu:
    """Every circle that fits the loop."""
    lines = centre_lines(puzzle.height, puzzle.width)
    found = {cell: colour for cell in lines.corners() for colour in "wb" if _fits(lines, cell, colour, solution.board)}
    return puzzle.changed({Clue("rows", cell): found.get(cell) for cell in lines.corners()})


def _fits(lines: CentreLines, cell: Cell, colour: str, board: Bitboard) -> bool:
    return not circle_at(cell, colour, lines).broken(board)


def sample(rng: Random, puzzle: Masyu, budget: Budget) -> Bitboard | None:
    """The loop around a random region of the squares between the centres, changed until its circles make it unique."""
    lines = centre_lines(puzzle.height, puzzle.width)
    if 1 in lines.size:
        return None
    squares = grid(lines.height, lines.width)
    region, large = winding_region(rng, squares, budget), puzzle.grid.size >= _LARGE
    with WarmSolver[MasyuSolution](KIND.rulebook(puzzle, Settings()), budget) as solver:
        for _ in range(_CHANGES * squares.size):
            solution = MasyuSolution(puzzle.height, puzzle.width, lines.border(region))
            circles = clues_of(puzzle, solution).circles.items()
            stated = [circle_at(cell, colour, lines) for cell, colour in circles]
            other = solver.other(stated, solution)
            if other is None:
                return solution.board
            near = squares.mask(cell for i in scan(solution.board ^ other.board) for cell in lines.neighbours(i + 1))
            near |= squares.neighbours(near)
            for place in squares.components(near) if large else [near]:
                left = rng.randint(1, _TURNED)
                for cell in rng.sample(squares.cells(place), place.bit_count()):
                    if left and (made := turned(region, squares, cell)) is not None:
                        region, left = made, left - 1
    return None


# links: three cells per character, in base 3


def _from_puzz_link(body: Piece, height: int, width: int) -> Masyu:
    digits = puzzlink.triples(body, height * width)
    rows = (digits[r * width : (r + 1) * width] for r in range(height))
    return Masyu(tuple(tuple((None, "w", "b")[x] for x in row) for row in rows))


def _to_puzz_link(puzzle: Masyu) -> str:
    return puzzlink.encoded_triples([(None, "w", "b").index(x) for row in puzzle.rows for x in row])


# explanations


def _alone(inference: Inference[Masyu]) -> bool:
    """Whether the circle's position alone is enough."""
    return not inference.known


class MasyuWords(CentreLoopWords):
    """How a circle is passed, as far as it matters."""

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """For a circle, also what is said about its neighbouring cells."""
        if reason.rule in SIGNS:
            return self._passed(inference, reason, supposed=False)
        if reason.rule in ("beside", "row"):
            return f"the loop cannot pass {_circles(inference.puzzle, reason)} in any other way"
        if reason.rule == "square":
            return reason.text.replace("does not", "would")
        return super().because(inference, reason)

    def turn(self, inference: Inference[Any]) -> str:
        """The same, in arguments."""
        reason, supposed = inference.reasons[0], inference.supposed
        if reason.rule in SIGNS and inference.cells:
            return self._passed(inference, reason, supposed=supposed)
        if reason.rule in (*SIGNS, "beside", "row"):
            other = " in any other way" if inference.cells else ""
            could = "could not" if supposed else "cannot"
            return f"the loop {could} pass {_circles(inference.puzzle, reason)}{other}"
        if reason.rule == "square":
            return f"{'otherwise ' if inference.cells else ''}{reason.text.replace('does not', 'would')}"
        return super().turn(inference)

    @staticmethod
    def _passed(inference: Inference[Any], reason: Statement, *, supposed: bool) -> str:
        """How the loop passes a circle: at it, beside it, or both."""
        at = [reason.place in (mark[:2], mark[2:4]) for mark in inference.cells]
        elsewhere = not all(at) or any(reason.place not in (mark[:2], mark[2:4]) for mark in inference.known)
        does, (go, turn) = "would " if supposed else "", ("go", "turn") if supposed else ("goes", "turns")
        there = f"the {reason.rule} circle at {cell_name(reason.place)}"
        if reason.rule == "white":
            parts = f"{does}{go} straight through {there}", f"{turn} just before or after it"
            alone = f"the loop {does}{turn} just before or after {there}"
        else:
            parts = f"{does}{turn} at {there}", f"{go} straight before and after it"
            alone = f"the loop {does}{go} straight before and after {there}"
        if not any(at):
            return alone
        return f"the loop {' and '.join(parts if elsewhere else parts[:1])}"


def _circles(puzzle: Masyu, reason: Statement) -> str:
    """``the white circles at r1c1 and r1c2``."""
    colours = {puzzle.circles[cell] for cell in reason.cells}
    colour = f"{SAYS[colours.pop()][0]} " if len(colours) == 1 else ""
    return f"the {colour}circle{'s' if reason.cells[1:] else ''} at {listed(names(reason.cells))}"


def _colours(*wanted: str) -> Callable[[Inference[Masyu]], bool]:
    """Whether a rule is about circles of these colours."""
    return lambda inference: sorted(inference.puzzle.circles[x] for x in inference.reasons[0].cells) == sorted(wanted)


NEXT_TO = "A circle, with what is known around it."
TECHNIQUES = (
    Technique("black", "black circle at the border", "The loop leaves it away from the border.", when=_alone),
    Technique("white", "white circle at the border", "The loop passes it along the border.", when=_alone),
    Technique("black", "black circle", NEXT_TO),
    Technique("white", "white circle", NEXT_TO),
    Technique(
        "row",
        "three white circles",
        "The loop runs across a row of three, at each of them.",
        when=_colours(*"www"),
    ),
    Technique("row", "circles side by side", "The loop can pass neighbouring circles in no other way."),
    Technique("beside", "blocked circle", "The loop cannot leave a circle that way: it could not go on beyond it."),
    FINISHED_LOOP,
    *LOOP_TECHNIQUES,
    Technique(
        *("cell", "no way on", "The loop could not go on from a cell.", NONE, "the loop would end at {place}"),
        many="the loop would end at {places}",
    ),
    Technique("square", "2x2 square", "The cells of a 2x2 square, taken together.", why="otherwise {}"),
)

EXAMPLES = (
    """\
# kind: masyu
# name: example 6x6
# source: robx/pzprjs, test/script/mashu.js
..w...
.b..w.
......
...b..
.w....
......
""",
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
            broken="the loop would not go straight through {place} and turn just before or after it",
        ),
        "black": Rule(
            "At a black circle the loop turns; it goes straight before and after.",
            "black circle",
            broken="the loop would not turn at {place} and go straight before and after it",
        ),
        "row": Rule("The loop runs through circles side by side as each of them says.", "circle pair"),
        "beside": Rule(
            "The loop runs through a circle and the cells beside it as circles there say.", "blocked circle"
        ),
        "square": Rule("In no 2x2 square does the loop end or branch.", "2x2 square"),
    },
    statements=statements,
    cuts=one_loop,
    teaching=around_circles,
    clues_of=clues_of,
    sample=sample,
    recipe=MasyuRecipe,
    techniques=TECHNIQUES,
    words=MasyuWords,
    links=body_links(_from_puzz_link, _to_puzz_link, "mashu", "masyu"),
    examples=EXAMPLES,
    contradiction=too_narrow,
    counts=False,
    parts=(Grading((60_000, 85_000, 165_000, 270_000)),),
)
