"""Where a hint tells the player to look."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from satdnd.explanation.places import Location, area_of, line_of, where_to_look
from satdnd.explanation.steps import Argument, Step, Turn
from satdnd.grid.bitboard import Cell, grid
from satdnd.rules.cut import Cut
from satdnd.sat.formula import Statement

ROW = [(0, c) for c in range(8)]
COLUMN = [(r, 3) for r in range(8)]
FAR = [(r, c) for r in range(8) for c in (0, 7)]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([(2, 4)], "at r3c5"),
        ([(2, 4), (2, 4)], "at r3c5"),
        ([(2, 4), (2, 9)], "in row 3"),
        ([(2, 4), (9, 4)], "in column 5"),
        ([(0, 0), (0, 1), (0, 2), (1, 1), (2, 2)], "among the cells around r2c2"),
        ([(1, 1), (4, 4), (2, 2)], "among the cells around r3c3"),
        ([(4, 1), (1, 4), (1, 1)], "among the cells around r2c2"),
    ],
)
def test_areas_have_names(cells: list[Cell], expected: str) -> None:
    """A cell, a line, or what is around a cell in the middle."""
    area = area_of(cells)
    assert area
    assert str(area) == expected
    assert {*area.cells} == {*cells}


@pytest.mark.parametrize("cells", [[], [(0, 0), (4, 1)], [(0, 0), (1, 4)]])
def test_cells_too_far_apart_are_no_area(cells: list[Cell]) -> None:
    """Four rows or columns; and no cells."""
    assert area_of(cells) is None


def test_whole_lines() -> None:
    """All cells of the line, whatever the shape of the board; a single cell stands for its row."""
    row = Location("row 2", ((1, 0), (1, 1), (1, 2)))
    assert line_of([(1, 0), (1, 2)], (2, 3)) == line_of([(1, 1)], (2, 3)) == row
    assert line_of([(0, 1), (1, 1)], (2, 3)) == Location("column 2", ((0, 1), (1, 1)))


def said(*areas: list[Cell]) -> Step:
    """A step about r5c5 by rules that are about these cells."""
    return Step(((4, 4, "#"),), "", "", tuple(Statement("rule", tuple(cells), "") for cells in areas))


def looked(step: Step, unknown: Collection[Cell] = ()) -> Location:
    """Where to look for a step on a board of 8x8."""
    return where_to_look(step, unknown, (8, 8))


def test_all_areas_in_the_order_of_the_argument() -> None:
    """Rules without a link come last; a cell of two areas comes once, and so does an area of two rules."""
    step = said(ROW, COLUMN)
    assert looked(step).name == "row 1 and column 4"
    assert looked(step).cells == (*ROW, *COLUMN[1:])
    turned = replace(step, arguments=(Argument(((4, 4, "o"),), (Turn(1),)),))
    assert looked(turned).name == "column 4 and row 1"
    assert looked(turned).cells[:2] == ((0, 3), (1, 3))
    assert looked(said(ROW, COLUMN, ROW)).name == "row 1 and column 4"


def test_what_is_found_where_areas_are_no_help() -> None:
    """More than three, or one that is too wide: then the cells that the step finds, also where they are far apart."""
    rows: list[list[Cell]] = [[(r, 0), (r, 1)] for r in range(4)]
    assert looked(said(*rows[:3])).name == "row 1, row 2 and row 3"
    assert looked(said(*rows)) == Location("r5c5", ((4, 4),))
    assert looked(said(ROW, FAR)).name == "r5c5"
    assert looked(said()).name == "r5c5"
    apart = replace(said(FAR), cells=((0, 0, "#"), (7, 7, "#"), (0, 0, "o")))
    assert looked(apart) == Location("the cells around r1c1", ((0, 0), (7, 7)))


def test_a_large_pocket_is_shown_by_its_border() -> None:
    """If the cells of a cut are too many for an area, those that enclose them may be few."""
    board = grid(6, 6)
    cut = Cut(
        "connected",
        tuple(cell for cell in board.cells(board.all) if cell not in {(5, 5), (5, 4), (4, 5)}),
        "",
        (0, 0),
        (),
        geometry=board,
    )
    assert looked(Step(((5, 5, "#"),), "", "", (cut,))).name == area_of(cut.border).name  # type: ignore[union-attr]
    assert {*looked(Step(((5, 5, "#"),), "", "", (cut,))).cells} == {(5, 4), (4, 5)}


def test_the_only_unknown_cell_is_not_named() -> None:
    """But its row, its column where the row has no other, or the cell if there is no other in both."""
    column, alone = said([(r, 4) for r in range(8)]), {(4, 4)}
    assert looked(column, alone).name == "column 5"
    assert looked(column, alone | {(0, 4)}).name == "column 5"
    assert looked(said(), alone | {(4, 0), (0, 4)}).name == "row 5"
    assert looked(said(), alone | {(0, 4), (3, 3)}).name == "column 5"
    assert looked(said([(4, 4), (4, 5)]), alone | {(4, 0)}) == Location("row 5", tuple((4, c) for c in range(8)))
    assert looked(said(), alone | {(3, 3)}).name == "r5c5"
