"""How long a question may take, how much memory it may use, and how it is stopped from outside."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from satdnd.errors import Undecided

_LOOK = 0.02
"""Seconds between two looks at the memory, and of `Budget.check` at the rest: one costs some ten microseconds."""
_FEW = 1_000
"""Clauses that are made in less time than it takes to look at the memory."""
BYTES_A_CLAUSE = 250
"""What a clause of two or three literals takes in Python and in the solver together, about."""


@dataclass(eq=False)
class Budget:
    """Limits of one question; each may be None: without that limit.

    Loops call `check`, which costs a fraction of a microsecond; solvers ask `left` and `conflicts`.
    """

    deadline: float | None = None
    """Value of time.monotonic() at which to stop."""
    conflicts: int | None = None
    """Conflicts left, counted down by sessions to 0; solvers look only now and then, and may overrun a little."""
    memory: int | None = None
    """Bytes that this process may grow by (resident), from when the budget was made."""
    stop: Callable[[], bool] | None = None
    """Asked now and then; True: stop (set by another thread, a signal)."""
    why: str = field(default="", init=False)
    """The limit that was found to be reached when this was looked at last; empty: none."""
    _before: int = field(default=0, init=False, repr=False)
    _due: float = field(default=0.0, init=False, repr=False)
    """When the memory is looked at next, and by `check` everything."""
    _whole: Budget | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        now = monotonic()
        self._before = 0 if self.memory is None else _held(now)
        if self.stop is None:  # else the first look is at once: it may have been stopped before
            self._wait(now)

    @classmethod
    def of(
        cls,
        seconds: float | None = None,
        conflicts: int | None = None,
        *,
        memory: int | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Budget:
        """A budget that begins now."""
        return cls(None if seconds is None else monotonic() + seconds, conflicts, memory, stop)

    @property
    def spent(self) -> bool:
        """Whether time, conflicts or memory ran out, or `stop` says so."""
        self.why = self._reason()
        return bool(self.why)

    @property
    def left(self) -> float:
        """Seconds left, 0 or more; infinite without a deadline."""
        return float("inf") if self.deadline is None else max(0.0, self.deadline - monotonic())

    @property
    def room(self) -> float:
        """Bytes that this process may still grow by, 0 or more; infinite without a memory limit."""
        return float("inf") if self.memory is None else max(0, self._before + self.memory - resident())

    def check(self) -> None:
        """Go on, or raise Undecided with the reason. Memory and `stop` are looked at every 20 ms of calls."""
        now = monotonic()
        if now < self._due and (self.conflicts is None or self.conflicts > 0):
            return
        if self.spent:
            raise Undecided(self.why)

    def afford(self, clauses: int, what: str = "compiling") -> None:
        """Undecided where so many clauses are more than the memory limit: said before it is tried.

        Of few clauses that is not asked: to look takes longer than to make them, and `check` looks soon enough.
        """
        taken = clauses * BYTES_A_CLAUSE
        if clauses > _FEW and taken > self.room:
            many = f"{clauses / 1e6:.1f} million" if clauses >= 1e6 else f"{clauses:,}"
            raise Undecided(f"{what} would take some {many} clauses ({size(taken)}), more than the memory limit")

    def hold(self, taken: int, what: str) -> None:
        """Undecided where *what* takes more bytes than the memory limit leaves: said before it is tried."""
        if taken > self.room:
            raise Undecided(f"{what} would take {size(taken)}, more than the memory limit")

    def spend(self, conflicts: int) -> None:
        """Count *conflicts* down, here and in the budget that this one is a part of."""
        if self.conflicts is not None:
            self.conflicts = max(0, self.conflicts - conflicts)
        if self._whole is not None:
            self._whole.spend(conflicts)

    def part(self, share: float = 1.0, conflicts: int | None = None, seconds: float | None = None) -> Budget:
        """A budget of *share* (0 to 1) of the seconds left, of so many conflicts, with the same memory and stop.

        *seconds*: and no more than these.
        """
        left = min(share * self.left, float("inf") if seconds is None else seconds)
        deadline = None if left == float("inf") else monotonic() + left
        few = [limit for limit in (conflicts, self.conflicts) if limit is not None]
        part = Budget(deadline, min(few, default=None), self.memory, self.stop)
        part._before = self._before
        part._whole = self
        return part

    def _wait(self, now: float) -> None:
        self._due = now + _LOOK if self.deadline is None else min(now + _LOOK, self.deadline)

    def _reason(self) -> str:
        """Why it is spent; empty while it is not."""
        now = monotonic()
        if self.deadline is not None and now >= self.deadline:
            return "the time limit was reached"
        if self.conflicts is not None and self.conflicts <= 0:
            return "the conflict limit was reached"
        if self.memory is not None and now >= self._due and resident() > self._before + self.memory:
            return f"the memory limit of {size(self.memory)} was reached"
        if self.stop is not None and self.stop():
            return "stopped"
        if now >= self._due:
            self._wait(now)
        return ""


_seen = -1.0, 0
"""When the memory was last looked at for a new budget, and what there was: many budgets in a moment share a look."""


def _held(now: float) -> int:
    global _seen
    if not 0 <= now - _seen[0] < _LOOK:
        _seen = now, resident()
    return _seen[1]


def size(count: float) -> str:
    """A number of bytes for people: ``2.0 GB``, ``512 MB`` (powers of 1000)."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


def resident() -> int:
    """Bytes that this process holds now; its peak where the system tells no more, 0 where it tells nothing."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
