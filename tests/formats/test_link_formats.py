"""Each form of others: published examples as they stand, round trips, and what is refused, by name and place."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given, settings, strategies as st
from link_boards import (
    LINES,
    PENPA_SUDOKU,
    PUZZ_LINKS,
    deflated,
    dungeons,
    hashis,
    inshis,
    nurikabes,
    penpa,
    sudokus,
)

import satdnd
from satdnd.cli import main
from satdnd.errors import InputError
from satdnd.formats.links.piece import Piece
from satdnd.formats.links.puzzlink import LARGEST_NUMBER, borders, encoded, encoded_borders, numbers
from satdnd.formats.loading import read_text
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.kinds.hashi.model import Hashi
from satdnd.kinds.inshi.model import Inshi, Room
from satdnd.kinds.nurikabe.kind import Nurikabe
from satdnd.kinds.sudoku.model import Sudoku

INSTANCES = Path(__file__).parents[2] / "instances"
quick = settings(max_examples=40, deadline=None)


def one(line: str, kind: str | None = None) -> Any:
    """The only puzzle of a text."""
    (puzzle,) = satdnd.loads(line, kind)
    return puzzle


def refusal(line: str, kind: str | None = None) -> str:
    """Why a line is refused, with its place."""
    with pytest.raises(InputError) as caught:
        satdnd.loads(line, kind)
    return str(InputError(caught.value.message, line=caught.value.line, column=caught.value.column))


def unwritten(puzzle: Any, style: str) -> str:
    """Why a puzzle cannot be written."""
    with pytest.raises(InputError) as caught:
        satdnd.dumps(puzzle, style)
    return str(caught.value)


# puzz.link


@pytest.mark.parametrize("link", [link for found in PUZZ_LINKS.values() for link in found])
def test_published_puzz_links_come_back(link: str) -> None:
    """Written again they are the same text, with the program's usual name."""
    usual = re.sub("^hashi/", "hashikake/", link)
    assert satdnd.dumps(one(link), "puzz.link") == f"https://puzz.link/p?{usual}\n"


def test_published_boards() -> None:
    """What the links hold, as their sources show it."""
    assert one(PUZZ_LINKS["hashi"][0]).rows == ("4_2__", "_3__2", "3____", "_3_1_", "3_4_3")
    factors = one(PUZZ_LINKS["inshi"][0])
    found = {room.cells[0]: room.product for room in factors.rooms}
    assert [found.get((0, c)) for c in range(5)] == [5, 4, 6, None, 5]
    assert [found.get((2, c)) for c in range(5)] == [None, 10, None, None, 2]
    (solution,) = satdnd.solve(factors, limit=None).solutions
    assert solution.grid == ((5, 4, 3, 2, 1), (3, 1, 2, 4, 5), (1, 5, 4, 3, 2), (4, 2, 5, 1, 3), (2, 3, 1, 5, 4))
    assert one("sudoku/4/4/g1k23k3g").clues == (0, 1, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 3, 0)
    assert one("nurikabe/10/10/zj7n7j9n7t7i7n7zj").numbers == {
        (2, 4): 7,
        (3, 3): 7,
        (3, 8): 9,
        (4, 7): 7,
        (6, 2): 7,
        (6, 6): 7,
        (7, 5): 7,
    }
    assert one("nurikabe/6/6/m8n8i9u").numbers == {(1, 1): 8, (2, 4): 8, (3, 2): 9}
    assert one("nurikabe/10/10/1k4u1j7i3r6y1w-11m3n2").numbers[8, 2] == 17


def test_published_puzzles_have_one_solution() -> None:
    """Those that were made to have one."""
    for link in (PUZZ_LINKS["hashi"][1], *PUZZ_LINKS["sudoku"][1:], PUZZ_LINKS["nurikabe"][1]):
        assert satdnd.unique(one(link)).status == "unique", link


