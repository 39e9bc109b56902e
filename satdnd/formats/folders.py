"""The puzzle files in a folder, ordered as people number them."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path


def puzzle_files(directory: Path, suffixes: Collection[str]) -> list[Path]:
    """The files below *directory* with one of the extensions, except hidden ones."""
    files = (path for path in directory.rglob("*") if path.suffix in suffixes and path.is_file())
    shown = (p for p in files if not any(part.startswith(".") for part in p.relative_to(directory).parts))
    return sorted(shown, key=lambda path: [_by_number(part) for part in path.parts])


def _by_number(name: str) -> list[tuple[bool, int, str]]:
    """The sort key of *name*: 2 before 10."""
    return [(word.isdecimal(), int(word) if word.isdecimal() else 0, word) for word in re.split(r"([0-9]+)", name)]
