"""Hints: the next step from a player's board, as much of it as is asked for; boards with mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from click.testing import CliRunner

import satdnd
from satdnd.cli import satdnd as program
from satdnd.engine.kind import Rules, kind_of
from satdnd.errors import InputError, Undecided, UsageError
from satdnd.explanation.answers import Level
from satdnd.explanation.boards import player_marks
from satdnd.explanation.judge.arguments import write
from satdnd.explanation.judge.search import satisfiable
from satdnd.explanation.stepper import Stepper
from satdnd.formats.loading import read_text
from satdnd.grid.notation import cell_name
from satdnd.rules.constraint import NO, YES
from satdnd.sat.budget import Budget
from satdnd.sat.formula import RecordedStatement

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


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("masyu/example-6x6.masyu", ""),
        ("heyawake/pzprjs-6x6.heyawake", ""),
        ("tents/pzprjs-5x5.tents", ""),
        ("hitori", "415644\n343125\n354665\n522466\n621543\n561221\n"),
    ],
)
def test_a_hint_is_the_step_of_the_explanation(path: str, text: str) -> None:
    """An explanation from a board begins with it; for one rule, so does any that comes by it, whatever was tried."""
    (puzzle,) = satdnd.loads(text, path) if text else satdnd.load(INSTANCES / path)
    steps, marks = satdnd.explain(puzzle).steps, list[Any]()
    for i, step in enumerate(steps):
        found = satdnd.hint(puzzle, marks).step
        assert step.at_once > 1 or (found.cells, found.text) == (step.cells, step.text)
        if i % 8 == 4:
            assert satdnd.explain(puzzle, given=marks).steps[0] == found
        marks += step.cells


@pytest.mark.parametrize("path", ["akari/pzprjs-6x6.akari", "dungeon/example-6x6.dnd", "hitori/cspuz-6x5.hitori"])
def test_where_to_look_is_not_the_answer(path: str) -> None:
    """Several unknown cells, as long as the row or column of the answer has some."""
    puzzle = satdnd.load(INSTANCES / path)[0]
    book, steps = kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options()), 0
    height, width = book.unknowns.size
    unknown = {(r, c) for r in range(height) for c in range(width)}
    unknown -= {book.unknowns.cells(abs(x))[0] for x in book.shown}
    marks: list[Any] = []
    while (answer := satdnd.hint(puzzle, marks, level="where")).about:
        seen = unknown & {*answer.about}
        step = satdnd.hint(puzzle, marks).step
        if len(seen) == 1:
            ((r, c),) = seen
            assert not [cell for cell in unknown if cell != (r, c) and (cell[0] == r or cell[1] == c)]
        unknown -= {(mark[0], mark[1]) for mark in step.cells}
        marks, steps = [*marks, *step.cells], steps + 1
    assert steps > 5


def test_levels_tell_more_and_more() -> None:
    """Where: a place; which: the rules; full: the step. None tells more than it should."""
    levels = get_args(Level)
    where, which, full = (satdnd.hint(six(), level=level).to_json() for level in levels)
    assert where["where"] == "look at column 1"
    assert where.keys() < which.keys() < full.keys()
    assert [each["text"] for each in which["reasons"]] == ["column 1 needs 4 walls"]
    assert full["step"]["technique"] == "gaps exhausted"
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
        ("\n".join([*BOARD[:5], "M...."]), "line 6: row 6 of the board"),
        (
            "# name: mine\n\n" + "\n".join([*BOARD[:5], "M . . . z ."]),
            "line 8, column 9: found 'z' at r6c5, expected '#'",
        ),
        ("[1,\n2", "line 2, column 2: the player's board is not valid JSON"),
        ([1, 2], "the board has 2 rows"),
        (17, "expected a player's board"),
        ([(0, 9, "#")], "found .*expected .row, column"),
    ):
        with pytest.raises(InputError, match=message):
            satdnd.hint(six(), given)


def test_mistakes_get_no_step() -> None:
    """Of wrong marks one is told, where there is one solution; what is told is why it is wrong."""
    answer = satdnd.hint(six(), ["......", "......", "M.....", ".###..", ".....M", "M##..."])
    assert (answer.status, answer.smallest) == ("invalid", True)
    (wrong,) = answer.to_json()["wrong"]
    solution = satdnd.unique(six()).solutions[0]
    assert wrong[2] == "#"
    assert not solution.board >> wrong[0] * 6 + wrong[1] & 1
    assert wrong == [5, 1, "#"]  # not the first one: the other right mark of its row says enough
    assert answer.step.text == "r6c2 is open: row 6 already has its only wall."
    assert answer.reason == "2 marks are wrong; r6c2 cannot be a wall"


@pytest.mark.parametrize(
    ("kind", "text", "mark", "told"),
    [
        ("dungeon", " 01\n0.M\n1M.", (0, 0, "#"), "r1c1 cannot be a wall"),
        ("dungeon", " 01\n0.M\n1M.", (1, 1, "o"), "r2c2 cannot be open"),
        ("sudoku", "123434122143432.", (3, 3, "2"), "r4c4 is not 2"),
        ("sudoku", "123434122143432.", (3, 3, "not 1"), "r4c4 is 1"),
        ("queens", ".Q..\n...Q\nQ...\n....", (3, 3, "Q"), "r4c4 cannot hold a queen"),
        ("queens", ".Q..\n...Q\nQ...\n....", (3, 2, "o"), "r4c3 cannot be empty"),
        ("nurikabe", "1..", (0, 2, "o"), "r1c3 cannot be island"),
        ("nurikabe", "2..", (0, 1, "#"), "r1c2 cannot be sea"),
        ("hashi", "1_1", (0, 0, 0, 2, ">=1"), ""),
        ("hashi", "1_1", (0, 0, 0, 2, "=0"), "there is a bridge between r1c1 and r1c3"),
        (
            "hashi",
            "1_1",
            (0, 0, 0, 2, "=2"),
            "there are not two bridges between r1c1 and r1c3: at most one",
        ),
        ("hashi", "2_2", (0, 0, 0, 2, "<=1"), "there are two bridges between r1c1 and r1c3"),
        ("hashi", "2_2\n___\n1_1", (2, 0, 2, 2, ">=1"), "there is no bridge between r3c1 and r3c3"),
    ],
)
def test_a_mistake_is_told_as_a_sentence(kind: str, text: str, mark: tuple[Any, ...], told: str) -> None:
    """What is not so, and what is instead, in the words of each kind."""
    answer = satdnd.hint(next(read_text(text, "small", kind)).puzzle, [mark])
    assert (answer.status, answer.reason) == (("invalid", told) if told else ("solved", answer.reason))


TABLE = {
    "dungeon": ("dungeon/course-p6.dnd", "r4c7 cannot be a wall"),
    "sudoku": ("sudoku/solo.sudoku", "r3c9 is not 6"),
    "inshi": ("inshi/report-5x5.inshi", "r2c2 is not 1"),
    "hashi": ("hashi/connected-9x9.hashi", "there are not two bridges between r2c3 and r6c3: at most one"),
    "nurikabe": ("nurikabe/wikipedia-10x10.nurikabe", "r4c1 cannot be island"),
    "queens": ("queens/completion.queens", "r4c7 cannot hold a queen"),
    "nonogram": ("nonogram/smile.nonogram", "r4c5 cannot be filled"),
    "slitherlink": ("slitherlink/made-7x7.slitherlink", "the edge between r3c4 and r4c4 is part of the loop"),
}
"""Of each kind a puzzle, and what is said of one mark that is wrong there."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind in ("dungeon", "slitherlink"))) for kind in TABLE]
)
def test_mistakes_are_told_in_three_levels(kind: str) -> None:
    """Where: an area with the mark, how many are wrong; which: the mark, what it contradicts; full: judged to be so."""
    puzzle = satdnd.load(INSTANCES / TABLE[kind][0])[0]
    book = kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options())
    board = book.board(satdnd.unique(puzzle).solutions[0])
    right = [v if board >> v - 1 & 1 else -v for v in range(1, len(book.unknowns.names) + 1)]
    denials = {book.unknowns.denial(-x): -x for x in right}
    first = denials[TABLE[kind][1]]
    rng = Random(1)
    for others in (0, 2):
        wrong = [first, *(-x for x in rng.sample([x for x in right if x not in (-first, *book.shown)], others))]
        known = rng.sample([x for x in right if -x not in wrong], 10)
        marks = [*map(book.unknowns.mark, [*known, *wrong])]
        where, which, full = (satdnd.hint(puzzle, marks, level=level) for level in get_args(Level))
        assert {answer.status for answer in (where, which, full)} == {"invalid"}
        assert {answer.mistakes for answer in (where, which, full)} == {len(wrong)}
        assert where.reason == where.where
        assert where.where.startswith(f"{len(wrong)} marks" if others else "one mark")
        assert (where.wrong, where.reasons, where.step, which.step) == (None, None, None, None)
        (told,) = (book.unknowns.literal(mark) for mark in which.wrong)
        assert told in wrong
        assert len(where.about) > 1
        assert set(book.unknowns.cells(abs(told))) <= set(where.about)
        assert which.reason.endswith(book.unknowns.denial(told))
        assert which.reasons
        check_refutation(puzzle, book, full.step, [*known, *book.shown], told)
        if not others:
            assert which.reason == TABLE[kind][1]


