"""Drawings as a person sees them: in terminals wide and narrow, in ASCII, as SVG, several in one, and as JSON."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import unicodedata
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from samples import texts

import satdnd
from satdnd.cli import main
from satdnd.draw import drawing, svg
from satdnd.draw.picture import MARKED, MAYBE, BridgeLine, EdgeLine, Panel, Picture, Tile, differing, mark
from satdnd.draw.terminal import render, render_panels
from satdnd.engine.kind import kind_named, kind_of
from satdnd.errors import InputError
from satdnd.formats import drawn_boards
from satdnd.formats.loading import read, read_text
from satdnd.formats.streams import read_file
from satdnd.kinds.dungeon.kind import KIND as DUNGEON
from satdnd.kinds.dungeon.model import Dungeon, DungeonSolution
from satdnd.kinds.hashi.kind import KIND as HASHI
from satdnd.kinds.hashi.model import Hashi, HashiSolution
from satdnd.kinds.inshi.kind import KIND as INSHI
from satdnd.kinds.inshi.model import Inshi, InshiSolution, Room
from satdnd.kinds.klotski.model import Goal, Klotski, KlotskiSolution
from satdnd.kinds.klotski.picture import picture as klotski_picture
from satdnd.kinds.unattacked.model import Unattacked, UnattackedSolution
from satdnd.kinds.unattacked.picture import picture as unattacked_picture
from satdnd.registry import NAMES

INSTANCES = Path(__file__).parents[2] / "instances"
SVG = "{http://www.w3.org/2000/svg}"

SQUARE = Hashi(("2_2", "2_2"))
AROUND = HashiSolution(((0, 0, 0, 2, 1), (1, 0, 1, 2, 1), (0, 0, 1, 0, 1), (0, 2, 1, 2, 1)))
TWICE = HashiSolution(((0, 0, 0, 2, 2), (1, 0, 1, 2, 2)))
inshi_picture = INSHI.picture
ROOMS = Inshi(2, (Room(2, ((0, 0), (0, 1))), Room(2, ((1, 0),)), Room(1, ((1, 1),))))
BOX = Klotski(("aab", "aab", "c.d"), Goal((1, 0), piece="a"))


def drawn(picture: Picture, **options: Any) -> list[str]:
    """The lines of a drawing."""
    return render(picture, **options).split("\n")


def plain(text: str) -> str:
    """Coloured text without its colours, without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).split("\n"))


def pictures() -> list[tuple[str, Picture]]:
    """Every puzzle of every kind among the instances, and every solution that lies beside it."""
    found = []
    for path in sorted(INSTANCES.rglob("*.*")):
        if path.suffix[1:] not in (*NAMES, "dnd") or {"connectivity", "generated"} & set(path.parts):
            continue
        for i, item in enumerate(read(str(path))):
            assert item.error is None
            kind = kind_of(item.puzzle)
            found.append((f"{path.name}-{i}", kind.picture(item.puzzle)))
            solutions = path.with_suffix(".solution")
            for board in (
                kind.texts.read_solutions(read_file(str(solutions)), item.puzzle) if solutions.exists() else ()
            ):
                assert not isinstance(board, InputError)
                found.append((f"{path.name}-{i} solved", kind.picture(item.puzzle, board)))
    return found


ALL = dict(pictures())


# hashi


def test_bridges_have_a_place_between_islands_side_by_side() -> None:
    """Above each other and beside each other, single and double."""
    puzzle = Hashi(("23", "23"))
    solution = HashiSolution(((0, 0, 0, 1, 1), (0, 0, 1, 0, 1), (0, 1, 1, 1, 2), (1, 0, 1, 1, 1)))
    assert drawn(HASHI.picture(puzzle, solution)) == [
        "┌───────┐",
        "│ 2───3 │",
        "│ │   ║ │",
        "│ 2───3 │",
        "└───────┘",
    ]
    assert drawn(HASHI.picture(puzzle)) == ["┌───────┐", "│ 2   3 │", "│       │", "│ 2   3 │", "└───────┘"]


def test_bridges_draw_closer_where_the_terminal_is_narrow() -> None:
    """Two columns a cell, then one; then what has no place is told below."""
    puzzle = Hashi(("1_1", "2_2", "1_1"))
    solution = HashiSolution(((0, 0, 1, 0, 1), (0, 2, 1, 2, 1), (1, 0, 2, 0, 2), (1, 0, 1, 2, 1)))
    assert drawn(HASHI.picture(puzzle, solution), columns=13)[2:4] == ["│ │       │ │", "│ 2───────2 │"]
    assert drawn(HASHI.picture(puzzle, solution), columns=12)[1:5] == [
        "│ 1   1 │",
        "│ │   │ │",
        "│ 2───2 │",
        "│ ║     │",
    ]
    assert render(HASHI.picture(puzzle, solution), columns=8).split("\n")[:5] == [
        "┌───┐",
        "│1 1│",
        "│2─2│",
        "│1 1│",
        "└───┘",
    ]
    told = " ".join(render(HASHI.picture(puzzle, solution), columns=8).split())
    assert told.endswith("between cells side by side: r1c1-r2c1, r1c3-r2c3, r2c1=r3c1")


