"""Shikakus, and all divisions of small grids into rectangles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from satdnd.declare import random_rectangles
from satdnd.kinds.shikaku import Shikaku

TEXT = "3..\n4..\n..2\n"
SEVERAL = "2.\n.2\n"
FIELD = "areas"
LINKS = ["shikaku/6/6/j3g56h6t6h23g5j"]  # robx/pzprjs, test/script/shikaku.js

Areas = tuple[tuple[int, ...], ...]


@cache
def divisions(height: int, width: int) -> list[Areas]:
    """All divisions into rectangles, with the areas numbered in reading order: the first free cell begins the next."""

    def filled(rows: list[list[int]], number: int) -> Iterator[Areas]:
        """All ways to go on."""
        free = [(r, c) for r in range(height) for c in range(width) if not rows[r][c]]
        if not free:
            yield tuple(map(tuple, rows))
            return
        r, c = free[0]
        for bottom, right in product(range(r, height), range(c, width)):
            cells = [(i, j) for i in range(r, bottom + 1) for j in range(c, right + 1)]
            if any(rows[i][j] for i, j in cells):
                continue
            further = [[number if (i, j) in cells else x for j, x in enumerate(row)] for i, row in enumerate(rows)]
            yield from filled(further, number + 1)

    return [*filled([[0] * width for _ in range(height)], 1)]


def keeps(rows: Sequence[Sequence[int | str | None]], areas: Areas) -> bool:
    """Whether each area has one clue, and each number is the size of its area."""
    flat = [x for row in areas for x in row]
    clues = [(areas[r][c], clue) for r, row in enumerate(rows) for c, clue in enumerate(row) if clue is not None]
    return sorted(number for number, _ in clues) == sorted({*flat}) and all(
        clue in ("?", flat.count(number)) for number, clue in clues
    )


def puzzles() -> Iterator[Shikaku]:
    """Some by hand, and clues of random divisions, some of them unknown."""
    yield Shikaku(((1,),))
    yield Shikaku(((None,),))
    yield Shikaku((("?",),))
    yield Shikaku(((2, None), (None, 2)))
    yield Shikaku(((3, None), (None, 1)))
    yield Shikaku(((None, None), (None, 9)))
    yield Shikaku((("?", None, None), (None, None, "?")))
    yield Shikaku(((None, 3, None), (None, 4, None), (None, 2, None)))
    yield Shikaku(((1, 1, 1), (None, None, None), (2, 2, 2)))
    yield Shikaku(((None, 2, None, 2),))
    yield Shikaku(((None, 2, None), (None, 3, None), (2, 2, None)))
    rng = Random(5)
    for height, width in ((2, 3), (3, 3), (3, 3), (3, 4), (1, 5)):
        areas = rng.choice(divisions(height, width))
        flat = [x for row in areas for x in row]
        for share in (0.0, 0.5):
            rows: list[list[int | str | None]] = [[None] * width for _ in range(height)]
            for number in {*flat}:
                r, c = divmod(rng.choice([i for i, x in enumerate(flat) if x == number]), width)
                rows[r][c] = "?" if rng.random() < share else flat.count(number)
            yield Shikaku(tuple(map(tuple, rows)))


def solutions(puzzle: Shikaku) -> Iterator[list[list[int]]]:
    """All divisions that keep the rules."""
    for areas in divisions(puzzle.height, puzzle.width):
        if keeps(puzzle.rows, areas):
            yield [list(row) for row in areas]


def drawn(areas: Sequence[Sequence[int]]) -> list[str]:
    """As ``forced`` draws a division of which all is known."""
    height, width = len(areas), len(areas[0])
    lines = []
    for r in range(height + 1):
        level = ("-" if r in (0, height) or areas[r - 1][c] != areas[r][c] else "x" for c in range(width))
        lines.append("+" + "+".join(level) + "+")
        if r < height:
            row = areas[r]
            lines.append(" ".join("|" if c in (0, width) or row[c - 1] != row[c] else "x" for c in range(width + 1)))
    return lines


def common(found: Sequence[Sequence[Sequence[int]]]) -> list[str]:
    """Borders that all divisions have, and those that none has."""
    return [
        "".join(x[0] if len({*x}) == 1 else " " for x in zip(*lines, strict=True))
        for lines in zip(*map(drawn, found), strict=True)
    ]


@cache
def large() -> Shikaku:
    """Clues of a random division, without numbers."""
    rng = Random(2)
    rows: list[list[int | str | None]] = [[None] * 50 for _ in range(50)]
    for area in random_rectangles(rng, 50, 50, 12, min):
        r, c = rng.choice(area)
        rows[r][c] = "?"
    return Shikaku(tuple(map(tuple, rows)))
