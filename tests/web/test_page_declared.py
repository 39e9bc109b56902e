"""The page's input rules of declared kinds, asked of node; the gestures are tests of the browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from satdnd.kinds.battleships import KIND as BATTLESHIPS
from satdnd.kinds.nonogram import KIND
from satdnd.registry import FAMILIES, KINDS, OTHER_NAMES, loadable_kinds
from satdnd.web.files import drawn_families, drawn_kinds, static

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")
FACTS = {
    "name": "mosaic",
    "title": "Mosaic",
    "usual": [5, 5],
    "gesture": "paint",
    "signs": {"#": "black", "o": "white"},
    "clues": {"rows": {"family": "numbers", "least": 0, "most": 9, "unknown": False}},
}


def asked(facts: dict[str, Any], expression: str) -> Any:
    """The value of an expression in which the input rules are called ``kind``."""
    module = json.dumps(Path(str(static()["declared.js"])).as_uri())
    script = f"import {{ declared }} from {module}; const kind = declared({json.dumps(facts)}); "
    command = [str(NODE), "--input-type=module", "--eval", f"{script}console.log(JSON.stringify({expression}));"]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_what_stands_in_the_page() -> None:
    """Every kind is drawn, from data or by a module that it brings."""
    assert drawn_kinds()["nonogram"] == KIND.page
    assert [*drawn_kinds()] == [*loadable_kinds()]
    modules = {facts["module"].removeprefix("./") for facts in drawn_kinds().values() if "module" in facts}
    assert modules == {name for name in static() if name.endswith("/page.js")} > {"dungeon/page.js"}
    assert sorted(name for _, names in drawn_families() for name in names) == sorted(drawn_kinds())
    assert {name for names in FAMILIES.values() for name in names} == {x.name for x in KINDS.values() if x.own}


def test_other_names() -> None:
    """They are of kinds that there are, and none is the name or the title of its kind."""
    for kind, others in OTHER_NAMES.items():
        own = {kind, KINDS[kind].title.lower()}
        assert own.isdisjoint(name.lower() for name in others)
        assert len({*others}) == len(others)


def test_runs() -> None:
    """A drawing is counted; what is typed at a margin is read, or told apart; lines say whether they are done."""
    facts = drawn_kinds()["nonogram"]
    marks = {"0,0": "#", "0,2": "#", "1,2": "#", "1,1": "o"}
    counted, blank, typed, zero, wrong, states = asked(
        facts,
        f"""(() => {{
          const marks = {json.dumps(marks)};
          const blank = kind.blank(2, 3);
          const counted = kind.count(blank, marks);
          const set = (text) => kind.setCount(counted, "rows", 0, text);
          return [counted, blank, set(" 1, 1 ").rows[0], [set("0").rows[0], set("?").rows[0], set("").rows[0]],
            [set("2 1"), set("x"), set("1 0"), set("? 1")].map((x) => typeof x), kind.counts(counted, {{"0,0": "#"}})];
        }})()""",
    )
    assert (counted["rows"], counted["columns"]) == ([[1, 1], [1]], [[1], [], [2]])
    assert blank == {"kind": "nonogram", "name": "", "rows": [None] * 2, "columns": [None] * 3}
    assert (typed, zero, wrong) == ([1, 1], [[], None, None], ["string"] * 4)
    assert [line["done"] for line in states["rows"] + states["columns"]] == [False, False, True, True, False]
    smaller = asked(facts, 'kind.resize({kind: "nonogram", rows: [[3], [1, 1]], columns: [[1], null, [2]]}, 2, 2)')
    assert (smaller["rows"], smaller["columns"]) == ([None, None], [[1], None])


def test_numbers() -> None:
    """Digits that there are; cells with a number are marked too."""
    assert [tool["id"] for tool in asked(FACTS, "kind.tools()")] == [*"0123456789"]
    puzzle = {"kind": "mosaic", "rows": ["3.", ".."]}
    put = f"kind.type({json.dumps(puzzle)}, [0, 0], '5', false).rows"
    assert asked(FACTS, put) == [[5, None], [None, None]]
    tiles = asked(FACTS, f"kind.picture({json.dumps(puzzle)}, {{'0,0': '#', '0,1': 'o'}}, null).tiles[0]")
    assert [(tile["style"], tile.get("text", "")) for tile in tiles] == [("wall", "3"), ("open", "")]
    large = {**FACTS, "clues": {"rows": {"family": "numbers", "least": 1, "most": None, "unknown": True}}}
    assert asked(large, f"kind.type({json.dumps(puzzle)}, [0, 0], '5', false).rows[0][0]") == 35
    assert asked(large, f"kind.type({json.dumps(puzzle)}, [0, 0], '?', false).rows[0][0]") == "?"
    assert asked(large, f"kind.type({json.dumps(puzzle)}, [0, 1], '0', true)") is None


@pytest.mark.slow
def test_givens() -> None:
    """Values of a square: what is typed, may be, is given; equal ones in a row, column or box are marked."""
    facts = drawn_kinds()["sudoku"]
    puzzle = {"kind": "sudoku", "clues": "1" + "." * 15}
    assert asked(facts, "kind.sizes")[:6] == [4, 6, 8, 9, 10, 12]
    assert asked(facts, "kind.blank(4, 4)") == {"kind": "sudoku", "name": "", "clues": "." * 16}
    assert asked(facts, f"kind.values({json.dumps(puzzle)})") == [*"1234"]
    typed = f"['4', '5'].map((x) => kind.type({json.dumps(puzzle)}, [0, 1], x)?.clues ?? null)"
    assert asked(facts, typed) == ["14" + "." * 14, None]
    assert asked(facts, f"kind.resize({json.dumps({**puzzle, 'clues': '9' + '.' * 79 + '4'})}, 4, 4).clues") == "." * 16
    assert asked(facts, f"kind.fixed({json.dumps(puzzle)}, [0, 0])")
    picture = asked(facts, f"kind.picture({json.dumps(puzzle)}, {{'1,1': '1', '3,3': '1', '2,2,c': '1,4'}}, null)")
    tiles = picture["tiles"]
    assert [(tile["style"], tile["text"], tile["marked"]) for tile in (tiles[0][0], tiles[1][1], tiles[3][3])] == [
        ("clue", "1", True),
        ("filled", "1", True),
        ("filled", "1", False),
    ]
    assert (tiles[2][2]["may"], len(picture["lines_right"]), len(picture["lines_below"])) == (["1", "", "", "4"], 4, 4)
    given = asked(facts, f"kind.given({json.dumps(puzzle)}, {{'2,2,c': '1,4', '0,1': '2', '0,1,c': '3'}})")
    assert given == [[2, 2, "not 2"], [2, 2, "not 3"], [0, 1, "2"]]


def test_numbers_on_all_sides() -> None:
    """Typed at a margin or into a cell, up to the side; a smaller board drops what is too large."""
    facts = drawn_kinds()["skyscrapers"]
    blank, typed, wrong, cell, smaller, drawn = asked(
        facts,
        """(() => {
          const blank = kind.blank(3, 3);
          const set = (what, text) => kind.setCount(blank, what, 1, text);
          const typed = [set("right", " 3 ").right, set("columns", "2").top, set("rows", "?").left];
          const cell = [kind.type(blank, [0, 1], "3", true).rows, kind.type(blank, [0, 1], "4", true)];
          const told = { ...blank, bottom: [null, 3, 2], right: [1, 3, null], rows: ["3..", ".2.", "..."] };
          const refused = [set("bottom", "4"), set("rows", "x")];
          return [blank, typed, refused, cell, kind.resize(told, 2), kind.picture(told, {}, null)];
        })()""",
    )
    assert blank == {"kind": "skyscrapers", "name": "", **dict.fromkeys(
        ("top", "bottom", "left", "right"), [None] * 3), "rows": [[None] * 3] * 3}  # fmt: skip
    assert typed == [[None, 3, None], [None, 2, None], [None] * 3]
    assert wrong == ["Expected 1 to 3, or ? if unknown"] * 2
    assert cell == [[[None, 3, None], [None] * 3, [None] * 3], None]
    assert (smaller["bottom"], smaller["right"], smaller["rows"]) == (
        [None, None],
        [1, None],
        [[None, None], [None, 2]],
    )
    assert (drawn["bottom"], drawn["right"], drawn["margin"]) == (["", "3", "2"], ["1", "3", ""], "numbers")
    assert [tile["text"] for tile in drawn["tiles"][0]] == ["3", "", ""]


def test_signs_between_cells() -> None:
    """Each click turns the sign on an edge; a smaller board keeps those that still have both cells."""
    puzzle = {"kind": "binairo", "rows": ["..", ".."], "signs": [[[0, 0], [0, 1], "x"], [[1, 0], [1, 1], "="]]}
    turned, drawn, there, fewer, tool = asked(
        drawn_kinds()["binairo"],
        f"""(() => {{
          const puzzle = {json.dumps(puzzle)};
          const turned = [kind.blank(2, 2)];
          for (let i = 0; i < 3; i++) turned.push(kind.borders.turned(turned.at(-1), "1,0,n"));
          return [turned.slice(1).map((x) => x.signs), kind.picture(puzzle, {{}}, null).signs,
            ["0,1,w", "1,1,w", "1,1,n"].map((name) => kind.borders.has({{ puzzle }}, name)),
            kind.resize(puzzle, 1, 2).signs, kind.tools(puzzle, true).at(-1)];
        }})()""",
    )
    assert turned == [[[[0, 0], [1, 0], "="]], [[[0, 0], [1, 0], "x"]], []]
    assert drawn == [[0, 0, "e", "×"], [1, 0, "e", "="]]
    assert there == [True, True, False]
    assert fewer == [[[0, 0], [0, 1], "x"]]
    assert (tool["id"], tool["glyph"]) == ("border", "equal")
    turned, drawn = asked(
        drawn_kinds()["futoshiki"],
        """(() => {
          const turned = [kind.blank(2, 2)];
          for (let i = 0; i < 3; i++) turned.push(kind.borders.turned(turned.at(-1), "1,0,n"));
          return [turned.slice(1).map((x) => x.less), turned.slice(1).map((x) => kind.picture(x, {}, null).signs)];
        })()""",
    )
    assert turned == [[[[0, 0], [1, 0]]], [[[1, 0], [0, 0]]], []]
    assert drawn == [[[0, 0, "s", "∧"]], [[0, 0, "s", "∨"]], []]


def test_signs_and_things() -> None:
    """A binairo's digits are written, its given ones stay; stars are placed, and drags put areas together."""
    binairo = drawn_kinds()["binairo"]
    puzzle = {"kind": "binairo", "rows": ["1.", ".."]}
    signs, fixed, tiles = asked(
        binairo,
        f"""[kind.signs, kind.fixed({json.dumps(puzzle)}, [0, 0]),
          kind.picture({json.dumps(puzzle)}, {{"0,1": "0"}}, null).tiles[0]]""",
    )
    assert (signs, fixed) == (["1", "0"], True)
    assert [(tile["style"], tile["text"]) for tile in tiles] == [("clue", "1"), ("filled", "0")]
    puzzle = {"kind": "starbattle", "stars": 1, "areas": ["aab", "abb", "ccc"]}
    joined, alone, stars, tiles, tally, lines, given = asked(
        drawn_kinds()["starbattle"],
        f"""(() => {{
          const puzzle = {json.dumps(puzzle)};
          const marks = {{"0,0": "*", "0,1": "o"}};
          const picture = kind.picture(puzzle, marks, null);
          return [kind.join(puzzle, {{}}, [2, 0], [1, 1]).areas, kind.put(puzzle, [0, 1], "", false).areas,
            kind.type(puzzle, [0, 0], "2").stars, picture.tiles[0], kind.tally(puzzle, marks),
            picture.lines_right, kind.given(puzzle, marks)];
        }})()""",
    )
    assert joined == [["1", "1", "2"], ["3", "3", "2"], ["3", "3", "3"]]
    assert alone == [["1", "2", "3"], ["1", "3", "3"], ["4", "4", "4"]]
    assert (stars, tally) == (2, "1 of 3 stars, 1 in each row, column and area")
    assert [(tile["style"], tile.get("text", "")) for tile in tiles] == [("filled", "★"), ("open", ""), ("unknown", "")]
    assert (lines, given) == ([[0, 1], [1, 0]], ["*o.", "...", "..."])


