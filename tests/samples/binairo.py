"""Binairos: every grid tried, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from satdnd.engine.kind import kind_named
from satdnd.kinds.binairo.kind import Binairo

TEXT = "# kind: binairo\n....\n0.0.\n..0.\n...1\n"
SEVERAL = "# kind: binairo\n0...\n....\n....\n...1\n"
LINKS: list[str] = []
"""puzz.link has no such kind."""
Cell = tuple[int, int]


def _fits(line: str) -> bool:
    return 2 * line.count("0") == len(line) and "000" not in line and "111" not in line


@cache
def grids(height: int, width: int) -> list[list[str]]:
    """All that keep the rules."""
    rows = [row for row in map("".join, product("01", repeat=width)) if _fits(row)]
    found = product(rows, repeat=height)
    return [list(grid) for grid in found if all(_fits("".join(column)) for column in zip(*grid, strict=True))]


def puzzles() -> Iterator[Binairo]:
    """Three without solution, and grids with digits left out, some of them changed, and signs between some cells."""
    rng = Random(13)
    yield Binairo(((0, None, 1),))
    yield Binairo(((0, 0, 0, None), (None,) * 4))
    yield Binairo(((None, None),))
    yield Binairo(((None, None),), signs=(((0, 0), (0, 1), "="),))
    for height, width in ((2, 6), (6, 2), (2, 4), (4, 4)) * 5:
        grid = rng.choice(grids(height, width))
        share = rng.choice((0.2, 0.4, 0.7))
        rows = [[int(x) if rng.random() < share else None for x in row] for row in grid]
        if rng.random() < 0.2:
            rows[rng.randrange(height)][rng.randrange(width)] = rng.randrange(2)
        yield Binairo(tuple(map(tuple, rows)))
        signs = [(*pair, "=x"[_differ(grid, *pair) ^ (rng.random() < 0.03)]) for pair in beside(height, width)]
        few = [[x if rng.random() < 0.3 else None for x in row] for row in rows]
        yield Binairo(tuple(map(tuple, few)), signs=tuple(x for x in signs if rng.random() < share / 2))


def beside(height: int, width: int) -> list[tuple[Cell, Cell]]:
    """All pairs of cells side by side."""
    across = [((r, c), (r, c + 1)) for r in range(height) for c in range(width - 1)]
    return across + [((r, c), (r + 1, c)) for r in range(height - 1) for c in range(width)]


def _differ(grid: list[str], one: Cell, other: Cell) -> bool:
    return grid[one[0]][one[1]] != grid[other[0]][other[1]]


def solutions(puzzle: Binairo) -> Iterator[list[str]]:
    """Every grid with those digits that keeps the signs."""
    given = [(r, c, str(x)) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x is not None]
    for grid in grids(puzzle.height, puzzle.width):
        signs = all(_differ(grid, one, other) == (sign == "x") for one, other, sign in puzzle.signs)
        if signs and all(grid[r][c] == x for r, c, x in given):
            yield grid


def common(found: list[list[str]]) -> list[str]:
    """The digits that all grids have."""
    return [
        "".join(x[0] if len({*x}) == 1 else "." for x in zip(*rows, strict=True)) for rows in zip(*found, strict=True)
    ]


@cache
def large() -> Binairo:
    """A blank board: all its solutions are far too many to count."""
    puzzle: Binairo = kind_named("binairo").empty(70, 70)
    return puzzle
