"""Texts of boards for queens and of placements: round trips, notes, and every bad input with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from satdnd import dumps, loads
from satdnd.errors import InputError
from satdnd.kinds.queens import formats
from satdnd.kinds.queens.kind import KIND
from satdnd.kinds.queens.model import Queens, QueensSolution


@st.composite
def boards(draw: st.DrawFn) -> Queens:
    """Any board up to 9 x 9 with given queens, attacking each other or not."""
    height, width = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    squares = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))
    return Queens(height, width, tuple(draw(st.lists(squares, unique=True, max_size=5))))


def first_error(found: Any) -> InputError:
    """The only thing that was found, which must be an error."""
    (error,) = found
    assert isinstance(error, InputError)
    return error


@given(st.data())
def test_placements_come_back(data: st.DataObject) -> None:
    """Rows, hexadecimal and decimal integers, JSON: each reads as the same placement."""
    puzzle = data.draw(boards())
    board = data.draw(st.integers(0, puzzle.grid.all))
    solution = QueensSolution(puzzle.height, puzzle.width, tuple(puzzle.grid.cells(board)))

    for text in (
        "\n".join(solution.lines),
        puzzle.grid.hex(board),
        str(board),
        json.dumps(solution.to_json()),
        json.dumps({"solutions": [solution.to_json()]}),
    ):
        assert list(KIND.texts.read_solutions(text, puzzle)) == [solution]


@settings(max_examples=300)
@given(st.text(st.sampled_from('8x0,3 Qq.\n#:=*-queen[]{}"9')))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but puzzles, placements and InputErrors come of any text."""
    assert all(isinstance(found, Queens | InputError) for found in KIND.texts.read(text))
    assert all(isinstance(f, QueensSolution | InputError) for f in KIND.texts.read_solutions(text, Queens(3, 3)))
    assert KIND.texts.recognises(text) in (True, False)


def test_a_file_with_everything() -> None:
    """Lines, drawn boards, notes and comments in one text."""
    text = "# a comment: see http://nowhere\n# name: one\n# source: me\n8\n8X9  queens=3 0,3 5,7\n\n  Q..\n  ...\n4x4\n"
    found = list(KIND.texts.read(text))

    assert found == [
        Queens(8, 8), Queens(8, 9, ((0, 3), (5, 7)), 3), Queens(2, 3, ((0, 0),)), Queens(4, 4)
    ]  # fmt: skip
    assert isinstance(found[0], Queens)
    assert (found[0].name, found[0].extra) == ("one", {"a comment": "see http://nowhere", "source": "me"})


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("8y8\n", 1, 1, "found '8y8', expected a size such as 8 or 8x8"),
        ("# x\n\n 0x8\n", 3, 2, "found 0 rows, expected 1 to 1000"),
        ("8x1001\n", 1, 1, "found 1001 columns, expected 1 to 1000"),
        ("8 0,8\n", 1, 3, "found the square 0,8, expected row 0 to 7 and column 0 to 7"),
        ("8 1,1  8,0\n", 1, 8, "found the square 8,0"),
        ("8 1,1 1,1\n", 1, 7, "found the square 1,1 twice"),
        ("8 queens=x\n", 1, 3, "found 'queens=x', expected a given square such as r1c4, or queens=5"),
        ("8 8\n", 1, 3, "found '8', expected a given square"),
        ("Q..\n  ..\n", 2, 5, "found 2 cells, expected 3 as in line 1"),
        ("...\n....\n", 2, 4, "found 4 cells, expected 3 as in line 1"),
        ("." * 1001, 1, None, "found 1001 columns, expected 1 to 1000"),
        ("# only this\n", 1, None, "found no puzzle, expected a line such as '8x8'"),
    ],
)
def test_bad_texts(text: str, line: int, column: int | None, message: str) -> None:
    """One error with line and column, what was found and what was expected."""
    error = first_error(KIND.texts.read(text))

    assert (error.line, error.column) == (line, column)
    assert message in error.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8x8\n", True),
        ("8\n", True),
        ("# name: a\n8x8 0,3 5,7\n9x9\n", True),
        (".Q.\n...\n", True),
        ("5x5\n6b2\n15r2\n", False),  # inshi
        ("2\n1\n2\n2\n1\n", True),  # or inshi with rooms of one cell
        ("...\n...\n", False),
        ("8x8 8\n", False),  # unattacked
        ("2_3\n___\n", False),  # hashi
        ("# nothing\n", False),
        (" 11\n0MM\n2..\n", False),  # dungeon
        ("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", False),  # sudoku
    ],
)
def test_recognises_only_what_may_be_queens(text: str, expected: bool) -> None:
    """Only texts that can be all queens are taken; some may be something else as well."""
    assert KIND.texts.recognises(text) is expected


def test_what_a_grid_cannot_say() -> None:
    """Another number of queens has no place in a drawn board."""
    with pytest.raises(InputError, match="rows cannot say that there are 3 queens"):
        formats.to_grid(Queens(4, 4, (), 3))


def test_an_empty_grid_says_its_kind() -> None:
    """Dots alone could be of any kind: a note says which, and goes with the grid."""
    assert dumps(Queens(2, 2), "grid") == "# kind: queens\n..\n..\n"
    assert loads(dumps(Queens(2, 2), "grid")) == [Queens(2, 2)]
    assert dumps(Queens(2, 2, ((0, 1),)), "grid") == "# kind: queens\n.Q\n..\n"