def test_things_and_counts() -> None:
    """Trees are put and taken away, numbers are typed at the margins, lines say whether they are done."""
    puzzle = {"kind": "tents", "rows": [1, None], "columns": [None, 0, 1], "trees": [[0, 1]]}
    trees, typed, wrong, states, tiles, tally, blank, smaller = asked(
        drawn_kinds()["tents"],
        f"""(() => {{
          const puzzle = {json.dumps(puzzle)};
          const marks = {{"0,2": "A", "0,0": "o"}};
          return [kind.put(puzzle, [0, 0], "tree").trees, kind.setCount(puzzle, "rows", 1, "2").rows,
            kind.setCount(puzzle, "rows", 1, "4"), kind.counts(puzzle, marks),
            kind.picture(puzzle, marks, null).tiles[0], kind.tally(puzzle, marks), kind.blank(1, 2),
            kind.resize(puzzle, 1, 1)];
        }})()""",
    )
    assert (trees, typed, wrong) == (
        [[0, 0], [0, 1]],
        [1, 2],
        "Expected a number from 0 to 3, or ? if unknown",
    )
    assert [line["done"] for line in states["rows"]] == [True, False]
    assert [(line["done"], line["over"]) for line in states["columns"]] == [
        (False, False),
        (True, False),
        (True, False),
    ]
    assert [(tile["style"], tile.get("word")) for tile in tiles] == [
        ("open", None),
        ("clue", "tree"),
        ("filled", "a tent"),
    ]
    assert tally == "1 of 1 tents"
    assert blank == {"kind": "tents", "name": "", "rows": [None], "columns": [None, None], "trees": []}
    assert (smaller["rows"], smaller["trees"]) == ([1], [])


