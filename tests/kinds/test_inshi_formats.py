"""Rooms of factors and grids of numbers, read from and written to text and JSON."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings, strategies as st

from satdnd.errors import InputError
from satdnd.formats.loading import read_text as load_text
from satdnd.kinds.inshi.generate import cut_into_rooms
from satdnd.kinds.inshi.kind import KIND
from satdnd.kinds.inshi.model import Inshi, Room

REPORT = "5x5\n6b2\n15r2\n1r1\n12b3\n20r2\n8b2\n10r2\n6b3\n4b2\n4r1\n15r2\n1b1\n10r2\n"
read_text, read_solutions, recognises = KIND.texts.read, KIND.texts.read_solutions, KIND.texts.recognises
from_json, to_json, to_text = KIND.texts.from_json, KIND.texts.to_json, KIND.texts.native["text"]
LINE = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=20).map(lambda x: " ".join(x.split()))


@st.composite
def puzzles(draw: st.DrawFn, most: int = 8) -> Inshi:
    """Any puzzle, solvable or not; products of any length."""
    size = draw(st.integers(1, most))
    cut = cut_into_rooms(size, draw(st.integers(1, size)), random.Random(draw(st.integers(0, 1000))))
    clue = st.integers(1, 30) | st.integers(1, 10**100)
    rooms = tuple(Room(draw(clue), cells) for cells in cut)
    extra = draw(st.dictionaries(st.sampled_from(["source", "note", "x y"]), LINE, max_size=2))
    return Inshi(size, rooms, name=draw(LINE), extra=extra)


def same(left: Inshi, right: object) -> bool:
    """Equal puzzles with equal names and extra fields."""
    return isinstance(right, Inshi) and (left, left.name, left.extra) == (right, right.name, right.extra)


@settings(deadline=None, max_examples=50)
@given(st.lists(puzzles(most=4), min_size=1, max_size=4), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
def test_many_puzzles_round_trip(boards: list[Inshi], newline: str, blank: bool) -> None:
    """Texts one after another, with blank lines between them or without, are as many puzzles."""
    text = ("\n" if blank else "").join(to_text(board) for board in boards).replace("\n", newline)
    found = list(read_text(text))
    assert len(found) == len(boards)
    assert all(same(board, item) for board, item in zip(boards, found, strict=True))


@settings(deadline=None, max_examples=200)
@given(st.text(st.sampled_from("0123456789rbx-# :\n\t.M"), max_size=60) | st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever a text holds, reading it gives puzzles and errors with a line, and never anything else."""
    recognises(text)
    found = list(read_text(text))
    assert found
    for item in found:
        assert isinstance(item, Inshi) or item.line is not None


def test_the_report_as_text_and_json() -> None:
    """The puzzle of the report by its text, by rooms, and by text in JSON is the same; a lone product is one cell."""
    (board,) = read_text(REPORT)
    assert isinstance(board, Inshi)
    assert board.rooms[0] == Room(6, ((0, 0), (1, 0)))
    assert board.rooms[3] == Room(12, ((0, 4), (1, 4), (2, 4)))
    assert from_json({"text": REPORT, "size": 5}) == board
    lone = REPORT.replace("1r1", "1").replace("1b1", "1").replace("5x5", "\n 5 ").replace("8b2", "\n\n# here\n\t08b02 ")
    assert list(read_text(lone)) == [board]
    record = to_json(board)
    assert record["rooms"][0] == {"product": 6, "cells": [[0, 0], [1, 0]]}
    del record["size"]  # the rooms say it
    record["rooms"] = [{**room, "cells": room["cells"][::-1]} for room in record["rooms"][::-1]]
    assert from_json(record) == board


