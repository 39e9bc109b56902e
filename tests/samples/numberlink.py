"""Numberlinks: all ways to lay the paths, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from samples.masyu import common as common
from satdnd.kinds.numberlink import Numberlink

TEXT = "1231\n..3.\n..2.\n....\n"
SEVERAL = "1..2\n....\n..2.\n1...\n"
LINKS = ["numlin/5/5/1j2h3m1h2j3"]  # robx/pzprjs, test/script/numlin.js

Cell = tuple[int, int]
STEPS = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}


def puzzles() -> Iterator[Numberlink]:
    """Some by hand, and random ends."""
    for text in ("1.1", "1.2.21", "12\n21", "1.\n.1", "...\n...", "1.2\n...\n2.1", "11\n..", "1..\n.2.\n12."):
        rows = tuple(tuple(None if x == "." else int(x) for x in row) for row in text.split("\n"))
        yield Numberlink(rows)
        yield Numberlink(rows, "all")
    rng = Random(7)
    for height, width, numbers in ((3, 3, 2), (3, 4, 2), (3, 4, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (4, 5, 4)) * 2:
        cells = rng.sample([(r, c) for r in range(height) for c in range(width)], 2 * numbers)
        number = {cell: i // 2 + 1 for i, cell in enumerate(cells)}
        rows = tuple(tuple(number.get((r, c)) for c in range(width)) for r in range(height))
        yield Numberlink(rows, rng.choice(("any", "any", "all")))


def solutions(puzzle: Numberlink) -> Iterator[list[list[str]]]:
    """Path after path."""
    ends = {(r, c): x for r, row in enumerate(puzzle.rows) for c, x in enumerate(row) if x is not None}
    numbers = sorted({*ends.values()})
    size = puzzle.height * puzzle.width

    def laid(k: int, ways: dict[Cell, str]) -> Iterator[dict[Cell, str]]:
        """The directions in which paths leave cells, with those of the numbers from the k-th on."""
        if k == len(numbers):
            if puzzle.cells == "any" or len(ways) == size:
                yield ways
            return
        start, goal = (cell for cell, x in ends.items() if x == numbers[k])
        todo = [(start, {**ways, start: ""})]
        while todo:
            here, drawn = todo.pop()
            for way, (down, right) in STEPS.items():
                there = here[0] + down, here[1] + right
                inside = 0 <= there[0] < puzzle.height and 0 <= there[1] < puzzle.width
                if inside and there not in drawn and (there == goal or there not in ends):
                    back = {"n": "s", "s": "n", "e": "w", "w": "e"}[way]
                    further = {**drawn, here: drawn[here] + way, there: back}
                    if there == goal:
                        yield from laid(k + 1, further)
                    else:
                        todo.append((there, further))

    for ways in laid(0, {}):
        yield [
            ["".join(sorted(ways.get((r, c), ""), key="nsew".index)) for c in range(puzzle.width)]
            for r in range(puzzle.height)
        ]


@cache
def large() -> Numberlink:
    """Numbers at opposite sides, in order: each path has a corridor, and many ways through it."""
    size = 60
    rows: list[list[int | None]] = [[None] * size for _ in range(size)]
    for k in range(12):
        rows[5 * k][0] = rows[5 * k + 4][-1] = k + 1
    return Numberlink(tuple(map(tuple, rows)))
