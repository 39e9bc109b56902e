"""Nonograms as JSON with the fields "ver" and "hor", as a.teall.info/nonogram and several programs on GitHub have it.

Programs differ in which of the two are the rows: "ver" is the vertical list (the rows) for some, the clues of the
vertical lines for others. Nothing in the text tells it, so it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from satdnd.errors import InputError
from satdnd.formats.documents import Document, Record


def _recognises(head: str) -> bool:
    return {*re.findall(r'"(kind|rows|ver|hor)"\s*:', head)} in ({"ver", "hor"}, {"ver"}, {"hor"})


def _records(text: str) -> Iterator[Record | InputError]:
    found = 'found "ver" and "hor": programs differ in which of these are the rows'
    expected = 'call the fields "rows" and "columns", and add "kind": "nonogram"'
    yield InputError(f"{found}; {expected}", line=1)


_EXAMPLE = '{"ver": [[1], [2]], "hor": [[1], [2]]}\n'
DOCUMENTS = (Document('JSON with "ver" and "hor"', ("nonogram",), _recognises, _records, _EXAMPLE),)