def check_refutation(puzzle: Any, book: Any, step: Any, known: list[int], wrong: int) -> None:
    """That the opposite of a mark follows from the reasons of a step and from what was known, by the judge."""
    assert step.cells == (book.unknowns.mark(-wrong),)
    used = [book.unknowns.literal(mark) for mark in step.known]
    assert set(used) <= {y for x in known for y in (x, *book.unknowns.along(x))}
    domains = [NO | YES] * len(book.unknowns.names)
    write(domains, [*used, wrong])
    reasons = [book.find(RecordedStatement.from_json(reason.to_json())) for reason in step.reasons]
    constraints = [constraint for reason in reasons for constraint in reason.constraints()]
    assert not satisfiable(constraints, domains, abs(wrong) - 1, Budget())


def test_a_mistake_is_told_where_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a mark is wrong is known before anybody knows why."""

    def stopped(*_: Any) -> Any:
        raise Undecided("the time limit of 1 s")

    monkeypatch.setattr(Stepper, "fewest", stopped)
    answer = satdnd.hint(six(), [(5, 1, "#")])
    assert (answer.status, answer.reason) == ("invalid", "r6c2 cannot be a wall")
    assert (answer.wrong, answer.reasons, answer.step) == (((5, 1, "#"),), (), None)


def test_what_the_puzzle_shows_needs_no_argument() -> None:
    """A digit in the place of a given one is wrong by that alone."""
    puzzle = next(read_text("1234341221434321", "full", "sudoku")).puzzle
    answer = satdnd.hint(puzzle, [(0, 0, "not 1")])
    assert (answer.status, answer.reason, answer.step) == ("invalid", "r1c1 is 1", None)
    assert [reason.text for reason in answer.reasons] == ["r1c1 is given as 1"]
    tents = next(read_text("rows\n? ?\ncolumns\n? ? ? ?\ntrees\n0,0 1,3", "small", "tents")).puzzle
    answer = satdnd.hint(tents, [(1, 1, "A")])
    assert (answer.reason, [reason.text for reason in answer.reasons]) == (
        "r2c2 cannot hold a tent",
        ["no tree is beside r2c2"],
    )


def test_which_rules_is_one_thought() -> None:
    """Of several rules the one that would be broken, with the number of others; alike ones all."""
    puzzle = next(read_text("stars\n1\nareas\nabbb\naacc\ncccc\ncddc", "small", "starbattle")).puzzle
    answer = satdnd.hint(puzzle, level="which")
    assert len(answer.reasons) > 1
    assert answer.one_line().endswith(f"; {answer.reasons[0].text} (1 other rule takes part)")
    assert answer.reasons[0].text == satdnd.hint(puzzle).step.turning[0].text


@pytest.mark.parametrize(
    ("mark", "told"),
    [((0, 1, "1"), "r1c2 cannot be 1: r1c1 is, and row 1 "), ((3, 1, "3"), "r4c2 cannot be 3: r3c2 is, and column 2 ")],
)
def test_a_number_that_is_there_already_is_named(mark: tuple[Any, ...], told: str) -> None:
    """Which other number of the line it is that keeps one out."""
    puzzle = next(read_text("1..4.....3.14...", "small", "sudoku")).puzzle
    assert satdnd.hint(puzzle, [mark]).step.text.startswith(told)


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        pytest.param(
            "queens", "......\n" * 6, "everything they have in common is already marked", marks=pytest.mark.slow
        ),
        ("sudoku", "1" + "." * 15, "everything they have in common is already marked"),
        ("nonogram", "rows\n1\n1\ncolumns\n1\n1", "they have nothing in common"),
    ],
)
def test_several_solutions_are_why_nothing_is_left(kind: str, text: str, told: str) -> None:
    """It says so, with what they have in common."""
    puzzle = next(read_text(text, "small", kind)).puzzle
    answer = satdnd.hint(puzzle)
    while answer.step:
        answer = satdnd.hint(puzzle, [*answer.given, *answer.step.cells])
    assert answer.reason.startswith("the puzzle has several solutions, and ")
    assert told in answer.reason
    assert answer.headline().endswith(f": nothing is left to find ({answer.reason})")


@pytest.mark.parametrize("kind", TABLE)
def test_drawings_are_boards(kind: str) -> None:
    """The puzzle as it is drawn says nothing; a hint's drawing says what it found, as far as it shows it."""
    puzzle = satdnd.load(INSTANCES / TABLE[kind][0])[0]
    options = kind_of(puzzle).options()
    book = kind_of(puzzle).require(Rules).book(puzzle, options)
    shown = {*map(book.unknowns.mark, book.shown)}
    assert set(player_marks(puzzle, str(puzzle), options)) <= shown
    answer = satdnd.hint(puzzle)
    assert set(player_marks(puzzle, str(answer), options)) <= {*answer.step.cells, *shown}


