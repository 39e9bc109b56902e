"""How the judge quotes an explanation in its messages."""

from __future__ import annotations

LONGEST = 100
"""The most characters of a text quoted in a message; no correct reason is longer."""


def quoted(text: str) -> str:
    """*text* in quotation marks, cut to `LONGEST` characters."""
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "...")


def difference(found: str, true: str, source: str) -> str:
    """A message with the first difference between a sentence and the regenerated one; *source* gives the latter."""
    same = next((i for i, (a, b) in enumerate(zip(found, true, strict=False)) if a != b), min(len(found), len(true)))
    started = found.rfind(" ", 0, same) + 1
    return f"it says {quoted(found[started:])}, but {source} {quoted(true[started:])}"
