"""Sentences about edges: the names of one edge and of several."""

from __future__ import annotations

from collections.abc import Sequence

from satdnd.declaration.words import DeclaredWords
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.edges import SIDES
from satdnd.rules.unknowns import Mark

_BEYOND = {"n": (-1, 0, "s"), "w": (0, -1, "e")}
"""For a side, the offset of the edge's other cell, and the side on which it lies there."""


class EdgeWords(DeclaredWords):
    """Edges are named by the cells whose sides they are."""

    def places(self, marks: Sequence[Mark]) -> list[str]:
        """``the edge above r1c1``, ``the edges above and left of r2c2``, cells with many edges first."""
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
    """Cell and side of an edge, for each of its one or two cells."""
    r, c, side = int(mark[0]), int(mark[1]), str(mark[2])
    down, right, other = _BEYOND.get(side, (0, 0, ""))
    beyond = [(r + down, c + right, other)] if other and r + down >= 0 and c + right >= 0 else []
    return [(r, c, side), *beyond]


def _edges(cell: Cell, sides: Sequence[str], first: Mark) -> str:
    """The name of some sides of a cell."""
    name = cell_name(cell)
    if len(sides) == 4:
        return f"the four edges of {name}"
    if len(sides) > 1:
        return f"the edges {listed([SIDES[side] for side in SIDES if side in sides])} {name}"
    cells = sorted((r, c) for r, c, _ in _names_of(first))
    if len(cells) == 1:
        return f"the edge {SIDES[sides[0]]} {name}"
    return f"the edge between {cell_name(cells[0])} and {cell_name(cells[1])}"
