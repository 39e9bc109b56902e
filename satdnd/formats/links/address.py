"""Links and one-line forms of other programs: which program a line belongs to, and its parts.

A link is read as text and never fetched. Kinds interpret its parts, with the help of the grammars in this package that
several of them share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from satdnd.errors import InputError
from satdnd.formats.fields import shown
from satdnd.formats.links import penpa
from satdnd.formats.links.piece import Piece

P = TypeVar("P")
S = TypeVar("S")

PUZZ_LINK, PENPA, KORD, DUNGEON_DIAGRAMS, TATHAM = "puzz.link", "penpa", "kord", "dungeon-diagrams", "tatham"
SUDOKU_EXCHANGE, SUDOKU_WIKI, F_PUZZLES, SUDOKU_PAD = "sudokuexchange", "sudokuwiki", "f-puzzles", "sudokupad"
"""The forms; those that can be written have these names in ``satdnd convert --format``."""
FORMS = (
    *(PUZZ_LINK, PENPA, KORD, DUNGEON_DIAGRAMS, TATHAM),
    *(SUDOKU_EXCHANGE, SUDOKU_WIKI, F_PUZZLES, SUDOKU_PAD),
)

_LONGEST = 48
"""The most characters of a link in a name or a message."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://([^/?#\s]*)")
_PENPA = re.compile(r"(?:^|[?#&])m=(?:edit|solve)&p=([^&\s]*)")
_PUZZ_LINK = re.compile(r"([a-z][a-z0-9-]*)(?:_[a-z]+)?(?:/[^0-9/\s][^/\s]*)*/([0-9]+)/([0-9]+)(?:/(\S*))?")
_PARAMETER = re.compile(r"(?:\?|&)([a-z]+)=([^&#]*)")
_DUNGEON_DIAGRAMS = re.compile(r"[^!]*!\s*\.[0-9?]+\s*(?:![^!]*)+")
_TATHAM = re.compile(r"([0-9]{1,20})(?:x([0-9]{1,20}))?([A-Za-z0-9]*):([A-Za-z0-9_,]+)")  # bounded: else quadratic
_SITE = r"[A-Za-z][A-Za-z0-9+.-]*://(?:[A-Za-z0-9-]+\.)*{}/"
_QUERY = _SITE + r"[^?#\s]*\?(?:[^#\s]*&)?{}=([^&#\s]*)"
_SUDOKUS = {
    SUDOKU_EXCHANGE: re.compile(_QUERY.format(r"sudokuexchange\.com", "s")),
    SUDOKU_WIKI: re.compile(_QUERY.format(r"sudokuwiki\.org", "bd")),
    F_PUZZLES: re.compile(_QUERY.format(r"f-puzzles\.com", "load")),
    SUDOKU_PAD: re.compile(
        _SITE.format(r"(?:sudokupad\.app|sudokupad\.svencodes\.com|crackingthecryptic\.com)")
        + r"(?:[^?#\s]*\?(?:[^#\s]*&)?puzzleid=([^&#\s]+)|(?:sudoku/|puzzle/)?([^?&#\s]+))"
    ),
}
"""The sites whose links hold sudokus, and where."""
_TATHAM_PAGE = re.compile(r"/([a-z]+)\.html#(\S+)$")


@dataclass(frozen=True)
class Address:
    """A line that was recognised as a link, split into its parts."""

    form: str
    """One of `FORMS`; empty for a link of an unknown form."""
    spelling: str
    """The puzzle that the link names, in the form's own words (``hashikake``); for an unknown form, the host."""
    parts: Mapping[str, Piece]
    room: penpa.Room = field(default_factory=penpa.Room, compare=False)
    """The limit shared by all penpa links of the text."""

    @cached_property
    def grid(self) -> penpa.PenpaGrid:
        """The contents of a penpa link. Raises InputError if it cannot be unpacked."""
        return penpa.unpack(self.parts["p"], self.room)

    @cached_property
    def what(self) -> str:
        """The puzzle named by the link, like `spelling`; unpacks a penpa link. Empty if it names none."""
        return self.grid.genre if self.form == PENPA else self.spelling


@dataclass(frozen=True)
class Link(Generic[P]):
    """How one form represents one kind."""

    names: tuple[str, ...]
    """The form's names for this kind; the first is used for writing."""
    read: Callable[[Address], P]
    """Reads the puzzle; raises InputError with the column."""


@dataclass(frozen=True)
class Forms(Generic[P, S]):
    """The links and one-line forms of other programs for one kind, by form."""

    read: Mapping[str, Link[P]] = field(default_factory=dict)
    """How each form is read; `satdnd.formats.loading` finds them in a text."""
    written: Mapping[str, Callable[[P], str]] = field(default_factory=dict)
    """How a puzzle is written, with a final newline."""
    solved: Mapping[str, Callable[[P, S], str]] = field(default_factory=dict)
    """Like `written`, for forms that include a solution."""


