"""Loading: which kind a text is of, names, and puzzles that are there before the whole input is."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from satdnd import Solver
from satdnd.declaration.clues.givens import either
from satdnd.errors import InputError, UsageError
from satdnd.formats import loading, streams
from satdnd.formats.loading import read, read_text
from satdnd.formats.streams import LONGEST_LINE, read_file
from satdnd.formats.texts import try_read
from satdnd.kinds.sudoku.model import GIVENS, SIZES
from satdnd.registry import KINDS, NAMES

INSTANCES = Path(__file__).parents[2] / "instances"
GOOD = '{"kind": "dungeon", "name": "%s", "rows": [1], "columns": [1], "monsters": [], "treasures": []}\n'
BOX = "1223\n1223\n4556\n4786\n9..0\n"
SUDOKU = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
SPARSE = "2...3....\n.........\n.........\n.........\n3...4....\n.........\n.........\n.........\n.........\n"
ROWS = "".join(f"{SUDOKU[i : i + 9]}\n" for i in range(0, 81, 9))


def kinds(text: str, source: str = "standard input", kind: str | None = None) -> list[str]:
    """The kind of each puzzle; the message of each error."""
    return [item.error.message if item.error else item.puzzle.kind for item in read_text(text, source, kind)]


@pytest.mark.parametrize("source", ["standard input", "any.txt", "any"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"# goal: 2x2 at 3,1\n{BOX}", ["klotski"]),
        (f"# goal: 2x2 at 3,1\n{BOX}\n# goal: 5 at 0,0\n{BOX}", ["klotski", "klotski"]),
        (f"# kind: klotski\n\n# goal: 2x2 at 3,1\n{BOX}", ["klotski"]),
        (f"# Kind: hashi\n{SPARSE}", ["hashi"]),
        (f"# a comment\n# kind: sudoku\n\n# name: x\n{SPARSE}", ["sudoku"]),
        ("# kind: queens\n16\n17\n", ["queens", "queens"]),
        ("8x8 0,3\n9x9\n", ["queens", "queens"]),
        ("8x8 8\n8x8 9\n", ["unattacked", "unattacked"]),
        (f"{SUDOKU}\n" * 2, ["sudoku", "sudoku"]),
        ("..w.\n.b..\n....\n....\n", ["masyu"]),
        (". . .\n. 2s .\n. . .\n", ["yajilin"]),
        ("# 4\\ 3\\\n\\3 . .\n", ["kakuro"]),
        (" 11\n1.M\n1..\n", ["dungeon"]),
        (" " + "1" * 15 + "\n" + "1...............\n" * 15, ["dungeon"]),
        ("5x5\n6b2\n", ["23 cells are in no room, expected a room at r1c2"]),
        (ROWS.replace("9", "."), ["sudoku"]),
        (ROWS, ["sudoku"]),
        (ROWS.replace(".", "_"), ["sudoku"]),
        ("0x0beb80bf80e8c8df\n", ["dungeon"]),
        ("858921713934059743\n", ["dungeon"]),
    ],
)
def test_the_kind_is_told(text: str, expected: list[str], source: str) -> None:
    """By what a note says outright, by one line that can be nothing else, or by the first block."""
    assert kinds(text, source) == expected


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("2\n1\n2\n2\n1\n", "queens, inshi"),
        (SPARSE, "sudoku, hashi, nurikabe, akari"),
        ("2.3.1\n.....\n1.2.2\n", "nurikabe, slitherlink, akari"),
        ("2_3\n___\n1_2\n", "hashi, nurikabe, slitherlink"),
        ("2 0 0 1\n0 0 0 0\n0 0 2 0\n1 0 0 0\n", "sudoku, nurikabe, numberlink"),
        ("1..2\n....\n....\n3..4\n", "sudoku, hashi, nurikabe"),
    ],
)
def test_what_fits_several_kinds_is_refused(text: str, candidates: str) -> None:
    """With the candidates, and what would decide; and that does."""
    (message,) = kinds(text)
    assert message == (
        f"this may be a puzzle of several kinds ({candidates}); pass --kind NAME, or add the line '# kind: NAME'"
    )
    for name in candidates.split(", "):
        assert {*kinds(text, kind=name)} == {name}
        assert {*kinds(f"# kind: {name}\n{text}")} == {name}
        assert {*kinds(text, f"any.{name}")} == {name}


@pytest.mark.parametrize("kind", NAMES)
def test_every_kind_is_told_or_asked_about(kind: str) -> None:
    """From the text of its examples without the note, from JSON, which has to say it, and from links."""
    entry, texts = KINDS[kind], loading.texts_of(kind)
    own = [path.read_text("utf-8") for path in sorted((INSTANCES / kind).glob(f"*{entry.suffixes[0]}"))]
    for text in (loading.example_text(kind), *own):
        told = kinds(re.sub(r"(?m)^# kind:.*\n", "", text))[0]
        several = re.match(r"this may be a puzzle of several kinds [(](.*?)[)];", told)
        assert told == kind or (several and kind in several[1].split(", ")), told
    puzzle = next(read_text(loading.example_text(kind), kind=kind)).puzzle
    record = texts.to_json(puzzle)
    assert kinds(json.dumps(record)) == [kind]
    told = kinds(json.dumps(record | {"kind": None}))[0]
    several = re.match(r"this may be a puzzle of several kinds [(](.*?)[)];", told)
    assert told == kind or (several and kind in several[1].split(", ")), told
    for write in texts.foreign.written.values():
        written = try_read(write, puzzle)
        if isinstance(written, InputError):
            assert "cannot hold" in written.message
            continue
        (told,) = kinds(written)
        assert told == kind or (told.startswith("found a game ID of several games") and f"({kind})" in told)
        assert kinds(written, kind=kind) == [kind]


@pytest.mark.parametrize("text", ["hello world\nfoo\n", "2..\n.+.\n", "# kin: hashi\n2_3\n_Q+\n", "8x8 queens\n"])
def test_what_fits_no_kind_is_blamed_on_none(text: str) -> None:
    """No reader of one kind complains about it; what would decide is said, and decides."""
    expected = "not recognised as any puzzle format; if it is one, pass --kind NAME, or add the line '# kind: NAME'"
    assert kinds(text) == kinds(text, "any.txt") == [expected]
    assert kinds(text, kind="nurikabe") != [expected]


def test_a_sudoku_of_one_line_with_cells_too_few_or_too_many() -> None:
    """It can be meant as nothing else, and is told what is wrong."""
    expected = f"expected {GIVENS.lengths}, or a row of {either(SIZES)}"
    assert kinds(SUDOKU[:-1]) == [f"found 80 cells, {expected}"]
    assert kinds(f"# name: x\n{SUDOKU}..\n{SUDOKU[2:]}\n") == [f"found {n} cells, {expected}" for n in (83, 79)]
    assert "pass --kind" in kinds(f"{'9' + '.' * 79}\n" * 2)[0]


def test_notes_and_options_that_contradict() -> None:
    """--kind refuses the text of another kind, as in JSON; a note goes before an ending; an unknown kind is said."""
    assert kinds("# kind: hashi\n2_3\n", kind="sudoku") == ["found the kind 'hashi', expected 'sudoku' as --kind says"]
    assert kinds("# kind: hashi\n1_1\n", "any.sudoku") == ["hashi"]
    assert kinds("# kind: symmetric\n" + SUDOKU, "any.sudoku") == ["sudoku"]
    (message,) = kinds("# kind: chess\n8x8 8\n")
    assert message.startswith("found the kind 'chess', expected one of dungeon")
    (item,) = read_text("# kind: hashi\n# kind of: water\n1_1\n")
    assert item.puzzle.extra == {"kind of": "water"}


def test_a_note_begins_puzzles_of_another_kind() -> None:
    """Where it stands alone below a blank line; what is no kind, or stands among the rows, is a note of the puzzle."""
    text = f"# name: a\n1_1\n\n# name: b\n# kind: nurikabe\n2.\n..\n\n1.\n..\n\n# kind: sudoku\n{SUDOKU}\n{SUDOKU}\n"
    found = [*read_text(text)]

    assert [item.kind for item in found] == ["hashi", "nurikabe", "nurikabe", "sudoku", "sudoku"]
    assert [item.name for item in found[:3]] == ["a", "b", "text 3"]
    assert kinds(text, "any.hashi") == [item.kind for item in found]
    assert kinds("1_1\n\n# kind: easy\n2_2\n") == ["hashi", "hashi"]
    assert kinds(f"{SUDOKU}\n# kind: hashi\n{SUDOKU}\n") == ["sudoku", "sudoku"]
    (first, *_, last) = read_text("1_1\n\n\n# kind: nurikabe\n2.\n.x\n")
    assert first.kind == "hashi"
    assert last.error
    assert (last.error.line, last.error.column) == (6, 2)


def test_every_note_of_a_kind_is_held_against_the_option() -> None:
    """A puzzle of another kind is refused in its place, not read as one of this kind."""
    message = "found the kind 'nurikabe', expected 'hashi' as --kind says"
    assert kinds("1_1\n\n# kind: nurikabe\n2_\n__\n\n# kind: hashi\n2_2\n", kind="hashi") == ["hashi", message, "hashi"]


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("text", ["", "\n \n", "# a comment\r# another", "#\n\n#"])
def test_nothing_is_an_error(text: str, kind: str) -> None:
    """A text without a puzzle is an error, never no answer."""
    walled = {"akari", "battleships", "hidato", "kakuro", "lits", "norinori", "ripple"}
    walled |= {"starbattle", "suguru", "yajilin"}
    if kind in walled and text == "#\n\n#":
        text = "#!\n\n#!"  # bare signs are walls there
    (item,) = read_text(text, f"any.{kind}")
    assert item.error


@pytest.mark.parametrize(
    ("text", "source"),
    [("+---+---+\n|---|---|\n", "x.sudoku"), ("1x1 *", "x.unattacked"), ("[State]\n" + SUDOKU, "x.sdk")],
)
def test_frames_and_empty_tables_are_errors(text: str, source: str) -> None:
    """What looks like something and holds no puzzle."""
    (item,) = read_text(text, source)
    assert item.error


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD.replace('"rows"', '"rows": [0], "rows"'), "invalid JSON: found the field 'rows' twice in one object"),
        ('{"kind": "sudoku", "clues": {"a": 1, "a": 2}}', "invalid JSON: found the field 'a' twice"),
        ("[" * 100_000, "invalid JSON: nested too deeply"),
        ('{"kind": "dungeon", "rows": [' + "1" * 5000 + "]}", "invalid JSON: found a number of thousands of digits"),
    ],
)
def test_json_that_is_refused(text: str, message: str) -> None:
    """In its place and line; the puzzles around it are read."""
    items = [*read_text(f"{GOOD % 'a'}{text.strip()}\n{GOOD % 'b'}", "x.jsonl")]
    assert [item.name for item in items] == ["a", "x 2", "b"]
    assert items[1].error
    assert items[1].error.line == 2
    assert items[1].error.message.startswith(message)


PIECES = [
    "8x8",
    " 8",
    "*",
    "2_3",
    "2..",
    "Q",
    ".",
    "#",
    "# goal: a at 0,0",
    "# kind: ",
    "6b2",
    "0x1",
    "puzzle",
    ",",
    "|",
]
PIECES += [
    " 12",
    "1..",
    "{",
    "}",
    "[",
    '"a"',
    ":",
    "\n",
    "\n\n",
    "\r",
    " ",
    "-+-",
    "[Puzzle]",
    "#A x",
    SUDOKU,
    "9" * 5000,
]


@settings(deadline=None, max_examples=300)
@example(text="[" + "9" * 5000 + " x", kind=None)
@example(text='{"a": 1, "a": ' + "9" * 5000, kind=None)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3)).map("".join), st.sampled_from([None, *NAMES]))
def test_any_text(text: str, kind: str | None) -> None:
    """Whatever a text holds, it yields puzzles and errors with printable messages, at least one; so do solutions."""
    items = list(read_text(text, "standard input", kind))
    assert items
    for item in items:
        assert item.puzzle or str(item.error)
        if item.puzzle:
            texts_of = loading.texts_of(item.kind)
            assert list(texts_of.read_solutions(text, item.puzzle))
            (again,) = read_text(json.dumps(texts_of.to_json(item.puzzle)))
            assert again.puzzle == item.puzzle


@pytest.mark.parametrize(
    ("kind", "puzzles"),
    [("dungeon", 4), ("queens", 3), ("unattacked", 13), ("sudoku", 9), ("inshi", 2), ("hashi", 3), ("klotski", 1)],
)
def test_examples_of_the_formats(kind: str, puzzles: int) -> None:
    """What the help of a kind shows is read and can be solved; each line is at most 120 characters long, except
    links.
    """
    help_text = loading.texts_of(kind).help
    found = re.findall(r"(?m)(?:^    .*\n)+", help_text)
    items = [item for block in found for item in read_text(re.sub("(?m)^    ", "", block), "x", kind)]
    good = [item.puzzle for item in items if item.puzzle]
    assert len(good) == puzzles
    assert len(items) - len(good) == (kind == "klotski")  # a solution stands there as well
    assert {Solver().solve(puzzle).status for puzzle in good} == {"solved"}
    assert max(len(line) for line in help_text.split("\n") if not line.startswith("    https://")) <= 120


def test_names() -> None:
    """The stem for one, the stem and a number for several; own names stay."""
    nameless = GOOD.replace('"name": "%s", ', "")
    assert [item.name for item in read_text(nameless, "a/x.json")] == ["x"]
    assert [item.name for item in read_text(nameless + GOOD % "y" + nameless, "a/x.json")] == ["x 1", "y", "x 3"]
    assert [item.puzzle.name for item in read_text(nameless * 2)] == ["text 1", "text 2"]


def test_a_puzzle_before_bytes_that_are_no_text(tmp_path: Path) -> None:
    """It is read; then the error says where."""
    file = tmp_path / "x.sdm"
    file.write_bytes(SUDOKU.encode() + b"\n\xff\n")
    items = read(file)
    assert next(items).name == "x 1"
    with pytest.raises(InputError, match=r"x.sdm:2: not a text file: expected a puzzle in UTF-8"):
        next(items)


READER = """
import sys
from satdnd.formats.loading import read
for item in read(sys.argv[1], sys.argv[2] or None):
    print(item.name, item.error or item.kind, flush=True)
