"""Tents: every set of cells tried, every pairing of trees and tents."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from random import Random

from satdnd.engine.kind import kind_named
from satdnd.kinds import tents
from satdnd.kinds.tents import Tents, TentsSolution
from satdnd.sat.budget import Budget

TEXT = "rows\n1 ? ? ? 1\ncolumns\n2 ? 0 ? ?\ntrees\n0,2 2,1 2,4 3,3 4,1\n"
SEVERAL = "rows\n1 ? 1\ncolumns\n? ? ?\ntrees\n0,1 2,1\n"
FIELD = "tents"
LINKS = [
    "tents/5/5/2g0h1i1j82323",  # robx/pzprjs, test/script/tents.js
    "tents/13/13/h3g03h1g2j3h32g24g2g55233hi11131331f78625243a872550",  # T0nyX1ang/noqx, solver/tents.py
]

Cells = tuple[tuple[int, int], ...]


def puzzles() -> Iterator[Tents]:
    """Without solution: counts that do not add up, no pairing; with trees that share tents; random ones."""
    yield Tents((1,), (1,))
    yield Tents((None,), (None, None), ((0, 0),))
    yield Tents((None,) * 2, (None,) * 2)
    yield Tents((1, 1), (0, 1), ((0, 0),))
    yield Tents((None,) * 3, (None,) * 3, ((0, 0), (0, 2), (1, 1)))
    yield Tents((None,), (None,) * 4, ((0, 0), (0, 2)))
    yield Tents((None,), (None,) * 5, ((0, 1), (0, 3)))
    yield Tents((None,) * 3, (None,) * 3, ((1, 1), (0, 1)))
    yield Tents((None,), (None,) * 3, ((0, 0), (0, 2)))
    yield Tents((None,) * 3, (None,) * 3, ((0, 1), (2, 1)))  # tents that would touch, in each direction
    yield Tents((None,), (None,) * 4, ((0, 0), (0, 3)))
    yield Tents((None,) * 4, (None,), ((0, 0), (3, 0)))
    rng = Random(21)
    cells = [*product(range(3), range(4))]
    for trees in (1, 2, 2, 3, 3):
        for _ in range(3):
            rows, columns = ([rng.choice((None, None, 0, 1, 1, 2)) for _ in range(n)] for n in (3, 4))
            yield Tents(tuple(rows), tuple(columns), tuple(rng.sample(cells, trees)))


def _beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def solutions(puzzle: Tents) -> Iterator[list[list[int]]]:
    """Sets of as many cells as there are trees."""
    trees, free = puzzle.trees, [*product(range(puzzle.height), range(puzzle.width))]
    free = [cell for cell in free if cell not in trees]
    for some in combinations(free, len(trees)):
        touching = any(max(abs(a - c), abs(b - d)) < 2 for (a, b), (c, d) in combinations(some, 2))
        counts = [sum(r == i for r, _ in some) for i in range(puzzle.height)]
        counts += [sum(c == i for _, c in some) for i in range(puzzle.width)]
        told = [*puzzle.rows, *puzzle.columns]
        if touching or any(x not in (None, y) for x, y in zip(told, counts, strict=True)):
            continue
        if any(all(map(_beside, trees, order)) for order in permutations(some)):
            yield [list(cell) for cell in some]


def common_of(puzzle: Tents, found: list[list[list[int]]]) -> list[str]:
    """Tents of all boards, and cells that are empty in all."""

    def sign(cell: list[int]) -> str:
        """Of one cell."""
        held = sum(cell in tents for tents in found)
        return "A" if held == len(found) else "." if held else "o"

    return ["".join(sign([r, c]) for c in range(puzzle.width)) for r in range(puzzle.height)]


@cache
def large() -> Tents:
    """Many trees, all counts."""
    blank, rng = kind_named("tents").empty(100, 100), Random(5)
    board = tents.sample(rng, blank, Budget())
    solution = TentsSolution(100, 100, tuple(blank.grid.cells(board)))
    return tents.clues_of(blank, solution)
