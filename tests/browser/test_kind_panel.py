"""The panel in which another kind of puzzle is chosen: its pictures, its search, its keys, what it remembers."""

from __future__ import annotations

from typing import Any

import pytest
from boards import EXAMPLE, PAGE_ALONE, Visit, board, cell, choose_kind, puzzle_of

from satdnd.web.files import drawn_families, drawn_kinds

pytestmark = pytest.mark.browser

FOUND = {
    "light": ["akari"],
    "tentai": ["galaxies"],
    "takuzu": ["binairo"],
    "Tango": ["binairo"],
    "numbrix": ["hidato"],
    "queens": ["queens", "starbattle"],
    "fill a pix": ["mosaic"],
    "battle": ["battleships", "starbattle"],
    "klotski": ["klotski"],
    "chess": [],
}
"""What is typed, and the kinds that are found, the best first."""
FOCUSED = "document.activeElement.dataset.kind ?? document.activeElement.id"


def shown(page: Any) -> list[str]:
    """The kinds in the panel, in order."""
    found: list[str] = page.eval_on_selector_all("#kind-panel [data-kind]", "all => all.map(x => x.dataset.kind)")
    return found


def opened(page: Any) -> Any:
    """The panel and its field, in which a keyboard types at once."""
    page.locator("#kind").press("Enter")
    panel = page.locator("#kind-panel")
    panel.wait_for()
    return panel, panel.get_by_role("textbox", name="Find a kind")


@PAGE_ALONE
def test_kinds_are_found_by_any_name(visit: Visit) -> None:
    """The names of other people and programs among them, whatever their case; how many is announced."""
    page = visit(ready=False)
    panel, field = opened(page)
    for typed, kinds in FOUND.items():
        field.fill(typed)
        assert shown(page) == kinds, typed
        told = {0: "No kind is called so", 1: "1 kind"}.get(len(kinds), f"{len(kinds)} kinds")
        assert panel.get_by_role("status").inner_text() == told
    field.fill("tango")
    assert panel.get_by_role("button").inner_text().split("\n") == ["Binairo", "Tango (LinkedIn)"]
    field.fill("binairo")
    assert panel.get_by_role("button").inner_text() == "Binairo"
    field.fill("")
    assert shown(page) == [name for _, names in drawn_families() for name in names]
    assert panel.get_by_role("status").inner_text() == ""


def test_a_kind_is_chosen_by_typing(visit: Visit) -> None:
    """Its board is there, the focus is on the choice again, and the kind comes first the next time, after a reload."""
    page = visit(puzzle_of(EXAMPLE))
    for typed, kind in (("numbrix", "hidato"), ("light", "akari"), ("numbrix", "hidato")):
        opened(page)
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        page.wait_for_selector(f'html[data-kind="{kind}"]')
        assert not page.locator("#kind-panel").is_visible()
        assert page.evaluate(FOCUSED) == "kind"
    assert page.locator("#kind").inner_text().split() == ["Kind", "of", "puzzle:", "Hidato"]
    page.reload()
    panel, _ = opened(page)
    assert shown(page)[:3] == ["hidato", "akari", "dungeon"]
    assert panel.get_by_role("group", name="Last chosen").get_by_role("button").all_inner_texts() == ["Hidato", "Akari"]
    assert panel.locator('[aria-current="true"]').all_inner_texts() == ["Hidato", "Hidato"]


@PAGE_ALONE
def test_only_the_last_few_are_remembered(visit: Visit) -> None:
    """And whatever else is in the storage is not."""
    page = visit(ready=False)
    for stored in ('{"akari": 1}', "akari", '[1, "chess", "__proto__"]'):
        page.evaluate("text => localStorage.setItem('satdnd.kinds', text)", stored)
        panel, _ = opened(page)
        assert panel.get_by_role("group").first.get_attribute("aria-label") == "Dungeons"
        page.keyboard.press("Escape")
    for kind in ("lits", "cave", "slant", "tents", "masyu", "inshi"):
        choose_kind(page, kind)
    opened(page)
    assert shown(page)[:6] == ["inshi", "masyu", "tents", "slant", "cave", "dungeon"]


