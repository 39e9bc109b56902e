"""Files of other programs that hold puzzles in a form of their own, which their first lines show.

Each form is one module here or in `links`, whose first lines name the source of its grammar. What it reads are
records: JSON objects of ours with ``kind`` (and ``name`` if the file has one), which the kind's own `from_json` checks
and makes puzzles of; so a form needs no code in any kind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from satdnd.errors import InputError

Record: TypeAlias = dict[str, Any]
"""A puzzle as a JSON object of ours."""
HEAD = 4_000
"""The most characters of a text that `Document.recognises` sees."""
LONGEST = 1 << 24
"""The most characters of a document."""


@dataclass(frozen=True)
class Document:
    """One form."""

    name: str
    """As people call it: ``webpbn XML``."""
    kinds: tuple[str, ...]
    """The kinds of the puzzles that it can hold."""
    recognises: Callable[[str], bool]
    """Whether a text that begins like this, with at most `HEAD` characters, is of this form, for certain."""
    records: Callable[[str], Iterator[Record | InputError]]
    """Every puzzle of a text of this form, with an error (line and column where known) for each that cannot be read."""
    example: str
    """A short text of this form, for docs and tests."""
    suffixes: tuple[str, ...] = ()
    """The endings of its files' names: ``.non``."""
    with_kind: Callable[[str, str | None], Iterator[Record | InputError]] | None = None
    """Replaces `records` where a text may not name the kind: given the kind that is known otherwise."""


class Family(NamedTuple):
    """Where the forms of one module are, and what is known of them without importing it."""

    module: str
    """Its name in `satdnd.formats`; it has a tuple ``DOCUMENTS``."""
    begins: re.Pattern[str]
    """Matches the first line that is not blank of every text of these forms."""
    lines: re.Pattern[str] = re.compile("")
    """Matches every other line that their first lines may be."""
    suffixes: tuple[str, ...] = ()
    """The endings of their files' names that no other form has."""
    kinds: tuple[str, ...] = ()
    """The kinds that these files hold; empty: those that they name."""


_NON = r"\s*(?:(?:catalogue|title|by|copyright|license|colou?r|width|height)\s|(?:rows|columns)\s+[0-9]+\s*$)"
_NUMBERS = r"[0-9, \t]*(?:#.*)?\s*$"
_NO_KIND = r"(?!.*\"kind\"\s*:)"
FAMILIES = (
    Family("pzprv3", re.compile(r"\s*pzprv3(?:\.[0-9]+)?\s*(?:/|$)")),
    Family("legup", re.compile(r"\s*<(?:\?xml|!|legup)", re.IGNORECASE)),
    Family(
        "opensudoku",
        re.compile(r"\s*<(?:\?xml|!|opensudoku)", re.IGNORECASE),
        suffixes=(".opensudoku",),
        kinds=("sudoku",),
    ),
    Family("webpbn", re.compile(r"\s*<(?:\?xml|!|puzzleset)", re.IGNORECASE)),
    Family(
        "nonogram_files",
        re.compile(rf"(?i:{_NON})|#[dD]\b|:"),
        suffixes=(".non", ".nonpack", ".g"),
        kinds=("nonogram",),
    ),
    Family(
        "nonogram_numbers",
        re.compile(r"\s*[0-9]{1,4}(?:[ \t]+[0-9]{1,4})?\s*$"),
        re.compile(_NUMBERS),
        suffixes=(".nin", ".mk", ".cwc"),
        kinds=("nonogram",),
    ),
    Family("puzzlekit", re.compile(r"\s*\{\s*$|\s*\{.*\"problem\"\s*:"), re.compile(_NO_KIND)),
    Family(
        "puzzlekit",
        re.compile(r"\s*[0-9]{1,3}[ \t]+[0-9]{1,3}(?:[ \t]+[0-9]{1,3})?\s*$"),
        re.compile(r"\s*[\w,@#-]+(?:[ \t]+[\w,@#-]+)*\s*$"),
        kinds=("heyawake", "kakuro", "skyscrapers", "starbattle", "tents"),
    ),
    Family("picross", re.compile(r"\s*\{\s*$|\s*\{(?!.*\"kind\"\s*:).*\"(?:ver|hor)\"\s*:"), re.compile(_NO_KIND)),
    Family("links.tatham_saves", re.compile("SAVEFILE:"), suffixes=(".sav",)),
    Family("hodoku", re.compile(r"\s*:[0-9x]{4}(?:-[0-9]+)?:"), kinds=("sudoku",)),
    Family(
        "pencilmarks",
        re.compile(r"\s*(?:[.*+'|:]?--[-+.*'|:]*\s*$|(?:[\s|:]*[*#@(-]?[u+]?[1-9]{1,9}[*#@)-]?(?=[\s|])){9})"),
        re.compile(r"\s*(?:[-\d.u*#@()|+:'\s]*$|\w*[A-Za-z]{3})"),
        suffixes=(".sdx",),
        kinds=("sudoku",),
    ),
)


