"""Hidatos: what goes along with a number, why there is no solution, new puzzles, sentences."""

from __future__ import annotations

from itertools import islice

import pytest
from samples import hidato as samples

import satdnd
from satdnd.engine.kind import kind_named


def test_what_goes_along_with_a_number_holds_in_every_solution() -> None:
    """Numbers that are ruled out without a step are in none of the solutions that have the number."""
    for puzzle in samples.puzzles():
        numbers = puzzle.unknowns
        for board in samples.solutions(puzzle):
            true = {*numbers.literals(board)}
            assert all(-x not in true for placed in true for x in numbers.along(placed)), puzzle


@pytest.mark.parametrize(
    ("rows", "steps", "why"),
    [
        ("7.|..", "king", "the 7 at r1c1 is above 4, the number of cells"),
        ("1.|.1", "king", "1 is given at r1c1 and r2c2"),
        ("1.2", "king", "1 at r1c1 and 2 at r1c3 are 2 steps apart, and the path has only 1 between them"),
        (".#.", "king", "no path leads from r1c1 to r1c3"),
        (".#|#.", "rook", "no path leads from r1c1 to r2c2"),
        (".#.|...|.#.", "rook", "on a chessboard 2 of its cells would have one colour and 5 the other"),
        ("..#|...|#..", "rook", ""),
        ("1.3|...", "rook", ""),
        ("1.4|...", "rook", "1 at r1c1 and 4 at r1c3 are an even number of steps apart on every path"),
    ],
)
def test_seen_at_once(rows: str, steps: str, why: str) -> None:
    """Why a puzzle has no solution, where no search is needed."""
    puzzle = samples.made(rows, steps)
    kind = kind_named("hidato")
    assert (kind.contradiction(puzzle, kind.options()) or "") == why
    assert not why or not [*samples.solutions(puzzle)]


@pytest.mark.parametrize("steps", ["king", "rook"])
def test_new_puzzles_give_both_ends(steps: str) -> None:
    """They have one solution."""
    for puzzle in islice(satdnd.generate("hidato", seed=5, height=4, width=5, steps=steps), 3):
        assert {1, 20} <= {*puzzle.where}
        assert satdnd.unique(puzzle).status == "unique"


def test_sentences() -> None:
    """Paths between known numbers, and what they rule out; many cells are counted."""
    (puzzle,) = satdnd.loads("16 . . .\n. 11 . .\n2 1 . .\n. . . .\n", "hidato")
    texts = [step.text for step in satdnd.explain(puzzle).steps]
    assert "4, 5, 6, 7, 8 and 9 cannot be in 21 of the cells that were left: no path from 2 at r3c1 to 11 " in texts[0]
    assert any(
        "r4c2 is 4, " in text and "every path from 3 at r4c1 to 11 at r2c2 has them there" in text for text in texts
    )
    assert "r1c2 is 14: every path from 11 at r2c2 to 15 at r2c1 has it there." in texts
    assert any("r1c2 cannot be 9 or 10: " in text for text in texts)


@pytest.mark.parametrize(
    ("board", "faults"),
    [
        ("1 3 4\n2 # 5\n", []),
        ("1 3 4\n2 # 9\n", ["value: r2c3 holds 9 instead of 1 to 5", "number: 5 is missing"]),
        ("1 3 4\n2 # 4\n", ["number: 4 stands at r1c3 and r2c3", "number: 5 is missing"]),
        ("1 4 2\n3 # 5\n", ["path: 1 at r1c1 does not touch 2 at r1c3", "path: 2 at r1c3 does not touch 3 at r2c1"]),
        ("5 3 2\n4 # 1\n", ["given: r1c1 is 1, the grid has 5"]),
    ],
)
def test_faults(board: str, faults: list[str]) -> None:
    """Each rule has its own."""
    puzzle, kind = samples.made("1..|.#."), kind_named("hidato")
    (solution,) = kind.texts.read_solutions(board, puzzle)
    assert [f"{fault.rule}: {fault.message}" for fault in kind.faults(puzzle, solution)] == faults
