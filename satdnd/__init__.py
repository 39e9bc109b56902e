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
from satdnd.version import __version__ as __version__

if TYPE_CHECKING:
    from satdnd.answer import Answer as Answer
    from satdnd.api import DungeonSolver as DungeonSolver
    from satdnd.api import certify as certify
    from satdnd.api import check as check
    from satdnd.api import count as count
    from satdnd.api import diagnose as diagnose
    from satdnd.api import dumps as dumps
    from satdnd.api import explain as explain
    from satdnd.api import export as export
    from satdnd.api import faults as faults
    from satdnd.api import forced as forced
    from satdnd.api import loads as loads
    from satdnd.api import solutions as solutions
    from satdnd.api import solve as solve
    from satdnd.api import unique as unique
    from satdnd.budget import Budget as Budget
    from satdnd.errors import CannotFulfil as CannotFulfil
    from satdnd.errors import EncodingBug as EncodingBug
    from satdnd.errors import InputError as InputError
    from satdnd.errors import SatdndError as SatdndError
    from satdnd.errors import Undecided as Undecided
    from satdnd.errors import UsageError as UsageError
    from satdnd.generation import generate as generate
    from satdnd.kind import Explanation as Explanation
    from satdnd.kind import Fault as Fault
    from satdnd.kind import Puzzle as Puzzle
    from satdnd.kind import Solution as Solution
    from satdnd.loading import load as load
    from satdnd.puzzles.dungeon.generate import DungeonRecipe as DungeonRecipe
    from satdnd.puzzles.dungeon.model import Dungeon as Dungeon
    from satdnd.puzzles.dungeon.model import DungeonOptions as DungeonOptions
    from satdnd.puzzles.dungeon.model import DungeonSolution as DungeonSolution
    from satdnd.puzzles.hashi.generate import HashiRecipe as HashiRecipe
    from satdnd.puzzles.hashi.model import Hashi as Hashi
    from satdnd.puzzles.hashi.model import HashiSolution as HashiSolution
    from satdnd.puzzles.inshi.generate import InshiRecipe as InshiRecipe
    from satdnd.puzzles.inshi.model import Inshi as Inshi
    from satdnd.puzzles.inshi.model import InshiSolution as InshiSolution
    from satdnd.puzzles.klotski.model import Klotski as Klotski
    from satdnd.puzzles.klotski.model import KlotskiOptions as KlotskiOptions
    from satdnd.puzzles.klotski.model import KlotskiSolution as KlotskiSolution
    from satdnd.puzzles.queens.model import Queens as Queens
    from satdnd.puzzles.queens.model import QueensSolution as QueensSolution
    from satdnd.puzzles.sudoku.generate import SudokuRecipe as SudokuRecipe
    from satdnd.puzzles.sudoku.model import Sudoku as Sudoku
    from satdnd.puzzles.sudoku.model import SudokuOptions as SudokuOptions
    from satdnd.puzzles.sudoku.model import SudokuSolution as SudokuSolution
    from satdnd.puzzles.unattacked.model import Unattacked as Unattacked
    from satdnd.puzzles.unattacked.model import UnattackedOptions as UnattackedOptions
    from satdnd.puzzles.unattacked.model import UnattackedSolution as UnattackedSolution
    from satdnd.settings import Settings as Settings
    from satdnd.solving import Solver as Solver
    from satdnd.tasks import Task as Task

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
    "errors": (
        "CannotFulfil",
        "EncodingBug",
        "InputError",
        "SatdndError",
        "Undecided",
        "UsageError",
    ),
    "generation": ("generate",),
    "kind": (
        "Explanation",
        "Fault",
        "Puzzle",
        "Solution",
    ),
    "loading": ("load",),
    "settings": ("Settings",),
    "solving": ("Solver",),
    "tasks": ("Task",),
    **{f"puzzles.{kind.name}.model": (kind.puzzle, f"{kind.puzzle}Solution") for kind in KINDS.values()},
}
"""What is where; a kind's classes of options and recipes, which not every kind has, are found by their names."""

__all__ = ["__version__", *(name for names in _HOMES.values() for name in names)]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"satdnd.{home}"), name)
            globals()[name] = value
            return value
    for kind in KINDS.values():
        for ending, home in (("Options", "model"), ("Recipe", "generate")):
            if name == kind.puzzle + ending:
                try:
                    return getattr(import_module(f"satdnd.puzzles.{kind.name}.{home}"), name)
                except (ImportError, AttributeError):
                    break
    raise AttributeError(f"module 'satdnd' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
