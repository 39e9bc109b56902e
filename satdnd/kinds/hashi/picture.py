"""How islands and bridges look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.draw.picture import MAYBE, BridgeLine, Picture, Tile
from satdnd.grid.bitboard import Cell
from satdnd.kinds.hashi.model import WATER, Hashi, HashiSolution, between


def picture(
    puzzle: Hashi,
    solution: HashiSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Islands as digits, bridges as lines; dashed where solutions agree on one bridge but not on the second.

    A bridge is marked, and not the water below it, where all the cells between its ends are. What is no bridge (one
    that leaves the grid, runs aslant, or has another number than one or two) is left out.
    """
    bridges = [(*bridge, bridge[4]) for bridge in solution.bridges] if solution else (details or {}).get("forced", [])
    marks, links = set(marked), []
    for r1, c1, r2, c2, least, most in bridges:
        inside = 0 <= r1 <= r2 < puzzle.height and 0 <= c1 <= c2 < puzzle.width
        if least in (1, 2) and inside and (r1 == r2) != (c1 == c2):
            cells = set(between((r1, c1, r2, c2, least)))
            stands_out = bool(cells) and cells <= marks
            links.append(BridgeLine((r1, c1), (r2, c2), least, most > least, stands_out))
    marks -= {cell for link in links if link.marked for cell in between((*link.start, *link.end, 1))}

    def tile(cell: Cell, number: str) -> Tile:
        """An island with its number, or water."""
        if number == WATER:
            return Tile.of("open" if solution else "unknown", "", cell in marks)
        return Tile.of("island", number, cell in marks)

    return Picture(
        [[tile((r, c), number) for c, number in enumerate(row)] for r, row in enumerate(puzzle.rows)],
        spaced=True,
        links=links,
        legend=[(MAYBE, "one bridge or two")] if any(link.maybe for link in links) else [],
        label="bridges",
    )
