"""A real browser, and the two engines that answer the page."""

from __future__ import annotations

import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from addresses import fragment, satdnd

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--overscroll-history-navigation=0",  # a finger that moves to the right would sometimes leave the page
]
SLOW = 180_000
"""Milliseconds that anything may take before it counts as not coming at all; nothing is measured with it."""
SITE = os.environ.get("SATDND_SITE")
"""A static site that was built already, so that it is not built again."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's chromium, driven by playwright."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        pytest.skip("there is no chromium here (apt-get install chromium)")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright drives the browser (pip install playwright)"
    )
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session", params=["local", "pyodide"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Which engine answers, and the address of its page."""
    if request.param == "local":
        command = [sys.executable, "-m", "satdnd", "edit", "--port", "0", "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            yield "local", server.stdout.readline().strip()
            server.terminate()
            server.stdout.close()
        return
    site = Path(SITE) if SITE else tmp_path_factory.mktemp("site")
    if not SITE:
        built = satdnd("web", "--output", str(site))
        assert built.returncode == 0, built.stderr
    handler = partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield "pyodide", f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files, without a line for each on the terminal."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def visit(chromium: Any, engine: tuple[str, str]) -> Iterator[Callable[..., Any]]:
    """``visit(puzzle, **context)``: a page in a fresh context, with that puzzle, its engine ready.

    At the end of each test: no error was told on the console but for the *forgiven*, which a test causes itself, and
    nothing was asked of another host.
    """
    contexts, troubles, forgiven = [], list[str](), list[str]()
    host = engine[1].split("/")[2]

    def asked(request: Any) -> None:
        address = request.url
        if not address.startswith(("data:", "blob:")) and address.split("/")[2] != host:
            troubles.append(f"a request to {address}")

    def said(message: Any) -> None:
        if message.type == "error" and not any(word in message.text for word in forgiven):
            troubles.append(f"on the console: {message.text}")

    def opened(
        puzzle: dict[str, Any] | None = None,
        *,
        address: str = "",
        ready: bool = True,
        forgive: Sequence[str] = (),
        **options: Any,
    ) -> Any:
        forgiven.extend(forgive)
        context = chromium.new_context(viewport=options.pop("viewport", {"width": 1280, "height": 860}), **options)
        contexts.append(context)
        context.set_default_timeout(SLOW)
        context.add_init_script("window.print = () => { document.documentElement.dataset.printed = 'yes'; };")
        context.on("request", asked)
        page = context.new_page()
        page.on("console", said)
        page.on("pageerror", lambda error: troubles.append(f"an error: {error}"))
        page.goto(address or engine[1] + (fragment(puzzle) if puzzle else ""))
        if ready:
            page.wait_for_selector('html[data-engine="ready"]')
        return page

    yield opened
    found = [*troubles]  # a page that is closed while it asks is refused
    for context in contexts:
        context.close()
    assert not found, "\n".join(found)
