"""Sudokus in the XML of OpenSudoku: how it is read."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any
from xml.parsers import expat

from satdnd.errors import InputError
from satdnd.formats import fields, texts
from satdnd.grid.notation import counted
from satdnd.kinds.sudoku.model import Sudoku

LONGEST_XML = 1 << 26
"""Characters of one document."""
_DEEPEST = 32
_LONGEST_NOTE = 2000
_XML_KEYS = {"name": "collection", "sourceURL": "url", "created": "date"} | {
    key: key for key in ("author", "description", "comment", "source", "level")
}
_VERSIONED = re.compile(r"version: ([1-5])\s+([0-9|,-]*)")
_CELLS = {
    "1": r"([0-9])\|[0-9,-]+\|([01])\|",
    "2": r"([0-9])\|[0-9]{1,3}\|{1,2}([01])\|",
    "3": r"([0-9])\|[0-9]{1,3}\|([01])\|",
    "4": r"([0-9])\|[0-9]{1,3}\|[0-9]{1,3}\|([01])\|",
    "5": r"([0-9])\|[0-9]{1,3}\|[0-9]{1,3}\|[0-9]\|([01])\|",
}
"""Of each version of OpenSudoku's saved games a cell: its digit, notes, and whether the player may change it."""


def read_opensudoku(lines: Iterator[texts.Line]) -> Iterator[Sudoku | InputError]:
    """The games of an OpenSudoku document, as they come; what the document says of itself is kept with each.

    Entities and document types, with which a short text could become a huge one, are refused.
    """
    reader: _Reader | None = None
    number = size = 0
    for number, line in lines:
        reader = reader or _Reader(number)
        size += len(line) + 1
        try:
            if size > LONGEST_XML:
                raise InputError(f"found a document of more than {LONGEST_XML} characters", line=number)
            reader.feed(line + "\n")
        except InputError as error:
            yield from reader.games
            yield error.located(line=number)
            return
        while reader.games:
            yield reader.games.popleft()
    if reader is None:
        return
    try:
        reader.close()
    except InputError as error:
        yield error.located(line=number)
        return
    if not reader.any:
        yield InputError("found no game in this document, expected '<game data=\"...\"/>'", line=number)


class _Reader:
    """What a document held so far."""

    def __init__(self, first: int) -> None:
        self.games = deque[Sudoku | InputError]()
        self.any = False
        self._before = first - 1
        self._about: dict[str, str] = {}
        self._path: list[str] = []
        self._text = ""
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._parser.EntityDeclHandler = self._refuse

    def feed(self, text: str) -> None:
        """The next piece of the document."""
        self._parse(text, False)

    def close(self) -> None:
        """Its end."""
        self._parse("", True)

    def _parse(self, text: str, final: bool) -> None:
        try:
            self._parser.Parse(text, final)
        except expat.ExpatError as error:
            message = f"this XML cannot be read: {expat.ErrorString(error.code)}"
            raise InputError(message, line=self._before + error.lineno, column=error.offset + 1) from None
        except UnicodeEncodeError:
            raise InputError("this XML cannot be read: it holds half of a character") from None

    def _refuse(self, *declared: object) -> None:
        raise InputError("found a document type or an entity, expected elements alone", line=self._line)

    @property
    def _line(self) -> int:
        return self._before + self._parser.CurrentLineNumber

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if not self._path and not name.startswith("opensudoku"):
            raise InputError(f"found the element {fields.shown(name)}, expected 'opensudoku'", line=self._line)
        if len(self._path) >= _DEEPEST:
            raise InputError(f"found more than {_DEEPEST} elements inside each other", line=self._line)
        self._path.append(name)
        self._text = ""
        if name == "folder":
            self._about = {"collection": attributes["name"]} if attributes.get("name") else {}
        elif name == "game":
            self.any = True
            self.games.append(texts.try_read(_game, attributes, self._about, line=self._line))

    def _end(self, name: str) -> None:
        self._path.pop()
        if name in _XML_KEYS and (text := " ".join(self._text.split())):
            self._about[_XML_KEYS[name]] = text

    def _characters(self, text: str) -> None:
        self._text = (self._text + text)[:_LONGEST_NOTE]


def _game(attributes: Mapping[str, str], about: Mapping[str, str]) -> Sudoku:
    data = attributes.get("data", "").strip()
    extra: dict[str, Any] = {**about}
    if note := " ".join(attributes.get("note", "")[:_LONGEST_NOTE].split()):
        extra["note"] = note
    if re.fullmatch("[0-9.]{81}", data):
        return Sudoku(tuple(0 if cell == "." else int(cell) for cell in data), extra=extra)
    version = _VERSIONED.fullmatch(data)
    cell = _CELLS[version[1]] if version else ""
    if version and re.fullmatch(f"(?:{cell}){{81}}", version[2]):
        cells = re.findall(cell, version[2])
        return Sudoku(tuple(int(digit) if fixed == "0" else 0 for digit, fixed in cells), extra=extra)
    found = f"found the data {fields.shown(data)} of {counted(len(data), 'character')}"
    raise InputError(f"{found}, expected 81 digits (0: empty), or a game as OpenSudoku saves it")
