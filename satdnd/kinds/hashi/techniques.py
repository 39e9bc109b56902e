"""The techniques by which people solve hashi: their names and sentences."""

from __future__ import annotations

from typing import Any

from satdnd.declaration.words.bridge_words import BridgeWords
from satdnd.declaration.words.kind_words import Technique
from satdnd.explanation.wording import Inference, names
from satdnd.grid.bitboard import Cell
from satdnd.grid.notation import cell_name, counted, listed
from satdnd.kinds.hashi.model import Hashi
from satdnd.rules.unknowns import Mark
from satdnd.sat.formula import Statement


def _found(inference: Inference[Any]) -> set[str]:
    """What the found marks say."""
    return {str(mark[-1]) for mark in inference.cells}


def _number(puzzle: Hashi, reason: Statement) -> int | None:
    """The number of an island; None if unknown."""
    return puzzle.numbers[puzzle.islands.index(reason.cells[0])]


def _all_built(inference: Inference[Any]) -> bool:
    """Whether all found marks give an exact number of bridges."""
    found = _found(inference)
    settled = "=2" in found or {">=1", "<=1"} <= found
    return settled or (">=1" in found and _number(inference.puzzle, inference.reasons[0]) == 1)


_BUILT = {">=1": "one", "=2": "two"}
"""What marks say about existing bridges."""


def _ends(mark: Mark) -> frozenset[Cell]:
    """The two islands of a mark."""
    return frozenset(((int(mark[0]), int(mark[1])), (int(mark[2]), int(mark[3]))))


TECHNIQUES = (
    Technique("degree", "just enough neighbours", "An island needs every bridge that still fits.", when=_all_built),
    Technique(
        "degree",
        "one bridge each",
        "An island needs so many bridges that each neighbour gets at least one.",
        when=lambda inference: ">=1" in _found(inference),
    ),
    Technique(
        "degree",
        "island complete",
        "An island has all its bridges: there are no others.",
        when=lambda inference: "=0" in _found(inference),
    ),
    Technique("crossing", "bridge in the way", "A bridge would cross another."),
    Technique("closed-in", "closed in", "Two 1s joined, or two 2s by two bridges, would be cut off from all others."),
    Technique(
        "connected", "isolation", "Without this bridge, or with it, some islands would be cut off from the others."
    ),
    Technique("degree", "no second bridge", "An island has too few bridges left for a second one there."),
)


class HashiWords(BridgeWords):
    """Islands and the bridges between them."""

    def because(self, inference: Inference[Hashi], reason: Statement) -> str:
        """By the rule and what was found."""
        if reason.rule == "crossing":
            built = [mark for mark in inference.known if mark[-1] in (">=1", "=2")]
            return f"otherwise it would cross {listed(self.places(built)[:1]) or 'another'}"
        if reason.rule in ("connected", "closed-in"):
            return f"otherwise {self.broken(inference.puzzle, reason)}"
        number, found = _number(inference.puzzle, reason) or 1, _found(inference)
        them = "it" if number == 1 else "them"
        if _all_built(inference):
            return f"{reason.text} and has {'no other place' if number == 1 else 'just enough places'} for {them}"
        if ">=1" in found:
            return f"{reason.text} and has {'no other place' if number == 1 else 'too few other places'} for {them}"
        if "=0" in found:
            return f"{reason.text}, and {'it is' if number == 1 else 'they are all'} built"
        island = f"the island at {cell_name(reason.cells[0])}, which needs {counted(number, 'bridge')}"
        here, targets, others = reason.cells[0], set(map(_ends, inference.cells)), dict[Cell, str]()
        for mark in inference.known:
            if mark[-1] in _BUILT and here in _ends(mark) and _ends(mark) not in targets:
                (other,) = _ends(mark) - {here}
                others[other] = max(others.get(other, ""), _BUILT[str(mark[-1])])
        there = [f"{many} to {cell_name(end)}" for end, many in sorted(others.items())]
        return f"two would be too many for {island}" + (f" and already has {listed(there)}" if there else "")

    def shown(self, inference: Inference[Hashi]) -> tuple[Mark, ...]:
        """The first bridge of an island with a 1 is its only one."""
        puzzle, found = inference.puzzle, inference.cells
        ones = {cell for cell, number in zip(puzzle.islands, puzzle.numbers, strict=True) if number == 1}
        return (*found, *((*mark[:-1], "<=1") for mark in found if mark[-1] == ">=1" and _ends(mark) & ones))

    def broken(self, puzzle: Hashi, reason: Statement) -> str:
        """By the rule."""
        if reason.rule == "crossing":
            a, b, c, d = map(cell_name, reason.cells)
            return f"bridges {a}-{b} and {c}-{d} would cross"
        if reason.rule == "closed-in":
            return f"the {_number(puzzle, reason)}s at {listed(names(reason.cells))} would be cut off from the others"
        if reason.rule == "connected":
            return f"{reason.text.partition(' need')[0]} would be cut off from the others"
        return reason.text.replace(" needs ", " could not have ")
