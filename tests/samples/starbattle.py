"""Star battles: every placement of so many stars a row tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from random import Random

from satdnd.kinds.starbattle import Starbattle

TEXT = "stars\n1\nareas\naabb\naabb\ncbbb\nccdd\n"
SEVERAL = "stars\n1\nareas\naaaa\nbbbb\ncccc\ndddd\n"
LINKS = [
    "starbattle/6/6/1/4ilbhgdnmhou",  # robx/pzprjs, test/script/starbattle.js
    "starbattle/15/15/3/31g94h1gk30glmiuum28c52kl8mh0i10o51gh4i1go2h84a4802gt5hah8la6046hc9aign1ga18424a42h8",  # noqx
]
"""The second from T0nyX1ang/noqx, solver/starbattle.py."""


@cache
def boards(height: int, width: int, stars: int) -> list[list[str]]:
    """All with so many stars in each row and column that do not touch."""
    rows = ["".join("*" if c in some else "." for c in range(width)) for some in combinations(range(width), stars)]
    found = list[list[str]]()
    for board in product(rows, repeat=height):
        cells = [(r, c) for r, row in enumerate(board) for c, x in enumerate(row) if x == "*"]
        apart = all(max(abs(a - c), abs(b - d)) > 1 for (a, b), (c, d) in combinations(cells, 2))
        if apart and all(column.count("*") == stars for column in zip(*board, strict=True)):
            found.append(list(board))
    return found


def random_areas(rng: Random, side: int, number: int) -> tuple[str, ...]:
    """Areas grown cell by cell from random ones."""
    cells = list(product(range(side), repeat=2))
    owner = {cell: "abcdefgh"[i] for i, cell in enumerate(rng.sample(cells, number))}
    while len(owner) < len(cells):
        r, c = rng.choice(sorted(owner))
        near = rng.choice([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
        if near in cells and near not in owner:
            owner[near] = owner[r, c]
    return tuple("".join(owner[r, c] for c in range(side)) for r in range(side))


def puzzles() -> Iterator[Starbattle]:
    """Without solution for several reasons, and random areas."""
    rng = Random(8)
    yield Starbattle(1, ("a",))
    yield Starbattle(2, ("aa", "bb"))
    yield Starbattle(1, ("aab", "abb"))
    yield Starbattle(1, ("aabb", "aabb", "aabb", "aabb"))
    yield Starbattle(1, ("abcc", "cccc", "cccc", "cccd"))
    yield Starbattle(2, ("abbb", "bbbb", "ccdd", "ccdd"))
    yield Starbattle(1, ("abc",))
    yield Starbattle(1, ("a@bb", "aa@b", "@cdd", "ccdd"))
    yield Starbattle(1, ("@abb", "aa@b", "ccdd", "ccd@"))
    yield Starbattle(1, ("##a", "bba", "bcc"))
    yield Starbattle(1, ("abca", "bbcc", "ddcc", "dada"))
    for _ in range(4):
        holes = {cell for cell in product(range(5), repeat=2) if rng.random() < 0.2}
        rows = random_areas(rng, 5, 5)
        yield Starbattle(
            1, ["".join("@" if (r, c) in holes else x for c, x in enumerate(row)) for r, row in enumerate(rows)]
        )
    for side in (4, 4, 5, 5, 5):
        for _ in range(3):
            yield Starbattle(1, random_areas(rng, side, side))


def solutions(puzzle: Starbattle) -> Iterator[list[str]]:
    """Those with as many in each area."""
    owner = {cell: i for i, area in enumerate(puzzle.areas) for cell in area.cells}
    for board in boards(puzzle.height, puzzle.width, puzzle.stars):
        held = Counter(owner.get((r, c), -1) for r, row in enumerate(board) for c, x in enumerate(row) if x == "*")
        if held[-1]:
            continue  # a star in no area
        if all(held[i] == puzzle.stars for i in range(len(puzzle.areas))):
            yield board


def common(found: list[list[str]]) -> list[str]:
    """Stars of all boards, and cells that are empty in all."""
    said = {("*",): "*", (".",): "o"}
    return ["".join(said.get(tuple({*x}), ".") for x in zip(*rows, strict=True)) for rows in zip(*found, strict=True)]


@cache
def large() -> Starbattle:
    """Rows as areas."""
    names = [f"{i}" for i in range(70)]
    return Starbattle(3, tuple(" ".join([name] * 70) for name in names))
