"""Recognise answers where puzzles are expected, to explain the mistake."""

from __future__ import annotations

import re
from typing import Any

_STATUSES = ("solved", "unique", "multiple", "unsolvable", "undecided", "valid", "invalid")
HEADLINE = re.compile(rf"([^#].*): ({'|'.join(_STATUSES)})(?: \(.*\))?\r?")
"""The first line of a printed answer: the puzzle's name, the status."""
NO_PUZZLE = "this is an answer, not a puzzle: 'satdnd verify PUZZLE FILE' checks it"


def is_answer(record: dict[str, Any]) -> bool:
    """Whether a JSON object is an answer."""
    return isinstance(record.get("solutions"), list) and record.get("status") in _STATUSES
