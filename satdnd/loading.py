"""Puzzles from files, directories and standard input: which kind, which format, what name."""

from __future__ import annotations

import json
import os
import reprlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from satdnd.errors import InputError
from satdnd.kind import kind_named
from satdnd.kinds import KINDS, NAMES

JSON_SUFFIXES = (".json", ".jsonl")


@dataclass(frozen=True)
class Item:
    """One puzzle of an input, or the error in its place."""

    name: str
    """The puzzle's own name, or the file's name and its place there."""
    kind: str
    """Name of its kind; an empty string where that was not known."""
    puzzle: Any = None
    error: InputError | None = None


def load(path: str | Path, kind: str | None = None) -> list[Any]:
    """The puzzles of a file or a directory.

    Args:
        path: a file, a directory (every puzzle file below it), or ``-`` for standard input.
        kind: name of the kind; told from the file's ending or content when None.

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


def read(path: str | Path, kind: str | None = None) -> Iterator[Item]:
    """As `load`, one after another, with the bad ones as errors in their places.

    Raises:
        InputError: nothing there to read: no such file, no rights, a directory without puzzles.
    """
    if str(path) == "-":
        yield from read_text(_decode(sys.stdin.buffer.read(), "standard input"), "standard input", kind)
        return
    path = Path(path)
    if os.path.isdir(path):  # Path.is_dir would raise where a name is too long
        files = _puzzle_files(path, kind)
        if not files:
            endings = ", ".join(sorted(_suffixes(kind)))
            raise InputError(f"no puzzle files in this directory; their names end in {endings}", source=str(path))
        for file in files:
            try:
                text = read_file(file)
            except InputError as error:
                yield Item(file.stem, kind or "", error=error)
            else:
                yield from read_text(text, str(file), kind)
        return
    yield from read_text(read_file(path), str(path), kind)


def read_file(path: str | Path) -> str:
    """The text of a file, or of standard input for ``-``; InputError where it cannot be read."""
    if str(path) == "-":
        return _decode(sys.stdin.buffer.read(), "standard input")
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=str(path)) from error
    return _decode(data, str(path))


def _decode(data: bytes, source: str) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError("this is no text: expected a puzzle in UTF-8", source=source, line=line) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise InputError("this is a binary file: expected a puzzle as text", source=source, line=line)
    return text


def read_text(text: str, source: str = "text", kind: str | None = None) -> Iterator[Item]:
    """The puzzles in *text*; *source* is its name for messages and for puzzles without one."""
    stem = Path(source).stem if source != "standard input" else "puzzle"
    found = list(_puzzles(text, source, kind))
    for number, item in enumerate(found, 1):
        place = stem if len(found) == 1 else f"{stem} {number}"
        if item.error:
            yield replace(item, name=item.name or place, error=item.error.located(source=source))
        else:
            name = item.puzzle.name or place
            yield replace(item, name=name, puzzle=replace(item.puzzle, name=name))


def _puzzles(text: str, source: str, kind: str | None) -> Iterator[Item]:
    if not text.strip():
        yield Item("", kind or "", error=InputError("the file is empty: expected a puzzle"))
        return
    if text.lstrip()[0] in "{[" or Path(source).suffix in JSON_SUFFIXES:
        yield from _from_json_text(text, kind)
        return
    name = kind or _guess_kind(text, source)
    for found in kind_named(name).texts.read(text):
        if isinstance(found, InputError):
            yield Item("", name, error=found)
        else:
            yield Item("", name, found)


def _guess_kind(text: str, source: str) -> str:
    """By the ending, unless several kinds or none have it, or it says nothing (.txt); then by the content."""
    suffix = Path(source).suffix
    owners = [name for name in NAMES if suffix in KINDS[name].suffixes]
    if len(owners) == 1 and suffix != ".txt":
        return owners[0]
    for name in NAMES:
        if kind_named(name).texts.recognises(text):
            return name
    return owners[0] if owners else NAMES[0]


def _from_json_text(text: str, kind: str | None) -> Iterator[Item]:
    whole = _decoded(text)
    if not isinstance(whole, InputError):
        records = whole if isinstance(whole, list) else [whole]
        for number, record in enumerate(records, 1):
            item = _from_record(record, kind, None)
            if item.error and len(records) > 1:
                item = replace(item, error=InputError(f"puzzle {number} of the list: {item.error.message}"))
            yield item
        if not records:
            yield Item("", kind or "", error=InputError("found an empty list, expected puzzles"))
        return
    lines = [(number, _decoded(line, number)) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    one_list = text.lstrip()[0] == "[" and isinstance(lines[0][1], InputError)
    if one_list or not any(isinstance(record, dict) for _, record in lines):
        yield Item("", kind or "", error=whole)  # one broken document, not JSON Lines
        return
    for number, record in lines:
        if isinstance(record, InputError):
            yield Item("", kind or "", error=record)
        else:
            yield _from_record(record, kind, number)


def _decoded(text: str, line: int | None = None) -> Any:
    """The JSON value of *text*, or an InputError; *line* is the number of a text that is one line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        return InputError(f"invalid JSON: {error.msg}", line=line or error.lineno, column=error.colno)
    except RecursionError:
        return InputError("invalid JSON: nested too deeply", line=line)
    except ValueError:
        return InputError("invalid JSON: found a number of thousands of digits", line=line)


def _from_record(record: Any, kind: str | None, line: int | None) -> Item:
    if not isinstance(record, dict):
        return Item(
            "", kind or "", error=InputError(f"found {json.dumps(record)[:40]}, expected a JSON object", line=line)
        )
    label = record.get("name")
    name = label if isinstance(label, str) else ""
    told = record.get("kind") or kind
    known = ", ".join(NAMES)
    if told is None:
        message = f'no "kind" in this JSON object; expected one of {known}, or the option --kind'
        return Item(name, "", error=InputError(message, line=line))
    if told not in NAMES:
        error = InputError(f'field "kind" is {reprlib.repr(told)}, expected one of {known}', line=line)
        return Item(name, told if isinstance(told, str) else "", error=error)
    try:
        if kind and told != kind:
            raise InputError(f"found the kind {told!r}, expected {kind!r} as --kind says")
        return Item(name, told, kind_named(told).texts.from_json({**record, "kind": told}))
    except InputError as error:
        return Item(name, told, error=error.located(line=line))


def _suffixes(kind: str | None) -> set[str]:
    names = [kind] if kind else NAMES
    return {*JSON_SUFFIXES, *(suffix for name in names for suffix in KINDS[name].suffixes)}


def _puzzle_files(directory: Path, kind: str | None) -> list[Path]:
    suffixes = _suffixes(kind)
    return sorted(
        p
        for p in directory.rglob("*")
        if p.suffix in suffixes
        and p.is_file()
        and not any(part.startswith(".") for part in p.relative_to(directory).parts)
    )
