"""Yin-Yang: every colouring tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from samples import in_one_piece
from satdnd.kinds.yinyang import Yinyang

TEXT = "...\nb.b\nwww\n"
SEVERAL = "w..\n...\n..b\n"
LINKS = ["yinyang/5/5/016612300"]  # robx/pzprjs, test/script/yinyang.js


def made(text: str) -> Yinyang:
    """A puzzle of rows with blanks between."""
    return Yinyang(tuple(tuple(None if x == "." else x for x in row) for row in text.split()))


def puzzles() -> Iterator[Yinyang]:
    """By hand and at random; a border of four changes is seen to be impossible at once."""
    for text in (
        "bw wb",
        "b.b",
        "bwb",
        ".",
        "b",
        "bb bb",
        "b. ..",
        "... ... ...",
        "w.w .bb w..",
        "b.w ... w.b",
        "bb. bb. ...",
    ):
        yield made(text)
    rng = Random(4)
    for height, width in ((1, 4), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4)) * 3:
        yield made(" ".join("".join(rng.choice("......bw") for _ in range(width)) for _ in range(height)))


def solutions(puzzle: Yinyang) -> Iterator[list[str]]:
    """Every colouring that keeps the rules."""
    cells = [*product(range(puzzle.height), range(puzzle.width))]
    given = [puzzle.rows[r][c] for r, c in cells]
    for signs in product("bw", repeat=len(cells)):
        if any(x not in (None, sign) for x, sign in zip(given, signs, strict=True)):
            continue
        colour = dict(zip(cells, signs, strict=True))
        if any(len({colour.get((r + i, c + j)) for i in (0, 1) for j in (0, 1)}) == 1 for r, c in cells):
            continue
        if all(in_one_piece([cell for cell in cells if colour[cell] == x]) for x in "bw"):
            yield ["".join(signs[r * puzzle.width : (r + 1) * puzzle.width]) for r in range(puzzle.height)]


def common(found: Sequence[Sequence[str]]) -> list[str]:
    """The colours that are the same in all."""
    return [
        "".join("." if len({*cell}) > 1 else cell[0] for cell in zip(*row, strict=True))
        for row in zip(*found, strict=True)
    ]


@cache
def large() -> Yinyang:
    """Few given cells on a large board, none at its border."""
    rng, side = Random(2), 70
    rows: list[list[str | None]] = [[None] * side for _ in range(side)]
    for r, c in product(range(1, side - 1), repeat=2):
        rows[r][c] = rng.choice((None,) * 30 + ("b", "w"))
    return Yinyang(tuple(map(tuple, rows)))
