"""What a kind brings for people who set puzzles: its generator, drafts, repairs, clues to add and to leave out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from satdnd.engine.kind import P, Part, S
from satdnd.engine.options import Declared
from satdnd.engine.settings import O
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement


@dataclass(frozen=True, kw_only=True)
class Recipe(Declared):
    """What a generated puzzle should be like; each kind with a generator has a class derived from this one."""


@dataclass(frozen=True)
class Generator(Part, Generic[P]):
    """New puzzles."""

    label = "generator"
    recipe: type[Recipe]
    """What can be wished for."""
    generate: Callable[[Random, Any, Budget], P]
    """(chance, recipe, budget) -> a new puzzle. *chance* is the only source of randomness, so that a seed gives the
    same puzzle on every machine. Raises UsageError for a wish that makes no sense, Undecided, and CannotFulfil where no
    puzzle was found with these wishes; the message says how far it got."""
    varied: Callable[[P, Any, Any, Random], P | None] = lambda *_: None
    """(puzzle, solution, recipe, chance) -> a puzzle near this one, as *recipe* says but for its solutions, which may
    be any; None: none was found."""
    leaning: Callable[[Any, float], Any] = lambda recipe, _: recipe
    """(recipe, lean) -> the recipe of puzzles that are likely to be easier, towards 0, or harder, towards 1, in what it
    leaves free; 0.5: as without."""
    eased: Callable[[P, Any, Random], Sequence[P]] = lambda puzzle, *_: [puzzle]
    """(puzzle, solution, chance) -> puzzles with the same only solution, each likely to be easier than the one before,
    from *puzzle* on."""


@dataclass(frozen=True)
class Drafts(Part, Generic[P]):
    """Puzzles that have what a draft wants."""

    label = "drafts"
    complete: Callable[[Random, P, Any, bool, Budget], P]
    """(chance, draft, recipe, givens, budget) -> a unique puzzle; *recipe* is of the draft's size, with *givens* its
    given cells stay given. Raises as `Generator.generate`."""


@dataclass(frozen=True)
class Change(Generic[P]):
    """Clues that were changed, and the puzzle that they make."""

    edits: tuple[str, ...]
    """Sentences: what is changed."""
    puzzle: P
    changes: frozenset[Any]
    """The same, comparable: a part of it is a smaller change."""


@dataclass(frozen=True)
class Layouts(Part, Generic[P, S]):
    """Puzzles of drawn solutions."""

    label = "layouts"
    read: Callable[[str], tuple[P, S]]
    """The puzzle of a drawn layout, and the layout as its solution. InputError for what is none."""
    unique: Callable[[P, S, Budget], tuple[S | None, tuple[Change[P], ...], int]]
    """Another solution (None: there is none), the smallest changes that help, and how many at once were tried."""


@dataclass(frozen=True)
class Repairs(Part, Generic[P, O]):
    """Clues that are changed until there is a solution, or only one."""

    label = "search for repairs"
    changes: Callable[[P, O, int, Budget], Iterator[Change[P]]]
    """(puzzle, options, edits, budget) -> every solvable puzzle that differs from *puzzle* in exactly *edits* clues;
    others may be among them. Raises Undecided."""
    unique: Callable[[P, Sequence[Any]], Iterable[Change[P]]] = lambda *_: ()
    """(puzzle, solutions) -> small changes of a puzzle with several solutions that may leave one, beside `changes` and
    additional clues."""


@dataclass(frozen=True)
class AdditionalClue(Generic[S]):
    """A clue that a puzzle might have as well, since it is true of one of its solutions."""

    text: str
    """What it says."""
    what: tuple[Any, Any]
    """The same: which clue, and what it then is."""
    holds: Callable[[S], bool]
    """Whether it is true of another solution, also of one of the puzzle with some such clues."""
    short: str = ""
    """What it says among others; empty: the same."""


@dataclass(frozen=True)
class AdditionalClues(Part, Generic[P, S]):
    """Clues that a puzzle might have as well."""

    label = "additional clues"
    clues: Callable[[P, S], Sequence[AdditionalClue[S]]]
    """(puzzle, solution) -> those that are true of *solution*."""
    added: Callable[[P, dict[Any, Any]], P]
    """The puzzle with some of them: of each which it is, and what it then is."""


@dataclass(frozen=True)
class RemovableClues(Part, Generic[P]):
    """Clues that a puzzle may do without."""

    label = "clues that can be left out"
    clues: Callable[[P], Mapping[Statement, Any]]
    """Statements of the formula, each with which clue it is."""
    removed: Callable[[P, dict[Any, None]], P]
    """The puzzle without some of them: of each which it is, and None."""


@dataclass(frozen=True)
class GivenCells(Part, Generic[P]):
    """Cells that a puzzle gives."""

    label = "given cells"
    given: Callable[[P, Iterable[Mark]], P]
    """The puzzle with further given cells. UsageError for a mark that cannot be given."""
