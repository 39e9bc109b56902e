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


def distance(cells: tuple[Mark, ...], known: list[Mark]) -> int:
    """The shortest way from one of the marks to one of those known."""
    return min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in cells for b in known)  # type: ignore[operator]


@pytest.mark.parametrize("path", PUZZLES)
def test_what_players_see_first_comes_first(path: str) -> None:
    """No step of one rule has a later technique than one that was open, nor is it further from what is known."""
    puzzle = satdnd.load(INSTANCES / path)[0]
    solver = satdnd.Solver()
    order = list(kind_of(puzzle).require(Explanations).words.techniques)
    singles = 0
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
                if marks := [*map(walk.encoding.unknowns.mark, known)]:
                    nearest = min(distance(cells, marks) for name, cells in there if name == best)
                    assert distance(step.cells, marks) == nearest
            assert bool(there) == (step.at_once == 1)
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


@pytest.mark.parametrize("path", [*PUZZLES, "akari/pzprjs-6x6.akari", "starbattle/pzprjs-6x6.starbattle"])
def test_a_hint_is_the_step_that_explains(path: str) -> None:
    """On boards on the way: the same cells and reasons; where several rules are needed, as many of them."""
    puzzle = satdnd.load(INSTANCES / path)[0]
    steps = satdnd.explain(puzzle).steps
    for number in range(0, len(steps), max(1, len(steps) // 6)):
        step = satdnd.hint(puzzle, [mark for before in steps[:number] for mark in before.cells]).step
        assert step.at_once == steps[number].at_once
        if step.at_once == 1:
            assert (step.text, step.reasons) == (steps[number].text, steps[number].reasons)


def test_equal_steps_in_a_row_are_one() -> None:
    """Also where one needs what another of them finds, as along a line."""
    puzzle = satdnd.load(INSTANCES / "slitherlink/made-7x7.slitherlink")[0]
    told = {step.text: step for step in satdnd.explain(puzzle).steps}
    lines = "the edges above and left of r3c1, the edge between r2c5 and r3c5 and the edge between r7c3 and r7c4"
    why = "otherwise the loop would end at the top left corners of r3c1, r3c5, r4c1 and r7c4"
    step = told[f"{lines} are lines: {why}."]
    assert (step.at_once, len(step.reasons)) == (1, 4)
    *_, before, after = (argument.turns[0].marks for argument in step.arguments)
    assert (*before, *after) == ((6, 3, "w", "-"), (2, 0, "n", "-"))
    assert after[0] not in step.known


def test_a_merged_step_needs_each_of_its_reasons() -> None:
    """Of two lamps that light the same cell only one finds it."""
    steps = satdnd.explain(satdnd.load(INSTANCES / "akari/pzprjs-6x6.akari")[0]).steps
    step = next(step for step in steps if step.technique == "lit already" and step.alike)
    assert len(set(step.cells)) == len(step.cells)
