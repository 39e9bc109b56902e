"""Setters' drafts: complete a partial puzzle to a unique one, and turn a drawn layout into a puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import randrange
from typing import Any

from satdnd.engine.kind import Kind, kind_named, kind_of
from satdnd.engine.options import check_whole
from satdnd.engine.settings import Settings
from satdnd.engine.solver import Solver
from satdnd.errors import CannotFulfil, InputError, Undecided, UsageError
from satdnd.explanation.rating import GRADES, rate
from satdnd.grid.notation import counted
from satdnd.setter.generator import random_source, recipe_for
from satdnd.setter.parts import Change, Drafts, Layouts, Recipe

TRIED = 100
"""The number of puzzles rated to find one of a given grade."""


def complete(
    draft: Any,
    wishes: Mapping[str, Any] | None = None,
    *,
    seed: int | None = None,
    count: int = 1,
    givens: bool = False,
    timeout: float | None = None,
    memory: int | None = None,
) -> Iterator[Any]:
    """Yield *count* unique puzzles that contain everything in *draft*.

    Args:
        draft: a puzzle; unknown counts and cells are free, and so are further monsters and treasures.
        wishes: further fields of the kind's recipe; for a grade, up to `TRIED` puzzles are made.
        seed: as in `satdnd.setter.generator.generate`.
        count: how many; they need not differ if little is free.
        givens: whether the cells that the draft gives stay given.
        timeout: seconds for each.
        memory: bytes for each; None: half of the free memory.

    Raises:
        UsageError: a kind without drafts; an unknown option, or one without meaning for a draft.
        CannotFulfil: there is no such puzzle, or none was found; the message says which.
        Undecided: a limit was reached.
    """
    kind = kind_of(draft)
    part = kind.require(Drafts)
    seed = randrange(10**9) if seed is None else seed
    check_whole("seed", seed)
    check_whole("count", count, 1)
    recipe = _recipe(kind, draft, wishes or {})
    grade = getattr(recipe, "difficulty", None)
    settings = Settings(timeout=timeout, memory=memory)
    for number in range(1, count + 1):
        rng, budget = random_source(seed, number, grade), settings.budget()
        puzzle = part.complete(rng, draft, recipe, givens, budget)
        notes: dict[str, Any] = {}
        if grade:
            seen = Counter[str]()
            while True:
                found = rate(Solver(settings, budget=budget.part), puzzle)
                if found.grade is None:
                    raise Undecided(f"{found.reason}: {_seen(grade, seen)}")
                seen[found.grade] += 1
                if found.grade == grade:
                    break
                if seen.total() >= TRIED:
                    raise CannotFulfil(f"{_seen(grade, seen)}; ask for less in the draft, or for another grade")
                puzzle = part.complete(rng, draft, recipe, givens, budget)
            notes = {"grade": found.grade, "minutes": found.minutes[1] if found.minutes else None}
        name = f"{draft.name or kind.name} {seed}/{number}"
        yield replace(puzzle, name=name, extra={**draft.extra, **notes, "seed": f"{seed}/{number}"})


def _recipe(kind: Kind[Any, Any, Any], draft: Any, wishes: Mapping[str, Any]) -> Recipe:
    """The recipe for completing a draft. Raises UsageError for options that the draft determines or excludes."""
    for name in wishes:
        if name in ("height", "width"):
            raise UsageError("the draft sets the size: leave out --size")
        if name == "unique":
            raise UsageError("a draft is always completed to a puzzle with one solution: leave out --unique and --any")
    return recipe_for(kind, {**wishes, "height": draft.height, "width": draft.width})


def _seen(grade: str, seen: Counter[str]) -> str:
    counts = ", ".join(f"{seen[name]} {name}" for name in GRADES if seen[name])
    return f"no {grade} puzzle was found among {counted(seen.total(), 'completion')} ({counts or 'none rated'})"


@dataclass(frozen=True)
class DrawnLayout:
    """The puzzle of a drawn layout."""

    puzzle: Any
    solution: Any
    other: Any = None
    """Another solution; None: `solution` is the only one."""
    changes: tuple[Change[Any], ...] = ()
    """The smallest changes that make it the only one."""
    tried: int = 0
    """All changes of up to this many cells and things were tried."""


def layout(kind: str, text: str, *, timeout: float | None = None, memory: int | None = None) -> DrawnLayout:
    """The puzzle of a layout, whether it is unique, and if not the smallest changes that make it so.

    Args:
        kind: name of the kind.
        text: one layout, as the kind writes solutions.
        timeout: seconds; if they run out, `DrawnLayout.tried` says how far the changes were tried.
        memory: bytes.

    Raises:
        UsageError: a kind without layouts.
        InputError: no layout, or one that breaks a rule, with every fault.
        Undecided: a limit was reached before it was known whether it is unique.
    """
    own = kind_named(kind)
    part = own.require(Layouts)
    puzzle, solution = part.read(text)
    if faults := own.faults(puzzle, solution, own.options()):
        raise InputError("the layout breaks a rule: " + "; ".join(fault.message for fault in faults))
    return DrawnLayout(
        puzzle, solution, *part.unique(puzzle, solution, Settings(timeout=timeout, memory=memory).budget())
    )
