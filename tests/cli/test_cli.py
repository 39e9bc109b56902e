"""The command line as docs/cli.md promises it: whole outputs, options, JSON fields, exit statuses, files, terminals."""

from __future__ import annotations

import fcntl
import io
import json
import os
import pty
import re
import stat
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from command_line import FREE, INSTANCES, NONE, PATH, PATH_BOARD, PUZZLES, SIX, SIX_BOARD, SUMS, SUMS_REASON, TWO, run

import satdnd
from satdnd.cli import COMMANDS, run as run_module
from satdnd.cli.output import Output
from satdnd.draw.picture import Panel
from satdnd.draw.terminal import render
from satdnd.engine.kind import kind_named, kind_of
from satdnd.engine.options import options_of
from satdnd.engine.settings import own_options
from satdnd.engine.solver import Solver
from satdnd.errors import SatdndError, UsageError
from satdnd.formats.loading import read_text
from satdnd.kinds.dungeon.model import Dungeon
from satdnd.registry import KINDS, NAMES, OTHER_NAMES, families, known_as
from satdnd.sat.session import solver_names
from satdnd.setter.parts import Generator


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """A function that writes a file in a fresh directory and gives its path."""

    def write(name: str, *texts: str) -> Path:
        path = tmp_path / name
        path.write_text("\n".join(texts), encoding="utf-8")
        return path

    return write


# what each command prints


def test_solve_prints_headline_and_board() -> None:
    """One puzzle: a line with the status and a remark, then the board; nothing on standard error."""
    assert run("solve", SIX) == (0, "6x6 example: solved (a tree)\n" + SIX_BOARD, "")


def test_unique_prints_the_only_solution() -> None:
    """A unique puzzle prints as in solve, under another word."""
    assert run("unique", SIX) == (0, "6x6 example: unique (a tree)\n" + SIX_BOARD, "")


def test_unique_shows_two_solutions_and_marks_where_they_differ() -> None:
    """Two boards side by side, crosses for walls and dots for open cells where they differ, and what that means."""
    status, out, err = run("unique", "-", stdin=TWO)
    frame = "   ? 1 ?         ? 1 ?\n  ┌──────┐      ┌──────┐\n"
    orders = [
        "? │M ╳╳╳╳│    ? │M ∙∙∙∙│\n? │∙∙∙∙M │    ? │╳╳╳╳M │\n",
        "? │M ∙∙∙∙│    ? │M ╳╳╳╳│\n? │╳╳╳╳M │    ? │∙∙∙∙M │\n",
    ]
    end = "  └──────┘      └──────┘\n╳╳ (wall), ∙∙ (open) = what differs\n"
    assert (status, err) == (1, "")
    assert out in [f"two: multiple\n{frame}{boards}{end}" for boards in orders]


def test_unsolvable_says_why_where_it_can() -> None:
    """Sums that differ are a reason in the headline; the puzzle as it was asked below; status 1."""
    asked = "   1 1\n  ┌────┐\n2 │· · │\n1 │· · │\n  └────┘\n"
    for command in ("solve", "unique", "forced"):
        assert run(command, "-", stdin=SUMS) == (1, f"sums: unsolvable ({SUMS_REASON})\n" + asked, "")
    for command in ("explain", "hint", "rate"):
        assert run(command, "-", stdin=SUMS).err.startswith("satdnd: 'satdnd diagnose' says why")
        assert run(command, "-", "--format", "json", stdin=SUMS).err == ""
    assert run("solve", "-", stdin=NONE) == (1, "none: unsolvable\n" + asked.replace("2 │", "1 │"), "")


def test_forced_prints_what_is_known() -> None:
    """Cells that are the same in both solutions of the puzzle: only the monsters; nothing is guessed."""
    board = "   ? 1 ?\n  ┌──────┐\n? │M · · │\n? │· · M │\n  └──────┘\n"
    status, out, err = run("forced", "-", stdin=TWO)
    assert (status, err) == (0, "")
    assert out.startswith("two: solved")
    assert out.endswith(board)


def test_forced_of_a_unique_puzzle_is_its_solution() -> None:
    """All cells are forced when there is one solution."""
    answer = run("forced", "--format", "json", SIX).answers[0]
    assert [line.replace(".", "?") for line in answer["forced"]] == [
        line.replace(".", "o") for line in (INSTANCES / "example-6x6.solution").read_text().split()
    ]


def test_verify_prints_valid_boards() -> None:
    """A right board: valid, with the remark, and drawn."""
    out = "6x6 example: valid (a tree)\n" + SIX_BOARD
    assert run("verify", SIX, INSTANCES / "example-6x6.solution") == (0, out, "")


def test_verify_lists_every_fault() -> None:
    """A wrong board: marked cells, and lines for each rule, of which many are cut short; status 1."""
    status, out, err = run("verify", SIX, "-", stdin="......\n" * 6)
    assert (status, err) == (1, "")
    assert out.startswith("6x6 example: invalid")
    rules = [line.split(":")[0].strip() for line in out.split("\n") if line.startswith("  ") and ": " in line]
    assert {"row-count", "column-count", "no-2x2", "monster-deadend"} <= set(rules)
    assert rules.count("row-count") == 4
    assert "  row-count: row 1 has 0 walls instead of 3\n" in out
    assert "  row-count: and 3 more like these (--format json has all)\n" in out
    assert "\n∙∙ (open), ! = a fault\n  row-count: " in out


def test_verify_faults_as_json() -> None:
    """Faults in JSON carry a rule, cells and a message."""
    ran = run("verify", "--format", "json", SIX, "-", stdin="......\n" * 6)
    answer = ran.answers[0]
    assert (ran.status, answer["status"], answer["name"], answer["kind"]) == (1, "invalid", "6x6 example", "dungeon")
    assert sum(fault["rule"] == "row-count" for fault in answer["faults"]) == 6
    for fault in answer["faults"]:
        assert set(fault) == {"rule", "cells", "message"}
        assert all(len(cell) == 2 and min(cell) >= 0 and max(cell) < 6 for cell in fault["cells"])
    assert answer["solutions"][0]["grid"] == ["......"] * 6


def test_show_draws_a_puzzle() -> None:
    """Counts, monsters, treasures; unknown cells as dots."""
    assert run("show", "-", stdin=TWO) == (0, "   ? 1 ?\n  ┌──────┐\n? │M · · │\n? │· · M │\n  └──────┘\n", "")


def test_show_draws_a_solution() -> None:
    """A puzzle with a solution is the board alone."""
    assert run("show", SIX, INSTANCES / "example-6x6.solution") == (0, SIX_BOARD, "")


