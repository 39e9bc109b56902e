"""Sudokus with candidates, and HoDoKu's library: the puzzle, and the player's marks that hints start from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run
from hypothesis import given, strategies as st

from satdnd.errors import InputError
from satdnd.formats import hodoku, pencilmarks
from satdnd.formats.documents import Document, Record
from satdnd.formats.loading import read_text

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SIMPLE_SUDOKU = (Path(__file__).parents[1] / "data" / "foreign" / "simple_state.ss").read_text(encoding="utf-8")
"""The three grids of Simple Sudoku's files, the puzzle, its values, its candidates (Sudopedia, file formats)."""
SUDOPEDIA = pencilmarks.EXAMPLE + " Simple Sudoku\n  Version 4.2n\n"
"""Sudopedia, "Sudoku Clipboard and File Formats"; r8c2 is a value that its puzzle does not give."""
SUDOPEDIA_PUZZLE = ".3.4.....9.28.63.1.......2.8...6.7...6.2.5.9...3.4...8.7.......4.89.25.6.....8.3."


def records(document: Document, text: str) -> list[Record | InputError]:
    """The records of a text that its form recognises."""
    assert document.recognises(text[:4000])
    return list(document.records(text))


(PENCILMARKS,), (LIBRARY,) = pencilmarks.DOCUMENTS, hodoku.DOCUMENTS


def test_the_three_grids_of_simple_sudoku() -> None:
    """The first says what is given, the second what was placed, the third what is left."""
    (found,) = records(PENCILMARKS, SIMPLE_SUDOKU)
    assert not isinstance(found, InputError)
    assert found["clues"] == PUZZLE
    assert found["marks"][:2] == [[0, 1, "1"], [0, 2, "7"]]
    removed = {(r, c, what) for r, c, what in found["marks"][2:]}
    assert {(7, 2, f"not {digit}") for digit in (6, 8, 9)} <= removed  # one candidate is left, and nobody placed it
    assert (7, 2, "not 5") not in removed  # there is a 5 in its row
    assert (1, 2, "not 3") not in removed


def test_the_puzzle_in_one_line_and_candidates() -> None:
    """A single candidate is a mark if no cell that sees it lists it, and left otherwise."""
    (found,) = records(PENCILMARKS, SUDOPEDIA_PUZZLE + "\n\n" + SUDOPEDIA)
    assert not isinstance(found, InputError)
    assert found["clues"] == SUDOPEDIA_PUZZLE
    assert "marks" not in found
    assert found["pencilmarks"] == "all"
    (found,) = records(PENCILMARKS, "." * 64 + "1" + "." * 16 + "\n" + SUDOPEDIA.replace("45 ", "4  "))
    assert not isinstance(found, InputError)
    assert [0, 1, "3"] in found["marks"]
    assert {(1, 1, "4"), (1, 1, "not 5")} & set(map(tuple, found["marks"])) == {(1, 1, "not 5")}


def test_candidates_alone() -> None:
    """All single digits are givens; a candidate that no value excludes was removed by the player."""
    (found,) = records(PENCILMARKS, SUDOPEDIA)
    assert not isinstance(found, InputError)
    assert found["clues"] == SUDOPEDIA_PUZZLE[:64] + "1" + SUDOPEDIA_PUZZLE[65:]
    first, second = records(PENCILMARKS, "\n\n".join([PUZZLE, SUDOPEDIA_PUZZLE, SUDOPEDIA]))
    assert first == {"kind": "sudoku", "clues": PUZZLE}
    assert not isinstance(second, InputError)
    assert second["clues"] == SUDOPEDIA_PUZZLE
    several = records(PENCILMARKS, SUDOPEDIA + "\n" + pencilmarks.EXAMPLE)
    assert several[0] == found
    assert len(several) == 2


def test_u_before_what_the_player_placed() -> None:
    """SudoCue's progress files; ``+`` means the same."""
    rows = [" ".join(line.replace("|", " ").split()) for line in SUDOPEDIA.splitlines() if line.startswith(" |")]
    rows = [row for row in rows if "-" not in row]
    for sign in "u+":
        (found,) = records(PENCILMARKS, "\n".join([*rows[:7], rows[7].replace("4 1 8", f"4 {sign}1 8"), rows[8]]))
        assert not isinstance(found, InputError)
        assert found["clues"] == SUDOPEDIA_PUZZLE
        assert found["marks"] == [[7, 1, "1"]]


@pytest.mark.parametrize(
    ("text", "line", "fragment"),
    [
        (SUDOPEDIA.replace("| 9      45 ", "| 9      .  ", 1), 3, "found"),
        ("\n".join(SUDOPEDIA.splitlines()[:8]), 8, "found 6 rows, expected 9 of 9 cells"),
        (SUDOPEDIA + "\n1 2 3\n", 17, "found '1 2 3', expected 9 cells"),
    ],
)
def test_bad_grids_say_where(text: str, line: int, fragment: str) -> None:
    """The line and what is missing."""
    error = next(found for found in PENCILMARKS.records(text) if isinstance(found, InputError))
    assert fragment in error.message
    assert error.line == line


