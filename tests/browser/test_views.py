"""What a player, a solver of a link and the readers of another page see: the board, and the rest when they ask."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from addresses import unpacked
from boards import EXAMPLE, HALL, PAGE_ALONE, Visit, board, cell, puzzle_of, status, until

import satdnd as package

pytestmark = pytest.mark.browser


def helps(page: Any) -> list[str]:
    """What of verdict and help is seen."""
    seen = {name: page.locator(f"#{name}") for name in ("hint", "why", "follows", "check", "setter")}
    return [name for name, place in seen.items() if place.is_visible()]


@PAGE_ALONE
def test_verdict_and_help_are_hidden_until_asked(visit: Visit) -> None:
    """By keyboard; after a reload again; what is solved is told."""
    page = visit(HALL)
    status(page, "unique")
    assert helps(page) == ["hint", "why", "follows", "check"]
    page.get_by_role("button", name="Hide verdict and help").focus()
    page.keyboard.press("Enter")
    assert (page.locator("#verdict").inner_text(), helps(page)) == ("Verdict and help are hidden", ["check"])
    page.get_by_role("button", name="Show them", exact=True).click()
    assert (page.locator("#verdict").inner_text(), len(helps(page))) == ("Unique", 4)
    page.reload()
    page.wait_for_selector('html[data-engine="ready"]')
    assert page.locator("#verdict").inner_text() == "Verdict and help are hidden"
    for c in (0, 1):
        cell(page, 1, c).click()
    until(page, lambda: page.locator("#verdict").inner_text() == "Solved")
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Always show them").click()
    assert (page.locator("#verdict").inner_text(), len(helps(page))) == ("Unique", 4)


@PAGE_ALONE
@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_solved_board_is_seen_to_be_solved(visit: Visit, phone: bool) -> None:
    """The board changes, the clock stops, a line says the time; calm where motion is unwanted; gone when undone."""
    size = {"width": 360, "height": 500} if phone else {"width": 1280, "height": 860}
    page = visit(HALL, viewport=size, has_touch=phone, reduced_motion="reduce" if phone else "no-preference")
    status(page, "unique")
    assert page.locator("#rules h2").inner_text() == "hall: Dungeons & Diagrams"
    assert page.locator("#rules p").is_visible() != phone
    assert page.locator("#status").bounding_box()["height"] < 70
    look = "['0,1', '1,0'].map((x) => getComputedStyle(document.querySelector(`[data-cell='${x}']`)).backgroundColor)"
    until(page, lambda: page.locator("#timer").inner_text() != "0:00")
    cell(page, 1, 0).click()
    before = page.evaluate(look)
    cell(page, 1, 1).click()
    line = page.locator("#solved")
    line.wait_for()
    time = page.locator("#timer").inner_text()
    assert line.inner_text() == f"Solved in {time}: everything is right."
    place = line.bounding_box()
    assert 0 < place["y"] < place["y"] + place["height"] <= size["height"]
    assert all(one != other for one, other in zip(before, page.evaluate(look), strict=True))
    moves = page.evaluate("getComputedStyle(document.querySelector('#board'), '::after').animationName")
    assert moves == ("none" if phone else "solved")
    assert not helps(page) or helps(page) == ["check"]
    page.wait_for_timeout(1200)
    assert page.locator("#timer").inner_text() == time
    page.locator("#undo").click()
    line.wait_for(state="hidden")
    assert page.evaluate(look) == before


@PAGE_ALONE
def test_the_fewest_moves(visit: Visit) -> None:
    """At the goal the clock stops, and the number of moves is compared with the fewest."""
    page = visit({"kind": "klotski", "board": ["a.", ".."], "goal": {"piece": "a", "at": [1, 1]}, "metric": "step"})

    def slide(*ways: str) -> None:
        """By keyboard, from the first cell."""
        page.locator("#reset").click()
        cell(page, 0, 0).click()
        for way in ways:
            page.keyboard.press(f"Shift+Arrow{way}")

    until(page, lambda: page.locator("#timer").inner_text() != "0:00")
    slide("Right", "Left", "Right", "Down")
    line = page.locator("#solved")
    until(page, lambda: line.inner_text().endswith(": 4 steps; 2 are enough."))
    time = page.locator("#timer").inner_text()
    assert time in line.inner_text()
    page.wait_for_timeout(1100)
    assert page.locator("#timer").inner_text() == time
    slide("Right")
    assert line.is_hidden()
    slide("Right", "Down")
    until(page, lambda: line.inner_text().endswith(": 2 steps, the fewest possible."))


@PAGE_ALONE
def test_a_page_that_only_plays(visit: Visit, engine: tuple[str, str]) -> None:
    """The puzzle of the day, the same for everybody; board, tools and hint, nothing else; it can be solved there."""
    page = visit(address=engine[1] + "#play&daily=binairo")
    page.wait_for_selector("#board .clue")
    assert helps(page) == ["hint"]
    for name in ("header", "#rules", "#set", "#keys", "#settings", "#proof", "#times", "#verdict", "#share"):
        assert page.locator(name).first.is_hidden(), name
    until(page, lambda: "z=" in page.url)
    today = unpacked(page.url)["puzzle"]
    assert today["name"] == page.evaluate("new Date().toLocaleDateString('sv')").join(["Puzzle of ", ""])
    assert page.locator("#undo").is_disabled()
    page.locator("#board .cell:not(.clue)").first.click()
    page.locator("#undo").click()
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Which clues?").wait_for()
    page.reload()
    page.wait_for_selector("#board .clue")
    assert helps(page) == ["hint"]
    other = visit()
    other.get_by_role("button", name="New", exact=True).click()
    other.locator("#new-panel [data-kind=binairo]").last.click()
    other.get_by_role("button", name="Puzzle of the day").click()
    other.wait_for_selector("html[data-kind=binairo] #board .clue")
    until(other, lambda: "kind=binairo" in other.url)
    assert unpacked(other.url)["puzzle"] == today


@PAGE_ALONE
def test_hiding_by_touch_and_by_screen_reader(visit: Visit) -> None:
    """Each button has a name and room for a finger; what is pressed goes away, and the focus goes to what is said."""
    page = visit(HALL, viewport={"width": 360, "height": 700}, has_touch=True, is_mobile=True)
    status(page, "unique")
    for pressed, headline, offered in (
        ("Hide verdict and help", "Verdict and help are hidden", ["Show them", "Always show them"]),
        ("Show them", "Unique", ["Hide verdict and help"]),
        ("Hide verdict and help", "Verdict and help are hidden", ["Show them", "Always show them"]),
        ("Always show them", "Unique", ["Hide verdict and help"]),
    ):
        button = page.locator("#status").get_by_role("button", name=pressed, exact=True)
        assert min(button.bounding_box()[side] for side in ("width", "height")) >= 40
        button.tap()
        told = page.locator("#status").aria_snapshot()
        assert headline in told
        assert re.findall(r'button "(.*?)"', told) == offered
        assert page.evaluate("document.activeElement.id") == "verdict"
    assert page.locator("#status").get_attribute("aria-live") == "polite"
    page.get_by_role("button", name="Share").tap()
    told = page.locator("#share-panel").aria_snapshot()
    assert 'radio "for players: the board, with verdict and help hidden"' in told
    assert "See what they see" not in told
    page.get_by_label("for players").tap()
    until(page, lambda: 'link "See what they see"' in page.locator("#share-panel").aria_snapshot())
    until(page, lambda: "#solve&" in page.get_by_label("Link", exact=True).input_value())


@PAGE_ALONE
def test_a_setter_sees_what_a_solver_sees(visit: Visit) -> None:
    """Clues, and none of what the setter drew; what the solver does is no draft of the setter."""
    page = visit(puzzle_of(EXAMPLE))
    cell(page, 0, 0).click()
    page.get_by_role("button", name="Share").click()
    page.get_by_label("for players").check()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="See what they see").click()
    other = opened.value
    other.wait_for_selector('html[data-engine="ready"]')
    assert other.locator("h1").inner_text() == "Dungeons & Diagrams"
    assert helps(other) == ["check"]
    assert not other.locator("#set").is_visible()
    assert board(other, "mark")[0] == [""] * 8
    cell(other, 0, 1).click()
    other.reload()
    assert board(other, "mark")[0] == ["", "#"] + [""] * 6
    other.get_by_role("link", name="Open in the editor").click()
    other.wait_for_selector("#set")
    assert "solve" not in other.url
    assert unpacked(other.url)["puzzle"]["rows"] == puzzle_of(EXAMPLE)["rows"]
    assert board(other, "mark")[0] == ["#"] + [""] * 7


HOST = """<!doctype html><title>A page with a puzzle</title><iframe width="480" height="640"></iframe>
<script>
  window.heard = [];
  window.addEventListener("message", ({data}) => heard.push(data));