def test_show_marks_the_faults_of_a_wrong_board() -> None:
    """What 'verify' calls a fault is marked, with a word that says so."""
    out = run("show", SIX, "-", stdin="......\n" * 6).out
    assert out.count("!") == 4 + 1  # three monsters, the treasure, the legend
    assert out.endswith("∙∙ (open), ! = a fault\n")


def test_show_marks_faults_under_the_topology_that_is_asked_for(file: Any) -> None:
    """Two pieces are none under ``local``."""
    pieces, board = file("pieces.dnd", " 111\n0M.M\n3...\n0M.M\n"), "...\n###\n...\n"
    assert "a fault" in run("show", pieces, "-", stdin=board).out
    assert "a fault" not in run("show", "--topology", "local", pieces, "-", stdin=board).out


def test_show_draws_many_puzzles_with_their_names(file: Any) -> None:
    """A file of two puzzles: each under its name, side by side where there is room."""
    ran = run("show", file("many.dnd", PATH, TWO))
    assert ran.status == 0
    assert ran.out.split("\n")[0].split() == ["path", "two"]
    assert ran.out.count("┌") == 2


def test_show_goes_on_after_a_bad_puzzle(file: Any) -> None:
    """One of three cannot be read: the others are drawn, it is told on standard error, the status is 2."""
    ran = run("show", file("many.dnd", PATH, "bogus\n", TWO))
    assert (ran.status, ran.out.count("┌")) == (2, 2)
    assert re.fullmatch(r"satdnd: \S*many\.dnd:6:1: .*expected.*\n", ran.err)


def test_show_svg(file: Any) -> None:
    """SVG is one document, also of several puzzles."""
    for puzzles, pictures in ((SIX, 1), (file("many.dnd", PATH, TWO), 2)):
        status, out, err = run("show", puzzles, "--format", "svg")
        assert (status, err) == (0, "")
        assert out.startswith("<svg ")
        assert out.endswith("</svg>\n")
        assert out.count('class="rule"') == pictures


def test_the_ending_of_the_output_is_its_format(file: Any, tmp_path: Path) -> None:
    """Where no --format is given."""
    begins = {"x.svg": "<svg ", "x.txt": "   4 1"}
    for name, begin in begins.items():
        assert run("show", SIX, "--output", tmp_path / name).status == 0
        assert (tmp_path / name).read_text().startswith(begin)
    begins = {"x.dnd": "# name", "x.c": "problem", "x.jsonl": "{", "x.json": "{", "x": "{"}
    for name, begin in begins.items():
        assert run("convert", SIX, "--output", tmp_path / name).status == 0
        assert (tmp_path / name).read_text().startswith(begin)
    assert run("convert", SIX, "--format", "c", "--output", tmp_path / "x.dnd").status == 0
    assert (tmp_path / "x.dnd").read_text().startswith("problem")
    assert run("generate", "dungeon", "--size", "4", "--seed", "1", "--output", tmp_path / "g.json").status == 0
    assert json.loads((tmp_path / "g.json").read_text())["kind"] == "dungeon"


def test_quiet_is_one_line_a_puzzle(file: Any) -> None:
    """No drawings; the summary stays."""
    ran = run("unique", "--quiet", file("many.dnd", PATH, TWO, SUMS))
    assert ran.out.splitlines() == [
        "path: unique (a tree)",
        "two: multiple",
        f"sums: unsolvable ({SUMS_REASON})",
        "3 puzzles: 1 unique, 1 multiple, 1 unsolvable",
    ]


def test_coordinates_number_the_margins() -> None:
    """Rows and columns from 1, as sentences name cells, opposite the counts."""
    lines = run("show", "--coordinates", SIX).out.splitlines()
    assert [line.split()[-1] for line in lines if "│" in line] == list("123456")
    assert lines[-1].split() == list("123456")


def test_convert_round_trip(file: Any) -> None:
    """Text to JSON to text gives the text back; the C form is one line."""
    ran = run("convert", file("many.dnd", PATH, TWO))
    assert ran.answers == [
        {
            "kind": "dungeon",
            "name": "path",
            "rows": [0, 2],
            "columns": [1, 1],
            "monsters": [[0, 0], [0, 1]],
            "treasures": [],
        },
        {
            "kind": "dungeon",
            "name": "two",
            "rows": [None, None],
            "columns": [None, 1, None],
            "monsters": [[0, 0], [1, 2]],
            "treasures": [],
        },
    ]
    assert run("convert", "--format", "text", "-", stdin=ran.out) == (0, f"{PATH}\n{TWO}", "")
    c = "problem p_path = { .monsters = 0x3, .treasures = 0x0, .rows = { 0,2 }, .columns = { 1,1 } };\n"
    assert run("convert", "--format", "c", "-", stdin=PATH) == (0, c, "")


def test_convert_tells_what_a_format_cannot_hold(file: Any) -> None:
    """A puzzle that the C form has no place for is an error with its name, the others are converted."""
    status, out, err = run("convert", "--format", "c", file("many.dnd", TWO, PATH))
    assert status == 2
    assert out.startswith("problem p_path")
    assert re.search("two: the count of .* is unknown", err)
    status, out, err = run("convert", "--format", "klingon", SIX)
    known = "json, text, c, dungeon-diagrams, kord, kord-old"
    assert (status, out, err) == (2, "", f"satdnd: unknown format 'klingon' for dungeon; known: {known}\n")


# options


def test_limit_and_all() -> None:
    """--limit stops in time and says so; --all finds each once and says that there are no more."""
    few = run("solve", "--limit", "3", "-", stdin=FREE)
    assert few.out.startswith("free: solved (3 solutions, there may be more)\n")
    assert few.out.count("┌") == 3
    every = run("solve", "--all", "-", stdin=FREE)
    number = every.out.count("┌")
    assert every.out.startswith(f"free: solved ({number} solutions, no others)\n")
    assert run("solve", "--limit", "1000", "-", stdin=FREE).out.split("\n")[0] == every.out.split("\n")[0]
    boards = [s["board"] for s in run("solve", "--all", "--format", "json", "-", stdin=FREE).answers[0]["solutions"]]
    assert len(boards) == len(set(boards)) == number > 3
    backtrack = run("solve", "--all", "--way", "backtrack", "--format", "json", "-", stdin=FREE)
    assert {s["board"] for s in backtrack.answers[0]["solutions"]} == set(boards)


def test_limit_with_one_solution_is_told_in_the_singular() -> None:
    """One solution is no "1 solutions"."""
    assert run("solve", "--all", "-", stdin=PATH).out.startswith("path: solved (1 solution, no others)\n")


