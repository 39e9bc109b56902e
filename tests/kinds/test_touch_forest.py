"""The touches of islands in nurikabe: what they say from the start, and by cuts."""

from __future__ import annotations

from typing import Any

import pytest
from nurikabe_boards import puzzle, random_puzzles, solutions

import satdnd
from satdnd.engine.search import Search
from satdnd.engine.settings import Settings
from satdnd.engine.statement_encoding import StatementEncoding
from satdnd.kinds.nurikabe import touch_forest
from satdnd.kinds.nurikabe.kind import KIND, Nurikabe
from satdnd.sat.budget import Budget


def found_without_cuts(puzzle: Nurikabe) -> set[int]:
    """The seas of all models of the clauses, where nothing is left to cuts."""
    encoding: StatementEncoding[Any, Any] = KIND.encoding(puzzle, Settings())  # type: ignore[assignment]
    encoding.lazy_cuts = None
    search = Search(encoding)
    try:
        return {solution.board for solution in search.solutions(puzzle, Budget())}
    finally:
        search.close()


def test_short_cycles_keep_small_seas_together() -> None:
    """Where a sea of 4x4 is divided, there is a cycle of four touches at most, the edge among them."""
    ways = 0
    for small in random_puzzles(8, 250, (2, 3, 4, 4), (1, 1, 2, 3, 4)):
        if min(small.grid.height, small.grid.width) > 1:
            ways += len(right := solutions(small))
            assert found_without_cuts(small) == right, small.rows
    assert ways > 50


@pytest.mark.parametrize(
    "rows",
    [
        [".....1", ".4....", "......", "....4.", "1....."],  # two fours can close around two cells
        ["......", ".9....", "......", "......", "1....."],  # and a nine, which touches itself
    ],
)
def test_one_or_two_islands_enclose_nothing(rows: list[str]) -> None:
    """Where an island touches itself or another one twice."""
    around = puzzle(*rows)
    seas = found_without_cuts(around)
    assert seas
    assert all(around.grid.connected(sea) for sea in seas)


def test_a_long_cycle_is_cut() -> None:
    """Eight islands around a part of the sea: a way out, or one touch less."""
    rows = [["."] * 9 for _ in range(9)]
    for r, c in ((2, 4), (3, 3), (4, 2), (5, 3), (6, 4), (5, 5), (4, 6), (3, 5)):
        rows[r][c] = "1"
    ring = puzzle(*map("".join, rows))
    encoding: StatementEncoding[Any, Any] = KIND.encoding(ring, Settings())  # type: ignore[assignment]
    assert encoding.lazy_cuts
    sea = ring.grid.all & ~ring.grid.mask(ring.numbers)
    way, cycle = encoding.lazy_cuts.solving_clauses(sea)
    assert max(way) <= ring.grid.size < min(-x for x in cycle)
    assert len(cycle) == 8


def test_too_many_meetings_are_left_to_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clauses alone let divided seas through then, and cuts none."""
    small = puzzle("1....1", "..2...", ".1..1.", "..2...", "1....1")
    right = found_without_cuts(small)
    monkeypatch.setattr(touch_forest, "MOST_MEETINGS", 0)
    assert right < found_without_cuts(small)
    assert {solution.board for solution in satdnd.solve(small, limit=None).solutions} == right
