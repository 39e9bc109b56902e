"""Links of sites that have sudokus: published ones, packed ones with every field, and links that hold other rules."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, strategies as st

import satdnd
from satdnd.errors import InputError
from satdnd.formats.links import lzstring
from satdnd.formats.loading import Item, read_text
from satdnd.grid.boxes import USUAL
from satdnd.kinds.sudoku.model import houses_of

EULER = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
VARIANTS = Path(__file__).parents[2] / "instances/sudoku/variants"
BOXES = [[[r // 3 * 3 + i // 3, r % 3 * 3 + i % 3] for i in range(9)] for r in range(9)]


def one(text: str) -> Item:
    """What a link holds."""
    (item,) = read_text(text)
    return item


def clues(text: str) -> str:
    """The clues of a link's sudoku."""
    item = one(text)
    assert item.error is None, item.error
    assert item.kind == "sudoku"
    return "".join(str(value or ".") for value in item.puzzle.clues)


def packed(text: str) -> str:
    """*text* as lz-string may pack it: each character as a new one."""
    known, bits = 3, ""
    for sign in text:
        wide = ord(sign) > 255
        bits += f"{int(wide):0{known.bit_length()}b}"[::-1] + f"{ord(sign):0{16 if wide else 8}b}"[::-1]
        known += 1 if known == 3 else 2
    bits += f"{2:0{known.bit_length()}b}"[::-1]
    letters = ascii_uppercase + ascii_lowercase + digits + "+/"
    return "".join(letters[int(bits[i : i + 6].ljust(6, "0"), 2)] for i in range(0, len(bits), 6))


def f_puzzles(**more: Any) -> dict[str, Any]:
    """A puzzle as f-puzzles has it."""
    cells = [{"value": int(sign), "given": True} if sign != "." else {} for sign in EULER]
    return {"size": 9, "title": "Euler", "author": "P", "grid": [cells[i : i + 9] for i in range(0, 81, 9)], **more}


def scl(**more: Any) -> dict[str, Any]:
    """A puzzle as SudokuPad draws it, with long names."""
    cells = [{"value": int(sign)} if sign != "." else {} for sign in EULER]
    rows = [cells[i : i + 9] for i in range(0, 81, 9)]
    return {"cellSize": 50, "metadata": {"title": "Euler", "author": "P"}, "cells": rows, "regions": BOXES, **more}


# Published links


@pytest.mark.parametrize(
    ("link", "wanted"),
    [
        # grantm/sudoku-web-app, README
        (
            "https://sudokuexchange.com/play/"
            "?s=000001230123008040804007650765000000000000000000000123012300804080400765076500000&d=3",
            ".....123.123..8.4.8.4..765.765.....................123.123..8.4.8.4..765.765.....",
        ),
        # sudokuwiki.org, the first example of X-wings, and its start
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=S9B015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i060"
            "42c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y042e05d0609i010f095y0e5y0f0a045y0206020166cy669id205",
            "1.....5694.2.....8.5...9.4....64.8.1....1....2.8.35....4.5...1.9.....4.2621.....5",
        ),
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd="
            "016007803090800000870001260048000300650009082039000650060900020080002936924600510",
            ".16..78.3.9.8.....87...126..48...3..65...9.82.39...65..6.9...2..8...29369246..51.",
        ),
        # sudoku-formats, README: a grid with one given cell
        (
            "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOl"
            "yJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58WK5A",
            "1" + "." * 80,
        ),
        # SudokuPad/sudokutools, puzzletools_lib.js
        (
            "https://sudokupad.app/?puzzleid=fpuzzlesN4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54%2Bx1p7rjtn/nQaC"
            "R3PgIm9hk0UM6zR4rssW0iQA=",
            "." * 81,
        ),
        (
            "https://sudokupad.app/classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B",
            ".6.91...7..2....15.....4...9..3..........6...4.3...25...4.....8.....87.4..5.7..3.",
        ),
    ],
)
def test_published_links(link: str, wanted: str) -> None:
    """The givens; as an argument, on a line, and with blanks around."""
    assert clues(link) == wanted
    assert clues(f"# name: x\n  {link}  \n") == wanted


@pytest.mark.parametrize(
    "board",
    [
        "S9B015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y"
        "042e05d0609i010f095y0e5y0f0a045y0206020166cy669id205",
        "S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34306040c07b6020eb707"
        "bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi",
    ],
)
def test_a_board_of_sudokuwiki_holds_the_player_s_marks(board: str) -> None:
    """Placed values and candidates that were ruled out; all are right, since the pages are."""
    puzzle = one(f"https://www.sudokuwiki.org/sudoku.htm?bd={board}").puzzle
    (solution,) = satdnd.unique(puzzle).solutions
    marks = puzzle.extra["marks"]
    assert {mark[2].startswith("not ") for mark in marks} == {True, False}
    for r, c, what in marks:
        assert (what == str(solution.grid[r][c])) != what.startswith("not ")
        assert what != f"not {solution.grid[r][c]}"
    assert satdnd.hint(puzzle).step


