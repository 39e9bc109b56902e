"""Techniques by name: a smallest example of each in which it is used, and one alike in which it is not."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import satdnd
from satdnd.engine.kind import kind_named
from satdnd.explanation.steps import techniques_of
from satdnd.registry import NAMES

FILES = sorted((Path(__file__).parents[2] / "docs/techniques").glob("*.json"))
EXAMPLES = [{"kind": file.stem, **found} for file in FILES for found in json.loads(file.read_text(encoding="utf-8"))]


def steps(example: dict[str, Any], which: str) -> list[satdnd.Step]:
    """Of one of the two puzzles of an example."""
    return explained_steps(example[which], example["kind"], json.dumps(example.get("options", {})))


@cache
def explained_steps(text: str, kind: str, wishes: str) -> list[satdnd.Step]:
    """Of a puzzle; several examples share one."""
    (puzzle,) = satdnd.loads(text, kind)
    options = {name: tuple(x) if isinstance(x, list) else x for name, x in json.loads(wishes).items()}
    answer = satdnd.explain(puzzle, **options)
    assert answer.status in ("unique", "multiple", "solved", "unsolvable", "undecided" if options else "")
    return list(answer.steps)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "example",
    [pytest.param(e, marks=[pytest.mark.slow] * (e["kind"] == "sudoku")) for e in EXAMPLES],
    ids=[f"{e['kind']}-{e['name'].replace(' ', '-')}" for e in EXAMPLES],
)
def test_a_technique_fires_where_it_should_and_nowhere_else(example: dict[str, Any]) -> None:
    """The example has a step of that name, whose sentence says what it found; the other puzzle has none."""
    found = [step for step in steps(example, "puzzle") if step.technique == example["name"]]
    assert found
    assert found[0].text.endswith(".")
    assert re.search("[:;,]| goes ", found[0].text)
    assert example["name"] not in {step.technique for step in steps(example, "without")}


@pytest.mark.parametrize("kind", NAMES)
def test_every_technique_has_an_example(kind: str) -> None:
    """The names of a kind are those of its examples."""
    assert {example["name"] for example in EXAMPLES if example["kind"] == kind} == set(techniques_of(kind_named(kind)))


def test_only_names_of_players_are_shown() -> None:
    """What the rules of a step would make of a name stands in JSON, not behind the sentence and not in the summary."""
    (puzzle,) = satdnd.load(Path(__file__).parents[2] / "instances/masyu/example-6x6.masyu")
    answer = satdnd.explain(puzzle)
    used, players = {step.technique for step in answer.steps}, set(techniques_of(kind_named("masyu")))
    text = " ".join(str(answer).split())
    assert used - players
    assert used & players
    assert {name for name in used if f"[{name}]" in text} == used & players
    summary = text.rpartition("Techniques: ")[2]
    assert not [name for name in used - players if f"{name} {answer.summary[name]}" in summary]
