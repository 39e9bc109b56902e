"""Bad input: one message that says where, what was found and what was expected; status 2; never a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import PUZZLES, SIX, SUMS, SUMS_REASON, Ran, run
from hypothesis import HealthCheck, given, settings, strategies as st

from satdnd.registry import KINDS

GOOD = {"kind": "dungeon", "name": "good", "rows": [1, 1], "columns": [1, 1], "monsters": [], "treasures": []}
DEEP = 100_000


def changed(**fields: Any) -> str:
    """A good JSON puzzle but for some fields."""
    return json.dumps({**GOOD, **fields})


# what, the bytes or text of a file, what stands behind the file's name in the message
TEXTS: list[tuple[str, str | bytes, str]] = [
    ("empty", "", ": the file is empty: expected a puzzle"),
    ("only blanks", " \n\n \t\n", ": the file is empty: expected a puzzle"),
    ("only comments", "# once\n# upon a time\n", ":1: found only comments, expected a puzzle"),
    ("no column counts", "1.M\n1.T\n", ":1:1: no column counts: found '1.M', expected .*"),
    ("only column counts", " 22\n", ":1: no rows: found only column counts, expected one line per row .*"),
    ("ragged, short", " 11\n1..\n1.\n", ":3:3: found .*1 cell.*, expected 2.*"),
    ("ragged, long", " 11\n1...\n1..\n", ":2:4: found .*3 cells, expected 2.*"),
    ("unknown cell", " 11\n1.x\n1..\n", ":2:3: .*'x', expected '.', '#', 'o', 'M' or 'T'"),
    ("unknown letter", " 11\n1.é\n1..\n", ":2:3: .*'é', expected '.', '#', 'o', 'M' or 'T'"),
    ("negative row count", " 11\n1..\n-1..\n", ":3:1: .*negative.*found '-1', expected 0 to 2.*"),
    ("negative column count", " 1 -1\n1 ..\n1 ..\n", ":1:4: .*negative.*found '-1', expected 0 to 2.*"),
    ("no row count", " 11\n..\n1..\n", ":2:1: .*row without a count.*, expected 0 to 2.*"),
    ("a letter for a count", " 1a\n1..\n1..\n", ":1:3: .*'a', expected 0 to 2.*"),
    ("a count of 5000 digits", f" 11\n{'9' * 5000}..\n1..\n", ":2:1: .*'9+[.]{3}9+', expected 0 to 2.*"),
    ("a picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ":1: not a text file: expected a puzzle in UTF-8"),
    ("NULs", b" 11\n1.\0.", ":2: this is a binary file: expected a puzzle as text"),
    ("invalid UTF-8", b" 11\n1..\n\xff\xfe", ":3: not a text file: expected a puzzle in UTF-8"),
    (
        "UTF-16 without its mark",
        " 11\n1..\n".encode("utf-16-le"),
        ":1: this is a binary file: expected a puzzle as text",
    ),
    ("control characters", " 11\n1.\x07\n1..\n", ":2:3: .*'.x07', expected text"),
    ("C, a count", "problem p = { .rows = { 1,9999999999 }, .columns = { 1,1 } };", ":1:9: .*9; .* 0 to 2, or unknown"),
    ("C, no end", "problem p = { .rows = { 1,1 }", ":1:9: .*found no '}' at its end, expected .*"),
    ("layout too long", "0x123456789abcdef012\n", ":1: layout has bit 68.*, expected bits 0 to 63.*"),
    ("JSON cut off", '{"kind": "dungeon"', ":1:19: invalid JSON: .*"),
    ("JSON, broken line", '{"kind": "dungeon",\n "rows": [1,}\n', ":2:13: invalid JSON: .*"),
    ("JSON, broken list", f"[\n{changed()},\n{changed()[:-1]}\n]", r":4:1: invalid JSON: .*"),
    ("JSON, a list of nothing", "[]", ":1: found an empty list, expected puzzles"),
    ("JSON, no object", "[null]", ":1: found null, expected a JSON object"),
    (
        "JSON, a list of lists",
        "[[1, 2]]",
        r":1: (no column counts: found '1 2', expected|this may be a puzzle of several kinds) .*",
    ),
    ("JSON, too deep", "[" * DEEP, ":1: invalid JSON: nested too deeply"),
    ("JSON, too deep and closed", "[" * DEEP + "]" * DEEP, ":1: invalid JSON: nested too deeply"),
    ("JSON, too deep inside", '{"kind":"dungeon","rows":' + "[" * DEEP, ":1: invalid JSON: nested too deeply"),
    ("JSON, a number of 5001 digits", '{"rows": [1' + "0" * 5000 + "]}", ":1: invalid JSON: .* thousands of digits"),
    ("JSON, no kind", '{"rows": [1]}', ':1: no "kind" .*expected one of dungeon.*, or the option --kind'),
    ("JSON, unknown kind", changed(kind="chess"), ":1: field \"kind\" is 'chess', expected one of dungeon.*"),
    ("JSON, long kind", changed(kind="x" * 9999), r":1: field \"kind\" is 'x+\.\.\.x+', expected one of dungeon.*"),
    ("JSON, wrong kind", changed(kind=[1]), r':1: field "kind" is \[1\], expected one of dungeon.*'),
    ("JSON, surrogate kind", changed(kind="\ud800"), r":1: field \"kind\" is '\\ud800', expected one of dungeon.*"),
    ("JSON, number for a name", changed(name=3), ':1: field "name" is 3, expected a string'),
    ("JSON, no rows", '{"kind": "dungeon", "columns": [1]}', ':1: the field "rows" is missing; found .*'),
    ("JSON, empty rows", changed(rows=[]), r":1: found 0 rows, expected 1 to 1000"),
    ("JSON, text for rows", changed(rows="11"), ":1: field \"rows\" is '11', expected a list .*"),
    ("JSON, text for a count", changed(rows=["1", 1]), r":1: row 1 has the count '1'; .* 0 to 2, or unknown"),
    ("JSON, negative count", changed(columns=[-1, 1]), r":1: column 1 has the count -1; .* 0 to 2, or unknown"),
    ("JSON, half a wall", changed(rows=[0.5, 1]), r":1: row 1 has the count 0.5; .* 0 to 2, or unknown"),
    ("JSON, true for a count", changed(rows=[True, 1]), r":1: row 1 has the count [Tt]rue; .* 0 to 2, or unknown"),
    ("JSON, infinity", changed(rows=[0, 1]).replace("0", "1e999"), r":1: row 1 has the count inf; .* 0 to 2, or .*"),
    ("JSON, not a number", changed(rows=[float("nan"), 1]), r":1: row 1 has the count nan; .* 0 to 2, or unknown"),
    ("JSON, 10**30 walls", changed(rows=[10**30, 1]), r":1: row 1 has the count 10+; .* 0 to 2, or unknown"),
    (
        "JSON, monster on treasure",
        changed(monsters=[[0, 1]], treasures=[[0, 1]]),
        r":1: cell r1c2 holds both a monster and a treasure",
    ),
    ("JSON, two monsters", changed(monsters=[[0, 1], [0, 1]]), r':1: field "monsters" holds \[0, 1\] twice'),
    (
        "JSON, a cell outside",
        changed(monsters=[[0, 0], [2, 0]]),
        r":1: field .monsters. holds \[2, 0\], expected .*row 0 to 1.*",
    ),
    ("JSON, a cell before", changed(treasures=[[0, -1]]), r":1: field .treasures. holds \[0, -1\], .*column 0 to 1"),
    ("JSON, half a cell", changed(monsters=[[0]]), r":1: field .monsters. holds \[0\], expected \[row, column\].*"),
    ("JSON, text for a cell", changed(monsters=["00"]), r":1: field .monsters. holds '00', expected \[row, column\].*"),
    ("JSON, a cell alone", changed(monsters=[0, 1]), r":1: field .monsters. holds 0, expected \[row, column\].*"),
    ("JSON, monsters null", changed(monsters=None), ':1: field "monsters" is (None|null), expected .*'),
    ("JSON, given too short", changed(given=["#."]), ":1: given has 1 row.*, expected 2 rows of 2 cells"),
    ("JSON, given too wide", changed(given=["#..", "..."]), ":1: given .*3 cells, expected 2 rows of 2 cells"),
    ("JSON, given unknown", changed(given=["#x", ".."]), ":1: given has 'x' in row 0, column 1, expected .*"),
]
IDS = [name for name, _, _ in TEXTS]


def one_message(ran: Ran, start: str) -> None:
    """Status 2, nothing on standard output, one line on standard error that matches."""
    assert "Traceback" not in ran.err
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("\n")
    assert re.fullmatch(f"satdnd: {start}", ran.err.rstrip("\n"))
    assert len(ran.err) < 400
    assert (ran.status, ran.out) == (2, "")


def process(*arguments: str | Path, stdin: bytes = b"") -> Ran:
    """``python -m satdnd ARGUMENTS`` as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "satdnd", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def written(directory: Path, content: str | bytes, name: str = "bad.dnd") -> Path:
    """A file with that content."""
    path = directory / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return path


