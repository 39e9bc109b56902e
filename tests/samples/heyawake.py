"""Heyawake: every set of shaded cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from samples import in_one_piece, shadings
from satdnd.declaration.clues.named_areas import NumberedArea
from satdnd.kinds.heyawake import Heyawake

TEXT = "areas\naab\ncdb\ncdd\na = 1\nc = 1\n"
SEVERAL = "areas\nabc\nabc\nddd\nb = 1\n"
LINKS = [
    "heyawake/3/3/o000g",  # walls that close no area
    "heyawake/8/8/022gkf3gc2007o00o01s01v07",
    "heyawake/6/6/lll155007rs12222j",  # robx/pzprjs, test/script/heyawake.js
    "heyawake/10/10/94i84ga0k98ih4h92600v0vv00v7000vv33s20h2g3g3331g2g22g",  # a list of puzzles for beginners
    "heyawake/19/15/201480mhg2i40a8s192816704r503gk0m2g2oa0a18085010k046g0003hu0104000400fbvgvo005fu1800o0000000800600"
    "000003s0003c-1c140411g81ah8233",  # T0nyX1ang/noqx, solver/heyawake.py
]


def made(names: str, *numbers: int | None) -> Heyawake:
    """Areas by letters; their numbers in the order of first letters."""
    rows = names.split()
    cells: dict[str, list[tuple[int, int]]] = {}
    for r, row in enumerate(rows):
        for c, name in enumerate(row):
            cells.setdefault(name, []).append((r, c))
    told = [*numbers, *[None] * (len(cells) - len(numbers))]
    return Heyawake(tuple(NumberedArea(n, tuple(own)) for n, own in zip(told, cells.values(), strict=True)))


def puzzles() -> Iterator[Heyawake]:
    """By hand and at random; areas of any shape, also in pieces."""
    yield made("aaa", 3)
    yield made("abc abc", 0, 0)
    yield made("a")
    yield made("aab cdb cdd", 1, None, 1)
    yield made("abc abc ddd", None, None, 0, 0)
    yield made("aba bbb", 1)
    yield made("aabb abab", 2)
    rng = Random(3)
    for height, width in ((1, 4), (2, 3), (2, 4), (3, 3), (3, 3), (3, 3), (3, 4), (4, 3)) * 2:
        rows = ["".join(rng.choice("abcd") for _ in range(width)) for _ in range(height)]
        puzzle = made(" ".join(rows), *(rng.choice((None, 0, 1, 2)) for _ in {*"".join(rows)}))
        yield puzzle
        cells = product(range(height), range(width))
        pairs = [((r, c), near) for r, c in cells for near in ((r, c + 1), (r + 1, c)) if puzzle.grid.contains(near)]
        yield Heyawake(puzzle.areas, tuple(pair for pair in pairs if rng.random() < 0.3))


def is_solution(puzzle: Heyawake, shaded: set[tuple[int, int]]) -> bool:
    """Whether a set of cells keeps all rules."""
    cells = list(product(range(puzzle.height), range(puzzle.width)))
    left = [cell for cell in cells if cell not in shaded]
    if any((r, c + 1) in shaded or (r + 1, c) in shaded for r, c in shaded):
        return False
    if any(area.number not in (None, len(shaded.intersection(area.cells))) for area in puzzle.areas):
        return False
    of = {cell: i for i, area in enumerate(puzzle.areas) for cell in area.cells}
    for r, c in left:
        for down, right in ((0, 1), (1, 0)):
            borders, here = 0, (r, c)
            while (there := (here[0] + down, here[1] + right)) in left:
                borders += of[here] != of[there] or (here, there) in puzzle.walls
                here = there
            if borders > 1:
                return False
    return in_one_piece(left)


def solutions(puzzle: Heyawake) -> Iterator[list[str]]:
    """Every set of cells that keeps the rules."""
    return shadings(puzzle.height, puzzle.width, lambda shaded: is_solution(puzzle, shaded))


@cache
def large() -> Heyawake:
    """Squares of 5x5 cells with 5 shaded ones, or not told."""
    side, rng = 60, Random(2)
    cells: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for r, c in product(range(side), repeat=2):
        cells.setdefault((r // 5, c // 5), []).append((r, c))
    return Heyawake(tuple(NumberedArea(rng.choice((None, 5, 7)), tuple(own)) for own in cells.values()))
