"""Sudokus as other programs and people write them: lines with more around the cells, tables, signs, headings."""

from __future__ import annotations

import re

import pytest
from sudoku_boards import EXAMPLES, sudoku

from satdnd.errors import InputError
from satdnd.kinds.sudoku.formats import read_text
from satdnd.kinds.sudoku.kind import KIND
from satdnd.kinds.sudoku.model import Sudoku

EULER = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
"""The first grid of Project Euler, problem 96."""
ROWS = [EULER[i : i + 9] for i in range(0, 81, 9)]
FULL = "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
PUZZLE = sudoku(EULER)


def only(text: str) -> Sudoku:
    """The only puzzle of a text, which is there."""
    (found,) = read_text(text)
    assert isinstance(found, Sudoku), found
    return found


@pytest.mark.parametrize(
    ("line", "name", "extra"),
    [
        ("{} ED=2.0/1.2/1.2", "", {"ED": "2.0/1.2/1.2"}),  # Sudoku Explainer, as the players' forum writes it
        ("{} (ED=11.7/1.2/1.2 by=P)", "", {"ED": "11.7/1.2/1.2", "by": "P"}),
        ("{};easy one;1.2", "easy one", {"rating": "1.2"}),
        ("1. {}", "", {}),
        ("12) {}", "", {}),
        ("#12: {}", "", {}),
        ("3 - {}", "", {}),
        ("7: {}", "", {}),
        ("{} (from the newspaper)", "", {"comment": "from the newspaper"}),
        ("{} (hard, by hand)", "", {"comment": "hard, by hand"}),
        ("{} # top", "", {}),
        ("{}\t5.2\tGolden Nugget", "Golden Nugget", {"rating": "5.2"}),
        # a line of gsf's list, as the reader of HoDoKu describes it
        ("99480,99408,114,1895,{},Easter-Monster,20.00s,0", "Easter-Monster", {"comment": "20.00s", "rating": "0"}),
        ('"{}","' + FULL + '"', "", {"solution": FULL}),
        ("Easter {}", "Easter", {}),
    ],
)
def test_one_line_with_more_around_it(line: str, name: str, extra: dict[str, str]) -> None:
    """The puzzle, and what the line says of it; in the same way if such lines follow each other."""
    found = only(line.format(EULER))
    assert (found, found.name, found.extra) == (PUZZLE, name, extra)
    assert list(read_text("\n".join([line.format(EULER)] * 3))) == [PUZZLE] * 3


@pytest.mark.parametrize(
    ("table", "extra"),
    [
        ("id,grid,rating\n3,{p},1.5\n4,{p},1.5\n", {"id": "3", "rating": "1.5"}),
        ("rating\tboard\tby\n1.5\t{p}\tA, B\n1.5\t{p}\tC\n", {"rating": "1.5", "by": "A, B"}),
        ("answer;task\n{s};{p}\n{s};{p}\n", {"answer": FULL}),
        ('title,sudoku\n"one, two",{p}\nx,{p}\n', {"title": "one, two"}),
        ("{s},{p}\n{s},{p}\n", {}),
    ],
)
def test_tables_have_puzzles_in_any_column(table: str, extra: dict[str, str]) -> None:
    """The column is where the first puzzle with an empty cell stands; a header names the others."""
    first, second = read_text(table.format(p=EULER, s=FULL))
    assert first == second == PUZZLE
    assert isinstance(first, Sudoku)
    assert first.extra == extra


def test_a_broken_puzzle_in_a_table_is_not_replaced_by_its_solution() -> None:
    """Neither in the first line nor later."""
    for before in ("", f"{EULER},{FULL}\n"):
        *_, last = read_text(f"{before}{EULER[1:]},{FULL}\n")
        assert isinstance(last, InputError)
        assert "found a field of 80 cells" in last.message


@pytest.mark.parametrize("empty", "-x_*e ")
@pytest.mark.parametrize("between", ["", " ", "|", ",", ";", "\t"])
@pytest.mark.parametrize("frame", [False, True])
def test_signs_for_empty_cells_between_any_separators(empty: str, between: str, frame: bool) -> None:
    """One sign that is no digit is an empty cell, whatever stands between cells and around the grid."""
    if empty == " " and between in ("", " "):
        between, frame = "", False  # read by column
    rows = [between.join(row.replace("0", empty)) for row in ROWS]
    if frame:
        rows = [f"|{row}|" for row in rows] if between in ("", " ", "|") else rows
        rows = ["+---+---+---+", *rows, "+---+---+---+"]
    assert list(read_text("\n".join(rows) + "\n")) == [PUZZLE]


