"""The interface of a puzzle kind.

A kind is a package in `satdnd.kinds` with a class for its puzzles, one for its solutions, one for its options, an
`Encoding`, and, in its module `kind`, the object `KIND`. Its search methods (`Way`) yield solutions; only
`satdnd.engine.solver` makes answers. `docs/adding-a-puzzle.md` is the checklist.
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
from satdnd.formats.texts import Texts
from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.grid.fields import shown
from satdnd.registry import KINDS, kind_object, kinds_that
from satdnd.rules.cut import Cuts
from satdnd.rules.rulebook import Rulebook
from satdnd.rules.unknowns import Mark, Unknowns
from satdnd.sat import DEFAULT_SOLVER
from satdnd.sat.budget import Budget
from satdnd.sat.collector import paused_collector
from satdnd.sat.formula import Clause, Fact, Formula, Literal
from satdnd.sat.watch import watched

K = ParamSpec("K")
"""The options of a kind, as keyword arguments."""
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True)
class Fault:
    """One way in which a solution breaks the rules."""

    rule: str
    """The rule's id, as in `Kind.rules` and in messages: ``no-2x2``."""
    cells: tuple[Cell, ...]
    """The cells involved; may be empty."""
    message: str
    """One sentence for people."""

    def to_json(self) -> dict[str, Any]:
        """``rule``, ``cells``, ``message``."""
        return {"rule": self.rule, "cells": [list(cell) for cell in self.cells], "message": self.message}


class Solution(Protocol):
    """Protocol: a solution of one kind. Equal solutions compare equal and have the same hash."""

    def to_json(self) -> dict[str, Any]:
        """One entry of ``solutions`` in an answer's JSON."""
        ...


class AnyPuzzle(Protocol):
    """Protocol: a puzzle of any kind; immutable."""

    @property
    def kind(self) -> str:
        """The name of its kind."""
        ...

    @property
    def name(self) -> str:
        """Its name for people; may be empty."""
        ...


class Puzzle(AnyPuzzle, Protocol[K, S_co]):
    """Protocol: a puzzle of one kind. Its type determines which options questions take, and the type of solutions."""

    @property
    def options(self) -> Callable[K, Settings]:
        """The class of its kind's options."""
        ...

    @property
    def solution_class(self) -> Callable[..., S_co]:
        """The class of its solutions."""
        ...


class Drawable:
    """A mixin that draws puzzles in a terminal (``print``) and in a notebook (SVG)."""

    notices: ClassVar[Sequence[str]] = ()
    """What is unusual about a puzzle, and could be a mistake; commands say it on standard error."""

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
    """Puzzles compiled to one formula: a single one (*direct*), or a family distinguished by facts (*template*)."""

    formula: Formula
    unknowns: Unknowns = Unknowns()
    """The meanings of the projection's variables."""
    projection: Sequence[Literal]
    """The variables that distinguish solutions: those of the unknowns."""
    resolved: Mapping[str, str] = {}
    """The values chosen for options set to ``auto``, recorded so that files can be reproduced later."""
    best_solver: str = DEFAULT_SOLVER
    """The solver that ``auto`` means: CaDiCaL 1.9.5 unless benchmarks found a better one for this encoding."""

    def facts(self, puzzle: P) -> list[Fact]:
        """The facts that make the formula that of *puzzle*, each a literal and its clue; empty if direct."""
        return []

    def assumptions(self, puzzle: P) -> list[Literal]:
        """The literals of `facts`; a kind may compute them faster."""
        return [fact.literal for fact in self.facts(puzzle)]

    @abstractmethod
    def decode(self, puzzle: P, model: Sequence[Literal]) -> S:
        """The solution represented by *model* (``model[v-1]`` is ``v`` or ``-v``)."""

    _read: tuple[Sequence[Literal], Bitboard] = (), 0

    def board(self, model: Sequence[Literal]) -> Bitboard:
        """The true variables of the projection in *model*, as bits. Cached for repeated calls with one model."""
        if model is not self._read[0]:
            true = ["1" if x > 0 else "0" for x in model[len(self.projection) - 1 :: -1]] if self.projection else ["0"]
            self._read = model, int("".join(true), 2)
        return self._read[1]

    def signed(self, board: Bitboard) -> list[Literal]:
        """The reverse of `board`: one literal for each variable of the projection."""
        return [v if board >> v - 1 & 1 else -v for v in self.projection]

    def cuts(self, puzzle: P, model: Sequence[Literal]) -> list[Clause]:
        """Clauses that *model* violates and every solution of every puzzle of this encoding satisfies; usually none."""
        return []

    def connectivity(self, puzzle: P) -> Cuts | None:
        """The rule enforced by `cuts`, for partial boards; None if there are no cuts."""
        return None

    def shown(self, puzzle: P) -> list[Literal]:
        """Literals of the projection that are visible in the puzzle without any step (given cells)."""
        return []

    @abstractmethod
    def literals(self, puzzle: P, solution: S) -> list[Literal]:
        """*solution* as literals of the projection."""

    def blocking_clause(self, puzzle: P, solution: S) -> Clause:
        """A clause that *solution* violates and every other solution of *puzzle* satisfies."""
        return [-x for x in self.literals(puzzle, solution)]


