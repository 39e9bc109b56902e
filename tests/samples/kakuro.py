"""Kakuros: every way to put digits into the white cells tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any

from satdnd.declaration.generators.cross_patterns import KakuroRecipe, filled, grid_of, pattern
from satdnd.kinds.kakuro import Kakuro, KakuroSolution, clues_of
from satdnd.sat.budget import Budget

TEXT = "\\ 3\\ 7\\\n\\4 . .\n\\6 . .\n"
SEVERAL = "\\ 4\\ \\\n\\4 . .\n\\5 . .\n"
LINKS = ["kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG"]  # semiexp/cspuz_core, cspuz_rs_puzzles/src/puzzle/kakuro.rs

Rows = Sequence[Sequence[Any]]


def puzzles() -> Iterator[Kakuro]:
    """Three without solution, and small boards with sums of random digits, some of them changed or left out."""
    yield Kakuro((((None, 20), ".", "."),))
    yield Kakuro((("#", (3, None)), ((None, 3), "."), ("#", ".")))
    yield Kakuro((("#", (4, None), (4, None)), ((None, 3), ".", "."), ((None, 5), ".", ".")))
    yield Kakuro(((".", "."),))
    yield Kakuro((((None, 5), ".", "#", (None, 9), "."),))
    rng = Random(14)
    shapes = ["..", "..|..", ".#|..", "..|.#", ".|.", ".#.", "...", "..|#."]
    for shape in shapes * 2:
        inner = shape.split("|")
        wide = len(inner[0]) + 1
        rows: list[list[Any]] = [["#"] * wide, *[["#", *row] for row in inner]]
        chosen = [[rng.randint(1, 9) if x == "." else 0 for x in row] for row in rows]
        for r, row in enumerate(rows):
            for c, x in enumerate(row):
                if x != ".":
                    sums = [run(rows, chosen, r, c, *way) for way in ((1, 0), (0, 1))]
                    pair = [s if s and rng.random() < 0.8 else None for s in sums]
                    row[c] = tuple(pair) if any(pair) else "#"
        yield Kakuro(tuple(map(tuple, rows)))


def run(rows: Rows, digits: Sequence[Sequence[int]], r: int, c: int, down: int, right: int) -> int:
    """What the digits behind a black cell add up to."""
    found = 0
    while (r := r + down) < len(rows) and (c := c + right) < len(rows[0]) and rows[r][c] == ".":
        found += digits[r][c]
    return found


def right(rows: Rows, digits: Sequence[Sequence[int]]) -> bool:
    """Whether all sums are met, and no digit stands twice before the next black cell."""
    for r, row in enumerate(rows):
        for c, x in enumerate(row):
            for way, told in zip(((1, 0), (0, 1)), x if isinstance(x, tuple) else (), strict=False):
                if told and run(rows, digits, r, c, *way) not in (0, told):
                    return False
    for lines in (digits, [*zip(*digits, strict=True)]):
        for line in lines:
            for part in "".join(map(str, line)).split("0"):
                if len({*part}) < len(part):
                    return False
    return True


def solutions(puzzle: Kakuro) -> Iterator[list[list[int]]]:
    """All digits tried in all white cells."""
    white = [(r, c) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x == "."]
    for chosen in product(range(1, 10), repeat=len(white)):
        at = dict(zip(white, chosen, strict=True))
        board = [[at.get((r, c), 0) for c in range(puzzle.width)] for r in range(puzzle.height)]
        if right(puzzle.rows, board):
            yield board


def common(found: Sequence[Sequence[Sequence[int]]]) -> list[list[int | None]]:
    """What is the same in all, None elsewhere and in black cells."""
    return [
        [(x[0] or None) if len({*x}) == 1 else None for x in zip(*rows, strict=True)]
        for rows in zip(*found, strict=True)
    ]


@cache
def large() -> Kakuro:
    """The sums of random digits in long runs."""
    rng, recipe = Random(5), KakuroRecipe(height=36, width=36, longest_run=9)
    rows = pattern(rng, recipe, Budget())
    digits = filled(rng, rows, Budget()) or {}
    puzzle: Kakuro = clues_of(Kakuro(rows), KakuroSolution(grid_of(rows, digits)))
    return puzzle