def test_values_that_a_drawing_rules_out_are_marks() -> None:
    """``≠1`` in a cell; where they are not named, nothing."""
    puzzle = satdnd.load(INSTANCES / "inshi/report-5x5.inshi")[0]
    rows = ["≠1,4 . . . .", "≠ . 3 . .", *["-2 . . . ."] * 3]
    marks = player_marks(puzzle, "\n".join(rows), kind_of(puzzle).options())
    gone = [(0, 0, "not 1"), (0, 0, "not 4"), (1, 2, "3"), *((r, 0, "not 2") for r in (2, 3, 4))]
    assert marks == gone


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
    assert answer.mistakes == 2
    where = satdnd.hint(puzzle, [(*only, "#"), (*another, "#")], level="where")
    assert where.where.startswith("2 marks cannot both be right, ")
    (kept,) = [mark for mark in answer.wrong if mark[:2] != answer.step.cells[0][:2]]
    assert answer.step.text.startswith(f"If {cell_name(kept[:2])} is a wall, then r")
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
    assert [each["text"] for each in record["reasons"]] == ["column 1 needs 4 walls"]
    drawn = run(SIX, "--given", str(place), "--format", "svg").output
    assert drawn.startswith("<svg")
    assert "gaps exhausted" in drawn
    assert run(SIX, str(place)).output == told.output
    assert run(SIX, str(place), "--quiet").output.splitlines() == [
        f"6x6 example: the next step; {' '.join(told.output.splitlines()[1:3])}"
    ]
    place.write_text("\n".join([*BOARD[:5], "M...z."]))
    refused = run(SIX, str(place))
    assert (refused.exit_code or refused.return_value) == 2
    assert f"satdnd: {place}:6:5: found 'z' at r6c5" in refused.output
    other = tmp_path / "other.dnd"
    other.write_text(Path(SIX).read_text("utf-8"), "utf-8")
    assert run(SIX, SIX, str(other), "--quiet").output.count("the next step") == 3
    place.write_text("\n".join(["#" * 6] * 6))
    wrong = run(SIX, "--given", str(place))
    assert "marks are wrong" in wrong.output


def test_known_cells_are_drawn() -> None:
    """The board of a hint is the player's, with the step on it; what the puzzle shows is no mark."""
    answer = satdnd.hint(six(), BOARD)
    assert list(answer.given) == kind_of(six()).marks(six(), "\n".join(BOARD))
    assert len(answer.given) == 9
    assert (0, 5, "o") in answer.given
    assert "3 │╳╳· ·     T │ 1" in str(answer)
