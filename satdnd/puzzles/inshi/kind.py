"""Inshi no heya, rooms of factors, as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from random import Random

from satdnd.budget import Budget
from satdnd.kind import Fault, Kind
from satdnd.puzzles.inshi import rules
from satdnd.puzzles.inshi.encode import InshiEncoding, estimated
from satdnd.puzzles.inshi.formats import TEXTS
from satdnd.puzzles.inshi.generate import InshiRecipe, generate
from satdnd.puzzles.inshi.model import Inshi, InshiSolution
from satdnd.puzzles.inshi.picture import picture
from satdnd.searching import Sat
from satdnd.settings import Settings


class InshiKind(Kind[Inshi, InshiSolution, Settings]):
    """Inshi no heya (room of factors)."""

    name = "inshi"
    options = Settings
    recipe = InshiRecipe
    texts = TEXTS
    rules = rules.RULES
    ways = (Sat(),)
    picture = staticmethod(picture)

    def contradiction(self, puzzle: Inshi, options: Settings) -> str | None:
        """A product that no different values have, or products that do not fit together."""
        return rules.contradiction(puzzle)

    def encoding(
        self, puzzle: Inshi, options: Settings, *, eager: bool = False, budget: Budget | None = None
    ) -> InshiEncoding:
        """Only the values that can still stand in a cell; *eager*: all of them, every clue in its own clauses."""
        return InshiEncoding(puzzle, plain=eager, budget=budget)

    def clauses(self, puzzle: Inshi, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """By the values and factor sets that are left, or by all."""
        return estimated(puzzle, plain=eager)

    def faults(self, puzzle: Inshi, solution: InshiSolution, options: Settings) -> list[Fault]:
        """Values, rows, columns, products."""
        return rules.faults(puzzle, solution)

    def generate(self, chance: Random, recipe: InshiRecipe, budget: Budget) -> Inshi:
        """A random Latin square, cut into rooms."""
        return generate(chance, recipe, budget)


KIND = InshiKind()