class Sessions(Protocol):
    """Protocol: the engine's warm solvers, one for each family of puzzles."""

    def search(self, question: Question[Any, Any, Any], *, eager: bool = False) -> AbstractContextManager[Any]:
        """A context with the `satdnd.engine.search.Search` for the puzzle, warm if it has a template; adds its cost to
        `Question.stats`.

        *eager*: without cuts.
        """
        ...


@dataclass
class Question(Generic[P, S, O]):
    """A question in progress: the input of a search method, and its results besides the solutions."""

    kind: Kind[P, S, O]
    puzzle: P
    options: O
    budget: Budget
    sessions: Sessions
    way: Way[P, S, O]
    """The search method in use."""
    stats: dict[str, Any] = field(default_factory=dict)
    """The cost: ``method``, counts."""
    claims: dict[str, Any] = field(default_factory=dict)
    """Claims beyond the solutions (``bound``, ``states``): fields of the answer, which the referee checks."""
    reason: str = ""
    """Why there is no solution, if the search knows."""
    falsified_families: Callable[[S], list[str]] | None = None
    """Returns the families of clauses that a solution's model does not satisfy; None unless it came from a model."""


class Way(ABC, Generic[P, S, O]):
    """A search method with a name. It yields solutions; it never makes an answer."""

    name: ClassVar[str]
    help: ClassVar[str]
    """One line: what it does, and for which puzzles."""
    uses: ClassVar[frozenset[str]] = frozenset()
    """Which of the engine's settings in `GUARDED` it uses."""
    counts: ClassVar[bool] = False
    """Whether `count` is faster than going through `solutions`."""

    @abstractmethod
    def solutions(self, question: Question[P, S, O]) -> Iterator[S]:
        """Yield every solution once. Raises Undecided, with the best board found if it is not yet a solution."""

    def count(self, question: Question[P, S, O]) -> int | None:
        """The number of solutions; None if `solutions` must be counted instead. Raises Undecided."""
        return None

    def forced(self, question: Question[P, S, O]) -> tuple[S, dict[str, Any]] | None:
        """A solution, and the common part of all solutions as JSON fields; None without a solution. Raises Undecided.

        This implementation enumerates all solutions, for methods without a formula.
        """
        encoding = question.kind.compiled(question.puzzle, question.kind.options(), question.budget)
        first, common = None, set[Literal]()
        for solution in self.solutions(question):
            literals = encoding.literals(question.puzzle, solution)
            first, common = (solution, set(literals)) if first is None else (first, common & set(literals))
        return None if first is None else (first, encoding.unknowns.describe(sorted(common, key=abs)))


_AT_ONCE = 400
"""The most cells of boards whose contradictions are looked for without a timer: in bulk, starting it would show."""
GUARDED = ("solver", "cardinality", "compilation", "connectivity")
"""Settings that a kind or a way refuses if it does not use them."""


class Part:
    """An optional ability of a kind. Subclasses are in the rooms that use them; `Kind.parts` lists a kind's own."""

    label: ClassVar[str]
    """The name of the ability in messages about kinds without it."""


T = TypeVar("T", bound=Part)


@dataclass(frozen=True)
class Templates(Part, Generic[P, S, O]):
    """Formulas shared by many puzzles, with their clues as facts."""

    label = "template"
    family: Callable[[P, O], Hashable | None]
    """(puzzle, options) -> a key shared by the puzzles of one template (their size); None if compiled alone."""
    encoding: Callable[[P, O, Budget], Encoding[P, S]]
    """(puzzle, options, budget) -> the template of the puzzle's family."""


