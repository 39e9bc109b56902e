"""Nonograms in files of other programs: one published puzzle in each form, and what no form may be taken for.

The puzzle is the dancer, webpbn.com puzzle number 1, CC-BY-3.0, as pbnsolve's README and mikix/nonogram-db have it.
"""

from __future__ import annotations

import pytest

import satdnd
from satdnd.formats import loading

ROWS = ((2,), (2, 1), (1, 1), (3,), (1, 1), (1, 1), (2,), (1, 1), (1, 2), (2,))
COLUMNS = ((2, 1), (2, 1, 3), (7,), (1, 3), (2, 1))
DANCER = satdnd.Nonogram(ROWS, COLUMNS)


def lines(side: tuple[tuple[int, ...], ...], between: str = " ") -> str:
    return "".join(between.join(map(str, runs)) + "\n" for runs in side)


NON = f"""\
catalogue "webpbn.com #1"
title "Demo Puzzle from Front Page"
by "Jan Wolter"
copyright "&copy; Copyright 2004 by Jan Wolter"
license CC-BY-3.0
width 5
height 10

rows
{lines(ROWS, ",")}
columns
{lines(COLUMNS, ",")}
goal "01100011010010101110101001010000110010100101111000"
"""
NOTES = {
    "catalogue": "webpbn.com #1",
    "by": "Jan Wolter",
    "copyright": "© Copyright 2004 by Jan Wolter",
    "license": "CC-BY-3.0",
}
FORMS = {
    ".nin": f"5 10\n{lines(ROWS)}{lines(COLUMNS)}",
    ".nin with a line between": f"5 10\n{lines(ROWS)}#\n{lines(COLUMNS)}",
    ".mk": f"10 5\n{lines(ROWS)}#\n{lines(COLUMNS)}",
    "CWC": f"10\n5\n{lines(ROWS)}\n{lines(COLUMNS)}",
    ".g": f": rows\n{lines(ROWS)}: columns\n{lines(COLUMNS)}: end\n\n\n",
    ".g without an end": f":\n{lines(ROWS)}:\n{lines(COLUMNS)}\n\n",
    ".g with its one colour": f"#d\n 0:  white\n 1:* black crna\n:\n{lines(ROWS)}:\n{lines(COLUMNS)}:\n",
    ".non by Simpson": f"width 5\nrows 10\n\ncolumns\n\n{lines(COLUMNS, ', ')}\nrows\n\n{lines(ROWS, ',')}\n",
    ".non with all in one": f"columns 5\n{lines(COLUMNS, ',')}rows 10\n{lines(ROWS, ',')}",
    ".non with its goal in lines": f"width 5\nheight 10\nrows\n{lines(ROWS)}columns\n{lines(COLUMNS)}goal\n01100\n",
}
SUFFIXES = {".nin": "dancer.nin"}


def read(text: str, source: str = "text") -> list[loading.Item]:
    return [*loading.read_text(text, source)]


def message(text: str, source: str = "text") -> str:
    (item,) = read(text, source)
    assert item.error, item.puzzle
    return str(item.error)


@pytest.mark.parametrize("name", FORMS)
def test_dancer_in_every_form(name: str) -> None:
    (item,) = read(FORMS[name], SUFFIXES.get(name, "text"))
    assert not item.error, str(item.error)
    assert (item.puzzle.rows, item.puzzle.columns) == (ROWS, COLUMNS)


def test_dancer_has_one_solution() -> None:
    assert satdnd.unique(DANCER).status == "unique"


def test_non_keeps_what_it_says_but_not_the_answer() -> None:
    (item,) = read(NON)
    assert item.puzzle == satdnd.Nonogram(ROWS, COLUMNS, name="Demo Puzzle from Front Page", extra=NOTES)


