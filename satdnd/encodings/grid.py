"""Clauses about a cell and its neighbours: degrees, 2x2 blocks, closed blocks with one entrance.

Every function takes literals and returns clauses, without auxiliary variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from satdnd.sat.formula import Clause, Literal


def at_least_two(literals: Sequence[Literal], unless: Sequence[Literal] = ()) -> list[Clause]:
    """Two or more of *literals* are true, or one of *unless*.

    n clauses (whichever literal is left out, one of the others is true); no *literals* give one clause, *unless* alone.
    Unit propagation is complete: n-1 false literals force a conflict.
    """
    if not literals:
        return [list(unless)]
    return [[*unless, *(x for j, x in enumerate(literals) if j != i)] for i in range(len(literals))]


def exactly_one_if(condition: Literal, literals: Sequence[Literal]) -> list[Clause]:
    """If *condition*, exactly one of *literals* is true: 1 + n(n-1)/2 clauses."""
    unless, negated = -condition, [-x for x in literals]
    return [[unless, *literals], *[[unless, a, b] for a, b in combinations(negated, 2)]]


def closed_block(block: Literal, inside: Sequence[Literal], border: Sequence[Literal]) -> list[Clause]:
    """If *block*: all of *inside* (open) are true, and exactly one of *border* (the entrance).

    Args:
        inside: literals "this cell is open" of the block.
        border: literals "this cell is open" of the cells beside it that lie in the grid.

    n + 1 + m(m-1)/2 clauses for n inside and m border literals: 76 for a 3x3 room away from the edges.
    """
    return [*([-block, x] for x in inside), *exactly_one_if(block, border)]


def not_all(literals: Sequence[Literal], unless: Sequence[Literal] = ()) -> Clause:
    """Not all of *literals* are true, or one of *unless* is: one clause ("no open 2x2 unless a room covers it")."""
    return [*(-x for x in literals), *unless]