def test_two_solutions_show_which_bridges_differ() -> None:
    """A mark on a bridge or beside it leaves it visible; where there is none in one of the two, its place is marked."""
    one, other = differing([HASHI.picture(SQUARE, solution) for solution in (AROUND, TWICE)])
    assert render_panels([Panel("", one), Panel("", other)]).split("\n") == [
        "┌───────────┐    ┌───────────┐",
        "│ 2─!─────2 │    │ 2═!═════2 │",
        "│ │!      │!│    │  !       !│",
        "│ 2─!─────2 │    │ 2═!═════2 │",
        "└───────────┘    └───────────┘",
        "! = what differs",
    ]
    narrow = " ".join(render_panels([Panel("", one), Panel("", other)], columns=12).split())
    assert "what differs: r1c1-r1c3, r1c1-r2c1, r1c3-r2c3, r2c1-r2c3 what differs: r1c1=r1c3, " in narrow


def test_the_solutions_of_a_published_puzzle_do_not_look_alike() -> None:
    """The two of Wikipedia's 7x7, which differ only between islands side by side."""
    (item,) = read(str(INSTANCES / "hashi" / "wikipedia-7x7.hashi"))
    ring = {(2, 5, 2, 6): (1, 0), (2, 5, 3, 5): (0, 1), (2, 6, 3, 6): (0, 1), (3, 5, 3, 6): (2, 1)}
    boards = []
    for which in (0, 1):
        bridges = [(*ends, counts[which]) for ends, counts in ring.items() if counts[which]]
        boards.append(HASHI.picture(item.puzzle, HashiSolution(((0, 0, 0, 1, 1), (2, 4, 2, 5, 1), *bridges))))
    lines = [drawn(board) for board in boards]
    assert lines[0][5:8:2] == ["│ 1   1           1───3───3 │", "│ 2           8       5═══2 │"]
    assert lines[1][5:8] == [
        "│ 1   1           1───3   3 │",
        "│                     │   │ │",
        "│ 2           8       5───2 │",
    ]
    assert {link.name for link in differing(boards)[0].links if link.marked} == {
        "r3c6-r3c7",
        "r3c6-r4c6",
        "r3c7-r4c7",
        "r4c6=r4c7",
    }


def test_wrong_bridges() -> None:
    """Crossings show, marked islands and cells stand in brackets; ends outside the grid and odd counts do not hurt."""
    puzzle = Hashi(("_1_", "1_1", "_1_"))
    wrong = HashiSolution(((0, 1, 2, 1, 1), (1, 0, 1, 2, 2), (0, 1, 0, 99, 1), (0, 1, 1, 2, 1), (1, 0, 1, 2, 7)))
    assert drawn(HASHI.picture(puzzle, wrong, marked=[(0, 0), (1, 0)])) == [
        "┌───────────┐",
        "│[ ]  1     │",
        "│     │     │",
        "│[1]══┼═══1 │",
        "│     │     │",
        "│     1     │",
        "└───────────┘",
        "[ ] = marked",
    ]
    assert [link.marked for link in HASHI.picture(puzzle, wrong, marked=[(1, 1)]).links] == [True, True]


def test_bridges_that_are_forced() -> None:
    """Lines; dashed where one bridge is certain and a second is not, with a legend; the rest is open."""
    forced = [[0, 0, 0, 2, 1, 2], [0, 2, 0, 4, 0, 2], [0, 4, 2, 4, 2, 2], [0, 0, 2, 0, 1, 2]]
    picture = HASHI.picture(Hashi(("3_3_3", "_____", "3___3")), details={"forced": forced})
    assert drawn(picture)[1:3] == ["│ 3┄┄┄┄┄┄┄3   ·   3 │", "│ ┆               ║ │"]
    assert drawn(picture)[-1] == "┄ = one bridge or two"
    assert drawn(picture, encoding="ascii")[1] == "| 3~~~~~~~3   .   3 |"
    assert drawn(picture, encoding="ascii")[-1] == "~ = one bridge or two"


# other kinds


def test_rooms_of_factors_keep_their_products() -> None:
    """Beside the puzzle's lines alone, above the numbers in a solution."""
    solved = inshi_picture(ROOMS, InshiSolution(((1, 2), (2, 1))), marked=[(0, 1)])
    assert drawn(inshi_picture(ROOMS))[1] == "┃ 2 │   ┃"
    assert drawn(solved) == [
        "┏━━━┯━━━┓",
        "┃2  │   ┃",
        "┃ 1 │[2]┃",
        "┣━━━╈━━━┫",
        "┃2  ┃1  ┃",
        "┃ 2 ┃ 1 ┃",
        "┗━━━┻━━━┛",
        "[ ] = marked",
    ]
    assert [[tile.style for tile in row] for row in solved.tiles] == [["filled", "filled"], ["clue", "clue"]]
    assert (solved.lines_right, solved.lines_below) == (frozenset([(1, 0)]), frozenset([(0, 0), (0, 1)]))
    assert inshi_picture(ROOMS, details={"status": "x"}) == inshi_picture(ROOMS)


