"""The front door for type checkers: right calls pass, each wrong one is told with the reason."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import satdnd

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "tests" / "typing"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says of both files."""
    pytest.importorskip("mypy")
    cache = tmp_path_factory.mktemp("mypy")
    arguments = ["--strict", "--no-error-summary", "--show-error-codes", "--cache-dir", str(cache)]
    files = [str(EXAMPLES / "right.py"), str(EXAMPLES / "wrong.py")]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", *arguments, *files], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    return ran.stdout.splitlines()


@pytest.mark.slow
def test_right_calls_pass(told: list[str]) -> None:
    """Nothing is said about the calls that are right, nor about the package below them."""
    assert not [line for line in told if "wrong.py" not in line]


@pytest.mark.slow
def test_wrong_calls_are_told(told: list[str]) -> None:
    """Every line of the other file that ends in a comment is refused, with those words; and no other line."""
    expected = {
        number: line.split("  # ")[1]
        for number, line in enumerate((EXAMPLES / "wrong.py").read_text(encoding="utf-8").splitlines(), 1)
        if "  # " in line
    }
    found: dict[int, str] = {}
    for line in told:
        if match := re.search(r"wrong\.py:(\d+): error: (.*)", line):
            found[int(match[1])] = found.get(int(match[1]), "") + match[2]
    assert sorted(found) == sorted(expected)
    for number, words in expected.items():
        assert words in found[number], (number, words, found[number])


def test_the_same_at_run_time() -> None:
    """Who has no type checker gets a sentence."""
    dungeon, sudoku = satdnd.Dungeon(rows=(2, 2), columns=(2, 2)), satdnd.Sudoku((0,) * 16)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: satdnd.solve(dungeon, topologie="tree"), "dungeon has no option 'topologie'"),  # type: ignore[call-arg]
        (lambda: satdnd.solve(sudoku, topology="tree"), "sudoku has no option 'topology'; these have: dungeon"),  # type: ignore[call-arg]
        (lambda: satdnd.solve(dungeon, topology=3), "unknown topology 3; known: connected"),  # type: ignore[arg-type]
        (lambda: satdnd.solve(42), "expected a puzzle .*, got 42"),  # type: ignore[arg-type]
        (lambda: satdnd.DungeonSolver(2, 2).solve(sudoku), "this solver is for dungeons, but the puzzle is .*sudoku"),  # type: ignore[arg-type]
        (lambda: satdnd.DungeonSolver(2, 2, topologie="tree"), "dungeon has no option 'topologie'"),
        (lambda: satdnd.DungeonSolver(2, 2, way="backtrack"), "does not use the compilation 'template'"),
        (lambda: satdnd.DungeonSolver(2, 2, solver="external:cadical"), "an external program starts from scratch"),
        (lambda: satdnd.DungeonSolver(2, 2, compilation="direct"), "a warm solver .* template"),
    ]
    for call, message in calls:
        with pytest.raises(satdnd.UsageError, match=message):
            call()