def test_sums_in_black_cells() -> None:
    """Digits are the sum across, a backslash moves it down; # turns a cell."""
    facts = drawn_kinds()["kakuro"]
    blank, typed, erased, drawn = asked(
        facts,
        """(() => {
          const blank = kind.blank(2, 3);
          const type = (puzzle, keys) => [...keys].reduce((x, key, i) => kind.type(x, [0, 1], key, !i) ?? x, puzzle);
          const typed = ["7", "16", "16\\\\", "16\\\\7", "99", "#", "x"].map((keys) => type(blank, keys).rows[0][1]);
          const told = type(blank, "16\\\\7");
          const erased = [kind.put(told, [0, 1], "", false).rows[0][1], kind.put(blank, [0, 1], "", false).rows[0][1]];
          return [blank.rows, typed, erased, kind.picture(told, { "1,1": "4", "1,2,c": "1,2" }, null).tiles];
        })()""",
    )
    assert blank == [["#"] * 3, ["#", ".", "."]]
    assert typed == [[None, 7], [None, 16], [16, None], [16, 7], [None, 9], ".", "#"]
    assert erased == ["#", "."]
    assert [(tile["style"], tile["text"]) for tile in drawn[0]] == [("wall", ""), ("wall", "16\\7"), ("wall", "")]
    assert (drawn[0][1]["word"], drawn[1][1]["text"], drawn[1][2]["may"][:3]) == (
        *("black, 16 down, 7 across", "4"),
        ["1", "2", ""],
    )


