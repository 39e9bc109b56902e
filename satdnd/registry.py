"""The registry of puzzle kinds and of operations: names and modules, known without importing any of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from satdnd.errors import UsageError


class KindEntry(NamedTuple):
    """The facts about a kind that are needed before it is imported."""

    name: str
    title: str
    """The puzzle's name for people."""
    puzzle: str
    """The name of its class of puzzles; its class of solutions appends ``Solution``. Empty: not importable from
    `satdnd`.
    """
    suffixes: tuple[str, ...]
    """Extensions of its text files, with the dot; the first is used for writing."""
    has_options: bool = False
    """Whether it has options besides the engine's: a class in its module ``options``."""
    also: tuple[str, ...] = ()
    """Further names of its package that `satdnd` exports: ``module:name``."""
    module: str = ""
    """The module that defines `KIND`; empty for a kind with its own package in `satdnd.kinds`."""

    @property
    def own(self) -> bool:
        """Whether it is part of satdnd."""
        return bool(self.puzzle)

    @property
    def home(self) -> str:
        """The module that defines `KIND`."""
        return self.module or f"satdnd.kinds.{self.name}.kind"

    @property
    def model(self) -> str:
        """The module of its class of puzzles."""
        return self.module or f"satdnd.kinds.{self.name}.model"


KINDS = {
    entry.name: entry
    for entry in (
        KindEntry(
            "dungeon",
            "Dungeons & Diagrams",
            "Dungeon",
            (".dnd", ".txt"),
            has_options=True,
            also=("solver:DungeonSolver",),
        ),
        KindEntry("queens", "n queens", "Queens", (".queens",)),
        KindEntry("unattacked", "most unattacked squares", "Unattacked", (".unattacked",), has_options=True),
        KindEntry("sudoku", "Sudoku", "Sudoku", (".sudoku", ".sdm", ".sdk", ".ss"), has_options=True),
        KindEntry("inshi", "Inshi no heya", "Inshi", (".inshi", ".txt"), also=("model:Room",)),
        KindEntry("hashi", "Hashiwokakero", "Hashi", (".hashi",), module="satdnd.kinds.hashi.kind"),
        KindEntry(
            "klotski",
            "Sliding blocks",
            "Klotski",
            (".klotski", ".txt"),
            has_options=True,
            also=("model:Goal", "model:Move"),
        ),
        KindEntry("nurikabe", "Nurikabe", "Nurikabe", (".nurikabe",), module="satdnd.kinds.nurikabe.kind"),
        KindEntry("nonogram", "Nonogram", "Nonogram", (".nonogram",), module="satdnd.kinds.nonogram"),
        KindEntry("binairo", "Binairo", "Binairo", (".binairo",), has_options=True, module="satdnd.kinds.binairo.kind"),
        KindEntry("starbattle", "Star battle", "Starbattle", (".starbattle",), module="satdnd.kinds.starbattle"),
        KindEntry("tents", "Tents", "Tents", (".tents",), module="satdnd.kinds.tents"),
        KindEntry(
            "slitherlink",
            "Slitherlink",
            "Slitherlink",
            (".slitherlink", ".slither"),
            module="satdnd.kinds.slitherlink",
        ),
        KindEntry("kakuro", "Kakuro", "Kakuro", (".kakuro",), module="satdnd.kinds.kakuro"),
        KindEntry("skyscrapers", "Skyscrapers", "Skyscrapers", (".skyscrapers",), module="satdnd.kinds.skyscrapers"),
        KindEntry("masyu", "Masyu", "Masyu", (".masyu",), module="satdnd.kinds.masyu"),
        KindEntry("numberlink", "Numberlink", "Numberlink", (".numberlink",), module="satdnd.kinds.numberlink"),
        KindEntry("yajilin", "Yajilin", "Yajilin", (".yajilin",), module="satdnd.kinds.yajilin"),
        KindEntry("akari", "Akari", "Akari", (".akari",), module="satdnd.kinds.akari"),
        KindEntry("heyawake", "Heyawake", "Heyawake", (".heyawake",), module="satdnd.kinds.heyawake"),
        KindEntry("hitori", "Hitori", "Hitori", (".hitori",), module="satdnd.kinds.hitori"),
        KindEntry("norinori", "Norinori", "Norinori", (".norinori",), module="satdnd.kinds.norinori"),
        KindEntry("kurodoko", "Kurodoko", "Kurodoko", (".kurodoko",), module="satdnd.kinds.kurodoko"),
        KindEntry("yinyang", "Yin-Yang", "Yinyang", (".yinyang",), module="satdnd.kinds.yinyang"),
        KindEntry("kakurasu", "Kakurasu", "Kakurasu", (".kakurasu",), module="satdnd.kinds.kakurasu"),
        KindEntry("mosaic", "Mosaic", "Mosaic", (".mosaic",), module="satdnd.kinds.mosaic"),
        KindEntry("minesweeper", "Minesweeper", "Minesweeper", (".minesweeper",), module="satdnd.kinds.minesweeper"),
        KindEntry("shikaku", "Shikaku", "Shikaku", (".shikaku",), module="satdnd.kinds.shikaku"),
    )
}
"""Every kind by name; a new one is a line here, or an entry point of another package (`_installed_kinds`)."""

