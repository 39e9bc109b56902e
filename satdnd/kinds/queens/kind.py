"""N queens as a puzzle kind: the one object through which the engine sees it."""

from __future__ import annotations

from collections.abc import Iterator

from satdnd.encodings.cardinality import NAMES, estimate, estimate_exactly
from satdnd.engine.kind import GUARDED, Asked, Kind, Rules, Way
from satdnd.engine.search import Sat
from satdnd.engine.settings import Settings
from satdnd.explanation.steps import Explanations
from satdnd.kinds.queens import backtrack, changes, repair
from satdnd.kinds.queens.encode import PRODUCT, Direct
from satdnd.kinds.queens.formats import TEXTS
from satdnd.kinds.queens.model import Queens, QueensSolution
from satdnd.kinds.queens.picture import picture
from satdnd.kinds.queens.rules import PLAY, RULES, contradiction, faults
from satdnd.kinds.queens.statements import rulebook
from satdnd.kinds.queens.techniques import WORDS
from satdnd.setter.parts import GivenCells, Repairs

LARGE = 50
"""Rows and columns from which on a placement by local search is the faster one (benchmarks)."""


class Backtrack(Way[Queens, QueensSolution, Settings]):
    """Bitwise search row by row; counting uses mirror images where no queen is given."""

    name = "backtrack"
    help = "row by row with masks of attacked columns: every placement in order, and the fastest count"
    counts = True

    def solutions(self, asked: Asked[Queens, QueensSolution, Settings]) -> Iterator[QueensSolution]:
        """In lexicographic order."""
        return backtrack.in_order(asked.puzzle, asked.budget)

    def count(self, asked: Asked[Queens, QueensSolution, Settings]) -> int | None:
        """Without listing them; None for boards that are too deep."""
        return backtrack.count(asked.puzzle, asked.budget)


class Repair(Sat[Queens, QueensSolution, Settings]):
    """A placement by local search; further ones, or that there is none, by clauses."""

    name = "repair"
    help = "queens moved until none attacks another, for one placement on a large board; then as sat"

    def solutions(self, asked: Asked[Queens, QueensSolution, Settings]) -> Iterator[QueensSolution]:
        """The first by swaps, where they find one."""
        found = repair.place(asked.puzzle, asked.budget)
        if found is None:
            yield from super().solutions(asked)
            return
        yield found
        with asked.sessions.search(asked) as search:
            yield from search.solutions(asked.puzzle, asked.budget, [found])


class QueensKind(Kind[Queens, QueensSolution, Settings]):
    """Queens that do not attack each other, some of them given."""

    name = "queens"
    options = Settings
    texts = TEXTS
    rules = RULES
    play = PLAY
    ways = (Sat(), Backtrack(), Repair())
    choices = {"cardinality": (PRODUCT, *NAMES)}  # noqa: RUF012  (a Mapping: nobody writes to it)
    picture = staticmethod(picture)
    parts = (
        Explanations(WORDS),
        Rules(rulebook),
        Repairs(changes.repairs),
        GivenCells(changes.with_given),
    )
    encoding = staticmethod(Direct)
    contradiction = staticmethod(contradiction)
    faults = staticmethod(faults)

    def auto_way(self, puzzle: Queens, options: Settings) -> Way[Queens, QueensSolution, Settings]:
        """Local search from `LARGE` rows on, unless a solver or an encoding was asked for."""
        asked = any(getattr(options, name) != "auto" for name in GUARDED)
        return self.ways[0 if asked or min(puzzle.height, puzzle.width) < LARGE else 2]

    def empty(self, height: int, width: int) -> Queens:
        """No queen is given."""
        return Queens(height, width)

    def clauses(self, puzzle: Queens, options: Settings, *, eager: bool = False, template: bool = False) -> int:
        """At most one queen on each line, and so many in all where a row and a column may be free."""
        height, width, name = puzzle.height, puzzle.width, options.cardinality
        diagonals = [min(i + 1, height, width, height + width - 1 - i) for i in range(height + width - 1)]
        lines = [width] * height + [height] * width + 2 * diagonals
        if name in ("auto", PRODUCT):
            found, name = sum(int(2.6 * length) for length in lines), "totalizer"  # measured
        else:
            found = sum(estimate(length, 1, name) for length in lines)
        if puzzle.count < min(height, width):
            found += estimate_exactly(height * width, puzzle.count, name)
        return found


KIND = QueensKind()
