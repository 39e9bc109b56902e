"""``satdnd diagnose``: what it prints, its JSON fields, exit statuses and options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_line import PATH, PATH_BOARD, SUMS, SUMS_REASON, TWO, run

from satdnd.engine.kind import kind_named
from satdnd.setter import diagnosis

INSTANCES = Path(__file__).parents[2] / "instances" / "dungeon"
MISPRINTED = INSTANCES / "misprinted"
ONE_FIX = "# name: one fix\n 11\n1MM\n2..\n"
FREE = "# name: free\n ????\n" + "?....\n" * 4
P2 = """\
course p2: unsolvable
A smallest set of clues and rules that contradict each other:
  - the monster at r6c4 is in a dead end
  - row 6 has no walls
   5 3 4 3 5 1 3 1
  ┌────────────────┐
5 │· · · · · · · · │
2 │· · · T · T · · │
2 │· · · · · · · · │
3 │· · · · · · · · │
6 │· · · · · · · · │
0 │·!·!·!M!·!·!·!·!│
6 │· · · · · · · · │
1 │· · · · · M · M │
  └────────────────┘
! = what they are about
"""


def test_no_solution_and_no_repair() -> None:
    """The conflict in sentences and on the grid; what was tried in vain and what to try next; status 1."""
    last = "No change of up to 2 clues gives a puzzle with a solution; --edits 3 looks\n  further.\n"
    assert run("diagnose", MISPRINTED / "course-p2.dnd") == (1, P2 + last, "")


def test_a_diagnosis_as_a_picture(tmp_path: Path) -> None:
    """By --format, or by the ending of --output; the sentences, and boards with coordinates."""
    out = run("diagnose", MISPRINTED / "course-p2.dnd", "--format", "svg").out
    assert out.startswith("<svg ")
    assert "the monster at r6c4 is in a dead end" in out
    for ending, begin in (("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<svg ")):
        file = tmp_path / f"found.{ending}"
        assert run("diagnose", "-", "--kind", "dungeon", "--output", file, stdin=ONE_FIX) == (1, "", "")
        assert file.read_bytes().startswith(begin)


def test_what_leaves_one_solution_of_several() -> None:
    """With --unique; a kind without clues says so."""
    out = run("diagnose", "--unique", "--kind", "hashi", "-", stdin="# name: ring\n3_3\n___\n3_3\n").out
    assert "Each of these makes it unique:\n  - the island at r1c1: 4 instead of 3;" in out
    out = run("diagnose", "--unique", "-", stdin='{"kind": "unattacked", "size": [4, 4], "queens": 2}\n').out
    assert "has no clues that could be given or changed" in out


def test_only_unique_repairs_looked_for_in_vain() -> None:
    """With --unique the sentence speaks of unique solutions, for there may be others."""
    out = run("diagnose", "--unique", "--edits", "1", MISPRINTED / "course-p2.dnd").out
    assert out == P2 + "No change of one clue gives a puzzle with a unique solution; --edits 2 looks\n  further.\n"


def test_repairs() -> None:
    """A line for each repair, then the first repaired puzzle, ready to be solved."""
    status, out, err = run("diagnose", MISPRINTED / "course-p3.dnd")
    assert (status, err) == (1, "")
    assert "\n9 one-clue changes fix it; all 9 make it unique:\n" in out
    assert "\n  - the treasure at r7c7 moves to r6c2 (unique)\n" in out
    repaired = out.split("First repair:\n")[1]
    assert repaired.startswith("# name: course p3 (repaired)\n 44136341\n6M......M\n")
    assert run("unique", "-", stdin=repaired).status == 0


def test_one_repair_in_the_singular() -> None:
    """Sums that differ: the reason in the headline, and the one count that is wrong."""
    status, out, err = run("diagnose", "-", stdin=ONE_FIX)
    assert (status, err) == (1, "")
    assert out == (
        f"one fix: unsolvable ({SUMS_REASON})\n"
        "   1 1\n  ┌────┐\n1 │M M │\n2 │· · │\n  └────┘\n"
        "1 one-clue change fixes it and makes it unique:\n"
        "  - row 1: 0 walls instead of 1 (unique)\n"
        "The repaired puzzle:\n# name: one fix (repaired)\n 11\n0MM\n2..\n"
    )


@pytest.mark.slow
def test_many_repairs_are_cut_short() -> None:
    """Twelve lines of repairs at most, and how many more; JSON has all."""
    puzzle = "# name: many\n ?????\n3.....\n?..M..\n?.....\n?M....\n?....M\n"
    (answer,) = run("diagnose", "-", "--format", "json", stdin=puzzle).answers
    out = run("diagnose", "-", stdin=puzzle).out
    number = len(answer["repairs"])
    assert answer["status"] == "unsolvable"
    assert number > 12
    assert out.count("\n  - the monster") + out.count("\n  - row") >= 12
    assert f"\n  - and {number - 12} more (--format json has all)\n" in out


def test_no_edits() -> None:
    """With --edits 0 only the conflict."""
    assert run("diagnose", "--edits", "0", MISPRINTED / "course-p2.dnd") == (1, P2, "")


def test_several_solutions() -> None:
    """How many, one of them with the cells that differ marked, and what would decide; status 1."""
    status, out, err = run("diagnose", INSTANCES / "two-solutions.dnd")
    assert (status, err) == (1, "")
    lines = out.split("\n")
    assert lines[:2] == [
        "two ways out: multiple (2 solutions)",
        "The solutions differ in 4 cells, marked here:",
    ]
    assert out.count("╳╳") == out.count("∙∙") == 2 + 1  # one each in the legend
    assert lines[-2].startswith("Adding these givens makes it unique (minimum): r")


def test_more_solutions_than_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to the limit, and "or more"; the set is then smallest for its solution only."""
    monkeypatch.setattr(diagnosis, "COUNT_LIMIT", 3)
    out = run("diagnose", "-", stdin=FREE).out
    assert out.startswith("free: multiple (3 or more solutions)\nThe solutions differ in ")
    assert "(minimum for this solution): " in " ".join(out.split())


