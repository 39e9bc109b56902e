"""Counts: how many of some literals are true. Nearly every rule about a line, a block or a number is a count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar

from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.rules.constraint import Constraint, Sum
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class Count(RuleStatement):
    """Between *least* and *most* of *literals*, which are all different, are true.

    Clauses: one for "at least one" or "not all"; otherwise those of the encoder's cardinality encoding, with its
    auxiliary variables.
    """

    literals: tuple[Literal, ...]
    least: int
    most: int

    fields: ClassVar[tuple[str, ...]] = ("least", "most")

    def encode(self, encoder: Encoder) -> None:
        """Count with the encoder's cardinality encoding."""
        encoder.count(self.literals, self.least, self.most, self.text)

    def broken(self, board: Bitboard) -> bool:
        """Too few or too many are true."""
        return not self.least <= true_among(self.literals, board) <= self.most

    def fault(self, board: Bitboard) -> str:
        """The sentence, with the number found if there is more than one literal."""
        if len(self.literals) == 1:
            return super().fault(board)
        return f"{self.text}: found {true_among(self.literals, board)}"

    def constraints(self) -> Sequence[Constraint]:
        """One sum."""
        return [Sum.of_literals(self.literals, self.least, self.most)]

    def lower_bounds(self) -> Iterator[tuple[tuple[Literal, ...], int]]:
        """Yield both limits, each if it says anything."""
        yield from _limits(self.literals, self.least, self.most)


def _limits(literals: tuple[Literal, ...], least: int, most: int) -> Iterator[tuple[tuple[Literal, ...], int]]:
    """Yield "at least *least*" and, of the opposite literals, "at most *most*"; nothing that always holds."""
    if least > 0:
        yield literals, least
    if most < len(literals):
        yield tuple(-x for x in literals), len(literals) - most


def true_among(literals: Iterable[Literal], board: Bitboard) -> int:
    """How many of *literals* are true on *board*."""
    return sum((board >> abs(x) - 1 & 1) == (x > 0) for x in literals)


def exactly(
    rule: str, cells: Sequence[Cell], pattern: str, literals: Iterable[Literal], number: int, clue: Any = None
) -> Count:
    """A `Count` of exactly *number* true literals."""
    return Count(rule, tuple(cells), pattern, tuple(literals), number, number, clue=clue)


@dataclass(frozen=True)
class EachOnce(RuleStatement):
    """Exactly one literal of each group is true (``row 3 holds each digit once``), or at most one.

    Clauses: those of the encoder's cardinality encoding; for "at most", used for short groups, pairs.
    """

    groups: tuple[tuple[Literal, ...], ...] = field(hash=False)
    least: int = 1
    """1 for exactly one, 0 for at most one."""

    def encode(self, encoder: Encoder) -> None:
        """One group after the other."""
        text = self.text
        for k, group in enumerate(self.groups, 1):
            if self.least:
                encoder.count(group, 1, 1, f"{text}, number {k}")
            else:
                encoder.formula.extend([-x, -y] for x, y in combinations(group, 2))

    def broken(self, board: Bitboard) -> bool:
        """Whether none, or several, of a group are true."""
        return any(not self.least <= true_among(group, board) <= 1 for group in self.groups)

    def constraints(self) -> Sequence[Constraint]:
        """A sum for each group."""
        return [Sum.of_literals(group, self.least, 1) for group in self.groups]

    def lower_bounds(self) -> Iterator[tuple[tuple[Literal, ...], int]]:
        """Yield those of each group."""
        for group in self.groups:
            yield from _limits(group, self.least, 1)


def each_once(
    rule: str, cells: Sequence[Cell], pattern: str, groups: Iterable[Iterable[Literal]], least: int = 1
) -> EachOnce:
    """An `EachOnce` of these groups; with *least* 0, at most one of each group is true."""
    return EachOnce(rule, tuple(cells), pattern, tuple(map(tuple, groups)), least)