def test_marked_numbers() -> None:
    """A number that is marked says so to a screen reader; letters are kept beside numbers."""
    facts = drawn_kinds()["hitori"]
    puzzle = {"kind": "hitori", "rows": ["1A.", ["A", 12, None]]}
    tiles = asked(facts, f"kind.picture({json.dumps(puzzle)}, {{'0,0': '#', '0,1': 'o'}}, null).tiles[0]")
    assert [tile.get("word", "") for tile in tiles] == ["1, shaded", "A, unshaded", ""]
    put = f"kind.type({json.dumps(puzzle)}, [0, 2], '5', true).rows"
    assert asked(facts, put) == [[1, "A", 5], ["A", 12, None]]


def test_areas() -> None:
    """A drag makes a rectangle one area, whose number is typed on any of its cells and goes with the next drag."""
    facts = drawn_kinds()["heyawake"]
    blank, joined, typed, picture, again, gone = asked(
        facts,
        """(() => {
          const blank = kind.blank(2, 3);
          const joined = kind.join(blank, {}, [1, 1], [0, 0]);
          const typed = kind.type(kind.type(joined, [1, 1], "1", true), [0, 1], "2", false);
          const again = kind.join(typed, {}, [0, 2], [1, 1]);
          const gone = kind.put(typed, [0, 0], "1", false);
          return [blank, joined, typed, kind.picture(typed, { "1,1": "#" }, null), again, gone];
        })()""",
    )
    assert blank["areas"] == [["0", "1", "2"], ["3", "4", "5"]]
    assert joined["areas"] == [["6", "6", "2"], ["6", "6", "5"]]
    assert typed["numbers"] == [[0, 1, 12]]
    assert [tile.get("note") for tile in picture["tiles"][0]] == ["12", None, None]
    assert (picture["lines_right"], picture["lines_below"]) == ([[0, 1], [1, 1]], [[0, 2]])
    assert picture["tiles"][1][1]["style"] == "wall"
    assert (again["areas"], again["numbers"]) == ([["6", "7", "7"], ["6", "7", "7"]], [])
    assert gone["numbers"] == []


