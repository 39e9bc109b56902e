"""How long people take for a sudoku. ``docs/difficulty.md`` says what it was measured on."""

from __future__ import annotations

from satdnd.kinds.sudoku.model import Sudoku

FOR_A_CELL = 3.2
"""Seconds to write a digit that one knows."""
FOR_A_POINT = 5.0
"""Seconds of the search for it, for each point of the score."""
SPREAD = 0.77, 1.45
"""Between these multiples are the mean times of eight sudokus in ten."""
HARDEST = 110
"""The score up to which times are known."""


def solving_time(puzzle: Sudoku, score: int) -> tuple[int, int, int] | None:
    """Seconds: few, as many as most people take in the mean, and many; None where no times are known."""
    if puzzle.size != 9 or score > HARDEST:
        return None
    seconds = FOR_A_CELL * puzzle.clues.count(0) + FOR_A_POINT * score
    return round(SPREAD[0] * seconds), round(seconds), round(SPREAD[1] * seconds)
