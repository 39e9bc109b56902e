"""The tokenizer of grids: separators, frames, empty signs, sizes above; the same puzzle or a question."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from satdnd.errors import InputError
from satdnd.formats import grids, texts
from satdnd.formats.grids import cells_of
from satdnd.formats.loading import example_text, read_text, texts_of
from satdnd.registry import NAMES


def digits(word: str) -> bool:
    """The alphabet of most tests: a number from 1, or nothing."""
    return word == "." or (word.isdigit() and word[0] != "0")


def cells(text: str, **how: Any) -> list[str]:
    """The rows of a text, words joined by blanks."""
    blocks = [*grids.blocks(texts.numbered(text))]
    assert len(blocks) == 1
    return [" ".join(row) for row in cells_of(blocks[0], digits, "a number", **how)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12.\n.3.\n", ["1 2 .", ". 3 ."]),
        ("1 2 .\n. 3 .\n", ["1 2 .", ". 3 ."]),
        ("12  .\n .  3\n", ["12 .", ". 3"]),
        ("    12  .\n     .  3\n", ["12 .", ". 3"]),
        ("1,2,\n,3,\n", ["1 2 .", ". 3 ."]),
        ("1,12,3\n4,5,6\n", ["1 12 3", "4 5 6"]),
        ("1,2,\n4,5,\n", None),
        ("[1,2],\n[4,5],\n", ["1 2", "4 5"]),
        ("1;;3\n;5;\n", ["1 . 3", ". 5 ."]),
        ("1\t\t3\n\t\t\n7\t8\n", ["1 . 3", ". . .", "7 8 ."]),
        ("|1|-|3|\n|-|5|-|\n", ["1 . 3", ". 5 ."]),
        ("| 1 |   | 3 |\n|---|---|---|\n|   | 5 |   |\n", ["1 . 3", ". 5 ."]),
        ("+---+---+\n| 1 | 12|\n+---+---+\n| 3 |   |\n+---+---+\n", ["1 12", "3 ."]),
        ("+--+--+\n|12|34|\n|3.|..|\n+--+--+\n|..|..|\n", ["1 2 3 4", "3 . . .", ". . . ."]),
        ("+--+--+\n|12|34|\n|34|12|\n+--+--+\n", None),
        ("|12|\n|34|\n", None),
        ("|1.|34|\n|--+--|\n|3.|..|\n", ["1 . 3 4", "3 . . ."]),
        ("1 2 | 3 4\n----+----\n. . | . .\n", ["1 2 3 4", ". . . ."]),
        ("12. .3.\n... 4..\n", ["1 2 . . 3 .", ". . . 4 . ."]),
        ("2 3\n1 2 .\n. 3 .\n", ["1 2 .", ". 3 ."]),
        ("3x2\n12.\n.3.\n", ["1 2 .", ". 3 ."]),
        ("4x2\n12..\n.3..\n", ["1 2 . .", ". 3 . ."]),
        ("3\n3\n12.\n.3.\n...\n", ["1 2 .", ". 3 .", ". . ."]),
        ("3\n12.\n.3.\n...\n", ["1 2 .", ". 3 .", ". . ."]),
        ("2 2\n12 .\n. 3\n", None),
        ("  2\n1 1\n1 1\n", None),
        ("2  \n1 1\n1 1\n", None),
        ("  2 3\n1 1 1\n1 1 1\n", None),
        ("  3\n1 1 1\n1 1 1\n1 1 1\n", None),
        ("2 \n1 1\n1 1\n", ["1 1", "1 1"]),
        ("  2\n  1 .\n  . 1\n", ["1 .", ". 1"]),
        ("1 4\n2 11\n", None),
        ("1 2 \n2 1 \n    \n", None),
        ("2\n-\n-\n-\n-\n", ["2", ".", ".", ".", "."]),
        ("6x2\n|--|\n|--|\n", None),
        ("2\n3\n1 2 3\n3 2 1\n. # .\n. . #\n", ["1 2 3", "3 2 1"]),
        ("[1, 2, null],\n[0, 3, None]\n", None),
        ("[1, 2, null],\n[null, 3, None]\n", ["1 2 .", ". 3 ."]),
        ('"1","",""\n"","3",""\n', ["1 . .", ". 3 ."]),
        ("  2 \n    \n 1  \n   3\n", [". . 2 .", ". . . .", ". 1 . .", ". . . 3"]),
        (" 3 2\n2 1 \n 3 3\n", [". 3 . 2", "2 . 1 .", ". 3 . 3"]),
        (" 2\n2\n", None),
        ("1 1\n   \n", None),
        ("2 2 2\n     \n2 1 1\n", None),
        ("     \n2 2 1\n", None),
        (" |1|10| \n", None),
        ("|2 2|\n|22 |\n", ["2 . 2", "2 2 ."]),
        ("|2 2 |\n", None),
        ("|1  2|\n|2 12|\n", None),
        ("|12 1 |\n|2 211|\n", ["1 2 . 1 .", "2 . 2 1 1"]),
        ("|10       10|\n", None),
        ("   10 10\n", None),
        ("1  4\n4  1\n", None),
        ("1 2\n1 2 3\n", None),
        ("12 3\n 2 1\n", None),
        ("0 1\n. 2\n", None),
        ("- 1\n. 2\n", [". 1", ". 2"]),
        ("x1\nx2\n", [". 1", ". 2"]),
        ("1.\n2\n", None),
        ("1+\n2.\n", None),
    ],
)
def test_how_rows_are_split(text: str, expected: list[str] | None) -> None:
    """As people write them; None where there are two ways to read them, or none."""
    if expected is None:
        with pytest.raises(InputError):
            cells(text)
    else:
        assert cells(text) == expected


def test_errors_have_line_and_column() -> None:
    """Of the word that does not fit, in every form."""
    for text in ("1 2\n1 a\n", "1,2\n1,a\n", "|1|2|\n|1|a|\n", "1\t2\n1\ta\n"):
        with pytest.raises(InputError, match="found 'a', expected a number") as caught:
            cells(text)
        assert (caught.value.line, caught.value.column) == (2, text.splitlines()[1].index("a") + 1)


def test_a_row_is_no_comment() -> None:
    """What begins with # and is as wide as the grid is a row; notes and other comments are not."""
    (item,) = read_text("# name: a\n# a wall here and there\n# . 1 .\n. . . .\n# # . .\n", kind="akari")
    assert item.puzzle.height == 3
    (item,) = read_text("# name: a\n# 1 .\n. . .\n", kind="nurikabe")
    assert item.error
    assert item.error.message.startswith("found '#', expected a whole number from 1")
    (item,) = read_text("#.\n##\n", kind="akari")
    assert item.puzzle.rows == (("#", None), ("#", "#"))


