"""Ripple effects: every way to put the numbers of each area into its cells tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from samples import suguru
from satdnd.kinds.ripple import Ripple

TEXT = "areas\nabbc\nadbc\nddbc\nddbc\nrows\n...4\n..41\n.2..\n4...\n"
SEVERAL = "areas\nabbc\nadbc\nddbc\nddbc\nrows\n...4\n..4.\n....\n....\n"
LINKS = ["ripple/4/4/9n8rigk14h32k"]  # robx/pzprjs, test/script/ripple.js
common = suguru.common


def puzzles() -> Iterator[Any]:
    """Those of suguru."""
    return suguru.puzzles(Ripple)


def solutions(puzzle: Ripple) -> Iterator[suguru.Board]:
    """Between equal numbers of a line are at least as many cells."""

    def near(one: suguru.Place, other: suguru.Place, number: int) -> bool:
        """Whether they share a line, and there are fewer cells between them."""
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        return 0 in (down, right) and down + right - 1 < number

    return suguru.boards(puzzle, near)


@cache
def large() -> Ripple:
    """Areas of 2x3 cells."""
    names = tuple("".join(chr(0x4E00 + r // 2 * 20 + c // 3) for c in range(60)) for r in range(60))
    return Ripple(names)  # type: ignore[arg-type]  # rows of names
