"""The judge counts anew what sentences say of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd.declaration.clues import cross_sums
from satdnd.engine.answer import INVALID
from satdnd.engine.kind import Rules, kind_of
from satdnd.explanation.judge import replay
from satdnd.explanation.judge.numbers import miscounted
from satdnd.explanation.steps import Step
from satdnd.sat.formula import Literal

INSTANCES = Path(__file__).parents[2] / "instances"
SAID = (
    r"(?<=need )\d+",
    r"(?<=needs )\d+",
    r"(?<=have only )\d+",
    r"(?<=at most )\d+(?= in )",
    r"(?<=only )\d+(?= (?:more )?would fit)",
    r"\b\d+(?=: \d+[+x])",
    r"\b\d+(?= in \d+ cells? \w+ from r\d+c\d+ (?:is|can only be) \d+\+)",
)
"""Where a sentence says a number that is counted."""


def stepwise(path: str) -> Iterator[tuple[Step, list[Literal], Any]]:
    """Each step of a puzzle's explanation, what is known before it, and the meaning of that."""
    puzzle = satdnd.load(INSTANCES / path)[0]
    book = kind_of(puzzle).require(Rules).book(puzzle, kind_of(puzzle).options())
    marks, known = book.unknowns, [*book.shown]
    for step in satdnd.explain(puzzle).steps:
        known += [y for x in known for y in marks.along(x)]
        yield step, known, marks
        known += map(marks.literal, step.cells)


@pytest.mark.parametrize(
    "path",
    [
        "starbattle/pzprjs-6x6.starbattle",
        "tents/pzprjs-5x5.tents",
        "akari/made-8x8.akari",
        "kakuro/5x5.kakuro",
    ],
)
def test_another_number_is_noticed(path: str) -> None:
    """One more or one less than is said, wherever it is said; what is said is so."""
    changed = 0
    for step, known, marks in stepwise(path):
        assert [*miscounted(step, known, marks)] == []
        for found in (one for pattern in SAID for one in re.finditer(pattern, step.text)):
            for number in (int(found[0]) - 1, int(found[0]) + 1):
                other = f"{step.text[: found.start()]}{number}{step.text[found.end() :]}"
                assert any(miscounted(replace(step, text=other), known, marks)), other
                changed += 1
    assert changed >= 4


def test_a_count_that_a_rule_joins_with_another_is_no_claim() -> None:
    """``the treasure at r6c3 lies in a treasure room, and column 3 needs 1 wall``, beside a count of column 4."""
    for step, known, marks in stepwise("dungeon/generated/dungeon-821-1.dnd"):
        assert [*miscounted(step, known, marks)] == []


def test_an_explanation_with_wrong_sums_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that say a digit more, in the explanation and before the judge."""
    described = cross_sums.described_sets
    monkeypatch.setattr(
        cross_sums, "described_sets", lambda sets: described([[*digits[:-1], digits[-1] + 1] for digits in sets])
    )
    puzzle = satdnd.load(INSTANCES / "kakuro/5x5.kakuro")[0]
    judged = replay.check(puzzle, satdnd.explain(puzzle).to_json(), kind_of(puzzle).options())
    assert judged.status == INVALID
    assert re.search(r"it says '\S+ comes to \d+', which is not so", judged.faults[0].message)