</script>"""


@pytest.mark.parametrize("engine", ["pyodide"], indirect=True)
def test_a_board_in_another_page(visit: Visit, engine: tuple[str, str]) -> None:
    """It is told a puzzle, and tells changes and that it is solved; what is no puzzle is refused."""
    page = visit(ready=False)
    page.route("**/host.html", lambda route: route.fulfill(body=HOST, content_type="text/html"))
    page.goto(engine[1] + "host.html")
    page.eval_on_selector("iframe", "(frame, address) => { frame.src = address; }", engine[1] + "#embed")

    def heard(what: str) -> list[Any]:
        """The messages of one sort."""
        return [x for x in page.evaluate("heard") if x["satdnd"] == what]

    def send(message: dict[str, Any]) -> None:
        """To the board."""
        page.eval_on_selector("iframe", "(frame, told) => frame.contentWindow.postMessage(told, '*')", message)

    until(page, lambda: bool(heard("ready")))
    send({"satdnd": "open", "puzzle": {"kind": "nothing"}})
    until(page, lambda: "no puzzle of a kind" in (heard("refused") or [{"reason": ""}])[0]["reason"])
    send({"satdnd": "open", "puzzle": HALL})
    frame = page.frame_locator("iframe")
    frame.locator('[data-cell="1,0"]').click()
    until(page, lambda: heard("changed")[-1]["marks"] == {"1,0": "#"})
    assert heard("changed")[-1]["puzzle"]["rows"] == HALL["rows"]
    assert not heard("solved")
    assert frame.get_by_role("button", name="Hint").is_visible()
    frame.locator('[data-cell="1,1"]').click()
    until(page, lambda: bool(heard("solved")))
    assert frame.locator("#verdict").inner_text() == "Solved"
    assert frame.locator("header").is_hidden()
    page.evaluate("heard.length = 0")
    send({"satdnd": "open", "puzzle": package.dumps(package.loads(json.dumps(HALL))[0])})
    until(page, lambda: bool(heard("changed")))
    assert heard("changed")[0]["marks"] == {}
    assert "hall" not in page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")


@pytest.mark.parametrize("engine", ["pyodide"], indirect=True)
def test_the_browser_draws_png_and_prints_pdf(visit: Visit) -> None:
    """Python in a browser draws SVG alone."""
    page = visit(HALL)
    status(page, "unique")
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as saved:
        page.locator("#share-form").select_option("png")
        page.wait_for_selector("#share-text", state="hidden")
        page.locator("#share-save:enabled").click()
    data = Path(saved.value.path()).read_bytes()
    assert (saved.value.suggested_filename, data[:8]) == ("hall.png", b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") > 300
    page.locator("#share-form").select_option("pdf")
    page.locator("#share-save").click()
    page.wait_for_selector("html[data-printed]")
