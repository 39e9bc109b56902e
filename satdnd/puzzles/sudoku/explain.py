"""Solutions as steps that a person can follow: always the simplest technique that finds something, then a guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from satdnd.answer import MULTIPLE, UNDECIDED, UNIQUE, UNSOLVABLE
from satdnd.bitboard import scan
from satdnd.budget import Budget
from satdnd.errors import Undecided
from satdnd.formula import Statement
from satdnd.puzzles.sudoku.model import GUESS, SCORES, TECHNIQUES, Sudoku, SudokuSolution, symbol
from satdnd.puzzles.sudoku.techniques import FINDERS, PLACING, Deduction, Position
from satdnd.steps import Explanation, Step

GIVEN = "given"
"""The grade of a grid without an empty cell."""


def deductions(
    position: Position, techniques: Sequence[str], solution: SudokuSolution | None, budget: Budget
) -> Iterator[Deduction]:
    """Steps, each taken in *position* before it is yielded, until the grid is full or nothing is found.

    Args:
        techniques: names of `TECHNIQUES`, the simplest first.
        solution: the only one; the digits of guesses. None: no guesses.
        budget: how long; Undecided where it runs out.
    """
    finders = [FINDERS[name] for name in techniques if name != GUESS]
    depth = 0
    while position.empty:
        budget.check()
        found = next((found for find in finders if (found := find(position))), None)
        if not found and solution and GUESS in techniques:
            depth += 1
            found = _guess(position, solution, depth)
        if not found:
            return
        position.apply(found)
        yield found


def _guess(position: Position, solution: SudokuSolution, depth: int) -> Deduction:
    """The value of the solution in a cell with the fewest candidates."""
    masks = position.candidate_masks()
    i = min(scan(position.empty), key=lambda cell: masks[cell].bit_count())
    value = solution.values[i]
    others = " and ".join(symbol(v) for v in position.candidates(i) if v != value)
    reason = f"a guess at depth {depth}, as nothing simpler is left"
    return Deduction(GUESS, ((i, value),), (), f"{reason}; {others} would lead to no solution" if others else reason)


def grade(puzzle: Sudoku, budget: Budget | None = None) -> str:
    """The hardest technique that a puzzle with one solution needs; ``given`` for a full grid. Raises Undecided."""
    position = Position(puzzle)
    steps = deductions(position, TECHNIQUES, None, budget or Budget())
    hardest = max((TECHNIQUES.index(step.technique) for step in steps), default=-1)
    if position.empty:
        return GUESS
    return TECHNIQUES[hardest] if hardest >= 0 else GIVEN


def explain(
    puzzle: Sudoku,
    solutions: Sequence[SudokuSolution] | None,
    techniques: Sequence[str] | None,
    budget: Budget | None = None,
) -> Explanation:
    """The steps of *puzzle*.

    Args:
        solutions: none, one, or two: what the solver found; None: undecided, so that nothing is known to guess by.
        techniques: the only techniques allowed; None: all.
        budget: how long it may take.

    Returns:
        status: ``unique``, with steps to the solution; ``undecided``, if the techniques allowed or the budget do not
            suffice or nothing is known of the solutions, and ``multiple``, with the steps up to there; ``unsolvable``,
            without.
        summary: of ``given`` and each technique that places values, how many cells it placed, of each other technique
            that was used, how often.
        score: what the steps count for together, as HoDoKu counts (`SCORES`).
        grade: the hardest technique that was used; ``given`` for a full grid; empty where nothing was found.
    """
    allowed = TECHNIQUES if techniques is None else tuple(name for name in TECHNIQUES if name in techniques)
    counts = Counter({GIVEN: len(puzzle.given), **dict.fromkeys(PLACING, 0)})
    if solutions is not None and not solutions:
        return Explanation(UNSOLVABLE, (), "", dict(counts))
    position = Position(puzzle)
    only = solutions[0] if solutions and len(solutions) == 1 else None
    steps, hardest, reason = list[Step](), -1, ""
    try:
        for found in deductions(position, allowed, only, budget or Budget()):
            counts[found.technique] += 1
            hardest = max(hardest, TECHNIQUES.index(found.technique))
            steps.append(_step(position, found))
    except Undecided as error:
        reason = str(error)
    if solutions is not None and len(solutions) > 1:
        status, several = MULTIPLE, tuple(solutions[:2])
    else:
        status, several = UNDECIDED if position.empty else UNIQUE, ()
    reached = TECHNIQUES[hardest] if hardest >= 0 else "" if position.empty else GIVEN
    score = sum(SCORES[step.technique] for step in steps)
    return Explanation(status, tuple(steps), reached, dict(counts), reason, score, several)


def _step(position: Position, found: Deduction) -> Step:
    cells = [(*position.shape.cell(i), symbol(value)) for i, value in found.placed]
    cells += [(*position.shape.cell(i), f"not {symbol(value)}") for i, value in found.removed]
    if found.placed:
        i, value = found.placed[0]
        says = f"{position.name(i)} is {symbol(value)}"
    else:
        says = "; ".join(
            f"{position.names(sorted({i for i, v in found.removed if v == value}))} cannot be {symbol(value)}"
            for value in sorted({v for _, v in found.removed})
        )
    text, minimal = f"{says}: {found.reason}.", found.technique != GUESS
    return Step(tuple(cells), found.technique, text, (Statement(found.reason),), minimal=minimal)
