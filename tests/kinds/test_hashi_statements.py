"""The rules of hashi as values: their faces agree on every board of small puzzles, and cuts are read with care."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

import satdnd
from satdnd.encodings.cardinality import one_at_most
from satdnd.engine.settings import Settings
from satdnd.explanation.judge.replay import check
from satdnd.kinds.hashi.kind import KIND
from satdnd.kinds.hashi.model import Hashi
from satdnd.rules.constraint import NO, YES
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Formula

BOARDS = [
    ("_2_2", "1__2", "_3_2"),
    ("_?_2", "1__?", "_3_?"),
    ("3_3", "___", "2_2"),
    ("2_2_1",),
    ("8_1",),
    ("?",),
    ("2",),
    ("__",),
]


def clauses_of(statement: RuleStatement) -> list[list[int]]:
    """Its clauses."""
    formula = Formula()
    statement.encode(Encoder(formula, at_most_one=one_at_most))
    return formula.clauses


@pytest.mark.parametrize("rows", BOARDS)
def test_faces_agree_on_every_board(rows: tuple[str, ...]) -> None:
    """Clauses, `broken` and constraints of each statement; together with the cuts they leave the solutions."""
    puzzle = Hashi(rows)
    book = KIND.rulebook(puzzle, Settings())
    size = len(book.unknowns.names)
    whole = (1 << size) - 1
    said = [(statement, clauses_of(statement)) for statement in book.statements]
    solutions = set()
    assert book.cuts
    for counts in product((0, 1, 3), repeat=size // 2):
        board = sum(count << 2 * e for e, count in enumerate(counts))
        domains = [YES if board >> i & 1 else NO for i in range(size)]
        for statement, clauses in said:
            holds = all(any((board >> abs(x) - 1 & 1) == (x > 0) for x in clause) for clause in clauses)
            judged = all(c.machine([], domains, Budget()).start is not None for c in statement.constraints())
            assert holds == judged == (not statement.broken(board)), (statement.text, bin(board))
        cuts = book.cuts.near(board, whole & ~board)
        assert all(cut.broken(board) and book.cuts.read(cut.rule, cut.cells, cut.at) == cut for cut in cuts)
        assert bool(cuts) == book.cuts.broken(board, whole & ~board) == bool(book.cuts.clauses(board))
        if not cuts and not any(statement.broken(board) for statement in book.statements):
            solutions.add(book.solution(board))
            assert book.board(book.solution(board)) == board
            assert not KIND.faults(puzzle, book.solution(board))
    assert solutions == set(satdnd.solutions(puzzle))


def test_bridges_that_follow() -> None:
    """Those without which islands fall apart, unless they are there."""
    puzzle = Hashi(("2_3_?", "_____", "2_2__"))
    cuts, bridge = KIND.rulebook(puzzle, Settings()).cuts, puzzle.graph.edges.index((1, 2))
    assert cuts
    assert list(cuts.follows(0, 0)) == [2 * bridge + 1]
    assert list(cuts.follows(1 << 2 * bridge, 0)) == []


WRONG: dict[str, Any] = {
    "degree": [{"least": 7}, {"text": "the island at r1c1 has luck"}, {"rule": "connected"}, {"cells": [[0, 0]]}],
    "connected": [{"at": [0, 0]}, {"cells": [[0, 0]]}, {"text": "the islands need a way out"}, {"rule": "degree"}],
    "crossing": [{"most": 2}, {"cells": [[0, 0]]}, {"text": "bridges never cross"}, {"rule": "degree"}],
}


def test_explanations_with_wrong_reasons_are_refused() -> None:
    """Another number, sentence, rule or place of one reason; what was said is valid."""
    (puzzle,) = satdnd.load("instances/hashi/connected-9x9.hashi")
    told = json.dumps(satdnd.explain(puzzle).to_json())
    assert check(puzzle, json.loads(told), Settings()).status == "valid"
    seen = set()
    for number, step in enumerate(json.loads(told)["steps"]):
        for place, reason in enumerate(step["reasons"]):
            for change in WRONG[reason["rule"]] if reason["rule"] not in seen else ():
                answer = json.loads(told)
                answer["steps"][number]["reasons"][place].update(change)
                faults = check(puzzle, answer, Settings()).faults
                assert {fault.rule for fault in faults} & {"reason", "follows"}, (reason, change)
            seen.add(reason["rule"])
    assert seen >= {"degree", "connected"}


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
    assert len(told) == 24
    assert told.count("no second bridge") == 6
    assert "no second bridge" not in told[:10]
    ones = {(r, c) for (r, c), number in zip(puzzle.islands, puzzle.numbers, strict=True) if number == 1}
    weak = [mark for step in steps for mark in step.cells if mark[-1] == "<=1"]
    assert not [mark for mark in weak if {mark[:2], mark[2:4]} & ones]
    why = "two would be too many for the island at r1c3, which needs 3 bridges and already has two to r1c2"
    assert sentences("243", "_1_", "_22")["no second bridge"] == [f"r1c3-r3c3 has at most one bridge: {why}."]