@pytest.mark.parametrize("name", [*solver_names(), "auto", "g4", "cd19"])
def test_every_solver_finds_the_solution(name: str) -> None:
    """All solvers, by full and short names, agree on a puzzle with one solution."""
    assert run("unique", "--solver", name, SIX) == (0, "6x6 example: unique (a tree)\n" + SIX_BOARD, "")


@pytest.mark.parametrize("name", ["seqcounter", "sortnetwrk", "cardnetwrk", "totalizer", "mtotalizer", "kmtotalizer"])
def test_every_cardinality_finds_the_solution(name: str) -> None:
    """All encodings for every bound agree."""
    assert run("unique", "--cardinality", name, SIX).out == "6x6 example: unique (a tree)\n" + SIX_BOARD


def test_native_cardinality_where_the_solver_has_it() -> None:
    """Minicard counts by itself; Glucose cannot, which is told with those that can."""
    native = ("--cardinality", "native", "--solver")
    assert run("unique", *native, "minicard", SIX).out == "6x6 example: unique (a tree)\n" + SIX_BOARD
    status, out, err = run("unique", *native, "glucose4", SIX)
    assert (status, out) == (2, "")
    assert "'glucose4' has no native cardinality constraints" in err
    assert "minicard" in err


@pytest.mark.parametrize("compilation", ["auto", "direct", "template"])
@pytest.mark.parametrize("connectivity", ["lazy", "planar", "ordered"])
def test_every_compilation_finds_the_solution(compilation: str, connectivity: str) -> None:
    """Compilations and connectivity encodings agree, and JSON says which was used."""
    options = ("--compilation", compilation, "--connectivity", connectivity)
    answer = run("unique", *options, "--format", "json", SIX).answers[0]
    assert answer["status"] == "unique"
    assert answer["stats"]["method"] == "sat"
    assert answer["stats"]["compilation"] == ("direct" if compilation == "direct" else "template")


def test_topology_changes_the_question() -> None:
    """A loop is no tree, and two pieces only do locally."""
    ring = "# name: ring\n 010\n0...\n1...\n0...\n"
    assert run("solve", "-", stdin=ring).out.startswith("ring: solved (1 loop)")
    assert run("solve", "--topology", "tree", "-", stdin=ring).status == 1
    pieces = "# name: pieces\n 111\n0M.M\n3...\n0M.M\n"
    assert run("solve", "-", stdin=pieces).status == 1
    assert run("solve", "--topology", "local", "-", stdin=pieces).out.startswith("pieces: solved (2 pieces)")


def test_verify_obeys_topology(file: Any) -> None:
    """Two pieces are a fault unless the rule is local."""
    pieces, board = file("pieces.dnd", " 111\n0M.M\n3...\n0M.M\n"), "...\n###\n...\n"
    faults = run("verify", "--format", "json", pieces, "-", stdin=board).answers[0]["faults"]
    assert [fault["rule"] for fault in faults] == ["connected"]
    assert run("verify", "--topology", "local", pieces, "-", stdin=board).status == 0


def test_timeout_zero_is_undecided() -> None:
    """No time at all: undecided, status 3, in every command that solves."""
    for command in ("solve", "unique", "forced"):
        ran = run(command, "--timeout", "0", "--format", "json", SIX)
        assert (ran.status, ran.answers[0]["status"], ran.answers[0]["solutions"]) == (3, "undecided", [])
    ran = run("solve", "--timeout", "0", SIX)
    assert (ran.status, ran.err) == (3, "")
    assert re.fullmatch(r"6x6 example: undecided \(.* limit was reached\)\n", ran.out)
    assert run("solve", "--timeout", "0", "--way", "backtrack", SIX).status == 3
    assert run("solve", "--timeout", "60", SIX).status == 0


def test_kind_can_be_said_outright() -> None:
    """--kind does not change what is a dungeon anyhow."""
    assert run("solve", "--kind", "dungeon", SIX).status == 0
    assert (
        run("solve", "--kind", "dungeon", "-", stdin='{"rows":[1],"columns":[1],"monsters":[],"treasures":[]}')[0] == 0
    )


def test_json_answer_fields() -> None:
    """An answer has the fields that the contract names, and an integer board that is its grid."""
    ran = run("solve", "--format", "json", SIX)
    (answer,) = ran.answers
    assert (ran.status, ran.err) == (0, "")
    assert set(answer) == {"name", "kind", "status", "solutions", "complete", "seconds", "stats"}
    (solution,) = answer["solutions"]
    assert set(solution) == {"grid", "board", "tree", "loops"}
    assert (answer["name"], answer["kind"], answer["status"]) == ("6x6 example", "dungeon", "solved")
    assert (solution["tree"], solution["loops"]) == (True, 0)
    assert int(solution["board"], 16) == sum(1 << i for i, x in enumerate("".join(solution["grid"])) if x == "#")
    assert answer["seconds"] >= 0
    assert {"method", "solver", "variables", "clauses"} <= set(answer["stats"])


def test_json_status_words() -> None:
    """The words of the contract, with two solutions for multiple and a reason where there is one."""
    answers = run("unique", "--format", "json", SIX, "-", stdin="\n".join([TWO, SUMS, NONE])).answers
    assert [a["status"] for a in answers] == ["unique", "multiple", "unsolvable", "unsolvable"]
    assert [len(a["solutions"]) for a in answers] == [1, 2, 0, 0]
    assert answers[2]["reason"] == SUMS_REASON


def test_json_keeps_every_letter() -> None:
    """Names in any script come out as they went in, also over the line separators of Unicode and lone surrogates."""
    for name in ("пещера 洞窟 🐉", "a\u2028b\x85c", 'quote " back \\', "\ud800", "tab\tline\nend\x1b[31m"):
        record = {"kind": "dungeon", "name": name, "rows": [1], "columns": [1], "monsters": [], "treasures": []}
        lines = json.dumps(record, ensure_ascii=not name.isprintable()) + "\n"
        ran = run("solve", "--format", "json", "-", stdin=lines * 2)
        assert [a["name"] for a in ran.answers] == [name, name]
        again = run("convert", "-", stdin=run("convert", "-", stdin=lines * 2).out)
        assert [a["name"] for a in again.answers] == [name, name]
        text = run("solve", "-", stdin=lines).out
        assert "\x1b" not in text
        assert text.count("\n") == 5


# standard input, directories, many puzzles


def test_standard_input_has_a_name() -> None:
    """A nameless puzzle from standard input is called puzzle; several are counted."""
    nameless = PATH.split("\n", 1)[1]
    assert run("solve", "-", stdin=nameless).out.startswith("puzzle: solved")
    out = run("solve", "-", stdin=f"{nameless}\n{nameless}").out
    assert re.findall("(?m)^.*: solved", out) == ["puzzle 1: solved", "puzzle 2: solved"]


