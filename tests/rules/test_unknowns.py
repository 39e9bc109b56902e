"""Variables as marks, sentences and boards, and back: shaded cells, and values in cells."""

from __future__ import annotations

import re
from typing import Any

import pytest
from contract_boards import boards

from satdnd.declaration.views.values import numbers
from satdnd.engine.kind import Rules, kind_named, kinds_with
from satdnd.errors import InputError, UsageError
from satdnd.explanation.steps import Commentary
from satdnd.grid.bitboard import grid
from satdnd.kinds.sudoku.model import digits
from satdnd.rules.unknowns import Shading, Unknowns, Values

WALLS = Shading(grid(3, 4), "wall", "#", yes="is a wall", no="is open", not_yes="cannot be a wall")
LEFT = {(0, 0): 0b0010, (0, 1): 0b1100, (1, 0): 0b1000, (1, 1): 0, (0, 2): 0b1110, (1, 2): 0b0110, (2, 0): 0b0100}
SOME = numbers(3, {(r, c): LEFT.get((r, c), 0b1010) for r in range(3) for c in range(3)})
FAMILIES = {
    "walls": WALLS,
    "4x4": digits((2, 2)),
    "9x9": digits((3, 3)),
    "16x16": digits((4, 4)),
    "numbers": numbers(11),
    "some": SOME,
}


@pytest.mark.parametrize("family", FAMILIES)
def test_marks_and_back(family: str) -> None:
    """Every literal has a mark of its own, which stands in its cell and means that literal."""
    unknowns = FAMILIES[family]
    literals = [sign * v for v in range(1, len(unknowns.names) + 1) for sign in (1, -1)]
    marks = [unknowns.mark(x) for x in literals]
    assert len(set(marks)) == len(marks)
    assert [unknowns.literal(list(mark)) for mark in marks] == literals
    assert all(unknowns.cells(abs(x)) == (mark[:2],) for x, mark in zip(literals, marks, strict=True))
    assert len({unknowns.sentence(x) for x in literals}) == len(literals)


@pytest.mark.parametrize("family", FAMILIES)
def test_boards_and_back(family: str) -> None:
    """What is described of some literals is read as these; of values only the placed ones are shown."""
    unknowns = FAMILIES[family]
    top = len(unknowns.names)
    chosen = {unknowns.cells(v): v for v in range(1, top + 1) if v % 3}  # one in a cell, and not in all cells
    literals = [v if v % 2 or isinstance(unknowns, Values) else -v for v in chosen.values()]
    assert sorted(unknowns.read(unknowns.describe(literals)["forced"])) == sorted(literals)
    assert unknowns.read(unknowns.describe([])["forced"]) == []
    if isinstance(unknowns, Values):
        assert unknowns.describe(-v for v in range(1, top + 1)) == unknowns.describe([])
        assert unknowns.placed_on(sum(1 << v - 1 for v in literals)) == unknowns.placed(literals)


def test_forms_of_boards() -> None:
    """Digits are rows of characters, numbers are lists; strings may have blanks."""
    assert digits((2, 2)).describe([1, 8, 64]) == {"forced": ["14..", "....", "....", "...4"]}
    assert numbers(3).describe([1, 6]) == {"forced": [[1, 3, None], [None] * 3, [None] * 3]}
    assert WALLS.describe([1, -2, 12]) == {"forced": ["#o..", "....", "...#"]}
    assert WALLS.read(["# o x 3", "....", "...#"]) == [1, -2, -3, 12]
    assert numbers(10).read(["10 . . . . . . . . 1", *[[0, None] * 5] * 9]) == [10, 91]


@pytest.mark.parametrize(
    ("unknowns", "literal", "said", "denied"),
    [
        (WALLS, 6, "r2c2 is a wall", "r2c2 cannot be a wall"),
        (WALLS, -6, "r2c2 is open", "r2c2 is a wall"),
        (digits((4, 4)), 30, "r1c2 is E", "r1c2 is not E"),
        (numbers(11), -22, "r1c2 is not 11", "r1c2 is 11"),
    ],
)
def test_sentences(unknowns: Shading | Values, literal: int, said: str, denied: str) -> None:
    """What literals say, and that it is not so."""
    assert (unknowns.sentence(literal), unknowns.denial(literal)) == (said, denied)


