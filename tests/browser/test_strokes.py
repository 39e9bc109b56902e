"""Strokes on the board, by mouse and by fingers."""

from __future__ import annotations

from typing import Any

import pytest
from boards import HALL, PAGE_ALONE, Visit, board, cell, middle, until

pytestmark = [pytest.mark.browser, PAGE_ALONE]

WIDE = {**HALL, "name": "", "rows": [8] * 4, "columns": [None] * 16, "monsters": []}
LOOP = {"kind": "slitherlink", "rows": [[None] * 8 for _ in range(8)]}


def fingers(page: Any, *steps: list[tuple[float, float]]) -> None:
    """Touches of the screen: where the fingers are, step by step."""
    touch, down = page.context.new_cdp_session(page), 0
    for places in steps:
        kind = "Start" if len(places) > down else "End" if len(places) < down else "Move"
        points = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(places)]
        touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
        down = len(places)


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_fast_stroke_leaves_no_holes(visit: Visit, finger: bool) -> None:
    """Two events for sixteen cells: all cells between are marked, and it is one step to undo."""
    page = visit(WIDE, ready=False, has_touch=finger)
    (x1, y1), (x2, y2) = middle(page, 0, 0), middle(page, 0, 15)
    if finger:
        fingers(page, [(x1, y1)], [(x1 + 9, y1)], [(x2, y2)], [])
    else:
        page.mouse.move(x1, y1)
        page.mouse.down()
        page.mouse.move(x2, y2)
        page.mouse.up()
    assert board(page, "mark")[:2] == [["#"] * 16, [""] * 16]
    page.locator("#undo").click()
    assert board(page, "mark")[0] == [""] * 16


def test_a_fast_line_along_edges_is_whole(visit: Visit) -> None:
    """From a corner to the middle of an edge, at once: drawn up to the last corner on the way."""
    page = visit(LOOP, ready=False)
    page.locator("#play").click()
    box = page.locator("#board .links").bounding_box()
    page.mouse.move(box["x"], box["y"])
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 4.5 / 8, box["y"])
    page.mouse.up()
    assert page.locator("#board .edges line.mark").count() == 4


def test_sides_and_pieces_of_a_loop(visit: Visit) -> None:
    """The middle of a cell says on which side it is, by mouse or keyboard; a piece of the line has its own colour."""
    page = visit(LOOP | {"rows": [[3, *[None] * 7], *LOOP["rows"][1:]]}, ready=False)
    page.locator("#play").click()

    def tints() -> list[list[str]]:
        """The cells with a side."""
        return [row[:3] for row in board(page, "mark")[:3]]

    for place in ((0, 0), (1, 1), (1, 1)):
        cell(page, *place).click()
    cell(page, 2, 2).focus()
    page.keyboard.press("x")
    assert tints() == [["i", "", ""], ["", "o", ""], ["", "", "o"]]
    assert page.locator("#board .tint-in").count() == 1
    assert cell(page, 0, 0).get_attribute("aria-label") == "row 1, column 1, 3, inside"
    assert cell(page, 1, 1).get_attribute("aria-label") == "row 2, column 2, outside"
    page.keyboard.press("Backspace")
    cell(page, 1, 1).click()
    assert tints() == [["i", "", ""], [""] * 3, [""] * 3]
    for place, way in (((0, 1), "Up"), ((0, 2), "Up"), ((4, 4), "Up")):
        cell(page, *place).focus()
        page.keyboard.press(f"Shift+Arrow{way}")
    hues = "[...document.querySelectorAll('#board .edges line.mark')].map((x) => getComputedStyle(x).stroke)"
    assert len(set(page.evaluate(hues))) == 1
    page.get_by_text("Settings").click()
    page.get_by_label("A colour for each piece").check()
    one, other, apart = page.evaluate(hues)
    assert one == other != apart


def test_shift_and_an_arrow_at_the_frame(visit: Visit) -> None:
    """In a corner too it draws the edge, and turns the arrow of a number; elsewhere it moves, but not off the board."""
    page = visit(LOOP, ready=False)
    page.locator("#play").click()
    cell(page, 0, 0).focus()
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Shift+ArrowLeft")
    assert page.locator("#board .edges line.mark").count() == 2
    page = visit({"kind": "yajilin", "rows": [["1s", None], [None, None]]}, ready=False)
    page.locator("#set").click()
    cell(page, 0, 0).focus()
    page.keyboard.press("Shift+ArrowUp")
    assert "up" in cell(page, 0, 0).get_attribute("aria-label")
    page = visit({"kind": "nurikabe", "rows": ["2.", ".."]}, ready=False)
    cell(page, 0, 0).focus()
    for name in ("Up", "Right", "Right"):
        page.keyboard.press(f"Shift+Arrow{name}")
    assert page.evaluate("document.activeElement.dataset.cell") == "0,1"


