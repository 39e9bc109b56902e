"""The named techniques in explanations: always the simplest that finds something; if none does, the search for fewest
houses and cells, or a guess if that is not allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import starmap

from satdnd.explanation.steps import Move, Step
from satdnd.grid.bitboard import scan
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, symbol
from satdnd.kinds.sudoku.options import COMBINATION, EXPLAINING, GUESS, NAMED, TECHNIQUES, SudokuOptions
from satdnd.kinds.sudoku.rules import of_house, shared
from satdnd.kinds.sudoku.techniques import Deduction, Position
from satdnd.kinds.sudoku.words import FINDERS, PLACING, UNIQUE
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, Statement

GIVEN = "given"
"""The grade of a grid without an empty cell."""
DEEPEST = 3
"""The size up to which all sets of houses and cells are tried if some techniques are not allowed; otherwise this is
futile: of 281 sets that 20 hard puzzles needed, none was so small."""


def grade(puzzle: Sudoku, budget: Budget | None = None) -> str:
    """The hardest technique that a puzzle with one solution needs; ``given`` for a full grid. Raises Undecided."""
    position, reached = Position(puzzle), -1
    while position.empty:
        if budget:
            budget.check()
        steps = ((i, found) for i, find in enumerate(FINDERS.values()) if (found := find(position)))
        if (step := next(steps, None)) is None:
            return GUESS
        reached = max(reached, step[0])
        position.apply(step[1])
    return TECHNIQUES[reached] if reached >= 0 else GIVEN


class Tactics:
    """The allowed techniques, applied to what is known of one puzzle.

    Args:
        solution: the unique solution, for guesses if combinations are not allowed. None: no guesses, and nothing that
            follows from uniqueness.
        options: with the allowed names; None: all.
    """

    def __init__(
        self, puzzle: Sudoku, solution: SudokuSolution | None = None, options: SudokuOptions | None = None
    ) -> None:
        self._position, self._solution = Position(puzzle), solution
        techniques = options.technique if options else None
        self._allowed = EXPLAINING if techniques is None else techniques
        self._finders = {name: find for name, find in FINDERS.items() if name in self._allowed}
        if solution is None or not puzzle.plain:
            self._finders = {name: find for name, find in self._finders.items() if name not in UNIQUE}
        every = set(FINDERS) <= set(self._allowed)
        self.deepest = (2 if every else DEEPEST) if COMBINATION in self._allowed else 0
        # Two houses give only locked candidates; a house and a cell, or two cells, give nothing new.
        self.least = 3 if every else 2
        self._guesses = 0

    def learn(self, literals: Iterable[Literal]) -> None:
        """Place values and remove candidates."""
        self._position.learn(literals)

    def next(self) -> Move | None:
        """The step found by the simplest technique."""
        steps = ((name, found) for name, find in self._finders.items() if (found := find(self._position)))
        return next(starmap(self._move, steps), None)

    def guess(self) -> Move | None:
        """The solution's value in a cell with the fewest candidates."""
        if self._solution is None or GUESS not in self._allowed or not self._position.empty:
            return None
        self._guesses += 1
        position = self._position
        masks = position.candidate_masks()
        i = min(scan(position.empty), key=lambda cell: masks[cell].bit_count())
        value = self._solution.values[i]
        others = " and ".join(symbol(v) for v in position.candidates(i) if v != value)
        reason = f"a guess at depth {self._guesses}, as nothing simpler is left"
        reason += f"; {others} would lead to no solution" if others else ""
        return self._move(GUESS, Deduction(((i, value),), (), reason))

    def _move(self, technique: str, found: Deduction) -> Move:
        size, layout = self._position.shape.size, self._position.shape.layout
        reasons: list[Statement] = [of_house(layout, house) for house in found.houses]
        reasons += [shared(layout)[i] for i in found.cells]
        reasons += [one for one in (found.rectangle, found.caged) if one]
        literals = [i * size + value for i, value in found.placed] + [-i * size - v for i, v in found.removed]
        return Move(technique, self._position.sentence(found), tuple(literals), tuple(reasons))


def assess(puzzle: Sudoku, steps: Sequence[Step]) -> tuple[str, int, dict[str, int]]:
    """The grade, the score and the summary of an explanation.

    The grade is the hardest technique; ``given`` for a full grid, empty if nothing was found. The score is the sum over
    the steps, as HoDoKu counts (`NAMED`). The summary gives, for ``given`` and each technique that places values, the
    number of cells placed; for each other technique used, how often.
    """
    counts = Counter({GIVEN: len(puzzle.given), **dict.fromkeys(PLACING, 0)})
    counts.update(step.technique for step in steps)
    hardest = max((EXPLAINING.index(step.technique) for step in steps), default=-1)
    reached = EXPLAINING[hardest] if hardest >= 0 else GIVEN if len(puzzle.given) == len(puzzle.clues) else ""
    return reached, sum(NAMED[step.technique][0] for step in steps), dict(counts)
