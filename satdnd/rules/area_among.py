"""One of several areas: a clue's rectangle is one of those that fit, or a cell is in one of those that reach it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_

from satdnd.grid.bitboard import Bitboard, scan
from satdnd.grid.notation import area_name
from satdnd.rules.borders import EdgedArea, InnerEdges
from satdnd.rules.constraint import NO, YES, Constraint, Either, Sum, Term
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Clause, Literal


@dataclass(frozen=True)
class AreaAmong(RuleStatement):
    """One of the *areas* is an area of the division: borders all around it, and none within.

    Auxiliary variables: one for each area, shared by all statements about it, which implies its edges. Clauses: one for
    each edge of a new variable's area, and one more.
    """

    areas: tuple[EdgedArea, ...] = field(hash=False)
    edges: InnerEdges = field(compare=False, repr=False)

    def encode(self, encoder: Encoder) -> None:
        """One of the areas, whose variables imply their edges."""
        encoder.formula.add(*(self._variable(encoder, area) for area in self.areas))

    def _variable(self, encoder: Encoder, area: EdgedArea) -> Literal:
        def clauses(variable: Literal) -> list[Clause]:
            """The edges of the area."""
            return [[-variable, x] for x in (*(i + 1 for i in scan(area.border)), *(-i - 1 for i in scan(area.inside)))]

        name = f"area {area_name(self.edges.grid.cells(area.cells))}"
        return encoder.define(("area", area.cells), name, clauses)

    def fitting(self, true: Bitboard, false: Bitboard) -> list[EdgedArea]:
        """The areas that are possible where these edges are borders, and those are not."""
        return [area for area in self.areas if not area.border & false and not area.inside & true]

    def broken(self, board: Bitboard) -> bool:
        """None of the areas is one."""
        return all(area.border & ~board or area.inside & board for area in self.areas)

    def constraints(self) -> Sequence[Constraint]:
        """For one of the areas, all its edges are as they must be."""
        return [Either(tuple(map(_sum, self.areas)))]

    def reasoner(self) -> AreaReasoner:
        """By going through the areas."""
        return AreaReasoner(self)


def _sum(area: EdgedArea) -> Sum:
    terms = (*(Term(i, YES) for i in scan(area.border)), *(Term(i, NO) for i in scan(area.inside)))
    return Sum(terms, len(terms), len(terms))


class AreaReasoner:
    """What all the areas have in common that are still possible."""

    def __init__(self, statement: AreaAmong) -> None:
        self._fitting = statement.fitting
        self.scope = reduce(or_, (area.border | area.inside for area in statement.areas), 0)

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether one of the areas is."""
        return bool(self._fitting(true, false))

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """The edges that all areas still possible have in common."""
        left = self._fitting(true, false)
        if not left:
            return None
        _, border, inside = (reduce(and_, parts) for parts in zip(*left, strict=True))
        return border & ~true, inside & ~false
