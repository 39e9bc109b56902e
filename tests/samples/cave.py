"""Cave: every set of shaded cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

from samples import in_one_piece, shadings
from samples.kurodoko import made as rows_of, seen
from satdnd.kinds.cave import Cave

TEXT = "..3\n...\n33.\n"
SEVERAL = "...\n...\n..4\n"
LINKS = ["cave/6/6/g3q2h3jbj3i3i2g"]  # robx/pzprjs, test/script/bag.js


def made(text: str) -> Cave:
    """A puzzle of rows with blanks between."""
    return Cave(rows_of(text).rows)


def puzzles() -> Iterator[Cave]:
    """By hand and at random; a 4 in a row of three is seen to be impossible at once."""
    for text in ("4..", "1", ".", "?", "1..", "2?.", "... .5. ...", "3.3 ... 3.3", "?.? .?. ?.?", "2.. ... ..2"):
        yield made(text)
    for text in ("5..? .... ...3 ...?", "5.. ... ..5"):
        yield made(text)
    rng = Random(4)
    for height, width in ((1, 4), (2, 2), (2, 4), (3, 3), (3, 3), (3, 4)) * 3:
        yield made(" ".join("".join(rng.choice("......?23456") for _ in range(width)) for _ in range(height)))


def solutions(puzzle: Cave) -> Iterator[list[str]]:
    """Every set of cells that keeps the rules."""
    clues = [((r, c), x) for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x is not None]
    cells = {(r, c) for r in range(puzzle.height) for c in range(puzzle.width)}
    ring = {*product(range(-1, puzzle.height + 1), range(-1, puzzle.width + 1))} - cells

    def keeps(shaded: set[tuple[int, int]]) -> bool:
        """All numbers, one cave, and what is shaded is one piece with a ring around the grid."""
        right = all(cell not in shaded and x in ("?", seen(puzzle, shaded, cell)) for cell, x in clues)
        return right and in_one_piece(cells - shaded) and in_one_piece(shaded | ring)

    return shadings(puzzle.height, puzzle.width, keeps)


@cache
def large() -> Cave:
    """Random numbers on a large board."""
    rng = Random(2)
    return Cave(tuple(tuple(rng.choice((None, None, None, 6, 9, "?")) for _ in range(60)) for _ in range(60)))
