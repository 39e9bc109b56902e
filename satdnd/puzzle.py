"""What every puzzle kind offers, what comes back from a question, and the registry of kinds.

A kind is a package in `satdnd.puzzles` with a class for its puzzles, one for its solutions, an `Encoding`, and in its
module `kind` the object `KIND` that the registry finds by name. `docs/adding-a-puzzle.md` is the checklist.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from satdnd.bitboard import Cell
from satdnd.draw.picture import Picture
from satdnd.errors import InputError, UsageError
from satdnd.formula import Clause, Formula, Literal

KIND_NAMES = ("dungeon", "queens", "unattacked", "sudoku", "inshi", "hashi", "klotski")
"""Every kind, by the name of its package in `satdnd.puzzles`."""

SOLVED = "solved"
UNIQUE = "unique"
MULTIPLE = "multiple"
UNSOLVABLE = "unsolvable"
UNDECIDED = "undecided"
VALID = "valid"
INVALID = "invalid"
ERROR = "error"


class Drawn:
    """A mixin for puzzles and answers: they draw themselves in a terminal (``print``) and in a notebook (SVG)."""

    def _drawing(self) -> Picture:
        return kind_of(self).picture(self)  # type: ignore[arg-type]  # a puzzle class; answers have their own

    def _repr_svg_(self) -> str:
        """SVG, for notebooks."""
        from satdnd.draw.svg import render

        return render(self._drawing())

    def __str__(self) -> str:
        from satdnd.draw.terminal import render

        return render(self._drawing())


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


CHOICES = {
    "topology": ("connected", "tree", "local"),
    "compilation": ("auto", "direct", "template"),
    "connectivity": ("auto", "lazy", "planar", "ordered"),
    "engine": ("auto", "sat", "search"),
}
"""What some settings may be; a solver and an encoding are looked up where they are used."""


@dataclass(frozen=True)
class Settings:
    """How a question is answered; the same for every kind, each taking what concerns it."""

    topology: str = "connected"
    """``connected``, ``tree`` or ``local``; dungeon only."""
    solver: str = "auto"
    """A solver of PySAT, ``external:COMMAND``, a way of the kind's own (``backtrack``), or ``auto``."""
    cardinality: str = "auto"
    """An encoding of `satdnd.encodings.cardinality.NAMES`, or ``auto``: what the benchmarks found best."""
    compilation: str = "auto"
    """``direct``, ``template``, or ``auto``: the template while the board is small."""
    connectivity: str = "auto"
    """``lazy`` (cuts), a self-contained encoding (``planar``, ``ordered``), or ``auto``: lazy when solving, the kind's
    best self-contained one for export and proofs."""
    timeout: float | None = None
    """Seconds for each puzzle; None: no limit."""
    graph_check: bool = True
    """Check solutions with the graph as well; bulk work may do without."""
    engine: str = "auto"
    """``sat`` or ``search`` where a kind has both; ``auto``: the kind's best."""
    metric: str | None = None
    """What counts as a move (klotski: ``step``, ``slide``, ``move``); None: as the puzzle says."""
    steps: int | None = None
    """The number of moves that an exported formula allows (klotski)."""
    techniques: tuple[str, ...] | None = None
    """The only techniques that an explanation may use; None: all."""

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                raise UsageError(f"unknown {name} {getattr(self, name)!r}; known: {', '.join(known)}")


@dataclass(frozen=True)
class Step:
    """One step of an explanation."""

    cells: tuple[tuple[int, int, str], ...]
    """(row, column, what is known of it now)."""
    technique: str
    """Name of the technique used."""
    text: str
    """One sentence: what follows, and why."""
    reasons: tuple[str, ...] = ()
    """The facts that it follows from."""

    def to_json(self) -> dict[str, Any]:
        """``cells``, ``technique``, ``reasons``, ``text``."""
        return {
            "cells": [list(cell) for cell in self.cells],
            "technique": self.technique,
            "reasons": list(self.reasons),
            "text": self.text,
        }


@dataclass(frozen=True)
class Explanation:
    """A solution as steps, and how hard they are."""

    status: str
    """As the answer to ``unique``."""
    steps: tuple[Step, ...]
    grade: str
    """The hardest technique needed."""
    summary: Mapping[str, int]
    """How many cells each technique placed."""


class Solution(Protocol):
    """Protocol: a solution of one kind; equal solutions compare equal and hash alike."""

    def to_json(self) -> dict[str, Any]:
        """One entry of ``solutions`` on the command line."""
        ...


class Puzzle(Protocol):
    """Protocol: a puzzle of one kind; immutable."""

    @property
    def kind(self) -> str:
        """Name of its kind."""
        ...

    @property
    def name(self) -> str:
        """What people call it; may be empty."""
        ...


