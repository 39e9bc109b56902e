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


def _fits(line: str) -> bool:
    return 2 * line.count("0") == len(line) and "000" not in line and "111" not in line


@cache
def grids(height: int, width: int) -> list[list[str]]:
    """All that keep the rules."""
    rows = [row for row in map("".join, product("01", repeat=width)) if _fits(row)]
    found = product(rows, repeat=height)
    return [list(grid) for grid in found if all(_fits("".join(column)) for column in zip(*grid, strict=True))]


def puzzles() -> Iterator[Binairo]:
    """Two without solution, and grids with digits left out, some of them changed."""
    rng = Random(13)
    yield Binairo(((0, None, 1),))
    yield Binairo(((0, 0, 0, None), (None,) * 4))
    yield Binairo(((None, None),))
    for height, width in ((2, 6), (6, 2), (2, 4), (4, 4)) * 5:
        grid = rng.choice(grids(height, width))
        share = rng.choice((0.2, 0.4, 0.7))
        rows = [[int(x) if rng.random() < share else None for x in row] for row in grid]
        if rng.random() < 0.2:
            rows[rng.randrange(height)][rng.randrange(width)] = rng.randrange(2)
        yield Binairo(tuple(map(tuple, rows)))


def solutions(puzzle: Binairo) -> Iterator[list[str]]:
    """Every grid with those digits."""
    given = [(r, c, str(x)) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x is not None]
    for grid in grids(puzzle.height, puzzle.width):
        if all(grid[r][c] == x for r, c, x in given):
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
