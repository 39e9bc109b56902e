"""The many ways in which an address of a puzzle is written, and addresses of Kanpen, which hold boards row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from link_boards import PUZZ_LINKS

import satdnd
from satdnd.engine.kind import kind_of
from satdnd.errors import InputError
from satdnd.formats.links.address import address

SLITHER = "slither/f/3/2/ci"


@pytest.mark.parametrize(
    "written",
    [
        f"https://puzz.link/p?{SLITHER}",
        f"puzz.link/p?{SLITHER}",
        f"www.puzz.link/p?{SLITHER}",
        f"pzv.jp/p.html?{SLITHER}",
        f"pzprxs.vercel.app/p?{SLITHER}",
        f"<https://puzz.link/p?{SLITHER}>",
        f"<puzz.link/p?{SLITHER}>",
        f"https://puzz.link/p?type=editor&{SLITHER}",
        f"https://puzz.link/p?type=player&{SLITHER}",
        f"https://puzz.link/p?mode=dark&type=player&{SLITHER}",
        f"https://puzz.link/p?a=&whatever=1&{SLITHER}",
        f"https://puzz.link/p?{SLITHER}?type=editor",
        f"https://puzz.link/p?{SLITHER}&type=player",
        "https://puzz.link/p?slither_edit/f/3/2/ci",
        "http://pzv.jp/p.html?slither_edit/f/3/2/ci",
        "https://puzz.link/p?slither%2Ff%2F3%2F2%2Fci",
        "puzz.link/p?slither%2Ff%2F3%2F2%2Fci",
        "https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2Ff%2F3%2F2%2Fci",
        "https://www.example.com/redirect?to=https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2Ff%2F3%2F2%2Fci",
        f"https://swaroopg92.github.io/penpa-edit/?load=https://puzz.link/p?{SLITHER}",
        f"https://swaroopg92.github.io/penpa-edit/#url=https://puzz.link/p?{SLITHER}",
        "http://www.kanpen.net/slitherlink.html?pzpr=f/3/2/ci",
    ],
)
def test_one_address_in_many_spellings(written: str) -> None:
    """Each is the same puzzle."""
    assert satdnd.loads(written) == satdnd.loads(SLITHER)


@pytest.mark.parametrize("line", ["a.b/c", "example.com/p?x", "dir/sub.d/file?", "1.5/2?", "a.txt", "and/or? 3/4/5"])
def test_words_with_dots_and_slashes_are_no_addresses(line: str) -> None:
    """Only a known form without a scheme is one."""
    assert address(line) is None


def test_a_percent_sign_of_a_number_stays() -> None:
    """``%2f0`` is a number of a link, in lower case; encoded signs are in upper case."""
    for sign, number in (("%260", 8800), ("%23f", 8767)):  # & and # where they are encoded
        (puzzle,) = satdnd.loads(f"nurikabe/2/1/{sign}g")
        assert puzzle.rows == ((number, None),)
    (puzzle,) = satdnd.loads("nurikabe/2/1/%2f0g")
    assert puzzle.rows == ((8192 + 0x2F0, None),)


def test_settings_that_change_the_rules() -> None:
    """Custom rules are told, whichever way a link says that it has them."""
    (puzzle,) = satdnd.loads("https://puzz.link/p?variant=1&slither/3/2/ci")
    assert "custom rules" in puzzle.notices[0]


# Kanpen


def rows_of(puzzle: Any, signs: dict[Any, str], blank: str = ".") -> list[list[str]]:
    """The rows of a puzzle as Kanpen writes them."""
    return [[blank if x is None else signs.get(x, str(x)) for x in row] for row in puzzle.rows]


def problem(sides: Sequence[int], rows: list[list[str]]) -> str:
    """Sides, then rows with a sign behind each cell."""
    return "".join(f"{side}/" for side in sides) + "".join("".join(f"{x}_" for x in row) + "/" for row in rows)


@pytest.mark.parametrize(
    ("page", "kind", "signs"),
    [
        ("slitherlink", "slitherlink", {}),
        ("nurikabe", "nurikabe", {"?": "?"}),
        ("hashi", "hashi", {"?": "9"}),
        ("bijutsukan", "akari", {"#": "5"}),
        ("masyu", "masyu", {"w": "1", "b": "2"}),
        ("hitori", "hitori", {}),
    ],
)
def test_boards_of_kanpen(page: str, kind: str, signs: dict[Any, str]) -> None:
    """Published links, written as Kanpen writes boards, are the same puzzles."""
    for link in PUZZ_LINKS[kind]:
        if "/f/" in link:
            continue
        (puzzle,) = satdnd.loads(link)
        if "_" in {x for row in puzzle.rows for x in row}:
            continue
        body = problem((puzzle.height, puzzle.width), rows_of(puzzle, signs))
        for site in ("http://www.kanpen.net/", "www.kanpen.net/", "http://www.geocities.jp/pencil_applet/"):
            assert satdnd.loads(f"{site}{page}.html?problem={body}") == [puzzle], link


def test_sudokus_of_kanpen() -> None:
    """One side, which is enough."""
    (puzzle,) = satdnd.loads("sudoku/4/4/g1k23k3g")
    body = "4/._1_._._/._._._2_/3_._._._/._._3_._/"
    assert satdnd.loads(f"http://www.kanpen.net/sudoku.html?problem={body}") == [puzzle]


def test_arrows_of_kanpen() -> None:
    """Number and direction are one number; the puzzle of the peer's own test."""
    body = problem((5, 5), [["."] * 5, ["."] * 5, [".", ".", ".", "18", "."], ["."] * 5, [".", ".", ".", ".", "0"]])
    assert satdnd.loads(f"http://www.kanpen.net/yajilin.html?problem={body}") == satdnd.loads("yajilin/5/5/m32j10")
    (turned,) = satdnd.loads("http://www.kanpen.net/yajilin.html?problem=1/4/1_17_33_49_/")
    assert turned.rows == (("1n", "1w", "1s", "1e"),)
    (unknown,) = satdnd.loads("http://www.kanpen.net/yajilin.html?problem=1/2/-4_._/")
    assert unknown.rows == (("?", None),)


