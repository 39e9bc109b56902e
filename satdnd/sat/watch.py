"""A budget that is checked from outside, for code that does not check it: a kind's rules, and what they are made of."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import TypeVar

from satdnd.errors import Undecided
from satdnd.sat.budget import Budget

T = TypeVar("T")
_EVERY = 0.1
"""Seconds between two checks."""


def watched(budget: Budget, make: Callable[[], T]) -> T:
    """The result of *make*, which is interrupted wherever it is as soon as *budget* is spent.

    *make* must keep nothing that a sudden exception could leave half done: it makes a value, and uses no session. In
    threads other than the main one, on systems without timers (Windows, browsers), and if the program or a solver
    uses SIGALRM itself, only what checks the budget is interrupted.

    Raises:
        Undecided: the budget was spent.
    """
    if not _free():
        return make()
    signal.signal(signal.SIGALRM, _look)
    signal.setitimer(signal.ITIMER_REAL, _EVERY, _EVERY)
    try:
        return make()
    finally:
        _end()


def _free() -> bool:
    """Whether there is a timer that nobody uses; a call within another one is watched already."""
    if not hasattr(signal, "setitimer") or sys.platform == "emscripten":
        return False
    if threading.current_thread() is not threading.main_thread():
        return False
    return signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, _look) and not signal.getitimer(signal.ITIMER_REAL)[0]


def _look(number: int, frame: FrameType | None) -> None:
    """Check the budgets of the calls of `watched` that are running; without one, its end was interrupted by this.

    Not within the finalizer of an object, or a callback of the garbage collector: Python drops what is raised there,
    with a message.
    """
    calls, collecting = [], {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code in collecting:
            return
        if frame.f_code is watched.__code__:
            calls.append(frame)
        frame = frame.f_back
    if not calls:
        _end()
    for call in calls:
        budget: Budget = call.f_locals["budget"]
        if budget.spent:
            raise Undecided(budget.why)


def _end() -> None:
    signal.setitimer(signal.ITIMER_REAL, 0)
    with suppress(Undecided):  # from a last signal on its way, which is handled first
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        return
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
