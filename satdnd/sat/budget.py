"""Limits on the time and memory of a question, and a way to stop it from outside."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from satdnd.errors import Undecided

_LOOK = 0.02
"""Seconds between two checks of the memory, and between two full checks by `Budget.check`; one takes about 10 us."""
_FEW = 1_000
"""The number of clauses that are made faster than the memory is measured."""
BYTES_A_CLAUSE = 250
"""Approximate memory of a clause of two or three literals, in Python and in the solver together."""


@dataclass(eq=False)
class Budget:
    """The limits of one question; None means no limit.

    Loops call `check`, which costs a fraction of a microsecond; solvers read `left` and `conflicts`.
    """

    deadline: float | None = None
    """Value of time.monotonic() at which to stop."""
    conflicts: int | None = None
    """Conflicts left. Sessions count it down to 0, but look at it only now and then, and so may overrun a little."""
    memory: int | None = None
    """Bytes by which the resident memory of this process may grow, counted from when the budget was made."""
    stop: Callable[[], bool] | None = None
    """Called regularly; True means stop. Another thread or a signal may set it."""
    why: str = field(default="", init=False)
    """The limit that was reached when last checked; empty: none."""
    _before: int = field(default=0, init=False, repr=False)
    _due: float = field(default=0.0, init=False, repr=False)
    """When the memory is next looked at, and when `check` next looks at everything."""
    _whole: Budget | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        now = monotonic()
        self._before = 0 if self.memory is None else _memory_in_use(now)
        if self.stop is None:  # otherwise the first check is immediate: it may have been stopped already
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
        """A budget that starts now."""
        return cls(None if seconds is None else monotonic() + seconds, conflicts, memory, stop)

    @property
    def spent(self) -> bool:
        """Whether time, conflicts or memory have run out, or `stop` returns True."""
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
        """Raise Undecided, with the reason, if the budget is spent. Looks at memory and `stop` at most every 20 ms."""
        now = monotonic()
        if now < self._due and (self.conflicts is None or self.conflicts > 0):
            return
        if self.spent:
            raise Undecided(self.why)

    def afford(self, clauses: int, what: str = "compiling") -> None:
        """Raise Undecided if that many clauses would exceed the memory limit, before trying.

        Does nothing for few clauses: measuring the memory takes longer than making them, and `check` follows
        soon enough.
        """
        taken = clauses * BYTES_A_CLAUSE
        if clauses > _FEW and taken > self.room:
            many = f"{clauses / 1e6:.1f} million" if clauses >= 1e6 else f"{clauses:,}"
            raise Undecided(f"{what} would take about {many} clauses ({size(taken)}), more than the memory limit")

    def hold(self, taken: int, what: str) -> None:
        """Raise Undecided if *what* takes more bytes than the memory limit leaves, before trying."""
        if taken > self.room:
            raise Undecided(f"{what} would take {size(taken)}, more than the memory limit")

    def spend(self, conflicts: int) -> None:
        """Subtract *conflicts* here and from the budget that this one is a part of."""
        if self.conflicts is not None:
            self.conflicts = max(0, self.conflicts - conflicts)
        if self._whole is not None:
            self._whole.spend(conflicts)

    def part(self, share: float = 1.0, conflicts: int | None = None, seconds: float | None = None) -> Budget:
        """A budget of *share* (0 to 1) of the seconds left and at most *conflicts*, with the same memory limit and
        `stop`.

        *seconds* is a further upper limit.
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
        """Why the budget is spent; empty if it is not."""
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
"""When the memory was last measured for a new budget, and its size: budgets made in quick succession share it."""


def _memory_in_use(now: float) -> int:
    global _seen
    if not 0 <= now - _seen[0] < _LOOK:
        _seen = now, resident()
    return _seen[1]


def size(count: float) -> str:
    """A number of bytes for people: ``2.0 GB``, ``512 MB`` (powers of 1000)."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


def resident() -> int:
    """The resident memory of this process in bytes; its peak if only that is known, 0 if neither is."""
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
