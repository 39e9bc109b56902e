"""The named techniques in explanations: always the simplest that finds something; the search for fewest houses and
cells where none does; a guess where that is not allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from satdnd.explanation.steps import Move, Step
from satdnd.grid.bitboard import scan
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution, symbol
from satdnd.kinds.sudoku.options import COMBINATION, EXPLAINING, GUESS, SCORES, TECHNIQUES, SudokuOptions
from satdnd.kinds.sudoku.rules import holds_each_once, holds_one
from satdnd.kinds.sudoku.techniques import Deduction, Position
from satdnd.kinds.sudoku.words import FINDERS, PLACING, Finder
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Literal, Statement

GIVEN = "given"
"""The grade of a grid without an empty cell."""
DEEPEST = 3
"""Houses and cells at once up to which every set is looked at, where some techniques are not allowed; else it is in
vain, as of 281 sets that 20 hard puzzles needed none was so small."""


def deductions(position: Position, finders: Sequence[Finder], budget: Budget) -> Iterator[Deduction]:
    """Steps, each taken in *position* before it is yielded, until the grid is full or nothing is found.

    Raises Undecided.
    """
    while position.empty:
        budget.check()
        found = next((found for find in finders if (found := find(position))), None)
        if not found:
            return
        position.apply(found)
        yield found


def grade(puzzle: Sudoku, budget: Budget | None = None) -> str:
    """The hardest technique that a puzzle with one solution needs; ``given`` for a full grid. Raises Undecided."""
    position = Position(puzzle)
    steps = deductions(position, list(FINDERS.values()), budget or Budget())
    hardest = max((TECHNIQUES.index(step.technique) for step in steps), default=-1)
    if position.empty:
        return GUESS
    return TECHNIQUES[hardest] if hardest >= 0 else GIVEN


class Tactics:
    """The techniques that are allowed, on what is known of one puzzle.

    Args:
        solution: the only one; the digits of guesses, where combinations are not allowed. None: no guesses.
        options: with the only names allowed; None: all.
    """

    def __init__(
        self, puzzle: Sudoku, solution: SudokuSolution | None = None, options: SudokuOptions | None = None
    ) -> None:
        self._position, self._solution = Position(puzzle), solution
        techniques = options.technique if options else None
        self._allowed = EXPLAINING if techniques is None else techniques
        self._finders = [find for name, find in FINDERS.items() if name in self._allowed]
        every = set(FINDERS) <= set(self._allowed)
        self.deepest = (2 if every else DEEPEST) if COMBINATION in self._allowed else 0
        # Two houses give locked candidates alone; a house and a cell, or two cells, nothing that one does not.
        self.least = 3 if every else 2
        self._guesses = 0

    def learn(self, literals: Iterable[Literal]) -> None:
        """Places values and removes candidates."""
        self._position.learn(literals)

    def next(self) -> Move | None:
        """What the simplest technique finds."""
        found = next((found for find in self._finders if (found := find(self._position))), None)
        return self._move(found) if found else None

    def guess(self) -> Move | None:
        """The value of the solution in a cell with the fewest candidates."""
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
        return self._move(Deduction(GUESS, ((i, value),), (), reason))

    def _move(self, found: Deduction) -> Move:
        size = self._position.shape.size
        reasons: list[Statement] = [holds_each_once(size, house) for house in found.houses]
        reasons += [holds_one(size, i) for i in found.cells]
        literals = [i * size + value for i, value in found.placed] + [-i * size - v for i, v in found.removed]
        return Move(found.technique, self._position.told(found), tuple(literals), tuple(reasons))


def assess(puzzle: Sudoku, steps: Sequence[Step]) -> tuple[str, int, dict[str, int]]:
    """The grade, the score and the summary of an explanation.

    The grade is the hardest technique; ``given`` for a full grid, empty where nothing was found. The score is what the
    steps count for together, as HoDoKu counts (`SCORES`). The summary tells of ``given`` and each technique that places
    values, how many cells it placed, of each other technique that was used, how often.
    """
    counts = Counter({GIVEN: len(puzzle.given), **dict.fromkeys(PLACING, 0)})
    counts.update(step.technique for step in steps)
    hardest = max((EXPLAINING.index(step.technique) for step in steps), default=-1)
    reached = EXPLAINING[hardest] if hardest >= 0 else GIVEN if len(puzzle.given) == len(puzzle.clues) else ""
    return reached, sum(SCORES[step.technique] for step in steps), dict(counts)
