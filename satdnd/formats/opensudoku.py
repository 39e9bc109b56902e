"""Sudokus in the XML of OpenSudoku: 81 digits each, or games as the program saves them, without the player's digits.

Source of the grammar: romario333/opensudoku, game/CellCollection.java, game/Cell.java and
gui/importing/OpenSudokuImportTask.java.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from satdnd.errors import InputError
from satdnd.formats import texts, xml_text
from satdnd.formats.documents import Document, Record
from satdnd.formats.xml_text import Element
from satdnd.grid.fields import shown
from satdnd.grid.notation import counted

_NOTES = {"name": "collection", "sourceurl": "url", "created": "date"} | {
    key: key for key in ("author", "description", "comment", "source", "level")
}
"""What is kept of the elements before the games, and as what."""
_SAVED = re.compile(r"version: ([1-5])\s+([0-9|,-]*)")
_CELLS = {
    "1": r"([0-9])\|[0-9,-]+\|([01])\|",
    "2": r"([0-9])\|[0-9]{1,3}\|{1,2}([01])\|",
    "3": r"([0-9])\|[0-9]{1,3}\|([01])\|",
    "4": r"([0-9])\|[0-9]{1,3}\|[0-9]{1,3}\|([01])\|",
    "5": r"([0-9])\|[0-9]{1,3}\|[0-9]{1,3}\|[0-9]\|([01])\|",
}
"""A cell in each version of saved games: digit, notes, and whether the player may change it."""


def _records(text: str) -> Iterator[Record | InputError]:
    try:
        root = xml_text.document(text)
        if not root.tag.startswith("opensudoku"):
            raise root.wrong(f"found the element {shown(root.tag)}, expected 'opensudoku'")
        games = [*_games(root, {})]
        if not games:
            raise root.wrong("found no game in this document, expected '<game data=\"...\"/>'")
    except InputError as error:
        yield error
        return
    for game, notes in games:
        yield texts.try_read(_record, game, notes)


def _games(element: Element, notes: dict[str, str]) -> Iterator[tuple[Element, dict[str, str]]]:
    """The games in an element and in its folders, with what is said of them."""
    notes = notes | {key: words for tag, key in _NOTES.items() if (words := element.words(tag))}
    if folder := element.attributes.get("name"):
        notes["collection"] = folder
    yield from ((game, notes) for game in element.all("game"))
    for child in element.children:
        yield from _games(child, notes)


def _record(game: Element, notes: dict[str, str]) -> Record:
    """The record of a game. Raises InputError."""
    data = game.attributes.get("data", "").strip()
    saved = _SAVED.fullmatch(data)
    cell = _CELLS[saved[1]] if saved else ""
    if saved and re.fullmatch(f"(?:{cell}){{81}}", saved[2]):
        data = "".join(digit if fixed == "0" else "0" for digit, fixed in re.findall(cell, saved[2]))
    if not re.fullmatch("[0-9.]{81}", data):
        found = f"found the data {shown(data)} of {counted(len(data), 'character')}"
        raise game.wrong(f"{found}, expected 81 digits (0: empty), or a game as OpenSudoku saves it")
    note = " ".join(game.attributes.get("note", "").split())
    return {"kind": "sudoku", "clues": data, **notes, **({"note": note} if note else {})}


def _recognises(head: str) -> bool:
    return "<opensudoku" in head


_EXAMPLE = f'<opensudoku>\n  <level>easy</level>\n  <game data="{"530070000" + "0" * 72}"/>\n</opensudoku>\n'
DOCUMENTS = (Document("OpenSudoku XML", ("sudoku",), _recognises, _records, _EXAMPLE, (".opensudoku",)),)