@pytest.mark.parametrize(("content", "message"), [row[1:] for row in TEXTS], ids=IDS)
def test_bad_puzzle(content: str | bytes, message: str, tmp_path: Path) -> None:
    """Each bad file, named or through standard input: one message with its place, no file left."""
    path = written(tmp_path, content)
    one_message(run("solve", path), re.escape(str(path)) + message)
    one_message(run("convert", "--format", "text", path, "--output", tmp_path / "out"), re.escape(str(path)) + message)
    assert os.listdir(tmp_path) == ["bad.dnd"]
    one_message(run("show", "-", stdin=path.read_bytes()), "standard input" + message)
    one_message(run("verify", path, SIX), re.escape(str(path)) + message)


@pytest.mark.parametrize(("content", "message"), [row[1:] for row in TEXTS], ids=IDS)
def test_bad_puzzle_in_json(content: str | bytes, message: str, tmp_path: Path) -> None:
    """With --format json there is an error answer as well, with the same message."""
    path = written(tmp_path, content)
    ran = run("unique", "--format", "json", path)
    (answer,) = ran.answers
    assert (ran.status, answer["status"]) == (2, "error")
    assert set(answer) == {"name", "kind", "status", "message"}
    assert re.fullmatch(re.escape(str(path)) + message, answer["message"])
    assert ran.err == f"satdnd: {answer['message']}\n"


