"""Layouts that satisfy the rules, and the small changes that lead from one to the next.

A layout is a set of open cells around fixed rooms (`Frame`); its dead ends are the monsters. A change toggles a cell
together with its images under a symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from satdnd.grid.bitboard import Bitboard, Grid, scan

Symmetry: TypeAlias = Literal["none", "rotation", "mirror"]
"""The symmetry of the walls: none, a half turn, or left-right reflection."""


class Frame:
    """The fixed treasure rooms of a board, each an open 3x3 block.

    Args:
        geometry: the board's grid.
        rooms: the nine cells of each; no room contains a cell of another one or of its border.
    """

    __slots__ = ("borders", "geometry", "inside", "rooms", "squares")

    def __init__(self, geometry: Grid, rooms: Iterable[Bitboard]) -> None:
        self.geometry = geometry
        self.rooms = tuple(rooms)
        self.borders, self.inside, self.squares = outlines(geometry, self.rooms)

    def legal(self, opens: Bitboard) -> bool:
        """Whether *opens*, which contains all rooms, satisfies every rule once each dead end holds a monster."""
        return legal(self.geometry, self.borders, self.squares, opens)

    def loops(self, opens: Bitboard) -> int:
        """The independent loops of a legal layout, each room one node: edges - nodes + 1."""
        geometry = self.geometry
        edges = (opens & geometry.west(opens)).bit_count() + (opens & geometry.north(opens)).bit_count()
        return edges - opens.bit_count() - 4 * len(self.rooms) + 1


def outlines(geometry: Grid, rooms: Sequence[Bitboard]) -> tuple[list[Bitboard], Bitboard, Bitboard]:
    """The border of each room; the cells of all rooms; the top left cells of the 2x2 blocks within them."""
    borders = []
    inside = squares = 0
    for room in rooms:
        borders.append(geometry.border(room))
        inside |= room
        squares |= geometry.squares(room)
    return borders, inside, squares


def legal(geometry: Grid, borders: Sequence[Bitboard], squares: Bitboard, opens: Bitboard) -> bool:
    """See `Frame.legal`."""
    if not opens or geometry.squares(opens) & ~squares:
        return False
    for border in borders:
        door = border & opens
        if not door or door & door - 1:
            return False
    return not geometry.degrees(opens).none and geometry.connected(opens)


@dataclass(frozen=True)
class Requirements:
    """Requirements for the open cells, besides being legal."""

    monsters: int | None = None
    """The number of dead ends; None for any."""
    fewest: int = 0
    most: int | None = None
    """The number of loops, from *fewest* to *most*; None for no upper bound."""

    def distance(self, frame: Frame, opens: Bitboard) -> int:
        """The number of excess or missing monsters and loops; 0 if the requirements are met."""
        far = 0
        if self.monsters is not None:
            far = abs(frame.geometry.degrees(opens).one.bit_count() - self.monsters)
        if self.fewest or self.most is not None:
            loops = frame.loops(opens)
            far += max(0, self.fewest - loops)
            far += 0 if self.most is None else max(0, loops - self.most)
        return far

    def candidates(self, frame: Frame, opens: Bitboard) -> Bitboard:
        """The cells whose change may reduce the `distance`."""
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
    """Cell *i* and its images under *symmetry*; computed, as a table would be quadratic in the cells."""
    if symmetry == "rotation":
        return 1 << i | 1 << geometry.size - 1 - i
    if symmetry == "mirror":
        return 1 << i | 1 << i + geometry.width - 1 - 2 * (i % geometry.width)
    return 1 << i


def image(geometry: Grid, symmetry: Symmetry, cells: Bitboard) -> Bitboard:
    """*cells* and their images under *symmetry*."""
    found = 0
    for i in scan(cells):
        found |= orbit(geometry, symmetry, i)
    return found
