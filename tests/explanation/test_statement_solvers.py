"""Statements that stand for themselves: what they imply, and how few solvers they take."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from satdnd import load
from satdnd.engine.solver import Solver
from satdnd.explanation import explainer, statements
from satdnd.explanation.statements import Part, Shapes
from satdnd.explanation.stepper import Stepper
from satdnd.grid.bitboard import scan

INSTANCES = Path(__file__).parents[2] / "instances"
CLAUSES = [[3, 9, -12], [-3, 12], [-9, 20], [20, -12, 5]]
"""Of variables of which 20 is auxiliary."""
PROJECTED = sum(1 << v - 1 for v in (3, 5, 9, 12))


def test_what_is_implied_is_what_is_not_possible_without() -> None:
    """On every board that can be known in part; and of these variables only those that are asked for."""
    part = Part(CLAUSES, PROJECTED, Shapes())
    assert part.mask == PROJECTED
    chance = Random(1)
    some = 0
    for _ in range(200):
        true = sum(1 << v - 1 for v in (3, 5, 9, 12) if chance.random() < 0.3)
        false = sum(1 << v - 1 for v in (3, 5, 9, 12) if chance.random() < 0.3) & ~true
        if not part.possible(true, false):
            continue
        among = sum(1 << v - 1 for v in (3, 5, 9, 12) if chance.random() < 0.8)
        open_ = scan(among & ~(true | false))
        alone = sum(
            1 << b for b in open_ if not (part.possible(true, false, b + 1) and part.possible(true, false, -b - 1))
        )
        assert part.implied(true, false, among) == alone
        some += bool(alone)
    assert some > 10


def test_impossible_knowledge_is_refused() -> None:
    """What is known is part of a solution: else there is a fault elsewhere."""
    with pytest.raises(AssertionError, match="not possible"):
        Part([[1], [-1, 2]], 3, Shapes()).implied(0, 2, 3)


def test_names_make_no_difference() -> None:
    """The same clauses over other variables are of the same shape, whose solver they share; signs make another."""
    shapes = Shapes()
    one, other = shapes.of([[1, -2]]), shapes.of([[-1, -2]])
    same = [Part([[v, -v - 1]], -1, shapes) for v in (1, 5, 900)]
    assert all(shapes.solver(part._shape) is shapes.solver(one) for part in same)
    assert shapes.solver(one) is not shapes.solver(other)
    for v, part in zip((1, 5, 900), same, strict=True):
        assert part.possible(1 << v - 1, 1 << v)
        assert not part.possible(1 << v, 1 << v - 1)


def test_solvers_that_were_not_asked_lately_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """No more are kept than browsers have memory for; who asks again gets the same answers."""
    monkeypatch.setattr(statements, "_KEPT", 2)
    shapes = Shapes()
    kinds = [Part([[1, -2, *range(3, 3 + n)]], -1, shapes) for n in range(5)]
    for _ in range(2):
        for n, part in enumerate(kinds):
            assert part.possible(2, 1) == (n > 0)
            assert len(shapes._solvers) <= 2
    shapes.close()
    assert not shapes._solvers


def test_a_board_has_few_shapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """One solver each for hundreds of statements would be hundreds of megabytes."""
    (puzzle,) = load(INSTANCES / "dungeon/generated/dungeon-1602-1.dnd")
    made: list[Stepper] = []
    solvers: list[int] = []
    original = Stepper.close

    def close(self: Stepper) -> None:
        made.append(self)
        solvers.append(len(self._shapes._solvers))
        original(self)

    monkeypatch.setattr(Stepper, "close", close)
    answer = explainer.hint(Solver(), puzzle)
    assert answer.step.minimal
    assert made[0]._count > 300
    assert 0 < solvers[0] < 32
    assert not made[0]._shapes._solvers
