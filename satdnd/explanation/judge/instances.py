"""What the rules of a puzzle say, one instance at a time: read from the rules, not from clauses, for the judge.

Each kind that can be explained has a class derived from `Instances` in its module ``instances``. Its solver's version
of the same rules is in its module ``encode``; explanations are judged in `satdnd.explanation.judge.replay`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from satdnd.engine.kind import P, Part
from satdnd.engine.settings import O
from satdnd.errors import InputError
from satdnd.explanation.judge.constraints import Constraint, Domain, Domains, Either, Sum
from satdnd.formats import fields
from satdnd.grid.bitboard import Bitboard, Cell, Grid
from satdnd.grid.notation import cell_name

S = TypeVar("S")


@dataclass(frozen=True)
class Instance:
    """One instance of a rule."""

    rules: tuple[str, ...]
    """The id of its rule; of several, where one sentence says what several rules say of a clue."""
    cells: frozenset[Cell]
    """What it is about."""
    make: Callable[[], Iterable[Constraint]]
    """The constraints that say it."""


class Restriction(NamedTuple):
    """What a mark of a player says: the value of *variable* is one of *values*."""

    variable: int
    values: Domain
    cells: tuple[Cell, ...]
    """Where."""


class Instances(ABC, Generic[S]):
    """The rules of one puzzle, instance by instance, over variables that its marks speak of."""

    size: tuple[int, int]
    """Rows and columns."""
    domains: tuple[Domain, ...]
    """All values of each variable."""
    splits: tuple[Domain, ...]
    """The sets of values that marks can tell from all others."""

    @abstractmethod
    def listed(self) -> Iterator[tuple[str, Instance]]:
        """Every instance with its sentence, but those of `cut`."""

    @cached_property
    def stated(self) -> dict[str, Instance]:
        """The same by their sentences."""
        return dict(self.listed())

    def cut(self, rule: str, text: str, about: Sequence[Cell]) -> Iterable[Constraint] | None:
        """The constraint of an instance of which there are too many to list; None where *text* is no such sentence.

        Raises:
            InputError: it is one, and is wrong; the message completes "..., but".
        """
        return None

    def cut_off(self, known: Domains) -> Iterator[Restriction]:
        """What follows from *known* and one instance of `cut` alone."""
        return iter(())

    @abstractmethod
    def mark(self, entry: Sequence[Any]) -> Restriction:
        """A mark as JSON has it. InputError for what is none in this puzzle."""

    @abstractmethod
    def place(self, variable: int) -> tuple[Cell, ...]:
        """Where marks of *variable* stand."""

    def shown(self) -> Iterable[Restriction]:
        """What anybody sees in the puzzle, without a step."""
        return ()

    def noted(self, mark: Restriction) -> Iterable[Restriction]:
        """What a player notes with *mark* without thinking of it as a step."""
        return ()

    @abstractmethod
    def values(self, solution: S) -> Sequence[int]:
        """Of each variable the value in *solution*; of values that no mark tells apart, any."""

    @abstractmethod
    def solution(self, known: Domains) -> S | list[Cell]:
        """The solution where *known* tells it; else the cells that are still open."""

    def instance(self, rule: str, text: str, about: Sequence[Cell]) -> list[Constraint]:
        """What a reason says: its rule's id, its sentence, the cells that it is about.

        Raises:
            InputError: the rules of this puzzle say no such thing; the message completes "..., but".
        """
        if (found := self.stated.get(text)) is None:
            made = self.cut(rule, text, about)
            if made is None:
                meant = self._meanings.get((rule, frozenset(about)))
                raise InputError(f"this puzzle says {meant!r} there" if meant else "the rules do not say so")
            return list(made)
        if rule not in found.rules:
            raise InputError(f"the rule is {' or '.join(found.rules)}, not {fields.shown(rule)}")
        if set(about) != found.cells:
            apart = ", ".join(map(cell_name, sorted(set(about) ^ found.cells)[:4]))
            raise InputError(f"it is about other cells (they differ at {apart})")
        return list(found.make())

    @cached_property
    def _meanings(self) -> Mapping[tuple[str, frozenset[Cell]], str]:
        return {(rule, one.cells): text for text, one in self.stated.items() for rule in one.rules}


@dataclass(frozen=True)
class Judge(Part, Generic[P, S, O]):
    """By what explanations of a kind are judged."""

    label = "judge of explanations"
    instances: Callable[[P, O], Instances[S]]
    """The rules of a puzzle, one instance at a time."""


class CellInstances(Instances[S]):
    """Of a puzzle with a variable for each cell of a grid, in reading order, and two marks."""

    grid: Grid
    marks: ClassVar[Mapping[str, Domain]]
    """The values that each mark leaves."""

    def __init__(self, geometry: Grid) -> None:
        self.grid = geometry
        self.size = geometry.height, geometry.width
        self.splits = tuple(self.marks.values())[:1]

    def at(self, cells: Iterable[Cell]) -> list[int]:
        """The variables of *cells*."""
        return [r * self.grid.width + c for r, c in cells]

    def mark(self, entry: Sequence[Any]) -> Restriction:
        """``[row, column, mark]``."""
        wanted = f"[row, column, {' or '.join(map(repr, self.marks))}] in the grid"
        cell, word = placed(entry, 2, self.grid, wanted)
        if word not in self.marks:
            raise InputError(f"found {fields.shown(entry)}, expected {wanted}")
        return self.marked(cell, word)

    def place(self, variable: int) -> tuple[Cell, ...]:
        """Its cell."""
        return (divmod(variable, self.grid.width),)

    def marked(self, cell: Cell, word: str) -> Restriction:
        """That mark there."""
        (variable,) = self.at([cell])
        return Restriction(variable, self.marks[word] & self.domains[variable], (cell,))

    def decided(self, known: Domains) -> Bitboard | list[Cell]:
        """The cells where the first mark holds, if one of the two holds everywhere; else where none does."""
        first, second = self.marks.values()
        board = 0
        left = []
        for i, values in enumerate(known):
            if not values & ~first:
                board |= 1 << i
            elif values & ~second:
                left.append(divmod(i, self.grid.width))
        return left or board

    def way_out(self, pocket: Sequence[Cell], seed: Cell, inside: Domain) -> Either:
        """That the cells with a value of *inside* are connected, as far as the border of *pocket* shows it.

        If one of them is in the pocket and one neither in it nor on its border, then one is on its border.

        Raises:
            InputError: *seed* is not in the pocket, or nothing is apart from it.
        """
        region = self.grid.mask(pocket)
        border = self.grid.border(region)
        outside = self.grid.all & ~region & ~border
        if not region & self.grid.mask([seed]):
            raise InputError(f"{cell_name(seed)} is not among the cells that it is about")
        if not outside:
            raise InputError("the border of the cells that it is about separates them from nothing")
        parts = [self.at(self.grid.cells(cells)) for cells in (border, region, outside)]
        return Either(
            (Sum.of(parts[0], inside, 1), Sum.of(parts[1], inside, 0, 0), Sum.of(parts[2], inside, 0, 0)),
        )

    def without_way(self, known: Domains, word: str, other: str) -> Iterator[Restriction]:
        """What follows where all cells with the mark *word* are connected, and the rest have *other*.

        A cell without which two of them cannot reach each other is one; a cell that none of them can reach is none.
        """
        geometry, inside = self.grid, self.marks[word]
        there = sum(1 << i for i, values in enumerate(known) if not values & ~inside)
        maybe = sum(1 << i for i, values in enumerate(known) if values & inside)
        if there:
            region = geometry.flood(there & -there, maybe)
            for cell in geometry.cells(maybe & ~there):
                bit = geometry.bit(cell)
                if not bit & region:
                    yield self.marked(cell, other)
                elif there & ~geometry.flood(there & -there, maybe & ~bit):
                    yield self.marked(cell, word)


def placed(entry: Sequence[Any], numbers: int, geometry: Grid, wanted: str) -> tuple[Cell, str]:
    """The first cell and the last word of a mark with so many whole numbers before it. InputError for what is none."""
    good = isinstance(entry, list) and len(entry) == numbers + 1 and isinstance(entry[-1], str)
    if not good or any(type(x) is not int for x in entry[:numbers]) or not geometry.contains((entry[0], entry[1])):
        raise InputError(f"found {fields.shown(entry)}, expected {wanted}")
    return (entry[0], entry[1]), entry[-1]


def cell_of(name: str) -> Cell:
    """``r3c5``, as `cell_name` writes it."""
    r, c = name[1:].split("c")
    return int(r) - 1, int(c) - 1
