"""Solvers that stay warm from puzzle to puzzle: each answer is that of a solver made for the one puzzle."""

from __future__ import annotations

from random import Random

import pytest

import satdnd
from satdnd.declaration.puzzle import Clue
from satdnd.engine.settings import Settings
from satdnd.kinds import masyu, nonogram
from satdnd.sat.budget import Budget
from satdnd.setter import warm_solver
from satdnd.setter.warm_solver import WarmSolver


@pytest.mark.parametrize("grown", [0, 1000], ids=["made anew", "warm"])
def test_other_solutions(grown: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each picture's puzzle, and of puzzles after it: all but the one that is known."""
    monkeypatch.setattr(warm_solver, "_GROWN", grown)
    rng, several = Random(3), 0
    blank = nonogram.KIND.empty(3, 4)
    with WarmSolver[nonogram.NonogramSolution](nonogram.KIND.rulebook(blank, Settings()), Budget()) as solver:
        for _ in range(12):
            picture = nonogram.NonogramSolution(3, 4, rng.getrandbits(12))
            puzzle = nonogram.clues_of(blank, picture)
            stated = [*nonogram.KIND.rulebook(puzzle, Settings()).each()]
            others = [one.board for one in solver.others(stated, picture)]
            alone = {one.board for one in satdnd.solve(puzzle, limit=None).solutions}
            assert len({*others}) == len(others)
            assert {*others, picture.board} == alone
            several += len(alone) > 1
            assert solver.first(stated) is not None
            assert solver.first(stated, [-1 if picture.board & 1 else 1]) is None or len(alone) > 1
    assert several


def test_cuts_are_of_what_all_puzzles_say() -> None:
    """Loops of masyu: circles of one puzzle say nothing of the next."""
    blank = masyu.KIND.empty(4, 4)
    both = ({Clue("rows", (0, 0)): "b", Clue("rows", place): "b"} for place in ((3, 3), (0, 3)))
    first, second = map(blank.changed, both)
    with WarmSolver[masyu.MasyuSolution](masyu.KIND.rulebook(blank, Settings()), Budget()) as solver:
        for puzzle in (first, second, first):
            every = {one.board for one in satdnd.solve(puzzle, limit=None).solutions}
            known = masyu.MasyuSolution(4, 4, min(every))
            stated = [*masyu.KIND.rulebook(puzzle, Settings()).each()]
            assert {one.board for one in solver.others(stated, known)} == every - {known.board}
