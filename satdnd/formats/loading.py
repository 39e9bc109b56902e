"""Load puzzles from files, directories and standard input: find the kind, the format and the name.

Everything is read line by line, as it arrives, and a puzzle is yielded as soon as its lines are there: a pipe is
answered while it is open, and a million lines need no more memory than one. Only a single puzzle that is the whole
input, such as a JSON document over many lines or C source, is held in memory.
"""

from __future__ import annotations

import json
import os
import re
import reprlib
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

from satdnd.errors import InputError
from satdnd.formats import answers, documents, texts
from satdnd.formats.examples import examples_of
from satdnd.formats.folders import puzzle_files
from satdnd.formats.links import address as links, penpa
from satdnd.formats.streams import STDIN, Meter, lines_of, opened
from satdnd.registry import KINDS, NAMES, check_kind, kind_object, loadable_kinds

JSON_SUFFIXES = (".json", ".jsonl")
_SAMPLE = 10_000
"""The most lines that are examined to determine a kind."""


def example_text(kind: str) -> str:
    """The text of the example puzzle of a kind. Raises UsageError for an unknown kind."""
    entry = KINDS[check_kind(kind)]
    if entry.own:
        return examples_of(kind)[0]
    example: str = kind_object(kind).examples[0]
    return example if "# kind:" in example else f"# kind: {kind}\n{example}"


@dataclass(slots=True)
class Item:
    """One puzzle of an input, or the error in its place. (Not frozen: that takes three times as long to make.)"""

    name: str
    """The puzzle's own name, or one made from the file's name and its place there."""
    kind: str
    """The name of its kind; empty if unknown."""
    puzzle: Any = None
    error: InputError | None = None
    text: str = ""
    """When read lazily, the puzzle's JSON object, which `read_item` parses; `name` is then used if it has none."""
    line: int = 0
    source: str = ""
    """The name of the input, for messages."""


def load(path: str | Path, kind: str | None = None) -> list[Any]:
    """The puzzles of a file or a directory.

    Args:
        path: a file, a directory (every puzzle file below it), ``-`` for standard input, or a link that holds a
            puzzle.
        kind: name of the kind; None: determined from the file's extension or content.

    Returns:
        the puzzles, in order.

    Raises:
        InputError: the first puzzle that cannot be read, with file, line and column.
    """
    puzzles = []
    for item in read(path, kind):
        if item.error:
            raise item.error
        puzzles.append(item.puzzle)
    return puzzles


def read(
    path: str | Path, kind: str | None = None, *, lazily: bool = False, meter: Meter | None = None
) -> Iterator[Item]:
    """Like `load`, but yields puzzles as they arrive, with errors in place of bad ones.

    A puzzle without a name is named after the file: ``stem`` if it is the only one, otherwise ``stem 1``,
    ``stem 2``, ...; in a pipe or terminal, whose number of puzzles is unknown, ``puzzle 1``, ``puzzle 2``, ...

    Args:
        path: as in `load`.
        kind: as in `load`.
        lazily: leave a JSON object on a separate line as text; `read_item` parses it, possibly elsewhere.
        meter: records the progress.

    Raises:
        InputError: there is nothing to read: no such file, no permission, not text, a directory without puzzles.
    """
    if kind is not None:
        check_kind(kind)
    if is_link(path):
        yield from _read_link(str(path), kind)
        return
    if not os.path.isdir(path) or str(path) == "-":  # Path.is_dir would raise where a name is too long
        yield from _read_one(path, kind, lazily, meter)
        return
    suffixes = {*_suffixes(kind), *documents.suffixes(kind)}
    files = puzzle_files(Path(path), suffixes)
    if not files:
        endings = ", ".join(sorted(suffixes))
        raise InputError(f"no puzzle files in this directory; their names end in {endings}", source=str(path))
    for file in files:
        try:
            yield from _read_one(file, kind, lazily, meter)
        except InputError as error:
            yield Item(file.stem, kind or "", error=error)


