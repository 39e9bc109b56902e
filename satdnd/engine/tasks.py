"""A question as a value: the operation, the puzzle and the options; asked here, in a worker, or on another machine.

Workers and other machines use `run`, which takes and returns plain values.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from typing import Any

from satdnd.engine.answer import ERROR, Answer
from satdnd.engine.kind import kind_named, kind_of, options_for
from satdnd.engine.operations import Operation
from satdnd.engine.options import changed
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import SatdndError, UsageError


@dataclass(frozen=True)
class Task:
    """One question about one puzzle; every field can be pickled, and written as JSON.

    Raises:
        UsageError: an operation or argument that does not exist, or an option that the puzzle's kind does not have.
    """

    operation: str
    """One of `satdnd.registry.OPERATIONS`."""
    puzzle: Any
    options: Settings = field(default_factory=Settings)
    """`Settings`, or the options of the puzzle's kind; stored as the latter."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """The operation's arguments: ``limit`` of solve and count; ``edits``, ``only_unique`` and ``redundant`` of
    diagnose; ``given`` and ``level`` of hint; ``solutions`` of verify.
    """

    def __post_init__(self) -> None:
        Operation(self.operation).validate_arguments(self.arguments)
        object.__setattr__(self, "options", options_for(kind_of(self.puzzle), self.options, {}))

    def to_json(self) -> dict[str, Any]:
        """The task as `from_json` reads it."""
        return {
            "operation": self.operation,
            "puzzle": kind_of(self.puzzle).texts.to_json(self.puzzle),
            "options": {k: list(v) if isinstance(v, tuple) else v for k, v in changed(self.options).items()},
            "arguments": dict(self.arguments),
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Task:
        """The task that `to_json` wrote. InputError or UsageError for anything else."""
        if not isinstance(record, Mapping) or not isinstance(record.get("puzzle"), Mapping):
            raise UsageError('a task is an object with "operation" and "puzzle"')
        options, arguments = record.get("options", {}), record.get("arguments", {})
        if not isinstance(options, Mapping) or not isinstance(arguments, Mapping):
            raise UsageError('"options" and "arguments" of a task are objects')
        kind = kind_named(str(record["puzzle"].get("kind")))
        wishes = {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
        puzzle = kind.texts.from_json(record["puzzle"])
        return cls(str(record.get("operation")), puzzle, options_for(kind, Settings(), wishes), dict(arguments))

    def answered(self, record: Mapping[str, Any]) -> Answer[Any]:
        """The answer in *record*, as `run` returns it, in the class of the operation. Raises InputError."""
        return Operation(self.operation).answer.from_json(record, self.puzzle)


def perform(task: Task, solver: Solver | None = None) -> Answer[Any]:
    """The answer to *task*, by a warm solver with its options or a new one; status ``error`` if it cannot be
    answered.
    """
    with nullcontext(solver) if solver else closing(Solver(task.options)) as own:
        return Operation(task.operation).ask(own, task.puzzle, task.arguments)


def run(record: Mapping[str, Any]) -> dict[str, Any]:
    """`perform` for plain values: takes the JSON of a task, returns the JSON of its answer."""
    try:
        task = Task.from_json(record)
    except SatdndError as error:
        puzzle = record.get("puzzle") if isinstance(record, Mapping) else None
        name, kind = (str(puzzle.get(k, "")) if isinstance(puzzle, Mapping) else "" for k in ("name", "kind"))
        return Answer[Any](name, kind, ERROR, reason=str(error)).to_json()
    return perform(task).to_json()
