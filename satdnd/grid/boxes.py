"""The shapes of boxes: equal rectangles that divide a square, each with as many cells as a row."""

from __future__ import annotations

from typing import TypeAlias

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
