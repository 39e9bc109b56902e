"""Measure `satdnd batch`: ``python benchmarks/batch.py [PART...]``, from JSON Lines to JSON Lines.

Puzzles are carved 8x8 dungeons, unique or not. Wall time is that of the whole command, start-up and all; processor time
is that of all its processes, so that it says what an idle machine would do.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

from boards import puzzles
from measure import command, run, size

from satdnd.kinds.dungeon.formats import to_json


def asked(count: int, *runs: str) -> Iterator[str]:
    """Run ``satdnd batch`` with the arguments of each of *runs* on *count* puzzles, of which 20,000 are different."""
    lines = [json.dumps(to_json(puzzle)) + "\n" for puzzle in puzzles(8, 8, min(count, 20_000))]
    with tempfile.TemporaryDirectory() as name:
        with Path(name, "puzzles.jsonl").open("w") as file:
            file.writelines(line for again in repeat(lines, -(-count // len(lines))) for line in again)
        for arguments in runs:
            spent = command("batch", "puzzles.jsonl", "--output", "answers", *arguments.split(), folder=Path(name))
            yield (
                f"{arguments}: {count:,} in {spent.wall:.1f} s, {count / spent.wall:,.0f} a second; "
                f"{1e6 * spent.work / count:.0f} us of processor time each; {spent.megabytes:.0f} MB"
            )


def clauses() -> Iterator[str]:
    """Uniqueness by clauses; with a journal, and once more when all is known."""
    kept = "--workers 2 --way sat --journal run.db"
    return asked(size(20_000, 5), "--workers 1 --way sat", "--workers 2 --way sat", kept, kept)


def sieve() -> Iterator[str]:
    """Uniqueness by the sieve; and of ten times as many, which takes no more memory."""
    for count in size((100_000, 1_000_000), (5,)):
        yield from asked(count, "--workers 2 --way sieve")


def rate() -> Iterator[str]:
    """Ratings."""
    return asked(size(400, 2), "--workers 2 --operation rate")


if __name__ == "__main__":
    run(clauses, sieve, rate)
