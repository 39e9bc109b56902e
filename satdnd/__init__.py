"""Grid logic puzzles, Dungeons & Diagrams first, compiled to CNF, solved, proved and checked.

    >>> import satdnd
    >>> puzzle = satdnd.Dungeon(rows=(2, 2), columns=(2, 2))
    >>> satdnd.unique(puzzle).status
    'unique'

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from satdnd.version import __version__

if TYPE_CHECKING:
    from satdnd.api import DungeonSolver, faults, forced, solutions, solve, unique
    from satdnd.diagnosis import diagnose
    from satdnd.errors import CannotFulfil, EncodingBug, InputError, SatdndError, Undecided, UsageError
    from satdnd.generation import generate
    from satdnd.loading import load
    from satdnd.puzzle import Answer, Fault, Settings
    from satdnd.puzzles.dungeon.model import Dungeon, DungeonSolution
    from satdnd.solving import Solver

_HOMES = {
    "api": ("DungeonSolver", "faults", "forced", "solutions", "solve", "unique"),
    "diagnosis": ("diagnose",),
    "errors": ("CannotFulfil", "EncodingBug", "InputError", "SatdndError", "Undecided", "UsageError"),
    "generation": ("generate",),
    "loading": ("load",),
    "puzzle": ("Answer", "Fault", "Settings"),
    "puzzles.dungeon.model": ("Dungeon", "DungeonSolution"),
    "solving": ("Solver",),
}

__all__ = [
    "Answer",
    "CannotFulfil",
    "Dungeon",
    "DungeonSolution",
    "DungeonSolver",
    "EncodingBug",
    "Fault",
    "InputError",
    "SatdndError",
    "Settings",
    "Solver",
    "Undecided",
    "UsageError",
    "__version__",
    "diagnose",
    "faults",
    "forced",
    "generate",
    "load",
    "solutions",
    "solve",
    "unique",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"satdnd.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'satdnd' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
