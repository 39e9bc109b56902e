"""Limits on the time and memory of drawing, checked row by row wherever something is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from satdnd.errors import Undecided
from satdnd.sat.budget import Budget, size

_BUDGET: ContextVar[Budget | None] = ContextVar("drawing", default=None)
"""A context variable, so that it need not be passed through functions that do not use it."""


@contextmanager
def limited(budget: Budget) -> Iterator[None]:
    """Within this block, drawing raises Undecided if *budget* does not suffice."""
    before = _BUDGET.set(budget)
    try:
        yield
    finally:
        _BUDGET.reset(before)


def look() -> None:
    """Raise Undecided if the budget is spent."""
    if budget := _BUDGET.get():
        budget.check()


def afford(seconds: float, taken: float) -> None:
    """Raise Undecided if a step without its own checks needs more *seconds* or *taken* bytes than are left."""
    if not (budget := _BUDGET.get()):
        return
    budget.check()
    if seconds > budget.left:
        raise Undecided(f"drawing it would take about {seconds:.0f} s, more than the time limit")
    if taken > budget.room:
        raise Undecided(f"drawing it would take about {size(taken)}, more than the memory limit")
