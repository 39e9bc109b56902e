"""Random Latin squares: the Markov chain of Jacobson and Matthews, and shifted rows.

M. T. Jacobson and P. Matthews, "Generating uniformly distributed random Latin squares", Journal of Combinatorial
Designs 4(6), 1996, 405-437. A Latin square is a cube of zeros and ones: ``(r, c, v)`` is 1 if the cell ``(r, c)``
holds v, so that every line along an axis has the sum 1. A move adds 1 and -1 in turn to the corners of a box, which
keeps all sums; one corner may become -1 ("improper"), and the next move then begins there. The chain reaches every
square, and in the limit all proper ones are equally likely.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from satdnd.sat.budget import Budget

Square: TypeAlias = list[list[int]]
"""Rows of values 1..N."""
_LEAST = 32
"""The minimum number of steps of the chain, for small squares."""


def shifted(size: int, rng: Random) -> Square:
    """A square whose rows are one random row, shifted by different random amounts."""
    row, shifts = list(range(1, size + 1)), list(range(size))
    rng.shuffle(row)
    rng.shuffle(shifts)
    return [row[shift:] + row[:shift] for shift in shifts]


def random_square(size: int, rng: Random, budget: Budget | None = None) -> Square:
    """A well mixed random square.

    The chain takes N squared steps (N cubed moves), at least `_LEAST`; no proven bound is known. A step leads from one
    proper square to the next, in about N moves. Stopping after a number of moves instead would favour the squares after
    long improper stretches: at size 4, some come out ten times as often as others.

    Args:
        size: N, at least 1.
        rng: the only source of randomness.
        budget: the limits; None for none.

    Returns:
        N rows of N values 1..N; about a second at size 64.
    """
    cube = _Cube(size, rng)
    if size > 1:
        for _ in range(max(_LEAST, size * size)):
            if budget is not None:
                budget.check()
            cube.move(rng)
            while cube.improper:
                cube.move(rng)
    return [[values[0] + 1 for values in row] for row in cube.values]


class _Cube:
    """The cube as three tables: for each line along an axis, the positions of its ones (two if it has a -1)."""

    def __init__(self, size: int, rng: Random) -> None:
        n = range(size)
        self.size = size
        # Begin with random shifts: the chain of size 2 only goes back and forth.
        self.values = [[[value - 1] for value in row] for row in shifted(size, rng)]
        """For each (r, c), its values."""
        self.columns: list[list[list[int]]] = [[[] for _ in n] for _ in n]
        """For each (r, v), its columns."""
        self.rows: list[list[list[int]]] = [[[] for _ in n] for _ in n]
        """For each (c, v), its rows."""
        for r in n:
            for c in n:
                self.columns[r][self.values[r][c][0]].append(c)
                self.rows[c][self.values[r][c][0]].append(r)
        self.improper: tuple[int, int, int] | None = None
        """The position of the -1."""

    def move(self, rng: Random) -> None:
        """Make one move: from the -1 if there is one, otherwise from a random 0."""
        size, random = self.size, rng.random
        if self.improper:
            r, c, v = self.improper
        else:
            r, c = int(random() * size), int(random() * size)
            v = (self.values[r][c][0] + 1 + int(random() * (size - 1))) % size
        values, columns, rows = self.values[r][c], self.columns[r][v], self.rows[c][v]
        # A line with a -1 has two ones; choose one of them.
        other_v = values.pop(int(random() * len(values)))
        other_c = columns.pop(int(random() * len(columns)))
        other_r = rows.pop(int(random() * len(rows)))
        if not self.improper:
            values.append(v)
            columns.append(c)
            rows.append(r)
        # The three ones removed lie on three more lines each, which get the opposite corners.
        _swap(self.columns[r][other_v], c, other_c)
        _swap(self.rows[c][other_v], r, other_r)
        _swap(self.values[r][other_c], v, other_v)
        _swap(self.rows[other_c][v], r, other_r)
        _swap(self.values[other_r][c], v, other_v)
        _swap(self.columns[other_r][v], c, other_c)
        last = self.values[other_r][other_c]
        if other_v in last:
            last[last.index(other_v)] = v
            _swap(self.columns[other_r][other_v], other_c, c)
            _swap(self.rows[other_c][other_v], other_r, r)
            self.improper = None
        else:
            last.append(v)
            self.columns[other_r][other_v].append(c)
            self.rows[other_c][other_v].append(r)
            self.improper = other_r, other_c, other_v


def _swap(ones: list[int], old: int, new: int) -> None:
    ones[ones.index(old)] = new
