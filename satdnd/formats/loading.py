"""Load puzzles from files, directories and standard input: find the kind, the format and the name.

Everything is read line by line, as it arrives, and a puzzle is yielded as soon as its lines are there: a pipe is
answered while it is open, and a million lines need no more memory than one. Only a single puzzle that is the whole
input, such as a JSON document over many lines, is held in memory.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from satdnd.errors import InputError
from satdnd.formats import answers, documents, records, texts
from satdnd.formats.examples import examples_of
from satdnd.formats.folders import puzzle_files
from satdnd.formats.links import address as links, penpa
from satdnd.formats.links.finding import links_in
from satdnd.formats.recognition import kind_named, kind_of, kind_of_word, stated_kind, suffixes, texts_of
from satdnd.formats.records import Item
from satdnd.formats.streams import STDIN, Meter, lines_of, opened
from satdnd.grid.notation import listed
from satdnd.registry import KINDS, check_kind, kind_object, loadable_kinds

JSON_SUFFIXES = (".json", ".jsonl")
_MOST_COMMENTS = 100_000
"""The most lines of notes, comments and prose between two puzzles."""
_LONGEST_ARRAY = 1 << 20
"""The most characters of an array of Python."""
_PROSE = re.compile(r"[^\W\d_]{3}")


def example_text(kind: str) -> str:
    """The text of the example puzzle of a kind. Raises UsageError for an unknown kind."""
    own = KINDS[check_kind(kind)].own
    example: str = examples_of(kind)[0] if own else kind_object(kind).examples[0]
    return example if "# kind:" in example else f"# kind: {kind}\n{example}"


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
        meter: records the progress, and limits time and memory.

    Raises:
        InputError: there is nothing to read: no such file, no permission, not text, a directory without puzzles.
    """
    if kind is not None:
        check_kind(kind)
    meter = meter or Meter()
    if is_link(path):
        yield from _read_link(str(path), kind)
        return
    if not os.path.isdir(path) or str(path) == "-":  # Path.is_dir would raise where a name is too long
        yield from _read_one(path, kind, lazily, meter)
        return
    endings = {*_suffixes(kind), *documents.suffixes(kind)}
    files = puzzle_files(Path(path), endings)
    if not files:
        known = listed(sorted(endings), 12)
        raise InputError(f"no puzzle files in this directory; their names end in {known}", source=str(path))
    for file in files:
        try:
            yield from _read_one(file, kind, lazily, meter)
        except InputError as error:
            yield Item(file.stem, kind or "", error=error)


def read_item(item: Item, kind: str | None = None) -> Item:
    """Parse an item that was read lazily: what `read` would have returned in its place."""
    return records.read_item(item, _read_grid, kind)


def _read_link(text: str, kind: str | None) -> Iterator[Item]:
    """The puzzle of a link given as a path; errors state the character rather than line and column."""
    source = links.short(text)
    kind = kind or kind_of_word(text)
    for item in _named(_puzzles([text], source, kind), source, alone=True, stem=source):
        if item.error:
            where = f"character {item.error.column}: " if item.error.column else ""
            also = "" if "://" in text else " (and there is no file of this name)"
            item = replace(item, error=InputError(where + item.error.message + also, source=source))
        yield item


def is_link(path: str | Path) -> bool:
    """Whether *path* is a link, or a puzzle in one of the one-line forms of other programs."""
    text = str(path)
    if "\n" in text or not (links_in(text) or kind_of_word(text)):
        return False
    named = "://" not in text and Path(text).suffix in _suffixes(None)
    return not named and not os.path.lexists(text)


def read_text(text: str, source: str = "text", kind: str | None = None) -> Iterator[Item]:
    """The puzzles in *text*; *source* is its name in messages, and names puzzles without a name."""
    return _named(_puzzles([text], source, kind), source, alone=True)


def _read_one(path: str | Path, kind: str | None, lazily: bool, meter: Meter) -> Iterator[Item]:
    source = STDIN if str(path) == "-" else str(path)
    with opened(path, own=lazily) as stream:
        meter.begin()
        found = _puzzles(lines_of(stream, source, meter), source, kind, lazily)
        for item in _named(found, source, alone=stream.seekable()):
            yield item
            meter.begin()


def _read_grid(text: str, kind: str | None, named: str | None = None) -> Iterator[Item]:
    """The puzzles of a text within a JSON value, in a file whose name says *named*."""
    return _from_run(_Supply([text]), "", kind or named)


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
        raise failures[0].located(source=source)


