"""Scores against brute force: on small boards of every kind with a sample, solutions and boards near them."""

from __future__ import annotations

import json
import os
from itertools import islice
from random import Random
from typing import Any

import pytest
from samples import SAMPLED, sample

from satdnd.engine.kind import kind_of
from satdnd.training.scoring import score_answer

ANSWERS = int(os.environ.get("SATDND_ANSWERS", "600"))
"""How many answers are scored for each kind. A hundred thousand take some minutes a kind."""
PUZZLES, EACH, MOST = 5, 2000, 5000
"""At least so many puzzles, with so many answers to each; those with more solutions are left out."""
SAID = (
    "ANSWER",
    "I think so:\n```json\nANSWER\n```",
    "First I tried {}, then [[1, 2], [3]].\n<answer>ANSWER</answer>\nDone.",
    "```\n{}\n```\nNo, wait:\n```json\nANSWER\n```\n",
    '{"solutions": [ANSWER]}',
)
"""How a board is said."""
NOTHING = (
    "",
    " ",
    "I give up.",
    "{}",
    "[]",
    "null",
    "ANSWER",
    "[" * 5000,
    "9" * 5000,
    '{"grid": NaN}',
    "\0\ufffd",
    "<answer>",
)
"""What is no board."""


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
    """1 for a solution and for a board near one exactly if brute force has it, however it is said; 0 for no board."""
    module, rng, right_ones = sample(kind), Random(7), 0
    field, known = getattr(module, "FIELD", "grid"), list[tuple[Any, list[Any], set[str]]]()
    for puzzle in islice(module.puzzles(), max(PUZZLES, ANSWERS // EACH)):
        found = [json.loads(json.dumps(solution)) for solution in islice(module.solutions(puzzle), MOST)]
        if len(found) < MOST:
            right = {normal(solution, field) for solution in found}
            known.append(({"puzzle": kind_of(puzzle).texts.to_json(puzzle)}, found, right))
    for _ in range(ANSWERS):
        entry, found, right = rng.choice(known)
        filled = [solution for solution in found if solution and all(solution)]
        answer, expected = rng.choice(NOTHING), 0.0
        if found and rng.random() < 0.9:
            board = near(rng.choice(filled), rng) if filled and rng.random() < 0.6 else rng.choice(found)
            expected = float(normal(board, field) in right)
            answer = rng.choice(SAID).replace("ANSWER", json.dumps({field: board}))
            right_ones += expected == 1
        assert score_answer(answer, entry) == expected, (entry["puzzle"], answer)
    assert right_ones