def test_a_nameless_puzzle_is_called_by_its_file(file: Any) -> None:
    """The file's name without its ending, and a number where there are several."""
    nameless = PATH.split("\n", 1)[1]
    assert run("solve", file("deep.dnd", nameless)).out.startswith("deep: solved")
    assert "deep 2: solved" in run("solve", file("deep.dnd", nameless, nameless)).out


def test_a_directory_is_all_its_puzzles(file: Any, tmp_path: Path) -> None:
    """Every puzzle file below it in the order of names, hidden ones and others left out; a summary at the end."""
    file("b.dnd", PATH)
    file("a.jsonl", '{"kind":"dungeon","name":"j","rows":[1],"columns":[1],"monsters":[],"treasures":[]}')
    file(".hidden.dnd", "rubbish")
    file("notes.md", "# no puzzle")
    (tmp_path / "sub").mkdir()
    file("sub/c.txt", TWO)
    ran = run("unique", tmp_path)
    assert ran.status == 1
    assert re.findall("(?m)^(.*): (?:unique|multiple)", ran.out) == ["j", "path", "two"]
    assert ran.out.endswith("3 puzzles: 2 unique, 1 multiple\n")


def test_the_course() -> None:
    """The published puzzles: six and the examples are unique, the three misprinted ones unsolvable."""
    ran = run("unique", *INSTANCES.glob("course-*.dnd"), *INSTANCES.glob("example-*.dnd"), INSTANCES / "misprinted")
    assert ran.status == 1
    assert ran.out.endswith("11 puzzles: 8 unique, 3 unsolvable\n")


def test_one_bad_among_many_text(file: Any) -> None:
    """The bad one is told on standard error with its line, the others are answered, the status is 2."""
    status, out, err = run("solve", file("many.dnd", PATH, "bogus\n", PATH))
    assert status == 2
    assert out.count("path: solved (a tree)\n" + PATH_BOARD) == 2
    assert out.endswith("3 puzzles: 2 solved, 1 error\n")
    assert re.fullmatch(r"satdnd: \S*many\.dnd:6:1: .*expected.*\n", err)


def test_one_bad_among_many_json(file: Any) -> None:
    """In JSON the bad one is an error answer in its place, with the message."""
    good = run("convert", "-", stdin=PATH).out
    path = file("many.jsonl", good.strip(), "{bad", '{"kind": "dungeon", "name": "x"}', good)
    ran = run("unique", "--format", "json", path)
    assert ran.status == 2
    assert [(a["name"], a["status"]) for a in ran.answers] == [
        ("path", "unique"),
        ("many 2", "error"),
        ("x", "error"),
        ("path", "unique"),
    ]
    for answer, line in ((ran.answers[1], 2), (ran.answers[2], 3)):
        assert set(answer) == {"name", "kind", "status", "message"}
        assert answer["message"].startswith(f"{path}:{line}")
        assert f"satdnd: {answer['message']}\n" in ran.err


def test_one_bad_file_among_many(file: Any, tmp_path: Path) -> None:
    """A file that is missing or no text does not keep the others from being answered, named or in a directory."""
    good = file("z.dnd", PATH)
    ran = run("solve", "--format", "json", tmp_path / "missing.dnd", good)
    assert (ran.status, [a["status"] for a in ran.answers]) == (2, ["error", "solved"])
    (tmp_path / "a.dnd").write_bytes(b"\0\1\2")
    (tmp_path / "b.dnd").write_bytes(b"\xff\xfe\xfd")
    ran = run("solve", "--format", "json", tmp_path)
    assert (ran.status, [a["status"] for a in ran.answers]) == (2, ["error", "error", "solved"])
    assert [a["name"] for a in ran.answers] == ["a", "b", "path"]


def test_answers_piped_into_verify(file: Any) -> None:
    """Answers as JSON are told apart by name, also out of order; what has no board is told and left out."""
    puzzles = file("many.dnd", PATH, TWO, SUMS)
    solved = run("solve", "--format", "json", puzzles)
    assert solved.status == 1
    backwards = "".join(reversed(solved.out.splitlines(keepends=True)))
    for answers in (solved.out, backwards):
        ran = run("verify", "--format", "json", puzzles, "-", stdin=answers)
        assert {(a["name"], a["status"]) for a in ran.answers} == {("path", "valid"), ("two", "valid")}
        assert ran.status == 0
        assert re.fullmatch(r"satdnd: standard input:[13]: sums has no board to verify\n", ran.err)


@pytest.mark.parametrize("option", ["--all", "--coordinates"])
def test_drawn_answers_piped_into_verify(option: str, file: Any) -> None:
    """As in JSON: told apart by the names in the headlines; a broken one does not stop the others."""
    puzzles = file("many.dnd", PATH, TWO, SUMS)
    told = run("solve", option, puzzles).out
    ran = run("verify", "--format", "json", puzzles, "-", stdin=told)
    assert [(a["name"], a["status"]) for a in ran.answers] == [
        ("path", "valid"),
        *[("two", "valid")] * (2 if option == "--all" else 1),
    ]
    assert (ran.status, "sums has no board to verify" in ran.err) == (0, True)
    broken = told.replace("└────┘", "", 1)
    ran = run("verify", "--format", "json", puzzles, "-", stdin=broken)
    assert (ran.status, ran.answers[0]["status"], ran.answers[1]["status"]) == (2, "error", "valid")
    assert run("verify", puzzles, "-", stdin=told.replace("two:", "too:")).err.startswith("satdnd: standard input:")


def test_verify_many_boards(file: Any) -> None:
    """Each board of each file, valid or not, is judged; one that cannot be read does not stop the others."""
    puzzle = file("two.dnd", TWO)
    boards = file("boards.txt", ".##\n...\n", "...\n##.\n", "###\n###\n", "##\n")
    ran = run("verify", "--format", "json", puzzle, boards)
    assert [a["status"] for a in ran.answers] == ["valid", "valid", "invalid", "error"]
    assert ran.status == 2
    answers = file("answers.jsonl", run("unique", "--format", "json", puzzle).out)
    assert [a["status"] for a in run("verify", "--format", "json", puzzle, answers).answers] == ["valid", "valid"]
    board = file("board.txt", json.loads(answers.read_text())["solutions"][0]["board"])
    assert run("verify", puzzle, board).status == 0


def test_verify_needs_names_for_many_puzzles(file: Any) -> None:
    """A bare grid does not say which of two puzzles it solves."""
    status, out, err = run("verify", file("many.dnd", PATH, TWO), "-", stdin="..\n##\n")
    assert (status, out) == (2, "")
    assert err.startswith("satdnd: standard input:1: 2 puzzles, and this line does not say which one it solves")


# exit statuses


