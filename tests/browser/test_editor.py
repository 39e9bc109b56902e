"""The editor in a real browser: what a person does there, against both engines.

Every test ends by asserting that nothing went wrong on the console and nothing was asked of another host (`visit`).
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable
from itertools import combinations, groupby
from pathlib import Path
from typing import Any

import pytest
from addresses import fragment, satdnd, unpacked
from boards import (
    EXAMPLE,
    HALL,
    PAGE_ALONE,
    ROOT,
    WALLS,
    Visit,
    board,
    cell,
    choose_kind,
    drag,
    middle,
    puzzle_of,
    repair,
    status,
    until,
)
from images import contrast, grey_distance, pixels

import satdnd as package
from satdnd.engine.kind import kind_of
from satdnd.web.files import drawn_kinds

pytestmark = pytest.mark.browser


def shared(page: Any) -> str:
    """The link that the page shares, which it packs after its panel has opened."""
    link = page.locator("#share-link")
    until(page, lambda: "#" in link.input_value())
    return str(link.input_value())


def show_what_follows(page: Any) -> None:
    """In Play the page asks first, since that is the whole solution."""
    page.get_by_label("Show forced cells").click()
    page.get_by_role("button", name="Show the whole solution").click()


def by_mouse(page: Any) -> None:
    """The example's walls, run by run, and its treasure."""
    for r, row in enumerate(WALLS):
        for sign, run in groupby(enumerate(row), key=lambda entry: entry[1]):
            columns = [c for c, _ in run]
            if sign == "#":
                drag(page, (r, columns[0]), (r, columns[-1]))
    page.get_by_role("button", name="Treasure").click()
    cell(page, 5, 1).click()


def by_keyboard(page: Any) -> None:
    """The same, walking over the board with the arrows."""
    cell(page, 0, 0).focus()
    for r, row in enumerate(WALLS):
        page.keyboard.press("Home")
        for c, sign in enumerate(row):
            if sign == "#":
                page.keyboard.press("Space")
            if (r, c) == (5, 1):
                page.keyboard.press("t")
                page.keyboard.press("w")  # a wall takes the treasure away
                page.keyboard.press("w")
                page.keyboard.press("t")
                page.get_by_role("button", name="Wall", exact=True).click()
                cell(page, r, c).focus()
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")


def by_touch(page: Any) -> None:
    """The same with a finger."""
    for r, row in enumerate(WALLS):
        for c, sign in enumerate(row):
            if sign == "#":
                cell(page, r, c).tap()
    page.get_by_role("button", name="Treasure").tap()
    cell(page, 5, 1).tap()


@pytest.mark.parametrize("draw", [by_mouse, by_keyboard, by_touch])
def test_drawing_the_example(visit: Visit, draw: Callable[[Any], None]) -> None:
    """The counts and the monsters of a drawn board are those of the example, and it is unique."""
    page = visit(has_touch=draw is by_touch)
    draw(page)
    status(page, "unique")
    want = puzzle_of(EXAMPLE)
    until(page, lambda: unpacked(page.url)["puzzle"]["treasures"] == want["treasures"])
    got = unpacked(page.url)["puzzle"]
    assert [got[name] for name in ("rows", "columns", "monsters")] == [
        want[name] for name in ("rows", "columns", "monsters")
    ]


@pytest.mark.parametrize("name", ["example-8x8.dnd", "two-solutions.dnd"])
def test_forced_cells(visit: Visit, name: str) -> None:
    """What the page knows of each cell is what the command line says."""
    path = EXAMPLE.parent / name
    page = visit(puzzle_of(path))
    (answer,) = map(json.loads, satdnd("forced", "--format", "json", str(path)).stdout.splitlines())
    status(page, "unique" if name.startswith("example") else "multiple")
    told = ["".join(sign or "." for sign in row) for row in board(page, "forced")]
    assert told == answer["forced"]


def test_why_is_answered_at_once(visit: Visit, tmp_path: Path) -> None:
    """The sentence and its clues, whose step the command line accepts; the asked cell stays framed."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    cell(page, 3, 4).click(button="right")
    page.keyboard.press("Backspace")
    page.get_by_role("button", name="Why r4c5?").click()
    page.wait_for_selector('[data-level="full"]')
    assert page.locator("#reason .level").first.get_attribute("data-level") == "full"
    assert "column 5 has no walls" in page.locator('[data-level="which"]').inner_text()
    assert page.locator('[data-level="where"]').count() == 0
    assert "fresh" in cell(page, 3, 4).get_attribute("class").split()
    step = json.loads(page.locator('[data-level="full"]').get_attribute("data-step"))
    assert step["text"] in page.locator('[data-level="full"]').inner_text().replace("Why: ", "")
    told = {"name": "", "kind": "dungeon", "status": "undecided", "solutions": [], "steps": [step]}
    file = tmp_path / "step.json"
    file.write_text(json.dumps(told))
    checked = satdnd("explain", "--check", str(file), str(EXAMPLE))
    assert (checked.returncode, ": valid" in checked.stdout) == (0, True)
    file.write_text(json.dumps({**told, "steps": [{**step, "cells": [[0, 0, "#"]]}]}))
    assert satdnd("explain", "--check", str(file), str(EXAMPLE)).returncode == 1
    page.get_by_role("button", name="Put it down").click()
    assert board(page, "mark")[3][4] == "o"
    assert page.locator("#reason").inner_text() == ""


def test_hints_have_three_levels(visit: Visit) -> None:
    """Where, which clues, why; and the hint goes when its mark is put down, or the board changes."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    for put in (True, False):
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector('[data-level="where"]')
        assert page.locator("#reason .level").count() == 1
        page.get_by_role("button", name="Which clues?").click()
        assert page.locator("#reason .level").count() == 2
        page.get_by_role("button", name="Tell me why").click()
        found = page.locator("#board .fresh")
        assert found.count() == page.locator("#board .fresh.ghost").count() > 0  # what was found is drawn there
        if put:
            page.get_by_role("button", name="Put it down").click()
        else:
            cell(page, 0, 0).click()
        assert page.locator("#reason").inner_text() == ""
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector('[data-level="where"]')
    page.locator("#set").click()
    assert page.locator("#reason").inner_text() == ""
    assert page.locator("#board .about").count() == 0


