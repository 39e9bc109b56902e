"""The words of kinds whose marks are edges: what edges are called in sentences, many at once too."""

from __future__ import annotations

from collections.abc import Sequence

from satdnd.declaration.words import DeclaredWords
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.edges import SIDES
from satdnd.rules.unknowns import Mark

_BEYOND = {"n": (-1, 0, "s"), "w": (0, -1, "e")}
"""Of a side, where the other cell of the edge is, and on which side of that it lies."""


class EdgeWords(DeclaredWords):
    """Edges by the cells that they are sides of."""

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """``the edge above r1c1``, ``the edges above and left of r2c2``: a cell that has many of them first."""
        left, found = {mark[:3] for mark in marks}, list[str]()
        while left:
            sides = dict[Cell, list[tuple[str, Mark]]]()
            for mark in sorted(left):
                for r, c, side in _names_of(mark):
                    sides.setdefault((r, c), []).append((side, mark))
            cell, own = max(sides.items(), key=lambda item: len(item[1]))
            left -= {mark for _, mark in own}
            found.append(_edges(cell, [side for side, _ in own], own[0][1]))
        return found


def _names_of(mark: Mark) -> list[tuple[int, int, str]]:
    """Cell and side of an edge, of both its cells where there are two."""
    r, c, side = int(mark[0]), int(mark[1]), str(mark[2])
    down, right, other = _BEYOND.get(side, (0, 0, ""))
    beyond = [(r + down, c + right, other)] if other and r + down >= 0 and c + right >= 0 else []
    return [(r, c, side), *beyond]


def _edges(cell: Cell, sides: Sequence[str], first: Mark) -> str:
    """These sides of a cell."""
    name = cell_name(cell)
    if len(sides) == 4:
        return f"the four edges of {name}"
    if len(sides) > 1:
        return f"the edges {listed([SIDES[side] for side in SIDES if side in sides])} {name}"
    cells = sorted((r, c) for r, c, _ in _names_of(first))
    if len(cells) == 1:
        return f"the edge {SIDES[sides[0]]} {name}"
    return f"the edge between {cell_name(cells[0])} and {cell_name(cells[1])}"
