"""Degrees, rooms and 2x2 blocks against plain counting over all assignments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from satdnd.encodings.grid import at_least_two, closed_block, exactly_one_if, not_all
from satdnd.grid.bitboard import grid
from satdnd.sat.formula import Clause, Literal

Assignment = dict[Literal, bool]


def satisfied(clauses: Sequence[Clause], value: Assignment) -> bool:
    """Whether every clause has a true literal."""
    return all(any(value[abs(x)] == (x > 0) for x in clause) for clause in clauses)


def agree(clauses: Sequence[Clause], variables: int, meaning: Callable[[Assignment], bool]) -> None:
    """The clauses have no further variable, and hold for exactly the assignments that *meaning* accepts."""
    assert {abs(x) for clause in clauses for x in clause} <= set(range(1, variables + 1))
    for chosen in product((False, True), repeat=variables):
        value = dict(enumerate(chosen, 1))
        assert satisfied(clauses, value) == meaning(value), value


def number_true(literals: Sequence[Literal], value: Assignment) -> int:
    """How many of *literals* are true."""
    return sum(value[abs(x)] == (x > 0) for x in literals)


def signed(first: int, count: int) -> list[Literal]:
    """Literals of *count* variables in a row, every other one negative."""
    return [v if v % 2 else -v for v in range(first, first + count)]


@pytest.mark.parametrize("n", range(7))
@pytest.mark.parametrize("m", range(3))
def test_at_least_two(n: int, m: int) -> None:
    """Two of the literals or one of the exceptions, in n clauses (one when there is no literal)."""
    literals, unless = signed(1, n), signed(n + 1, m)
    clauses = at_least_two(literals, unless)

    agree(clauses, n + m, lambda value: number_true(literals, value) >= 2 or number_true(unless, value) > 0)
    assert len(clauses) == max(n, 1)


@pytest.mark.parametrize("n", range(7))
def test_exactly_one_if(n: int) -> None:
    """Nothing without the condition, exactly one with it, in 1 + n(n-1)/2 clauses."""
    literals = signed(2, n)
    for condition in (1, -1):
        clauses = exactly_one_if(condition, literals)

        agree(
            clauses,
            n + 1,
            lambda value, c=condition: not number_true([c], value) or number_true(literals, value) == 1,
        )
        assert len(clauses) == 1 + n * (n - 1) // 2


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("m", range(5))
def test_closed_block(n: int, m: int) -> None:
    """With the block all inside are true and exactly one of the border, in n + 1 + m(m-1)/2 clauses."""
    inside, border = signed(2, n), signed(n + 2, m)
    clauses = closed_block(1, inside, border)

    agree(
        clauses,
        1 + n + m,
        lambda value: not value[1] or (number_true(inside, value) == n and number_true(border, value) == 1),
    )
    assert len(clauses) == n + 1 + m * (m - 1) // 2


def test_room_away_from_the_edges_has_the_documented_clauses() -> None:
    """A 3x3 room with its border of twelve cells takes 76 clauses."""
    geometry = grid(5, 5)
    block = geometry.block(1, 1, 3, 3)
    cells = {divmod(i, 5) for i in range(25) if block >> i & 1}
    around = {(r + i, c + j) for r, c in cells for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))} - cells

    assert len(around) == 12
    assert len(closed_block(1, range(2, 11), range(11, 23))) == 76


@pytest.mark.parametrize("n", range(5))
@pytest.mark.parametrize("m", range(4))
def test_not_all(n: int, m: int) -> None:
    """One clause: some literal is false or some exception true."""
    literals, unless = signed(1, n), signed(n + 1, m)

    agree(
        [not_all(literals, unless)],
        n + m,
        lambda value: number_true(literals, value) < n or number_true(unless, value) > 0,
    )


@pytest.mark.parametrize("n", range(1, 6))
def test_at_least_two_propagates_the_last_two(n: int) -> None:
    """When all but two are false, each of these two is the only literal left of a clause."""
    clauses = at_least_two(list(range(1, n + 1)), ())
    false = set(range(1, n - 1))
    left = [[x for x in clause if x not in false] for clause in clauses]

    assert n == 1 or {x for clause in left if len(clause) == 1 for x in clause} == {n - 1, n}
    assert n > 1 or clauses == [[]]