def _puzzles(lines: Iterable[str], source: str, kind: str | None, lazily: bool = False) -> Iterator[Item]:
    """The puzzles of a text: JSON, a document, or runs of lines of one kind, and links, each a separate text."""
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
    suffix, first = Path(source).suffix, len(head)
    is_link = begins[0] != "{" and bool(links_in(begins))  # looking through megabytes of JSON takes a second
    if document := documents.document_of(head, lines, "" if is_link else suffix, kind):
        yield from _from_document(document, head, lines, kind, first)
        return
    if suffix in JSON_SUFFIXES or _is_json(begins, source, kind):
        text: Iterable[str] = chain(head, lines)
        if re.match(r"\[\s*[\[(]", begins) and suffix not in JSON_SUFFIXES:
            text = _array(text)
        one_list = begins[0] == "[" and suffix != ".jsonl"
        read_grid = partial(_read_grid, named=kind_named(source))
        yield from records.from_json(text, kind, read_grid, one_list=one_list, lazily=lazily)
        return
    supply = _Supply(chain(head, lines))
    started = linked = False
    while True:
        above, front = supply.front()
        first = (above or [front or (1, "")])[0][0]
        if front and links_in(front[1]):
            yield from _from_links(supply, kind, suffix)
            linked = True
        elif front and started and _is_json(front[1].strip(), source, kind):
            yield from _shifted(records.from_json(supply.rest(), kind, _read_grid, one_list=False), first - 1)
        elif front and supply.skip_prose(kind, linked):
            started = True
        elif front or not started:
            yield from _shifted(_from_run(supply, source, kind), first - 1)
        else:
            return
        started = True


class _Supply:
    """The lines of a text, split where a link begins or ends, or puzzles of another kind begin.

    A link is at the beginning of the text, or below a blank line, a comment, or another link. The same holds for the
    note that states a kind.
    """

    def __init__(self, pieces: Iterable[str]) -> None:
        self.room = penpa.Room()
        self._lines = texts.numbered(pieces)
        self._again = deque[texts.Line]()

    def take(self) -> texts.Line | None:
        """The next line."""
        return self._again.popleft() if self._again else next(self._lines, None)

    def give_back(self, lines: Iterable[texts.Line]) -> None:
        """Take back lines that were taken, in order."""
        self._again.extendleft(reversed([*lines]))

    def front(self) -> tuple[list[texts.Line], texts.Line | None]:
        """The next line that is neither blank nor a comment, and the lines above it; all of them remain to be taken.

        Raises InputError for too many lines above it.
        """
        above = list[texts.Line]()
        while line := self.take():
            if links_in(line[1]) or (line[1].strip() and not texts.is_comment(line[1])):
                break
            above.append(line)
            if len(above) > _MOST_COMMENTS:
                raise InputError(f"found more than {_MOST_COMMENTS} lines of comments, expected a puzzle", line=line[0])
        self.give_back([*above, *filter(None, [line])])
        return above, line

    def rest(self) -> Iterator[str]:
        """All remaining lines, with their ends."""
        while line := self.take():
            yield line[1] + "\n"

    def run(self) -> Iterator[str]:
        """The lines up to the next link or note of a kind, except the comments that belong to that; with their ends."""
        apart, started, pending = True, False, list[texts.Line]()
        while line := self.take():
            found = links_in(line[1]) if apart else []
            if any(ways[0].form for ways in found) or (apart and started and _tells_kind(line[1])):
                self.give_back([*pending, line])
                return
            if apart and texts.is_comment(line[1]):
                pending.append(line)
                continue
            yield from (text + "\n" for _, text in (*pending, line))
            pending = []
            apart = not line[1].strip()
            started = started or not apart
        yield from (text + "\n" for _, text in pending)

    def skip_prose(self, kind: str | None, linked: bool) -> bool:
        """Skip lines of prose that are no puzzle, up to the next link or behind one; False if there are none."""
        taken, ended = list[texts.Line](), linked
        while line := self.take():
            if any(ways[0].form for ways in links_in(line[1])):
                self.give_back([line])
                ended = True
                break
            taken.append(line)
            prose = texts.is_comment(line[1]) or not line[1].strip() or _PROSE.search(line[1])
            if not prose or len(taken) > _MOST_COMMENTS:
                ended = False
                break
        text = "".join(f"{line}\n" for _, line in taken)
        every = [texts_of(name) for name in ([kind] if kind else loadable_kinds())] if ended else []
        if ended and not any(one.recognises(text) or one.resembles(text) for one in every):
            return True
        self.give_back(taken)
        return False


def _tells_kind(line: str) -> bool:
    key, stated = texts.note(line, ("kind",)) or ("", "")
    return key == "kind" and stated in KINDS


