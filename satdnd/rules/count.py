"""Counts: how many of some literals are true. Nearly every rule about a line, a block or a number is a count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar

from satdnd.encodings.cardinality import AUTO, BEST
from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.constraint import Constraint, Sum
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement, StatementFamily, state
from satdnd.rules.unknowns import Shading
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
        encoder.count(self.literals, self.least, self.most, lambda: self.text)

    def broken(self, board: Bitboard) -> bool:
        """Too few or too many are true."""
        positive, negative = self._signs
        return not self.least <= (board & positive).bit_count() + (~board & negative).bit_count() <= self.most

    @cached_property
    def _signs(self) -> tuple[Bitboard, Bitboard]:
        return signs_of(self.literals)

    def fault(self, board: Bitboard) -> str:
        """The sentence, with the number found if there is more than one literal."""
        if len(self.literals) == 1:
            return super().fault(board)
        return f"{self.text}: found {true_among(self.literals, board)}"

    def constraints(self) -> Sequence[Constraint]:
        """One sum."""
        return [Sum.of_literals(self.literals, self.least, self.most)]

    def reasoner(self) -> CountReasoner | None:
        """By counting, where there are many literals."""
        return CountReasoner(*self._signs, self.least, self.most) if len(self.literals) >= LONG else None

    def lower_bounds(self) -> Iterator[tuple[tuple[Literal, ...], int]]:
        """Yield both limits, each if it says anything."""
        yield from _limits(self.literals, self.least, self.most)


class CountReasoner:
    """What a count implies: that all of its open literals are true, or all false.

    Args:
        positive, negative: the variables of its literals.
        least, most: how many of them are true.
    """

    def __init__(self, positive: Bitboard, negative: Bitboard, least: int, most: int) -> None:
        self._positive, self._negative, self._least, self._most = positive, negative, least, most
        self.scope = positive | negative

    def _counted(self, true: Bitboard, false: Bitboard) -> tuple[int, int]:
        """How many literals are true, and how many are or may be."""
        known = (true & self._positive | false & self._negative).bit_count()
        return known, known + (self.scope & ~(true | false)).bit_count()

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether neither too many are true nor too few can be."""
        known, perhaps = self._counted(true, false)
        return known <= self._most and perhaps >= self._least

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """The open ones are false if there are enough, and true if all are needed."""
        known, perhaps = self._counted(true, false)
        if known > self._most or perhaps < self._least:
            return None
        open_ = self.scope & ~(true | false)
        if perhaps == self._least:
            return self._positive & open_, self._negative & open_
        return (self._negative & open_, self._positive & open_) if known == self._most else (0, 0)


LONG = 17
"""The fewest literals of a `Count` that reasons by itself: shorter ones are fast by tables, which are shared."""
SHORT = 7
"""The most literals of an "at most one" of `Counts` that is said by pairs."""


@dataclass(frozen=True)
class Counts(StatementFamily):
    """A `Count` for each group of cells: between *least* and *most* of them are shaded.

    Clauses: those of `Count`.
    """

    rule: str
    pattern: str | Callable[[Sequence[Cell]], str]
    """The sentence of each, with ``{}`` for the name of its first cell and ``{last}`` for its last one's."""
    groups: Sequence[tuple[Cell, ...]]
    shading: Shading
    least: int
    most: int | None = None
    """None: all."""
    sign: int = 1
    """1 to count shaded cells, -1 to count those that are not shaded."""

    @cached_property
    def _literals(self) -> list[tuple[Literal, ...]]:
        """The literals that each counts."""
        return [self.shading.literals(cells, self.sign) for cells in self.groups]

    def statements(self) -> Iterator[Count]:
        """Make one for each group."""
        for cells, literals in zip(self.groups, self._literals, strict=True):
            text = self.pattern if isinstance(self.pattern, str) else self.pattern(cells)
            text = text.replace("{last}", cell_name(cells[-1])) if "{last}" in text else text
            yield Count(self.rule, cells, text, literals, self.least, len(cells) if self.most is None else self.most)

    def encode(self, encoder: Encoder) -> None:
        """One clause where that is enough; otherwise count with the encoder's cardinality encoding."""
        if encoder.cardinality == "native" or self.least > 1:
            state(self.statements(), encoder)
            return
        groups, most = self._literals, self.most
        if self.least:
            encoder.formula.extend(map(list, groups))
        if most is not None:
            short = most + 1 if most != 1 or encoder.cardinality not in (AUTO, BEST) else SHORT
            few = [literals for literals in groups if most < len(literals) <= short]
            encoder.formula.extend(
                [[-x for x in some] for literals in few for some in combinations(literals, most + 1)]
            )
            for literals in groups:
                if len(literals) > short:
                    encoder.count(literals, 0, most, self.rule)

    def broken(self, board: Bitboard) -> bool:
        """Too few or too many are shaded in some group."""
        least, most, sign = self.least, self.most, self.sign
        true = {sign * (i + 1) for i in scan(board if sign > 0 else self.shading.grid.all & ~board)}
        if most is None:
            return any(len(true.intersection(group)) < least for group in self._literals)
        return not all(least <= len(true.intersection(group)) <= most for group in self._literals)


def _limits(literals: tuple[Literal, ...], least: int, most: int) -> Iterator[tuple[tuple[Literal, ...], int]]:
    """Yield "at least *least*" and, of the opposite literals, "at most *most*"; nothing that always holds."""
    if least > 0:
        yield literals, least
    if most < len(literals):
        yield tuple(-x for x in literals), len(literals) - most


def signs_of(literals: Iterable[Literal]) -> tuple[Bitboard, Bitboard]:
    """The variables of positive and of negative literals, as bits."""
    positive = negative = 0
    for x in literals:
        if x > 0:
            positive |= 1 << x - 1
        else:
            negative |= 1 << -x - 1
    return positive, negative


def true_among(literals: Iterable[Literal], board: Bitboard) -> int:
    """How many of *literals* are true on *board*."""
    found = 0
    for x in literals:
        found += board >> x - 1 & 1 if x > 0 else ~board >> -x - 1 & 1
    return found


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
        for k, group in enumerate(self.groups, 1):
            if self.least:
                encoder.count(group, 1, 1, lambda k=k: f"{self.text}, number {k}")  # type: ignore[misc]
            else:
                encoder.formula.extend([[-x, -y] for x, y in combinations(group, 2)])

    def broken(self, board: Bitboard) -> bool:
        """Whether none, or several, of a group are true."""
        for positive, negative in self._signs:
            count = (board & positive).bit_count() + (~board & negative).bit_count()
            if not self.least <= count <= 1:
                return True
        return False

    @cached_property
    def _signs(self) -> list[tuple[Bitboard, Bitboard]]:
        return [*map(signs_of, self.groups)]

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
