"""The parts of a kind for people who set puzzles: generator, drafts, repairs, clues to add and to leave out."""

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
    """What a generated puzzle should be like; each kind with a generator has a subclass."""


@dataclass(frozen=True)
class Generator(Part, Generic[P]):
    """A generator of new puzzles."""

    label = "generator"
    recipe: type[Recipe]
    """The class of its wishes."""
    generate: Callable[[Random, Any, Budget], P]
    """(rng, recipe, budget) -> a new puzzle. *rng* is the only source of randomness, so that a seed gives the
    same puzzle on every machine. Raises UsageError for a wish that makes no sense, Undecided, and CannotFulfil if no
    puzzle was found with these wishes; the message says how far it got.
    """
    varied: Callable[[P, Any, Any, Random], P | None] = lambda *_: None
    """(puzzle, solution, recipe, chance) -> a puzzle near this one that meets *recipe*, but may have any number of
    solutions; None: none was found.
    """
    biased: Callable[[Any, float], Any] = lambda recipe, _: recipe
    """(recipe, lean) -> a recipe that, in what *recipe* leaves free, tends to easier puzzles (lean towards 0) or harder
    ones (towards 1); 0.5: no change.
    """
    easier: Callable[[P, Any, Random], Sequence[P]] = lambda puzzle, *_: [puzzle]
    """(puzzle, solution, chance) -> puzzles with the same unique solution, beginning with *puzzle*, each likely to be
    easier than the one before.
    """
    notes: Callable[[P, Any], Mapping[str, Any] | None] = lambda *_: {}
    """(puzzle, recipe) -> what the extra fields of a new puzzle say about it; None: made easier, it no longer meets
    *recipe*.
    """


@dataclass(frozen=True)
class Drafts(Part, Generic[P]):
    """Puzzles that contain everything in a draft."""

    label = "drafts"
    complete: Callable[[Random, P, Any, bool, Budget], P]
    """(rng, draft, recipe, givens, budget) -> a unique puzzle; *recipe* has the draft's size; with *givens* the
    draft's given cells stay given. Raises as `Generator.generate`.
    """


@dataclass(frozen=True)
class Change(Generic[P]):
    """A change of clues, and the puzzle that it makes."""

    edits: tuple[str, ...]
    """Sentences that say what is changed."""
    puzzle: P
    changes: frozenset[Any]
    """The same as comparable values: a subset is a smaller change."""


@dataclass(frozen=True)
class Layouts(Part, Generic[P, S]):
    """Puzzles made from drawn solutions."""

    label = "layouts"
    read: Callable[[str], tuple[P, S]]
    """The puzzle of a drawn layout, and the layout as its solution. Raises InputError if the text is not a layout."""
    unique: Callable[[P, S, Budget], tuple[S | None, tuple[Change[P], ...], int]]
    """Another solution (None: there is none), the smallest changes that help, and the largest number tried at once."""


@dataclass(frozen=True)
class Repairs(Part, Generic[P, O]):
    """Changes of clues that make a puzzle solvable, or unique."""

    label = "search for repairs"
    changes: Callable[[P, O, int, Budget], Iterator[Change[P]]]
    """(puzzle, options, edits, budget) -> every solvable puzzle that differs from *puzzle* in exactly *edits* clues;
    others may be among them. Raises Undecided.
    """
    unique: Callable[[P, Sequence[Any]], Iterable[Change[P]]] = lambda *_: ()
    """(puzzle, solutions) -> further small changes of a puzzle with several solutions that may leave one, besides
    `changes` and additional clues.
    """


@dataclass(frozen=True)
class AdditionalClue(Generic[S]):
    """A clue that could be added to a puzzle, since it is true of one of its solutions."""

    text: str
    """The sentence."""
    what: tuple[Any, Any]
    """The clue's key and value, for `AdditionalClues.added`."""
    holds: Callable[[S], bool]
    """Whether it is true of another solution, possibly one of the puzzle with some such clues added."""
    short: str = ""
    """A short form for lists; empty: same as `text`."""


@dataclass(frozen=True)
class AdditionalClues(Part, Generic[P, S]):
    """Clues that could be added to a puzzle."""

    label = "additional clues"
    clues: Callable[[P, S], Sequence[AdditionalClue[S]]]
    """(puzzle, solution) -> the clues that are true of *solution*."""
    added: Callable[[P, dict[Any, Any]], P]
    """(puzzle, {key: value}) -> the puzzle with these clues added."""


@dataclass(frozen=True)
class RemovableClues(Part, Generic[P]):
    """Clues that could be left out of a puzzle."""

    label = "clues that can be left out"
    clues: Callable[[P], Mapping[Statement, Any]]
    """Statements of the formula, each with the key of its clue."""
    removed: Callable[[P, dict[Any, None]], P]
    """(puzzle, {key: None}) -> the puzzle without these clues."""


@dataclass(frozen=True)
class GivenCells(Part, Generic[P]):
    """Cells that a puzzle gives."""

    label = "given cells"
    given: Callable[[P, Iterable[Mark]], P]
    """The puzzle with further given cells. Raises UsageError for a mark that cannot be given."""
