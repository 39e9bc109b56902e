"""The techniques by which people solve nurikabe: their names, and sentences that tell them."""

from __future__ import annotations

from satdnd.explanation.wording import BE, Inference, Phrase, Words, pocket, signs
from satdnd.grid.notation import cell_name, counted
from satdnd.kinds.nurikabe.model import Nurikabe
from satdnd.sat.formula import Statement

_SAYINGS = {"#": Phrase.of(BE, "sea"), "o": Phrase.of(BE, "island")}


class NurikabeWords(Words[Nurikabe]):
    """Islands and the sea."""

    techniques = {  # noqa: RUF012  (a Mapping: nobody writes to it)
        "island complete": "An island has all its cells: the cells around it are sea.",
        "island must grow": "An island that is not complete has to grow through a cell.",
        "beside every way to grow": "Whatever way an island grows, a cell is beside it: it is sea.",
        "two numbers": "A cell would join an island to one with another number: it is sea.",
        "unreachable": "No number can reach a cell: it is sea.",
        "island needs a number": "Island cells without a number have one way left to one.",
        "avoid pool": "Three cells of a 2x2 block are sea: the fourth is island.",
        "sea must flow": "Island there would cut off a part of the sea.",
        "enclosed": "Sea there could not be joined to the rest of the sea.",
    }
    families = {  # noqa: RUF012
        "number-size": ("island", "islands"),
        "one-number": ("reach", "reaches"),
        "no-2x2": ("pool", "pools"),
        "connected": ("flow", "flows"),
        "on-island": ("number", "numbers"),
    }
    unlike = {"#": "o", "o": "#"}  # noqa: RUF012

    def phrase(self, puzzle: Nurikabe, what: str) -> Phrase:
        """``sea`` or ``island``."""
        return _SAYINGS[what]

    def single(self, told: Inference[Nurikabe]) -> tuple[str, str]:
        """By the rule, and by whether sea was found."""
        reason, sea = told.reasons[0], {mark[2] for mark in told.cells} == {"#"}
        cell = reason.cells[0]
        if reason.rule == "number-size":
            return self._island(told, reason, sea)
        if reason.rule == "no-2x2":
            return "avoid pool", f"else the 2x2 at {cell_name(cell)} would be sea"
        if reason.rule == "connected":
            where = pocket(reason)
            if sea:
                return "sea must flow", f"island there would cut off the sea {where}"
            them = "them" if len(told.cells) > 1 else "it"
            away = "elsewhere" if told.cells[0][:2] in reason.cells else where
            return "enclosed", f"islands keep {them} apart from the sea {away}"
        if cell in told.puzzle.numbers:
            return "two numbers", f"else {self.broken(told.puzzle, reason)}"
        if not sea:
            return "island needs a number", f"{cell_name(cell)} is island, and has no other way to a number"
        return "unreachable", "no number can reach it"

    def _island(self, told: Inference[Nurikabe], reason: Statement, sea: bool) -> tuple[str, str]:
        """What follows from the size of an island."""
        home = reason.cells[0]
        number = told.puzzle.numbers[home]
        assert number is not None  # else the rule is another
        has = f"the island at {cell_name(home)} has {counted(number, 'cell')}"
        new = {cell for cell, what in signs(told.cells).items() if what == "o"} - {home}
        if new:
            grow = "it" if sea else "it has to grow there"
            return "island must grow", f"{has}, and {grow}"
        grid = told.puzzle.grid
        land = grid.mask([home, *(cell for cell, what in signs(told.known).items() if what == "o")])
        if grid.flood(grid.bit(home), land).bit_count() == number:
            return "island complete", f"{has}, and that is all of it"
        return "beside every way to grow", f"{has}, and is beside it whatever way it grows"

    def broken(self, puzzle: Nurikabe, reason: Statement) -> str:
        """By the rule."""
        name = cell_name(reason.cells[0]) if reason.cells else ""
        if reason.rule == "number-size":
            return f"the island at {name} could not have {counted(puzzle.numbers[reason.cells[0]] or 0, 'cell')}"
        if reason.rule == "no-2x2":
            return f"the 2x2 at {name} would be sea"
        if reason.rule == "connected":
            return f"the sea {pocket(reason)} would be cut off"
        if reason.rule == "on-island":
            return f"the number at {name} would be in no island"
        if reason.cells[0] in puzzle.numbers:
            return f"the island at {name} would have two numbers"
        return f"no number could reach {name}"

    def implied(self, puzzle: Nurikabe, reason: Statement) -> str:
        """As `broken` says it where that is plainer."""
        return (
            f"else {self.broken(puzzle, reason)}"
            if reason.rule in ("no-2x2", "one-number", "connected")
            else reason.text
        )


WORDS = NurikabeWords()