def test_a_difference_of_one_cell_in_the_singular(monkeypatch: pytest.MonkeyPatch) -> None:
    """Correct English for one cell."""
    monkeypatch.setattr(type(kind_named("dungeon")), "differences", lambda *_: [(0, 0)])
    assert "\nThe solutions differ in 1 cell, marked here:\n" in run("diagnose", "-", stdin=TWO).out


def test_nothing_is_wrong() -> None:
    """A unique puzzle: its solution and status 0."""
    assert run("diagnose", "-", stdin=PATH) == (0, "path: unique (a tree)\n" + PATH_BOARD, "")


def test_json_without_a_solution() -> None:
    """The conflict with its cells, the repairs as puzzles, and what was tried."""
    status, out, err = run("diagnose", "--format", "json", MISPRINTED / "course-p3.dnd")
    assert (status, err) == (1, "")
    (answer,) = [json.loads(line) for line in out.splitlines()]
    assert (answer["name"], answer["kind"], answer["status"]) == ("course p3", "dungeon", "unsolvable")
    assert answer["solutions"] == []
    room, count = answer["conflict"]
    text = "the treasure at r7c7 lies in a treasure room"
    assert room == {"rule": "treasure-room", "cells": [[6, 6]], "text": text}
    cells = [[[r, c] for r in range(8)] for c in (4, 7)]
    assert count in [  # either does
        {"rule": "column-count", "cells": cells[0], "least": 6, "most": 6, "text": "column 5 needs 6 walls"},
        {"rule": "column-count", "cells": cells[1], "least": 1, "most": 1, "text": "column 8 needs 1 wall"},
    ]
    assert (answer["smallest"], answer["edits_tried"], answer["repairs_complete"]) == (True, 1, True)
    for repair in answer["repairs"]:
        assert repair["status"] == "unique"
        assert len(repair["edits"]) == 1
        assert run("unique", "-", stdin=json.dumps(repair["puzzle"])).status == 0


