"""Steps by several rules that run alike to the same end are one step."""

from __future__ import annotations

from contextlib import closing
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd.engine.answer import VALID
from satdnd.engine.kind import kind_of
from satdnd.explanation import explainer
from satdnd.explanation.judge import replay
from satdnd.explanation.stepper import Found, Stepper

INSTANCES = Path(__file__).parents[2] / "instances"
PUZZLES = ("starbattle/made-10x10.starbattle", "tents/made-10x10.tents")


@cache
def explained(path: str) -> Any:
    """The explanation of the first puzzle of a file."""
    return satdnd.explain(satdnd.load(INSTANCES / path)[0])


@pytest.mark.parametrize("path", PUZZLES)
def test_they_are_one_step(path: str) -> None:
    """With an argument for each, of which only the first is worded."""
    steps = explained(path).steps
    merged = [step for step in steps if len(step.reasons) > step.at_once > 1]
    assert merged
    for step in merged:
        ends = {step.reasons[argument.turns[-1].reason] for argument in step.arguments}
        assert len(ends) == 1
        assert {len(argument.reasons) for argument in step.arguments} == {step.at_once}
        assert {mark for argument in step.arguments for mark in argument.assumed}.isdisjoint(step.cells)
        assert len(step.cells) == len(step.arguments)
        assert step.text.count("if ") == step.text.count("likewise") == 1
        assert len(step.text) <= explainer.LONGEST


def test_none_is_left_apart() -> None:
    """No two such steps follow each other."""
    courses = [explainer._course(step) for step in explained(PUZZLES[0]).steps]
    assert not [one for one, other in pairwise(courses) if one is not None and one == other]


@pytest.mark.parametrize("path", PUZZLES)
def test_the_judge_agrees(path: str) -> None:
    """Each reason is needed, and each argument holds."""
    explanation = explained(path)
    puzzle = explanation.puzzle
    assert replay.check(puzzle, explanation.to_json(), kind_of(puzzle).options()).status == VALID


def test_sentences_stay_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would make one too long stays a step of its own."""
    monkeypatch.setattr(explainer, "LONGEST", 0)
    steps = satdnd.explain(explained(PUZZLES[1]).puzzle).steps
    assert not [step for step in steps if len(step.reasons) > step.at_once > 1]


def test_a_sentence_that_would_be_too_long_is_about_one_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever else follows from the same rules is found by later steps."""
    (puzzle,) = satdnd.load(INSTANCES / "akari/made-8x8.akari")

    def most() -> int:
        """The most cells that a step by several rules finds, if its sentence is long."""
        steps = satdnd.explain(puzzle).steps
        assert len({mark for step in steps for mark in step.cells}) == sum(len(step.cells) for step in steps)
        return max(len(step.cells) for step in steps if step.at_once > 1 and len(step.text) > 100)

    assert most() > 1
    monkeypatch.setattr(explainer, "LONGEST", 100)
    assert most() == 1


def test_each_reason_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps whose reasons replace each other stay apart: merged, as without the check, one would be too many."""
    (puzzle,) = satdnd.load(INSTANCES / "akari/cspuz-10x10.akari")

    def faults() -> set[str]:
        """The rules that the explanation of the puzzle breaks."""
        explanation = satdnd.explain(puzzle).to_json()
        return {fault.rule for fault in replay.check(puzzle, explanation, kind_of(puzzle).options()).faults}

    assert not faults()
    monkeypatch.setattr(Stepper, "irreducible", lambda *_: True)
    assert faults() == {"minimal"}


def test_rules_that_no_argument_uses_are_dropped() -> None:
    """A long chain may go past some of its rules: here those of another part of the board."""
    (puzzle,) = satdnd.load(INSTANCES / "starbattle/pzprjs-6x6.starbattle")
    solver = satdnd.Solver()
    walk = explainer.PuzzleTask.of(solver, puzzle).walk(solver.unique(puzzle).solutions)
    with closing(walk):
        found = walk.stepper.next()
        while found and not found.reasons[1:]:
            walk.learn(found.literals)
            found = walk.stepper.next()
        assert found
        every = [walk.stepper.statements[i] for i in range(walk.stepper.statements.count)]
        cells = {cell for reason in found.reasons for cell in reason.cells}
        (apart, *_) = (reason for reason in every if cells.isdisjoint(reason.cells))
        step = walk.step_of(found)
        longer = walk.step_of(found._replace(reasons=[apart, *found.reasons], easiest=False))
    assert apart not in longer.reasons
    assert {*longer.reasons} == {*step.reasons}
    assert longer.arguments
    assert {i for one in longer.arguments for i in one.reasons} == {*range(len(longer.reasons))}


def test_a_number_needs_no_rule_for_what_it_rules_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reasons found for "r1c1 cannot be 2" hold one too many for "r1c1 is 1", from which that follows; no argument
    that would show it is found where there are twenty of them."""
    (puzzle,) = satdnd.loads("..34\n....\n....\n....\n", "sudoku")
    solver = satdnd.Solver()
    walk = explainer.PuzzleTask.of(solver, puzzle).walk(solver.forced(puzzle).solutions)
    with closing(walk):
        unknowns, statements = walk.encoding.unknowns, walk.stepper.statements
        walk.learn([unknowns.literal((r, 0, "not 1")) for r in (1, 2, 3)])
        every = {statements[i].text: statements[i] for i in range(statements.count)}
        reasons = [every["column 1 holds each digit once"], every["r1c1 holds one value"]]
        literals = [unknowns.literal((0, 0, what)) for what in ("not 2", "1")]
        monkeypatch.setattr(walk.stepper, "argued", lambda found: (found, []))
        step = walk.step_of(Found(literals, reasons, [], minimal=True, easiest=False, openings=0))
    assert step.cells == ((0, 0, "1"),)
    assert [reason.text for reason in step.reasons] == ["column 1 holds each digit once"]