@pytest.mark.parametrize("name", ["empty", "ragged, long", "NULs", "JSON, too deep", "JSON, broken line"])
def test_bad_puzzle_in_a_process(name: str, tmp_path: Path) -> None:
    """The same through a real process."""
    content, message = TEXTS[IDS.index(name)][1:]
    path = written(tmp_path, content)
    one_message(process("solve", path, "--output", tmp_path / "out"), re.escape(str(path)) + message)
    assert os.listdir(tmp_path) == ["bad.dnd"]


def test_bad_one_in_a_json_list(tmp_path: Path) -> None:
    """In a JSON list, which has no lines to name, the message says which puzzle it was."""
    path = written(tmp_path, f"[{changed()}, {changed(rows=[-7, 1])}]", "many.json")
    ran = run("solve", path)
    assert ran.status == 2
    what = "row 1 has the count -7; with 2 cells in a row it must be a whole number from 0 to 2, or unknown"
    assert ran.err == f"satdnd: {path}:1: puzzle 2 of the list: {what}\n"


def test_sums_that_differ_are_no_error(tmp_path: Path) -> None:
    """Counts that do not add up are a puzzle without solution, for that reason: status 1."""
    ran = run("solve", "-", "--quiet", stdin=SUMS)
    assert ran == (1, f"sums: unsolvable ({SUMS_REASON})\n", "")
    assert run("solve", "-", stdin=" 111\n1...\n1...\n2...\n").status == 1
    answer = run("unique", "--format", "json", "-", stdin=changed(rows=[2, 2])).answers[0]
    assert (answer["status"], answer["reason"]) == (
        "unsolvable",
        "the row counts add up to 4 walls, the column counts to 2",
    )


