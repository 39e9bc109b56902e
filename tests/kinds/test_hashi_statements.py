"""The rules of hashi as values: their faces agree on every board of small puzzles, and cuts are read with care."""

from __future__ import annotations

import json

import satdnd
from satdnd.engine.settings import Settings
from satdnd.explanation.judge.replay import check
from satdnd.kinds.hashi.kind import KIND
from satdnd.kinds.hashi.model import Hashi


def test_bridges_that_follow() -> None:
    """Those without which islands fall apart, unless they are there."""
    puzzle = Hashi(("2_3_?", "_____", "2_2__"))
    cuts, bridge = KIND.rulebook(puzzle, Settings()).cuts, puzzle.graph.edges.index((1, 2))
    assert cuts
    assert list(cuts.follows(0, 0)) == [2 * bridge + 1]
    assert list(cuts.follows(1 << 2 * bridge, 0)) == []


def sentences(*rows: str) -> dict[str, list[str]]:
    """Of each technique in an explanation its sentences."""
    answer = satdnd.explain(Hashi(rows))
    assert answer.status == "unique"
    assert check(Hashi(rows), json.loads(json.dumps(answer.to_json())), Settings()).status == "valid"
    found = dict[str, list[str]]()
    for step in answer.steps:
        found.setdefault(step.technique, []).append(step.text)
    return found


def test_closed_pairs_are_one_step() -> None:
    """Two 1s are not joined, two 2s not by two bridges; it takes one rule."""
    told = sentences("1_1", "___", "?_2")["closed in"]
    assert "r1c1-r1c3 has no bridge: otherwise the 1s at r1c1 and r1c3 would be cut off from the others." in told
    told = sentences("22_", "___", "22_")["closed in"]
    apart = "otherwise the 2s at r1c1 and r1c2 would be cut off from the others."
    assert told[0] == f"r1c1-r1c2 has at most one bridge: {apart}"
    assert "closed in" not in sentences("1_1")


def test_bookkeeping_comes_last() -> None:
    """That an island of 1 has no double bridge is seen; else "at most one" is told where nothing else follows."""
    (puzzle,) = satdnd.load("instances/hashi/connected-9x9.hashi")
    steps = satdnd.explain(puzzle).steps
    told = [step.technique for step in steps]
    assert len(told) == 25
    assert told.count("no second bridge") == 6
    assert "no second bridge" not in told[:10]
    ones = {(r, c) for (r, c), number in zip(puzzle.islands, puzzle.numbers, strict=True) if number == 1}
    weak = [mark for step in steps for mark in step.cells if mark[-1] == "<=1"]
    assert not [mark for mark in weak if {mark[:2], mark[2:4]} & ones]
    why = "two would be too many for the island at r1c3, which needs 3 bridges and already has two to r1c2"
    assert sentences("243", "_1_", "_22")["no second bridge"] == [f"r1c3-r3c3 has at most one bridge: {why}."]
