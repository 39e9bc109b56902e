"""A loop through the centres of cells that visits each of some areas exactly once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TypeAlias

from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, needs
from satdnd.rules.centre_lines import CentreLines
from satdnd.rules.count import Count, exactly
from satdnd.sat.formula import Literal

Visited: TypeAlias = tuple[Sequence[Cell], int | None]
"""The cells of an area, and how many of them the loop passes, if that is known."""


def visits_once(lines: CentreLines, areas: Sequence[Visited], *, clue: Callable[[Cell], Any]) -> Iterator[Count]:
    """The loop visits each area once, in so many cells; it passes no cell of none, and one of two across a border.

    Rules: ``area``, ``number``, ``hole`` and ``border``. *clue* makes the clue of a number from the area's first cell.
    A way through n cells of an area has n-1 lines within, so the number of these is counted; the loop is within an area
    that is alone, which has as many lines as cells.
    """
    at = {cell: i for i, (cells, _) in enumerate(areas) for cell in cells}
    within: list[list[Literal]] = [[] for _ in areas]
    across: list[list[Literal]] = [[] for _ in areas]
    for x in range(1, lines.count + 1):
        one, other = (at.get(cell) for cell in lines.ends(x))
        if one is not None and other is not None:
            for i in {one, other}:
                (within if one == other else across)[i].append(x)
    alone = len(areas) == 1
    for (cells, number), inside, leaving in zip(areas, within, across, strict=True):
        if not alone:
            yield exactly("area", cells, "the loop enters and leaves the area at {} once", leaving, 2)
        if number is not None:
            text, own = f"the area at {{}} {needs(number, 'cell')} on the loop", clue(cells[0])
            ways, least = (inside, number - (not alone)) if number else ([*inside, *leaving], 0)
            yield exactly("number", cells, text, ways, least, own)
    for cell in (cell for cell in lines.corners() if cell not in at):
        yield exactly("hole", [cell], "the loop does not pass {}, which is in no area", lines.corner(*cell), 0)
    for pair in across_borders(lines, [cells for cells, _ in areas]):
        both = tuple(dict.fromkeys(chain.from_iterable(lines.corner(*cell) for cell in pair)))
        yield Count("border", pair, f"the loop passes {{}} or {cell_name(pair[1])}", both, 1, len(both))


def across_borders(lines: CentreLines, areas: Sequence[Sequence[Cell]]) -> Iterator[tuple[Cell, Cell]]:
    """Two cells side by side, of different areas."""
    at = {cell: i for i, cells in enumerate(areas) for cell in cells}
    pairs = (lines.ends(x) for x in range(1, lines.count + 1))
    return (pair for pair in pairs if {*pair} <= at.keys() and at[pair[0]] != at[pair[1]])
