"""Inshi no heya, rooms of factors, as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from math import factorial

from satdnd.declaration.kind import DeclaredKind
from satdnd.engine.kind import Fault
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.explanation.steps import Grading
from satdnd.kinds.inshi import repair, rules
from satdnd.kinds.inshi.candidates import Candidates
from satdnd.kinds.inshi.encode import InshiEncoding, estimated
from satdnd.kinds.inshi.formats import TEXTS
from satdnd.kinds.inshi.generate import InshiRecipe, generate, leaning, varied
from satdnd.kinds.inshi.model import LARGEST, VIEW, Inshi, InshiSolution, Room
from satdnd.kinds.inshi.techniques import TECHNIQUES, InshiWords
from satdnd.sat.budget import Budget
from satdnd.setter.parts import AdditionalClues, Generator, Repairs


class InshiKind(DeclaredKind):
    """What is better than derived: variables only for values that are left, a text of its own, a referee of numbers."""

    texts = TEXTS

    def encoding(
        self, puzzle: Inshi, options: Settings, *, eager: bool = False, budget: Budget | None = None
    ) -> InshiEncoding:
        """Only the values that can still stand in a cell; *eager*: all of them, every clue in its own clauses."""
        return InshiEncoding(puzzle, plain=eager, budget=budget)

    def compiled(
        self, puzzle: Inshi, options: Settings, budget: Budget, *, eager: bool = False, template: bool = False
    ) -> InshiEncoding:
        """The encoding estimates itself: what is left is found once for both, and within *budget*."""
        return self.encoding(puzzle, options, eager=eager, budget=budget)

    def clauses(self, puzzle: Inshi, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """By the values and factor sets that are left, or by all."""
        return estimated(puzzle, Candidates(puzzle, plain=eager))

    def empty(self, height: int, width: int) -> Inshi:
        """Each row is a room, which says nothing."""
        if height != width or not 1 <= height <= LARGEST:
            raise UsageError(f"an inshi is a square of 1 to {LARGEST} rows, not {height}x{width}")
        return Inshi(height, tuple(Room(factorial(height), tuple((r, c) for c in range(width))) for r in range(height)))

    def faults(self, puzzle: Inshi, solution: InshiSolution, options: Settings | None = None) -> list[Fault]:
        """By the numbers alone, which may be out of range."""
        return rules.faults(puzzle, solution)


KIND: InshiKind = InshiKind(
    Inshi,
    VIEW,
    title="Inshi no heya",
    play="Write a number from 1 to the size of the grid into each cell. No number stands twice in a row or in a "
    "column, and the small number of each room is the product of the numbers in it.",
    rules=rules.RULES,
    statements=rules.statements,
    contradiction=rules.contradiction,
    techniques=TECHNIQUES,
    words=InshiWords,
    examples=(),
    counts=False,
    parts=(
        Grading((9, 10, 11, 13)),
        Generator(InshiRecipe, generate, varied, leaning),
        Repairs(repair.repairs),
        AdditionalClues(repair.additional_clues, repair.with_walls),
    ),
    usual_size=(5, 5),
)
