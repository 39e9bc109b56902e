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
    file: str = ""
    """The file that the command line named, if it came as one (`satdnd.engine.kind_files`)."""
    mark: str = ""
    """A regular expression, in any case, found in every text without comments that can be guessed to be of this kind:
    the others are not asked of such a text, nor imported. Empty: any text may be.
    """

    @property
    def own(self) -> bool:
        """Whether it is part of satdnd."""
        return bool(self.puzzle)

    @property
    def home(self) -> str:
        """The module that defines `KIND`."""
        return self.module or f"satdnd.kinds.{self.name}.kind"

    @property
    def origin(self) -> str:
        """Where a kind that is no part of satdnd comes from, in messages."""
        return f"of the file {self.file}" if self.file else f"of another package ({self.home})"

    @property
    def model(self) -> str:
        """The module of its class of puzzles."""
        return self.module or f"satdnd.kinds.{self.name}.model"


def _titles(*words: str) -> str:
    """The mark of texts that have a line with one of these titles."""
    return rf"^\s*({'|'.join(words)}):?\s*$"


_UP_TO_4 = r"\A(\s*[\dx×, ]{1,12}\n)?[^5-9]*\Z"
"""No digit above 4, except in the size above the grid."""
_NUMBERS = r"\A([^a-z]|x|null|none)*\Z"
"""No letters, except those that mean an empty cell."""
_CIRCLES = "[bwo○●◯]"

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
        KindEntry("queens", "n queens", "Queens", (".queens",), mark=r"[q,=rx]|^\s*\d+(\s+\d+)?\s*$"),
        KindEntry("unattacked", "most unattacked squares", "Unattacked", (".unattacked",), has_options=True, mark="x"),
        KindEntry("sudoku", "Sudoku", "Sudoku", (".sudoku", ".sdm", ".sdk", ".ss"), has_options=True),
        KindEntry("inshi", "Inshi no heya", "Inshi", (".inshi", ".txt"), also=("model:Room",)),
        KindEntry("hashi", "Hashiwokakero", "Hashi", (".hashi",), module="satdnd.kinds.hashi.kind", mark=_NUMBERS),
        KindEntry(
            "klotski",
            "Sliding blocks",
            "Klotski",
            (".klotski", ".txt"),
            has_options=True,
            also=("model:Goal", "model:Move"),
        ),
        KindEntry(
            "nurikabe", "Nurikabe", "Nurikabe", (".nurikabe",), module="satdnd.kinds.nurikabe.kind", mark=_NUMBERS
        ),
        KindEntry(
            "nonogram",
            "Nonogram",
            "Nonogram",
            (".nonogram",),
            module="satdnd.kinds.nonogram",
            mark=_titles("rows", "columns"),
        ),
        KindEntry(
            "binairo",
            "Binairo",
            "Binairo",
            (".binairo",),
            has_options=True,
            module="satdnd.kinds.binairo.kind",
            mark=_UP_TO_4 + "|" + _titles("signs"),
        ),
        KindEntry(
            "starbattle",
            "Star battle",
            "Starbattle",
            (".starbattle",),
            module="satdnd.kinds.starbattle",
        ),
        KindEntry("slant", "Slant", "Slant", (".slant",), module="satdnd.kinds.slant", mark=_UP_TO_4),
        KindEntry(
            "tents",
            "Tents",
            "Tents",
            (".tents",),
            module="satdnd.kinds.tents",
            mark=_titles("rows", "columns", "trees"),
        ),
        KindEntry(
            "slitherlink",
            "Slitherlink",
            "Slitherlink",
            (".slitherlink", ".slither"),
            module="satdnd.kinds.slitherlink",
            mark=_UP_TO_4,
        ),
        KindEntry("kakuro", "Kakuro", "Kakuro", (".kakuro",), module="satdnd.kinds.kakuro"),
        KindEntry(
            "skyscrapers",
            "Skyscrapers",
            "Skyscrapers",
            (".skyscrapers",),
            module="satdnd.kinds.skyscrapers",
            mark=_titles("top", "bottom", "left", "right", "rows"),
        ),
        KindEntry(
            "futoshiki",
            "Futoshiki",
            "Futoshiki",
            (".futoshiki",),
            module="satdnd.kinds.futoshiki",
            mark=_titles("rows", "less"),
        ),
        KindEntry("kenken", "Kenken", "Kenken", (".kenken",), module="satdnd.kinds.kenken", mark=_titles("areas")),
        KindEntry("masyu", "Masyu", "Masyu", (".masyu",), module="satdnd.kinds.masyu", mark=_CIRCLES),
        KindEntry(
            "countryroad",
            "Country road",
            "Countryroad",
            (".countryroad",),
            module="satdnd.kinds.countryroad",
            mark=_titles("areas"),
        ),
        KindEntry(
            "numberlink", "Numberlink", "Numberlink", (".numberlink",), module="satdnd.kinds.numberlink", mark=_NUMBERS
        ),
        KindEntry(
            "yajilin", "Yajilin", "Yajilin", (".yajilin",), module="satdnd.kinds.yajilin", mark="[neswudlr^v<>↑→↓←]"
        ),
        KindEntry("akari", "Akari", "Akari", (".akari",), module="satdnd.kinds.akari", mark=_UP_TO_4),
        KindEntry(
            "heyawake",
            "Heyawake",
            "Heyawake",
            (".heyawake",),
            module="satdnd.kinds.heyawake",
            mark=_titles("areas", "walls"),
        ),
        KindEntry("hitori", "Hitori", "Hitori", (".hitori",), module="satdnd.kinds.hitori"),
        KindEntry("norinori", "Norinori", "Norinori", (".norinori",), module="satdnd.kinds.norinori"),
        KindEntry(
            "battleships",
            "Battleships",
            "Battleships",
            (".battleships",),
            module="satdnd.kinds.battleships",
            mark=_titles("rows", "columns", "fleet", "given"),
        ),
        KindEntry("lits", "LITS", "Lits", (".lits",), module="satdnd.kinds.lits", mark=_titles("areas")),
        KindEntry("kurodoko", "Kurodoko", "Kurodoko", (".kurodoko",), module="satdnd.kinds.kurodoko", mark=_NUMBERS),
        KindEntry("cave", "Cave", "Cave", (".cave",), module="satdnd.kinds.cave", mark=_NUMBERS),
        KindEntry("yinyang", "Yin-Yang", "Yinyang", (".yinyang",), module="satdnd.kinds.yinyang", mark=_CIRCLES),
        KindEntry(
            "kakurasu",
            "Kakurasu",
            "Kakurasu",
            (".kakurasu",),
            module="satdnd.kinds.kakurasu",
            mark=_titles("rows", "columns"),
        ),
        KindEntry("mosaic", "Mosaic", "Mosaic", (".mosaic",), module="satdnd.kinds.mosaic", mark=_NUMBERS),
        KindEntry(
            "minesweeper",
            "Minesweeper",
            "Minesweeper",
            (".minesweeper",),
            module="satdnd.kinds.minesweeper",
            mark=_titles("mines"),
        ),
        KindEntry(
            "suguru", "Suguru", "Suguru", (".suguru",), module="satdnd.kinds.suguru", mark=_titles("areas", "rows")
        ),
        KindEntry(
            "ripple",
            "Ripple effect",
            "Ripple",
            (".ripple",),
            module="satdnd.kinds.ripple",
            mark=_titles("areas", "rows"),
        ),
        KindEntry("hidato", "Hidato", "Hidato", (".hidato",), module="satdnd.kinds.hidato", mark=_NUMBERS),
        KindEntry("shikaku", "Shikaku", "Shikaku", (".shikaku",), module="satdnd.kinds.shikaku", mark=_NUMBERS),
        KindEntry("galaxies", "Galaxies", "Galaxies", (".galaxies",), module="satdnd.kinds.galaxies", mark="[o@]"),
        KindEntry(
            "fillomino", "Fillomino", "Fillomino", (".fillomino",), module="satdnd.kinds.fillomino", mark=_NUMBERS
        ),
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
"""The names of the kinds that are installed."""
SOME_NAMES = f"{', '.join(NAMES[:12])}, ... ('satdnd help' lists all)"
"""Names of kinds for error messages."""