# every kind through every decoration

SEPARATORS = {
    "none": "",
    "blank": " ",
    "comma": ",",
    "comma and blank": ", ",
    "tab": "\t",
    "semicolon": ";",
    "bar": "|",
}
EMPTY = [".", "-", "0", "_", "*", "x", "X", "?", "", " "]
FRAMES = ["none", "bars", "box", "markdown"]
ABOVE = ["", "# name: a\n", "# a comment\n", "{h} {w}\n", "{h}x{w}\n", "{h}\n{w}\n"]
ENDS = ["\n", "\r\n", "\r"]


def decorated(rows: list[list[str]], separator: str, empty: str, frame: str) -> list[str]:
    """The rows with signs between the cells and around them."""
    words = [[empty if word == "." else word for word in row] for row in rows]
    wide = max(len(word) for row in words for word in row)
    if separator == " " and wide > 1:
        words = [[word.rjust(wide) for word in row] for row in words]
    lines = [separator.join(row) for row in words]
    if frame == "none":
        return lines
    lines = [f"|{line}|" for line in lines]
    if frame == "box":
        line = "+" + "-" * (len(lines[0]) - 2) + "+"
        return [line, *lines, line]
    if frame == "markdown":
        return [lines[0], "|" + "---|" * len(rows[0]), *lines[1:]]
    return lines


