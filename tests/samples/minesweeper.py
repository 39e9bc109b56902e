"""Minesweeper: every set of mines tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from samples import shadings
from satdnd.kinds.minesweeper import Minesweeper

TEXT = "...\n2..\n.2.\nmines\n2\n"
SEVERAL = "1..\n...\n..1\nmines\n2\n"
LINKS = ["mines/5/5/g2m13l13g0j"]  # robx/pzprjs, test/script/mines.js


def made(text: str, mines: int | None = None) -> Minesweeper:
    """A puzzle of rows with blanks between."""
    return Minesweeper(tuple(tuple(None if x == "." else int(x) for x in row) for row in text.split()), mines)


def puzzles() -> Iterator[Minesweeper]:
    """By hand and at random; a 4 in a corner is seen to be impossible at once, as are too many mines."""
    yield from (
        made("4. .."),
        made("1"),
        made("0", 0),
        made(".", 2),
        made("."),
        made(".", 1),
        made("1. .1", 0),
        made("0.."),
    )
    yield from (made("1.1", 2), made("2.2 ..."), made("... ... ...", 4), made("8.. ... ...", 3))
    rng = Random(3)
    for height, width in ((1, 4), (2, 2), (2, 3), (3, 3), (3, 3), (3, 4)) * 3:
        mines = {(r, c) for r in range(height) for c in range(width) if rng.random() < 0.3}
        rows = [
            [around(mines, r, c) if (r, c) not in mines and rng.random() < 0.5 else None for c in range(width)]
            for r in range(height)
        ]
        yield Minesweeper(tuple(map(tuple, rows)), rng.choice((None, len(mines), len(mines) + 1)))


def around(mines: set[tuple[int, int]], r: int, c: int) -> int:
    """The mines in the cells that touch one."""
    return sum(abs(r - y) < 2 and abs(c - x) < 2 and (r, c) != (y, x) for y, x in mines)


def solutions(puzzle: Minesweeper) -> Iterator[list[str]]:
    """Every set of mines that keeps the numbers."""

    def keeps(mines: set[tuple[int, int]]) -> bool:
        """All numbers, in cells without a mine."""
        numbers = [((r, c), x) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x is not None]
        right = all(cell not in mines and x == around(mines, *cell) for cell, x in numbers)
        return right and puzzle.mines in (None, len(mines))

    return shadings(puzzle.height, puzzle.width, keeps, "*")


def common(found: Sequence[Sequence[str]]) -> list[str]:
    """Mines that are in all, ``o`` where none has one."""
    signs = [[{*cell} for cell in zip(*row, strict=True)] for row in zip(*found, strict=True)]
    return ["".join("." if len(x) > 1 else "*" if "*" in x else "o" for x in row) for row in signs]


@cache
def large() -> Minesweeper:
    """Some of the numbers of a large board."""
    rng, side = Random(2), 120
    mines = {(r, c) for r in range(side) for c in range(side) if rng.random() < 0.2}
    near = {
        (r, c): sum((y, x) in mines for y in range(r - 1, r + 2) for x in range(c - 1, c + 2))
        for r in range(side)
        for c in range(side)
    }
    rows = (
        (None if x in mines or rng.random() < 0.8 else near[x] for x in ((r, c) for c in range(side)))
        for r in range(side)
    )
    return Minesweeper(tuple(map(tuple, rows)))
