"""A brute force of nurikabe on sets of cells, which shares nothing with the package, and puzzles to try it on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from satdnd.kinds.nurikabe.kind import Nurikabe

Cells = frozenset[tuple[int, int]]


def puzzle(*rows: str) -> Nurikabe:
    """The puzzle of rows of digits, question marks and dots."""
    entries = {".": None, "?": "?"}
    return Nurikabe(tuple(tuple(entries[x] if x in entries else int(x) for x in row) for row in rows))


def solutions(puzzle: Nurikabe) -> set[int]:
    """The seas of all solutions, bit ``r*W + c``: every shape of every island, then the sea that they leave."""
    grid = frozenset((r, c) for r in range(len(puzzle.rows)) for c in range(len(puzzle.rows[0])))
    numbers = [((r, c), n) for r, row in enumerate(puzzle.rows) for c, n in enumerate(row) if n is not None]
    homes = frozenset(cell for cell, _ in numbers)
    return {
        sum(1 << r * len(puzzle.rows[0]) + c for r, c in grid - land)
        for land in _lands(numbers, grid, homes, frozenset())
        if _is_sea(grid - land)
    }


def _lands(numbers: list[tuple[tuple[int, int], int | str]], grid: Cells, homes: Cells, land: Cells) -> Iterator[Cells]:
    if not numbers:
        yield land
        return
    (home, size), *rest = numbers
    barred = land | _around(land) | (homes - {home})
    shapes = {frozenset([home])} if home not in barred else set()
    for count in range(1, len(grid) + 1):
        if size in ("?", count):
            for shape in shapes:
                yield from _lands(rest, grid, homes, land | shape)
        if size == count or not shapes:
            return
        shapes = {shape | {cell} for shape in shapes for cell in (_around(shape) & grid) - barred - shape}


def _around(cells: Cells) -> Cells:
    return frozenset((r + i, c + j) for r, c in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def _is_sea(sea: Cells) -> bool:
    if any({(r, c + 1), (r + 1, c), (r + 1, c + 1)} <= sea for r, c in sea):
        return False
    reached = frozenset(sorted(sea)[:1])
    while (wider := (reached | _around(reached)) & sea) != reached:
        reached = wider
    return reached == sea


def random_puzzles(
    seed: int, count: int, sides: tuple[int, ...] = (3, 4), numbers: tuple[int | str, ...] = (1, 1, 2, 2, 3, 4, 5, 7)
) -> Iterator[Nurikabe]:
    """Small grids with up to five numbers anywhere; few of them have a solution."""
    rng = Random(seed)
    for _ in range(count):
        height, width = rng.choice(sides), rng.choice(sides)
        rows: list[list[int | str | None]] = [[None] * width for _ in range(height)]
        for _ in range(rng.randint(0, 5)):
            rows[rng.randrange(height)][rng.randrange(width)] = rng.choice(numbers)
        yield Nurikabe(tuple(map(tuple, rows)))
