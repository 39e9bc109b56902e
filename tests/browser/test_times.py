"""Solving times: kept only where the player wishes it, saved as a file, deleted."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from boards import HALL, PAGE_ALONE, Visit, cell, status, until

from satdnd.explanation.recorded_times import SolvingTime, read_times

pytestmark = [pytest.mark.browser, PAGE_ALONE]


def seconds(page: Any) -> int:
    """What the clock says, once it goes."""
    until(page, lambda: page.locator("#timer").inner_text() != "0:00")
    minutes, rest = page.locator("#timer").inner_text().split(":")
    return int(minutes) * 60 + int(rest)


def solve(page: Any) -> None:
    """Its two walls."""
    seconds(page)
    for c in (0, 1):
        cell(page, 1, c).click()
    until(page, lambda: page.locator("#verdict").inner_text() == "Solved")


def test_nothing_is_kept_unasked(visit: Visit) -> None:
    """Only the clock of the puzzle on the board, which goes on after a reload."""
    page = visit(HALL)
    status(page, "unique")
    before = seconds(page)
    page.reload()
    page.wait_for_selector('html[data-engine="ready"]')
    assert seconds(page) >= before
    solve(page)
    page.get_by_role("heading", name="Solving times").click()
    assert not page.get_by_label("Keep my solving times").is_checked()
    assert page.get_by_label("And what I marked when").is_disabled()
    assert not page.get_by_role("button", name="Save as a file").is_visible()
    assert page.evaluate("localStorage.getItem('satdnd.times')") is None


def test_times_are_kept_and_saved(visit: Visit, tmp_path: Path) -> None:
    """A line for each puzzle: without its name, with the helps that were used; once; gone when deleted."""
    page = visit(HALL)
    status(page, "unique")
    page.get_by_role("heading", name="Solving times").click()
    page.get_by_label("Keep my solving times").check()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Which clues?").click()
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("nothing to check yet").wait_for()
    solve(page)
    shown = page.locator("#timer").inner_text()
    until(page, lambda: "trivial" in page.evaluate("localStorage.getItem('satdnd.times')"))
    page.reload()
    page.wait_for_selector('html[data-engine="ready"]')
    until(page, lambda: page.locator("#verdict").inner_text() == "Solved")
    page.get_by_role("heading", name="Solving times").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file (1 puzzle)").click()
    assert saved.value.suggested_filename == "satdnd-times.jsonl"
    (line,) = Path(saved.value.path()).read_text().splitlines()
    told = json.loads(line)
    assert f"{told['seconds'] // 60}:{told['seconds'] % 60:02}" == shown
    assert abs((date.fromisoformat(told.pop("date")) - date.today()).days) <= 1
    assert told.pop("minutes") > 0
    assert "marks" not in told
    assert told == {
        "kind": "dungeon",
        "puzzle": {name: value for name, value in HALL.items() if name != "name"},
        "seconds": told["seconds"],
        "helps": {"hint": 1},
        "grade": "trivial",
    }
    page.get_by_role("button", name="Delete them").click()
    page.get_by_role("button", name="Delete for good").click()
    assert not page.get_by_role("button", name="Save as a file").is_visible()
    assert page.evaluate("localStorage.getItem('satdnd.times')") == ""


def test_marks_are_kept_only_if_asked_for_twice(visit: Visit) -> None:
    """What was marked and erased when, in order, also across a reload; nothing once the second wish is gone."""
    page = visit(HALL)
    status(page, "unique")
    page.get_by_role("heading", name="Solving times").click()
    page.get_by_label("Keep my solving times").check()
    page.get_by_label("And what I marked when").check()
    cell(page, 1, 0).click()
    cell(page, 1, 0).click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    page.reload()
    page.wait_for_selector('html[data-engine="ready"]')
    solve(page)
    until(page, lambda: "trivial" in page.evaluate("localStorage.getItem('satdnd.times')"))
    told = json.loads(page.evaluate("localStorage.getItem('satdnd.times')"))
    at, changes = zip(*told["marks"], strict=True)
    assert list(at) == sorted(at)
    assert at[-1] <= told["seconds"]
    assert changes == ({"1,0": "#"}, {"1,0": ""}, {"1,0": "#"}, {"1,0": ""}, {"1,0": "#"}, {"1,1": "#"})
    (read,) = read_times(json.dumps(told), "page")
    assert isinstance(read, SolvingTime)
    assert read.seconds == told["seconds"]
    page.get_by_role("heading", name="Solving times").click()
    page.get_by_label("And what I marked when").uncheck()
    page.reload()
    page.wait_for_selector('html[data-engine="ready"]')
    assert "marks" not in page.evaluate("localStorage.getItem('satdnd.clock')")
