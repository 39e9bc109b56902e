"""A puzzle as a question: the rules in plain words, the puzzle as text, how an answer may look."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from satdnd.api import styled
from satdnd.engine.kind import kind_of
from satdnd.errors import InputError

_PARAGRAPHS = re.compile(r"\n[ \t]*\n")


def bare(puzzle: Any) -> Any:
    """*puzzle* without its name and its extra fields, which may give away how hard it is."""
    return replace(puzzle, name="", extra={})


def question(puzzle: Any) -> str:
    """The rules, the puzzle in the text form of its kind, how to read that form, and how to answer."""
    kind = kind_of(puzzle)
    picture = kind.picture(puzzle)
    paragraphs = [paragraph for paragraph in _PARAGRAPHS.split(kind.texts.help) if not paragraph.startswith(" ")]
    answer = next(_plain(paragraph) for paragraph in paragraphs if paragraph.startswith("A solution is"))
    form = []
    for paragraph in paragraphs:
        if paragraph.startswith(("Also read", "And ", "A solution is")):
            break
        form.append(_plain(paragraph))
    return (
        f"Solve this puzzle of the kind {kind.title}.\n\n"
        f"Rules: {_plain(kind.play)}\n\n"
        f"How the puzzle is written: {' '.join(form)}\n\n"
        f"The puzzle ({picture.height} rows, {picture.width} columns):\n\n{styled(bare(puzzle), 'text').rstrip()}\n\n"
        f"{answer} End with the solution, in a code block."
    )


def written(puzzle: Any, solution: Any) -> str:
    """*solution* as people type it, one line per row, if the kind reads that back; otherwise as JSON."""
    record = solution.to_json()
    found = next((record[name] for name in _GRIDS if name in record), None)
    if found is not None:
        rows = (row if isinstance(row, str) else " ".join(str(cell) or "." for cell in row) for row in found)
        text = "\n".join(rows)
        read = next(iter(kind_of(puzzle).texts.read_solutions(text, puzzle)))
        if not isinstance(read, InputError) and read == solution:
            return text
    return json.dumps(record, ensure_ascii=False)


_GRIDS = ("grid", "inside", "areas")
"""The fields of solutions that hold a row for each row of the board."""


def _plain(text: str) -> str:
    """A paragraph on one line, as a sentence."""
    return re.sub(r":$", ".", " ".join(text.split()))
