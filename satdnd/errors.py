"""The exceptions that satdnd raises, with messages for people.

`SatdndError` is the root: the command line prints its message and exits with status 2, never with a traceback.

- `InputError`: a puzzle, solution, model or certificate that cannot be read (file, line and column where known).
- `UsageError`: a question that makes no sense (unknown solver, option that does not fit the kind).
- `CannotFulfil`: a generator found no puzzle that meets the requirements.
- `EncodingBug`: the solver's model failed the verifier; our own mistake, never shown as an answer.
- `Undecided`: time, memory or conflicts ran out before the answer was known.
"""

from __future__ import annotations


class SatdndError(Exception):
    """The root of every error that satdnd raises on purpose."""


class UsageError(SatdndError, ValueError):
    """A caller asked for something that does not exist or does not fit."""


class InputError(SatdndError, ValueError):
    """A text could not be read.

    Attributes:
        message: what was found and what was expected.
        source: file name, or None.
        line: line number from 1, or None.
        column: column number from 1, or None.
    """

    def __init__(
        self, message: str, *, source: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.source = source
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [self.source] if self.source else []
        if self.line is not None:
            place.append(str(self.line) if self.source else f"line {self.line}")
            if self.column is not None:
                place.append(str(self.column) if self.source else f"column {self.column}")
        return f"{(':' if self.source else ', ').join(place)}: {self.message}" if place else self.message

    def located(self, *, source: str | None = None, line: int | None = None) -> InputError:
        """A copy of this error with a file name and a line added, unless it has them."""
        return InputError(
            self.message,
            source=self.source or source,
            line=line if self.line is None else self.line,
            column=self.column,
        )


class CannotFulfil(SatdndError):
    """A generator found no puzzle that meets the requirements; the message says how close it came."""


class EncodingBug(SatdndError):
    """A model satisfied the clauses but broke the rules, or the reverse: a bug in an encoding."""


class Undecided(SatdndError):
    """Time, memory or conflicts ran out before the answer was known; the question itself is fine.

    Attributes:
        best: solutions found so far that are not proved to be what was asked for.
    """

    def __init__(self, reason: str, best: tuple[object, ...] = ()) -> None:
        super().__init__(reason)
        self.best = best
