"""The static site on servers that give its files wrongly: it starts all the same, or says at once why it cannot."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from addresses import fragment
from boards import EXAMPLE, Visit, board, cell, puzzle_of, status

pytestmark = pytest.mark.browser


def changed(headers: dict[str, str]) -> Any:
    """An answer with other headers."""

    def answer(route: Any) -> None:
        playwright = pytest.importorskip("playwright.sync_api")
        with suppress(playwright.Error):  # a page that was closed in the meantime needs no answer
            response = route.fetch()
            route.fulfill(response=response, headers={**response.headers, **headers})

    return answer


def typed(kind: str) -> Any:
    """An answer with another type."""
    return changed({"content-type": kind})


def missing(route: Any) -> None:
    """An answer that there is no such file."""
    route.fulfill(status=404, body="not here")


def page_instead(route: Any) -> None:
    """The start page for whatever is not there, as servers of single pages have it."""
    route.fulfill(status=200, content_type="text/html", body="<!doctype html>")


def visited(visit: Visit, engine: tuple[str, str], answers: dict[str, Any]) -> Any:
    """The page of a server that gives those files wrongly."""
    if engine[0] != "pyodide":
        pytest.skip("the local server gives its files rightly")
    forgiven = ["404", "wasm", "MIME", "WebAssembly", "module script"]
    page = visit(address=f"{engine[1]}icon.svg", ready=False, forgive=forgiven)
    for path, answer in answers.items():
        page.context.route(path, answer)
    page.goto(engine[1] + fragment(puzzle_of(EXAMPLE)))
    return page


def test_it_starts_all_the_same(visit: Visit, engine: tuple[str, str]) -> None:
    """Machine code and archives of wrong types."""
    types = {"**/*.wasm": typed("application/octet-stream"), "**/*.zip": typed("text/plain")}
    status(visited(visit, engine, types), "unique")


@pytest.mark.parametrize(
    ("path", "answer", "told"),
    [
        ("**/*.wasm", missing, "the server does not have pyodide/pyodide.asm.wasm (404"),
        ("**/networkx.zip", page_instead, "networkx.zip is a different file (text/html"),
        ("**/pyodide.asm.mjs", typed("text/plain"), "pyodide/pyodide.asm.mjs as text/plain"),
        ("**/pyodide-worker.js", missing, "the server does not have pyodide-worker.js (404"),
        ("**/pyodide-worker.js", changed({"content-security-policy": "default-src 'self'"}), "'wasm-unsafe-eval'"),
    ],
    ids=["no wasm", "a page instead", "text module", "no worker", "policy"],
)
def test_the_reason_is_told_at_once(visit: Visit, engine: tuple[str, str], path: str, answer: Any, told: str) -> None:
    """In the card of the verdict, and drawing goes on; once the server is mended, Try again starts the engine."""
    page = visited(visit, engine, {path: answer})
    page.locator("#status").get_by_text("Python could not be started in this browser").wait_for()
    assert told in page.locator("#status").inner_text()
    cell(page, 0, 5).click()
    assert board(page, "mark")[0][5] == "#"
    if answer is missing:
        page.context.unroute(path)
        page.get_by_role("button", name="Try again").click()
        status(page, "unique")


def test_silence_is_an_answer_too(visit: Visit, engine: tuple[str, str]) -> None:
    """A file that never comes: after a minute without anything the page says so."""
    page = visited(visit, engine, {"**/*.wasm": lambda _: None})
    page.clock.install()
    page.reload()
    page.locator("#engine-state").get_by_text("loading").wait_for()
    page.clock.fast_forward(121_000)
    page.get_by_text("nothing has arrived for 120 s").first.wait_for()
