"""Inshi no heya, rooms of factors, as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterable
from math import factorial
from random import Random
from typing import Any

from satdnd.engine.kind import Kind
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.errors import UsageError
from satdnd.explanation.steps import Mark
from satdnd.kinds.inshi import repair
from satdnd.kinds.inshi.encode import InshiEncoding, estimated, left
from satdnd.kinds.inshi.formats import TEXTS
from satdnd.kinds.inshi.generate import InshiRecipe, generate
from satdnd.kinds.inshi.instances import InshiInstances
from satdnd.kinds.inshi.model import LARGEST, Inshi, InshiSolution, Room
from satdnd.kinds.inshi.picture import picture
from satdnd.kinds.inshi.rules import PLAY, RULES, contradiction, faults
from satdnd.kinds.inshi.techniques import WORDS
from satdnd.sat.budget import Budget


class InshiKind(Kind[Inshi, InshiSolution, Settings]):
    """Inshi no heya (room of factors)."""

    name = "inshi"
    usual_size = 5, 5
    options = Settings
    recipe = InshiRecipe
    texts = TEXTS
    words = WORDS
    rules = RULES
    play = PLAY
    ways = (Sat(),)
    picture = staticmethod(picture)
    instances = staticmethod(InshiInstances)
    generate = staticmethod(generate)
    contradiction = staticmethod(contradiction)
    faults = staticmethod(faults)
    repairs = staticmethod(repair.repairs)
    further = staticmethod(repair.further)
    with_further = staticmethod(repair.cut)

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

    def statements(self, puzzle: Inshi, options: Settings, budget: Budget) -> InshiEncoding:
        """All values in all cells."""
        return InshiEncoding(puzzle, plain=True, budget=budget)

    def varied(self, puzzle: Inshi, solution: InshiSolution, recipe: InshiRecipe, chance: Random) -> Inshi | None:
        """Two rooms in line become one; without a wish for the longest room it may be of any length."""
        longest = recipe.longest_room or puzzle.size
        starts = {room.cells[0]: room for room in puzzle.rooms}
        pairs = []
        for room in puzzle.rooms:
            for down in (False, True):
                r, c = room.cells[-1]
                other = starts.get((r + 1, c) if down else (r, c + 1))
                straight = other and all(len(part) == 1 or part.downward == down for part in (room, other))
                if other and straight and len(room) + len(other) <= longest:
                    pairs.append((room, other))
        if not pairs:
            return None
        one, other = chance.choice(pairs)
        rest = [room for room in puzzle.rooms if room not in (one, other)]
        return Inshi(puzzle.size, (*rest, Room(one.product * other.product, one.cells + other.cells)))

    def clauses(self, puzzle: Inshi, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """By the values and factor sets that are left, or by all."""
        return estimated(puzzle, *left(puzzle, eager))

    def board(self, puzzle: Inshi, marks: Iterable[Mark]) -> dict[str, Any]:
        """The values that are placed."""
        placed = {(r, c): int(what) for r, c, what in marks if str(what).isdigit()}
        return {"forced": [[placed.get((r, c)) for c in range(puzzle.size)] for r in range(puzzle.size)]}


KIND = InshiKind()
