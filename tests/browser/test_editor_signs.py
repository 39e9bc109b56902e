"""Signs between cells, drawn in Set: each click near an edge turns the sign there."""

from __future__ import annotations

from typing import Any

import pytest
from addresses import unpacked
from boards import PAGE_ALONE, Visit, cell, middle, status, until

pytestmark = pytest.mark.browser


def signs(page: Any) -> list[Any]:
    """Those of the puzzle in the address."""
    return list(unpacked(page.url)["puzzle"].get("signs", [])) if "z=" in page.url else []


@PAGE_ALONE
def test_signs_of_a_binairo(visit: Visit) -> None:
    """By mouse and by keyboard; told, drawn, undone; what follows from a sign is seen."""
    page = visit({"kind": "binairo", "name": "", "rows": ["1.", ".."]}, ready=False)
    page.locator("#set").click()
    page.get_by_role("button", name="Sign", exact=True).click()
    between = [sum(both) / 2 for both in zip(middle(page, 0, 0), middle(page, 0, 1), strict=True)]
    page.mouse.click(between[0] - 2, between[1])
    until(page, lambda: signs(page) == [[[0, 0], [0, 1], "="]])
    status(page, "unsolvable")
    assert "equal to right" in cell(page, 0, 0).get_attribute("aria-label")
    page.mouse.click(between[0] - 2, between[1])
    until(page, lambda: signs(page) == [[[0, 0], [0, 1], "x"]])
    status(page, "unique")
    assert "unlike left" in cell(page, 0, 1).get_attribute("aria-label")
    assert page.locator(".links .sign").count() == 1
    cell(page, 1, 0).focus()
    page.keyboard.press("Shift+ArrowRight")
    until(page, lambda: signs(page) == [[[0, 0], [0, 1], "x"], [[1, 0], [1, 1], "="]])
    status(page, "unsolvable")
    page.keyboard.press("Control+z")
    until(page, lambda: signs(page) == [[[0, 0], [0, 1], "x"]])
    page.mouse.click(between[0] - 2, between[1])
    until(page, lambda: signs(page) == [])
