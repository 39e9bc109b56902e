"""How long drawing may take, and how much memory: whatever draws looks at the limit row by row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from satdnd.errors import Undecided
from satdnd.sat.budget import Budget, size

_BUDGET: ContextVar[Budget | None] = ContextVar("drawing", default=None)
"""Not handed down through kinds and renderers, of which only the loops would look at it."""


@contextmanager
def limited(budget: Budget) -> Iterator[None]:
    """What is drawn within raises Undecided where *budget* does not reach."""
    before = _BUDGET.set(budget)
    try:
        yield
    finally:
        _BUDGET.reset(before)


def look() -> None:
    """Go on, or raise Undecided."""
    if budget := _BUDGET.get():
        budget.check()


def afford(seconds: float, taken: float) -> None:
    """Undecided where a step that looks at nothing takes about so many *seconds* and bytes, and there are fewer."""
    if not (budget := _BUDGET.get()):
        return
    budget.check()
    if seconds > budget.left:
        raise Undecided(f"drawing it would take some {seconds:.0f} s, more than the time limit")
    if taken > budget.room:
        raise Undecided(f"drawing it would take some {size(taken)}, more than the memory limit")
