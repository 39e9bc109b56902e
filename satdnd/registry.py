"""The registry of puzzle kinds and of operations: what there is and where, known without importing any of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from satdnd.errors import UsageError


class KindEntry(NamedTuple):
    """What is known of a kind before it is imported; its code is the package of its name in `satdnd.kinds`."""

    name: str
    title: str
    """The puzzle's name for people."""
    puzzle: str
    """Name of the class of its puzzles, in its module ``model``; that of the solutions has ``Solution`` behind."""
    suffixes: tuple[str, ...]
    """Endings of its text files, with the dot; the first is for those that are written."""
    has_options: bool = False
    """Whether it has options beside the engine's: a class in its module ``options``."""


KINDS = {
    entry.name: entry
    for entry in (
        KindEntry("dungeon", "Dungeons & Diagrams", "Dungeon", (".dnd", ".txt"), has_options=True),
        KindEntry("queens", "n queens", "Queens", (".queens",)),
        KindEntry("unattacked", "most unattacked squares", "Unattacked", (".unattacked",), has_options=True),
        KindEntry("sudoku", "Sudoku", "Sudoku", (".sudoku", ".sdm", ".sdk", ".ss", ".opensudoku"), has_options=True),
        KindEntry("inshi", "Inshi no heya", "Inshi", (".inshi", ".txt")),
        KindEntry("hashi", "Hashiwokakero", "Hashi", (".hashi",)),
        KindEntry("klotski", "Sliding blocks", "Klotski", (".klotski", ".txt"), has_options=True),
        KindEntry("nurikabe", "Nurikabe", "Nurikabe", (".nurikabe",)),
    )
}
"""Every kind, by its name: a new one is a line here."""

NAMES = tuple(KINDS)

OPERATIONS = {
    "solve": "satdnd.engine.solver:Solver.solve",
    "unique": "satdnd.engine.solver:Solver.unique",
    "count": "satdnd.engine.solver:Solver.count",
    "forced": "satdnd.engine.solver:Solver.forced",
    "diagnose": "satdnd.setter.diagnosis:diagnose",
    "explain": "satdnd.explanation.explainer:explain",
    "rate": "satdnd.explanation.rating:rate",
    "hint": "satdnd.explanation.explainer:hint",
    "verify": "satdnd.engine.verifier:verify",
}
"""What can be asked about a puzzle, and the function that answers, which `satdnd.engine.operations` describes."""


def check_kind(name: str) -> str:
    """*name*; UsageError, with the known ones, where it is no kind's."""
    if name not in KINDS:
        raise UsageError(f"unknown kind {name!r}; known: {', '.join(NAMES)}")
    return name


@cache
def kind_object(name: str) -> Any:
    """The object `KIND` of a kind, imported now. UsageError for an unknown name."""
    return import_module(f"satdnd.kinds.{check_kind(name)}.kind").KIND


def kinds_that(can: Callable[[Any], bool]) -> Iterator[str]:
    """The names of the kinds of which *can* holds; imports all of them, so it is for refusals."""
    return (name for name in NAMES if can(kind_object(name)))
