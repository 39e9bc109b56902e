"""The command line in this process, and small puzzles to ask it about."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import pytest
from samples import texts

from satdnd.cli import main

INSTANCES = Path(__file__).parents[1] / "instances" / "dungeon"
SIX = str(INSTANCES / "example-6x6.dnd")
PATH = "# name: path\n 11\n0MM\n2..\n"
TWO = "# name: two\n ?1?\n?M..\n?..M\n"
SUMS = "# name: sums\n 11\n2..\n1..\n"
NONE = "# name: none\n 11\n1..\n1..\n"
FREE = "# name: free\n ????\n" + "?....\n" * 4

PUZZLES = {
    "dungeon": " 101\n0M.M\n2#.#\n0M.M\n",
    "queens": "6 0,1\n",
    "unattacked": "4x4 3\n",
    "sudoku": "1.....3..4.....2\n",
    "inshi": "3x3\n6r2\n1r1\n1r1\n3b2\n6b2\n2r1\n",
    "hashi": "2.2\n...\n2.2\n",
    "klotski": "# goal: a at 0,2\na.b\n...\n",
    "nurikabe": "....\n..3.\n....\n...1\n",
    **texts("TEXT"),
}
"""A small puzzle of each kind, as text."""

SIX_BOARD = """\
   4 1 4 1 2 1
  ┌────────────┐
3 │██████░░░░T │
1 │██    ░░░░░░│
1 │M   ██░░░░░░│
5 │██  ████████│
2 │██      ██M │
1 │M   ██      │
  └────────────┘
"""
PATH_BOARD = """\
   1 1
  ┌────┐
0 │M M │
2 │████│
  └────┘
"""
SUMS_REASON = "the row counts add up to 3 walls, the column counts to 2"


class Ran(NamedTuple):
    """What one call of the command line left."""

    status: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        """Standard output as JSON Lines."""
        return [json.loads(line) for line in self.out.split("\n") if line]


def run(*arguments: str | Path, stdin: str | bytes = b"") -> Ran:
    """``satdnd ARGUMENTS`` in this process."""
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in "oe")
    with (
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as stop,
    ):
        main([str(a) for a in arguments])
    told = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return Ran(stop.value.code or 0, *told)  # type: ignore[arg-type]
