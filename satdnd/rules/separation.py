"""Shaded cells that stand apart, no two side by side: that they do, and how they may not divide the grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from satdnd.grid.bitboard import Bitboard, Cell, Grid, scan
from satdnd.grid.notation import cell_name
from satdnd.rules.connected import Connected
from satdnd.rules.count import Count
from satdnd.rules.encoder import Encoder
from satdnd.rules.statement import StatementFamily, Together
from satdnd.rules.touching import apart
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Clause, Literal

DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""Rows and columns to the cells that touch one at a corner."""
_BORDER = -1
"""What lies around the grid, as a link of chains."""


@dataclass(frozen=True)
class NoneSideBySide(StatementFamily):
    """Of any two neighbours among some cells, at least one is not shaded.

    Clauses: one for each pair, of two literals.
    """

    geometry: Grid
    cells: Bitboard
    shade: Callable[[Cell], Literal] = field(compare=False)
    """The variable of a cell; those of the cells in reading order follow one another."""
    rule: str = "no-adjacent"

    def statements(self) -> Iterator[Count]:
        """Make one for each pair."""
        for pair in self.geometry.pairs(self.cells):
            text = f"{{}} and {cell_name(pair[1])} are not both shaded"
            yield Count(self.rule, pair, text, tuple(map(self.shade, pair)), 0, 1)

    def encode(self, encoder: Encoder) -> None:
        """One clause for each pair."""
        encoder.formula.extend(apart(self.geometry, self.cells, self.shade((0, 0))))

    def broken(self, board: Bitboard) -> bool:
        """Two neighbours are shaded."""
        shaded = board >> self.shade((0, 0)) - 1 & self.cells
        return bool(shaded & self.geometry.neighbours(shaded))


def none_beside(geometry: Grid, shading: Shading, rule: str = "no-adjacent") -> Iterator[Together]:
    """The same for each cell with all its neighbours, as players see it."""
    pairs = dict[Cell, list[Count]]()
    for pair in NoneSideBySide(geometry, geometry.all, shading.variable, rule).statements():
        for cell in pair.cells:
            pairs.setdefault(cell, []).append(pair)
    for cell, own in pairs.items():
        near = dict.fromkeys(x for pair in own for x in pair.cells if x != cell)
        yield Together(rule, (cell, *near), "if {} is shaded, its neighbours are not", tuple(own))


class Undivided(Connected):
    """All unshaded cells are connected, given that no two shaded ones are side by side.

    Then shaded cells divide the grid if they form a chain, each touching the next at a corner, that is closed or leads
    from border to border: each of its steps has an unshaded cell on either side. So one cell of the chain is not
    shaded, which is a clause without further literals.
    """

    def __init__(self, geometry: Grid) -> None:
        both_wide = min(geometry.height, geometry.width) > 1
        super().__init__(geometry, -1, "the unshaded cells at {} need a way out", "unshaded area", several=both_wide)
        self._touching = _touching(geometry) if both_wide else {}

    def solving_clauses(self, board: Bitboard) -> list[Clause]:
        """For each chain: one of its cells is not shaded."""
        chains = self._chains(board) if self._touching else ()
        return [[-i - 1 for i in sorted(chain)] for chain in dict.fromkeys(chains)] or self.clauses(board)

    def _chains(self, board: Bitboard) -> Iterator[frozenset[int]]:
        """For each link of shaded cells that closes a chain: the chain with a shortest path over earlier links."""
        links = [_BORDER, *scan(board)]
        shaded, before = {*links}, dict[int, tuple[int, int]]()  # for each: steps from the first, and its predecessor
        for start in links:
            if start in before:
                continue
            before[start] = 0, start
            queue = [start]
            for here in queue:
                for there in self._touching[here]:
                    if there not in shaded:
                        continue
                    if there not in before:
                        before[there] = before[here][0] + 1, here
                        queue.append(there)
                    elif here < there and before[here][1] != there and before[there][1] != here:
                        yield frozenset(_way(before, here, there)) - {_BORDER}


@lru_cache(maxsize=8)
def _touching(grid: Grid) -> dict[int, tuple[int, ...]]:
    """For each cell, the cells that touch it at a corner, and the border if it lies there; for that, its cells."""
    found = dict[int, tuple[int, ...]]()
    for r, c in grid.cells(grid.all):
        near = ((r + down, c + right) for down, right in DIAGONALS)
        border = r in (0, grid.height - 1) or c in (0, grid.width - 1)
        found[r * grid.width + c] = *(x * grid.width + y for x, y in near if grid.contains((x, y))), *[_BORDER] * border
    return {_BORDER: tuple(i for i, touched in found.items() if _BORDER in touched), **found}


def _way(before: dict[int, tuple[int, int]], one: int, other: int) -> Iterator[int]:
    """The links between two in a tree, with both."""
    while one != other:
        if before[one][0] < before[other][0]:
            one, other = other, one
        yield one
        one = before[one][1]
    yield one
