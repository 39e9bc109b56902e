"""The rules of nurikabe as statements: islands of given sizes, no pools, one sea."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from satdnd.engine.settings import Settings
from satdnd.grid.notation import counted
from satdnd.kinds.nurikabe.model import Nurikabe, NurikabeSolution
from satdnd.rules.connected import Connected
from satdnd.rules.count import Count, exactly
from satdnd.rules.region import Homes, Reached, Region
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Literal


def sea(puzzle: Nurikabe) -> Shading:
    """Variable ``r*W + c + 1`` says that (r, c) is sea."""
    return Shading(
        puzzle.grid,
        "sea",
        "#",
        yes="is sea",
        no="is island",
        not_yes="is not sea: it is island",
        not_no="is not island: it is sea",
    )


@lru_cache(maxsize=1)  # an encoding asks for it, and its rulebook
def islands(puzzle: Nurikabe) -> Homes:
    """The cells with numbers."""
    width = puzzle.grid.width
    return Homes(puzzle.grid, {r * width + c: number for (r, c), number in puzzle.numbers.items()}, -1)


def statements(puzzle: Nurikabe, homes: Homes) -> Iterator[RuleStatement]:
    """Islands, the other cells, pools."""
    grid = puzzle.grid
    for home, (cell, number) in zip(homes.sizes, puzzle.numbers.items(), strict=True):
        yield exactly("on-island", [cell], "the number at {} is in an island", [-home - 1], 1)
        if number is None:
            yield Region("one-number", (cell,), "the island at {} has no other number", home, None, homes)
        else:
            has = f"the island at {{}} has {counted(number, 'cell')}"
            yield Region("number-size", (cell,), has, home, number, homes)
    for i, cell in enumerate(grid.cells(grid.all)):
        if i not in homes.sizes:
            near = homes.near >> i & 1
            text = "{} is sea or in the island of a number" if near else "no number reaches {}"
            yield Reached("one-number", (cell,), text, i, homes)
    for r, c in grid.cells(grid.squares(grid.all)):
        square = tuple((r + i, c + j) for i in (0, 1) for j in (0, 1))
        cells: tuple[Literal, ...] = tuple(i * grid.width + j + 1 for i, j in square)
        yield Count("no-2x2", square, "no 2x2 block of sea at {}", cells, 0, 3)


def one_sea(puzzle: Nurikabe) -> Connected:
    """Pocket by pocket."""
    return Connected(puzzle.grid, 1, "the sea at {} needs a way out", "sea")


def rulebook(puzzle: Nurikabe, options: Settings) -> Rulebook[NurikabeSolution]:
    """All that is said of one puzzle."""
    unknowns = sea(puzzle)
    return Rulebook(
        unknowns,
        partial(statements, puzzle, islands(puzzle)),
        board=lambda solution: solution.board,
        solution=lambda board: NurikabeSolution(puzzle.grid.height, puzzle.grid.width, board),
        shown=unknowns.literals(puzzle.numbers, -1),
        cuts=one_sea(puzzle),
    )