@pytest.mark.parametrize(
    ("statuses", "expected"),
    [
        ("solved unique valid", 0),
        ("solved undecided", 3),
        ("undecided unsolvable", 1),
        ("undecided multiple unique", 1),
        ("invalid valid", 1),
        ("undecided unsolvable error", 2),
        ("error", 2),
        ("", 0),
    ],
)
def test_exit_status_is_the_first_that_applies(statuses: str, expected: int) -> None:
    """2 before 1 before 3 before 0."""
    output = Output(None, "json")
    output.statuses.update(statuses.split())
    assert output.exit_status == expected


def test_exit_status_of_mixed_answers() -> None:
    """The same through whole commands: time is up for one puzzle, another is contradictory, a third is bad."""
    timeout = ("solve", "--timeout", "0", "-")
    assert run(*timeout, stdin=PATH).status == 3
    assert run(*timeout, stdin="\n".join([PATH, SUMS])).status == 1
    assert run(*timeout, stdin="\n".join([PATH, SUMS, "bogus\n"])).status == 2


def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException) -> None:
    """Compiling the puzzle of that name fails."""
    search = Solver.search

    def broken(self: Solver, asked: Any, **more: Any) -> Any:
        if asked.puzzle.name == name:
            raise error
        return search(self, asked, **more)

    monkeypatch.setattr(Solver, "search", broken)


