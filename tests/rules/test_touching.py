"""Things that do not touch: every board of small grids, by the distance of each pair."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from enumeration import models_of

from satdnd.grid.bitboard import grid
from satdnd.rules.encoder import Encoder
from satdnd.rules.touching import NoneTouch, blocks
from satdnd.rules.unknowns import Shading
from satdnd.sat.formula import Formula
from satdnd.sat.session import Session


def distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    """The moves of a chess king."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


GRIDS = [(height, width, without) for height, width in product(range(1, 4), repeat=2) for without in (0, 5)]
"""Heights, widths, and cells (bits) on which no thing stands."""


@pytest.mark.parametrize(("height", "width", "without"), GRIDS)
@pytest.mark.parametrize("alone", [True, False])
def test_boards_without_touching_things(height: int, width: int, without: int, alone: bool) -> None:
    """Clauses together, and the referee, accept the boards on which no two things are a king's move apart."""
    geometry = grid(height, width)
    cells, formula = geometry.all & ~without, Formula()
    things = Shading(geometry, "star", "*", yes="holds a star", no="is empty")
    variables = formula.new_variables(things.names)
    said = [*NoneTouch(geometry, things, "star", only=cells if without else None).statements()]
    for statement in said:
        statement.encode(Encoder(formula, alone=alone))
    with Session(formula) as session:
        found = {
            sum(1 << v - 1 for v in variables if model[v - 1] > 0 and cells >> v - 1 & 1)
            for model in models_of(session, variables)
        }
    boards = {
        board
        for board in range(1 << geometry.size)
        if not board & ~cells and all(distance(*pair) > 1 for pair in combinations(geometry.cells(board), 2))
    }
    assert found == boards
    assert boards == {
        board
        for board in range(1 << geometry.size)
        if not board & ~cells and not any(statement.broken(board) for statement in said)
    }


@pytest.mark.parametrize("without", [0, 5])
def test_each_alone_says_all_of_it(without: int) -> None:
    """The clauses of one statement refuse the boards that break it, and it is about cells that can hold something."""
    geometry = grid(2, 3)
    cells = geometry.all & ~without
    things = Shading(geometry, "star", "*", yes="holds a star", no="is empty")
    for statement in NoneTouch(geometry, things, "star", only=cells).statements():
        formula = Formula()
        variables = formula.new_variables(things.names)
        statement.encode(Encoder(formula, alone=True))
        with Session(formula) as session:
            found = {sum(1 << v - 1 for v in variables if model[v - 1] > 0) for model in models_of(session, variables)}
        assert found == {board for board in range(64) if not statement.broken(board)}
        middle, *around = statement.cells
        assert {*around} == {cell for cell in geometry.cells(cells) if distance(cell, middle) == 1}


@pytest.mark.parametrize(("height", "width", "without"), GRIDS)
def test_blocks(height: int, width: int, without: int) -> None:
    """Every four cells next to each other that can all hold something, once."""
    geometry = grid(height, width)
    cells = geometry.all & ~without
    things = Shading(geometry, "star", "*", yes="holds a star", no="is empty")
    squares = {
        frozenset(some)
        for some in combinations(geometry.cells(cells), 4)
        if all(distance(*pair) == 1 for pair in combinations(some, 2))
    }
    said = [*blocks(geometry, things, "star", cells=cells if without else None)]
    assert len(said) == len(squares)
    assert {frozenset(statement.cells) for statement in said} == squares
    assert all(
        statement.broken(geometry.mask(pair)) == (distance(*pair) == 1 and {*pair} <= {*statement.cells})
        for statement in said
        for pair in combinations(geometry.cells(cells), 2)
    )
