"""``satdnd edit``."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from base64 import urlsafe_b64encode
from typing import Any

import click

from satdnd.cli import options
from satdnd.cli.run import one_puzzle
from satdnd.cli.usage import GroupedCommand
from satdnd.errors import UsageError


@click.command("edit", cls=GroupedCommand)
@click.argument("puzzle", required=False)
@options.kind_option
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="N", help="Port of the editor; 0: any free one [default: 8427]."
)
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser, or only print its address.")
def command(puzzle: str | None, kind: str | None, port: int | None, browser: bool) -> None:
    """Open the editor in a browser: what follows, what differs, why, and what would fix it, after every click.

    Only this machine can reach it, and no data leaves it. The first line is the page's address; Ctrl-C ends it.

    \b
    Example:
      satdnd edit my.dnd
    """
    from satdnd.web.files import drawn_families
    from satdnd.web.server import EditorServer

    begins = fragment(puzzle, kind) if puzzle or kind else ""
    server = EditorServer(port)
    try:
        address = server.address + begins
        click.echo(address)
        click.echo("Press Ctrl-C to stop.")
        threading.Thread(target=drawn_families, daemon=True).start()  # load the kinds while the browser starts
        if browser:
            threading.Thread(target=_open, args=(address,), daemon=True).start()
        server.serve_forever(poll_interval=0.2)
    finally:
        server.close()


def fragment(path: str | None, kind: str | None) -> str:
    """The fragment of the address of a page that begins with a puzzle; it never reaches a server."""
    from satdnd.engine.kind import kind_named, kind_of
    from satdnd.web.board import check_size, sides
    from satdnd.web.files import drawn_kinds

    own = kind_named(kind) if kind and not path else None
    puzzle: Any = own.empty(*own.usual_size) if own else one_puzzle(path or "-", kind).puzzle
    check_size(*sides(puzzle))
    if puzzle.kind not in drawn_kinds():
        raise UsageError(f"the editor does not draw {puzzle.kind}; 'satdnd show' does, as text, SVG, PNG and PDF")
    text = json.dumps(kind_of(puzzle).texts.to_json(puzzle), ensure_ascii=False, separators=(",", ":"))
    return "#p=" + urlsafe_b64encode(text.encode("utf-8")).decode("ascii").rstrip("=")


def _open(address: str) -> None:
    """Open *address* in the user's browser, unless the only one is a text browser; the address was printed."""
    import webbrowser

    with contextlib.suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser or os.environ.get("BROWSER"):
            browser.open(address)