@quick
@given(st.one_of(hashis("__1_3_58?"), nurikabes(), inshis(), sudokus()))
def test_puzz_link_round_trip(puzzle: Any) -> None:
    """What is written is read back."""
    link = satdnd.dumps(puzzle, "puzz.link")
    assert one(link) == puzzle
    assert re.fullmatch(r"https://puzz\.link/p\?[a-z]+/[0-9]+/[0-9]+/\S*\n", link)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        *[("0", 0), ("f", 15), ("-10", 16), ("-ff", 255), ("+100", 256), ("+fff", 4095), ("=000", 4096)],
        *[("=fff", 8191), ("%000", 8192), ("%aa8", 10920), ("%fcf", 12239), ("*0000", 12240), ("*ffff", 77775)],
        *[("$00000", 77776), ("$fffff", LARGEST_NUMBER)],
    ],
)
def test_numbers_at_the_edges(body: str, value: int) -> None:
    """The least and the largest number of each prefix."""
    assert numbers(Piece(body, 1), 1) == [(0, value, 1)]
    assert encoded([value]) == body
    assert encoded([None] * 21 + [value, None]) == f"zg{body}g"
    assert numbers(Piece("@001", 5), 1) == [(0, 8193, 5)]


@given(st.integers(1, 7), st.integers(1, 7), st.data())
def test_borders_round_trip(rows: int, columns: int, data: st.DataObject) -> None:
    """Any borders; five bits a character, each side filled up."""
    counts = rows * (columns - 1), (rows - 1) * columns
    sides = [data.draw(st.lists(st.booleans(), min_size=n, max_size=n)) for n in counts]
    text = encoded_borders(*sides)
    assert len(text) == sum(-(-n // 5) for n in counts)
    right, below, rest = borders(Piece(text + "rest", 3), rows, columns)
    assert [[x for row in side for x in row] for side in (right, below)] == sides
    assert rest == ("rest", 3 + len(text))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hashikake/2/1/10", "column 16: found an island of 0 at r1c2, expected 1 to 8"),
        ("hashikake/2/1/10", "column 16: found an island of 0 at r1c2"),
        ("hashikake/2/1/1G", "column 16: found 'G', expected a number .0 to f"),
        ("hashikake/2/1/1-1", "column 16: found '-1', expected 2 hexadecimal digits .0 to f. after '-'"),
        ("hashikake/2/1/1+1FF", "column 16: found .*, expected 3 hexadecimal digits"),
        ("hashikake/2/1/i", "column 15: found 'i', 3 cells without a number, expected at most 2"),
        ("hashikake/2/1/111", "column 17: found '1', expected the end, since all 2 cells are there"),
        ("nurikabe/1/1/0", "found the number 0 at r1c1"),
        ("sudoku/8/8/61j3g2j4g3j5g4j6g5j12", "column 8: found a sudoku of 8x8, expected a side of 4, 6, 9, 16 or 25"),
        ("sudoku/4/9/z", "column 10: found a grid of 9 rows and 4 columns, expected as many rows as columns"),
        ("sudoku/4/4/5u", "column 12: found 5 at r1c1, expected 1 to 4"),
        ("factors/65/65/0", "column 9: found 65 columns, expected 1 to 64"),
        (
            "factors/2/2/000",
            "the room at r1c1 has 4 cells that do not form a straight line; expected rooms one cell wide",
        ),
        ("factors/2/2/o0123", "column 17: found '3', expected the end, since all 2 rooms are there"),
        ("factors/2/2/0o1g", "the room at r2c1 has no number, expected a product from 1 in every room"),
        ("factors/2/2/0o01", "the room at r1c1 has the number 0"),
        ("factors/2/2/0o1", "ends after 1 of 2 rooms, expected all of them; is its end missing"),
        ("factors/5/5/rvv", "the link ends after 3 characters of the borders, expected 8"),
        ("factors/2/2/0w12", "column 14: found 'w', expected 0 to 9 or a to v, 2 of them for the borders"),
    ],
)
def test_wrong_puzz_links(line: str, message: str) -> None:
    """What was found at which character."""
    assert re.search(message, refusal(line)), refusal(line)


def test_untold_numbers() -> None:
    """No clue of a sudoku; bridges of any number at an island."""
    assert one("sudoku/4/4/.1k23k3g") == one("sudoku/4/4/g1k23k3g")
    assert one("hashikake/3/2/1.2g.g").rows == ("1?2", "_?_")
    assert one("nurikabe/10/10/j2m3i2i2h.j6t4k..k3t6j.h4i4i2m2j").rows[2][3] == "?"
    assert one(penpa("square", 1, 2, {(0, 0): " ", (0, 1): "?"}, style=6)).rows == ("??",)
    assert "r1c2 is unknown: tatham cannot hold that" in unwritten(Hashi(("1?",)), "tatham")


