"""Explanations that start from a player's board: fewer steps, judged as others are; boards with mistakes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run

import satdnd
from satdnd.explanation.judge import replay
from satdnd.formats.examples import examples_of
from satdnd.formats.loading import read_text
from satdnd.kinds.sudoku.model import Sudoku

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"


def sudoku(clues: str) -> Sudoku:
    """The puzzle of 81 characters."""
    return Sudoku(tuple(int(sign) if sign != "." else 0 for sign in clues))


@pytest.mark.parametrize("kind", ["sudoku", "dungeon", "hashi"])
def test_steps_start_from_the_board(kind: str) -> None:
    """What the first half of the steps found, given as a board, leaves the rest; the judge accepts it."""
    (item, *_) = read_text(examples_of(kind)[0], kind=kind)
    whole = satdnd.explain(item.puzzle)
    marks = [mark for step in whole.steps[: len(whole.steps) // 2] for mark in step.cells]
    rest = satdnd.explain(item.puzzle, marks)
    assert rest.given == tuple(marks)
    assert 0 < len(rest.steps) < len(whole.steps)
    assert not {mark for step in rest.steps for mark in step.cells} & {*marks}
    record = json.loads(json.dumps(rest.to_json()))
    assert replay.check(item.puzzle, record, item.puzzle.options()).status == "valid"
    assert replay.check(item.puzzle, {**record, "given": []}, item.puzzle.options()).status == "invalid"


def test_a_whole_board_leaves_no_steps() -> None:
    """And is a valid explanation of nothing more."""
    puzzle = sudoku(PUZZLE)
    answer = satdnd.explain(puzzle, SOLUTION)
    assert (answer.status, answer.steps) == ("unique", ())
    assert replay.check(puzzle, json.loads(json.dumps(answer.to_json())), puzzle.options()).status == "valid"


def test_a_board_with_mistakes_gets_no_steps_and_no_solution() -> None:
    """Neither when it is explained, nor when it is judged."""
    puzzle = sudoku(PUZZLE)
    answer = satdnd.explain(puzzle, "41" + "9" + "." * 78)
    assert (answer.status, answer.steps, answer.solutions) == ("invalid", (), [])
    assert answer.reason == "1 mark on the board contradicts the solution; 'satdnd hint' shows where"
    right = json.loads(json.dumps(satdnd.explain(puzzle, "417" + "." * 78).to_json()))
    right["given"] = [[0, 2, "9"], *right["given"][:1]]
    found = replay.check(puzzle, right, puzzle.options())
    assert found.status == "invalid"
    assert any("the board's marks at r1c3 differ from the solution given" in fault.message for fault in found.faults)


def test_a_candidate_that_was_removed_is_known() -> None:
    """A later step may use it."""
    answer = satdnd.explain(sudoku(PUZZLE), [[1, 4, "not 1"], [1, 5, "not 1"], [2, 4, "not 1"], [2, 5, "not 1"]])
    assert answer.status == "unique"
    assert (1, 4, "not 1") not in {mark for step in answer.steps for mark in step.cells}


def test_several_solutions_are_not_explained_from_a_board() -> None:
    """They may have other things in common than the board says."""
    answer = satdnd.explain(sudoku("." * 81), "1" + "." * 80)
    assert (answer.status, answer.steps) == ("multiple", ())
    assert "need a puzzle with one solution" in answer.reason


def test_the_option_given(tmp_path: Path) -> None:
    """A file with the board, which the drawing shows; not together with --check."""
    puzzle, board = tmp_path / "p.sudoku", tmp_path / "board"
    puzzle.write_text(PUZZLE)
    board.write_text("417" + "." * 78)
    out = run("explain", str(puzzle), "--given", str(board)).out
    assert "┃ 4 │ 1 │ 7 ┃" in out.split("1. ")[0]
    assert run("explain", str(puzzle), "--given", "-", stdin="417" + "." * 78).out == out
    board.write_text("41")
    bad = run("explain", str(puzzle), "--given", str(board))
    assert bad.status == 2
    assert str(board) in bad.err
    both = run("explain", str(puzzle), "--check", str(board), "--given", str(board))
    assert "leave out --given" in both.err