FAMILIES = {
    "dungeons": ("dungeon",),
    "numbers": (
        *("sudoku", "kakuro", "skyscrapers", "futoshiki", "kenken", "inshi", "suguru", "ripple", "hidato"),
        "binairo",
    ),
    "shading": (
        *("nurikabe", "nonogram", "heyawake", "hitori", "norinori", "lits", "kurodoko", "cave", "yinyang", "mosaic"),
        "kakurasu",
    ),
    "dividing": ("shikaku", "fillomino", "galaxies"),
    "loops and bridges": ("slitherlink", "masyu", "yajilin", "countryroad", "numberlink", "hashi"),
    "placing": ("akari", "starbattle", "tents", "battleships", "minesweeper", "slant", "queens", "unattacked"),
    "moving": ("klotski",),
}
"""Families of kinds; each kind of satdnd's own is in exactly one."""

OTHER_NAMES = {
    "queens": ("Eight queens",),
    "sudoku": ("Number place", "Solo", "Jigsaw sudoku", "Killer sudoku"),
    "inshi": ("Rooms of factors",),
    "hashi": ("Bridges", "Chopsticks"),
    "klotski": ("Huarong Dao",),
    "nurikabe": ("Islands in the stream",),
    "nonogram": ("Picross", "Griddlers", "Hanjie", "Paint by numbers", "Pattern"),
    "binairo": ("Takuzu", "Binary puzzle", "Unruly", "Binairo plus", "Tango (LinkedIn)"),
    "starbattle": ("Queens (LinkedIn, one star)", "Two not touch (two stars)"),
    "slant": ("Gokigen naname",),
    "tents": ("Tents and trees",),
    "slitherlink": ("Fences", "Loop the loop", "Loopy"),
    "kakuro": ("Cross sums",),
    "skyscrapers": ("Towers",),
    "futoshiki": ("Unequal",),
    "kenken": ("Calcudoku", "Mathdoku", "Keen"),
    "masyu": ("Mashu", "Pearl"),
    "numberlink": ("Arukone", "Flow"),
    "yajilin": ("Arrow ring",),
    "akari": ("Light up", "Bijutsukan"),
    "hitori": ("Singles",),
    "battleships": ("Battleship solitaire", "Bimaru"),
    "lits": ("Nuruomino",),
    "kurodoko": ("Kuromasu", "Where is black cells", "Range"),
    "cave": ("Bag", "Corral"),
    "kakurasu": ("Index sums",),
    "mosaic": ("Fill-a-Pix",),
    "minesweeper": ("Mines",),
    "suguru": ("Tectonic", "Number blocks"),
    "ripple": ("Hakyuu",),
    "hidato": ("Hidoku", "Numbrix (steps of a rook)"),
    "shikaku": ("Rectangles", "Divide by squares"),
    "galaxies": ("Tentai show", "Spiral galaxies"),
    "fillomino": ("Filling", "Polyominous", "Allied occupation"),
}
"""Names of kinds elsewhere; in brackets, whose name it is, and of which variant."""


