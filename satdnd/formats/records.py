"""Puzzles in JSON: our own objects, and what other programs write: arrays of rows, a grid or a text in some field."""

from __future__ import annotations

import json
import reprlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, TypeAlias

from satdnd.errors import InputError
from satdnd.formats import answers, texts
from satdnd.formats.grids import EMPTY
from satdnd.formats.recognition import question, read_as, texts_of
from satdnd.registry import KINDS, SOME_NAMES, loadable_kinds, wanted_kind

_GRIDS = ("grid", "puzzle", "problem", "board", "cells", "rows", "quiz", "quizzes", "question", "clues", "data")
"""The fields in which other programs put a grid or a text, the most certain first."""


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
    notices: tuple[str, ...] = ()
    """What people should know of how it was read, in a sentence each."""

    @property
    def all_notices(self) -> tuple[str, ...]:
        """What people should know of how it was read, and what is unusual about the puzzle and could be a mistake."""
        return *self.notices, *getattr(self.puzzle, "notices", ())


ReadText: TypeAlias = Callable[[str, str | None], Iterator[Item]]
"""Reads the puzzles of a text, of a kind if that is known."""


def from_json(
    lines: Iterable[str], kind: str | None, read: ReadText, *, one_list: bool, lazily: bool = False
) -> Iterator[Item]:
    """The puzzles of JSON values, one after another: objects, lists of objects, arrays of rows.

    Args:
        lines: the text.
        kind: the kind of those that do not say theirs; None: unknown.
        read: reads the texts in them.
        one_list: the first value is a list; if it is broken, only objects on lines of their own are read after it.
        lazily: leave a JSON object on a separate line as text; `read_item` parses it.
    """
    pending: list[Item] | None = None  # faults after a broken list, until it is known whether they are its pieces
    for found in texts.json_values(lines, lazily=lazily or one_list):
        if isinstance(found, InputError):
            item = Item("", kind or "", error=found)
            if pending is not None:
                pending.append(item)
            else:
                yield item
                pending = [] if one_list else None
            continue
        line, value = found
        if pending is not None and type(value) is not texts.Unread:
            return
        yield from pending or ()
        pending, one_list = None, False
        if type(value) is texts.Unread:
            item = Item("", "", text=value.text, line=line)
            yield item if lazily else read_item(item, read, kind)
            continue
        if value == []:
            yield Item("", kind or "", error=InputError("found an empty list, expected puzzles", line=line))
        if _is_grid(value):
            yield from (_at(item, line) for item in read(_rows(value), kind))
            continue
        values = value if isinstance(value, list) else [value]
        if not any(isinstance(record, dict | list | str) for record in values):
            values = values[:1]  # a list of numbers is one mistake
        for number, record in enumerate(values, 1):
            for item in _from_value(record, kind, line, read):
                if item.error and isinstance(value, list) and len(value) > 1:
                    message = f"puzzle {number} of the list: {item.error.message}"
                    item = replace(item, error=InputError(message, line=line))
                yield item


def read_item(item: Item, read: ReadText, kind: str | None = None) -> Item:
    """Parse an item that was read lazily: what `loading.read` would have returned in its place."""
    record = texts.json_object(item.text)
    if record is None:
        again = from_json([item.text], kind, read, one_list=False)
        found = next(_at(one, item.line, shift=True) for one in again)
    else:
        found = next(_from_value(record, kind, item.line, read))
    if found.error:
        error = found.error.located(source=item.source)
        return Item(found.name or item.name, found.kind, error=error, notices=found.notices)
    name = found.name or item.name
    object.__setattr__(found.puzzle, "name", name)  # nothing else has seen this puzzle yet
    return found if found.name else replace(found, name=name)


