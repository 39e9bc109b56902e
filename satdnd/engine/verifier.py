"""``verify``: whether boards are solutions, by the rules alone, without any search."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

from satdnd.engine.answer import INVALID, VALID, Answer
from satdnd.engine.kind import Fault, kind_of
from satdnd.engine.optima import certifies
from satdnd.engine.solver import Solver
from satdnd.errors import EncodingBug, InputError, UsageError

UNMEASURED = "whether a better one exists was not checked"
"""The reason given with a valid solution of a kind whose answers are optima."""


def verify(solver: Solver, puzzle: Any, solutions: Sequence[Any] = ()) -> Answer[Any]:
    """``valid``, or ``invalid`` with every fault of each of *solutions*, which are entries of an answer's
    ``solutions``.

    Raises:
        UsageError: there is no solution.
        InputError: an entry is not a solution of this kind.
    """
    if not solutions:
        raise UsageError("no solution to verify")
    kind = kind_of(puzzle)
    found = list(kind.texts.read_solutions(json.dumps({"solutions": list(solutions)}), puzzle))
    for solution in found:
        if isinstance(solution, InputError):
            raise solution
    return verified(puzzle, found, solver.options_of(kind))


def verified(puzzle: Any, solutions: Sequence[Any], options: Any) -> Answer[Any]:
    """Like `verify`, for parsed solutions; *options* are those of the kind."""
    kind = kind_of(puzzle)
    started = time.perf_counter()
    faults = list[Fault]()
    for solution in solutions:
        found = kind.faults(puzzle, solution, options)
        if not found and (objection := kind.cross_check(puzzle, solution, options)):
            raise EncodingBug(f"the two verifiers disagree: {objection}; puzzle {puzzle.name!r}, {solution.to_json()}")
        faults += found
    answer: Answer[Any] = Answer(puzzle.name, puzzle.kind, INVALID if faults else VALID, puzzle=puzzle, faults=faults)
    answer.solutions, answer.reason = list(solutions), "" if faults or certifies(kind) else UNMEASURED
    answer.seconds = time.perf_counter() - started
    return answer
