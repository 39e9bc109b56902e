"""The options of sudokus alone; flags are read from here at every start, so it imports little."""

from __future__ import annotations

from dataclasses import dataclass

from satdnd.engine.options import option
from satdnd.engine.settings import Settings

GUESS = "guess"
SCORES = {
    "full house": 4,
    "hidden single": 14,
    "naked single": 4,
    "locked candidates (pointing)": 50,
    "locked candidates (claiming)": 50,
    "naked pair": 60,
    "naked triple": 80,
    "hidden pair": 70,
    "hidden triple": 100,
    "naked quad": 120,
    "hidden quad": 150,
    "X-wing": 140,
    "swordfish": 150,
    "skyscraper": 130,
    "XY-wing": 160,
    "XYZ-wing": 180,
    "simple colouring": 150,
    "XY-chain": 260,
    "combination": 280,
    GUESS: 10_000,
}
"""What a step counts for, as HoDoKu (http://hodoku.sourceforge.net) does by default: the cost of its brute force for a
guess, that of a chain for a combination."""
COMBINATION = "combination"
"""Several houses and cells at once, where no technique with a name finds anything."""
EXPLAINING = tuple(SCORES)
"""What an explanation may use, the simplest first: in the order of HoDoKu, but that hidden singles, which need no
notes, come before naked ones.

Its locked pairs and triples have no name here: they are naked ones, followed by a locked candidate.
"""
TECHNIQUES = tuple(name for name in EXPLAINING if name != COMBINATION)
"""Those with a name, and the guess."""


@dataclass(frozen=True, kw_only=True)
class SudokuOptions(Settings):
    """How a question about a sudoku is answered."""

    technique: tuple[str, ...] | None = option(
        None,
        "Explain with this technique alone; may be repeated [default: all].",
        known=lambda: EXPLAINING,
        metavar="NAME",
        only="explain",
    )
