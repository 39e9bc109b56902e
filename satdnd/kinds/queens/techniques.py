"""The techniques by which people place queens: their names, and sentences that tell them."""

from __future__ import annotations

from satdnd.encodings.attacks import line_name
from satdnd.explanation.wording import BE, HOLD, Inference, Phrase, Words, signs
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.queens.model import Queens
from satdnd.rules.count import Count
from satdnd.sat.formula import Statement

_SAYINGS = {"Q": Phrase.of(HOLD, "a queen", "queens"), "o": Phrase.of(BE, "empty")}


class QueensWords(Words[Queens]):
    """Lines and the queens on them."""

    techniques = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "attacked": "A row, column or diagonal has its queen: its other squares are empty.",
        "last place": "A row or column has one square left for its queen.",
        "all queens placed": "The board has all its queens: the other squares are empty.",
        "no square to spare": "Queens must stand on all squares that are left.",
    }
    families = {  # noqa: RUF012
        "row": ("row", "rows"),
        "column": ("column", "columns"),
        "diagonal": ("diagonal", "diagonals"),
        "count": ("count", "counts"),
        "given": ("given queen", "given queens"),
    }
    unlike = {"Q": "o", "o": "Q"}  # noqa: RUF012

    def phrase(self, puzzle: Queens, what: str) -> Phrase:
        """``a queen`` or ``empty``."""
        return _SAYINGS[what]

    def single(self, told: Inference[Queens]) -> tuple[str, str]:
        """By the rule, and by whether a queen was found."""
        reason, placed = told.reasons[0], told.cells[0][2] == "Q"
        if reason.rule == "count":
            if placed:
                return "no square to spare", f"{reason.text}, and no other square is left"
            return "all queens placed", f"all {counted(told.puzzle.count, 'queen')} are placed"
        line = _line(reason, told.puzzle.width)
        if placed:
            return "last place", f"no other square of {line} is left for its queen"
        queen = next((cell for cell, what in signs(told.known).items() if what == "Q"), None)
        return "attacked", f"{line} has its queen" + (f" at {cell_name(queen)}" if queen else "")

    def broken(self, puzzle: Queens, reason: Statement) -> str:
        """By the rule."""
        if reason.rule in ("given", "count"):
            return f"it would not be that {reason.text}"
        if isinstance(reason, Count) and reason.least:
            return f"{_line(reason, puzzle.width)} could not have one queen"
        return f"{_line(reason, puzzle.width)} would have two queens"


def _line(reason: Statement, width: int) -> str:
    """``row 3``, of a statement about a line."""
    return line_name([r * width + c for r, c in reason.cells], width, reason.rule)


WORDS = QueensWords()