def lossy(rows: list[list[str]], separator: str, empty: str) -> bool:
    """Whether nobody could tell the cells apart any more."""
    if len(rows[0]) == 1:
        separator = ""
    if separator == "" and empty == " ":
        lines = decorated(rows, separator, empty, "none")
        wide = max(len(word) for line in lines for word in line.split() or [""])
        if any(
            all(line.rstrip() == " ".join(justify(word, side) for word in line.split()).rstrip() for line in lines)
            for justify in (str.ljust, str.rjust)
            for side in (1, wide)
        ):
            return True  # numbers with a blank between, for everybody
        if len(rows[0]) == 1:
            return True
    if separator == "|" and empty == "" and all(row[0] == row[-1] == "." and "." not in row[1:-1] for row in rows):
        return True  # a frame, for everybody
    large = any(len(word) > 1 for row in rows for word in row)
    return (separator == "" and large) or (empty == "" and not separator.strip(" ") and separator != "\t")


OWN_SIGNS = {
    **dict.fromkeys(("slitherlink", "binairo", "akari", "mosaic", "slant"), "0"),
    **dict.fromkeys(("nurikabe", "hashi", "yajilin", "kurodoko", "cave", "shikaku"), "?"),
}
"""Signs that are no empty cell there."""


def own_rows(kind: str) -> tuple[Any, list[list[str]]] | None:
    """The example of a kind whose text is only a grid, and its rows of words; None for other kinds."""
    texts = texts_of(kind)
    (puzzle,) = (item.puzzle for item in read_text(example_text(kind), kind=kind))
    puzzle = replace(puzzle, name="", extra={})
    lines = texts.native["grid" if "grid" in texts.native else "text"](puzzle).splitlines()
    if kind in ("dungeon", "unattacked", "inshi", "klotski") or any(line.strip().isalpha() for line in lines):
        return None
    lines = [line for line in lines if not line.startswith(("---", "# "))]
    rows = [line.replace("|", " ").split() if " " in line.strip() else [*line] for line in lines]
    return puzzle, [["." if word == "_" else word for word in row] for row in rows]


QUICK = ("sudoku", "hitori", "tents", "minesweeper")
"""Kinds whose rows are read in every test run: numbers, letters, signs."""


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind not in QUICK)) for kind in NAMES if own_rows(kind)]
)
def test_the_same_puzzle_or_a_question(kind: str) -> None:
    """Each kind's example in every decoration (some kinds), or every third, with its kind given and without."""
    found = own_rows(kind)
    assert found
    puzzle, rows = found
    read = asked = 0
    decorations = [*product(SEPARATORS.values(), EMPTY, FRAMES)]
    for separator, empty, frame in decorations[:: 1 if kind in QUICK else 3]:
        if lossy(rows, separator, empty) or empty == OWN_SIGNS.get(kind):
            continue
        body = decorated(rows, separator, empty, frame)
        for above, end in zip(ABOVE, ENDS * 2, strict=True):
            text = above.format(h=len(rows), w=len(rows[0])) + "".join(f"{line}\n" for line in body)
            for stated in (kind, None) if not above else (kind,):
                items = [*read_text(text.replace("\n", end), kind=stated)]
                if any(item.error for item in items):
                    asked += 1
                    continue
                read += 1
                assert len(items) == 1, text
                assert items[0].kind == kind, text
                assert replace(items[0].puzzle, name="", extra={}) == puzzle, text
    assert read > asked / 20, (read, asked)


@settings(deadline=None, max_examples=150)
@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(
            st.lists(st.sampled_from([".", "1", "2", "10"]), min_size=width, max_size=width), min_size=1, max_size=5
        )
    ),
    st.sampled_from([*SEPARATORS.values()]),
    st.sampled_from(EMPTY),
    st.sampled_from(FRAMES),
    st.sampled_from(ABOVE),
    st.sampled_from(ENDS),
)
def test_random_grids(rows: list[list[str]], separator: str, empty: str, frame: str, above: str, end: str) -> None:
    """Rows of any numbers, decorated, are read as they are or refused."""
    if lossy(rows, separator, empty) or empty == "?" or (len(rows[0]) == 1 and above == "{h}\n{w}\n"):
        return
    body = decorated(rows, separator, empty, frame)
    text = above.format(h=len(rows), w=len(rows[0])) + "".join(f"{line}\n" for line in body)
    for item in read_text(text.replace("\n", end), kind="nurikabe"):
        if not item.error:
            assert [["." if x is None else str(x) for x in row] for row in item.puzzle.rows] == rows, text