@given(st.text(alphabet="123456789.u+|:- \n\r*#x", max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but records and InputErrors comes out of any text."""
    for document in (PENCILMARKS, LIBRARY):
        for found in (*document.records(text), *document.records(document.example + text)):
            assert isinstance(found, InputError) or found["kind"] == "sudoku"


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 5 6 7 8 9\n" * 9,
        "1 2 10 4 5 6 7 8 9\n" * 9,
        "*-----------*\n|4..|...|8.5|\n",
        PUZZLE,
        "21 3 4 5 6 7 8 9 1\n" * 9,
        "",
    ],
)
def test_what_is_no_grid_of_candidates(text: str) -> None:
    """Single digits only, numbers, digits that do not rise."""
    assert not PENCILMARKS.recognises(text)


# Published examples of HoDoKu's library format: its regression tests (reglib), "Finned Franken Swordfish", "X-Wing"
FRANKEN = (
    ":0361:4:..5.132673268..14917...2835..8..1.262.1.96758.6..283...12....83693184572..723.6..:"
    "434 441 442 461 961 464 974:411:r7c39 r6c1b9 fr3c3"
)


def test_a_line_of_the_library() -> None:
    """Deleted candidates are marks; what HoDoKu says of the step is kept."""
    (found,) = records(LIBRARY, f"# comment\n\n{FRANKEN}\n")
    assert not isinstance(found, InputError)
    assert found["clues"].startswith("..5.132673268..149")
    assert found["marks"][0] == [2, 3, "not 4"]
    assert len(found["marks"]) == 7
    notes = {key: found[key] for key in ("technique", "candidates", "eliminations", "comment")}
    assert notes == dict(zip(notes, ("0361", "4", "411", "r7c39 r6c1b9 fr3c3"), strict=True))
    placed = FRANKEN.replace("..5.1", "..5.+1").replace("0361", "0361-1")
    (found,) = records(LIBRARY, placed)
    assert not isinstance(found, InputError)
    assert found["clues"].startswith("..5..32")
    assert [0, 4, "1"] in found["marks"]


@pytest.mark.parametrize(
    ("line", "column", "fragment"),
    [
        (FRANKEN.replace("..5.1", "..5.."[:4]), 9, "found 80 cells, expected 81"),
        (FRANKEN.replace("..5.1", "..5x1"), 12, "found 'x'"),
        (FRANKEN.replace("434 ", "43 "), None, "expected candidates such as 434"),
        (":0361:4:", None, "expected ':technique:candidates:81 cells:deleted:eliminated:'"),
    ],
)
def test_a_bad_line_of_the_library(line: str, column: int | None, fragment: str) -> None:
    """An error in its place; the others are read."""
    first, error, last = LIBRARY.records(f"{FRANKEN}\n{line}\n{FRANKEN}\n")
    assert isinstance(error, InputError)
    assert (error.line, error.column) == (2, column)
    assert fragment in error.message
    assert not isinstance(first, InputError)
    assert first == last


@pytest.mark.parametrize("text", [SIMPLE_SUDOKU, SUDOPEDIA, FRANKEN, pencilmarks.EXAMPLE, hodoku.EXAMPLE])
def test_files_are_recognised(text: str) -> None:
    """Without the option --kind, and with other line ends."""
    for whole in (text, text.replace("\n", "\r\n"), "\ufeff\n" + text):
        (item,) = read_text(whole)
        assert item.error is None
        assert item.kind == "sudoku"
        assert sum(map(bool, item.puzzle.clues)) > 16


def test_hints_start_from_the_player_s_board(tmp_path: Path) -> None:
    """From the file itself, or from the file as the board of a puzzle; candidates that were removed count."""
    state, puzzle = tmp_path / "state.ss", tmp_path / "puzzle.sudoku"
    state.write_text(SIMPLE_SUDOKU)
    puzzle.write_text(PUZZLE)
    alone = json.loads(run("hint", str(state), "--format", "json").out)
    board = json.loads(run("hint", str(puzzle), str(state), "--format", "json").out)
    none = json.loads(run("hint", str(puzzle), "--format", "json").out)
    assert alone["step"] == board["step"] != none["step"]
    assert [0, 1, "1"] in board["given"]
    record = tmp_path / "state.json"
    record.write_text(run("convert", str(state)).out)
    assert json.loads(run("hint", str(record), "--format", "json").out)["step"] == alone["step"]
    state.write_text(SIMPLE_SUDOKU.replace("| 2689    15689", "| 268     15689"))  # r3c1 is 9
    found = json.loads(run("hint", str(puzzle), str(state), "--format", "json").out)
    assert found["status"] == "invalid"


@pytest.mark.parametrize(
    ("marks", "fragment"),
    [
        (5, "found 5, expected a player's board"),
        ([[0, 1, "q"]], "found [0, 1, 'q'], expected [row, column, '1' to '9', or 'not ...']"),
        ([[0, 1, "1"], [0, 2, "not 9"]], ""),
    ],
)
def test_marks_that_came_with_a_puzzle(marks: object, fragment: str) -> None:
    """Of any JSON puzzle; what is no mark is an error of the puzzle."""
    record = json.dumps({"kind": "sudoku", "clues": PUZZLE, "marks": marks})
    status, out, err = run("hint", "-", "--format", "json", stdin=record)
    if fragment:
        assert status == 2
        assert fragment in err
    else:
        assert json.loads(out)["given"] == marks
