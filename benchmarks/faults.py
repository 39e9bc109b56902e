"""How many boards of 10x10 the rules of each kind judge in a second.

All faults of the right board, and of boards with one mark changed, each time another one: ten between two right ones,
so that what is kept of the last boards does not count. A kind without this size is measured at its usual one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

import measure

import satdnd
from satdnd.engine.kind import Rules, kind_of
from satdnd.errors import SatdndError
from satdnd.registry import KINDS

CHANGED = 40
"""How many boards with one mark changed."""


def boards() -> Iterator[str]:
    """Boards a second: right, and with one mark changed."""
    yield f"{'kind':<14}{'size':>8}{'right':>10}{'wrong':>10}"
    for name in measure.size([*KINDS], ["tents"]):
        puzzle = _puzzle(name)
        kind, right = kind_of(puzzle), satdnd.solve(puzzle).solutions[0]
        options, picture = kind.options(), kind.picture(puzzle)
        changed = [right]
        if kind.part(Rules):
            book = kind.require(Rules).book(puzzle, options)
            board, count = book.board(right), len(book.unknowns.names)
            changed = [book.solution(board ^ 1 << i * count // CHANGED) for i in range(CHANGED)]
        found = _seconds(partial(kind.faults, puzzle, options=options), right, changed)
        sizes = f"{picture.height}x{picture.width}"
        yield f"{name:<14}{sizes:>8}" + "".join(f"{1 / one:>10,.0f}" for one in found)


def _puzzle(kind: str) -> Any:
    for size in (10, None):
        try:
            return satdnd.loads(satdnd.dataset(kind, size=size, seed=1, count=1)[0]["puzzle"])[0]
        except SatdndError:
            continue
    raise SystemExit(f"no puzzle of {kind}")


def _seconds(ask: partial[Any], right: Any, changed: list[Any]) -> list[float]:
    """The seconds for the right board, and for one of the others."""
    rounds = [[right, *changed[i :: CHANGED // 10]] for i in range(CHANGED // 10)]
    spent, count = {True: 0.0, False: 0.0}, {True: 0, False: 0}
    while sum(spent.values()) < measure.size(1.5, 0.01):
        for board in chain.from_iterable(rounds):
            begin = time.process_time()
            ask(board)
            spent[board is right] += time.process_time() - begin
            count[board is right] += 1
    return [spent[which] / count[which] for which in (True, False) if count[which]]


if __name__ == "__main__":
    measure.run(boards)
