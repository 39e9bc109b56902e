"""`make demo`, which is the first that a newcomer runs: it does what the tour says."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_docs import build, workplace  # noqa: F401  (a fixture)

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
DEMO = ["make", "--file", str(ROOT / "Makefile"), "--old-file", ".venv/ready", "demo", f"BIN={BIN}"]
"""With the virtual environment that runs this."""
ALONE = {name: value for name, value in os.environ.items() if name not in ("MAKELEVEL", "MAKEFLAGS", "MFLAGS")}
"""As if no other make had started the tests, which would tell its directories."""

pytestmark = pytest.mark.skipif(build.shutil.which("make") is None, reason="make is not installed")


def test_the_tour_tells_its_commands() -> None:
    """Those for ten thousand puzzles, as they stand."""
    done = subprocess.run([*DEMO, "--dry-run"], cwd=ROOT, text=True, capture_output=True, check=True, env=ALONE)
    tour = (ROOT / "docs/tour.md").read_text(encoding="utf-8")
    commands = [line.removeprefix(f"{BIN}/") for line in done.stdout.splitlines() if "/many.jsonl" in line]
    assert [re.search(r"satdnd (\w+)", command)[1] for command in commands] == ["generate", "batch"]  # type: ignore[index]
    assert all(f"`{command}`" in tour for command in commands)
    assert all("--count 10000" in command for command in commands[:1])


@pytest.mark.slow
def test_the_demo_on_a_terminal(workplace: Path) -> None:  # noqa: F811
    """The course's puzzles are drawn; ten thousand are made and proved unique, with a bar that says how far it is."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(DEMO, cwd=workplace, stdout=theirs, stderr=theirs, env=ALONE)
    os.close(theirs)
    seen = b""
    try:
        while piece := os.read(ours, 65536):
            seen += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    text = seen.decode()
    assert process.wait(60) == 0, text
    assert "course p1: unique" in text
    assert re.search(r"of (about )?10,000, [0-9,]+ per second", text)
    assert re.search(r"10,000 puzzles in [0-9.]+ s, [0-9,]+ per second: 10,000 unique\s*$", text)
    with (workplace / "build" / "answers.jsonl").open(encoding="utf-8") as file:
        names = [json.loads(line)["name"] for line in file]
    assert names == [f"dungeon 1/{number}" for number in range(1, 10_001)]
