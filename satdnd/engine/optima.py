"""Kinds whose answers are optima: what their formula needs in advance, and how the referee checks claims."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from satdnd.engine.kind import Kind, P, Part, S
from satdnd.engine.settings import O
from satdnd.errors import UsageError
from satdnd.sat.budget import Budget

UNCERTIFIED = "has no certificates: its answers are optima, not claims about one formula"
"""The message about such a kind."""


@dataclass(frozen=True)
class Optima(Part, Generic[P, S, O]):
    """Answers are the best there are, so ``unique`` and ``unsolvable`` are not claims about one formula."""

    label = "optimum"
    pinned: Callable[[P, O, Budget], O]
    """(puzzle, options, budget) -> options with the optimum, or with a number of moves. Raises Undecided, and
    UsageError if there is no solution.
    """
    refutation: Callable[[O], str]
    """(options) -> what follows if the exported formula has no model."""
    objection: Callable[[P, S, Mapping[str, Any]], str | None]
    """(puzzle, solution, claims) -> the referee's objection to a claim (``bound``, ``length``); None if it holds."""
    effort: Callable[[P, S, Budget], int]
    """(puzzle, optimal solution, budget) -> how difficult the puzzle is. Raises Undecided."""
    seconds: float
    """What a person takes for one of these."""
    grades: tuple[int, int, int, int]
    """The least efforts of the second to the fifth grade."""


def certifies(kind: Kind[Any, Any, Any]) -> bool:
    """Whether the kind's answers are claims about one formula, which a certificate can prove."""
    return kind.part(Optima) is None


def require_certificates(kind: Kind[Any, Any, Any]) -> None:
    """Raise UsageError for a kind without certificates."""
    if not certifies(kind):
        raise UsageError(f"{kind.name} {UNCERTIFIED}")


def pinned(kind: Kind[Any, Any, O], puzzle: Any, options: O, budget: Budget) -> O:
    """*options* with the values that the formula of *puzzle* needs in advance. Raises Undecided, UsageError."""
    optimum: Optima[Any, Any, O] | None = kind.part(Optima)
    return optimum.pinned(puzzle, options, budget) if optimum else options
