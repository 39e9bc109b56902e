"""Lazy rules: there are too many instances to list, so they are added as cuts when they are needed.

A cut is a statement like any other once it is made; the rule vouches that it is one of its own (`Cuts.read`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any, ClassVar

from satdnd.errors import EncodingBug, InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.rules.constraint import NO, YES, Constraint, Either, Sum
from satdnd.rules.count import true_among
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Clause, Literal, RecordedStatement


@dataclass(frozen=True)
class Cut(RuleStatement):
    """If each side has a true cell, one of the ways between the sides is true.

    Clauses: one for each cell of a side, and one more; an auxiliary variable for each side.
    """

    at: Cell
    """The cell that its sentence names."""
    ways: tuple[Literal, ...]
    sides: tuple[Bitboard, ...] = ()
    """Variables as bits; without sides, some way must hold in any case."""
    sign: int = 1
    """1 if true variables count as present, -1 if false ones do."""
    geometry: Grid | None = field(default=None, kw_only=True, compare=False)
    """The geometry of the cells, if the cut is about a pocket of them."""

    fields: ClassVar[tuple[str, ...]] = ("at",)

    @property
    def place(self) -> Cell:
        """The cell that its sentence names."""
        return self.at

    @property
    def pocket(self) -> Sequence[Cell]:
        """The cells of the smaller side, as far as the geometry is known."""
        if self.geometry is None or len(self.sides) < 2:
            return self.cells
        inside = self.geometry.mask(self.cells)
        beyond = self.geometry.all & ~inside & ~self.geometry.border(inside)
        return self.geometry.cells(beyond) if 0 < beyond.bit_count() < len(self.cells) else self.cells

    @property
    def border(self) -> list[Cell]:
        """The cells that enclose the pocket: those of its ways."""
        return self.geometry.cells(self.geometry.border(self.geometry.mask(self.cells))) if self.geometry else []

    def to_json(self) -> dict[str, Any]:
        """The JSON form of a statement, with the cell as a list."""
        return {**super().to_json(), "at": list(self.at)}

    def clauses(self, own: Sequence[Literal]) -> list[Clause]:
        """Its clauses; *own* has one auxiliary variable for each side."""
        there = [[-self.sign * (i + 1), v] for v, side in zip(own, self.sides, strict=True) for i in scan(side)]
        return [*there, [*self.ways, *(-v for v in own)]]

    def encode(self, encoder: Encoder) -> None:
        """Add the clauses, with a new variable for each side."""
        encoder.formula.extend(self.clauses(encoder.formula.pool.block(len(self.sides))))

    def broken(self, board: Bitboard) -> bool:
        """Each side has something, and there is no way."""
        there = board if self.sign > 0 else ~board
        return all(side & there for side in self.sides) and not true_among(self.ways, board)

    def reasoner(self) -> CutReasoner:
        """By counting its ways and sides."""
        return CutReasoner(self)

    def constraints(self) -> Sequence[Constraint]:
        """There is a way, or some side is empty."""
        nothing = NO if self.sign > 0 else YES
        sides = (Sum.of(scan(side), nothing, side.bit_count()) for side in self.sides)
        return [Either((Sum.of_literals(self.ways, 1), *sides))]


class CutReasoner:
    """What a cut implies: its last open way, or that its last open side has nothing.

    No variable of a way is one of a side.
    """

    def __init__(self, cut: Cut) -> None:
        self._sides, self._sign = cut.sides, cut.sign
        self._ways = [sum(1 << abs(x) - 1 for x in cut.ways if (x > 0) == positive) for positive in (True, False)]
        self.scope = reduce(or_, cut.sides, self._ways[0] | self._ways[1])

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether a way is open, or a side may be empty."""
        there = true if self._sign > 0 else false
        open_ways = self._ways[0] & ~false | self._ways[1] & ~true
        return bool(open_ways) or not all(side & there for side in self._sides)

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """Only the last of ways and sides is implied."""
        there, shut = (true, false) if self._sign > 0 else (false, true)
        undecided = [side & ~shut for side in self._sides if not side & there]
        if not all(undecided) or self._ways[0] & true or self._ways[1] & false:
            return 0, 0
        positive, negative = self._ways[0] & ~false, self._ways[1] & ~true
        ways = (positive | negative).bit_count()
        if ways + len(undecided) != 1:
            return None if not ways and not undecided else (0, 0)
        if ways:
            return positive, negative
        return (0, undecided[0]) if self._sign > 0 else (undecided[0], 0)


