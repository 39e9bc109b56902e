"""The shapes of boxes: equal rectangles that divide a square, each with as many cells as a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from satdnd.grid.bitboard import Cell, lines_of

Shape: TypeAlias = tuple[int, int]
"""Rows and columns of a box."""


def shapes(side: int) -> list[Shape]:
    """The shapes of boxes in a square of that side, up to 25, the usual one first: nearly square, rather wide."""
    if side > 25:
        return []
    every = [(height, side // height) for height in range(2, side // 2 + 1) if side % height == 0]
    return sorted(every, key=lambda shape: (abs(shape[1] - shape[0]), shape))


SHAPES = frozenset(shape for side in range(4, 26) for shape in shapes(side))
"""All shapes of boxes."""
USUAL = {side: shapes(side)[0] for side in range(4, 26) if shapes(side)}
"""The sides from 4 to 25 that have boxes, each with their usual shape: 3x3 for 9, 2x3 for 6, 3x4 for 12."""


Houses: TypeAlias = Mapping[str, Sequence[Sequence[Cell]]]
"""By rule (``row``, ``column``, ``box``): groups of as many cells as there are values, which hold each value once."""


def numbered_houses(houses: Houses) -> Iterator[tuple[str, int, Sequence[Cell]]]:
    """The rule, the number from 1 and the cells of each house."""
    return ((rule, number, cells) for rule, every in houses.items() for number, cells in enumerate(every, 1))


def houses_of(shape: Shape) -> Houses:
    """The cells of each ``row``, ``column`` and ``box`` of a square with boxes of that shape, in reading order."""
    (height, width), side = shape, shape[0] * shape[1]
    corners = ((r, c) for r in range(0, side, height) for c in range(0, side, width))
    boxes = [tuple((r + i, c + j) for i in range(height) for j in range(width)) for r, c in corners]
    return {**lines_of(side, side), "box": boxes}