def test_places_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a file as a directory, a directory without puzzles, a directory for a solution."""
    name = re.escape(str(tmp_path))
    one_message(run("solve", tmp_path / "no.dnd"), f"{name}/no.dnd: cannot be read: No such file or directory")
    one_message(run("solve", f"{SIX}/x"), f"{re.escape(SIX)}/x: cannot be read: Not a directory")
    one_message(run("solve", tmp_path), f"{name}: no puzzle files in this directory; their names end in .*[.]dnd.*")
    one_message(run("verify", SIX, tmp_path), f"{name}: cannot be read: Is a directory")
    one_message(run("show", SIX, tmp_path), f"{name}: cannot be read: Is a directory")
    one_message(run("verify", SIX, tmp_path / "no"), f"{name}/no: cannot be read: No such file or directory")
    one_message(run("solve", "x" * 300), "x{300}: cannot be read: File name too long")
    one_message(process("solve", tmp_path / "no.dnd"), f"{name}/no.dnd: cannot be read: No such file or directory")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_rights(tmp_path: Path) -> None:
    """A file that may not be read says so."""
    path = written(tmp_path, SUMS)
    path.chmod(0)
    one_message(run("solve", path), re.escape(f"{path}: cannot be read: Permission denied"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", ": empty text: expected a solution"),
        ("#.\n.#\n", ":1: grid has 2 rows.*, expected 6 rows of 6 cells"),
        ("#.....\n" * 5, ":1: grid has 5 rows.*, expected 6 rows of 6 cells"),
        ("#.....\n" * 5 + "#......\n", ":1: grid has 6 rows, row 5 has 7 cells, expected 6 rows of 6 cells"),
        ("0x1000000000\n", ":1: board has bit 36, outside the grid, expected bits 0 to 35 .*"),
        ("-1\n", ":1:1: .*expected.*"),
        ("[1]", r":1: grid .*, expected 6 rows of 6 cells"),
        ("{}", r":1: found {}, expected .*grid or board.*"),
        ('{"grid": 5}', ":1: grid is 5, expected 6 rows of 6 cells"),
        ('{"board": "zebra"}', ":1: board is 'zebra', expected an integer.*"),
        ('{"board": 1e999}', ":1: board is inf, expected an integer.*"),
        ('{"solutions": {"a": 1}}', ":1: found .*, expected .*"),
        ("{bad", ":1:2: invalid JSON: .*"),
        (b"\0\1", ":1: this is a binary file: expected a puzzle as text"),
        (b"\xff", ":1: not a text file: expected a puzzle in UTF-8"),
        ("[" * DEEP, ".*invalid JSON: .*"),
        ('{"board": 1' + "0" * 5000 + "}", ".*invalid JSON: .*"),
    ],
)
def test_bad_solution(content: str | bytes, message: str, tmp_path: Path) -> None:
    """A board that cannot be read, or of another size: one message with its place, for verify and for show."""
    path = written(tmp_path, content, "board.txt")
    one_message(run("verify", SIX, path), re.escape(str(path)) + message)
    one_message(run("show", SIX, path, "--output", tmp_path / "out"), re.escape(str(path)) + message)
    assert os.listdir(tmp_path) == ["board.txt"]
    many = written(tmp_path, f"{changed()}\n{changed()}\n", "many.jsonl")
    ran = run("verify", many, path)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err


USAGE = [
    ("solve",),
    ("solve", "--nonsense", SIX),
    ("solve", "--kind", "chess", SIX),
    ("solve", "--topology", "flat", SIX),
    ("solve", "--limit", "0", SIX),
    ("solve", "--limit", "many", SIX),
    ("solve", "--limit", "2", "--all", SIX),
    ("solve", "--timeout", "-1", SIX),
    ("solve", "--timeout", "soon", SIX),
    ("solve", "--format", "xml", SIX),
    ("solve", "--connectivity", "wireless", SIX),
    ("solve", "--compilation", "jit", SIX),
    ("verify", SIX),
    ("show",),
    ("show", SIX, SIX, SIX),
    ("nonsense",),
]


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_bad_usage(arguments: tuple[str, ...]) -> None:
    """What click refuses: the usage line and one error, status 2."""
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Usage: satdnd")
    assert len(re.findall("(?m)^Error: ", ran.err)) == 1
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("option", "known"),
    [("--solver", "cadical195"), ("--cardinality", "totalizer"), ("--way", "sat, backtrack")],
)
def test_unknown_names_come_with_the_known_ones(option: str, known: str) -> None:
    """A solver or an encoding that there is not: one message, for all puzzles, that lists those that there are."""
    ran = run("solve", option, "nonsense", SIX, SIX)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(f"satdnd: unknown .*'nonsense'; known: .*{known}.*\n", ran.err)
    assert process("solve", option, "nonsense", SIX) == ran


REFUSED = [
    ("sudoku", "--topology tree", "sudoku has no option 'topology'; these have: dungeon"),
    ("dungeon", "--steps 3", "dungeon has no option 'steps'; these have: klotski"),
    ("dungeon", "--way search", "dungeon has no search method 'search'; it has: sat, backtrack"),
    (
        "dungeon",
        "--way backtrack --cardinality totalizer",
        "'backtrack' does not use the cardinality 'totalizer'; these methods of dungeon do: sat",
    ),
    (
        "dungeon",
        "--way backtrack --solver minisat22",
        "'backtrack' does not use the solver 'minisat22'; these methods of dungeon do: sat",
    ),
    ("dungeon", "--compilation template --cardinality sortnetwrk", "a template counts with totalizer, not with"),
    ("dungeon", "--cardinality product", "dungeon has no cardinality 'product'; known: seqcounter, "),
    (
        "sudoku",
        "--connectivity planar",
        "sudoku has no choice of connectivity, found 'planar'; these kinds have: dungeon, hashi",
    ),
    (
        "inshi",
        "--cardinality totalizer",
        "inshi has no choice of cardinality, found 'totalizer'; these kinds have: dungeon, ",
    ),
    (
        "klotski",
        "--solver minisat22",
        "the search method 'search' does not use the solver 'minisat22'; no method of klotski does",
    ),
    (
        "klotski",
        "--cardinality totalizer",
        "the search method 'search' does not use the cardinality 'totalizer'; no method of klotski does",
    ),
    ("unattacked", "--way backtrack", "unattacked has no search method 'backtrack'; it has: search, sat, anneal"),
    ("queens", "--least 3", "queens has no option 'least'; these have: unattacked"),
]


@pytest.mark.parametrize(("kind", "flags", "message"), REFUSED, ids=[" ".join(row[:2]) for row in REFUSED])
def test_what_a_kind_cannot_honour_is_refused(kind: str, flags: str, message: str, tmp_path: Path) -> None:
    """Alone and among many: status 2, a line that says which kinds can; the others are answered."""
    one = written(tmp_path, PUZZLES[kind], f"one{KINDS[kind].suffixes[0]}")
    words = flags.split()
    ran = run("solve", *words, one)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(f"satdnd: .*{re.escape(message)}.*\n", ran.err)
    able = {"topology": "dungeon", "steps": "klotski", "least": "unattacked"}
    other = able.get(words[0][2:])
    if other:
        two = written(tmp_path, PUZZLES[other], f"two{KINDS[other].suffixes[0]}")
        words[1] = {"--steps": "9", "--least": "1"}.get(words[0], words[1])
        ran = run("solve", *words, one, two, "--format", "json")
        assert ran.status == 2
        assert [(a["kind"], a["status"]) for a in ran.answers] == [(kind, "error"), (other, "solved")]
        assert message in ran.answers[0]["message"]


def test_flags_of_other_commands() -> None:
    """An option of a kind that matters to one command alone is refused by the others, with its name."""
    ran = run("solve", "--technique", "hidden single", SIX)
    assert (ran.status, ran.out) == (2, "")
    assert "Error: --technique belongs to 'satdnd explain'\n" in ran.err
    ran = run("explain", "--technique", "hidden single", SIX)
    assert ran.err == "satdnd: 6x6 example: dungeon has no option 'technique'; these have: sudoku\n"


@pytest.mark.parametrize("command", ["solve", "unique", "forced", "diagnose", "explain", "export", "decode", "verify"])
def test_flags_of_kinds_in_every_command(command: str, tmp_path: Path) -> None:
    """Each refuses a dungeon's option for queens, and knows no option that no kind has."""
    puzzle = written(tmp_path, "4\n", "p.queens")
    more = [puzzle] if command in ("decode", "verify") else []
    ran = run(command, puzzle, *more, "--topology", "tree")
    assert (ran.status, ran.out) == (2, "")
    assert "queens has no option 'topology'; these have: dungeon" in ran.err or "no explanations" in ran.err
    ran = run(command, puzzle, *more, "--topologie", "tree")
    assert (ran.status, ran.out) == (2, "")
    assert "No such option '--topologie'. Did you mean '--topology'?" in ran.err.replace(": --", " '--")


