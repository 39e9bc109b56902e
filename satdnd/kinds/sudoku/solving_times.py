"""How long people take for a sudoku; measured as described in ``docs/difficulty.md``."""

from __future__ import annotations

from satdnd.kinds.sudoku.model import Sudoku

FOR_A_CELL = 3.2
"""Seconds to write a known digit."""
FOR_A_POINT = 5.0
"""Seconds to find digits, per point of the score."""
SPREAD = 0.77, 1.45
"""The mean times of eight sudokus in ten are between these multiples."""
HARDEST = 110
"""The score up to which times are known."""


def solving_time(puzzle: Sudoku, score: int) -> tuple[int, int, int] | None:
    """Low, typical and high seconds; None if no times are known."""
    if puzzle.size != 9 or score > HARDEST:
        return None
    seconds = FOR_A_CELL * puzzle.clues.count(0) + FOR_A_POINT * score
    return round(SPREAD[0] * seconds), round(seconds), round(SPREAD[1] * seconds)