"""
FIRST_THEN_SECOND = [
    ("", GOOD % "a", GOOD % "b"),
    ("", '{"kind": "queens",\n "name": "a",\n "size": [4, 4]\n}\n', "\n" + GOOD % "b"),
    ("", SUDOKU + "\n", SUDOKU + "\n"),
    ("sudoku", "." * 81 + "\n", SUDOKU + "\n"),
    ("", "8x8 0,3\n", "8\n"),
    ("queens", "8x8 r1c1\n", "8\n"),
    ("queens", "8\n\n", "8x9\n"),
    ("queens", "4\n....\n..Q.\n....\n....\n\n", "8x9\n"),
    ("", "8x8 8\n", "5x5 3\n"),
    ("", " 12\n1..\n2..\n\n", " 12\n1..\n2..\n\n"),
    ("hashi", "2_3\n___\n1_2\n\n", "2_2\n"),
    ("", "# goal: a at 0,1\na.\n\n", "# goal: a at 0,1\na.\n"),
    ("", "2x2\n2r2\n2r2\n\n", "2x2\n2r2\n2r2\n"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "first", "second"), FIRST_THEN_SECOND)
def test_a_pipe_is_answered_while_it_is_open(kind: str, first: str, second: str) -> None:
    """Puzzle 1 is there before line 2 is written."""
    command = [sys.executable, "-c", READER, "-", kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(first)
        process.stdin.flush()
        told = process.stdout.readline().split()  # would wait for ever
        assert told[-1] in NAMES
        assert told[0] in ("a", "puzzle")
        process.stdin.write(second)
        process.stdin.close()
        assert process.stdout.readline().split()[-1] == (told[-1] if second.lstrip()[0] != "{" else "dungeon")
        assert process.stdout.read() == ""


def lines(text: str, times: int) -> Iterator[str]:
    """The lines of a text, again and again."""
    for _ in range(times):
        yield from text.splitlines(keepends=True)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("text", "source"),
    [
        (GOOD % "x", "-.jsonl"),
        ("{broken\n", "-.jsonl"),
        (f"{SUDOKU}\n", ""),
        ("8x8 0,3\n", ""),
        ("8x8 8\n", ""),
        (" 12\n1..\n2..\n\n", ""),
        ("0x0beb80bf80e8c8df\n", ""),
        ("2_3\n___\n1_2\n\n", "-.hashi"),
        ("# goal: a at 0,1\na.\n\n", ""),
        ("2x2\n2r2\n2r2\n", ""),
    ],
)
def test_many_lines_do_not_fill_the_memory(text: str, source: str) -> None:
    """Thousands of puzzles one after another leave nothing behind."""
    tracemalloc.start()
    try:
        for count, _ in enumerate(loading._puzzles(lines(text, 1_000), source, None)):
            if count == 300:
                tracemalloc.reset_peak()
                before, _ = tracemalloc.get_traced_memory()
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 999
    assert peak - before < 300_000


@pytest.mark.slow
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full"])
def test_a_device_is_no_text(device: str, tmp_path: Path) -> None:
    """By its name, by another one, and as standard input: said before anything is read; the empty one is empty."""
    other = tmp_path / "puzzle.dnd"
    other.symlink_to(device)
    message = "this is a device: expected a file or a pipe"
    for path in (device, other):
        for ask in (lambda path: list(read(path)), read_file):
            with pytest.raises(InputError) as caught:
                ask(path)
            assert str(caught.value) == f"{path}: {message}"
    command = [sys.executable, "-c", "from satdnd.cli import main; main()"]
    for words in (["solve", "-"], ["batch", "-"], ["solve", "/dev/stdin"], ["verify", "-", "/dev/null"]):
        with open(device, "rb") as stream:
            ran = subprocess.run([*command, *words], stdin=stream, capture_output=True, text=True)
        source = "/dev/stdin" if "/dev/stdin" in words else "standard input"
        assert (ran.returncode, ran.stderr) == (2, f"satdnd: {source}: {message}\n")
    assert read_file("/dev/null") == ""


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no names for open files")
def test_what_is_no_file_and_no_device_is_read(tmp_path: Path) -> None:
    """Named pipes, pipes that a shell gives a name, a terminal."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with ThreadPoolExecutor() as threads:
        written = threads.submit(fifo.write_text, GOOD % "a")
        assert [item.name for item in read(fifo)] == ["a"]
        written.result()
    out, into = os.pipe()
    os.write(into, (GOOD % "b").encode())
    os.close(into)
    assert [item.name for item in read(f"/dev/fd/{out}")] == ["b"]
    os.close(out)
    keyboard, terminal = pty.openpty()
    os.write(keyboard, (GOOD % "c").encode() + b"\4")
    assert [item.name for item in read(os.ttyname(terminal))] == ["c"]
    os.close(keyboard)
    os.close(terminal)