@pytest.mark.parametrize("size", ["9 9\n", "9x9\n", "9\n", "3 3\n", "3, 3\n", "9 9\n\n"])
def test_a_size_above_the_grid(size: str) -> None:
    """Of the grid or of its boxes."""
    assert list(read_text(size + "\n".join(ROWS))) == [PUZZLE]


def test_rows_of_dashes_are_rows_where_dashes_are_empty_cells() -> None:
    """And frames elsewhere."""
    rows = ["---------", *(row.replace("0", "-") for row in ROWS[1:5]), "---------", "---------", *ROWS[7:]]
    wanted = sudoku("." * 9 + "".join(ROWS[1:5]) + "." * 18 + "".join(ROWS[7:]))
    text = "\n".join(rows).replace("0", "-")
    assert list(read_text(text)) == [wanted]
    assert list(read_text(re.sub(r"(.)(?=.)", r"\1 ", text))) == [wanted]
    framed = [*ROWS[:3], "---------", *ROWS[3:6], "- - - - - - - - -", *ROWS[6:]]
    assert list(read_text("\n".join(framed))) == [PUZZLE]


def test_headings_are_names_and_program_names_are_left_out() -> None:
    """Project Euler's file; what Simple Sudoku puts on the clipboard (Sudopedia, clipboard formats)."""
    text = "Grid 01\n" + "\n".join(ROWS) + "\nGrid 02\n" + "\n".join(ROWS) + "\n"
    found = list(read_text(text))
    assert found == [PUZZLE] * 2
    assert [puzzle.name for puzzle in found if isinstance(puzzle, Sudoku)] == ["Grid 01", "Grid 02"]
    clipboard = """
 *-----------*
 |.3.|4..|...|
 |9.2|8.6|3.1|
 |...|...|.2.|
 |---+---+---|
 |8..|.6.|7..|
 |.6.|2.5|.9.|
 |..3|.4.|..8|
 |---+---+---|
 |.7.|...|...|
 |4.8|9.2|5.6|
 |...|..8|.3.|
 *-----------*
 Simple Sudoku
  Version 4.2n
"""
    assert KIND.texts.to_json(only(clipboard))["clues"].startswith(".3.4.....9.28.63.1")


@pytest.mark.parametrize("line", ["Grid 02", f"2. {EULER}", f"id,puzzle\n2,{EULER}"])
def test_other_lines_within_a_grid_are_an_error(line: str) -> None:
    """A grid of three rows is not forgotten."""
    found = list(read_text("\n".join([*ROWS[:3], line, *ROWS])))
    assert isinstance(found[0], InputError)
    assert "found 3 rows, expected 9" in found[0].message
    assert found[-1] == PUZZLE


def test_spreadsheets_with_empty_cells() -> None:
    """Pasted cells, empty rows too; quotes around cells."""
    rows = ["\t".join(row.replace("0", " ")).replace(" ", "") for row in ROWS]
    assert list(read_text("\n".join(rows))) == [PUZZLE]
    rows[3] = "\t" * 8
    assert only("\n".join(rows)).clues[27:36] == (0,) * 9
    quoted = [",".join(f'"{mark}"' if mark != "0" else "" for mark in row) for row in ROWS]
    assert list(read_text("\n".join(quoted))) == [PUZZLE]


@pytest.mark.parametrize(
    "line", ["a=b" * 200 + "=", "x" * 20_000, "Ab " * 10_000, ",;" * 10_000, '"' * 20_000, "9" * 20_000]
)
def test_long_lines_take_no_more_than_their_length(line: str) -> None:
    """Nothing is tried twice; a test that hangs has failed."""
    for text in (line, f"{EULER} {line}", f"{line} {EULER}", f"{EULER},{line}"):
        assert [*read_text(text)]


def test_plus_before_digits_that_the_player_placed() -> None:
    """They are no givens, but marks."""
    found = only("+4+8" + EULER[2:])
    assert found == PUZZLE
    assert found.extra == {"marks": [[0, 0, "4"], [0, 1, "8"]]}


def test_every_example_in_every_decoration_is_the_same_puzzle_or_an_error() -> None:
    """Nothing that is put around cells makes another puzzle of them."""
    for example in EXAMPLES:
        for line in ("{}", "{};x", "7. {}", "{} ER=1", "a,{}", "{},,", "{}\t\t"):
            assert list(read_text(line.format(example.clues))) == [sudoku(example.clues)], line
