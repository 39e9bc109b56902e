"""A shaded cell is not enclosed by the loop: a ray from it to the border crosses the loop an even number of times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.rules.centre_lines import CentreLines
from satdnd.rules.constraint import Constraint, Either, Sum
from satdnd.rules.count import true_among
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Clause, Literal


@dataclass(frozen=True)
class Outside(RuleStatement):
    """If *shaded* is true, an even number of *crossed* are true.

    Auxiliary variables: for each of *crossed* but the first, whether an odd number of those up to it are true; rays
    with the same beginning share them. Clauses: four for each, and one.
    """

    shaded: Literal
    crossed: tuple[Literal, ...]
    """The lines that the ray crosses, from the border on."""

    def encode(self, encoder: Encoder) -> None:
        """Add up the crossings one by one."""
        first, *others = self.crossed
        odd = first
        for x in others:
            odd = encoder.define(("odd", first, x), f"odd[{first},{x}]", partial(_differ, odd, x))
        encoder.formula.add(-self.shaded, -odd)

    def broken(self, board: Bitboard) -> bool:
        """The cell is shaded, and the number of crossings is odd."""
        return true_among([self.shaded], board) == 1 and true_among(self.crossed, board) % 2 == 1

    def constraints(self) -> Sequence[Constraint]:
        """The cell is not shaded, or one of the even numbers is right."""
        even = range(0, len(self.crossed) + 1, 2)
        open_cell = Sum.of_literals([self.shaded], 0, 0)
        return [Either((open_cell, *(Sum.of_literals(self.crossed, number, number) for number in even)))]


def _differ(one: Literal, other: Literal, there: Literal) -> list[Clause]:
    """*there* is true if exactly one of two literals is."""
    return [[-one, -other, -there], [one, other, -there], [one, -other, there], [-one, other, there]]


def outside(lines: CentreLines, cells: Sequence[Cell], rule: str) -> Iterator[Outside]:
    """For each of *cells* inside the grid: it is not enclosed if it is shaded; at the border no cell is."""
    height, width = lines.size
    for r, c in cells:
        if not (0 < r < height - 1 and 0 < c < width - 1):
            continue
        rays: tuple[list[int], ...] = (
            [lines.towards((k, c), "w") for k in range(r)],
            [lines.towards((r, k), "n") for k in range(c)],
            [lines.towards((k, c), "w") for k in range(height - 1, r, -1)],
            [lines.towards((r, k), "n") for k in range(width - 1, c, -1)],
        )
        shortest = min(rays, key=len)
        text = "{} is not enclosed by the loop if it is shaded"
        yield Outside(rule, ((r, c),), text, lines.shade((r, c)), tuple(shortest))