def test_json_with_several_solutions() -> None:
    """Two solutions, the count, the cells that differ, and the givens as sentences and on a grid."""
    (answer,) = run("diagnose", "--format", "json", INSTANCES / "two-solutions.dnd").answers
    assert (answer["status"], len(answer["solutions"])) == ("multiple", 2)
    assert (answer["count"], answer["counted_all"], answer["givens_smallest"]) == (2, True, True)
    assert answer["differs"] == [[2, 2], [2, 3], [4, 2], [4, 3]]
    assert len(answer["givens"]) == 1
    assert "conflict" not in answer


def test_json_without_sums_and_of_a_good_puzzle() -> None:
    """A reason instead of a conflict; nothing beside the solution where nothing is wrong."""
    sums, good = run("diagnose", "-", "--format", "json", stdin=SUMS + "\n" + PATH).answers
    assert sums["reason"] == SUMS_REASON
    assert "conflict" not in sums
    assert good["status"] == "unique"
    assert not {"conflict", "repairs", "count", "differs"} & set(good)


def test_a_folder_of_puzzles() -> None:
    """Each in turn, and a line of totals."""
    ran = run("diagnose", "--unique", MISPRINTED)
    assert ran.status == 1
    assert ran.out.endswith("\n3 puzzles: 3 unsolvable\n")
    assert [line for line in ran.out.split("\n") if line.startswith("course p")] == [
        "course p2: unsolvable",
        "course p3: unsolvable",
        "course p9: unsolvable",
    ]


@pytest.mark.parametrize(
    ("puzzle", "options", "status"),
    [
        (PATH, [], 0),
        (TWO, [], 1),
        (SUMS, [], 1),
        (SUMS, ["--timeout", "0"], 1),
        (TWO, ["--timeout", "0"], 3),
        (TWO + "\n" + "# name: bad\n 1\n1x\n", [], 2),
        ("nonsense", [], 2),
        (PATH, ["--edits", "-1"], 2),
        (PATH, ["--edits", "x"], 2),
        (PATH, ["--timeout", "-1"], 2),
        (PATH, ["--format", "c"], 2),
        (PATH, ["--solver", "nobody"], 2),
    ],
)
def test_exit_status(puzzle: str, options: list[str], status: int) -> None:
    """As the contract says; never a traceback."""
    ran = run("diagnose", "-", "--kind", "dungeon", *options, stdin=puzzle)
    assert ran.status == status
    assert "Traceback" not in ran.err


def test_undecided() -> None:
    """No time: one line, and nothing is claimed."""
    status, out, err = run("diagnose", "--timeout", "0", MISPRINTED / "course-p2.dnd")
    assert (status, err) == (3, "")
    assert out.startswith("course p2: undecided (")
    assert out.count("\n") == 1


