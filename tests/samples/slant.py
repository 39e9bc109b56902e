"""Slant: both diagonals of every cell tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from satdnd.kinds.slant import Slant

TEXT = "...\n.4.\n...\n"
SEVERAL = "...\n.2.\n...\n"
LINKS = ["gokigen/4/4/iaegcgcj6a"]  # robx/pzprjs, test/script/gokigen.js


def made(text: str) -> Slant:
    """A puzzle of rows of corners with blanks between."""
    return Slant(tuple(tuple(None if x == "." else int(x) for x in row) for row in text.split()))


def puzzles() -> Iterator[Slant]:
    """By hand and at random; a 2 at a corner of the grid is seen to be impossible at once."""
    for text in (
        "2. ..",
        "1.. ... ...",
        ".... .... .... ....",
        ".. ..",
        "1. ..",
        "1. 1.",
        "11. ...",
        "... .0. ...",
        "... .1. ...",
        "... 121 ...",
    ):
        yield made(text)
    for text in (
        "... .3. ...",
        ".2. ... .2.",
        "... 2.. ...",
        ".1.. .22. .... ....",
        "1... .2.. ..2. ....",
        ".2.. .... ..3. ....",
    ):
        yield made(text)
    rng = Random(4)
    for height, width in ((1, 3), (2, 2), (2, 3), (3, 3), (3, 4)) * 4:
        rows = ["".join(rng.choice("....1223") for _ in range(width + 1)) for _ in range(height + 1)]
        yield made(" ".join(rows))


def looped(rows: Sequence[str]) -> bool:
    """Whether some diagonals form a loop: joined one by one, two corners are joined already."""
    pieces = list[set[tuple[int, int]]]()
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            ends = {(r, c), (r + 1, c + 1)} if sign == "\\" else {(r, c + 1), (r + 1, c)}
            touched = [piece for piece in pieces if piece & ends]
            if any(ends <= piece for piece in touched):
                return True
            pieces = [piece for piece in pieces if piece not in touched] + [ends.union(*touched)]
    return False


def solutions(puzzle: Slant) -> Iterator[list[str]]:
    """Every board whose numbers are right, without a loop."""
    height, width = len(puzzle.rows) - 1, len(puzzle.rows[0]) - 1
    for signs in product("/\\", repeat=height * width):
        rows = ["".join(signs[r * width : (r + 1) * width]) for r in range(height)]
        met = Counter[tuple[int, int]]()
        for (r, c), sign in zip(product(range(height), range(width)), signs, strict=True):
            met.update([(r, c), (r + 1, c + 1)] if sign == "\\" else [(r, c + 1), (r + 1, c)])
        numbers = [(x, met[r, c]) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x is not None]
        if all(x == found for x, found in numbers) and not looped(rows):
            yield rows


def common(found: Sequence[Sequence[str]]) -> list[str]:
    """The signs that all boards share, ``.`` where they differ."""
    columns = [zip(*row, strict=True) for row in zip(*found, strict=True)]
    return ["".join(cell[0] if len({*cell}) == 1 else "." for cell in row) for row in columns]


@cache
def large() -> Slant:
    """Random numbers within a large board."""
    rng, inner = Random(2), range(1, 300)
    numbers = {(r, c): rng.choice((1, 2, 2, 3)) for r in inner for c in inner if rng.random() < 0.3}
    return Slant(tuple(tuple(numbers.get((r, c)) for c in range(301)) for r in range(301)))
