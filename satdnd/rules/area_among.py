"""What the area around a clue can be, and that a cell is in one of these areas."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import and_, or_

from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.grid.notation import area_name
from satdnd.rules.borders import EdgedArea, InnerEdges
from satdnd.rules.constraint import NO, YES, Constraint, Either, Sum, Term
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement, StatementFamily, state
from satdnd.sat.formula import Clause, Literal


class AreaChoice(ABC):
    """What the area of one clue can be."""

    edges: InnerEdges
    """The unknowns."""
    cell: Cell
    """That of the clue, which is in all of its areas."""

    @property
    @abstractmethod
    def reach(self) -> Bitboard:
        """The cells that some of its areas have."""

    @property
    @abstractmethod
    def areas(self) -> Sequence[EdgedArea]:
        """All of them; there may be very many."""

    @abstractmethod
    def allows(self, area: Bitboard) -> bool:
        """Whether an area is one of them; not found by looking through `areas`."""

    @property
    def clauses(self) -> int:
        """About how many define the literals of `covering`."""
        return sum(area.border.bit_count() + area.inside.bit_count() for area in self.areas)

    def covering(self, encoder: Encoder, cell: int) -> list[Literal]:
        """Literals one of which is true if the area of this clue has a cell of its reach.

        Auxiliary variables: one for each area, shared by all who ask, which implies its edges.
        """
        return [self._variable(encoder, area) for area in self.areas if area.cells >> cell & 1]

    def _variable(self, encoder: Encoder, area: EdgedArea) -> Literal:
        def clauses(variable: Literal) -> list[Clause]:
            """The edges of the area."""
            return [[-variable, x] for x in (*(i + 1 for i in scan(area.border)), *(-i - 1 for i in scan(area.inside)))]

        name = f"area {area_name(self.edges.grid.cells(area.cells))}"
        return encoder.define(("area", area.cells), name, clauses)


@dataclass(frozen=True)
class AreaAmong(RuleStatement):
    """The area of the first cell is one of *choices*: borders all around it, and none within.

    Clauses: one, besides those that define its literals (`AreaChoice.covering`).
    """

    choices: tuple[AreaChoice, ...] = field(hash=False, compare=False, repr=False)
    """Those whose reach has the cell."""
    edges: InnerEdges = field(compare=False, repr=False)
    wrong: str = field(default="{text}: found {area}", compare=False, repr=False)
    """What is said of another area; those with the same words are one fault."""

    @cached_property
    def _cell(self) -> int:
        r, c = self.cells[0]
        return r * self.edges.width + c

    @cached_property
    def areas(self) -> list[EdgedArea]:
        """All areas that have the cell."""
        return [area for choice in self.choices for area in choice.areas if area.cells >> self._cell & 1]

    def encode(self, encoder: Encoder) -> None:
        """One of the areas has the cell."""
        encoder.formula.add(*(x for choice in self.choices for x in choice.covering(encoder, self._cell)))

    def broken(self, board: Bitboard) -> bool:
        """Its area has a border inside, or is not one of them."""
        area, whole = self.edges.division(board)[self._cell]
        return not whole or not any(choice.allows(area) for choice in self.choices)

    def fault(self, board: Bitboard) -> str:
        """The words for the area that it is in."""
        area, whole = self.edges.division(board)[self._cell]
        name = f"{area_name(self.edges.grid.cells(area))}{'' if whole else ', with a border inside,'}"
        return self.wrong.format(text=self.text, area=name).removesuffix(",")

    def fitting(self, true: Bitboard, false: Bitboard) -> list[EdgedArea]:
        """The areas that are possible where these edges are borders, and those are not."""
        return [area for area in self.areas if not area.border & false and not area.inside & true]

    def constraints(self) -> Sequence[Constraint]:
        """For one of the areas, all its edges are as they must be."""
        return [Either(tuple(map(_sum, self.areas)))]

    def reasoner(self) -> AreaReasoner:
        """By going through the areas."""
        return AreaReasoner(self)


@dataclass(frozen=True)
class EachAreaAmong(StatementFamily):
    """An `AreaAmong` for each of some cells, whose *choices* are those that reach it.

    Clauses: those of `AreaAmong`.
    """

    rule: str
    text: str
    """The sentence of each, with ``{}`` for the name of its cell."""
    cells: Bitboard
    choices: tuple[AreaChoice, ...] = field(hash=False, compare=False, repr=False)
    """All."""
    edges: InnerEdges = field(compare=False, repr=False)
    wrong: str = field(compare=False, repr=False)
    """As in `AreaAmong`."""

    def statements(self) -> Iterator[AreaAmong]:
        """Make one for each cell."""
        for i in scan(self.cells):
            choices = tuple(choice for choice in self.choices if choice.reach >> i & 1)
            yield AreaAmong(self.rule, (divmod(i, self.edges.width),), self.text, choices, self.edges, self.wrong)

    def encode(self, encoder: Encoder) -> None:
        """Each by itself."""
        state(self.made, encoder)

    def broken(self, board: Bitboard) -> bool:
        """Some cell is in none of the areas."""
        return bool(self.cells & ~self._right(board))

    def breaches(self, board: Bitboard) -> Iterator[RuleStatement]:
        """Those of cells in none of the areas."""
        right = self._right(board)
        return (one for one, i in zip(self.made, scan(self.cells), strict=True) if not right >> i & 1)

    def _right(self, board: Bitboard) -> Bitboard:
        """The cells in areas that one of the choices allows."""
        division, (_, width) = self.edges.division(board), self.edges.size
        found = ((choice, *division[choice.cell[0] * width + choice.cell[1]]) for choice in self.choices)
        return reduce(or_, (area for choice, area, whole in found if whole and choice.allows(area)), 0)


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
