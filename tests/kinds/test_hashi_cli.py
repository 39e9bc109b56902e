"""Every command with hashi puzzles, in this process: what it prints and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_solve_and_unique_draw_the_board() -> None:
    """Text from standard input says that it is hashi."""
    assert run("solve", "-", stdin=SQUARE) == (0, f"square: solved\n{SQUARE_BOARD}", "")
    assert run("unique", "-", stdin=SQUARE) == (0, f"square: unique\n{SQUARE_BOARD}", "")
    assert run("unique", "--connectivity", "ordered", "-", stdin=SQUARE)[0] == 0


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
    status, out, _ = run("forced", "-", stdin="# kind: hashi\n# name: f\n3_3_2\n_____\n3_4_3\n")
    answer = json.loads(
        run("forced", "--format", "json", "-", stdin="# kind: hashi\n# name: f\n3_3_2\n_____\n3_4_3\n").out
    )

    assert status == 0
    assert "┄" in out
    assert [0, 0, 0, 2, 1, 2] in answer["forced"]


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