@pytest.mark.parametrize("style", ["text", "json"])
def test_one_error_among_many_goes_on_and_keeps_the_output(
    style: str, file: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A puzzle that this question is refused for, or that fails in a new way: an error in its place, status 2."""
    records = [
        {"kind": "klotski", "name": "k", "board": ["ab", "ab"], "goal": {"piece": "a", "at": [0, 1]}},
        {"kind": "dungeon", "name": "broken", "rows": [0], "columns": [0], "monsters": [], "treasures": []},
        {"kind": "queens", "name": "q", "size": [1, 1], "given": []},
    ]
    puzzles, out = file("all.jsonl", *map(json.dumps, records)), tmp_path / "out"
    failing(monkeypatch, "broken", SatdndError("no luck"))
    ran = run("forced", "--format", style, "--output", out, puzzles)
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "satdnd: k: klotski has no forced cells: a solution is a list of moves",
        "satdnd: broken: no luck",
    ]
    text = out.read_text(encoding="utf-8")
    if style == "json":
        assert [json.loads(line)["status"] for line in text.splitlines()] == ["error", "error", "solved"]
    else:
        assert text.startswith("q: solved")
        assert text.endswith("3 puzzles: 2 error, 1 solved\n")


def test_interrupt_keeps_what_was_answered(file: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C at the second puzzle: 130, one line on standard error, the first answer in the file."""
    puzzles, out = file("many.dnd", PATH, TWO, PATH), tmp_path / "out.jsonl"
    out.write_text("precious")
    failing(monkeypatch, "two", KeyboardInterrupt())
    status, said, err = run("solve", "--format", "json", "--output", out, puzzles)
    assert (status, said) == (130, "")
    assert [line for line in err.splitlines() if line] == [  # an empty one ends what a terminal shows as ^C
        "satdnd: out.jsonl is unchanged; the answers so far are in out.jsonl.part",
        "satdnd: interrupted",
    ]
    assert out.read_text() == "precious"
    assert [json.loads(line)["name"] for line in Path(f"{out}.part").read_text().splitlines()] == ["path"]
    assert sorted(os.listdir(tmp_path)) == ["many.dnd", "out.jsonl", "out.jsonl.part"]
    assert run("solve", puzzles).out == "path: solved (a tree)\n" + PATH_BOARD


# files


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """A umask for a while."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    "command",
    [
        ("solve", SIX),
        ("unique", "--format", "json", SIX),
        ("forced", SIX),
        ("verify", SIX, str(INSTANCES / "example-6x6.solution")),
        ("convert", SIX),
        ("show", SIX, "--format", "svg"),
    ],
    ids=lambda command: command[0],
)
def test_output_is_what_would_be_printed(command: tuple[str, ...], tmp_path: Path) -> None:
    """--output says nothing else, leaves one file, and obeys the umask."""
    out = tmp_path / "out"
    with umask(0o027):
        assert run(*command, "--output", out) == (0, "", "")
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["out"]
    steady = re.compile(r'"seconds": [\d.e-]+')
    assert steady.sub("", out.read_text(encoding="utf-8")) == steady.sub("", run(*command).out)


@pytest.mark.parametrize(
    "command",
    [
        ("solve", "--solver", "nope", SIX),
        ("solve", "--limit", "1", "--all", SIX),
        ("solve", "--topology", "flat", SIX),
        ("solve", "nowhere.dnd"),
        ("forced", "--cardinality", "nope", SIX),
        ("verify", SIX, "nowhere.txt"),
        ("convert", "--format", "nope", SIX),
        ("show", "nowhere.dnd"),
        ("show", SIX, "nowhere.txt"),
    ],
)
def test_a_failure_leaves_an_existing_file_alone(command: tuple[str, ...], tmp_path: Path) -> None:
    """Bad usage or input: status 2, the old content stays, nothing is left beside it; and no new file is made."""
    old, new = tmp_path / "old", tmp_path / "new"
    old.write_text("precious")
    for out in (old, new):
        ran = run(*command, "--output", out)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.strip()
    assert os.listdir(tmp_path) == ["old"]
    assert old.read_text() == "precious"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ZeroDivisionError("oh"), r"a bug in satdnd: ZeroDivisionError: oh \(at test_cli\.py:\d+\)"),
        (EOFError("short"), r"a bug in satdnd: EOFError: short \(at test_cli\.py:\d+\)"),
        (RecursionError("deep"), r"a bug in satdnd: RecursionError: deep \(at test_cli\.py:\d+\)"),
    ],
)
def test_a_bug_leaves_an_existing_file_alone(
    error: Exception, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any exception in the middle: one line and status 2, never 1; the file is as it was."""
    failing(monkeypatch, "6x6 example", error)
    out = tmp_path / "out"
    out.write_text("precious")
    ran = run("solve", SIX, "--output", out)
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(f"satdnd: {message}\n", ran.err.lstrip("\n"))  # click ends the line that EOFError cut off
    assert (os.listdir(tmp_path), out.read_text()) == (["out"], "precious")


@pytest.mark.parametrize("style", ["text", "json"])
def test_names_do_not_turn_terminals_around(style: str, file: Any) -> None:
    """A note of a file may hold anything; nothing of it is obeyed."""
    record = json.loads(run("convert", "--format", "json", file("plain.dnd", PATH)).out)
    puzzle = file("odd.json", json.dumps(record | {"name": "x\x9b31m\u202ey\u200f\x9d"}))
    for command in (["convert", "--format", style], ["solve", "--format", style], ["show", "--format", "text"]):
        told = run(*command, puzzle)
        assert told.status == 0
        assert not {*"\x9b\x9d\u202e\u200f"} & {*told.out, *told.err}
    assert "31m\\u202ey\\u200f" in run("convert", "--format", style, puzzle).out


def test_a_traceback_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """``--traceback`` before the command shows the whole way of a bug; without it there is one line."""
    failing(monkeypatch, "6x6 example", ZeroDivisionError("oh"))
    assert len(run("solve", SIX).err.splitlines()) == 1
    *trace, last = run("--traceback", "solve", SIX).err.splitlines()
    assert trace[0] == "Traceback (most recent call last):"
    assert "ZeroDivisionError: oh" in trace
    assert last.startswith("satdnd: a bug in satdnd: ZeroDivisionError: oh (at test_cli.py:")


def test_a_bug_in_the_middle_leaves_a_part(file: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was answered before stays answered, beside the old file."""
    failing(monkeypatch, "two", ZeroDivisionError("oh"))
    out = tmp_path / "out"
    assert run("solve", file("many.dnd", PATH, TWO), "--output", out).status == 2
    assert (tmp_path / "out.part").read_text(encoding="utf-8").startswith("path: solved")
    assert not out.exists()


def test_no_memory_is_an_error_of_one_puzzle(file: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """MemoryError while one puzzle is worked on: told, status 2, and the others are answered."""
    failing(monkeypatch, "path", MemoryError())
    ran = run("solve", file("many.dnd", PATH, TWO))
    assert ran.status == 2
    assert ran.err == "satdnd: path: the machine ran out of memory\n"
    assert ran.out.startswith("two: solved")


def test_output_to_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    """A directory that is not there, or a directory itself: one message, status 2."""
    status, out, err = run("solve", SIX, "--output", tmp_path / "no" / "out")
    assert (status, out) == (2, "")
    assert err == f"satdnd: cannot write {tmp_path / 'no' / 'out'}: No such file or directory\n"
    assert run("solve", SIX, "--output", tmp_path).status == 2


def test_output_to_a_link_and_to_a_device(tmp_path: Path) -> None:
    """A link stays a link, and a device is written, not replaced; a full one is told."""
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    assert run("solve", SIX, "--output", link).status == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").endswith(SIX_BOARD)
    assert run("solve", SIX, "--output", os.devnull) == (0, "", "")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)
    assert run("solve", SIX, "--output", "/dev/full") == (
        2,
        "",
        "satdnd: cannot write /dev/full: No space left on device\n",
    )


# standard error


def test_verbose_tells_statistics_on_standard_error() -> None:
    """One line for each puzzle; the answer itself is the same."""
    status, out, err = run("solve", "--verbose", SIX)
    assert (status, out) == (0, "6x6 example: solved (a tree)\n" + SIX_BOARD)
    assert re.fullmatch(r"6x6 example: [\d.]+ ms; method sat, compilation template, .*variables \d+, .*\n", err)
    assert "nodes" in run("solve", "--verbose", "--way", "backtrack", SIX).err


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.mark.parametrize("terminal", [True, False])
def test_progress_waits_for_a_second(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line in the first second of a puzzle, then its name and how many are done; never where it is no terminal."""
    stream = Terminal() if terminal else io.StringIO()
    timers: list[Any] = []

    class Timer:
        """One that waits to be told."""

        def __init__(self, seconds: float, show: Any, arguments: list[int]) -> None:
            assert seconds == run_module.PROGRESS_AFTER
            self.show, self.cancelled = (lambda: show(*arguments)), False
            timers.append(self)

        def start(self) -> None:
            """Nothing is measured."""

        def cancel(self) -> None:
            """It will not be told."""
            self.cancelled = True

    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(run_module.threading, "Timer", Timer)
    with run_module.Progress() as progress:
        progress.at("first")
        progress.pause()
        progress.at("second")
        assert stream.getvalue() == ""
        assert [timer.cancelled for timer in timers] == ([True, False] if terminal else [])
        for timer in timers[:1]:  # it went off while it was cancelled
            timer.show()
        assert stream.getvalue() == ""
        for timer in timers[1:]:
            timer.show()
        progress.pause()
    if terminal:
        assert "puzzle second, 1 done" in stream.getvalue()
        assert all(timer.cancelled for timer in timers)
    else:
        assert stream.getvalue() == ""


# terminals


def in_terminal(code: str, *, both: bool, **environment: str) -> tuple[str, str]:
    """Run Python *code* with standard error (and output, if *both*) in a terminal of 80 columns: (output, terminal)."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES", "FORCE_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        stdout=follower if both else subprocess.PIPE,
        stderr=follower,
        env={**clean, "TERM": "xterm-256color", **environment},
    )
    os.close(follower)
    seen = b""
    try:
        while chunk := os.read(leader, 65536):
            seen += chunk
    except OSError:  # what Linux says when the last follower is closed
        pass
    os.close(leader)
    out = process.communicate()[0]
    return (out or b"").decode(), seen.decode().replace("\r\n", "\n")


def test_colour_only_on_a_terminal() -> None:
    """Colours on a terminal, none with NO_COLOR, and the text below them is the same as in a file."""
    code = f"from satdnd.cli import main; main(['solve', {SIX!r}])"
    coloured, plain = (in_terminal(code, both=True, **e)[1] for e in ({}, {"NO_COLOR": "1"}))
    bare = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    bare, plain = (text[text.rindex("6x6 example: ") :] for text in (bare, plain))  # behind progress, if it was slow
    assert "\x1b[" in coloured
    assert plain == "6x6 example: solved (a tree)\n" + SIX_BOARD
    assert [line.rstrip() for line in bare.split("\n")] == [line.rstrip() for line in plain.split("\n")]


SLOWLY = f"""
import time
import satdnd.cli.run as run
from satdnd.engine.solver import Solver
from satdnd.cli import main
run.PROGRESS_AFTER = 0.0
search = Solver.search
Solver.search = lambda self, asked, **more: (time.sleep(0.5), search(self, asked, **more))[1]
main(['solve', *[{SIX!r}] * 3])
"""
"""Three puzzles, each of which takes half a second, and a progress line at once."""


@pytest.mark.slow
def test_progress_on_a_terminal_and_answers_in_a_pipe() -> None:
    """Progress goes to the terminal, answers to the pipe, clean."""
    out, terminal = in_terminal(SLOWLY, both=False)
    assert out == ("6x6 example: solved (a tree)\n" + SIX_BOARD) * 3 + "3 puzzles: 3 solved\n"
    assert re.search(r"puzzle 6x6 example, [12] done", terminal)


@pytest.mark.slow
def test_progress_and_answers_on_one_terminal() -> None:
    """On one terminal the progress line gives way to every answer."""
    seen = in_terminal(SLOWLY, both=True, NO_COLOR="1")[1]
    for line in SIX_BOARD.rstrip().split("\n"):
        assert len(re.findall(f"(?m)(?:^|\r|\x1b\\[2K){re.escape(line)}$", seen)) == 3


@pytest.mark.parametrize("width", [1, 9, 10, 35, 36])
def test_pictures_fit_into_80_columns(width: int) -> None:
    """Up to 36 columns of cells, with counts of two digits, no line is longer than a terminal is wide."""
    puzzle = Dungeon(rows=(width,) * 36, columns=(36,) * width)
    lines = render(kind_of(puzzle).picture(puzzle), columns=80).split("\n")
    assert max(map(len, lines)) <= 80
    assert len(lines) == 36 + 2 + 2
    assert len({len(line) for line in lines if line.endswith("│")}) == 1


@pytest.mark.parametrize("width", [15, 18, 20, 36])
def test_two_pictures_fit_into_80_columns(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two solutions stand side by side while that fits, and one under the other where it does not."""
    monkeypatch.setenv("COLUMNS", "80")
    puzzle = "# name: wide\n " + "?" * width + "\n" + ("?" + "." * width + "\n") * 3
    ran = run("unique", "-", stdin=puzzle)
    lines = ran.out.split("\n")
    assert ran.status == 1
    assert max(map(len, lines)) <= 80
    assert lines[2].count("┌") == (2 if 2 * (2 * width + 4) + 4 <= 80 else 1)


def test_help_fits_into_80_columns() -> None:
    """Help for everything, in English sentences, at most 80 columns wide."""
    for arguments in (["--help"], *([name, "--help"] for name in COMMANDS)):
        status, out, err = run(*arguments)
        assert (status, err) == (0, "")
        assert max(map(len, out.split("\n"))) <= 80
        assert out.startswith("Usage: satdnd")
        assert arguments[0] not in COMMANDS or run("help", arguments[0]).out == out


def test_help_is_of_what_the_command_and_the_kind_can_use() -> None:
    """In groups, --format and --output first; options of other kinds and choices that a kind has not are left out."""
    out = run("diagnose", "--help").out
    assert len(out.split("\n")) < 60
    assert re.findall(r"(?m)^  (--\w+)", out)[:3] == ["--format", "--output", "--edits"]
    assert re.findall(r"(?m)^(\w+)[^:]*:$", out) == ["Options", "Output", "Solver", "Options"]
    assert ("--way" in out, "--topology (dungeon)" in out) == (False, True)
    sudoku, dungeon = (run("unique", "--kind", kind, "--help").out for kind in ("sudoku", "dungeon"))
    assert not any(flag in sudoku for flag in ("--connectivity", "--topology", "--steps"))
    assert "Options of dungeon:\n  --topology [connected|tree|local]" in dungeon
    assert "--steps" not in dungeon
    assert "Requirements:" in run("generate", "sudoku", "--help").out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize("kind", NAMES)
def test_a_terminal_without_box_characters(kind: str, encoding: str) -> None:
    """Where the encoding has no box characters, every kind is drawn in characters that it has; JSON is escaped."""
    (item,) = read_text(PUZZLES[kind], kind=kind)
    output = Output(None, "text")
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
    output._stream = stream
    output.write(output.draw_panels([Panel("title é", kind_of(item.puzzle).picture(item.puzzle))]))
    output.write_json({"name": "é🐉"})
    drawing, record = stream.buffer.getvalue().decode(encoding).rstrip("\n").rsplit("\n", 1)  # type: ignore[attr-defined]
    assert "\\u" not in drawing
    assert drawing.replace("é", "").isascii()
    assert json.loads(record) == {"name": "é🐉"}
    assert record.isascii()


# help


def test_help_of_every_kind() -> None:
    """Rules with the ids of faults, formats, ways, options and wishes; prose in 80 columns."""
    for name in NAMES:
        kind = kind_named(name)
        status, out, err = run("help", name)
        assert all(
            len(line) <= 80 or re.fullmatch(r" {6}(?:[.0-9]{81}|https://\S+)", line) for line in out.splitlines()
        )
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert lines[0] == f"{name} - {kind.title}"
        for rule in kind.rules:
            assert any(line.startswith(f"  {rule}: ") for line in lines)
        for way in kind.way_names:
            assert f"  --way {way}: " in out
        generator = kind.part(Generator)
        for declared in (*own_options(kind.options), *(options_of(generator.recipe) if generator else ())):
            if declared.name not in ("height", "width"):
                assert f"  {declared.switch or declared.flag}: " in out
        for setting, values in kind.choices.items():
            assert f"  --{setting}: {values[0]}" in out
        assert not [line for line in lines if len(line) > 80 and not line.startswith("      ")]


def test_help_of_everything() -> None:
    """The overview has every command, each kind in its family, how a shell completes; `help options` every value."""
    out = run("help").out
    for name in COMMANDS:
        assert re.search(rf"(?m)^  {name} ", out)
    told = {
        block[0]: {line.split()[0] for line in block[1:] if not line.startswith("   ")}
        for block in map(str.splitlines, out.split("\n\n"))
    }
    for family, names in families().items():
        assert told[f"{family.capitalize()}:"] == set(names)
    assert sorted(name for names in families().values() for name in names) == sorted(NAMES)
    assert [line for line in out.splitlines() if line.startswith("  ") and len(line) > 80] == []
    assert '  eval "$(_SATDND_COMPLETE=bash_source satdnd)"\n' in out
    out = run("help", "options").out
    for word in (*solver_names(), "table", "product", "backtrack", "anneal", "ordered", "template", "kissat"):
        assert re.search(rf"\b{word}\b", out)
    assert "  dungeon, sudoku: direct, template" in out  # kinds with the same values share a line
    assert max(map(len, out.splitlines())) <= 80
    assert run("help", "chess").status == 2
    assert "did you mean 'solve'?" in run("help", "solv").err


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("tango", "Tango (LinkedIn) is called binairo here"),
        ("linkedin queens", "Queens (LinkedIn, one star) is called starbattle here"),
        ("Queens (LinkedIn)", "Queens (LinkedIn, one star) is called starbattle here"),
        ("takuzu", "Takuzu is called binairo here"),
        ("light-up", "Light up is called akari here"),
        ("TentaiShow", "Tentai show is called galaxies here"),
        ("Star Battle", "Star battle is called starbattle here"),
    ],
)
def test_the_names_of_kinds_elsewhere(word: str, known: str) -> None:
    """Whoever uses one, in any spelling, is told the name here: on the command line, in texts, JSON and Python."""
    for arguments in (["generate", word], ["solve", "--kind", word, "-"], ["help", word], ["example", word]):
        ran = run(*arguments)
        assert (ran.status, ran.out) == (2, "")
        assert known in ran.err
    for text in (f"# kind: {word}\n....\n", json.dumps({"kind": word})):
        ran = run("solve", "-", stdin=text)
        assert (ran.status, ran.out) == (2, "")
        assert known in ran.err
    with pytest.raises(UsageError, match=re.escape(known)):
        kind_named(word)


