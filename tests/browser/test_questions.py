"""The questions of the page to its engine: which come first, which are ended, what is said meanwhile."""

from __future__ import annotations

import pytest
from boards import EXAMPLE, PAGE_ALONE, Visit, board, cell, puzzle_of, status

pytestmark = pytest.mark.browser


def test_a_click_overtakes_a_long_question(visit: Visit) -> None:
    """While a large puzzle is made, which is told with its time, a click has its verdict; then it is stopped."""
    page = visit(puzzle_of(EXAMPLE))
    page.locator("#new").click()
    page.locator("#new-height").fill("24")
    page.locator("#new-width").fill("24")
    page.locator("#new-grade").select_option("expert")
    page.locator("#new-make").click()
    page.wait_for_selector('html[data-engine="busy"]')
    page.locator("#set").click()
    page.get_by_label("walls in row 3").fill("6")
    status(page, "unsolvable")
    page.locator("#undo").click()
    page.locator("#engine-state").get_by_text(" s").wait_for()
    assert page.locator("#engine-state").inner_text().startswith("Making a puzzle \u2026")
    page.locator("#play").click()
    cell(page, 0, 5).click()
    page.locator("#stop").click()
    page.wait_for_selector('html[data-engine="ready"]')
    cell(page, 0, 6).click()
    status(page, "unique")
    assert board(page, "mark")[0][5:7] == ["#", "#"]


def test_reasoning_is_checked(visit: Visit) -> None:
    """Off at first; then each mark follows by one rule, is right but does not follow, or cannot be right."""
    page = visit(puzzle_of(EXAMPLE))
    status(page, "unique")
    page.locator("#settings summary").click()
    assert not page.locator("#set-reasoning").is_checked()
    page.locator("#set-reasoning").check()
    for (r, c), said in (
        ((0, 7), "It follows: r1c8 is a wall: column 8 needs"),
        ((1, 1), "Right, but it does not follow from what is on the board: "),
        ((0, 0), "That cannot be right."),
        ((0, 5), "Something that was on the board before cannot be right."),
    ):
        cell(page, r, c).click()
        page.locator("#message").get_by_text(said).wait_for()
    page.reload()
    assert page.locator("#set-reasoning").is_checked()


ENGINE = """async () => {
  const { Engine } = await import("./engine.js");
  const said = [];
  const fake = (name) => {
    let open = null;
    return {
      answer: () => open({}),
      start: async () => void said.push(`${name} starts`),
      send: ({ task }) => new Promise((done) => { said.push(`${name}: ${task.operation}`); open = done; }),
      stop: async () => void said.push(`${name} ends`),
      close: () => {},
    };
  };
  const [one, two] = [fake("one"), fake("two")];
  const engine = new Engine(one, two);
  const ask = (operation, wishes) =>
    engine.ask({ operation, options: operation.startsWith("long") ? { timeout: 60 } : {} }, wishes)
      .then(() => "answered", (error) => error.name);
  const until = async (holds) => { while (!holds()) await new Promise((done) => setTimeout(done, 20)); };
  SCRIPT
  return said;
}"""
"""A script with two engines that answer when they are told to; what came to pass."""


@PAGE_ALONE
@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            """ask("long"); ask("longer"); ask("quick");
            await until(() => said.includes("one: quick"));
            one.answer(); await until(() => said.includes("one: long"));""",
            ["one starts", "one: quick", "one: long"],
        ),
        (
            """await until(() => engine.state === "ready"); ask("long"); ask("longer"); ask("quick");
            await until(() => said.includes("two: quick"));
            two.answer(); await until(() => engine.state === "busy");
            ask("click"); one.answer(); await until(() => said.includes("one: longer"));""",
            ["one starts", "one: long", "two starts", "two: quick", "two: click", "one: longer"],
        ),
        (
            """await until(() => engine.state === "ready");
            const unwanted = new AbortController();
            const asked = [ask("long", { signal: unwanted.signal }), ask("waits", { signal: unwanted.signal })];
            unwanted.abort(); said.push(...(await Promise.all(asked)));
            await until(() => said.includes("one ends")); ask("click");
            await until(() => said.some((x) => x.endsWith(": click")));""",
            ["one starts", "one: long", "Stopped", "Stopped", "one ends", "one starts", "one: click"],
        ),
        (
            """await until(() => engine.state === "ready");
            const unwanted = new AbortController();
            const asked = ask("brief", { signal: unwanted.signal });
            unwanted.abort(); said.push(await asked); one.answer(); ask("click");
            await until(() => said.includes("one: click"));""",
            ["one starts", "one: brief", "Stopped", "one: click"],
        ),
    ],
    ids=["overtakes in line", "overtakes what runs", "nobody waits", "almost done"],
)
def test_the_order_of_questions(visit: Visit, script: str, said: list[str]) -> None:
    """Quick ones go first and have an engine of their own; what nobody waits for is ended, unless it ends by itself."""
    page = visit(ready=False)
    assert page.evaluate(ENGINE.replace("SCRIPT", script))[: len(said)] == said
