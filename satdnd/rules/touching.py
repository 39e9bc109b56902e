"""Things such as stars and tents that do not touch, not even at corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from satdnd.grid.bitboard import Bitboard, Grid, scan
from satdnd.rules.constraint import Constraint, Either, Sum
from satdnd.rules.count import Count, Counts
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement, StatementFamily
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Clause, Literal


@dataclass(frozen=True)
class Untouched(RuleStatement):
    """No thing is in the cells around another.

    Clauses: one for each cell around or, if all its kind hold together, only for those after it in reading order.
    """

    middle: Literal
    """A variable, as those of *around*."""
    around: tuple[Literal, ...]

    def encode(self, encoder: Encoder) -> None:
        """Add a clause for each pair."""
        encoder.formula.extend([-self.middle, -x] for x in self.around if encoder.alone or x > self.middle)

    def broken(self, board: Bitboard) -> bool:
        """There is a thing in the middle and another around it."""
        return bool(board >> self.middle - 1 & 1 and board & self._near)

    @cached_property
    def _near(self) -> Bitboard:
        return sum(1 << x - 1 for x in self.around)

    def constraints(self) -> Sequence[Constraint]:
        """The middle is empty, or all cells around it are."""
        return [Either((Sum.of_literals((self.middle,), 0, 0), Sum.of_literals(self.around, 0, 0)))]

    def lower_bounds(self) -> Iterator[tuple[tuple[Literal, ...], int]]:
        """Yield "not both" for each cell around."""
        yield from (((-self.middle, -x), 1) for x in self.around)


@dataclass(frozen=True)
class NoneTouch(StatementFamily):
    """A thing on a cell, or on one of some cells, on which alone things stand, touches no other.

    Clauses: one for each two cells that touch, of two literals.
    """

    geometry: Grid
    things: Shading
    noun: str
    rule: str = "touching"
    only: Bitboard | None = None
    """The cells, if not all."""

    @property
    def cells(self) -> Bitboard:
        """Where things may stand."""
        return self.geometry.all if self.only is None else self.only

    def statements(self) -> Iterator[Untouched]:
        """Make one for each cell, with the cells around it."""
        geometry, there = self.geometry, self.cells
        for cell in geometry.cells(there if geometry.size > 1 else 0):
            near = [x for x in geometry.around(cell) if there & geometry.bit(x)]
            text, middle = f"no {self.noun} touches one at {{}}", self.things.variable(cell)
            yield Untouched(self.rule, (cell, *near), text, middle, self.things.literals(near))

    def encode(self, encoder: Encoder) -> None:
        """One clause for each two cells that touch."""
        encoder.formula.extend(apart(self.geometry, self.cells, 1, diagonally=True))

    def broken(self, board: Bitboard) -> bool:
        """Two things touch."""
        geometry, there = self.geometry, board & self.cells
        wide = there | geometry.west(there) | geometry.east(there)
        return bool(there & (geometry.east(there) | geometry.south(wide)))


@lru_cache(maxsize=8)
def apart(geometry: Grid, cells: Bitboard, first: Literal, *, diagonally: bool = False) -> list[Clause]:
    """Clauses: of two neighbours among some cells, or two cells that touch *diagonally*, at most one is true.

    *first* is the variable of the cell r1c1; the others follow in reading order.
    """
    ways = [(1, geometry.west(cells)), (geometry.width, geometry.north(cells))]
    if diagonally:
        ways += [(geometry.width + 1, geometry.west(geometry.north(cells)))]
        ways += [(geometry.width - 1, geometry.east(geometry.north(cells)))]
    return [[-i - first, -i - step - first] for step, others in ways for i in scan(cells & others)]


def blocks(
    geometry: Grid, things: Shading, noun: str, rule: str = "block", cells: Bitboard | None = None
) -> Iterator[Count]:
    """Implied statements: each 2x2 block, or each of *cells*, holds at most one thing."""
    squares = geometry.blocks(geometry.all if cells is None else cells)
    return Counts(rule, f"the 2x2 block at {{}} has at most one {noun}", squares, things, 0, 1).statements()
