"""Digits of a player: candidates, and several cells at once."""

from __future__ import annotations

from typing import Any

import pytest
from addresses import fragment, unpacked
from boards import PAGE_ALONE, Visit, board, cell, drag, middle, status, until

from satdnd.formats import hodoku, pencilmarks

pytestmark = [pytest.mark.browser, PAGE_ALONE]

SUDOKU = {"kind": "sudoku", "name": "", "clues": "1...............", "source": ""}
MIDDLES = """cell => [...cell.querySelectorAll("i")].filter(x => x.textContent).map(x => {
  const { x: left, y: top, width, height } = x.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
})"""
"""The middles of the candidates of a cell, all at once: an answer may draw the cell again at any time."""
UNIQUE = {"kind": "sudoku", "name": "", "clues": "12...4....3....1", "source": ""}


def small(page: Any, r: int, c: int) -> str:
    """The candidates of a cell, as a screen reader is told them."""
    label: str = cell(page, r, c).get_attribute("aria-label")
    return label.partition("candidates ")[2]


def digits(page: Any, *places: tuple[int, int]) -> str:
    """What stands in cells."""
    marks = board(page, "mark")
    return "".join(marks[r][c] or "." for r, c in places)


def chosen(page: Any) -> list[str]:
    """The cells that are chosen together."""
    found: list[str] = page.eval_on_selector_all("#board [aria-selected=true]", "all => all.map(x => x.dataset.cell)")
    return found


def test_candidates(visit: Visit) -> None:
    """Small digits in their places: by Shift, by a mode; in a trial, undone, kept by a reload and in a link."""
    page = visit(SUDOKU)
    cell(page, 0, 1).click()
    for key in ("Shift+Digit4", "Shift+Digit2", "Shift+Digit3", "Shift+Digit4"):
        page.keyboard.press(key)
    assert small(page, 0, 1) == "2, 3"
    box = cell(page, 0, 1).bounding_box()
    (x2, y2), (x3, y3) = cell(page, 0, 1).evaluate(MIDDLES)
    assert x3 < box["x"] + box["width"] / 2 < x2
    assert y2 < box["y"] + box["height"] / 2 < y3
    page.get_by_role("button", name="Try").click()
    cell(page, 0, 1).click()
    page.get_by_role("button", name="Candidates").click()
    page.locator('[data-digit="4"]').click()
    assert small(page, 0, 1) == "2, 3, 4"
    page.get_by_role("button", name="Discard").click()
    assert small(page, 0, 1) == "2, 3"
    page.reload()
    page.wait_for_selector('html[data-engine="ready"]')
    assert small(page, 0, 1) == "2, 3"
    page.get_by_role("button", name="Share").click()
    page.get_by_label("with my marks").check()
    page.wait_for_function("document.querySelector('#share-link').value.length > 0")
    page.wait_for_timeout(100)
    link = page.locator("#share-link").input_value()
    assert unpacked(link)["marks"] == {"0,1,c": "2,3"}
    assert small(visit(address=link), 0, 1) == "2, 3"
    page.keyboard.press("Escape")
    for left in ("2, 3, 4", "2, 3", "2, 3", "2, 3, 4", "2, 4", "4", ""):
        page.keyboard.press("Control+z")
        assert small(page, 0, 1) == left
    cell(page, 0, 1).click()
    page.keyboard.press("2")
    assert digits(page, (0, 1)) == "2"