class Cuts(ABC):
    """A rule that is added cut by cut. A board known in part is two sets, *true* and *false*: bit v-1 is variable v."""

    rule: str
    """The id of the rule."""
    judges: ClassVar[bool] = False
    """Whether `is_cut` can tell cuts of this rule, so that a certificate may hold cuts instead of the whole rule."""
    implied_size: int = 0
    """About how many clauses `imply` adds, if they are many."""
    in_full: int = 40
    """About how many clauses `encode` adds for each cell of the board."""

    @abstractmethod
    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether some cut contradicts the known cells."""

    @abstractmethod
    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """The cuts that the known cells violate or nearly violate, the smallest first."""

    @abstractmethod
    def clauses(self, board: Bitboard) -> list[Clause]:
        """Clauses of cuts that a whole board violates, without auxiliary variables; none if it keeps the rule."""

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """Like `clauses`, to solve with: these may be stronger, since they need only hold with the other statements.

        What explains a step asks for `clauses`, which follow from cuts.
        """
        return self.clauses(board)

    def implied(self) -> Sequence[Clause]:
        """Clauses implied by this rule and the other statements; added at the start, they save cuts."""
        return ()

    def imply(self, encoder: Encoder) -> None:
        """Add `implied`, and further clauses that save cuts, over variables that other statements have defined."""
        encoder.formula.extend(self.implied())

    def is_cut(self, clause: Clause) -> bool:
        """Whether this rule implies a clause; False for rules that cannot tell (`judges`)."""
        return False

    def encode(self, encoder: Encoder) -> None:
        """Add clauses that express the whole rule, so that no cuts are needed.

        Raises:
            EncodingBug: this rule has no such clauses here; its kind has them.
        """
        raise EncodingBug(f"{type(self).__name__} is said by cuts alone")

    @abstractmethod
    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """Where and how a full board breaks the rule; empty if it does not."""

    def own_faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """Those of `faults` that no other rule of the puzzle reports."""
        return self.faults(board)

    def graph_fault(self, board: Bitboard) -> str | None:
        """The objection of a networkx graph, built without bitboards, to a whole board; None if it has none."""
        return None

    @abstractmethod
    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of this rule for these cells.

        Raises:
            InputError: there is none; the message completes "..., but".
        """

    def found(self, recorded: RecordedStatement, at: Cell) -> Cut:
        """The recorded cut; *at* is the cell that its sentence names. Raises InputError as `read` does."""
        return self.read(recorded.rule, recorded.cells, at)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """The literals that follow from the known cells and a single cut."""
        return iter(())

    @property
    def parts(self) -> Sequence[Cuts]:
        """The rules that it consists of, each with its own id."""
        return (self,)


class SeveralCuts(Cuts):
    """Several rules that are added cut by cut, each with an id of its own."""

    rule = ""

    def __init__(self, parts: Sequence[Cuts]) -> None:
        self._parts = tuple(parts)

    @property
    def parts(self) -> Sequence[Cuts]:
        """The rules, in the order in which they were given."""
        return self._parts

    @property
    def judges(self) -> bool:  # type: ignore[override]  # depends on the rules
        """Whether all of them can tell their cuts."""
        return all(part.judges for part in self._parts)

    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether some cut of any of them contradicts the known cells."""
        return any(part.broken(true, false) for part in self._parts)

    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """The cuts of all of them, the smallest first."""
        return sorted((cut for part in self._parts for cut in part.near(true, false)), key=lambda cut: len(cut.cells))

    def clauses(self, board: Bitboard) -> list[Clause]:
        """Those of all rules."""
        return [clause for part in self._parts for clause in part.clauses(board)]

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """Those of all rules."""
        return [clause for part in self._parts for clause in part.solving_clauses(board)]

    def is_cut(self, clause: Clause) -> bool:
        """Whether one of them implies a clause."""
        return any(part.is_cut(clause) for part in self._parts)

    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """Those of all rules."""
        return [fault for part in self._parts for fault in part.faults(board)]

    def graph_fault(self, board: Bitboard) -> str | None:
        """The first objection of a graph."""
        return next((fault for part in self._parts if (fault := part.graph_fault(board))), None)

    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut of the rule with that id. Raises InputError if there is none."""
        check_rule(rule, *(part.rule for part in self._parts))
        return next(part for part in self._parts if part.rule == rule).read(rule, cells, at)

    def found(self, recorded: RecordedStatement, at: Cell) -> Cut:
        """That of the rule with its id. Raises InputError if there is none."""
        check_rule(recorded.rule, *(part.rule for part in self._parts))
        return next(part for part in self._parts if part.rule == recorded.rule).found(recorded, at)

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """Those of all rules, each once."""
        yield from dict.fromkeys(x for part in self._parts for x in part.follows(true, false))


def check_rule(rule: str, *wanted: str) -> None:
    """Raise InputError unless *rule* is one of *wanted*."""
    if rule not in wanted:
        raise InputError("the rules do not say so")
