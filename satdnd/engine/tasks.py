"""A question as a value: what is asked of which puzzle, with which options. Asked here, in a worker, or far away.

The command line asks through `perform`; workers and other machines through `run`, which takes and gives plain values.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from inspect import Parameter, signature
from typing import Any

from satdnd.engine.answer import ERROR, INVALID, VALID, Answer
from satdnd.engine.kind import kind_named, kind_of, options_for
from satdnd.engine.options import changed
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, SatdndError, UsageError
from satdnd.formats.fields import shown
from satdnd.version import __version__


@dataclass(frozen=True)
class Task:
    """One question about one puzzle; every field can be pickled, and written as JSON.

    Raises:
        UsageError: an operation or an argument that there is not, an option that the puzzle's kind does not have.
    """

    operation: str
    """One of `OPERATIONS`."""
    puzzle: Any
    options: Settings = field(default_factory=Settings)
    """`Settings`, or the options of the puzzle's kind; kept as those of the kind."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Of the operation: ``limit`` of solve; ``edits``, ``only_unique`` and ``redundant`` of diagnose; ``given`` and
    ``level`` of hint; ``solutions`` of verify."""

    def __post_init__(self) -> None:
        refuse(self.operation, self.arguments)
        object.__setattr__(self, "options", options_for(kind_of(self.puzzle), self.options, {}))

    @property
    def digest(self) -> str:
        """SHA-256 of what the answer depends on: the puzzle but for its name, what is asked, the version."""
        record = replace(self, puzzle=replace(self.puzzle, name="", extra={})).to_json()
        return hashlib.sha256(json.dumps([record, __version__], sort_keys=True).encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """As `from_json` reads it."""
        return {
            "operation": self.operation,
            "puzzle": kind_of(self.puzzle).texts.to_json(self.puzzle),
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in changed(self.options).items()},
            "arguments": dict(self.arguments),
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Task:
        """A task of `to_json`. InputError, UsageError for what is none."""
        if not isinstance(record, Mapping) or not isinstance(record.get("puzzle"), Mapping):
            raise UsageError('a task is an object with "operation" and "puzzle"')
        options, arguments = record.get("options", {}), record.get("arguments", {})
        if not isinstance(options, Mapping) or not isinstance(arguments, Mapping):
            raise UsageError('"options" and "arguments" of a task are objects')
        kind = kind_named(str(record["puzzle"].get("kind")))
        wishes = {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
        puzzle = kind.texts.from_json(record["puzzle"])
        return cls(str(record.get("operation")), puzzle, options_for(kind, Settings(), wishes), dict(arguments))


def refuse(operation: str, arguments: Mapping[str, Any]) -> None:
    """UsageError for an operation or an argument that there is not."""
    if operation not in OPERATIONS:
        raise UsageError(f"unknown operation {operation!r}; known: {', '.join(OPERATIONS)}")
    known = _arguments(OPERATIONS[operation]) if arguments else ()
    for name in arguments:
        if name not in known:
            told = f"; it has: {', '.join(known)}" if known else ""
            raise UsageError(f"the operation {operation!r} has no argument {shown(name)}{told}")


@cache
def _arguments(operation: Callable[..., Any]) -> tuple[str, ...]:
    """The arguments of an operation, behind the solver and the puzzle."""
    taken = signature(operation).parameters.values()
    return tuple(a.name for a in taken if a.kind is not Parameter.KEYWORD_ONLY)[2:]


def _diagnose(
    solver: Solver, puzzle: Any, edits: int = 2, only_unique: bool = False, redundant: bool = False
) -> Answer[Any]:
    from satdnd.setter.diagnosis import diagnose

    kind = kind_of(puzzle)
    options, budget = solver.options_of(kind), solver.budget_of(kind)
    return diagnose(puzzle, options, edits=edits, only_unique=only_unique, redundant=redundant, budget=budget)


def _explain(solver: Solver, puzzle: Any) -> Answer[Any]:
    from satdnd.explanation.explainer import explain

    kind = kind_of(puzzle)
    return explain(puzzle, solver.options_of(kind), solver.budget_of(kind))


def _hint(solver: Solver, puzzle: Any, given: Any = None, level: Any = "full") -> Answer[Any]:
    from satdnd.explanation.explainer import hint

    kind = kind_of(puzzle)
    return hint(puzzle, given, level, solver.options_of(kind), solver.budget_of(kind))


def _rate(solver: Solver, puzzle: Any) -> Answer[Any]:
    from satdnd.explanation.rating import rate

    kind = kind_of(puzzle)
    return rate(puzzle, solver.options_of(kind), solver.budget_of(kind), solver)


def _verify(solver: Solver, puzzle: Any, solutions: Sequence[Any] = ()) -> Answer[Any]:
    """*solutions* are entries of an answer's ``solutions``."""
    kind = kind_of(puzzle)
    if not solutions:
        raise UsageError("there is no solution to verify")
    found = list(kind.texts.read_solutions(json.dumps({"solutions": list(solutions)}), puzzle))
    for solution in found:
        if isinstance(solution, InputError):
            raise solution
    return verified(puzzle, found, solver.options_of(kind))