def test_candidates_follow_the_digits(visit: Visit) -> None:
    """A digit removes itself from the candidates that see it, in one step, or Fill does; equal ones stand out."""
    page = visit(SUDOKU)
    page.get_by_role("button", name="Fill").click()
    assert [small(page, *place) for place in ((0, 1), (1, 2), (3, 3))] == ["2, 3, 4", "1, 2, 3, 4", "1, 2, 3, 4"]
    cell(page, 0, 1).click()
    page.keyboard.press("2")
    seen = [(0, 2), (1, 0), (1, 2), (3, 1)]
    assert [small(page, *place) for place in seen] == ["3, 4", "3, 4", "1, 2, 3, 4", "1, 3, 4"]
    page.keyboard.press("Control+z")
    assert [small(page, *place) for place in seen] == ["2, 3, 4", "2, 3, 4", "1, 2, 3, 4", "1, 2, 3, 4"]
    page.get_by_text("Settings").click()
    page.get_by_label("A digit removes itself").uncheck()
    page.reload()
    cell(page, 0, 1).click()
    page.keyboard.press("2")
    assert small(page, 0, 2) == "2, 3, 4"
    cell(page, 3, 3).click()
    page.keyboard.press("Shift+Digit4")
    page.get_by_role("button", name="Fill").click()
    assert [small(page, *place) for place in ((0, 2), (3, 3))] == ["3, 4", "1, 2, 3"]
    page.get_by_text("Settings").click()
    assert not page.get_by_label("A digit removes itself").is_checked()
    for r, c in ((1, 2), (2, 0), (3, 3)):
        cell(page, r, c).click()
        page.keyboard.press("2")
    same = page.locator("#board .cell.same").evaluate_all("all => all.map(x => x.dataset.cell)")
    assert same == ["0,1", "1,2", "2,0", "3,3"]
    digits_done = page.locator("#pad .finished").evaluate_all(
        "all => all.map(x => [x.dataset.digit, x.ariaDescription])"
    )
    assert digits_done == [["2", "all are on the board"]]
    cell(page, 2, 0).click()
    page.keyboard.press("1")
    assert page.locator("#pad .finished").count() == 0


def test_the_engine_knows_candidates(visit: Visit) -> None:
    """Of a cell with candidates no other value may be: a check says where the right one is missing."""
    page = visit(UNIQUE)
    status(page, "unique")
    page.get_by_role("button", name="Fill").click()
    assert small(page, 2, 0) == "2, 4"
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Nothing is wrong so far").wait_for()
    cell(page, 2, 0).click()
    right = page.evaluate("document.querySelector('[data-cell=\"2,0\"]').dataset.forced")
    page.keyboard.press(f"Shift+Digit{right}")
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Some marks cannot be right").wait_for()
    assert page.locator("#board .wrong").evaluate_all("all => all.map(x => x.dataset.cell)") == ["2,0"]
    cell(page, 2, 0).click()  # the focus stays on the button that was pressed
    page.keyboard.press(right)
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_text("Nothing is wrong so far").wait_for()


def opened(page: Any, text: str) -> None:
    """Paste *text* into the panel that opens puzzles."""
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator("#open-text").fill(text)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_selector("#open-panel:not(:popover-open)", state="attached")


def test_files_with_candidates(visit: Visit) -> None:
    """What the player placed and left as candidates is on the board as the player's; it can be erased."""
    page = visit()
    clues = ".3.4.....9.28.63.1.......2.8...6.7...6.2.5.9...3.4...8.7.......4.89.25.6.....8.3."
    opened(page, "\n".join(["*-----------*", *(clues[i : i + 9] for i in range(0, 81, 9)), pencilmarks.EXAMPLE]))
    status(page, "unique")
    rows = [line for line in pencilmarks.EXAMPLE.splitlines() if "-" not in line]
    words = [word for line in rows for word in line.replace("|", " ").split()]
    found = [small(page, *divmod(i, 9)).replace(", ", "") for i in range(81)]
    assert found == [word if clue == "." else "" for word, clue in zip(words, clues, strict=True)]
    assert {mark for row in board(page, "mark") for mark in row} == {""}
    opened(page, "\n".join([*rows[:7], rows[7].replace(" 1 ", "u1 "), rows[8].replace("1256 ", "256  ")]))
    assert digits(page, (7, 1), (7, 2)) == "1."
    assert small(page, 8, 0) == "2, 5, 6"
    cell(page, 7, 1).click()
    page.keyboard.press("Backspace")
    assert digits(page, (7, 1)) == "."
    opened(page, hodoku.EXAMPLE.replace(":135792", ":+135792"))
    assert digits(page, (0, 0), (0, 1)) == "1."
    assert small(page, 4, 2)
    assert "6" not in small(page, 4, 2)
    assert all(
        small(page, r, c)
        for r, row in enumerate(board(page, "mark"))
        for c, mark in enumerate(row)
        if "blank" in cell(page, r, c).get_attribute("aria-label")
    )


