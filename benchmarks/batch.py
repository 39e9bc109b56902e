"""Measure `satdnd batch`: ``python benchmarks/batch.py [NUMBER]``, from JSON Lines to JSON Lines; 20,000 without.

Puzzles are carved 8x8 dungeons, unique or not, all different. Wall time is that of the whole command, start-up and
all; processor time is that of all its processes, so that it says what an idle machine would do; memory is the most that
any one of them took.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from satdnd.kinds.dungeon.carve import Carving, carve, puzzle_of
from satdnd.kinds.dungeon.formats import to_json

WAYS = {
    "clauses, one worker": ["--workers", "1", "--way", "sat"],
    "clauses, two workers": ["--workers", "2", "--way", "sat"],
    "clauses, two workers, journal": ["--workers", "2", "--way", "sat", "--journal", "run.db"],
    "the same again, all known": ["--workers", "2", "--way", "sat", "--journal", "run.db"],
    "sieve, two workers, as many five times": ["--workers", "2", "--way", "sieve"],
    "rate": ["--workers", "2", "--operation", "rate"],
}
SHARE = {"rate": 0.02, "sieve, two workers, as many five times": 5}
"""So many times as many puzzles."""


def puzzles(count: int) -> list[str]:
    """Lines: as many boards, with the clues that they have."""
    chance = Random(1)
    boards = (puzzle_of(8, 8, *carve(Carving(8, 8, 1), chance)) for _ in range(count))
    return [json.dumps({**to_json(board), "name": f"carved {i}"}) for i, board in enumerate(boards)]


def main() -> None:
    """Every way."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = puzzles(count) * 5
        for what, arguments in WAYS.items():
            some = lines[: int(count * SHARE.get(what, 1))]
            (folder / "puzzles.jsonl").write_text("\n".join(some))
            command = [
                sys.executable,
                "-m",
                "satdnd",
                "batch",
                "puzzles.jsonl",
                "--output",
                "answers.jsonl",
                *arguments,
            ]
            begun = time.perf_counter()
            process = subprocess.Popen(command, cwd=folder)
            _, _, used = os.wait4(process.pid, 0)
            wall = time.perf_counter() - begun
            process.returncode = 0
            work = used.ru_utime + used.ru_stime
            print(
                f"{what}: {len(some):,} in {wall:.1f} s, {len(some) / wall:,.0f} a second; "
                f"{1e6 * work / len(some):.0f} microseconds of processor each; {used.ru_maxrss / 1000:.0f} MB"
            )


if __name__ == "__main__":
    main()
