"""Texts: places, blocks, words, notes that come back, JSON values one after another, placements of queens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, strategies as st

from satdnd.errors import InputError
from satdnd.formats import placements, texts
from satdnd.formats.loading import read_text
from satdnd.grid.bitboard import grid


def test_places_and_words() -> None:
    """Lines and columns count from 1."""
    assert [*map(texts.Places("ab\nc"), range(4))] == [(1, 1), (1, 2), (1, 3), (2, 1)]
    assert texts.words(" ab,c  d") == [("ab,c", 2), ("d", 8)]
    assert texts.words(" ab,c  d]", ",]") == [("ab", 2), ("c", 5), ("d", 8)]
    assert texts.letters("ab", 3) == [("a", 3), ("b", 4)]


def test_blocks() -> None:
    """Blank lines part blocks, wherever they are and however many; blanks at the end of a line go; none waits."""
    lines = ["a\n", "\n", "b\n"]
    assert next(texts.blocks(asked_for(lines))) == [(1, "a")]
    assert lines == ["b\n"]
    assert list(texts.blocks("\n a \nb\n \n\nc")) == [[(2, " a"), (3, "b")], [(6, "c")]]
    assert list(texts.blocks(" \n")) == []


def test_tried_locates() -> None:
    """An error gets the line, unless it has one."""

    def fail(line: int | None) -> int:
        raise InputError("no", line=line)

    told = [texts.try_read(fail, None, line=7), texts.try_read(fail, 3, line=7), texts.try_read(fail, None)]
    assert [error.line for error in told if isinstance(error, InputError)] == [7, 3, None]
    assert texts.try_read(int, "5", line=7) == 5


# notes


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# key: a value ", ("key", "a value")),
        (" #two words:x: y", ("two words", "x: y")),
        ("# see: https://example.org", ("see", "https://example.org")),
        ("# NAME: X", ("name", "X")),
        ("# Goal: X", ("goal", "X")),
        ("# Other:", ("Other", "")),
        ("# https://example.org", None),
        ("# no colon", None),
        ("# : no key", None),
        ("## a heading: really", None),
        ("key: value", None),
        ("", None),
    ],
)
def test_note(line: str, expected: tuple[str, str] | None) -> None:
    """What is a note, and what only a comment or something else."""
    assert texts.note(line, ("goal",)) == expected


def test_notes_add_up() -> None:
    """A later name replaces the first, other keys go on, lines that are no notes say nothing."""
    notes: dict[str, str] = {}
    for line in ("# name: a", "# Name: b", "# k: one", "# k: two", "# comment"):
        texts.add_note(line, notes)
    assert notes == {"name": "b", "k": "one two"}


def test_notes_that_cannot_come_back_are_not_written() -> None:
    """Values of several lines, of other types, padded ones, keys that mean something else."""
    extra: dict[str, Any] = {"a": "1\n2", "b": 3, "c:d": "x", "Name": "y", "Goal": "z", "": "x", "#h": "x"}
    extra |= {"pad": " x", "nul": "\0", "sep": "x\u2028y", "ok": "", "fine": "a: b"}
    assert texts.note_lines("two\nlines\0", extra, ("goal",)) == [
        "# name: two lines",
        '# pad: " x"',
        "# ok:",
        "# fine: a: b",
    ]
    assert texts.note_lines(" \n", {}) == []
    assert texts.note_lines("  ", {"source": "x "}) == ['# name: "  "', '# source: "x "']
    assert texts.note_lines("two  blanks", {}) == ["# name: two  blanks"]


@given(st.text(), st.dictionaries(st.text(max_size=4), st.text() | st.integers()))
def test_notes_come_back(name: str, extra: dict[str, Any]) -> None:
    """Every note that is written is one line and reads back as what it was."""
    notes: dict[str, str] = {}
    for line in texts.note_lines(name, extra):
        assert len(line.splitlines()) == 1
        texts.add_note(line, notes)
    one_line = len(f"{name}.".splitlines()) == 1 and not texts.RUBBISH.search(name)
    assert notes.pop("name", "") == (name if one_line else " ".join(texts.RUBBISH.sub(" ", name).split()))
    assert notes.items() <= extra.items()


@given(st.text(' x"\\', max_size=6))
def test_blanks_and_quotes_are_kept(value: str) -> None:
    """Also of a value that looks like what is written for another one."""
    notes: dict[str, str] = {}
    for line in texts.note_lines(value, {"source": value}):
        texts.add_note(line, notes)
    assert notes == {"source": value} | ({"name": value} if value else {})


# JSON


def places(text: str) -> list[Any]:
    """The values of a text, each with its line; of errors line, column and message."""
    found = texts.json_values(text)
    return [(x.line, x.column, x.message) if isinstance(x, InputError) else x for x in found]


def test_json_values() -> None:
    """One after another, on one line or many; behind a broken one those that start a line."""
    assert places(' {"a": 1} [2]\n\n3 ') == [(1, {"a": 1}), (1, [2]), (3, 3)]
    assert places("") == []
    broken = '{"a": 1}\n{"b": }\n{"c":\n[3]\n'
    assert places(broken) == [
        (1, {"a": 1}),
        (2, 7, "invalid JSON: Expecting value"),
        (3, 6, "invalid JSON: Expecting value"),
        (4, [3]),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5000, "found a number of thousands of digits"),
        ('{"a": 1, "a": 2}', "found the field 'a' twice in one object, expected it once"),
        ('{"x": [{"b": 1, "c": 2, "b": 1}]}', "found the field 'b' twice in one object, expected it once"),
    ],
)
def test_json_that_is_refused(text: str, message: str) -> None:
    """Too deep, too long a number, a field twice: an error on its line, and the next line is read."""
    ((line, _, found), after) = places(f"\n{text}\n[1]")
    assert (line, after) == (2, (3, [1]))
    assert found == f"invalid JSON: {message}"


def asked_for(lines: list[str]) -> Iterator[str]:
    """The lines, the list growing shorter as they are taken."""
    while lines:
        yield lines.pop(0)


@pytest.mark.parametrize("first", ['{"a": [1]}\n', "3\n", "[\n\n{},\n[2]\n]\n", '{"a":\n{"b":\n 1}}\n'])
def test_json_values_are_there_with_their_last_line(first: str) -> None:
    """A pipe is answered before its next line is there."""
    lines = [*first.splitlines(keepends=True), "{}\n", "[]\n"]
    found = texts.json_values(asked_for(lines))
    next(found)
    assert lines == ["{}\n", "[]\n"]
    assert [value for _, value in found] == [{}, []]  # type: ignore[misc]


@pytest.mark.parametrize("line", ['{"c":', "{bad,", "}", '{"a": 1', "[1,", '"', "{"])
def test_broken_json_lines_cost_their_length(line: str) -> None:
    """Many broken lines: each is looked at a few times, not each time with all that follow; the good one is found."""
    with mock.patch.object(texts, "_decoded", wraps=texts._decoded) as decoded:
        found = list(texts.json_values(f"{line}\n" * 3000 + '\n{"good": 1}\n'))
    read = sum(len(call.args[0]) for call in decoded.call_args_list)
    assert read < 300 * 3000 * len(line)
    assert any(isinstance(item, InputError) for item in found)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_numbered(end: str) -> None:
    """All line ends count alike, in texts and in pieces; byte order marks are nothing, other blanks part no lines."""
    text = end.join(["\ufeffa", "", "\ufeffb\x0c\u2028c", ""])
    expected = [(1, "a"), (2, ""), (3, "b\x0c\u2028c")]
    assert list(texts.numbered(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"solutions": [1, 2]}', [1, 2]),
        ('{"solutions": [1]}\n{"solutions": [2]}', [1, 2]),
        ('[{"solutions": [1, 2]}, {"solution": 3}]', [1, 2, 3]),
        ('{"solutions": 5}', [5]),
        ('{"solution": [1, 2]}', [[1, 2]]),
        ('{"solutions": []}', [{"solutions": []}]),
        ('{"grid": 1}', [{"grid": 1}]),
        ("[[1, 2], [3, 4]]", [[[1, 2], [3, 4]]]),
        ("[]", [[]]),
    ],
)
def test_json_solutions(text: str, expected: list[Any]) -> None:
    """Answers, lists of them, and bare solutions."""
    assert list(texts.json_solutions(text, lambda value: value)) == expected


def test_bad_json_solutions() -> None:
    """What cannot be read is an error on the line of its value."""

    def read(value: Any) -> int:
        if value != 1:
            raise InputError(f"found {value}")
        return 1

    good, bad, broken = texts.json_solutions('{"solutions": [1]}\n{"solutions": [2]}\n{', read)
    assert (good, str(bad)) == (1, "line 2: found 2")
    assert isinstance(broken, InputError)


# boards of queens


def test_board_size() -> None:
    """One side or two."""
    assert (texts.board_size("8", 1, 1, 9), texts.board_size("8X9", 1, 1, 9)) == ((8, 8), (8, 9))
    for word in ("8x", "x8", "0", "10", "9x10", "1x2x3"):
        with pytest.raises(InputError, match=r"line 2, column 3: found .*, expected "):
            texts.board_size(word, 2, 3, 9)


def test_boards() -> None:
    """Rows of a board stay together, other lines are alone; a byte order mark is nothing."""
    assert list(placements.boards("\ufeff8\n Q.\n..\n\n.q\nx\n")) == [
        [(1, "8")],
        [(2, " Q."), (3, "..")],
        [(5, ".q")],
        [(6, "x")],
    ]
    assert list(placements.drawn_queens([" Q.", ".q"])) == [(0, 0), (1, 1)]


def placed(text: str, drawings: tuple[list[str], ...] = ()) -> list[Any]:
    """The queens of every placement on a board of 2x3."""
    return list(placements.placements(text, grid(2, 3), "queens", drawings, lambda queens, _: queens))


@pytest.mark.parametrize(
    "text",
    ["Q..\n..Q", "# a comment\n33", "0x21", '{"board": 33}', '{"board": "0x21", "queens": [[1, 2], [0, 0]]}'],
)
def test_placements(text: str) -> None:
    """Every form says the same placement, in reading order."""
    assert placed(text) == [((0, 0), (1, 2))]
    assert placed("a drawing", ([*"Q....Q"], [*"......"])) == [((0, 0), (1, 2)), ()]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty text: expected a solution"),
        ("# nothing", "found only comments: expected a solution"),
        ("\0", "line 1: this is not a text file of solutions: '\\x00', expected text"),
        ("\nQ..\n.Q", "line 3, column 3: found 2 cells, expected 3 as in the puzzle"),
        ("\nQ..", "line 2: found 1 row, expected 2 as in the puzzle"),
        ("64", "line 1: board has bit 6, outside the grid, expected bits 0 to 5 of 2x3 cells"),
        ("hello", "line 1: found 'hello', expected rows of '.' and 'Q', a board integer, or JSON"),
        ("9" * 5000, "line 1: found '999"),
        ("┌┐", "found no readable drawing of the puzzle's size"),
        ("[5]", 'line 1: found [5], expected an object with "queens" or "board"'),
        ('{"board": 1, "queens": []}', 'line 1: "queens" and "board" contradict each other'),
    ],
)
def test_bad_placements(text: str, message: str) -> None:
    """What was found, what was expected, and where."""
    (found,) = placed(text)
    assert str(found).startswith(message)


# puzzles


def test_puzzles() -> None:
    """Each piece with its notes, in it and above it; an error takes its notes along, notes alone are nothing."""

    def read(block: texts.Block) -> tuple[Any, ...]:
        if block.rows[0][1] == "bad":
            raise InputError("no")
        return *block.rows, *block.about(), block.at

    text = "# name: a\n# Goal: one\n\n# Goal: two\nx\n\n# name: b\nbad\n\n# plain\ny\nz\n\n# kind: k\n"
    first, bad, last = texts.puzzles(texts.blocks(text), read, "x", ("goal",))
    assert first == ((5, "x"), "a", {"goal": "two"}, {"name": 1, "goal": 4})
    assert str(bad) == "line 8: no"
    assert last == ((11, "y"), (12, "z"), "", {}, {})
    for text, line in (("", 1), ("\n# name: c\n", 2), ("\n\n# goal: c", 3)):
        (nothing,) = texts.puzzles(texts.blocks(text), read, "something")
        assert str(nothing) == f"line {line}: found no puzzle, expected something"
    *_, late = texts.puzzles(texts.blocks("x\n\n# goal: c"), read, "something", ("goal",))
    assert str(late) == "line 3: found no puzzle, expected something"


def test_rows_of_a_size() -> None:
    """Blanks around rows are nothing; the first wrong row is named."""
    rows = [(3, " ab"), (4, "cd ")]
    assert texts.same_width(rows) == texts.sized(rows, 2, 2) == ["ab", "cd"]
    for read, message in (
        (lambda: texts.same_width([*rows, (5, "  efg")]), "line 5, column 5: found 3 cells, expected 2 as in line 3"),
        (lambda: texts.sized(rows, 2, 3), "line 3, column 4: found 2 cells, expected 3 as in the puzzle"),
        (lambda: texts.sized(rows, 3, 2), "line 4: found 2 rows, expected 3 as in the puzzle"),
    ):
        with pytest.raises(InputError) as caught:
            read()
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("1.1\n\n...\n\n1.1\n", 1),
        ("1.1.\n....\n....\n\n1.1.\n", 1),
        ("2.2.\n....\n....\n\n....\n2.2.\n", 2),
        ("1.1\n...\n1.1\n\n1.1\n...\n1.1\n", 2),
        ("1.1\n\n# name: other\n1.1\n", 2),
    ],
)
@pytest.mark.parametrize("kind", ["hashi", "nurikabe"])
def test_a_blank_line_within_a_grid_is_told(kind: str, text: str, good: int) -> None:
    """It does not part a puzzle silently; whole puzzles, and those with a name, stand by themselves."""
    found = [item.error for item in read_text(text, kind=kind)]
    assert found.count(None) == good
    for error in filter(None, found):
        assert "the blank line above splits a grid" in error.message


def test_a_blank_line_within_a_board_of_queens_is_told() -> None:
    """Lines with a size are puzzles of their own."""
    first, second = read_text(".Q..\n\n...Q\n", kind="queens")
    assert first.puzzle and second.error and "splits a grid" in second.error.message  # noqa: PT018
    assert not any(item.error for item in read_text("8x8\n\n9x9\n", kind="queens"))