def test_bundle_of_several_with_a_bad_one_between() -> None:
    bad = NON.replace("1,3\n2,1", "1,3\n2;1")
    items = read(f"{NON}====\n{bad}====\n{NON}\n")
    assert [bool(item.error) for item in items] == [False, True, False]
    assert "text:55:1: found '2;1', expected the length of a run" in str(items[1].error)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("1\n\n1\n", ((1,), (), (1,))),
        ("1\n0\n1\n", ((1,), (), (1,))),
        ("\n1\n\n0\n\n1\n\n", ((1,), (), (1,))),
        ("1\n1\n\n", ((1,), (1,), ())),
    ],
)
def test_lines_without_runs_are_zeros_or_blank(rows: str, expected: object) -> None:
    """Simpson ignores blank lines and writes 0; pbnsolve and nonogram-db take a blank line for a line without runs."""
    (item,) = read(f"width 2\nheight 3\nrows\n{rows}columns\n1\n1\n")
    assert not item.error, str(item.error)
    assert item.puzzle.rows == expected


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        (NON.replace("2,1,3", "2,1,3b"), "text", "text:23:5: found a run of the colour 'b', expected black alone"),
        (NON.replace("2,1,3\n", ""), "text", "text:25: found the runs of 4 columns, expected 5"),
        (NON.replace("2,1,3", "2,1,3\n4"), "text", "text:27: found the runs of 6 columns, expected 5"),
        (NON.replace("2,1,3", "2,0,3"), "text", "text:23: found a run of 0 among others"),
        (NON.replace("width 5\n", ""), "dancer.non", "found no width, expected a line such as 'width 10'"),
        (NON.replace("columns", "clues"), "text", "found no line 'columns'"),
        (FORMS[".nin"], "text", "text:1: these are the runs of a nonogram, but programs differ"),
        (FORMS[".nin"].replace("5 10", "5 11"), "dancer.nin", "found 15 lines of runs, expected 11 for the rows"),
        ("#d\n  b:b  brown\n:\n1b 2\n:\n1\n1b\n", "text", "text:4:1: found a run of the colour 'brown'"),
        ("#d\n  1:b  #F68DF6\n:\n1\n:\n1\n", "text", "found the usual colour '#F68DF6', expected black alone"),
        ("#t\n:\n1\n:\n1\n", "triddler.g", "dler.g:1: found a puzzle of triangles"),
        (":\n1\n", "half.g", "expected two sections"),
        ('{"ver":[[4,1],[2]],"hor":[[1],[2]]}', "text", 'text:1: found "ver" and "hor": programs differ'),
        ('{\n "hor": [[1]],\n "ver": [[1]]\n}\n', "picross.json", 'found "ver" and "hor": programs differ'),
    ],
)
def test_what_cannot_be_read_has_its_place(text: str, source: str, expected: str) -> None:
    assert expected in message(text, source)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("4 4\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", None),
        ("17\n17\n" + "16 3 1 12\n" * 17, None),
        ("5 5\n1 2 3 4 5\n2 3 4 5 1\n3 4 5 1 2\n4 5 1 2 3\n5 1 2 3 4\n", None),
        ("9 9\n" + "0 0 5 0 0 1 0 0 0\n" * 9, None),
        ("8\n\n5\n", "queens"),
        ("3\n\n2r3\n", None),
    ],
)
def test_grids_of_numbers_are_no_nonograms(text: str, kind: str | None) -> None:
    for item in loading.read_text(text, kind=kind):
        assert item.kind != "nonogram"


def test_folder_of_such_files(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "a.non").write_text(NON, encoding="utf-8")
    (folder / "b.nin").write_text(FORMS[".nin"], encoding="utf-8")
    (folder / "c.cwc").write_text(FORMS["CWC"], encoding="utf-8")
    (folder / "d.txt").write_text("no puzzle", encoding="utf-8")
    found = [*loading.read(folder, "nonogram")]
    assert [(item.name, item.puzzle.rows) for item in found] == [
        ("Demo Puzzle from Front Page", ROWS),
        ("b", ROWS),
        ("c", ROWS),
    ]
