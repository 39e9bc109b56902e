"""The search for regions gives up after a count of tries, and a solver answers then."""

from __future__ import annotations

from typing import Any

import pytest

import satdnd
from satdnd.grid.bitboard import grid
from satdnd.rules import region_reasoners
from satdnd.rules.homes import Homes
from satdnd.rules.statement import SearchLimit


def test_the_search_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even one try is allowed."""
    homes = Homes(grid(6, 6), {0: 15}, 1)
    growing = region_reasoners.Growing(homes, 0)
    known = sum(1 << i for i in (5, 30, 35))
    assert growing.implied(known, 0) is not None
    monkeypatch.setattr(region_reasoners, "_MOST", 0)
    with pytest.raises(SearchLimit):
        growing.implied(known, 0)


def test_explanations_are_the_same_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a solver every step is found that the search finds."""

    def explained() -> Any:
        (puzzle,) = satdnd.generate("nurikabe", height=6, width=6, seed=4)
        return [(step.cells, len(step.reasons)) for step in satdnd.explain(puzzle).steps]

    found = explained()
    monkeypatch.setattr(region_reasoners, "_MOST", 0)
    assert explained() == found