def test_an_encoding_for_at_most_one_alone() -> None:
    """Pairwise counts to one only: dungeons do not have it, and say what they have."""
    ran = run("solve", "--cardinality", "pairwise", SIX)
    one_message(ran, ".*: dungeon has no cardinality 'pairwise'; known: .*totalizer.*")


@pytest.mark.parametrize("name", ["\ud800", "\u202e\u200f", "a\nb\tc", "\x1b]0;x\x07", "𐏿" * 50, " ", "%s{0}", "-"])
def test_odd_names(name: str, tmp_path: Path) -> None:
    """Any name a JSON file can hold passes through every command."""
    path = written(tmp_path, changed(name=name, rows=[2, 2], columns=[2, 2]) + "\n", "odd.jsonl")
    for command in ("solve", "unique", "forced", "convert", "show"):
        ran = run(command, path)
        assert (ran.status, ran.err) == (0, "")
        assert "\x1b" not in ran.out
    ran = run("solve", "--format", "json", path, "--output", tmp_path / "out")
    assert ran == (0, "", "")
    assert json.loads((tmp_path / "out").read_text(encoding="utf-8"))["name"] == name
    assert run("verify", path, tmp_path / "out").status == 0
    for style in ("text", "c"):
        assert run("convert", "--format", style, path).status == 0


