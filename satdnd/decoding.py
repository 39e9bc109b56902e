"""An external solver's answer to an exported formula, back to a verified solution."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from satdnd.errors import InputError
from satdnd.external import parse_output
from satdnd.formula import Formula, Literal
from satdnd.puzzle import INVALID, UNDECIDED, UNSOLVABLE, VALID, Answer, Fault, Settings, kind_of
from satdnd.sat import Session

MODEL_RULE = "model"
"""The rule id of a fault of the solver's: its model does not satisfy the formula."""


def decode(
    puzzle: Any, text: str, settings: Settings, source: str | None = None, exported: Formula | None = None
) -> Answer:
    """The solution that a solver's output stands for.

    Args:
        puzzle: of any kind.
        text: ``s`` and ``v`` lines, or minisat's result file; left out variables are completed.
        settings: those with which the formula was exported.
        source: name of the output, for messages.
        exported: the formula that was solved: clauses that were added to the puzzle's own count as well.

    Returns:
        ``valid`` with the solution; ``invalid`` with faults: rule `MODEL_RULE` where the model does not satisfy the
        formula, else the rules that the board breaks; ``unsolvable`` or ``undecided`` as the solver said.

    Raises:
        InputError: no answer of a solver, no model, or variables that the formula does not have; an exported formula
            that is not that of the puzzle.
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
    if exported:
        own = len(formula.clauses)
        if exported.variables != formula.variables or exported.clauses[:own] != formula.clauses:
            raise InputError("the exported formula is not what the puzzle and the options in its comments give")
        formula.family("added to the puzzle's own")
        formula.extend(exported.clauses[own:])
    if formula.variables and not output.literals:
        raise InputError("the solver says satisfiable, but gives no model: are the 'v' lines missing?", source=source)
    top = max((abs(x) for x in output.literals), default=0)
    if top > formula.variables:
        raise InputError(
            f"variable {top} is not in the formula of this puzzle, which has {formula.variables}: "
            "was it exported with other options?",
            source=source,
        )
    model = _completed(formula, output.literals)
    missing = list(_unsatisfied(formula, model))
    answer.solutions = [encoding.decode(puzzle, model)]
    answer.faults = kind.faults(puzzle, answer.solutions[0], settings)
    if missing:
        many = f"{len(missing)} clauses" if len(missing) > 1 else "1 clause"
        message = f"the model does not satisfy {many}; the first is {missing[0]}"
        answer.faults.insert(0, Fault(MODEL_RULE, (), message))
    elif not answer.faults and (objection := kind.cross_check(puzzle, answer.solutions[0], settings)):
        answer.faults = [Fault("graph", (), objection)]
    if answer.faults:
        answer.status = INVALID
    answer.seconds = time.perf_counter() - begun
    return answer


def _unsatisfied(formula: Formula, model: list[Literal]) -> Iterator[str]:
    """What the model breaks: clauses, and counts where they are no clauses."""
    for i in formula.falsified(model):
        clause = " ".join(map(str, formula.clauses[i]))
        yield f"clause {i + 1} ({formula.family_of(i) or 'unnamed'}): {clause} 0"
    true = set(model)
    for literals, bound in formula.at_mosts:
        if sum(x in true for x in literals) > bound:
            yield f"the count: at most {bound} of {' '.join(map(str, literals))}"


def _completed(formula: Formula, literals: tuple[Literal, ...]) -> list[Literal]:
    """A full model: left out variables as a solver finds them, or false where there is no way."""
    true = set(literals)
    model = [v if v in true else -v for v in range(1, formula.variables + 1)]
    if len(literals) < formula.variables and next(_unsatisfied(formula, model), None) is not None:
        with Session(formula) as session:
            if session.solve(literals):
                return list(session.model)
    return model
