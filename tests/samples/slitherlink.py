"""Slitherlinks, and loops on small grids: sets of cells whose border is one loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from random import Random

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.kinds import slitherlink
from satdnd.kinds.slitherlink import Slitherlink
from satdnd.sat.budget import Budget

TEXT = "3.3\n..2\n23.\n"
SEVERAL = "3..\n.3.\n...\n"
FIELD = "inside"
LINKS = [
    "slither/5/5/cbcbcddad",  # robx/pzprjs, test/script/slither.js
    "slither/f/3/2/ci",  # the loop passes every corner
]

Inside = tuple[str, ...]


def edges(inside: Inside) -> set[frozenset[tuple[int, int]]]:
    """The border, each edge by its two ends."""
    filled = {(r, c) for r, row in enumerate(inside) for c, x in enumerate(row) if x == "#"}
    found = set()
    for r, c in filled:
        for near, ends in (
            ((r - 1, c), ((r, c), (r, c + 1))),
            ((r + 1, c), ((r + 1, c), (r + 1, c + 1))),
            ((r, c - 1), ((r, c), (r + 1, c))),
            ((r, c + 1), ((r, c + 1), (r + 1, c + 1))),
        ):
            if near not in filled:
                found.add(frozenset(ends))
    return found


def is_loop(edges: set[frozenset[tuple[int, int]]]) -> bool:
    """Whether edges are one closed loop: walk along it from any, and see whether that was all."""
    at: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for a, b in map(tuple, edges):
        at.setdefault(a, []).append(b)
        at.setdefault(b, []).append(a)
    if not at or any(len(near) != 2 for near in at.values()):
        return False
    start = min(at)
    last, here, steps = start, at[start][0], 1
    while here != start:
        last, here, steps = here, next(x for x in at[here] if x != last), steps + 1
    return steps == len(edges)


@cache
def loops(height: int, width: int) -> list[Inside]:
    """The insides of all loops of a grid."""
    boards = ("".join(signs) for signs in product(".#", repeat=height * width))
    insides = (tuple(x[r * width : (r + 1) * width] for r in range(height)) for x in boards)
    return [inside for inside in insides if is_loop(edges(inside))]


def numbers(inside: Inside) -> list[list[int]]:
    """Of each cell how many of its edges are on the border."""
    border = edges(inside)

    def around(r: int, c: int) -> int:
        """Those of one cell."""
        ends = (r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)
        return sum(frozenset(pair) in border for pair in pairwise(ends))

    return [[around(r, c) for c in range(len(inside[0]))] for r in range(len(inside))]


def puzzles() -> Iterator[Slitherlink]:
    """Some by hand, and shares of the numbers of loops."""
    yield Slitherlink(((4,),))
    yield Slitherlink(((None,),))
    yield Slitherlink(((0, 0), (0, 0)))
    yield Slitherlink(((0, 0), (0, None)))
    yield Slitherlink(((3, 3), (None, 0)))
    yield Slitherlink(((2, None), (None, 2)))
    yield Slitherlink(((4, None), (None, 1)))
    yield Slitherlink(((None,) * 2,) * 2)
    yield Slitherlink(((3, None, 3), (None,) * 3, (None, 1, None)))
    yield Slitherlink(((None, 3, None), (2, None, 2)))
    yield Slitherlink(((2, None, None), (None,) * 3), "all")
    yield Slitherlink(((None,) * 3,) * 2, "all")
    yield Slitherlink(((None,) * 2,) * 2, "all")
    yield Slitherlink(((None, 1, None), (None,) * 3, (2, None, None)), "all")
    yield Slitherlink(((None,),), "all")
    rng = Random(12)
    for height, width in ((2, 3), (3, 3), (3, 3), (3, 4), (1, 4)):
        rows = numbers(rng.choice(loops(height, width)))
        for share in (0.4, 0.8):
            yield Slitherlink(tuple(tuple(x if rng.random() < share else None for x in row) for row in rows))


def solutions(puzzle: Slitherlink) -> Iterator[list[str]]:
    """The insides of all loops with these numbers, which pass every corner if they should."""
    rows = puzzle.rows
    for inside in loops(len(rows), len(rows[0])):
        found = numbers(inside)
        if puzzle.loop == "all" and len(edges(inside)) < (len(rows) + 1) * (len(rows[0]) + 1):
            continue
        if all(x in (None, y) for told, made in zip(rows, found, strict=True) for x, y in zip(told, made, strict=True)):
            yield list(inside)


def drawn(inside: Sequence[str]) -> list[str]:
    """As ``forced`` draws a loop of which all is known."""
    border, height, width = edges(tuple(inside)), len(inside), len(inside[0])
    lines = []
    for r in range(height + 1):
        level = "".join("+-"[frozenset(((r, c), (r, c + 1))) in border] for c in range(width))
        lines.append("+" + "+".join(x if x == "-" else "x" for x in level) + "+")
        if r < height:
            upright = ["|" if frozenset(((r, c), (r + 1, c))) in border else "x" for c in range(width + 1)]
            lines.append(" ".join(upright))
    return lines


def common(found: Sequence[Sequence[str]]) -> list[str]:
    """Lines that all loops have, and those that none has."""
    return [
        "".join(x[0] if len({*x}) == 1 else " " for x in zip(*lines, strict=True))
        for lines in zip(*map(drawn, found), strict=True)
    ]


@cache
def large() -> Slitherlink:
    """A third of the numbers of a random loop."""
    blank, rng = kind_named("slitherlink").empty(60, 60), Random(4)
    loop = satdnd.SlitherlinkSolution(60, 60, slitherlink.sample(rng, blank, Budget()))
    puzzle = slitherlink.KIND.clues_of(blank, loop)
    return puzzle.changed({clue: None for clue in puzzle.given_clues if rng.random() > 0.3})