def test_names_that_no_kind_has() -> None:
    """They are answered with the names of kinds; no kind has a name that is another's, and every name is shown."""
    assert known_as("nanro") is known_as("") is known_as("-") is known_as("slinges") is None  # no anagram of singles
    assert "'nanro' is not one of 'dungeon'" in run("generate", "nanro").err
    assert "'nanro', expected one of dungeon" in run("solve", "-", stdin="# kind: nanro\n....\n").err
    overview = " ".join(run("help").out.split())
    for kind, names in OTHER_NAMES.items():
        for name in names:
            assert known_as(name.partition(" (")[0]) == f"{name} is called {kind} here"
            assert f"; {name}" in overview
            assert name.casefold() not in KINDS
    assert "LinkedIn's Queens, with coloured areas, is the kind starbattle" in " ".join(
        run("help", "queens").out.split()
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["so"], ["solve"]),
        (["solve", "--top"], ["--topology"]),
        (["solve", "--topology", "t"], ["tree"]),
        (["generate", "h"], ["hashi", "heyawake", "hitori", "hidato"]),
        (["generate", "hashi", "--isl"], ["--islands"]),
        (["help", "op"], ["options"]),
        (["help", "dia"], ["diagnose"]),
        (["solve", "--solver", "glucose4"], ["glucose4", "glucose42"]),
        (["solve", "--kind", "unattacked", "--way", "s"], ["search", "sat"]),
        (["example", "que"], ["queens"]),
        (["convert", "--kind", "sudoku", "--format", "sd"], ["sdm", "sdk"]),
        (["generate", "dungeon", "--format", "j"], ["json"]),
    ],
)
def test_completion(words: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands, kinds, flags of kinds and their values."""
    monkeypatch.setenv("_SATDND_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["satdnd", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    assert run().out.split() == [f"plain,{word}" for word in expected]


def test_example_is_answered() -> None:
    """What one command prints the next one takes, for every kind, without --kind."""
    for name in NAMES:
        text = run("example", name).out
        assert run("solve", "-", "--quiet", stdin=text).status == 0
        answer = run("show", "-", stdin=text)
        assert (answer.status, answer.err) == (0, "")


@pytest.mark.parametrize("command", ["verify", "show", "decode"])
def test_standard_input_is_read_once(command: str) -> None:
    """It cannot be the puzzle and the board as well."""
    ran = run(command, "-", "-", stdin=PATH)
    assert (ran.status, ran.out) == (2, "")
    assert "standard input can be read only once" in ran.err


def test_a_number_that_json_lacks_is_null() -> None:
    """NaN and infinity are no JSON."""
    output = Output(None, "json")
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    output._stream = stream
    output.write_json({"a": float("nan"), "b": [float("inf"), 1.5]})
    assert stream.buffer.getvalue() == b'{"a": null, "b": [null, 1.5]}\n'  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", NAMES)
def test_what_is_written_tells_its_kind(kind: str) -> None:
    """Puzzles as text are read again from a pipe, without --kind."""
    written = run("convert", "-", "--kind", kind, "--format", "text", stdin=PUZZLES[kind] + "\n" + PUZZLES[kind])
    again = run("convert", "-", stdin=written.out)
    assert (written.status, again.status, again.err) == (0, 0, "")
    assert [json.loads(line)["kind"] for line in again.out.splitlines()] == [kind, kind]


@pytest.mark.parametrize("kind", ["hashi", "nurikabe"])
def test_what_is_generated_tells_its_kind(kind: str) -> None:
    """Also where the text could be of several kinds."""
    made = run("generate", kind, "--size", "5", "--count", "2", "--seed", "1")
    solved = run("unique", "-", "--quiet", stdin=made.out)
    assert (solved.status, solved.out.count(": unique")) == (0, 2), solved


@pytest.mark.parametrize(("said", "meant"), [("solv", "solve"), ("exports", "export"), ("uniqe", "unique")])
def test_a_misspelt_command_is_told_its_name(said: str, meant: str) -> None:
    """As options are."""
    ran = run(said, "-")
    assert ran.status == 2
    assert f"No such command {said!r}. Did you mean {meant!r}?" in ran.err


def test_a_placement_that_is_not_known_to_be_best_says_so(tmp_path: Path) -> None:
    """The verifier checks squares, not that no placement leaves more of them."""
    solution = json.loads(run("solve", "-", "--format", "json", stdin=PUZZLES["unattacked"]).out)["solutions"][0]
    path = tmp_path / "one.unattacked"
    path.write_text(PUZZLES["unattacked"])
    ran = run("verify", path, "-", "--quiet", stdin=json.dumps(solution))
    assert "whether a better one exists was not checked" in ran.out


def test_an_answer_without_a_name_is_called_after_its_kind() -> None:
    """Never a bare colon."""
    assert str(Solver().solve(Dungeon(rows=(2, 2), columns=(2, 2)))).startswith("dungeon: solved")


def test_count() -> None:
    """All, or up to a limit: text, JSON, exit codes; the same in a batch and in Python."""
    assert run("count", "--kind", "queens", "-", stdin="6\n").out == "puzzle: solved (4 solutions)\n"
    limited = run("count", "--limit", "3", "--kind", "queens", "-", "--quiet", stdin="6\n")
    assert (limited.status, limited.out) == (0, "puzzle: solved (3 or more solutions)\n")
    for arguments in (["count"], ["batch", "--operation", "count", "--quiet"]):
        (answer,) = run(*arguments, "--limit", "1", "--format", "json", SIX).answers
        assert (answer["status"], answer["count"], answer["complete"]) == ("solved", 1, False)
    assert satdnd.count(satdnd.Queens(8, 8), limit=50).details["count"] == 50
    none = run("count", "-", "--quiet", stdin=SUMS)
    assert none == (1, f"sums: unsolvable ({SUMS_REASON}; 0 solutions)\n", "")
    refused = run("batch", "--operation", "rate", "--limit", "2", SIX)
    assert (refused.status, "--limit needs --operation solve or count" in refused.err) == (2, True)
