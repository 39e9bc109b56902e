"""Links and one-line forms of other programs: which program a line belongs to, and its parts.

A link is read as text and never fetched. Kinds interpret its parts, with the help of the grammars in this package that
several of them share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar
from urllib.parse import unquote

from satdnd.errors import InputError
from satdnd.formats.links import penpa, tatham
from satdnd.formats.links.piece import Piece
from satdnd.grid.fields import shown

P = TypeVar("P")
S = TypeVar("S")

PUZZ_LINK, KANPEN, PENPA, TATHAM = "puzz.link", "kanpen", "penpa", "tatham"
KORD, DUNGEON_DIAGRAMS = "kord", "dungeon-diagrams"
SUDOKU_EXCHANGE, SUDOKU_WIKI, F_PUZZLES, SUDOKU_PAD = "sudokuexchange", "sudokuwiki", "f-puzzles", "sudokupad"
"""The forms; those that can be written have these names in ``satdnd convert --format``."""
FORMS = (
    *(PUZZ_LINK, KANPEN, PENPA, KORD, DUNGEON_DIAGRAMS, TATHAM),
    *(SUDOKU_EXCHANGE, SUDOKU_WIKI, F_PUZZLES, SUDOKU_PAD),
)

_LONGEST = 48
"""The most characters of a link in a name or a message."""
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://([^/?#\s]*)")
_PENPA = re.compile(r"(?:^|[?#&])m=(?:edit|solve)&p=([^&\s]*)")
_PUZZ_LINK = re.compile(r"([a-z][a-z0-9-]*)(?:_[a-z]+)?((?:/[^0-9/\s][^/\s]*)*)/([0-9]+)/([0-9]+)(?:/(\S*))?")
_HOST = re.compile(r"(?:[A-Za-z0-9-]{1,63}\.){1,9}[A-Za-z]{2,63}(?::[0-9]{1,5})?/[^?#\s]*[?#]")
"""The beginning of an address without its scheme."""
_BEFORE, _BEHIND = re.compile(r"(?:\w+=\w*&)*"), re.compile(r"[?&](?:type|mode|variant)=\w*$")
"""Settings of puzz.link's pages before and behind a puzzle: ``type=editor&``."""
_ENCODED = re.compile("%(?:2F|3A|3F|2B|3D|23m=|26p=)")
"""Signs that browsers and mails encode; in links themselves digits behind ``%`` are in lower case."""
_WRAPPED = re.compile(r"(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/p(?:\.html)?\?\S+")
_KANPEN = re.compile(
    r"(?:kanpen\.net|geocities(?:\.co)?\.jp/pencil_applet)\S*?/([0-9a-z]+)\.html\?(problem|pzpr|heyawake)=(\S+)"
)
_HEYAWAKE = re.compile(r"geocities(?:\.co)?\.jp/heyawake\S*\?problem=(\S+)")
_PARAMETER = re.compile(r"(?:\?|&)([a-z]+)=([^&#]*)")
_DUNGEON_DIAGRAMS = re.compile(r"[^!]*!\s*\.[0-9?]+\s*(?:![^!]*)+")
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
    """The puzzle that the link names, in the form's own words (``hashikake``); for an unknown form, the host. Empty for
    a game ID without the name of its game.
    """
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
    example: str = ""
    """A link of this form, where the example of the kind cannot be written as one."""


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
    if text[0] == "<" and text[-1] == ">":
        text, begin = text[1:-1].strip(), begin + 1
    plain = unquote(text) if _ENCODED.search(text) else text
    if plain != text and (found := _found(plain, begin, room)) and found.form in (PUZZ_LINK, KANPEN, PENPA):
        return found
    return _found(text, begin, room)


def _found(text: str, begin: int, room: penpa.Room | None) -> Address | None:
    """The parts of a link that begins at column *begin*."""
    scheme = _SCHEME.match(text)
    somewhere = scheme or _HOST.match(text)
    if (somewhere or text[:1] in ("#", "?", "m")) and (found := _PENPA.search(text)):
        return Address(PENPA, "", {"p": _part(found, 1, begin)}, room or penpa.Room())
    if somewhere and (sudoku := _sudoku(text, begin)):
        return sudoku
    if somewhere or text[:1] == "?":
        link = _from_kanpen(text, begin) or _from_query(text, begin) or _from_page(text, scheme and scheme[1], begin)
        return link if scheme or link.form else None
    if found := _PUZZ_LINK.fullmatch(text):
        return _puzz_link(found, begin)
    if _DUNGEON_DIAGRAMS.fullmatch(text):
        return Address(DUNGEON_DIAGRAMS, "", {"puzzle": Piece(text, begin)})
    return _tatham(text, begin)


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


def _from_kanpen(text: str, begin: int) -> Address | None:
    """A link of Kanpen or of the heyawake applet; None for any other."""
    if found := _KANPEN.search(text):
        return Address(KANPEN, found[1], {found[2]: _part(found, 3, begin)})
    applet = _HEYAWAKE.search(text)
    return Address(KANPEN, "heyawake", {"heyawake": _part(applet, 1, begin)}) if applet else None