def _shifted(items: Iterator[Item], lines: int) -> Iterator[Item]:
    """*items* of a text that begins *lines* further down."""
    for item in items:
        error = item.error
        if error and error.line and lines:
            error = InputError(error.message, source=error.source, line=error.line + lines, column=error.column)
            item = replace(item, error=error)
        yield item


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
        item = records.from_record(record, kind, first)
        if item.error and len(found) > 1:  # nobody knows its line
            item = replace(item, error=InputError(item.error.message))
        yield item


def _from_run(supply: _Supply, source: str, kind: str | None) -> Iterator[Item]:
    """The puzzles of lines without links, all of one kind; a note of a kind begins others."""
    lines, head = supply.run(), list[str]()
    try:
        found = kind_of(head, lines, source, kind)
    except InputError as error:
        for _ in lines:
            pass
        yield Item("", kind or "", error=error)
        return
    notices = found.notices
    for puzzle in texts_of(found.kind).read(chain(head, lines)):
        if isinstance(puzzle, InputError):
            yield Item("", found.kind, error=puzzle, notices=notices)
        else:
            yield Item("", found.kind, puzzle, notices=notices)
        notices = ()
    for _ in lines:  # what a reader left over when it gave up
        pass


def _from_links(supply: _Supply, kind: str | None, suffix: str) -> Iterator[Item]:
    """The puzzles of the links on the next line that has any, with the notes above it, in a file with that ending."""
    notes, error = dict[str, str](), None
    line = supply.take()
    while line and not (found := links_in(line[1], supply.room)):
        if (stated := texts.note(line[1], ("kind",))) and stated[0] == "kind":
            try:
                kind = stated_kind(stated[1], kind, line[0])
            except InputError as wrong:
                error = error or wrong
        texts.add_note(line[1], notes)
        line = supply.take()
    assert line
    name = notes.pop("name", "")
    for ways in found:
        if error:
            yield Item(name, kind or "", error=error)
            continue
        items = [_from_link(way, name, notes, kind, line[0], suffix) for way in ways]
        yield next((item for item in items if item.puzzle), items[0])


def _from_link(
    address: links.Address, name: str, notes: dict[str, str], kind: str | None, line: int, suffix: str
) -> Item:
    """The puzzle of a link, or what is wrong with it."""
    try:
        kind = _kind_of_link(address, kind, suffix)
        puzzle = texts_of(kind).links[address.form].read(address)
        puzzle = replace(puzzle, name=name or puzzle.name, extra={**puzzle.extra, **notes})
        return Item(puzzle.name, kind, puzzle)
    except InputError as error:
        return Item(name, kind or "", error=error.located(line=line))


def _kind_of_link(address: links.Address, kind: str | None, suffix: str) -> str:
    """The kind whose puzzle a link holds. Raises InputError if no kind reads it, or if that is not *kind*.

    If the link does not name its game, the ending of its file may do so.
    """
    owned = {name: texts_of(name).links for name in loadable_kinds()}
    fitting = [name for name in owned if (link := owned[name].get(address.form)) and address.what in link.names]
    if fitting and kind in (None, fitting[0]):
        return fitting[0]
    if fitting:
        raise InputError(f"found a link to a puzzle of the kind {fitting[0]!r}, expected {kind!r} as --kind says")
    if kind and address.form in owned[kind] and not address.what:
        return kind
    if address.form == links.TATHAM and not address.what and not kind:
        readers = {name: own[address.form] for name, own in owned.items() if address.form in own}
        owners = [name for name in readers if suffix in KINDS[name].suffixes]
        if len(owners) == 1:
            return owners[0]
        return links.fitting(address, readers, lambda name, puzzle: texts_of(name).plausible(puzzle))
    known = {form: {own[form].names[0]: name for name, own in owned.items() if form in own} for form in links.FORMS}
    raise links.unread(address, known)


def _is_json(begins: str, source: str, kind: str | None) -> bool:
    """Whether a text with this first line is JSON, rather than a section (``[Puzzle]``) or a board (``[12] .``)."""
    if re.match(r"\[(?!null|true|false)[A-Za-z]+\]$", begins):
        return False
    known = kind or Path(source).suffix in _suffixes(None)
    return begins[0] in "{[" and not (known and re.match(r"\[[0-9]+\]", begins))


def _array(lines: Iterable[str]) -> Iterable[str]:
    """An array of rows as JSON, if Python can read it where JSON cannot (``None``, quotes, commas at the end)."""
    text, rest = "", iter(lines)
    while len(text) < _LONGEST_ARRAY and (line := next(rest, None)) is not None:
        text += line
    further = next(rest, None)
    if further is None and re.search(r"None|'|\(|,\s*[\])]", text):
        try:
            return [json.dumps(ast.literal_eval(text.strip()))]
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            pass
    return chain([text, *filter(None, [further])], rest)


def _suffixes(kind: str | None) -> set[str]:
    return {*JSON_SUFFIXES, *suffixes(kind)}
