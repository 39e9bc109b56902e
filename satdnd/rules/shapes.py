"""Shapes: an area has one of several patterns of cells, turned and mirrored, and equal ones of two areas are apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial, reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple, TypeAlias, cast

from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.rules.connected import Connected
from satdnd.rules.constraint import NO, YES, Constraint, Domain, Domains, Machine, State, Sum
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.budget import Budget
from satdnd.sat.formula import Clause, Literal

Form: TypeAlias = tuple[Cell, ...]
"""Cells relative to the first one, in reading order."""

TETROMINOES: Mapping[str, Form] = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (0, 1), (0, 2), (0, 3)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 0), (0, 1), (1, -1), (1, 0)),
}
"""Four connected cells, by name; without the square."""


class Shape(NamedTuple):
    """A pattern in its place."""

    name: str
    cells: Bitboard


def form(cells: Iterable[Cell]) -> Form:
    """The form of some cells, at least one."""
    (top, left), *rest = sorted(cells)
    return ((0, 0), *((r - top, c - left) for r, c in rest))


def turned(pattern: Form) -> list[Form]:
    """The forms of a pattern, turned and mirrored, each once."""
    found = list[Form]()
    for cells in (pattern, form((r, -c) for r, c in pattern)):
        for _ in range(4):
            cells = form((c, -r) for r, c in cells)
            found.append(cells)
    return [*dict.fromkeys(found)]


@lru_cache(maxsize=1)
def _forms() -> dict[Form, str]:
    """The name of each form of the tetrominoes."""
    return {one: name for name, pattern in TETROMINOES.items() for one in turned(pattern)}


def shapes_in(geometry: Grid, cells: Bitboard) -> list[Shape]:
    """All places of tetrominoes among *cells*."""

    def moved(down: int, right: int) -> Bitboard:
        """The cells from which that far down and right is one of *cells*."""
        found = cells >> down * geometry.width
        for _ in range(abs(right)):
            found = geometry.west(found) if right > 0 else geometry.east(found)
        return found

    found = list[Shape]()
    for one, name in _forms().items():
        starts = reduce(and_, (moved(*cell) for cell in one))
        found += [Shape(name, sum(1 << i + r * geometry.width + c for r, c in one)) for i in scan(starts)]
    return found


room = lru_cache(maxsize=256)(shapes_in)
"""The same for areas, about which several statements ask."""


@dataclass(frozen=True)
class ShapeIn(RuleStatement):
    """The true cells of an area are one of its shapes. Variable i+1 is that of cell i.

    Auxiliary variables: one for each place of a shape, and one for each cell and name of shapes that cover it
    (`ShapesApart` has the same). Clauses: for each place, one for each cell of it or near it; and one for each two
    cells that are too far apart.
    """

    grid: Grid = field(compare=False, repr=False)

    @cached_property
    def area(self) -> Bitboard:
        """The cells of the area."""
        return self.grid.mask(self.cells)

    @cached_property
    def shapes(self) -> list[Shape]:
        """All that have room."""
        return room(self.grid, self.area)

    def encode(self, encoder: Encoder) -> None:
        """One of the shapes, one that covers each cell, and nothing else."""
        formula = encoder.formula
        covering: dict[int, list[Shape]] = {i: [] for i in scan(self.area)}
        for shape in self.shapes:
            for i in scan(shape.cells):
                covering[i].append(shape)
        near = {i: reduce(or_, (shape.cells for shape in own), 0) for i, own in covering.items()}
        formula.add(*(shape_literal(encoder, shape) for shape in self.shapes))
        for i, own in covering.items():
            formula.add(-i - 1, *_covered(encoder, self.area, i, own).values())
            formula.extend([-i - 1, -j - 1] for j in scan(self.area & ~near[i] & ~((2 << i) - 1)))
        for shape in self.shapes:
            both = reduce(and_, (near[i] for i in scan(shape.cells)))
            formula.extend([-shape_literal(encoder, shape), -i - 1] for i in scan(both & ~shape.cells))

    def broken(self, board: Bitboard) -> bool:
        """The true cells have another form."""
        there = self.grid.cells(board & self.area)
        return not there or form(there) not in _forms()

    def fitting(self, true: Bitboard, false: Bitboard) -> list[Bitboard]:
        """The shapes that are possible where these cells are true, and those are false."""
        true &= self.area
        return [shape.cells for shape in self.shapes if not shape.cells & false and not true & ~shape.cells]

    def constraints(self) -> Sequence[Constraint]:
        """One constraint, which goes through the shapes."""
        return [ShapeConstraint(self.area, tuple(shape.cells for shape in self.shapes))]

    def reasoner(self) -> ShapeReasoner:
        """By going through the shapes."""
        return ShapeReasoner(self)


def shape_literal(encoder: Encoder, shape: Shape) -> Literal:
    """The literal that all cells of a shape are true."""

    def clauses(variable: Literal) -> list[Clause]:
        """If it is there, so are its cells, and the reverse."""
        cells = [i + 1 for i in scan(shape.cells)]
        return [[variable, *(-x for x in cells)], *([-variable, x] for x in cells)]

    return encoder.define(("shape", shape.cells), f"{shape.name} of 4 cells", clauses)


def _covered(encoder: Encoder, area: Bitboard, cell: int, covering: Iterable[Shape]) -> dict[str, Literal]:
    """For each name, the literal that a shape of it covers a cell; *covering* are all in the area that can."""
    named = dict[str, list[Shape]]()
    for shape in covering:
        named.setdefault(shape.name, []).append(shape)

    def clauses(name: str, variable: Literal) -> list[Clause]:
        """Some place covers the cell if it is true, and the reverse."""
        there = [shape_literal(encoder, shape) for shape in named[name]]
        return [[-variable, *there], *([variable, -x] for x in there)]

    return {
        name: encoder.define(("covered", area, cell, name), f"{name} on cell {cell + 1}", partial(clauses, name))
        for name in named
    }


class ShapeReasoner:
    """What all the shapes have in common that are still possible."""

    def __init__(self, statement: ShapeIn) -> None:
        self._fitting, self.scope = statement.fitting, statement.area

    def possible(self, true: Bitboard, false: Bitboard) -> bool:
        """Whether one of the shapes is."""
        return bool(self._fitting(true, false))

    def implied(self, true: Bitboard, false: Bitboard) -> tuple[Bitboard, Bitboard] | None:
        """The cells of all shapes still possible, and those of none."""
        left = self._fitting(true, false)
        if not left:
            return None
        return reduce(and_, left) & ~true, self.scope & ~reduce(or_, left) & ~false


@dataclass(frozen=True)
class ShapeConstraint(Constraint):
    """The variables of an area that are yes are those of one of the *places*."""

    area: Bitboard
    places: tuple[Bitboard, ...]

    @cached_property
    def scope(self) -> frozenset[int]:
        """The cells of the area."""
        return frozenset(scan(self.area))

    @cached_property
    def having(self) -> dict[int, tuple[int, int]]:
        """For each variable, the places without it and those with it, as bits."""
        every = (1 << len(self.places)) - 1
        found = {x: sum(1 << k for k, place in enumerate(self.places) if place >> x & 1) for x in self.scope}
        return {x: (every & ~there, there) for x, there in found.items()}

    def left(self, domains: Domains) -> int:
        """The places that are possible, as bits."""
        found = (1 << len(self.places)) - 1
        for x, (without, there) in self.having.items():
            found &= (without if domains[x] & NO else 0) | (there if domains[x] & YES else 0)
        return found

    def machine(self, order: Sequence[int], domains: Domains, budget: Budget) -> Machine:
        """The state is the places that are possible."""
        return _ShapeMachine(self, order, self.left(domains))

    def narrow(self, domains: list[Domain], budget: Budget) -> list[int] | None:
        """Keep what one of the places has."""
        left, narrow = self.left(domains), list[int]()
        if not left:
            return None
        for x, (without, there) in self.having.items():
            kept = (NO if left & without else 0) | (YES if left & there else 0)
            if kept != domains[x]:
                domains[x] = kept
                narrow.append(x)
        return narrow


class _ShapeMachine:
    """The state is the places that are possible, as bits."""

    def __init__(self, constraint: ShapeConstraint, order: Sequence[int], left: int) -> None:
        self._having = [constraint.having[x] for x in order]
        self.start: State = left or None

    def read(self, state: State, position: int, value: int) -> State:
        """Keep the places with that value."""
        return cast(int, state) & self._having[position][value] or None


@dataclass(frozen=True)
class ShapesApart(RuleStatement):
    """Shapes of one name, one in each of two areas, share no edge. Variable i+1 is that of cell i.

    Auxiliary variables: those of `ShapeIn`. Clauses: for each two cells on either side of the border, one for each
    name.
    """

    areas: tuple[Bitboard, Bitboard]
    grid: Grid = field(compare=False, repr=False)

    def encode(self, encoder: Encoder) -> None:
        """Two neighbours are not both covered by shapes of one name."""
        one, other = self.areas
        for i in scan(one & self.grid.neighbours(other)):
            covered = self._covered(encoder, one, i)
            for j in scan(other & self.grid.neighbours(1 << i)):
                beside = self._covered(encoder, other, j)
                encoder.formula.extend([-covered[name], -beside[name]] for name in covered if name in beside)

    def _covered(self, encoder: Encoder, area: Bitboard, cell: int) -> dict[str, Literal]:
        return _covered(encoder, area, cell, (one for one in room(self.grid, area) if one.cells >> cell & 1))

    def touching(self, board: Bitboard) -> Iterator[tuple[Shape, Shape]]:
        """The shapes among the cells of a board that are equal and share an edge."""
        shapes = [[one for one in room(self.grid, area) if not one.cells & ~board] for area in self.areas]
        for one, other in product(*shapes):
            if one.name == other.name and self.grid.neighbours(one.cells) & other.cells:
                yield one, other

    def broken(self, board: Bitboard) -> bool:
        """Two of them do."""
        return any(self.touching(board))

    def constraints(self) -> Sequence[Constraint]:
        """For any two that would, not all cells are true."""
        both = dict.fromkeys(one.cells | other.cells for one, other in self.touching(self.areas[0] | self.areas[1]))
        return [Sum.of(scan(cells), NO, 1) for cells in both]


def can_touch(grid: Grid, one: Bitboard, other: Bitboard) -> bool:
    """Whether equal shapes in two areas can share an edge."""
    near = [(shape.name, around) for shape in room(grid, one) if (around := grid.neighbours(shape.cells) & other)]
    beside = [shape for shape in room(grid, other) if grid.neighbours(shape.cells) & one]
    return any(name == shape.name and around & shape.cells for name, around in near for shape in beside)


class ShapesConnected(Connected):
    """All true cells are connected. So each shape touches one of another area, unless there is only one area.

    Args:
        geometry: the grid.
        areas: the areas that have a shape each.
    """

    def __init__(self, geometry: Grid, areas: Sequence[Bitboard]) -> None:
        super().__init__(geometry, 1, "the shaded cells at {} need a way out", "shaded area")
        self.areas = areas

    def imply(self, encoder: Encoder) -> None:
        """A clause for each place of a shape: with it, some cell around it in another area is true."""
        every = reduce(or_, self.areas)
        for area in self.areas if self.areas[1:] else ():
            for shape in room(self.grid, area):
                around = self.grid.neighbours(shape.cells) & every & ~area
                encoder.formula.add(-shape_literal(encoder, shape), *(i + 1 for i in scan(around)))
