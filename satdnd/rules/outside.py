"""A shaded cell is not enclosed by the loop: a ray from it to the border crosses the loop an even number of times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from satdnd.grid.bitboard import Bitboard, Cell
from satdnd.rules.centre_lines import CentreLines
from satdnd.rules.constraint import Constraint, Either, Sum
from satdnd.rules.count import true_among
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import RuleStatement
from satdnd.sat.formula import Literal


@dataclass(frozen=True)
class Outside(RuleStatement):
    """If *shaded* is true, an even number of *crossed* are true.

    Auxiliary variables: for each of *crossed* but the first, whether an odd number of those up to it are true. Clauses:
    four for each, and one.
    """

    shaded: Literal
    crossed: tuple[Literal, ...]

    def encode(self, encoder: Encoder) -> None:
        """Add up the crossings one by one."""
        formula, mark = encoder.formula, encoder.formula.pool.top
        odd, *others = self.crossed
        for x, after in zip(others, formula.pool.block(len(others)), strict=True):
            formula.extend([[-odd, -x, -after], [odd, x, -after], [odd, -x, after], [-odd, x, after]])
            odd = after
        formula.name_since(mark, self.text, lambda: {mark + k: f"odd up to {k + 1}" for k in range(1, len(others) + 1)})
        formula.add(-self.shaded, -odd)

    def broken(self, board: Bitboard) -> bool:
        """The cell is shaded, and the number of crossings is odd."""
        return true_among([self.shaded], board) == 1 and true_among(self.crossed, board) % 2 == 1

    def constraints(self) -> Sequence[Constraint]:
        """The cell is not shaded, or one of the even numbers is right."""
        even = range(0, len(self.crossed) + 1, 2)
        open_cell = Sum.of_literals([self.shaded], 0, 0)
        return [Either((open_cell, *(Sum.of_literals(self.crossed, number, number) for number in even)))]


def outside(lines: CentreLines, cells: Sequence[Cell], rule: str) -> Iterator[Outside]:
    """For each of *cells* inside the grid: it is not enclosed if it is shaded; at the border no cell is."""
    height, width = lines.size
    for r, c in cells:
        if not (0 < r < height - 1 and 0 < c < width - 1):
            continue
        rays: tuple[list[int], ...] = (
            [lines.towards((k, c), "w") for k in range(r)],
            [lines.towards((r, k), "n") for k in range(c)],
            [lines.towards((k, c), "w") for k in range(r + 1, height)],
            [lines.towards((r, k), "n") for k in range(c + 1, width)],
        )
        shortest = min(rays, key=len)
        text = "{} is not enclosed by the loop if it is shaded"
        yield Outside(rule, ((r, c),), text, lines.shade((r, c)), tuple(shortest))
