"""What the kinds that place queens share: the lines along which queens attack, and clauses over them.

A *line* is a row, a column or a diagonal; a queen attacks every square of her four lines (a piece in the way would be
attacked itself). Squares are numbered in reading order: (r, c) is ``r*W + c``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from satdnd.encodings.cardinality import one_at_most
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard, Cell, Grid
from satdnd.grid.notation import cell_name
from satdnd.sat.formula import Compiled, Literal, Pool

Line: TypeAlias = list[int]
"""The numbers of a line's squares, from the top or the left."""


class Lines(NamedTuple):
    """All lines of a board, by direction; each square is on one line of every direction."""

    rows: list[Line]
    """H, from the top."""
    columns: list[Line]
    """W, from the left."""
    falling: list[Line]
    """H+W-1 diagonals down to the right, by ``r - c`` from 1-W: the one of the top right square first."""
    rising: list[Line]
    """H+W-1 diagonals up to the right, by ``r + c`` from 0."""


def lines(height: int, width: int) -> Lines:
    """The lines of a board of *height* rows and *width* columns."""
    counts = (height, width, height + width - 1, height + width - 1)
    rows, columns, falling, rising = ([list[int]() for _ in range(count)] for count in counts)
    for r in range(height):
        for c in range(width):
            square = r * width + c
            rows[r].append(square)
            columns[c].append(square)
            falling[r - c + width - 1].append(square)
            rising[r + c].append(square)
    return Lines(rows, columns, falling, rising)


def line_name(line: Line, width: int, direction: str) -> str:
    """``row 3``, ``column 5``, ``the diagonal from r1c2 to r7c8``, counted from 1.

    Args:
        line: one of `lines` on a board with *width* columns.
        direction: ``row``, ``column`` or ``diagonal``.
    """
    first, last = divmod(line[0], width), divmod(line[-1], width)
    if direction == "diagonal":
        return f"the diagonal from {cell_name(first)} to {cell_name(last)}"
    return f"{direction} {first[direction == 'column'] + 1}"


def at_most_one_in_product(literals: Sequence[Literal], pool: Pool) -> Compiled:
    """At most one of *literals*: pairwise up to six, otherwise a product in two dimensions (Chen, "A new SAT encoding
    of the at-most-one constraint", ModRef 2010).

    The literals lie in a rectangle of about sqrt(n) x sqrt(n); each implies its row and its column there, and at
    most one row and at most one column is true. 2n + O(sqrt n) clauses and O(sqrt n) auxiliary variables (a ladder:
    3n and n-1); a true literal reaches the others in three propagations instead of a chain of up to n.
    """
    n = len(literals)
    if n <= 6:
        return one_at_most(literals, pool)
    across = 1
    while across * across < n:
        across += 1
    rows, columns = list(pool.block(-(-n // across))), list(pool.block(across))
    clauses = [
        clause for i, x in enumerate(literals) for clause in ([-x, rows[i // across]], [-x, columns[i % across]])
    ]
    groups = [range(k * across, min(n, (k + 1) * across)) for k in range(len(rows))]
    groups += [range(k, n, across) for k in range(across)]

    def named() -> dict[Literal, str]:
        """What each row and column of the rectangle holds."""
        members = (" ".join(str(i + 1) for i in group) for group in groups)
        return {x: f"one of {numbers}" for x, numbers in zip([*rows, *columns], members, strict=True)}

    for side in (rows, columns):
        clauses += at_most_one_in_product(side, pool).clauses
    return Compiled(clauses, [], named)


def attacked_from(height: int, width: int) -> list[Bitboard]:
    """For each square, in reading order, the squares that a queen there occupies or attacks."""
    attacked = [0] * (height * width)
    for direction in lines(height, width):
        for line in direction:
            mask = sum(1 << square for square in line)
            for square in line:
                attacked[square] |= mask
    return attacked


# boards and placements


def checked_squares(squares: Iterable[Cell], geometry: Grid) -> tuple[Cell, ...]:
    """*squares* in reading order. Raises InputError for anything but different squares of the board."""
    found: set[Cell] = set()
    for r, c in fields.cell_sequence(squares, "queens"):
        if not geometry.contains((r, c)):
            size = f"{geometry.height} rows and {geometry.width} columns"
            raise InputError(f"square [{r}, {c}] is outside the board of {size}")
        if (r, c) in found:
            raise InputError(f"two queens on the square [{r}, {c}]")
        found.add((r, c))
    return tuple(sorted(found))