def test_a_line_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line has a limit."""
    assert LONGEST_LINE >= 1 << 20
    monkeypatch.setattr(streams, "LONGEST_LINE", 100)
    (tmp_path / "x").write_text("a\n" + "x" * 101)
    with pytest.raises(InputError, match="x:2: found a line of more than 100 bytes"):
        read_file(tmp_path / "x")


def test_a_kind_that_is_not_known() -> None:
    """A sentence, from the front door too."""
    with pytest.raises(UsageError, match="unknown kind 'chess'; known: dungeon, "):
        list(read_text("8", kind="chess"))


def test_closed_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sentence."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input: it is closed, expected a puzzle"):
        list(read("-"))


def test_lists_of_puzzles() -> None:
    """One document over many lines, and several on a line."""
    puzzle: dict[str, Any] = json.loads(GOOD % "x")
    items = [*read_text(json.dumps([puzzle, 5, puzzle], indent=1) + json.dumps([puzzle]))]
    assert [item.name for item in items] == ["x", "text 2", "x", "x"]
    assert str(items[1].error) == "text:1: puzzle 2 of the list: found 5, expected a JSON object"


@pytest.mark.parametrize(
    ("text", "source", "kind", "expected"),
    [
        (f"[Puzzle]\n{ROWS}", "any.sdk", None, ["sudoku"]),
        (f"[Puzzle]\n{ROWS}", "standard input", "sudoku", ["sudoku"]),
        ("[12]..\n...\n", "any.nurikabe", None, ["nurikabe"]),
        ("[12]\n .\n", "text", "nurikabe", ["nurikabe"]),
        (f"[{GOOD.strip()}]\n", "any.nurikabe", None, ["dungeon"]),
        (f"[\n{GOOD.strip()}\n]\n", "standard input", "dungeon", ["dungeon"]),
    ],
)
def test_brackets_are_not_always_json(text: str, source: str, kind: str | None, expected: list[str]) -> None:
    """SadMan's sections and nurikabe's numbers of two digits stand in brackets too."""
    assert kinds(text, source, kind) == expected


@pytest.mark.parametrize("source", ["x.jsonl", "standard input"])
@pytest.mark.parametrize("place", [0, 1, 3])
@pytest.mark.parametrize("broken", [
    "[1, 2", "[1, 2,", "[", "[[1, 2", '["abc', "[1 2]", '[{"a": [1,2}', '[{"kind": "queens"', f"[{GOOD.strip()},",
    '{"a": 1',
])  # fmt: skip
def test_a_broken_line_takes_no_other_with_it(broken: str, place: int, source: str) -> None:
    """It is one error at its line; those around it are answered, also where it is the first."""
    lines = [GOOD % name for name in "abcd"]
    lines.insert(place, broken + "\n")
    for lazily in (False, True):
        found = [loading.read_item(x) if x.text else x for x in loading._puzzles(lines, source, None, lazily)]
        assert [item.error.line if item.error else item.name for item in found] == [
            place + 1 if line.startswith(broken) else json.loads(line)["name"] for line in lines
        ]


def test_broken_lines_one_after_another() -> None:
    """Each is an error of its own, as soon as it is seen that lines are values; behind a list it is not."""
    text = "[1, 2\n{3\n[4\n" + GOOD % "a" + "[5\n"
    assert [x.error.line if x.error else x.name for x in read_text(text, "standard input")] == [1, 2, 3, "a", 5]
    pieces = "[\n" + (GOOD % "a").strip() + ",\n{,\n" + (GOOD % "b").strip() + "\n]\n"
    assert [x.error.line if x.error else x.name for x in read_text(pieces, "standard input")] == [3]
