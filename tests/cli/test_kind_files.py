"""Kinds that come as one file: what is asked of them, what is wrong with them, and who may not name one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run

import satdnd
from satdnd.errors import SatdndError
from satdnd.registry import KINDS, NAMES
from satdnd.web.bridge import Bridge

ROOT = Path(__file__).parents[2]
KIND = (ROOT / "tests/data/lonely.py").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A file with a kind, in the folder where commands run; it stays unknown to this process."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lonely.py").write_text(KIND)
    yield "./lonely.py"
    assert list(KINDS) == [*NAMES]


def process(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The program in a process of its own."""
    command = [sys.executable, "-m", "satdnd", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_commands_that_take_a_kind(file: str) -> None:
    """Its name is known in the text, in JSON, as an ending and to each process of a batch, which reads lines itself."""
    Path("a.lonely").write_text("1..\n..1\n")
    for arguments in (["--kind", file], [f"--kind={file}"]):
        ran = process("count", *arguments, "a.lonely")
        assert (ran.returncode, ran.stdout) == (0, "a: solved (9 solutions)\n"), ran.stderr
    ran = process("convert", "--kind", file, "a.lonely", "--output", "b.lonely")
    assert (ran.returncode, "# name" in Path("b.lonely").read_text()) == (0, True)
    line = json.dumps({"kind": "lonely", "rows": [[1, None]]})
    ran = process("batch", "--workers", "2", "--operation", "count", "--kind", file, "-", text=f"{line}\n" * 4)
    assert [json.loads(answer)["count"] for answer in ran.stdout.splitlines()] == [2] * 4, ran.stderr
    ran = process("help", file)
    assert f"Try it: satdnd example {file} | satdnd solve --kind {file} -" in ran.stdout
    Path("sizes.lonely").write_text("\n".join("..." * size + "\n" + "..1" * size + "\n" for size in (1, 2, 3)))
    ran = process("bench", "--kind", file, "--growth", "--solver", "cadical195", "--format", "json", "sizes.lonely")
    assert '"what": "memory"' in ran.stdout or sys.platform != "linux", ran.stderr  # told by one more process each


def test_only_the_command_line_names_a_file(file: str) -> None:
    """No puzzle, link, message of a page or function of the API does; the file is not run."""
    record = {"kind": file, "rows": [[1, None]]}
    for text in (f"# kind: {file}\n1..\n", json.dumps(record), f"{file}?p=1", f"https://puzz.link/p?{file}/1/1/1"):
        with pytest.raises(SatdndError):
            satdnd.loads(text)
        Path("puzzle.txt").write_text(text)
        assert run("solve", "puzzle.txt").status == 2
    with pytest.raises(SatdndError, match="unknown kind"):
        satdnd.loads("1..", kind=file)
    for task in ({"operation": "live", "puzzle": record}, {"operation": "kinds", "arguments": {"kind": file}}):
        assert "unknown kind" in json.dumps(Bridge().answer({"id": 1, "task": task}))
    assert run("solve", file).status == 2  # in the place of a puzzle
    assert run("generate", "hashi", "--from", file).status == 2
    assert not Path("ran").exists()


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (None, "cannot be read: No such file or directory"),
        ("x = 1\n\ndef f():\n    return 1 // 0\n\nf()\n", r":4: ZeroDivisionError: .*by zero"),
        ("x = 1\nKIND = (\n", r":2: SyntaxError: '\(' was never closed"),
        ("import nowhere_at_all\n", ":1: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("import sys\nsys.exit(0)\n", ":2: SystemExit: 0"),
        ("x = 1\n", r": found no KIND, expected KIND = DeclaredKind\(...\)"),
        ("KIND = 'lits'\n", r": found KIND of the type str, expected KIND = DeclaredKind\(...\)"),
        ("from satdnd.declare import DeclaredKind as KIND\n", ": found KIND of the type ABCMeta, expected"),
        (KIND.replace('"lonely"', '"lits"'), ": found the name 'lits', which another kind has; expected a new one"),
    ],
)
def test_what_is_wrong_with_a_file(file: str, code: str | None, message: str) -> None:
    """In one sentence with the line of the file; with --traceback, all of the way."""
    if code:
        Path("bad.py").write_text(code)
    for arguments in (["solve", "--kind", "./bad.py", "-"], ["generate", "./bad.py"], ["help", "./bad.py"]):
        ran = run(*arguments)
        assert (ran.status, ran.out) == (2, "")
        assert re.fullmatch(rf"satdnd: \./bad\.py:? ?{message}.*\n", ran.err), ran.err
    assert "Traceback" in run("--traceback", "help", "./bad.py").err


@pytest.mark.slow
def test_a_bug_in_a_file(file: str) -> None:
    """It is the file's, and the line is its own; one without an example says what is missing."""
    Path(file).write_text(KIND.replace("for row in range(puzzle.height)", "for row in puzzle.nothing"))
    ran = process("solve", "--kind", file, "-", text="1..\n")
    told = (
        r"satdnd: a bug in satdnd, or in the kind 'lonely' of the file \./lonely\.py: AttributeError: .*lonely\.py:35"
    )
    assert (ran.returncode, bool(re.match(told, ran.stderr))) == (2, True), ran.stderr
    Path(file).write_text(re.sub("    examples=.*\n", "", KIND))
    ran = process("solve", "--kind", file, "-", text="1..\n")
    assert ran.returncode == 2
    assert ran.stderr == "satdnd: the kind 'lonely' has no example, expected DeclaredKind(..., examples=[TEXT])\n"