def test_what_puzz_link_cannot_hold() -> None:
    """Numbers beyond its largest one."""
    many = LARGEST_NUMBER + 1
    assert "r1c2 is above 1126351: puzz.link cannot hold it" in unwritten(Nurikabe(((None, many),)), "puzz.link")
    assert "r1c1 is above" in unwritten(Inshi(1, (Room(many, ((0, 0),)),)), "puzz.link")


# penpa


def test_a_published_penpa_link() -> None:
    """A sudoku, on its page and alone."""
    puzzle = one(PENPA_SUDOKU)
    assert satdnd.dumps(puzzle, "text").splitlines()[-1] == (
        ".....13.......27..476..39..825.....................841..29..538..18.......96....."
    )
    assert one(f"https://swaroopg92.github.io/penpa-edit/#{PENPA_SUDOKU}&a=RY5B") == puzzle
    assert one(f"#{PENPA_SUDOKU}".replace("m=edit", "m=solve").replace("/", "_").replace("+", "-")) == puzzle
    assert satdnd.unique(puzzle).status == "unique"


@quick
@given(sudokus((4, 9, 16)), st.sampled_from([(0, 0, 0, 0), (1, 0, 2, 3)]), st.sampled_from([1, 6]))
def test_penpa_sudokus(puzzle: Sudoku, space: tuple[int, int, int, int], style: int) -> None:
    """Of another writer, with margins; numbers as texts."""
    given_ = {divmod(i, puzzle.size): str(v) for i, v in puzzle.given}
    n = puzzle.size
    assert one(penpa("square", n, n, given_, space=space, style=style, tags=["Classic"]), "sudoku") == puzzle
    if n == 9:
        assert one(penpa("sudoku", n, n, given_, space=space, title="Mine")) == puzzle


@quick
@given(hashis("__1_3_58?"), st.sampled_from([(0, 0, 0, 0), (2, 1, 0, 3)]))
def test_penpa_hashis(puzzle: Hashi, space: tuple[int, int, int, int]) -> None:
    """Numbers in circles, or a tag."""
    islands = {(r, c): puzzle.rows[r][c] for r, c in puzzle.islands}
    link = penpa("square", puzzle.height, puzzle.width, islands, style=6, space=space, title="Bridges")
    if islands:
        assert (one(link), one(link).name) == (puzzle, "Bridges")
    tag = "hashiwokakero (hashi/bridges)"
    assert one(penpa("square", puzzle.height, puzzle.width, islands, space=space, tags=[tag])) == puzzle
    assert one(penpa("square", puzzle.height, puzzle.width, islands, space=space), "hashi") == puzzle


