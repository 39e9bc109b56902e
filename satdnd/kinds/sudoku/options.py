"""The options of sudokus alone; flags are read from here at every start, so it imports little."""

from __future__ import annotations

from dataclasses import dataclass

from satdnd.engine.options import option
from satdnd.engine.settings import Settings

GUESS = "guess"
TECHNIQUES = (
    *("full house", "naked single", "hidden single", "locked candidates (pointing)", "locked candidates (claiming)"),
    *("naked pair", "naked triple", "hidden pair", "hidden triple", "naked quad", "hidden quad", GUESS),
)
"""The techniques of explanations, the simplest first, in the order of HoDoKu (http://hodoku.sourceforge.net).

Its locked pairs and triples have no name here: they are naked ones, followed by a locked candidate.
"""
COMBINATION = "combination"
"""Several houses and cells at once, where no technique with a name finds anything."""
EXPLAINING = (*TECHNIQUES[:-1], COMBINATION, GUESS)
"""What an explanation may use, the simplest first."""
SCORES = dict(zip(EXPLAINING, (4, 4, 14, 50, 50, 60, 80, 70, 100, 120, 150, 200, 10_000), strict=True))
"""What a step counts for, as HoDoKu does by default (its brute force for a guess, the cheapest of its chains for a
combination)."""


@dataclass(frozen=True, kw_only=True)
class SudokuOptions(Settings):
    """How a question about a sudoku is answered."""

    technique: tuple[str, ...] | None = option(
        None,
        "The only techniques that an explanation may use; without, all.",
        known=lambda: EXPLAINING,
        metavar="NAME",
        only="explain",
    )
