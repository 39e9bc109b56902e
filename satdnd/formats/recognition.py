"""Which kind a text is of: what is asked for, what it says itself, what its name ends in, or what it must be.

A kind is guessed only where exactly one reads the whole text, with every cell in its alphabet, and finds it plausible.
"""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.formats.streams import STDIN
from satdnd.registry import KINDS, check_kind, kind_object, loadable_kinds, wanted_kind

_LINES, _CHARACTERS = 10_000, 400_000
"""The most lines and characters that are read to guess a kind."""
NOTED = ("text", "grid")
"""Our own styles that may begin with a note of the kind."""
HOW_TO_SAY = "pass --kind NAME, or add the line '# kind: NAME'"


class Recognised(NamedTuple):
    """The kind of a text."""

    kind: str
    guessed: bool = False
    """Whether nothing but the cells of a grid says so."""

    @property
    def notices(self) -> tuple[str, ...]:
        """What people should know of a guess."""
        return (read_as(self.kind),) if self.guessed else ()


def read_as(kind: str) -> str:
    """The notice of a guess."""
    return f"read as {kind} (use --kind if it is something else)"


@cache
def texts_of(kind: str) -> texts.Texts[Any, Any]:
    """The texts of a kind, without importing the rest of one with several modules. Raises UsageError for an unknown
    kind.
    """
    declared = KINDS[check_kind(kind)].module
    found: texts.Texts[Any, Any] = (
        kind_object(kind).texts if declared else import_module(f"satdnd.kinds.{kind}.formats").TEXTS
    )
    return found


def kind_note(text: str, kind: str, style: str = "text") -> str:
    """The note to put above *text* unless its form shows the kind. Empty in a style without notes."""
    if style not in NOTED:
        return ""
    try:
        found = kind_of([], iter(text.splitlines(keepends=True)), STDIN, None)
    except InputError:
        found = Recognised("")
    return "" if found == (kind, False) else f"# kind: {kind}\n"


def kind_of_word(text: str) -> str | None:
    """The kind of puzzle that *text*, a single word given as a path, represents; None if it represents none."""
    return None if text.strip("0123456789.") else next(_identified(text), None)


def kind_named(source: str) -> str | None:
    """The kind that the ending of a file's name says; None if it says none."""
    suffix = Path(source).suffix
    owners = [entry.name for entry in KINDS.values() if suffix in entry.suffixes and suffix != ".txt"]
    return owners[0] if len(owners) == 1 else None


def kind_of(head: list[str], lines: Iterator[str], source: str, kind: str | None) -> Recognised:
    """The kind of a text: from the option, a note ``# kind: NAME``, the extension, or else the content.

    Args:
        head: the lines already read; those read here are appended.
        lines: the remaining lines.
        source: the name of the input.
        kind: what the option says.

    Raises:
        InputError: these contradict each other, or the content fits several kinds or none.
    """
    certain = kind or kind_named(source)
    started, size = False, 0
    for number, line in texts.numbered(_prepend(head, lines)):
        size += len(line)
        key, stated = texts.note(line, ("kind",)) or ("", "")
        if key == "kind" and not started and (stated in KINDS or not certain):
            return Recognised(stated_kind(stated, kind, number))
        blank = not line.strip()
        says_much = not blank and not texts.is_comment(line)
        if certain and says_much:
            return Recognised(certain)
        if not certain and size > _CHARACTERS:
            raise InputError(f"found a text too large for its kind to be guessed; {HOW_TO_SAY}", line=number)
        if not certain and (proved := next(_identified(line), None)):
            return Recognised(proved)
        if (started and not line) or number == _LINES:  # a line of blanks may be a row
            break
        started = started or says_much
    if certain:
        return Recognised(certain)
    if not started:
        raise InputError("found only comments, expected a puzzle", line=1)
    return _guessed("".join(head))


def _identified(line: str) -> Iterator[str]:
    """The kinds of which one line proves to be. Declared kinds need more than a line."""
    return (name for name in possible_kinds(line) if not KINDS[name].module and texts_of(name).identifies(line))


def _guessed(sample: str) -> Recognised:
    """The only kind that a text fits, or otherwise resembles most. Raises InputError."""
    shows = {name: int(texts_of(name).resembles(sample)) for name in possible_kinds(sample)}
    fitting = [name for name in shows if texts_of(name).recognises(sample)]
    if not fitting:
        fitting = [name for name, sections in shows.items() if sections == max(shows.values()) > 0]
    if len(fitting) == 1:
        return Recognised(fitting[0], guessed=not shows[fitting[0]])
    raise question(fitting or [name for name in loadable_kinds() if _reads(name, sample)])


def possible_kinds(text: str) -> list[str]:
    """The kinds whose mark a text has; the others are not imported."""
    rows = "\n".join(line for line in text.splitlines() if not texts.is_comment(line))
    return [name for name in loadable_kinds() if re.search(KINDS[name].mark, rows, re.IGNORECASE | re.MULTILINE)]


def _reads(kind: str, text: str) -> bool:
    """Whether all puzzles of a text without titles can be read as that kind, plausible or not."""
    return not texts_of(kind).titled and not any(isinstance(found, InputError) for found in texts_of(kind).read(text))


def question(kinds: list[str]) -> InputError:
    """The error that asks which of *kinds* a puzzle is; if there are none, that it is not recognised."""
    if len(kinds) > 1:
        return InputError(f"this may be a puzzle of several kinds ({', '.join(kinds)}); {HOW_TO_SAY}")
    if kinds:
        return InputError(f"this can be read as {kinds[0]}, but does not look like it; if it is, {HOW_TO_SAY}")
    return InputError(f"not recognised as any puzzle format; if it is one, {HOW_TO_SAY}")


def stated_kind(stated: str, kind: str | None, line: int | None = None) -> str:
    """The kind that a note states. Raises InputError if it is unknown, or not *kind*."""
    if stated not in KINDS:
        raise InputError(f"found the kind {reprlib.repr(stated)}{wanted_kind(stated)}", line=line)
    if kind and stated != kind:
        raise InputError(f"found the kind {stated!r}, expected {kind!r} as --kind says", line=line)
    return stated


def suffixes(kind: str | None) -> set[str]:
    """The endings of the names of files with text of a kind, or of any kind."""
    return {*chain.from_iterable(KINDS[name].suffixes for name in ([kind] if kind else loadable_kinds()))}


def _prepend(head: list[str], lines: Iterable[str]) -> Iterator[str]:
    """*head*, then *lines*, each of which is appended to *head* as it is read."""
    yield from list(head)
    for line in lines:
        head.append(line)
        yield line
