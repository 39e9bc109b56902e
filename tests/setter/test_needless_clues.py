"""`diagnose --redundant`: largest sets of clues that can go, against brute force."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from command_line import run

import satdnd
from satdnd import Dungeon, Solver, Sudoku, UsageError
from satdnd.engine.kind import kind_of
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.budget import Budget
from satdnd.setter.diagnosis import diagnose
from satdnd.setter.generator import generate
from satdnd.setter.needless_clues import redundant
from satdnd.setter.parts import RemovableClues

SOLVER = Solver()
EXAMPLE = Path(__file__).parents[2] / "instances/dungeon/example-6x6.dnd"


def largest(puzzle: Any) -> int:
    """The size of a largest set of clues without which the puzzle is unique: all sets are tried, large ones first."""
    kind = kind_of(puzzle)
    part = kind.require(RemovableClues)
    clues = part.clues(puzzle)
    assert clues is not None
    for size in range(len(clues), -1, -1):
        for chosen in combinations(clues.values(), size):
            if SOLVER.unique(part.removed(puzzle, dict.fromkeys(chosen))).status == "unique":
                return size
    raise AssertionError("the puzzle is not unique")


@pytest.mark.parametrize("seed", range(8))
def test_dungeons_by_brute_force(seed: int) -> None:
    """So many counts can go, and the puzzle without them is unique; none is left to go."""
    height, width = random.Random(seed).choice(((3, 3), (3, 4), (4, 4), (2, 5)))
    puzzle = next(generate("dungeon", {"height": height, "width": width}, seed=seed))
    details = diagnose(Solver(), puzzle, redundant=True).to_json()
    assert details["redundant_largest"]
    assert len(details["redundant"]) == largest(puzzle)
    reduced = kind_of(puzzle).texts.from_json(details["reduced"])
    assert (*reduced.rows, *reduced.columns).count(None) == len(details["redundant"])
    assert SOLVER.unique(reduced).status == "unique"
    assert reduced.monsters == puzzle.monsters


def test_topology_counts() -> None:
    """What connectivity does alone no count must do; under local rules more are needed."""
    for seed in range(6):
        puzzle = next(generate("dungeon", {"height": 5, "width": 5}, seed=seed))
        found = [
            diagnose(Solver(DungeonOptions(topology=topology)), puzzle, redundant=True).redundant
            for topology in ("connected", "local")
        ]
        assert found[1] is None or len(found[0]) >= len(found[1])


@pytest.mark.parametrize("seed", range(3))
def test_sudokus_by_brute_force(seed: int) -> None:
    """A 4x4 with more digits than it needs."""
    puzzle = next(generate("sudoku", {"height": 4, "width": 4}, seed=seed))
    values = SOLVER.unique(puzzle).solutions[0].values
    full = [i for i, value in enumerate(puzzle.clues) if not value][:3]
    more = Sudoku(tuple(values[i] if i in full else value for i, value in enumerate(puzzle.clues)))
    details = satdnd.diagnose(more, redundant=True).to_json()
    assert details["redundant_largest"]
    assert len(details["redundant"]) == largest(more)


def test_a_limit_leaves_what_is_known() -> None:
    """Without conflicts to spend nothing is claimed."""
    puzzle = next(generate("dungeon", {"height": 8, "width": 8}, seed=1))
    kind, solution = kind_of(puzzle), SOLVER.unique(puzzle).solutions[0]
    clues, reduced, known = redundant(kind, puzzle, solution, DungeonOptions(), Budget.of(None, 0))
    assert (clues, reduced, known) == ([], puzzle, False)


def test_only_unique_puzzles_have_it() -> None:
    """Of others the usual diagnosis is told; a puzzle with several solutions is refused by the function itself."""
    several = Dungeon((1, 1), (1, 1))
    answer = diagnose(Solver(), several, redundant=True)
    assert answer.status != "unique"
    assert answer.redundant is None


def test_kinds_without_clues_to_leave_out() -> None:
    """They are refused with those that can, on the command line with status 2."""
    puzzle = next(generate("hashi", {"height": 6, "width": 6}, seed=1))
    with pytest.raises(UsageError, match="hashi has no clues that can be left out; these have: dungeon, queens"):
        diagnose(Solver(), puzzle, redundant=True)
    ran = run("diagnose", "--redundant", "--kind", "nurikabe", "-", stdin="2.\n..\n")
    assert ran.status == 2
    assert "these have: dungeon, queens, sudoku" in ran.err


def test_on_the_command_line() -> None:
    """The clues as sentences, whether more could go, and the puzzle with ? in their places, which reads back."""
    ran = run("diagnose", EXAMPLE, "--redundant")
    assert ran.status == 0
    assert "can be left out together (no larger set can):" in ran.out
    assert "  - row " in ran.out
    reduced = ran.out.split("Without them:\n")[1]
    assert run("unique", "-", stdin=reduced).status == 0
    (answer,) = run("diagnose", EXAMPLE, "--redundant", "--format", "json").answers
    assert answer["redundant_largest"] is True
    assert set(answer["redundant"]) == {line[4:] for line in ran.out.splitlines() if line.startswith("  - ")}
    assert "redundant" not in run("diagnose", EXAMPLE, "--format", "json").answers[0]