def _from_query(text: str, begin: int) -> Address | None:
    """The link whose puzzle follows the first ``?``; None if it is not one."""
    at = text.find("?")
    if at < 0:
        return None
    if wrapped := _WRAPPED.search(text, at):
        at = text.find("?", wrapped.start())
    query = text[: text.find("#", at)] if "#" in text[at:] else text
    parameters = {found[1]: _part(found, 2, begin) for found in _PARAMETER.finditer(query, at)}
    if "puzzle" in parameters:
        return Address(DUNGEON_DIAGRAMS, "", parameters)
    if "z" in parameters or {"h", "w", "p"} <= parameters.keys():
        return Address(KORD, "", parameters)
    settings = _BEFORE.match(text, at + 1)
    assert settings
    found = _PUZZ_LINK.fullmatch(_BEHIND.sub("", text), settings.end())
    return _puzz_link(found, begin, "v:/" * ("variant=" in settings[0])) if found else None


def _from_page(text: str, host: str | None, begin: int) -> Address:
    """A link whose puzzle follows ``#``, or whose form is unknown."""
    page = _TATHAM_PAGE.search(text)
    if not page or "puzzles" not in text:
        return Address("", host or "", {})
    return _tatham(page[2], begin + page.start(2), page[1]) or _seeded(page[1])


def _puzz_link(found: re.Match[str], begin: int, options: str = "") -> Address:
    """The parts of a puzz.link, with further *options*."""
    body = _part(found, 5, begin) if found[5] is not None else Piece("", begin + found.end())
    parts = {name: _part(found, i, begin) for i, name in enumerate(("options", "columns", "rows"), 2)}
    parts |= {"body": Piece(body.text.removesuffix("/"), body.column)}
    parts |= {"options": Piece(options + parts["options"].text, parts["options"].column)}
    return Address(PUZZ_LINK, found[1], parts)


def _tatham(text: str, begin: int, game: str = "") -> Address | None:
    """The game ID of a game, or of one that its first words name, if any."""
    if not game and (named := tatham.NAMED.match(text)) and (name := tatham.plain(named[1])) in tatham.NAMES:
        text, begin, game = text[named.end() :], begin + named.end(), name
    if tatham.GAME_ID.fullmatch(text):
        return Address(TATHAM, game, tatham.parts(text, begin))
    return _seeded(game) if (tatham.SEED if game else tatham.MADE_SEED).fullmatch(text) else None


def _seeded(game: str) -> Address:
    of = f" of {game}" if game else ""
    return Address("", f"a game{of} that does not hold its puzzle (a seed, or no game ID)", {})


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
    if address.form == TATHAM and not address.what:
        words = ", ".join(f"{word} ({kind})" for word, kind in known[TATHAM].items())
        return InputError(f"found a game ID of Simon Tatham's collection, expected a game of {words}")
    words = ", ".join(word if word == kind else f"{word} ({kind})" for word, kind in known[address.form].items())
    if address.form == PENPA and not address.what:
        return InputError(f"this penpa grid does not say what puzzle it is, expected --kind with one of {words}")
    return InputError(f"found a puzzle {shown(address.what)} of {address.form}, expected one of {words}")


def fitting(
    address: Address,
    readers: Mapping[str, Link[Any]],
    plausible: Callable[[str, Any], bool] = lambda kind, puzzle: True,
) -> str:
    """The kind that can read a link which does not name its puzzle. Raises InputError unless there is exactly one.

    Args:
        address: the link.
        readers: how each kind reads links of this form.
        plausible: whether a puzzle can well be of a kind; asked where several kinds read it.
    """
    found, wrong = dict[str, Any](), dict[str, InputError]()
    for kind, link in readers.items():
        try:
            found[kind] = link.read(address)
        except InputError as error:
            wrong[kind] = error
    fits = [*found]
    if fits[1:]:
        fits = [kind for kind in fits if plausible(kind, found[kind])] or fits
    if len(fits) == 1:
        return fits[0]
    games = ", ".join(f"{readers[kind].names[0]} ({kind})" for kind in fits or readers)
    if fits:
        name = readers[fits[0]].names[0]
        raise InputError(
            f"found a game ID of several games ({games}); pass --kind NAME, or put the name of the game and a blank "
            f"before it: '{name} {address.parts['parameters'].text}:...'"
        )
    # those that it is most like: a variant for certain, else what can be read furthest (all if there is no column)
    far = {kind: (isinstance(x, tatham.Variant), x.column is None, x.column or 0) for kind, x in wrong.items()}
    like = sorted((kind for kind in far if far[kind][0] == max(far.values())[0]), key=lambda kind: far[kind])[:-4:-1]
    if len({wrong[kind].message for kind in like}) == 1:
        raise wrong[like[0]]
    shown_errors = (
        f"as {readers[kind].names[0]} ({kind}), column {wrong[kind].column}: {wrong[kind].message}" for kind in like
    )
    raise InputError(f"found a game ID that fits no game; {'; '.join(shown_errors)}")
