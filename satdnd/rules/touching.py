"""Things such as stars and tents that do not touch, not even at corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from satdnd.grid.bitboard import Bitboard, Grid
from satdnd.rules.constraint import Constraint, Either, Sum
from satdnd.rules.count import Count, true_among
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class Untouched(RuleStatement):
    """No thing is in the cells around another.

    Clauses: one for each cell around or, if all its kind hold together, only for those after it in reading order.
    """

    middle: Literal
    around: tuple[Literal, ...]

    def encode(self, encoder: Encoder) -> None:
        """Add a clause for each pair."""
        encoder.formula.extend([-self.middle, -x] for x in self.around if encoder.alone or x > self.middle)

    def broken(self, board: Bitboard) -> bool:
        """There is a thing in the middle and another around it."""
        return bool(true_among((self.middle,), board) and true_among(self.around, board))

    def constraints(self) -> Sequence[Constraint]:
        """The middle is empty, or all cells around it are."""
        return [Either((Sum.of_literals((self.middle,), 0, 0), Sum.of_literals(self.around, 0, 0)))]

    def lower_bounds(self) -> Iterator[tuple[tuple[Literal, ...], int]]:
        """Yield "not both" for each cell around."""
        yield from (((-self.middle, -x), 1) for x in self.around)


def none_touch(
    geometry: Grid, things: Shading, noun: str, rule: str = "touching", cells: Bitboard | None = None
) -> Iterator[Untouched]:
    """For every cell, or each of *cells*, on which alone things stand: a thing on it touches no other."""
    text, there = f"no {noun} touches one at {{}}", geometry.all if cells is None else cells
    near_rows, near_columns = (
        [range(max(0, i - 1), min(side, i + 2)) for i in range(side)] for side in (geometry.height, geometry.width)
    )
    for r, c in geometry.cells(there if geometry.size > 1 else 0):
        near = [cell for cell in product(near_rows[r], near_columns[c]) if cell != (r, c)]
        if there != geometry.all:
            near = [cell for cell in near if there & geometry.bit(cell)]
        yield Untouched(rule, ((r, c), *near), text, things.variable((r, c)), things.literals(near))


def blocks(
    geometry: Grid, things: Shading, noun: str, rule: str = "block", cells: Bitboard | None = None
) -> Iterator[Count]:
    """Implied statements: each 2x2 block, or each of *cells*, holds at most one thing."""
    for r, c in geometry.cells(geometry.squares(geometry.all if cells is None else cells)):
        block = tuple((r + i, c + j) for i, j in product((0, 1), repeat=2))
        text = f"the 2x2 block at {{}} has at most one {noun}"
        yield Count(rule, block, text, things.literals(block), 0, 1)
