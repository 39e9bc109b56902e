"""Dungeons and boards, read from and written to text."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from test_dungeon_solving import PUBLISHED

from satdnd.draw.picture import Panel
from satdnd.draw.terminal import render_panels
from satdnd.errors import InputError
from satdnd.grid.bitboard import grid
from satdnd.kinds.dungeon import board_shape
from satdnd.kinds.dungeon.formats import TEXTS, from_json, read_text, to_c, to_json, to_text
from satdnd.kinds.dungeon.kind import KIND
from satdnd.kinds.dungeon.model import Dungeon

COMMUNITY = """\
# name: the 8x8 example
 14270444
3........
2.......M
5..M.....
3.......M
4........
1.T.....M
4........
4.......M
"""
P1 = (
    "problem p1 = { .monsters = 0x8400010000000020, .treasures = 0x20000, "
    ".rows = { 7,3,4,1,7,1,6,3 }, .columns = { 4,4,2,6,2,3,4,7 } };"
)
P1_BOARD = ["#####.##", "...#..##", "...#.###", ".......#", "######.#", ".......#", "##.#.###", "##.#...."]
P1_INTEGER = sum(1 << i for i, cell in enumerate("".join(P1_BOARD)) if cell == "#")


def published(index: int) -> Dungeon:
    """One of the puzzles of the course notes, with a note."""
    return replace([*PUBLISHED.values()][index], extra={"source": "course notes"})


LINE = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), max_size=20).map(str.strip)


@st.composite
def dungeons(draw: st.DrawFn, most: int = 14, plain: bool = False) -> Dungeon:
    """Any puzzle, also with counts one too large; a plain one has all counts and nothing given.  Marks avoid givens."""
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most))
    rows, columns = (
        draw(st.lists(st.integers(0, limit) if plain else st.none() | st.integers(0, limit), min_size=n, max_size=n))
        for n, limit in ((height, width + 1), (width, height + 1))
    )
    letters = draw(st.text(".MT" if plain else "..MT#o", min_size=height * width, max_size=height * width))
    where = {letter: [divmod(i, width) for i, x in enumerate(letters) if x == letter] for letter in "MT#o"}
    return Dungeon(
        tuple(rows),
        tuple(columns),
        tuple(where["M"]),
        tuple(where["T"]),
        grid(height, width).mask(where["#"]),
        grid(height, width).mask(where["o"]),
        name=draw(LINE),
        extra=draw(st.dictionaries(st.sampled_from(["source", "note", "x y", "solutions"]), LINE, max_size=2)),
    )


def same(left: Dungeon, right: object) -> bool:
    """Equal puzzles with equal names and extra fields."""
    return isinstance(right, Dungeon) and (left, left.name, left.extra) == (right, right.name, right.extra)


def boards(text: str, puzzle: Dungeon) -> list[int | InputError]:
    """The boards of *text*, as integers."""
    return [x if isinstance(x, InputError) else x.board for x in TEXTS.read_solutions(text, puzzle)]


def only(text: str) -> Dungeon:
    """The one puzzle of *text*."""
    (puzzle,) = read_text(text)
    assert isinstance(puzzle, Dungeon), puzzle
    return puzzle


def error(text: str) -> InputError:
    """The one error of *text*."""
    (problem,) = read_text(text)
    assert isinstance(problem, InputError), problem
    return problem


@settings(deadline=None, max_examples=150)
@given(dungeons())
def test_json_round_trip(puzzle: Dungeon) -> None:
    """A puzzle survives JSON, encoded and decoded, with its name and extra fields."""
    assert same(puzzle, from_json(json.loads(json.dumps(to_json(puzzle)))))


@settings(deadline=None, max_examples=200)
@given(dungeons())
def test_text_round_trip(puzzle: Dungeon) -> None:
    """A puzzle survives the community text, with its name and one-line notes."""
    assert same(puzzle, only(to_text(puzzle)))


@settings(deadline=None, max_examples=50)
@given(st.lists(dungeons(most=5), min_size=1, max_size=4), st.sampled_from(["\n", "\r\n", "\r"]))
def test_many_puzzles_round_trip(puzzles: list[Dungeon], newline: str) -> None:
    """Texts joined by blank lines read as the same puzzles, with the line ends of any system and a BOM."""
    found = list(read_text("\ufeff" + " \t\n\n".join(map(to_text, puzzles)).replace("\n", newline)))

    assert puzzles == found


@settings(deadline=None, max_examples=100)
@given(dungeons(most=8, plain=True))
def test_c_round_trip(puzzle: Dungeon) -> None:
    """A small puzzle without unknowns survives C, and its name is an identifier."""
    found = only(to_c(puzzle))

    assert puzzle == found
    assert found.name.isidentifier()


@pytest.mark.parametrize("index", range(len(PUBLISHED)), ids=PUBLISHED)
def test_published_puzzles_in_all_formats(index: int) -> None:
    """Each published puzzle comes back from JSON, text and C."""
    puzzle = published(index)

    assert same(puzzle, from_json(to_json(puzzle)))
    assert same(puzzle, only(to_text(puzzle)))
    assert puzzle == only(to_c(puzzle))
    assert only(to_c(puzzle)).name == f"p_{puzzle.name.replace(' ', '_')}"


def test_the_promised_texts() -> None:
    """The examples of the contract read as the puzzles that they show, and are written like that."""
    assert published(1) == only(COMMUNITY)
    assert only(COMMUNITY).name == "the 8x8 example"
    assert to_text(only(COMMUNITY)) == COMMUNITY
    assert published(2) == only(P1)
    assert only(P1).name == "p1"
    assert only(to_c(only(P1))).name == "p1"


def test_json_field_order() -> None:
    """Fields come in the promised order, `given` only if a cell is, extra fields last."""
    puzzle = Dungeon((1,), (1, None), walls=1, name="x", extra={"source": "me", "rows": "8"})
    expected = ["kind", "name", "rows", "columns", "monsters", "treasures", "given", "source"]

    assert list(to_json(puzzle)) == expected
    assert to_json(puzzle)["given"] == ["#."]
    assert "given" not in to_json(Dungeon((1,), (1,)))


GOOD: dict[str, Any] = {
    "kind": "dungeon",
    "rows": [1, None],
    "columns": [0, 1, 1],
    "monsters": [[0, 2]],
    "treasures": [],
}


@pytest.mark.parametrize(
    ("change", "fragments"),
    [
        ({"kind": "sudoku"}, ["kind", "'sudoku'", "dungeon"]),
        ({"name": 7}, ["name", "7", "string"]),
        ({"rows": ...}, ["rows", "missing", "found 'kind', 'columns'"]),
        ({"monsters": ...}, ["monsters", "missing"]),
        ({"treasures": None}, ["treasures", "None", "list"]),
        ({"rows": "13"}, ["rows", "'13'", "list"]),
        ({"rows": []}, ["found 0 rows", "expected 1 to 1000"]),
        ({"rows": [1, "2"]}, ["row 2", "'2'", "0 to 3"]),
        ({"rows": [True, 0]}, ["row 1", "True"]),
        ({"rows": [1.0, 0]}, ["row 1", "1.0"]),
        ({"columns": [0, 1, 10**9]}, ["column 3", "1000000000", "0 to 2"]),
        ({"columns": [0, -1, 1]}, ["column 2", "-1"]),
        ({"rows": [10**5000, 1]}, ["row 1", "digits"]),
        ({"monsters": [5]}, ["monsters", "5", "[row, column]"]),
        ({"monsters": [[1, 2, 3]]}, ["monsters", "[1, 2, 3]"]),
        ({"monsters": [[1, None]]}, ["monsters", "None"]),
        ({"monsters": [None]}, ["monsters", "None"]),
        ({"treasures": [[0, 0], [2, 0]]}, ["treasures", "[2, 0]", "row 0 to 1"]),
        ({"monsters": [[0, 0], [0, 0]]}, ["monsters", "[0, 0] twice"]),
        ({"treasures": [[0, 2]]}, ["r1c3", "monster", "treasure"]),
        ({"given": "..."}, ["given", "'...'", "2 rows of 3"]),
        ({"given": ["..."]}, ["given", "1 row of 3 cells", "2 rows of 3"]),
        ({"given": ["...", ".."]}, ["given", "row 1 has 2 cells", "2 rows of 3"]),
        ({"given": ["...", 5]}, ["given", "row 1 is 5"]),
        ({"given": ["...", ".x."]}, ["given", "'x'", "row 1, column 1"]),
    ],
)
def test_bad_json(change: dict[str, Any], fragments: list[str]) -> None:
    """A wrong field is an error that names the field, what was found and what was expected."""
    record = {key: value for key, value in (GOOD | change).items() if value is not ...}

    with pytest.raises(InputError) as caught:
        from_json(record)
    assert [fragment for fragment in fragments if fragment not in str(caught.value)] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" 12\n1..\n?#o", Dungeon((1, None), (1, 2), walls=4, opens=8)),
        (" 1 2\n1 ..\n2   mt", Dungeon((1, 2), (1, 2), ((1, 0),), ((1, 1),))),
        ("\t1?\n 1..  \n2\t.M\t", Dungeon((1, 2), (1, None), ((1, 1),))),
        (" ?\n?.", Dungeon((None,), (None,))),
        (" 1,\n1 .", Dungeon((1,), (1,))),
        (" 12,\n" + "1.\n" * 12, Dungeon((1,) * 12, (12,))),
        (" 1, 2,\n1..\n2..", Dungeon((1, 2), (1, 2))),
        (" " + "1" * 11 + "\n11" + "." * 11, Dungeon((11,), (1,) * 11)),
        ("14\n?..\n2..\n1..\n2..", Dungeon((None, 2, 1, 2), (1, 4))),
        (" 1 2\n1 . .\n2 M  t", Dungeon((1, 2), (1, 2), ((1, 0),), ((1, 1),))),
        (" 15\n12..\n2..", Dungeon((12, 2), (1, 5))),
        (" 12\n..1\n# . 2\n", Dungeon((1, 2), (1, 2), walls=4)),
        (" 1 2 1 0 1 10 0 0 0 0\n" + "1 ..........\n" * 10, Dungeon((1,) * 10, (1, 2, 1, 0, 1, 10, 0, 0, 0, 0))),
        (" 12 10\n1....\n3....", Dungeon((1, 3), (1, 2, 1, 0))),
        (" 12\n\n1..\n\n\n2..\n", Dungeon((1, 2), (1, 2))),
        (" ?2\n\n?..\n\n?..\n", Dungeon((None, None), (None, 2))),
        (" 12\n1..\n# half of it\n2..\n", Dungeon((1, 2), (1, 2))),
        (" 12\n1..\n\n#. 2\n", Dungeon((1, 2), (1, 2), walls=4)),
        ("#c\n# no colon\n# see http://x\n 1\n1#", Dungeon((1,), (1,), walls=1)),
    ],
)
def test_community_variants(text: str, expected: Dungeon) -> None:
    """Glued and separated counts, unknown ones, tabs, trailing blanks and comments are read."""
    assert only(text) == expected


def test_notes() -> None:
    """Notes become the name and extra fields; a repeated one goes on."""
    puzzle = only("#NAME: a: b\n# source: http://x/y\n#note:one\n# note: two\n 1\n1#")

    assert puzzle.name == "a: b"
    assert puzzle.extra == {"source": "http://x/y", "note": "one two"}


def test_large_counts_are_separated() -> None:
    """A count above 9 makes blanks between all counts, a comma behind a lone one."""
    assert to_text(Dungeon((10, 3), (2,) * 10)) == " 2 2 2 2 2 2 2 2 2 2\n10 ..........\n3  ..........\n"
    assert to_text(Dungeon((1,) * 10, (10,))).startswith(" 10,\n1 .\n")


def test_text_keeps_what_it_can() -> None:
    """Names of many lines are joined, extra values that are no line left out, a given open cell under M hidden."""
    extra = {"a": "1\n2", "b": 3, "c:d": "x", "Name": "y", "ok": ""}
    puzzle = Dungeon((1,), (1,), ((0, 0),), opens=1, name="two\nlines\0", extra=extra)

    assert to_text(puzzle) == "# name: two lines\n# ok:\n 1\n1M\n"


def test_text_cannot_hold_a_monster_in_a_wall() -> None:
    """A monster on a given wall is possible, but not in text."""
    with pytest.raises(InputError, match=r"r1c1 is a given wall with M"):
        to_text(Dungeon((1,), (1,), ((0, 0),), walls=1))


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Dungeon((1,) * 5, (1,) * 13), "5x13 is 65 cells.*at most 64"),
        (Dungeon((1, None), (1,)), "row 2 is unknown"),
        (Dungeon((1,), (1, None)), "column 2 is unknown"),
        (Dungeon((1, 1), (1,), opens=2), r"r2c1 is given"),
    ],
)
def test_c_cannot_hold_everything(puzzle: Dungeon, message: str) -> None:
    """What the C form has no place for is an error that says why."""
    with pytest.raises(InputError, match=message):
        to_c(puzzle)


@pytest.mark.parametrize(
    ("text", "line", "column", "fragment"),
    [
        ("", 1, None, "found nothing, expected a puzzle"),
        (" \n\t\r\n", 1, None, "expected a puzzle"),
        ("# a\n\n#b\n", 1, None, "only comments, expected a puzzle"),
        ("# name: x\n", 1, None, "only comments, expected a puzzle"),
        ("\n1..\n2..", 2, 1, "no column counts: found '1..', expected a blank"),
        (" 11\n@..\n1..", 2, 1, "found the count '@', expected a number, or '?'"),
        (" 11\nab..\n1..", 2, 1, "found the count 'ab', expected a number, or '?'"),
        (" 11\n@.\n1..", 2, 1, "unknown cell '@', expected '.'"),
        (" 44\n1 . .\n1 . @", 3, 5, "unknown cell '@', expected '.'"),
        (" 11\n1.. 2\n1..", 2, 5, "found the counts '1' and '2' in one row, expected one"),
        (" 12\n1..\n1..\n\n#..\n.#.\n..#", 5, 1, "no column counts: found '#..'"),
        (" 11", 1, None, "no rows"),
        (" 11\n1..\n1.", 3, 3, "found 1 cell, expected 2 as in line 1"),
        (" 11\n1...\n1..", 2, 4, "found 3 cells, expected 2"),
        (" 11\n1", 2, 2, "found 0 cells"),
        (" 11\n1 ..\n  ..", 3, 3, "row without a count"),
        (" 11\n#.", 2, 1, "row without a count, expected 0 to 2, or ?"),
        (" 11\n-1..", 2, 1, "negative count: found '-1'"),
        (" 1 -1\n1..", 1, 4, "negative count: found '-1'"),
        (" 11\n1.x", 2, 3, "unknown cell 'x', expected '.'"),
        (" 11\n3333333333..", 2, 1, "too large: found '3333333333', expected 0 to 2"),
        (" 1 1234567890\n1..", 1, 4, "found '1234567890', expected 0 to 1"),
        (" 11\n" + "9" * 5000 + "..", 2, 1, "expected 0 to 2"),
        (" 1x\n1..", 1, 3, "not a number: found 'x', expected 0 to 1"),
        (" 11\n1.\0", 2, 3, "this is not a text file of puzzles"),
        ("\x7fELF\x02", 1, 1, "this is not a text file of puzzles"),
        ("0x1" + "0" * 16, 1, None, "layout has bit 64, outside the grid, expected bits 0 to 63"),
        ("0x", 1, None, "layout is '0x', expected an integer"),
        (
            "problem p = { .rows = {1}, .columns = {1}, .monsters = 2 };",
            1,
            9,
            "initialiser p: .monsters has bit 1, outside",
        ),
        ("problem p = { .rows = {1} };", 1, 9, '"columns" is missing'),
        ("problem p = { .rows = {}, .columns = {1} };", 1, 15, "found .rows = '{}', expected integers"),
        ("problem p = { .rows = {1},\n .columns = {x} };", 2, 2, "found .columns = '{x}', expected integers"),
        ("problem p = { .rows = {1}, .monster = 1 };", 1, 28, "found .monster = '1', expected integers for .monsters"),
        (
            "problem p = { .rows = {9999999999}, .columns = {1} };",
            1,
            9,
            "row 1 has the count 9999999999; with 1 cell in a row it must",
        ),
        ("problem p = { .rows = {1}, 5, .columns = {1} };", 1, 9, "found '5,'"),
        ("problem p = { .rows = {1}, .columns = {1}; x", 1, 9, "found no '}'"),
        ("problem p = { .rows = {1}, .columns = {1}, .monsters = {0, 1} };", 1, 9, ".monsters is [0, 1]"),
    ],
)
def test_bad_text(text: str, line: int | None, column: int | None, fragment: str) -> None:
    """A bad text is one error with line, column, what was found and what was expected."""
    problem = next(item for item in read_text(text) if isinstance(item, InputError))

    assert fragment in problem.message
    assert (problem.line, problem.column) == (line, column)


def test_bad_puzzle_among_good_ones() -> None:
    """A bad puzzle is an error in its place, with its line in the whole text; the others are read."""
    first, bad, last = read_text(f"{COMMUNITY}\n 11\n1.\n\n{COMMUNITY}")

    assert first == last == published(1)
    assert isinstance(bad, InputError)
    assert (bad.line, bad.column) == (13, 3)


def test_c_source() -> None:
    """Initialisers are found in a C source, whatever is around them, with fields in any order and format."""
    source = f"""
    #include <stdint.h>
    /* problem old = {{ .rows = {{1}}, .columns = {{1}} }}; */
    typedef struct {{ uint64_t monsters, treasures; uint8_t rows[8], columns[8]; }} problem;
    static const char *text = "{{ .rows = 3 }}"; // {{ .rows
    int table[] = {{ 1, 2, 3 }}; struct other o = {{ .x = 1 }};
    {P1}
    static const problem p_2 = (problem) {{
        .columns = {{ 1, 0x2, }}, /* two
        lines */ .rows = {{ 1u, 2 }},
        .monsters = 1ULL,
    }};
    problem bad = {{ .rows = {{ 1 }} }};
    problem all[] = {{ {{ .rows = {{ 1 }}, .columns = {{ 1 }} }} }};
    int main(void) {{ return solve(&p1); }}
    """
    first, second, bad, third = read_text(source)

    assert first == published(2)
    assert second == Dungeon((1, 2), (1, 2), ((0, 0),))
    assert isinstance(second, Dungeon)
    assert second.name == "p_2"
    assert isinstance(bad, InputError)
    assert bad.line == 13
    assert third == Dungeon((1,), (1,))


def test_layouts() -> None:
    """A solved board as an integer becomes its puzzle; comments are skipped, a bad line is an error among puzzles."""
    found = list(read_text(f"# boards\n{P1_INTEGER:#x}\n0xzz\n{P1_INTEGER} # again\n\n{P1_INTEGER:#X}ull"))

    assert [published(2), published(2), published(2)] == [item for item in found if isinstance(item, Dungeon)]
    assert isinstance(found[0], Dungeon)
    assert found[0].name == f"layout 0x{P1_INTEGER:016x}"
    assert isinstance(found[1], InputError)
    assert found[1].line == 3


@pytest.mark.parametrize("row", ["2..", "2 ..", "..2", ". . 2", "#.1", "?.."])
def test_column_counts_that_lost_their_blank(row: str) -> None:
    """What looks like a layout is the column counts where a row with a count follows, at its left or right."""
    assert list(read_text(f"22\n{row}\n{row}\n")) == list(read_text(f" 22\n{row}\n{row}\n"))
    assert isinstance(next(read_text(f"22\n{row}\n{row}\n")), Dungeon)


@pytest.mark.parametrize(
    ("walls", "treasures"), [(0, ()), (2**64 - 1, ()), (~0x70707 & 2**64 - 1, ()), (~0xF0707 & 2**64 - 1, ((1, 1),))]
)
def test_layout_rooms(walls: int, treasures: tuple[tuple[int, int], ...]) -> None:
    """Only an open 3x3 block with exactly one open cell at its border gets a treasure."""
    assert only(str(walls)).treasures == treasures


BOARD = "\n".join(P1_BOARD)
THINGS = "#####M##\n...#..##\n.T.#.###\n.......#\n######.#\nM......#\n##.#.###\n##M#...M"
"""The same with its monsters and treasure."""
COUNTED = " 44262347\n" + "\n".join(f"{row.count('#')}{row}" for row in P1_BOARD)


@pytest.mark.parametrize(
    "text",
    [
        BOARD,
        BOARD.replace(".", "o").replace("\n", "  \r\n"),
        "\n".join(" ".join(row) for row in P1_BOARD),
        BOARD.replace(".", " "),
        "\n".join(" ".join(row) for row in P1_BOARD).replace(".", " "),
        THINGS,
        THINGS.replace(".", " ").lower(),
        f"# name: x\n{BOARD}",
        COUNTED,
        f"# name: x\n{COUNTED}",
        hex(P1_INTEGER),
        f"# boards\n{P1_INTEGER}",
        json.dumps(P1_BOARD),
        json.dumps({"grid": P1_BOARD}, indent=2),
        json.dumps({"board": hex(P1_INTEGER)}),
        json.dumps({"board": P1_INTEGER, "grid": P1_BOARD}),
        json.dumps({"kind": "dungeon", "rows": [1], "solution": P1_BOARD}),
        json.dumps({"status": "unique", "solutions": [{"grid": P1_BOARD, "board": hex(P1_INTEGER), "tree": False}]}),
    ],
)
def test_one_board(text: str) -> None:
    """Every way to write a board gives the same integer."""
    assert boards(text, published(2)) == [P1_INTEGER]


@pytest.mark.parametrize("columns", [80, 10])
@pytest.mark.parametrize("marks", [(), ((0, 0), (0, 5), (2, 2))])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_drawing_is_read_again(columns: int, marks: tuple[tuple[int, int], ...], encoding: str) -> None:
    """What 'satdnd solve' drew, wide or narrow, with marks, in ASCII; two side by side are two boards."""
    puzzle = published(2)
    picture = KIND.picture(puzzle, board_shape.solution(puzzle, P1_INTEGER), marked=marks)
    panels = [Panel("p1: solved"), Panel("", picture), Panel("", picture), Panel("(a tree)"), Panel("", picture)]

    assert boards(render_panels(panels, columns=columns, encoding=encoding), puzzle) == [P1_INTEGER] * 3
    (other,) = boards(render_panels(panels, columns=columns, encoding=encoding), published(0))
    assert str(other) == "found no readable drawing of the puzzle's size"


@pytest.mark.parametrize(
    ("text", "line", "column", "fragment"),
    [
        (BOARD.replace("#", "X"), 1, 1, "found 'X', expected '#' for a wall, '.', 'o', 'M', 'T' or a blank"),
        (BOARD.replace("#", "█"), 1, 1, "found '█', expected '#'"),
        (f"\n{BOARD[:-1]}?", 9, 8, "found '?', expected '#'"),
        (f"{BOARD}\n#", 1, None, "grid has 9 rows, row 8 has 1 cell, expected 8 rows of 8 cells"),
        ("┌─────┐\n│##...│", None, None, "found no readable drawing"),
    ],
)
def test_a_board_with_other_characters(text: str, line: int, column: int | None, fragment: str) -> None:
    """One input error with its place, not forty faults."""
    (problem,) = boards(text, published(2))

    assert isinstance(problem, InputError)
    assert (problem.line, problem.column) == (line, column)
    assert fragment in problem.message


def test_puzzles_without_a_blank_line_between() -> None:
    """Column counts, or notes, begin the next puzzle; what is missing or wrong in one is an error of that one."""
    first, second = Dungeon((1, 2), (1, 2)), Dungeon((0,), (0, 0))

    assert list(read_text(" 12\n1..\n2..\n 00\n0..\n# name: x\n 00\n0..")) == [first, second, second]
    bad, good = read_text(" 12\n1..\n2.@\n 00\n0..")
    assert isinstance(bad, InputError)
    assert good == second
    assert list(read_text("# name: n\n\n 12\n1..\n2..\n\n########\n\n 00\n0..")) == [first, second]


def test_a_puzzle_is_there_with_its_blank_line() -> None:
    """The next line is not waited for, unless the counts say that rows are missing."""
    lines = [" 12\n", "1..\n", "2..\n", "\n", " 00\n", "0..\n", "\n"]
    found = read_text(lines.pop(0) for _ in range(7))

    assert next(found) == Dungeon((1, 2), (1, 2))
    assert len(lines) == 3
    assert len(list(found)) == 1
    layouts = ["0x1\n", "0x2\n", "0x3\n", "0x4\n"]
    next(read_text(layouts.pop(0) for _ in range(4)))
    assert len(layouts) == 2


def test_many_boards() -> None:
    """Many boards are read in order, and a bad one is an error in its place."""
    values = "\n".join(
        [json.dumps(P1_BOARD), '{"grid": [', json.dumps({"solutions": [P1_BOARD, {"board": "0x0"}]}), "[]"]
    )
    for text, expected in (
        (f"{BOARD}\n\n#\n\n{BOARD}", [P1_INTEGER, 10, P1_INTEGER]),
        ("0x1\nzz\n0x2", [1, 2, 2]),
        (values, [P1_INTEGER, 2, P1_INTEGER, 0, 4]),
    ):
        found = [item.line if isinstance(item, InputError) else item for item in boards(text, published(2))]

        assert found == expected


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        ("", ["empty text: expected a solution"]),
        ("\0", ["this is not a text file of solutions"]),
        ("##\n##\n##", ["3 rows", "row 0 has 2 cells", "expected 2 rows of 3 cells"]),
        ("###\n##", ["row 1 has 2 cells", "2 rows of 3 cells"]),
        ("###\n###\n###", ["3 rows of 3 cells", "expected 2 rows of 3"]),
        (" 11\n1..\n1..", ["2 rows", "2 cells", "expected 2 rows of 3"]),
        ("0x40", ["bit 6", "bits 0 to 5"]),
        ('{"board": "0x40"}', ["bit 6", "bits 0 to 5"]),
        ('{"board": -1}', ["negative"]),
        ('{"board": true}', ["True", "integer"]),
        ('{"grid": ["###", "###"], "board": "0x1"}', ["disagree", "0x3f and 0x01"]),
        ('{"grid": ["###", 5]}', ["row 1 is 5"]),
        ('{"grid": 5}', ["grid is 5"]),
        ('{"status": "unsolvable", "solutions": []}', ["expected solutions"]),
        ('{"solutions": 5}', ["expected solutions"]),
        ("{", ["invalid JSON"]),
        ("[" * 100_000, ["invalid JSON"]),
        ('{"board": ' + "1" * 5000 + "}", ["invalid JSON"]),
    ],
)
def test_bad_solutions(text: str, fragments: list[str]) -> None:
    """A board that cannot be read, or is of another size, is an error that says what was found and expected."""
    (problem,) = boards(text, Dungeon((1, 1), (1, 1, 1)))

    assert isinstance(problem, InputError)
    assert [fragment for fragment in fragments if fragment not in str(problem)] == []


@settings(deadline=None, max_examples=100)
@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_board_round_trip(height: int, width: int, data: st.DataObject) -> None:
    """Any board comes back from a grid, from hexadecimal digits and from JSON."""
    puzzle = Dungeon((None,) * height, (None,) * width)
    board = data.draw(st.integers(0, puzzle.grid.all))
    lines = puzzle.grid.lines(board, off=data.draw(st.sampled_from(".o")))

    for text in ("\n".join(lines), puzzle.grid.hex(board), json.dumps({"grid": lines})):
        assert boards(text, puzzle) == [board]


ALPHABET = st.text(" \n\t\r.#oMTx?0123456789-,:{}[]=\"'/*") | st.text() | st.binary().map(lambda b: b.decode("latin-1"))
PIECES = st.lists(
    st.sampled_from([*COMMUNITY.split("\n"), *P1.split(" "), "0x12", "\n", "\n\n", " ", "{", "}", ","])
).map("".join)


@settings(deadline=None, max_examples=400)
@given(ALPHABET | PIECES | st.binary().map(lambda b: b.decode("utf-8", "surrogateescape")))
def test_any_text(text: str) -> None:
    """Whatever a text holds, it yields puzzles and errors with printable messages, at least one."""
    puzzle = published(2)
    found = [*read_text(text), *boards(text, puzzle)]

    assert found
    for item in found:
        assert isinstance(item, Dungeon | InputError | int)
        if isinstance(item, InputError):
            str(item).encode()
        elif isinstance(item, Dungeon):
            assert only(to_text(item)).rows == item.rows
