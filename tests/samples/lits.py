"""LITS: every choice of four cells in each area tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random

from samples import in_one_piece
from satdnd.kinds.lits import Lits

TEXT = "areas\naaaaaa\ndcccca\nddbbcc\nddbbbb\n"
SEVERAL = "areas\naaaaa\naccca\nbcccb\nbbbbb\n"
LINKS = ["lits/4/4/9q02jg"]  # robx/pzprjs, test/script/lits.js
Cell = tuple[int, int]


def made(text: str) -> Lits:
    """A puzzle of rows with blanks between."""
    return Lits(tuple(text.split()))  # type: ignore[arg-type]  # rows of names


def puzzles() -> Iterator[Lits]:
    """By hand and at random; an area of three cells is seen to be impossible at once."""
    for text in (
        "a",
        "aaa",
        "aaaa",
        "aa aa",
        "aaaabbbb",
        "aaab aabb abbb",
        "aa@a @aaa",
        "aab abb abb",
        "aaaa bbbb",
        "aaabb aabbb",
        "aaaab ccbbb ccccb",
        "aaaaaa dcccca ddbbcc ddbbbb",
        "aaaaa accca bcccb bbbbb",
    ):
        yield made(text)
    rng = Random(5)
    for height, width, number in ((2, 8, 2), (3, 5, 2), (3, 6, 3), (4, 5, 3), (4, 6, 4)) * 6:
        cells = [*product(range(height), range(width))]
        name = dict(zip(rng.sample(cells, number), "abcd", strict=False))
        while left := [x for x in cells if x not in name]:
            beside = [(cell, name[x]) for cell in left for x in name if _near(cell, x)]
            size = Counter(name.values())
            cell, own = min(rng.sample(beside, len(beside)), key=lambda one: size[one[1]])
            name[cell] = own
        yield made(" ".join("".join(name[r, c] for c in range(width)) for r in range(height)))


def normal(cells: set[Cell]) -> tuple[Cell, ...]:
    """The same for tetrominoes that are equal, turned or mirrored."""
    ways = []
    for _ in range(4):
        cells = {(c, -r) for r, c in cells}
        for side in (cells, {(r, -c) for r, c in cells}):
            top, left = min(r for r, _ in side), min(c for _, c in side)
            ways.append(tuple(sorted((r - top, c - left) for r, c in side)))
    return min(ways)


def solutions(puzzle: Lits) -> Iterator[list[str]]:
    """Every choice that keeps the rules."""
    square = normal({(0, 0), (0, 1), (1, 0), (1, 1)})
    chosen = [
        [{*four} for four in combinations(area.cells, 4) if in_one_piece(four) and normal({*four}) != square]
        for area in puzzle.areas
    ]
    for choice in product(*chosen):
        shaded = set[Cell]().union(*choice)
        blocks = ({(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)} for r, c in shaded)
        if in_one_piece(shaded) and not any(block <= shaded for block in blocks):
            beside = ((x, y) for x, y in combinations(choice, 2) if any(_near(a, b) for a in x for b in y))
            if all(normal(x) != normal(y) for x, y in beside):
                rows, columns = range(puzzle.height), range(puzzle.width)
                yield ["".join("#" if (r, c) in shaded else "." for c in columns) for r in rows]


def _near(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


@cache
def large(height: int = 120, width: int = 150) -> Lits:
    """Areas of 4x5 cells."""
    names = [[chr(0x4E00 + r // 4 * 30 + c // 5) for c in range(width)] for r in range(height)]
    return Lits(tuple(map("".join, names)))  # type: ignore[arg-type]  # rows of names
