"""New puzzles of any kind that has a generator: a seed, some wishes, one puzzle after another."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from satdnd.errors import UsageError
from satdnd.puzzle import KIND_NAMES, kind_named


def generate(
    kind_name: str, recipe: Mapping[str, Any] | None = None, *, seed: int, count: int = 1, timeout: float | None = None
) -> Iterator[Any]:
    """*count* puzzles of a kind.

    Args:
        kind_name: name of the kind.
        recipe: wishes, by the names in the kind's ``recipe_fields``.
        seed: any integer; the same seed, wishes and version give the same puzzles on every machine, and the n-th
            puzzle does not depend on how many are asked for.
        count: how many.
        timeout: seconds for each.

    Yields:
        puzzles named after kind and seed; ``extra["seed"]`` holds it too.

    Raises:
        UsageError: the kind has no generator, a wish that it does not know or cannot fulfil.
        Undecided: the time for one ran out.
    """
    kind = kind_named(kind_name)
    wishes = dict(recipe or {})
    if not kind.recipe_fields:
        able = ", ".join(name for name in KIND_NAMES if kind_named(name).recipe_fields)
        raise UsageError(f"{kind_name} has no generator; these have: {able}")
    unknown = [name for name in wishes if name not in kind.recipe_fields]
    if unknown:
        known = ", ".join(kind.recipe_fields)
        raise UsageError(f"the generator of {kind_name} knows no wish {unknown[0]!r}; known: {known}")
    for number in range(1, count + 1):
        deadline = None if timeout is None else time.monotonic() + timeout
        puzzle = kind.generate(Random(f"{seed}/{number}"), wishes, deadline)
        label = f"{kind_name} {seed}/{number}"
        yield replace(puzzle, name=label, extra={**puzzle.extra, "seed": f"{seed}/{number}"})
