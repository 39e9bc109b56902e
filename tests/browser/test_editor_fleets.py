"""Battleships: a fleet that is drawn or typed in Set, and found in Play."""

from __future__ import annotations

from typing import Any

import pytest
from addresses import unpacked
from boards import PAGE_ALONE, Visit, cell, drag, status, until

pytestmark = pytest.mark.browser

BLANK = {
    "kind": "battleships",
    "name": "",
    "rows": [None] * 3,
    "columns": [None] * 3,
    "fleet": [2, 1],
    "given": ["..."] * 3,
}


def puzzle(page: Any) -> tuple[list[Any], list[Any], list[int], list[str]]:
    """The numbers, the fleet and the parts in the address."""
    record = unpacked(page.url)["puzzle"] if "z=" in page.url else BLANK
    return record["rows"], record["columns"], record["fleet"], record["given"]


@PAGE_ALONE
@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_fleet_is_set_and_found(visit: Visit, finger: bool) -> None:
    """Drawn ships are counted; lengths are typed, parts pressed or typed; the player sees what is left to find."""
    page = visit(BLANK, has_touch=finger)
    page.locator("#set").click()
    page.get_by_label("Count what I draw").check()
    for place in ((0, 0), (0, 1), (0, 2), (2, 0)):
        cell(page, *place).tap() if finger else cell(page, *place).click()
    until(page, lambda: puzzle(page) == ([3, 0, 1], [2, 1, 1], [3, 1], ["..."] * 3))
    status(page, "unique")
    page.get_by_label("Count what I draw").uncheck()
    lengths = page.get_by_label("Fleet")
    assert lengths.input_value() == "3 1"
    lengths.fill("3 x")
    assert page.get_by_role("alert").filter(has_text="Expected the length of each ship").is_visible()
    lengths.fill("2 1 1")
    status(page, "unsolvable")
    lengths.fill("1, 3")
    status(page, "unique")
    cell(page, 2, 0).focus()
    button = page.get_by_role("button", name="a ship of one cell")
    button.tap() if finger else button.click()
    status(page, "unique")
    assert cell(page, 2, 0).get_attribute("aria-label") == "row 3, column 1, a ship of one cell, given"
    cell(page, 0, 2).focus()
    page.keyboard.press("Shift+ArrowRight")
    cell(page, 0, 0).focus()
    page.keyboard.press("<")
    until(page, lambda: puzzle(page)[2:] == ([3, 1], ["<.>", "...", "o.."]))
    page.keyboard.press("Backspace")
    until(page, lambda: puzzle(page)[3] == ["..>", "...", "o.."])
    page.locator("#play").click()
    assert page.locator("#tip").inner_text().startswith("Fleet: 3 1, to find: 3. ")
    if finger:
        cell(page, 0, 0).tap()
        cell(page, 0, 1).tap()
    else:
        drag(page, (0, 0), (0, 1))
    until(page, lambda: page.locator("#verdict").inner_text() == "Solved")
    assert page.locator("#tip").inner_text().startswith("Fleet: 3 1, to find: none. ")
    page.get_by_role("button", name="Print").click()
    page.wait_for_selector('html[data-printed="yes"]')
    assert "Fleet: 3 1" in (page.locator("#sheet").text_content() or "")
