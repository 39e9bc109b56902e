"""Answers where puzzles are expected: how they are known, and what is said of them."""

from __future__ import annotations

import re
from typing import Any

_STATUSES = ("solved", "unique", "multiple", "unsolvable", "undecided", "valid", "invalid")
HEADLINE = re.compile(rf"([^#].*): ({'|'.join(_STATUSES)})(?: \(.*\))?\r?")
"""How a printed answer begins: the puzzle's name, the status."""
NO_PUZZLE = "this is an answer, not a puzzle: 'satdnd verify PUZZLE FILE' checks it"


def is_answer(record: dict[str, Any]) -> bool:
    """Whether a JSON object is one."""
    return isinstance(record.get("solutions"), list) and record.get("status") in _STATUSES
