"""Limits for a page, shared by server and engine; imports nothing."""

from __future__ import annotations

from typing import Any

SECONDS = 60.0
"""Default time limit of a question."""
QUICK = {"live": 3.0, "why": 10.0, "follows": 10.0, "draw": 10.0, "read": 10.0, "check": 10.0, "mend": 20.0}
"""Time limits of operations for which people wait."""
MOST_SECONDS = 3600.0
"""The longest time limit that a question may ask for."""
MOST_MEMORY = 4 << 30
"""Bytes of memory that the engine of a page may use."""
MOST_BYTES = 32 << 20
"""Bytes of a message."""
LARGEST = 64
"""The most rows and columns of a board that a page draws."""


def seconds_of(operation: Any, wished: Any) -> float:
    """The time limit of a question; *wished* is the requested one (ignored unless a number)."""
    number = type(wished) in (int, float) and 0 <= wished < float("inf")
    return min(float(wished) if number else QUICK.get(str(operation), SECONDS), MOST_SECONDS)