EDGES = {"186,199": 2, "222,223": 2}
"""On a 9x9 grid: between the third and fourth column, below the third row."""


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (penpa("sudoku", 9, 9, {(0, 0): 3}, killercages=[[27, 28]]), "has a killer cage that leaves the grid"),
        (
            penpa("sudoku", 9, 9, {(0, 0): 3}, killercages=[["a"]]),
            "found the killer cage .* expected a list of numbers",
        ),
        (penpa("sudoku", 9, 9, {(0, 0): 3}, numberS={"788": ["7", 1]}), "has small numbers, expected numbers alone"),
        (penpa("sudoku", 9, 9, {}, killercages=[[28]], numberS={"789": ["7", 1]}), "in no upper left corner"),
        (penpa("sudoku", 9, 9, {}, killercages=[[28]], numberS={"792": ["7", 1]}), "r1c2 .* the sum of no cage"),
        (penpa("sudoku", 9, 9, {(0, 0): 3}, thermo=[[28, 29]]), "has thermo, expected numbers alone"),
        (penpa("sudoku", 9, 9, {(0, 0): 3}, lineE={"187,200": 2}), "found areas of other sizes within the edges"),
        (penpa("sudoku", 9, 9, {(0, 0): 3}, tags=["classic", "arrow"]), "found a puzzle 'classic, arrow' of penpa"),
        (penpa("sudoku", 9, 9, {(0, 0): "A"}), "found 'A' at r1c1, expected 1 to 9"),
        (penpa("sudoku", 7, 7, {(0, 0): 3}), "found a penpa grid of 7 rows and 7 columns, expected a side of 4, 6"),
        (
            penpa("square", 9, 9, {(0, 0): 3}),
            "does not say what puzzle it is, expected --kind with one of sudoku",
        ),
        (penpa("square", 9, 9, {(0, 0): 3}, tags=["nurikabe"]), "found a puzzle 'nurikabe' of penpa, expected one of"),
        (penpa("hex", 9, 9, {(0, 0): 3}), "found a puzzle 'hex grid' of penpa, expected one of sudoku, hashi"),
        (penpa("square", 2, 2, {(0, 1): 9}, style=6), "found an island '9' at r1c2, expected 1 to 8"),
        (penpa("square", 2, 2, {(0, 1): 2}, style=6, wall={"1": 1}), "has wall, expected numbers alone"),
        (penpa("square", 2, 2, {(5, 5): 2}, style=6), "on a line or outside, expected numbers in cells"),
        (deflated("square,2,2,38\n[0,0,0,0]\n{}\n{}\n{}\n[14,1,5]"), "this penpa grid of 2x2 lacks 1 cell, expected a"),
        (deflated("square,2,2,38\n[3,0,0,0]"), "has no cells inside its margins"),
        (deflated("square,2,2,38\nx"), "found 'x' in line 2 of what this penpa link decodes to, expected JSON"),
        (deflated("square,2,2,38\n[1,2]"), "found the margins .1, 2. in a penpa link, expected four numbers"),
        (deflated("square,2,2,38\n[0,0,0,0]\n{}\n[1]"), "found no problem in a penpa link, expected an object"),
        (deflated('square,2,2,38\n\n\n{"number":{"x":[1,1,"1"]}}'), "at 'x' in a penpa link, expected one in a cell"),
        (deflated('square,2,2,38\n\n\n{"number":{"14":["12",1,"4"]}}'), "r1c1 of this penpa grid holds more than one"),
        (deflated("square,2,2,38\n\n\n{}\n{}\n{}"), "found no list of cells in a penpa link, expected numbers"),
        (
            penpa("sudoku", 9, 9, {(0, 0): 3}, tags=["hashi"]),
            "grid of the type 'sudoku', expected 'square' for bridges",
        ),
        (deflated("square"), "found 'square' at the front of a penpa link"),
        (deflated("square,0,2"), "found 0 columns, expected 1 to 1000"),
        ("m=edit&p=", "cannot be decoded|is cut off"),
        ("m=edit&p=!", "column 10: found '!', expected a letter, a digit"),
        (PENPA_SUDOKU[:-20], "this penpa link is cut off, expected all of it"),
        (PENPA_SUDOKU.replace("VVLi9s8FN3", "VVLi9s8FM3"), "cannot be decoded|is cut off|JSON|found"),
        (deflated("0" * (5 << 20)), "decodes to more than 4194304 characters"),
    ],
)
def test_wrong_penpa_links(link: str, message: str) -> None:
    """What is drawn that is not read, and what is broken."""
    assert re.search(message, refusal(link)), refusal(link)


@pytest.mark.parametrize("path", sorted((INSTANCES / "sudoku/variants").glob("*")), ids=lambda path: path.stem)
def test_penpa_areas_and_cages(path: Path) -> None:
    """Edges around areas; cages, whose sums are small numbers in the upper left corner of their first cell."""
    puzzle = replace(satdnd.load(path)[0], diagonals=False)
    n, stride = puzzle.size, puzzle.size + 4
    corners = stride * stride
    area = {cell: a.cells for a in puzzle.areas for cell in a.cells}
    edges = {}
    for r, c in area:
        at = corners + (r + 1) * stride + c + 1  # its upper left corner
        if area[r, c] != area.get((r, c + 1), area[r, c]):
            edges[f"{at + 1},{at + stride + 1}"] = 2
        if area[r, c] != area.get((r + 1, c), area[r, c]):
            edges[f"{at + stride},{at + stride + 1}"] = 2
    cages = [[(r + 2) * stride + c + 2 for r, c in cage.cells] for cage in puzzle.cages]
    sums = {str(4 * (corners + cells[0])): [f" {cage.sum}", 1] for cells, cage in zip(cages, puzzle.cages, strict=True)}
    given_ = {divmod(i, n): v for i, v in puzzle.given}
    tags = ["irregular"] * bool(edges) + ["killer"] * bool(cages)
    link = penpa("square", n, n, given_, tags=tags, lineE=edges, killercages=cages, numberS=sums, cage={"1,2": 10})
    assert one(link if cages else penpa("square", n, n, given_, tags=tags, lineE=edges)) == puzzle