def test_mistakes_have_three_levels(visit: Visit) -> None:
    """An area and how many marks are wrong, then one of them, then why; nothing of it can be put down."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    cell(page, 3, 4).click()
    assert board(page, "mark")[3][4] == "#"
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector('[data-level="where"]')
    assert "One mark in column 5 is wrong" in page.locator("#reason").inner_text()
    assert "r4c5" not in page.locator("#reason").inner_text()
    page.get_by_role("button", name="Which mark?").click()
    assert "r4c5 cannot be a wall" in page.locator("#reason").inner_text()
    page.get_by_role("button", name="Tell me why").click()
    assert page.locator('[data-level="full"]').count() == 1
    assert page.get_by_role("button", name="Put it down").count() == 0
    cell(page, 3, 4).click()
    assert page.locator("#reason").inner_text() == ""


def test_the_solution_is_not_shown_unasked(visit: Visit) -> None:
    """Of a unique puzzle all follows: the page asks first, in Play, and explains its signs."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    page.get_by_label("Show forced cells").click()
    assert page.locator(".ghost").count() == 0
    assert not page.get_by_label("Show forced cells").is_checked()
    page.get_by_role("button", name="Show the whole solution").click()
    assert page.locator("#board .ghost").count() == 58
    assert "wall in every solution" in page.locator("#follows-legend").inner_text()
    page.get_by_role("button", name="Set", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    assert page.locator(".ghost").count() == 0


@PAGE_ALONE
def test_counts_that_are_none(visit: Visit) -> None:
    """What was expected is said at the field, the old count holds, and a click selects it."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    page.get_by_role("button", name="Set", exact=True).click()
    field = page.get_by_label("walls in row 3")
    for wrong in ("abc", "99", "-1", "3x"):
        field.fill(wrong)
        assert "a number from 0 to 8" in page.get_by_role("alert").inner_text()
        assert unpacked(page.url)["puzzle"]["rows"][2] == 5
        field.press("Enter")
        assert (field.input_value(), page.locator(".expected:visible").count()) == ("5", 0)
    field.fill("99")
    page.get_by_label("walls in row 4").click()
    assert field.input_value() == "5"
    for _ in range(2):
        field.click()
        until(page, lambda: field.evaluate("field => field.selectionEnd - field.selectionStart") == 1)
    field.fill("?")
    until(page, lambda: unpacked(page.url)["puzzle"]["rows"][2] is None)


@PAGE_ALONE
def test_counts_are_typed_one_after_another(visit: Visit) -> None:
    """Tab and Enter go to the next count, from the columns to the rows; arrows along a side."""
    page = visit(ready=False)
    page.get_by_label("Count what I draw").uncheck()
    page.get_by_label("walls in column 7").click()
    for name in ["1", "Tab", "2", "Enter", "3", "ArrowDown", "4", "Tab", "5", "ArrowUp", "6", "Shift+Tab", "0"]:
        page.keyboard.press(name)

    def told() -> Any:
        """The last columns and the first rows."""
        puzzle = unpacked(page.url)["puzzle"]
        return puzzle["columns"][6:], puzzle["rows"][:3]

    until(page, lambda: "z=" in page.url)  # packed beside the typing
    until(page, lambda: told() == ([1, 2], [0, 6, 5]))


def test_a_drawing_that_is_not_the_solution(visit: Visit) -> None:
    """Said beside the verdict, and the solution can be drawn."""
    page = visit()
    for r, row in enumerate(WALLS):
        for c, sign in enumerate(row):
            if sign == "#" and (r, c) != (0, 5):
                drag(page, (r, c), (r, c))
    page.get_by_role("button", name="Treasure").click()
    cell(page, 5, 1).click()
    page.get_by_label("Count what I draw").uncheck()
    page.get_by_label("walls in row 1").fill("3")
    page.get_by_label("walls in column 6").fill(str(sum(row[5] == "#" for row in WALLS)))
    page.get_by_role("button", name="Monster").click()
    monsters = {tuple(x) for x in unpacked(page.url)["puzzle"]["monsters"]}
    for r, c in monsters ^ {tuple(x) for x in puzzle_of(EXAMPLE)["monsters"]}:
        cell(page, r, c).click()
    status(page, "unique")
    assert "not that solution" in page.locator("#verdict-more").inner_text()
    assert "only your sketch" in page.locator("#tip").inner_text()
    page.get_by_role("button", name="Draw the solution").click()
    page.get_by_text("not that solution").wait_for(state="detached")
    assert [[x == "#" for x in row] for row in board(page, "mark")] == [[x == "#" for x in row] for row in WALLS]


@PAGE_ALONE
def test_runs_are_drawn_or_typed(visit: Visit) -> None:
    """Of a nonogram: counted from the drawing, or lists at the margins; what does not fit is said and not taken."""
    page = visit()
    choose_kind(page, "nonogram")
    for c in (0, 1, 3):
        cell(page, 0, c).click()
    until(page, lambda: unpacked(page.url)["puzzle"]["rows"][0] == [2, 1])
    page.get_by_label("Count what I draw").uncheck()
    page.get_by_label("runs in row 2", exact=True).fill("3 1 2")
    page.get_by_label("runs in column 1", exact=True).fill("1 1")
    until(page, lambda: unpacked(page.url)["puzzle"]["rows"][1] == [3, 1, 2])
    until(page, lambda: unpacked(page.url)["puzzle"]["columns"][0] == [1, 1])
    page.get_by_label("runs in row 3", exact=True).fill("9 9")
    page.get_by_text("Expected runs that fit 10 cells").wait_for()
    assert unpacked(page.url)["puzzle"]["rows"][2] == []
    page.get_by_label("runs in row 4", exact=True).click()
    assert page.get_by_label("runs in row 3", exact=True).input_value() == "0"
    page.get_by_role("button", name="Play", exact=True).click()
    row = page.locator("[data-count='rows,0']")
    assert row.locator(".struck").count() == 0
    for c in (0, 1):
        cell(page, 0, c).click()
    assert row.locator(".struck").all_inner_texts() == ["2"]  # the 1 may be anywhere
    assert row.get_attribute("aria-label") == "row 1: 2 certain, 1"


def test_a_broken_clue_is_repaired(visit: Visit, tmp_path: Path) -> None:
    """A misprint, the offered repair, unique again; and the command line says so of what is exported."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    page.get_by_role("button", name="Set", exact=True).click()
    page.get_by_label("walls in row 3").fill("6")
    status(page, "unsolvable")
    page.locator("[data-act=repairs]").click()
    repair(page, "Row 3: 5 walls instead of 6").click()
    status(page, "unique")
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_selector("#share-save:not(:disabled)")
    file = tmp_path / "exported.dnd"
    file.write_text(page.locator("#share-text").input_value())
    assert satdnd("unique", "--quiet", str(file)).returncode == 0
    want = puzzle_of(EXAMPLE)
    assert puzzle_of(file)["rows"] == want["rows"]


@pytest.mark.parametrize(
    ("puzzle", "repair", "verdict"),
    [
        ({"kind": "sudoku", "clues": "11....3..4......"}, "The clue at r1c2: 3 instead of 1", "multiple"),
        ({"kind": "queens", "size": [4, 4], "given": [[0, 0]]}, "The queen at r1c1 moves to r1c2", "unique"),
    ],
    ids=["sudoku", "queens"],
)
def test_clues_on_cells_are_repaired(visit: Visit, puzzle: dict[str, Any], repair: str, verdict: str) -> None:
    """A wrong value, a queen in the way: the page offers what mends it, and a click does."""
    page = visit(puzzle)
    page.get_by_role("button", name="Set", exact=True).click()
    status(page, "unsolvable")
    page.locator("[data-act=repairs]").click()
    page.locator("[data-repair]").wait_for()
    number = page.locator("#repairs p.small")
    ends = []
    for _ in range(int(number.inner_text().split(" of ")[1].split(";")[0])):
        ends.append(number.inner_text().split("; ")[1])
        if page.get_by_role("button", name=repair).count():
            break
        page.get_by_role("button", name="Another").click()
    assert ends == sorted(ends, key="then there is one solution.".__ne__)
    before = page.locator("#board").inner_text()
    page.get_by_role("button", name=repair).hover()
    assert page.locator("#board .about").count() > 0
    assert page.locator("#board").inner_text() != before or puzzle["kind"] == "queens"
    page.mouse.move(0, 0)
    assert (page.locator("#board .about").count(), page.locator("#board").inner_text()) == (0, before)
    page.get_by_role("button", name=repair).click()
    status(page, verdict)


def test_certificate(visit: Visit, tmp_path: Path) -> None:
    """What the page proves, `satdnd check` accepts; with one byte flipped both refuse it."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    page.get_by_text("Prove it").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Make a certificate").click()
    file = tmp_path / "proof.zip"
    download.value.save_as(file)
    page.wait_for_selector('#proved [data-verdict="valid"]')
    assert satdnd("check", str(file)).returncode == 0
    broken = tmp_path / "broken.zip"
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    broken.write_bytes(bytes(data))
    assert satdnd("check", str(broken)).returncode in (1, 2)
    page.locator("#certificate-file").set_input_files(str(broken))
    page.wait_for_selector("#message.fault")
    page.locator("#certificate-file").set_input_files(str(file))
    page.wait_for_selector('#replayed[data-verdict="valid"]')


def test_a_link_is_a_save(visit: Visit) -> None:
    """The shared link shows the same puzzle elsewhere; with marks, the same board."""
    page = visit(puzzle_of(EXAMPLE))
    cell(page, 0, 5).click()
    cell(page, 0, 0).click(button="right")
    page.get_by_role("button", name="Share", exact=True).click()
    assert unpacked(shared(page))["marks"] == unpacked(page.url)["marks"] == {}
    page.get_by_label("with my marks").check()
    until(page, lambda: bool(unpacked(shared(page))["marks"]))
    link = shared(page)
    other = visit(address=link)
    assert board(other, "mark") == board(page, "mark")
    assert (board(other, "mark")[0][5], board(other, "mark")[0][0]) == ("#", "o")
    assert unpacked(other.url)["puzzle"] == unpacked(link)["puzzle"]
    heads = [other.locator("#board [role=columnheader]").nth(i).get_attribute("aria-label") for i in (1, 4)]
    assert heads == ["column 1: 1 wall, 1 to go", "column 4: 7 walls, 7 to go"]


@PAGE_ALONE
def test_undo_of_two_hundred_steps(visit: Visit) -> None:
    """All the way back, all the way on again."""
    page = visit(puzzle_of(EXAMPLE))
    cell(page, 0, 0).focus()
    keys = ["Space", "ArrowRight", "x", "ArrowDown", "Space", "ArrowLeft", "x", "Backspace"]
    started, steps = board(page, "mark"), 0
    while steps < 200:
        for name in keys:
            before = board(page, "mark")
            page.keyboard.press(name)
            steps += board(page, "mark") != before
    end = board(page, "mark")
    for _ in range(steps):
        assert page.locator("#undo").is_enabled()
        page.keyboard.press("Control+z")
    assert board(page, "mark") == started
    assert page.locator("#undo").is_disabled()
    for _ in range(steps):
        page.keyboard.press("Control+y")
    assert board(page, "mark") == end


@PAGE_ALONE
def test_reload_and_back_keep_the_work(visit: Visit) -> None:
    """Marks, mode, and what can be undone."""
    page = visit(puzzle_of(EXAMPLE))
    cell(page, 0, 5).click()
    cell(page, 0, 6).click()
    marks = board(page, "mark")
    page.reload()
    page.wait_for_selector("#board [data-cell]")
    assert board(page, "mark") == marks
    page.wait_for_selector('html[data-engine="ready"]')
    page.locator("#undo").click()
    assert board(page, "mark")[0][5:7] == ["#", ""]
    page.goto("about:blank")
    page.go_back()
    page.wait_for_selector("#board [data-cell]")
    assert board(page, "mark")[0][5:7] == ["#", ""]
    again = page.context.new_page()  # its address has the puzzle alone; the marks are kept by this browser
    again.goto(page.url)
    again.wait_for_selector("#board [data-cell]")
    assert board(again, "mark") == board(page, "mark")
    cell(again, 0, 0).click()  # what is marked there is told here
    page.get_by_text("open in another tab").wait_for()
    page.get_by_role("button", name="Take those marks").click()
    assert board(again, "mark") == board(page, "mark")


@PAGE_ALONE
def test_back_returns_from_another_kind(visit: Visit) -> None:
    """To the puzzle, its marks and its mode, also after a reload; Forward returns to the other one."""
    page = visit(puzzle_of(EXAMPLE))
    cell(page, 0, 5).click()
    marks = board(page, "mark")
    choose_kind(page, "nurikabe")
    page.wait_for_selector('html[data-kind="nurikabe"][data-mode="set"]')
    cell(page, 0, 0).click()
    page.keyboard.press("3")
    until(page, lambda: "kind=nurikabe" in page.url)
    page.go_back()
    page.wait_for_selector('html[data-kind="dungeon"][data-mode="play"]')
    assert board(page, "mark") == marks
    page.go_forward()
    page.wait_for_selector('html[data-kind="nurikabe"][data-mode="set"]')
    assert cell(page, 0, 0).inner_text() == "3"
    page.reload()
    page.wait_for_selector('html[data-kind="nurikabe"]')
    page.go_back()
    page.wait_for_selector('html[data-kind="dungeon"][data-mode="play"]')
    assert board(page, "mark") == marks
    page.locator("#undo").click()
    page.wait_for_selector('html[data-kind="nurikabe"]')


@PAGE_ALONE
def test_a_trial_is_kept_or_thrown_away(visit: Visit) -> None:
    """As a whole; a drag is one step of it; clues are never overwritten."""
    page = visit(puzzle_of(EXAMPLE))
    cell(page, 0, 0).click()
    page.get_by_role("button", name="Try").click()
    drag(page, (1, 4), (1, 7))
    assert board(page, "mark")[1] == ["", "", "", "", "#", "#", "#", ""]  # r2c8 is a monster
    page.get_by_role("button", name="Discard").click()
    assert board(page, "mark")[:2] == [["#", *[""] * 7], [""] * 8]
    page.locator("#undo").click()
    page.get_by_role("button", name="Keep").click()
    assert board(page, "mark")[1][4:7] == ["#"] * 3


def test_nothing_is_fetched_after_load(visit: Visit, engine: tuple[str, str]) -> None:
    """Without any network the static site goes on; the local one draws on, and says what is wrong."""
    page = visit(puzzle_of(EXAMPLE), forgive=["ERR_INTERNET_DISCONNECTED"] if engine[0] == "local" else [])
    status(page, "unique")
    if engine[0] == "pyodide":  # loading ends when the files are kept for visits without a network
        page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    cell(page, 0, 5).click()
    page.get_by_role("button", name="Set", exact=True).click()
    page.get_by_label("walls in row 3").fill("6")
    if engine[0] == "pyodide":
        status(page, "unsolvable")
    else:
        page.get_by_role("button", name="Play", exact=True).click()
        cell(page, 0, 6).click()
        assert board(page, "mark")[0][5:7] == ["#", "#"]
    page.context.set_offline(False)


def test_the_site_opens_without_a_network(visit: Visit, engine: tuple[str, str]) -> None:
    """After the first visit: it is loaded again, its engine too, and can be installed as an application."""
    if engine[0] == "local":
        pytest.skip("that page needs its server")
    page = visit(puzzle_of(EXAMPLE))
    page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    page.reload()
    status(page, "unique")
    manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert (json.loads(manifest["data"])["short_name"], manifest["errors"]) == ("satdnd", [])


def test_python_starts_with_the_memory_of_an_earlier_visit(visit: Visit, engine: tuple[str, str]) -> None:
    """It is kept soon after the first visit; where it is damaged, Python starts as the first time."""
    if engine[0] == "local":
        pytest.skip("that page has no Python")
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    kept = "(async () => Promise.all((await caches.keys()).filter((x) => x.startsWith('satdnd memory')).map({})))()"
    resumed = "performance.getEntriesByName('resumed').length"
    assert page.workers[0].evaluate(resumed) == 0
    until(page, lambda: page.evaluate(kept.format("async (x) => (await (await caches.open(x)).keys()).length")) == [1])
    page.reload()
    status(page, "unique")
    assert page.workers[0].evaluate(resumed) == 1
    damage = "async (x) => { const cache = await caches.open(x); for (const y of await cache.keys()) "
    page.evaluate(kept.format(f"{damage}await cache.put(y, new Response('no memory')); }}"))
    page.reload()
    status(page, "unique")
    assert page.workers[0].evaluate(resumed) == 0


@PAGE_ALONE
def test_what_a_screen_reader_is_told(visit: Visit) -> None:
    """A grid with headers; each cell with its place, what stands there, what is known of it."""
    page = visit(HALL)
    status(page, "unique")
    show_what_follows(page)
    cell(page, 0, 1).click(button="right")
    told = page.locator("#board").aria_snapshot()
    assert told.startswith('- grid "Dungeons & Diagrams, hall"')
    said = [" ".join(found) for found in re.findall(r'(columnheader|rowheader|gridcell) "(.*?)"', told)]
    assert said == [
        "columnheader row",
        "columnheader column 1: 1 wall, 1 to go",
        "columnheader column 2: 1 wall, 1 to go",
        "columnheader column 3: 0 walls, complete",
        "rowheader row 1: 0 walls, complete",
        "gridcell row 1, column 1, monster",
        "gridcell row 1, column 2, open, forced",
        "gridcell row 1, column 3, blank, forced open",
        "rowheader row 2: 2 walls, 2 to go",
        "gridcell row 2, column 1, blank, forced wall",
        "gridcell row 2, column 2, blank, forced wall",
        "gridcell row 2, column 3, monster",
    ]
    cell(page, 0, 1).click()
    assert head(page, "columns,1").get_attribute("aria-label") == "column 2: 1 wall, complete"
    assert head(page, "rows,1").inner_text() == "2"  # what is left is the clue itself
    cell(page, 1, 1).click()
    assert head(page, "rows,1").inner_text().split() == ["2", "1", "left"]
    assert head(page, "columns,1").get_attribute("aria-label") == "column 2: 1 wall, 1 too many"
    assert head(page, "columns,1").inner_text().split() == ["1", "1", "too", "many"]
    page.get_by_text("Settings").click()
    page.get_by_label("Show conflicts").uncheck()
    assert head(page, "columns,1").inner_text() == "1"
    page = visit({"kind": "masyu", "rows": ["w..", "...", "..."]})
    size = cell(page, 1, 1).bounding_box()["height"]
    assert 3 * size > 0.4 * 860  # small boards use the room
    page.get_by_text("Settings").click()
    page.get_by_label("Numbers of rows").uncheck()
    assert cell(page, 1, 1).bounding_box()["height"] >= size
    assert 'columnheader "column 3"' in page.locator("#board").aria_snapshot()
    assert page.locator("#board .coordinate").first.evaluate("x => getComputedStyle(x).fontSize") == "0px"
    page = visit()
    drag(page, (0, 0), (0, 1))
    assert head(page, "rows,0").get_attribute("aria-label") == "row 1: 2 walls"
    page = visit({"kind": "sudoku", "name": "", "clues": "1...1...........", "source": ""})
    cell(page, 0, 1).click()
    page.keyboard.press("Shift+Digit3")
    page.keyboard.press("Shift+Digit2")
    assert cell(page, 0, 0).get_attribute("aria-label") == "row 1, column 1, 1, given, in conflict"
    assert cell(page, 0, 1).get_attribute("aria-label").endswith("blank, candidates 2, 3")


def head(page: Any, which: str) -> Any:
    """A count at the margin, as ``rows,0``."""
    return page.locator(f'#board [data-count="{which}"]')


@PAGE_ALONE
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_and_grey(visit: Visit, scheme: str) -> None:
    """Numbers stand out by 7 to 1, walls by 3 to 1; and all states of a cell differ without any colour."""
    page = visit(puzzle_of(EXAMPLE), color_scheme=scheme)
    status(page, "unique")
    assert contrast(pixels(cell(page, 1, 1).screenshot())) >= 3  # the lines of the grid
    show_what_follows(page)
    cell(page, 0, 5).click()
    cell(page, 0, 0).click(button="right")
    page.get_by_role("button", name="Try").click()
    cell(page, 1, 1).click()
    page.keyboard.press("PageDown")
    page.locator("h1").first.click()
    seen = {
        name: pixels(cell(page, *place).screenshot())
        for name, place in {
            "wall": (0, 5),
            "dot": (0, 0),
            "trial wall": (1, 1),
            "forced wall": (2, 1),
            "forced open": (1, 0),
            "monster": (1, 7),
            "treasure": (5, 1),
        }.items()
    }
    for name, one in seen.items():
        for other_name, other in seen.items():
            if name != other_name:
                assert grey_distance(one, other) > 0.012, (name, other_name)
    assert contrast(seen["wall"], seen["dot"]) >= 3
    least = {"#board [role=rowheader] b": 7, "#follows + span": 7, "#print": 7, "#verdict": 4.5, "#tip": 4.5}
    for name, ratio in least.items():
        assert contrast(pixels(page.locator(name).first.screenshot())) >= ratio, name


@PAGE_ALONE
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours(visit: Visit, scheme: str) -> None:
    """Where the system allows a few colours alone ("high contrast"), marks and the mode that is on are still seen."""
    page = visit(puzzle_of(EXAMPLE), forced_colors="active", color_scheme=scheme)
    cell(page, 0, 5).click()
    cell(page, 0, 0).click(button="right")
    page.locator("#verdict").click()
    places = {"wall": (0, 5), "dot": (0, 0), "blank": (1, 1), "treasure": (5, 1)}
    seen = {name: pixels(cell(page, *place).screenshot()) for name, place in places.items()}
    for one, other in combinations(seen, 2):
        assert grey_distance(seen[one], seen[other]) > 0.01, (one, other)
    assert contrast(seen["wall"], seen["blank"]) >= 7
    assert contrast(pixels(page.locator("#play").screenshot()), pixels(page.locator("#set").screenshot())) >= 3


@PAGE_ALONE
def test_print_sheet(visit: Visit, tmp_path: Path) -> None:
    """Two pages of A4: the puzzle, and its answer."""
    if not shutil.which("pdftoppm"):
        pytest.skip("there is no pdftoppm here (apt-get install poppler-utils)")
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    page.get_by_role("button", name="Print").click()
    page.wait_for_selector('html[data-printed="yes"]')
    file = tmp_path / "sheet.pdf"
    page.pdf(path=str(file), prefer_css_page_size=True, print_background=True)
    subprocess.run(["pdftoppm", "-png", "-r", "50", str(file), str(tmp_path / "page")], check=True)
    pages = [pixels(path.read_bytes()) for path in sorted(tmp_path.glob("page-*.png"))]
    assert len(pages) == 2
    dark = []
    for width, height, lights in ((len(rows[0]), len(rows), rows) for rows in pages):
        assert (round(width / 50 * 2.54), round(height / 50 * 2.54)) == (21, 30)
        dark.append(sum(light < 0.3 for row in lights for light in row) / (width * height))
    assert 0.002 < dark[0] < dark[1]  # the answer has walls
    text = subprocess.run(["pdftotext", str(file), "-"], capture_output=True, text=True, check=True).stdout
    assert "8x8 example" in text
    assert "Answer" in text


@PAGE_ALONE
def test_narrow_and_large(visit: Visit) -> None:
    """320 pixels are enough for everything; a board of 32x32 stays usable on them."""
    page = visit(puzzle_of(EXAMPLE), viewport={"width": 320, "height": 640}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert cell(page, 0, 0).bounding_box()["width"] >= 24
    assert page.locator(".frame").bounding_box()["y"] < 240
    page.get_by_role("button", name="Hint").click()
    for name in ("Which clues?", "Tell me why"):
        page.get_by_role("button", name=name).click()
    said, first, last = page.locator("#reason").bounding_box(), *(cell(page, x, x).bounding_box() for x in (0, 7))
    assert first["y"] >= 0
    assert last["y"] + last["height"] <= said["y"] < said["y"] + said["height"] <= 640  # seen together with the board
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator("header").bounding_box()["height"] < 64
    large = {**HALL, "name": "", "rows": [None] * 32, "columns": [16] * 32, "monsters": []}
    page = visit(large, viewport={"width": 320, "height": 640}, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert cell(page, 31, 31).bounding_box()["width"] >= 20
    assert page.locator("#board .foot").inner_text().split() == ["1", "5", "10", "15", "20", "25", "30"]
    frame = page.locator(".frame")
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth")
    assert frame.get_attribute("class").split() == ["frame", "more-right"]
    assert page.locator("#board").evaluate("board => getComputedStyle(board).touchAction") == "manipulation"
    cell(page, 31, 31).scroll_into_view_if_needed()
    cell(page, 31, 31).tap()
    assert board(page, "mark")[31][31] == "#"
    assert "more-left" in frame.get_attribute("class")


@PAGE_ALONE
def test_a_button_that_moves_while_it_is_pressed(visit: Visit) -> None:
    """An answer above may move it away before the release: it is clicked; not where the pointer leaves it."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    box = page.get_by_role("button", name="Hint").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    grow = "document.querySelector('#hints').prepend(Object.assign(document.createElement('p'), {textContent: '-'}))"
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 200)
    page.mouse.up()
    assert not page.get_by_role("button", name="Which clues?").count()
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(f"{grow}; {grow}; {grow}")
    page.mouse.up()
    page.get_by_role("button", name="Which clues?").click()


