"""Sudokus as text and JSON: round trips, frames, blanks, many puzzles, bad input with its place; every command."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from hypothesis import given, strategies as st
from sudoku_boards import EXAMPLES, sudoku

from satdnd.declaration.clues.givens import either
from satdnd.errors import InputError
from satdnd.kinds.sudoku.formats import read_solutions, read_text
from satdnd.kinds.sudoku.kind import KIND
from satdnd.kinds.sudoku.model import GIVENS, SIZES, Sudoku, SudokuSolution

SOLO = EXAMPLES[0]
from_json, to_json = KIND.texts.from_json, KIND.texts.to_json
GRID = """\
7 . 1 | 9 . . | 3 . 6
. . . | . . 6 | . 7 1
. . . | 1 . . | 2 9 .
------+-------+------
. 3 . | . . . | 6 . 9
9 . 4 | . . . | 8 . 7
6 . 8 | . . . | . 3 .
------+-------+------
. 1 9 | . . 5 | . . .
5 7 . | 4 . . | . . .
4 . 3 | . . 9 | 1 . 8
"""
ROWS = [SOLO.clues[i : i + 9] for i in range(0, 81, 9)]
NUMBERS = [[int(c) if c != "." else 0 for c in row] for row in ROWS]


@st.composite
def puzzles(draw: st.DrawFn, sizes: tuple[int, ...] = SIZES) -> Sudoku:
    """Any clues, clashing or not, with any name and notes."""
    size = draw(st.sampled_from(sizes))
    few = draw(st.dictionaries(st.integers(0, size**2 - 1), st.integers(1, size), max_size=40))
    extra = draw(st.dictionaries(st.text(max_size=5), st.text(max_size=8) | st.integers(), max_size=3))
    extra = {key: value for key, value in extra.items() if key not in ("kind", "name", "clues")}
    return Sudoku(tuple(few.get(i, 0) for i in range(size**2)), name=draw(st.text(max_size=20)), extra=extra)


@given(puzzles())
def test_json_comes_back(puzzle: Sudoku) -> None:
    """JSON keeps clues, name and every extra field."""
    record = json.loads(json.dumps(to_json(puzzle)))
    back = from_json(record)
    assert (back, back.name, back.extra) == (puzzle, puzzle.name, puzzle.extra)


@pytest.mark.no_cover
@given(
    st.lists(puzzles((4, 9, 16)), min_size=1, max_size=3),
    st.sampled_from(["grid", "text"]),
    st.sampled_from(["\n", "", "\n\n"]),
)
def test_text_comes_back(every: list[Sudoku], style: str, between: str) -> None:
    """Any number of puzzles in a text, in both of our own styles, come back with names of one line."""
    back = list(read_text(between.join(KIND.texts.styles[style](puzzle) for puzzle in every)))
    if style == "grid" or not any(len(p.clues) == 16 for p in every):
        assert back == every
        assert all(b.name == p.name for b, p in zip(back, every, strict=True) if p.name.isalnum() and p.name.isascii())
    for puzzle in every:
        (one,) = read_text(KIND.texts.styles[style](puzzle))
        assert one == puzzle


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but puzzles and InputErrors with a line comes out of any text."""
    for found in (*read_text(text), *read_text("# a\n" + text + "\n1234\n")):
        assert isinstance(found, Sudoku) or (isinstance(found, InputError) and found.line)
    for solution in read_solutions(text, sudoku("." * 16)):
        assert isinstance(solution, SudokuSolution | InputError)
    KIND.texts.recognises(text)


BLANKS = SOLO.clues.replace(".", " ")
SS = (
    "*-----------*\n"
    + "|---+---+---|\n".join(
        "".join(f"|{row[:3]}|{row[3:6]}|{row[6:]}|\n" for row in ROWS[i : i + 3]) for i in (0, 3, 6)
    )
    + "*-----------*\n"
)


