"""What a kind writes of a puzzle it reads again, as text, as JSON and as a link."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from contract_boards import boards
from hypothesis import given, settings, strategies as st

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.registry import NAMES


@pytest.mark.parametrize("name", NAMES)
def test_puzzles_come_back(name: str) -> None:
    """Every small board of every kind, with its name and notes."""
    texts = kind_named(name).texts
    for board in boards(name):
        puzzle = replace(board.puzzle, name="a name", extra={"source": "a: book", "number": "3"})
        (by_text,) = texts.read(texts.styles["text"](puzzle))
        by_json = texts.from_json(json.loads(json.dumps(texts.to_json(puzzle))))
        for found in (by_text, by_json):
            assert (found, found.name, dict(found.extra)) == (puzzle, puzzle.name, puzzle.extra)


ENTRIES = {
    "akari": st.sampled_from((None, None, None, "#", 0, 1, 2, 3, 4)),
    "hitori": st.one_of(st.none(), st.integers(0, 1295)),
    "masyu": st.sampled_from((None, None, "w", "b")),
    "slitherlink": st.sampled_from((None, None, 0, 1, 2, 3, 4)),
    "yajilin": st.none()
    | st.builds("{}{}".format, st.one_of(st.integers(0, 99), st.just("?")), st.sampled_from("news")),
}
"""What a cell may have: walls that begin a line are no note, and links count the cells without anything."""


@pytest.mark.parametrize("kind", ENTRIES)
@settings(max_examples=30)
@given(data=st.data())
def test_any_grid_comes_back(kind: str, data: st.DataObject) -> None:
    """In every form."""
    width = data.draw(st.integers(1, 30))
    row = st.lists(ENTRIES[kind], min_size=width, max_size=width).map(tuple)
    puzzle = getattr(satdnd, kind.title())(tuple(data.draw(st.lists(row, min_size=1, max_size=5))))
    for form in ("text", "json", "puzz.link"):
        assert satdnd.loads(satdnd.dumps(puzzle, form), kind) == [puzzle]
