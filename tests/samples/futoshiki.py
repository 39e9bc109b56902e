"""Futoshiki: every Latin square of the size tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from samples.skyscrapers import LARGEST as LARGEST, common as common, squares
from satdnd.kinds.futoshiki import Futoshiki
from satdnd.setter.latin_squares import random_square

TEXT = "rows\n...\n...\n...\nless\nr1c2>r1c3 r1c3>r2c3\n"
SEVERAL = "rows\n...\n...\n...\nless\nr1c1<r1c2\n"
LINKS: list[str] = []

Cell = tuple[int, int]


def beside(side: int) -> list[tuple[Cell, Cell]]:
    """All pairs of cells side by side."""
    cells = [*product(range(side), repeat=2)]
    return [((r, c), near) for r, c in cells for near in ((r, c + 1), (r + 1, c)) if near in cells]


def puzzles() -> Iterator[Futoshiki]:
    """Circles and chains, and squares with clues left out or changed."""
    none = (None,) * 3
    yield Futoshiki(((None,),))
    yield Futoshiki(((None, None),) * 2, (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))))
    yield Futoshiki((none,) * 3, (((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (1, 2))))
    yield Futoshiki(((3, None, None), none, none), (((0, 0), (1, 0)),))
    rng = Random(7)
    for side in (2, 3, 3, 3, 3, 3, 3, 3, 3, 3):
        square, share = rng.choice(squares(side)), rng.choice((0.2, 0.5))
        rows = tuple(tuple(x if rng.random() < 0.15 else None for x in row) for row in square)
        less = list[tuple[Cell, Cell]]()
        for one, other in beside(side):
            rises = (square[one[0]][one[1]] < square[other[0]][other[1]]) != (rng.random() < 0.1)
            if rng.random() < share:
                less.append((one, other) if rises else (other, one))
        yield Futoshiki(rows, tuple(less))


def solutions(puzzle: Futoshiki) -> Iterator[list[list[int]]]:
    """Every square that holds what is given and keeps the signs."""
    for square in squares(puzzle.height):
        pairs = [pair for lines in zip(puzzle.rows, square, strict=True) for pair in zip(*lines, strict=True)]
        given = all(x in (None, y) for x, y in pairs)
        if given and all(square[a][b] < square[c][d] for (a, b), (c, d) in puzzle.less):
            yield [list(row) for row in square]


@cache
def large() -> Futoshiki:
    """Half of the signs of a random square."""
    side, rng = 20, Random(5)
    square = random_square(side, rng)
    pairs = [sorted(pair, key=lambda cell: square[cell[0]][cell[1]]) for pair in beside(side) if rng.random() < 0.5]
    return Futoshiki(((None,) * side,) * side, tuple((low, high) for low, high in pairs))
