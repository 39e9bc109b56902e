"""Patterns: one of a few listed ways holds, such as the ways in which a loop may pass a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from satdnd.grid.bitboard import Bitboard
from satdnd.rules.constraint import Constraint, Either, Sum
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class Patterns(RuleStatement):
    """All literals of at least one of the *ways* are true.

    Auxiliary variables: one per way, which implies it. Clauses: some way holds; one for each literal of a way; and for
    each literal of any way: it holds, or a way without it does. Unit propagation then sees all that follows.
    """

    ways: tuple[tuple[Literal, ...], ...] = field(hash=False)

    def encode(self, encoder: Encoder) -> None:
        """Add the variables of the ways, and their clauses."""
        formula, mark = encoder.formula, encoder.formula.pool.top
        there = formula.pool.block(len(self.ways))
        without: dict[Literal, list[Literal]] = {x: [x, *there] for x in chain.from_iterable(self.ways)}
        clauses = [[*there]]
        for variable, way in zip(there, self.ways, strict=True):
            for x in dict.fromkeys(way):
                clauses.append([-variable, x])
                without[x].remove(variable)
        formula.extend(chain(clauses, without.values()))
        formula.name_since(mark, self.text, lambda: {v: f"way {k}" for k, v in enumerate(there, 1)})

    def broken(self, board: Bitboard) -> bool:
        """None of the ways holds."""
        return all(board & every != true for every, true in self._masks)

    @cached_property
    def _masks(self) -> list[tuple[Bitboard, Bitboard]]:
        """For each way, its variables, and those that are true in it."""
        return [(sum(1 << abs(x) - 1 for x in way), sum(1 << x - 1 for x in way if x > 0)) for way in self.ways]

    def constraints(self) -> Sequence[Constraint]:
        """One of several sums, each over all literals of a way."""
        return [Either(tuple(Sum.of_literals(way, len(way)) for way in self.ways))]
