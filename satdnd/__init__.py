"""Grid logic puzzles, Dungeons & Diagrams first, compiled to CNF, solved, proved and checked.

    >>> import satdnd
    >>> puzzle = satdnd.Dungeon(rows=(2, 2), columns=(2, 2))
    >>> satdnd.unique(puzzle).status
    'unique'

The public names, by area; docs/api/ has a page for each:

    puzzles     load, loads, dumps, generate
    answers     solve, unique, count, forced, solutions, faults
    players     hint, explain, judge, rate
    setters     diagnose, booklet
    training    dataset, score_answer
    pictures    render, picture
    proofs      export, certify, check
    warm        Solver, DungeonSolver, Task, tasks.run
    errors      InputError, UsageError, Undecided, CannotFulfil

and for every kind its puzzles, solutions, recipes and options: Dungeon, DungeonSolution, DungeonRecipe, DungeonOptions.

Names are imported when they are first used, so importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from satdnd.registry import KINDS, kind_object
from satdnd.version import __version__ as __version__

if TYPE_CHECKING:
    from satdnd.api import (
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
        judge as judge,
        picture as picture,
        rate as rate,
        render as render,
        solutions as solutions,
        solve as solve,
        unique as unique,
    )
    from satdnd.declaration.generators.generator import DeclaredRecipe
    from satdnd.draw.picture import Picture as Picture
    from satdnd.engine import tasks as tasks
    from satdnd.engine.answer import Answer as Answer
    from satdnd.engine.kind import Fault as Fault, Puzzle as Puzzle, Solution as Solution
    from satdnd.engine.settings import Settings as Settings
    from satdnd.engine.solver import Solver as Solver
    from satdnd.engine.tasks import Task as Task
    from satdnd.errors import (
        CannotFulfil as CannotFulfil,
        EncodingBug as EncodingBug,
        InputError as InputError,
        SatdndError as SatdndError,
        Undecided as Undecided,
        UsageError as UsageError,
    )
    from satdnd.explanation.answers import Explanation as Explanation, Hint as Hint
    from satdnd.explanation.judge import replay as replay
    from satdnd.explanation.rating import Difficulty as Difficulty
    from satdnd.explanation.step_judge import Judgement as Judgement
    from satdnd.explanation.steps import Step as Step
    from satdnd.explanation.verdicts import Verdict as Verdict
    from satdnd.kinds.akari import (
        Akari as Akari,
        AkariRecipe as AkariRecipe,
        AkariSolution as AkariSolution,
    )
    from satdnd.kinds.battleships import Battleships as Battleships, BattleshipsSolution as BattleshipsSolution
    from satdnd.kinds.binairo.kind import (
        Binairo as Binairo,
        BinairoRecipe as BinairoRecipe,
        BinairoSolution as BinairoSolution,
    )
    from satdnd.kinds.binairo.options import BinairoOptions as BinairoOptions
    from satdnd.kinds.cave import Cave as Cave, CaveSolution as CaveSolution
    from satdnd.kinds.countryroad import Countryroad as Countryroad, CountryroadSolution as CountryroadSolution
    from satdnd.kinds.dungeon.model import Dungeon as Dungeon, DungeonSolution as DungeonSolution
    from satdnd.kinds.dungeon.options import DungeonOptions as DungeonOptions
    from satdnd.kinds.dungeon.recipe import DungeonRecipe as DungeonRecipe
    from satdnd.kinds.dungeon.solver import DungeonSolver as DungeonSolver
    from satdnd.kinds.fillomino import (
        Fillomino as Fillomino,
        FillominoRecipe as FillominoRecipe,
        FillominoSolution as FillominoSolution,
    )
    from satdnd.kinds.futoshiki import (
        Futoshiki as Futoshiki,
        FutoshikiRecipe as FutoshikiRecipe,
        FutoshikiSolution as FutoshikiSolution,
    )
    from satdnd.kinds.galaxies import (
        Galaxies as Galaxies,
        GalaxiesRecipe as GalaxiesRecipe,
        GalaxiesSolution as GalaxiesSolution,
    )
    from satdnd.kinds.hashi.generate import HashiRecipe as HashiRecipe
    from satdnd.kinds.hashi.model import Hashi as Hashi, HashiSolution as HashiSolution
    from satdnd.kinds.heyawake import (
        Heyawake as Heyawake,
        HeyawakeRecipe as HeyawakeRecipe,
        HeyawakeSolution as HeyawakeSolution,
    )
    from satdnd.kinds.hidato import (
        Hidato as Hidato,
        HidatoRecipe as HidatoRecipe,
        HidatoSolution as HidatoSolution,
    )
    from satdnd.kinds.hitori import (
        Hitori as Hitori,
        HitoriSolution as HitoriSolution,
    )
    from satdnd.kinds.inshi.generate import InshiRecipe as InshiRecipe
    from satdnd.kinds.inshi.model import Inshi as Inshi, InshiSolution as InshiSolution, Room as Room
    from satdnd.kinds.kakurasu import Kakurasu as Kakurasu, KakurasuSolution as KakurasuSolution
    from satdnd.kinds.kakuro import Kakuro as Kakuro, KakuroRecipe as KakuroRecipe, KakuroSolution as KakuroSolution
    from satdnd.kinds.kenken import Kenken as Kenken, KenkenRecipe as KenkenRecipe, KenkenSolution as KenkenSolution
    from satdnd.kinds.klotski.generate import KlotskiRecipe as KlotskiRecipe
    from satdnd.kinds.klotski.model import (
        Goal as Goal,
        Klotski as Klotski,
        KlotskiSolution as KlotskiSolution,
        Move as Move,
    )
    from satdnd.kinds.klotski.options import KlotskiOptions as KlotskiOptions
    from satdnd.kinds.kurodoko import Kurodoko as Kurodoko, KurodokoSolution as KurodokoSolution
    from satdnd.kinds.lits import Lits as Lits, LitsSolution as LitsSolution
    from satdnd.kinds.masyu import Masyu as Masyu, MasyuSolution as MasyuSolution
    from satdnd.kinds.minesweeper import Minesweeper as Minesweeper, MinesweeperSolution as MinesweeperSolution
    from satdnd.kinds.mosaic import Mosaic as Mosaic, MosaicSolution as MosaicSolution
    from satdnd.kinds.nonogram import (
        Nonogram as Nonogram,
        NonogramSolution as NonogramSolution,
    )
    from satdnd.kinds.norinori import Norinori as Norinori, NorinoriSolution as NorinoriSolution
    from satdnd.kinds.numberlink import Numberlink as Numberlink, NumberlinkSolution as NumberlinkSolution
    from satdnd.kinds.nurikabe.generate import NurikabeRecipe as NurikabeRecipe
    from satdnd.kinds.nurikabe.kind import Nurikabe as Nurikabe, NurikabeSolution as NurikabeSolution
    from satdnd.kinds.queens.kind import QueensRecipe as QueensRecipe
    from satdnd.kinds.queens.model import Queens as Queens, QueensSolution as QueensSolution
    from satdnd.kinds.ripple import Ripple as Ripple, RippleSolution as RippleSolution
    from satdnd.kinds.shikaku import (
        Shikaku as Shikaku,
        ShikakuRecipe as ShikakuRecipe,
        ShikakuSolution as ShikakuSolution,
    )
    from satdnd.kinds.skyscrapers import (
        Skyscrapers as Skyscrapers,
        SkyscrapersRecipe as SkyscrapersRecipe,
        SkyscrapersSolution as SkyscrapersSolution,
    )
    from satdnd.kinds.slant import Slant as Slant, SlantSolution as SlantSolution
    from satdnd.kinds.slitherlink import (
        Slitherlink as Slitherlink,
        SlitherlinkSolution as SlitherlinkSolution,
    )
    from satdnd.kinds.starbattle import (
        Starbattle as Starbattle,
        StarbattleRecipe as StarbattleRecipe,
        StarbattleSolution as StarbattleSolution,
    )
    from satdnd.kinds.sudoku.generate import SudokuRecipe as SudokuRecipe
    from satdnd.kinds.sudoku.model import Sudoku as Sudoku, SudokuSolution as SudokuSolution
    from satdnd.kinds.sudoku.options import SudokuOptions as SudokuOptions
    from satdnd.kinds.suguru import Suguru as Suguru, SuguruSolution as SuguruSolution
    from satdnd.kinds.tents import Tents as Tents, TentsSolution as TentsSolution
    from satdnd.kinds.unattacked.generate import UnattackedRecipe as UnattackedRecipe
    from satdnd.kinds.unattacked.model import Unattacked as Unattacked, UnattackedSolution as UnattackedSolution
    from satdnd.kinds.unattacked.options import UnattackedOptions as UnattackedOptions
    from satdnd.kinds.yajilin import (
        Yajilin as Yajilin,
        YajilinSolution as YajilinSolution,
    )
    from satdnd.kinds.yinyang import Yinyang as Yinyang, YinyangSolution as YinyangSolution
    from satdnd.sat.budget import Budget as Budget
    from satdnd.setter.findings import Diagnosis as Diagnosis
    from satdnd.signatures import generate as generate, load as load, loads as loads
    from satdnd.training.datasets import PuzzleDataset as PuzzleDataset, dataset as dataset
    from satdnd.training.scoring import score_answer as score_answer

    BattleshipsRecipe = DeclaredRecipe
    CaveRecipe = DeclaredRecipe
    CountryroadRecipe = DeclaredRecipe
    HitoriRecipe = DeclaredRecipe
    KakurasuRecipe = DeclaredRecipe
    KurodokoRecipe = DeclaredRecipe
    LitsRecipe = DeclaredRecipe
    MasyuRecipe = DeclaredRecipe
    MinesweeperRecipe = DeclaredRecipe
    MosaicRecipe = DeclaredRecipe
    NonogramRecipe = DeclaredRecipe
    NorinoriRecipe = DeclaredRecipe
    NumberlinkRecipe = DeclaredRecipe
    SlantRecipe = DeclaredRecipe
    RippleRecipe = DeclaredRecipe
    SlitherlinkRecipe = DeclaredRecipe
    SuguruRecipe = DeclaredRecipe
    TentsRecipe = DeclaredRecipe
    YajilinRecipe = DeclaredRecipe
    YinyangRecipe = DeclaredRecipe

_HOMES = {
    "engine.answer": ("Answer",),
    "api": (
        *("booklet", "certify", "check", "count", "diagnose", "dumps", "explain", "export", "faults", "forced"),
        *("hint", "judge", "loads", "picture", "rate", "render", "solutions", "solve", "unique"),
    ),
    "sat.budget": ("Budget",),
    "errors": ("CannotFulfil", "EncodingBug", "InputError", "SatdndError", "Undecided", "UsageError"),
    "setter.generator": ("generate",),
    "engine.kind": ("Fault", "Puzzle", "Solution"),
    "explanation.answers": ("Explanation", "Hint"),
    "explanation.step_judge": ("Judgement",),
    "explanation.rating": ("Difficulty",),
    "explanation.steps": ("Step",),
    "explanation.verdicts": ("Verdict",),
    "setter.findings": ("Diagnosis",),
    "formats.loading": ("load",),
    "engine.settings": ("Settings",),
    "draw.picture": ("Picture",),
    "engine.solver": ("Solver",),
    "training.datasets": ("PuzzleDataset", "dataset"),
    "training.scoring": ("score_answer",),
    "engine.tasks": ("Task",),
    **{
        entry.model.removeprefix("satdnd."): (entry.puzzle, entry.puzzle + "Solution", entry.puzzle + "Options")
        for entry in KINDS.values()
        if entry.puzzle
    },
}

_ALSO = {
    name: f"satdnd.kinds.{entry.name}.{module}"
    for entry in KINDS.values()
    for module, _, name in (words.partition(":") for words in entry.also)
}
"""Further names that kinds offer here, and their modules."""

_MODULES = {"replay": "explanation.judge.replay", "tasks": "engine.tasks"}
"""Modules that are available by name."""

_RECIPES = {f"{entry.puzzle}Recipe": name for name, entry in KINDS.items() if entry.puzzle}
"""Names of the generators' recipes, and their kinds."""

__all__ = sorted(["__version__", *_ALSO, *_MODULES, *_RECIPES, *(name for names in _HOMES.values() for name in names)])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"satdnd.{_MODULES[name]}")
    if name in _ALSO:
        return getattr(import_module(_ALSO[name]), name)
    for home, names in _HOMES.items():
        if name in names:
            module = import_module(f"satdnd.{home}")
            if name.endswith("Options"):  # for kinds without options of their own: the engine's settings
                value = getattr(module, name.removesuffix("Options")).options
            else:
                value = getattr(module, name)
            globals()[name] = value
            return value
    for kind in KINDS.values():
        if kind.puzzle and name == kind.puzzle + "Recipe":
            from satdnd.setter.parts import Generator

            return kind_object(kind.name).require(Generator).recipe
    raise AttributeError(f"module 'satdnd' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
