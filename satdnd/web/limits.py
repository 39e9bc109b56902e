"""What a page may take; server and engine agree on it, so nothing is imported here."""

from __future__ import annotations

from typing import Any

SECONDS = 60.0
"""What a question may take that does not say its own time."""
QUICK = {"live": 3.0, "why": 10.0, "draw": 10.0, "read": 10.0, "check": 10.0, "mend": 20.0}
"""The same of operations that people wait for with a finger on the button."""
MOST_SECONDS = 3600.0
"""What a question may ask for."""
MOST_MEMORY = 4 << 30
"""Bytes that the engine of a page may hold."""
MOST_BYTES = 32 << 20
"""Bytes of a message."""
LARGEST = 64
"""Rows and columns of the largest board that a page draws."""


def seconds_of(operation: Any, wished: Any) -> float:
    """What a question may take, where *wished* is what it says (None, or rubbish: nothing)."""
    number = type(wished) in (int, float) and 0 <= wished < float("inf")
    return min(float(wished) if number else QUICK.get(str(operation), SECONDS), MOST_SECONDS)
