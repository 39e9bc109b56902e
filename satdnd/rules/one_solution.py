"""Statements that follow from the uniqueness of the solution, not from a rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from satdnd.rules.count import Count


@dataclass(frozen=True)
class OneSolution(Count):
    """A count that holds because otherwise there would be another solution besides the one with these *values*.

    It may only be used if there is exactly one solution; the judge of explanations proves that first.
    """

    values: str
    """What the cells would otherwise hold."""

    fields: ClassVar = ("values",)
