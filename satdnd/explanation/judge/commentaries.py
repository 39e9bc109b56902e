"""The judge of explanations of optima: plays the solution by the rules, and makes its steps anew from it alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from satdnd.engine.answer import SOLVED, Answer
from satdnd.engine.kind import Fault, Kind
from satdnd.engine.optima import Optima
from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.explanation.judge.quotations import difference
from satdnd.explanation.steps import Commentary, Step
from satdnd.grid.notation import counted
from satdnd.sat.budget import Budget


def commentary_faults(
    kind: Kind[Any, Any, Any], options: Settings, claimed: Answer[Any], entries: Sequence[Any], budget: Budget
) -> Iterator[Fault]:
    """Yield the faults of the solution in *claimed* and of its steps, *entries*.

    Raises:
        InputError: an entry is not a step.
        UsageError: the puzzle is too large to be explained.
        Undecided: the budget ran out.
    """
    puzzle, steps = claimed.puzzle, [_read(number, entry) for number, entry in enumerate(entries, 1)]
    if len(claimed.solutions) != 1:
        yield Fault("end", (), "the explanation does not contain one solution")
        return
    (solution,) = claimed.solutions
    if wrong := kind.faults(puzzle, solution, options):
        yield from (Fault("end", one.cells, f"the solution given is wrong: {one.message}") for one in wrong)
        return
    if objection := kind.require(Optima).objection(puzzle, solution, claimed.details):
        yield Fault("end", (), objection)
    try:
        made = [*kind.require(Commentary).steps(puzzle, solution, options, budget)]
    except InputError as error:
        yield Fault("end", (), error.message)
        return
    whole = claimed.status == SOLVED
    for number, (step, true) in enumerate(zip_longest(steps, made if whole else made[: len(steps)]), 1):
        if step is None or true is None:
            count = f"found {counted(len(steps), 'step')}, expected {len(made)}"
            yield Fault("end", (), f"the steps end elsewhere than those of the solution: {count}")
            return
        if step.text != true.text:
            yield Fault("sentence", (), f"step {number}: {difference(step.text, true.text, 'the solution gives')}")
        elif step != true:
            yield Fault("end", (), f"step {number}: its marks or its technique are not those of the solution")


def _read(number: int, entry: Any) -> Step:
    """The step in *entry*. Raises InputError that names it."""
    try:
        return Step.from_json(entry)
    except InputError as error:
        raise InputError(f"step {number}: {error.message}") from error
