"""The parts of a kind for people who set puzzles: generator, drafts, repairs, additional and removable clues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from satdnd.engine.kind import P, Part, S
from satdnd.engine.options import Declared, WantedGrade, option
from satdnd.engine.settings import O
from satdnd.rules.unknowns import Mark
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Statement


@dataclass(frozen=True, kw_only=True)
class Recipe(Declared):
    """The options of a generator; each kind with a generator has a subclass. Those that all have are handled by
    `satdnd.setter.generator`, not by `Generator.generate`.
    """

    difficulty: WantedGrade | None = option(None, "How hard, as 'satdnd rate' says [default: up to hard, to 12x12].")
    technique: str | None = option(None, "A technique that 'satdnd explain' names in its solution.")
    techniques: bool = option(False, "Note all such techniques.")


@dataclass(frozen=True)
class Generator(Part, Generic[P]):
    """A generator of new puzzles."""

    label = "generator"
    recipe: type[Recipe]
    """The class of its options."""
    generate: Callable[[Random, Any, Budget], P]
    """(rng, recipe, budget) -> a new puzzle. *rng* is the only source of randomness, so a seed gives the same puzzle on
    every machine. Raises UsageError for impossible options, Undecided, or CannotFulfil if no puzzle was found; the
    message says how close it came."""
    varied: Callable[[P, Any, Any, Random], P | None] = lambda *_: None
    """(puzzle, solution, recipe, rng) -> a similar puzzle that meets *recipe* and has any number of solutions; None if
    none was found."""
    biased: Callable[[Any, float], Any] = lambda recipe, _: recipe
    """(recipe, lean) -> a recipe that, where *recipe* leaves a choice, tends to easier puzzles (lean towards 0) or
    harder ones (towards 1); 0.5 changes nothing."""
    easier: Callable[[P, Any, Random], Sequence[P]] = lambda puzzle, *_: [puzzle]
    """(puzzle, solution, rng) -> puzzles with the same unique solution, or its last moves, starting with *puzzle*, each
    probably easier than the one before."""
    own_technique: bool = False
    """Whether *generate* itself meets the recipe's technique: it is the hardest one needed."""
    notes: Callable[[P, Any], Mapping[str, Any] | None] = lambda *_: {}
    """(puzzle, recipe) -> the extra fields of a new puzzle; None if the puzzle, made easier, no longer meets
    *recipe*."""


@dataclass(frozen=True)
class Drafts(Part, Generic[P]):
    """Completion of drafts to puzzles."""

    label = "drafts"
    complete: Callable[[Random, P, Any, bool, Budget], P]
    """(rng, draft, recipe, givens, budget) -> a unique puzzle; *recipe* has the draft's size; with *givens* the
    draft's given cells stay given. Raises as `Generator.generate`.
    """


@dataclass(frozen=True)
class Change(Generic[P]):
    """A change of clues, and the puzzle that it makes."""

    edits: tuple[str, ...]
    """Sentences that describe the change."""
    puzzle: P
    changes: frozenset[Any]
    """The same as comparable values; a subset is a smaller change."""


@dataclass(frozen=True)
class Layouts(Part, Generic[P, S]):
    """Puzzles from drawn solutions."""

    label = "layouts"
    read: Callable[[str], tuple[P, S]]
    """The puzzle of a drawn layout, and the layout as its solution. Raises InputError if the text is not a layout."""
    unique: Callable[[P, S, Budget], tuple[S | None, tuple[Change[P], ...], int]]
    """(puzzle, solution, budget) -> another solution (None: there is none), the smallest changes that make it unique,
    and the largest number of simultaneous changes tried."""


@dataclass(frozen=True)
class Repairs(Part, Generic[P, O]):
    """Changes of clues that make a puzzle solvable or unique."""

    label = "search for repairs"
    changes: Callable[[P, O, int, Budget], Iterator[Change[P]]]
    """(puzzle, options, edits, budget) -> puzzles that differ from *puzzle* in exactly *edits* clues, among them all
    that are solvable. Raises Undecided."""
    unique: Callable[[P, Sequence[Any]], Iterable[Change[P]]] = lambda *_: ()
    """(puzzle, solutions) -> further small changes of a puzzle with several solutions that may make it unique, besides
    `changes` and additional clues."""


@dataclass(frozen=True)
class AdditionalClue(Generic[S]):
    """A clue that could be added to a puzzle, as it is true of one of its solutions."""

    text: str
    """The sentence."""
    what: tuple[Any, Any]
    """The clue's key and value, for `AdditionalClues.added`."""
    holds: Callable[[S], bool]
    """Whether it is true of a given solution."""
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
    """Clues that could be removed from a puzzle."""

    label = "clues that can be left out"
    clues: Callable[[P], Mapping[Statement, Any]]
    """Statements of the formula, each with the key of its clue."""
    removed: Callable[[P, dict[Any, None]], P]
    """(puzzle, {key: None}) -> the puzzle without these clues."""


@dataclass(frozen=True)
class GivenCells(Part, Generic[P]):
    """Given cells of a puzzle."""

    label = "given cells"
    given: Callable[[P, Iterable[Mark]], P]
    """(puzzle, marks) -> the puzzle with further given cells. Raises UsageError for a mark that cannot be given."""
