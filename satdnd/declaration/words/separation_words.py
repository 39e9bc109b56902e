"""Sentences of kinds whose shaded cells are never adjacent and leave the other cells connected."""

from __future__ import annotations

from typing import Any

from satdnd.declaration.words.kind_words import Rule, Technique
from satdnd.explanation.wording import Inference, place, signs
from satdnd.grid.notation import cell_name
from satdnd.sat.formula import Statement


def beside_shaded(inference: Inference[Any], reason: Statement) -> str:
    """Names the shaded cell next to it: ``r1c1 beside it is shaded``, in arguments ``beside r1c1``; nothing where an
    argument ends.
    """
    if not inference.cells:
        return ""
    known, found = signs(inference.known), [*map(place, inference.cells)]
    other = next(cell for cell in reason.cells if cell not in found and known.get(cell) == "#")
    name = cell_name(other)
    return f"beside {name}" if inference.supposed else f"{name} beside {inference.it} is shaded"


SEPARATION_RULES = {
    "no-adjacent": Rule("No two shaded cells are side by side.", "neighbour", because=beside_shaded),
    "connected": Rule(
        "All unshaded cells are connected.", "connection", broken="{pocket:the unshaded cells} would be cut off"
    ),
}
SEPARATION_TECHNIQUES = (
    Technique(
        "no-adjacent",
        "beside a shaded cell",
        "No two shaded cells are side by side.",
        found="o",
        many="{named} beside them are shaded",
    ),
    Technique(
        "connected",
        "no cutting off",
        "Shading there would cut off a part of the unshaded cells.",
        found="o",
        why="shading {it} would cut off {pocket:the unshaded cells}",
        many="otherwise the unshaded cells at {named} would be cut off",
    ),
)
