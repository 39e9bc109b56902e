"""Bridges between pairs of cells: marks, sentences and boards go to literals and back."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from satdnd.errors import InputError
from satdnd.grid.bitboard import Cell
from satdnd.rules.bridges import Bridges

PAIRS: list[tuple[Cell, Cell]] = [((0, 0), (0, 4)), ((0, 0), (3, 0)), ((0, 4), (3, 4))]
BRIDGES = Bridges((4, 5), PAIRS)
LITERALS = [sign * v for v in range(1, 7) for sign in (1, -1)]


def test_every_literal_has_its_mark() -> None:
    """Marks are JSON, all different, and are read back; the cells are those of the mark."""
    marks = [BRIDGES.mark(x) for x in LITERALS]

    assert marks[:4] == [(0, 0, 0, 4, ">=1"), (0, 0, 0, 4, "=0"), (0, 0, 0, 4, "=2"), (0, 0, 0, 4, "<=1")]
    assert len(set(marks)) == len(LITERALS)
    for x, mark in zip(LITERALS, marks, strict=True):
        assert BRIDGES.literal(mark) == BRIDGES.literal(json.loads(json.dumps(mark))) == x
        assert BRIDGES.cells(abs(x)) == (mark[:2], mark[2:4])


def test_names_and_sentences() -> None:
    """The names of a DIMACS file; what is said, and what is denied."""
    assert BRIDGES.names[:2] == ["bridges[0,0-0,4]>=1", "bridges[0,0-0,4]>=2"]
    assert len(BRIDGES.names) == 2 * len(PAIRS)
    ends = "between r1c5 and r4c5"
    assert [(BRIDGES.sentence(x), BRIDGES.denial(x)) for x in (5, -5, 6, -6)] == [
        (f"there is a bridge {ends}", f"there is no bridge {ends}"),
        (f"there is no bridge {ends}", f"there is a bridge {ends}"),
        (f"there are two bridges {ends}", f"there are not two bridges {ends}: at most one"),
        (f"there is at most one bridge {ends}", f"there are two bridges {ends}"),
    ]


def test_what_comes_along() -> None:
    """Two are at least one, none is not two; nothing else follows."""
    assert {x: list(BRIDGES.along(x)) for x in LITERALS if list(BRIDGES.along(x))} == {
        2: [1],
        -1: [-2],
        4: [3],
        -3: [-4],
        6: [5],
        -5: [-6],
    }


def test_boards_are_read_as_they_are_described() -> None:
    """Whatever is known of each pair: what is read says the same once more, with no literal too many."""
    for bounds in product([(a, b) for a in range(3) for b in range(a, 3)], repeat=len(PAIRS)):
        rows = [[*one, *other, *bound] for (one, other), bound in zip(PAIRS, bounds, strict=True)]
        literals = BRIDGES.read(json.loads(json.dumps(rows)))
        assert BRIDGES.describe(literals) == {"forced": rows}
        assert not {y for x in literals for y in BRIDGES.along(x)} & set(literals)
    assert BRIDGES.describe([])["forced"] == [[*one, *other, 0, 2] for one, other in PAIRS]


@pytest.mark.parametrize(
    "mark",
    [
        [],
        [0, 0, 0, 4],
        [0, 0, 0, 4, "=1"],
        [0, 0, 0, 4, 2],
        [0, 0, 0, 4, ["=2"]],
        [0, 4, 0, 0, "=2"],
        [0, 0, 3, 4, "=2"],
        [0, 0, 0, "4", "=2"],
        [0, 0, 0, 4.0, "=2"],
        [False, 0, 0, 4, "=2"],
        [0, 0, [0], 4, "=2"],
        [0, 0, 0, 4, 0, "=2"],
    ],
)
def test_wrong_marks_are_refused(mark: list[Any]) -> None:
    """No such pair, no such number, no numbers at all; the message says what is expected."""
    with pytest.raises(InputError, match=r"^found .*, expected \[row, column, row, column, =0 or >=1 or <=1 or =2\]"):
        BRIDGES.literal(mark)


@pytest.mark.parametrize(
    "row",
    [
        "11",
        3,
        None,
        [],
        [0, 0, 0, 4, 1],
        [0, 0, 0, 4, 2, 1],
        [0, 0, 0, 4, -1, 1],
        [0, 0, 0, 4, 0, 3],
        [0, 0, 0, 4, False, 2],
        [0, 0, 0, 4, 0, True],
        [0, 0, 0, 4, "0", 2],
        [0, False, 0, 4, 0, 2],
        [0, 4, 0, 0, 0, 2],
        [0, 0, [0], 4, 0, 2],
    ],
)
def test_wrong_boards_are_refused(row: Any) -> None:
    """Not the ends of a pair, or no bounds."""
    with pytest.raises(InputError, match=r"^found .*, expected \[r1, c1, r2, c2, least, most\]"):
        BRIDGES.read([row])