@pytest.mark.parametrize(
    "text",
    [
        SOLO.clues,
        SOLO.clues.replace(".", "0") + "\n",
        SOLO.clues.replace(".", "?") + "\r\n",
        BLANKS,
        SOLO.clues.replace(".", " ", 9),
        "\ufeff" + SOLO.clues,
        SOLO.clues + " # solo",
        BLANKS + " # a comment",
        " ".join(ROWS),
        "\n".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(row.replace(".", " ") for row in ROWS),
        GRID,
        GRID.replace("------+-------+------\n", "\n"),
        "+-------+-------+-------+\n" + "".join(f"| {row} |\n" for row in GRID.splitlines()),
        SS,
        SS.replace(".", " "),
        str(sudoku(SOLO.clues)),
        "# a comment\n#: no key\n\n" + GRID + "\n# the end\n",
    ],
)
def test_forms_of_one_puzzle(text: str) -> None:
    """Lines, rows, frames, blanks as empty cells or between cells, our own drawing: all the same puzzle."""
    assert list(read_text(text)) == [sudoku(SOLO.clues)]
    assert KIND.texts.recognises(text)


def test_many_puzzles_and_notes() -> None:
    """A puzzle a line, names before them, blank lines between: one puzzle each, in order."""
    text = "".join(f"# name: {e.name}\n# level: {i}\n{e.clues}\n" for i, e in enumerate(EXAMPLES))
    found = list(read_text(text + "\n\n" + SOLO.clues))
    assert found == [sudoku(e.clues) for e in (*EXAMPLES, SOLO)]
    assert [p.name for p in found if isinstance(p, Sudoku)] == [*(e.name for e in EXAMPLES), ""]
    assert [p.extra for p in found if isinstance(p, Sudoku)] == [*({"level": str(i)} for i in range(4)), {}]


def test_large_sizes_have_letters_or_numbers() -> None:
    """16x16 and 25x25: letters above 9, small ones too; rows of numbers; one line."""
    for size in (16, 25):
        puzzle = Sudoku(tuple((r * 3 + c) % size + 1 if (r + c) % 3 else 0 for r in range(size) for c in range(size)))
        numbers = [puzzle.clues[r * size : (r + 1) * size] for r in range(size)]
        assert list(read_text("\n".join(" ".join(f"{v or '.'}" for v in row) for row in numbers))) == [puzzle]
        assert list(read_text("\n".join(" ".join(f"{v:02}" if v else "." for v in row) for row in numbers))) == [puzzle]
        line = KIND.texts.styles["text"](puzzle)
        assert ("G" if size == 16 else "P") in line
        assert list(read_text(line.lower())) == [puzzle]
        assert list(read_text(KIND.texts.styles["grid"](puzzle))) == [puzzle]
        assert from_json({"clues": [list(row) for row in numbers]}) == puzzle
        assert list(read_text(str(puzzle))) == [puzzle]
    (found,) = read_text("\n".join("1234 5678 9ABC DEFG" for _ in range(16)))
    assert isinstance(found, Sudoku)
    assert found.clues[:16] == tuple(range(1, 17))


def test_sixteen_lines_of_sixteen_cells() -> None:
    """Without a value above 4 they are sixteen 4x4 puzzles, with one they are a 16x16 grid."""
    small = "1..............4\n" * 16
    assert list(read_text(small)) == [sudoku("1..............4")] * 16
    assert list(read_text(small * 2)) == [sudoku("1..............4")] * 32
    (large,) = read_text(small[:-2] + "5\n")
    assert isinstance(large, Sudoku)
    assert (large.size, large.clues[0], large.clues[-1]) == (16, 1, 5)
    found = list(read_text(small + SOLO.clues))
    assert [type(x) for x in found] == [Sudoku] * 17


