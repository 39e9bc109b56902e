"""Puzzles that the browser keeps: with marks, time and grade, in lists that are played in order, as links and files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from addresses import fragment, unpacked
from boards import HALL, PAGE_ALONE, Visit, board, cell, status, until

pytestmark = pytest.mark.browser

CORNER = {**HALL, "name": "corner", "rows": [2, 0], "monsters": [[1, 0], [0, 2]]}
"""The same, upside down."""


def kept(page: Any) -> list[dict[str, Any]]:
    """The puzzles that the browser keeps."""
    lines = page.evaluate("localStorage.getItem('satdnd.library') ?? ''").splitlines()
    return [json.loads(line) for line in lines]


def entry(page: Any, name: str) -> Any:
    """A puzzle in the panel."""
    return page.locator("#library .offers button").filter(has_text=name)


def shown(page: Any) -> dict[str, Any] | None:
    """The puzzle of the address."""
    return unpacked(page.url)["puzzle"] if "z=" in page.url else None


def saved(page: Any, button: str, folder: Path) -> Path:
    """The file that a button saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


@PAGE_ALONE
def test_puzzles_are_kept_and_played_in_order(visit: Visit, engine: tuple[str, str], tmp_path: Path) -> None:
    """Two in a list: left and opened again as they were; as a link that only plays; as a file; with their states."""
    page = visit(HALL)
    status(page, "unique")
    page.locator("#library summary").click()
    page.get_by_role("button", name="Keep this puzzle").click()
    page.get_by_label("In the list").fill("Two halls")
    page.get_by_label("In the list").press("Enter")
    cell(page, 1, 0).click()
    until(page, lambda: [each["marks"] for each in kept(page)] == [{"1,0": "#"}])
    page.evaluate("(hash) => { location.hash = hash; }", fragment(CORNER))
    until(page, lambda: shown(page) == CORNER)
    page.get_by_role("button", name="Keep this puzzle").click()
    page.get_by_label("In the list").fill("Two halls")
    page.get_by_label("In the list").press("Enter")
    entry(page, "hall").click()
    assert board(page, "mark")[1][0] == "#"
    cell(page, 1, 1).click()
    line = page.locator("#solved")
    line.wait_for()
    assert line.get_by_role("button").inner_text() == "Next: corner (2 of 2)"
    until(page, lambda: kept(page)[0].get("grade") == "trivial")
    assert "Two halls: 1 of 2 solved" in page.locator("#library").inner_text()
    line.get_by_role("button").click()
    until(page, lambda: shown(page) == CORNER)
    page.get_by_label("hall: Dung").first.wait_for(state="hidden")
    page.get_by_role("button", name="Earlier").click()
    assert [each["puzzle"]["name"] for each in kept(page)] == ["corner", "hall"]
    with_states = saved(page, "Save all as a file", tmp_path)
    alone = saved(page, "Save Two halls as a file", tmp_path)
    assert [json.loads(line) for line in alone.read_text().splitlines()] == [CORNER, HALL]
    page.get_by_role("button", name="Copy the link of Two halls").click()
    link = page.get_by_label("Link of Two halls", exact=True)
    until(page, lambda: "#list=" in link.input_value())

    other = visit(address=link.input_value().replace("#list", "#play&list"))
    other.wait_for_selector("#board .clue, #board .monster")
    until(other, lambda: shown(other) == CORNER)
    assert other.locator("#library").is_hidden()
    for c in (0, 1):
        cell(other, 0, c).click()
    other.get_by_role("button", name="Next: hall (2 of 2)").click()
    other.reload()
    assert shown(other) == HALL
    for c in (0, 1):
        cell(other, 1, c).click()
    other.locator("#solved").wait_for()
    assert other.locator("#solved button").count() == 0
    until(other, lambda: all(each["solved"] for each in kept(other)))

    for file, names in ((with_states, ["corner", "✓ hall"]), (alone, ["corner", "hall"])):
        third = visit()
        third.locator("#open-file").set_input_files(file)
        if file == alone:
            third.get_by_role("button", name="Play all in order").click()
        third.locator("#library summary").click()
        entries = third.locator("#library .offers button")
        assert [text.split("\n")[0] for text in entries.all_inner_texts()] == names
        if file == with_states:
            entry(third, "hall").click()
            assert board(third, "mark")[1] == ["#", "#", ""]
        third.get_by_role("button", name=re.compile("Keep Two.halls no longer")).click()
        third.get_by_role("button", name="Delete for good").click()
        until(third, lambda page=third: not kept(page))
