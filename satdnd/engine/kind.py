"""What every puzzle kind offers, and how it is asked.

A kind is a package in `satdnd.kinds` with a class for its puzzles, one for its solutions, one for its options, an
`Encoding`, and in its module `kind` the object `KIND`. It offers ways of searching, which yield solutions; answers are
made by `satdnd.engine.solver` alone. `docs/adding-a-puzzle.md` is the checklist.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, ParamSpec, Protocol, TypeVar

from satdnd.draw.picture import Panel, Picture
from satdnd.engine.options import changed, formula_options
from satdnd.engine.settings import O, Settings
from satdnd.errors import InputError, UsageError
from satdnd.formats.fields import shown
from satdnd.formats.texts import Texts
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.registry import KINDS, kind_object, kinds_that
from satdnd.rules.cut import Cuts
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Fact, Formula, Literal

K = ParamSpec("K")
"""The options of a kind, as keyword arguments."""
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True)
class Fault:
    """One way in which a solution breaks the rules."""

    rule: str
    """The rule's id, as RULES and the messages name it: ``no-2x2``."""
    cells: tuple[Cell, ...]
    """Where; may be empty."""
    message: str
    """One sentence for people."""

    def to_json(self) -> dict[str, Any]:
        """``rule``, ``cells``, ``message``."""
        return {"rule": self.rule, "cells": [list(cell) for cell in self.cells], "message": self.message}


class Solution(Protocol):
    """Protocol: a solution of one kind; equal solutions compare equal and hash alike."""

    def to_json(self) -> dict[str, Any]:
        """One entry of ``solutions`` on the command line."""
        ...


class AnyPuzzle(Protocol):
    """Protocol: a puzzle of whatever kind; immutable."""

    @property
    def kind(self) -> str:
        """Name of its kind."""
        ...

    @property
    def name(self) -> str:
        """What people call it; may be empty."""
        ...


class Puzzle(AnyPuzzle, Protocol[K, S_co]):
    """Protocol: a puzzle of one kind. It knows by type what may be asked of it and what comes back."""

    @property
    def options(self) -> Callable[K, Settings]:
        """The class of its kind's options."""
        ...

    @property
    def solution_class(self) -> Callable[..., S_co]:
        """The class of its solutions."""
        ...


class Drawable:
    """A mixin for puzzles: they draw themselves in a terminal (``print``) and in a notebook (SVG)."""

    def _repr_svg_(self) -> str:
        """SVG, for notebooks."""
        from satdnd.draw.svg import render_panels

        return render_panels([Panel(getattr(self, "name", ""), kind_of(self).picture(self))])

    def __str__(self) -> str:
        from satdnd.draw.terminal import render

        return render(kind_of(self).picture(self))


P = TypeVar("P", bound="AnyPuzzle")
S = TypeVar("S", bound=Solution)


class Encoding(ABC, Generic[P, S]):
    """Puzzles compiled to one formula: one alone (*direct*), or a family told apart by facts (*template*)."""

    formula: Formula
    unknowns: Unknowns = Unknowns()
    """What the variables of the projection mean."""
    projection: Sequence[Literal]
    """The variables that tell two solutions apart: those of the unknowns."""
    resolved: Mapping[str, str] = {}
    """What options that said ``auto`` came to, for files that must be made again years later."""
    best_solver: str = "cadical195"
    """The solver that ``auto`` means: CaDiCaL 1.9.5 unless benchmarks found a better one for this encoding."""

    def facts(self, puzzle: P) -> list[Fact]:
        """What makes the formula that of *puzzle*, each literal with the clue that it stands for; none when direct."""
        return []

    def assumptions(self, puzzle: P) -> list[Literal]:
        """The literals of `facts`; a kind may have a faster way to them."""
        return [fact.literal for fact in self.facts(puzzle)]

    @abstractmethod
    def decode(self, puzzle: P, model: Sequence[Literal]) -> S:
        """The solution that *model* (``model[v-1]`` is ``v`` or ``-v``) stands for."""

    _read: tuple[Sequence[Literal], Bitboard] = (), 0

    def board(self, model: Sequence[Literal]) -> Bitboard:
        """The true variables of the projection in *model*, as bits; cuts and decoder ask one after the other."""
        if model is not self._read[0]:
            true = ["1" if x > 0 else "0" for x in model[len(self.projection) - 1 :: -1]] if self.projection else ["0"]
            self._read = model, int("".join(true), 2)
        return self._read[1]

    def signed(self, board: Bitboard) -> list[Literal]:
        """The other way round: one literal for each variable of the projection."""
        return [v if board >> v - 1 & 1 else -v for v in self.projection]

    def cuts(self, puzzle: P, model: Sequence[Literal]) -> list[Clause]:
        """Clauses that *model* violates and every solution satisfies, of every puzzle of this encoding; mostly none."""
        return []

    def connectivity(self, puzzle: P) -> Cuts | None:
        """What `cuts` stands for, of boards known in part; None where nothing is left to cuts."""
        return None

    def shown(self, puzzle: P) -> list[Literal]:
        """Literals of the projection that anybody sees in the puzzle, without a step (a given cell)."""
        return []

    @abstractmethod
    def literals(self, puzzle: P, solution: S) -> list[Literal]:
        """*solution* as literals of the projection."""

    def blocking_clause(self, puzzle: P, solution: S) -> Clause:
        """A clause that *solution* violates and every other solution of *puzzle* satisfies."""
        return [-x for x in self.literals(puzzle, solution)]