def test_penpa_boxes_and_layers() -> None:
    """Edges of boxes are no jigsaw; empty layers and circles below islands are nothing else."""
    assert one(penpa("sudoku", 9, 9, {(8, 8): 3}, lineE=EDGES, thermo=[[]], line={})).clues[80] == 3
    circles = {"14": [1, "circle_L", 2], "15": [1, "circle_M", 2]}
    assert one(penpa("square", 2, 2, {(0, 0): 1, (0, 1): 1}, symbol=circles)).rows == ("11", "__")


# dungeons


def test_dungeon_examples() -> None:
    """The published ones, with the clues that their solutions have; all have one solution."""
    old, new, named = (one(line) for line in LINES["dungeon"])
    assert (old.rows, old.columns) == ((2, 2, 1, 6, 2, 4, 2, 6), (5, 2, 2, 4, 3, 4, 3, 2))
    assert old.treasures == ((1, 1), (5, 1))
    assert old.monsters == ((0, 5), (0, 7), (3, 4), (4, 5), (7, 7))
    assert (new.height, new.width, len(new.treasures), new.monsters) == (8, 15, 4, ())
    assert (named.name, named.rows, named.columns) == (
        *("Test Puzzle 1", (1, 4, 2, 2, 3, 4, 2, 5)),
        (2, 5, 3, 3, 2, 3, 3, 2),
    )
    assert (named.treasures, named.monsters) == (((3, 3),), ((3, 6), (5, 5)))
    for puzzle in (old, new, named):
        assert satdnd.unique(puzzle).status == "unique"
    assert satdnd.dumps(old, "kord-old").endswith(LINES["dungeon"][0] + "\n")
    assert satdnd.dumps(new, "kord").endswith(LINES["dungeon"][1] + "\n")


