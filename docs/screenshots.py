"""The pictures of the editor in the documentation: ``python docs/screenshots.py``, with chromium and playwright.

Not part of ``make docs``: another version of the browser draws other pixels. Look at them after making them again.
"""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
MOST = 300_000
"""Bytes of a picture."""


def main() -> None:
    """Make all of them."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-m", "satdnd", "edit", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as driver:
        assert server.stdout
        address = server.stdout.readline().strip()
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])

        def shoot(name: str, puzzle: dict[str, Any], act: Callable[[Any], None], **options: Any) -> None:
            page = browser.new_context(**options).new_page()
            page.add_init_script("window.print = () => { document.documentElement.dataset.printed = 'yes'; };")
            page.goto(address + "#p=" + base64.urlsafe_b64encode(json.dumps(puzzle).encode()).decode().rstrip("="))
            page.wait_for_selector('html:not([data-status=""])')
            act(page)
            page.evaluate("scrollTo(0, 0)")
            if not (DOCS / name).exists() or options.get("viewport"):
                page.screenshot(path=DOCS / name)
            page.context.close()
            size = (DOCS / name).stat().st_size
            assert size < MOST, f"{name}: {size} bytes"
            print(name, size)

        wide, narrow = {"width": 1200, "height": 790}, {"width": 320, "height": 640}
        shoot("editor.png", instance("example-8x8.dnd"), why, viewport=wide)
        several = instance("example-8x8.dnd") | {"rows": [None, None, 5, 3, 4, 1, None, 4]}
        several["columns"] = [1, None, 2, 7, 0, 4, None, 4]
        shoot("editor-dark.png", several, setting, viewport=wide, color_scheme="dark")
        shoot("editor-narrow.png", instance("example-8x8.dnd"), playing, viewport=narrow, has_touch=True)
        shoot("editor-print.png", instance("example-8x8.dnd"), printing)
        browser.close()
        server.terminate()


def instance(name: str) -> dict[str, Any]:
    """A dungeon of the repository, as JSON."""
    path = DOCS.parent / "instances" / "dungeon" / name
    done = subprocess.run(
        [sys.executable, "-m", "satdnd", "convert", "--format", "json", str(path)], capture_output=True, check=True
    )
    record: dict[str, Any] = json.loads(done.stdout)
    return record


def mark(page: Any, walls: str, dots: str = "") -> None:
    """Click walls and dots at cells written as ``r,c``, with blanks between."""
    for cells, button in ((walls, "left"), (dots, "right")):
        for cell in cells.split():
            page.locator(f'#board [data-cell="{cell}"]').click(button=button)


def why(page: Any) -> None:
    """Some marks, and why a cell is as it is."""
    mark(page, "0,5 0,6 0,7 2,5 2,6 2,7", "0,4 1,4 2,4 3,4 4,4 5,4 6,4 7,4 1,5 1,6")
    page.locator("#hint").click()
    page.locator("#more").click()
    page.locator("#more").click()
    page.wait_for_timeout(300)


def setting(page: Any) -> None:
    """A puzzle that is not finished: where its solutions differ, two of them, and what would mend it."""
    page.locator("#set").click()
    page.wait_for_selector(".board .differs")
    page.locator("[data-act=two]").click()
    page.wait_for_selector(".pair")
    page.locator("[data-act=make_unique]").click()
    page.wait_for_selector("[data-repair]")


def playing(page: Any) -> None:
    """On a telephone."""
    mark(page, "0,5 0,6 0,7")
    page.locator('#board [data-cell="0,4"]').tap()
    page.locator('#board [data-cell="0,4"]').tap()
    page.locator("h2").first.evaluate("() => document.activeElement.blur()")


def printing(page: Any) -> None:
    """Both pages of the print sheet, side by side."""
    page.locator("#print").click()
    page.wait_for_selector('html[data-printed="yes"]')
    from PIL import Image

    with tempfile.TemporaryDirectory() as place:
        sheet = Path(place) / "sheet.pdf"
        page.pdf(path=sheet, prefer_css_page_size=True, print_background=True)
        subprocess.run(["pdftoppm", "-png", "-r", "60", sheet, Path(place) / "page"], check=True)
        pages = [Image.open(path) for path in sorted(Path(place).glob("page-*.png"))]
        whole = Image.new("RGB", (sum(x.width + 12 for x in pages) + 12, pages[0].height + 24), "#8a8780")
        for i, each in enumerate(pages):
            whole.paste(each, (12 + i * (each.width + 12), 12))
        whole.save(DOCS / "editor-print.png", optimize=True)


if __name__ == "__main__":
    main()
