"""Kurodoko: every set of shaded cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from samples import in_one_piece, shadings
from satdnd.declare import SightPuzzle
from satdnd.kinds.kurodoko import Kurodoko

TEXT = "...\n..5\n2..\n"
SEVERAL = "...\n...\n..4\n"
LINKS = ["kurodoko/5/5/i7g5l2l2g4i"]  # robx/pzprjs, test/script/kurodoko.js


def made(text: str) -> Kurodoko:
    """A puzzle of rows with blanks between."""
    signs: dict[str, int | str | None] = {".": None, "?": "?", **{str(n): n for n in range(1, 10)}}
    return Kurodoko(tuple(tuple(signs[x] for x in row) for row in text.split()))


def puzzles() -> Iterator[Kurodoko]:
    """By hand and at random; a 4 in a row of three is seen to be impossible at once."""
    for text in ("4..", "1", ".", "?", "1..", "2?.", "... .5. ...", "3.3 ... 3.3", "?.? .?. ?.?", "2.. ... ..2"):
        yield made(text)
    rng = Random(4)
    for height, width in ((1, 4), (2, 2), (2, 4), (3, 3), (3, 3), (3, 4)) * 3:
        yield made(" ".join("".join(rng.choice("......?23456") for _ in range(width)) for _ in range(height)))


def seen(puzzle: SightPuzzle, shaded: set[tuple[int, int]], cell: tuple[int, int]) -> int:
    """The unshaded cells that are seen from one, with its own."""
    found = 1
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        r, c = cell[0] + down, cell[1] + right
        while 0 <= r < puzzle.height and 0 <= c < puzzle.width and (r, c) not in shaded:
            found, r, c = found + 1, r + down, c + right
    return found


def solutions(puzzle: Kurodoko) -> Iterator[list[str]]:
    """Every set of cells that keeps the rules."""
    clues = [((r, c), x) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x is not None]
    cells = {(r, c) for r in range(puzzle.height) for c in range(puzzle.width)}

    def keeps(shaded: set[tuple[int, int]]) -> bool:
        """All numbers, no neighbours, one piece."""
        if any((r, c + 1) in shaded or (r + 1, c) in shaded for r, c in shaded):
            return False
        right = all(cell not in shaded and x in ("?", seen(puzzle, shaded, cell)) for cell, x in clues)
        return right and in_one_piece(cells - shaded)

    return shadings(puzzle.height, puzzle.width, keeps)


@cache
def large() -> Kurodoko:
    """Random numbers on a large board."""
    rng = Random(2)
    return Kurodoko(tuple(tuple(rng.choice((None, None, None, 6, 9, "?")) for _ in range(60)) for _ in range(60)))
