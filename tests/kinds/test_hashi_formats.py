"""Hashi as text and JSON: round trips, drawn solutions, bad input with its place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from satdnd.draw.terminal import render
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import InputError
from satdnd.formats.loading import load
from satdnd.kinds.hashi.generate import HashiRecipe
from satdnd.kinds.hashi.kind import KIND
from satdnd.kinds.hashi.model import Hashi, HashiSolution
from satdnd.sat.budget import Budget
from satdnd.setter.parts import Generator

TEXTS = KIND.texts
from_json, to_json, read_text, to_text = TEXTS.from_json, TEXTS.to_json, TEXTS.read, TEXTS.styles["text"]
read_solutions = TEXTS.read_solutions
INSTANCES = Path(__file__).parents[2] / "instances" / "hashi"
PUZZLE = Hashi(("2_2", "__2", "1_1"))
SOLVED = HashiSolution(((0, 0, 0, 2, 1), (0, 0, 2, 0, 1), (0, 2, 1, 2, 1), (1, 2, 2, 2, 1)))


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_solution_round_trip(rng: Any) -> None:
    """A generated puzzle's solution, drawn and read again, and as JSON."""
    puzzle = KIND.require(Generator).generate(rng, HashiRecipe(height=6, width=6, islands=7), Budget())
    solution = next(iter(Solver().solutions(puzzle)))

    assert list(read_solutions(render(KIND.picture(puzzle, solution)), puzzle)) == [solution]
    for found in read_solutions(render(KIND.picture(puzzle, solution), columns=10), puzzle):
        assert found == solution or "cross" in str(found) or "side by side" in str(found)
    assert list(read_solutions(json.dumps(solution.to_json()), puzzle)) == [solution]


def test_instances_and_their_solutions() -> None:
    """Every instance has a source; every solution beside one is right and the only one."""
    files = sorted(INSTANCES.glob("*.hashi"))

    assert len(files) >= 5
    for file in files:
        (puzzle,) = load(file)
        assert puzzle.extra["source"]
        drawn = file.with_suffix(".solution")
        if drawn.exists():
            (solution,) = KIND.texts.read_solutions(drawn.read_text(), puzzle)
            assert KIND.faults(puzzle, solution, Settings()) == []
            assert Solver().unique(puzzle).solutions == [solution]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1_0\n", 1, 3, "found '0' and '_' for empty cells, expected one way"),
        ("# name: a\n1_1\n_y_\n", 3, 2, "found 'y', expected an island '1' to '8' or '?'"),
        ("1_1\n\n1y1\n", 3, 2, "found 'y', expected an island '1' to '8' or '?', or water"),
        ("1_1\n1_\n", 2, 3, "found 2 cells, expected 3 as in line 1"),
        ("1_1\n1__1\n", 2, 4, "found 4 cells, expected 3 as in line 1"),
        ("# name: a\n", 1, None, "found no puzzle, expected rows of islands"),
    ],
)
def test_bad_puzzles_say_where(text: str, line: int, column: int | None, message: str) -> None:
    """Line and column from 1, what was found and what was expected."""
    error = list(read_text(text))[-1]

    assert isinstance(error, InputError)
    assert (error.line, error.column) == (line, column)
    assert message in error.message


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"name": "a", "status": "unique", "solutions": [SOLVED.to_json()]}),
        json.dumps(SOLVED.to_json()),
        json.dumps([SOLVED.to_json()]),
        json.dumps(SOLVED.to_json()["bridges"]),
        '{"bridges": [[2, 0, 0, 0, 1], [2, 2, 1, 2, 1], [1, 2, 0, 2, 1], [0, 2, 0, 0, 1]]}\n',
        "2-2\n|_2\n1_1\n",
        "# drawn\n2-2\n|.2\n1.1",
    ],
)
def test_solutions_are_read_in_every_form(text: str) -> None:
    """Answers, objects, lists, bridges in any order and direction, and drawings, with bridges of no cell."""
    assert list(read_solutions(text, PUZZLE)) == [SOLVED]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (" \n", None, None, "empty text: expected a solution"),
        ("{", 1, 2, "invalid JSON"),
        ("[" * 100_000, 1, None, "invalid JSON: nested too deeply"),
        ("[" + "9" * 5000 + "]", 1, None, "a number of thousands of digits"),
        ("{}", 1, None, 'the field "bridges" is missing'),
        ('{"bridges": 1}', 1, None, 'field "bridges" is 1, expected a list of bridges [r1, c1, r2, c2, count]'),
        ("[1]", 1, None, 'found 1, expected an object with "bridges"'),
        ('{"bridges": [[0, 0, 0, 2]]}', 1, None, "holds [0, 0, 0, 2], expected [r1, c1, r2, c2, count]"),
        ('{"bridges": [[0, 0, 0, 2, true]]}', 1, None, "expected [r1, c1, r2, c2, count]"),
        ("2-2\n|_2\n", 2, None, "found 2 rows, expected 3 as in the puzzle"),
        ("2-2\n|_2\n1_1\n___\n", 3, None, "found 4 rows, expected 3 as in the puzzle"),
        ("2-2\n|_\n1_1\n", 2, 3, "found 2 cells, expected 3 as in the puzzle"),
        ("2-2\n|_2_\n1_1\n", 2, 4, "found 4 cells, expected 3 as in the puzzle"),
        ("2-3\n|_2\n1_1\n", 1, 3, "found '3', expected the puzzle's island '2'"),
        ("2-2\n|12\n1_1\n", 2, 2, "found '1', expected water '_', '.' or a bridge - = | \""),
    ],
)
def test_bad_solutions_say_where(text: str, line: int | None, column: int | None, message: str) -> None:
    """Place, what was found, what was expected."""
    (error,) = read_solutions(text, PUZZLE)

    assert isinstance(error, InputError)
    assert (error.line, error.column) == (line, column)
    assert message in error.message


