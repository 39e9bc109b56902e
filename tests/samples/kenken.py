"""Kenken: every Latin square of the size tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import prod
from random import Random

from samples.skyscrapers import LARGEST as LARGEST, common as common, squares
from satdnd.declaration.clues.target_areas import Target, TargetArea
from satdnd.kinds.kenken import Kenken
from satdnd.setter.latin_squares import random_square

TEXT = "areas\naab\nccb\ncdd\na = 2/\nb = 5+\nc = 6*\n"
SEVERAL = "areas\naab\nccb\ncdd\na = 3\nd = 3\n"
LINKS: list[str] = []

Cells = tuple[tuple[int, int], ...]


def results(values: Sequence[int]) -> dict[str, float]:
    """What they come to; as a difference and quotient only two of them."""
    two = {"-": abs(values[0] - values[-1]), "/": max(values) / min(values)} if len(values) == 2 else {}
    return {"+": sum(values), "*": prod(values), **two}


def areas_of(rng: Random, side: int) -> list[Cells]:
    """Cells with random names: areas of any shape, some in several pieces."""
    names = [[rng.randrange(side * side // 2 + 1) for _ in range(side)] for _ in range(side)]
    return [
        cells
        for name in range(side * side // 2 + 1)
        if (cells := tuple((r, c) for r in range(side) for c in range(side) if names[r][c] == name))
    ]


def puzzles() -> Iterator[Kenken]:
    """A few by hand, and squares with targets left out or changed."""
    yield Kenken((TargetArea(None, ((0, 0),)),))
    top = TargetArea(Target(3, "+"), ((0, 0), (0, 1))), TargetArea(Target(1), ((0, 2),))  # two 1s in the row
    yield Kenken((*top, *(TargetArea(None, tuple((r, c) for c in range(3))) for r in (1, 2))))
    yield Kenken((TargetArea(Target(2), ((0, 0),)),))
    yield Kenken((TargetArea(Target(1, "-"), ((0, 0), (0, 1))), TargetArea(Target(2, "*"), ((1, 0), (1, 1)))))
    yield Kenken((TargetArea(Target(2, "/"), ((0, 0), (0, 1))), TargetArea(Target(1, "/"), ((1, 0), (1, 1)))))
    rng = Random(11)
    for side in (2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3):
        square, made = rng.choice(squares(side)), list[TargetArea]()
        for cells in areas_of(rng, side):
            found = results([square[r][c] for r, c in cells])
            sign = rng.choice([sign for sign, number in found.items() if number == int(number)])
            number = int(found[sign]) + (rng.random() < 0.04)
            told = "" if not cells[1:] or rng.random() < 0.2 else sign
            made.append(TargetArea(Target(number, told) if rng.random() < 0.9 else None, cells))
        yield Kenken(tuple(made))


def solutions(puzzle: Kenken) -> Iterator[list[list[int]]]:
    """Every square whose areas come to their targets."""
    for square in squares(puzzle.height):
        kept = True
        for area in puzzle.areas:
            if area.target:
                found = results([square[r][c] for r, c in area.cells])
                number, sign = area.target
                kept &= number in ([found[sign]] if sign else found.values())
        if kept:
            yield [list(row) for row in square]


@cache
def large() -> Kenken:
    """The sums of triples of a random square."""
    side, rng = 18, Random(5)
    square = random_square(side, rng)
    triples = [tuple((r, c + i) for i in range(3)) for r in range(side) for c in range(0, side, 3)]
    return Kenken(tuple(TargetArea(Target(sum(square[r][c] for r, c in cells), "+"), cells) for cells in triples))
