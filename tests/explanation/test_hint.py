"""Hints: the next step from a player's board, as much of it as is asked for; boards with mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner

import satdnd
from satdnd.cli import satdnd as program
from satdnd.engine.kind import kind_of
from satdnd.errors import InputError, UsageError
from satdnd.explanation import explainer
from satdnd.formats.loading import read_text

INSTANCES = Path(__file__).parents[2] / "instances"
SIX = str(INSTANCES / "dungeon/example-6x6.dnd")


def six() -> Any:
    """The example of 6x6."""
    return satdnd.load(SIX)[0]


@pytest.mark.parametrize("path", ["dungeon/example-6x6.dnd", "hashi/connected-9x9.hashi", "inshi/report-5x5.inshi"])
def test_hints_lead_to_the_solution(path: str) -> None:
    """Taking what each hint finds, as marks, ends where nothing is left; no hint tells what is known."""
    puzzle = satdnd.load(INSTANCES / path)[0]
    marks: list[Any] = []
    for _ in range(200):
        answer = satdnd.hint(puzzle, marks)
        assert answer.status == "solved"
        if answer.step is None:
            break
        new = answer.step.cells
        assert not [mark for mark in new if mark in marks]
        marks += new
    assert "nothing is left to find" in answer.headline()
    kind, solution = kind_of(puzzle), satdnd.unique(puzzle).solutions[0]
    board = kind.picture(puzzle, details=kind.board(puzzle, [tuple(mark) for mark in marks]))
    assert [tile.text for _, tile in board.cells()] == [tile.text for _, tile in kind.picture(puzzle, solution).cells()]


def test_levels_tell_more_and_more() -> None:
    """Where: a place; which: the rules; full: the step. None tells more than it should."""
    levels = get_args(explainer.Level)
    where, which, full = (satdnd.hint(six(), level=level).to_json() for level in levels)
    assert "r1c6" in where["where"]
    assert where.keys() < which.keys() < full.keys()
    assert [each["text"] for each in which["reasons"]] == ["the treasure at r1c6 lies in a treasure room"]
    assert full["step"]["technique"] == "treasure room expands"
    with pytest.raises(UsageError, match="where, which, full"):
        satdnd.hint(six(), level="all")  # type: ignore[arg-type]  # on purpose


BOARD = ["...ooo", "...ooo", "M..ooo", "......", ".....M", "M....."]


def test_boards_are_read_in_many_forms() -> None:
    """Rows with and without blanks, below notes, a list, marks, what `forced` and `hint` draw: all the same."""
    puzzle = six()
    expected = satdnd.hint(puzzle, BOARD).to_json()
    assert expected["step"]["technique"] == "gaps exhausted"
    marks = [(r, c, "o") for r in range(3) for c in range(3, 6)]
    drawn = str(satdnd.hint(puzzle, BOARD, level="where"))
    noted = "\n".join(["# name: mine", "# note: not yet sure", "", *BOARD])
    rows = "\n".join(BOARD), "\n".join(" ".join(row) for row in BOARD)
    for given in (*rows, "".join(BOARD), noted, marks, drawn):
        assert satdnd.hint(puzzle, given).to_json()["step"] == expected["step"]


def test_what_is_no_board_is_told() -> None:
    """Rows, cells, signs and values that do not fit."""
    for given, message in (
        ("...\n...", "the board has 2 rows"),
        ("\n".join([*BOARD[:5], "M...."]), "row 6 of the board"),
        ("\n".join([*BOARD[:5], "M...z."]), "found .*expected .row, column"),
        ([1, 2], "the board has 2 rows"),
        (17, "expected a player's board"),
        ([(0, 9, "#")], "found .*expected .row, column"),
    ):
        with pytest.raises(InputError, match=message):
            satdnd.hint(six(), given)


def test_mistakes_get_no_step() -> None:
    """A wrong mark where there is one solution; of several marks that exclude each other, a smallest set."""
    answer = satdnd.hint(six(), ["......", "......", "M.....", ".###..", ".....M", "M##..."])
    assert (answer.status, answer.smallest) == ("invalid", True)
    (wrong,) = answer.to_json()["wrong"]
    solution = satdnd.unique(six()).solutions[0]
    assert wrong[2] == "#"
    assert not solution.board >> wrong[0] * 6 + wrong[1] & 1
    assert answer.step is None
    assert "invalid (r4c2 is no wall: it is open)" in str(answer)


@pytest.mark.parametrize(
    ("kind", "text", "mark", "told"),
    [
        ("dungeon", " 01\n0.M\n1M.", (0, 0, "#"), "r1c1 is no wall: it is open"),
        ("dungeon", " 01\n0.M\n1M.", (1, 1, "o"), "r2c2 is not open: it is a wall"),
        ("sudoku", "123434122143432.", (3, 3, "2"), "r4c4 is not 2"),
        ("sudoku", "123434122143432.", (3, 3, "not 1"), "r4c4 is 1"),
        ("queens", ".Q..\n...Q\nQ...\n....", (3, 3, "Q"), "r4c4 holds no queen"),
        ("queens", ".Q..\n...Q\nQ...\n....", (3, 2, "o"), "r4c3 is not empty: it holds a queen"),
        ("nurikabe", "1..", (0, 2, "o"), "r1c3 is not island: it is sea"),
        ("nurikabe", "2..", (0, 1, "#"), "r1c2 is not sea: it is island"),
        ("hashi", "1_1", (0, 0, 0, 2, ">=1"), ""),
        ("hashi", "1_1", (0, 0, 0, 2, "=0"), "there is a bridge between r1c1 and r1c3"),
        ("hashi", "1_1", (0, 0, 0, 2, "=2"), "there are not two bridges between r1c1 and r1c3: at most one"),
        ("hashi", "2_2", (0, 0, 0, 2, "<=1"), "there are two bridges between r1c1 and r1c3"),
        ("hashi", "2_2\n___\n1_1", (2, 0, 2, 2, ">=1"), "there is no bridge between r3c1 and r3c3"),
    ],
)
def test_a_mistake_is_told_as_a_sentence(kind: str, text: str, mark: tuple[Any, ...], told: str) -> None:
    """What is not so, and what is instead, in the words of each kind."""
    answer = satdnd.hint(next(read_text(text, "small", kind)).puzzle, [mark])
    assert (answer.status, answer.reason) == (("invalid", told) if told else ("solved", answer.reason))


def test_marks_that_only_together_are_wrong() -> None:
    """Two ways out: each of two cells may be a wall, and not both."""
    puzzle = satdnd.load(INSTANCES / "dungeon/two-solutions.dnd")[0]
    one, other = (solution.board for solution in satdnd.unique(puzzle).solutions)
    only = next(divmod(i, 7) for i in range(49) if (one & ~other) >> i & 1)
    another = next(divmod(i, 7) for i in range(49) if (other & ~one) >> i & 1)
    answer = satdnd.hint(puzzle, [(*only, "#"), (*another, "#")])
    assert answer.status == "invalid"
    assert sorted(answer.to_json()["wrong"]) == sorted([[*only, "#"], [*another, "#"]])
    assert answer.smallest
    assert "these marks cannot all be right: r" in str(answer)
    assert "cannot all be right" in str(answer)
    assert satdnd.hint(puzzle, [(*only, "#")]).status == "solved"


def test_on_the_command_line(tmp_path: Path) -> None:
    """A board from a file or from standard input; statuses and exit codes; JSON and SVG."""
    place = tmp_path / "board.txt"
    place.write_text("\n".join(BOARD))

    def run(*arguments: str, given: str | None = None) -> Any:
        return CliRunner().invoke(program, ["hint", *arguments], input=given, standalone_mode=False)

    told = run(SIX, "--given", str(place))
    assert told.exit_code == 0
    assert "gaps exhausted" in told.output
    assert run(SIX, "--given", "-", given="\n".join(BOARD)).output == told.output
    record = json.loads(run(SIX, "--given", str(place), "--level", "which", "--format", "json").output)
    assert (record["status"], "step" in record) == ("solved", False)
    assert [each["rule"] for each in record["reasons"]] == ["column-count"]
    drawn = run(SIX, "--given", str(place), "--format", "svg").output
    assert drawn.startswith("<svg")
    assert "gaps exhausted" in drawn
    place.write_text("\n".join(["#" * 6] * 6))
    wrong = run(SIX, "--given", str(place))
    assert "invalid" in wrong.output


def test_known_cells_are_drawn() -> None:
    """The board of a hint is the player's, with the step on it; what the puzzle shows is no mark."""
    answer = satdnd.hint(six(), BOARD)
    assert list(answer.given) == kind_of(six()).marks(six(), "\n".join(BOARD))
    assert len(answer.given) == 9
    assert (0, 5, "o") in answer.given
    assert "3 │╳╳· ·     T │ 1" in str(answer)
