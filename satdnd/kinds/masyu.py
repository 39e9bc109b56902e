"""Masyu (Nikoli): one loop through the centres of cells that turns at black circles and goes straight at white ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from random import Random
from typing import ClassVar

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
from satdnd.explanation.wording import Inference
from satdnd.formats.links import puzzlink
from satdnd.formats.links.piece import Piece
from satdnd.grid.bitboard import Bitboard, Cell, grid, scan
from satdnd.rules.centre_lines import CentreLines, centre_lines, passages
from satdnd.rules.loop import SingleLoop
from satdnd.rules.patterns import Patterns
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.setter.warm_solver import WarmSolver

_CHANGES = 3
"""How often a region is changed, for each of its squares, before another one is tried."""
_TURNED = 3
"""Squares that are turned at once, at most."""


class MasyuSolution(CentreLoopSolution):
    """The loop."""


@dataclass(frozen=True)
class Masyu(GridPuzzle):
    """Circles, ``w`` for white and ``b`` for black, None for a cell without."""

    rows: SignRows = clues(SignGrid("circle", (Symbol("w", "white", "○"), Symbol("b", "black", "●"))))

    kind: ClassVar = "masyu"
    solution_class: ClassVar = MasyuSolution

    @cached_property
    def circles(self) -> Mapping[Cell, str]:
        """The circles by their cells."""
        return {(r, c): x for r, row in enumerate(self.rows) for c, x in enumerate(row) if x}


@dataclass(frozen=True, kw_only=True)
class MasyuRecipe(DeclaredRecipe):
    """What a generated masyu should be like."""


# what the rules say

SAYS = {
    "w": ("white", "the loop goes straight through the white circle at {} and turns just before or after it"),
    "b": ("black", "the loop turns at the black circle at {} and goes straight before and after it"),
}
"""Of each circle its rule, and what that says."""


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
        else:  # where the grid ends it turns anyway
            ways += [[*through, -x] for x in beyond] if all(beyond) else [through]
    rule, text = SAYS[colour]
    return Patterns(rule, (cell,), text, tuple(map(tuple, ways)), clue=Clue("rows", cell))


def statements(puzzle: Masyu, lines: CentreLines) -> Iterator[RuleStatement]:
    """Circles, and what any loop is."""
    for cell, colour in puzzle.circles.items():
        yield circle_at(cell, colour, lines)
    yield from passages(lines)


def one_loop(puzzle: Masyu, lines: CentreLines) -> SingleLoop:
    """Loop by loop; each passes all circles."""
    passed = [sum(1 << x - 1 for x in lines.corner(*cell)) for cell in puzzle.circles]
    return SingleLoop(lines, passed, CLOSED)


# new puzzles


def clues_of(puzzle: Masyu, solution: CentreLoopSolution) -> Masyu:
    """Every circle that the loop passes as it should."""
    lines = centre_lines(puzzle.height, puzzle.width)
    found = {cell: colour for cell in lines.corners() for colour in "wb" if _fits(lines, cell, colour, solution.board)}
    return puzzle.changed({Clue("rows", cell): found.get(cell) for cell in lines.corners()})


def _fits(lines: CentreLines, cell: Cell, colour: str, board: Bitboard) -> bool:
    return not circle_at(cell, colour, lines).broken(board)


def sample(chance: Random, puzzle: Masyu, budget: Budget) -> Bitboard | None:
    """The loop around a random region of the squares between the centres, changed as long as circles leave another."""
    lines = centre_lines(puzzle.height, puzzle.width)
    if 1 in lines.size:
        return None
    squares = grid(lines.height, lines.width)
    region = winding_region(chance, squares, budget)
    with WarmSolver[MasyuSolution](KIND.rulebook(puzzle, Settings()), budget) as solver:
        for _ in range(_CHANGES * squares.size):
            solution = MasyuSolution(puzzle.height, puzzle.width, lines.border(region))
            circles = clues_of(puzzle, solution).circles.items()
            stated = [circle_at(cell, colour, lines) for cell, colour in circles]
            other = solver.other(stated, solution)
            if other is None:
                return solution.board
            near = squares.mask(cell for i in scan(solution.board ^ other.board) for cell in lines.beside(i + 1))
            near |= squares.neighbours(near)
            left = chance.randint(1, _TURNED)
            for cell in chance.sample(squares.cells(near), near.bit_count()):
                if left and (made := turned(region, squares, cell)) is not None:
                    region, left = made, left - 1
    return None


# links: three cells a sign, in base 3


def _from_puzz_link(body: Piece, height: int, width: int) -> Masyu:
    digits = puzzlink.triples(body, height * width)
    rows = (digits[r * width : (r + 1) * width] for r in range(height))
    return Masyu(tuple(tuple((None, "w", "b")[x] for x in row) for row in rows))


def _to_puzz_link(puzzle: Masyu) -> str:
    return puzzlink.encoded_triples([(None, "w", "b").index(x) for row in puzzle.rows for x in row])


# explanations


def _alone(inference: Inference[Masyu]) -> bool:
    """Whether nothing is known of the circle but where it stands."""
    return not inference.known


NEXT_TO = "What a circle says with what is known around it."
TECHNIQUES = (
    Technique("black", "black circle at the border", "The loop leaves it away from the border.", when=_alone),
    Technique("white", "white circle at the border", "The loop passes it along the border.", when=_alone),
    Technique("black", "black circle", NEXT_TO),
    Technique("white", "white circle", NEXT_TO),
    FINISHED_LOOP,
    *LOOP_TECHNIQUES,
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
    "passes all circles: at a black one it turns, and goes straight through the cells before and after; through a "
    "white one it goes straight, and turns in the cell before or after it, or in both.",
    rules={
        **LOOP_RULES,
        "white": Rule(
            "Through a white circle the loop goes straight, and turns just before or after it.",
            "white circle",
            broken="the loop would not go straight through {place} and turn just before or after it",
        ),
        "black": Rule(
            "At a black circle the loop turns, and goes straight before and after it.",
            "black circle",
            broken="the loop would not turn at {place} and go straight before and after it",
        ),
    },
    statements=statements,
    cuts=one_loop,
    clues_of=clues_of,
    sample=sample,
    recipe=MasyuRecipe,
    techniques=TECHNIQUES,
    words=CentreLoopWords,
    links=body_links(_from_puzz_link, _to_puzz_link, "mashu", "masyu"),
    examples=EXAMPLES,
    contradiction=too_narrow,
    counts=False,
    parts=(Grading((60_000, 85_000, 165_000, 270_000)),),
)
