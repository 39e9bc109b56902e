"""Puzzles of as many rows as columns, whose solutions are Latin squares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from satdnd.declaration.generators.generator import DeclaredRecipe
from satdnd.declaration.puzzle import GridPuzzle
from satdnd.declaration.views.values import Valued
from satdnd.engine.options import option
from satdnd.errors import InputError
from satdnd.grid import fields
from satdnd.grid.bitboard import Bitboard
from satdnd.sat.budget import Budget
from satdnd.setter.latin_squares import random_square

LARGEST = 32
"""The largest side."""


@dataclass(frozen=True)
class SquarePuzzle(GridPuzzle):
    """A puzzle of as many rows as columns, 1 to `largest`."""

    largest: ClassVar[int] = LARGEST

    def stated_sides(self) -> list[tuple[int, int]]:
        """Every field states the one side, if any."""
        stated = sorted({side for sides in super().stated_sides() for side in sides if side})
        if len(stated) != 1:
            found = " and ".join(map(str, stated)) or "no"
            raise InputError(f"its fields have {found} rows or columns, expected as many of both")
        fields.sides(stated[0], stated[0], self.largest)
        return [(stated[0], stated[0])]


@dataclass(frozen=True, kw_only=True)
class SquareRecipe(DeclaredRecipe):
    """The options of a generated square. Each kind derives its own class."""

    height: int = option(6, "Rows; as many as columns.", low=1, high=LARGEST)
    width: int = option(6, "Columns; as many as rows.", low=1, high=LARGEST)


def square_sample(view: Valued) -> Callable[[Random, Any, Budget], Bitboard]:
    """The sample of a generator: a random Latin square."""

    def sample(rng: Random, puzzle: Any, budget: Budget) -> Bitboard:
        """The board of one."""
        heights = random_square(puzzle.height, rng, budget)
        return view.board(puzzle, view.made(tuple(map(tuple, heights))))

    return sample
