"""The referee of rooms of factors, and what a puzzle can be."""

from __future__ import annotations

from math import factorial

import pytest

from satdnd.engine.settings import Settings
from satdnd.errors import InputError
from satdnd.kinds.inshi.kind import KIND, contradiction
from satdnd.kinds.inshi.model import Inshi, InshiSolution, Room

CUT = (((0, 0), (0, 1)), ((0, 2), (1, 2), (2, 2)), ((1, 0),), ((1, 1),), ((2, 0), (2, 1)))
BOARD = Inshi(3, tuple(Room(product, cells) for product, cells in zip((2, 6, 2, 3, 3), CUT, strict=True)), name="three")
GOOD = ((1, 2, 3), (2, 3, 1), (3, 1, 2))


@pytest.mark.parametrize(
    ("grid", "wanted"),
    [
        (GOOD, []),
        (
            ((1, 2, 3), (2, 3, 1), (3, 1, 0)),
            [
                ("value", ((2, 2),), "cell r3c3 is empty"),
                ("product", CUT[1], "the room of product 6 at r1c3 multiplies to 0"),
            ],
        ),
        (
            ((1, 2, 3), (2, 3, 1), (3, 1, 6)),
            [
                ("value", ((2, 2),), "r3c3 holds 6 instead of 1 to 3"),
                ("product", CUT[1], "the room of product 6 at r1c3 multiplies to 18"),
            ],
        ),
        (
            ((1, 2, 2), (2, 3, 1), (3, 1, 3)),
            [
                ("row", ((0, 1), (0, 2)), "row 1 has 2 at r1c2 and r1c3"),
                ("row", ((2, 0), (2, 2)), "row 3 has 3 at r3c1 and r3c3"),
            ],
        ),
        (
            ((2, 1, 3), (2, 3, 1), (3, 1, 2)),
            [
                ("column", ((0, 0), (1, 0)), "column 1 has 2 at r1c1 and r2c1"),
                ("column", ((0, 1), (2, 1)), "column 2 has 1 at r1c2 and r3c2"),
            ],
        ),
        (
            ((2, 1, 3), (3, 2, 1), (1, 3, 2)),
            [
                ("product", CUT[2], "the room of product 2 at r2c1 multiplies to 3"),
                ("product", CUT[3], "the room of product 3 at r2c2 multiplies to 2"),
            ],
        ),
        (((1, 2, 3), (2, 3, 1)), [("value", (), "the grid does not have 3 rows of 3 numbers")]),
        (((1, 2, 3), (2, 3, 1), (3, 1)), [("value", (), "the grid does not have 3 rows of 3 numbers")]),
    ],
)
def test_faults(grid: tuple[tuple[int, ...], ...], wanted: list[tuple[str, tuple[tuple[int, int], ...], str]]) -> None:
    """Each rule, broken alone or with what follows, gives its faults with cells and a sentence."""
    found = KIND.faults(BOARD, InshiSolution(grid), Settings())
    assert [(fault.rule, fault.cells, fault.message) for fault in found] == wanted
    assert KIND.accepts(BOARD, InshiSolution(grid), Settings()) == (not wanted)


def test_contradictions() -> None:
    """A puzzle with a solution has none; a room that cannot be made is named, with its length."""
    assert contradiction(BOARD) is None
    for size in (1, 2, 3, 4):
        whole = Inshi(size, tuple(Room(factorial(size), tuple((i, j) for j in range(size))) for i in range(size)))
        assert contradiction(whole) is None
    five = Inshi(3, (Room(5, BOARD.rooms[0].cells), *BOARD.rooms[1:]))
    assert contradiction(five) == "the room of product 5 at r1c1 cannot be made of 2 different values from 1 to 3"
    square = Inshi(3, (Room(4, BOARD.rooms[0].cells), *BOARD.rooms[1:]))
    assert "product 4 at r1c1" in (contradiction(square) or "")
    assert contradiction(Inshi(1, (Room(2, ((0, 0),)),))) == (
        "the room of product 2 at r1c1 cannot be made of one value from 1 to 1"
    )
    huge = contradiction(Inshi(1, (Room(7**400, ((0, 0),)),)))
    assert huge is not None
    assert len(huge) < 120


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Room(0, ((0, 0),)), "product 0, expected a whole number from 1"),
        (lambda: Room(-6, ((0, 0),)), "product -6, expected"),
        (lambda: Room(True, ((0, 0),)), "product True, expected"),
        (lambda: Room(10**1000, ((0, 0),)), "more than 1000 digits"),
        (lambda: Room(2, ()), "has no cells"),
        (lambda: Room(2, ((0, 0), (1, 1))), "[0, 0], [1, 1] of a room do not form a line"),
        (lambda: Room(2, ((0, 0), (0, 2))), "do not form a line"),
        (lambda: Room(2, ((0, 0), (0, 0))), "do not form a line"),
        (lambda: Room(2, ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))), "[1, 0], [1, 1], ... of a room"),
        (lambda: Inshi(0, ()), "its fields have no rows"),
        (lambda: Inshi(65, ()), "found 65 rows, expected 1 to 64"),
        (lambda: Inshi(True, ()), "found True rows"),
        (lambda: Inshi(2, (Room(2, ((0, 1), (0, 2))),)), "product 2 at r1c2 leaves the grid: [0, 2] is outside 2x2"),
        (lambda: Inshi(2, (Room(2, ((-1, 0),)),)), "[-1, 0] is outside"),
        (lambda: Inshi(1, (Room(1, ((0, 0),)), Room(1, ((0, 0),)))), "overlaps another one at [0, 0]"),
        (lambda: Inshi(2, (Room(2, ((0, 0), (0, 1))),)), "[1, 0] is in no room, expected rooms for all 4 cells"),
    ],
)
def test_what_is_no_puzzle(build: object, message: str) -> None:
    """Rooms and grids that cannot be are refused with what was found and what was expected."""
    with pytest.raises(InputError) as caught:
        build()  # type: ignore[operator]
    assert message in str(caught.value)