def test_marks_that_came_with_a_puzzle(visit: Visit) -> None:
    """By the address, as the command line opens files: only cells of which some candidates are excluded have some."""
    page = visit({**UNIQUE, "marks": [[0, 2, "3"], [2, 0, "not 4"], [9, 9, "1"], [7, 7, "not 1"], 5]})
    assert digits(page, (0, 2), (0, 3)) == "3."
    assert small(page, 2, 0) == "2"
    assert [small(page, 0, 3), small(page, 3, 0)] == ["", ""]
    page.wait_for_function("location.hash.includes('z=')")
    assert "marks" not in unpacked(page.url)["puzzle"]
    page.reload()
    assert digits(page, (0, 2), (0, 3)) == "3."


def test_several_cells_at_once(visit: Visit) -> None:
    """Dragged over, or chosen with Shift; a digit goes into all blank ones, a candidate too; clues stay."""
    page = visit(SUDOKU)
    drag(page, (0, 0), (0, 2))
    assert chosen(page) == ["0,0", "0,1", "0,2"]
    page.keyboard.press("Shift+Digit3")
    page.keyboard.press("Shift+Digit4")
    assert [small(page, 0, c) for c in range(4)] == ["", "3, 4", "3, 4", ""]
    page.keyboard.press("Control+z")
    assert [small(page, 0, c) for c in range(1, 3)] == ["3", "3"]
    cell(page, 2, 2).click()
    assert chosen(page) == []
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    cell(page, 3, 3).click(modifiers=["Shift"])
    assert chosen(page) == ["2,2", "3,2", "3,3"]
    page.keyboard.press("2")
    assert digits(page, (2, 2), (3, 2), (3, 3), (2, 3)) == "222."
    assert "in conflict" in cell(page, 3, 3).get_attribute("aria-label")
    page.keyboard.press("Backspace")
    assert digits(page, (2, 2), (3, 2), (3, 3)) == "..."
    page.keyboard.press("Escape")
    assert chosen(page) == []
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("4")
    assert digits(page, (3, 2), (3, 3)) == "4."


def test_several_cells_by_touch(visit: Visit) -> None:
    """A finger drawn over cells chooses them; one that is held down is chosen as well."""
    page = visit(SUDOKU, has_touch=True)
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, *place: tuple[int, int]) -> None:
        """It goes down, moves, or goes up."""
        points = [dict(zip("xy", middle(page, r, c), strict=True)) for r, c in place]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", (1, 1))
    finger("touchMove", (1, 3))
    finger("touchEnd")
    assert chosen(page) == ["1,1", "1,2", "1,3"]
    finger("touchStart", (3, 0))
    page.wait_for_timeout(600)
    finger("touchEnd")
    assert chosen(page) == ["1,1", "1,2", "1,3", "3,0"]
    page.get_by_role("button", name="Candidates").tap()
    page.locator('[data-digit="4"]').tap()
    assert [small(page, *place) for place in ((1, 1), (1, 3), (3, 0), (0, 1))] == ["4", "4", "4", ""]
    cell(page, 2, 2).tap()
    assert chosen(page) == []