def _read_link(text: str, kind: str | None) -> Iterator[Item]:
    """The puzzle of a link given as a path; errors state the character rather than line and column."""
    source = links.short(text)
    kind = kind or _kind_of_word(text)
    for item in _named(_puzzles([text], source, kind), source, alone=True, stem=source):
        if item.error:
            where = f"character {item.error.column}: " if item.error.column else ""
            also = "" if "://" in text else " (and there is no file of this name)"
            item = replace(item, error=InputError(where + item.error.message + also, source=source))
        yield item


def is_link(path: str | Path) -> bool:
    """Whether *path* is a link, or a puzzle in one of the one-line forms of other programs."""
    text = str(path)
    if "\n" in text or not (links.address(text) or _kind_of_word(text)):
        return False
    named = "://" not in text and Path(text).suffix in _suffixes(None)
    return not named and not os.path.lexists(text)


def _kind_of_word(text: str) -> str | None:
    """The kind of puzzle that *text*, a single word given as a path, represents; None if it represents none."""
    known = loadable_kinds() if not text.strip("0123456789.") else ()
    return next((name for name in known if texts_of(name).identifies(text)), None)


def read_text(text: str, source: str = "text", kind: str | None = None) -> Iterator[Item]:
    """The puzzles in *text*; *source* is its name in messages, and names puzzles without a name."""
    return _named(_puzzles([text], source, kind), source, alone=True)


def _read_one(path: str | Path, kind: str | None, lazily: bool, meter: Meter | None) -> Iterator[Item]:
    source = STDIN if str(path) == "-" else str(path)
    with opened(path, own=lazily) as stream:
        found = _puzzles(lines_of(stream, source, meter), source, kind, lazily)
        yield from _named(found, source, alone=stream.seekable())


def _named(found: Iterator[Item], source: str, alone: bool, stem: str = "") -> Iterator[Item]:
    """Name puzzles without a name, and add the source to errors.

    Args:
        alone: look for a second puzzle before the first one is named.
        stem: the name for puzzles without one; empty: the file's.
    """
    stem = stem or ("puzzle" if source == STDIN else Path(source).stem)
    failures: list[InputError] = []

    def readable() -> Iterator[Item]:
        """Items up to the first fault of the file as a whole, which is recorded."""
        try:
            yield from found
        except InputError as error:  # answer what was read before it first
            failures.append(error)

    items = readable()
    first = [*islice(items, 2 if alone else 0)]
    single = len(first) == 1 and not failures
    for number, item in enumerate(chain(first, items), 1):
        if item.text:
            item.name, item.source = stem if single else f"{stem} {number}", source
            yield item
            continue
        name = item.name or (item.puzzle.name if item.puzzle else "") or (stem if single else f"{stem} {number}")
        if item.error:
            item.error = item.error.located(source=source)
        else:
            object.__setattr__(item.puzzle, "name", name)  # nothing else has seen this puzzle yet
        item.name = name
        yield item
    if failures:
        raise failures[0]


def _puzzles(lines: Iterable[str], source: str, kind: str | None, lazily: bool = False) -> Iterator[Item]:
    """The puzzles of a text: JSON, or runs of lines of one kind, and links, each a separate text."""
    lines = iter(lines)
    head = list[str]()
    for line in lines:
        head.append(line)
        if line.lstrip("\ufeff").strip():
            break
    else:
        yield Item("", kind or "", error=InputError("the file is empty: expected a puzzle"))
        return
    begins = head[-1].lstrip("\ufeff").strip().splitlines()[0].rstrip()
    if answers.HEADLINE.fullmatch(begins):
        yield Item("", kind or "", error=InputError(answers.NO_PUZZLE, line=len(head)))
        return
    suffix = Path(source).suffix
    first = len(head)
    if document := documents.document_of(head, lines, "" if links.address(begins) else suffix, kind):
        yield from _from_document(document, head, lines, kind, first)
        return
    if suffix in JSON_SUFFIXES or _is_json(begins, source, kind):
        yield from _from_json(chain(head, lines), kind, one_list=begins[0] == "[" and suffix != ".jsonl", lazily=lazily)
        return
    supply = _Supply(chain(head, lines))
    started = False
    while True:
        above, front = supply.front()
        first = (above or [front or (1, "")])[0][0]
        if front and links.address(front[1]):
            yield _from_link(supply, kind)
        elif front and started and _is_json(front[1].strip(), source, kind):
            yield from _shift_lines(_from_json(supply.rest(), kind, one_list=False), first - 1)
        elif front or not started:
            yield from _shift_lines(_from_run(supply, source, kind), first - 1)
        else:
            return
        started = True


