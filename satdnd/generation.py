"""New puzzles of any kind that has a generator: a seed, some wishes, one puzzle after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random, randrange
from typing import Any

from satdnd.errors import UsageError
from satdnd.kind import Kind, Recipe, kind_named
from satdnd.kinds import kinds_that
from satdnd.options import check_whole, options_of
from satdnd.settings import Settings


def recipe_for(kind: Kind[Any, Any, Any], wishes: Mapping[str, Any]) -> Recipe:
    """*wishes* as a recipe of *kind*.

    Raises:
        UsageError: the kind has no generator; a wish that it does not know, or a value that does not fit.
    """
    if kind.recipe is None:
        able = ", ".join(kinds_that(lambda other: other.recipe is not None))
        raise UsageError(f"{kind.name} has no generator; these have: {able}")
    if not isinstance(wishes, Mapping):
        raise UsageError(f"the wishes are {wishes!r:.60}, expected names with values, as {{'height': 5}}")
    known = [declared.name for declared in options_of(kind.recipe)]
    for name in wishes:
        if name not in known:
            raise UsageError(f"the generator of {kind.name} knows no wish {name!r}; known: {', '.join(known)}")
    return kind.recipe(**wishes)


def generate(
    what: str | Recipe,
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    timeout: float | None = None,
    memory: int | None = None,
) -> Iterator[Any]:
    """*count* puzzles of a kind.

    Args:
        what: name of the kind, or a recipe of one (``DungeonRecipe(height=10, width=10)``).
        wishes: with a name, the fields of the kind's recipe.
        seed: any integer; the same seed, wishes and version give the same puzzles on every machine, and the n-th
            puzzle does not depend on how many are asked for. None: a random one, which the puzzles tell.
        count: how many.
        timeout: seconds for each.
        memory: bytes for each; None: half of what the machine has free.

    Yields:
        puzzles named after kind and seed; ``extra["seed"]`` holds it too.

    Raises:
        UsageError: the kind has no generator, a wish that it does not know or cannot fulfil.
        CannotFulfil: no puzzle was found with these wishes; the message says how far it got.
        Undecided: a limit was reached; the message says how far it got.
    """
    if isinstance(what, Recipe):
        if wishes:
            raise UsageError("a recipe holds all wishes: give none beside it")
        name = next(kinds_that(lambda kind: kind.recipe is type(what)), None)
        if name is None:
            raise UsageError(f"no kind has the recipe {type(what).__name__}")
        kind, recipe = kind_named(name), what
    elif isinstance(what, str):
        kind = kind_named(what)
        recipe = recipe_for(kind, {} if wishes is None else wishes)
    else:
        raise UsageError(f"expected the name of a kind or a recipe, got {what!r:.60}")
    seed = randrange(10**9) if seed is None else seed
    check_whole("seed", seed)
    check_whole("count", count, 1)
    settings = Settings(timeout=timeout, memory=memory)
    for number in range(1, count + 1):
        puzzle = kind.generate(Random(f"{seed}/{number}"), recipe, settings.budget())
        label = f"{kind.name} {seed}/{number}"
        yield replace(puzzle, name=label, extra={**puzzle.extra, "seed": f"{seed}/{number}"})
