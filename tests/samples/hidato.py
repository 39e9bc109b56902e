"""Hidatos: every order of the cells tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, permutations
from random import Random
from typing import TypeAlias

from satdnd.kinds.hidato import Hidato

TEXT = "1 . 7\n. 9 .\n3 . .\n"
SEVERAL = "1 . .\n. 9 .\n. . .\n"
LINKS: list[str] = []
WISHES = {"height": 20, "width": 20}

Board: TypeAlias = list[list[int]]
SHAPES = ("..", "#.", "...", "..|..", ".#.", "...|...", "..|#.|..", ".#|#.", ".#.|...", "..|..|.#", "#..|..#|..#")


def made(rows: str, steps: str = "king") -> Hidato:
    """A puzzle of rows with bars between."""
    cells = {".": None, "#": "#", **{str(number): number for number in range(1, 10)}}
    return Hidato(tuple(tuple(cells[x] for x in row) for row in rows.split("|")), steps)


def puzzles() -> Iterator[Hidato]:
    """By hand and at random: numbers that are too large, twice there, or too far apart."""
    for rows in (".", "1", "7.", "1.1", "1.2", "1..|..2", "..|.1", "21", "...|2.1", "1.|.."):
        yield made(rows)
    for rows in ("1.2|...", ".1.|...", "...|.#.|..#", "1..|..2"):
        yield made(rows, "rook")
    rng = Random(8)
    for shape in SHAPES:
        cells = shape.count(".")
        for steps in ("king", "rook"):
            yield made(shape, steps)
            given = (str(rng.randint(1, cells)) if x == "." and rng.random() < 0.25 else x for x in shape)
            yield made("".join(given), steps)


def solutions(puzzle: Hidato) -> Iterator[Board]:
    """Every order in which each cell touches the next."""
    cells = [(r, c) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x != "#"]
    for order in permutations(cells):
        ways = [(abs(r - s), abs(c - d)) for (r, c), (s, d) in pairwise(order)]
        if all((sum(way) if puzzle.steps == "rook" else max(way)) == 1 for way in ways):
            board = [[0] * puzzle.width for _ in puzzle.rows]
            for number, (r, c) in enumerate(order, 1):
                board[r][c] = number
            given = ((x, y) for rows in zip(puzzle.rows, board, strict=True) for x, y in zip(*rows, strict=True))
            if all(x in (None, "#", y) for x, y in given):
                yield board


def common(found: Sequence[Board]) -> list[list[int | None]]:
    """What is the same in all, None elsewhere and where there is no cell."""
    return [
        [(x[0] or None) if len({*x}) == 1 else None for x in zip(*rows, strict=True)]
        for rows in zip(*found, strict=True)
    ]


@cache
def large() -> Hidato:
    """A grid without any number."""
    return Hidato(((None,) * 20,) * 20)
