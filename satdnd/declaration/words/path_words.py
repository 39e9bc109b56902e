"""Sentences about numbers in order along a path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from satdnd.declaration.latin import ValueWords, placed
from satdnd.explanation.wording import Inference, place
from satdnd.grid.notation import cell_name, listed
from satdnd.rules.unknowns import NOT
from satdnd.sat.formula import Statement


def _known(inference: Inference[Any]) -> dict[int, str]:
    """The names of the cells of known numbers."""
    known = (mark for mark in inference.known if not str(mark[-1]).startswith(NOT))
    return {int(mark[-1]): cell_name(place(mark)) for mark in known}


def _between(inference: Inference[Any]) -> str:
    """``path from 22 at r1c8 to 25 at r3c9``: the nearest known numbers on both sides of what is found, or the first
    and the last.
    """
    at, found = _known(inference), [int(str(mark[-1]).removeprefix(NOT)) for mark in inference.cells]
    below = [number for number in at if not found or number < min(found)]
    above = [number for number in at if not found or number > max(found)]
    one, other = (max if found else min)(below, default=0), (min if found else max)(above, default=0)
    ways = ["path", f"from {one} at {at[one]}" if one else "", f"to {other} at {at[other]}" if other > one else ""]
    return " ".join(filter(None, ways))


def on_the_way(inference: Inference[Any], reason: Statement) -> str:
    """What all paths agree on, or where none leads."""
    if not inference.cells:
        return f"no {_between(inference)} would be left"
    if placed(inference):
        return f"every {_between(inference)} has {inference.it} there"
    return f"no {_between(inference)} leads there"


def none_left(word: str, gone: str) -> Callable[[Inference[Any], Statement], str]:
    """Within arguments: that no other number, or place, is left."""

    def argued(inference: Inference[Any], reason: Statement) -> str:
        """For one statement."""
        if not inference.cells:
            return gone.format(reason.text.partition(" ")[0])
        return f"no other {word} is left" if placed(inference) else reason.text

    return argued


class PathWords(ValueWords):
    """Many cells that no path reaches are counted."""

    def found(self, inference: Inference[Any], form: str = "is") -> str:
        """What was found, or of how many cells."""
        if len(inference.cells) <= _MOST_NAMED or placed(inference):
            return super().found(inference, form)
        numbers = listed([*map(str, sorted({int(str(mark[-1]).removeprefix(NOT)) for mark in inference.cells}))])
        cannot = "cannot" if form == "is" else "could not"
        return f"{numbers} {cannot} be in {len(inference.cells)} of the cells that were left"


_MOST_NAMED = 6
"""The most numbers that are ruled out one by one in a sentence."""
