"""Masyus: loops along the edges between the centres of cells, each tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from samples.slitherlink import edges, loops
from satdnd.declaration.generators.winding import winding_region
from satdnd.engine.kind import kind_named
from satdnd.grid.bitboard import grid
from satdnd.kinds import masyu
from satdnd.kinds.masyu import Masyu, MasyuSolution
from satdnd.rules.centre_lines import centre_lines
from satdnd.sat.budget import Budget

TEXT = "....\n.w.b\n....\nb...\n"
SEVERAL = "....\n.w..\n....\n....\n"
LINKS = [
    "mashu/6/6/1063000i3000",  # robx/pzprjs, test/script/mashu.js
    "mashu/f/6/6/1063000i3000",  # the loop passes every cell
    "mashu/21/15/000a0l2943300030l00200i10j0063c60091000670303010606j3600133013ia16l0110000600306b2063000300020960ai301030",
]

Ways = dict[tuple[int, int], set[tuple[int, int]]]
"""Of each cell of a loop the two steps that lead on from it."""


@cache
def rounds(height: int, width: int) -> list[Ways]:
    """All loops of a grid of cells."""
    found = []
    for inside in loops(height - 1, width - 1) if min(height, width) > 1 else ():
        ways: Ways = {}
        for one, other in map(sorted, edges(inside)):
            ways.setdefault(one, set()).add((other[0] - one[0], other[1] - one[1]))
            ways.setdefault(other, set()).add((one[0] - other[0], one[1] - other[1]))
        found.append(ways)
    return found


def straight(ways: Ways, cell: tuple[int, int]) -> bool:
    """Whether the loop goes straight through a cell."""
    (a, b), (c, d) = ways[cell]
    return (a, b) == (-c, -d)


def fits(ways: Ways, cell: tuple[int, int], colour: str) -> bool:
    """Whether a circle could stand there."""
    if cell not in ways:
        return False
    after = [straight(ways, (cell[0] + down, cell[1] + right)) for down, right in ways[cell]]
    return all(after) and not straight(ways, cell) if colour == "b" else straight(ways, cell) and not all(after)


def drawn(ways: Ways, height: int, width: int) -> list[list[str]]:
    """As JSON has it."""
    letters = {(-1, 0): "n", (1, 0): "s", (0, 1): "e", (0, -1): "w"}
    return [
        ["".join(sorted((letters[step] for step in ways.get((r, c), ())), key="nsew".index)) for c in range(width)]
        for r in range(height)
    ]


def puzzles() -> Iterator[Masyu]:
    """Some by hand, and shares of the circles of loops."""
    for text in (
        "w.",
        "b.\n..",
        "..\n..",
        "...\n...\n...",
        "www\nwww\nwww",
        "w..\n...\n..w",
        "b..\n...\n..b",
        "b..w\n....\n....",
    ):
        yield Masyu(tuple(tuple(None if x == "." else x for x in row) for row in text.split("\n")))
        yield Masyu(tuple(tuple(None if x == "." else x for x in row) for row in text.split("\n")), "all")
    yield Masyu(((None,) * 4,) * 4, "all")
    yield Masyu(((None,) * 4, (None, "w", None, None), (None,) * 4), "all")
    rng = Random(5)
    for height, width in ((3, 4), (4, 4), (4, 5), (5, 4), (4, 4), (4, 5)):
        ways = rng.choice(rounds(height, width))
        for share in (0.5, 0.9):
            yield Masyu(
                tuple(
                    tuple(
                        next((x for x in "wb" if fits(ways, (r, c), x) and rng.random() < share), None)
                        for c in range(width)
                    )
                    for r in range(height)
                )
            )


def solutions(puzzle: Masyu) -> Iterator[list[list[str]]]:
    """All loops that pass the circles, or also every other cell."""
    circles = [((r, c), x) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x]
    for ways in rounds(puzzle.height, puzzle.width):
        whole = puzzle.loop == "any" or len(ways) == puzzle.height * puzzle.width
        if whole and all(fits(ways, cell, colour) for cell, colour in circles):
            yield drawn(ways, puzzle.height, puzzle.width)


def common(found: Sequence[Sequence[Sequence[str]]]) -> list[str]:
    """Lines that all loops have, and those that none has."""
    height, width = len(found[0]), len(found[0][0])
    rows = []
    for i in range(2 * height - 1):
        row = ""
        for j in range(2 * width - 1):
            there = {"es"[i % 2] in board[i // 2][j // 2] for board in found}
            if (i + j) % 2:
                row += " " if len(there) > 1 else "-|"[i % 2] if True in there else "x"
            else:
                row += " " if i % 2 else "."
        rows.append(row)
    return rows


@cache
def large() -> Masyu:
    """A third of the circles of a random loop."""
    blank, rng = kind_named("masyu").empty(51, 51), Random(4)
    lines = centre_lines(51, 51)
    board = lines.border(winding_region(rng, grid(lines.height, lines.width), Budget()))
    puzzle = masyu.clues_of(blank, MasyuSolution(51, 51, board))
    return puzzle.changed({clue: None for clue in puzzle.given_clues if rng.random() > 0.35})