def test_a_published_killer() -> None:
    """dclamage/SudokuSolver, SumConstraintTests.cs: one box with cages, and cells in none."""
    code = (
        "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssX0QAawgAbLTAwBjAIZo48QiH0wdYfCABK"
        "ARgDCDkKjsAmFyDUA3Q1oArqYgiCAUFlZaNmb2zh5ucU4AzImeTgnuXqnuyRk+qP5BIcmpRGqG+gAuEL4wTgD2AHZgVRiGEE1VMXggANLauhgABE7GcLREQA="
    )
    item = one("https://www.f-puzzles.com/?load=" + code)
    assert item.error is None, item.error
    small, large = item.puzzle.cages
    assert (small.cells, small.sum, large.sum) == (((0, 0), (1, 0)), 9, 33)
    assert large.cells == ((0, 1), (0, 2), (1, 1), (1, 2), (2, 1))


# Packed by ourselves


@pytest.mark.parametrize("code", ["load=", "id"])
def test_f_puzzles(code: str) -> None:
    """Title and author, the player's values and candidates."""
    puzzle = f_puzzles(ruleset="Normal sudoku rules apply.", cage=[], antiknight=False, solution=[0] * 81)
    puzzle["grid"][0][0] = {"value": 4, "centerPencilMarks": []}
    puzzle["grid"][0][1] = {"centerPencilMarks": [8, 7]}
    body = packed(json.dumps(puzzle))
    link = f"https://www.f-puzzles.com/?load={body}" if code == "load=" else f"https://sudokupad.app/fpuz{quote(body)}"
    assert clues(link) == EULER
    item = one(link)
    assert (item.name, item.puzzle.extra["author"]) == ("Euler", "P")
    assert item.puzzle.extra["marks"] == [[0, 0, "4"], [0, 1, "not 5"]]


@pytest.mark.parametrize(
    ("more", "fragment"),
    [
        ({"thermometer": [{"lines": [["R1C1", "R1C2"]]}]}, "this sudoku has thermometers"),
        ({"arrow": [{}]}, "this sudoku has arrows"),
        ({"diagonal+": True}, "this sudoku has one diagonal alone"),
        ({"antiknight": True}, "the anti-knight rule"),
        ({"something new": [1]}, "this sudoku has 'something new'"),
    ],
)
def test_other_rules_of_f_puzzles_are_refused_by_name(more: dict[str, Any], fragment: str) -> None:
    """Never read without the rule."""
    error = one("https://f-puzzles.com/?load=" + packed(json.dumps(f_puzzles(**more)))).error
    assert error is not None
    assert fragment in error.message
    assert "expected no rules but those of boxes or areas, cages and both diagonals" in error.message


@pytest.mark.parametrize(
    ("cage", "message"),
    [
        ({"cells": ["A1"]}, "found the cage {'cells': ['A1']}, expected cells such as R1C1"),
        ({"cells": ["R1C1"], "value": "x"}, "found a cage with 'x', expected a sum"),
        ({"cells": ["R1C10"], "value": "3"}, "the cage at r1c10 leaves the grid: [0, 9] is outside 9x9"),
    ],
)
def test_wrong_cages_of_f_puzzles(cage: dict[str, Any], message: str) -> None:
    """What is wrong, and what was expected."""
    error = one("https://f-puzzles.com/?load=" + packed(json.dumps(f_puzzles(killercage=[cage])))).error
    assert error is not None
    assert error.message == message


def test_regions_of_other_sizes_and_given_candidates_are_refused() -> None:
    """In both forms."""
    puzzle = f_puzzles()
    puzzle["grid"][0][0]["region"] = 1
    assert "has 10 cells, expected 9" in str(one("https://f-puzzles.com/?load=" + packed(json.dumps(puzzle))).error)
    puzzle = f_puzzles()
    puzzle["grid"][0][0]["givenPencilMarks"] = [1, 2]
    assert "given candidates" in str(one("https://f-puzzles.com/?load=" + packed(json.dumps(puzzle))).error)
    for regions, found in ((BOXES[1:], "72 cells"), ([BOXES[0], *BOXES], "90 cells")):
        link = "https://sudokupad.app/scl" + packed(json.dumps(scl(regions=regions)))
        assert f"found regions with {found}, expected each of 81 in one" in str(one(link).error)


