"""Fillomino: every grid of numbers tried, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from samples.shikaku import Areas
from satdnd.kinds.fillomino import Fillomino

TEXT = "...\n.1.\n5.1\n"
SEVERAL = "..\n.1\n"
LINKS = ["fillomino/6/6/h4j53g2k5233k2g14j3h"]  # robx/pzprjs, test/script/fillomino.js


def regions(rows: Sequence[Sequence[int]]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """The number and the cells of each region."""
    seen = set[tuple[int, int]]()
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            if (r, c) in seen:
                continue
            cells = [(r, c)]
            for i, j in cells:
                for a, b in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                    inside = 0 <= a < len(rows) and 0 <= b < len(row)
                    if inside and rows[a][b] == number and (a, b) not in cells:
                        cells.append((a, b))
            seen.update(cells)
            yield number, cells


@cache
def grids(height: int, width: int) -> list[Areas]:
    """All divisions into regions of which no two of one size are side by side, as the size at each cell."""
    found = dict[Areas, None]()

    def further(names: list[int]) -> None:
        """All names of the next cell: its neighbours', or a new one."""
        i = len(names)
        if i == height * width:
            rows = [names[r * width : (r + 1) * width] for r in range(height)]
            sizes = tuple(tuple(names.count(x) for x in row) for row in rows)
            if all(number == len(cells) for number, cells in regions(sizes)):
                found[sizes] = None
            return
        for name in {*names, max(names, default=0) + 1}:
            further([*names, name])

    further([])
    return [*found]


def puzzles() -> Iterator[Fillomino]:
    """Some by hand, and some numbers of random grids."""
    rows: tuple[tuple[int | None, ...], ...]
    for rows in (
        ((1,),),
        ((None,),),
        ((2,),),
        ((1, 1),),
        ((None, None),),
        ((2, None, None),),
        ((2, None, 2),),
        ((2, 2, 2),),
        ((None, None), (None, 1)),
        ((3, None, None), (None, 1, None), (None, None, 4)),
        ((1, 1, None), (None, None, None)),
        ((2, None, 2), (None, None, None), (2, None, None)),
        ((3, None, 3), (None, None, None)),
    ):
        yield Fillomino(rows)
    rng = Random(3)
    for height, width in ((2, 3), (3, 3), (2, 4), (3, 3), (1, 6), (3, 3)):
        there = rng.choice(grids(height, width))
        for share in (0.3, 0.5):
            yield Fillomino(tuple(tuple(x if rng.random() < share else None for x in row) for row in there))
        yield Fillomino(tuple(tuple(rng.choice((None, None, 1, 2, 3)) for _ in row) for row in there))


def solutions(puzzle: Fillomino) -> Iterator[list[list[int]]]:
    """All grids with the given numbers."""
    for there in grids(puzzle.height, puzzle.width):
        if all(x in (None, y) for one in zip(puzzle.rows, there, strict=True) for x, y in zip(*one, strict=True)):
            yield [list(row) for row in there]


def common(found: Sequence[Sequence[Sequence[int]]]) -> list[list[int | None]]:
    """The numbers that all have."""
    return [
        [cell[0] if len({*cell}) == 1 else None for cell in zip(*row, strict=True)] for row in zip(*found, strict=True)
    ]


@cache
def large() -> Fillomino:
    """Squares of 3x3 without numbers; between them lines of regions of one and two cells, and columns of three."""
    line = tuple((2, 2, 1)[c % 3] for c in range(47))
    between = tuple(3 if c % 4 == 3 else None for c in range(47))
    return Fillomino(tuple(line if r % 4 == 3 else between for r in range(47)))