def suffixes(kind: str | None) -> set[str]:
    """The endings of the names of files that hold puzzles of a kind (None: of any) in a form of another program."""
    fitting = (family for family in FAMILIES if kind is None or kind in (family.kinds or (kind,)))
    return {suffix for family in fitting for suffix in family.suffixes}


def documents() -> Iterator[Document]:
    """All forms; this imports their modules."""
    for module in dict.fromkeys(family.module for family in FAMILIES):
        yield from _documents(module)


def _documents(module: str) -> tuple[Document, ...]:
    found: tuple[Document, ...] = import_module(f"satdnd.formats.{module}").DOCUMENTS
    return found


def document_of(head: list[str], lines: Iterator[str], suffix: str, kind: str | None) -> Document | None:
    """The form of a text; None if it is not one of these.

    Args:
        head: its lines up to the first that is not blank; those that are read here are appended.
        lines: its other lines; no more are taken than it needs to tell the form.
        suffix: the ending of the file's name.
        kind: the kind that the puzzles are known to be; None: unknown.
    """
    first, *others = _lines("".join(head)) or [""]
    possible = [family for family in FAMILIES if not (kind and family.kinds) or kind in family.kinds]
    possible = [family for family in possible if suffix in family.suffixes or family.begins.match(first)]
    size = sum(map(len, head))
    while True:
        possible = [family for family in possible if suffix in family.suffixes or all(map(family.lines.match, others))]
        if not possible or size >= HEAD or (piece := next(lines, None)) is None:
            break
        head.append(piece)
        size += len(piece)
        others = _lines(piece)
    text = _plain("".join(head))[:HEAD]
    named: Document | None = None
    for family in possible:
        forms = [form for form in _documents(family.module) if not kind or kind in (form.kinds or (kind,))]
        named = next((form for form in forms if suffix in form.suffixes), None) or named
        if found := next((form for form in forms if form.recognises(text)), None):
            return named if suffix in family.suffixes else found
    return named


def _lines(text: str) -> list[str]:
    """The lines at the beginning of a text that are not blank, without the last one if that may be cut."""
    found = [line for line in _plain(text[:HEAD]).split("\n") if line.strip()]
    return found[:-1] if len(text) > HEAD and len(found) > 1 else found


def whole(head: list[str], lines: Iterable[str]) -> str:
    """The text of a document. Raises InputError if it is longer than `LONGEST`."""
    size, pieces = 0, list[str]()
    for piece in chain(head, lines):
        size += len(piece)
        if size > LONGEST:
            raise InputError(f"found a document of more than {LONGEST} characters")
        pieces.append(piece)
    return _plain("".join(pieces))


def _plain(text: str) -> str:
    """*text* without a byte order mark, its lines ending in ``\\n``."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