class Sessions(Protocol):
    """Protocol: the engine's warm solvers, one for each family of puzzles."""

    def search(self, asked: Asked[Any, Any, Any], *, eager: bool = False) -> AbstractContextManager[Any]:
        """The `satdnd.engine.search.Search` of the puzzle, warm by a template, its cost counted; *eager*: no cuts."""
        ...


@dataclass
class Asked(Generic[P, S, O]):
    """A question under way: what a way of searching is given, and what it tells beside the solutions."""

    kind: Kind[P, S, O]
    puzzle: P
    options: O
    budget: Budget
    sessions: Sessions
    way: Way[P, S, O]
    """The way that is taken."""
    stats: dict[str, Any] = field(default_factory=dict)
    """What it cost: ``method``, counts."""
    claims: dict[str, Any] = field(default_factory=dict)
    """What is claimed beyond the solutions (``bound``, ``states``): fields of the answer, which the referee checks."""
    reason: str = ""
    """Why there is no solution, where the search knows."""
    falsified_families: Callable[[S], list[str]] | None = None
    """The families of clauses that the model of a solution does not satisfy, where the last one came from a model."""


class Way(ABC, Generic[P, S, O]):
    """A way of searching, by its name. It yields solutions; it never builds an answer."""

    name: ClassVar[str]
    help: ClassVar[str]
    """One line: what it does, and for what it is good."""
    uses: ClassVar[frozenset[str]] = frozenset()
    """The settings of the engine that it heeds, of those that not every way does (`GUARDED`)."""
    counts: ClassVar[bool] = False
    """Whether `count` is faster than going through `solutions`."""

    @abstractmethod
    def solutions(self, asked: Asked[P, S, O]) -> Iterator[S]:
        """Every solution, each once. Raises Undecided, with the best found where that is no solution yet."""

    def count(self, asked: Asked[P, S, O]) -> int | None:
        """The number of solutions; None where `solutions` must be gone through. Raises Undecided."""
        return None

    def forced(self, asked: Asked[P, S, O]) -> tuple[S, dict[str, Any]] | None:
        """A solution, and what all have in common as JSON fields; None without a solution. Raises Undecided.

        Here by going through all solutions, for ways without a formula.
        """
        encoding = asked.kind.compiled(asked.puzzle, asked.kind.options(), asked.budget)
        first, common = None, set[Literal]()
        for solution in self.solutions(asked):
            literals = encoding.literals(asked.puzzle, solution)
            first, common = (solution, set(literals)) if first is None else (first, common & set(literals))
        return None if first is None else (first, encoding.unknowns.describe(sorted(common, key=abs)))


GUARDED = ("solver", "cardinality", "compilation", "connectivity")
"""Settings that a kind or a way refuses when it has no use for them."""


class Part:
    """What not every kind can do: each sort is a class in the room that uses it; a kind lists its own, `Kind.parts`."""

    label: ClassVar[str]
    """What a kind without it is said not to have."""


T = TypeVar("T", bound=Part)


@dataclass(frozen=True)
class Templates(Part, Generic[P, S, O]):
    """Formulas that many puzzles share, their clues being facts."""

    label = "template"
    family: Callable[[P, O], Hashable | None]
    """What the puzzles that share one template have in common (their size); None for one that is compiled alone."""
    encoding: Callable[[P, O, Budget], Encoding[P, S]]
    """Compile the family of a puzzle."""


@dataclass(frozen=True)
class Rules(Part, Generic[P, S, O]):
    """Rules as values."""

    label = "statements"
    book: Callable[[P, O], Rulebook[S]]
    """All that is said of a puzzle."""


