"""Every script of benchmarks/ runs, with the least of everything, and has the parts that the README names."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "benchmarks"
SCRIPTS = sorted(path.name for path in FOLDER.glob("*.py") if "if __name__" in path.read_text())
SLOW = {"batch.py"}
"""Its workers alone take ten seconds to begin."""
COMMAND = re.compile(r"`(?:python benchmarks/)?(\w+\.py)( [^`]*)?`")
"""As the README names them: ``python benchmarks/queens.py first``, in tables without the folder."""


def named() -> dict[str, set[str]]:
    """The scripts that the README names, each with its parts and options."""
    found: dict[str, set[str]] = {}
    for script, words in COMMAND.findall((FOLDER / "README.md").read_text()):
        found.setdefault(script, set()).update(words.split())
    return found


def ran(script: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """A process of its own, in the small size."""
    command = [sys.executable, FOLDER / script, "--small", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_readme_names_scripts_that_there_are() -> None:
    """All of them; and no way of naming one escapes the pattern."""
    assert set(named()) == set(SCRIPTS)
    text = (FOLDER / "README.md").read_text()
    assert len(re.findall(r"python benchmarks/", text)) == len(re.findall(r"`python benchmarks/\w+\.py", text))


@pytest.mark.slow
@pytest.mark.parametrize(
    "script", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in SCRIPTS]
)
def test_all_its_parts_run(script: str) -> None:
    """Each prints something, those that the README names are among them; nothing ends in a traceback."""
    done = ran(script)
    lines = done.stdout.splitlines()
    parts = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    assert named().get(script, set()) <= set(parts)
    missing = [line for line in done.stderr.splitlines() if "is not installed: pip install" in line]
    assert done.returncode == bool(missing), done.stderr
    assert len(lines) >= 2 * len(parts) - len(missing)
    if missing:
        pytest.skip(missing[0])


def test_an_unknown_part_is_told_in_one_sentence() -> None:
    """With those that there are, before anything is measured."""
    done = ran("queens.py", "counts", "nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "There is no part 'nothing'; the parts are first, clauses, encodings, counts.\n"


def test_an_editors_counts_of_the_instances() -> None:
    """Of each kind a row with its steps, and quotations where they are wanted."""
    command = [sys.executable, FOLDER / "sentences.py", "published", FOLDER.parent / "instances", "tents", "hitori"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "QUOTED": "1"})
    lines = done.stdout.splitlines()
    rows = {name: row for name, *row in (re.findall(r"[\w]+", line) for line in lines if line.startswith("| "))}
    assert rows["kind"] == ["puzzles", "steps", "bare", "long", "clumsy", "repeated", "early"]
    assert [int(x) for x in rows["all"]] == [
        sum(map(int, two)) for two in zip(rows["tents"], rows["hitori"], strict=True)
    ]
    assert int(rows["hitori"][1]) > 50
    assert sum(not line.startswith("|") for line in lines) >= sum(int(x) > 0 for x in rows["all"][2:])
