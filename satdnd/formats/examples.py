"""The example puzzles that come with satdnd, as texts: ``kinds/examples`` has one file for each kind."""

from __future__ import annotations

from importlib import resources

from satdnd.errors import UsageError
from satdnd.registry import KINDS


def examples_of(kind: str) -> list[str]:
    """The examples of one of satdnd's own kinds, with notes for name and source; the first is the smallest.

    Raises UsageError for any other kind, which has to bring its own, and for one without its file.
    """
    if not KINDS[kind].own:
        raise UsageError(f"the kind {kind!r} has no example, expected DeclaredKind(..., examples=[TEXT])")
    path = f"kinds/examples/{kind}{KINDS[kind].suffixes[0]}"
    try:
        text = resources.files("satdnd").joinpath(path).read_text("utf-8")
    except FileNotFoundError:
        raise UsageError(f"the kind {kind!r} has no example, expected one in satdnd/{path}") from None
    return [f"{example}\n" for example in text.rstrip("\n").split("\n\n")]