@PAGE_ALONE
def test_touch_cycles_and_holds(visit: Visit) -> None:
    """Wall, dot, blank in turn; a long press puts the dot; the switch swaps them."""
    page = visit(puzzle_of(EXAMPLE), has_touch=True)
    seen = []
    for _ in range(3):
        cell(page, 0, 0).tap()
        seen.append(board(page, "mark")[0][0])
    assert seen == ["#", "o", ""]
    page.get_by_role("button", name="Tap: wall").tap()
    cell(page, 0, 0).tap()
    assert board(page, "mark")[0][0] == "o"


@PAGE_ALONE
def test_fingers_set_numbers_of_several_digits(visit: Visit) -> None:
    """An island of 12, one of any size; a room's product; the hints speak of what is used."""
    page = visit(has_touch=True)
    choose_kind(page, "nurikabe")
    page.locator("#set").tap()
    cell(page, 1, 1).tap()
    for digit in "12":
        page.locator(f'[data-digit="{digit}"]').tap()
    assert cell(page, 1, 1).inner_text() == "12"
    cell(page, 3, 3).tap()
    page.locator('[data-digit="?"]').tap()
    assert cell(page, 3, 3).inner_text() == "?"
    cell(page, 1, 1).tap()
    page.locator('[data-digit="7"]').tap()
    assert cell(page, 1, 1).inner_text() == "7"
    page.locator("#play").tap()
    assert "Tap a cell" in page.locator("#tip").inner_text()
    cell(page, 0, 0).click()
    assert "Right-click" in page.locator("#tip").inner_text()

    choose_kind(page, "inshi")
    cell(page, 0, 0).tap()
    for digit in "60":
        page.locator(f'[data-digit="{digit}"]').tap()
    assert "60" in cell(page, 0, 0).inner_text()
    assert "Tap a room" in page.locator("#tip").inner_text()


