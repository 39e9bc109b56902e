"""Many solutions are written as they are found: nothing keeps them, and what is cut short can still be read."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import Ran, run

import satdnd
from satdnd.cli.stream import AT_ONCE
from satdnd.kinds.sudoku.kind import SudokuKind
from satdnd.kinds.sudoku.model import Sudoku, SudokuSolution

FEW = Sudoku((1, 2, *[0] * 79))
"""More solutions than can be listed."""
LINE = "12" + "." * 79 + "\n"
MODULE = [sys.executable, "-m", "satdnd"]


def solve(*arguments: str, stdin: str = LINE) -> Ran:
    """The command in this process."""
    return run("solve", *arguments, "--kind", "sudoku", "-", stdin=stdin)


@pytest.mark.slow
def test_nothing_keeps_solutions_that_are_handed_on() -> None:
    """Neither the answer nor the search: of 500 sudokus found, some three are alive at any time."""
    alive = []

    def each(solution: SudokuSolution) -> None:
        if not (len(alive) + 1) % 100:
            gc.collect()
        alive.append(sum(type(thing) is SudokuSolution for thing in gc.get_objects()) if len(alive) % 100 == 99 else 0)

    answer = satdnd.Solver().solve(FEW, limit=500, each=each)
    assert (answer.status, answer.solutions, answer.streamed, answer.number) == ("solved", [], 500, 500)
    assert answer.headline().endswith("solved (500 solutions, there may be more)")
    assert max(alive) <= 4


@pytest.mark.parametrize("limit", [AT_ONCE, AT_ONCE + 1, 2 * AT_ONCE + 1])
def test_json_is_one_object_however_many(limit: int) -> None:
    """The same solutions as without a stream, and every field once."""
    result = solve("--limit", str(limit), "--format", "json", stdin=LINE + LINE)
    lines = result.out.splitlines()
    answer = json.loads(lines[0])

    assert (result.status, len(lines)) == (0, 2)
    expected = satdnd.solve(FEW, limit=limit).to_json()
    assert answer.keys() == expected.keys()
    for name in ("kind", "status", "complete", "solutions"):
        assert answer[name] == expected[name]
    assert len({json.dumps(board) for board in answer["solutions"]}) == limit


def test_text_tells_the_status_behind_many_boards() -> None:
    """Few: the status first, as ever. Many: a line that says what comes, whole rows of boards, and the status."""
    few = solve("--limit", str(AT_ONCE)).out
    assert few.splitlines()[0].endswith(f": solved ({AT_ONCE} solutions, there may be more)")

    many = solve("--limit", str(AT_ONCE + 1)).out
    first, *_, last = many.splitlines()
    assert first.endswith(f": more than {AT_ONCE} solutions, printed as they are found")
    assert last.endswith(f": solved ({AT_ONCE + 1} solutions, there may be more)")
    assert few.split("\n", 1)[1] in many
    assert many.count("┏━") == AT_ONCE + 1

    assert solve("--limit", str(AT_ONCE + 1), "--quiet").out == last + "\n"


@pytest.mark.parametrize("style", ["text", "json"])
def test_an_error_behind_many_solutions(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong board in the middle ends the answer as an error; those before it were right."""
    good = SudokuKind.accepts
    seen = []

    def accepts(self: SudokuKind, *arguments: Any) -> bool:
        seen.append(arguments)
        return len(seen) <= AT_ONCE + 5 and good(self, *arguments)

    monkeypatch.setattr(SudokuKind, "accepts", accepts)
    result = solve("--all", "--format", style)
    assert result.status == 2
    assert "a wrong board was caught" in result.err
    if style == "json":
        answer = json.loads(result.out)
        assert (answer["status"], len(answer["solutions"])) == ("error", AT_ONCE + 5)
        assert "a wrong board was caught" in answer["message"]


@pytest.mark.slow
@pytest.mark.parametrize("style", ["text", "json"])
def test_solutions_come_while_more_are_sought(style: str) -> None:
    """The first are in the pipe while the search goes on; Ctrl-C ends the line, so that it can be read."""
    command = [*MODULE, "solve", "--all", "--format", style, "--kind", "sudoku", "-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(LINE.encode())
        process.stdin.close()
        started, grid = b"", b'"grid"' if style == "json" else b"\xe2\x94\x97"  # its lower left corner
        while started.count(grid) < AT_ONCE:
            started += os.read(process.stdout.fileno(), 1000)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out = (started + process.stdout.read()).decode()
        assert (process.wait(30), process.stderr.read().strip()) == (130, b"satdnd: interrupted")
    if style == "json":
        answer = json.loads(out)
        assert (answer["status"], answer["reason"], answer["complete"]) == ("undecided", "interrupted", False)
        assert len(answer["solutions"]) >= AT_ONCE
    else:
        assert "undecided (interrupted; " in out.splitlines()[-1]


def test_the_memory_limit_ends_a_stream(tmp_path: Path) -> None:
    """Undecided, with what was found, in a file that is whole; a process of its own has no freed memory to fill."""
    place = tmp_path / "answers.jsonl"
    command = [
        *MODULE,
        "solve",
        "--all",
        "--memory",
        "3M",
        "--format",
        "json",
        "--output",
        place,
        "--kind",
        "sudoku",
        "-",
    ]
    result = subprocess.run(command, input=LINE, text=True, check=False)
    answer = json.loads(place.read_text())
    assert (result.returncode, answer["status"]) == (3, "undecided")
    assert answer["reason"] == "the memory limit of 3 MB was reached"
    assert [path.name for path in tmp_path.iterdir()] == ["answers.jsonl"]