def test_walls() -> None:
    """Walls with and without a number are drawn as walls, and lamps as stars."""
    facts = drawn_kinds()["akari"]
    puzzle = {"kind": "akari", "rows": ["1.", "#."]}
    tiles = asked(facts, f"kind.picture({json.dumps(puzzle)}, {{'0,1': '*', '1,1': 'o'}}, null).tiles.flat()")
    assert [(tile["style"], tile.get("text", "")) for tile in tiles] == [
        ("wall", "1"),
        ("filled", "★"),
        ("wall", ""),
        ("open", ""),
    ]
    assert asked(facts, f"kind.type({json.dumps(puzzle)}, [1, 1], '#', true).rows[1]") == ["#", "#"]
    assert asked(facts, f"kind.type({json.dumps(puzzle)}, [1, 0], '5', true)") is None
    assert asked(facts, "[kind.signs, kind.tools().map((tool) => tool.id)]") == [["*", "o"], [*"01234#"]]


def test_queens() -> None:
    """Queens that attack each other are marked on light and dark squares, and counted with those that are given."""
    puzzle = {"kind": "queens", "size": [2, 3], "given": [[0, 0]]}
    tiles, tallies, given, tools, smaller = asked(
        drawn_kinds()["queens"],
        f"""(() => {{
          const puzzle = {json.dumps(puzzle)};
          const marks = {{"0,0": "Q", "1,1": "Q", "1,2": "o"}};
          const put = kind.put(puzzle, [1, 2], "queen");
          const tallies = [kind.tally(puzzle, marks), kind.tally({{...puzzle, queens: 1}}, {{}})];
          const {{tiles}} = kind.picture(puzzle, marks, null);
          return [tiles, tallies, put.given, kind.tools(puzzle), kind.resize(put, 1, 2)];
        }})()""",
    )
    assert [[(tile["text"], tile["marked"], tile["shade"]) for tile in row if tile.get("text")] for row in tiles] == [
        [("Q", True, 0)],
        [("Q", True, 0)],
    ]
    assert (tiles[0][0]["fixed"], tiles[1][2]["style"], tiles[0][1]["shade"]) == (True, "open", 1)
    assert tallies == ["2 of 2 queens", "1 of 1 queens"]
    assert (given, smaller["given"], smaller["size"]) == ([[0, 0], [1, 2]], [[0, 0]], [1, 2])
    assert [(tool["key"], tool["glyph"]) for tool in tools] == [("q", "queen")]


