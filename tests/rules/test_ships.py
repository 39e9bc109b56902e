"""Ships on partly known boards, against all boards."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest

from satdnd.grid.bitboard import grid
from satdnd.rules.constraint import NO, YES
from satdnd.rules.ships import ShipsConstraint
from satdnd.sat.budget import Budget

HEIGHT, WIDTH = 3, 4


def runs(board: int) -> list[int]:
    """The lengths of the ships of a board."""
    rows = [[board >> r * WIDTH + c & 1 for c in range(WIDTH)] for r in range(HEIGHT)]
    found = [sum(run) for line in (*rows, *zip(*rows, strict=True)) for on, run in groupby(line) if on]
    alone = sum(
        not any(rows[i][j] for i, j in near if 0 <= i < HEIGHT and 0 <= j < WIDTH)
        for r in range(HEIGHT)
        for c in range(WIDTH)
        if rows[r][c]
        for near in [((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))]
    )
    return [length for length in found if length > 1] + [1] * alone


@pytest.mark.parametrize("length", [1, 2, 3])
def test_what_it_removes_and_why(length: int) -> None:
    """It removes only what no board has, decides what is asked of it alone, and its grounds do for each loss."""
    rng, counts, losses = Random(length), [runs(board).count(length) for board in range(1 << HEIGHT * WIDTH)], 0
    bounded = 0
    for _ in range(400):
        number = rng.choice((0, 1, 1, 2, 3))
        constraint = ShipsConstraint(grid(HEIGHT, WIDTH), length, number)
        domains = [rng.choice((NO, YES, NO | YES, NO | YES)) for _ in range(HEIGHT * WIDTH)]

        def fits(domains: list[int], number: int = number) -> bool:
            boards = (board for board, count in enumerate(counts) if count == number)
            return any(all(domain >> (board >> i & 1) & 1 for i, domain in enumerate(domains)) for board in boards)

        alone = constraint.machine([], domains, Budget()).start
        assert (alone is not None) == fits(domains)
        bounded += alone is None and constraint.narrow([*domains], Budget()) is not None
        left = [*domains]
        narrow = constraint.narrow(left, Budget())
        assert narrow is not None or not fits(domains)
        for lost in [None] if narrow is None else narrow:
            age = {i: rng.random() for i in range(HEIGHT * WIDTH)}
            grounds = {*constraint.grounds(domains, lost, age.__getitem__, Budget())}
            enough = [domain if i in grounds else NO | YES for i, domain in enumerate(domains)]
            if lost is not None:
                enough[lost] = domains[lost] & ~left[lost]
            assert not fits(enough), (domains, lost, grounds)
            losses += 1
        board = rng.randrange(1 << HEIGHT * WIDTH)
        whole = [YES if board >> i & 1 else NO for i in range(HEIGHT * WIDTH)]
        assert (constraint.narrow(whole, Budget()) is not None) == (counts[board] == number)
    assert losses > 100
    assert length == 1 or bounded
