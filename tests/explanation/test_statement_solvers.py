"""Statements that stand for themselves: what they imply, and how few solvers they take."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from satdnd import load
from satdnd.engine.solver import Solver
from satdnd.explanation import hints, statements
from satdnd.explanation.statements import Conjunction, ShapeSolvers
from satdnd.explanation.stepper import Stepper
from satdnd.grid.bitboard import scan

INSTANCES = Path(__file__).parents[2] / "instances"
CLAUSES = [[3, 9, -12], [-3, 12], [-9, 20], [20, -12, 5]]
"""Of variables of which 20 is auxiliary."""
PROJECTED = sum(1 << v - 1 for v in (3, 5, 9, 12))


def test_what_is_implied_is_what_is_not_possible_without() -> None:
    """On every board that can be known in part."""
    together = Conjunction(CLAUSES, PROJECTED, ShapeSolvers())
    assert together.scope == PROJECTED
    rng = Random(1)
    some = 0
    for _ in range(200):
        true = sum(1 << v - 1 for v in (3, 5, 9, 12) if rng.random() < 0.3)
        false = sum(1 << v - 1 for v in (3, 5, 9, 12) if rng.random() < 0.3) & ~true
        if not together.possible(true, false):
            assert together.implied(true, false) is None
            continue
        open_ = list(scan(PROJECTED & ~(true | false)))
        alone = [sum(1 << b for b in open_ if not together.possible(true, false, sign * (b + 1))) for sign in (1, -1)]
        assert together.implied(true, false) == tuple(alone)
        some += any(alone)
    assert some > 10


def test_what_cannot_be_implies_nothing() -> None:
    """None, as of tables, where the statements contradict what is known."""
    assert Conjunction([[1], [-1, 2]], 3, ShapeSolvers()).implied(0, 2) is None


def test_names_make_no_difference() -> None:
    """The same clauses over other variables are of the same shape, whose solver they share; signs make another."""
    solvers = ShapeSolvers()
    one, other = solvers.shape([[1, -2]]), solvers.shape([[-1, -2]])
    same = [Conjunction([[v, -v - 1]], -1, solvers) for v in (1, 5, 900)]
    assert all(solvers.solver(together._shape) is solvers.solver(one) for together in same)
    assert solvers.solver(one) is not solvers.solver(other)
    for v, together in zip((1, 5, 900), same, strict=True):
        assert together.possible(1 << v - 1, 1 << v)
        assert not together.possible(1 << v, 1 << v - 1)


def test_solvers_that_were_not_asked_lately_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more are kept than browsers have memory for; who asks again gets the same answers."""
    monkeypatch.setattr(statements, "_SOLVERS", 2)
    solvers = ShapeSolvers()
    kinds = [Conjunction([[1, -2, *range(3, 3 + n)]], -1, solvers) for n in range(5)]
    for _ in range(2):
        for n, together in enumerate(kinds):
            assert together.possible(2, 1) == (n > 0)
            assert len(solvers._solvers) <= 2
    solvers.close()
    assert not solvers._solvers


def test_a_board_has_few_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One solver each for hundreds of statements would be hundreds of megabytes."""
    (puzzle,) = load(INSTANCES / "dungeon/generated/dungeon-1602-1.dnd")
    made: list[Stepper] = []
    counts: list[int] = []
    original = Stepper.close

    def close(self: Stepper) -> None:
        made.append(self)
        counts.append(len(self.statements._solvers._solvers))
        original(self)

    monkeypatch.setattr(Stepper, "close", close)
    answer = hints.hint(Solver(), puzzle)
    assert answer.step.minimal
    assert made[0].statements.count > 300
    assert 0 < counts[0] < 32
    assert not made[0].statements._solvers._solvers


def test_a_known_literal_is_kept_where_no_solver_can_tell() -> None:
    """Without the second one, twelve things would have to fit in eleven places: no solver finds that out by clauses."""
    one, other, found = 1, 2, 3
    places = [[4 + 11 * i + j for j in range(11)] for i in range(12)]
    clauses = [[-one, -other, found], *([-one, found, *own] for own in places)]
    clauses += [[-a, -b] for column in zip(*places, strict=True) for a, b in combinations(column, 2)]
    assert Conjunction(clauses, 7, ShapeSolvers()).needed(3, 0, found) == (3, 0)
