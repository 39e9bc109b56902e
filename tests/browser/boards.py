"""Puzzles, and what tests do with the board of a page and read from it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satdnd as package
from satdnd.engine.kind import kind_of

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "instances" / "dungeon" / "example-8x8.dnd"
WALLS = (ROOT / "instances" / "dungeon" / "example-8x8.solution").read_text().split()
HALL = {
    "kind": "dungeon",
    "name": "hall",
    "rows": [0, 2],
    "columns": [1, 1, 0],
    "monsters": [[0, 0], [1, 2]],
    "treasures": [],
}
"""A corridor with a corner."""

Visit = Callable[..., Any]
PAGE_ALONE = pytest.mark.parametrize("engine", ["local"], indirect=True)
"""For tests of the page, to which it makes no difference which engine answers."""


def puzzle_of(path: Path, kind: str | None = None) -> dict[str, Any]:
    """The first puzzle of a file, as JSON."""
    (puzzle, *_) = package.load(str(path), kind=kind)
    return dict(kind_of(puzzle).texts.to_json(puzzle))


def cell(page: Any, r: int, c: int) -> Any:
    """The board's cell."""
    return page.locator(f'#board [data-cell="{r},{c}"]')


def status(page: Any, wanted: str) -> None:
    """Wait until the engine says so of the board as it is."""
    page.wait_for_selector(f'html[data-status="{wanted}"]')


def board(page: Any, what: str) -> list[list[str]]:
    """``data-mark`` or ``data-forced`` of all cells, row by row; a page just loaded may have to draw them first."""
    page.wait_for_selector("#board [data-cell]", state="attached")
    told = page.eval_on_selector_all("#board [data-cell]", f"all => all.map(x => [x.dataset.cell, x.dataset.{what}])")
    cells = {tuple(map(int, name.split(","))): sign for name, sign in told}
    height, width = (max(x) + 1 for x in zip(*cells, strict=True))
    return [[cells[r, c] for c in range(width)] for r in range(height)]


def choose_kind(page: Any, kind: str) -> None:
    """In the panel of kinds, by its picture."""
    page.locator("#kind").click()
    page.locator(f'#kind-panel [data-kind="{kind}"]').last.click()


def repair(page: Any, name: str) -> Any:
    """The button of a change, after the ones that are offered before it."""
    wanted = page.get_by_role("button", name=name)
    page.locator("[data-repair]").wait_for()
    while not wanted.count():
        page.get_by_role("button", name="Another").click()
    return wanted


def until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait for what no element of the page shows."""
    for _ in range(600):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came")


def drag(page: Any, start: tuple[int, int], end: tuple[int, int]) -> None:
    """With the left button from the middle of a cell to that of another."""
    (x1, y1), (x2, y2) = (middle(page, *place) for place in (start, end))
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move(x2, y2, steps=12)
    page.mouse.up()


def middle(page: Any, r: int, c: int) -> tuple[float, float]:
    """Of a cell, in pixels of the page."""
    box = cell(page, r, c).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