@pytest.mark.parametrize(("size", "longest"), [(3, 3), (9, 9), (12, 12), (15, 15)])
def test_long_products_fit_in_80_columns(size: int, longest: int) -> None:
    """Up to 15x15; letters stand for products that do not fit, explained below."""
    lines = tuple(tuple((r, c) for c in range(longest)) for r in range(size))
    board = Inshi(size, tuple(Room(10**30 + i % 28, cells) for i, cells in enumerate(lines)))
    text = drawn(inshi_picture(board))
    assert max(map(len, text)) <= 80
    if size > 3:
        assert f"a = {10**30}" in text


def test_more_letters_than_the_alphabet() -> None:
    """The 27th long product is called aa."""
    board = Inshi(64, tuple(Room(10**9 + r, tuple((r, c) for c in range(64))) for r in range(64)))
    assert [inshi_picture(board).tiles[r][0].note for r in (26, 63)] == ["aa", "bl"]


def test_blocks_are_whole() -> None:
    """Heavy lines around pieces, none within; empty cells are told apart; the goal stands above, from 1."""
    assert drawn(klotski_picture(BOX)) == [
        "goal: piece a at r2c1",
        "┏━━━━━━━┳━━━┓",
        "┃ a   a ┃ b ┃",
        "┃       ┃   ┃",
        "┃ a   a ┃ b ┃",
        "┣━━━┳━━━╋━━━┫",
        "┃ c ┃   ┃ d ┃",
        "┗━━━┻━━━┻━━━┛",
    ]
    any_piece = replace(BOX, goal=Goal((0, 0), shape=(2, 1)))
    assert klotski_picture(any_piece).title == "goal: a piece of 2x1 (height x width) at r1c1"
    assert klotski_picture(BOX, KlotskiSolution(())).title == ""


def test_unattacked_squares_are_explained() -> None:
    """The shade has a legend, in ASCII as well."""
    picture = unattacked_picture(Unattacked(3, 2, 1), UnattackedSolution(3, 2, ((0, 0),), 1))
    assert drawn(picture) == ["┌────┐", "│Q · │", "│· · │", "│· ░░│", "└────┘", "░ = not attacked"]
    assert drawn(picture, encoding="ascii")[3:] == ["|. ::|", "+----+", ": = not attacked"]


# terminals


def box_name(sides: tuple[int, ...]) -> set[str]:
    """The names that Unicode may have for a box character whose lines up, right, down, left weigh so much."""
    names, weights = ("UP", "RIGHT", "DOWN", "LEFT"), ("", "LIGHT", "HEAVY")
    return {f"{weights[weight]} {name}" for name, weight in zip(names, sides, strict=True) if weight}


def weighed(name: str) -> set[str]:
    """``{"LIGHT UP", "HEAVY RIGHT", ...}`` of the name of a box character."""
    sides = {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}
    words = name.removeprefix("BOX DRAWINGS ").replace(" AND ", " ").split()
    first = words[0] in ("LIGHT", "HEAVY")
    found: set[str] = set()
    waiting: list[str] = []
    weight = ""
    for word in words:
        if word in ("LIGHT", "HEAVY"):
            weight = word
            found |= set() if first else {f"{weight} {side}" for side in waiting}
            waiting = []
        else:
            waiting += sides.get(word, (word,))
            found |= {f"{weight} {side}" for side in waiting} if first else set()
    return found


def test_box_characters() -> None:
    """Every one is what its name in Unicode says."""
    for sides, box in drawing.SIDES.items():
        assert box == " " if not any(sides) else weighed(unicodedata.name(box)) == box_name(sides), box


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_every_drawing_in_ascii(name: str) -> None:
    """Whole or with every cell marked, with coordinates and legend; Latin-1 gets the same; nothing is an escape."""
    for picture in (ALL[name], mark(ALL[name], [True] * (ALL[name].height * ALL[name].width)).explained("a fault")):
        boxes = render(picture, coordinates=True)
        text = render(picture, coordinates=True, encoding="ascii")
        assert text.isascii()
        assert not re.search(r"\\[xuN]", text)
        assert render(picture, coordinates=True, encoding="latin-1") == text
        assert [len(line) for line in text.split("\n")] == [len(line) for line in boxes.split("\n")]
        assert render(picture, coordinates=True, encoding="utf-8") == boxes
    assert not re.search("[^ -~\n]", render(ALL[name], encoding="ascii"))


@pytest.mark.parametrize("name", ALL)
def test_every_drawing_fits(name: str) -> None:
    """In 80 columns, but for numbers that need more; all lines of a frame end in the same column."""
    lines = drawn(ALL[name])
    wide = ALL[name].ruled and ALL[name].width > 20
    assert wide or max(map(len, lines)) <= 80
    assert len({len(line) for line in lines if line[-1:] in "│┃┨┫┐┓┘┛"}) <= 1 + bool(ALL[name].title)


def test_old_code_pages_keep_what_they_have() -> None:
    """A DOS terminal has the characters of a dungeon, but not the heavy lines of a sudoku."""
    assert render(ALL["example-8x8.dnd-0 solved"], encoding="cp437") == render(ALL["example-8x8.dnd-0 solved"])
    assert render(ALL["solo.sudoku-0"], encoding="cp437") == render(ALL["solo.sudoku-0"], encoding="ascii")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("path", ["sudoku/solo.sudoku", "inshi/report-5x5.inshi", "hashi/wikipedia-7x7.hashi"])
