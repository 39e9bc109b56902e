"""The example puzzles that come with satdnd, as texts: ``kinds/examples`` has one file for each kind."""

from __future__ import annotations

from importlib import resources

from satdnd.registry import KINDS


def examples_of(kind: str) -> list[str]:
    """The examples of one of satdnd's own kinds, with notes for name and source; the first is the smallest."""
    path = f"kinds/examples/{kind}{KINDS[kind].suffixes[0]}"
    text = resources.files("satdnd").joinpath(path).read_text("utf-8")
    return [f"{example}\n" for example in text.rstrip("\n").split("\n\n")]
