"""Nonograms: their rules are held against a brute force in ``tests/declaration``; here are links and words."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from link_boards import one

import satdnd
from satdnd import InputError
from satdnd.kinds.nonogram import KIND, Nonogram

PZPRJS = "nonogram/6/6/12g1111h11112j12g11g21j11g3h"
"""Source: robx/pzprjs, test/script/nonogram.js; its solution stands there too."""


def test_a_link_of_its_author() -> None:
    """The run nearest to the grid comes first there; a line without numbers has no runs."""
    puzzle = one(PZPRJS)
    assert puzzle.rows == ((2, 1), (1, 1), (1, 2), (), (1, 1), (3,))
    assert puzzle.columns == ((2, 1), (1, 1, 1), (1,), (1, 1, 1), (2, 1), ())
    (solution,) = satdnd.unique(puzzle).solutions
    assert solution.to_json()["grid"] == ["##.#..", "#...#.", ".#.##.", "......", "#...#.", ".###.."]
    assert KIND.texts.styles["puzz.link"](puzzle) == f"https://puzz.link/p?{PZPRJS}\n"


def lines(length: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Runs of a line of that many cells."""
    cells = st.lists(st.booleans(), min_size=length, max_size=length)
    return cells.map(lambda line: tuple(map(len, "".join(".#"[x] for x in line).replace(".", " ").split())))


@given(st.data())
def test_links_there_and_back(data: st.DataObject) -> None:
    """Lines that are long enough for prefixes, too."""
    height, width = data.draw(st.tuples(st.integers(1, 5), st.integers(1, 40)))
    rows = tuple(data.draw(lines(width)) for _ in range(height))
    columns = tuple(data.draw(lines(height)) for _ in range(width))
    puzzle = Nonogram(rows, columns)
    assert one(KIND.texts.styles["puzz.link"](puzzle).strip()) == puzzle


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("nonogram/2/2/0i", "found a run of 0, expected a number from 1"),
        ("nonogram/2/2/.i", "found an unknown run, expected a number from 1"),
        ("nonogram/2/2/1111", ""),
        ("nonogram/2/2/111", "the link ends after 3 of 4 slots"),
        ("nonogram/2/2/11111", "found '1', expected the end"),
    ],
)
def test_bad_links(link: str, message: str) -> None:
    """Each with what is wrong."""
    if not message:
        assert one(link).rows == ((1,), (1,))
        return
    with pytest.raises(InputError, match=message):
        one(link)


def test_what_a_link_has_no_room_for() -> None:
    """A line that is not told, and more runs than it has room for."""
    with pytest.raises(InputError, match=r"the runs of column 1 are unknown: puzz\.link cannot hold that"):
        KIND.texts.styles["puzz.link"](Nonogram(((1,), None), (None, (1,))))
    with pytest.raises(InputError, match="found 3 runs in a line, expected at most 2"):
        KIND.texts.styles["puzz.link"](Nonogram(((1, 1, 1),), ((1,), (1,), (1,))))


def test_words() -> None:
    """Every line that follows from one line is called what players call it, and says what the line needs."""
    steps = satdnd.explain(Nonogram(((1, 1), (3,), (1, 1)), ((3,), (1,), (3,)))).steps
    told = {(step.technique, step.text) for step in steps}
    assert ("overlap", "r2c1, r2c2 and r2c3 are filled: the 3 of row 2 fits only in r2c1 to r2c3.") in told
    finished = satdnd.explain(Nonogram(((1,), (2,)), ((2,), (1,)))).steps
    assert "finished line" in {step.technique for step in finished}
    assert any(step.text.endswith("needs a run of 1, which it already has.") for step in finished)
    blank = satdnd.explain(Nonogram(((), (2,)), ((1,), (1,)))).steps
    assert blank[0].text.endswith("row 1 has no runs.")


def test_a_drawing_of_a_hint_is_a_board() -> None:
    """In ASCII too, where a filled cell that the rule is about has a sign of its own."""
    puzzle = Nonogram(((2,), (1, 1)), ((2,), (1,), (1,)))
    drawn = "+------+\n|..##..|\n|....%%|\n+------+\n"
    assert [mark[:2] for mark in KIND.marks(puzzle, drawn) if mark[2] == "#"] == [(0, 1), (1, 2)]
