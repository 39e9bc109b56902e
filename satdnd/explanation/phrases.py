"""Verbs in all the forms that sentences need, and what a sign means."""

from __future__ import annotations

from typing import NamedTuple


class Verb(NamedTuple):
    """The forms of a verb used in sentences."""

    one: str
    many: str
    were: str
    """As in "if it were"."""
    would: str


BE = Verb("is", "are", "were", "would be")
HAVE = Verb("has", "have", "had", "would have")
HOLD = Verb("holds", "hold", "held", "would hold")


class Phrase(NamedTuple):
    """The meaning of a sign: *verb* and its complement, for one place and for several."""

    verb: Verb
    one: str
    many: str

    @classmethod
    def of(cls, verb: Verb, one: str, many: str = "") -> Phrase:
        """A phrase; *many* defaults to *one*."""
        return cls(verb, one, many or one)
