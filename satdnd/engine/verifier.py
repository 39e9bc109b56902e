"""``verify``: whether boards are solutions, by the rules alone. No search takes part."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import Any

from satdnd.engine.answer import INVALID, VALID, Answer
from satdnd.engine.kind import kind_of
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, UsageError

UNMEASURED = "whether there is a better one was not looked for"
"""Said of a valid solution of a kind whose answers are optima."""


def verify(solver: Solver, puzzle: Any, solutions: Sequence[Any] = ()) -> Answer[Any]:
    """``valid`` or ``invalid`` with every fault of each of the *solutions*.

    Args:
        solver: with the options that say what the rules are (``topology``).
        puzzle: of any kind.
        solutions: entries of an answer's ``solutions``.

    Raises:
        UsageError: there is none.
        InputError: one that is no solution of this kind.
    """
    if not solutions:
        raise UsageError("there is no solution to verify")
    kind = kind_of(puzzle)
    found = list(kind.texts.read_solutions(json.dumps({"solutions": list(solutions)}), puzzle))
    for solution in found:
        if isinstance(solution, InputError):
            raise solution
    return verified(puzzle, found, solver.options_of(kind))


def verified(puzzle: Any, solutions: Sequence[Any], options: Any) -> Answer[Any]:
    """The same of solutions that are read; *options* are those of the kind."""
    kind = kind_of(puzzle)
    begun = time.perf_counter()
    answer: Answer[Any] = Answer(puzzle.name, puzzle.kind, VALID, puzzle=puzzle, solutions=list(solutions))
    answer.faults = [fault for solution in solutions for fault in kind.faults(puzzle, solution, options)]
    answer.status = INVALID if answer.faults else VALID
    if not answer.faults and not kind.certifies:
        answer.reason = UNMEASURED
    answer.seconds = time.perf_counter() - begun
    return answer