UNMEASURED = "whether there is a better one was not looked for"
"""Said of a valid solution of a kind whose answers are optima."""


def verified(puzzle: Any, solutions: Sequence[Any], options: Any) -> Answer[Any]:
    """``valid`` or ``invalid`` with every fault of each of the *solutions*; no solver takes part."""
    kind = kind_of(puzzle)
    begun = time.perf_counter()
    answer: Answer[Any] = Answer(puzzle.name, puzzle.kind, VALID, puzzle=puzzle, solutions=list(solutions))
    answer.faults = [fault for solution in solutions for fault in kind.faults(puzzle, solution, options)]
    answer.status = INVALID if answer.faults else VALID
    if not answer.faults and not kind.certifies:
        answer.reason = UNMEASURED
    answer.seconds = time.perf_counter() - begun
    return answer


OPERATIONS: Mapping[str, Callable[..., Answer[Any]]] = {
    "solve": Solver.solve,
    "unique": Solver.unique,
    "count": Solver.count,
    "forced": Solver.forced,
    "diagnose": _diagnose,
    "explain": _explain,
    "rate": _rate,
    "hint": _hint,
    "verify": _verify,
}
"""What can be asked, by name: (a warm solver, puzzle, arguments) -> answer."""


def perform(task: Task, solver: Solver | None = None, each: Callable[[Any], None] | None = None) -> Answer[Any]:
    """The answer to *task*; what cannot be answered is an answer with status ``error``.

    Args:
        task: what is asked.
        solver: a warm one with the options of the task; None: a new one.
        each: of ``solve``: takes every solution as it is found, in the answer's place.
    """
    own = solver or Solver(task.options)
    try:
        return ask(own, task.operation, task.puzzle, {**task.arguments, "each": each} if each else task.arguments)
    finally:
        if solver is None:
            own.close()


def ask(solver: Solver, operation: str, puzzle: Any, arguments: Mapping[str, Any]) -> Answer[Any]:
    """The same for many puzzles, once `refuse` was asked: a warm solver, and no task made of each puzzle."""
    try:
        return OPERATIONS[operation](solver, puzzle, **arguments)
    except (SatdndError, MemoryError) as error:
        reason = str(error) or "the memory of the machine was used up"
        return Answer(puzzle.name, puzzle.kind, ERROR, reason=reason, puzzle=puzzle)


def run(record: Mapping[str, Any]) -> dict[str, Any]:
    """`perform` for plain values: the JSON of a task in, the JSON of its answer out. For workers and other machines."""
    try:
        task = Task.from_json(record)
    except SatdndError as error:
        puzzle = record.get("puzzle") if isinstance(record, Mapping) else None
        name, kind = (str(puzzle.get(k, "")) if isinstance(puzzle, Mapping) else "" for k in ("name", "kind"))
        return Answer[Any](name, kind, ERROR, reason=str(error)).to_json()
    return perform(task).to_json()