def test_what_is_left() -> None:
    """Only values that a cell may hold have variables; boards of them are made of these."""
    assert SOME.names[:7] == [f"cell[0,{c}]={v}" for c, v in ((0, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3))] + [
        "cell[1,0]=3"
    ]
    assert SOME.candidates((0, 1)) == {2: 2, 3: 3}
    assert SOME.groups([(0, 0), (0, 1), (0, 2)]) == [[1, 4], [2, 5], [3, 6]]
    assert numbers(2).literals([[1, 2], [2, 1]]) == [1, 4, 6, 7]
    with pytest.raises(KeyError):
        SOME.literals([[2, 3, 1], [3, 1, 2], [1, 2, 3]])
    with pytest.raises(InputError, match=re.escape("found [0, 0, '2'], expected [row, column, '1' to '3', or 'not")):
        SOME.literal([0, 0, "2"])


def test_what_is_marked_along() -> None:
    """A value that is placed rules out the others of its cell, and itself where the cell is seen; no more."""
    sudoku, inshi = digits((2, 2)), numbers(4)
    house = {*((0, c, "not 1") for c in (1, 2, 3)), *((r, 0, "not 1") for r in (1, 2, 3))}
    cell = {(0, 0, f"not {v}") for v in (2, 3, 4)}
    assert {inshi.mark(x) for x in inshi.along(1)} == house | cell
    assert {sudoku.mark(x) for x in sudoku.along(1)} == house | cell | {(1, 1, "not 1")}
    assert {SOME.mark(x) for x in SOME.along(1)} == {(0, 2, "not 1")}
    assert [*sudoku.along(-1)] == [*WALLS.along(1)] == []


@pytest.mark.parametrize(
    "mark", [[], [0, 0], [0, 0, ""], [0, 0, 1], [-1, 0, "@"], [0, True, "@"], [9, 0, "@"], ["0", 0, "@"]]
)
@pytest.mark.parametrize("family", FAMILIES)
def test_wrong_marks(family: str, mark: list[Any]) -> None:
    """What is no mark is quoted, with what was expected; ``@`` stands for what is said of the first cell."""
    unknowns = FAMILIES[family]
    wrong = [unknowns.mark(1)[2] if part == "@" else part for part in mark]
    if mark[:1] == [9]:
        wrong[0] = unknowns.size[0]
    with pytest.raises(InputError) as caught:
        unknowns.literal(wrong)
    assert str(caught.value).startswith("found [")
    assert str(caught.value).endswith(f", {unknowns.expected}")


@pytest.mark.parametrize("said", ["5", "not", "not not 1", "01", "12", "1 ", "."])
def test_values_that_are_none(said: str) -> None:
    """A value has one form."""
    with pytest.raises(InputError, match=re.escape("expected [row, column, '1' to '4', or 'not ...'] in the grid")):
        digits((2, 2)).literal([0, 0, said])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["...."], "the board has 1 row, the puzzle has 3"),
        (["....", "...", "...."], "row 2 of the board is '...', expected 4 cells"),
        (["....", "....", 7], "row 3 of the board is 7, expected 4 cells"),
        (["....", "....", [None] * 5], "row 3 of the board is [None, None, None, None, None], expected 4 cells"),
    ],
)
def test_boards_of_another_shape(rows: list[Any], message: str) -> None:
    """The row is named."""
    with pytest.raises(InputError) as caught:
        WALLS.read(rows)
    assert str(caught.value) == message


def test_boards_with_wrong_values() -> None:
    """A value that no cell holds is refused like its mark."""
    with pytest.raises(InputError, match=re.escape("found [1, 2, '5'], expected [row, column, '1' to '4'")):
        digits((2, 2)).read(["....", "..5.", "....", "...."])


def test_without_marks() -> None:
    """A family without marks tells so, and describes literals by the names of variables."""
    unknowns = Unknowns()
    unknowns.names = ["a", "b"]
    assert unknowns.describe([1, -2]) == {"literals": ["a", "not b"]}
    assert unknowns.denial(1) == "not a"
    for ask in (unknowns.mark, unknowns.cells):
        with pytest.raises(UsageError, match="have no marks"):
            ask(1)
    with pytest.raises(InputError, match=re.escape("found [0, 0, 'x'], which is a mark of no unknown here")):
        unknowns.literal([0, 0, "x"])
    with pytest.raises(InputError, match="this kind has no board to read; give marks"):
        unknowns.read(["."])


@pytest.mark.parametrize("name", sorted({*kinds_with(Rules)} - {*kinds_with(Commentary)}))
def test_sentences_have_verbs(name: str) -> None:
    """A mark and its opposite, so that hints can say "if r3c4 is a wall, then ..."."""
    unknowns = kind_named(name).require(Rules).book(boards(name)[-1].puzzle, kind_named(name).options()).unknowns
    for x in range(1, len(unknowns.names) + 1):
        for sentence in (unknowns.sentence(x), unknowns.sentence(-x)):
            assert re.search(r"\b(is|are|holds|belong)\b", sentence), sentence