@PAGE_ALONE
def test_arrows_and_escape(visit: Visit) -> None:
    """Arrows go along and across the rows, letters continue the search; Escape changes nothing."""
    page = visit(puzzle_of(EXAMPLE), ready=False)
    cell(page, 0, 5).click()
    marks = board(page, "mark")
    panel, field = opened(page)
    went = []
    for key in ("Down", "Down", "Right", "Right", "Left", "Down", "Up", "Up"):
        page.keyboard.press(f"Arrow{key}")
        went.append(page.evaluate(FOCUSED))
    assert went[:5] == ["dungeon", "sudoku", "kakuro", "skyscrapers", "kakuro"]
    below = panel.locator(f'[data-kind="{went[5]}"]').bounding_box()
    above = panel.locator('[data-kind="kakuro"]').bounding_box()
    assert below["x"] == above["x"]
    assert below["y"] > above["y"]
    assert went[6:] == ["kakuro", "dungeon"]
    page.keyboard.type("lit")
    assert (field.input_value(), shown(page)) == ("lit", ["lits", "slitherlink", "battleships"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Backspace")
    assert field.input_value() == "li"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.tagName") == "INPUT"
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    assert page.evaluate(FOCUSED) == "kind"
    choose_kind(page, "dungeon")  # the kind on the board: nothing is to be done
    assert not panel.is_visible()
    assert board(page, "mark") == marks


def test_every_kind_has_a_picture(visit: Visit) -> None:
    """That the browser can show, in a group with a heading."""
    page = visit(ready=False)
    panel, _ = opened(page)
    for family, names in drawn_families():
        group = panel.get_by_role("group", name=family.capitalize(), exact=True)
        assert group.get_by_role("heading").inner_text() == family.capitalize()
        assert group.get_by_role("button").count() == len(names)
    sizes = page.evaluate(
        """async () => {
          const pictures = [...document.querySelectorAll("#kind-panel img")];
          pictures.forEach((picture) => (picture.loading = "eager"));
          await Promise.all(pictures.map((picture) => picture.decode()));
          return pictures.map((picture) => picture.naturalWidth);
        }"""
    )
    assert len(sizes) == len(drawn_kinds())
    assert min(sizes) > 100


@PAGE_ALONE
@pytest.mark.parametrize("size", [(360, 640), (320, 568), (640, 430)])
def test_on_a_small_screen(visit: Visit, size: tuple[int, int]) -> None:
    """A phone, or a page at 200 %: all is within the screen, a finger scrolls and chooses, no keyboard comes up."""
    page = visit(
        ready=False, viewport=dict(zip(("width", "height"), size, strict=True)), has_touch=True, is_mobile=True
    )
    page.locator("#kind").tap()
    panel = page.locator("#kind-panel")
    box = panel.bounding_box()
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = """all => all.filter((x) => x.scrollWidth > x.clientWidth).map((x) => x.textContent)"""
    assert page.eval_on_selector_all("#kind-panel, #kind-panel .groups, #kind-panel button", wide) == []
    assert page.evaluate("document.activeElement.tagName") != "INPUT"
    last = panel.locator("[data-kind]").last
    last.scroll_into_view_if_needed()
    last.tap()
    page.wait_for_selector('html[data-kind="klotski"]')


@PAGE_ALONE
def test_the_selected_kind_without_colours(visit: Visit) -> None:
    """Where the system has its own few colours, the frame says which kind is on the board."""
    page = visit(ready=False, forced_colors="active")
    opened(page)
    frames = {
        name: page.locator(f'#kind-panel [data-kind="{name}"]').evaluate("x => getComputedStyle(x).borderTopColor")
        for name in ("dungeon", "sudoku", "akari")
    }
    assert frames["sudoku"] == frames["akari"] != frames["dungeon"]