ENTRY_POINTS = "satdnd.kinds"
"""The group of entry points by which other packages register kinds: ``name = module:KIND``."""


def _installed_kinds() -> Iterator[KindEntry]:
    """The kinds of other packages.

    Their files are searched first: importing `importlib.metadata` takes longer than solving a puzzle.
    """
    for folder in map(Path, sys.path):
        files = folder.glob("*.dist-info/entry_points.txt") if folder.is_dir() else ()
        if any(map(_brings_kinds, files)):
            break
    else:
        return
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        title = point.name.replace("-", " ").capitalize()
        yield KindEntry(point.name, title, "", (f".{point.name}",), module=point.module)


def _brings_kinds(entry_points: Path) -> bool:
    try:
        return f"[{ENTRY_POINTS}]" in entry_points.read_text("utf-8", errors="replace")
    except OSError:  # a package that this user may not read
        return False


KINDS |= {entry.name: entry for entry in _installed_kinds() if entry.name not in KINDS}

NAMES = tuple(KINDS)
SOME_NAMES = f"{', '.join(NAMES[:12])}, ... ('satdnd help' lists all)"
"""Names of kinds for error messages."""

FAMILIES = {
    "dungeons": ("dungeon",),
    "numbers": ("sudoku", "kakuro", "skyscrapers", "inshi", "binairo"),
    "shading": ("nurikabe", "nonogram", "heyawake", "hitori", "norinori", "kurodoko", "yinyang", "mosaic", "kakurasu"),
    "dividing": ("shikaku",),
    "loops and bridges": ("slitherlink", "masyu", "yajilin", "hashi"),
    "placing": ("akari", "starbattle", "tents", "minesweeper", "queens", "unattacked"),
    "moving": ("klotski",),
}
"""Families of kinds; each kind of satdnd's own is in exactly one."""


def families() -> dict[str, tuple[str, ...]]:
    """The names of kinds by family; those of other packages come last."""
    others = tuple(name for name in KINDS if not any(name in names for names in FAMILIES.values()))
    return FAMILIES | ({"of other packages": others} if others else {})


OPERATIONS = {
    "solve": "satdnd.engine.solver:Solver.solve",
    "unique": "satdnd.engine.solver:Solver.unique",
    "count": "satdnd.engine.solver:Solver.count",
    "forced": "satdnd.engine.solver:Solver.forced",
    "diagnose": "satdnd.setter.diagnosis:diagnose",
    "explain": "satdnd.explanation.explainer:explain",
    "rate": "satdnd.explanation.rating:rate",
    "hint": "satdnd.explanation.hints:hint",
    "verify": "satdnd.engine.verifier:verify",
}
"""What can be asked about a puzzle, and the function that answers it; described by `satdnd.engine.operations`."""


def check_kind(name: str) -> str:
    """Return *name*; raise UsageError, with the known names, if it is not a kind."""
    if name not in KINDS:
        raise UsageError(f"unknown kind {name!r}; known: {', '.join(NAMES)}")
    return name


@cache
def kind_object(name: str) -> Any:
    """Import a kind and return its object `KIND`. Raises UsageError for an unknown name, or a broken kind of another
    package.
    """
    entry = KINDS[check_kind(name)]
    try:
        kind = import_module(entry.home).KIND
        if kind.name != name:
            raise UsageError(f"its class of puzzles is of the kind {kind.name!r}")
        return kind
    except Exception as error:
        if entry.own:
            raise
        why = str(error) if isinstance(error, UsageError) else f"{type(error).__name__}: {error}"
        raise UsageError(f"the kind {name!r} of another package ({entry.home}) cannot be loaded: {why}") from error


@cache
def loadable_kinds() -> tuple[str, ...]:
    """The names of all kinds that can be loaded; imports those of other packages to find out."""
    return tuple(name for name, entry in KINDS.items() if entry.own or _loads(name))


def _loads(name: str) -> bool:
    try:
        kind_object(name)
    except UsageError:
        return False
    return True


def kinds_that(can: Callable[[Any], bool]) -> Iterator[str]:
    """The names of the kinds for which *can* is true. Imports all kinds, so it is only for error messages."""
    return (name for name in loadable_kinds() if can(kind_object(name)))
