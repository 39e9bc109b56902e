"""Galaxies, and all divisions of small grids into areas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from samples.shikaku import Areas, common as common
from satdnd.kinds.galaxies import Galaxies

TEXT = "..o.o\n.....\n..o..\n.....\n.o...\n"
SEVERAL = "..o..\n.....\n..o..\n.....\n..o..\n"
FIELD = "areas"
# robx/pzprjs, test/script/tentaisho.js, with all centres white: colours are for pictures, and not kept
LINKS = ["tentaisho/5/5/6el84ei64en8cae10000"]


def numbered(height: int, width: int, lines: Sequence[bool]) -> Areas:
    """The areas between these borders: right of each cell, then below each, numbered in reading order."""
    right, below = lines[: height * (width - 1)], lines[height * (width - 1) :]
    number = [[0] * width for _ in range(height)]
    for count, (r, c) in enumerate(product(range(height), range(width))):
        if number[r][c]:
            continue
        todo = [(r, c)]
        for i, j in todo:
            if number[i][j]:
                continue
            number[i][j] = count + 1
            if j + 1 < width and not right[i * (width - 1) + j]:
                todo.append((i, j + 1))
            if j and not right[i * (width - 1) + j - 1]:
                todo.append((i, j - 1))
            if i + 1 < height and not below[i * width + j]:
                todo.append((i + 1, j))
            if i and not below[(i - 1) * width + j]:
                todo.append((i - 1, j))
    order = {x: k for k, x in enumerate(dict.fromkeys(x for row in number for x in row), 1)}
    return tuple(tuple(order[x] for x in row) for row in number)


@cache
def divisions(height: int, width: int) -> list[Areas]:
    """All divisions of a grid into connected areas."""
    borders = product((False, True), repeat=height * (width - 1) + width * (height - 1))
    return [*dict.fromkeys(numbered(height, width, lines) for lines in borders)]


def keeps(there: Sequence[tuple[int, int]], areas: Areas, holes: Sequence[tuple[int, int]] = ()) -> bool:
    """Whether each area is symmetric about just one of these places, and holds no other; or is one of the holes."""
    cells: dict[int, set[tuple[int, int]]] = {}
    for r, row in enumerate(areas):
        for c, number in enumerate(row):
            cells.setdefault(number, set()).add((r, c))
    cells = {number: area for number, area in cells.items() if not area <= {*holes}}
    if any(area & {*holes} for area in cells.values()):
        return False
    for area in cells.values():
        held = [(y, x) for y, x in there if any(abs(2 * r - y) < 2 and abs(2 * c - x) < 2 for r, c in area)]
        if len(held) != 1 or {(held[0][0] - r, held[0][1] - c) for r, c in area} != area:
            return False
    return len(cells) == len(there)


def puzzles() -> Iterator[Galaxies]:
    """Some by hand, the centres of random divisions, and random ones."""
    for text in (
        "o",
        ".",
        "..o",
        ".o.",
        "o.o",
        "oo.",
        "o.. ... ..o",
        ".o. ... .o.",
        "o.o ... o.o",
        "... .o. ...",
        ".o... ..... ..o.. ..... ..o..",
        "@.o",
        "@.. ... .o.",
        TEXT,
        SEVERAL,
    ):
        yield Galaxies(tuple(text.split()))
    rng = Random(5)
    for height, width in ((2, 3), (3, 3), (1, 5), (3, 3), (2, 4)) * 3:
        places = [*product(range(2 * height - 1), range(2 * width - 1))]
        some = rng.sample(places, rng.choice((2, 3, 4)))
        yield made(height, width, some)
    for height, width in ((3, 3), (2, 4), (2, 5)):
        yield made(height, width, centres(rng.choice([*filter(centres, divisions(height, width))])))


def centres(areas: Areas) -> list[tuple[int, int]]:
    """The middles of all areas, if each has one that it is symmetric about; otherwise none."""
    found = []
    for number in {x for row in areas for x in row}:
        cells = [(r, c) for r, row in enumerate(areas) for c, x in enumerate(row) if x == number]
        (top, left), (bottom, right) = (tuple(some(x) for x in zip(*cells, strict=True)) for some in (min, max))
        found.append((top + bottom, left + right))
    return found if keeps(found, areas) else []


def made(height: int, width: int, there: Sequence[tuple[int, int]]) -> Galaxies:
    """The puzzle with these centres."""
    lines = ("".join("o" if (y, x) in there else "." for x in range(2 * width - 1)) for y in range(2 * height - 1))
    return Galaxies(tuple(lines))


def solutions(puzzle: Galaxies) -> Iterator[list[list[int]]]:
    """All divisions that keep the rules."""
    there = [(y, x) for y, row in enumerate(puzzle.centres) for x, sign in enumerate(row) if sign == "o"]
    holes = [(y // 2, x // 2) for y, row in enumerate(puzzle.centres) for x, sign in enumerate(row) if sign == "@"]
    for areas in divisions(puzzle.height, puzzle.width):
        alone = [sum(row.count(areas[r][c]) for row in areas) == 1 for r, c in holes]
        if all(alone) and keeps(there, areas, holes):
            yield [list(row) for row in areas]


@cache
def large() -> Galaxies:
    """A centre in every third cell of every third row."""
    return made(30, 30, [*product(range(2, 60, 6), repeat=2)])
