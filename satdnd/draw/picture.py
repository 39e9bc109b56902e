"""What a drawing shows, before anything draws it: tiles in a grid, labels beside it, thick lines between.

Kinds describe themselves with a `Picture`; `satdnd.draw` turns it into a terminal text, SVG or PNG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

STYLES = ("open", "wall", "monster", "treasure", "room", "unknown", "clue", "filled", "piece", "line")
"""What a tile can be; the drawers choose colours by it."""


@dataclass(frozen=True)
class Tile:
    """One cell of the drawing."""

    style: str = "open"
    """One of `STYLES`."""
    text: str = ""
    """What stands in it; a letter or a number."""
    marked: bool = False
    """Stands out: a difference, a fault."""
    shade: int = 0
    """Tells neighbours of the same style apart (pieces); any number."""


@dataclass(frozen=True)
class Picture:
    """A grid of tiles with labels.

    Attributes:
        tiles: rows of tiles, all of one length.
        left: one label a row, or empty.
        top: one label a column, or empty.
        lines_right: cells with a thick line to their right.
        lines_below: cells with a thick line below.
        ruled: thin lines between all cells (sudoku, inshi).
        title: a line above.
    """

    tiles: Sequence[Sequence[Tile]]
    left: Sequence[str] = ()
    top: Sequence[str] = ()
    lines_right: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    lines_below: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    ruled: bool = False
    title: str = ""
