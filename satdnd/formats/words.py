"""The words of a text with their places, for errors."""

from __future__ import annotations

import re
from dataclasses import dataclass

from satdnd.errors import InputError
from satdnd.grid import fields


@dataclass
class Word:
    """An entry of a line, and its place."""

    text: str
    line: int
    column: int

    def wrong(self, expected: str) -> InputError:
        """An error at this entry, after what was found."""
        return InputError(f"found {fields.shown(self.text)}, expected {expected}", line=self.line, column=self.column)

    def number(self, expected: str, prefix: str = "") -> int | None:
        """The number behind *prefix*; None for ``-2`` and ``-1``, which stand for none. Raises InputError."""
        digits = self.text.removeprefix(prefix)
        if digits in ("-1", "-2"):
            return None
        if not re.fullmatch("[0-9]{1,9}", digits):
            raise self.wrong(expected)
        return int(digits)
