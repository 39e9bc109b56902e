"""Skyscrapers: every Latin square of the size tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from random import Random

from satdnd.engine.kind import kind_named
from satdnd.kinds.skyscrapers import LARGEST as LARGEST, Skyscrapers, SkyscrapersSolution, clues_of
from satdnd.setter.latin_squares import random_square

TEXT = "top\n2 . .\nleft\n. 3 .\n"
SEVERAL = "top\n. 1 .\nrows\n...\n.1.\n...\n"
LINKS = [  # robx/pzprjs, test/script/skyscrapers.js; T0nyX1ang/noqx
    "skyscrapers/4/4/k13h4j3g",
    "skyscrapers/9/9/g4g7g5g5i4g5g7i3g2g8g6i7g8g2h",
]

Square = tuple[tuple[int, ...], ...]


@cache
def squares(side: int) -> list[Square]:
    """All Latin squares."""
    rows = [*permutations(range(1, side + 1))]
    return [found for found in product(rows, repeat=side) if all(len({*x}) == side for x in zip(*found, strict=True))]


def seen(line: Sequence[int]) -> int:
    """How many are above all before: those that are the highest up to there for the first time."""
    return len({max(line[: i + 1]) for i in range(len(line))})


def margins(square: Square) -> list[list[int]]:
    """What is seen from the top, the bottom, the left, the right."""
    columns = [*zip(*square, strict=True)]
    return [
        [seen(x) for x in lines] for lines in (columns, [x[::-1] for x in columns], square, [x[::-1] for x in square])
    ]


def puzzles() -> Iterator[Skyscrapers]:
    """Two without solution, and squares with clues left out or changed."""
    yield Skyscrapers((1, None), (1, None))
    yield Skyscrapers((2, 2, None))
    yield Skyscrapers(rows=((None,),))
    yield Skyscrapers(rows=((1, None), (None, 2)))
    rng = Random(13)
    for side in (2, 3, 3, 3, 3, 3, 3, 3, 3, 3):
        square = rng.choice(squares(side))
        share = rng.choice((0.3, 0.6, 1.0))
        made = [[x if rng.random() < share else None for x in line] for line in margins(square)]
        if rng.random() < 0.3:
            made[0][0] = rng.randint(1, side)
        rows = tuple(tuple(x if rng.random() < 0.15 else None for x in row) for row in square)
        yield Skyscrapers(*(tuple(line) for line in made), rows)


def solutions(puzzle: Skyscrapers) -> Iterator[list[list[int]]]:
    """Every square that shows what the margins say, and holds what is given."""
    told = [puzzle.top, puzzle.bottom, puzzle.left, puzzle.right, *puzzle.rows]
    for square in squares(puzzle.height):
        found = [*margins(square), *square]
        if all(x in (None, y) for line, made in zip(told, found, strict=True) for x, y in zip(line, made, strict=True)):
            yield [list(row) for row in square]


def common(found: Sequence[Sequence[Sequence[int]]]) -> list[list[int | None]]:
    """What is the same in all, None elsewhere."""
    return [[x[0] if len({*x}) == 1 else None for x in zip(*rows, strict=True)] for rows in zip(*found, strict=True)]


@cache
def large() -> Skyscrapers:
    """What a random square shows, and no more: hard for every solver."""
    side, rng = 20, Random(5)
    square = SkyscrapersSolution(tuple(map(tuple, random_square(side, rng))))
    told: Skyscrapers = clues_of(kind_named("skyscrapers").empty(side, side), square)
    return Skyscrapers(told.top, told.bottom, told.left, told.right)
