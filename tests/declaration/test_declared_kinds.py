"""What follows from a declaration, with clues at the margins: texts, solving, repairs, explanations, a generator."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby, product
from typing import Any

import pytest

import satdnd
from satdnd import InputError, Settings
from satdnd.declaration.clues.family import NumberGrid
from satdnd.declaration.clues.margins import RunMargin
from satdnd.declaration.views.view import Shaded
from satdnd.declaration.words.kind_words import DeclaredWords, Rule, Technique, contrary
from satdnd.draw.picture import Picture, Tile
from satdnd.draw.terminal import render
from satdnd.engine.kind import kind_named
from satdnd.explanation.wording import Inference
from satdnd.kinds.nonogram import KIND, Nonogram, NonogramSolution, clues_of
from satdnd.rules.statement import AnyStatement, singles
from satdnd.sat.formula import Statement

Runs = tuple[tuple[int, ...] | None, ...]


def runs_of(cells: list[bool]) -> tuple[int, ...]:
    """The lengths of the runs of a line."""
    return tuple(len([*run]) for there, run in groupby(cells) if there)


def keeps(height: int, width: int, board: int, rows: Runs, columns: Runs) -> bool:
    """Whether a board has these runs: cell by cell, without the package."""
    there = [[bool(board >> r * width + c & 1) for c in range(width)] for r in range(height)]
    across = [runs_of(row) for row in there]
    down = [runs_of([row[c] for row in there]) for c in range(width)]
    told = zip([*rows, *columns], [*across, *down], strict=True)
    return all(wanted in (None, found) for wanted, found in told)


ANY: list[tuple[int, ...] | None] = [None, (), (1,), (2,), (1, 1), (3,)]


@pytest.mark.slow
def test_all_puzzles_of_two_by_three() -> None:
    """Solutions are those of a brute force; the referee agrees on every board."""
    asked = satdnd.Solver()
    for rows in product(ANY, repeat=2):
        for columns in product(ANY[:4], repeat=3):
            puzzle = Nonogram(rows, columns)
            expected = {board for board in range(64) if keeps(2, 3, board, rows, columns)}
            assert {x.board for x in asked.solve(puzzle, limit=None).solutions} == expected, puzzle
    for board in range(64):
        found = KIND.faults(puzzle, NonogramSolution(2, 3, board))
        assert bool(found) == (board not in expected)
        assert all(": found " in fault.message for fault in found)


def test_texts() -> None:
    """Written and read back, as text and as JSON; headers, commas and blanks."""
    puzzle = Nonogram(((1, 1), None, ()), ((10,), (2,)), name="a")
    text = KIND.texts.styles["text"](puzzle)
    assert text == "# name: a\nrows\n1 1\n?\n0\ncolumns\n10\n2\n"
    assert list(KIND.texts.read(text)) == [puzzle]
    assert KIND.texts.from_json(KIND.texts.to_json(puzzle)) == puzzle
    assert list(KIND.texts.read("Columns:\n1,1\nrows:\n1\n0\n1\n")) == [Nonogram(((1,), (), (1,)), ((1, 1),))]
    assert KIND.texts.recognises(text)
    assert not KIND.texts.recognises("123\n456\n")
    assert KIND.texts.resembles("rows\nx\n")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1 1\n", 1, None, "found '1 1', expected the line 'rows' or 'columns'"),
        ("rows\n1\n", 1, None, "found no lines below 'columns'"),
        ("rows\n1\nrows\n1\n", 3, None, "found 'rows' twice"),
        ("rows\n1 x\ncolumns\n1\n", 2, 3, "found 'x', expected the lengths of runs"),
        ("rows\n1 0\ncolumns\n1\n", 2, 3, "found a run of 0 among others"),
        ("rows\n" + "1\n" * 1001 + "columns\n1\n", None, None, "found 1001 rows, expected 1 to 1000"),
    ],
)
def test_bad_texts(text: str, line: int | None, column: int | None, message: str) -> None:
    """What was found, where, and what was expected."""
    (error,) = KIND.texts.read(text)
    assert isinstance(error, InputError)
    assert message in error.message
    assert line is None or (error.line, error.column) == (line, column)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"rows": [[1]]}, 'the field "columns" is missing'),
        ({"rows": 3, "columns": []}, 'field "rows" is 3'),
        ({"rows": [3], "columns": [[1]]}, 'field "rows" is 3, expected a list of runs'),
        ({"rows": [[0]], "columns": [[1]]}, 'field "rows": row 1: found 0, expected runs of 1 or more'),
        ({"rows": [[True]], "columns": [[1]]}, "row 1: found True"),
    ],
)
def test_bad_json(record: dict[str, Any], message: str) -> None:
    """The field is named."""
    with pytest.raises(InputError, match=message.replace("[", r"\[")):
        KIND.texts.from_json(record)


def test_repairs() -> None:
    """The one change of one line that helps, and each that a diagnosis offers leaves a solution."""
    puzzle = Nonogram(((1,), (3,), (1,)), ((1,), (3,), ()))
    found = satdnd.diagnose(puzzle)
    assert found.status == "unsolvable"
    assert found.repairs
    assert ("column 3: 1 instead of 0",) in [repair.edits for repair in found.repairs]
    assert all(satdnd.solve(repair.puzzle).status == "solved" for repair in found.repairs)
    near = RunMargin("row").alternatives(((2, 1),), 0, (1, 5))
    assert set(near) == {
        runs
        for n in range(4)
        for runs in product(range(1, 6), repeat=n)
        if runs != (2, 1) and sum(runs) + n - 1 <= 5 and one_change((2, 1), runs)
    }


def one_change(old: tuple[int, ...], new: tuple[int, ...]) -> bool:
    """Whether one length differs, or one run is there or not."""
    if len(old) == len(new):
        return sum(a != b for a, b in zip(old, new, strict=True)) == 1
    short, long = sorted((old, new), key=len)
    return len(long) == len(short) + 1 and any(short == long[:i] + long[i + 1 :] for i in range(len(long)))


def test_generated() -> None:
    """Unique, and their explanations are replayed as valid; an easier one has more clues, none is lost."""
    for puzzle in satdnd.generate("nonogram", {"height": 5, "width": 6}, seed=3, count=3):
        answer = satdnd.unique(puzzle)
        assert answer.status == "unique"
        assert (
            clues_of(puzzle, answer.solutions[0]).given_clues == puzzle.given_clues
        )  # runs of lines stay told, all of them
        explanation = satdnd.explain(puzzle)
        assert satdnd.replay.check(puzzle, explanation.to_json(), Settings()).status == "valid"
        assert "overlap" in {step.technique for step in explanation.steps or ()}


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 3)])
def test_small_pictures_show_something(size: tuple[int, int]) -> None:
    """None is empty; none is full, where there is more than one cell."""
    cells = size[0] * size[1]
    for puzzle in satdnd.generate("nonogram", {"height": size[0], "width": size[1]}, seed=1, count=12):
        (solution,) = satdnd.unique(puzzle).solutions
        assert 0 < solution.board.bit_count() < cells or cells == 1 == solution.board


def test_picture() -> None:
    """Clues at the margins, those of columns stacked; the drawing of a solution is read back."""
    puzzle = Nonogram(((1, 1), (3,), (1, 1)), ((3,), (1,), (3,)))
    (found,) = satdnd.unique(puzzle).solutions
    drawn = render(KIND.picture(puzzle, found))
    assert "1 1" in drawn
    assert list(KIND.texts.read_solutions(drawn, puzzle)) == [found]
    wrong = NonogramSolution(3, 3, 0)
    assert satdnd.faults(puzzle, wrong)


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (["1.?", "..2"], ((1, None, "?"), (None, None, 2))),
        ([" 1 12", " .  ?"], ((1, 12), (None, "?"))),
        (["[12]"], ((12,),)),
    ],
)
def test_grids_of_numbers(lines: list[str], value: Any) -> None:
    """Characters, or words; written as they are read, in text and in JSON; a number that is not told stays as ?."""
    family = NumberGrid(1, 12, unknown=True)
    assert family.from_lines(list(enumerate(lines, 1))) == value
    assert family.to_lines(value) == lines
    assert family.from_json(family.to_json(value), "rows") == value
    cell = next(iter(family.given_clues(value)))
    assert family.given_clues(family.changed(value, {cell: None})).keys() == family.given_clues(value).keys() - {cell}
    assert sorted(family.alternatives(value, cell, (3, 3))) == list(range(1, 13))


@pytest.mark.parametrize("line", ["[13]", "y", "1 2 y", "+1", "[x]"])
def test_what_is_no_number(line: str) -> None:
    """Refused with its place."""
    with pytest.raises(InputError, match=r"expected a whole number from 1 to 12, '\?' or '\.'") as caught:
        NumberGrid(1, 12, unknown=True).from_lines([(7, line)])
    assert caught.value.line == 7
    assert caught.value.column


def test_numbers_are_drawn() -> None:
    """Over what is marked: on open cells as clues, on shaded ones as walls; what stands out still does."""
    plain = Picture([[Tile("wall"), Tile("open", marked=True)], [Tile("unknown"), Tile("wall")]])
    drawn = NumberGrid(0, 9).drawn(((0, 5), (None, None)), plain)
    assert drawn.tiles[0] == [Tile("wall", "0"), Tile("clue", "5", marked=True)]
    assert drawn.tiles[1] == plain.tiles[1]


@pytest.mark.parametrize("entry", [True, 1.0, "1", 0, 13, (1,)])
def test_what_is_no_entry(entry: Any) -> None:
    """True and 1.0 are not 1, also where there is a 1 in the same grid."""
    with pytest.raises(InputError, match=r"r2c1: found .*, expected a whole number from 1 to 12, '\?' or none"):
        NumberGrid(1, 12, unknown=True).checked(((1, "?"), (entry, None)), "rows")


def test_help_has_a_link_of_the_example() -> None:
    """Where the kind has links, with how its numbers are written."""
    told = kind_named("nurikabe").texts.help
    assert told.startswith("One line per row: a number, ? for an unknown one, or . without; with numbers\nabove 9")
    assert (
        "links of puzz.link and kanpen.\n\n    https://puzz.link/p?nurikabe/10/9/2n2l2j2h7zg3g3i2j3h2h4w1j2g4g\n"
        in told
    )
    assert "?" not in NumberGrid(0, 9).help


def test_boards_of_players() -> None:
    """Signs, numbers of the puzzle, and nothing else: a slip is not passed over."""
    kind = kind_named("nurikabe")
    (puzzle,) = kind.texts.read("2..\n..?\n")
    assert [*kind.marks(puzzle, "2o#\n-x?\n")] == [(0, 1, "o"), (0, 2, "#"), (1, 1, "o")]
    with pytest.raises(InputError, match=r"found 'a' at r2c3, expected '#', 'o' or '\.'"):
        kind.marks(puzzle, "2o#\n-xa\n")


def test_words_of_rules() -> None:
    """Names of several rules stand in the order of techniques, and what would be else is what the rule says."""
    rules = {"a": Rule("One.", "one"), "b": Rule("Two.", "two", broken="{place} would be cut off {pocket}")}
    view = Shaded(NonogramSolution, yes="black", no="white")
    words = DeclaredWords(view, rules, (Technique("b", "x", "."),))
    assert list(words.families) == ["b", "a"]
    plain, cut = Statement("a", ((0, 1),), "{} is black"), Statement("b", ((0, 1), (0, 2)), "{} is in it")
    assert words.family([plain, cut]) == "two and one"
    assert (words.broken(None, plain), words.implied(None, plain)) == ("it could not be that r1c2 is black", plain.text)
    assert words.broken(None, cut) == "r1c2 would be cut off among r1c2 and r1c3"
    assert words.implied(None, cut) == "otherwise r1c2 would be cut off among r1c2 and r1c3"


def test_the_contrary_of_a_sentence() -> None:
    """As a verb's base form has it."""
    for verb, base in (("passes", "pass"), ("shows", "show"), ("holds", "hold")):
        assert contrary(f"the loop {verb} the 1 at r2c2") == f"the loop could not {base} the 1 at r2c2"


