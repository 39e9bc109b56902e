"""Turn an external solver's answer to an exported formula into a verified solution."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from satdnd.engine.answer import INVALID, MULTIPLE, UNDECIDED, UNIQUE, UNSOLVABLE, VALID, Answer
from satdnd.engine.export import Exported
from satdnd.engine.kind import Fault
from satdnd.engine.optima import Optima
from satdnd.engine.search import decoded
from satdnd.errors import EncodingBug, InputError, Undecided
from satdnd.sat import DEFAULT_SOLVER
from satdnd.sat.budget import Budget
from satdnd.sat.external import SolverOutput, parse_output
from satdnd.sat.formula import Formula, Literal
from satdnd.sat.session import NATIVE, Session

MODEL_RULE = "model"
"""The rule id of a fault in the solver's answer: its model does not satisfy the formula."""
_SAYS = "according to the solver"
_UNCHECKED = f"{_SAYS}; not checked here"


def decode(
    header: Exported,
    text: str,
    source: str | None = None,
    written: Formula | None = None,
    budget: Budget | None = None,
) -> Answer[Any]:
    """Decode a solver's output to an answer.

    Args:
        header: the puzzle, the options with which its formula was exported, and the solutions that were forbidden.
        text: ``s`` and ``v`` lines, or minisat's result file; missing variables are completed.
        source: the name of the output, for messages.
        written: the exported formula, if available: it must be that of the header, optionally with further clauses at
            its end, which count as well.
        budget: the limits; None for those of the options.

    Returns:
        ``valid`` with the solution, or ``invalid`` with faults: rule `MODEL_RULE` if the model does not satisfy the
        formula, otherwise the rules that the board breaks. If the model lacks variables, ``details["left_out"]`` is
        their number, and ``details["found_here"]`` the number of those that a search had to complete.

        If the solver reports that there is no model: ``unsolvable``; ``unique`` with one solution forbidden,
        ``multiple`` with several; ``undecided`` if the formula contains a bound. This is not checked, so
        ``details["verified"]`` is False. Also ``undecided`` if the limits did not suffice to rebuild the formula.

    Raises:
        InputError: not the answer of a solver, no model, or variables that the formula does not have; an exported
            formula that is not that of the header.
    """
    started = time.perf_counter()
    answer: Answer[Any] = Answer(header.puzzle.name, header.puzzle.kind, VALID, puzzle=header.puzzle)
    output = parse_output(text, source)
    try:
        if output.status is None:
            answer.status, answer.reason = UNDECIDED, _SAYS
        else:
            _judge(header, answer, output, source, written, budget or header.options.budget())
    except Undecided as error:
        answer = undecided(header, error)
    answer.seconds = time.perf_counter() - started
    return answer


def undecided(header: Exported, error: Undecided) -> Answer[Any]:
    """The answer after a limit was reached."""
    reason = f"the formula could not be rebuilt: {error}"
    return Answer(header.puzzle.name, header.puzzle.kind, UNDECIDED, reason=reason, puzzle=header.puzzle)


def _judge(
    header: Exported,
    answer: Answer[Any],
    output: SolverOutput,
    source: str | None,
    written: Formula | None,
    budget: Budget,
) -> None:
    kind, puzzle = header.kind, header.puzzle
    encoding = header.encoding(budget)
    formula = encoding.formula
    if written:
        own = len(formula.clauses)
        if written.variables != formula.variables or written.clauses[:own] != formula.clauses:
            raise InputError("the exported formula differs from what the puzzle and options in its comments give")
        formula.family("added to the puzzle's own")
        formula.extend(written.clauses[own:])
    if not output.status:
        _refuted(header, answer)
        return
    if formula.variables and not output.literals:
        raise InputError("the solver says satisfiable, but gives no model: are the 'v' lines missing?", source=source)
    top = max((abs(x) for x in output.literals), default=0)
    if top > formula.variables:
        raise InputError(
            f"variable {top} is not in the formula of this puzzle, which has {formula.variables}: "
            "was it exported with other options?",
            source=source,
        )
    model = _completed(formula, output.literals, answer, budget)
    missing = list(_unsatisfied(formula, model))
    try:
        answer.solutions = [decoded(encoding, puzzle, model)]
        answer.faults = kind.faults(puzzle, answer.solutions[0], header.options)
    except EncodingBug:
        if not missing:
            raise
    if missing:
        many = f"{len(missing)} clauses" if len(missing) > 1 else "1 clause"
        message = f"the model does not satisfy {many}; the first is {missing[0]}"
        answer.faults.insert(0, Fault(MODEL_RULE, (), message))
    elif not answer.faults and (objection := kind.cross_check(puzzle, answer.solutions[0], header.options)):
        answer.faults = [Fault("graph", (), objection)]
    if answer.faults:
        answer.status = INVALID


def _refuted(header: Exported, answer: Answer[Any]) -> None:
    """Set the status for a formula without a model, which only the solver claims."""
    answer.details["verified"] = False
    optimum = header.kind.part(Optima)
    bound = optimum.refutation(header.options) if optimum else ""
    known = len(header.forbidden)
    if known:
        answer.status, answer.solutions = UNIQUE if known == 1 else MULTIPLE, list(header.forbidden)
        answer.complete = True
        other = bound or "no solution"
        other = other.replace("no ", "no other ", 1) if known == 1 else f"{other} but these {known}"
        answer.reason = f"{other}, {_UNCHECKED}"
    elif bound:
        answer.status, answer.reason = UNDECIDED, f"{bound}, {_UNCHECKED}"
    else:
        answer.status, answer.reason = UNSOLVABLE, _UNCHECKED


def _unsatisfied(formula: Formula, model: list[Literal]) -> Iterator[str]:
    """The constraints that the model violates: clauses and native counts."""
    for i in formula.falsified(model):
        clause = " ".join(map(str, formula.clauses[i]))
        yield f"clause {i + 1} ({formula.family_of(i) or 'unnamed'}): {clause} 0"
    true = set(model)
    for literals, bound in formula.at_mosts:
        if sum(x in true for x in literals) > bound:
            yield f"the count: at most {bound} of {' '.join(map(str, literals))}"


def _completed(formula: Formula, literals: tuple[Literal, ...], answer: Answer[Any], budget: Budget) -> list[Literal]:
    """A full model: missing variables are false, or as a solver finds them if that fails. Records this in *answer*."""
    true = set(literals)
    model = [v if v in true else -v for v in range(1, formula.variables + 1)]
    left = formula.variables - len(true)
    if not left:
        return model
    found, how = 0, "which counts as false" if left == 1 else "which count as false"
    if next(_unsatisfied(formula, model), None) is not None:
        with Session(formula, NATIVE[0] if formula.at_mosts else DEFAULT_SOLVER, budget=budget) as session:
            if session.ask(literals, budget):
                model, found = list(session.model), left
                how = f"which {'was' if left == 1 else 'were'} found here by {session.solver}"
            else:
                how = "and no values satisfy the formula"
    answer.details |= {"left_out": left, "found_here": found}
    answer.reason = f"the model leaves out {left} of {formula.variables} variables, {how}"
    return model
