"""Numbers in cells, each value once in a group: Latin squares, sudoku, rooms of factors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from satdnd.encodings.cardinality import at_most_one
from satdnd.grid.bitboard import Cell
from satdnd.sat.formula import Clause, Formula, Literal, Pool

Values: TypeAlias = dict[Cell, list[Literal]]
"""Of each cell: literal ``v-1`` says that it holds the value v."""


def cell_values(formula: Formula, height: int, width: int, values: int) -> Values:
    """Variables ``cell[r,c]=v`` for v = 1..values, in reading order; the first is the next free variable."""
    return {
        (r, c): [formula.new(f"cell[{r},{c}]={v}") for v in range(1, values + 1)]
        for r in range(height)
        for c in range(width)
    }


def all_different(
    values: Values, groups: Iterable[Sequence[Cell]], pool: Pool, encoding: str | None = None
) -> list[Clause]:
    """No value twice in a group; in a group with as many cells as values, each value once.

    Args:
        values: of `cell_values`.
        groups: cells that differ pairwise: rows, columns, boxes.
        encoding: of "at most one", see `cardinality.at_most_one`.
    """
    clauses: list[Clause] = []
    for group in groups:
        for literals in zip(*(values[cell] for cell in group), strict=True):
            if len(group) == len(values[group[0]]):
                clauses.append(list(literals))  # as many cells as values: each must occur
            clauses += at_most_one(literals, pool, encoding)
    return clauses
