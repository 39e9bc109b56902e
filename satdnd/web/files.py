"""The files of the page, as they lie in the package."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from satdnd.declaration.kind import DeclaredKind
from satdnd.draw import forms
from satdnd.draw.picture import Panel
from satdnd.errors import SatdndError
from satdnd.formats.loading import example_text, read_text
from satdnd.registry import KINDS, OTHER_NAMES, families, kind_object, loadable_kinds

INDEX = "index.html"
MODULE = "page.js"
"""The file in a kind's folder with its input rules, if they do not follow from data."""
CONTENT_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""Content types by file extension."""
_LATER = ("pyodide-worker.js", "service-worker.js", "types.js")
"""Modules that the page does not load at the start."""
_ENGINE = re.compile(r'<meta name="satdnd-engine" content="[^"]*">')


def static() -> Mapping[str, Traversable]:
    """Every file of the page, by the path that the page uses: its own files, and the modules of kinds."""
    own = dict(_below(files("satdnd.web").joinpath("static"), ""))
    return own | {f"{kind}/{MODULE}": module for kind, module in _modules().items()}


def drawn_kinds() -> dict[str, dict[str, Any]]:
    """For each kind that the page draws, the source of its input rules: data, or the path of its module."""
    modules, drawn = _modules(), dict[str, dict[str, Any]]()
    for name in loadable_kinds():
        if name in modules:
            drawn[name] = {"name": name, "module": f"./{name}/{MODULE}"}
        elif isinstance(kind := kind_object(name), DeclaredKind) and kind.page:
            drawn[name] = kind.page
    return drawn


def drawn_families() -> list[tuple[str, list[str]]]:
    """The kinds that the page draws, by family, as a list of pairs."""
    drawn = drawn_kinds()
    found = [(family, [name for name in names if name in drawn]) for family, names in families().items()]
    return [(family, names) for family, names in found if names]


def pictures() -> dict[str, str]:
    """The kinds that the page draws, by the paths of their pictures."""
    return {f"pictures/{name}.svg": name for name in drawn_kinds()}


@cache
def picture(kind: str) -> bytes:
    """The example of a kind as SVG, without its name."""
    puzzle = next(read_text(example_text(kind), "", kind)).puzzle
    return forms.render("svg", [[Panel("", kind_object(kind).picture(puzzle))]])


def _modules() -> dict[str, Traversable]:
    """The page modules in the folders of kinds, by kind."""
    folders = {name: KINDS[name].home.removesuffix(".kind") for name in loadable_kinds()}
    found = {name: files(home).joinpath(MODULE) for name, home in folders.items() if home != KINDS[name].home}
    return {name: module for name, module in found.items() if module.is_file()}


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        name = path + entry.name
        if entry.is_dir():
            yield from _below(entry, name + "/")
        else:
            yield name, entry


def page(engine: str, token: str = "", policy: str = "") -> str:
    """The HTML of the page for one engine.

    Args:
        engine: ``local`` or ``pyodide``.
        token: the tokens that its questions must carry, one for each engine process; empty: none.
        policy: its content security policy, if no server sends one.
    """
    names = static()
    text = names[INDEX].read_text("utf-8")
    metas = f'<meta name="satdnd-engine" content="{engine}">'
    parts = {"kinds": [*drawn_kinds().values()], "families": drawn_families(), "other-names": OTHER_NAMES}
    for part, records in parts.items():
        data = json.dumps(records).replace("<", "\\u003c")
        metas += f'\n    <script type="application/json" id="{part}">{data}</script>'
    for name in sorted(names):  # otherwise a module is only requested once another that imports it has arrived
        if name.endswith(".js") and name not in _LATER:
            metas += f'\n    <link rel="modulepreload" href="{name}">'
    if policy:
        metas = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n    {metas}'
    if token:
        metas += f'\n    <meta name="satdnd-token" content="{token}">'
    if not _ENGINE.search(text):
        raise SatdndError("the page has no place for the name of its engine")
    return _ENGINE.sub(lambda _: metas, text, count=1)