def test_input_never_waits(visit: Visit) -> None:
    """On 20x20 a click is drawn before the engine has said anything, and only the last board's answer counts."""
    rows = [[c % 2 for c in range(20)] for _ in range(20)]
    puzzle = {**HALL, "name": "", "rows": [sum(r) for r in rows], "columns": [None] * 20, "monsters": []}
    page = visit(puzzle)
    for c in range(12):
        x, y = middle(page, 0, c)
        page.mouse.move(x, y)
        page.mouse.down()
        assert cell(page, 0, c).get_attribute("data-mark") == "#"
        page.mouse.up()
    assert board(page, "mark")[0][:12] == ["#"] * 12


def test_reasons_are_prepared(visit: Visit) -> None:
    """While nothing is done the engine is asked for a reason, once for a puzzle, and nothing is said of it."""
    page = visit(puzzle_of(EXAMPLE))
    page.evaluate("""() => {
        window.asked = [];
        const [ask, send] = [window.fetch, Worker.prototype.postMessage];
        window.fetch = (path, how) => { asked.push(how?.body ?? ""); return ask(path, how); };
        Worker.prototype.postMessage = function (text) { asked.push(text); return send.call(this, text); };
    }""")
    page.locator("#name").fill("another")
    reasons = """asked.filter((text) => text.includes('"why"')).length"""
    for _ in range(100):
        if page.evaluate(reasons):
            break
        page.wait_for_timeout(200)
    page.wait_for_selector('html[data-engine="ready"]')
    cell(page, 0, 1).click()
    status(page, "unique")
    page.wait_for_timeout(2000)
    assert page.evaluate(reasons) == 1
    assert page.locator("#message").is_hidden()