def test_kord_round_trip_of_instances() -> None:
    """Both forms, of puzzles that others printed."""
    found = satdnd.load(INSTANCES / "dungeon/course-p1.dnd") + satdnd.load(INSTANCES / "dungeon/example-6x6.dnd")
    for puzzle in found + satdnd.load(INSTANCES / "dungeon/generated/dungeon-1601-1.dnd"):
        for style in ("kord", "kord-old"):
            assert one(satdnd.dumps(puzzle, style)) == puzzle


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), st.integers(1, 9), st.data())
def test_kord_counts_the_clues(height: int, width: int, data: st.DataObject) -> None:
    """Any walls, as the first form holds them, are counted; the second form holds the same."""
    from base64 import b64encode

    walls = data.draw(st.integers(0, (1 << height * width) - 1))
    text = b64encode(walls.to_bytes(-(-height * width // 8), "little")).decode().replace("+", "%2B")
    puzzle = one(f"https://dandd.therestinmotion.com/?h={height}&w={width}&p={text}")
    rows = [[walls >> r * width + c & 1 for c in range(width)] for r in range(height)]
    assert puzzle.rows == tuple(map(sum, rows))
    assert puzzle.columns == tuple(map(sum, zip(*rows, strict=True)))
    ends = {
        (r, c)
        for r in range(height)
        for c in range(width)
        if not rows[r][c]
        and sum(
            0 <= y < height and 0 <= x < width and not rows[y][x]
            for y, x in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
        )
        == 1
    }
    assert set(puzzle.monsters) == ends


def test_what_kord_cannot_hold() -> None:
    """Drafts, what has no solution, what is too large."""
    one_row = Dungeon((0,), (0, 0), ((0, 0), (0, 1)))
    assert one(satdnd.dumps(one_row, "kord")) == one_row
    assert "count of column 2 is unknown: kord's link needs all" in unwritten(
        Dungeon((0,), (0, None), one_row.monsters), "kord"
    )
    given_cell = Dungeon((0,), (0, 0), one_row.monsters, opens=1)
    assert "r1c1 is given: kord's link has no room for given cells" in unwritten(given_cell, "kord-old")
    assert "this puzzle has none" in unwritten(Dungeon((1,), (0, 0)), "kord")
    with pytest.raises(satdnd.Undecided, match="kord holds the solution, and the time limit was reached"):
        satdnd.dumps(one_row, "kord", timeout=0)
    assert "holds up to 100 rows and columns" in unwritten(Dungeon((101,), (1,) * 101), "kord")


@quick
@given(dungeons())
def test_dungeon_diagrams_round_trip(puzzle: Dungeon) -> None:
    """What is written is read back, escaped as it is and as a person sees it."""
    link = satdnd.dumps(puzzle, "dungeon-diagrams")
    assert link.isascii()
    assert one(link) == puzzle == one(unquote(link)) == one(unquote(link).split("puzzle=")[1], "dungeon")


def test_tiles_of_dungeon_diagrams() -> None:
    """Signs of several characters are one tile; walls and marks are given cells; names lose their underlines."""
    puzzle = one("?puzzle=a_b+c!.?2!1\u26b0\ufe0f*!?x🧟\u200d\u2642\ufe0f#?state=1!2")
    assert puzzle == Dungeon((1, None), (None, 2), ((0, 0), (1, 1)), (), 1 << 1, 1 << 2)
    assert puzzle.name == "a b c"
    assert one("x!.11!1💎!1🐉👑", "dungeon").treasures == ((0, 0), (1, 1))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a!.11!1...!1", "column 7: row 1: found 3 tiles, expected at most 2, as there are column counts"),
        ("a!.11!x!1", "column 7: row 1: found 'x', expected a count from 0 to 9"),
        ("a!.11!!1", "row 1: found nothing, expected a count from 0 to 9"),
        ("?puzzle=a", "found 'a', expected a name"),
        ("?puzzle=a!.1x!1", "found 'x', expected a count"),
        ("?puzzle=a!.1.!1..", "column 11: found '.', expected a count from 0 to 9, or [?]"),
        ("?puzzle=a!..1!1..", "column 11: found '.', expected a count from 0 to 9, or [?]"),
        ("?h=8&w=8&p=AAAA", "column 12: found 3 bytes of walls, expected 8 for 8x8"),
        ("?h=0&w=8&p=AAAA", "column 4: found '0' rows, expected 1 to 100"),
        ("?h=8&w=x&p=AAAA", "column 8: found 'x' columns, expected 1 to 100"),
        ("?h=1&w=1&p=A", "column 12: found 'A', expected base64"),
        ("?h=1&w=1&p=Ag%3D%3D", "column 12: found walls outside the grid, expected 1 cells"),
        ("?h=1&w=1&p=AA%3D%3D&t=OSw5", "found the treasure '9,9' in 't', expected 'x,y' inside 1x1"),
        ("?h=1&w=1&p=AQ%3D%3D&t=MCww", "the treasure at r1c1 lies in a wall, expected it in an open cell"),
        ("?z=1ucFHuLwLouI88Eg4t87nMCo", "cannot be decoded to a dungeon|decodes to"),
        ("?z=" + "z" * 4001, "found 4001 digits, expected at most 4000"),
        ("x!.1!" + "1!" * 1001, "found 1002 rows, expected 1 to 1000"),
        ("x!." + "1" * 1001 + "!1", "found 1001 columns, expected 1 to 1000"),
        ("?z=", "'z' cannot be decoded to a dungeon, expected the whole link"),
        ("?z=1u-", "column 6: found '-', expected a digit or a letter .base 62."),
    ],
)
def test_wrong_dungeon_links(line: str, message: str) -> None:
    """What was found where."""
    assert re.search(message, refusal(line)), refusal(line)


def test_a_wrong_dungeon_link_among_good_ones() -> None:
    """A dot among its column counts; the next line is answered."""
    wrong, good = (
        "https://dungeon-diagrams.github.io/?puzzle=a!.1.!1..",
        "https://dungeon-diagrams.github.io/?puzzle=b!.1!1",
    )
    items = [*read_text(f"{wrong}\n{good}\n")]
    assert [(item.error is None, item.name) for item in items] == [(False, "text 1"), (True, "b")]


def test_what_dungeon_diagrams_cannot_hold() -> None:
    """Drafts, and counts of two digits."""
    style = "dungeon-diagrams"
    assert "count of row 1 is 10: a dungeon-diagrams link holds counts to 9" in unwritten(
        Dungeon((10,), (1,) * 10), style
    )
    assert "count of row 1 is unknown" in unwritten(Dungeon((None,), (1,)), style)
    assert "r1c1 is given" in unwritten(Dungeon((1,), (1,), walls=1), style)


STARRED = """\
// Tutorial level
* 4 1 4 1 2 1
3 _ _ _ _ _ c
1 _ _ _ _ _ _
1 m _ _ _ _ _
5 _ _ _ _ _ _
2 _ _ _ _ _ m
1 m _ _ _ _ _

// The Corroded Corridors
* 4 2 4 2 3 4 2 6
3 _ m _ _ _ _ m _
6 _ _ _ _ _ _ _ _
0 _ _ _ _ _ _ _ m
5 _ _ _ _ _ _ _ _
4 _ _ _ _ m _ _ _
0 _ _ _ _ _ _ _ m
6 _ _ _ _ _ _ _ _
3 _ m _ _ _ _ m _
"""
"""elle-trudgett/dungeons-and-diagrams-solver, README."""


def test_column_counts_behind_a_star() -> None:
    """elle-trudgett's text: with names and without, with blank lines between and without."""
    first, second = satdnd.loads(STARRED)
    (same,) = satdnd.load(INSTANCES / "dungeon/example-6x6.dnd")
    (also,) = satdnd.load(INSTANCES / "dungeon/course-p8.dnd")
    assert (first, first.name) == (same, "Tutorial level")
    assert (second, second.name) == (also, "The Corroded Corridors")
    bare = "\n".join(line for line in STARRED.splitlines() if line[:2] != "//" and line)
    assert satdnd.loads(bare) == [first, second]
    assert satdnd.loads(STARRED.replace("\n\n", "\n").replace("_ c", "_ t")) == [first, second]
    assert "line 3, column 12: found 5 cells" in refusal(STARRED.replace("3 _ _ _ _ _ c", "3 _ _ _ _ _"), "dungeon")
    assert "unknown cell 'q'" in refusal(STARRED.replace(" c", " q"))


# files of sudokus

SDK = """\
#A Jo Doe
#D One: two
#C first
#S here
#L hard
#U http://example.com/a
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""


def test_sdk_files() -> None:
    """Notes become fields, and are written again; several comments are one."""
    puzzle = one(SDK)
    assert puzzle.extra == {
        "author": "Jo Doe",
        "description": "One: two",
        "comment": "first",
        "source": "here",
        "level": "hard",
        "url": "http://example.com/a",
    }
    assert satdnd.dumps(puzzle, "sdk") == SDK
    assert one(SDK.replace("#C first", "#C first\n#C second")).extra["comment"] == "first second"
    assert one("[Puzzle]\n" + SDK) == puzzle


@quick
@given(st.lists(sudokus((9,)), min_size=1, max_size=4))
def test_sdm_and_sdk_round_trip(puzzles: list[Sudoku]) -> None:
    """Several puzzles a file: a line each, or parted by blank lines."""
    lines = "".join(satdnd.dumps(puzzle, "sdm") for puzzle in puzzles)
    assert all(re.fullmatch("[0-9]{81}", line) for line in lines.splitlines())
    assert satdnd.loads(lines, "sudoku") == puzzles
    assert satdnd.loads("\n".join(satdnd.dumps(puzzle, "sdk") for puzzle in puzzles), "sudoku") == puzzles


def test_what_sdm_and_sdk_cannot_hold() -> None:
    """Other sizes; fields that are no line of text are left out."""
    for style in ("sdm", "sdk"):
        assert f"4x4: {style.upper()} holds only 9x9" in unwritten(Sudoku((0,) * 16), style)
    strange = Sudoku((0,) * 81, extra={"author": 3, "comment": "a\nb", "source": " x", "level": "\x00"})
    assert one(satdnd.dumps(strange, "sdk"), "sudoku") == strange


SAVED = "379000014060010070080009005435007000090040020000800436900700080040080050850000249"
XML = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<opensudoku>
  <name>Gnome-Sudoku Easy</name>
  <author>romario333</author>
  <description></description>
  <source>gnome-sudoku</source>
  <level>easy</level>
  <sourceURL>http://opensudoku.eu/puzzles</sourceURL>
  <game data="{SAVED}" />
  <game data="{SAVED[::-1]}" note="turned" />
</opensudoku>
"""
"""From the sources of OpenSudoku, with a second game."""


def test_endings_of_files_of_sudokus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--output chooses the format; one that is only read is refused."""
    for ending, status in (("sdm", 0), ("sdk", 0), ("opensudoku", 2)):
        with pytest.raises(SystemExit) as ended:
            main(["convert", str(INSTANCES / "sudoku/solo.sudoku"), "--output", str(tmp_path / f"x.{ending}")])
        assert (ended.value.code or 0) == status
    assert "unknown format 'opensudoku' for sudoku" in capsys.readouterr().err
    assert re.fullmatch("[0-9]{81}\n", (tmp_path / "x.sdm").read_text())
    assert satdnd.load(tmp_path / "x.sdk") == satdnd.load(INSTANCES / "sudoku/solo.sudoku")


def test_opensudoku_files() -> None:
    """Each game with what its document says; saved games of all versions, the player's digits left out."""
    first, second = satdnd.loads(XML)
    assert satdnd.dumps(first, "sdm") == SAVED + "\n"
    assert first.extra == {
        "collection": "Gnome-Sudoku Easy",
        "author": "romario333",
        "source": "gnome-sudoku",
        "level": "easy",
        "url": "http://opensudoku.eu/puzzles",
    }
    assert second.extra["note"] == "turned"
    assert satdnd.unique(first).status == "unique"
    fields = {1: "|1,2,|", 2: "|3||", 3: "|3|", 4: "|3|4|", 5: "|3|4|1|"}
    for version, between in fields.items():
        cells = "".join(f"{digit}{between}0|" if digit != "0" else f"5{between}1|" for digit in SAVED)
        game = f'<game data="version: {version}&#10;{cells}"/>'
        assert one(f'<opensudoku version="2"><folder name="f">{game}</folder></opensudoku>') == first
        assert one(f'<opensudoku><game data="version: {version}\n{cells}"/></opensudoku>') == first


BOMB = '<?xml version="1.0"?>\n<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>\n<opensudoku>&b;</opensudoku>\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "line 2, .*: found a document type with declarations"),
        ("<opensudoku>&a;</opensudoku>", "line 1, column 13: this XML cannot be read: undefined entity"),
        ("<opensudoku>" + "<a>" * 100, "found more than 32 elements inside each other"),
        ("<opensudoku>\n</opensudoku>", "found no game in this document"),
        (
            '<opensudoku>\n<game data="123"/></opensudoku>',
            "line 2.*: found the data '123' of 3 characters, expected 81",
        ),
        ("<opensudoku><game/></opensudoku>", "found the data '' of 0 characters"),
        ('<opensudoku>\n<game data="1', "line 2.*: this XML cannot be read"),
        ('<?xml version="1.0"?><other/>', "not recognised as any puzzle format"),
        (XML + "more", "junk after document element"),
    ],
)
def test_wrong_opensudoku_files(text: str, message: str) -> None:
    """Bombs, other documents, broken ones, with the line."""
    assert re.search(message, refusal(text)), refusal(text)


@quick
@given(st.text('<>/&;= "\n!opensudoku12[]game data', max_size=60))
def test_any_document(text: str) -> None:
    """Puzzles or refusals, whatever stands behind the front."""
    for front in ("<opensudoku>", "<?xml", XML[:200]):
        assert all(item.puzzle or item.error for item in read_text(front + text))
