"""Files of other programs that hold puzzles in a form of their own, which their first lines show.

Each form is one module here or in `links`, whose first lines name the source of its grammar. What it reads are
records: JSON objects of ours with ``kind`` (and ``name`` if the file has one), which the kind's own `from_json` checks
and makes puzzles of; so a form needs no code in any kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from satdnd.errors import InputError

Record: TypeAlias = dict[str, Any]
"""A puzzle as a JSON object of ours."""
HEAD = 4_000
"""The most characters of a text that `Document.recognises` sees."""
LONGEST = 1 << 24
"""The most characters of a document."""


@dataclass(frozen=True)
class Document:
    """One form."""

    name: str
    """As people call it: ``webpbn XML``."""
    kinds: tuple[str, ...]
    """The kinds of the puzzles that it can hold."""
    recognises: Callable[[str], bool]
    """Whether a text that begins like this, with at most `HEAD` characters, is of this form, for certain."""
    records: Callable[[str], Iterator[Record | InputError]]
    """Every puzzle of a text of this form, with an error (line and column where known) for each that cannot be read."""
    example: str
    """A short text of this form, for docs and tests."""
    suffixes: tuple[str, ...] = ()
    """The endings of its files' names: ``.non``."""
