"""How many boards of 10x10 the rules judge in a second, for each kind: ``python benchmarks/faults.py [KIND...]``.

Seconds of CPU. `faults` of a right board, and of the same board with one cell changed; reading and solving do not
count. A kind that has no such size is measured at its usual one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import satdnd
from satdnd.engine.kind import Rules, kind_of
from satdnd.errors import SatdndError
from satdnd.registry import KINDS
from satdnd.training.datasets import dataset

SECONDS = 0.5


def puzzle_of(kind: str) -> Any:
    """A puzzle of 10x10, or of the usual size."""
    for size in (10, None):
        try:
            return satdnd.loads(dataset(kind, size=size, seed=1, count=1)[0]["puzzle"])[0]
        except SatdndError:
            continue
    raise SystemExit(f"no puzzle of {kind}")


def rate(ask: Callable[[], Any]) -> float:
    """How often *ask* can be called in a second."""
    ask()
    count, begin = 0, time.process_time()
    while (seconds := time.process_time() - begin) < SECONDS:
        for _ in range(20):
            ask()
        count += 20
    return count / seconds


def main(kinds: list[str]) -> None:
    """Print a line for each kind, as soon as it is measured."""
    print(f"{'kind':<14}{'size':>8}{'right':>10}{'wrong':>10}  a second")
    for name in kinds or [*KINDS]:
        puzzle = puzzle_of(name)
        kind = kind_of(puzzle)
        options, picture = kind.options(), kind.picture(puzzle)
        right = satdnd.solve(puzzle).solutions[0]
        boards = [right]
        if kind.part(Rules) is not None:
            book = kind.require(Rules).book(puzzle, options)
            boards.append(book.solution(book.board(right) ^ 1))
        found = [rate(lambda board=board: kind.faults(puzzle, board, options)) for board in boards]
        shown = "".join(f"{one:>10,.0f}" for one in found)
        print(f"{name:<14}{picture.height:>5}x{picture.width}{shown}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