@dataclass(frozen=True)
class Rules(Part, Generic[P, S, O]):
    """The rules of a kind as values."""

    label = "statements"
    book: Callable[[P, O], Rulebook[S]]
    """All statements about a puzzle."""


@dataclass(frozen=True)
class OptionalRules(Part):
    """Rules that hold only under an option."""

    label = "optional rules"
    options: Mapping[str, str]
    """By rule: its option, such as ``topology tree``."""


class Kind(ABC, Generic[P, S, O]):
    """A puzzle kind. Each kind has one instance, `KIND` in ``satdnd.kinds.<name>.kind``."""

    name: str
    title: str
    """The puzzle's name for people."""
    options: type[O]
    """The class of its options: `Settings` or a subclass."""
    texts: Texts[P, S]
    rules: Mapping[str, str]
    """Its rules, an id and a sentence each, in the order in which faults are reported."""
    usual_size: tuple[int, int] = 8, 8
    """The default rows and columns of a new board."""
    play: str
    """The rules in one paragraph, for people with a pencil."""
    ways: Sequence[Way[P, S, O]]
    """Its search methods; ``auto`` is the first, unless `auto_way` overrides it."""
    choices: Mapping[str, tuple[str, ...]] = {}
    """For each setting in `GUARDED` that it uses (besides ``solver``): the values other than ``auto``."""
    parts: Sequence[Part] = ()
    """Its optional abilities: templates, explanations, a generator, repairs ..."""

    def part(self, sort: type[T]) -> T | None:
        """Its part of class *sort*, or None."""
        return next((part for part in self.parts if isinstance(part, sort)), None)

    def require(self, sort: type[T], label: str = "") -> T:
        """Its part of class *sort*. Raises UsageError, which names the kinds that have one, if it has none.

        *label* replaces the name of the ability in the message.
        """
        found = self.part(sort)
        if found is None:
            raise UsageError(f"{self.name} has no {label or sort.label}; these have: {', '.join(kinds_with(sort))}")
        return found

    def way(self, puzzle: P, options: O, *, counting: bool = False, bulk: int = 0) -> Way[P, S, O]:
        """The search method named by *options*, for counting or for *bulk* puzzles. Raises UsageError if unknown."""
        if options.way == "auto":
            fast = (way for way in self.ways if counting and way.counts and not unused_settings(options, way))
            return next(fast, None) or self.auto_way(puzzle, options, bulk=bulk)
        for way in self.ways:
            if way.name == options.way:
                return way
        raise UsageError(f"{self.name} has no search method {options.way!r}; it has: {', '.join(self.way_names)}")

    @property
    def way_names(self) -> tuple[str, ...]:
        """The names of its search methods."""
        return tuple(way.name for way in self.ways)

    def auto_way(self, puzzle: P, options: O, *, bulk: int = 0) -> Way[P, S, O]:
        """The best search method for *puzzle*; for one of *bulk* puzzles it may take long to load."""
        return self.ways[0]

    def validate_settings(self, options: O, way: Way[P, S, O]) -> None:
        """Raise UsageError for a setting that this kind or *way* would ignore, with the methods that use it."""
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
            raise UsageError(
                "an external program starts from scratch each time and cannot use a template: use --compilation direct"
            )

    def contradiction(self, puzzle: P, options: O) -> str | None:
        """Why there is no solution, if that needs no search ("the row counts add up to ..."); else None."""
        return None

    def refuted(self, puzzle: P, options: O, budget: Budget) -> str | None:
        """`contradiction`; for more than `_AT_ONCE` cells interrupted when *budget* is spent. Raises Undecided."""
        sides = getattr(puzzle, "height", _AT_ONCE), getattr(puzzle, "width", _AT_ONCE)
        if sides[0] * sides[1] <= _AT_ONCE:
            return self.contradiction(puzzle, options)
        return watched(budget, lambda: self.contradiction(puzzle, options))

    @abstractmethod
    def encoding(self, puzzle: P, options: O, *, eager: bool = False, budget: Budget | None = None) -> Encoding[P, S]:
        """Compile one puzzle; with *eager*, nothing is left to cuts. Raises Undecided if *budget* does not suffice."""

    @abstractmethod
    def empty(self, height: int, width: int) -> P:
        """An empty puzzle of that size; without clues if there is a template.

        Raises:
            UsageError, InputError: the kind has no such size.
        """

    def clauses(self, puzzle: P, options: O, *, eager: bool = False, template: bool = False) -> int:
        """The approximate number of clauses of `encoding` or a template, within a factor of three; 0: not many."""
        return 0

    def compiled(
        self, puzzle: P, options: O, budget: Budget, *, eager: bool = False, template: bool = False
    ) -> Encoding[P, S]:
        """`encoding`, or the template; raises Undecided at once if the memory would not suffice."""

        def made() -> Encoding[P, S]:
            """Estimated, then encoded."""
            budget.check()
            budget.afford(self.clauses(puzzle, options, eager=eager, template=template))
            budget.check()
            if template:
                return self.require(Templates).encoding(puzzle, options, budget)
            return self.encoding(puzzle, options, eager=eager, budget=budget)

        with paused_collector():
            return watched(budget, made)

    def formula_options(self, options: O) -> dict[str, str]:
        """The options that determine the formula, as strings, without those that this kind does not use."""
        return {k: v for k, v in formula_options(options).items() if k not in GUARDED or k in self.choices}

    # checks

    @abstractmethod
    def faults(self, puzzle: P, solution: S, options: O) -> list[Fault]:
        """All faults of *solution*, by the rules alone."""

    def accepts(self, puzzle: P, solution: S, options: O) -> bool:
        """Whether there are no faults; a kind may have a faster implementation."""
        return not self.faults(puzzle, solution, options)

    def cross_check(self, puzzle: P, solution: S, options: O) -> str | None:
        """The objection of a second, independent check (a graph) to *solution*; None if it agrees or does not exist."""
        return None

    # display

    @abstractmethod
    def picture(
        self,
        puzzle: P,
        solution: S | None = None,
        *,
        marked: Iterable[Cell] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Picture:
        """A drawing of the puzzle, optionally with a solution, marked cells, or *details* from `Unknowns.describe`."""

    def marks(self, puzzle: P, text: str) -> list[Mark]:
        """The marks on a player's board: rows as in `board` and in solutions, ``.`` for unknown, or a drawing.

        Raises:
            InputError: another number of rows or cells.
        """
        raise InputError(f"{self.name} has no board to mark")

    def board(self, puzzle: P, marks: Iterable[Mark]) -> dict[str, Any]:
        """*marks* as `picture` takes them in *details*: the field ``forced`` of `Unknowns.describe`."""
        return {"forced": ["." * len(row) for row in self.picture(puzzle).tiles]}

    @abstractmethod
    def differences(self, puzzle: P, one: S, other: S) -> list[Cell]:
        """The cells that look different in two solutions."""

    def transcript(self, puzzle: P, solution: S) -> list[str]:
        """Lines below a picture for what it cannot show (the moves)."""
        return []

    def remark(self, puzzle: P, solution: S) -> str:
        """A remark about a solution ("a tree", "2 loops"); may be empty."""
        return ""


def asked_settings(options: Settings) -> list[str]:
    """The settings of `GUARDED` that are not ``auto``."""
    return [name for name in GUARDED if getattr(options, name) != "auto"]


def unused_settings(options: Settings, way: Way[Any, Any, Any]) -> list[str]:
    """Those of `asked_settings` that *way* does not use."""
    return [name for name in asked_settings(options) if name not in way.uses]


def kind_named(name: str) -> Kind[Any, Any, Any]:
    """The kind of that name. Raises UsageError, with the known names, for any other."""
    kind: Kind[Any, Any, Any] = kind_object(name)
    return kind


def kinds_with(sort: type[Part]) -> tuple[str, ...]:
    """The names of the kinds that have a part of class *sort*; imports all kinds, like `kinds_that`."""
    return tuple(kinds_that(lambda kind: kind.part(sort) is not None))


def kind_of(puzzle: Any) -> Kind[Any, Any, Any]:
    """The kind of a puzzle. Raises UsageError if *puzzle* is not a puzzle."""
    name = getattr(puzzle, "kind", None)
    if not isinstance(name, str) or name not in KINDS or type(puzzle) is type or not hasattr(puzzle, "solution_class"):
        raise UsageError(f"expected a puzzle (satdnd.load reads files, satdnd.Dungeon makes one), got {shown(puzzle)}")
    return kind_named(name)


def options_for(kind: Kind[Any, Any, O], options: Settings, wishes: Mapping[str, Any]) -> O:
    """Convert *options* to the options of *kind*, with *wishes* for the kind's own options.

    Raises:
        UsageError: an option that this kind does not have, with the kinds that have it; an invalid value.
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
