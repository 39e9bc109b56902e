"""Cells that are shaded, or that the one loop passes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from satdnd.grid.bitboard import Bitboard, Cell, scan
from satdnd.rules.centre_lines import CentreLines
from satdnd.rules.count import Count
from satdnd.rules.encoder import Encoder
from satdnd.rules.loop import Degree, corners_of
from satdnd.rules.statement import RuleStatement, StatementFamily, Together


@dataclass(frozen=True)
class ShadedOrPassed(StatementFamily):
    """Each of some cells is shaded, or the loop passes it.

    Clauses: those of `Degree`, that it is one of both, and that it is not both.
    """

    rule: str
    lines: CentreLines
    cells: Sequence[Cell]

    def statements(self) -> Iterator[Together]:
        """Make one for each cell."""
        for cell in self.cells:
            own, shade = self.lines.corner(*cell), self.lines.shade(cell)
            passed = (
                Degree(self.rule, (cell,), "no end and no branch at {}", own, cell),
                Count(self.rule, (cell,), "{} is shaded or passed", (shade, *own), 1, len(own) + 1),
                *(Count(self.rule, (cell,), "{} is not both", (shade, line), 0, 1) for line in own),
            )
            yield Together(self.rule, (cell,), "{} is shaded, or the loop passes it", passed)

    def encode(self, encoder: Encoder) -> None:
        """The clauses of each cell."""
        corners = corners_of(self.lines)
        for cell in self.cells:
            (own, degrees), shade = corners[cell], self.lines.shade(cell)
            encoder.formula.extend([*degrees, [shade, *own], *[[-shade, -x] for x in own]])

    def broken(self, board: Bitboard) -> bool:
        """A cell is neither, or both, or the loop ends or branches there."""
        return any(self._wrong(board))

    def breaches(self, board: Bitboard) -> Iterator[RuleStatement]:
        """Those of wrong cells."""
        return compress(self.made, self._wrong(board))

    def _wrong(self, board: Bitboard) -> Iterator[bool]:
        """For each cell, whether it is neither, or both, or the loop ends or branches there."""
        corners, lines = corners_of(self.lines), self.lines
        true = {i + 1 for i in scan(board)}
        return (len(true.intersection(corners[x][0])) != 2 * (lines.shade(x) not in true) for x in self.cells)
