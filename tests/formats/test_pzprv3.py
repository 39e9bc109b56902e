"""Files of puzz.link: the peer's own test boards are the puzzles of its own links.

Source: robx/pzprjs, test/script/*.js: `url`, and the board of `failcheck` that is solved.
"""

from __future__ import annotations

import pytest

from satdnd.formats import loading, pzprv3

BOARDS = {
    "lightup/6/6/nekcakbl": (
        "pzprv3/lightup/6/6/. . # . . . /. # 4 # . . /. . # . 2 # /+ 0 . . # . /# + . 1 . . /. . . # . . /"
    ),
    "hashikake/5/5/4g2i3h23k3g1g3g4g3": (
        "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1 1 1 /-1 0 -1 -1 /"
        "0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /"
    ),
    "heyawake/6/6/lll155007rs12222j": (
        "pzprv3/heyawake/6/6/8/0 1 1 2 2 3 /0 1 1 2 2 3 /0 1 1 2 2 3 /4 4 4 4 4 3 /5 5 5 6 6 3 /5 5 5 6 6 7 /"
        "2 2 . 2 . 2 /. . . . . . /. . . . . . /. . . . . . /. . . . . . /. . . . . . /"
        "# + # + + # /+ + + # + + /# + # + # + /+ + + + + + /+ # + # + # /+ + # + + + /"
    ),
    "hitori/4/4/1114142333214213": (
        "pzprv3/hitori/4/4/1 1 1 4 /1 4 2 3 /3 3 2 1 /4 2 1 3 /# + # . /+ + + . /# + # . /+ + + # /"
    ),
    "factors/5/5/rvvcm9jf54653-28ca2833-14": (
        "pzprv3/factors/5/5/1 1 0 1 /1 1 1 1 /1 1 1 1 /1 1 1 0 /1 1 0 0 /1 0 1 1 0 /0 1 0 0 1 /1 0 0 1 1 /0 1 1 1 1 /"
        "5 4 6 . 5 /3 . 40 12 . /. 10 . . 2 /8 . . 3 . /. 3 20 . . /"
        "5 4 3 2 1 /3 1 2 4 5 /1 5 4 3 2 /4 2 5 1 3 /2 3 1 5 4 /"
    ),
    "kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3": (
        "pzprv3/kakuro/5/5/0 0 12 4 0 0 /0 8,4 . . 0,10 0,0 /10 . . . . 0,10 /3 . . 3,17 . . /0 21,0 . . . . /"
        "0 0,0 12,0 . . 0,0 /. 5 3 . . /3 4 1 2 . /1 2 . 1 2 /. 1 9 3 8 /. . 8 4 . /"
    ),
    "mashu/6/6/1063000i3000": (
        "pzprv3/mashu/6/6/. . 1 . . . /. 2 . . 1 . /. . . . . . /. . . 2 . . /. 1 . . . . /. . . . . . /1 1 1 0 1 /"
        "0 1 1 -1 0 /0 0 1 1 0 /0 1 -1 1 1 /1 1 0 0 0 /0 0 1 0 0 /1 0 0 1 1 1 /1 1 0 0 1 1 /1 1 1 -1 0 1 /"
        "1 -1 0 1 0 0 /0 0 1 1 0 0 /"
    ),
    "nonogram/6/6/12g1111h11112j12g11g21j11g3h": (
        "pzprv3/nonogram/6/6/. . . . 1 . 1 . . /. . . 2 1 . 1 2 . /. . . 1 1 1 1 1 . /. 2 1 # # . # . . /"
        ". 1 1 # . . . # . /. 1 2 . # . # # . /. . . . . . . . . /. 1 1 # . . . # . /. . 3 . # # # . . /"
    ),
    "numlin/5/5/1j2h3m1h2j3": (
        "pzprv3/numlin/5/5/1 . . . . /2 . . 3 . /. . . . . /. 1 . . 2 /. . . . 3 /1 -1 1 1 /0 -1 0 0 /0 -1 -1 0 /"
        "0 -1 -1 0 /1 1 -1 1 /0 1 1 0 1 /1 1 1 1 1 /1 1 1 1 1 /1 0 1 1 0 /"
    ),
    "nurikabe/5/5/g5k2o1k3g": "pzprv3/nurikabe/5/5/+ 5 # # # /+ # 2 + # /+ # # # # /+ # 1 # . /# # # 3 . /",
    "shikaku/6/6/j3g56h6t6h23g5j": (
        "pzprv3/shikaku/6/6/. . . . 3 . /5 6 . . 6 . /. . . . . . /. . . . . . /. 6 . . 2 3 /. 5 . . . . /"
        "1 -1 1 0 0 /1 0 1 0 0 /1 -1 1 0 0 /1 -1 0 1 1 /1 -1 0 1 1 /0 -1 -1 -1 1 /0 -1 -1 1 1 1 /"
        "-1 -1 -1 0 0 0 /-1 1 1 1 1 1 /-1 -1 -1 0 0 0 /1 1 1 1 1 0 /"
    ),
    "skyscrapers/4/4/k13h4j3g": (
        "pzprv3/skyscrapers/4/4/. . . . . . /. 2 1 4 3 . /4 1 2 3 4 . /. 4 3 1 2 3 /. 3 4 2 1 . /. . 1 3 . . /"
    ),
    "slither/5/5/cbcbcddad": (
        "pzprv3/slither/5/5/2 . . 1 . /. 2 . . 1 /. . 2 . . /3 . . 3 . /. 0 . . 3 /1 -1 0 -1 -1 1 /1 1 -1 1 -1 1 /"
        "1 1 1 0 0 1 /1 1 1 1 1 1 /-1 -1 -1 0 1 1 /1 1 1 1 1 /-1 1 1 -1 -1 /0 -1 1 0 0 /0 0 0 1 0 /1 -1 1 -1 0 /"
        "-1 0 -1 0 1 /"
    ),
    "ripple/4/4/9n8rigk14h32k": (
        "pzprv3/ripple/4/4/0 1 0 /0 1 1 /0 1 1 /1 0 1 /1 1 0 1 /1 1 0 0 /1 0 1 0 /. . . . /. 1 4 . /. 3 2 . /. . . . /"
        "1 2 3 1 /2 . . 2 /4 . . 1 /1 2 1 3 /"
    ),
    "fillomino/6/6/h4j53g2k5233k2g14j3h": (
        "pzprv3/fillomino/6/6/. . 4 . . . /. 5 3 . 2 . /. . . . 5 2 /3 3 . . . . /. 2 . 1 4 . /. . . 3 . . /"
        "5 5 . 4 4 4 /5 . . 2 . 1 /3 5 3 3 . . /. . 5 5 5 2 /2 . 5 . . 4 /1 3 3 . 4 4 /0 1 0 0 0 /0 1 1 0 0 /"
        "1 1 0 1 1 /0 1 0 0 1 /0 1 1 1 0 /1 0 0 1 0 /0 0 1 1 1 1 /1 0 0 1 1 1 /0 1 1 1 0 0 /1 1 0 1 1 1 /1 1 1 1 0 0 /"
    ),
    "tentaisho/5/5/6fl94fi65en8dbf10000": (
        "pzprv3/tentaisho/5/5/1...2...X/........./2....1..2/........./.1...2..1/........./......1../..2....../"
        "2.....2../1 0 0 1 /1 1 0 1 /0 1 0 1 /1 1 0 0 /1 1 0 0 /1 1 1 1 1 /1 0 1 1 1 /0 1 1 1 1 /1 0 1 1 1 /1 2 2 2 1 /"
        "2 1 1 1 2 /1 1 2 2 1 /1 2 1 1 1 /2 2 2 2 2 /"
    ),
    "suguru/5/5/cih47bs73m3g5p1g2g": (
        "pzprv3/suguru/5/5/0 1 1 0 /0 1 0 0 /1 0 1 0 /0 0 1 0 /0 1 0 0 /0 0 1 1 1 /0 1 0 1 1 /1 1 1 0 0 /0 0 1 1 1 /"
        "3 . . . . /. . . 3 . /5 . . . . /. . . . . /. 1 . 2 . /. 2 1 2 1 /1 4 5 . 4 /. 2 1 2 1 /3 4 5 4 3 /2 . 3 . 1 /"
    ),
    "starbattle/6/6/1/4ilbhgdnmhou": (
        "pzprv3/starbattle/6/6/1/6/0 0 0 1 1 1 /0 1 1 1 2 2 /0 3 3 4 4 2 /5 5 3 3 4 2 /5 4 4 4 4 2 /5 2 2 2 2 2 /"
        "+ # + + + + /+ + + # + + /+ + + + + # /. + # + + + /. + + + # + /# + + + + + /"
    ),
    "sudoku/4/4/g1k23k3g": ("pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /2 . 4 3 /4 3 1 . /. 4 2 1 /1 2 . 4 /"),
    "tents/5/5/2g0h1i1j82323": (
        "pzprv3/tents/5/5/. 2 . 0 . . /1 . A 1 - - /. . . - - A /. A 1 - - 1 /. . . - 1 A /1 A 1 - . . /"
        "0 -1 0 0 /0 0 0 0 /-1 0 0 0 /0 0 0 -1 /-1 0 0 0 /0 0 0 0 0 /0 0 0 0 -1 /0 0 0 0 0 /0 0 0 0 0 /"
    ),
    "yajilin/5/5/m32j10": (
        "pzprv3/yajilin/5/5/. . . . . /. . . . . /. . . 3,2 . /. . . . . /. . . . 1,0 /. . . . . /. . . . + /"
        "# . # . + /. . + . + /. . . # . /1 1 -1 1 /1 -1 1 -1 /0 0 0 -1 /1 -1 1 1 /1 1 0 0 /1 -1 1 1 1 /"
        "0 1 0 0 1 /0 1 0 0 1 /1 -1 1 0 0 /"
    ),
}
KINDS = {board.split("/")[1]: kind for kind, board in BOARDS.items()}


