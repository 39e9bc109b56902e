"""``satdnd times``: the command."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import run

TIMES = Path(__file__).parents[2] / "docs/solving-times.jsonl"


def test_times_are_joined_and_bad_lines_reported(tmp_path: Path) -> None:
    """Two files, one with a line that is none; times with help only if asked for; the table and JSON agree."""
    lines = TIMES.read_text(encoding="utf-8").splitlines()
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    helped = {**json.loads(lines[3]), "helps": {"hint": 1}, "marks": [[7, {"0,0": "1"}]]}
    first.write_text("\n".join(lines[:3]), encoding="utf-8")
    second.write_text(f"{json.dumps(helped)}\nnothing\n", encoding="utf-8")
    ran = run("times", str(first), str(second))
    assert ran.status == 2
    assert ran.err == f"satdnd: {second}:2: found 'nothing', expected a solving time as a JSON object\n"
    assert ran.out.startswith("3 solving times of 2 files; 1 time with help left out\n")
    assert "pause" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    ran = run("times", "--helped", "--format", "json", str(first), str(second))
    record = json.loads(ran.out.splitlines()[-1])
    assert (record["kind"], record["times"], record["puzzles"], record["pause"]) == ("sudoku", 4, 4, 7)


def test_no_times_at_all(tmp_path: Path) -> None:
    """An empty file is no error, a missing one is."""
    empty = tmp_path / "empty.jsonl"
    empty.write_text("", encoding="utf-8")
    assert (ran := run("times", str(empty))).status == 0
    assert ran.out == "0 solving times of 1 file\n"
    assert run("times", str(tmp_path / "nowhere.jsonl")).status == 2