def test_where_the_next_puzzle_begins() -> None:
    """NxN always begins a puzzle; a lone number does when the grid is full, else it is a room of one cell."""
    first, second, third = read_text("2\n2r2\n2\n1\n1\n1\n2x2\n2b2\n2b2\n")
    assert isinstance(first, Inshi)
    assert [room.product for room in first.rooms] == [2, 2, 1]
    assert second == Inshi(1, (Room(1, ((0, 0),)),))
    assert third == Inshi(2, (Room(2, ((0, 0), (1, 0))), Room(2, ((0, 1), (1, 1)))))
    bad, good = read_text("3x3\n6r3\n5q2\n1\n2\n# name: good\n1x1\n1\n")
    assert isinstance(bad, InputError)
    assert isinstance(good, Inshi)
    assert good.name == "good"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("# name: nothing\n", 1, None, "found no puzzle, expected a size, N or NxN"),
        ("6b2\n6b2\n", 1, None, "found '6b2', expected the size of the grid"),
        ("65x65\n1\n", 1, None, "found 65 rows, expected 1 to 64"),
        (f"{'9' * 5000}\n1\n", 1, None, "expected the size of the grid"),
        ("5x6\n1\n", 1, None, "found a grid of 5x6, expected as many rows as columns"),
        ("4x4\n\n  -6b2\n", 3, 3, "a room has the product -6, expected a whole number from 1"),
        (f"4x4\n{'7' * 1001}b2\n", 2, 1, "a room has a product of more than 1000 digits"),
        (f"4x4\n{'7' * 5000}b2\n", 2, 1, "expected a room such as 6b2"),
        ("4x4\n6b0\n", 2, 1, "the room of product 6 has no cells"),
        ("4x4\n6q2\n", 2, 1, "found '6q2', expected a room such as 6b2"),
        (
            "4x4\n24r4\n 6r5\n",
            3,
            2,
            "5 cells to the right from r2c1 leaves the grid or overlaps another one",
        ),
        (
            "4x4\n24r4\n6b4\n",
            3,
            1,
            "cells down from r2c1 leaves the grid or overlaps another one, expected at most 3",
        ),
        ("2x2\n1\n2b2\n2r2\n", 4, 1, "from r2c1 leaves the grid or overlaps another one, expected at most 1"),
        ("2x2\n2r2\n2r2\n2r2\n", 4, 1, "the grid is full: found the room '2r2', expected the size of another"),
        ("2x2\n2r2\n1\n\n\n", 3, None, "one cell is in no room, expected a room at r2c2"),
        ("2x2\n2r2\n2x2\n2r2\n2r2\n", 2, None, "2 cells are in no room, expected a room at r2c1"),
    ],
)
def test_bad_text(text: str, line: int, column: int | None, message: str) -> None:
    """What is wrong is said with its line and column, what was found and what was expected."""
    problem = next(iter(read_text(text)))
    assert isinstance(problem, InputError)
    assert (problem.line, problem.column) == (line, column)
    assert message in problem.message


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", None, None, "empty text: expected a solution"),
        ("12\n", 1, None, "found 1 row, expected 2"),
        ("12\n21\n12\n", 3, None, "found 1 row, expected 2"),
        ("12\n2x\n", 2, 2, "found 'x', expected a number from 1 to 2"),
        ("1 2 3\n", 1, None, "found 3 numbers, expected 2"),
        ("{", 1, 2, "invalid JSON"),
        ('\n{"grid": 5}', 2, None, 'field "grid" is 5'),
        ("[[1, 2]]", 1, None, 'field "grid" has 1 row, expected 2'),
        ("[[1, 2], [2]]", 1, None, 'field "grid[1]" has 1 number, expected 2'),
        ("[[1, 2], [2, -1]]", 1, None, 'field "grid[1]" is -1'),
        ('["12", "2"]', 1, None, "found 1 number, expected 2"),
    ],
)
def test_bad_solutions(text: str, line: int | None, column: int | None, message: str) -> None:
    """A grid that cannot be read is an error with its place."""
    board = Inshi(2, (Room(2, ((0, 0), (0, 1))), Room(2, ((1, 0), (1, 1)))))
    problem = list(read_solutions(text, board))[-1]
    assert isinstance(problem, InputError)
    assert (problem.line, problem.column) == (line, column)
    assert message in problem.message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# name: x\n",
        " 14270444\n3........\n",
        "1234341221434321\n",
        "8x8\n",
        "5\n1\n2\n",
        "baac\nbaac\n",
        "problem p1 = { .monsters = 0x20 };",
        "4x4\nhello\nyou\nthere\n6b2\n",
    ],
)
def test_texts_of_other_kinds_are_not_recognised(text: str) -> None:
    """Texts of other puzzles, and a size without rooms, are not taken for rooms of factors."""
    assert not recognises(text)


def test_a_text_with_a_mistake_is_recognised() -> None:
    """One wrong line does not hide what a text is; its kind is told from any ending."""
    items = list(load_text(REPORT.replace("12b3", "12b9"), "puzzle.text"))
    assert [(item.kind, item.error.line if item.error else None) for item in items] == [("inshi", 5)]
