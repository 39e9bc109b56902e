"""The picture of a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture, Tile
from satdnd.puzzles.hashi.model import WATER, Bridge, Hashi, HashiSolution, between

_ACROSS = ("", "─", "═", "┄")


_DOWN = ("", "│", "║", "┆")


_PERHAPS = 3


def picture(
    puzzle: Hashi,
    solution: HashiSolution | None = None,
    *,
    marked: Iterable[Cell] = (),
    details: Mapping[str, Any] | None = None,
) -> Picture:
    """Islands as digits, bridges as lines; dashed where solutions agree on one bridge but not on the second."""
    bridges: list[Bridge] = list(solution.bridges) if solution else []
    if details and not solution:
        for *ends, least, most in details.get("forced", []):
            if least:
                bridges.append((*ends, least if least == most else _PERHAPS))
    across: dict[Cell, str] = {}
    down: dict[Cell, str] = {}
    for bridge in bridges:
        r1, c1, r2, c2, count = bridge
        if not 1 <= count <= _PERHAPS or not (0 <= r1 <= r2 < puzzle.height and 0 <= c1 <= c2 < puzzle.width):
            continue
        if r1 == r2:
            across.update(dict.fromkeys([(r1, c1), *between(bridge)], _ACROSS[count]))
        elif c1 == c2:
            down.update(dict.fromkeys(between(bridge), _DOWN[count]))
    marks = set(marked)
    blank = "open" if solution else "unknown"

    def tile(cell: Cell, number: str) -> Tile:
        line, post = across.get(cell, ""), down.get(cell, "")
        if number != WATER:
            return Tile("clue", number + line, cell in marks)
        if line or post:
            return Tile("line", ("┼" if line and post else line or post) + line, cell in marks)
        return Tile(blank, "", cell in marks)

    return Picture([[tile((r, c), number) for c, number in enumerate(row)] for r, row in enumerate(puzzle.rows)])
