"""What is said lazily: a rule of which there are too many instances to list, cut by cut as they are needed.

A cut is a statement like any other once it is made; the rule vouches that it is one of its own (`Cuts.read`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from satdnd.errors import EncodingBug, InputError
from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.rules.constraint import NO, YES, Constraint, Either, Sum
from satdnd.rules.count import true_among
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Clause, Literal


@dataclass(frozen=True)
class Cut(RuleStatement):
    """Where each of the sides has something, one of the ways between them is there.

    Clauses: one for each cell of a side, and one more; an auxiliary variable for each side.
    """

    at: Cell
    """The cell that its sentence names."""
    ways: tuple[Literal, ...]
    sides: tuple[Bitboard, ...] = ()
    """Variables as bits; no sides: a way is needed whatever else holds."""
    sign: int = 1
    """1 where a true variable is something that is there, -1 where a false one is."""
    geometry: Grid | None = field(default=None, kw_only=True, compare=False)
    """Of the cells, where it is about a pocket of them."""

    fields: ClassVar = ("at",)

    @property
    def place(self) -> Cell:
        """As its sentence has it."""
        return self.at

    @property
    def border(self) -> list[Cell]:
        """What encloses the pocket: the cells of its ways."""
        return self.geometry.cells(self.geometry.border(self.geometry.mask(self.cells))) if self.geometry else []

    def to_json(self) -> dict[str, Any]:
        """With the cell as a list."""
        return {**super().to_json(), "at": list(self.at)}

    def clauses(self, own: Sequence[Literal]) -> list[Clause]:
        """Its clauses, with *own* variables: one for each side."""
        there = [[-self.sign * (i + 1), v] for v, side in zip(own, self.sides, strict=True) for i in scan(side)]
        return [*there, [*self.ways, *(-v for v in own)]]

    def encode(self, encoder: Encoder) -> None:
        """With new variables."""
        encoder.formula.extend(self.clauses(encoder.formula.pool.block(len(self.sides))))

    def broken(self, board: Bitboard) -> bool:
        """There is something on each side, and no way."""
        there = board if self.sign > 0 else ~board
        return all(side & there for side in self.sides) and not true_among(self.ways, board)

    def constraints(self) -> Sequence[Constraint]:
        """A way, or a side with nothing."""
        nothing = NO if self.sign > 0 else YES
        sides = (Sum.of(scan(side), nothing, side.bit_count()) for side in self.sides)
        return [Either((Sum.of_literals(self.ways, 1), *sides))]


class Cuts(ABC):
    """A rule that is said cut by cut, of boards known in part: bit v-1 of *true* and *false* is variable v."""

    rule: str
    """The id of the rule."""

    @abstractmethod
    def broken(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether some cut contradicts what is known."""

    @abstractmethod
    def near(self, true: Bitboard, false: Bitboard) -> list[Cut]:
        """The cuts to which what is known leaves no way out, the smallest first."""

    @abstractmethod
    def clauses(self, board: Bitboard) -> list[Clause]:
        """Clauses of cuts that a whole board violates, without variables of their own; none: it keeps the rule."""

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """The same to solve with: clauses that may be stronger, for they hold together with the other statements alone.

        What explains a step asks for `clauses`, which follow from cuts.
        """
        return self.clauses(board)

    def implied(self) -> Sequence[Clause]:
        """What follows from this rule and the other statements, and spares cuts: to solve with from the start."""
        return ()

    def imply(self, encoder: Encoder) -> None:
        """Add `implied`, and whatever else spares cuts over what the other statements have defined."""
        encoder.formula.extend(self.implied())

    def is_cut(self, clause: Clause) -> bool:
        """Whether a clause says no more than this rule; a rule that cannot tell says no."""
        return False

    def encode(self, encoder: Encoder) -> None:
        """Add clauses that say it in full, so that nothing is left to cuts.

        Raises:
            EncodingBug: this rule has no such clauses here; its kind has them.
        """
        raise EncodingBug(f"{type(self).__name__} is said by cuts alone")

    @abstractmethod
    def faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """How a whole board breaks it: where, and in words; none where it keeps it."""

    def own_faults(self, board: Bitboard) -> list[tuple[tuple[Cell, ...], str]]:
        """Those of `faults` that no other rule of a puzzle tells as well."""
        return self.faults(board)

    def graph_fault(self, board: Bitboard) -> str | None:
        """What a networkx graph, made without bitboards, has against a whole board; None: nothing."""
        return None

    @abstractmethod
    def read(self, rule: str, cells: Sequence[Cell], at: Cell) -> Cut:
        """The cut that says so of these cells.

        Raises:
            InputError: there is none; the message completes "..., but".
        """

    def follows(self, true: Bitboard, false: Bitboard) -> Iterator[Literal]:
        """What follows from what is known and one cut alone."""
        return iter(())


def check_rule(rule: str, *wanted: str) -> None:
    """InputError unless a cut is one of these rules."""
    if rule not in wanted:
        raise InputError("the rules do not say so")