@pytest.mark.parametrize(
    ("text", "line", "column", "fragment"),
    [
        ("." * 80, 1, 1, f"found 80 cells, expected {GIVENS.lengths}, or a row of {either(SIZES)}"),
        (
            "\n" + "." * 40 + "x" + "." * 40,
            2,
            41,
            "found 'x', expected 1 to 9, or '.', '0', '-', '?', '_', '*' or a blank",
        ),
        ("1" * 15 + "5", 1, 16, "found '5', expected 1 to 4"),
        ("1" + "." * 254 + "Q", 1, 256, "found 'Q', expected 1 to 9 or A to G"),
        ("\n".join(ROWS[:8]), 8, None, "found 8 rows, expected 9 as there are cells in a row"),
        ("\n".join(ROWS[:1]), 1, None, "found 1 row, expected 9"),
        ("\n".join([*ROWS[:8], "5 . 3 4"]), 9, 1, "found 4 cells, expected 9 as in line 1"),
        (GRID.replace("9 .", "Q .", 1), 1, 9, "found 'Q', expected 1 to 9"),
        ("\n".join(" ".join(["17"] * 16) for _ in range(16)), 1, 1, "found '17', expected 1 to 9 or A to G"),
        ("5x5\n6b2", 1, 1, "found 3 cells"),
    ],
)
def test_bad_texts_say_where(text: str, line: int, column: int | None, fragment: str) -> None:
    """Line and column from 1, what was found, what was expected."""
    error = next(iter(read_text(text)))
    assert isinstance(error, InputError)
    assert (error.line, error.column) == (line, column)
    assert fragment in error.message


def test_a_bad_puzzle_does_not_take_the_others_with_it() -> None:
    """After a bad line, a bad cell, a grid of eight rows, the next puzzle is read."""
    text = "\n".join(["." * 80, SOLO.clues, "." * 79, "x" + "." * 80, "", *ROWS[:8], "", GRID, *ROWS[:4], "...", *ROWS])
    found = list(read_text(text + "\n" + SOLO.clues + "\n" + "\n".join([*ROWS[:3], "# name: next", SOLO.clues])))
    good = sudoku(SOLO.clues)
    kinds = [type(x) for x in found]
    expected = [InputError, Sudoku, InputError, InputError, InputError, Sudoku, InputError, Sudoku, InputError, Sudoku]
    assert kinds == expected
    assert [x for x in found if isinstance(x, Sudoku)] == [good] * 4
    assert [x.line for x in found if isinstance(x, InputError)] == [1, 3, 4, 13, 31, 44]


@pytest.mark.parametrize(
    ("record", "fragment"),
    [
        ({}, 'the field "clues" is missing'),
        ({"clues": 5}, 'field "clues" is 5, expected a list of rows, or a string of all cells'),
        (
            {"clues": "12"},
            f'field "clues" has 2 cells, expected {GIVENS.lengths}',
        ),
        ({"clues": "." * 80 + "x"}, "field \"clues\" has 'x' at [8, 8], expected 1 to 9"),
        (
            {"clues": [[1, 2]]},
            f'field "clues" has 1 row, expected {either(SIZES)}',
        ),
        ({"clues": [[1, 2, 3, 4]] * 3 + [[1]]}, 'row 3 of "clues" is [1], expected 4 cells'),
        ({"clues": [[1, 2, 3, 5]] * 4}, 'field "clues[0][3]" is 5, expected a whole number from 0 to 4'),
        ({"clues": ["12", "34"] * 2}, "row 0 of \"clues\" is '12'"),
    ],
)
def test_bad_json_names_the_field(record: dict[str, Any], fragment: str) -> None:
    """The field, what was found, what was expected."""
    with pytest.raises(InputError) as caught:
        from_json(record)
    assert fragment in str(caught.value)


def test_json_forms_of_one_puzzle() -> None:
    """A string, with line ends, rows of text, rows of numbers with 0 or null: all the same."""
    nulls = [[v or None for v in row] for row in NUMBERS]
    for clues in (SOLO.clues, "\n".join(ROWS), ROWS, NUMBERS, nulls, BLANKS):
        assert from_json({"clues": clues}) == sudoku(SOLO.clues)


