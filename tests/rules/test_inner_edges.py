"""Edges between cells: marks, areas and boards go to literals and back; rectangles around a cell."""

from __future__ import annotations

import json
from itertools import product
from random import Random

import pytest

from satdnd.errors import InputError
from satdnd.grid.bitboard import grid
from satdnd.rules.borders import InnerEdges, inner_edges
from satdnd.rules.rectangles import Rectangles

SIZES = [(1, 1), (1, 3), (3, 1), (2, 3), (4, 4)]


@pytest.mark.parametrize("size", SIZES)
def test_marks_and_back(size: tuple[int, int]) -> None:
    """Every literal has one mark; the border of the grid has none."""
    edges = InnerEdges(*size)
    height, width = size
    assert edges.count == (height - 1) * width + height * (width - 1) == len(edges.names)
    literals = [sign * v for v in range(1, edges.count + 1) for sign in (1, -1)]
    marks = [edges.mark(x) for x in literals]
    assert len(set(marks)) == len(literals)
    assert [edges.literal(json.loads(json.dumps(mark))) for mark in marks] == literals
    assert len({edges.sentence(x) for x in literals}) == len(literals)
    outer = [(0, 0, "n", "-"), (0, 0, "w", "x"), (height - 1, width - 1, "s", "-"), (height - 1, width - 1, "e", "-")]
    for mark in outer:
        with pytest.raises(InputError, match="expected"):
            edges.literal(mark)
    for (r, c), side in product(product(range(height), range(width)), "nwse"):
        if v := edges.edge((r, c), side):
            assert (r, c) in edges.cells(v)
            assert len(edges.cells(v)) == 2


@pytest.mark.parametrize("size", SIZES)
def test_boards_and_back(size: tuple[int, int]) -> None:
    """What is known is drawn with the border of the grid, and read again."""
    edges, rng = InnerEdges(*size), Random(3)
    known = [v * rng.choice((1, -1)) for v in range(1, edges.count + 1) if rng.random() < 0.7]
    rows = edges.describe(known)["forced"]
    assert edges.read(rows) == known
    assert set(rows[0]) == {"+", "-"} == set(rows[-1])
    assert all(row[0] == "|" == row[-1] for row in rows[1::2])


def test_areas() -> None:
    """Areas of random cells: borders around, none inside; a board of them has these areas again."""
    edges, rng = inner_edges(4, 5), Random(8)
    for _ in range(60):
        names = {cell: rng.randrange(3) for cell in product(range(4), range(5))}
        board = edges.separating(lambda one, other, names=names: names[one] == names[other])  # type: ignore[misc]
        areas = edges.areas(board)
        assert sum(areas) == edges.grid.all
        for area in areas:
            cells, border, inside = edges.edged(area)
            assert cells == area
            assert not inside & board
            assert border & board == border
            assert edges.grid.connected(area)
            near = [{x in edges.grid.cells(area) for x in edges.cells(v)} for v in range(1, edges.count + 1)]
            assert border == sum(1 << i for i, there in enumerate(near) if there == {True, False})
            assert inside == sum(1 << i for i, there in enumerate(near) if there == {True})
        numbers = [x for row in edges.numbered(board) for x in row]
        assert [*dict.fromkeys(numbers)] == [*range(1, len(areas) + 1)]


def test_a_border_that_encloses_nothing() -> None:
    """It divides no area, and is noticed."""
    edges = inner_edges(2, 2)
    assert edges.areas(1) == [15]
    assert {whole for _, whole in edges.division(1)} == {False}
    assert {whole for _, whole in edges.division(0)} == {True}


@pytest.mark.parametrize("size", [None, 1, 4, 6, 7])
def test_rectangles(size: int | None) -> None:
    """All rectangles with a cell, without others, of a size: by trying every block of the grid."""
    edges, geometry, rng = inner_edges(5, 4), grid(5, 4), Random(6)
    for _ in range(20):
        cell = rng.randrange(5), rng.randrange(4)
        others = geometry.mask(x for x in product(range(5), range(4)) if x != cell and rng.random() < 0.15)
        found = Rectangles(edges, cell, others, size)
        blocks = [
            geometry.block(r, c, high, wide)
            for r, c in product(range(5), range(4))
            for high, wide in product(range(1, 6 - r), range(1, 5 - c))
        ]
        wanted = [x for x in blocks if x & geometry.bit(cell) and not x & others and size in (None, x.bit_count())]
        assert sorted(area.cells for area in found.areas) == sorted(wanted)
        assert {x for x in blocks if found.allows(x)} == {*wanted}
        assert found.reach == sum(1 << i for i in range(20) if any(x >> i & 1 for x in wanted))
        assert not found.allows(geometry.mask([cell, (cell[0] ^ 1, cell[1] ^ 1)]))
