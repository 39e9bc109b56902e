"""Nurikabe as text and JSON: round trips, large numbers, bad input with its place."""

from __future__ import annotations

import json

import pytest
from nurikabe_boards import puzzle

from satdnd.errors import InputError
from satdnd.kinds.nurikabe.kind import KIND, Nurikabe, NurikabeSolution

TEXTS = KIND.texts
SMALL = puzzle("2..", "..1")


def read(text: str) -> list[Nurikabe | InputError]:
    """Everything in a text."""
    return list(TEXTS.read(text))


def test_large_numbers() -> None:
    """With blanks between all cells, or in brackets."""
    wide = Nurikabe(((None, 12), (1, None)))

    assert read(". 12\n1 .\n") == read(".[12]\n1.\n") == read("_ [12]\n01 .") == [wide]
    assert TEXTS.styles["text"](wide) == " . 12\n 1  .\n"
    assert TEXTS.to_json(wide)["rows"] == [[None, 12], [1, None]]
    assert TEXTS.to_json(SMALL)["rows"] == ["2..", "..1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: found no puzzle, expected rows of numbers and '.'"),
        ("# name: nothing\n", "line 1: found no puzzle, expected rows of numbers and '.'"),
        ("1.\n.\n", "line 2, column 2: found 1 cell, expected 2 as in line 1"),
        ("..\n.0\n", "line 2, column 2: found '0' and '.' for empty cells, expected one way to write them"),
        ("1 . 2\n. -3 .\n", "line 2, column 3: found '-3', expected a whole number from 1, '?' or '.'"),
        ("[] .", "line 1, column 1: found '[]', expected a whole number from 1, '?' or '.'"),
        (
            "1" + "0" * 5000 + " .",
            "line 1, column 1: found '10000000000...0000000000', expected a whole number from 1, '?' or '.'",
        ),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    """Line, column, what was found, what was expected."""
    (error,) = read(text)

    assert str(error).startswith(message.split("...")[0])


def test_solutions() -> None:
    """Grids of sea and island, numbers where they are; JSON of an answer."""
    right = NurikabeSolution(2, 3, 0b011_100)
    told = json.dumps({"solutions": [right.to_json()]})

    for text in (
        "..#\n##.\n",
        "# name: x\n2.#\n##1",
        ". . #\n# # 1\n",
        told,
        json.dumps(["..#", "##."]),
        "..#\n##.\n\n",
    ):
        assert list(TEXTS.read_solutions(text, SMALL)) == [right]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("..X\n##.\n", "line 1, column 3: found 'X', expected '#' for sea, '.' or a number for island"),
        ("..#\n##\n", "line 2, column 3: found 2 cells, expected 3 as in line 1"),
        ("..#\n", "line 1: found 1 row of 3 cells, expected 2 of 3"),
        ("", "empty text: expected a solution"),
        ('{"grid": ["..#"]}', "line 1: found 1 row of 3 cells, expected 2 of 3"),
        ('{"bridges": []}', 'line 1: the field "grid" is missing'),
    ],
)
def test_bad_solutions(text: str, message: str) -> None:
    """Where, what was found, what was expected."""
    (error,) = TEXTS.read_solutions(text, SMALL)

    assert str(error).startswith(message)


def test_recognised() -> None:
    """Numbers that could be islands; a sudoku, with numbers side by side, is none."""
    assert TEXTS.recognises("2..\n..1\n")
    assert TEXTS.recognises(". 12 . .\n. . . .\n. . . .\n. . . .\n")
    assert not TEXTS.recognises("53..7....\n6..195...\n.98....6.\n")
    assert not TEXTS.recognises("....1.\n")
    assert not TEXTS.recognises("#..\n...\n")