def test_late_answers_are_dropped(visit: Visit) -> None:
    """While one board is asked about, only the newest waits; what is said of an older one is never shown."""
    page = visit(ready=False)
    told, asked = page.evaluate(
        """async () => {
          const { Follower } = await import("./live.js");
          const open = [], asked = [], told = [];
          const ask = (task) => new Promise((answer) => { asked.push(task); open.push(answer); });
          const follower = new Follower(ask, (live) => told.push(live.status));
          for (const board of ["first", "second", "third"]) follower.changed(board);
          open.shift()({ status: "unsolvable" });
          await new Promise((done) => setTimeout(done));
          open.shift()({ status: "unique" });
          await new Promise((done) => setTimeout(done));
          return [told, asked];
        }"""
    )
    assert (told, asked) == (["unique"], ["first", "third"])


def test_paste_and_export(visit: Visit) -> None:
    """A text in, the same text out; what is no puzzle is told, with the line."""
    page = visit()
    text = EXAMPLE.read_text()
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#open-text").fill(text)
    page.get_by_role("button", name="Open it").click()
    status(page, "unique")
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_selector("#share-save:not(:disabled)")
    exported = page.locator("#share-text").input_value()
    assert exported == satdnd("convert", "--format", "text", str(EXAMPLE)).stdout
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#open-text").fill("https://puzz.link/p?nurikabe/5/5/g5k2o1k3g")
    page.get_by_role("button", name="Open it").click()
    page.wait_for_selector('html[data-kind="nurikabe"]')
    assert cell(page, 0, 1).inner_text() == "5"
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#open-text").fill(" 11\n1..\n1x.\n")
    page.get_by_role("button", name="Open it").click()
    until(page, lambda: bool(re.search(r"line 3|3:", page.locator("#open-fault").inner_text(), re.IGNORECASE)))
    assert page.locator("#open-text").input_value() == " 11\n1..\n1x.\n"


