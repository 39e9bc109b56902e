"""Puzzles whose areas have no numbers and may leave cells out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from satdnd.declaration.clues.areas import AreaTuple
from satdnd.declaration.clues.family import clues
from satdnd.declaration.clues.partition import Partition
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.words.kind_words import Rule
from satdnd.grid.bitboard import Bitboard, Cell, pieces
from satdnd.rules.count import Count, exactly
from satdnd.rules.unknowns import Shading

HOLE_RULE = {"hole": Rule("Cells of no area are unshaded.", "hole")}
"""The rule of `unshaded_holes`."""


@dataclass(frozen=True)
class AreaPuzzle(GridPuzzle):
    """The areas, also accepted as rows of names; cells may be in none."""

    areas: AreaTuple = clues(Partition(holes=True))

    @cached_property
    def inside(self) -> Bitboard:
        """The cells of areas."""
        return self.grid.mask(cell for area in self.areas for cell in area.cells)

    @property
    def holes(self) -> list[Cell]:
        """The cells of no area."""
        return self.grid.cells(self.grid.all & ~self.inside)


def unshaded_holes(puzzle: AreaPuzzle, shaded: Shading) -> Iterator[Count]:
    """That cells of no area are unshaded."""
    for cell in puzzle.holes:
        yield exactly("hole", [cell], "{}, which is in no area, is unshaded", [shaded.variable(cell)], 0)


def likely_areas(puzzle: AreaPuzzle, least: int) -> bool:
    """Whether there are several areas, each in one piece and of *least* cells or more, and not one for each row."""
    square = puzzle.height == puzzle.width == len(puzzle.areas)
    whole = all(len(area.cells) >= least and len(pieces(area.cells)) == 1 for area in puzzle.areas)
    return whole and len(puzzle.areas) > 1 and not square
