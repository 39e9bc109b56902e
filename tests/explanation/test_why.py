"""Why a place must be as it is: every such step is judged by other means than made it, and has the fewest reasons."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from pysat.solvers import Solver as Backend
from samples import SAMPLED, texts

import satdnd
from satdnd.engine.kind import kind_of
from satdnd.engine.solver import Solver
from satdnd.engine.statement_encoding import stated
from satdnd.errors import InputError, UsageError
from satdnd.explanation.hints import Reasons
from satdnd.explanation.judge import replay
from satdnd.explanation.stepper import DEEPEST
from satdnd.formats.loading import load, read_text
from satdnd.kinds.dungeon.options import DungeonOptions
from satdnd.sat.budget import Budget

INSTANCES = Path(__file__).parents[2] / "instances"
KINDS = {
    "dungeon": "dungeon/example-6x6.dnd",
    "hashi": "hashi/connected-9x9.hashi",
    "inshi": "inshi/report-5x5.inshi",
    "queens": None,
    "sudoku": None,
    "nurikabe": None,
    **dict.fromkeys(SAMPLED),
}
SMALL = {"queens": ".Q....\n" + "......\n" * 5, "sudoku": "1...34......2...", "nurikabe": "....\n....\n..4.\n...1\n"}
SMALL |= texts("TEXT")


def puzzle_of(kind: str) -> Any:
    """A small puzzle of the kind."""
    path = KINDS[kind]
    return load(INSTANCES / path)[0] if path else next(read_text(SMALL[kind], "small", kind)).puzzle


def judged(puzzle: Any, steps: list[Any], step: dict[str, Any]) -> Any:
    """The judgement of a step that comes after others."""
    record = {"name": puzzle.name, "kind": puzzle.kind, "status": "undecided", "steps": [*steps, step]}
    return replay.check(puzzle, record, kind_of(puzzle).options())


def check_steps(kind: str, samples: int, seed: int = 1) -> None:
    """From boards on the way to the solution: why of places that are not known is right by the referee."""
    puzzle, rng = puzzle_of(kind), random.Random(seed)
    explained = satdnd.explain(puzzle)
    steps = explained.to_json()["steps"]
    warm = Reasons(Solver(), puzzle)
    asked = 0
    for _ in range(samples):
        number = rng.randrange(len(steps))
        given = [mark for step in steps[:number] for mark in step["cells"]]
        place = rng.choice(rng.choice(steps[number:])["cells"])[:-1]
        answer = warm.why(place, given)
        assert answer.status == "solved"
        if answer.step is None or [*place] in [mark[:-1] for mark in given]:  # something of it was known
            continue
        step = answer.to_json()["step"]
        assert len(step["cells"]) == 1
        assert step["cells"][0][:-1] == place
        assert step["text"].endswith(".")
        verdict = judged(puzzle, steps[:number], step)
        assert verdict.status == "valid", verdict.faults
        asked += 1
    assert asked


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dungeon", "hashi", "queens"])
def test_each_reason_is_one(kind: str) -> None:
    """Each step follows from its reasons, none of which can be dropped, by rules and a search of their own."""
    check_steps(kind, 8)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_many_reasons_are(kind: str, seed: int) -> None:
    """The same for every kind, from more boards."""
    check_steps(kind, 30, seed + 2)


def check_fewest(puzzle: Any, places: list[tuple[int, int]]) -> None:
    """No smaller set of statements forces the place, of all sets, by a solver that is asked each."""
    kind, options = kind_of(puzzle), DungeonOptions(topology="local")
    encoding = stated(kind, puzzle, options, Budget(), teaching=True)
    formula = encoding.formula
    selectors: dict[Any, int] = {}
    top = formula.variables
    with Backend("minisat22") as solver:
        for i, clause in enumerate(formula.clauses):
            statement = formula.statement_of(i)
            if statement is None:
                solver.add_clause(clause)
                continue
            if statement not in selectors:
                top += 1
                selectors[statement] = top
            solver.add_clause([-selectors[statement], *clause])
        warm = Reasons(Solver(options), puzzle)
        for place in places:
            answer = warm.why(place)
            step = answer.to_json()["step"]
            literal = encoding.unknowns.literal(step["cells"][0])
            shown = encoding.shown(puzzle)
            for size in range(1, min(len(step["reasons"]), DEEPEST + 1)):
                for chosen in combinations(selectors.values(), size):
                    assert solver.solve(assumptions=[*shown, *chosen, -literal]), (place, chosen)
            told = [s for t, s in selectors.items() if t.text in {each["text"] for each in step["reasons"]}]
            assert len(told) == len(step["reasons"])
            assert not solver.solve(assumptions=[*shown, *told, -literal])


def test_there_are_no_fewer_reasons() -> None:
    """Of one dungeon, for some cells: all smaller sets of rules are tried."""
    puzzle = puzzle_of("dungeon")
    free = [(r, c) for r in range(6) for c in range(6) if (r, c) not in {*puzzle.monsters, *puzzle.treasures}]
    local = Reasons(Solver(DungeonOptions(topology="local")), puzzle)
    few = [cell for cell in free if len(local.why(cell).reasons or ()) < 3]
    check_fewest(puzzle, few[:12])


@pytest.mark.slow
def test_there_are_no_fewer_reasons_anywhere() -> None:
    """For every cell."""
    puzzle = puzzle_of("dungeon")
    free = [(r, c) for r in range(6) for c in range(6) if (r, c) not in {*puzzle.monsters, *puzzle.treasures}]
    check_fewest(puzzle, free)


@pytest.mark.slow
def test_of_several_solutions_what_is_common_has_reasons() -> None:
    """With marks, what the solutions that have them have in common."""
    puzzle = load(INSTANCES / "dungeon/two-solutions.dnd")[0]
    board = satdnd.forced(puzzle).details["forced"]
    cells = [(r, c) for r, row in enumerate(board) for c in range(len(row))]
    differing = next((r, c) for r, c in cells if board[r][c] == ".")
    reasons = Reasons(Solver(), puzzle)
    assert "not the same" in reasons.why(differing).reason
    shown = {*puzzle.monsters, *puzzle.treasures}
    same = next((r, c) for r, c in cells if board[r][c] != "." and (r, c) not in shown)
    assert reasons.why(same).to_json()["step"]["cells"][0][:2] == list(same)
    others = [cell for cell in cells if board[cell[0]][cell[1]] == "." and cell != differing]
    known = [reasons.why(cell, [[*differing, what]]) for cell in others for what in "#o"]
    assert any(answer.step for answer in known)


def test_places_and_boards_that_are_none_are_told() -> None:
    """With what was found."""
    reasons = Reasons(Solver(), puzzle_of("dungeon"))
    for place in ((9, 0), (-1, 0), (0,), (0, 0, 0, 0)):
        with pytest.raises(UsageError, match="expected one of this board"):
            reasons.why(place)
    with pytest.raises(InputError):
        reasons.why((0, 0), [1, 2])
    with pytest.raises(UsageError, match="klotski has no hints"):
        Reasons(Solver(), load(INSTANCES / "klotski")[0])


def test_what_is_not_solved_has_no_reasons() -> None:
    """Unsolvable, out of time; and asked again with time, it is answered."""
    puzzle = puzzle_of("dungeon")
    broken = satdnd.Dungeon(rows=(1, 0), columns=(0, 0))
    assert Reasons(Solver(), broken).why((0, 0)).status == "unsolvable"
    seconds: float | None = 0
    reasons = Reasons(Solver(budget=lambda: Budget.of(seconds)), puzzle)
    for place in ((0, 0), (1, 1)):
        seconds = 0
        assert reasons.why(place).status == "undecided"
        seconds = None
        assert reasons.why(place).step