def test_several_puzzles_at_once(visit: Visit) -> None:
    """One is chosen, however many there are; those that could not be read are told."""
    page = visit()
    good = EXAMPLE.read_text().rstrip()
    bad = " 11\n1..\n1x.\n"
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#open-text").fill(f"{good}\n\n{bad}")
    page.get_by_role("button", name="Open it").click()
    status(page, "unique")
    assert "1 puzzle could not be read: " in page.locator("#message").inner_text()
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#open-text").fill("\n\n".join([good] * 45 + [bad, bad]))
    page.get_by_role("button", name="Open it").click()
    page.get_by_text("45 puzzles: choose one, or keep them all.").wait_for()
    assert page.locator("#open-list button").count() == 46
    assert page.locator("#open-list button").last.inner_text().split("\n")[-1].endswith("Dungeons & Diagrams, 8x8")
    assert page.locator("#open-fault").inner_text().startswith("2 puzzles could not be read: ")
    page.locator("#open-list button").last.click()
    status(page, "unique")


@PAGE_ALONE
def test_a_smaller_board_says_what_is_lost(visit: Visit) -> None:
    """With the row its clues go, and Undo brings them back; an empty row goes without a word."""
    page = visit({"kind": "masyu", "rows": [[None, "w", None], [None] * 3, [None] * 3, [None, None, "b"]]}, ready=False)
    page.locator("#set").click()
    page.get_by_role("button", name="Fewer rows").click()
    assert "clues that were there are gone" in page.locator("#message").inner_text()
    assert page.locator("#board [data-cell]").count() == 9
    page.get_by_role("button", name="Fewer rows").click()
    assert page.locator("#message").is_hidden()
    page.locator("#undo").click()
    page.locator("#undo").click()
    assert page.locator("#board [data-cell]").count() == 12


def test_what_is_no_puzzle_stays_to_be_mended(visit: Visit, tmp_path: Path) -> None:
    """The dialog stays open with the text; a dropped file opens it, with its name; no terminal words."""
    page = visit()
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#open-text").fill("what is this?")
    page.get_by_role("button", name="Open it").click()
    page.get_by_text("choose the kind above").wait_for()
    assert "--" not in page.locator("#open-fault").inner_text()
    assert page.locator("#open-text").input_value() == "what is this?"
    page.keyboard.press("Escape")
    page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([" 11\\nx..\\n1.."], "bad.dnd"));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
        }"""
    )
    page.get_by_text("bad.dnd: Line 2").wait_for()
    assert "found the count 'x'" in page.locator("#open-fault").inner_text()
    assert page.locator("#open-text").is_visible()


@PAGE_ALONE
def test_sizes_that_are_none(visit: Visit) -> None:
    """The range is told, and nothing else happens; what was wished of one kind is not wished of the next."""
    page = visit()
    page.get_by_role("button", name="New", exact=True).click()
    page.locator("#new-height").fill("0")
    page.locator("#new-width").fill("999")
    for name in ("Empty board", "Generate"):
        page.locator("#new-panel").get_by_role("button", name=name).click()
        assert page.locator("#new-fault").inner_text() == "Rows and Columns: expected a whole number from 1 to 64."
    page.locator("#new-grade").select_option("hard")
    page.locator('#new-panel [data-kind="sudoku"]').last.click()
    assert page.locator("#new-grade").input_value() == ""
    page.locator("#new-height").fill("7")
    page.locator("#new-panel").get_by_role("button", name="Empty board").click()
    assert "Rows: expected 4, 6" in page.locator("#new-fault").inner_text()
    page.locator('#new-panel [data-kind="dungeon"]').last.click()
    page.locator("#new-height").fill("1")
    page.locator("#new-width").fill("1")
    page.locator("#new-panel").get_by_role("button", name="Generate").click()
    page.wait_for_selector("#message.fault")
    told = page.locator("#message").inner_text()
    assert told.startswith("A dungeon needs at least two cells")
    assert "The board is unchanged." in told
    assert "change the size" in told


def test_a_link_says_where_it_opens(visit: Visit) -> None:
    """That of this computer does; beside it stand links of other sites, which satdnd reads again."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    page.get_by_role("button", name="Share", exact=True).click()
    assert "opens only on this computer" in page.locator("#share-note").inner_text()
    link = page.get_by_label("Link of dungeon-diagrams.github.io", exact=True).input_value()
    (again,) = package.loads(link)
    assert kind_of(again).texts.to_json(again)["rows"] == puzzle_of(EXAMPLE)["rows"]


