"""Reading sudokus in OpenSudoku's XML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser
from xml.parsers.expat import ErrorString

from satdnd.errors import InputError
from satdnd.formats import texts
from satdnd.grid import fields
from satdnd.grid.notation import counted
from satdnd.kinds.sudoku.model import Sudoku

LONGEST_XML = 1 << 26
"""The most characters of one document."""
_DEEPEST = 32
_LONGEST_NOTE = 2000
_XML_KEYS = {"name": "collection", "sourceURL": "url", "created": "date"} | {
    key: key for key in ("author", "description", "comment", "source", "level")
}
_DECLARED = re.compile("<!(?:DOCTYPE|ENTITY)")
_VERSIONED = re.compile(r"version: ([1-5])\s+([0-9|,-]*)")
_CELLS = {
    "1": r"([0-9])\|[0-9,-]+\|([01])\|",
    "2": r"([0-9])\|[0-9]{1,3}\|{1,2}([01])\|",
    "3": r"([0-9])\|[0-9]{1,3}\|([01])\|",
    "4": r"([0-9])\|[0-9]{1,3}\|[0-9]{1,3}\|([01])\|",
    "5": r"([0-9])\|[0-9]{1,3}\|[0-9]{1,3}\|[0-9]\|([01])\|",
}
"""A cell in each version of OpenSudoku's saved games: digit, notes, and whether the player may change it."""


def read_opensudoku(lines: Iterator[texts.Line]) -> Iterator[Sudoku | InputError]:
    """The games of an OpenSudoku document, one by one, each with the document's own fields.

    Entities and document types, which could expand a short text into a huge one, are refused.
    """
    parser: XMLPullParser[Any] = XMLPullParser(("start", "end"))
    size, first, number, found = 0, 0, 0, False
    path, about = list[Element](), dict[str, str]()
    try:
        for number, line in lines:
            first, size = first or number, size + len(line) + 1
            if size > LONGEST_XML:
                raise InputError(f"found a document of more than {LONGEST_XML} characters")
            if _DECLARED.search(line):
                raise InputError("found a document type or an entity, expected elements alone")
            parser.feed(line + "\n")
            for event, element in cast(Iterator[tuple[str, Element]], parser.read_events()):
                if event == "start":
                    _check(element, path)
                    path.append(element)
                    if element.tag == "folder":
                        about = {"collection": name} if (name := element.get("name")) else {}
                    elif element.tag == "game":
                        found = True
                        yield texts.try_read(_game, element, about, line=number)
                    continue
                path.pop()
                if element.tag in _XML_KEYS and (text := " ".join((element.text or "")[:_LONGEST_NOTE].split())):
                    about[_XML_KEYS[element.tag]] = text
                for above in path[-1:]:
                    above.clear()  # parsed elements are not kept
        parser.close()
        if not found:
            raise InputError("found no game in this document, expected '<game data=\"...\"/>'")
    except ParseError as error:
        (line_number, column), what = error.position, ErrorString(error.code)
        yield InputError(f"this XML cannot be read: {what}", line=first - 1 + line_number, column=column + 1)
    except UnicodeEncodeError:
        yield InputError("this XML cannot be read: it holds half of a character", line=number)
    except InputError as error:
        yield error.located(line=number)


def _check(element: Element, path: list[Element]) -> None:
    """Raise InputError for an unexpected element."""
    if not path and not element.tag.startswith("opensudoku"):
        raise InputError(f"found the element {fields.shown(element.tag)}, expected 'opensudoku'")
    if len(path) >= _DEEPEST:
        raise InputError(f"found more than {_DEEPEST} elements inside each other")


def _game(game: Element, about: Mapping[str, str]) -> Sudoku:
    data = game.get("data", "").strip()
    extra: dict[str, Any] = {**about}
    if note := " ".join(game.get("note", "")[:_LONGEST_NOTE].split()):
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