def families() -> dict[str, tuple[str, ...]]:
    """The names of kinds by family; those that are no part of satdnd come last."""
    others = tuple(name for name, entry in KINDS.items() if not entry.own)
    return FAMILIES | ({"from elsewhere": others} if others else {})


OPERATIONS = {
    "solve": "satdnd.engine.solver:Solver.solve",
    "unique": "satdnd.engine.solver:Solver.unique",
    "count": "satdnd.engine.solver:Solver.count",
    "forced": "satdnd.engine.solver:Solver.forced",
    "diagnose": "satdnd.setter.diagnosis:diagnose",
    "explain": "satdnd.explanation.explainer:explain",
    "rate": "satdnd.explanation.rating:rate",
    "hint": "satdnd.explanation.hints:hint",
    "judge": "satdnd.explanation.step_judge:judge",
    "verify": "satdnd.engine.verifier:verify",
}
"""What can be asked about a puzzle, and the function that answers it; described by `satdnd.engine.operations`."""


def known_as(word: object) -> str | None:
    """A sentence about the kind that has *word* as its title or as a name elsewhere, in any spelling; None if no kind
    has.
    """
    wanted = _letters(str(word)[:60])
    for entry in KINDS.values():
        for name in (entry.title, *OTHER_NAMES.get(entry.name, ())):
            words, _, remark = name.partition(" (")
            whose = remark.split(",")[0]
            if wanted in map(_letters, (words, words + whose, whose + words)):
                return f"{name} is called {entry.name} here"
    return None


def _letters(word: str) -> str:
    """What is equal for "Light Up", "lightup" and "light-up"."""
    return "".join(filter(str.isalnum, word.casefold()))


def check_kind(name: str) -> str:
    """Return *name*; raise UsageError, with the known names, if it is not a kind."""
    if name not in KINDS:
        raise UsageError(f"unknown kind {name!r}; {known_as(name) or 'known: ' + ', '.join(KINDS)}")
    return name


def wanted_kind(word: object) -> str:
    """The end of a message about *word*, which is not the name of a kind."""
    return f"; {known}" if (known := known_as(word)) else f", expected one of {SOME_NAMES}"


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
        raise UsageError(f"the kind {name!r} {entry.origin} cannot be loaded: {why}") from error


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
