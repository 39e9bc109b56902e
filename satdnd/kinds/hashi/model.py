"""Hashi puzzles and solutions: islands in a grid, and bridges between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from satdnd.declaration.clues.digits import DigitGrid, SignRow
from satdnd.declaration.clues.family import UNKNOWN, clues
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.bridges import BridgeSolution
from satdnd.grid.bitboard import Cell
from satdnd.rules.islands import Islands

WATER = "_"
"""The character of a cell without an island; ``.`` is also read."""
LARGEST = 8
"""The most bridges of an island: two in each direction."""
_ISLANDS = DigitGrid("an island", "water", WATER, 1, LARGEST, "an island has 1 to 8 bridges", "island")


class HashiSolution(BridgeSolution):
    """The bridges."""


@dataclass(frozen=True)
class Hashi(GridPuzzle):
    """A puzzle of H rows and W columns.

    A grid without islands is a puzzle too; its only solution has no bridges.

    Args:
        rows: H strings of W characters: ``1`` to ``9`` an island, ``?`` one with an unknown number (at least 1), ``_``
            or ``.`` water (kept as ``_``); a tuple of W signs instead of a string where a number is above 9. Above 8
            there is no solution.
    """

    rows: tuple[SignRow, ...] = clues(_ISLANDS)

    kind: ClassVar = "hashi"
    solution_class: ClassVar = HashiSolution

    @cached_property
    def islands(self) -> tuple[Cell, ...]:
        """The islands' cells in reading order."""
        return tuple((r, c) for r, row in enumerate(self.rows) for c, sign in enumerate(row) if sign != WATER)

    @cached_property
    def numbers(self) -> tuple[int | None, ...]:
        """The number of each island; None if unknown."""
        return tuple(None if self.rows[r][c] == UNKNOWN else int(self.rows[r][c]) for r, c in self.islands)

    @cached_property
    def graph(self) -> Islands:
        """The islands, and which of them see each other."""
        return Islands((self.height, self.width), self.islands)

    def with_numbers(self, numbers: Mapping[Cell, int | None]) -> Hashi:
        """The same puzzle with these numbers (None: unknown) on existing or new islands."""
        return replace(self, rows=_ISLANDS.changed(self.rows, numbers))