def test_what_conflicts(visit: Visit) -> None:
    """Without boxes a value may stand again in another row and column; in a run of a kakuro it may not."""
    square = {"kind": "skyscrapers", "top": [None] * 3, "bottom": [None] * 3, "left": [None] * 3, "right": [None] * 3}
    page = visit(square | {"rows": ["..."] * 3})
    for r, c in ((0, 0), (1, 1), (2, 0)):
        cell(page, r, c).click()
        page.keyboard.press("1")
    marks = page.locator("#board .clash").evaluate_all("all => all.map(x => x.dataset.cell)")
    assert marks == ["0,0", "2,0"]
    black = [["#", [9, None], [8, None]], [[None, 9], ".", "."], [[None, 8], ".", "."]]
    page = visit({"kind": "kakuro", "rows": black})
    (x, y), ((down, below),), ((across, above),) = (
        middle(page, 0, 1),
        *(cell(page, *place).evaluate(MIDDLES) for place in ((0, 1), (1, 0))),
    )
    assert (down < x, below > y) == (True, True)
    assert (across > middle(page, 1, 0)[0], above < middle(page, 1, 0)[1]) == (True, True)
    for r, c in ((1, 1), (2, 2), (1, 2)):
        cell(page, r, c).click()
        page.keyboard.press("5")
    assert page.locator("#board .clash").count() == 3
    page.get_by_text("Settings").click()
    page.get_by_label("Show conflicts at once").uncheck()
    assert page.locator("#board .clash").count() == 0
    assert "conflict" not in cell(page, 1, 1).get_attribute("aria-label")
    page.get_by_label("Show conflicts at once").check()
    cell(page, 2, 1).click()
    page.keyboard.press("Shift+Digit5")
    assert small(page, 2, 1) == "5"
    for other in (page, visit({"kind": "akari", "rows": ["1#", ".."]}, ready=False)):
        other.locator("#set").click()
        assert other.locator('#pad [data-digit="#"]').inner_text() == "■"


def test_the_shape_of_boxes(visit: Visit) -> None:
    """Chosen where the side allows several; the usual one is not written. A tool of the kind before is put away."""
    clues = "1" + "." * 35
    page = visit({"kind": "starbattle", "stars": 1, "areas": ["aabb", "aabb", "ccdd", "ccdd"]})
    page.get_by_role("button", name="Set", exact=True).click()
    page.locator('[data-tool="area"]').click()
    page.goto(page.url.split("#")[0] + fragment({"kind": "sudoku", "name": "", "clues": clues, "source": ""}))
    page.wait_for_selector('html[data-kind="sudoku"]')
    page.get_by_role("button", name="Set", exact=True).click()
    page.wait_for_selector('[data-tool="given"][aria-pressed="true"]')
    shape = page.get_by_label("Boxes")
    assert shape.locator("option").all_inner_texts() == ["2x3", "3x2"]
    shape.select_option("3x2")
    cell(page, 2, 1).click()
    page.keyboard.press("1")
    assert "in conflict" in cell(page, 0, 0).get_attribute("aria-label")
    page.reload()
    page.wait_for_selector('html[data-engine="ready"]')
    page.get_by_role("button", name="Set", exact=True).click()
    assert shape.input_value() == "1"
    shape.select_option("2x3")
    assert "in conflict" not in cell(page, 0, 0).get_attribute("aria-label")
    until(page, lambda: "boxes" not in unpacked(page.url)["puzzle"])
    page.get_by_role("button", name="Fewer rows").click()
    shape.wait_for(state="hidden")


def test_sums_at_the_margins(visit: Visit) -> None:
    """The cells of a line count 1, 2, 3: what is left of a sum, and how large one may be."""
    page = visit({"kind": "kakurasu", "rows": [5, None, None], "columns": [None] * 3})
    page.locator("#play").click()
    cell(page, 0, 1).click()
    head = page.locator("#board [data-count='rows,0']")
    assert "3 to go" in head.get_attribute("aria-label")
    cell(page, 0, 2).click()
    assert "complete" in head.get_attribute("aria-label")
    page.get_by_role("button", name="Set", exact=True).click()
    field = page.locator("#board input[data-count='columns,1']")
    field.fill("7")
    assert "from 0 to 6" in page.locator("#board .expected").all_inner_texts()[1]
    field.fill("6")
    until(page, lambda: unpacked(page.url)["puzzle"]["columns"] == [None, 6, None])
