"""Strokes on the board, by mouse and by fingers."""

from __future__ import annotations

import pytest
from boards import HALL, Visit, board, middle

pytestmark = pytest.mark.browser

WIDE = {**HALL, "name": "", "rows": [8] * 4, "columns": [None] * 16, "monsters": []}
LOOP = {"kind": "slitherlink", "rows": [[None] * 8 for _ in range(8)]}


@pytest.mark.parametrize("finger", [False, True], ids=["mouse", "finger"])
def test_a_fast_stroke_leaves_no_holes(visit: Visit, finger: bool) -> None:
    """Two events for sixteen cells: all cells between are marked, and it is one step to undo."""
    page = visit(WIDE, ready=False, has_touch=finger)
    (x1, y1), (x2, y2) = middle(page, 0, 0), middle(page, 0, 15)
    if finger:
        touch = page.context.new_cdp_session(page)
        for kind, points in (("Start", [(x1, y1)]), ("Move", [(x1 + 9, y1)]), ("Move", [(x2, y2)]), ("End", [])):
            spots = [{"x": x, "y": y} for x, y in points]
            touch.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": spots})
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