def test_areas_of_kanpen_and_of_the_heyawake_applet() -> None:
    """The same puzzle of the peer's own test in three forms."""
    (puzzle,) = satdnd.loads("heyawake/6/6/lll155007rs12222j")
    body = "6/6/8/0_0_2_0_2/0_1_2_2_2/0_3_2_4_2/0_5_4_5_2/3_0_3_4_/4_0_5_2_/4_3_5_4_/5_5_5_5_/"
    assert satdnd.loads(f"http://www.kanpen.net/heyawake.html?problem={body}") == [puzzle]
    applet = "6x6/2in1x3/2in2x3/2in2x3/2in1x5/5x1/3x2/2x2/1x1"
    assert satdnd.loads(f"http://www.kanpen.net/heyawake.html?heyawake={applet}") == [puzzle]
    assert satdnd.loads(f"http://www.geocities.co.jp/heyawake/?problem={applet}") == [puzzle]


def test_sums_of_kanpen() -> None:
    """Each black cell with its two sums; sides count the border of black cells."""
    (puzzle,) = satdnd.loads("kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG")
    lines = [
        f"{r}_{c}_{(x[1] or 0) if isinstance(x, tuple) else 0}_{(x[0] or 0) if isinstance(x, tuple) else 0}"
        for r, row in enumerate(puzzle.rows)
        for c, x in enumerate(row)
        if x != "."
    ]
    body = "/".join(["6", "7", *lines, ""])
    (found,) = satdnd.loads(f"http://www.kanpen.net/kakuro.html?problem={body}")
    assert found == puzzle


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("slitherlink.html?problem=2/3/2_._._/", "found 1 row of cells, expected 2; is the end missing?"),
        ("slitherlink.html?problem=1/3/2_._/", "found a row of 2 cells, expected 3 in each row"),
        ("slitherlink.html?problem=1/3/2_x_._/", "found 'x' in a cell, expected a number"),
        ("slitherlink.html?problem=1/3/2_7_._/", "found the number 7, expected numbers up to 4"),
        ("slitherlink.html?problem=x", "expected the numbers of rows and columns"),
        ("slitherlink.html?problem=0/3/", "found 0 rows, expected 1 to"),
        ("slitherlink.html?pzpr=x", "found 'x', expected columns, rows and the puzzle"),
        ("heyawake.html?problem=1/2/1/0_0_0_0_/", "found areas for 1 cell, expected all 2"),
        ("heyawake.html?problem=1/2/1/0_0_0_5_/", "found an area that ends at 0,5, expected one inside the grid"),
        ("heyawake.html?problem=1/2/1/0_0_/", "found the area '0 0'"),
        ("heyawake.html?heyawake=2x1/3x1", "found an area of 3x1, expected areas that fit into the grid"),
        ("heyawake.html?heyawake=2x1/2x1/1x1", "found an area of 1x1"),
        ("heyawake.html?heyawake=what", "found no list of areas"),
        ("kakuro.html?problem=3/3/0_0_0/", "found '0 0 0', expected row, column and two sums"),
        ("kakuro.html?problem=3/3/0_9_0_0/", "found '0 9 0 0', expected a cell of 3x3"),
        ("lits.html?problem=2/2/", "found a puzzle 'lits' of kanpen, expected one of"),
    ],
)
def test_wrong_addresses_of_kanpen(address: str, message: str) -> None:
    """Each is told with what was expected; none is a crash."""
    with pytest.raises(InputError) as caught:
        satdnd.loads(f"http://www.kanpen.net/{address}")
    assert message in str(caught.value)


def test_kanpen_is_read_only() -> None:
    """It is not among the forms that are written."""
    (puzzle,) = satdnd.loads(SLITHER)
    assert "kanpen" not in kind_of(puzzle).texts.formats
