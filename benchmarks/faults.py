"""How many boards of 10x10 the rules of each kind judge in a second.

All faults of a right board, and of the same board with one mark changed. A kind without this size is measured at its
usual one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import measure

import satdnd
from satdnd.engine.kind import Rules, kind_of
from satdnd.errors import SatdndError
from satdnd.registry import KINDS


def boards() -> Iterator[str]:
    """Boards a second: right, and with one mark changed."""
    yield f"{'kind':<14}{'size':>8}{'right':>10}{'wrong':>10}"
    for name in measure.size([*KINDS], ["tents"]):
        puzzle = _puzzle(name)
        kind, right = kind_of(puzzle), satdnd.solve(puzzle).solutions[0]
        options, picture = kind.options(), kind.picture(puzzle)
        found = [_a_second(partial(kind.faults, puzzle, right, options))]
        if kind.part(Rules):
            book = kind.require(Rules).book(puzzle, options)
            wrong = book.solution(book.board(right) ^ 1)
            found.append(_a_second(partial(kind.faults, puzzle, wrong, options)))
        sizes = f"{picture.height}x{picture.width}"
        yield f"{name:<14}{sizes:>8}" + "".join(f"{one:>10,.0f}" for one in found)


def _puzzle(kind: str) -> Any:
    for size in (10, None):
        try:
            return satdnd.loads(satdnd.dataset(kind, size=size, seed=1, count=1)[0]["puzzle"])[0]
        except SatdndError:
            continue
    raise SystemExit(f"no puzzle of {kind}")


def _a_second(ask: partial[Any]) -> float:
    ask()
    count, begin, seconds = 0, time.process_time(), 0.0
    while seconds < measure.size(0.5, 0.01):
        for _ in range(20):
            ask()
        count += 20
        seconds = time.process_time() - begin
    return count / seconds


if __name__ == "__main__":
    measure.run(boards)
