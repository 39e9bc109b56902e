"""Borders of a puzzle, drawn in Set: they divide areas, and those that close none are walls."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from addresses import unpacked
from boards import PAGE_ALONE, Visit, cell, middle, status, until
from images import contrast, pixels

pytestmark = pytest.mark.browser

ROOM = {"kind": "heyawake", "name": "", "areas": ["aaa", "aaa", "aaa"], "numbers": [[1, 1, 2]]}
"""One area."""
Edge = tuple[int, int, str]


def spot(page: Any, r: int, c: int, side: str) -> tuple[float, float]:
    """A place inside a cell, near one of its sides."""
    x, y = middle(page, r, c)
    step = 0.38 * cell(page, r, c).bounding_box()["width"]
    down, right = {"above": (-1, 0), "right": (0, 1), "below": (1, 0), "left": (0, -1)}[side]
    return x + right * step, y + down * step


def by_mouse(page: Any, edge: Edge) -> None:
    """A click near an edge."""
    page.get_by_role("button", name="Border", exact=True).click()
    page.mouse.click(*spot(page, *edge))


def by_touch(page: Any, edge: Edge) -> None:
    """A tap near it."""
    page.get_by_role("button", name="Border", exact=True).tap()
    page.touchscreen.tap(*spot(page, *edge))


def by_keyboard(page: Any, edge: Edge) -> None:
    """Shift and an arrow."""
    r, c, side = edge
    cell(page, r, c).focus()
    page.keyboard.press("Shift+Arrow" + {"above": "Up", "right": "Right", "below": "Down", "left": "Left"}[side])


def puzzle(page: Any) -> tuple[list[str], list[Any], list[Any]]:
    """The areas, with letters in reading order, the numbers, and the walls."""
    record = unpacked(page.url)["puzzle"]
    names = list(dict.fromkeys(name for row in record["areas"] for name in row))
    rows = ["".join("abcdefghi"[names.index(name)] for name in row) for row in record["areas"]]
    return rows, record["numbers"], record.get("walls", [])


def becomes(page: Any, areas: str, walls: list[Any], number: int | None = 2) -> None:
    """Wait until the puzzle in the address is this."""
    want = (areas.split(), [] if number is None else [[1, 1, number]], walls)
    until(page, lambda: "z=" in page.url and puzzle(page) == want)


@PAGE_ALONE
@pytest.mark.parametrize("draw", [by_mouse, by_keyboard, by_touch])
def test_borders_are_drawn(visit: Visit, draw: Callable[[Any, Edge], None]) -> None:
    """A wall; closed, an area; with one side erased, walls again; each is told, and can be undone."""
    page = visit(ROOM, ready=False, has_touch=draw is by_touch)
    page.locator("#set").click()
    draw(page, (0, 0, "right"))
    becomes(page, "aaa aaa aaa", [[[0, 0], [0, 1]]])
    assert cell(page, 0, 0).get_attribute("aria-label") == "row 1, column 1, blank, border right"
    assert "border left" in cell(page, 0, 1).get_attribute("aria-label")
    draw(page, (0, 0, "below"))
    becomes(page, "abb bbb bbb", [])
    assert "border right, below" in cell(page, 0, 0).get_attribute("aria-label")
    draw(page, (0, 1, "left"))
    becomes(page, "aaa aaa aaa", [[[0, 0], [1, 0]]])
    draw(page, (1, 0, "above"))
    becomes(page, "aaa aaa aaa", [])
    draw(page, (0, 2, "right"))  # the frame
    for areas, walls in (("aaa aaa aaa", [[[0, 0], [1, 0]]]), ("abb bbb bbb", [])):
        page.keyboard.press("Control+z")
        becomes(page, areas, walls)
    page.keyboard.press("Control+y")
    becomes(page, "aaa aaa aaa", [[[0, 0], [1, 0]]])


@PAGE_ALONE
@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_line_of_borders(visit: Visit, finger: bool) -> None:
    """A stroke along edges is one step; it joins nothing; over borders it erases, and digits still go into cells."""
    page = visit(ROOM, ready=False, has_touch=finger)
    page.locator("#set").click()
    page.get_by_role("button", name="Border", exact=True).click()
    (x, y), (x2, _) = middle(page, 0, 0), middle(page, 0, 2)
    half = (x2 - x) / 4
    ends = [(x - half, y + half), (x2 + half - 1, y + half)]

    def along() -> None:
        """From the left end to the right one, below the first row."""
        if finger:
            touch = page.context.new_cdp_session(page)
            for kind, places in (("Start", ends[:1]), ("Move", ends[1:]), ("End", [])):
                points = [{"x": px + (kind == "Start"), "y": py} for px, py in places]
                touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
            return
        page.mouse.move(ends[0][0] + 1, ends[0][1])
        page.mouse.down()
        page.mouse.move(*ends[1])
        page.mouse.up()

    along()
    becomes(page, "aaa bbb bbb", [])
    page.locator("#undo").click()
    becomes(page, "aaa aaa aaa", [])
    page.locator("#redo").click()
    along()
    becomes(page, "aaa aaa aaa", [])
    cell(page, 1, 1).click()
    page.keyboard.press("4")
    becomes(page, "aaa aaa aaa", [], 4)
    page.keyboard.press("Backspace")
    becomes(page, "aaa aaa aaa", [], None)
    page.get_by_role("button", name="Join").click()
    by_keyboard(page, (1, 1, "left"))
    becomes(page, "aaa aaa aaa", [[[1, 0], [1, 1]]], None)


def test_walls_are_kept_and_counted(visit: Visit) -> None:
    """By a reload, in a link, in a text and in what is opened; and the engine knows them."""
    page = visit({"kind": "heyawake", "name": "", "areas": ["aaa", "aaa"], "numbers": [[1, 1, 0]]})
    status(page, "unique")
    page.locator("#set").click()
    by_keyboard(page, (0, 0, "right"))
    by_keyboard(page, (0, 1, "right"))
    status(page, "unsolvable")  # the unshaded cells of the first row would cross two
    walls = [[[0, 0], [0, 1]], [[0, 1], [0, 2]]]
    until(page, lambda: "z=" in page.url and puzzle(page)[2] == walls)
    page.reload()
    page.wait_for_selector('html[data-engine="ready"]')
    assert "border right, left" in cell(page, 0, 1).get_attribute("aria-label")
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_selector("#share-save:not(:disabled)")
    text = page.locator("#share-text").input_value()
    assert text.split("walls\n")[1].split() == ["r1c1-r1c2", "r1c2-r1c3"]
    link = page.locator("#share-link").input_value()
    assert puzzle(visit(address=link))[2] == walls
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#open-text").fill(text.replace("r1c1-r1c2\n", ""))
    page.get_by_role("button", name="Open it").click()
    until(page, lambda: puzzle(page)[2] == walls[1:])
    status(page, "unique")


@PAGE_ALONE
def test_areas_are_drawn_in_few_strokes(visit: Visit) -> None:
    """Six areas of a 6x6 in seven strokes: the rows are merged, then divided by lines; an open line waits."""
    rows = ["aaabbb", "aaabbb", "cccddd", "cccddd", "eeefff", "eeefff"]
    page = visit({"kind": "starbattle", "stars": 1, "areas": [letter * 6 for letter in "abcdef"]}, ready=False)
    page.locator("#set").click()
    (x, y), (x2, _) = middle(page, 0, 0), middle(page, 5, 5)
    side = (x2 - x) / 5
    left, top = x - side / 2, y - side / 2

    def stroke(*corners: tuple[float, float]) -> None:
        """Through places given in cells from the upper left corner."""
        places = [(left + c * side, top + r * side) for r, c in corners]
        page.mouse.move(*places[0])
        page.mouse.down()
        for place in places[1:]:
            page.mouse.move(*place, steps=6)
        page.mouse.up()

    def areas() -> list[str]:
        """With letters in reading order."""
        record = unpacked(page.url)["puzzle"]["areas"]
        names = list(dict.fromkeys(name for row in record for name in row))
        return ["".join("abcdefghi"[names.index(name)] for name in row) for row in record]

    page.get_by_role("button", name="Merge", exact=True).click()
    stroke((0.5, 0.5), (5.5, 0.5))
    until(page, lambda: "z=" in page.url and areas() == ["aaaaaa"] * 6)
    page.get_by_role("button", name="Border", exact=True).click()
    stroke((2, 0.1), (2, 3))
    assert "border below" in cell(page, 1, 0).get_attribute("aria-label")  # it closes no area yet
    stroke((2, 3), (2, 5.9))
    stroke((4, 0.1), (4, 5.9))
    stroke((0.1, 3), (5.9, 3))
    until(page, lambda: areas() == rows)
    page.get_by_role("button", name="Merge", exact=True).click()
    page.keyboard.press("Control+z")
    stroke((0.5, 0.5), (5.5, 0.5))
    until(page, lambda: areas() == ["aaaaaa"] * 6)


@PAGE_ALONE
def test_walls_of_a_kind_without_areas(visit: Visit) -> None:
    """Every border is a wall, its cells in any order; a smaller board drops those outside."""
    page = visit(ROOM, ready=False)
    found = page.evaluate(
        """async () => {
          const { declared } = await import("./declared.js");
          const clues = { numbers: { family: "numbers", least: 0, most: 9 }, walls: { family: "walls" } };
          const facts = { name: "fences", title: "Fences", gesture: "paint", signs: { "#": "shaded", o: "unshaded" } };
          const kind = declared({ ...facts, usual: [2, 2], attacks: false, clues });
          const blank = { ...kind.blank(2, 2), walls: [[[0, 1], [0, 0]]] };
          const both = kind.borders.put({ puzzle: blank, drawing: {} }, "1,0,n", true).puzzle;
          return {
            tools: kind.tools(both, false).filter((tool) => !tool.text).map((tool) => tool.id),
            walls: both.walls,
            lines: kind.picture(both, {}, null).lines_right,
            erased: kind.borders.put({ puzzle: both, drawing: {} }, "0,1,w", false).puzzle.walls,
            smaller: kind.resize(both, 1, 2).walls,
          };
        }"""
    )
    one, other = [[0, 0], [0, 1]], [[0, 0], [1, 0]]
    assert found["walls"] in ([one, other], [other, one])
    assert found == {**found, "tools": ["border"], "lines": [[0, 0]], "erased": [other], "smaller": [one]}


def stripes(page: Any, one: Any, other: Any) -> int:
    """How often, on the way from one cell to the next one to the right, pixels begin to be unlike the first."""
    (x, y), (x2, _) = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.25)
        for box in (one.bounding_box(), other.bounding_box())
    )
    (row,) = pixels(page.screenshot(clip={"x": x, "y": y, "width": x2 - x, "height": 1}))
    unlike = [contrast([row[:1]], [[light]]) > 3 for light in row]
    return sum(there and not before for before, there in pairwise(unlike))


@PAGE_ALONE
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_borders_are_seen_beside_dark_cells(visit: Visit, scheme: str) -> None:
    """A line between two light ones, on the screen and on paper; without a border there is nothing between them."""
    page = visit(
        {"kind": "heyawake", "name": "", "areas": ["abb"], "numbers": [[0, 0, 1], [0, 1, 0]]}, color_scheme=scheme
    )
    status(page, "unique")
    for c in range(3):
        cell(page, 0, c).click()
    page.locator("#name").focus()
    assert stripes(page, cell(page, 0, 0), cell(page, 0, 1)) == 2
    assert stripes(page, cell(page, 0, 1), cell(page, 0, 2)) == 0
    cell(page, 0, 1).click()
    page.locator("#name").focus()
    assert stripes(page, cell(page, 0, 0), cell(page, 0, 1)) == 2
    page.get_by_role("button", name="Print").click()
    page.wait_for_selector('html[data-printed="yes"]')
    page.emulate_media(media="print")
    answer = page.locator("#sheet .page").last.locator(".cell")
    assert stripes(page, answer.nth(0), answer.nth(1)) == 2
