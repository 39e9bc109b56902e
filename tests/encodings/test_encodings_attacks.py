"""Lines of a board against the definition of attack, and the at-most-one in two dimensions against counting."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from pysat.solvers import Solver

from satdnd.encodings.attacks import at_most_one_in_product, lines
from satdnd.sat.formula import Formula, Pool

SIZES = [(1, 1), (1, 5), (4, 1), (2, 3), (3, 2), (4, 4), (5, 3)]


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_two_squares_share_a_line_exactly_when_queens_on_them_attack(height: int, width: int) -> None:
    """Same row, same column, or as many rows as columns apart: then, and only then, one line holds both."""
    every = [line for direction in lines(height, width) for line in direction]

    for a, b in combinations(range(height * width), 2):
        (r, c), (s, d) = divmod(a, width), divmod(b, width)
        assert any({a, b} <= set(line) for line in every) == (r == s or c == d or abs(r - s) == abs(c - d))


@pytest.mark.parametrize(("height", "width"), SIZES)
def test_every_direction_holds_every_square_once(height: int, width: int) -> None:
    """Rows, columns and both kinds of diagonals each cut the whole board, and none of their lines is empty."""
    board = lines(height, width)

    assert [len(direction) for direction in board] == [height, width, height + width - 1, height + width - 1]
    for direction in board:
        assert sorted(square for line in direction for square in line) == list(range(height * width))
        assert all(line == sorted(line) and line for line in direction)


def test_the_order_of_diagonals() -> None:
    """Falling ones begin at the top right, rising ones at the top left."""
    board = lines(2, 3)

    assert board.falling == [[2], [1, 5], [0, 4], [3]]
    assert board.rising == [[0], [1, 3], [2, 4], [5]]


@pytest.mark.parametrize("n", [0, 1, 2, 6, 7, 8, 9, 11])
def test_at_most_one_in_product(n: int) -> None:
    """Of all assignments those with at most one true literal can be extended, and no others."""
    pool = Pool(n)
    clauses = at_most_one_in_product(list(range(1, n + 1)), pool).clauses

    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        for chosen in product((1, -1), repeat=n):
            assumed = [sign * v for v, sign in enumerate(chosen, 1)]
            assert solver.solve(assumptions=assumed) == (chosen.count(1) <= 1)


@pytest.mark.parametrize("n", [7, 50, 200])
def test_one_true_literal_propagates_to_all_others(n: int) -> None:
    """Unit propagation alone makes every other literal false, and the size is what the docstring says."""
    pool = Pool(n)
    clauses = at_most_one_in_product(list(range(1, n + 1)), pool).clauses

    with Solver(name="minisat22", bootstrap_with=clauses) as solver:
        for v in (1, n // 2, n):
            possible, implied = solver.propagate(assumptions=[v])
            assert possible
            assert {-u for u in range(1, n + 1) if u != v} <= set(implied)
    assert pool.top - n < 4 * n**0.5 + 10
    assert len(clauses) < 2 * n + 20 * n**0.5


def test_rows_and_columns_of_the_product_are_named() -> None:
    """By the literals of which one is true."""
    formula = Formula(Pool(7))
    formula.include(at_most_one_in_product(list(range(1, 8)), formula.pool), 7, "row 1")
    named = [formula.meaning(v) for v in range(8, formula.variables + 1)]
    held = ["1 2 3", "4 5 6", "7", "1 4 7", "2 5", "3 6"]
    assert named == [f"row 1: one of {numbers}" for numbers in held]
    for v, numbers in enumerate(held, 8):
        assert {-clause[0] for clause in formula.clauses if v in clause} == {*map(int, numbers.split())}
