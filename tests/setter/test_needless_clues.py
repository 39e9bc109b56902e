"""`diagnose --redundant`: largest sets of clues that can go, against brute force."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from contract_boards import boards

import satdnd
from satdnd import Dungeon, Solver, Sudoku, UsageError
from satdnd.engine.kind import kind_named, kind_of
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.registry import NAMES
from satdnd.sat.budget import Budget
from satdnd.setter.diagnosis import diagnose
from satdnd.setter.generator import generate
from satdnd.setter.needless_clues import redundant
from satdnd.setter.parts import RemovableClues

SOLVER = Solver()
EXAMPLE = Path(__file__).parents[2] / "instances/dungeon/example-6x6.dnd"


REMOVABLE = [name for name in NAMES if kind_named(name).part(RemovableClues)]
STAYING = {"monsters", "treasures", "trees", "queens"}
"""Fields of which nothing may go: without it the puzzle would have another rule, not one less."""
MOST_CLUES = 6
BY_HAND = [  # found by hand
    {"kind": "nonogram", "rows": [[2], [2]], "columns": [[2], [2]]},
    {"kind": "yajilin", "rows": [[None, None, "0n"], [None, None, "0e"]]},
    {
        "kind": "dungeon",
        "rows": [1],
        "columns": [0, 0, 1],
        "monsters": [[0, 0], [0, 1]],
        "treasures": [],
        "given": ["..#"],
    },
    {
        "kind": "dungeon",
        "rows": [1],
        "columns": [0, 0, 1],
        "monsters": [[0, 0], [0, 1]],
        "treasures": [],
        "given": ["o.#"],
    },
    {"kind": "queens", "size": [4, 4], "given": [[0, 1], [3, 2]]},
    {"kind": "sudoku", "clues": "12..34..2......3"},
]


def clues_of(puzzle: Any) -> list[tuple[str, Any]]:
    """The clues that may go, as fields and places."""
    found = [tuple(clue) for clue in puzzle.given_clues if clue.field not in STAYING]
    if puzzle.kind == "dungeon":
        found += [("given", cell) for cell in puzzle.grid.cells(puzzle.walls | puzzle.opens)]
    return found


def without(puzzle: Any, left_out: Any) -> Any:
    """The puzzle without some of its clues."""
    made = puzzle.changed({clue: None for clue in puzzle.given_clues if tuple(clue) in left_out})
    if puzzle.kind == "dungeon":
        kept = ~puzzle.grid.mask(place for field, place in left_out if field == "given")
        made = replace(made, walls=puzzle.walls & kept, opens=puzzle.opens & kept)
    return made


def largest(puzzle: Any, solver: Solver = SOLVER) -> int:
    """The size of a largest set of clues without which the puzzle is unique: sets grow as long as it is."""
    sets = [frozenset[Any]()]
    for size in range(len(clues_of(puzzle)) + 1):
        larger = {found | {clue} for found in sets for clue in clues_of(puzzle) if clue not in found}
        sets = [found for found in larger if solver.unique(without(puzzle, found)).status == "unique"]
        if not sets:
            return size
    raise AssertionError("a puzzle is unique without all its clues and one more")


@pytest.mark.parametrize("name", REMOVABLE)
def test_every_kind_by_brute_force(name: str) -> None:
    """Each small puzzle with one solution can do without so many clues, and has one solution without them."""
    kind: Any = kind_named(name)
    asked = [(board.puzzle, board.options) for board in boards(name) if len(board.keys) == 1]
    asked += [(kind.clues_of(puzzle, SOLVER.solve(puzzle).solutions[0]), None) for puzzle, _ in asked]
    asked += [(kind.texts.from_json(record), None) for record in BY_HAND if record["kind"] == name]
    sizes = []
    for puzzle, options in asked:
        if len(clues_of(puzzle)) <= MOST_CLUES:
            with closing(Solver(options)) as solver:
                answer = diagnose(solver, puzzle, redundant=True)
                assert answer.redundant_largest
                assert len(answer.redundant) == largest(puzzle, solver), (puzzle, answer.redundant)
            assert len(clues_of(answer.reduced)) == len(clues_of(puzzle)) - len(answer.redundant)
            sizes.append(len(answer.redundant))
    assert any(sizes), sizes


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
