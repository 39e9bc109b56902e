"""Puzzles of puzzlekit: its published problems, each kind's signs, and what is asked about.

Sources: SmilingWayne/puzzlekit-dataset, assets/data (tents, kakuro); SmilingWayne/PuzzleSolver, src/puzzlekit/solvers
(the examples of masyu, binairo, star battle and hitori).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import satdnd
from satdnd.formats import loading

TENTS = """\
10 10
4 1 3 1 2 2 2 1 2 2
3 1 3 2 1 2 2 1 4 1
x - x - - - x - x -
x - x - - - - - - -
- - - - - - x - - -
- - - x - - - - x -
- x - - x - - - - -
- - x - - - - - - -
- x - - - - - - x -
x - - - - - x - - -
- - - - - x x - - -
- - x - - - - - - x"""
"""Tent_dataset_000.json, 179_10x10."""
KAKURO = """\
10 12
- - 16, 15, - 20, 17, - - - 6, 3,
- 23,7 0 0 ,16 0 0 16, - 10,4 0 0
,23 0 0 0 4,23 0 0 0 4,6 0 0 0
,16 0 0 0 0 0 14,16 0 0 0 0 -
,13 0 0 11,7 0 0 0 34,3 0 0 16, -
- ,3 0 0 17,7 0 0 0 17,3 0 0 17,
- - 10,12 0 0 17,23 0 0 0 24,3 0 0
- 4,29 0 0 0 0 16,34 0 0 0 0 0
,6 0 0 0 ,24 0 0 0 ,23 0 0 0
,3 0 0 - - ,17 0 0 ,10 0 0 -"""
"""Kakuro_dataset_000.json, 1_10x12."""
MASYU = "6 6\n- - - - - -\n- - - - - w\n- b - w b -\n- b w - b -\nw - - - - -\n- - - - - -"
BINAIRO = (
    "8 8\n- - - - 2 - - -\n- - 1 2 - 1 - 1\n- 1 - - - - - -\n- 1 2 - 1 - 1 2\n"
    "- - 2 - - - - -\n- 1 - - - - 2 2\n2 - - - 1 1 - -\n- - 2 - - - 1 2"
)
STARS = "6 6 1\n1 2 2 2 2 2\n1 1 1 1 2 2\n1 2 2 2 2 6\n1 3 4 3 5 6\n1 3 4 3 5 5\n1 3 3 3 5 5"
HITORI = "4 4\n3 3 1 4\n4 3 2 2\n1 3 4 2\n3 4 3 2"
PUBLISHED = {
    "tents": TENTS,
    "kakuro": KAKURO,
    "masyu": MASYU,
    "binairo": BINAIRO,
    "hitori": HITORI,
}


def wrapped(problem: str, **fields: str) -> str:
    return json.dumps({"problem": problem, "solution": "", **fields}) + "\n"


def read(text: str, kind: str | None = None) -> list[loading.Item]:
    return [*loading.read_text(text, kind=kind)]


def record(problem: str, kind: str) -> dict[str, Any]:
    (item,) = read(wrapped(problem, puzzle=kind))
    assert not item.error, str(item.error)
    return loading.texts_of(item.kind).to_json(item.puzzle)


def message(text: str, kind: str | None = None) -> str:
    (item,) = read(text, kind)
    assert item.error, item.puzzle
    return str(item.error)


@pytest.mark.parametrize("kind", PUBLISHED)
def test_published_problems_have_one_solution_and_the_kind_may_be_named_anywhere(kind: str) -> None:
    (item,) = read(wrapped(PUBLISHED[kind], kind=kind))
    assert satdnd.unique(item.puzzle).status == "unique"
    assert [other.puzzle for other in read(wrapped(PUBLISHED[kind]), kind)] == [item.puzzle]
    assert [other.puzzle for other in read(json.dumps({"type": kind, "problem": PUBLISHED[kind]}, indent=1))] == [
        item.puzzle
    ]


@pytest.mark.parametrize("kind", ["tents", "kakuro"])
def test_text_alone_is_read_once_the_kind_is_known(kind: str) -> None:
    (item,) = read(wrapped(PUBLISHED[kind], puzzle=kind))
    (plain,) = read(PUBLISHED[kind] + "\n", kind)
    assert plain.puzzle == item.puzzle


def test_kakuro_is_known_by_its_commas_and_other_texts_are_asked_about() -> None:
    (item,) = read(KAKURO)
    assert item.kind == "kakuro"
    assert "in the form of puzzlekit (tents); pass --kind NAME" in message(TENTS)
    assert "(starbattle); pass --kind NAME" in message(STARS)


def test_data_set_names_its_kind_and_its_problems() -> None:
    data = {"663_12x12": {"problem": TENTS, "solution": "", "source": "somewhere", "info": ""}, "bad": {"problem": "x"}}
    first, second = read(json.dumps({"name": "Tent", "count": 2, "data": data}, indent=2))
    assert (first.kind, first.name) == ("tents", "663_12x12")
    assert first.puzzle.extra == {"source": "somewhere"}
    assert "expected two numbers, rows and columns" in str(second.error)


def test_several_objects_one_on_a_line() -> None:
    items = read(wrapped(MASYU, puzzle="masyu") + wrapped(HITORI, puzzle="hitori"))
    assert [item.kind for item in items] == ["masyu", "hitori"]


@pytest.mark.parametrize(
    ("kind", "problem", "field", "expected"),
    [
        ("tents", TENTS, "columns", [4, 1, 3, 1, 2, 2, 2, 1, 2, 2]),
        ("tent", "1 2\n- 0\n1\nx -", "columns", [None, 0]),
        ("kakuro", "2 2\n- 3,\n,3 0", "rows", [["#", [3, None]], [[None, 3], "."]]),
        ("binairo", "2 2\n- 1\n2 -", "rows", [".0", "1."]),
        ("masyu", "1 3\n1 2 -", "rows", ["wb."]),
        ("akari", "2 3\nx - 4\n- 0 -", "rows", ["#.4", ".0."]),
        ("numberlink", "2 3\n1 - 12\n1 - 12", "rows", [[1, None, 12], [1, None, 12]]),
        ("shikaku", "1 3\n3 - -", "rows", ["3.."]),
        ("slitherlink", "1 3\n3 - 0", "rows", ["3.0"]),
        ("sudoku", "4 4\n- 1 - -\n- - - 2\n3 - - -\n- - 3 -", "clues", ".1.....23.....3."),
        ("nonogram", "2 3\n1\n2\n0\n2\n1", "rows", [[2], [1]]),
        ("nonogram", "2 3\n1\n2\n0\n2\n1", "columns", [[1], [2], []]),
        ("skyscraper", "2 2 2\n- 1\n2 -\n- -\n1 2", "bottom", [2, None]),
        ("skyscrapers", "2 2 2\n- 1\n2 -\n- -\n1 2\n- 1\n- -", "rows", [".1", ".."]),
        ("heyawake", "1 3\n1 - -\n1 1 2", "numbers", [[0, 0, 1]]),
        ("heyawake", "1 3\n1 1 2", "areas", ["aab"]),
        ("Yajilin", "1 3\n- 2s -", "rows", [[None, "2s", None]]),
    ],
)
def test_signs_and_parts_of_each_kind(kind: str, problem: str, field: str, expected: object) -> None:
    assert record(problem, kind)[field] == expected


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        (wrapped(MASYU), None, "no kind is named: pass --kind NAME, or add "),
        (wrapped(MASYU, puzzle="pills"), None, "found a problem of the kind 'pills', expected one of akari, binairo"),
        (wrapped(MASYU, puzzle="masyu"), "hitori", "found the kind 'masyu', expected 'hitori' as --kind says"),
        (
            wrapped("2 2\n- b\n- c", puzzle="masyu"),
            None,
            "line 3, column 3 of the problem: found 'c', expected one of - w b 1 2",
        ),
        (wrapped("2 2\n- b\n-", puzzle="masyu"), None, "line 3, column 1 of the problem: found 1 word, expected 2"),
        (wrapped("2 2\n- b", puzzle="masyu"), None, "the problem ends after 1 line for the cells, expected 2"),
        (wrapped("1 2\n- b\n- b", puzzle="masyu"), None, "line 3 of the problem: found one line too many"),
        (wrapped("2 2 2 D\n- 1\n2 -\n- -\n1 2", puzzle="skyscraper"), None, "rules for diagonals are not read"),
        (wrapped("2 2 1\n- 1\n2 -\n- -\n1 2", puzzle="skyscraper"), None, "found '1', expected heights up to 2"),
        (
            wrapped(TENTS.replace("x - x - - - x", "x - o - - - x")),
            "tents",
            "line 4, column 5 of the problem: found 'o'",
        ),
    ],
)
def test_what_cannot_be_read_or_is_not_named(text: str, kind: str | None, expected: str) -> None:
    assert expected in message(text, kind)
