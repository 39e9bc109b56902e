"""Scores against brute force: on small boards of every kind with a sample, solutions and boards near them."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest
from samples import SAMPLED, sample

from satdnd.engine.kind import kind_of
from satdnd.training.scoring import score_answer

PUZZLES, BOARDS = 5, 60


def normal(board: Any, field: str) -> str:
    """A solution as a text that is the same for another order of cells, or other names of areas."""
    if field == "tents":
        return json.dumps(sorted(board))
    if field == "areas":
        names: dict[Any, int] = {}
        return json.dumps([[names.setdefault(name, len(names)) for name in row] for row in board])
    return json.dumps(board)


def near(board: Any, rng: Random) -> Any:
    """*board* with one to three signs changed, each to one that it has."""
    rows = [[*row] for row in board]
    signs = [sign for row in rows for sign in row]
    for _ in range(rng.choice((1, 1, 2, 3))):
        row = rng.choice(rows)
        row[rng.randrange(len(row))] = rng.choice(signs)
    return ["".join(row) for row in rows] if isinstance(board[0], str) else rows


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("kind", SAMPLED)
def test_scores_are_those_of_brute_force(kind: str) -> None:
    """1 for every solution, and for boards near one exactly if brute force has them."""
    module, rng, scored = sample(kind), Random(7), 0
    field = getattr(module, "FIELD", "grid")
    for puzzle in islice(module.puzzles(), PUZZLES):
        found = [json.loads(json.dumps(solution)) for solution in module.solutions(puzzle)]
        right = {normal(solution, field) for solution in found}
        entry = {"puzzle": kind_of(puzzle).texts.to_json(puzzle)}
        filled = [solution for solution in found if solution and all(solution)]
        boards = found[:BOARDS] + [near(rng.choice(filled), rng) for _ in range(BOARDS if filled else 0)]
        for board in boards:
            expected = float(normal(board, field) in right)
            answer = f"I think so:\n```json\n{json.dumps({field: board})}\n```"
            assert score_answer(answer, entry) == expected, (entry["puzzle"], board)
        scored += len(boards)
    assert scored
