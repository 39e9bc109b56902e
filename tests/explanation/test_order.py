"""The order of steps: fewest rules first, of these what players see first, then what is near, then what needs least."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd.engine.kind import kind_named, kind_of
from satdnd.explanation.explainer import PuzzleTask, Walk
from satdnd.explanation.stepper import Stepper
from satdnd.explanation.steps import Explanations
from satdnd.explanation.wording import Inference
from satdnd.rules.unknowns import Mark

INSTANCES = Path(__file__).parents[2] / "instances"
PUZZLES = (
    "dungeon/example-6x6.dnd",
    "dungeon/course-p6.dnd",
    "hashi/wikipedia-7x7.hashi",
    "inshi/report-5x5.inshi",
    "nonogram/smile.nonogram",
    "slitherlink/made-7x7.slitherlink",
)


def open_steps(walk: Walk, known: list[int]) -> list[tuple[str, tuple[Mark, ...]]]:
    """What single rules give, asked one by one: the technique, the marks."""
    encoding, found = walk.encoding, list[tuple[str, tuple[Mark, ...]]]()
    words: Any = kind_of(walk.task.puzzle).require(Explanations).words
    for ids, literals in walk.stepper._from_one().items():
        scope = walk.stepper.statements.scope(ids)
        about = tuple(encoding.unknowns.mark(x) for x in sorted(known, key=abs) if scope >> abs(x) - 1 & 1)
        along = {y for x in literals for y in encoding.unknowns.along(x)}
        cells = tuple(encoding.unknowns.mark(x) for x in sorted(literals, key=abs) if x not in along)
        inference = Inference(walk.task.puzzle, cells, (walk.stepper.statements[ids[0]],), about)
        found.append((words.single(inference)[0], cells))
    return found


def distance(cells: tuple[Mark, ...], last: tuple[Mark, ...]) -> int:
    """The shortest way from one of the marks to one of the last step."""
    return min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in cells for b in last)  # type: ignore[operator]


@pytest.mark.parametrize("path", PUZZLES)
def test_what_players_see_first_comes_first(path: str) -> None:
    """No step of one rule has a later technique than one that was open, nor is it further from the last step."""
    puzzle = satdnd.load(INSTANCES / path)[0]
    solver = satdnd.Solver()
    order = list(kind_of(puzzle).require(Explanations).words.techniques)
    singles, last = 0, tuple[Mark, ...]()
    with closing(PuzzleTask.of(solver, puzzle).walk(solver.unique(puzzle).solutions)) as walk:
        statements = walk.stepper.statements
        while walk.stepper.unknown:
            known = [v if statements.true >> v - 1 & 1 else -v for v in walk.encoding.projection]
            known = [x for x in known if (statements.true | statements.false) >> abs(x) - 1 & 1]
            there = open_steps(walk, known)
            step = walk.next()
            assert step is not None
            if step.at_once == 1:
                singles += 1
                best = min((name for name, _ in there), key=order.index)
                assert step.technique == best
                if last and puzzle.kind != "inshi":  # where a number takes others along, in its whole line
                    nearest = min(distance(cells, last) for name, cells in there if name == best)
                    assert distance(step.cells, last) == nearest
            assert bool(there) == (step.at_once == 1)
            last = step.cells
    assert singles > 5


def test_what_can_be_argued_comes_before_what_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of steps of several rules: where the first has no argument, another one is taken."""
    puzzle = satdnd.load(INSTANCES / "dungeon/course-p6.dnd")[0]
    steps = satdnd.explain(puzzle).steps
    number = next(i for i, step in enumerate(steps) if step.at_once > 1 and step.openings > 1)
    refused = {(r * 8 + c + 1) * (1 if what == "#" else -1) for r, c, what in steps[number].cells}  # type: ignore[operator]
    argued = Stepper._chained_argument
    monkeypatch.setattr(
        Stepper,
        "_chained_argument",
        lambda self, found: (found, []) if found.literals[0] in refused else argued(self, found),
    )
    others = satdnd.explain(puzzle).steps
    assert [step.cells for step in others[:number]] == [step.cells for step in steps[:number]]
    assert others[number].cells != steps[number].cells
    assert others[number].arguments


def test_the_order_of_dungeons() -> None:
    """A finished line, a monster, a dead end, a 2x2, a room, a cut."""
    ways = ["walls exhausted", "monster requires hallway", "avoid creating dead end", "avoid two by two hall"]
    ways += ["treasure room expands", "roadblock", "railroad"]
    order = list(kind_named("dungeon").require(Explanations).words.techniques)
    assert sorted(ways, key=order.index) == ways
