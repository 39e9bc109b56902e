"""What a cell of a board says, as text with its place."""

from __future__ import annotations

import re

_RULED_OUT = re.compile(r"[≠-]((?:\w+,)*\w+)?")


class Sign(str):
    """The text in a cell of a board, and its place: line and column from 1."""

    line: int
    column: int

    @classmethod
    def at(cls, text: str, line: int, column: int) -> Sign:
        """*text* that begins at that place."""
        sign = cls(text)
        sign.line, sign.column = line, column
        return sign


def ruled_out(sign: str) -> list[str] | None:
    """The values that a cell shows as excluded (``≠1,4``), as far as they are listed; None if it excludes none."""
    found = _RULED_OUT.fullmatch(sign)
    return found and (found[1] or "").split(",") * bool(found[1])
