"""Kakurasu: every set of shaded cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from samples import shadings
from satdnd.kinds.kakurasu import Kakurasu

TEXT = "rows\n3 ?\ncolumns\n1 3\n"
SEVERAL = "rows\n3 3 3\ncolumns\n? ? ?\n"
LINKS: list[str] = []


def puzzles() -> Iterator[Kakurasu]:
    """By hand and at random; a sum of 4 in two cells is seen to be impossible at once."""
    yield from (Kakurasu((4,), (1, 1)), Kakurasu((0,), (0,)), Kakurasu((1,), (1,)), Kakurasu((1,), (0,)))
    yield from (Kakurasu((None,), (None,)), Kakurasu((3, 3, 3), (6, 0, 6)), Kakurasu((3,), (1, 1, 0)))
    rng = Random(4)
    for height, width in ((1, 4), (2, 2), (2, 4), (3, 3), (3, 3), (3, 4)) * 3:
        black = {(r, c) for r in range(height) for c in range(width) if rng.random() < 0.5}
        rows, columns = sums(height, width, black)
        rows[0] += rng.choice((0, 0, 1))
        yield Kakurasu(*(tuple(x if rng.random() < 0.8 else None for x in side) for side in (rows, columns)))


def sums(height: int, width: int, shaded: set[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Of rows and of columns."""
    rows = [sum(c + 1 for c in range(width) if (r, c) in shaded) for r in range(height)]
    return rows, [sum(r + 1 for r in range(height) if (r, c) in shaded) for c in range(width)]


def solutions(puzzle: Kakurasu) -> Iterator[list[str]]:
    """Every set of cells with these sums."""

    def keeps(shaded: set[tuple[int, int]]) -> bool:
        """All that are given."""
        rows, columns = sums(puzzle.height, puzzle.width, shaded)
        pairs = [*zip(puzzle.rows, rows, strict=True), *zip(puzzle.columns, columns, strict=True)]
        return all(given in (None, found) for given, found in pairs)

    return shadings(puzzle.height, puzzle.width, keeps)


@cache
def large() -> Kakurasu:
    """Large sums."""
    rng = Random(2)
    return Kakurasu(*(tuple(rng.randrange(300, 400) for _ in range(40)) for _ in range(2)))