def test_bridges_side_by_side_are_counted_from_the_numbers() -> None:
    """A row of islands without a cell between: one after another their numbers tell."""
    puzzle = Hashi(("13521", "_____", "__2__"))
    (found,) = read_solutions('13521\n__"__\n__2__\n', puzzle)

    assert found == HashiSolution(((0, 0, 0, 1, 1), (0, 1, 0, 2, 2), (0, 2, 0, 3, 1), (0, 3, 0, 4, 1), (0, 2, 2, 2, 2)))
    assert Solver().unique(puzzle).solutions == [found]

    bent = Hashi(("_21", "12_"))
    assert list(read_solutions("_21\n12_\n", bent)) == Solver().unique(bent).solutions


def test_ambiguous_bridges_side_by_side_are_refused() -> None:
    """Four islands in a block of 3s can share their bridges in two ways: the text cannot say which."""
    (error,) = read_solutions("33\n33\n", Hashi(("33", "33")))

    assert isinstance(error, InputError)
    assert (error.line, error.column) == (1, 1)
    assert "the islands at r1c1 and r1c2 are side by side, and their numbers do not determine" in error.message


def test_wrong_drawing_with_islands_side_by_side_is_a_fault() -> None:
    """Where no counts fit the drawing is judged, not refused."""
    puzzle = Hashi(("12_1",))
    (found,) = read_solutions("12=1\n", puzzle)

    assert isinstance(found, HashiSolution)
    assert {fault.rule for fault in KIND.faults(puzzle, found, Settings())} == {"degree"}

    block = Hashi(("33_1", "33__"))
    (found,) = read_solutions("33=1\n33__\n", block)
    assert isinstance(found, HashiSolution)
    assert "degree" in {fault.rule for fault in KIND.faults(block, found, Settings())}


@pytest.mark.parametrize(
    ("text", "bridges"),
    [
        ("2--_2", ((0, 0, 0, 2, 1),)),
        ("2_--2", ((0, 2, 0, 4, 1),)),
        ("2_=_2", ((0, 2, 0, 2, 2),)),
        ("2-=-2", ((0, 0, 0, 1, 1), (0, 2, 0, 2, 2), (0, 3, 0, 4, 1))),
    ],
)
def test_loose_ends_are_faults_not_errors(text: str, bridges: tuple[Any, ...]) -> None:
    """A run that stops in the water becomes a bridge to its own last cell, which the referee refuses."""
    puzzle = Hashi(("2___2",))
    (found,) = read_solutions(text, puzzle)

    assert found == HashiSolution(bridges)
    assert "between-islands" in {fault.rule for fault in KIND.faults(puzzle, HashiSolution(bridges), Settings())}


def test_drawn_crossing_is_a_loose_end() -> None:
    """One character holds one bridge, so a crossing leaves the other bridge in two pieces."""
    puzzle = Hashi(("_1_", "1_1", "_1_"))
    (found,) = read_solutions("_1_\n1-1\n_1_\n", puzzle)
    (upright,) = read_solutions("_1_\n1|1\n_1_\n", puzzle)

    assert found == HashiSolution(((1, 0, 1, 2, 1),))
    assert upright == HashiSolution(((0, 1, 2, 1, 1),))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1_1\n", True),
        ("# name: a\n2.2\n...\n", True),
        ("...8.1..........435............7.8........1...2..3....6......75..34........2..6..\n", False),
        (" 14\n3..\n2..\n", False),
        ("baac\nbaac\n", False),
        ("5x5\n6b2\n", False),
        ("___\n", False),
        ("# name: a\n", False),
    ],
)
def test_recognises_its_own_only(text: str, answer: bool) -> None:
    """Grids of digits and water; not a sudoku line, a dungeon, a box of blocks, rooms of factors."""
    assert KIND.texts.recognises(text) is answer


def test_differences() -> None:
    """Cells of the bridges that differ; for islands side by side, the islands."""
    puzzle = Hashi(("3_3", "3_3"))
    one = HashiSolution(((0, 0, 0, 2, 2), (0, 0, 1, 0, 1)))
    other = HashiSolution(((0, 0, 0, 2, 1), (0, 0, 1, 0, 2)))

    assert KIND.differences(puzzle, one, other) == [(0, 0), (0, 1), (1, 0)]