def test_rooms() -> None:
    """A drag along a line multiplies the products, any other one changes nothing; a product is typed, a room split."""
    blank, joined, refused, typed, split, picture = asked(
        drawn_kinds()["inshi"],
        """(() => {
          const blank = kind.blank(3, 3);
          const joined = kind.join(blank, {}, [0, 2], [0, 1]);
          const ways = [[joined, [0, 1], [1, 1]], [blank, [0, 0], [1, 1]], [blank, [0, 0], [0, 0]]];
          const refused = ways.map(([puzzle, from, to]) => kind.join(puzzle, {}, from, to));
          const typed = kind.type(kind.type(joined, [0, 2], "1", true), [0, 2], "2", false);
          return [blank, joined, refused, typed, kind.put(typed, [0, 2], "", false),
            kind.picture(typed, { "0,0": "2", "0,1": "2", "2,2,c": "3", "1,2": "2" }, null)];
        })()""",
    )
    assert (blank["size"], [room["product"] for room in blank["rooms"]]) == (3, [1, 2, 3, 2, 3, 1, 3, 1, 2])
    assert joined["rooms"][1] == {"product": 6, "cells": [[0, 1], [0, 2]]}
    assert refused == [None] * 3
    assert typed["rooms"][1] == {"product": 12, "cells": [[0, 1], [0, 2]]}
    assert split == blank
    assert [tile["note"] for tile in picture["tiles"][0]] == ["1", "12", ""]
    assert [tile["marked"] for tile in picture["tiles"][0]] == [True, True, False]
    assert not picture["tiles"][1][2]["marked"]
    assert (picture["tiles"][2][2]["may"], [0, 1] in picture["lines_right"]) == (["", "", "3"], False)


def test_circles() -> None:
    """A circle is put and taken away; the loop passes it; it says what it is."""
    facts = drawn_kinds()["masyu"]
    put, taken, smaller, picture, keys, given = asked(
        facts,
        """(() => {
          const puzzle = { kind: "masyu", rows: ["w..", "_b."] };
          const marks = { "0,0,0,1": "-", "0,1": "#" };
          return [kind.put(puzzle, [0, 2], "b").rows, kind.put(puzzle, [0, 0], "w", false).rows,
            kind.resize(puzzle, 1, 4).rows, kind.picture(puzzle, marks, null),
            kind.tools().map((x) => [x.key, x.glyph]), kind.given(puzzle, marks)];
        })()""",
    )
    assert (put, taken, smaller) == (["w.b", ".b."], ["...", ".b."], ["w..."])
    tile = picture["tiles"][0][0]
    assert (tile["style"], tile["text"], tile["word"]) == ("unknown", "○", "white circle")
    assert (picture["spaced"], picture["edges"][0]["other"]) == (True, [0, 1])
    assert keys == [["w", "ring"], ["b", "disc"]]
    assert given == [[0, 0, 0, 1, "-"]]


def test_numbers_with_arrows() -> None:
    """A digit counts along the longest side until an arrow is typed, by letter or key; ? takes back what is told."""
    facts = drawn_kinds()["yajilin"]
    typed, gone, tiles, given = asked(
        facts,
        """(() => {
          const type = (...keys) => keys.reduce((x, key, i) => kind.type(x, [0, 1], key, !i) ?? x, kind.blank(2, 4));
          const typed = [["1"], ["1", "2"], ["1", "N"], ["ArrowLeft"], ["3", "s", "?"], ["s", "?"], ["?"], ["x"]];
          const told = type("3", "s");
          const tile = ({ style, text, fixed, word }) => [style, text, fixed, word];
          const picture = kind.picture(told, { "0,0": "#", "1,0": "o" }, null);
          return [typed.map((keys) => type(...keys).rows[0][1]), kind.put(told, [0, 1], "", false).rows[0],
            picture.tiles.flat().map(tile), kind.given(told, { "0,0": "#", "0,2,0,3": "x" })];
        })()""",
    )
    assert typed == ["1e", "12e", "1n", "?w", "?s", "?", "?", None]
    assert gone == [None] * 4
    assert tiles[1] == ["clue", "3↓", True, "3 down"]
    assert (tiles[0][0], tiles[4][0]) == ("wall", "open")
    assert given == [[0, 0, "#"], [0, 2, 0, 3, "x"]]


