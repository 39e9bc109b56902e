"""A player's board, in any form that satdnd writes and in files of other programs, as marks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import takewhile
from typing import Any, cast

from satdnd.engine.kind import Kind, Rules, kind_of
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.formats.documents import document_of
from satdnd.grid.fields import shown
from satdnd.rules.unknowns import Mark, Unknowns


def player_marks(puzzle: Any, given: Any, options: Settings) -> list[Mark]:
    """Convert a player's board to marks.

    Args:
        puzzle: the puzzle.
        given: a text as written by ``forced`` or for solutions, with ``.`` for unknown, or a drawing; a list of its
            rows; a list of marks (`satdnd.rules.unknowns.Mark`); JSON of these; a document of another program that
            holds a player's board; a solution of the puzzle's kind; or None for the marks that came with the puzzle
            (its extra field ``marks``).
        options: the options of the puzzle's kind.

    Raises:
        InputError: *given* is not a board of the puzzle; with line and column if it is a text.
    """
    kind = kind_of(puzzle)
    if given is None:
        given = puzzle.extra.get("marks")
    if isinstance(given, cast(type, puzzle.solution_class)):
        book = kind.require(Rules).book(puzzle, options)
        board, names = book.board(given), book.unknowns.names
        return [book.unknowns.mark(x if board >> x - 1 & 1 else -x) for x in range(1, len(names) + 1)]
    rows = _decoded(given)
    if isinstance(rows, str):
        rows = _documented(kind, puzzle, rows) or kind.marks(puzzle, rows)
    if not rows:
        return []
    unknowns: Unknowns = kind.require(Rules).book(puzzle, options).unknowns
    marks = all(isinstance(row, list | tuple) and row and isinstance(row[0], int) for row in rows)
    if marks and all(isinstance(row[-1], str) for row in rows):
        literals = [unknowns.literal(row) for row in rows]
    else:
        literals = unknowns.read(rows)
    return [unknowns.mark(x) for x in literals]


def _documented(kind: Kind[Any, Any, Any], puzzle: Any, text: str) -> list[Mark]:
    """The marks on the first board of a document of another program: its values, and what it rules out.

    Empty if *text* is no such document. Raises InputError if it cannot be read, or holds a puzzle of another kind.
    """
    pieces = text.splitlines(keepends=True)
    head = [*takewhile(lambda line: not line.strip(), pieces)]
    lines = iter(pieces[len(head) :])
    document = document_of([*head, next(lines, "")], lines, "", kind.name)
    if document is None:
        return []
    record = next(document.records(text))
    if isinstance(record, InputError):
        raise record
    shown_there = kind.marks(puzzle, kind.texts.native["text"](kind.texts.from_json(record)))
    return [*shown_there, *map(tuple, record.get("marks", ()))]


def _decoded(given: Any) -> Any:
    """The text, or the list of rows or marks, in *given*. Raises InputError if it has another form."""
    if isinstance(given, str):
        if not given.lstrip().startswith(("[", "{")):
            return given
        try:
            given = json.loads(given)
        except json.JSONDecodeError as error:
            message = f"the player's board is not valid JSON: {error.msg}"
            raise InputError(message, line=error.lineno, column=error.colno) from error
    if isinstance(given, Mapping):
        given = next((given[name] for name in ("marks", "given", "forced", "grid") if name in given), None)
        if given is None:
            raise InputError('the player\'s board has none of the fields "marks", "given", "forced", "grid"')
    if given is None:
        return []
    if not isinstance(given, list | tuple):
        raise InputError(f"found {shown(given)}, expected a player's board: rows, or marks")
    return list(given)
