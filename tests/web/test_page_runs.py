"""Runs that the page strikes off: certain are those that every arrangement has at one place, with marked cells."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from satdnd.web.files import static

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="there is no node here")


def arrangements(runs: tuple[int, ...], begin: int, cells: int) -> Iterator[list[int]]:
    """Where each run begins, in every way."""
    if not runs:
        yield []
        return
    for at in range(begin, cells - runs[0] + 1):
        yield from ([at, *rest] for rest in arrangements(runs[1:], at + runs[0] + 1, cells))


def certain(runs: tuple[int, ...], marks: str) -> list[bool]:
    """By looking at all arrangements."""
    fitting = []
    for starts in arrangements(runs, 0, len(marks)):
        dark = {at + i for at, run in zip(starts, runs, strict=True) for i in range(run)}
        if all(mark == "." or (mark == "#") == (i in dark) for i, mark in enumerate(marks)):
            fitting.append(starts)
    places = zip(*fitting, strict=True) if fitting else [()] * len(runs)
    return [
        len(set(at)) == 1 and set(marks[at[0] : at[0] + run]) == {"#"} for run, at in zip(runs, places, strict=True)
    ]


def test_runs_that_are_certain() -> None:
    """All lines of six cells with all marks."""
    lists = [(), (1,), (3,), (1, 1), (2, 1), (1, 3), (1, 1, 1), (2, 3), (6,)]
    lines = [(runs, "".join(marks)) for runs in lists for marks in product(".#o", repeat=6)]
    module = json.dumps(Path(str(static()["runs.js"])).as_uri())
    script = f"""import {{ readFileSync }} from "node:fs"; import {{ certain }} from {module};
      console.log(JSON.stringify(JSON.parse(readFileSync(0)).map(([runs, marks]) => certain(runs, [...marks]))));"""
    command = [str(NODE), "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=json.dumps(lines), capture_output=True, text=True, check=True)
    for (runs, marks), found in zip(lines, json.loads(done.stdout), strict=True):
        assert found == certain(runs, marks), (runs, marks)