def test_solutions_in_every_form() -> None:
    """Lines, rows, frames, drawings, answers, grids of strings or numbers."""
    puzzle, wanted = sudoku(SOLO.clues), SudokuSolution(sudoku(SOLO.solution).clues)
    rows = wanted.lines
    answer = {"name": "x", "status": "unique", "solutions": [wanted.to_json()]}
    numbers = [[int(c) for c in row] for row in rows]
    drawing = KIND.picture(puzzle, wanted)
    from satdnd.draw.terminal import render

    for text in (
        SOLO.solution,
        "\n".join(rows),
        KIND.texts.styles["grid"](sudoku(SOLO.solution)),
        render(drawing),
        json.dumps(answer),
        json.dumps(wanted.to_json()),
        json.dumps(rows),
        json.dumps(numbers),
        json.dumps({"grid": numbers}),
    ):
        assert list(read_solutions(text, puzzle)) == [wanted]
    assert list(read_solutions(json.dumps(answer) + "\n" + json.dumps(rows), puzzle)) == [wanted] * 2
    assert list(read_solutions(SOLO.clues, puzzle)) == [SudokuSolution(puzzle.clues)]


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("1234341221434321", "found 16 cells, expected 81 as in the puzzle"),
        ("[1, 2", "line 1, column 6: invalid JSON"),
        ("\n{}", 'line 2: the field "grid" is missing'),
        ('{"solutions": [{"grid": ["1"]}]}', 'field "grid" has 1 row'),
        ("17", "line 1, column 1: found 2 cells"),
    ],
)
def test_bad_solutions(text: str, fragment: str) -> None:
    """A grid that cannot be read is an error in its place."""
    (error,) = read_solutions(text, sudoku(SOLO.clues))
    assert isinstance(error, InputError)
    assert fragment in str(error)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("88" + "." * 79, True),
        (" 14270444\n3........\n2.......M\n", False),
        ("5x5\n6b2\n3r2\n", False),
        ("2_3\n___\n1_2\n", False),
        ("2.3\n...\n1.2\n", False),
        ("1..1\n....\n....\n2..2\n", False),
        ("Q..\n..Q\n", False),
        ("aabb\naabb\n..cc\n....\n", False),
        ("8x8 8\n", False),
        ("." * 80 + "Z", True),
        ("x" * 81, False),
        ("", False),
    ],
)
def test_what_is_taken_for_a_sudoku(text: str, answer: bool) -> None:
    """Texts of other kinds are not; a long line or frames are, even if the clues clash or a cell is wrong."""
    assert KIND.texts.recognises(text) is answer


SDK = "\n".join(
    ["#ARuud", "#D A random puzzle", "#C Just start", "#B03-08-2006", "#SDaily", "#LMedium", "#Uhttp://x.org"]
)


def test_sadmans_files() -> None:
    """Sections: the puzzle is read, its state is not; the notes with one letter are kept."""
    (found,) = read_text(f"{SDK}\r\n[Puzzle]\r\n" + "\r\n".join(ROWS) + "\r\n[State]\r\n" + "\r\n".join(ROWS))
    assert isinstance(found, Sudoku)
    assert found == sudoku(SOLO.clues)
    told = ["Ruud", "A random puzzle", "Just start", "03-08-2006", "Daily", "Medium", "http://x.org"]
    assert list(found.extra.values()) == told
    assert list(found.extra) == ["author", "description", "comment", "date", "source", "level", "url"]


@pytest.mark.parametrize(
    ("header", "line", "extra"),
    [
        ("", "{p},{s}", {"solution": "{s}"}),
        ("puzzle,solution\n", "{p},{s}", {"solution": "{s}"}),
        ("quizzes,solutions\n", "{p},{s}", {"solution": "{s}"}),
        ("id,puzzle,solution,difficulty\n", '7,"{p}","{s}",2.5', {"id": "7", "solution": "{s}", "difficulty": "2.5"}),
    ],
)
def test_comma_separated_puzzles(header: str, line: str, extra: dict[str, str]) -> None:
    """The puzzle and what belongs to it; a header line names the fields; a bad line is an error in its place."""
    row = line.format(p=SOLO.clues, s=SOLO.solution)
    first, bad, last = read_text(f"{header}{row}\n{row.replace(SOLO.clues, SOLO.clues[1:])}\n{row}\n")
    assert first == last == sudoku(SOLO.clues)
    assert isinstance(first, Sudoku)
    assert first.extra == {key: value.format(s=SOLO.solution) for key, value in extra.items()}
    assert str(bad) == f"line {2 + bool(header)}: found a field of 80 cells, expected {GIVENS.lengths}"


