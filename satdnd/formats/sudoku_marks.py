"""What a player has written into a sudoku of 9x9, as marks in a record: values, and candidates that are ruled out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from satdnd.formats.documents import Record

SIDE = 9
CELLS = range(SIDE * SIDE)
Marks: TypeAlias = list[list[int | str]]
"""A player's marks as JSON has them: ``[row, column, "5"]`` and ``[row, column, "not 5"]``."""


def _seen(i: int) -> frozenset[int]:
    """The other cells of the row, the column and the box of a cell."""
    r, c = divmod(i, SIDE)
    here = [(j, *divmod(j, SIDE)) for j in CELLS if j != i]
    return frozenset(j for j, y, x in here if y == r or x == c or (y // 3, x // 3) == (r // 3, c // 3))


SEEN = [_seen(i) for i in CELLS]
"""For each cell of 9x9, in reading order, the cells that must differ from it."""


def record(
    givens: Mapping[int, int], placed: Mapping[int, int], left: Mapping[int, Iterable[int]] | None = None
) -> Record:
    """A sudoku with the player's marks, without its kind; its ``pencilmarks`` are ``all`` if each blank cell has some.

    Args:
        givens: the value of each cell that has one, by the cell's number in reading order.
        placed: the same for values of the player.
        left: the candidates of cells without a value; cells that are not mentioned have all.
    """
    clues = "".join(str(givens.get(i, ".")) for i in CELLS)
    marks: Marks = [[*divmod(i, SIDE), str(value)] for i, value in sorted(placed.items())]
    left, values = left or {}, {**givens, **placed}
    for i, digits in sorted(left.items()):
        shown = {values.get(j) for j in SEEN[i]}
        removed = sorted({*range(1, SIDE + 1)} - {*digits} - shown) if i not in values else ()
        marks += [[*divmod(i, SIDE), f"not {digit}"] for digit in removed]
    full = {"pencilmarks": "all"} if left and all(i in left or i in values for i in CELLS) else {}
    return {"clues": clues} | ({"marks": marks} if marks else {}) | full


def placed_marks(cells: str) -> Marks:
    """The digits with ``+`` in a line of cells, as marks."""
    found, i = Marks(), 0
    for at, sign in enumerate(cells):
        if sign != "+":
            if cells[at - 1 : at] == "+":
                found.append([*divmod(i, SIDE), sign])
            i += 1
    return found