def test_numbers_at_corners() -> None:
    """A click counts one up from the smallest to none, a digit stands at the bottom right; diagonals are drawn."""
    facts = drawn_kinds()["slant"]
    put, typed, wrong, smaller, picture = asked(
        facts,
        """(() => {
          const blank = kind.blank(1, 2);
          const clicks = (n) => Array(n).fill("nw").reduce((x, tool) => kind.put(x, [0, 1], tool), blank);
          const typed = kind.type(blank, [0, 1], "3", true);
          const picture = kind.picture(typed, { "0,0": "\\\\", "0,1": "/" }, null);
          return [[1, 2, 5, 6].map((n) => clicks(n).rows), typed.rows, kind.type(blank, [0, 1], "7", true),
            kind.resize(typed, 2, 1).rows, picture];
        })()""",
    )
    assert [rows[0] for rows in put] == [[None, x, None] for x in (0, 1, 4, None)]
    assert typed == [[None] * 3, [None, None, 3]]
    assert wrong is None
    assert smaller == [[None] * 2] * 3
    assert picture["corners"] == [[""] * 3, ["", "", "3"]]
    assert (picture["dotted"], [tile["text"] for tile in picture["tiles"][0]]) == (True, ["╲", "╱"])


def test_centres() -> None:
    """A click puts one at the nearest middle, edge or corner, a digit at its place on a pad; cells name theirs."""
    nearest, typed, ends, erased, smaller, words, refused = asked(
        drawn_kinds()["galaxies"],
        """(() => {
          const blank = kind.blank(2, 3);
          const type = (puzzle, cell, ...keys) => keys.reduce((x, key) => kind.type(x, cell, key), puzzle);
          const points = [[0.5, 1.5], [0.1, 1.5], [0.9, 1.9], [0.5, 1.1], [1, 2]];
          const typed = type(blank, [0, 1], "5", "6", "ArrowDown", "1", "5");
          const words = kind.picture(typed, {}, null).tiles.flat().map((tile) => tile.word);
          return [points.map((point) => kind.nearest([0, 1], point)), typed.centres,
            kind.type(blank, [0, 0], "7").centres, kind.put(typed, [1, 1], "", false).centres,
            kind.resize(typed, 2, 2).centres, words,
            [kind.type({ ...blank, holes: [[0, 0]] }, [0, 0], "5").centres, kind.type(blank, [0, 0], "a")]];
        })()""",
    )
    assert nearest == ["middle", "above", "below right", "left", "below right"]
    assert (typed, ends, erased, smaller) == ([[0, 3], [1, 1], [1, 2]], [[0, 0]], [[0, 3]], [[1, 1], [1, 2]])
    assert words == [
        "centre below right",
        "centre right, centre below left, centre below",
        "centre left",
        "centre above right",
        "centre above left, centre above",
        "",
    ]
    assert refused == [[], None]


def test_borders_around_holes() -> None:
    """They are part of the frame: drawn, and no marks."""
    frame, given, word = asked(
        drawn_kinds()["galaxies"],
        """(() => {
          const puzzle = { ...kind.blank(1, 3), centres: [[0, 0]], holes: [[0, 1]] };
          const picture = kind.picture(puzzle, {}, null);
          const sides = picture.edges.filter(({ side }) => side === "w").map(({ cell }) => cell);
          return [sides, kind.given(puzzle, { "0,1,w": "-", "0,2,w": "x" }), picture.tiles[0][1].word];
        })()""",
    )
    assert frame == [[0, 0], [0, 1], [0, 2]]
    assert (given, word) == ([], "no cell")