def puzzles(text: str) -> list[object]:
    items = [*loading.read_text(text)]
    assert not [str(item.error) for item in items if item.error]
    return [loading.texts_of(item.kind).to_json(item.puzzle) | {"name": ""} for item in items]


def message(text: str) -> str:
    (item,) = loading.read_text(text)
    assert item.error
    return str(item.error)


def test_every_kind_that_is_read_has_a_published_board() -> None:
    assert {*KINDS} == {*pzprv3._READERS}


@pytest.mark.parametrize("lines", ["/", "\n", "/\r\n"])
@pytest.mark.parametrize("link", BOARDS, ids=lambda link: link.split("/")[0])
def test_file_holds_the_puzzle_of_the_link(link: str, lines: str) -> None:
    assert puzzles(BOARDS[link].replace("/", lines)) == puzzles(f"https://puzz.link/p?{link}")


def test_several_files_in_a_text_with_what_they_say_of_themselves() -> None:
    info = 'info:{"metadata": {"author": "A. B.", "source": "", "hard": "7", "comment": "two\\nlines"}, "history": {}}'
    boards = [BOARDS[link] for link in ("nurikabe/5/5/g5k2o1k3g", "hitori/4/4/1114142333214213")]
    first, second = loading.read_text(f"{boards[0]}\n{info}\n{boards[1]}\nhttp://pzv.jp/p.html?hitori/4/4/\n")
    assert first.puzzle.extra == {"author": "A. B.", "difficulty": "7", "comment": "two lines"}
    assert second.puzzle.extra == {}
    assert (first.kind, second.kind) == ("nurikabe", "hitori")


