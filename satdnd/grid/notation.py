"""Names of cells and phrases for people: ``r3c5``, ``2 walls``, ``a, b and c``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satdnd.grid.bitboard import Cell


def cell_name(cell: Cell) -> str:
    """``r3c5``: row and column from 1, as people write a cell."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def counted(number: int, word: str) -> str:
    """``1 row``, ``2 rows``: a number with *word* in the singular or plural."""
    return f"{number} {word}{'s' * (number != 1)}"


def needs(number: int, word: str) -> str:
    """``needs 2 walls``, ``has no walls``."""
    return f"needs {counted(number, word)}" if number else f"has no {word}s"


def listed(words: Sequence[str], most: int | None = None) -> str:
    """``a``, ``a and b``, ``a, b and c``; if there are more than *most* words, the first *most* and dots."""
    if most is not None and len(words) > most:
        return f"{', '.join(words[:most])}, ..."
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def area_name(cells: Iterable[Cell]) -> str:
    """``r1c1 to r2c3`` for a rectangle of more than two cells; otherwise all of its cells."""
    own = sorted(cells)
    (top, left), (bottom, right) = own[0], own[-1]
    if len(own) > 2 and own == [(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]:
        return f"{cell_name(own[0])} to {cell_name(own[-1])}"
    return listed([*map(cell_name, own)])


def corner_name(corner: Cell) -> str:
    """``the bottom right corner of r2c3``, in the first row or column another one of a cell there.

    Corners have a row and a column, from (0, 0) at the top left of the grid.
    """
    r, c = corner
    sides = f"{'bottom' if r else 'top'} {'right' if c else 'left'}"
    return f"the {sides} corner of {cell_name((max(r - 1, 0), max(c - 1, 0)))}"