def test_fleets() -> None:
    """Counted from drawn ships, or typed; given parts count as cells of ships, and play does not change them."""
    puzzle = {"kind": "battleships", "rows": [2, 1], "columns": [1, None, 1], "fleet": [2, 1]}
    blank, counted, fleets, parts, tallies, done, tiles, smaller = asked(
        drawn_kinds()["battleships"],
        f"""(() => {{
          const puzzle = {json.dumps(puzzle)};
          const counted = kind.count(kind.blank(3, 3), {{"0,0": "#", "1,0": "#", "2,0": "#", "0,2": "#", "2,2": "o"}});
          const fleets = ["1 3, 2", "0", "", "a"].map((text) => kind.fleet.typed(puzzle, text).fleet ?? null);
          const part = kind.type(kind.type(puzzle, [1, 2], "O", true), [0, 0], "ArrowLeft", true);
          const parts = [part.given, kind.put(part, [0, 0], "", false).given, kind.type(puzzle, [0, 0], "x", true)];
          const tallies = [{{}}, {{"0,1": "#"}}].map((marks) => kind.tally(part, marks));
          const done = kind.counts(part, {{"0,1": "#"}}).rows.map((line) => line.done);
          return [kind.blank(3, 3), counted, fleets, parts, tallies, done,
            kind.picture(part, {{"0,1": "#"}}, null).tiles[0], kind.resize(part, 2, 2)];
        }})()""",
    )
    empty = BATTLESHIPS.empty(3, 3)
    assert (tuple(blank["fleet"]), blank["given"]) == (empty.fleet, ["..."] * 3)
    assert (counted["rows"], counted["columns"], counted["fleet"]) == ([2, 1, 1], [3, 0, 1], [3, 1])
    assert fleets == [[3, 2, 1], [], [], None]
    assert parts == [["<..", "..o"], ["...", "..o"], None]
    assert tallies == ["Fleet: 2 1, to find: 2", "Fleet: 2 1, to find: none"]
    assert done == [True, True]
    assert (tiles[0]["fixed"], tiles[0]["word"], tiles[1]["style"]) == (True, "the left end of a ship", "wall")
    assert (smaller["columns"], smaller["fleet"], smaller["given"]) == ([1, None], [2, 1], ["<.", ".."])


def test_cells_of_no_area_beside_numbers() -> None:
    """They are dark, and have no number."""
    facts = drawn_kinds()["countryroad"]
    tiles, numbers = asked(
        facts,
        """(() => {
          const puzzle = { ...kind.blank(2, 2), areas: [["a", null], ["a", "b"]] };
          const numbers = [[0, 0], [0, 1]].map((cell) => kind.type(puzzle, cell, "2", true).numbers);
          return [kind.picture(puzzle, {}, null).tiles.flat(), numbers];
        })()""",
    )
    assert [tile["style"] == "wall" for tile in tiles] == [False, True, False, False]
    assert numbers == [[[0, 0, 2]], []]


def test_numbers_in_areas() -> None:
    """A cell takes the numbers of the largest area; equal ones that touch, or share an area, are marked."""
    puzzle = {"kind": "suguru", "areas": [["a", "a", "b"], ["a", None, "b"]], "rows": [[None, 2, None], [None] * 3]}
    values, tiles, joined, typed, erased = asked(
        drawn_kinds()["suguru"],
        f"""(() => {{
          const puzzle = {json.dumps(puzzle)};
          const typed = kind.type(puzzle, [0, 0], "3", true);
          return [kind.values(puzzle), kind.picture(puzzle, {{"1,2": "2", "0,0": "1"}}, null).tiles,
            kind.join(puzzle, null, [0, 0], [0, 2]).areas, typed.rows, kind.put(typed, [0, 0], "", false).rows];
        }})()""",
    )
    assert values == ["1", "2", "3"]
    assert [tile.get("marked") for row in tiles for tile in row] == [False, True, False, False, None, True]
    assert tiles[1][1]["style"] == "wall"
    assert joined == [["1", "1", "1"], ["1", None, "2"]]
    assert (typed[0], erased) == ([3, 2, None], puzzle["rows"])


def test_numbers_along_a_path() -> None:
    """As many numbers as cells; a cell can be taken away."""
    values, typed, tile = asked(
        drawn_kinds()["hidato"],
        """(() => {
          const puzzle = kind.type(kind.blank(3, 4), [1, 1], "#", true);
          const typed = kind.type(kind.type(puzzle, [0, 0], "1", true), [0, 0], "1", false);
          return [kind.values(puzzle).at(-1), typed.rows[0], kind.picture(puzzle, {}, null).tiles[1][1]];
        })()""",
    )
    assert (values, typed, tile["style"]) == ("11", [11, None, None, None], "wall")
