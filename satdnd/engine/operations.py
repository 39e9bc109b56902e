"""Operations: questions about puzzles, by name, for commands, tasks, batches and the page.

The table is `satdnd.registry.OPERATIONS`: a new operation is a line there, and a function in its room.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, signature
from pkgutil import resolve_name
from typing import Any, get_origin, get_type_hints

from satdnd.engine.answer import ERROR, Answer
from satdnd.engine.solver import Solver
from satdnd.errors import SatdndError, UsageError
from satdnd.grid.fields import shown
from satdnd.registry import OPERATIONS


@dataclass(frozen=True)
class Operation:
    """One of `OPERATIONS`; its function is imported when it is used.

    Raises:
        UsageError: there is no operation of that name.
    """

    name: str

    def __post_init__(self) -> None:
        if self.name not in OPERATIONS:
            raise UsageError(f"unknown operation {self.name!r}; known: {', '.join(OPERATIONS)}")

    @cached_property
    def function(self) -> Callable[..., Answer[Any]]:
        """The function that answers; it takes a solver, which may be warm, the puzzle, and the arguments."""
        function: Callable[..., Answer[Any]] = resolve_name(OPERATIONS[self.name])
        return function

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of its arguments, without the puzzle."""
        taken = signature(self.function).parameters.values()
        return tuple(a.name for a in taken if a.kind is not Parameter.KEYWORD_ONLY)[2:]

    @property
    def answer(self) -> type[Answer[Any]]:
        """The class of its answers, except for errors."""
        returned: type[Answer[Any]] = get_type_hints(self.function)["return"]
        return get_origin(returned) or returned

    def validate_arguments(self, arguments: Mapping[str, Any]) -> None:
        """Raise UsageError for an argument that the operation does not have."""
        known = self.arguments if arguments else ()
        for name in arguments:
            if name not in known:
                choices = f"; it has: {', '.join(known)}" if known else ""
                raise UsageError(f"the operation {self.name!r} has no argument {shown(name)}{choices}")

    def ask(self, solver: Solver, puzzle: Any, arguments: Mapping[str, Any] | None = None) -> Answer[Any]:
        """The answer about *puzzle*; one with status ``error`` if it cannot be answered."""
        try:
            return self.function(solver, puzzle, **(arguments or {}))
        except (SatdndError, MemoryError) as error:
            reason = str(error) or "the machine ran out of memory"
            return Answer(puzzle.name, puzzle.kind, ERROR, reason=reason, puzzle=puzzle)