def from_record(record: Any, kind: str | None, line: int) -> Item:
    """The puzzle of one of our own objects, or the error."""
    name, stated = "", kind or ""
    try:
        if not isinstance(record, dict):
            raise InputError(f"found {json.dumps(record)[:40]}, expected a JSON object")
        name = record["name"] if isinstance(record.get("name"), str) else ""
        if answers.is_answer(record):
            raise InputError(answers.NO_PUZZLE)
        stated = record.get("kind") or stated
        if not stated:
            raise InputError(f'no "kind" in this JSON object; expected one of {SOME_NAMES}, or the option --kind')
        if not _is_kind(stated):
            raise InputError(f'field "kind" is {reprlib.repr(stated)}{wanted_kind(stated)}')
        if kind and stated != kind:
            raise InputError(f"found the kind {stated!r}, expected {kind!r} as --kind says")
        record = record if record.get("kind") == stated else {**record, "kind": stated}
        return Item(name, stated, texts_of(stated).from_json(record))
    except InputError as error:
        return Item(name, stated if isinstance(stated, str) else "", error=error.located(line=line))


def _from_value(record: Any, kind: str | None, line: int, read: ReadText) -> Iterator[Item]:
    """The puzzle of an object, of any of its forms; otherwise of what an array or a string in a list holds."""
    if isinstance(record, str) or _is_grid(record):
        yield from (_at(item, line) for item in read(record if isinstance(record, str) else _rows(record), kind))
        return
    item = from_record(record, kind, line)
    if not item.error or not isinstance(record, dict) or answers.is_answer(record):
        yield item
        return
    stated = record.get("kind") or kind
    if not stated and (guessed := _guessed(record, line)):
        yield guessed
        return
    name = next((key for key in _GRIDS if isinstance(record.get(key), str) or _is_grid(record.get(key))), None)
    if name is None or (stated and not _is_kind(stated)) or (stated and name in texts_of(stated).fields):
        yield item
        return
    value = record[name]
    others = {key: value for key, value in record.items() if key not in (name, "kind", "name")}
    title = record["name"] if isinstance(record.get("name"), str) else ""
    for found in read(value if isinstance(value, str) else _rows(value), stated):
        found = _at(found, line)
        if found.puzzle:
            found.puzzle = replace(
                found.puzzle, name=title or found.puzzle.name, extra={**found.puzzle.extra, **others}
            )
        found.name = title or found.name
        yield found


def _guessed(record: dict[str, Any], line: int) -> Item | None:
    """The puzzle of an object of ours that does not say its kind; None if it has no kind's fields."""
    found = dict[str, Item]()
    every = {*chain.from_iterable(texts_of(name).fields for name in loadable_kinds())}
    for name in loadable_kinds():
        if record.keys() & {*texts_of(name).fields}:
            item = from_record(record, name, line)
            left = {key for key, x in item.puzzle.extra.items() if isinstance(x, list)} if item.puzzle else set()
            left |= every.intersection(item.puzzle.extra) if item.puzzle else left
            if item.puzzle and not left and texts_of(name).plausible(item.puzzle):
                found[name] = item
    if not found:
        return None
    kind, *others = found
    if others:
        return Item("", "", error=question([*found]).located(line=line))
    return replace(found[kind], notices=(read_as(kind),))


def _is_kind(value: Any) -> bool:
    return isinstance(value, str) and value in KINDS


def _is_grid(value: Any) -> bool:
    """Whether a value is an array of rows: lists of numbers and words, or strings."""
    scalar = (str, int, type(None))
    return isinstance(value, list) and bool(value) and (
        all(isinstance(row, str) for row in value)
        or all(isinstance(row, list) and row and all(isinstance(x, scalar) for x in row) for row in value)
    )  # fmt: skip


def _rows(value: list[Any]) -> str:
    """The rows of an array as lines of text."""
    return "".join(f"{row if isinstance(row, str) else ' '.join(map(_word, row))}\n" for row in value)


def _word(entry: Any) -> str:
    return EMPTY if entry is None or (isinstance(entry, str) and not entry.strip()) else str(entry)


def _at(item: Item, line: int, *, shift: bool = False) -> Item:
    """The item of a text within a value that begins on *line*; with *shift*, of a text that begins there."""
    if not item.error:
        return item
    error = item.error
    place = line + (error.line or 1) - 1 if shift else line
    return replace(item, error=InputError(error.message, line=place, column=error.column if shift else None))