def test_without_a_solution_play_says_what_to_do(visit: Visit) -> None:
    """It is repaired in Set, and no time is taken meanwhile."""
    page = visit(puzzle_of(EXAMPLE) | {"rows": [3, 2, 6, 3, 4, 1, 4, 4]})
    status(page, "unsolvable")
    time = page.locator("#timer").inner_text()
    page.wait_for_timeout(2200)
    assert page.locator("#timer").inner_text() == time
    page.get_by_role("button", name="Repair it").click()
    repair(page, "Row 3: 5 walls instead of 6").click()
    status(page, "unique")


@pytest.mark.parametrize("kind", drawn_kinds())
def test_every_kind_is_played(visit: Visit, kind: str, tmp_path: Path) -> None:
    """Its example is shown, judged and marked; a new board of it can be begun."""
    file = tmp_path / "example.txt"
    file.write_text(satdnd("example", kind).stdout)
    page = visit(puzzle_of(file, kind))
    if kind not in ("klotski", "unattacked"):
        status(page, "unique")
        page.get_by_role("button", name="Hint").click()
        for name in ("Which clues?", "Tell me why", "Put it down"):
            page.get_by_role("button", name=name).click()
        assert page.locator("#undo").is_enabled()
    elif kind == "klotski":
        page.get_by_role("button", name="Next best move").click()
        page.wait_for_selector("text=to go")
        moved = page.locator("#message").inner_text()
        _, (r1, c1), (r2, c2) = moved, *(map(int, x) for x in re.findall(r"r(\d+)c(\d+)", moved)[:2])
        drag(page, (r1 - 1, c1 - 1), (r2 - 1, c2 - 1))
        assert "1 slide so far" in page.locator("#verdict").inner_text()
    else:
        cell(page, 0, 0).click()
        assert "1 of 8 queens, 42 squares not attacked" in page.locator("#verdict").inner_text()
        page.get_by_role("button", name="How many can there be?").click()
        page.get_by_role("button", name="Show one").click()
        assert "8 of 8 queens, 11 squares not attacked" in page.locator("#verdict").inner_text()
        until(
            page, lambda: page.locator("#solved").inner_text().endswith(": 11 squares not attacked, the most possible.")
        )
        page.locator("#set").click()
        page.get_by_role("button", name="Fewer queens").click()
        assert "of 7 queens" in page.locator("#verdict").inner_text()
    choose_kind(page, "nurikabe" if kind == "dungeon" else "dungeon")
    choose_kind(page, kind)
    page.wait_for_selector(f'html[data-kind="{kind}"]')
    assert page.locator("#board [data-cell]").count() > 1
    for _ in range(2):
        page.locator("#undo").click()
    page.wait_for_selector(f'html[data-kind="{kind}"]')


@PAGE_ALONE
def test_a_loop_is_drawn(visit: Visit) -> None:
    """From centre to centre with the mouse, by keys, and a cell is shaded; what is there is said of each cell."""
    page = visit({"kind": "yajilin", "rows": [[None] * 3, [None, "0s", None], [None] * 3]}, has_touch=True)
    status(page, "unique")
    drag(page, (0, 0), (0, 2))
    assert cell(page, 0, 1).get_attribute("aria-label") == "row 1, column 2, blank, line right, line left"
    page.keyboard.press("Shift+ArrowDown")
    cell(page, 2, 1).tap()
    assert cell(page, 0, 0).get_attribute("aria-label") == "row 1, column 1, blank, line right, line down"
    assert cell(page, 2, 1).get_attribute("aria-label") == "row 3, column 2, shaded"
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Some marks cannot be right").wait_for()
    assert "wrong" in cell(page, 2, 1).get_attribute("class").split()


@PAGE_ALONE
def test_paths_are_drawn_and_numbers_set(visit: Visit) -> None:
    """By mouse, keys and fingers; of a number that is there once the page says what is missing."""
    page = visit({"kind": "numberlink", "rows": [[None, 1], [None] * 2, [None, 1]]}, has_touch=True)
    status(page, "multiple")
    page.get_by_role("button", name="Set", exact=True).click()
    cell(page, 0, 0).click()
    page.keyboard.press("2")
    page.get_by_text("found 1 cell with the number 2 (r1c1), expected two").wait_for()
    cell(page, 2, 0).click()
    page.keyboard.press("2")
    status(page, "unique")
    page.get_by_role("button", name="Play", exact=True).click()
    drag(page, (0, 0), (1, 0))
    assert cell(page, 1, 0).get_attribute("aria-label") == "row 2, column 1, blank, line up"
    cell(page, 1, 0).focus()
    page.keyboard.press("Shift+ArrowDown")
    (x, y), (_, y2) = middle(page, 0, 1), middle(page, 1, 1)
    page.touchscreen.tap(x, (y + y2) / 2)
    assert cell(page, 0, 1).get_attribute("aria-label") == "row 1, column 2, 1, line down"
    cell(page, 1, 1).focus()
    page.keyboard.press("Shift+ArrowDown")
    page.get_by_text("Solved").first.wait_for()


def test_somebody_new_sets_checks_and_shares(visit: Visit) -> None:
    """Only what stands on the page is needed: draw, see that it is unique, try it, share it."""
    page = visit()
    assert "Draw walls: click and drag" in page.locator("#tip").inner_text()
    drag(page, (0, 1), (0, 7))
    page.get_by_text("Go on drawing").wait_for()
    for r in range(1, 7, 2):
        drag(page, (r, 1 if r % 4 == 1 else 0), (r, 7 if r % 4 == 1 else 6))
    page.get_by_role("button", name="Play", exact=True).click()
    assert board(page, "mark") == [[""] * 8 for _ in range(8)]
    page.get_by_role("button", name="Share", exact=True).click()
    assert "#kind=dungeon" in shared(page)


@pytest.mark.parametrize("kind", ["dungeon", "sudoku", "queens"])
def test_an_example_of_the_chosen_kind(visit: Visit, kind: str) -> None:
    """The empty board of a kind offers its example, which is unique, and says whether it is drawn or typed."""
    page = visit()
    choose_kind(page, kind)
    page.wait_for_selector(f'html[data-kind="{kind}"]')
    assert ("Draw the solution" in page.locator("#verdict-more").inner_text()) == (kind == "dungeon")
    assert page.get_by_role("button", name="Generate").count() == 1
    assert page.locator("#board .differs").count() == 0
    page.get_by_role("button", name="Show me an example").click()
    status(page, "unique")
    assert unpacked(page.url)["puzzle"]["kind"] == kind


