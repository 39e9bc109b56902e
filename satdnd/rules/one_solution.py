"""What is said of a puzzle because it has exactly one solution; no rule says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from satdnd.rules.count import Count


@dataclass(frozen=True)
class OneSolution(Count):
    """So many of its literals are true, or there would be another solution beside the one with those *values*.

    Whoever uses it has to know that there is one solution; the judge of explanations proves that first, by itself.
    """

    values: str
    """What the cells would hold between them."""

    fields: ClassVar = ("values",)
