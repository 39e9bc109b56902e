"""Hitori: every set of shaded cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from samples import in_one_piece, shadings
from satdnd.kinds.hitori import Hitori

TEXT = "111\n231\n221\n"
SEVERAL = "213\n231\n132\n"
LINKS = [
    "hitori/4/4/1114142333214213",  # robx/pzprjs, test/script/hitori.js
    "hitori/10/10/1174453399113445756a2345678aa82513328aa85417a698323227a9411566517a43236688115329986a115274aa99886611",
    # the same of T0nyX1ang/noqx, solver/hitori.py
    "hitori/6/5/111.45.2..453.3.1..2....3.3.1.",  # a test of cspuz_core
]

WISHES = {"difficulty": "expert"}


def puzzles() -> Iterator[Hitori]:
    """By hand and at random, with blanks and letters."""
    yield Hitori(((1, 1, 1, 1),))
    yield Hitori(((1, 2, 1), (2, 2, 2), (1, 2, 1)))
    yield Hitori(((1,),))
    yield Hitori(((1, 1),))
    yield Hitori(((12, "A", 12), ("A", "A", 12)))
    rng = Random(5)
    for height, width in ((1, 4), (2, 2), (2, 4), (3, 3), (3, 3), (3, 3), (3, 4), (4, 3)):
        for most in (2, 3, 4):
            entries = [None, *range(1, most + 1), *range(1, most + 1)]
            yield Hitori(tuple(tuple(rng.choice(entries) for _ in range(width)) for _ in range(height)))


def is_solution(puzzle: Hitori, shaded: set[tuple[int, int]]) -> bool:
    """Whether a set of cells keeps all rules."""
    cells = list(product(range(puzzle.height), range(puzzle.width)))
    left = [cell for cell in cells if cell not in shaded]
    if any((r, c + 1) in shaded or (r + 1, c) in shaded for r, c in shaded):
        return False
    for a, b in product(left, left):
        entry = puzzle.rows[a[0]][a[1]]
        if a < b and (a[0] == b[0] or a[1] == b[1]) and entry is not None and entry == puzzle.rows[b[0]][b[1]]:
            return False
    return in_one_piece(left)


def solutions(puzzle: Hitori) -> Iterator[list[str]]:
    """Every set of cells that keeps the rules."""
    return shadings(puzzle.height, puzzle.width, lambda shaded: is_solution(puzzle, shaded))


@cache
def large() -> Hitori:
    """Random numbers on a large board, most of them once in their lines."""
    rng = Random(2)
    return Hitori(tuple(tuple(rng.randrange(600) for _ in range(64)) for _ in range(64)))