def address(line: str, room: penpa.Room | None = None) -> Address | None:
    """The parts of a line that is a link or one of the other one-line forms; None for any other line.

    Args:
        line: without its line end.
        room: the limit on unpacked penpa links, shared by those of one text; None: a limit for this one alone.
    """
    text = line.strip()
    if not text or text[0] in "{[":
        return None
    begin = len(line) - len(line.lstrip()) + 1
    scheme = _SCHEME.match(text)
    if (scheme or text[0] in "#?m") and (found := _PENPA.search(text)):
        return Address(PENPA, "", {"p": _part(found, 1, begin)}, room or penpa.Room())
    if scheme and (found_sudoku := _sudoku(text, begin)):
        return found_sudoku
    if scheme or text[0] == "?":
        return _from_query(text, begin) or (_from_page(text, scheme[1], begin) if scheme else None)
    if found := _PUZZ_LINK.fullmatch(text):
        return _puzz_link(found, begin)
    if _DUNGEON_DIAGRAMS.fullmatch(text):
        return Address(DUNGEON_DIAGRAMS, "", {"puzzle": Piece(text, begin)})
    found = _TATHAM.fullmatch(text)
    return _tatham(found, begin) if found else None


def _part(found: re.Match[str], group: int, begin: int) -> Piece:
    """A group of a match in a text that begins at column *begin*; empty if it did not take part."""
    return Piece(found[group] or "", begin + max(found.start(group), 0))


def _sudoku(text: str, begin: int) -> Address | None:
    """A link of a site that has sudokus alone; None for any other."""
    for form, pattern in _SUDOKUS.items():
        if found := pattern.match(text):
            group = 1 if found[1] is not None else 2
            page = re.search(r"/(\w+)\.(?:html?|aspx?)\?", text) if form == SUDOKU_WIKI else None
            return Address(form, page[1].casefold() if page else form, {"puzzle": _part(found, group, begin)})
    return None


def _from_query(text: str, begin: int) -> Address | None:
    """The link whose puzzle follows the first ``?``; None if it is not one."""
    at = text.find("?")
    if at < 0:
        return None
    query = text[: text.find("#", at)] if "#" in text[at:] else text
    parameters = {found[1]: _part(found, 2, begin) for found in _PARAMETER.finditer(query, at)}
    if "puzzle" in parameters:
        return Address(DUNGEON_DIAGRAMS, "", parameters)
    if "z" in parameters or {"h", "w", "p"} <= parameters.keys():
        return Address(KORD, "", parameters)
    found = _PUZZ_LINK.fullmatch(text, at + 1)
    return _puzz_link(found, begin) if found else None


def _from_page(text: str, host: str, begin: int) -> Address:
    """A link whose puzzle follows ``#``, or whose form is unknown."""
    page = _TATHAM_PAGE.search(text)
    if not page or "puzzles" not in text:
        return Address("", host, {})
    found = _TATHAM.fullmatch(page[2])
    return _tatham(found, begin + page.start(2), page[1]) if found else _seeded(page[1])


def _puzz_link(found: re.Match[str], begin: int) -> Address:
    body = _part(found, 4, begin) if found[4] is not None else Piece("", begin + found.end())
    parts = {"columns": _part(found, 2, begin), "rows": _part(found, 3, begin)}
    return Address(PUZZ_LINK, found[1], {**parts, "body": Piece(body.text.removesuffix("/"), body.column)})


def _tatham(found: re.Match[str], begin: int, game: str = "") -> Address:
    names = ("width", "height", "parameters", "description")
    parts = {name: _part(found, i, begin) for i, name in enumerate(names, 1)}
    return Address(TATHAM, game or _game(*(each.text for each in parts.values())), parts)


def _seeded(game: str) -> Address:
    return Address("", f"a game of {game} that does not hold its puzzle (a seed, or no game ID)", {})


def _game(width: str, height: str, parameters: str, description: str) -> str:
    """The game of a bare game ID, determined by its number of cells if that fits the size, otherwise by its
    characters.
    """
    blanks = sum(ord(sign) - 96 for sign in description if sign.islower())
    sides = [int(side[:9]) for side in (width, height or width)]
    area = sides[0] * sides[1]
    if blanks + sum(sign.isdigit() or sign.isupper() for sign in description) == area:
        return "bridges"
    if blanks + len(re.findall("[0-9]+", description)) == area * area:
        return "solo"
    return "bridges" if re.search("m[0-9]|[ieL]", parameters) else "solo"


def short(line: str) -> str:
    """A link for a name or a message: without the program's address, and shortened if it is long."""
    text = re.sub(r"^.*?://[^?#]*[?#]?", "", line.strip()) or line.strip()
    text = "".join(sign if sign.isprintable() else " " for sign in text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def unread(address: Address, known: Mapping[str, Mapping[str, str]]) -> InputError:
    """The error for a link that no kind reads.

    Args:
        address: the link.
        known: for each form, its names for the puzzles that are read, each with its kind.
    """
    if not address.form:
        what = address.spelling if address.spelling.startswith("a game") else f"a link to {shown(address.spelling)}"
        forms = ", ".join(form for form in FORMS if form in known)
        return InputError(
            f"found {what}, expected a link that holds its puzzle, in a form of {forms}; nothing is fetched from the "
            "network, so paste the whole link that the program's 'share' or 'export' gives"
        )
    words = ", ".join(word if word == kind else f"{word} ({kind})" for word, kind in known[address.form].items())
    if address.form == PENPA and not address.what:
        return InputError(f"this penpa grid does not say what puzzle it is, expected --kind with one of {words}")
    return InputError(f"found a puzzle {shown(address.what)} of {address.form}, expected one of {words}")
