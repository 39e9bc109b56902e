"""What a kind writes of a puzzle it reads again, as text and as JSON, with its name and notes."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from contract_boards import boards

from satdnd.engine.kind import kind_named
from satdnd.registry import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_puzzles_come_back(name: str) -> None:
    """Every small board of every kind."""
    texts = kind_named(name).texts
    for board in boards(name):
        puzzle = replace(board.puzzle, name="a name", extra={"source": "a: book", "number": "3"})
        (by_text,) = texts.read(texts.styles["text"](puzzle))
        by_json = texts.from_json(json.loads(json.dumps(texts.to_json(puzzle))))
        for found in (by_text, by_json):
            assert (found, found.name, dict(found.extra)) == (puzzle, puzzle.name, puzzle.extra)