def test_time_ends_in_the_middle() -> None:
    """What is known is told, with a sentence that it may not be all."""
    out = run("diagnose", "--timeout", "0", "-", stdin=SUMS).out
    assert out.startswith(f"sums: unsolvable ({SUMS_REASON})\n")
    assert out.endswith("\nA limit ended the search for repairs; there may be more.\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        ["--topology", "tree"],
        ["--solver", "glucose4"],
        ["--way", "sat"],
        ["--cardinality", "native"],
        ["--compilation", "direct"],
        ["--connectivity", "ordered"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("name", ["misprinted/course-p2.dnd", "misprinted/course-p9.dnd", "two-solutions.dnd"])
def test_solving_options(name: str, options: list[str]) -> None:
    """Another way to solve: the same diagnosis, but for the topology, which changes the question."""
    plain, other = (
        run("diagnose", "--format", "json", INSTANCES / name, *chosen).answers[0] for chosen in ([], options)
    )
    if "--topology" in options:
        assert other["status"] in ("unsolvable", "multiple")
        return
    assert other["status"] == plain["status"]
    for field in ("count", "counted_all", "differs", "edits_tried", "repairs_complete", "smallest"):
        assert other.get(field) == plain.get(field)
    assert len(other.get("conflict", [])) == len(plain.get("conflict", []))
    assert sorted(map(str, other.get("repairs", []))) == sorted(map(str, plain.get("repairs", [])))
    assert len(other.get("givens", [])) == len(plain.get("givens", []))


def test_another_way_is_refused() -> None:
    """Conflicts and givens are asked of clauses, whatever the way: a word that would be swallowed is refused."""
    ran = run("diagnose", "--way", "backtrack", "-", stdin=SUMS)
    assert (ran.status, ran.out) == (2, "")
    assert "a diagnosis chooses its own search methods: leave out --way backtrack" in ran.err


def test_output_and_verbose(tmp_path: Path) -> None:
    """The text in a file, the statistics on standard error."""
    ran = run("diagnose", "--verbose", "--output", tmp_path / "out.txt", MISPRINTED / "course-p2.dnd")
    assert (ran.status, ran.out) == (1, "")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").startswith(P2)
    assert ran.err.startswith("course p2: ")
    assert "solver glucose4" in ran.err


def test_other_kinds_among_dungeons() -> None:
    """A file of many kinds: every puzzle gets its answer, also where there is neither conflict nor repair."""
    records: list[dict[str, Any]] = [
        {"kind": "queens", "name": "q", "size": [3, 3], "given": []},
        {"kind": "klotski", "name": "k", "board": ["ab", "ab"], "goal": {"piece": "a", "at": [0, 1]}, "metric": "step"},
        {"kind": "sudoku", "name": "s", "clues": "1..............."},
        {
            "kind": "dungeon",
            "name": "d",
            "rows": [0, 2],
            "columns": [1, 1],
            "monsters": [[0, 0], [0, 1]],
            "treasures": [],
        },
    ]
    lines = "".join(json.dumps(record) + "\n" for record in records)
    ran = run("diagnose", "-", "--format", "json", stdin=lines)
    assert [(a["name"], a["status"]) for a in ran.answers] == [
        ("q", "unsolvable"),
        ("k", "unsolvable"),
        ("s", "multiple"),
        ("d", "unique"),
    ]
    ran = run("diagnose", "-", stdin=lines)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.endswith("4 puzzles: 2 unsolvable, 1 multiple, 1 unique\n")


def test_names_cannot_move_the_cursor() -> None:
    """Control characters of a name are escaped, in the headline and in the repaired puzzle's name."""
    record = {
        "kind": "dungeon",
        "name": "a\x1b[2Jb",
        "rows": [1, 2],
        "columns": [1, 1],
        "monsters": [[0, 0], [0, 1]],
        "treasures": [],
    }
    out = run("diagnose", "-", stdin=json.dumps(record)).out
    assert "repaired" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("name", ["misprinted/course-p2.dnd", "misprinted/course-p3.dnd", "two-solutions.dnd"])
def test_it_fits_into_80_columns(name: str) -> None:
    """Pictures, lists, puzzles and sentences do."""
    assert max(map(len, run("diagnose", INSTANCES / name).out.split("\n"))) <= 80


def test_converting_heeds_the_limit() -> None:
    """A format that holds the solution is given up, with status 3; the others need none."""
    status, out, err = run("convert", "-", "--kind", "dungeon", "--format", "kord", "--timeout", "0", stdin=PATH)
    assert (status, out) == (3, "")
    assert "undecided (kord holds the solution, and the time limit was reached" in err
    assert run("convert", "-", "--kind", "dungeon", "--format", "text", "--timeout", "0", stdin=PATH).status == 0