def test_the_engine_goes_away(visit: Visit, engine: tuple[str, str]) -> None:
    """Nothing is lost when it does not answer; the page says so, and tries again."""
    if engine[0] == "pyodide":
        pytest.skip("that engine is part of the page")
    page = visit(puzzle_of(EXAMPLE), forgive=["ERR_FAILED", "403"])
    status(page, "unique")
    page.route("**/ask", lambda route: route.abort())
    page.get_by_role("button", name="Set", exact=True).click()
    page.get_by_text("The engine does not answer", exact=True).wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    cell(page, 0, 5).click()
    assert board(page, "mark")[0][5] == "#"
    page.unroute("**/ask")
    page.get_by_role("button", name="Try again").click()
    status(page, "unique")
    assert board(page, "mark")[0][5] == "#"
    page.route("**/ask", lambda route: route.fulfill(status=403, body="the server does not know this page: reload it"))
    cell(page, 0, 6).click()
    page.unroute("**/ask")
    page.get_by_role("button", name="Reload the page").click()  # another server runs there by now
    status(page, "unique")
    assert board(page, "mark")[0][5:7] == ["#", "#"]


BOMB = "#kind=dungeon&z=" + base64.urlsafe_b64encode(zlib.compress(bytes(1 << 24), 9)[2:-4]).decode().rstrip("=")
BROKEN = {
    "cut off": ("#kind=dungeon&z=Hc7BCsMg", "cut off"),
    "no base64": ("#p=%%%", "cut off"),
    "a bomb": (BOMB, "cut off"),
    "another kind": (fragment({"kind": "chess"}), "no puzzle of a kind"),
    "a prototype": (fragment({"kind": "__proto__"}), "no puzzle of a kind"),
    "fields missing": (fragment({"kind": "dungeon"}), "is not a puzzle"),
    "nothing": (fragment(None), "no puzzle of a kind"),
    "too large": (fragment({"kind": "dungeon", "rows": [1] * 1000, "columns": [1] * 1000}), "too large"),
    "no board": (fragment({"kind": "queens", "size": [0, -3]}), "is not a puzzle"),
}


@PAGE_ALONE
def test_the_way_to_the_board_keeps_the_address(visit: Visit) -> None:
    """The first link of the page leads to the chosen cell; two walls later it is solved, and that is said at once."""
    page = visit(HALL)
    status(page, "unique")
    address = page.url
    stops = []
    while "board" not in stops:  # buttons side by side are one stop
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.closest('#board') ? 'board' : document.activeElement.id"))
    assert stops == ["", "kind", "name", "new", "play", "board"]
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.url == address
    for name in ("ArrowDown", "Space", "ArrowRight", "Space"):
        page.keyboard.press(name)
    assert page.locator("#verdict").inner_text() == "Solved"


def test_searching_on_keeps_the_marks(visit: Visit, engine: tuple[str, str]) -> None:
    """What was not decided is asked again with more time, about the board as it is."""
    if engine[0] == "pyodide":
        pytest.skip("its questions cannot be seen from outside")
    page, asked = visit(HALL), list[Any]()
    status(page, "unique")

    def undecided(route: Any) -> None:
        message = json.loads(route.request.post_data)
        if message["task"]["operation"] != "live":
            return route.continue_()
        asked.append(message["task"])
        record = {"status": "undecided", "reason": "the time was up"}
        return route.fulfill(body=json.dumps({"id": message["id"], "record": record}) + "\n")

    page.route("**/ask", undecided)
    cell(page, 1, 0).click()
    page.get_by_role("button", name="Keep searching").click()
    until(page, lambda: asked[-1]["options"]["timeout"] > 10)
    assert asked[-1]["arguments"] == {"given": ["...", "#.."]}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_addresses(visit: Visit, engine: tuple[str, str], name: str) -> None:
    """Told in a sentence; the page is there, and can be drawn on."""
    broken, told = BROKEN[name]
    page = visit(address=engine[1] + broken, ready=False)
    page.wait_for_selector("#message.fault")
    assert told in page.locator("#message").inner_text()
    cell(page, 0, 0).click()
    assert board(page, "mark")[0][0] == "#"


@PAGE_ALONE
def test_names_are_no_markup(visit: Visit) -> None:
    """What a stranger wrote into a puzzle is text, wherever it is shown."""
    puzzle = puzzle_of(EXAMPLE) | {"name": "<img src=x onerror=alert(1)>"}
    page = visit(puzzle)
    status(page, "unique")
    page.get_by_role("button", name="Print").click()
    page.wait_for_selector('html[data-printed="yes"]')
    assert page.locator("#sheet h1").first.text_content() == puzzle["name"]
    assert page.locator("img[onerror]").count() == 0


def test_two_solutions_are_shown(visit: Visit) -> None:
    """Side by side, with the cells hatched that differ, as many as the verdict says."""
    page = visit(puzzle_of(EXAMPLE.parent / "two-solutions.dnd"))
    status(page, "multiple")
    number = int(re.findall(r"(\d+) cells differ", page.locator("#verdict").inner_text())[0])
    page.get_by_role("button", name="Show two").click()
    page.wait_for_selector(".pair")
    for i in range(2):
        assert page.locator(".pair figure").nth(i).locator(".differs").count() == number
    page.get_by_role("button", name="Set", exact=True).click()
    assert page.locator("#board .differs").count() == number
    page.get_by_role("button", name="Make it unique").click()
    page.locator("[data-repair]").first.click()
    status(page, "unique")


def test_types_of_the_page() -> None:
    """The modules agree about what they pass to each other."""
    compiler = shutil.which("tsc") or shutil.which("tsc", path=str(ROOT / ".venv" / "node_modules" / ".bin"))
    if not compiler:
        pytest.skip("there is no tsc here (npm install --prefix .venv typescript)")
    done = subprocess.run(
        [compiler, "-p", str(Path(__file__).parent / "jsconfig.json")], capture_output=True, text=True, check=False
    )
    assert done.stdout + done.stderr == ""


def drawn(page: Any) -> str:
    """All that stands on the board: marks, ruled out values, bridges."""
    return str(page.locator("#board").inner_html())


@pytest.mark.parametrize("path", ["dungeon/example-6x6.dnd", "hashi/connected-9x9.hashi", "inshi/report-5x5.inshi"])
def test_hints_lead_to_the_solution(visit: Visit, path: str) -> None:
    """Each hint can be put down, and then there is another one, until the board is solved."""
    page = visit(puzzle_of(ROOT / "instances" / path))
    status(page, "unique")
    for _ in range(80):
        page.get_by_role("button", name="Hint").click()
        for name in ("Which clues?", "Tell me why"):
            page.get_by_role("button", name=name).click()
        before = drawn(page)
        page.get_by_role("button", name="Put it down").click()
        assert drawn(page) != before
        if page.locator("#verdict").inner_text() == "Solved":
            return
    raise AssertionError("it was never solved")
