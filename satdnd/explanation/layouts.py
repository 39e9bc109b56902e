"""Layouts of arguments: one sentence, or a line for each link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

_CASES = ("ab", ("i", "ii"), "AB")
"""The labels of cases by nesting depth."""


class ArgumentLayout:
    """An argument in one sentence."""

    between: ClassVar = " "
    """What separates arguments."""

    def chain(self, assumed: str, links: list[str], cases: Sequence[str], depth: int) -> str:
        """The text of an argument: what it assumes, its links, and the texts of its cases."""
        if cases:
            labelled = (f"({mark}) {case}" for mark, case in zip(_CASES[depth % len(_CASES)], cases, strict=False))
            links = [*links, f"there would be {len(cases)} cases: {'; '.join(labelled)}"]
            if not links[1:]:
                return f"{assumed}, {links[0]}"
        return f"{assumed}, then {', then '.join(links[:-1])}{', and ' if links[1:] else ''}{links[-1]}"


class ArgumentLines(ArgumentLayout):
    """An argument in numbered lines, one for each link, as in drawings; cases are indented."""

    between: ClassVar = "\n"

    def chain(self, assumed: str, links: list[str], cases: Sequence[str], depth: int) -> str:
        """The text of an argument: what it assumes, its links, and the texts of its cases."""
        lines = [f"  {i}. {link}" for i, link in enumerate(links, 1)]
        for mark, case in zip(_CASES[depth % len(_CASES)], cases, strict=False):
            first, *rest = case.split("\n")
            lines += [f"  ({mark}) {first}", *(f"  {line}" for line in rest)]
        return "\n".join([f"{assumed}:", *lines])
