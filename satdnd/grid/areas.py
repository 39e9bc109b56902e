"""Areas of a grid, from the borders between its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satdnd.grid.bitboard import Cell


def all_cells(height: int, width: int) -> Iterator[Cell]:
    """All cells of a grid, in reading order."""
    return ((r, c) for r in range(height) for c in range(width))


def enclosed(right: Sequence[Sequence[bool]], below: Sequence[Sequence[bool]]) -> list[tuple[Cell, ...]]:
    """The cells of each area enclosed by borders, in reading order of their first cells.

    Args:
        right, below: whether there is a border to the right of each cell except the last of each row, and below each
            cell except those of the last row.
    """
    height, width = len(right), len(right[0]) + 1
    seen, areas = set[Cell](), list[tuple[Cell, ...]]()
    for start in all_cells(height, width):
        if start in seen:
            continue
        seen.add(start)
        area = [start]
        for r, c in area:  # grows during the iteration
            ways = [(r, c + 1, c + 1 < width and not right[r][c]), (r, c - 1, c > 0 and not right[r][c - 1])]
            ways += [(r + 1, c, r + 1 < height and not below[r][c]), (r - 1, c, r > 0 and not below[r - 1][c])]
            for row, column, free in ways:
                if free and (row, column) not in seen:
                    seen.add((row, column))
                    area.append((row, column))
        areas.append(tuple(sorted(area)))
    return areas
