"""`satdnd edit` before it serves: the address, the browser, what is refused."""

from __future__ import annotations

import json
import threading
import webbrowser
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any

import pytest
from command_line import run

from satdnd.cli import edit
from satdnd.web.files import drawn_kinds
from satdnd.web.server import PORT, EditorServer

SIX = Path(__file__).parents[2] / "instances/dungeon/example-6x6.dnd"


class Browser:
    """Keeps what it is asked to show."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.asked = threading.Event()

    def open(self, address: str) -> None:
        """As webbrowser's browsers do."""
        self.shown.append(address)
        self.asked.set()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Servers that end at once."""
    addresses: list[str] = []
    monkeypatch.setattr(EditorServer, "serve_forever", lambda self, **options: addresses.append(self.address))
    return addresses


def test_the_browser_is_opened(served: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With the address that is printed, and the puzzle behind it."""
    browser = Browser()
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    ran = run("edit", SIX, "--port", "0")
    assert ran.status == 0
    assert browser.asked.wait(20)
    first = ran.out.splitlines()[0]
    assert browser.shown == [first]
    assert first.startswith(served[0] + "#p=")


@pytest.mark.parametrize("wanted", [False, True])
def test_a_browser_in_this_terminal_is_not_opened(
    served: list[str], monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    """Unless the person named it."""
    asked = threading.Event()
    browser = webbrowser.GenericBrowser("true")
    monkeypatch.setattr(browser, "open", lambda address: asked.set(), raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    monkeypatch.setenv("BROWSER", "true" if wanted else "")
    edit._open("http://127.0.0.1/")
    assert asked.is_set() == wanted


def test_no_browser_at_all(served: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The address was printed."""

    def none() -> Any:
        raise webbrowser.Error("none")

    monkeypatch.setattr(webbrowser, "get", none)
    edit._open("http://127.0.0.1/")
    assert run("edit", "--no-browser", "--port", "0").out.splitlines()[0] == served[0]


@pytest.mark.parametrize("kind", drawn_kinds())
def test_every_kind_has_an_empty_board(kind: str) -> None:
    """To begin with."""
    text = edit.fragment(None, kind).removeprefix("#p=")
    assert json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))["kind"] == kind


def test_the_port_is_the_same_each_time_and_another_where_it_is_taken() -> None:
    """Browsers keep drafts by address."""
    one = EditorServer()
    other = EditorServer()
    try:
        assert other.server_port not in (PORT, one.server_port)
    finally:
        one.close()
        other.close()


@pytest.mark.parametrize(("arguments", "message"), [
    (["nowhere.dnd"], "cannot be read"), (["--port", "70000"], "70000"), (["--kind", "chess"], "chess"),
])  # fmt: skip
def test_what_cannot_be_served_is_told(served: list[str], arguments: list[str], message: str) -> None:
    """As bad usage, before any page."""
    ran = run("edit", *arguments)
    assert (ran.status, served) == (2, [])
    assert message in ran.err


def test_a_board_that_no_page_draws_is_refused(served: list[str], tmp_path: Path) -> None:
    """With its size."""
    large = tmp_path / "large.queens"
    large.write_text("100\n")
    ran = run("edit", large)
    assert (ran.status, "64x64" in ran.err) == (2, True)
