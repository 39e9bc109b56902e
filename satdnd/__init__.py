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

from satdnd.kinds import KINDS, kind_object
from satdnd.version import __version__ as __version__

if TYPE_CHECKING:
    from satdnd import replay as replay, tasks as tasks
    from satdnd.answer import Answer as Answer
    from satdnd.api import (
        DungeonSolver as DungeonSolver,
        booklet as booklet,
        certify as certify,
        check as check,
        count as count,
        diagnose as diagnose,
        dumps as dumps,
        explain as explain,
        export as export,
        faults as faults,
        forced as forced,
        hint as hint,
        loads as loads,
        picture as picture,
        rate as rate,
        render as render,
        solutions as solutions,
        solve as solve,
        unique as unique,
    )
    from satdnd.budget import Budget as Budget
    from satdnd.errors import (
        CannotFulfil as CannotFulfil,
        EncodingBug as EncodingBug,
        InputError as InputError,
        SatdndError as SatdndError,
        Undecided as Undecided,
        UsageError as UsageError,
    )
    from satdnd.generation import generate as generate
    from satdnd.kind import Fault as Fault, Puzzle as Puzzle, Solution as Solution
    from satdnd.loading import load as load
    from satdnd.puzzles.dungeon.generate import DungeonRecipe as DungeonRecipe
    from satdnd.puzzles.dungeon.model import (
        Dungeon as Dungeon,
        DungeonOptions as DungeonOptions,
        DungeonSolution as DungeonSolution,
    )
    from satdnd.puzzles.hashi.generate import HashiRecipe as HashiRecipe
    from satdnd.puzzles.hashi.model import Hashi as Hashi, HashiSolution as HashiSolution
    from satdnd.puzzles.inshi.generate import InshiRecipe as InshiRecipe
    from satdnd.puzzles.inshi.model import Inshi as Inshi, InshiSolution as InshiSolution, Room as Room
    from satdnd.puzzles.klotski.model import (
        Goal as Goal,
        Klotski as Klotski,
        KlotskiOptions as KlotskiOptions,
        KlotskiSolution as KlotskiSolution,
        Move as Move,
    )
    from satdnd.puzzles.nurikabe.generate import NurikabeRecipe as NurikabeRecipe
    from satdnd.puzzles.nurikabe.model import Nurikabe as Nurikabe, NurikabeSolution as NurikabeSolution
    from satdnd.puzzles.queens.model import Queens as Queens, QueensSolution as QueensSolution
    from satdnd.puzzles.sudoku.generate import SudokuRecipe as SudokuRecipe
    from satdnd.puzzles.sudoku.model import (
        Sudoku as Sudoku,
        SudokuOptions as SudokuOptions,
        SudokuSolution as SudokuSolution,
    )
    from satdnd.puzzles.unattacked.model import (
        Unattacked as Unattacked,
        UnattackedOptions as UnattackedOptions,
        UnattackedSolution as UnattackedSolution,
    )
    from satdnd.settings import Settings as Settings
    from satdnd.solving import Solver as Solver
    from satdnd.steps import Explanation as Explanation, Step as Step
    from satdnd.tasks import Task as Task

_PARTS = {"inshi": ("Room",), "klotski": ("Goal", "Move")}
"""What puzzles and solutions of a kind are made of, beside numbers and texts."""

_HOMES = {
    "answer": ("Answer",),
    "api": (
        *("DungeonSolver", "booklet", "certify", "check", "count", "diagnose", "dumps", "explain", "export"),
        *("faults", "forced", "hint", "loads", "picture", "rate", "render", "solutions", "solve", "unique"),
    ),
    "budget": ("Budget",),
    "errors": ("CannotFulfil", "EncodingBug", "InputError", "SatdndError", "Undecided", "UsageError"),
    "generation": ("generate",),
    "kind": ("Fault", "Puzzle", "Solution"),
    "steps": ("Explanation", "Step"),
    "loading": ("load",),
    "settings": ("Settings",),
    "solving": ("Solver",),
    "tasks": ("Task",),
    **{
        f"puzzles.{name}.model": (
            *(entry.puzzle, entry.puzzle + "Solution", entry.puzzle + "Options"),
            *_PARTS.get(name, ()),
        )
        for name, entry in KINDS.items()
    },
}

_MODULES = ("replay", "tasks")
"""Modules that are used by their name."""

__all__ = sorted(["__version__", *_MODULES, *(name for names in _HOMES.values() for name in names)])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"satdnd.{name}")
    for home, names in _HOMES.items():
        if name in names:
            module = import_module(f"satdnd.{home}")
            if name.endswith("Options"):  # of kinds without options of their own: the engine's settings
                value = getattr(module, name.removesuffix("Options")).options
            else:
                value = getattr(module, name)
            globals()[name] = value
            return value
    for kind in KINDS.values():
        if name == kind.puzzle + "Recipe" and (recipe := kind_object(kind.name).recipe):
            return recipe
    raise AttributeError(f"module 'satdnd' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
