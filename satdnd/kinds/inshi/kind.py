"""Inshi no heya, rooms of factors, as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable
from math import factorial
from typing import Any

from satdnd.engine.kind import Kind, Rules
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.explanation.steps import Explanations
from satdnd.kinds.inshi import repair
from satdnd.kinds.inshi.encode import InshiEncoding, estimated, left
from satdnd.kinds.inshi.formats import TEXTS
from satdnd.kinds.inshi.generate import InshiRecipe, generate, varied
from satdnd.kinds.inshi.model import LARGEST, Inshi, InshiSolution, Room
from satdnd.kinds.inshi.picture import picture
from satdnd.kinds.inshi.rules import PLAY, RULES, contradiction, faults
from satdnd.kinds.inshi.statements import rulebook
from satdnd.kinds.inshi.techniques import WORDS
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.setter.parts import AdditionalClues, Generator, Repairs


class InshiKind(Kind[Inshi, InshiSolution, Settings]):
    """Inshi no heya (room of factors)."""

    name = "inshi"
    usual_size = 5, 5
    options = Settings
    texts = TEXTS
    rules = RULES
    play = PLAY
    ways = (Sat(),)
    picture = staticmethod(picture)
    parts = (
        Explanations(WORDS),
        Rules(rulebook),
        Generator(InshiRecipe, generate, varied),
        Repairs(repair.repairs),
        AdditionalClues(repair.additional_clues, repair.with_walls),
    )
    contradiction = staticmethod(contradiction)
    faults = staticmethod(faults)

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

    def empty(self, height: int, width: int) -> Inshi:
        """Each row is a room, which says nothing."""
        if height != width or not 1 <= height <= LARGEST:
            raise UsageError(f"an inshi is a square of 1 to {LARGEST} rows, not {height}x{width}")
        return Inshi(height, tuple(Room(factorial(height), tuple((r, c) for c in range(width))) for r in range(height)))

    def clauses(self, puzzle: Inshi, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """By the values and factor sets that are left, or by all."""
        return estimated(puzzle, *left(puzzle, eager))

    def board(self, puzzle: Inshi, marks: Iterable[Mark]) -> dict[str, Any]:
        """The values that are placed."""
        placed = {(r, c): int(what) for r, c, what in marks if str(what).isdigit()}
        return {"forced": [[placed.get((r, c)) for c in range(puzzle.size)] for r in range(puzzle.size)]}


KIND = InshiKind()