@dataclass(frozen=True)
class OptionalRules(Part):
    """Rules that hold only under an option."""

    label = "optional rules"
    options: Mapping[str, str]
    """The option of each of these rules: ``topology tree``."""


class Kind(ABC, Generic[P, S, O]):
    """What every puzzle kind can do, and its parts; one instance of it, `KIND` in ``satdnd.kinds.<name>.kind``."""

    name: str
    title: str
    """The puzzle's name for people."""
    options: type[O]
    """Its options: `Settings` or a class derived from it."""
    texts: Texts[P, S]
    rules: Mapping[str, str]
    """Its rules: an id and a sentence each, in the order in which faults are told."""
    usual_size: tuple[int, int] = 8, 8
    """Rows and columns of a board that a setter begins with."""
    play: str
    """How it is played, in one paragraph for people who have a pencil."""
    ways: Sequence[Way[P, S, O]]
    """Its ways of searching; ``auto`` is the first, unless `auto_way` says otherwise."""
    choices: Mapping[str, tuple[str, ...]] = {}
    """Of the settings in `GUARDED` that it heeds (beside ``solver``): the values beside ``auto``."""
    parts: Sequence[Part] = ()
    """What it can do beside: templates, explanations, a generator, repairs ..."""

    def part(self, sort: type[T]) -> T | None:
        """Its part of that sort; None: it has none."""
        return next((part for part in self.parts if isinstance(part, sort)), None)

    def require(self, sort: type[T], label: str = "") -> T:
        """Its part of that sort. UsageError where it has none: it has no *label*, and these kinds have."""
        found = self.part(sort)
        if found is None:
            raise UsageError(f"{self.name} has no {label or sort.label}; these have: {', '.join(kinds_with(sort))}")
        return found

    def way(self, puzzle: P, options: O, *, counting: bool = False, bulk: int = 0) -> Way[P, S, O]:
        """The way that *options* name, for a number alone or for *bulk* puzzles. UsageError for none of its."""
        if options.way == "auto":
            fast = (way for way in self.ways if counting and way.counts and not unused_settings(options, way))
            return next(fast, None) or self.auto_way(puzzle, options, bulk=bulk)
        for way in self.ways:
            if way.name == options.way:
                return way
        raise UsageError(f"{self.name} has no search method {options.way!r}; it has: {', '.join(self.way_names)}")

    @property
    def way_names(self) -> tuple[str, ...]:
        """The names of its ways."""
        return tuple(way.name for way in self.ways)

    def auto_way(self, puzzle: P, options: O, *, bulk: int = 0) -> Way[P, S, O]:
        """The best way for *puzzle*; where it is one of *bulk*, one that takes long to load may be."""
        return self.ways[0]

    def refuse(self, options: O, way: Way[P, S, O]) -> None:
        """UsageError for a setting that this kind or *way* would swallow; it says which heed it."""
        for name in unused_settings(options, way):
            able = ", ".join(other.name for other in self.ways if name in other.uses)
            heed = f"these methods of {self.name} do: {able}" if able else f"no method of {self.name} does"
            raise UsageError(
                f"the search method {way.name!r} does not use the {name} {getattr(options, name)!r}; {heed}"
            )
        for name in GUARDED:
            value = getattr(options, name)
            if value == "auto" or name == "solver" or value in self.choices.get(name, ()):
                continue
            if name in self.choices:
                raise UsageError(f"{self.name} has no {name} {value!r}; known: {', '.join(self.choices[name])}")
            able = ", ".join(kinds_that(lambda kind, name=name: name in kind.choices))  # type: ignore[misc]  # bound now
            raise UsageError(f"{self.name} has no choice of {name}, found {value!r}; these kinds have: {able}")
        if options.compilation == "template" and options.outside:
            raise UsageError("an external program starts anew each time and cannot use a template: compile directly")

    def contradiction(self, puzzle: P, options: O) -> str | None:
        """Why there cannot be a solution, where that is seen without searching ("the row counts add up to ...")."""
        return None

    @abstractmethod
    def encoding(self, puzzle: P, options: O, *, eager: bool = False, budget: Budget | None = None) -> Encoding[P, S]:
        """Compile one puzzle; *eager* leaves nothing to cuts. Raises Undecided when *budget* does not reach."""

    @abstractmethod
    def empty(self, height: int, width: int) -> P:
        """A puzzle of that size for a setter to begin with; where there is a template, without clues.

        Raises UsageError, InputError: no such size.
        """

    def clauses(self, puzzle: P, options: O, *, eager: bool = False, template: bool = False) -> int:
        """About how many clauses `encoding` or a template has, within a factor of three; 0: not many."""
        return 0

    def compiled(
        self, puzzle: P, options: O, budget: Budget, *, eager: bool = False, template: bool = False
    ) -> Encoding[P, S]:
        """`encoding`, or its template; Undecided before it is tried where the memory would not suffice."""
        budget.check()
        budget.afford(self.clauses(puzzle, options, eager=eager, template=template))
        if template:
            return self.require(Templates).encoding(puzzle, options, budget)
        return self.encoding(puzzle, options, eager=eager, budget=budget)

    def formula_options(self, options: O) -> dict[str, str]:
        """The options that the formula depends on, as words; those that this kind does not heed are left out."""
        return {k: v for k, v in formula_options(options).items() if k not in GUARDED or k in self.choices}

    # judging

    @abstractmethod
    def faults(self, puzzle: P, solution: S, options: O) -> list[Fault]:
        """Everything that is wrong with *solution*, by the rules alone."""

    def accepts(self, puzzle: P, solution: S, options: O) -> bool:
        """Whether there is no fault; a kind may have a faster way to say so."""
        return not self.faults(puzzle, solution, options)

    def cross_check(self, puzzle: P, solution: S, options: O) -> str | None:
        """What a second, independent look (a graph) has against *solution*; None where it agrees or there is none."""
        return None

    # showing

    @abstractmethod
    def picture(
        self,
        puzzle: P,
        solution: S | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """A drawing of the puzzle, with a solution, with marked cells, or with what `Unknowns.describe` said."""

    def marks(self, puzzle: P, text: str) -> list[Mark]:
        """What a player's board says: rows as `board` and solutions write them, ``.`` for unknown, or a drawing.

        Raises:
            InputError: another number of rows or cells.
        """
        raise InputError(f"{self.name} has no board to mark")

    def board(self, puzzle: P, marks: Iterable[Mark]) -> dict[str, Any]:
        """What *marks* say, as `picture` takes it in *details*: the field ``forced`` of `Unknowns.describe`."""
        return {"forced": ["." * len(row) for row in self.picture(puzzle).tiles]}

    @abstractmethod
    def differences(self, puzzle: P, one: S, other: S) -> list[Cell]:
        """The cells that look different in two solutions."""

    def transcript(self, puzzle: P, solution: S) -> list[str]:
        """Lines that say what a picture cannot (the moves), to stand below it."""
        return []

    def remark(self, puzzle: P, solution: S) -> str:
        """One line about a solution for people ("a tree", "2 loops"); may be empty."""
        return ""


def asked_settings(options: Settings) -> list[str]:
    """The settings of `GUARDED` that are not ``auto``."""
    return [name for name in GUARDED if getattr(options, name) != "auto"]


def unused_settings(options: Settings, way: Way[Any, Any, Any]) -> list[str]:
    """Those of them that *way* makes no use of."""
    return [name for name in asked_settings(options) if name not in way.uses]


def kind_named(name: str) -> Kind[Any, Any, Any]:
    """The kind of that name; UsageError, with the known ones, for any other."""
    kind: Kind[Any, Any, Any] = kind_object(name)
    return kind


def kinds_with(sort: type[Part]) -> tuple[str, ...]:
    """The names of the kinds that have a part of that sort; imports all of them, as `kinds_that`."""
    return tuple(kinds_that(lambda kind: kind.part(sort) is not None))


def kind_of(puzzle: Any) -> Kind[Any, Any, Any]:
    """The kind of a puzzle. UsageError for what is none."""
    name = getattr(puzzle, "kind", None)
    if not isinstance(name, str) or name not in KINDS or type(puzzle) is type or not hasattr(puzzle, "solution_class"):
        raise UsageError(f"expected a puzzle (satdnd.load reads files, satdnd.Dungeon makes one), got {shown(puzzle)}")
    return kind_named(name)


def options_for(kind: Kind[Any, Any, O], options: Settings, wishes: Mapping[str, Any]) -> O:
    """*options* as those of *kind*, with *wishes* for options of its own.

    Raises:
        UsageError: an option that this kind does not have, with the kinds that have it; a value that does not fit.
    """
    own: type[O] = kind.options
    if type(options) is own and not wishes:
        return options
    values = {**changed(options), **wishes}
    known = own.__dataclass_fields__
    for name in values:
        if name not in known:
            able = ", ".join(kinds_that(lambda other, name=name: name in other.options.__dataclass_fields__))  # type: ignore[misc]  # bound now
            raise UsageError(f"{kind.name} has no option {name!r}" + (f"; these have: {able}" if able else ""))
    return own(**values)