P = TypeVar("P", bound=Puzzle)
S = TypeVar("S", bound=Solution)


class Encoding(ABC, Generic[P, S]):
    """Puzzles compiled to one formula: one alone (*direct*), or a family told apart by assumptions (*template*)."""

    formula: Formula
    projection: Sequence[Literal]
    """The variables that tell two solutions apart."""
    resolved: Mapping[str, str] = {}
    """What settings that said ``auto`` came to, for files that must be made again years later."""
    best_solver: str = "cadical195"
    """The solver that ``auto`` means: CaDiCaL 1.9.5 unless benchmarks found a better one for this encoding."""

    def assumptions(self, puzzle: P) -> list[Literal]:
        """The literals that make the formula that of *puzzle*; none for a direct encoding."""
        return []

    @abstractmethod
    def decode(self, puzzle: P, model: Sequence[Literal]) -> S:
        """The solution that *model* (``model[v-1]`` is ``v`` or ``-v``) stands for."""

    def cuts(self, puzzle: P, model: Sequence[Literal]) -> list[Clause]:
        """Clauses that *model* violates and every solution satisfies, of every puzzle of this encoding; mostly none."""
        return []

    @abstractmethod
    def literals(self, puzzle: P, solution: S) -> list[Literal]:
        """*solution* as literals of the projection."""

    def blocking_clause(self, puzzle: P, solution: S) -> Clause:
        """A clause that *solution* violates and every other solution of *puzzle* satisfies."""
        return [-x for x in self.literals(puzzle, solution)]

    def sentence(self, literal: Literal) -> str:
        """What a literal of the projection says, for people."""
        return ("" if literal > 0 else "not ") + self.formula.meaning(abs(literal))

    def describe(self, puzzle: P, literals: Iterable[Literal]) -> dict[str, Any]:
        """What *literals* of the projection say of *puzzle*, as JSON fields: for ``forced``."""
        return {"literals": [self.sentence(x) for x in literals]}


