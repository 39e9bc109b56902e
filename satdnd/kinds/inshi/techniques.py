"""The techniques by which people solve rooms of factors: their names, and sentences that tell them."""

from __future__ import annotations

from typing import Any

from satdnd.declaration.latin import HIDDEN_SINGLES, NAKED_SINGLE, ValueWords
from satdnd.declaration.words import Technique
from satdnd.explanation.wording import Inference
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.rules.unknowns import NOT
from satdnd.sat.formula import Statement


def _placed(inference: Inference[Any]) -> bool:
    """Whether a value was found, not only what a cell cannot be."""
    return any(not str(mark[2]).startswith(NOT) for mark in inference.cells)


_FACTORS = "factors", "The product of a room leaves some values to its cells, and no others."
TECHNIQUES = (
    Technique(
        *("product", "single-cell room", "A room of one cell: its product is the value."),
        why="that is the product of its room",
        when=lambda inference: len(inference.reasons[0].cells) == 1 and _placed(inference),
    ),
    *HIDDEN_SINGLES,
    NAKED_SINGLE,
    Technique(
        *("product", "last factors", "The product of a room and what is known of its cells leave one value."),
        why="{} leaves nothing else",
        when=_placed,
    ),
    Technique("product", *_FACTORS, why="they do not fit {}", when=lambda inference: len(inference.cells) > 1),
    Technique("product", *_FACTORS, why="it does not fit {}"),
)


class InshiWords(ValueWords):
    """Rooms are called by their products."""

    def because(self, inference: Inference[Any], reason: Statement) -> str:
        """The room."""
        return str(_room(inference.puzzle, reason)) if reason.rule == "product" else super().because(inference, reason)

    def broken(self, puzzle: Inshi, reason: Statement) -> str:
        """Of a room, that it could not have its product."""
        if reason.rule == "product":
            return f"{_room(puzzle, reason)} could not have it"
        return super().broken(puzzle, reason)


def _room(puzzle: Inshi, reason: Statement) -> Room:
    return next(room for room in puzzle.rooms if room.cells == reason.cells)