@pytest.mark.parametrize("path", sorted(VARIANTS.glob("*")), ids=lambda path: path.stem)
@pytest.mark.parametrize("site", ["f-puzzles", "sudokupad"])
def test_areas_cages_and_diagonals(site: str, path: Path) -> None:
    """Jigsaw, killer and X sudokus come back; SudokuPad has no diagonals but drawn lines."""
    (puzzle,) = satdnd.load(path)
    values = [puzzle.clues[i : i + puzzle.size] for i in range(0, puzzle.size**2, puzzle.size)]
    cells: list[list[dict[str, Any]]] = [[{"value": v, "given": True} if v else {} for v in row] for row in values]
    areas = [area.cells for area in puzzle.areas] or [*houses_of(puzzle.boxes)["box"]]
    if site == "f-puzzles":
        for i, area in enumerate(areas):
            for r, c in area:
                cells[r][c] |= {"region": i}
        cages = [
            {"cells": [f"R{r + 1}C{c + 1}" for r, c in cage.cells], "value": str(cage.sum or "")}
            for cage in puzzle.cages
        ]
        more = {"killercage": cages, "diagonal+": puzzle.diagonals, "diagonal-": puzzle.diagonals}
        item = one("https://f-puzzles.com/?load=" + packed(json.dumps(f_puzzles(grid=cells, **more))))
    else:
        puzzle = replace(puzzle, diagonals=False)
        cages = [{"cells": cage.cells, "value": str(cage.sum)} for cage in puzzle.cages]
        item = one("https://sudokupad.app/scl" + packed(json.dumps(scl(cells=cells, regions=areas, cages=cages))))
    assert item.error is None, item.error
    assert item.puzzle == puzzle


@pytest.mark.parametrize("boxes", [(2, 3), (3, 2), (2, 4), (4, 2), (2, 6), (3, 4)])
@pytest.mark.parametrize("site", ["f-puzzles", "sudokupad"])
def test_boxes_of_every_shape(site: str, boxes: tuple[int, int]) -> None:
    """The regions tell the shape; f-puzzles writes only those of cells that are not in the usual box."""
    height, width = boxes
    side = height * width
    usual_height, usual_width = USUAL[side]
    cells = [[{"value": c + 1, "given": True} if r == 0 else {} for c in range(side)] for r in range(side)]
    regions: list[list[list[int]]] = [[] for _ in range(side)]
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            box = r // height * height + c // width
            regions[box].append([r, c])
            if site == "f-puzzles" and box != r // usual_height * usual_height + c // usual_width:
                cell["region"] = box
    if site == "f-puzzles":
        item = one("https://f-puzzles.com/?load=" + packed(json.dumps(f_puzzles(size=side, grid=cells))))
    else:
        item = one("https://sudokupad.app/scl" + packed(json.dumps(scl(cells=cells, regions=regions))))
    assert item.error is None, item.error
    assert item.puzzle == satdnd.Sudoku((*range(1, side + 1), *[0] * (side * side - side)), boxes)
    assert (item.name, item.puzzle.extra) == ("Euler", {"author": "P"})


ZIPPED = (
    "{cs:50,metadata:{author:'Jane \\'J\\' Doe',rules:'Normal; \\'1\\' to 9: [each] once,\\nno {tricks}',t:'It\\'s'},"
    "ce:[[,,{v:3},,{v:2},,{v:6},,],[{v:9},,,{v:3},,{v:5},,,{v:1}],[,,{v:1},{v:8},,{v:6},{v:4},,],"
    "[,,{v:8},{v:1},,{v:2},{v:9},,],[{v:7},,,,,,,,{v:8}],[,,{v:6},{v:7},,{v:8},{v:2},,],"
    "[,,{v:2},{v:6},,{v:9},{v:5},,],[{v:8},,,{v:2},,{v:3},,,{v:9}],[,,{v:5},,{v:1},,{v:3},,]],"
    f"re:{json.dumps(BOXES, separators=(',', ':'))},settings:{{x:t,y:f,c:#0,d:FF0000}}}}"
)
"""As SudokuPad's zip writes a puzzle: short names, few quotes, empty objects left out."""


@pytest.mark.parametrize("prefix", ["https://sudokupad.app/scl", "https://sudokupad.app/?puzzleid=ctc"])
@pytest.mark.parametrize("text", [ZIPPED, json.dumps(scl())])
def test_drawings_of_sudokupad(prefix: str, text: str) -> None:
    """With short names and with long ones."""
    assert clues(prefix + quote(packed(text), safe="")) == EULER
    assert clues(prefix + packed(text) + ("&" if "?" in prefix else "?") + "setting-nogrid=1") == EULER
    item = one("https://app.crackingthecryptic.com/sudoku/scl" + packed(text))
    assert item.name == ("It's" if text == ZIPPED else "Euler")
    assert item.puzzle.extra["author"] == ("Jane 'J' Doe" if text == ZIPPED else "P")


