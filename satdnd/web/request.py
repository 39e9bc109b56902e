"""One question of the page, and the state kept warm between questions."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from satdnd.engine.answer import Answer
from satdnd.engine.kind import Kind, kind_named, options_for
from satdnd.engine.settings import Settings, default_memory
from satdnd.engine.solver import Solver
from satdnd.errors import InputError, UsageError
from satdnd.explanation.hints import Reasons
from satdnd.grid.fields import shown
from satdnd.sat.budget import Budget
from satdnd.web.board import check_size, sides
from satdnd.web.limits import MOST_MEMORY, seconds_of
from satdnd.web.live import Live

_WARM = 4
"""The number of solvers, with different options, that are kept."""


class PageState:
    """The warm state of one page: solvers, facts about the last puzzles, reasons."""

    def __init__(self) -> None:
        self.live = Live()
        self._solvers: OrderedDict[Any, Solver] = OrderedDict()
        self._reasons: tuple[Any, Reasons] | None = None
        self._budget = Budget()

    def solver(self, options: Settings, budget: Budget) -> Solver:
        """A warm solver with these options, whose questions share *budget*."""
        self._budget = budget
        key = type(options), replace(options, timeout=None, memory=None)
        solver = self._solvers.pop(key, None) or Solver(key[1], budget=lambda: self._budget.part())
        self._solvers[key] = solver
        if len(self._solvers) > _WARM:
            self._solvers.popitem(last=False)[1].close()
        return solver

    def reasons(self, request: Request) -> Reasons:
        """The reasons for the question's puzzle, kept for the next question about it."""
        puzzle = json.dumps(request.kind.texts.to_json(request.puzzle), sort_keys=True, default=str)
        key = request.kind.name, puzzle, id(request.solver)
        if self._reasons is None or self._reasons[0] != key:
            if self._reasons is not None:
                self._reasons[1].close()
            self._reasons = key, Reasons(request.solver, request.puzzle)
        return self._reasons[1]


@dataclass
class Request:
    """The input of an operation."""

    desk: PageState
    kind: Kind[Any, Any, Any]
    puzzle: Any
    options: Any
    """The options of the puzzle's kind."""
    budget: Budget
    solver: Solver
    progress: Callable[[str], None]
    """Called with a sentence now and then while the answer takes long."""


def fields_of(answer: Answer[Any], *names: str) -> dict[str, Any]:
    """The named fields of an answer's JSON, those that it has."""
    record = answer.to_json()
    return {name: record[name] for name in names if name in record}


def options_of(kind: Kind[Any, Any, Any], task: Mapping[str, Any], operation: str) -> Any:
    """The options of a task, with the limits for every page. Raises UsageError, InputError."""
    wishes = task.get("options")
    if wishes is None:
        wishes = {}
    if not isinstance(wishes, Mapping):
        raise InputError(f'"options" is {shown(wishes)}, expected an object')
    named = {str(k): tuple(v) if isinstance(v, list) else v for k, v in wishes.items()}
    options = options_for(kind, Settings(), named)
    if options.outside:
        raise UsageError("the editor uses PySAT's solvers, not external programs")
    memory = min(options.memory or default_memory() or MOST_MEMORY, MOST_MEMORY)
    return replace(options, timeout=seconds_of(operation, options.timeout), memory=memory)


def puzzle_of(record: Any) -> tuple[Kind[Any, Any, Any], Any]:
    """The kind and the puzzle of a task. Raises InputError or UsageError if it is invalid, or too large for a page."""
    if not isinstance(record, Mapping):
        raise InputError(f'"puzzle" is {shown(record)}, expected an object')
    kind = kind_named(name_of(record.get("kind")))
    puzzle = kind.texts.from_json(record)
    check_size(*sides(puzzle))
    return kind, puzzle


def name_of(kind: Any) -> str:
    """The name of a kind in a message. Raises InputError if it is not a string."""
    if not isinstance(kind, str):
        raise InputError(f'"kind" is {shown(kind)}, expected the name of a kind')
    return kind