def test_odd_file_names(tmp_path: Path) -> None:
    """A file name that is no UTF-8 is shown as well as can be."""
    path = os.fsencode(tmp_path) + b"/\xff.dnd"
    try:
        with open(path, "w") as file:
            file.write("0M\n")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    ran = process("solve", "--format", "json", os.fsdecode(path))
    assert (ran.status, "Traceback" in ran.err) == (2, False)
    Path(os.fsdecode(path)).write_text(" 1\n1.\n")
    assert process("solve", os.fsdecode(path)).status == 0
    assert process("solve", "--format", "json", os.fsdecode(path)).answers[0]["name"] == "\udcff"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(0, 3) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("kind", "name", "rows", "columns", "monsters", "treasures", "given", "other")


@pytest.mark.no_cover
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, ANYTHING)), st.sets(st.sampled_from(FIELDS)))
def test_any_json_in_every_field(fields: dict[str, Any], kept: set[str]) -> None:
    """Whatever stands in the fields: an answer or an error, never a traceback; what is read converts to JSON."""
    record = {**fields, **{field: GOOD[field] for field in kept if field in GOOD}}
    ran = run("solve", "--format", "json", "--timeout", "5", "-", stdin=json.dumps(record))
    assert ran.status in (0, 1, 2)
    (answer,) = ran.answers
    assert answer["status"] in ("solved", "unsolvable", "error")
    assert ("satdnd: " in errors(ran.err)) == (answer["status"] == "error")
    assert run("convert", "-", stdin=json.dumps(record)).status == (2 if ran.status == 2 else 0)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60) | st.text(' #.oMT0123?\n,x{}[]:"=;', max_size=60) | st.binary(max_size=40))
def test_any_text(text: str | bytes) -> None:
    """Whatever the file holds: no traceback, and an error is told on standard error."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    ran = run("convert", "-", stdin=data)
    assert ran.status in (0, 2)
    assert (ran.status == 2) == ("satdnd: " in errors(ran.err))


def errors(told: str) -> str:
    """Standard error without what was guessed."""
    return "".join(line for line in told.splitlines(keepends=True) if ": read as " not in line)


@settings(max_examples=100, deadline=None)
@given(ANYTHING)
def test_any_json_for_a_solution(value: Any) -> None:
    """Whatever stands for an answer: valid, invalid or an error, never a traceback."""
    for solution in (
        value,
        {"grid": value},
        {"board": value},
        {"solutions": value},
        {"name": "good", "solutions": value},
    ):
        ran = run("verify", "--format", "json", SIX, "-", stdin=json.dumps(solution))
        assert ran.status in (0, 1, 2)
        assert (ran.status == 2) == ("satdnd: " in ran.err)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["solve", "--colour", "x"], "'--colour'. A terminal gets colours, unless NO_COLOR is set"),
        (["generate", "--kind", "sudoku"], "'--kind'. The kind is an argument, not an option."),
        (["solve", "--tiemout", "3", "x"], "'--tiemout'. Did you mean '--timeout'?"),
        (["booklet", "x", "--output", "book.txt"], "book.txt: a booklet is a PDF, expected a name that ends in .pdf"),
    ],
)
def test_advice_is_never_far_off(arguments: list[str], told: str) -> None:
    """What is no option gets the nearest one only where that is near, or what stands in its place."""
    ran = subprocess.run(
        [sys.executable, "-m", "satdnd", *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert told in ran.stderr
    assert "--islands" not in ran.stderr
    assert "--solver" not in ran.stderr
