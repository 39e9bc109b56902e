"""Akari: every set of lamps tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from satdnd.kinds.akari import Akari

TEXT = "..1\n..#\n1..\n"
SEVERAL = "...\n.#.\n..1\n"
LINKS = [
    "lightup/6/6/nekcakbl",  # robx/pzprjs, test/script/lightup.js
    "lightup/10/10/hcscl.h.idn.i.cgcndg.h.ncs.h",  # a test of cspuz_core
    "lightup/17/17/g666.g6.g6.x6.x6.x6.obl6.gbi6cv.gblcmbl7cv6bi66blam6.x.gbv.gcv66.g666.g.g",
    # T0nyX1ang/noqx, solver/akari.py
]


def made(text: str) -> Akari:
    """A puzzle of rows with blanks between."""
    signs: dict[str, int | str | None] = {".": None, "#": "#", **{str(n): n for n in range(5)}}
    return Akari(tuple(tuple(signs[x] for x in row) for row in text.split()))


def puzzles() -> Iterator[Akari]:
    """By hand and at random."""
    for text in ("4.", "2.1", ".2. ..0", ".", "#", "0.", "...", ".#. #2#", "..1 .#. 1.."):
        yield made(text)
    rng = Random(6)
    for height, width in ((1, 5), (2, 3), (2, 4), (3, 3), (3, 3), (3, 4), (4, 3)) * 3:
        yield made(" ".join("".join(rng.choice("......##012") for _ in range(width)) for _ in range(height)))


def seen(puzzle: Akari, cell: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The white cells that a lamp on one lights, but its own."""
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        r, c = cell[0] + down, cell[1] + right
        while 0 <= r < puzzle.height and 0 <= c < puzzle.width and puzzle.rows[r][c] is None:
            yield r, c
            r, c = r + down, c + right


def is_solution(puzzle: Akari, lamps: set[tuple[int, int]]) -> bool:
    """Whether lamps on white cells keep all rules."""
    for r, row in enumerate(puzzle.rows):
        for c, entry in enumerate(row):
            if entry is None:
                lit = lamps.intersection(seen(puzzle, (r, c)))
                if bool(lit) == ((r, c) in lamps):
                    return False
            elif entry != "#" and entry != len(lamps & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}):
                return False
    return True


def solutions(puzzle: Akari) -> Iterator[list[str]]:
    """Every set of lamps that keeps the rules."""
    white = [(r, c) for r, row in enumerate(puzzle.rows) for c, entry in enumerate(row) if entry is None]
    for signs in product((False, True), repeat=len(white)):
        lamps = {cell for cell, there in zip(white, signs, strict=True) if there}
        if is_solution(puzzle, lamps):
            yield [
                "".join("*" if (r, c) in lamps else "." if x is None else str(x) for c, x in enumerate(row))
                for r, row in enumerate(puzzle.rows)
            ]


def common(found: Sequence[Sequence[str]]) -> list[str]:
    """Lamps that are in all, ``o`` where none has one."""
    return [
        "".join("." if len({*cell}) > 1 else cell[0] if cell[0] == "*" else "o" for cell in zip(*row, strict=True))
        for row in zip(*found, strict=True)
    ]


@cache
def large() -> Akari:
    """Random walls, few of them with a number."""
    rng = Random(2)
    return made(" ".join("".join(rng.choice("........###") for _ in range(70)) for _ in range(70)))