def test_a_click_draws_the_line_beside_it(visit: Visit) -> None:
    """Between two cells a line, which the chosen cell does not cover; in the middle of a cell nothing."""
    page = visit({"kind": "masyu", "rows": [[None] * 4 for _ in range(4)]}, ready=False)
    page.locator("#play").click()
    (x, y), (x2, _) = middle(page, 1, 1), middle(page, 1, 2)
    page.mouse.click(x, y)
    assert page.locator("#board .links line.mark").count() == 0
    page.mouse.click((x + x2) / 2 - 3, y)
    assert page.locator("#board .links line.mark").count() == 1
    levels = page.evaluate(
        """() => [".cell:focus", ".links"].map((x) => getComputedStyle(document.querySelector("#board " + x)).zIndex)"""
    )
    assert levels == ["auto", "1"]


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_drag_over_cells_makes_a_rectangle(visit: Visit, finger: bool) -> None:
    """Borders around it and crosses inside, as one step to undo; a drag along edges draws a border."""
    page = visit({"kind": "shikaku", "rows": [[None] * 4 for _ in range(4)]}, ready=False, has_touch=finger)
    page.locator("#play").click()
    (x1, y1), (x2, y2) = middle(page, 0, 0), middle(page, 1, 2)
    frame = page.locator("#board .edges line").count()
    if finger:
        fingers(page, [(x1, y1)], [(x1 + 9, y1)], [(x2, y2)], [])
    else:
        page.mouse.move(x1, y1)
        page.mouse.down()
        page.mouse.move(x2, y2)
        page.mouse.up()
    assert page.locator("#board .edges line").count() == frame + 5
    assert page.locator("#board .edges path.none").count() == 7
    label = cell(page, 0, 2).get_attribute("aria-label")
    assert label == "row 1, column 3, blank, border above, border right, no border below, no border left"
    page.locator("#undo").click()
    assert page.locator("#board .edges line").count() == frame
    (x, y), (_, below) = middle(page, 1, 1), middle(page, 2, 1)
    page.mouse.click(x, (y + below) / 2 - 3)
    assert page.locator("#board .edges line").count() == frame + 1


def test_two_fingers_draw_nothing(visit: Visit) -> None:
    """What the first finger drew before the second came is taken back, and is no step."""
    page = visit(WIDE, ready=False, has_touch=True)
    one, two, three, four = (middle(page, *place) for place in ((0, 0), (0, 3), (3, 9), (3, 6)))
    fingers(page, [one], [two], [two, three], [one, four], [])
    assert board(page, "mark") == [[""] * 16] * 4
    assert page.locator("#undo").is_disabled()
    assert page.locator("#redo").is_disabled()
    fingers(page, [one], [])
    assert board(page, "mark")[0][0] == "#"


def test_a_finger_moves_a_large_board_or_draws(visit: Visit) -> None:
    """As it is chosen: moving is what it does first."""
    large = {**WIDE, "rows": [None] * 24, "columns": [None] * 23 + [3]}
    page = visit(large, ready=False, has_touch=True, viewport={"width": 320, "height": 640})
    swipes = "[...document.querySelectorAll('html, .frame')].map(x => getComputedStyle(x).overscrollBehaviorX)"
    assert page.evaluate(swipes) == ["none", "contain"]  # otherwise a finger that moves the board may leave the page
    one, two = middle(page, 0, 0), middle(page, 0, 4)
    fingers(page, [two], [one], [])
    moved = "document.querySelector('.frame').scrollLeft"
    until(page, lambda: page.evaluate(moved) > 0)
    assert board(page, "mark")[0][:6] == [""] * 6
    page.evaluate(f"{moved} = 0")
    page.get_by_role("button", name="Drag: move").tap()
    one, two = middle(page, 0, 0), middle(page, 0, 4)
    fingers(page, [one], [two], [])
    assert board(page, "mark")[0][:6] == ["#"] * 5 + [""]


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_stroke_that_begins_on_a_clue(visit: Visit, finger: bool) -> None:
    """The first free cell says what is drawn; clues on the way are passed over."""
    page = visit({"kind": "nurikabe", "rows": ["2.1.", "...."]}, ready=False, has_touch=finger)
    page.locator("#play").click()

    def stroke() -> None:
        """Along the first row."""
        (x1, y1), (x2, y2) = middle(page, 0, 0), middle(page, 0, 3)
        if finger:
            fingers(page, [(x1, y1)], [(x1 + 9, y1)], [(x2, y2)], [])
            return
        page.mouse.move(x1, y1)
        page.mouse.down()
        page.mouse.move(x2, y2)
        page.mouse.up()

    stroke()
    assert board(page, "mark") == [["", "#", "", "#"], [""] * 4]
    page.locator("#undo").click()
    assert board(page, "mark")[0] == [""] * 4
    page.locator("#redo").click()
    stroke()
    assert board(page, "mark")[0] == (["", "o", "", "o"] if finger else [""] * 4)
