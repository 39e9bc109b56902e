"""Numberlinks: all ways to lay paths, found cell by cell without the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Cell = tuple[int, int]
Rows = Sequence[Sequence[int | None]]
STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def layouts(rows: Rows, every: bool = False) -> Iterator[frozenset[tuple[Cell, Cell]]]:
    """The lines of each solution: pairs of cells in reading order."""
    ends = {(r, c): x for r, row in enumerate(rows) for c, x in enumerate(row) if x is not None}
    numbers = sorted({*ends.values()})
    size = len(rows) * len(rows[0])

    def laid(
        k: int, used: frozenset[Cell], lines: frozenset[tuple[Cell, Cell]]
    ) -> Iterator[frozenset[tuple[Cell, Cell]]]:
        """Paths for the numbers from the k-th on."""
        if k == len(numbers):
            if not every or len(used) == size:
                yield lines
            return
        start, goal = (cell for cell, x in ends.items() if x == numbers[k])
        todo = [(start, used | {start}, lines)]
        while todo:
            here, taken, drawn = todo.pop()
            for down, right in STEPS.values():
                there = here[0] + down, here[1] + right
                if not (0 <= there[0] < len(rows) and 0 <= there[1] < len(rows[0])) or there in taken:
                    continue
                further = drawn | {(min(here, there), max(here, there))}
                if there == goal:
                    yield from laid(k + 1, taken | {goal}, further)
                elif there not in ends:
                    todo.append((there, taken | {there}, further))

    return laid(0, frozenset(), frozenset())
