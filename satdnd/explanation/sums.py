"""Sums: lines and areas that hold the same, so that nothing is left for other cells.

If the open cells of n areas lie in n rows that need as many stars as the areas, the other cells of the rows are empty;
if n rows lie in n areas, those of the areas are. Players look for that on an empty board, where chains see nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from satdnd.grid.bitboard import Bitboard, scan
from satdnd.rules.count import Count
from satdnd.sat.formula import Literal, Statement

_MOST = 3
"""The most counts of one sort that are taken together."""


class _Left(NamedTuple):
    """What is left of a count."""

    number: int
    """That of the statement."""
    cells: Bitboard
    needed: int


class Sums:
    """Finds sums among the statements that count exactly.

    Args:
        statements: all of them; each has its index as its number.
    """

    def __init__(self, statements: Iterable[Statement]) -> None:
        self._sorts: list[list[tuple[int, Bitboard, int]]] = []
        """Rows, columns, areas: counts without a common variable, each with its number, variables and sum."""
        covered: list[Bitboard] = []
        for i, one in enumerate(statements):
            if isinstance(one, Count) and 0 < one.least == one.most < len(one.literals) and min(one.literals) > 0:
                cells = sum(1 << x - 1 for x in one.literals)
                sort = next((k for k, there in enumerate(covered) if not cells & there), len(covered))
                if sort == len(covered):
                    covered.append(0)
                    self._sorts.append([])
                covered[sort] |= cells
                self._sorts[sort].append((i, cells, one.least))

    def reasons(self, true: Bitboard, false: Bitboard) -> dict[Literal, tuple[int, ...]]:
        """For literals that follow by a sum: the fewest statements of one."""
        left = [[*_left(sort, true, false)] for sort in self._sorts]
        found: dict[Literal, tuple[int, ...]] = {}
        for inner in left:
            for outer in left:
                for ids, cells in _sums(inner, outer) if inner is not outer else ():
                    for place in scan(cells):
                        before = found.get(-place - 1)
                        if before is None or len(ids) < len(before):
                            found[-place - 1] = ids
        return found

    def smallest(
        self, true: Bitboard, false: Bitboard, wanted: Collection[Literal]
    ) -> dict[tuple[int, ...], list[Literal]]:
        """The literals of *wanted* that follow by sums of the fewest statements, by these."""
        found: dict[tuple[int, ...], list[Literal]] = {}
        for x, ids in self.reasons(true, false).items():
            if x in wanted:
                found.setdefault(ids, []).append(x)
        least = min(map(len, found), default=0)
        return {ids: literals for ids, literals in found.items() if len(ids) == least}


def _left(sort: Iterable[tuple[int, Bitboard, int]], true: Bitboard, false: Bitboard) -> Iterator[_Left]:
    """Yield the counts that are not complete yet."""
    for i, cells, number in sort:
        if needed := number - (cells & true).bit_count():
            yield _Left(i, cells & ~(true | false), needed)


def _sums(inner: Sequence[_Left], outer: Sequence[_Left]) -> Iterator[tuple[tuple[int, ...], Bitboard]]:
    """Yield a few counts of *outer* with those of *inner* within them, if these need as many; and the other cells."""
    for size in range(1, min(_MOST, len(outer)) + 1):
        for some in combinations(outer, size):
            there = sum(one.cells for one in some)
            within = [one for one in inner if not one.cells & ~there]
            if sum(one.needed for one in within) == sum(one.needed for one in some):
                rest = there & ~sum(one.cells for one in within)
                if rest:
                    yield tuple(sorted(one.number for one in (*some, *within))), rest
