"""Slitherlink (Nikoli): one loop along the edges of cells; a number counts the lines around its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import ClassVar

from satdnd.declaration.clues import NumberGrid, clues
from satdnd.declaration.kind import DeclaredKind
from satdnd.declaration.loops import BorderLoop, BorderLoopSolution
from satdnd.declaration.puzzle import Clue, GridPuzzle
from satdnd.declaration.puzzlink import few_links
from satdnd.declaration.winding import winding_region
from satdnd.declaration.words import Rule
from satdnd.explanation.steps import Grading
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.slitherlink.techniques import TECHNIQUES, SlitherlinkWords
from satdnd.rules.count import Count, true_among
from satdnd.rules.edges import Edges, edges_of
from satdnd.rules.loop import SingleLoop, degrees, loop_through
from satdnd.rules.statement import Combined, RuleStatement, Together
from satdnd.sat.budget import Budget


class SlitherlinkSolution(BorderLoopSolution):
    """The loop."""


@dataclass(frozen=True)
class Slitherlink(GridPuzzle):
    """Numbers from 0 to 4, None for an empty cell."""

    rows: tuple[tuple[int | None, ...], ...] = clues(NumberGrid(0, 4))

    kind: ClassVar = "slitherlink"
    solution_class: ClassVar = SlitherlinkSolution

    @property
    def numbers(self) -> Mapping[Cell, int]:
        """The numbers by their cells."""
        return {(r, c): x for r, row in enumerate(self.rows) for c, x in enumerate(row) if x is not None}


# what the rules say


def number_at(cell: Cell, number: int, edges: Edges) -> Count:
    """The number of lines around a cell."""
    needed = f"needs {counted(number, 'line')}" if number else "has no lines"
    text = f"the {number} at {{}} {needed} around it"
    return Count("number", (cell,), text, edges.around(cell), number, number, clue=Clue("rows", cell))


def statements(puzzle: Slitherlink, edges: Edges) -> Iterator[RuleStatement]:
    """Numbers, corners, and at least one line."""
    for cell, number in puzzle.numbers.items():
        yield number_at(cell, number, edges)
    yield from degrees(edges, "corner", "the loop does not end or branch at {}")
    yield Count("single-loop", (), "there is a line", tuple(range(1, edges.count + 1)), 1, edges.count)


def around_numbers(puzzle: Slitherlink, edges: Edges) -> Iterator[Together]:
    """Each number together with the corners of its cell, as players see it."""
    corners = {one.corner: one for one in degrees(edges, "corner")}
    for cell, number in puzzle.numbers.items():
        if number:
            own = (corners[cell[0] + down, cell[1] + right] for down, right in product((0, 1), repeat=2))
            text = f"the loop passes the {number} at {{}} with {counted(number, 'line')}"
            yield Together("passing", (cell,), text, (number_at(cell, number, edges), *own))


def touching_numbers(puzzle: Slitherlink, edges: Edges) -> Iterator[Combined]:
    """Two touching numbers together; and the corners of cells without a number."""
    passing = {one.place: one for one in around_numbers(puzzle, edges)}
    for (r, c), one in passing.items():
        for near in ((r, c + 1), (r + 1, c - 1), (r + 1, c), (r + 1, c + 1)):
            if other := passing.get(near):
                second = f"the {puzzle.numbers[near]} at {cell_name(near)}"
                text = f"the loop passes the {puzzle.numbers[r, c]} at {{}} and {second} with their lines"
                yield Combined("touching", ((r, c), near), text, (one, other))
    corners = {one.corner: one for one in degrees(edges, "corner")}
    for r, c in puzzle.grid.cells(puzzle.grid.all):
        if (r, c) not in puzzle.numbers:
            four = tuple(corners[r + down, c + right] for down, right in product((0, 1), repeat=2))
            yield Combined("cell", ((r, c),), "the loop does not end or branch at a corner of {}", four)


def one_loop(puzzle: Slitherlink, edges: Edges) -> SingleLoop:
    """One loop, by cuts; it passes all numbers except 0."""
    return loop_through(edges, (edges.around(cell) for cell, number in puzzle.numbers.items() if number))


def contradiction(puzzle: Slitherlink) -> str | None:
    """A zero in every cell."""
    numbers = puzzle.numbers
    zeros = len(numbers) == puzzle.grid.size and not any(numbers.values())
    return "every cell has a 0, which leaves no edge for a line" if zeros else None


# new puzzles


def clues_of(puzzle: Slitherlink, solution: BorderLoopSolution) -> Slitherlink:
    """Every number of a solution."""
    edges = edges_of(puzzle.height, puzzle.width)
    cells = puzzle.grid.cells(puzzle.grid.all)
    return puzzle.changed({Clue("rows", x): true_among(edges.around(x), solution.board) for x in cells})


def sample(rng: Random, puzzle: Slitherlink, budget: Budget) -> Bitboard:
    """The loop around a random region."""
    return edges_of(puzzle.height, puzzle.width).border(winding_region(rng, puzzle.grid, budget))


# texts without a comment


def recognises(text: str) -> bool:
    """Whether there are two or more lines of equal length, of dots and 0 to 3 (a 4 would be a loop by itself)."""
    rows = [line.rstrip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    fits = all(re.fullmatch("[0-3.]+", row) and len(row) == len(rows[0]) for row in rows)
    return fits and len(rows) > 1 and {*"".join(rows)} > {"."}


KIND = DeclaredKind(
    Slitherlink,
    BorderLoop(SlitherlinkSolution),
    title="Slitherlink",
    play="Draw one closed loop along the edges of cells: it does not cross or touch itself. A number says how many of "
    "the edges of its cell are part of the loop.",
    rules={
        "number": Rule("A number says how many edges of its cell are part of the loop.", "number"),
        "passing": Rule("The loop neither ends nor branches at the corners of a numbered cell.", "number"),
        "touching": Rule("The loop passes two numbers that touch in a way that suits both.", "number pair"),
        "cell": Rule("The loop neither ends nor branches at the corners of a cell.", "cell"),
        "corner": Rule("The loop does not end, branch or touch itself: at a corner two lines meet, or none.", "corner"),
        "single-loop": Rule("The lines form a single loop.", "loop"),
    },
    statements=statements,
    implied=around_numbers,
    teaching=touching_numbers,
    cuts=one_loop,
    clues_of=clues_of,
    sample=sample,
    techniques=TECHNIQUES,
    words=SlitherlinkWords,
    links=few_links(Slitherlink, "slither", "slitherlink"),
    recognises=recognises,
    contradiction=contradiction,
    parts=(Grading((800, 96_000, 165_000, 330_000)),),
    counts=False,
)
