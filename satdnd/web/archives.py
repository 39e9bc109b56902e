"""Zip archives of what the page's Python imports: the package without its commands, and a small part of networkx."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from pathlib import Path

_EPOCH = (1980, 1, 1, 0, 0, 0)
_ELSEWHERE = ("__pycache__", "static", "cli", "bulk")
"""Folders of the package that Python in a page does not need."""
_GRAPHS = {
    "__init__": """
from networkx.lazy_imports import _lazy_import
from networkx.exception import *
from networkx import utils
from networkx.utils import _clear_cache, _dispatchable
config = utils.backends._set_configs_from_environment()
utils.config = utils.configs.config = config
from networkx import classes
from networkx.classes import filters
from networkx.classes import *
from networkx import convert
from networkx.convert import *
from networkx import relabel
from networkx.relabel import *
from networkx.generators import *
from networkx.algorithms.components import *
""",
    "generators/__init__": """
from networkx.generators.classic import *
from networkx.generators.lattice import *
""",
    "algorithms/__init__": "",
    "algorithms/components/__init__": "from networkx.algorithms.components.connected import *\n",
}
"""The initial imports of networkx in a page: graphs, grids and components. All of networkx takes a third of a page's
memory.
"""
_KEPT = (
    "algorithms/components/connected",
    "classes/",
    "convert",
    "exception",
    "generators/classic",
    "generators/lattice",
    "lazy_imports",
    "relabel",
    "utils/",
)


def code() -> bytes:
    """The package as a zip archive, without the files of the page; the same package gives the same archive."""
    return _zipped((name, file.read_bytes()) for name, file in sorted(_modules(files("satdnd"), "satdnd/")))


def graphs(wheel: Path) -> bytes:
    """The parts of networkx, from its *wheel*, that the referees use."""
    with zipfile.ZipFile(wheel) as whole:
        kept = {
            name: whole.read(name)
            for name in whole.namelist()
            if name.removeprefix("networkx/").startswith(_KEPT) and name.endswith(".py") and "/tests/" not in name
        }
    kept |= {f"networkx/{name}.py": text.encode() for name, text in _GRAPHS.items()}
    return _zipped(sorted(kept.items()))


def _zipped(entries: Iterable[tuple[str, bytes]]) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return data.getvalue()


def _modules(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if not entry.is_dir():
            if not entry.name.endswith(".ttf"):  # fonts are for PNG and PDF, which are not made in a page
                yield path + entry.name, entry
        elif entry.name not in _ELSEWHERE:
            yield from _modules(entry, f"{path}{entry.name}/")
