"""Layouts that keep the rules, and the small changes that lead from one to the next.

A layout is a set of open cells around rooms that stay where they are (`Frame`); its dead ends are the monsters. It is
changed by sets of cells that are opened or closed together: one cell and its images under a symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from satdnd.grid.bitboard import Bitboard, Grid, scan

Symmetry: TypeAlias = Literal["none", "rotation", "mirror"]
"""What leaves the walls as they are: nothing, a half turn, or exchanging left and right."""


class Frame:
    """The treasure rooms of a board, each an open 3x3 block: what stays while the corridors change.

    Args:
        geometry: of the board.
        rooms: their cells, nine each; no room holds a cell of another one or of its border.
    """

    __slots__ = ("borders", "geometry", "inside", "rooms", "squares")

    def __init__(self, geometry: Grid, rooms: Iterable[Bitboard]) -> None:
        self.geometry = geometry
        self.rooms = tuple(rooms)
        self.borders, self.inside, self.squares = outlines(geometry, self.rooms)

    def legal(self, opens: Bitboard) -> bool:
        """Whether *opens*, all rooms among them, keep every rule once each dead end holds a monster."""
        return legal(self.geometry, self.borders, self.squares, opens)

    def loops(self, opens: Bitboard) -> int:
        """Independent loops of a legal layout, each room one node: edges - nodes + 1."""
        geometry = self.geometry
        edges = (opens & geometry.west(opens)).bit_count() + (opens & geometry.north(opens)).bit_count()
        return edges - opens.bit_count() - 4 * len(self.rooms) + 1


def outlines(geometry: Grid, rooms: Sequence[Bitboard]) -> tuple[list[Bitboard], Bitboard, Bitboard]:
    """The border of each room; the cells of all; the top left cells of the 2x2 blocks in them, which may be open."""
    borders = []
    inside = squares = 0
    for room in rooms:
        borders.append(geometry.border(room))
        inside |= room
        squares |= geometry.squares(room)
    return borders, inside, squares


def legal(geometry: Grid, borders: Sequence[Bitboard], squares: Bitboard, opens: Bitboard) -> bool:
    """As `Frame.legal`."""
    if not opens or geometry.squares(opens) & ~squares:
        return False
    for border in borders:
        door = border & opens
        if not door or door & door - 1:
            return False
    return not geometry.degrees(opens).none and geometry.connected(opens)


@dataclass(frozen=True)
class Wishes:
    """What is wanted of the open cells, beside their being legal."""

    monsters: int | None = None
    """Exactly so many dead ends."""
    fewest: int = 0
    most: int | None = None
    """Loops: from *fewest* to *most*."""

    def far(self, frame: Frame, opens: Bitboard) -> int:
        """How many monsters and loops are too many or too few; 0: as wished."""
        far = 0
        if self.monsters is not None:
            far = abs(frame.geometry.degrees(opens).one.bit_count() - self.monsters)
        if self.fewest or self.most is not None:
            loops = frame.loops(opens)
            far += max(0, self.fewest - loops)
            far += 0 if self.most is None else max(0, loops - self.most)
        return far

    def where(self, frame: Frame, opens: Bitboard) -> Bitboard:
        """Cells that may be opened or closed to come nearer."""
        geometry = frame.geometry
        cells, around = 0, geometry.border(opens)
        ends = geometry.degrees(opens).one
        if self.monsters is not None and (more := ends.bit_count() - self.monsters):
            cells |= ends | geometry.border(ends) if more > 0 else around | opens
        loops = frame.loops(opens)
        if loops < self.fewest:
            cells |= around
        if self.most is not None and loops > self.most:
            cells |= opens
        return (cells or geometry.all) & ~frame.inside


def orbit(geometry: Grid, symmetry: Symmetry, i: int) -> Bitboard:
    """The cell of that number and its images under *symmetry*: no table, which would be quadratic in the cells."""
    if symmetry == "rotation":
        return 1 << i | 1 << geometry.size - 1 - i
    if symmetry == "mirror":
        return 1 << i | 1 << i + geometry.width - 1 - 2 * (i % geometry.width)
    return 1 << i


def image(geometry: Grid, symmetry: Symmetry, cells: Bitboard) -> Bitboard:
    """*cells* and their images."""
    found = 0
    for i in scan(cells):
        found |= orbit(geometry, symmetry, i)
    return found
