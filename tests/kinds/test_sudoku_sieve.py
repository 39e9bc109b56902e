"""The compiled search of sudokus: against SAT and a plain search, paused, uncompiled, refused."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice

import pytest
from sudoku_boards import EXAMPLES, all_solutions, sudoku

import satdnd
from satdnd import Solver
from satdnd.engine import jit
from satdnd.engine.answer import UNDECIDED, UNIQUE, UNSOLVABLE
from satdnd.errors import UsageError
from satdnd.grid.boxes import USUAL
from satdnd.kinds.sudoku import sieve
from satdnd.kinds.sudoku.generate import random_grid
from satdnd.kinds.sudoku.kind import KIND
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution
from satdnd.kinds.sudoku.options import SudokuOptions
from satdnd.sat.budget import Budget

EXAMPLE = sudoku(EXAMPLES[0].clues)


def grids(puzzle: Sudoku, most: int | None = None) -> list[SudokuSolution]:
    """The first solutions, all without *most*, in the sieve's order."""
    found = (grid for part in sieve.search(puzzle, Budget(), {}) for grid in part)
    return list(islice(found, most))


def some(rng: random.Random, size: int, count: int) -> Iterator[Sudoku]:
    """Puzzles with many, one and no solutions: parts of grids, every third with a value changed."""
    for k in range(count):
        values = list(random_grid(USUAL[size], rng).values)
        if k % 3 == 0:
            i = rng.randrange(len(values))
            values[i] = values[i] % size + 1
        kept = rng.randint(size**2 // 5, size**2 // 2)
        gone = set(rng.sample(range(size**2), size**2 - kept))
        yield Sudoku(tuple(0 if i in gone else value for i, value in enumerate(values)))


def test_every_small_grid() -> None:
    """The 288 grids of 4x4, each once, and those with each clue or pair of clues, as a plain search finds them."""
    nothing = Sudoku((0,) * 16)
    found = grids(nothing)
    assert len(found) == len(set(found)) == 288
    assert {grid.values for grid in found} == set(map(tuple, all_solutions([0] * 16, 2)))
    for i in range(16):
        for j in range(i, 16):
            clues = [0] * 16
            clues[i], clues[j] = 1, clues[i] if i == j else 2
            puzzle = Sudoku(tuple(clues))
            assert {grid.values for grid in grids(puzzle)} == {
                grid.values for grid in found if all(grid.values[k] == value for k, value in puzzle.given)
            }


@pytest.mark.parametrize("count", [20, pytest.param(500, marks=pytest.mark.slow)])
def test_as_sat(count: int) -> None:
    """All solutions of puzzles that have few, and of those with many as many as are asked for."""
    rng, seen = random.Random(count), set()
    with closing(Solver(SudokuOptions(graph_check=False))) as solver:
        for size in (4, 9):
            for puzzle in some(rng, size, count):
                truth = solver.solve(puzzle, 200)
                found = grids(puzzle, 5000)
                seen.add(min(len(found), 2))
                assert len(found) == len(set(found))
                if truth.complete:
                    assert set(found) == set(truth.solutions), puzzle
                else:
                    assert len(found) >= 200, puzzle
    assert seen == {0, 1, 2}


@pytest.mark.parametrize("patience", [1, 7])
def test_paused(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that stops again and again finds the same grids in the same order."""
    puzzles = [Sudoku((0,) * 16), *(puzzle for puzzle in some(random.Random(5), 9, 20))]
    truth = [grids(puzzle, 300) for puzzle in puzzles]
    monkeypatch.setattr(sieve, "PATIENCE", patience)
    monkeypatch.setattr(sieve, "TOGETHER", 3)
    assert [grids(puzzle, 300) for puzzle in puzzles] == truth


def test_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python comes to the same grids as machine code; no index is negative or too large."""
    import numba

    puzzles = [Sudoku((0,) * 16), EXAMPLE, *some(random.Random(6), 9, 4)]
    truth = [grids(puzzle, 20) for puzzle in puzzles]
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    spec = importlib.util.find_spec("satdnd.kinds.sudoku.sieve_kernel")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(satdnd.kinds.sudoku, "sieve_kernel", module)
    monkeypatch.setattr(sieve, "TOGETHER", 3)
    assert [grids(puzzle, 20) for puzzle in puzzles] == truth


def test_as_a_way() -> None:
    """`unique`, `count`, `forced` and statistics, by name."""
    answer = satdnd.unique(EXAMPLE, way="sieve")
    assert answer.status == UNIQUE
    assert answer.solutions == satdnd.unique(EXAMPLE).solutions
    assert answer.stats["method"] == "sieve"
    assert satdnd.count(Sudoku((0,) * 16), way="sieve").details["count"] == 288
    two = next(p for p in some(random.Random(1), 9, 99) if 1 < len(grids(p, 50)) < 50)
    assert satdnd.count(two, way="sieve").details == satdnd.count(two).details
    assert satdnd.forced(two, way="sieve").details == satdnd.forced(two).details


def test_what_clues_contradict() -> None:
    """A cell without a value, a value without a cell, two values for one cell: no solution, and no guess."""
    for lines in (("1234", "...."), ("123.", "...4"), ("1...", "..1.", "....", ".2.1")):
        puzzle = sudoku("".join(lines).ljust(16, "."))
        assert satdnd.solve(puzzle, way="sieve").status == satdnd.solve(puzzle).status
    cramped = sudoku("123....4........")
    answer = satdnd.solve(cramped, way="sieve")
    assert (answer.status, answer.stats["nodes"]) == (UNSOLVABLE, 0)


def test_in_bulk() -> None:
    """A solver of many puzzles takes it by itself, where it fits and nothing else is asked for."""
    with closing(Solver(bulk=jit.COMPILING)) as solver:
        assert solver.unique(EXAMPLE).stats["method"] == "sieve"
        assert solver.forced(EXAMPLE).stats["method"] == "sat"
    assert KIND.way(Sudoku((0,) * 256), SudokuOptions(), bulk=jit.COMPILING).name == "sat"
    with closing(Solver(SudokuOptions(solver="glucose4"), bulk=jit.COMPILING)) as solver:
        assert solver.unique(EXAMPLE).stats["method"] == "sat"


def test_limits() -> None:
    """A grid with more solutions than anybody waits for ends at the limit, as undecided, with those counted."""
    answer = satdnd.count(Sudoku((0,) * 81), way="sieve", timeout=0.2)
    assert answer.status == UNDECIDED
    assert "time" in answer.reason
    assert answer.details["count"] > 0


def test_too_large() -> None:
    """What does not fit is refused, with the size."""
    with pytest.raises(UsageError, match="up to 9x9; this one is 16x16"):
        satdnd.unique(Sudoku((0,) * 256), way="sieve")


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says what to install; SAT goes on, in bulk too."""
    monkeypatch.setattr(jit, "available", lambda: False)
    with pytest.raises(UsageError, match=r"needs Numba: pip install 'satdnd\[fast\]'"):
        satdnd.unique(EXAMPLE, way="sieve")
    with closing(Solver(bulk=jit.COMPILING)) as solver:
        assert solver.unique(replace(EXAMPLE)).stats["method"] == "sat"
