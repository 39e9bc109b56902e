"""Yajilins: all loops on the cells, and all ways to shade what they leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from samples.masyu import Ways, common as common_lines, drawn, rounds
from satdnd.declaration.generators.winding import winding_region
from satdnd.engine.kind import kind_named
from satdnd.grid.bitboard import grid
from satdnd.kinds import yajilin
from satdnd.kinds.yajilin import Yajilin, YajilinSolution
from satdnd.rules.centre_lines import centre_lines
from satdnd.sat.budget import Budget

TEXT = " .  .  .  .  .\n .  .  .  .  .\n .  .  . 2w  .\n .  .  .  .  .\n .  .  .  . 0n\n"
SEVERAL = ". . .\n. . .\n. . .\n. . .\n"
LINKS = [
    "yajilin/5/5/m32j10",  # robx/pzprjs, test/script/yajilin.js
    "yajilin/o/5/5/m32j10",  # no shaded cell is enclosed
    # T0nyX1ang/noqx, solver/yajilin.py
    "yajilin/19/13/g24g33f45o23d30g32z43k41y11a11a42zo33a14a12b11d31a32c21e11t36g31e21y",
]
STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def puzzles() -> Iterator[Yajilin]:
    """Some by hand, and clues in the gaps of loops, some of them wrong."""
    for rows in (
        ((None, None), (None, None)),
        ((None,), (None,)),
        ((None, "3w", None), (None,) * 3),
        (("?e", None, None), (None,) * 3, (None,) * 3),
        (("0s", None, None), (None,) * 3, (None, None, "1n")),
        ((None,) * 4,) * 3,
        ((None, None, "?", None), (None,) * 4, (None,) * 4),
    ):
        yield Yajilin(rows)
        yield Yajilin(rows, "outside")
    yield Yajilin((("@", None, None), (None,) * 3, (None,) * 3))
    yield Yajilin((("2e", "@", None, None), (None, None, None, "@"), (None, None, "0n", None)))
    yield Yajilin(((None,) * 5, (None, "1e", "@", None, None), (None,) * 5))
    yield Yajilin(((None,) * 3,) * 3, "outside")
    yield Yajilin(((None,) * 4,) * 4, "outside")
    rng = Random(6)
    for height, width in ((3, 4), (4, 4), (4, 4), (3, 5), (4, 5), (4, 4), (4, 5)):
        ways = rng.choice(rounds(height, width))
        left = [(r, c) for r in range(height) for c in range(width) if (r, c) not in ways]
        shaded = {cell for cell in left if rng.random() < 0.4}
        rows = [[None] * width for _ in range(height)]
        for r, c in set(left) - shaded:
            direction = rng.choice("nesw")
            number = _seen((r, c), direction, shaded, height, width) + (rng.random() < 0.15)
            rows[r][c] = f"{number if rng.random() < 0.8 else '?'}{direction}"
        yield Yajilin(tuple(map(tuple, rows)), rng.choice(("any", "outside")))


def _seen(cell: tuple[int, int], direction: str, shaded: set[tuple[int, int]], height: int, width: int) -> int:
    (r, c), (down, right), found = cell, STEPS[direction], 0
    while 0 <= (r := r + down) < height and 0 <= (c := c + right) < width:
        found += (r, c) in shaded
    return found


def solutions(puzzle: Yajilin) -> Iterator[list[list[str]]]:
    """Of each loop that passes no clue: all it leaves is shaded, if that is as it should be."""
    height, width = puzzle.height, puzzle.width
    told = {(r, c): x for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x}
    for ways in rounds(height, width):
        shaded = {(r, c) for r in range(height) for c in range(width)} - ways.keys() - told.keys()
        if told.keys() & ways.keys() or any((r + 1, c) in shaded or (r, c + 1) in shaded for r, c in shaded):
            continue
        if puzzle.shaded == "outside" and any(enclosed(cell, ways) for cell in shaded):
            continue
        if all(x[0] in "?@" or int(x[:-1]) == _seen(cell, x[-1], shaded, height, width) for cell, x in told.items()):
            board = drawn(ways, height, width)
            for r, c in shaded:
                board[r][c] = "#"
            yield board


def enclosed(cell: tuple[int, int], ways: Ways) -> bool:
    """Whether a loop goes around a cell: a flood through cells and the gaps between lines does not reach the border."""
    cells: list[tuple[float, float]] = [cell]
    lines = {(i + k / 2, j + m / 2) for (i, j), steps in ways.items() for k, m in [(0, 0), *steps]}
    for r, c in cells:
        for down, right in STEPS.values():
            near = r + down / 2, c + right / 2
            if near in cells or near in lines:
                continue
            cells.append(near)
            if min(near) < 0 or max(near) > 6:
                return False
    return True


def common(found: Sequence[Sequence[Sequence[str]]]) -> list[str]:
    """Lines as in masyu; and cells that are shaded in all solutions, or in none."""
    rows = [list(row) for row in common_lines(found)]
    for r in range(len(found[0])):
        for c in range(len(found[0][0])):
            signs = {board[r][c] == "#" for board in found}
            rows[2 * r][2 * c] = "." if len(signs) > 1 else "o#"[signs.pop()]
    return ["".join(row) for row in rows]


@cache
def large() -> Yajilin:
    """A random loop, with the clues that fit between."""
    blank, rng, lines = kind_named("yajilin").empty(51, 51), Random(4), centre_lines(51, 51, shading=True)
    loop = lines.border(winding_region(rng, grid(50, 50), Budget()))
    passed = {cell for pair in lines.lines(loop) for cell in pair}
    shaded = sum(1 << lines.shade((r, c)) - 1 for r, c in blank.free if (r, c) not in passed and (r + c) % 2)
    return yajilin.clues_of(blank, YajilinSolution(51, 51, loop | shaded))