@pytest.mark.parametrize(
    ("more", "fragment"),
    [
        ({"lines": [{}]}, "this sudoku has lines"),
        ({"foglight": [[0, 0]]}, "this sudoku has fog"),
        ({"overlays": [{}]}, "this sudoku has drawings over the cells"),
        ({"cages": [{"cells": [[0, 0]]}]}, "this sudoku has cages without sums"),
        ({"cages": [{"cells": [[0, 0]], "value": "3", "unique": False}]}, "this sudoku has cages without sums"),
        ({"cages": [{"cells": [[0, 0]], "value": "A"}]}, "found a cage with 'A', expected a sum"),
        ({"cages": [{"value": 3}]}, "cages[0].cells"),
        ({"metadata": {"antiking": True}}, "this sudoku has the anti-king rule"),
        ({"cells": [[{}]] * 9}, "expected as many cells as rows"),
        ({"cells": 5}, "found the grid 5"),
        ({"cells": [[7]]}, "found the cell 7"),
        ({"regions": [5]}, "found the regions [5]"),
        ({"regions": [[[[], 0]]]}, 'field "regions" holds'),
        ({"cells": [[{"value": "x"}]], "regions": []}, "found 'x' at r1c1"),
    ],
)
def test_other_drawings_are_refused(more: dict[str, Any], fragment: str) -> None:
    """By the name of what was found."""
    error = one("https://sudokupad.app/scl" + packed(json.dumps(scl(**more)))).error
    assert error is not None
    assert fragment in error.message


def test_remarks_in_cages_without_cells() -> None:
    """Older drawings have title and rules there."""
    cages = [{"value": "title: Old one"}, {"value": "rules: Usual\nrules"}]
    item = one("https://sudokupad.app/scl" + packed(json.dumps(scl(cages=cages, metadata={}))))
    assert (item.name, item.puzzle.extra["rules"]) == ("Old one", "Usual\nrules")


@pytest.mark.parametrize(
    ("link", "column", "fragment"),
    [
        ("https://sudokupad.app/wsj7iunsg6", 23, "found the name of a puzzle on a server"),
        ("https://sudokupad.app/sclN4I", 26, "this link cannot be unpacked: it is cut off"),
        ("https://f-puzzles.com/?load=%", 29, "this link cannot be unpacked: found '%'"),
        ("https://f-puzzles.com/?load=" + packed("[1]"), None, "this link holds [1], expected a puzzle"),
        ("https://f-puzzles.com/?load=" + packed("{"), None, "what this link holds is not JSON"),
        ("https://f-puzzles.com/?load=" + packed("[" * 2000), None, "what this link holds is not JSON"),
        ("https://sudokuexchange.com/play/?s=12", 36, "found 2 cells, expected 81"),
        ("https://sudokuexchange.com/play/?s=1!", 37, "found '!'"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B01", 45, "found 2 characters, expected 162"),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + "zz" * 81, 45, "found 'zz', expected 01 to ep"),
        ("https://www.sudokuwiki.org/jigsaw.htm?bd=" + "0" * 81, None, "found a puzzle 'jigsaw' of sudokuwiki"),
    ],
)
def test_bad_links_say_where(link: str, column: int | None, fragment: str) -> None:
    """The column, what was found, what was expected."""
    error = one(link).error
    assert error is not None
    assert error.column == column
    assert fragment in error.message


@given(st.text(alphabet=st.characters(max_codepoint=0x1FF)))
def test_unpacking_is_the_inverse_of_packing(text: str) -> None:
    """And stops at the limit."""
    assert lzstring.unpack(packed(text), 1000) == text
    if text:
        with pytest.raises(ValueError, match="more than"):
            lzstring.unpack(packed(text), len(text) - 1)


@given(st.text(alphabet=ascii_uppercase + digits + "+/=-$%"))
def test_any_text_is_unpacked_or_refused(text: str) -> None:
    """Within the limit; and what is in a link is a sudoku or an InputError."""
    with contextlib.suppress(ValueError):
        assert len(lzstring.unpack(text, 100)) <= 100
    for link in (f"https://sudokupad.app/scl{text}", f"https://f-puzzles.com/?load={text}"):
        for item in read_text(link):
            assert isinstance(item.error, InputError)


def test_a_text_that_grows_is_refused() -> None:
    """Each code of the whole text so far doubles it."""
    with pytest.raises(ValueError, match="unpacks to more than 1000 characters"):
        lzstring.unpack(_bomb(200), 1000)


def _bomb(codes: int) -> str:
    """One letter, then codes for the string that is only just known."""
    known, bits = 4, f"{0:02b}" + f"{ord('x'):08b}"[::-1]
    for _ in range(codes):
        bits += f"{known:0{known.bit_length()}b}"[::-1]
        known += 1
    letters = ascii_uppercase + ascii_lowercase + digits + "+/"
    return "".join(letters[int(bits[i : i + 6].ljust(6, "0"), 2)] for i in range(0, len(bits), 6))
