"""Edges of cells: marks, sentences and boards go to literals and back; what lies around cells and corners."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from satdnd.errors import InputError
from satdnd.rules.edges import SIDES, Edges

SIZES = [(1, 1), (1, 3), (3, 1), (2, 3), (4, 4)]
EDGES = Edges(2, 3)


@pytest.mark.parametrize("size", SIZES)
def test_marks_and_back(size: tuple[int, int]) -> None:
    """Every literal has one mark, of a cell that it lies beside; all sides of all cells are read."""
    edges = Edges(*size)
    literals = [sign * v for v in range(1, edges.count + 1) for sign in (1, -1)]
    marks = [edges.mark(x) for x in literals]
    assert len(set(marks)) == len(set(edges.names)) * 2 == len(literals)
    assert [edges.literal(json.loads(json.dumps(mark))) for mark in marks] == literals
    assert all(edges.cells(abs(x))[0] == mark[:2] for x, mark in zip(literals, marks, strict=True))
    assert len({edges.sentence(x) for x in literals}) == len(literals)
    assert all(edges.denial(x) == edges.sentence(-x) for x in literals)
    for r, c, side in product(range(size[0]), range(size[1]), SIDES):
        x = edges.literal([r, c, side, "-"])
        assert (r, c) in edges.cells(x)
        assert edges.literal([r, c, side, "x"]) == -x
        assert x in edges.around((r, c))
        last = {"n": True, "w": True, "s": r == size[0] - 1, "e": c == size[1] - 1}
        assert (edges.mark(x)[:3] == (r, c, side)) == last[side]


@pytest.mark.parametrize("size", SIZES)
def test_cells_and_corners(size: tuple[int, int]) -> None:
    """Each edge has two ends and lies around its cells; each corner has the edges that end there."""
    edges = Edges(*size)
    height, width = size
    assert edges.across == (height + 1) * width
    assert edges.count == edges.across + height * (width + 1) == len(edges.names)
    for v in range(1, edges.count + 1):
        assert {corner for corner in edges.corners() if v in edges.corner(*corner)} == set(edges.ends(v))
        assert {cell for cell in product(range(height), range(width)) if v in edges.around(cell)} == {*edges.cells(v)}
        (a, b), (c, d) = edges.ends(v)
        assert (c - a, d - b) == ((0, 1) if v <= edges.across else (1, 0))
    names = {edges.corner_name(*corner) for corner in edges.corners()}
    assert len(names) == (height + 1) * (width + 1)
    for corner in edges.corners():
        own = {cell for x in edges.corner(*corner) for cell in edges.cells(x)}
        assert set(edges.corner_cells(*corner)) == own
        assert edges.corner_name(*corner).rpartition(" ")[2] in {f"r{r + 1}c{c + 1}" for r, c in own}


def test_numbers_and_names() -> None:
    """As the class says it."""
    assert EDGES.around((0, 0)) == (1, 10, 4, 11)
    assert EDGES.around((1, 2)) == (6, 16, 9, 17)
    assert EDGES.corner(0, 0) == (1, 10)
    assert EDGES.corner(1, 1) == (4, 5, 11, 15)
    assert EDGES.corner(2, 3) == (9, 17)
    assert EDGES.cells(4) == ((1, 0), (0, 0))
    assert EDGES.names[3] == "edge[1,0,n]"
    assert EDGES.names[16] == "edge[1,2,e]"
    names = [EDGES.corner_name(*corner) for corner in ((0, 0), (1, 2), (2, 0), (2, 3))]
    assert names == [f"the {x}" for x in ("top left corner of r1c1", "top left corner of r2c3")] + [
        "the bottom left corner of r2c1",
        "the bottom right corner of r2c3",
    ]


@pytest.mark.parametrize(
    ("literal", "said"),
    [
        (4, "the edge between r1c1 and r2c1 is part of the loop"),
        (-11, "the edge between r1c1 and r1c2 is not part of the loop"),
        (1, "the edge above r1c1 is part of the loop"),
        (-9, "the edge below r2c3 is not part of the loop"),
        (14, "the edge left of r2c1 is part of the loop"),
        (17, "the edge right of r2c3 is part of the loop"),
    ],
)
def test_sentences(literal: int, said: str) -> None:
    """Between two cells, and at the border."""
    assert EDGES.sentence(literal) == said


@pytest.mark.parametrize("size", SIZES)
def test_boards_and_back(size: tuple[int, int]) -> None:
    """What is described is read again, with anything in cells and at corners."""
    edges = Edges(*size)
    literals = [v if v % 2 else -v for v in range(1, edges.count + 1) if v % 3]
    rows = edges.describe(literals)["forced"]
    assert edges.read(rows) == literals
    assert edges.read([row.replace("+", ".") for row in rows]) == literals
    filled = ["".join("3" if i % 2 and j % 2 else x for j, x in enumerate(row)) for i, row in enumerate(rows)]
    assert edges.read(filled) == literals
    assert edges.read(edges.describe([])["forced"]) == []


def test_a_drawn_board() -> None:
    """Corners, lines, edges that are none, and what is not known."""
    assert EDGES.describe([1, -2, 10, 11, -17])["forced"] == ["+-+x+ +", "| |    ", "+ + + +", "      x", "+ + + +"]


@pytest.mark.parametrize(
    "mark",
    [
        [],
        [0, 0, "n"],
        [0, 0, "n", ""],
        [0, 0, "q", "-"],
        [0, 0, "", "-"],
        [0, 0, "ns", "-"],
        [2, 0, "n", "-"],
        [0, 3, "w", "-"],
        [-1, 0, "s", "-"],
        [True, 0, "n", "-"],
        ["0", 0, "n", "-"],
        [0, 0, "n", "-", 1],
    ],
)
def test_wrong_marks(mark: list[Any]) -> None:
    """What is no mark is quoted, with what was expected."""
    with pytest.raises(InputError) as caught:
        EDGES.literal(mark)
    assert str(caught.value).startswith("found [")
    assert str(caught.value).endswith(
        ", expected [row, column, 'n' or 'w' or 's' or 'e', '-' or 'x'] of a cell in the grid"
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["+-+"], "the board has 1 line, expected 5 for the 2 rows of cells and the edges between"),
        (
            ["+ + + +"] * 4 + ["+ +"],
            "line 5 of the board is '+ +', expected 7 characters for 3 cells and the edges between",
        ),
        ([None] * 5, "line 1 of the board is None, expected 7 characters for 3 cells and the edges between"),
    ],
)
def test_boards_of_another_shape(rows: list[Any], message: str) -> None:
    """The line is named."""
    with pytest.raises(InputError) as caught:
        EDGES.read(rows)
    assert str(caught.value) == message
