"""The techniques by which people solve rooms of factors: their names, and sentences that tell them."""

from __future__ import annotations

from satdnd.explanation.wording import Inference, NumberWords
from satdnd.grid.notation import cell_name, listed
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.sat.formula import Statement


class InshiWords(NumberWords[Inshi]):
    """Rows, columns and the products of rooms."""

    techniques = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "naked single": "A cell has one candidate left.",
        "hidden single": "A value has one place left in a row or column.",
        "single-cell room": "A room of one cell: its product is the value.",
        "factors": "The product of a room leaves some values to its cells, and no others.",
        "last factors": "The product of a room and what is known of its cells leave one value.",
    }
    families = {  # noqa: RUF012
        "row": ("line", "lines"),
        "column": ("line", "lines"),
        "product": ("room", "rooms"),
        "value": ("cell", "cells"),
    }

    def single(self, told: Inference[Inshi]) -> tuple[str, str]:
        """By the rule, and by whether a value was found."""
        reason, placed = told.reasons[0], any(not str(mark[2]).startswith("not ") for mark in told.cells)
        if reason.rule == "value":
            return "naked single", "every other value is ruled out there"
        if reason.rule == "product":
            room = self._room(told.puzzle, reason)
            if len(room) == 1:
                return "single-cell room", "that is the product of its room"
            if placed:
                return "last factors", f"{room} leaves nothing else"
            return "factors", f"{'they do' if len(told.cells) > 1 else 'it does'} not fit {room}"
        if len(told.cells) == 1:
            return "hidden single", f"it is the only place left for {told.cells[0][2]} in {_line(reason)}"
        return (
            "hidden single",
            f"{_line(reason)} has no other places left for {listed([str(mark[2]) for mark in told.cells])}",
        )

    def broken(self, puzzle: Inshi, reason: Statement) -> str:
        """By the rule."""
        if reason.rule == "value":
            return f"no value would be left for {cell_name(reason.cells[0])}"
        if reason.rule == "product":
            return f"{self._room(puzzle, reason)} could not have it"
        return f"{_line(reason)} could not hold each value once"

    @staticmethod
    def _room(puzzle: Inshi, reason: Statement) -> Room:
        return next(room for room in puzzle.rooms if room.cells == reason.cells)


def _line(reason: Statement) -> str:
    """``row 3``, of a statement about a row or column."""
    return f"{reason.rule} {reason.place[reason.rule == 'column'] + 1}"


WORDS = InshiWords()
