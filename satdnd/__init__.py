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

from satdnd.kinds import KINDS
from satdnd.version import __version__

if TYPE_CHECKING:
    from satdnd.answer import Answer
    from satdnd.api import (
        DungeonSolver,
        certify,
        check,
        count,
        diagnose,
        dumps,
        explain,
        export,
        faults,
        forced,
        loads,
        solutions,
        solve,
        unique,
    )
    from satdnd.budget import Budget
    from satdnd.errors import CannotFulfil, EncodingBug, InputError, SatdndError, Undecided, UsageError
    from satdnd.generation import generate
    from satdnd.kind import Fault
    from satdnd.loading import load
    from satdnd.puzzles.dungeon.model import Dungeon, DungeonOptions, DungeonSolution
    from satdnd.puzzles.hashi.model import Hashi, HashiSolution
    from satdnd.puzzles.inshi.model import Inshi, InshiSolution
    from satdnd.puzzles.klotski.model import Klotski, KlotskiSolution
    from satdnd.puzzles.nurikabe.model import Nurikabe, NurikabeSolution
    from satdnd.puzzles.queens.model import Queens, QueensSolution
    from satdnd.puzzles.sudoku.model import Sudoku, SudokuSolution
    from satdnd.puzzles.unattacked.model import Unattacked, UnattackedSolution
    from satdnd.settings import Settings
    from satdnd.solving import Solver
    from satdnd.tasks import Task

_HOMES = {
    "answer": ("Answer",),
    "api": (
        "DungeonSolver",
        "certify",
        "check",
        "count",
        "diagnose",
        "dumps",
        "explain",
        "export",
        "faults",
        "forced",
        "loads",
        "solutions",
        "solve",
        "unique",
    ),
    "budget": ("Budget",),
    "errors": ("CannotFulfil", "EncodingBug", "InputError", "SatdndError", "Undecided", "UsageError"),
    "generation": ("generate",),
    "kind": ("Fault",),
    "loading": ("load",),
    "settings": ("Settings",),
    "solving": ("Solver",),
    "tasks": ("Task",),
    **{
        f"puzzles.{entry.name}.model": (entry.puzzle, entry.puzzle + "Solution", entry.puzzle + "Options")
        for entry in KINDS.values()
    },
}

__all__ = [
    "Answer",
    "Budget",
    "CannotFulfil",
    "Dungeon",
    "DungeonOptions",
    "DungeonSolution",
    "DungeonSolver",
    "EncodingBug",
    "Fault",
    "Hashi",
    "HashiSolution",
    "InputError",
    "Inshi",
    "InshiSolution",
    "Klotski",
    "KlotskiSolution",
    "Nurikabe",
    "NurikabeSolution",
    "Queens",
    "QueensSolution",
    "SatdndError",
    "Settings",
    "Solution",
    "Solver",
    "Sudoku",
    "SudokuSolution",
    "Task",
    "Unattacked",
    "UnattackedSolution",
    "Undecided",
    "UsageError",
    "__version__",
    "certify",
    "check",
    "count",
    "diagnose",
    "dumps",
    "explain",
    "export",
    "faults",
    "forced",
    "generate",
    "load",
    "loads",
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
