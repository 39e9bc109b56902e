"""The files of the page, as they lie in the package."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from satdnd.declaration.kind import DeclaredKind
from satdnd.errors import SatdndError
from satdnd.registry import families, kind_object, loadable_kinds

INDEX = "index.html"
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
"""By the ending of the name."""
_LATER = ("pyodide-worker.js", "service-worker.js", "types.js")
"""Modules that the page does not begin with."""
_ENGINE = re.compile(r'<meta name="satdnd-engine" content="[^"]*">')


def static() -> Mapping[str, Traversable]:
    """Every file of the page by its path, as the page names it."""
    return dict(_below(files("satdnd.web").joinpath("static"), ""))


def declared_kinds() -> dict[str, dict[str, Any]]:
    """What the page makes the input rules of kinds without a module of their own of, by their names."""
    kinds = (kind_object(name) for name in loadable_kinds() if not _has_module(name))
    return {kind.name: kind.page for kind in kinds if isinstance(kind, DeclaredKind) and kind.page}


def drawn_kinds() -> list[str]:
    """The names of the kinds that the page draws."""
    declared = declared_kinds()
    return [name for name in loadable_kinds() if name in declared or _has_module(name)]


def drawn_families() -> list[tuple[str, list[str]]]:
    """The same by family, as a list of pairs."""
    drawn = drawn_kinds()
    found = [(family, [name for name in names if name in drawn]) for family, names in families().items()]
    return [(family, names) for family, names in found if names]


def _has_module(kind: str) -> bool:
    return files("satdnd.web").joinpath("static", f"kind-{kind}.js").is_file()


def _below(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        name = path + entry.name
        if entry.is_dir():
            yield from _below(entry, name + "/")
        else:
            yield name, entry


def page(engine: str, token: str = "", policy: str = "") -> str:
    """The text of the page for one engine.

    Args:
        engine: ``local`` or ``pyodide``.
        token: what it has to bring with its questions, one for each engine that it may ask; empty: nothing.
        policy: its content security policy, where no server sends one.
    """
    names = static()
    text = names[INDEX].read_text("utf-8")
    metas = f'<meta name="satdnd-engine" content="{engine}">'
    for part, records in (("declared", [*declared_kinds().values()]), ("families", drawn_families())):
        told = json.dumps(records).replace("<", "\\u003c")
        metas += f'\n    <script type="application/json" id="{part}">{told}</script>'
    for name in sorted(names):  # else each module is asked for when another that imports it is there
        if name.endswith(".js") and name not in _LATER:
            metas += f'\n    <link rel="modulepreload" href="{name}">'
    if policy:
        metas = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n    {metas}'
    if token:
        metas += f'\n    <meta name="satdnd-token" content="{token}">'
    if not _ENGINE.search(text):
        raise SatdndError("the page does not say where its engine is to be named")
    return _ENGINE.sub(lambda _: metas, text, count=1)