def test_the_command_line_draws_in_ascii(path: str, encoding: str) -> None:
    """A terminal without box characters gets none, and no escapes in their place."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "satdnd", "show", str(INSTANCES / path)]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert re.fullmatch(rb"[ -~\n]+", done.stdout)
    assert b"\\" not in done.stdout
    assert b"+---" in done.stdout


def test_letters_that_a_terminal_lacks() -> None:
    """A piece with such a letter is a question mark between its lines."""
    picture = klotski_picture(Klotski(("\xe9\xe9.",), Goal((0, 1), piece="\xe9")))
    assert drawn(picture, encoding="ascii")[:3] == ["goal: piece ? at r1c2", "+-------+---+", "| ?   ? |   |"]
    assert drawn(picture, encoding="latin-1")[2] == "| \xe9   \xe9 |   |"


def test_heavy_lines_stand_out_in_ascii() -> None:
    """Boxes, rooms and pieces are drawn with lines, cells with dots."""
    assert drawn(inshi_picture(ROOMS), encoding="ascii") == [
        "+-------+",
        "| 2 :   |",
        "+---+---+",
        "| 2 | 1 |",
        "+---+---+",
    ]
    assert drawn(ALL["solo.sudoku-0"], encoding="ascii")[1:5] == [
        "| 7 :   : 1 | 9 :   :   | 3 :   : 6 |",
        "|...........|...........|...........|",
        "|   :   :   |   :   : 6 |   : 7 : 1 |",
        "|...........|...........|...........|",
    ]


def test_captions_are_told_in_the_encoding() -> None:
    """A name that the terminal cannot show is escaped, and the drawing below it keeps its characters."""
    panels = [Panel("caf\xe9 \u9f8d \udcff"), Panel("\xe9", DUNGEON.picture(Dungeon((1,), (1,))))]
    assert render_panels(panels, encoding="utf-8").split("\n") == [
        "café 龍 \\udcff",
        "é",
        "   1",
        "  ┌──┐",
        "1 │· │",
        "  └──┘",
    ]
    assert render_panels(panels, encoding="ascii").split("\n")[:2] == ["caf\\xe9 \\u9f8d \\udcff", "\\xe9"]


def test_marks_have_a_legend() -> None:
    """What the signs mean: told where there are any, walls and open cells apart, once for several pictures."""
    puzzle = Dungeon((1, 0), (0, 1), monsters=((0, 0),))
    picture = DUNGEON.picture(puzzle, DungeonSolution(2, 2, 0b10), marked=[(0, 0), (0, 1), (1, 0)])
    assert drawn(picture.explained("a fault")) == [
        "   0 1",
        "  ┌────┐",
        "1 │M!╳╳│",
        "0 │∙∙  │",
        "  └────┘",
        "╳╳ (wall), ∙∙ (open), ! = a fault",
    ]
    assert drawn(picture)[-1] == "╳╳ (wall), ∙∙ (open), ! = marked"
    assert drawn(picture, encoding="ascii")[2:4] == ["1 |M!XX|", "0 |oo  |"]
    assert drawn(picture, encoding="ascii")[-1] == "XX (wall), oo (open), ! = marked"
    assert drawn(DUNGEON.picture(puzzle).explained("a fault"))[-1] == "  └────┘"
    twice = render_panels([Panel("one", picture), Panel("other", picture)])
    assert twice.count("marked") == 1


def test_legends_use_the_words_of_the_kind() -> None:
    """Sea and island, not wall and open; what is blank is said."""
    (item,) = read_text(PUZZLES["nurikabe"], kind="nurikabe")
    kind = kind_of(item.puzzle)
    solution = satdnd.solve(item.puzzle).solutions[0]
    picture = kind.picture(item.puzzle, solution, marked=[(r, c) for r in range(3) for c in range(3)])
    assert drawn(picture)[-1] == "╳╳ (sea), ∙∙ (island), ! = marked"
    assert "sea cell" in picture.description()
    (item,) = read_text("6 0,1\n", kind="queens")
    assert str(satdnd.forced(item.puzzle)).splitlines()[-1] == "blank = no queen"
    assert "no queen" in svg_of(kind_of(item.puzzle).picture(item.puzzle, details={"forced": ["x" * 6] * 6}))


def test_marks_without_a_place_are_told_below() -> None:
    """Where a cell is one column wide, letters and dots have no place for a mark."""
    puzzle = Dungeon((None,), (None,) * 10, monsters=((0, 1),))
    text = drawn(DUNGEON.picture(puzzle, marked=[(0, 1), (0, 3)]).explained("a fault"), columns=20)
    assert text[2] == "? │·M········│"
    assert text[-1] == "a fault: r1c2, r1c4"


def test_numbers_of_two_digits() -> None:
    """Cells are as wide as their texts and marks need, and as narrow as the terminal asks for."""
    picture = Picture([[Tile("clue", "12"), Tile("wall"), Tile("unknown"), Tile("wall", marked=True)]])
    assert drawn(picture)[1] == "│12██· ╳╳│"
    marked = replace(picture, tiles=[[replace(tile, marked=True) for tile in picture.tiles[0]]])
    assert drawn(marked)[1] == "│12!╳╳╳·! ╳╳╳│"
    assert drawn(marked, columns=12)[1] == "│12╳╳·!╳╳│"


def test_coordinates() -> None:
    """Rows at the right, columns below, from 1; digits below each other where numbers have no place beside."""
    puzzle = Dungeon((None, None), (None,) * 10)
    assert drawn(DUNGEON.picture(puzzle), coordinates=True) == [
        "   ? ? ? ? ? ? ? ? ? ?",
        "  ┌────────────────────┐",
        "? │· · · · · · · · · · │ 1",
        "? │· · · · · · · · · · │ 2",
        "  └────────────────────┘",
        "                     1",
        "   1 2 3 4 5 6 7 8 9 0",
    ]
    assert drawn(HASHI.picture(SQUARE), coordinates=True)[1:] == [
        "│ 2   ·   2 │ 1",
        "│           │",
        "│ 2   ·   2 │ 2",
        "└───────────┘",
        "  1   2   3",
    ]
    assert drawn(klotski_picture(BOX), coordinates=True)[2] == "┃ a   a ┃ b ┃ 1"
    assert drawn(klotski_picture(BOX), coordinates=True)[-1] == "  1   2   3"
    texts = [element.text for element in ElementTree.fromstring(svg_of(klotski_picture(BOX), coordinates=True))[-1]]
    assert texts.count("3") == 2


def test_pieces_are_whole() -> None:
    """Each is counted once, and has one border if all its cells are marked; its name is above the border."""
    marked = klotski_picture(BOX, marked=[(0, 0), (0, 1), (1, 0), (1, 1), (0, 2)])
    svg = svg_of(marked)
    assert "4 pieces" in marked.description()
    borders = [*re.finditer(r'<path d="[^"]*" class="mark"', svg)]
    assert len(borders) == 2
    assert borders[0].end() < svg.index(">a</text>")


def test_borders_are_seen_beside_dark_cells() -> None:
    """A light line below each heavy one at a dark cell; every heavy line is above all light ones."""
    tiles = [[Tile.of("wall"), Tile.of("wall"), Tile.of("open"), Tile.of("open")]]
    text = svg_of(Picture(tiles, lines_right=frozenset({(0, 0), (0, 1), (0, 2)}), ruled=True))
    lines = re.findall(r'<line x1="([0-9.]+)"[^>]*class="(halo|rule)"', text)
    light, heavy = ([x for x, colour in lines if colour == wanted] for wanted in ("halo", "rule"))
    assert light == heavy[:2]
    assert len(heavy) == 3
    assert [colour for _, colour in lines] == ["halo"] * 2 + ["rule"] * 3


def test_colours_change_nothing_but_colours() -> None:
    """Without them the lines are those of a plain drawing, for several pictures of several sizes side by side too."""
    panels = [Panel("龍 the puzzle", ALL["report-5x5.inshi-0"]), Panel("solved", ALL["report-5x5.inshi-0 solved"])]
    coloured = render_panels(panels, colour=True, coordinates=True)
    assert "\x1b[" in coloured
    assert plain(coloured) == render_panels(panels, coordinates=True)
    for picture in ALL.values():
        assert plain(render(picture, colour=True)) == plain(render(picture))


def test_panels() -> None:
    """The status first, over everything; pictures side by side while they fit, their frames level."""
    (puzzle,) = (Dungeon((1,), (1, 0)),)
    picture = DUNGEON.picture(puzzle)
    panels = [Panel("龍: multiple"), Panel("龍", picture), Panel("the second", picture), Panel("two lines\nend")]
    assert render_panels(panels).split("\n") == [
        "龍: multiple",
        "龍          the second",
        "   1 0         1 0",
        "  ┌────┐      ┌────┐",
        "1 │· · │    1 │· · │",
        "  └────┘      └────┘",
        "two lines",
        "end",
    ]
    assert len(render_panels(panels, columns=16).split("\n")) == 1 + 2 * 5 + 2
    assert render_panels([]) == ""


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("name", ALL)
def test_drawings_can_be_read_back(name: str, encoding: str) -> None:
    """Every cell and bridge, whatever is marked, alone and beside another, between captions and numbers."""
    picture = ALL[name]
    height, width = picture.height, picture.width
    some = mark(picture, [i % 3 == 0 for i in range(height * width)])
    some = replace(some, links=[replace(link, marked=i % 2 == 0) for i, link in enumerate(some.links)])
    for panels in (
        [Panel("", picture)],
        [Panel("a: multiple"), Panel("one", some), Panel("", picture), Panel("third", some)],
    ):
        for coordinates in (False, True):
            text = render_panels(panels, encoding=encoding, coordinates=coordinates)
            count = sum(panel.picture is not None for panel in panels)
            tiles = [tile for _, tile in picture.cells()]
            if picture.corners:
                cells = "".join({"falling": "\\", "rising": "/"}.get(tile.icon, ".") for tile in tiles)
                assert [*drawn_boards.diagonals(text, height, width)] == [cells] * count
            elif picture.dotted:
                there = {(*edge.place, {"line": "-", "none": "x"}[edge.style]) for edge in picture.edges}
                assert [*map(set, drawn_boards.edges(text, height, width))] == [there] * count
            elif picture.spaced and not any(tile.style == "island" for tile in tiles):
                there = {(*link.start, *link.end) for link in picture.links if link.count}
                rows = [
                    "".join(sign for c in range(width) for sign in (".", "-" if (r, c, r, c + 1) in there else " "))[
                        :-1
                    ]
                    for r in range(height)
                ]
                found = [*drawn_boards.lines(text, height, width)]
                assert [board[::2] for board in found] == [rows] * count
                assert all(
                    (board[2 * r + 1][2 * c] == "|") == ((r, c, r + 1, c) in there)
                    for board in found
                    for r in range(height - 1)
                    for c in range(width)
                )
            elif picture.spaced:
                links = sorted((*link.start, *link.end, link.count) for link in picture.links)
                islands = {cell: tile.text for cell, tile in picture.cells() if tile.text}
                drawn = drawn_boards.bridges(text, islands, height, width)
                found = [sorted(links) for links in drawn if not isinstance(links, InputError)]
                assert found == [links] * (count if width < 39 else 0)
            elif picture.ruled and "wall" in picture.words:
                signs = {"wall": "#", "unknown": ".", "open": " "}
                cells = ["#" if t.style == "wall" else t.note or signs[t.style] for t in tiles]
                assert [*drawn_boards.shaded(text, height, width)] == [cells] * count
            elif picture.ruled:
                products = not any(tile.text for tile in tiles)
                texts = [tile.note if products else tile.text for tile in tiles]
                assert list(drawn_boards.ruled(text, height, width)) == [texts] * count
            else:
                table = drawing.ASCII if encoding == "ascii" else {}
                signs = {"wall": "#", "unknown": ".", "open": " ", "room": " "}
                assert [*drawn_boards.framed(text, height, width)] == [
                    ["#" if t.style == "wall" else t.text.translate(table) or signs[t.style] for t in tiles]
                ] * count
            assert not [*drawn_boards.framed(text, height + 1, width), *drawn_boards.ruled(text, height + 1, width)]


PUZZLES = {
    "dungeon": " ?1?\n?M..\n?..M\n",
    "queens": "6 0,1\n",
    "unattacked": "4x4 3\n",
    "sudoku": "12..34..........\n",
    "inshi": "3x3\n6r3\n6r3\n6r3\n",
    "hashi": "33.\n33.\n",
    "klotski": "# goal: a at 0,2\na.b\n...\n",
    "nurikabe": "2..\n...\n.2.\n",
    **texts("SEVERAL"),
}


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("kind", NAMES)
def test_what_solve_prints_can_be_verified(kind: str, encoding: str, tmp_path: Path) -> None:
    """Every solution that 'satdnd solve' draws, one or many, with labels and captions, is valid for 'satdnd verify'."""
    puzzle, told = tmp_path / f"one.{kind}", tmp_path / "told.txt"
    puzzle.write_text(PUZZLES[kind])
    for options in ([], ["--coordinates"] + ["--all"] * (kind != "klotski")):
        with told.open("w", encoding=encoding) as stream, redirect_stdout(stream), pytest.raises(SystemExit) as stop:
            main(["solve", str(puzzle), *options])
        assert stop.value.code == 0
        with redirect_stdout(io.StringIO()) as out, pytest.raises(SystemExit):
            main(["verify", str(puzzle), str(told), "--format", "json"])
        answers = [json.loads(line) for line in out.getvalue().splitlines()]
        assert {answer["status"] for answer in answers} == {"valid"}
        boards = {json.dumps(answer["solutions"]) for answer in answers}
        (found,) = read(str(puzzle))
        count = 1 if not options or kind == "klotski" else len(satdnd.solve(found.puzzle, limit=None).solutions)
        assert len(boards) == len(answers) == count


@pytest.mark.parametrize("other", ["34.\n33.\n", "33.\n3.3\n", "33.\n333\n"])
def test_bridges_of_another_puzzle_are_refused(other: str) -> None:
    """Of the same size, with an island of another number, in another place, or one more."""
    (drawn,), (asked,) = (list(read_text(text, kind="hashi")) for text in (PUZZLES["hashi"], other))
    text = str(satdnd.solve(drawn.puzzle))
    (found,) = kind_of(asked.puzzle).texts.read_solutions(text, asked.puzzle)
    assert str(found) == "the islands in this drawing are not those of the puzzle"


def test_half_a_drawing_is_none() -> None:
    """Without its lower edge nothing is read, and nothing where there is no frame."""
    text = render(DUNGEON.picture(Dungeon((None,) * 3, (None,) * 3)))
    assert len([*drawn_boards.framed(text, 3, 3)]) == 1
    for part in ("", text.rsplit("\n", 1)[0], text.replace("┌", " "), "+-+\n", "+---+"):
        for reading in (drawn_boards.framed, drawn_boards.ruled):
            assert not [*reading(part, 3, 3)]
        assert not [*drawn_boards.bridges(part, {}, 3, 3)]


# differences


def test_nothing_differs() -> None:
    """The pictures come back as they are, without a mark and a legend."""
    board = HASHI.picture(SQUARE, AROUND)
    assert differing([board, board]) == [board, board]
    assert differing([]) == []


def test_rooms_around_a_difference_do_not_count() -> None:
    """A cell differs by being a wall or by its text, not by what stands around it."""
    one, other = (
        Picture([[Tile("room"), Tile("wall"), Tile("clue", "1")]]),
        Picture([[Tile(), Tile(), Tile("clue", "2")]]),
    )
    first, second = differing([one, other])
    assert first.marks() == second.marks() == ["r1c2", "r1c3"]
    assert second.meanings == {MARKED: "what differs"}
    assert second.description() == "1 row and 3 columns: 1 clue. what differs: r1c2, r1c3."


# JSON


@pytest.mark.parametrize("name", ALL)
def test_pictures_become_json(name: str) -> None:
    """All that is not as by default, cells as lists from 0; the picture can be made again from it."""
    picture = ALL[name]
    record = json.loads(json.dumps(picture.to_json()))
    assert [len(row) for row in record["tiles"]] == [picture.width] * picture.height
    assert {(r, c) for r, c in record.get("lines_right", ())} == picture.lines_right
    tiles = [[Tile(**tile) for tile in row] for row in record.pop("tiles")]
    lines = {side: frozenset(map(tuple, record.pop(side, ()))) for side in ("lines_right", "lines_below")}
    links = [
        BridgeLine(**{k: tuple(v) if isinstance(v, list) else v for k, v in x.items()}) for x in record.pop("links", [])
    ]
    edges = [EdgeLine(**edge | {"cell": tuple(edge["cell"])}) for edge in record.pop("edges", [])]
    cages = [frozenset(map(tuple, cage)) for cage in record.pop("cages", [])]
    again = Picture(tiles, links=links, edges=edges, cages=cages, **lines, **record)
    assert again.to_json() == picture.to_json()
    assert render(again) == render(replace(picture, legend=again.legend))


def test_json_leaves_out_what_is_usual() -> None:
    """Small."""
    picture = Picture([[Tile("wall"), Tile()]], links=[BridgeLine((0, 0), (0, 1), 2)], lines_right=frozenset({(0, 0)}))
    assert picture.to_json() == {
        "tiles": [[{"style": "wall"}, {}]],
        "lines_right": [[0, 0]],
        "links": [{"start": [0, 0], "end": [0, 1], "count": 2}],
    }


# SVG


def svg_of(picture: Picture, *, title: str = "", coordinates: bool = False) -> str:
    """One picture as an SVG document."""
    return svg.render_panels([Panel("", picture)], title=title, coordinates=coordinates)


def parsed(text: str) -> ElementTree.Element:
    """The root of an SVG document."""
    assert text.endswith("</svg>\n")
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("name", ALL)
def test_svg_names_its_cells_and_itself(name: str) -> None:
    """Well-formed; a rectangle for each cell, with its row and column; words for people who cannot see it."""
    picture = ALL[name]
    root = parsed(svg_of(picture, title="a <puzzle> & 'more'"))
    cells = [rect.get("data-cell") for rect in root.iter(f"{SVG}rect") if rect.get("data-cell")]
    assert cells == [f"{r},{c}" for r in range(picture.height) for c in range(picture.width)]
    title, description = root[0], root[1]
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", f"{title.get('id')} {description.get('id')}")
    assert title.text == "a <puzzle> & 'more'"
    assert (description.text or "").startswith(f"{picture.height} rows and {picture.width} columns")
    assert parsed(svg_of(picture))[0].text == picture.title or picture.label


def test_svg_is_coloured_for_any_renderer_and_any_page() -> None:
    """Colours stand at the elements; browsers take them from custom properties, which change on dark pages."""
    for picture in ALL.values():
        root = parsed(svg_of(picture))
        style = "".join(element.text or "" for element in root.iter(f"{SVG}style"))
        light, dark = style.split("@media (prefers-color-scheme:dark)")
        assert light.startswith("@supports (fill:var(--a)){")
        for element in root.iter():
            for name in (element.get("class") or "satdnd").split():
                assert name == "satdnd" or f"var(--satdnd-{name}," in light
                assert name == "satdnd" or f"--satdnd-{name}:" in dark
            painted = element.tag.rpartition("}")[2] in ("rect", "circle", "line", "path", "text")
            assert not painted or element.get("fill") or element.get("stroke")


def test_bridges_are_lines_in_svg() -> None:
    """One or two parallel ones between islands that are circles; what differs is dashed and heavier."""
    one, other = differing([HASHI.picture(SQUARE, solution) for solution in (AROUND, TWICE)])
    for picture, count in ((one, 4), (other, 2 * 2 + 2)):
        root = parsed(svg_of(picture))
        lines = [line for line in root.iter(f"{SVG}line") if line.get("class") == "mark"]
        assert len(lines) == count
        assert all(line.get("stroke-dasharray") for line in lines)
        assert len([*root.iter(f"{SVG}circle")]) == 4
    root = parsed(svg_of(HASHI.picture(SQUARE, TWICE)))
    lines = [line for line in root.iter(f"{SVG}line") if line.get("class") == "bridge"]
    assert len(lines) == 4
    heights = sorted(float(line.get("y1", "")) for line in lines)
    middles = sorted({float(circle.get("cy", "")) for circle in root.iter(f"{SVG}circle")})
    assert [(one + other) / 2 for one, other in zip(heights[::2], heights[1::2], strict=True)] == middles
    assert len(set(heights)) == 4
    assert not any(line.get("stroke-dasharray") for line in lines)
    assert "".join(root.itertext()).count("─") == 0


def test_products_are_small_and_stay() -> None:
    """Three digits and more fit in their cell, in the puzzle and in the solution."""
    rooms = Inshi(3, tuple(Room(p, tuple((r, c) for c in range(3))) for r, p in enumerate((720, 12345678, 6))))
    for solution in (None, InshiSolution(((1, 2, 3), (2, 3, 1), (3, 1, 2)))):
        texts = {text.text: text for text in parsed(svg_of(inshi_picture(rooms, solution))).iter(f"{SVG}text")}
        for product in ("720", "12345678"):
            assert 0.6 * len(product) * float(texts[product].get("font-size", 16)) < svg.NOTED
            assert texts[product].get("text-anchor") == "start"


def test_nothing_is_told_by_colour_alone() -> None:
    """Rooms are hatched, marks dashed, unknown cells dotted, given numbers bold."""
    picture = Picture([[Tile("room"), Tile("unknown"), Tile("clue", "1"), Tile("filled", "2"), Tile(marked=True)]])
    text = svg_of(picture)
    assert text.count('class="hatch"') == 1
    assert text.count("<circle") == 1
    assert text.count('font-weight="bold"') == 1
    assert 'class="mark"' in text
    assert ">marked</text>" in text
    legend = Picture([[Tile("room")]], legend=[("room", "not attacked"), ("a", "1000"), (MAYBE, "one or two")])
    texts = [element.text for element in parsed(svg_of(legend)).iter(f"{SVG}text")]
    assert texts == ["not attacked", "a = 1000", "one or two"]
    assert svg_of(legend).count('class="hatch"') == 2


def test_several_pictures_in_one_svg() -> None:
    """Status and captions as texts, the pictures side by side and no wider than a page, one legend for all."""
    boards = differing([HASHI.picture(SQUARE, solution) for solution in (AROUND, TWICE)])
    panels = [Panel("square: multiple"), *(Panel(f"solution {i}", board) for i, board in enumerate(boards, 1))]
    root = parsed(svg.render_panels(panels))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts[0] == "square: multiple"
    assert texts.count("what differs") == 1
    assert root[0].text == "square: multiple"
    assert "solution 2 2 rows and 3 columns: 4 islands, 4 links. what differs: " in (root[1].text or "")
    places = [group.get("transform") for group in root.iter(f"{SVG}g")]
    assert len(set(places)) == 2
    many = parsed(svg.render_panels([Panel("", board) for board in boards * 8]))
    assert 600 < float(many.get("width", 0)) <= svg.WIDEST
    assert 2 * 2 * svg.SPACED < float(many.get("height", 0)) < 3 * 2 * svg.SPACED
    ids = [element.get("id") for page in (root, many) for element in page.iter() if element.get("id")]
    assert len(set(ids)) == 4


def test_svg_takes_any_name() -> None:
    """Control characters and lone surrogates do not break the document."""
    root = parsed(svg.render_panels([Panel("a\x00b\ud800c\n<d>"), Panel("", DUNGEON.picture(Dungeon((0,), (0,))))]))
    assert root[0].text == "a b c <d>"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("number", ["3", "12"])
def test_numbers_on_shaded_cells(number: str, encoding: str) -> None:
    """They can be told from numbers on open ones: in text, which is read back so, and by their ink in SVG."""
    shaded, plain = Tile("wall", number), Tile("clue", number)
    picture = Picture([[shaded, plain], [Tile("wall"), Tile("open")], [replace(shaded, marked=True), plain]])

    drawn = render(picture, encoding=encoding)

    assert next(drawn_boards.framed(drawn, 3, 2)) == ["#", number, "#", " ", "#", number]
    inks = re.findall(rf'fill="([^"]*)"[^>]*>{number}<', svg.render_panels([Panel("", picture)]))
    assert len(inks) == 4
    assert inks[0] == inks[2] != inks[1] == inks[3]


def test_numbers_of_two_digits_stand_apart() -> None:
    """Side by side in a row, however narrow the terminal is; a number on a shaded cell is seen where there is room."""
    (hitori,) = kind_named("hitori").texts.read("12 11 1\n11 12 1\n")
    for columns in (1, 80):
        assert "12 11 1" in render(kind_named("hitori").picture(hitori), columns=columns)
    heyawake = kind_named("heyawake")
    (puzzle,) = heyawake.texts.read("areas\n" + "a" * 22 + "\n" + "a" * 22 + "\na = 3\n")
    drawn = render(heyawake.picture(puzzle, heyawake.view.solution(puzzle, 1)), columns=80)  # type: ignore[attr-defined]
    assert "┃3█│" in drawn
