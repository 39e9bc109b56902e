"""A board that is solved is called so, in every kind that the page answers live."""

from __future__ import annotations

import json
from typing import Any

import pytest
from addresses import fragment
from boards import PAGE_ALONE, Visit, status
from contract_boards import BOARDS, boards
from samples import SAMPLED, sample

import satdnd as package
from satdnd.engine.kind import Rules, kind_named
from satdnd.explanation.steps import Commentary

pytestmark = pytest.mark.browser

KINDS = [name for name in BOARDS if kind_named(name).part(Rules) and not kind_named(name).part(Commentary)]
TRUTH = """async ([name, puzzle, found]) => {
  const { KINDS, known } = await import("./kinds.js");
  const { gesture, signs, fixed } = KINDS[name];
  const cells = gesture !== "bridge" && gesture !== "edge";
  const told = [...known(KINDS[name], found)].filter(([at]) => !cells || !fixed(puzzle, at.split(",").map(Number)));
  return [gesture, signs, told];
}"""


def marks_of(page: Any, puzzle: Any) -> tuple[dict[str, str], dict[str, str]]:
    """All marks of the solution as the page names them, and those that a player needs."""
    kind = kind_named(puzzle.kind)
    book = kind.require(Rules).book(puzzle, kind.options())
    solution = book.board(package.solve(puzzle).solutions[0])
    found = [book.unknowns.mark(x if solution >> x - 1 & 1 else -x) for x in range(1, len(book.unknowns.names) + 1)]
    gesture, signs, told = page.evaluate(TRUTH, [puzzle.kind, kind.texts.to_json(puzzle), found])
    bridges = {"0": "x", "1": "=1", "2": "2"}
    every = {name: bridges[sign] if gesture == "bridge" else sign for name, sign in told}
    empty = {"o", "x"} if "0" in signs else {"o", "x", "0"}
    return every, {name: sign for name, sign in every.items() if sign not in empty}


@PAGE_ALONE  # each kind is played with the other engine too, by test_every_kind_is_played
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_to_the_end(name: str, visit: Visit, engine: tuple[str, str]) -> None:
    """With every mark, and with only those that are needed; not with one of these missing."""
    page = visit()
    unique = [x.puzzle for x in boards(name) if len(x.keys) == 1 and x.options == type(x.options)()]
    if name in SAMPLED:
        unique = [*package.loads(sample(name).TEXT, name), *unique]
    for puzzle in reversed(unique):
        every, needed = marks_of(page, puzzle)
        if needed and puzzle.given_clues:  # of an empty board the page asks nothing
            break
    assert needed
    record = kind_named(name).texts.to_json(puzzle)

    def verdict(marks: dict[str, str]) -> str:
        """What the page says of the board with these marks, in a tab that keeps nothing of earlier ones."""
        page.evaluate("localStorage.clear()")  # or a link without marks goes on where the last tab was
        tab = page.context.new_page()
        tab.goto(engine[1] + fragment({"puzzle": record, "marks": marks}))
        tab.wait_for_selector('html[data-engine="ready"]')
        tab.get_by_role("button", name="Play", exact=True).click()
        status(tab, "unique")
        said = str(tab.locator("#verdict").inner_text())
        tab.close()
        return said

    for marks in (every, needed):
        assert verdict(marks) == "Solved", json.dumps([record, marks])
    needed.pop(next(iter(needed)))
    assert verdict(needed) != "Solved"
