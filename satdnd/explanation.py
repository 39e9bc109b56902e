"""Explanations: a solution as steps that a person can follow, and the next step from where a player is."""

from __future__ import annotations

from typing import Any, Literal

from satdnd.answer import Answer
from satdnd.budget import Budget
from satdnd.settings import Settings

Level = Literal["where", "which", "full"]
"""How much a hint tells: where to look, the reasons as well, everything."""


def explain(puzzle: Any, options: Settings | None = None, budget: Budget | None = None) -> Answer[Any]:
    """The solution of *puzzle* in steps, always one of those with the fewest reasons next.

    Args:
        puzzle: of any kind whose answers are models of a formula.
        options: of its kind.
        budget: in place of what *options* say.

    Returns:
        ``unique``, with the solution and steps up to it; ``multiple``, with two solutions and steps up to what is the
        same in all; ``unsolvable``; ``undecided`` where the budget ran out, with the steps up to there. In `details`:
        ``steps`` (`satdnd.kind.Step.to_json`), ``grade``, ``score``, ``summary`` (how often each technique was used).

    Raises:
        UsageError: a kind without explanations; options that the kind does not have.
    """
    raise NotImplementedError


def hint(
    puzzle: Any,
    given: Any = None,
    level: Level = "full",
    options: Settings | None = None,
    budget: Budget | None = None,
) -> Answer[Any]:
    """The next step from a player's board.

    Args:
        puzzle: of any kind that `explain` explains.
        given: what the player has marked: a text as ``forced`` and solutions write it, with ``.`` for unknown, its
            rows as a list, or marks (`satdnd.kind.Mark`); None: nothing.
        level: ``where``: a place to look at; ``which``: the reasons too; ``full``: the step.
        options: of its kind.
        budget: in place of what *options* say.

    Returns:
        ``solved`` with, in `details`, ``level``, ``where`` (a sentence), ``about`` (cells), and by level ``reasons``,
        ``rules`` and ``step``; without these where nothing is left to find.
        ``invalid`` for a board with mistakes: ``wrong`` is a smallest set of marks that cannot all be right,
        ``smallest`` whether that is proved. ``unsolvable`` and ``undecided`` as always.
    """
    raise NotImplementedError
