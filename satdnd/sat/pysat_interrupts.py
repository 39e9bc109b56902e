"""Ctrl-C while PySAT's C code runs.

On Ctrl-C in the main thread PySAT jumps out of its C code (``longjmp``) and raises its own error. Afterwards the heap
may be corrupt, the solver can be neither asked nor deleted, and the next Ctrl-C would jump into a frame that no longer
exists. If PySAT believes that it is not in the main thread, it leaves the signal to Python, which raises
KeyboardInterrupt when the call returns. So all short calls are made that way, and only calls that may take minutes are
allowed to jump.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

_jumped = False


class interruptible:  # noqa: N801  (used like a function)
    """Context for every call into PySAT, or for many of them: Ctrl-C becomes KeyboardInterrupt.

    A class, since a generator would add four microseconds to the thirty that a small question takes.

    Args:
        jump: True: interrupt at once by a jump out of the C code, after which the process is `wrecked`. False:
            interrupt when the call returns.
    """

    def __init__(self, *, jump: bool = False) -> None:
        self._jump = jump
        self._thread, self._may_jump = _main_thread()
        self._handlers: dict[int, Any] = {}

    def __enter__(self) -> None:
        self._check = self._thread.check
        self._thread.check = self._may_jump if self._jump else _elsewhere
        if self._jump:
            self._handlers = _give_up_handlers()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        self._thread.check = self._check
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if type(error).__module__ in ("pysolvers", "pycard") and "keyboard interrupt" in str(error).lower():
            global _jumped
            _jumped = True
            # PySAT leaves its own handler installed, and the signal blocked.
            signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT) or signal.SIG_DFL)
            if hasattr(signal, "pthread_sigmask"):
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            raise KeyboardInterrupt from None


@cache
def _main_thread() -> tuple[Any, Callable[[], bool]]:
    """The class that PySAT asks whether it is in the main thread, and so may jump; and its true answer."""
    from pysat._utils import MainThread

    return MainThread, MainThread.check


def _give_up_handlers() -> dict[int, Any]:
    """Let SIGTERM and SIGHUP end the process: Python's handlers would wait for the C code to return, perhaps for hours.

    Returns:
        The handlers to restore.
    """
    if threading.current_thread() is not threading.main_thread():
        return {}
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    own = {number: handler for number in numbers if callable(handler := signal.getsignal(number))}
    for number in own:
        signal.signal(number, signal.SIG_DFL)
    return own


@contextmanager
def alarm_kept() -> Iterator[None]:
    """Give timer and handler of SIGALRM back to whoever has them, after a search by a solver that takes them."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    (left, interval), handler = signal.getitimer(signal.ITIMER_REAL), signal.getsignal(signal.SIGALRM)
    started = time.monotonic()
    try:
        yield
    finally:
        if signal.getitimer(signal.ITIMER_REAL)[0] > left:
            soon = left and max(1e-3, left - (time.monotonic() - started))
            signal.setitimer(signal.ITIMER_REAL, soon, interval)
            if handler is not None and threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGALRM, handler)


def wrecked() -> bool:
    """Whether C code was jumped out of: leave with `os._exit` as soon as all output is written."""
    return _jumped


def abandon(solver: Any) -> None:
    """Make sure that a PySAT solver that was jumped out of is never deleted; its memory is lost."""
    inner = getattr(solver, "solver", None)
    for name, value in list(vars(inner).items()) if inner is not None else ():
        if type(value).__name__ == "PyCapsule":
            setattr(inner, name, None)


def _elsewhere() -> bool:
    return False
