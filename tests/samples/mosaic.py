"""Mosaic: every set of black cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from samples import shadings
from satdnd.kinds.mosaic import Mosaic

TEXT = "3.20\n5...\n.64.\n2...\n"
SEVERAL = "1..\n...\n..1\n"
LINKS: list[str] = []


def made(text: str) -> Mosaic:
    """A puzzle of rows with blanks between."""
    return Mosaic(tuple(tuple(None if x == "." else int(x) for x in row) for row in text.split()))


def puzzles() -> Iterator[Mosaic]:
    """By hand and at random; a 5 in a corner is seen to be impossible at once."""
    for text in ("5.", "1", ".", "4. ..", "0.2 ...", "0..4", "131 ... ...", ".9. ... ..."):
        yield made(text)
    rng = Random(3)
    for height, width in ((1, 4), (2, 2), (2, 3), (3, 3), (3, 3), (3, 4)) * 3:
        black = {(r, c) for r in range(height) for c in range(width) if rng.random() < 0.5}
        rows = [[around(black, r, c) for c in range(width)] for r in range(height)]
        rows[0][0] = rng.choice((rows[0][0], 2))
        yield Mosaic(tuple(tuple(x if rng.random() < 0.5 else None for x in row) for row in rows))


def around(black: set[tuple[int, int]], r: int, c: int) -> int:
    """The black cells in a block of 3x3."""
    return sum(abs(r - y) < 2 and abs(c - x) < 2 for y, x in black)


def solutions(puzzle: Mosaic) -> Iterator[list[str]]:
    """Every set of cells that keeps the numbers."""

    def keeps(black: set[tuple[int, int]]) -> bool:
        """All of them."""
        return all(
            x is None or x == around(black, r, c) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row)
        )

    return shadings(puzzle.height, puzzle.width, keeps)


@cache
def large() -> Mosaic:
    """Random numbers on a large board."""
    rng = Random(2)
    return Mosaic(tuple(tuple(rng.choice((None, 3, 4)) for _ in range(90)) for _ in range(90)))
