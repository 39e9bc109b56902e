"""Two lists of literals differ: two lines of a grid must not be copies of each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from satdnd.grid.bitboard import Bitboard
from satdnd.rules.constraint import Constraint, Either, Sum
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class Differ(RuleStatement):
    """At some place, exactly one of the two literals is true.

    Clauses: two for each place, with a variable that says that the literals differ there, and one more; for a single
    place, two without a variable.
    """

    one: tuple[Literal, ...] = field(hash=False)
    other: tuple[Literal, ...] = field(hash=False)

    def encode(self, encoder: Encoder) -> None:
        """Add a variable for each place that can only be true where the lists differ; one of them is."""
        if len(self.one) == 1:
            encoder.formula.extend([[*self.one, *self.other], [-x for x in (*self.one, *self.other)]])
            return
        places = encoder.formula.pool.block(len(self.one))
        for x, y, here in zip(self.one, self.other, places, strict=True):
            encoder.formula.extend([[-here, x, y], [-here, -x, -y]])
        encoder.formula.add(*places)

    def broken(self, board: Bitboard) -> bool:
        """All pairs agree."""
        one, other = ([(board >> abs(x) - 1 & 1) == (x > 0) for x in line] for line in (self.one, self.other))
        return one == other

    def constraints(self) -> Sequence[Constraint]:
        """At least one pair has exactly one true literal."""
        pairs = zip(self.one, self.other, strict=True)
        return [Either(tuple(Sum.of_literals(pair, 1, 1) for pair in pairs))]