FULL16 = [[(4 * (r % 4) + r // 4 + c) % 16 for c in range(16)] for r in range(16)]
HEX = "".join("0123456789ABCDEF"[v] for row in FULL16 for v in row)
FULL25 = [[(5 * (r % 5) + r // 5 + c) % 25 for c in range(25)] for r in range(25)]
A_TO_P = "".join("ABCDEFGHIJKLMNOP"[v] for row in FULL16 for v in row)
A_TO_Y = "".join("ABCDEFGHIJKLMNOPQRSTUVWXY"[v] for row in FULL25 for v in row)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (HEX, 1),
        (HEX.lower(), 1),
        (HEX.replace("5", "."), 1),
        (HEX.replace("0", "G").replace("5", "0"), 16),
        (HEX.replace("123456", "000000"), 0),
        (A_TO_Y, 1),
        (A_TO_Y.replace("C", "."), 1),
        (A_TO_Y.replace("C", "0").lower(), 1),
        (A_TO_P, 1),
        (A_TO_P.replace("C", "."), 1),
        (A_TO_P.replace("C", "0").lower(), 1),
        (A_TO_P.replace("C", "-"), 1),
    ],
)
def test_other_alphabets(text: str, first: int) -> None:
    """0 to F where 0 must be a value, A to P or Y where no digit is used; else 1 to 9 and A to G or P."""
    for record in ({"clues": text}, None):
        found = from_json(record) if record else next(read_text(text))
        assert isinstance(found, Sudoku)
        assert found.clues[0] == first


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        (HEX.replace("0", "1", 3), "'0' may be a value (0 to F) or an empty cell"),
        ("".join(mark if mark in "0123" else "." for mark in HEX), "'0' may be a value (0 to F) or an empty cell"),
        ("".join(mark if mark <= "P" else "." for mark in A_TO_Y), "found letters to P and no digit: A may be 1 or 10"),
        ("".join(mark if mark <= "G" else "." for mark in A_TO_P), "found letters to G and no digit: A may be 1 or 10"),
        ("\n".join(" ".join(["10", "A", *"." * 14]) for _ in range(16)), "found the number '10' and the letter 'A'"),
    ],
)
def test_alphabets_that_cannot_be_told(text: str, fragment: str) -> None:
    """One error, in text and in JSON, not a guess."""
    (error,) = read_text(text)
    assert isinstance(error, InputError)
    assert error.line == 1
    assert fragment in error.message
    if "\n" not in text:
        with pytest.raises(InputError, match=re.escape(fragment)):
            from_json({"clues": text})


# the command line


def test_solve_and_unique_answer_line_by_line(tmp_path: Path) -> None:
    """One answer a line, in order: unique, a clash with its reason, an error, multiple; exit status 2."""
    file = tmp_path / "many.sdm"
    file.write_text("\n".join([SOLO.clues, "77" + SOLO.clues[2:], "x" + SOLO.clues[1:], "." * 81]))
    status, out, err = run("unique", str(file), "--format", "json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [a["status"] for a in answers] == ["unique", "unsolvable", "error", "multiple"]
    assert [a["name"] for a in answers] == ["many 1", "many 2", "many 3", "many 4"]
    assert answers[0]["solutions"][0]["grid"][0] == "741952386"
    assert answers[1]["reason"] == "row 1 has the clue 7 twice, at r1c1 and r1c2"
    assert f"{file}:3:1: found 'x'" in err
    status, out, _ = run("solve", "--limit", "5", "-", stdin="12.." + "." * 12 + "\n")
    assert (status, out.splitlines()[0]) == (0, "puzzle: solved (5 solutions, there may be more)")
