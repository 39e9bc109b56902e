"""Sugurus: every way to put the numbers of each area into its cells tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any, TypeAlias

from satdnd.kinds.suguru import Suguru

TEXT = "areas\naaaa\nbacc\nbbcc\nbbcc\nrows\n.5.2\n3...\n.424\n5..5\n"
SEVERAL = "areas\naaaa\nbacc\nbbcc\nbbcc\nrows\n.5.2\n....\n..2.\n....\n"
LINKS = ["suguru/5/5/cih47bs73m3g5p1g2g"]  # robx/pzprjs, test/script/suguru.js

Place: TypeAlias = tuple[int, int]
Board: TypeAlias = list[list[int]]
SHAPES = (
    "a",
    "ab",
    "aab",
    "aab abb",
    "aabb cabb",
    "aab aab",
    "aa@ b@b bbb",
    "aaaa bbbb",
    "aaab accb",
    "aba aab",
    "aab cab ccb",
)


def puzzles(made: Any = Suguru) -> Iterator[Any]:
    """By hand and at random: numbers that do not fit, a number in no area."""
    yield made(("aa", "bb"), ((3, None), (None, None)))
    yield made(("aa", "@b"), ((None, None), (1, None)))
    yield made(("aa", "bb"), ((1, None), (None, None)))
    rng = Random(3)
    for shape in SHAPES * 2:
        rows = tuple(shape.split())
        numbers = [[rng.randint(1, 3) if rng.random() < 0.12 else None for _ in row] for row in rows]
        yield made(rows, tuple(map(tuple, numbers)))
        yield made(rows)


def boards(puzzle: Any, clash: Callable[[Place, Place, int], bool]) -> Iterator[Board]:
    """Every board on which no two equal numbers clash."""
    areas = [area.cells for area in puzzle.areas]
    for orders in product(*(permutations(range(1, len(cells) + 1)) for cells in areas)):
        held = {
            cell: n for cells, order in zip(areas, orders, strict=True) for cell, n in zip(cells, order, strict=True)
        }
        board = [[held.get((r, c), 0) for c in range(puzzle.width)] for r in range(puzzle.height)]
        given = ((x, y) for rows in zip(puzzle.rows, board, strict=True) for x, y in zip(*rows, strict=True))
        if all(x in (None, y) for x, y in given) and not any(
            held[one] == held[other] and clash(one, other, held[one]) for one, other in combinations(held, 2)
        ):
            yield board


def solutions(puzzle: Suguru) -> Iterator[Board]:
    """Equal numbers do not touch."""
    return boards(puzzle, lambda one, other, _: max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1)


def common(found: Sequence[Board]) -> list[list[int | None]]:
    """What is the same in all, None elsewhere and in cells of no area."""
    return [
        [(x[0] or None) if len({*x}) == 1 else None for x in zip(*rows, strict=True)]
        for rows in zip(*found, strict=True)
    ]


@cache
def large() -> Suguru:
    """Areas of 2x3 cells."""
    names = tuple("".join(chr(0x4E00 + r // 2 * 20 + c // 3) for c in range(60)) for r in range(60))
    return Suguru(names)  # type: ignore[arg-type]  # rows of names