def _from_document(
    document: documents.Document, head: list[str], lines: Iterator[str], kind: str | None, first: int
) -> Iterator[Item]:
    """The puzzles of a document whose first line that is not blank is *first*."""
    try:
        text = documents.whole(head, lines)
        found = [*(document.with_kind(text, kind) if document.with_kind else document.records(text))]
    except InputError as error:
        found = [error]
    for record in found:
        if isinstance(record, InputError):
            yield Item("", kind or "", error=record)
            continue
        item = _from_record(record, kind, first)
        if item.error and len(found) > 1:  # nobody knows its line
            item = replace(item, error=InputError(item.error.message))
        yield item


class _Supply:
    """The lines of a text, split where a link begins or ends, or puzzles of another kind begin.

    A link stands alone on its line: at the beginning of the text, or below a blank line, a comment, or another link.
    The same holds for the note that states a kind.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        self.room = penpa.Room()
        self._lines = texts.numbered(pieces)
        self._again = deque[texts.Line]()

    def take(self) -> texts.Line | None:
        """The next line."""
        return self._again.popleft() if self._again else next(self._lines, None)

    def front(self) -> tuple[list[texts.Line], texts.Line | None]:
        """The next line that is neither blank nor a comment, and the lines above it; all of them remain to be taken."""
        above = list[texts.Line]()
        while line := self.take():
            if links.address(line[1]) or (line[1].strip() and not texts.is_comment(line[1])):
                break
            above.append(line)
        self._again.extendleft(reversed([*above, *filter(None, [line])]))
        return above, line

    def rest(self) -> Iterator[str]:
        """All remaining lines, with their ends."""
        while line := self.take():
            yield line[1] + "\n"

    def run(self) -> Iterator[str]:
        """The lines up to the next link or note of a kind, except the comments that belong to that; with their ends."""
        apart, started, held = True, False, list[texts.Line]()
        while line := self.take():
            found = links.address(line[1]) if apart else None
            if (found and found.form) or (apart and started and _tells_kind(line[1])):
                self._again.extendleft(reversed([*held, line]))
                return
            if apart and texts.is_comment(line[1]):
                held.append(line)
                continue
            yield from (text + "\n" for _, text in (*held, line))
            held = []
            apart = not line[1].strip()
            started = started or not apart
        yield from (text + "\n" for _, text in held)


def _tells_kind(line: str) -> bool:
    key, stated = texts.note(line, ("kind",)) or ("", "")
    return key == "kind" and stated in NAMES


def _shift_lines(items: Iterator[Item], lines: int) -> Iterator[Item]:
    """*items* of a text that begins *lines* further down."""
    for item in items:
        error = item.error
        if error and error.line and lines:
            error = InputError(error.message, source=error.source, line=error.line + lines, column=error.column)
            item = replace(item, error=error)
        yield item


def _from_run(supply: _Supply, source: str, kind: str | None) -> Iterator[Item]:
    """The puzzles of lines without links, all of one kind; a note of a kind begins others."""
    lines, head = supply.run(), list[str]()
    try:
        kind = _kind_of(head, lines, source, kind)
    except InputError as error:
        for _ in lines:
            pass
        yield Item("", kind or "", error=error)
        return
    for found in texts_of(kind).read(chain(head, lines)):
        yield Item("", kind, error=found) if isinstance(found, InputError) else Item("", kind, found)
    for _ in lines:  # what a reader left over when it gave up
        pass


def _from_link(supply: _Supply, kind: str | None) -> Item:
    """The puzzle of the next link, with the notes above it."""
    notes = dict[str, str]()
    name, error = "", None
    line = supply.take()
    while line and not (address := links.address(line[1], supply.room)):
        if (stated := texts.note(line[1], ("kind",))) and stated[0] == "kind":
            try:
                kind = _stated_kind(stated[1], kind, line[0])
            except InputError as found:
                error = error or found
        texts.add_note(line[1], notes)
        line = supply.take()
    assert line
    assert address
    name = notes.pop("name", "")
    try:
        if error:
            raise error
        kind = _kind_of_link(address, kind)
        puzzle = texts_of(kind).links[address.form].read(address)
        puzzle = replace(puzzle, name=name or puzzle.name, extra={**puzzle.extra, **notes})
        return Item(puzzle.name, kind, puzzle)
    except InputError as error:
        return Item(name, kind or "", error=error.located(line=line[0]))


def _kind_of_link(address: links.Address, kind: str | None) -> str:
    """The kind whose puzzle a link holds. Raises InputError if no kind reads it, or if that is not *kind*."""
    owned = {name: texts_of(name).links for name in loadable_kinds()}
    fitting = [name for name in owned if (link := owned[name].get(address.form)) and address.what in link.names]
    if fitting and kind in (None, fitting[0]):
        return fitting[0]
    if fitting:
        raise InputError(f"found a link to a puzzle of the kind {fitting[0]!r}, expected {kind!r} as --kind says")
    if kind and address.form in owned[kind] and not address.what:
        return kind
    known = {form: {own[form].names[0]: name for name, own in owned.items() if form in own} for form in links.FORMS}
    raise links.unread(address, known)


def _stated_kind(stated: str, kind: str | None, line: int) -> str:
    """The kind that a note states. Raises InputError if it is unknown, or not *kind*."""
    if stated not in NAMES:
        message = f"found the kind {reprlib.repr(stated)}, expected one of {', '.join(NAMES)}"
        raise InputError(message, line=line)
    if kind and stated != kind:
        raise InputError(f"found the kind {stated!r}, expected {kind!r} as --kind says", line=line)
    return stated


def _is_json(begins: str, source: str, kind: str | None) -> bool:
    """Whether a text with this first line is JSON, rather than a section (``[Puzzle]``) or a board (``[12] .``)."""
    if re.match(r"\[(?!null|true|false)[A-Za-z]+\]$", begins):
        return False
    known = kind or Path(source).suffix in _suffixes(None)
    return begins[0] in "{[" and not (known and re.match(r"\[[0-9]+\]", begins))


NOTED = ("text", "grid")
"""Our own styles that may begin with a note of the kind."""


def kind_note(text: str, kind: str, style: str = "text") -> str:
    """The note to put above *text* if its content alone does not determine its kind.

    Empty if it does, or if that style has no notes.
    """
    if style not in NOTED:
        return ""
    try:
        stated = _kind_of([], iter(text.splitlines(keepends=True)), STDIN, None)
    except InputError:
        stated = ""
    return "" if stated == kind else f"# kind: {kind}\n"


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


def _kind_of(head: list[str], lines: Iterator[str], source: str, kind: str | None) -> str:
    """The kind of a text: from the option, a note ``# kind: NAME``, the extension, or else the content.

    Args:
        head: the lines already read; those read here are appended.
        lines: the remaining lines.

    Raises:
        InputError: these contradict each other, or the content fits several kinds.
    """
    suffix = Path(source).suffix
    owners = [name for name in NAMES if suffix in KINDS[name].suffixes and suffix != ".txt"]
    certain = kind or (owners[0] if len(owners) == 1 else None)
    started = False
    for number, line in texts.numbered(_prepend(head, lines)):
        key, stated = texts.note(line, ("kind",)) or ("", "")
        if key == "kind" and not started and (stated in NAMES or not certain):
            return _stated_kind(stated, kind, number)
        blank = not line.strip()
        says_much = not blank and not texts.is_comment(line)
        if certain and says_much:
            return certain
        if matching := [name for name in loadable_kinds() if not certain and texts_of(name).identifies(line)]:
            return matching[0]
        if (started and blank) or number == _SAMPLE:
            break
        started = started or says_much
    if certain:
        return certain
    if not started:
        raise InputError("found only comments, expected a puzzle", line=1)
    sample = "".join(head)
    fitting = [name for name in loadable_kinds() if texts_of(name).recognises(sample)]
    if not fitting:
        like = {name: int(texts_of(name).resembles(sample)) for name in loadable_kinds()}
        fitting = [name for name, sections in like.items() if sections == max(like.values()) > 0]
    if len(fitting) == 1:
        return fitting[0]
    several = f"this may be a puzzle of several kinds ({', '.join(fitting)})"
    found = f"{several};" if fitting else "not recognised as any puzzle format; if it is one,"
    raise InputError(f"{found} pass --kind NAME, or add the line '# kind: NAME'")


def _prepend(head: list[str], lines: Iterator[str]) -> Iterator[str]:
    """*head*, then *lines*, each of which is appended to *head* as it is read."""
    yield from list(head)
    for line in lines:
        head.append(line)
        yield line


def _from_json(lines: Iterable[str], kind: str | None, one_list: bool, lazily: bool = False) -> Iterator[Item]:
    """The puzzles of JSON values, one after another: objects, or lists of objects.

    Args:
        one_list: the first value is a list; if it is broken, only objects on lines of their own are read after it.
        lazily: as in `read`.
    """
    held: list[Item] | None = None  # faults after a broken list, until it is known whether they are its pieces
    for found in texts.json_values(lines, lazily=lazily or one_list):
        if isinstance(found, InputError):
            item = Item("", kind or "", error=found)
            if held is not None:
                held.append(item)
            else:
                yield item
                held = [] if one_list else None
            continue
        line, value = found
        if held is not None and type(value) is not texts.Unread:
            return
        yield from held or ()
        held, one_list = None, False
        if type(value) is texts.Unread:
            item = Item("", "", text=value.text, line=line)
            yield item if lazily else read_item(item, kind)
            continue
        if value == []:
            yield Item("", kind or "", error=InputError("found an empty list, expected puzzles", line=line))
        for number, record in enumerate(value if isinstance(value, list) else [value], 1):
            item = _from_record(record, kind, line)
            if item.error and isinstance(value, list) and len(value) > 1:
                item = replace(item, error=InputError(f"puzzle {number} of the list: {item.error.message}", line=line))
            yield item


def read_item(item: Item, kind: str | None = None) -> Item:
    """Parse an item that was read lazily: what `read` would have returned in its place."""
    record = texts.json_object(item.text)
    if record is None:
        (found,) = _shift_lines(_from_json([item.text], kind, one_list=False), item.line - 1)
    else:
        found = _from_record(record, kind, item.line)
    if found.error:
        return Item(found.name or item.name, found.kind, error=found.error.located(source=item.source))
    name = found.name or item.name
    object.__setattr__(found.puzzle, "name", name)  # nothing else has seen this puzzle yet
    return found if found.name else Item(name, found.kind, found.puzzle)


def _from_record(record: Any, kind: str | None, line: int) -> Item:
    name, stated, known = "", kind or "", ", ".join(NAMES)
    try:
        if not isinstance(record, dict):
            raise InputError(f"found {json.dumps(record)[:40]}, expected a JSON object")
        name = record["name"] if isinstance(record.get("name"), str) else ""
        if answers.is_answer(record):
            raise InputError(answers.NO_PUZZLE)
        stated = record.get("kind") or stated
        if not stated:
            raise InputError(f'no "kind" in this JSON object; expected one of {known}, or the option --kind')
        if stated not in NAMES:
            raise InputError(f'field "kind" is {reprlib.repr(stated)}, expected one of {known}')
        if kind and stated != kind:
            raise InputError(f"found the kind {stated!r}, expected {kind!r} as --kind says")
        record = record if record.get("kind") == stated else {**record, "kind": stated}
        return Item(name, stated, texts_of(stated).from_json(record))
    except InputError as error:
        return Item(name, stated if isinstance(stated, str) else "", error=error.located(line=line))


def _suffixes(kind: str | None) -> set[str]:
    names = [kind] if kind else loadable_kinds()
    return {*JSON_SUFFIXES, *(suffix for name in names for suffix in KINDS[name].suffixes)}
