"""Nonograms in the XML of webpbn.com.

Source of the grammar: webpbn.com/pbn_fmt.html, version 0.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from satdnd.errors import InputError
from satdnd.formats import texts, xml_text
from satdnd.formats.documents import Document, Record
from satdnd.formats.xml_text import Element
from satdnd.grid.fields import shown

_NOTES = ("source", "id", "author", "copyright", "description", "note")
_BLACK = "black"


def _records(text: str) -> Iterator[Record | InputError]:
    try:
        root = xml_text.document(text)
    except InputError as error:
        yield error
        return
    if root.tag != "puzzleset":
        yield root.wrong(f"found the element {shown(root.tag)}, expected 'puzzleset'")
        return
    shared = _notes(root)
    empty = True
    for puzzle in root.all("puzzle"):
        empty = False
        yield texts.try_read(_record, puzzle, shared, line=puzzle.line)
    if empty:
        yield root.wrong("found no puzzle in this set")


def _notes(element: Element) -> dict[str, str]:
    return {key: words for key in _NOTES if (words := element.words(key))}


def _record(puzzle: Element, shared: dict[str, str]) -> Record:
    """The record of one puzzle. A goal, which is the answer, and saved boards are left out. Raises InputError."""
    kind = puzzle.attributes.get("type", "grid")
    if kind.lower() != "grid":
        raise puzzle.wrong(f"found a puzzle of the type {shown(kind)}, expected 'grid', of rows and columns")
    colour = puzzle.attributes.get("defaultcolor", _BLACK)
    sides = dict[str, list[list[int]]]()
    for clues in puzzle.all("clues"):
        side = clues.attributes.get("type", "").lower()
        if side not in ("rows", "columns") or side in sides:
            what = "twice" if side in sides else "as the type of clues"
            raise clues.wrong(f"found {shown(side)} {what}, expected 'rows' and 'columns' once each")
        sides[side] = [_runs(line, colour) for line in clues.all("line")]
        if not sides[side]:
            raise clues.wrong(f"found no line among the {side}")
    if missing := [side for side in ("rows", "columns") if side not in sides]:
        raise puzzle.wrong(
            f"found no clues of the {missing[0]}; a puzzle without clues, with its goal alone, is not read"
        )
    record: Record = {"kind": "nonogram", "name": puzzle.words("title"), **sides}
    return {**shared, **_notes(puzzle), **record}


def _runs(line: Element, default: str) -> list[int]:
    runs = []
    for count in line.all("count"):
        colour = count.attributes.get("color", default)
        if colour.lower() != _BLACK:
            found = f"found a run of the colour {shown(colour)}, expected black alone"
            raise count.wrong(f"{found}: nonograms of several colours are not read")
        word = count.text.strip()
        if not re.fullmatch("[0-9]{1,9}", word):
            raise count.wrong(f"found {shown(word)}, expected the length of a run")
        runs.append(int(word))
    if 0 in runs and len(runs) > 1:
        raise line.wrong("found a run of 0 among others, expected 1 or more")
    return [run for run in runs if run]


def _recognises(head: str) -> bool:
    return re.search(r"<puzzleset\b", head, re.IGNORECASE) is not None


_EXAMPLE = """\
<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<puzzle type="grid" defaultcolor="black">
<title>Cross</title>
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
<clues type="columns">
<line><count>1</count></line>
<line><count>3</count></line>
<line><count>1</count></line>
</clues>
<clues type="rows">
<line><count>1</count></line>
<line><count>3</count></line>
<line><count>1</count></line>
</clues>
</puzzle>
</puzzleset>
"""
DOCUMENTS = (Document("webpbn XML", ("nonogram",), _recognises, _records, _EXAMPLE),)
