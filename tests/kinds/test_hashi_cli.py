"""Every command with hashi puzzles, in this process: what it prints and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run

INSTANCES = Path(__file__).parents[2] / "instances" / "hashi"
SQUARE = "# kind: hashi\n# name: square\n4_3\n___\n3_2\n"
SQUARE_BOARD = """\
┌───────────┐
│ 4═══════3 │
│ ║       │ │
│ ║       │ │
│ ║       │ │
│ 3───────2 │
└───────────┘
"""
TWO = "# name: two\n33\n33\n"


def test_solve_and_unique_draw_the_board() -> None:
    """Text from standard input says that it is hashi."""
    assert run("solve", "-", stdin=SQUARE) == (0, f"square: solved\n{SQUARE_BOARD}", "")
    assert run("unique", "-", stdin=SQUARE) == (0, f"square: unique\n{SQUARE_BOARD}", "")
    assert run("unique", "--connectivity", "ordered", "-", stdin=SQUARE)[0] == 0


def test_unique_shows_two_solutions() -> None:
    """Status 1 and the cells that differ."""
    status, out, err = run("unique", "--kind", "hashi", "-", stdin=TWO)

    assert (status, err) == (1, "")
    assert out.startswith("two: multiple\n")
    assert out.endswith("\n! = what differs\n")


def test_solve_all_counts() -> None:
    """Every solution, once."""
    status, out, _ = run("solve", "--all", "--format", "json", "--kind", "hashi", "-", stdin=TWO)
    answer = json.loads(out)

    assert status == 0
    assert len(answer["solutions"]) == 2
    assert answer["solutions"][0]["bridges"][0][:4] == [0, 0, 0, 1]


def test_unsolvable_says_why() -> None:
    """The reason stands behind the status."""
    status, out, _ = run("solve", "--kind", "hashi", "-", stdin="1_2\n")

    assert status == 1
    assert out == (
        "puzzle: unsolvable (the islands' numbers add up to 3, an odd number, but every bridge has two ends)\n"
        "┌───────────┐\n│ 1   ·   2 │\n└───────────┘\n"
    )


def test_verify_reads_drawings_and_answers(tmp_path: Path) -> None:
    """A drawing, the output of solve, and a wrong drawing with every fault."""
    puzzle, right, wrong = tmp_path / "a.hashi", tmp_path / "right.txt", tmp_path / "wrong.txt"
    puzzle.write_text(SQUARE)
    right.write_text('4=3\n"_|\n3-2\n')
    wrong.write_text('4-3\n"__\n3-2\n')
    answers = run("solve", "--format", "json", puzzle).out

    assert run("verify", puzzle, right) == (0, f"square: valid\n{SQUARE_BOARD}", "")
    assert run("verify", puzzle, "-", stdin=answers)[0] == 0
    status, out, _ = run("verify", puzzle, wrong)
    assert status == 1
    assert out.split("\n")[9:] == [
        "  degree: the island at r1c1 has 3 bridges instead of 4",
        "  degree: the island at r1c3 has 1 bridge instead of 3",
        "  degree: the island at r3c3 has 1 bridge instead of 2",
        "",
    ]


def test_forced_draws_and_lists() -> None:
    """What all solutions share, as a drawing and as JSON."""
    status, out, _ = run("forced", "-", stdin="# name: f\n3_3_2\n_____\n3_4_3\n")
    answer = json.loads(run("forced", "--format", "json", "-", stdin="# name: f\n3_3_2\n_____\n3_4_3\n").out)

    assert status == 0
    assert "┄" in out
    assert [0, 0, 0, 2, 1, 2] in answer["forced"]


def test_convert_and_show(tmp_path: Path) -> None:
    """JSON and back, a drawing of the puzzle alone, and SVG."""
    converted = run("convert", "-", stdin=SQUARE).out

    assert json.loads(converted) == {"kind": "hashi", "name": "square", "rows": ["4_3", "___", "3_2"]}
    assert run("convert", "--format", "text", "-", stdin=converted) == (0, SQUARE, "")
    file = tmp_path / "a.hashi"
    file.write_text(SQUARE)
    assert run("show", file).out.split("\n")[1:4] == ["│ 4   ·   3 │", "│           │", "│ ·   ·   · │"]
    assert run("show", "--format", "svg", file).out.startswith("<svg")


def test_bad_puzzles_among_good_ones() -> None:
    """The bad one has its line and column and the others are answered; the status is 2."""
    status, out, err = run("unique", "--kind", "hashi", "-", stdin=f"1_y\n\n{SQUARE}")

    assert status == 2
    assert "satdnd: standard input:1:3: found 'y', expected an island '1' to '8' or '?'" in err
    assert "square: unique" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--connectivity", "planar"], "hashi has no connectivity 'planar'; known: lazy, ordered"),
        (["--cardinality", "abacus"], "unknown cardinality 'abacus'; known: seqcounter"),
        (["--way", "backtrack"], "hashi has no search method 'backtrack'; it has: sat"),
    ],
)
def test_wrong_options_are_one_line(arguments: list[str], message: str) -> None:
    """Options that do not fit the kind end with status 2 and one message."""
    status, out, err = run("solve", *arguments, "-", stdin=SQUARE)

    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_the_instances(tmp_path: Path) -> None:
    """The directory as a whole: two of the published puzzles have two solutions."""
    status, out, err = run("unique", "--format", "json", INSTANCES)
    found = {answer["name"]: answer["status"] for answer in map(json.loads, out.splitlines())}

    assert (status, err) == (1, "")
    assert found == {
        "connected 9x9": "unique",
        "dailyprogrammer 263 A": "unique",
        "dailyprogrammer 263 example": "multiple",
        "newspaper 40x60": "unique",
        "wikipedia 13x13": "unique",
        "wikipedia 7x7": "multiple",
    }
