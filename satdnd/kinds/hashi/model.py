"""What a hashi puzzle and its solution are: islands in a grid, and bridges between them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from satdnd.declaration.bridges import BridgeSolution
from satdnd.declaration.clues import UNKNOWN, clues
from satdnd.declaration.digits import DigitGrid
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.grid.bitboard import Cell
from satdnd.rules.islands import Islands

WATER = "_"
"""The character of a cell without island; ``.`` is read as well."""
LARGEST = 8
"""The most bridges of an island: two in each direction."""
_ISLANDS = DigitGrid("an island", "water", WATER, 1, LARGEST, "an island has 1 to 8 bridges", "island")


class HashiSolution(BridgeSolution):
    """The bridges."""


@dataclass(frozen=True)
class Hashi(GridPuzzle):
    """A puzzle of H rows and W columns.

    A grid without any island is a puzzle: the one without bridges is its only solution, for no rule is broken.

    Args:
        rows: H strings of W characters: ``1`` to ``8`` an island, ``?`` one whose number is not told (any from 1 on),
            ``_`` or ``.`` water (kept as ``_``).
    """

    rows: tuple[str, ...] = clues(_ISLANDS)

    kind: ClassVar = "hashi"
    solution_class: ClassVar = HashiSolution

    @cached_property
    def islands(self) -> tuple[Cell, ...]:
        """The islands' cells in reading order."""
        return tuple((r, island.start()) for r, row in enumerate(self.rows) for island in re.finditer("[1-8?]", row))

    @cached_property
    def numbers(self) -> tuple[int | None, ...]:
        """The number of each island; None where it is not told."""
        return tuple(None if self.rows[r][c] == UNKNOWN else int(self.rows[r][c]) for r, c in self.islands)

    @cached_property
    def graph(self) -> Islands:
        """Which islands see each other."""
        return Islands((self.height, self.width), self.islands)

    def with_numbers(self, numbers: Mapping[Cell, int | None]) -> Hashi:
        """The same with islands of these numbers (None: not told), there or new."""
        return replace(self, rows=_ISLANDS.changed(self.rows, numbers))