@pytest.mark.parametrize("kind", ["hitori", "nurikabe"])
def test_what_cannot_be_written_is_refused(kind: str) -> None:
    """Numbers of more digits than Python writes, and a name that is no text."""
    puzzle = kind_named(kind).puzzle  # type: ignore[attr-defined]
    for rows in (((10**5_000,),), ((-(10**5_000),),)):
        with pytest.raises(InputError, match="r1c1: found an integer of thousands of digits"):
            puzzle(rows)
    with pytest.raises(InputError, match="the name of a puzzle is 5, expected text"):
        puzzle(((1,),), name=5)


def test_statements_are_made_once_for_a_puzzle() -> None:
    """Its referee takes those that the solver was told; of another puzzle, and for other options, they are others."""
    puzzle, other = satdnd.loads("0...\n....\n...1\n....\n\n1...\n....\n...1\n....", "binairo")
    kind: Any = kind_named("binairo")
    options = kind.options()

    def said(puzzle: Any, options: Any) -> list[AnyStatement]:
        """One after the other."""
        return list(kind.rulebook(puzzle, options).stated())

    first = said(puzzle, options)
    assert [*map(id, first)] == [*map(id, said(puzzle, options))]
    assert len(said(puzzle, replace(options, lines="distinct"))) > len(first)
    assert [*singles(said(puzzle, options))] == [*singles(first)]
    assert {one.text for one in singles(said(other, options))} ^ {one.text for one in singles(first)} == {
        "r1c1 is given as 0",
        "r1c1 is given as 1",
    }
    started = iter(kind.rulebook(puzzle, options).each())
    next(started)
    assert [*singles(said(puzzle, options))] == [*singles(first)]


@pytest.mark.parametrize(
    ("rules", "sign", "fits"),
    [
        (["lit", "lamp"], "o", True),
        (["lamp", "lit", "lamp"], "o", True),
        (["lit", "lamp"], "*", False),
        (["lit"], "o", False),
        (["lit", "lit", "lamp"], "o", False),
        (["lit", "lamp", "number"], "o", False),
    ],
)
def test_techniques_of_several_rules(rules: list[str], sign: str, fits: bool) -> None:
    """One rule once, the other as often as one likes, no further ones."""
    reasons = tuple(Statement(rule, ((0, 0),), "") for rule in rules)
    assert Technique("lit lamp*", "dark cell", "", "o").fits(Inference(None, ((0, 0, sign),), reasons, ())) is fits
