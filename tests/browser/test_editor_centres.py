"""Centres of galaxies, put down in Set, and the borders between them in Play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from addresses import unpacked
from boards import PAGE_ALONE, Visit, cell, drag, middle, status, until

pytestmark = pytest.mark.browser

BLANK = {"kind": "galaxies", "name": "", "height": 3, "width": 3, "centres": []}
CENTRES = [[1, 1], [1, 4], [4, 2]]
"""At a corner, on an edge and in a cell: two galaxies above, one below."""


def spot(page: Any, y: int, x: int) -> tuple[float, float]:
    """A place of the board, in half cells from the middle of the first."""
    left, top = middle(page, 0, 0)
    half = cell(page, 0, 0).bounding_box()["width"] / 2
    return left + x * half, top + y * half


def by_mouse(page: Any, y: int, x: int) -> None:
    """A click at the place itself."""
    page.mouse.click(*spot(page, y, x))


def by_touch(page: Any, y: int, x: int) -> None:
    """A tap there."""
    page.touchscreen.tap(*spot(page, y, x))


def by_keyboard(page: Any, y: int, x: int) -> None:
    """A digit, or Shift and an arrow for an edge."""
    cell(page, y // 2, x // 2).focus()
    page.keyboard.press({(0, 0): "5", (0, 1): "Shift+ArrowRight", (1, 0): "Shift+ArrowDown", (1, 1): "3"}[y % 2, x % 2])


@PAGE_ALONE
@pytest.mark.parametrize("put", [by_mouse, by_touch, by_keyboard])
def test_centres_are_set_and_played(visit: Visit, put: Callable[[Any, int, int], None]) -> None:
    """Each is told by the cells around it, and taken away; a rectangle, a line and a key draw the borders."""
    page = visit(BLANK, has_touch=put is by_touch)
    page.locator("#set").click()

    def becomes(centres: list[list[int]]) -> None:
        """Wait until the address has these."""
        until(page, lambda: "z=" in page.url and unpacked(page.url)["puzzle"]["centres"] == centres)

    for i, place in enumerate(CENTRES, 1):
        put(page, *place)
        becomes(CENTRES[:i])
    status(page, "unique")
    assert page.locator("circle.centre").count() == 3
    labels = [cell(page, *place).get_attribute("aria-label") or "" for place in ((0, 0), (1, 2), (2, 1), (2, 0))]
    assert [label.split(", border")[0] for label in labels] == [
        "row 1, column 1, centre below right",
        "row 2, column 3, centre above",
        "row 3, column 2, centre in the middle",
        "row 3, column 1, blank",
    ]
    put(page, 1, 4)
    becomes([[1, 1], [4, 2]])
    status(page, "unsolvable")
    page.keyboard.press("Control+z")
    becomes(CENTRES)
    cell(page, 2, 2).focus()
    page.keyboard.press("5")
    page.keyboard.press("Backspace")
    becomes(CENTRES)
    page.locator("#play").click()
    drag(page, (0, 0), (1, 1))
    assert "border right, no border below" in (cell(page, 0, 1).get_attribute("aria-label") or "")
    cell(page, 1, 2).focus()
    page.keyboard.press("Shift+ArrowDown")
    until(page, lambda: page.locator("#verdict").inner_text() == "Solved")
