"""An external solver's answer to an exported formula, back to a verified solution."""

from __future__ import annotations

import time
from typing import Any

from satdnd.errors import InputError
from satdnd.external import parse_output
from satdnd.puzzle import INVALID, UNDECIDED, UNSOLVABLE, VALID, Answer, Fault, Settings, kind_of
from satdnd.sat import Session

MODEL_RULE = "model"
"""The rule id of a fault of the solver's: its model does not satisfy the formula."""


def decode(puzzle: Any, text: str, settings: Settings, source: str | None = None) -> Answer:
    """The solution that a solver's output stands for.

    Args:
        puzzle: of any kind.
        text: ``s`` and ``v`` lines, or minisat's result file; left out variables are completed.
        settings: those with which the formula was exported.
        source: name of the output, for messages.

    Returns:
        ``valid`` with the solution; ``invalid`` with faults: rule `MODEL_RULE` where the model does not satisfy the
        formula, else the rules that the board breaks; ``unsolvable`` or ``undecided`` as the solver said.

    Raises:
        InputError: no answer of a solver, or variables that the formula does not have.
    """
    begun = time.perf_counter()
    kind = kind_of(puzzle)
    answer = Answer(puzzle.name, puzzle.kind, VALID, puzzle=puzzle)
    output = parse_output(text, source)
    if not output.status:
        answer.status = UNDECIDED if output.status is None else UNSOLVABLE
        answer.reason = "so the solver says"
        return answer
    encoding = kind.encoding(puzzle, settings, eager=True)
    formula = encoding.formula
    top = max((abs(x) for x in output.literals), default=0)
    if top > formula.variables:
        raise InputError(
            f"variable {top} is not in the formula of this puzzle, which has {formula.variables}: "
            "was it exported with other options?",
            source=source,
        )
    model = _completed(formula, output.literals)
    missing = list(formula.falsified(model))
    answer.solutions = [encoding.decode(puzzle, model)]
    answer.faults = kind.faults(puzzle, answer.solutions[0], settings)
    if missing:
        clause = " ".join(map(str, formula.clauses[missing[0]]))
        message = (
            f"the model does not satisfy {len(missing)} clauses; the first is clause {missing[0] + 1} "
            f"({formula.family_of(missing[0]) or 'unnamed'}): {clause} 0"
        )
        answer.faults.insert(0, Fault(MODEL_RULE, (), message))
    elif not answer.faults and (objection := kind.cross_check(puzzle, answer.solutions[0], settings)):
        answer.faults = [Fault("graph", (), objection)]
    if answer.faults:
        answer.status = INVALID
    answer.seconds = time.perf_counter() - begun
    return answer


def _completed(formula: Any, literals: tuple[int, ...]) -> list[int]:
    """A full model: left out variables as a solver finds them, or false where there is no way."""
    true = set(literals)
    model = [v if v in true else -v for v in range(1, formula.variables + 1)]
    if len(literals) < formula.variables and next(formula.falsified(model), None) is not None:
        with Session(formula) as session:
            if session.solve(literals):
                return list(session.model)
    return model
