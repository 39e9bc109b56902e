"""The options of sudokus; flags are read from here at every start, so it imports little."""

from __future__ import annotations

from dataclasses import dataclass

from satdnd.engine.options import option
from satdnd.engine.settings import Settings

GUESS = "guess"
NAMED = {
    "full house": (4, "A house has one empty cell."),
    "hidden single": (14, "A value has one place left in a house."),
    "naked single": (4, "A cell has one candidate left."),
    "cage combinations": (40, "No combination with the sum of a cage has a candidate, or there is one left."),
    "innies and outies": (45, "Houses have a known sum, so what cages leave of them adds up to the rest (rule of 45)."),
    "locked candidates (pointing)": (50, "In a box, a value can only stand in one row or column."),
    "locked candidates (claiming)": (50, "In a row or column, a value can only stand in one box."),
    "naked pair": (60, "Two cells of a house have two candidates between them."),
    "naked triple": (80, "Three cells of a house have three candidates between them."),
    "hidden pair": (70, "Two values have two places between them in a house."),
    "hidden triple": (100, "Three values have three places between them in a house."),
    "naked quad": (120, "Four cells of a house have four candidates between them."),
    "hidden quad": (150, "Four values have four places between them in a house."),
    "X-wing": (140, "In two rows, a value has places only in the same two columns, or the other way round."),
    "swordfish": (150, "In three rows, a value has places only in the same three columns, or the other way round."),
    "skyscraper": (
        130,
        "In two rows a value has two places each, and one place of each is in the same column; or the other way round.",
    ),
    "XY-wing": (160, "Whichever of two values a cell holds, one of two cells that it sees holds a third."),
    "XYZ-wing": (180, "Whichever of three values a cell holds, it or one of two cells that it sees holds the third."),
    "unique rectangle (type 1)": (
        100,
        "There is one solution; three corners of a rectangle have the same two candidates.",
    ),
    "unique rectangle (type 2)": (100, "The same, if two corners have one and the same third candidate as well."),
    "unique rectangle (type 4)": (
        100,
        "The same, if one of the two values has no place in a house but at two corners.",
    ),
    "simple colouring": (150, "In a chain of houses with two places each for a value, it is in every other cell."),
    "XY-chain": (260, "Of a chain of cells with two values each, the first or the last holds a value."),
    "combination": (280, ""),
    GUESS: (10_000, "Nothing simpler is left that is allowed: the value of the solution."),
}
"""For each technique, the score of a step and when it applies.

The defaults of HoDoKu (http://hodoku.sourceforge.net): a guess as its brute force, a combination as a chain."""
COMBINATION = "combination"
"""Several houses and cells at once, if no named technique finds anything."""
EXPLAINING = tuple(NAMED)
"""The techniques of explanations, simplest first, in HoDoKu's order, except that hidden singles, which need no notes,
come before naked ones.

HoDoKu's locked pairs and triples have no name here: they are naked ones, followed by a locked candidate.
"""
TECHNIQUES = tuple(name for name in EXPLAINING if name != COMBINATION)
"""The named techniques, and the guess."""


@dataclass(frozen=True, kw_only=True)
class SudokuOptions(Settings):
    """How a question about a sudoku is answered."""

    technique: tuple[str, ...] | None = option(
        None,
        "Explain with this technique only; may be repeated [default: all].",
        known=lambda: EXPLAINING,
        metavar="NAME",
        only="explain",
    )