class Kind(ABC, Generic[P, S]):
    """Everything that a puzzle kind can do; one instance of it, `KIND` in ``satdnd.puzzles.<name>.kind``."""

    name: str
    title: str
    """The puzzle's name for people."""
    suffixes: tuple[str, ...]
    """Endings of its text files, with the dot."""
    text_styles: tuple[str, ...] = ("text",)
    """Text formats that `to_text` writes."""
    rules: tuple[str, ...] = ()
    """The ids of its rules, in the order in which faults are told."""
    certifies: bool = True
    """Whether ``unique`` and ``unsolvable`` are claims about one formula, which a certificate can hold."""
    options: tuple[str, ...] = ()
    """Settings that change what its answers mean (``topology``)."""
    solvers: tuple[str, ...] = ()
    """Ways of its own to search, by the name that ``--solver`` takes."""

    # texts

    @abstractmethod
    def from_json(self, record: Mapping[str, Any]) -> P:
        """Read one JSON object; InputError names the field."""

    @abstractmethod
    def to_json(self, puzzle: P) -> dict[str, Any]:
        """The puzzle as one JSON object."""

    @abstractmethod
    def read_text(self, text: str) -> Iterator[P | InputError]:
        """Every puzzle in a text of this kind, an error in the place of each that cannot be read."""

    @abstractmethod
    def to_text(self, puzzle: P, style: str = "text") -> str:
        """The puzzle in one of `text_styles`, with a final newline."""

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Whether a text looks like puzzles of this kind."""

    @abstractmethod
    def read_solutions(self, text: str, puzzle: P) -> Iterator[S | InputError]:
        """Every solution in *text*, an error in the place of each that cannot be read."""

    # solving

    def contradiction(self, puzzle: P, settings: Settings) -> str | None:
        """Why there cannot be a solution, where that is seen without searching ("the row counts add up to ...")."""
        return None

    @abstractmethod
    def encoding(self, puzzle: P, settings: Settings, *, eager: bool = False) -> Encoding[P, S]:
        """Compile one puzzle; *eager* leaves nothing to cuts."""

    def family(self, puzzle: P, settings: Settings) -> Hashable | None:
        """What the puzzles that share one template have in common (their size); None where there is no template."""
        return None

    def template(self, puzzle: P, settings: Settings) -> Encoding[P, S]:
        """Compile the family of *puzzle*."""
        raise UsageError(f"{self.name} has no template")

    def search(self, puzzle: P, settings: Settings, stats: dict[str, Any], deadline: float | None) -> Iterator[S]:
        """Every solution by the way of its own that ``settings.solver`` names; raises Undecided at the deadline."""
        raise UsageError(f"{self.name} has no way of its own called {settings.solver!r}")

    def answer(self, puzzle: P, question: str, settings: Settings, limit: int | None) -> Answer | None:
        """The whole answer to *question* (``solve``, ``unique``, ``forced``) where SAT is the wrong tool; else None.

        For kinds whose ``solve`` means something else than "a model of the clauses": an optimum, a shortest way.
        The kind checks what it answers by its own `faults`.
        """
        return None

    def count(self, puzzle: P, settings: Settings, deadline: float | None) -> int | None:
        """The number of solutions by a faster way than enumerating them; None where there is none."""
        return None

    # judging

    @abstractmethod
    def faults(self, puzzle: P, solution: S, settings: Settings) -> list[Fault]:
        """Everything that is wrong with *solution*, by the rules alone."""

    def accepts(self, puzzle: P, solution: S, settings: Settings) -> bool:
        """Whether there is no fault; a kind may have a faster way to say so."""
        return not self.faults(puzzle, solution, settings)

    def cross_check(self, puzzle: P, solution: S, settings: Settings) -> str | None:
        """What a second, independent look (a graph) has against *solution*; None where it agrees or there is none."""
        return None

    # making and explaining

    def generate(self, chance: Random, recipe: Mapping[str, Any], deadline: float | None) -> P:
        """A new puzzle.

        Args:
            chance: the only source of randomness, so that a seed gives the same puzzle on every machine.
            recipe: wishes, by the names of `recipe_fields`; missing ones have defaults.
            deadline: value of time.monotonic() at which to give up.

        Raises:
            UsageError: a wish that makes no sense.
            CannotFulfil: no puzzle was found with these wishes; the message says how far it got.
            Undecided: the deadline passed.
        """
        raise UsageError(f"{self.name} has no generator")

    recipe_fields: tuple[str, ...] = ()
    """What `generate` understands in a recipe: ``height``, ``width``, ``unique`` and fields of the kind's own."""

    def repairs(
        self, puzzle: P, settings: Settings, edits: int, deadline: float | None
    ) -> Iterator[tuple[tuple[str, ...], P]]:
        """Solvable puzzles that differ from *puzzle* in exactly *edits* clues, each change needed.

        Yields:
            the changes as sentences, and the puzzle that they make.

        Raises:
            Undecided: the deadline passed.
            UsageError: the kind has no such search.
        """
        raise UsageError(f"{self.name} has no search for repairs")

    def explain(self, puzzle: P, settings: Settings) -> Explanation:
        """The solution in steps that a person can follow."""
        raise UsageError(f"{self.name} has no explanations yet")

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
        """A drawing of the puzzle, with a solution, with marked cells, or with what `Encoding.describe` said."""

    def differences(self, puzzle: P, one: S, other: S) -> list[Cell]:
        """The cells in which two solutions differ."""
        return []

    def transcript(self, puzzle: P, solution: S) -> list[str]:
        """Lines that say what a picture cannot (the moves), to stand below it."""
        return []

    def remark(self, puzzle: P, solution: S) -> str:
        """One line about a solution for people ("a tree", "2 loops"); may be empty."""
        return ""


def kind_named(name: str) -> Kind[Any, Any]:
    """The kind of that name; UsageError, with the known ones, for any other."""
    if name not in KIND_NAMES:
        raise UsageError(f"unknown kind {name!r}; known: {', '.join(KIND_NAMES)}")
    kind: Kind[Any, Any] = import_module(f"satdnd.puzzles.{name}.kind").KIND
    return kind


def kind_of(puzzle: Puzzle) -> Kind[Any, Any]:
    """The kind of a puzzle."""
    return kind_named(puzzle.kind)


@dataclass
class Answer(Drawn):
    """What came of one question about one puzzle; prints as its first solution."""

    name: str
    kind: str
    status: str
    solutions: list[Any] = field(default_factory=list)
    seconds: float = 0.0
    stats: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    """Why, where that can be said in a sentence."""
    complete: bool = False
    """Whether `solutions` are all there are."""
    faults: list[Fault] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)
    """Further fields of the answer (``forced``)."""
    puzzle: Any = field(default=None, repr=False)

    def _drawing(self) -> Picture:
        return kind_of(self.puzzle).picture(
            self.puzzle, self.solutions[0] if self.solutions else None, details=self.details
        )

    def to_json(self) -> dict[str, Any]:
        """The answer as one JSON object, as the command line prints it."""
        record: dict[str, Any] = {"name": self.name, "kind": self.kind, "status": self.status}
        if self.status == ERROR:
            return {**record, "message": self.reason}
        if self.reason:
            record["reason"] = self.reason
        if self.status in (VALID, INVALID):
            record["faults"] = [fault.to_json() for fault in self.faults]
        record["solutions"] = [solution.to_json() for solution in self.solutions]
        return {**record, **self.details, "seconds": round(self.seconds, 6), "stats": self.stats}