@pytest.mark.parametrize(
    ("text", "kind", "field", "expected"),
    [
        ("pzprv3/hashikake/1/5/- . 1 2 1 /0 0 0 0 /", "hashi", "rows", ["?_121"]),
        ("pzprv3/nurikabe/1/6/- 1 2 3 4 999 /", "nurikabe", "rows", [["?", 1, 2, 3, 4, 999]]),
        ("pzprv3/lightup/2/3/# - # /+ . + /", "akari", "rows", [".#.", "..."]),
        ("pzprv3.1/slither/1/5/- 0 1 2 0 /0 0 0 0 0 /", "slitherlink", "rows", [".0120"]),
        ("pzprv3/numlin/2/3/1 . 12 /1 . 12 /0 1 /0 0 /1 0 1 /", "numberlink", "rows", [[1, None, 12], [1, None, 12]]),
        ("pzprv3/shikaku/1/3/3 . - /-1 1 /", "shikaku", "rows", ["3.?"]),
        ("pzprv3.1/slither/1/2/f/. 3 /0 0 /", "slitherlink", "loop", "all"),
        ("pzprv3/mashu/2/2/f/. 1 /. . /0 /0 /0 0 /", "masyu", "loop", "all"),
        ("pzprv3/yajilin/1/4/0,- . 4,2 . /", "yajilin", "rows", [["?", None, "2e", None]]),
        ("pzprv3/yajilin/1/3/b/# 4,1 . /. . . /", "yajilin", "rows", [["@", "1e", None]]),
        ("pzprv3/yajilin/1/3/o/b/. 3,1 . /. . . /", "yajilin", "shaded", "outside"),
        (
            "pzprv3/starbattle/2/3/1/2/0 . 1 /0 1 1 /. . . /. . . /",
            "starbattle",
            "areas",
            [["a", None, "b"], ["a", "b", "b"]],
        ),
        ("pzprv3/hitori/1/6/. . 1 2 3 4 /. . . . . . /", "hitori", "rows", ["..1234"]),
        ("pzprv3/tents/2/3/. c1 . . /. . . . /c0 . 1 . /", "tents", "rows", [None, 0]),
        ("pzprv3/skyscrapers/2/2/. . . . /. q1 .[,,,1] . /. . 2 . /. . . . /", "skyscrapers", "rows", ["1.", ".."]),
        (
            "pzprv3/kakuro/2/2/0 -1 -1 /-1 0,45 . /-1 . . /",
            "kakuro",
            "rows",
            [["#"] * 3, ["#", [45, None], "."], ["#", ".", "."]],
        ),
        (
            "pzprv3/sudoku/16/" + "16 . . . . . . . . . . . . . . 10 /" * 1 + ". " * 16 + ("/" + ". " * 16) * 14,
            "sudoku",
            "clues",
            "G" + "." * 14 + "A" + "." * 240,
        ),
    ],
)
def test_signs_of_each_kind(text: str, kind: str, field: str, expected: object) -> None:
    (record,) = puzzles(text)
    assert isinstance(record, dict)
    assert record["kind"] == kind
    assert record[field] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pzprv3/shakashaka/2/2/. . /. . /", "text:1:8: found 'shakashaka', expected one of lightup, "),
        ("pzprv3\nnurikabe\n2\n2\n. . \n. x \n", "text:6:3: found 'x', expected a number"),
        ("pzprv3/nurikabe/2/2/. . /. /", "text:1:26: found 1 word in line 2 of the cells, expected 2"),
        ("pzprv3/nurikabe/2/2/. . ", "text:1:24: the file ends here, expected line 2 of the cells"),
        ("pzprv3/nurikabe/2/9999/. . ", "text:1:19: found '9999', expected the number of columns, 1 to 1000"),
        ("pzprv3/heyawake/6/6", "text:1:20: the file ends here, expected the number of areas"),
        ("pzprv3/mashu/1/5/- . 1 2 1 /0 0 0 0 /", "text:1:18: found '-', expected 1 (white)"),
        ("pzprv3/yajilin/2/2/. . /0,1 . /. . /. . /", "text:1:25: found '0,1', expected a direction"),
        ("pzprv3/tents/1/1/. 1 /1 2 /", "given tents are not read"),
        ("pzprv3/nonogram/2/2/. 0 . /. 1 . /. . . /", "found '0', expected the length of a run"),
        ("pzprv3/factors/2/2/1 /0 /0 1 /. 2 /. . /1 2 /2 1 /", "expected one product in a room of"),
        ("pzprv3/lightup/1/2/5 . /", "text:1:20: found '5', expected a number from 0 to 4"),
    ],
)
def test_what_cannot_be_read_has_its_place(text: str, expected: str) -> None:
    assert expected in message(text)


def test_areas_with_one_number_in_pieces_are_several_as_the_peer_takes_them() -> None:
    (record,) = puzzles("pzprv3/heyawake/1/3/2/0 1 0 /. . . /")
    assert isinstance(record, dict)
    assert record["areas"] == ["abc"]
